"""What the rules `key`, `evaluate` and `prior` of every game must keep, seen in random games; and solved boards."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from anyspace.rules.game import Game, State

Choice = Callable[[State], Any]


def check_keys(game: Game, games: int, seed: int) -> None:
    """One key, one position, and the other way round. A key that is not over 64 bits would collide here or in the low
    or high half alone more often than chance allows."""
    source = random.Random(seed)
    seen: dict[int, bytes] = {}
    for _ in range(games):
        state = game.start(seed=0)
        while not state.over:
            assert seen.setdefault(state.key(), state._block.tobytes()) == state._block.tobytes()
            state.play(source.choice(state.moves()))
    assert len(seen) == len(set(seen.values())), "one position has two keys"
    for half in ({key & 0xFFFFFFFF for key in seen}, {key >> 32 for key in seen}):
        assert len(seen) - len(half) <= 3 + len(seen) ** 2 / 2**32


def check_knowledge(game: Game, games: int, seed: int) -> None:
    """Estimates are certain of nothing and add up to nothing, no legal move is ruled out, and the uncompiled rules
    say the same."""
    source, rules = random.Random(seed), game.rules
    estimates, moves, weights = np.zeros(2), np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves)
    for _ in range(games):
        state = game.start(seed=0)
        while not state.over:
            record: Any = game.backend.record(state._block)
            legal = state.moves()
            with np.errstate(over="ignore"):
                assert np.uint64(rules["key"](record)).astype(np.int64) == state.key()
                if "evaluate" in rules:
                    first, second = state.evaluate()
                    assert first == -second and abs(first) < 1.0
                    rules["evaluate"](record, estimates)
                    assert estimates.tolist() == pytest.approx([first, second])
                if "prior" in rules:
                    assert all(0 < weight < np.inf for weight in state.prior())
                    moves[: len(legal)] = legal
                    rules["prior"](record, moves, len(legal), weights)
                    assert weights[: len(legal)].tolist() == pytest.approx(state.prior())
            state.play(source.choice(legal))


def check_decided(game: Game, games: int, seed: int) -> None:
    """An estimate of 0.99 is for who can win with the next move, all of them; -0.99 for who cannot stop the other."""
    source, seen = random.Random(seed), set()

    def wins_next(state: State) -> bool:
        after = [state.copy().play(move) for move in state.moves()]
        return any(later.over and later.returns()[state.mover] > 0 for later in after)

    for _ in range(games):
        state = game.start(seed=0)
        while not state.over:
            value = state.evaluate()[state.mover]
            assert (value == 0.99) == wins_next(state)
            if value == -0.99:
                assert all(wins_next(state.copy().play(move)) for move in state.moves())
            seen.add(round(value, 2) if abs(value) == 0.99 else 0)
            state.play(source.choice(state.moves()))
    assert seen == {-0.99, 0, 0.99}


def heaviest(state: State) -> Any:
    """The move that the prior likes best, the first one of several."""
    return max(zip(state.moves(), state.prior(), strict=True), key=lambda pair: pair[1])[0]


def best_looking(state: State) -> Any:
    """The move to the position with the best estimate for its mover."""
    return max(state.moves(), key=lambda move: state.copy().play(move).evaluate()[state.mover])


def wins_against_random(game: Game, choice: Choice, games: int, seed: int) -> int:
    """Games won by a player who chooses so, on either side, against random moves."""
    source, won = random.Random(seed), 0
    for number in range(games):
        state, side = game.start(seed=0), number % 2
        while not state.over:
            state.play(choice(state) if state.mover == side else source.choice(state.moves()))
        won += state.returns()[side] > 0
    return won


def mover_wins(state: State, known: dict[int, bool]) -> bool:
    """By exhaustive search, for games of two that nobody draws. `known` remembers by keys."""
    if state.over:
        record: Any = state.game.backend.record(state._block)  # type: ignore[attr-defined]
        return state.returns()[int(record.turn)] > 0
    key = state.key()
    if key not in known:
        known[key] = any(not mover_wins(state.copy().play(move), known) for move in state.moves())
    return known[key]


def first_player_wins(game: Game) -> bool:
    return mover_wins(game.start(seed=0), {})
