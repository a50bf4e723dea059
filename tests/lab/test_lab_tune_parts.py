"""Tuning of parts finds those that win, within its time, and says so honestly; the cross-entropy method finds peaks."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import fabricated
import pytest
from fabricated import Strength, fabricate, runner

import anyspace
from anyspace.cli import main
from anyspace.cli.lab_tune_parts import text
from anyspace.errors import ExperimentError
from anyspace.lab import tune, tune_parts
from anyspace.lab.cross_entropy import GENERATION, chances, gaussian, place_of, propose, value_at
from anyspace.lab.part_space import (
    DEFAULT,
    FURTHER,
    GROUPS,
    NUMBERS,
    candidates,
    group_of,
    line_to_paste,
    name_of,
    parameters_of,
    spelled_out,
    table_of,
    together,
    tried,
    untuned,
)
from anyspace.lab.parts_task import PartsTask
from anyspace.lab.players import search_options
from anyspace.lab.search_space import Parameter, read
from anyspace.lab.store import Store
from anyspace.lab.tune import Tuner
from anyspace.lab.tune_parts import PartsTuner
from anyspace.lab.tune_task import Task

C = Parameter("c", 0.1, 3.0)
SHORT = {"seconds": 0.05}


class Clock:
    """Every look at it takes a fortieth of a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.025
        return self.now


def taking_time(strength: Strength, clock: Clock) -> Callable[..., Any]:
    """Made-up games, forty of which take five seconds."""
    inner = runner(strength)

    def run(experiment: Any, store: Any, **options: Any) -> Any:
        watch = options.pop("watch", None)

        def tick(state: Any) -> None:
            clock.now += 5.0
            if watch is not None:
                watch(state)

        return inner(experiment, store, watch=tick, **options)

    return run


def tuner(
    monkeypatch: pytest.MonkeyPatch, strength: Strength, store: Store, game: str = "tic_tac_toe", **options: Any
) -> PartsTuner:
    """With made-up games, and nothing that is compiled."""
    clock = Clock()
    for module in (tune, tune_parts):
        monkeypatch.setattr(module, "run", taking_time(strength, clock))
    monkeypatch.setattr(tune_parts, "prepare", lambda game, player: None)
    watch = options.pop("watch", None)
    return PartsTuner(PartsTask(game, **{"minutes": 10, **options}), store, clock=clock, watch=watch)


def parts_of(table: Mapping[str, Any]) -> set[str]:
    return set(table.get("parts", ()))


def likes_two(table: Mapping[str, Any]) -> float:
    """The solver and MAST help, together most; everything else harms."""
    good = {"solver", "mast"}
    return 0.5 + 0.15 * len(parts_of(table) & good) - 0.1 * len(parts_of(table) - good)


# ---- the race


