"""OpenSpiel's bots and functions as players."""

from __future__ import annotations

import random
import re
import signal
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from lab_helpers import small
from uncompiled import uncompiled

import anyspace
from anyspace.errors import ExperimentError
from anyspace.lab.match import Fixture, Record, Seeds, play
from anyspace.lab.outside import file_of
from anyspace.lab.outside.game_options import options_of
from anyspace.lab.outside.spiel_games import TWINS, twin_of
from anyspace.lab.players import checked, from_words, over, repeats_itself
from anyspace.lab.results import load
from anyspace.lab.runner import run
from anyspace.lab.store import Store
from anyspace.rules.game import CHANCE, AnyGame

SOME = [
    "amazons(split=true)",
    "breakthrough(rows=6,columns=5)",
    "clobber(rows=4,columns=5)",
    "connect_four",
    "havannah(size=4,swap=true)",
    "hex(size=5,swap=true)",
    "kalah",
    "lines_of_action",
    "mnk(columns=5,rows=4,k=3)",
    "othello",
    "oware",
    "pig(target=20)",
    "tic_tac_toe",
]


def game_of(game: AnyGame, *seats: dict[str, Any], seed: int = 1, folder: Path | None = None) -> Record:
    fixture = Fixture("x", seats, Seeds(seed, seed, tuple(range(seed, seed + len(seats)))))
    return play(game, fixture, folder=folder)


def random_bot(name: str = "uniform_random") -> dict[str, Any]:
    return {"kind": "open_spiel_bot", "bot": name}


def test_mcts_keeps_to_its_time() -> None:
    """It has no clock: iterations by its pace so far, which a single decision cannot throw far off."""
    bot = {"kind": "open_spiel_bot", "bot": "mcts", "seconds": 0.02}
    record = game_of(anyspace.load("connect_four"), bot, {"kind": "random"}, seed=3)
    assert record.forfeit is None and record.iterations > 100 * record.plies / 2
    assert record.thinking < 0.2 * record.plies  # 0.01 on average, on a machine that has other things to do
    assert not repeats_itself(bot) and repeats_itself({"kind": "open_spiel_bot", "bot": "mcts", "iterations": 9})


# ---- games that both have --------------------------------------------------------------------------------------------


def test_every_twin_is_tried() -> None:
    assert sorted(text.partition("(")[0] for text in SOME) == sorted(TWINS)


@pytest.mark.parametrize("text", SOME)
def test_moves_are_their_actions(text: str) -> None:
    """Random games in both: the same legal moves, one to one, and the same payoffs."""
    pyspiel = pytest.importorskip("pyspiel")
    game, source = uncompiled(anyspace.load(text)), random.Random(3)
    twin = twin_of(game)
    for seed in range(5):
        ours, theirs = game.start(seed=seed), pyspiel.load_game(twin.name).new_initial_state()
        while not ours.over:
            moves = ours.moves()
            actions = [twin.action(ours, move, theirs) for move in moves]
            legal = [outcome for outcome, _ in theirs.chance_outcomes()] if ours.mover == CHANCE else None
            assert sorted(actions) == sorted(legal or theirs.legal_actions())
            place = source.randrange(len(moves))
            ours.play(moves[place])
            theirs.apply_action(actions[place])
        assert theirs.is_terminal() and [a > 0 for a in ours.returns()] == [b > 0 for b in theirs.returns()]


@pytest.mark.parametrize("text", [*SOME, "open_spiel:nim", "open_spiel:leduc_poker"])
def test_random_bots_play(text: str) -> None:
    pytest.importorskip("pyspiel")
    game = anyspace.load(text)
    game = game if ":" in text else uncompiled(game)
    record = game_of(game, random_bot(), {"kind": "random"})
    assert record.forfeit is None
    assert game_of(game, random_bot(), {"kind": "random"}).moves == record.moves, "the same another time"
    assert game_of(game, {"kind": "random"}, random_bot(), seed=5).forfeit is None


@pytest.mark.parametrize("solve", [True, False])
def test_mcts_wins(solve: bool) -> None:
    pytest.importorskip("pyspiel")
    game = anyspace.load("connect_four")
    bot = {"kind": "open_spiel_bot", "bot": "mcts", "iterations": 200, "solve": solve}
    results = [game_of(game, bot, {"kind": "random"}, seed=seed) for seed in range(6)]
    assert all(record.forfeit is None for record in results)
    assert sum(record.payoffs[0] for record in results) >= 4
    assert results[0].iterations == 200 * sum(place % 2 == 0 for place in range(len(results[0].moves)))
    assert game_of(game, bot, {"kind": "random"}, seed=0).moves == results[0].moves


