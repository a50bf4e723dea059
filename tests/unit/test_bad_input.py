"""Bad input: a clear error, no crash, no hang, and the search usable afterwards."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from toys import PythonNim, nim

import anyspace
from anyspace import (
    OVER,
    UCB1,
    AnyspaceError,
    BudgetError,
    GameError,
    IllegalMove,
    NothingToSearch,
    OptionError,
    PythonGame,
    Random,
    Search,
    UnknownGame,
)


@pytest.mark.parametrize(
    "budget",
    [
        {},
        {"iterations": 0},
        {"iterations": -5},
        {"iterations": 1.5},
        {"iterations": 10**12},
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": math.nan},
        {"seconds": math.inf},
        {"seconds": "1"},
        {"iterations": True},
    ],
)
def test_budgets(budget: dict[str, Any]) -> None:
    game = nim()
    with pytest.raises(BudgetError):
        Search(game).run(game.start(), **budget)


def test_unknown_names() -> None:
    with pytest.raises(UnknownGame, match="did you mean 'connect_four'"):
        anyspace.load("conect_four")
    with pytest.raises(OptionError, match="it takes none"):
        anyspace.load("connect_four", size=9)
    with pytest.raises(OptionError, match="option=value"):
        anyspace.load("hex(9)")
    with pytest.raises(UnknownGame):
        anyspace.load("hex(")
    with pytest.raises(OptionError, match="no option 'selection'; did you mean 'select'"):
        Search(nim(), selection=UCB1())  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match="Serch"):
        _ = anyspace.Serch


@pytest.mark.parametrize(
    "make",
    [
        lambda: UCB1(-1),
        lambda: UCB1(math.nan),
        lambda: Random(limit=-1),
        lambda: anyspace.Secure(math.inf),
        lambda: anyspace.MaxRobust(-0.5),
        lambda: anyspace.Unbounded(reserve=0),
        lambda: Search(nim(), final="best"),
        lambda: Search(nim(), final=3),
        lambda: Search(nim(), select=0.7),
        lambda: Search(nim(), seed="x"),
        lambda: Search("nim"),
        lambda: Search(nim()).run(nim().start(), iterations=1),
        lambda: Search(nim()).run("start", iterations=1),
    ],
)
def test_options(make: Callable[[], object]) -> None:
    with pytest.raises(OptionError):
        make()


def test_illegal_moves() -> None:
    state = nim(2).start()
    with pytest.raises(IllegalMove, match=r"3 is not a legal move here; legal: 1 2"):
        state.play(3)
    with pytest.raises(IllegalMove, match="names no legal move"):
        state.parse("four")
    state.play(2)
    with pytest.raises(IllegalMove, match="the game is over"):
        state.play(1)


def test_nothing_to_search() -> None:
    game = nim(1)
    search = Search(game, "plain")
    with pytest.raises(NothingToSearch, match="give a state"):
        search.run(iterations=1)
    with pytest.raises(NothingToSearch, match="the game is over"):
        search.run(game.start().play(1), iterations=1)
    with pytest.raises(NothingToSearch):
        search.advance(1)
    assert search.run(game.start(), iterations=5).move == 1


@pytest.mark.parametrize(
    "declared",
    [
        {"players": 0},
        {"players": 200},
        {"max_moves": 0},
        {"max_moves": 100_000},
        {"payoffs": (1, 1)},
        {"payoffs": (0, math.nan)},
        {"max_length": 0},
        {"state": int},
        {"mover": 3},
    ],
)
def test_declarations(declared: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        nim(**declared)


# ---- compiled games that break the contract; each searched, and a good game searched after


def seven_declared_eight_written(state: Any, out: Any) -> int:
    for i in range(8):
        out[i] = i
    return 8


def no_moves(state: Any, out: Any) -> int:
    return 0


def raising_play(state: Any, move: int) -> None:
    if state.left < 5:
        raise ValueError("no stones for you")
    state.left -= move
    state.turn = 1 - state.turn


def never_over(state: Any) -> int:
    return 0


def play_nothing(state: Any, move: int) -> None:
    state.turn = 1 - state.turn


def player_seven(state: Any) -> int:
    return OVER if state.left == 0 else 7


def returns_nan(state: Any, out: Any) -> None:
    out[0] = math.nan


def returns_hundred(state: Any, out: Any) -> None:
    out[0] = 100.0
    out[1] = -1.0


def three_moves(state: Any, out: Any) -> int:
    for i in range(3):
        out[i] = i
    return 3


def does_not_compile(state: Any, out: Any) -> int:
    return state.no_such_field


@pytest.mark.parametrize("trusted", [False, True], ids=["checked", "trusted"])
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"moves": seven_declared_eight_written, "max_moves": 7}, "max_moves=7|out of bounds"),
        ({"moves": no_moves}, "gave 0 moves"),
        ({"play": raising_play}, "no stones for you"),
        ({"mover": never_over, "moves": three_moves, "play": play_nothing}, "did not end within 10 moves"),
        ({"mover": player_seven}, "'mover' gave 7"),
        ({"returns": returns_nan}, "'returns' gave nan"),
        ({"returns": returns_hundred}, "'returns' gave 100; the game declares payoffs from -1 to 1"),
    ],
)
def test_broken_rules(changes: dict[str, Any], message: str, trusted: bool) -> None:
    game = nim(10, trusted=trusted, **changes)
    search = Search(game, seed=1)
    for _ in range(2):  # and the search object stays usable: it says the same again
        with pytest.raises(GameError, match=message):
            search.run(game.start(), iterations=200)
    good = nim()
    assert Search(good, seed=1).run(good.start(), iterations=2000).move == 2


def test_a_rule_that_does_not_compile() -> None:
    with pytest.raises(GameError, match="rule 'moves' does not compile"):
        nim(moves=does_not_compile).start()


def test_a_rule_that_raises_says_where() -> None:
    game = nim(10, play=raising_play)
    with pytest.raises(GameError, match="no stones for you") as caught:
        Search(game).run(game.start(), iterations=50)
    assert isinstance(caught.value.__cause__, ValueError)
    state = nim(4, play=raising_play).start()
    with pytest.raises(GameError, match="'play' raised") as caught:
        state.play(1)
    assert isinstance(caught.value.__cause__, ValueError)


# ---- Python games


class OddError(Exception):
    pass


@pytest.mark.parametrize("method", ["mover", "moves", "play", "returns", "copy"])
def test_exceptions_of_python_games_arrive_unchanged(method: str) -> None:
    error = OddError("as it was raised")
    armed = False

    def broken(self: Any, *arguments: Any) -> Any:
        if armed:
            raise error
        return getattr(PythonNim, method)(self, *arguments)

    game = PythonGame(type("Broken", (PythonNim,), {method: broken}))
    search = Search(game, seed=1)
    state = game.start()
    search.run(state, iterations=50)
    armed = True
    with pytest.raises(OddError) as caught:
        search.run(state, iterations=50)
    assert caught.value is error
    armed = False
    assert search.run(state, iterations=3000).move == "two"


def test_python_games_that_break_the_contract() -> None:
    class TooMany(PythonNim):
        def moves(self) -> list[str]:
            return [str(i) for i in range(9)]

    class Endless(PythonNim):
        def play(self, move: str) -> None:
            pass

    class Generous(PythonNim):
        def returns(self) -> list[float]:
            return [5.0, 5.0]

    class TwoOfThree(PythonNim):
        players = 3

    class Stuck(PythonNim):
        def moves(self) -> list[str]:
            return []

    for rules, message in [
        (TooMany, "max_moves=8"),
        (Endless, "did not end"),
        (Generous, "'returns' gave 5"),
        (TwoOfThree, "2 payoffs for 3 players"),
        (Stuck, "moves"),
    ]:
        game = PythonGame(rules, max_moves=8, max_length=50)
        with pytest.raises(GameError, match=message):
            Search(game).run(game.start(), iterations=100)
    with pytest.raises(GameError, match="no method 'moves'"):
        PythonGame(type("Empty", (), {"mover": lambda self: 0})).start()
    with pytest.raises(GameError, match="'start'"):
        PythonGame(3)


def test_every_error_is_ours() -> None:
    for error in (BudgetError, GameError, IllegalMove, NothingToSearch, OptionError, UnknownGame):
        assert issubclass(error, AnyspaceError)
