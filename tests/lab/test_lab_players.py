"""Players made of parts, flat Monte Carlo and αβ: tables, lines of text, tuning, games."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from fabricated import runner
from lab_helpers import small

import anyspace
from anyspace import UCB1, DepthLimit, Grave, Max, MaxAmaf, Solver, Uniform
from anyspace.errors import ExperimentError
from anyspace.lab import tune
from anyspace.lab.match import play
from anyspace.lab.players import TIMERS, Calculator, Thinker, checked, from_words, repeats_itself, search_options, seat
from anyspace.lab.results import load
from anyspace.lab.runner import run
from anyspace.lab.search_space import Parameter, read, starting_values
from anyspace.lab.store import Store
from anyspace.lab.tune import Tuner
from anyspace.lab.tune_task import Task
from anyspace.parts.combination import Plain
from anyspace.parts.registry import as_parts

BUDGET = {"iterations": 20}

# ---- parts in tables and in words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table",
    [
        {"parts": ["grave:ref=30", "solver"]},
        {"parts": "grave:ref=30 solver"},
        {"parts": ["grave", "solver"], "grave.ref": 30},
        {"parts": ["solver"], "grave.ref": 30},
        {"parts": ["grave:bias=1e-05", "solver"], "grave.ref": 30},
    ],
    ids=str,
)
def test_parts_of_a_table(table: dict[str, Any]) -> None:
    found = search_options(checked({**table, **BUDGET}, "it"))["parts"]
    assert sorted(found, key=str) == [Grave(ref=30), Plain(), Solver()]


def test_parts_in_a_line_of_words() -> None:
    table = from_words("grave:ref=30 solver c=0.5 recycle:nodes=99 max iterations=50 single tree:threads=2")
    assert table == {
        "parts": ["grave:ref=30", "solver", "max"],
        "c": 0.5,
        "memory": "recycle:nodes=99",
        "iterations": 50,
        "information": "single",
        "parallel": "tree:threads=2",
    }
    options = search_options(checked(table, "it"))
    assert options["parts"] == [Plain(), Grave(ref=30), Solver(), Max()] and options["select"] == UCB1(0.5)
    assert from_words("grave.ref=40 iterations=9") == {"grave.ref": 40, "iterations": 9}
    assert from_words("flat amaf=true iterations=9") == {"kind": "flat", "amaf": True, "iterations": 9}
    assert from_words("alpha_beta depth=3 seconds=0.5") == {"kind": "alpha_beta", "depth": 3, "seconds": 0.5}


def test_flat_players_are_a_search_of_their_own() -> None:
    plain = search_options({"kind": "flat", **BUDGET})
    assert plain["parts"] == [Plain(), Uniform(), DepthLimit(1)] and plain["final"] == "max"
    amaf = search_options({"kind": "flat", "amaf": True, "playout_limit": 5, **BUDGET})
    assert as_parts(amaf["final"]) == [MaxAmaf()] and amaf["playout"].limit == 5


def test_a_player_is_plain_unless_it_says_otherwise() -> None:
    """What the default becomes one day changes no experiment."""
    game = anyspace.load("connect_four")
    for words, combination in (("iterations=9", "plain"), ("default iterations=9", "default")):
        options = search_options(checked(from_words(words), "it"))
        assert anyspace.Search(game, *options.pop("parts"), **options).combination.name == combination


def test_who_repeats_himself() -> None:
    assert repeats_itself({"kind": "alpha_beta", "iterations": 9}) and repeats_itself({"parts": ["grave"], **BUDGET})
    assert not repeats_itself({"kind": "flat", "seconds": 1})


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"kind": "flat", "c": 1}, "a flat player takes amaf, playout_limit, iterations, seconds, timer, not c"),
        ({"timer": "sand"}, "unknown timer 'sand'"),
        (
            {"timer": "processor", "seconds": 1, "parallel": "tree:threads=2"},
            "the seconds of one thread: leave out parallel",
        ),
        ({"kind": "open_spiel_bot", "bot": "mcts", "timer": "sand"}, "timer must be wall or processor, not 'sand'"),
        ({"kind": "flat", "parts": ["grave"]}, "not parts"),
        ({"kind": "flat", "amaf": "yes"}, "amaf must be true or false, not 'yes'"),
        ({"kind": "flat", "playout_limit": -1}, "limit must be"),
        ({"kind": "flat", "depth": 3}, "depth is for alpha_beta players, not for flat players"),
        ({"depth": 3}, "depth is for alpha_beta players, not for search players"),
        ({"amaf": True}, "amaf is for flat players, not for search players"),
        ({"kind": "alpha_beta", "amaf": True}, "amaf is for flat players, not for alpha_beta players"),
        ({"kind": "alpha_beta", "memory": "stop"}, "an alpha_beta player takes depth, iterations, seconds, not memory"),
        ({"kind": "alpha_beta", "depth": 0}, "depth must be a whole number from 1 to 64, not 0"),
        ({"kind": "alphabeta"}, "unknown kind of player 'alphabeta'"),
        ({"parts": ["grove"]}, "not 'grove'; did you mean 'grave'?"),
        ({"parts": ["grave:rf=1"]}, "value grave does not take 'rf=1'"),
        ({"parts": 5}, "parts must be a list of texts such as 'grave:ref=100', not 5"),
        ({"parts": [5], "grave.ref": 3}, "parts must be a list of texts"),
        ({"grave.ref": "many"}, "expected option=number, not 'ref=many'"),
        ({"grave.reff": 3}, "unknown key 'grave.reff'"),
        ({"grove.ref": 3}, "unknown key 'grove.ref'"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_said_before_anything_is_played(table: dict[str, Any], message: str) -> None:
    with pytest.raises(ExperimentError, match=re.escape(message)) as raised:
        checked({**table, **BUDGET}, "player")
    assert str(raised.value).startswith("player: ") and "\n" not in str(raised.value)


def test_a_budget_is_needed() -> None:
    with pytest.raises(ExperimentError, match="player: a search needs a budget"):
        checked({"kind": "alpha_beta", "depth": 2}, "player")


# ---- at the table ----------------------------------------------------------------------------------------------------


def test_they_decide() -> None:
    """A move that wins at once is found by both."""
    game = anyspace.load("mnk(columns=3,rows=3,k=3)")
    state = game.start()
    for move in (0, 3, 1, 4):
        state.play(move)
    flat, alpha_beta = (seat(game, from_words(words)) for words in ("flat iterations=300", "alpha_beta iterations=300"))
    assert isinstance(flat, Thinker) and isinstance(alpha_beta, Calculator)
    for player in (flat, alpha_beta):
        decision = player.decide(state, random.Random(1))
        assert (decision.move, decision.value) == (2, 1.0) and 0 < decision.iterations <= 300
        assert player.decide(state, random.Random(1)) == decision


def test_seconds_of_a_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time in which it has none does not count: by this clock ten seconds pass in a moment, by the other none."""
    ticks = iter(range(10**9))
    game = anyspace.load("mnk(columns=3,rows=3,k=3)")
    monkeypatch.setitem(TIMERS, "processor", lambda: float(next(ticks)))
    player = seat(game, checked(from_words("seconds=10 timer=processor"), "player"))
    assert 0 < player.decide(game.start(), random.Random(1)).iterations < 100
    assert 4 <= next(ticks) <= 40


