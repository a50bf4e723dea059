"""Simulation balancing: weights with which the mean outcome of playouts is what the position is worth (Silver and
Tesauro 2009; survey, VI-A12).

Strong playouts are not what a search needs: their errors must cancel. With V*(s) the value of a position and V(s) the
mean outcome of playouts, the weights go down the slope of (V* - V)^2:

    w += rate * (V*(s) - V(s)) * mean of z * (sum of psi) / moves

V and the slope come from different playouts, so that their product is not biased (learn/sampling.py). The size of steps
is that of Adam (Kingma and Ba 2015).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import OptionError
from ..parts.playout.move_weights import GREATEST, MoveWeights, numbers_its_moves
from ..rules.game import CHANCE, AnyGame, State
from ..search.search import Search
from .sampling import Sampler


@dataclass(frozen=True)
class Target:
    """A position and what it is worth."""

    state: State
    value: float
    """to player 0, from 0 to 1"""
    exact: bool
    """whether that is proven"""


def positions(game: AnyGame, seed: int) -> Iterator[State]:
    """Positions of random games, one each, any as likely as another; no two the same. Ends when it finds no more."""
    source, seen, missed = random.Random(seed), set(), 0
    while missed < MOST_MISSES:
        state, passed = game.start(seed=source.getrandbits(63)), []
        while not state.over:
            if state.mover != CHANCE:
                passed.append(state.copy())
            moves = state.moves()
            odds = state.weights() if state.mover == CHANCE else None
            state.play(source.choices(moves, odds)[0])
        found = source.choice(passed)
        missed += 1
        if str(found) not in seen:
            seen.add(str(found))
            missed = 0
            yield found


MOST_MISSES = 100
"""Random games in a row that led to no new position."""


def find_targets(game: AnyGame, count: int, iterations: int, seed: int, only_exact: bool) -> Iterator[Target]:
    """So many positions, valued by a search with a solver: exactly where it proves something, else by its mean."""
    check_game(game)
    search = Search(game, "solver", seed=seed)
    least, greatest = game.payoffs
    for state in positions(game, seed):
        if count == 0:
            return
        result = search.run(state, iterations=iterations, even_if_forced=True)
        search.forget()
        if result.stats.interrupted:
            raise KeyboardInterrupt
        if result.proven or not only_exact:
            mine = (result.value - least) / (greatest - least)
            yield Target(state, mine if state.mover == 0 else 1.0 - mine, result.proven)
            count -= 1


def check_game(game: AnyGame) -> None:
    """Raises unless one number says what a position is worth."""
    if game.players != 2 or game.hides or game.actions is None:
        raise OptionError(f"{game.name}: to balance playouts takes two players who see everything, and actions=")
    if not numbers_its_moves(game) and game.move_features is None:
        raise OptionError(f"{game.name}: its moves are not numbers, and cannot be known by one in a file")


def mean_squared_error(
    game: AnyGame, weights: MoveWeights, targets: Sequence[Target], playouts: int, seed: int
) -> float:
    """Of the mean outcome of playouts; what is due to their number is taken off."""
    sampler = Sampler(game, weights, seed)
    return squared_error(sampler, targets, playouts)


def squared_error(sampler: Sampler, targets: Sequence[Target], playouts: int) -> float:
    """The same with a sampler that is there."""
    total = 0.0
    for target in targets:
        mean, variance = sampler.mean(target.state, playouts)
        total += (target.value - mean) ** 2 - variance
    return total / len(targets)


class Balancer:
    """Learns weights step by step; they can be used after any step."""

    def __init__(
        self,
        weights: MoveWeights,
        targets: Sequence[Target],
        sampler: Sampler,
        playouts: int = 100,
        batch: int = 8,
        rate: float = 0.05,
        seed: int = 0,
    ) -> None:
        self.weights, self.targets, self.sampler = weights, list(targets), sampler
        self.playouts, self.batch, self.rate = playouts, batch, rate
        self._source, self._steps = random.Random(seed), 0
        self._mean, self._square = np.zeros_like(sampler.book.slope), np.zeros_like(sampler.book.slope)

    def step(self) -> None:
        """Some positions, one change of the weights."""
        slope: Any = 0.0
        for target in self._source.choices(self.targets, k=self.batch):
            value, _ = self.sampler.mean(target.state, self.playouts)
            slope = slope + (target.value - value) * self.sampler.slope(target.state, self.playouts, value)
        self._change(slope / self.batch)
        self.sampler.set_weights(self.weights)

    def _change(self, slope: Any) -> None:
        """Up the slope, by Adam."""
        self._steps += 1
        self._mean += (1 - MOMENTUM) * (slope - self._mean)
        self._square += (1 - MEMORY) * (slope * slope - self._square)
        mean, square = self._mean / (1 - MOMENTUM**self._steps), self._square / (1 - MEMORY**self._steps)
        change = self.rate * mean / (np.sqrt(square) + TINY)
        first = len(self.sampler.book.by_move)
        for given, by in ((self.weights.moves, change[:first]), (self.weights.features, change[first:])):
            if given is not None:
                given += by
                np.clip(given, -GREATEST, GREATEST, out=given)


MOMENTUM, MEMORY, TINY = 0.9, 0.999, 1e-8
"""Of Adam, as published."""


def balance(balancer: Balancer, steps: int, on_step: Callable[[int], object] | None = None) -> None:
    """So many steps, or until Ctrl-C."""
    try:
        for k in range(steps):
            balancer.step()
            if on_step is not None:
                on_step(k + 1)
    except KeyboardInterrupt:
        pass