def test_parts_that_win_are_found_and_combined(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(None) as store:
        found = tuner(monkeypatch, likes_two, store).run()
    assert parts_of(found.table) == {"solver", "mast"}
    assert found.held_out is not None and 0.8 in found.held_out.score and found.is_better and found.beats_default
    assert {frozenset(parts_of(each.table)) for each in found.race} >= {frozenset({"solver", "mast"})}
    assert found.proposals >= 6 and len(found.finalists) > 1


def test_where_nothing_helps_it_is_plain_uct(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(None) as store:
        found = tuner(monkeypatch, lambda table: 0.5 - 0.2 * len(parts_of(table)), store).run()
    assert not parts_of(found.table) and found.is_better is False


def test_the_default_takes_part_and_may_win(monkeypatch: pytest.MonkeyPatch) -> None:
    def strength(table: Mapping[str, Any]) -> float:
        return 0.8 if set(table) == {"seconds", "parts"} and table["parts"] == ["default"] else 0.4

    with Store(None) as store:
        found = tuner(monkeypatch, strength, store).run()
    assert found.is_default and found.beats_default is False and found.beside_default is None
    assert found.held_out is not None and found.held_out.score.estimate > 0.7 and found.is_better
    said = text(found).splitlines()
    assert said[0] == "Search(game)" and said[2].startswith("No line is needed") and "best " not in said[3]


def test_what_beats_plain_uct_but_not_the_default_is_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def outcome(table: Mapping[str, Any]) -> float:
        return 0.6 if parts_of(table) == {"solver"} else 0.1

    def even_with_the_default(experiment: Any, point: Any, deal: int, seating: int, *made_up: Any) -> Any:
        rival = point.entrants[1].table.get("parts") == ["default"]
        return fabricate(experiment, point, deal, seating, lambda table: 0.5 if rival else outcome(table))

    with Store(None) as store:
        running = tuner(monkeypatch, outcome, store)
        monkeypatch.setattr(fabricated, "fabricate", even_with_the_default)
        found = running.run()
    assert parts_of(found.table) == {"solver"} and found.is_better and found.beats_default is False
    assert found.beside_default is not None and 0.5 in found.beside_default.score
    said = text(found)
    assert said.startswith("Search(game)\n") and 'best       Search(game, "solver"' in said
    assert "against the default" in said


def test_numbers_are_tuned_after_the_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    def strength(table: Mapping[str, Any]) -> float:
        ref = table.get("grave.ref", 100)
        return 0.3 if parts_of(table) != {"grave"} else 0.85 if ref < 40 else 0.6

    with Store(None) as store:
        found = tuner(monkeypatch, strength, store, only=("grave", "rave"), method="cem", minutes=20).run()
    assert parts_of(found.table) == {"grave"} and found.table["grave.ref"] < 40
    assert re.fullmatch(r'Search\(game, "grave:ref=\d+"(, "ucb1(:c=[\d.]+)?")?\)', line_to_paste(found.table))


def test_alone_at_the_table_plain_uct_takes_part(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(None) as store:
        game = "twenty_forty_eight"
        found = tuner(monkeypatch, lambda table: 3.0 if parts_of(table) else 5.0, store, game=game).run()
    assert not parts_of(found.table) and found.is_better is None and found.beats_default is False
    assert any(not parts_of(each.table) for each in found.race)


def test_alone_at_the_table_the_default_is_compared_deal_by_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(None) as store:
        game = "twenty_forty_eight"
        found = tuner(monkeypatch, lambda table: 5.0 if "mast" in parts_of(table) else 3.0, store, game=game).run()
    assert "mast" in parts_of(found.table) and found.beats_default
    assert found.beside_default is not None and 2.0 in found.beside_default.score
    assert "more than the default scores" in text(found)


def test_ctrl_c_leaves_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    commits = []

    def watch(stage: str, state: object, what: str) -> None:
        commits.append(stage)
        if state is not None and commits.count("alone") > 25:
            raise KeyboardInterrupt

    with Store(None) as store:
        running = tuner(monkeypatch, likes_two, store, watch=watch)
        with pytest.raises(KeyboardInterrupt):
            running.run()
        found = running.found()
    assert parts_of(found.table) in ({"solver"}, {"mast"}) and found.held_out is None


def test_the_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(None) as store:
        running = tuner(monkeypatch, likes_two, store, minutes=2)
        running.run()
        assert 60 < running._clock() < 135


# ---- the space


def test_only_parts_that_the_game_can_answer() -> None:
    plain = {name for (name,) in candidates(anyspace.load("pig"))}
    assert "grave" not in plain or anyspace.load("pig").actions is not None
    found = {name for (name,) in candidates(anyspace.load("tic_tac_toe"))}
    assert {"grave", "solver", "mast"} <= found
    assert "implicit_minimax" not in found and "cut" not in found, "it has no evaluation"
    assert "puct" not in found and "contextual" in found and "agents:learn=true" in found
    assert ("puct",) in candidates(anyspace.load("connect_four")), "which has a prior"


def test_what_seldom_gains_much_is_tried_last() -> None:
    first = [text for group in GROUPS.values() for text in group]
    assert set(tried()[: len(first)]) == set(first) and len(set(tried())) == len(tried())
    found = [text for (text,) in candidates(anyspace.load("tic_tac_toe"))]
    assert found == [text for text in tried() if text in found]
    assert found[-1] == "weighted" and "score_bonus:source=evaluate" not in found, "it has no evaluation"
    assert "score_bonus:source=evaluate" in {text for (text,) in candidates(anyspace.load("connect_four"))}
    assert "transpositions" not in {text for (text,) in candidates(anyspace.load("spades"))}, "which hides cards"


def test_numbers_are_of_what_is_tried_and_begin_where_it_stands() -> None:
    assert {name_of(text) for text in tried()} | {"ucb1"} >= set(NUMBERS)
    game = anyspace.load("hex(size=4)")
    for combination in candidates(game):
        start = untuned(game, combination)
        assert all(each.contains(start[each.name]) for each in parameters_of(game, combination)), combination


def test_the_page_names_what_is_tried() -> None:
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    section = page.split("### Parts and all")[1].split("\n## ")[0]
    assert {text for group in (GROUPS, FURTHER) for texts in group.values() for text in texts} <= set(
        re.findall(r"`([\w:=]+)`", section)
    )


def test_combinations_have_one_of_a_group() -> None:
    game = anyspace.load("tic_tac_toe")
    found = together(game, [("grave",), ("rave",), ("solver",), ("mast",)], 20)
    assert ("grave", "solver") in found and ("grave", "solver", "mast") in found
    for combined in found:
        groups = [group_of(text) for text in combined]
        assert len(set(groups)) == len(groups) > 1


def test_what_amaf_suggests_is_where_exploration_starts() -> None:
    assert table_of(("grave",), SHORT)["c"] == 0
    game = anyspace.load("tic_tac_toe")
    assert [parameter.name for parameter in parameters_of(game, ("grave", "solver"))] == ["c", "grave.ref"]
    assert [parameter.name for parameter in parameters_of(game, ("grave:ref=50",))] == ["c"]
    names = [parameter.name for parameter in parameters_of(game, ("grave", "fpu:mode=reduction"))]
    assert names == ["c", "fpu.reduction", "grave.ref"], "of another option than the one that was given"
    assert untuned(game, ("grave", "solver")) == {"c": 0.0, "grave.ref": 100}


def test_who_has_another_formula_has_no_constant_of_ucb1() -> None:
    game = anyspace.load("tic_tac_toe")
    table = table_of(("grave", "ucb1_tuned"), SHORT)
    assert "c" not in table
    options = search_options({**table, **untuned(game, ("grave", "ucb1_tuned"))})
    assert anyspace.Search(game, *options.pop("parts"), **options).select.name == "ucb1_tuned"
    assert set(untuned(game, ("grave", "ucb1_tuned"))) == {"ucb1_tuned.c", "grave.ref"}
    assert ("ucb1_tuned", "puct") not in together(anyspace.load("hex(size=4)"), [("ucb1_tuned",), ("puct",)], 9)


def test_of_the_default_its_own_numbers_are_tuned() -> None:
    tic_tac_toe, connect_four = anyspace.load("tic_tac_toe"), anyspace.load("connect_four")
    assert untuned(tic_tac_toe, DEFAULT) == {"c": 0.01, "grave.ref": 100}
    assert untuned(connect_four, ("puct",)) == {"puct.c": 1.25}, "which has an exploration of its own"
    assert untuned(connect_four, DEFAULT)["c"] == 0.5


def test_parts_that_the_default_has_are_not_put_beside_it() -> None:
    game = anyspace.load("tic_tac_toe")
    found = together(game, [DEFAULT, ("grave",), ("mast",)], 20)
    assert ("default", "mast") in found and ("default", "grave") not in found
    assert len({spelled_out(game, one) for one in found}) == len(found)


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ({}, 'Search(game, "plain")'),
        ({"parts": ["grave", "solver"], "grave.ref": 50, "c": 0.0}, 'Search(game, "grave:ref=50.0", "solver")'),
        ({"parts": ["grave"], "c": 0.3}, 'Search(game, "grave", "ucb1:c=0.3")'),
        ({"parts": ["solver"], "c": 1.0}, 'Search(game, "solver")'),
        ({"c": 0.7}, 'Search(game, "ucb1:c=0.7")'),
        ({"parts": ["default"]}, "Search(game)"),
        ({"parts": ["default", "mast"], "c": 1.0}, 'Search(game, "default", "mast", "ucb1")'),
    ],
)
def test_the_line_can_be_pasted(table: dict[str, Any], line: str) -> None:
    assert line_to_paste({**table, **SHORT}).replace("ref=50,", "ref=50.0,").replace('ref=50"', 'ref=50.0"') == line
    eval(line_to_paste({**table, **SHORT}), {"Search": anyspace.Search, "game": anyspace.load("tic_tac_toe")})


# ---- the cross-entropy method


def test_cross_entropy_closes_in_on_the_peak() -> None:
    parameters = [C, read("nodes=10:10000:log"), read("final=robust|max|secure")]
    tried: list[tuple[dict[str, Any], float]] = []
    for number in range(12 * GENERATION):
        values = propose(parameters, tried, random.Random(number))
        assert 0.1 <= values["c"] <= 3.0 and 10 <= values["nodes"] <= 10000 and isinstance(values["nodes"], int)
        off = abs(place_of(parameters[1], values["nodes"]) - 2 / 3)
        tried.append((values, -abs(values["c"] - 0.6) - off + (values["final"] == "max")))
    assert abs(value_at(C, gaussian(C, tried)[0]) - 0.6) < 0.15
    assert 600 < value_at(parameters[1], gaussian(parameters[1], tried)[0]) < 1700
    assert max(zip(chances(parameters[2], tried), ("robust", "max", "secure"), strict=True))[1] == "max"
    assert gaussian(C, tried[: GENERATION - 1]) == gaussian(C, []), "half a generation teaches nothing"


def test_the_scale_goes_both_ways() -> None:
    for parameter in (C, read("nodes=10:10000:log")):
        assert [place_of(parameter, value_at(parameter, place)) for place in (0.0, 1.0)] == [0.0, 1.0]
    assert value_at(read("nodes=10:10000:log"), 1 / 3) == 100


def test_the_tuner_by_cross_entropy_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tune, "run", runner(lambda table: max(0.05, 0.7 - 0.5 * abs(table.get("c", 1.0) - 0.6))))
    task = Task("tic_tac_toe", [C], {"iterations": 1000}, deals=60, held_out=60, method="cem")
    with Store(None) as store:
        whole = Tuner(task, store).run(25)
    assert abs(whole.values["c"] - 0.6) < 0.25
    with Store(tmp_path / "lab.db", create=True) as store:
        assert len(Tuner(task, store).explore(12, lambda: False)) == 12
    with Store(tmp_path / "lab.db") as store:
        assert Tuner(task, store).run(25) == whole
    assert task.name != Task("tic_tac_toe", [C], {"iterations": 1000}, deals=60, held_out=60).name


