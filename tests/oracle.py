"""Cross-checks of our rules against independent implementations (pyspiel): random games, every position compared."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from anyspace.rules.game import CHANCE, OVER, AnyGame, State


def same_action(state: State, move: Any) -> int:
    return int(move)


def same_returns(returns: list[float]) -> list[float]:
    return returns


def cross_check(
    game: AnyGame,
    spiel_game: Any,
    games: int,
    *,
    action: Callable[[State, Any], int] = same_action,
    their_returns: Callable[[list[float]], list[float]] = same_returns,
    stop: Callable[[State, Any], bool] | None = None,
    seed: int = 0,
) -> int:
    """Play `games` random games in both; assert that mover, legal moves, odds and payoffs agree in every position.

    `action` maps our move to theirs, `their_returns` their payoffs to our units; `stop(state, theirs)` ends a game
    early where the two rule sets are known to part. Returns the number of positions compared.
    """
    source = random.Random(seed)
    compared = 0
    for _ in range(games):
        ours, theirs = game.start(seed=source.getrandbits(32)), spiel_game.new_initial_state()
        while True:
            compared += 1
            if stop is not None and stop(ours, theirs):
                break
            assert ours.over == theirs.is_terminal(), f"one is over, the other is not:\n{ours}\n{theirs}"
            if ours.mover == OVER:
                assert ours.returns() == pytest.approx(their_returns(theirs.returns())), f"\n{ours}\n{theirs}"
                break
            moves = ours.moves()
            named = {action(ours, move): move for move in moves}
            assert len(named) == len(moves), f"two moves map to one action:\n{ours}"
            if ours.mover == CHANCE:
                assert theirs.is_chance_node(), f"chance here, not there:\n{ours}\n{theirs}"
                odds = {action(ours, move): odd for move, odd in zip(moves, ours.weights(), strict=True)}
                assert odds == pytest.approx(dict(theirs.chance_outcomes())), f"\n{ours}\n{theirs}"
            else:
                assert ours.mover == theirs.current_player(), f"\n{ours}\n{theirs}"
                assert sorted(named) == sorted(theirs.legal_actions()), f"legal moves differ:\n{ours}\n{theirs}"
            chosen = source.choice(sorted(named))
            ours.play(named[chosen])
            theirs.apply_action(chosen)
    return compared


def perft(state: State, depth: int) -> int:
    """The number of legal move sequences of length `depth`; a finished game has none."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(state.moves())
    return sum(perft(state.copy().play(move), depth - 1) for move in state.moves())
