"""Strategies for whole games: how often to play what, given what is known."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ...errors import GameError, OptionError
from ...rules.game import AnyGame, State
from .unfolded import Unfolded

Answer = Callable[[State], Mapping[Any, float]]
"""From a position to how often its mover plays each move; whatever is left out is never played."""


class Strategy:
    """How often to play each move, by what the mover knows. `strategy(state)` is a dictionary from move to share; any
    move where nothing is known."""

    def __init__(self, game: AnyGame, known: dict[tuple[int, int], dict[Any, float]]) -> None:
        self.game, self.known = game, known

    @classmethod
    def of_unfolded(cls, tree: Unfolded, numbers: Any) -> Strategy:
        """From one number a move of every information set."""
        shares = np.asarray(numbers).tolist()
        if not tree.game.backend.has("information_key"):
            raise GameError(f"{tree.game.name} has no rule 'information_key': its positions cannot be looked up")
        return cls(
            tree.game,
            {
                where: dict(zip(tree.moves(group), shares[tree.first[group] : tree.first[group + 1]], strict=True))
                for where, group in tree.place.items()
            },
        )

    def __call__(self, state: State) -> dict[Any, float]:
        found = self.known.get((state.mover, state.information_key(state.mover)))
        moves = state.moves()
        return dict.fromkeys(moves, 1.0 / len(moves)) if found is None else found

    def numbers(self, tree: Unfolded) -> Any:
        """One number a move of every information set of the unfolded game; any move where nothing is known."""
        found = tree.uniform()
        for where, group in tree.place.items():
            if where in self.known:
                shares = self.known[where]
                found[tree.first[group] : tree.first[group + 1]] = [shares[move] for move in tree.moves(group)]
        return found

    def sample(self, state: State, seed: int | None = None) -> Any:
        """A move drawn by it."""
        shares = self(state)
        return random.Random(seed).choices([*shares], [*shares.values()])[0]


def tabulated(tree: Unfolded, answer: Answer, told: Callable[[int, int], object] | None = None) -> Any:
    """A function's answer to every information set, one number a move, to be judged by `exploited`. `told` is called
    with how many were asked, and how many there are."""
    numbers = np.zeros(tree.slots)
    for group in range(len(tree.owner)):
        state = tree.state(int(tree.example[group]))
        shares, moves = answer(state), state.moves()
        weights = np.array([float(shares.get(move, 0.0)) for move in moves])
        if not (weights >= 0).all() or not 0 < weights.sum() < np.inf:
            raise OptionError(f"{tree.game.name}: a strategy answered {dict(shares)!r} to the moves {moves!r}")
        numbers[tree.first[group] : tree.first[group + 1]] = weights / weights.sum()
        if told is not None:
            told(group + 1, len(tree.owner))
    return numbers
