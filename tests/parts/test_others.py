"""What the others are after: paranoid, confident, coalition and alliance, on games for three that tell them apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from uncompiled import plain_search

from anyspace import OVER, Game, OptionError

STATE = np.dtype([("first", np.int8), ("second", np.int8), ("ply", np.int8)])

PAYOFFS = np.array(
    [
        # by the first's move and the second's: what each of three players gets
        [[0.6, 0.7, 0.0], [0.0, 0.1, 1.0]],  # the second is better off where the first is: max^n's choice
        [[0.3, 0.1, 0.9], [0.5, 0.2, 0.0]],  # 0.3 at least
        [[0.1, 0.9, 0.0], [1.0, 0.0, 0.0]],  # all, if the second helps
    ]
)


def made() -> Game:
    """Player 0 chooses one of three, player 1 one of two; player 2 has nothing to say."""

    def start(state: Any, rng: Any) -> None:
        state.first = state.second = state.ply = 0

    def mover(state: Any) -> int:
        return OVER if state.ply == 2 else state.ply

    def moves(state: Any, out: Any) -> int:
        n = 3 - state.ply
        for i in range(n):
            out[i] = i
        return n

    def play(state: Any, move: int) -> None:
        if state.ply == 0:
            state.first = move
        else:
            state.second = move
        state.ply += 1

    def returns(state: Any, out: Any) -> None:
        for player in range(3):
            out[player] = PAYOFFS[state.first, state.second, player]

    return Game(
        name="three", state=STATE, players=3, payoffs=(0.0, 1.0), max_moves=3, max_length=2,
        start=start, mover=mover, moves=moves, play=play, returns=returns,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "expected", "value"),
    [
        ([], 0, 0.6),  # the second takes 0.7 rather than 0.1
        (["paranoid"], 1, 0.3),  # what is left where the second does its worst
        (["confident"], 2, 1.0),
        (["coalition"], 1, 0.3),  # the others prefer 1.1, 1.0 and 0.9 in all: 0, 0.3 and 0.1 for the first
        (["alliance:first=0,second=1"], 0, 0.6),  # 1.3 in all
        (["alliance:first=1,second=2"], 1, 0.3),
    ],
    ids=str,
)
def test_who_is_trusted(parts: list[str], expected: int, value: float) -> None:
    game = made()
    final = "robust" if parts else "max"  # 0.6 and 0.5 take long to tell apart by visits
    result = plain_search(game, "ucb1:c=0.3", *parts, final=final, seed=1).run(game.start(), iterations=600)
    assert result.move == expected
    if "alliance:first=0,second=1" not in parts:  # whose values are what both get, on average
        assert result.value == pytest.approx(value, abs=0.1)


def test_two_who_are_not_there_cannot_be_allied() -> None:
    for text in ("alliance:first=0,second=3", "alliance:first=1,second=1"):
        with pytest.raises(OptionError, match="two of them are allied"):
            plain_search(made(), text)
    with pytest.raises(OptionError, match="cannot be combined"):
        plain_search(made(), "paranoid", "confident")


def test_what_was_found_for_one_player_is_not_for_another() -> None:
    game = made()
    for parts, kept in ((["paranoid"], False), (["coalition"], False), (["alliance"], True), (["ucb1"], True)):
        search = plain_search(game, *parts, seed=1)
        search.run(game.start(), iterations=60)
        search.advance(0)
        assert (search.run(iterations=30).stats.reused > 0) == kept, parts