def test_a_game_between_them(tmp_path: Path) -> None:
    found = small(
        tmp_path,
        game="mnk(columns=3,rows=3,k=3)",
        games=4,
        player={"kind": "alpha_beta", "iterations": 20_000},
        opponent={"kind": "flat", "iterations": 30},
    )
    with Store(None) as store:
        run(found, store, processes=1)
        (point,) = load(store, found.name).points
    assert min(point.scores_by_deal().values()) >= 0.5, "who sees everything does not lose"
    place = next(found.schedule())
    again = play(found.load_game(), found.fixture(*place))
    with Store(None) as store:
        run(found, store, processes=1)
        kept = store.find(again.id)
    assert kept["moves"] == again.moves, "and plays the same another time"


# ---- tuning ----------------------------------------------------------------------------------------------------------


def test_an_option_of_a_part_is_a_parameter() -> None:
    parameter = read("grave.ref=10:500:log")
    assert parameter == Parameter("grave.ref", 10, 500, whole=True, logarithmic=True)
    assert str(parameter) == "grave.ref=10:500:log"
    assert starting_values([parameter], {}) == {"grave.ref": 100.0}, "what the part has by itself"
    assert starting_values([parameter], {"grave.ref": 20}) == {"grave.ref": 20}
    assert starting_values([read("grave.ref=1:50")], {}) == {}
    assert read("rave.schedule=mse|hand").choices == ("mse", "hand")
    for text in ("grave.reef=1:2", "grove.ref=1:2"):
        with pytest.raises(ExperimentError, match="unknown parameter"):
            read(text)


def test_a_part_is_tuned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are made up: GRAVE plays best with ref = 30."""

    def strength(table: Mapping[str, Any]) -> float:
        return max(0.05, 0.7 - abs(table.get("grave.ref", 100) - 30) / 200)

    monkeypatch.setattr(tune, "run", runner(strength))
    with Store(None) as store:
        task = Task(
            "tic_tac_toe", [read("grave.ref=10:500:log")], {"parts": ["solver"], **BUDGET}, deals=60, held_out=60
        )
        found = Tuner(task, store).run(20)
        tried = load(store, store.experiments()[0]).points
    assert found.tried[0].values == {"grave.ref": 100.0}, "the untuned player is tried first"
    assert 10 <= found.values["grave.ref"] < 90
    assert all(point.entrants[0]["parts"] == ["solver"] for point in tried), "and the rest stays as it is"
    assert found.held_out.estimate > 0.5