# ---- the command


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "say what to tune: numbers by --parameter c=0.1:2.0, or parts and all by --minutes 5"),
        (["--minutes", "0"], "minutes must be a number above 0, not 0"),
        (["--minutes", "1", "--seconds", "-1"], "seconds must be a number above 0, not -1"),
        (["--minutes", "1", "--parameter", "c=0:1"], "leave out --parameter"),
        (["--minutes", "1", "--method", "gem"], "--method must be tpe or cem, not 'gem'"),
        (["--parameter", "c=0.1:2.0", "--method", "gem"], "unknown method 'gem'"),
        (["--parameter", "c=0.1:2.0", "--try", "grave"], "--try names parts for --minutes"),
        (["--minutes", "1", "--try", "gravy"], "unknown part 'gravy'; did you mean 'grave'?"),
        (["--minutes", "1", "--try", "heavy"], "heavy cannot be tried: heavy asks tic_tac_toe for a rule 'prior'"),
    ],
)
def test_mistakes_are_one_line(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = tmp_path / "lab.db"
    assert main(["lab", "tune", "tic_tac_toe", *words, "--database", str(where)]) == 2
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1
    assert not where.exists()


def test_the_command_in_words_and_as_json(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(None) as store:
        prepared = tuner(monkeypatch, likes_two, store)
    monkeypatch.setattr(tune_parts, "PartsTuner", lambda task, store, **options: prepared)
    monkeypatch.setattr(prepared, "store", Store(None))
    words = ["lab", "tune", "tic_tac_toe", "--minutes", "10", "--database", str(tmp_path / "lab.db")]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Search(game, ") and "solver" in lines[0] and "mast" in lines[0]
    assert re.fullmatch(
        r"held out   0\.\d{3} \(0\.\d{3} to [01]\.\d{3}; [\d,]+ deals\) against plain UCT, .*", lines[2]
    )

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(prepared, "run", interrupted)
    assert main([*words, "--json"]) == 130
    out, err = capsys.readouterr()
    assert json.loads(out)["line"] == lines[0] and "interrupted; the best so far" in err


def test_a_mistake_in_the_task_raises() -> None:
    with pytest.raises(ExperimentError, match="minutes"):
        PartsTask("tic_tac_toe", float("nan")).check()
