"""Games that live in Python and answer what they should not: the right thing, or one clear line. Never a wrong move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from toys import PythonNim

from anyspace import GameError, PythonGame, Search


def changed(**methods: Any) -> PythonGame:
    """Nim with other methods."""
    return PythonGame(type("Changed", (PythonNim,), methods), max_moves=8, max_length=50)


def best(game: PythonGame) -> Any:
    return Search(game, "plain", seed=1).run(game.start(), iterations=300).move


def by_number(numbers: Callable[[Any], Any]) -> PythonGame:
    """Nim whose moves are 0, 1 and 2, in whatever `numbers` puts them."""
    return changed(
        moves=lambda self: numbers(range(min(3, self.left))),
        play=lambda self, move: PythonNim.play(self, PythonNim.WORDS[move]),
    )


def of(method: str) -> Callable[[Any], Any]:
    return getattr(PythonNim, method)


@pytest.mark.parametrize(
    "methods",
    [
        {"moves": lambda self: (move for move in of("moves")(self))},
        {"moves": lambda self: tuple(of("moves")(self))},
        {"moves": lambda self: dict.fromkeys(of("moves")(self)).keys()},
        {"returns": lambda self: (payoff for payoff in of("returns")(self))},
        {"returns": lambda self: np.array(of("returns")(self))},
        {"mover": lambda self: bool(self.turn) if self.left else None},
        {"mover": lambda self: np.int8(self.turn) if self.left else None},
        {"mover": lambda self: np.bool_(self.turn) if self.left else None},
    ],
)
def test_what_is_meant_is_done(methods: dict[str, Any]) -> None:
    assert best(changed(**methods)) == "two"


@pytest.mark.parametrize("kind", [list, tuple, iter, lambda numbers: numbers, lambda numbers: np.array([*numbers])])
def test_moves_in_any_order_that_lasts(kind: Callable[[Any], Any]) -> None:
    assert best(by_number(kind)) == 1


def test_moves_may_be_negative() -> None:
    game = changed(
        moves=lambda self: [-1 - i for i in range(min(3, self.left))],
        play=lambda self, move: PythonNim.play(self, PythonNim.WORDS[-1 - move]),
    )
    assert best(game) == -2


class Nameless:
    """A move that is not equal to the same move, asked for again."""


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ({"mover": lambda self: float(self.turn) if self.left else None}, r"'mover' gave 0\.0; expected a player"),
        ({"mover": lambda self: 0.5 if self.left else None}, r"'mover' gave 0\.5"),
        ({"mover": lambda self: "white"}, "'mover' gave 'white'"),
        ({"mover": lambda self: 2 if self.left else None}, "'mover' gave 2"),
        ({"returns": lambda self: {0: 1.0, 1: -1.0}}, r"'returns' gave {0: 1.0, 1: -1.0}; expected a list"),
        ({"returns": lambda self: {1.0, -1.0}}, "'returns' gave {.*}; expected a list of 2 numbers"),
        ({"returns": lambda self: None}, "'returns' gave None; expected a list of 2 numbers, player 0's first"),
        ({"returns": lambda self: 1.0}, r"'returns' gave 1\.0; expected a list"),
        ({"returns": lambda self: [1.0, None]}, "'returns' gave .*None.*; expected a list"),
        ({"returns": lambda self: "10"}, "'returns' gave '10'"),
        ({"returns": lambda self: [1.0]}, "'returns' gave 1 payoffs for 2 players"),
        ({"moves": lambda self: [*of("moves")(self), "one"]}, "'moves' gave the move 'one' twice"),
        ({"moves": lambda self: [1, True]}, "'moves' gave the move True twice"),
        ({"moves": lambda self: set(of("moves")(self))}, r"'moves' gave a set: .* sorted\(\.\.\.\) makes a list"),
        ({"moves": lambda self: dict.fromkeys(of("moves")(self))}, "'moves' gave {.*}; expected a list of moves"),
        ({"moves": lambda self: None}, "'moves' gave None; expected a list of moves"),
        ({"moves": lambda self: "abc"}, "'moves' gave 'abc'; expected a list of moves"),
        ({"moves": lambda self: 3}, "'moves' gave 3; expected a list of moves"),
        ({"moves": lambda self: [["one"]]}, "unhashable type: 'list'.*; tuples have one"),
        ({"moves": lambda self: [None], "play": lambda self, move: of("play")(self, "one")}, "None is no move"),
        ({"moves": lambda self: [Nameless()], "play": lambda self, move: of("play")(self, "one")}, "compare equal"),
        ({"moves": lambda self: []}, "'moves' gave 0 moves"),
        ({"copy": lambda self: None}, "'copy' gave nothing"),
        ({"copy": lambda self: self}, "'copy' gave the same object again"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_said(methods: dict[str, Any], message: str) -> None:
    game = changed(**methods)
    search = Search(game, "plain", seed=1)
    for _ in range(2):  # and again: nobody takes the game for a good one by then
        with pytest.raises(GameError, match=message):
            search.run(game.start(), iterations=300)


def test_a_copy_that_shares_is_found_out() -> None:
    class Heaps(PythonNim):
        def __init__(self) -> None:
            self.heap, self.turn = [10], 0

        left = property(lambda self: self.heap[0], lambda self, left: self.heap.__setitem__(0, left))  # type: ignore[assignment]

        def copy(self) -> Heaps:
            twin = object.__new__(Heaps)
            twin.heap, twin.turn = self.heap, self.turn  # the list itself, not a copy of it
            return twin

    game = PythonGame(Heaps)
    with pytest.raises(GameError, match="either `copy` shares something"):
        Search(game).run(game.start(), iterations=10)


def test_states_say_the_same_without_a_search() -> None:
    with pytest.raises(GameError, match=r"'mover' gave 1\.0"):
        _ = changed(mover=lambda self: 1.0).start().mover
    with pytest.raises(GameError, match="twice"):
        changed(moves=lambda self: ["one", "one"]).start().moves()
    with pytest.raises(GameError, match="expected a list of 2 numbers"):
        changed(returns=lambda self: {0: 1, 1: -1}).start().returns()
    assert changed(moves=lambda self: (move for move in ("one", "two"))).start().moves() == ["one", "two"]


def test_as_many_weights_as_outcomes() -> None:
    from anyspace import CHANCE

    class Coin(PythonNim):
        def mover(self) -> int | None:
            return CHANCE if self.left == 9 else super().mover()

        def weights(self) -> list[float]:
            return [1.0]

    game = PythonGame(Coin)
    with pytest.raises(GameError, match="1 weights for 3 moves"):
        Search(game).run(game.start(), iterations=100)


def test_errors_of_the_rules_themselves_arrive_unchanged() -> None:
    def returns(self: Any) -> list[float]:
        return [1.0, {}["nobody"]]

    def moves(self: Any) -> Any:
        yield "one"
        raise KeyError("inside a generator")

    for methods, message in ({"returns": returns}, "nobody"), ({"moves": moves}, "inside a generator"):
        game = changed(**methods)
        with pytest.raises(KeyError, match=message):
            Search(game).run(game.start(), iterations=10)