def test_options_of_games() -> None:
    assert options_of(anyspace.load("go(size=7,komi=3.5)")) == {"size": 7, "komi": 3.5}
    assert options_of(anyspace.load("hex(size=5,swap=true)")) == {"size": 5, "swap": True}
    assert options_of(anyspace.load("go")) == {"size": 9, "komi": 7.5}
    assert options_of(anyspace.load("connect_four")) == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("go", "OpenSpiel's bots play open_spiel:NAME and, with the same rules as ours, amazons, breakthrough"),
        ("amazons", "OpenSpiel's bots play amazons only with split=true"),
        ("breakthrough(misere=true)", "not with misere=true"),
        ("kalah(pits=5)", "only with 6 pits and 4 seeds"),
    ],
)
def test_games_that_they_do_not_have(text: str, message: str) -> None:
    with pytest.raises(ExperimentError, match=re.escape(message)):
        twin_of(anyspace.load(text))


# ---- tables ----------------------------------------------------------------------------------------------------------


def test_words() -> None:
    assert from_words("open_spiel_bot:mcts iterations=50 solve=false") == {
        "kind": "open_spiel_bot",
        "bot": "mcts",
        "iterations": 50,
        "solve": False,
    }
    assert from_words("bots.py:best") == {"kind": "function", "function": "bots.py:best"}
    assert from_words("open_spiel_bot:bots.py:make") == {"kind": "open_spiel_bot", "bot": "bots.py:make"}
    base = {"iterations": 9, "c": 1}
    assert over(base, random_bot("mcts")) == {**random_bot("mcts"), "iterations": 9}
    assert over(base, random_bot()) == random_bot() and over(base, {"kind": "random"}) == {"kind": "random"}
    assert repeats_itself(random_bot()) and not repeats_itself(random_bot("bots.py:make"))
    assert not repeats_itself({"kind": "function", "function": "a.py:b"})


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"kind": "open_spiel_bot"}, 'an open_spiel_bot player needs bot = "..."'),
        ({"kind": "open_spiel_bot", "bot": "mcts", "seconds": 0}, "bot mcts needs seconds, a number above 0, not 0"),
        (
            {"kind": "open_spiel_bot", "bot": "mcts", "seconds": 1.0, "iterations": 5},
            "bot mcts takes iterations or seconds, not both",
        ),
        ({"kind": "open_spiel_bot", "bot": "mcts"}, "bot mcts needs iterations, a whole number, 1 or more, not None"),
        ({**random_bot("mcts"), "iterations": 5, "uct_c": -1}, "uct_c must be a number, 0 or more, not -1"),
        ({**random_bot("mcts"), "iterations": 5, "solve": 1}, "solve must be true or false, not 1"),
        ({**random_bot(), "iterations": 5}, "an open_spiel_bot player takes bot, timeout here, not iterations"),
        ({**random_bot("a b:c d")}, "a function is given as FILE.py:NAME or module:NAME"),
        ({"kind": "function", "function": "f"}, "a function is given as FILE.py:NAME or module:NAME, not 'f'"),
        (
            {"kind": "function", "function": "a.py:f", "seconds": 1},
            "a function player takes function, timeout here, not seconds",
        ),
        ({"solve": True, "iterations": 1}, "solve is for open_spiel_bot players, not for search players"),
    ],
    ids=str,
)
def test_what_makes_no_sense(table: dict[str, Any], message: str) -> None:
    with pytest.raises(ExperimentError, match=re.escape(message)):
        checked(table, "it")


def test_a_bot_that_does_not_exist() -> None:
    pytest.importorskip("pyspiel")
    with pytest.raises(ExperimentError, match="OpenSpiel has no bot 'mctss'; it has mcts, "):
        game_of(anyspace.load("tic_tac_toe"), random_bot("mctss"), {"kind": "random"})


# ---- functions -------------------------------------------------------------------------------------------------------

