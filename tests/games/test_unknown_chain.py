"""The chain whose slips are not known: a twin in fractions, exact plans over beliefs, and what learning is worth."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from uncompiled import plain_search, uncompiled

from anyspace import FSSS
from anyspace.errors import OptionError
from anyspace.games import unknown_chain
from anyspace.rules.game import CHANCE
from anyspace.solve import fsss

Seen = tuple[tuple[int, int], ...]


def made(**options: Any) -> Any:
    return uncompiled(unknown_chain.game(**options))


def outcome(places: int, place: int, done: str) -> tuple[int, int]:
    """Where a move leads and what it pays."""
    if done == "back":
        return 0, 2
    return (place, 10) if place == places - 1 else (place + 1, 0)


def odds_of_a_slip(seen: tuple[int, int]) -> Fraction:
    """The mean of the odds, given what was seen: an integral over p of p times p^slips (1 - p)^meant, worked out."""
    return Fraction(seen[1] + 1, sum(seen) + 2)


@cache
def optimum(places: int, tied: bool, left: int, place: int, seen: Seen) -> Fraction:
    """What an agent who learns can expect, by going through everything."""
    if left == 0:
        return Fraction(0)
    return max(worth(places, tied, left, place, seen, move) for move in (0, 1))


def worth(places: int, tied: bool, left: int, place: int, seen: Seen, move: int) -> Fraction:
    which = 0 if tied else move
    slip, total = odds_of_a_slip(seen[which]), Fraction(0)
    for happened, odds in ((0, 1 - slip), (1, slip)):
        there, paid = outcome(places, place, ("on", "back")[move ^ happened])
        counted = list(map(list, seen))
        counted[which][happened] += 1
        after: Seen = tuple((row[0], row[1]) for row in counted)
        total += odds * (paid + optimum(places, tied, left - 1, there, after))
    return total


NOTHING: Seen = ((0, 0), (0, 0))


def cross_check(tied: bool) -> int:
    """Random games by hand beside ours. Returns the moves compared."""
    source, compared = random.Random(3), 0
    for seed in range(15):
        state, place, total, seen = made(places=4, horizon=9, tied=tied).start(seed=seed), 0, 0, [[0, 0], [0, 0]]
        for _ in range(9):
            move = source.choice(state.moves())
            state.play(move)
            assert state.mover == CHANCE
            which = 0 if tied else move
            slip = float(odds_of_a_slip((seen[which][0], seen[which][1])))
            assert state.weights() == pytest.approx([1 - slip, slip])
            happened = source.choice(state.moves())
            state.play(happened)
            seen[which][happened] += 1
            place, paid = outcome(4, place, ("on", "back")[move ^ happened])
            total += paid
            assert state["place"] == place and state.returns() == [total]
            compared += 1
        assert state.over
    return compared


@pytest.mark.parametrize("tied", [False, True])
def test_agrees_with_a_twin(tied: bool) -> None:
    assert cross_check(tied) == 15 * 9


@pytest.mark.parametrize("tied", [False, True])
def test_sparse_sampling_of_beliefs_plans_as_one_who_learns(tied: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """BFS3: with many outcomes drawn its value is that of the exact plan."""
    monkeypatch.setattr(fsss, "_kernel", lambda: np.errstate(all="ignore")(fsss.search_on))
    game = made(places=2, horizon=4, tied=tied)
    exact = float(optimum(2, tied, 4, 0, NOTHING))
    result = FSSS(game, width=120, seed=5).run(game.start(), iterations=20_000)
    assert result.proven and result.value == pytest.approx(exact, rel=0.08)
    values = [float(worth(2, tied, 4, 0, NOTHING, move)) for move in (0, 1)]
    if abs(values[0] - values[1]) > 1:
        assert result.move == values.index(max(values))


def test_to_learn_is_worth_something() -> None:
    """More than the best moves that do not depend on what happened before: all rows of them, their worth exactly."""
    exact = optimum(3, False, 6, 0, NOTHING)

    def by_heart(moves: tuple[int, ...], place: int, seen: Seen) -> Fraction:
        if not moves:
            return Fraction(0)
        which, total = moves[0], Fraction(0)
        slip = odds_of_a_slip(seen[which])
        for happened, odds in ((0, 1 - slip), (1, slip)):
            there, paid = outcome(3, place, ("on", "back")[which ^ happened])
            counted = list(map(list, seen))
            counted[which][happened] += 1
            total += odds * (paid + by_heart(moves[1:], there, tuple((row[0], row[1]) for row in counted)))
        return total

    rows = [tuple(number >> i & 1 for i in range(6)) for number in range(64)]
    assert exact > Fraction(11, 10) * max(by_heart(row, 0, NOTHING) for row in rows)


def test_a_tree_search_finds_the_better_move() -> None:
    game = made(places=2, horizon=5)
    state = game.start()
    for _ in range(2):
        state.play(0).play(0)  # going on went as meant
    values = [worth(2, False, 3, 1, ((2, 0), (0, 0)), move) for move in (0, 1)]
    found = plain_search(game, "ucb1:c=0.3", seed=2).run(state, iterations=400)
    assert found.move == values.index(max(values)) == 0


@pytest.mark.parametrize("options", [{"places": 1}, {"horizon": 0}, {"horizon": True}, {"tied": 1}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="unknown_chain"):
        unknown_chain.game(**options)
