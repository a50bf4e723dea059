"""Rules that break their word where something is hidden: which moves there are, and what is seen of them, differs from
guess to guess, so all of it is looked at every time. Compiled, a move too many would be written beyond a row's end."""

from __future__ import annotations

from typing import Any

import everything
import pytest
from uncompiled import plain_search

from anyspace import Game, GameError
from anyspace.rules.game import declare


def made(actions: int = everything.HEAPS * everything.MOST, **rules: Any) -> Game:
    """Nim with heaps, a rule or a number of it changed."""
    facts: dict[str, Any] = {"move_features": everything.MOST, "plane_shape": (1, 1, everything.HEAPS)}
    return declare(
        {**vars(everything), **rules}, name="changed", state=everything.STATE, players=2, max_moves=6, max_length=7,
        actions=actions, **facts,
    )  # fmt: skip


@pytest.mark.parametrize("information", ["single", "multi"])
@pytest.mark.parametrize("prior", [everything.prior, None], ids=["prior", "all alike"])
def test_odds_are_not_kept_of_a_move_too_many(information: str, prior: Any) -> None:
    game = made(actions=4, prior=prior)
    with pytest.raises(GameError, match="there is a move 4; the game declares that all are below actions=4"):
        plain_search(game, "puct", information=information, seed=1).run(game.start(), iterations=50)


@pytest.mark.parametrize("part", ["rave", "grave", "killer_rave", "progressive_history"])
def test_nor_is_anything_else(part: str) -> None:
    game = made(actions=4)
    with pytest.raises(GameError, match="there is a move 4; the game declares that all are below actions=4"):
        plain_search(game, part, information="single", seed=1).run(game.start(), iterations=50)


def test_what_is_seen_may_be_any_number() -> None:
    game = made(observe=lambda state, move, observer: -90 - move)
    search = plain_search(game, "puct", information="multi", seed=1)
    assert search.run(game.start(), iterations=50).stats.iterations == 50


def test_eyes_that_fail_are_not_taken_for_something_seen() -> None:
    def observe(state: Any, move: int, observer: int) -> int:
        if state.heaps[0] == 1:
            raise ValueError("no eyes")
        return move

    game = made(observe=observe)
    with pytest.raises(ValueError, match="no eyes"):
        plain_search(game, "ucb1", information="multi", seed=1).run(game.start(), iterations=50)