FUNCTIONS = """
import time

def lowest(state):
    return state.moves()[0]

def named(state):
    return state.name(state.moves()[-1])

def wrong(state):
    return 77 if len(state.moves()) < 8 else state.moves()[0]

def odd(state):
    return "z9" if len(state.moves()) < 8 else state.moves()[0]

def raising(state):
    if len(state.moves()) < 8:
        raise KeyError("oops")
    return state.moves()[0]

def spoiling(state):
    move = state.moves()[0]
    state.play(move)
    return move

def make(game, player, seed):
    import pyspiel
    return pyspiel.make_uniform_random_bot(player, seed)

class Bad:
    def step(self, state):
        return 99

class Breaks:
    def __init__(self):
        self.told = 0
    def inform_action(self, state, player, action):
        assert action in state.legal_actions()
        self.told += 1
    def step(self, state):
        raise RuntimeError(f"told {self.told}")

def bad(game, player, seed):
    return Bad()

def breaks(game, player, seed):
    return Breaks()

class Sleepy(Breaks):
    def step(self, state):
        time.sleep(20)

def sleepy(game, player, seed):
    return Sleepy()

def hanging(state):
    while True:
        pass

def stubborn(state):
    try:
        time.sleep(20)
    except:
        time.sleep(20)

def late(state):
    time.sleep(0.3)
    return state.moves()[0]

nothing = 5
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(FUNCTIONS)
    return tmp_path


@pytest.mark.parametrize("name", ["lowest", "named", "spoiling"])
def test_functions_play(folder: Path, name: str) -> None:
    record = game_of(anyspace.load("tic_tac_toe"), from_words(f"mine.py:{name}"), {"kind": "random"}, folder=folder)
    assert record.forfeit is None
    assert set(record.moves[::2]) == {0} or name == "named"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("wrong", "answered with 77, which is not a legal move"),
        ("odd", "answered with 'z9', which is not a legal move"),
        ("raising", "raised KeyError: 'oops'"),
    ],
)
def test_functions_that_fail_lose(folder: Path, name: str, reason: str) -> None:
    record = game_of(anyspace.load("tic_tac_toe"), {"kind": "random"}, from_words(f"mine.py:{name}"), folder=folder)
    assert record.forfeit == (1, reason) and record.payoffs == [1, -1] and len(record.moves) == record.plies == 3


@pytest.mark.parametrize(
    ("name", "reason"),
    [("bad", "answered with action 99, which is not a legal move"), ("breaks", "raised RuntimeError: told 1")],
)
def test_bots_that_fail_lose(folder: Path, name: str, reason: str) -> None:
    pytest.importorskip("pyspiel")
    for text in ("tic_tac_toe", "open_spiel:tic_tac_toe"):
        table = random_bot(f"mine.py:{name}")
        record = game_of(anyspace.load(text), {"kind": "random"}, table, folder=folder)
        assert record.forfeit == (1, reason)


@pytest.mark.parametrize("name", ["hanging", "stubborn", "late"])
def test_who_takes_too_long_loses(folder: Path, name: str) -> None:
    """Also who catches whatever is raised; who answers too late, where nobody can be interrupted."""
    table = {**from_words(f"mine.py:{name}"), "timeout": 0.2}
    game = anyspace.load("tic_tac_toe")
    found: list[Record] = []
    play = partial(game_of, game, {"kind": "random"}, table, folder=folder)
    if name == "late":  # signals are the main thread's
        thread = Thread(target=lambda: found.append(play()))
        thread.start()
        thread.join()
    else:
        before = signal.getsignal(signal.SIGALRM)
        found.append(play())
        assert signal.getsignal(signal.SIGALRM) is before and signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert found[0].forfeit == (1, "did not answer in time") and found[0].payoffs == [1, -1]


def test_bots_that_hang_lose(folder: Path) -> None:
    pytest.importorskip("pyspiel")
    table = {**random_bot("mine.py:sleepy"), "timeout": 0.2}
    record = game_of(anyspace.load("tic_tac_toe"), {"kind": "random"}, table, folder=folder)
    assert record.forfeit == (1, "did not answer in time")


def test_bots_of_ones_own_play(folder: Path) -> None:
    pytest.importorskip("pyspiel")
    record = game_of(anyspace.load("hex(size=3)"), random_bot("mine.py:make"), {"kind": "random"}, folder=folder)
    assert record.forfeit is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("none.py:f", "there is no file "),
        ("mine.py:absent", "mine.py has no function 'absent'"),
        ("mine.py:nothing", "mine.py has no function 'nothing'"),
        ("broken.py:f", "broken.py:f: importing it raised ZeroDivisionError: division by zero"),
        ("function:no_such_module:f", "importing it raised ModuleNotFoundError"),
    ],
)
def test_functions_that_are_not_there(folder: Path, text: str, message: str) -> None:
    (folder / "broken.py").write_text("1 / 0")
    with pytest.raises(ExperimentError, match=re.escape(message)):
        game_of(anyspace.load("tic_tac_toe"), from_words(text), {"kind": "random"}, folder=folder)


def test_an_experiment_with_a_function(folder: Path) -> None:
    found = small(folder, player="mine.py:lowest", opponent={"kind": "random"})
    with Store(None) as store:
        run(found, store, processes=1)
        results = load(store, found.name)
    assert results.forfeits == {} and len(results.points[0].games) == 4
    assert "player file mine.py" in results.versions[0]
    assert file_of({"kind": "function", "function": "mine.py:lowest"}, folder) == (folder / "mine.py").resolve()
    assert file_of({"iterations": 5}, folder) is None
