"""Values learnt from games: TD(λ), TDMC(λ), and permanent beside transient memory, on Othello (survey, IV-C1 and
IV-C2).

A position is worth tanh(θ·φ) to Black: φ counts the discs of either side on the ten kinds of cells that a board has
but for turns and mirrors. Games are played by the learner against itself, mostly greedily, and every position of a
game is moved towards its target, the λ-return

    G(t) = (1 - λ) Σ λ^(n-1) u(t + n)  +  λ^(T-t-1) z,     n = 1, 2, ... up to the end at T, where the outcome is z

**TD(λ)** (Sutton 1988): u is the learner's own value of the later position. **TDMC(λ)** (Osaki, Shibahara, Tajima and
Kotani 2008): u is what random playouts from there come to, so that the learner does not have to believe itself.

**Permanent and transient memory** (Dyna-2; Silver, Sutton and Müller 2008): θ is permanent. A second set of weights,
which begins with every game at nothing, is learnt by the same rule from games that are simulated from the position on
the board; moves are chosen by the sum of both.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import OptionError
from ..games import load
from ..machine.native import prototype
from ..rng import new
from ..rules.compiled import SLACK
from ..rules.game import AnyGame, State

SIDE = 8
METHODS = ("td", "tdmc")
Player = Callable[[State], Any]
"""Whoever chooses a move."""


def _kinds() -> Any:
    """Of every cell, which of the ten kinds it is."""
    rows, columns = np.divmod(np.arange(SIDE * SIDE), SIDE)
    near, far = np.minimum(rows, SIDE - 1 - rows), np.minimum(columns, SIDE - 1 - columns)
    pairs = np.sort(np.stack([near, far]), axis=0)
    return np.unique(pairs[0] * SIDE + pairs[1], return_inverse=True)[1].reshape(-1)


KINDS = _kinds()
FEATURES = int(KINDS.max()) + 1


def discs(state: State) -> Any:
    """float [64]: 1 where Black has a disc, -1 where White has one."""
    boards = np.array([int(board) for board in state["discs"]], np.uint64).view(np.uint8)
    bits = np.unpackbits(boards.reshape(2, 8), axis=1, bitorder="little").astype(float)
    return bits[0] - bits[1]


def features(state: State) -> Any:
    """float [10]: discs of Black less those of White on every kind of cells, shared by the number of cells."""
    return np.bincount(KINDS, discs(state), FEATURES) / 8.0


@dataclass
class Values:
    """What positions are worth to Black, from -1 to 1."""

    weights: Any = field(default_factory=lambda: np.zeros(FEATURES))

    def of(self, state: State) -> float:
        """The outcome where it is over, else what was learnt."""
        return float(state.returns()[0]) if state.over else math.tanh(float(self.weights @ features(state)))

    def best(self, state: State) -> Any:
        """The move to the position that is worth most to who moves; the first of several."""
        sign = 1 if state.mover == 0 else -1
        return max(state.moves(), key=lambda move: sign * self.of(state.copy().play(move)))


def random_player(seed: int) -> Player:
    """Any move."""
    source = random.Random(seed)
    return lambda state: source.choice(state.moves())


def playout_mean(state: State, count: int, seed: int) -> float:
    """What random playouts come to for Black."""
    if state.over:
        return float(state.returns()[0])
    game = state.game
    run, block, rng, out = prototype(6)(game.backend.table.playout), game.backend.new(), new(seed), np.zeros(2)
    moves, weights = np.zeros(game.max_moves + SLACK, np.int32), np.zeros(game.max_moves + SLACK)
    arguments = [array.ctypes.data for array in (block, rng, out, moves, weights)]
    total = 0.0
    for _ in range(count):
        block[:] = state._block
        run(*arguments, game.max_length)
        total += float(out[0])
    return total / count


@dataclass
class Learner:
    """Learns from games against itself. method: "td" or "tdmc". rate: how far a position is moved towards its target.
    lam: λ. epsilon: how often a move is random. playouts: of tdmc, for every position. opening: how many random moves a
    game begins with."""

    method: str = "td"
    rate: float = 0.05
    lam: float = 0.7
    epsilon: float = 0.1
    playouts: int = 20
    opening: int = 12
    seed: int = 0
    game: AnyGame | None = None

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise OptionError(f"td: method must be one of {', '.join(METHODS)}, not {self.method!r}")
        for name in ("rate", "lam", "epsilon"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"td: {name} must be from 0 to 1, not {getattr(self, name)!r}")
        if isinstance(self.playouts, bool) or not isinstance(self.playouts, int) or self.playouts < 1:
            raise OptionError(f"td: playouts must be 1 or more, not {self.playouts!r}")
        self.game = self.game or load("othello")
        self.values = Values()
        self.source = random.Random(self.seed)

    def learn(self, games: int) -> Values:
        """From so many more games."""
        for _ in range(games):
            positions = self.play()
            self.correct(positions)
        return self.values

    def play(self) -> list[State]:
        """The positions of a game against itself, the start left out."""
        assert self.game is not None
        state = self.game.start(seed=0)
        positions: list[State] = []
        while not state.over:
            wild = len(positions) < self.opening or self.source.random() < self.epsilon
            state.play(self.source.choice(state.moves()) if wild else self.values.best(state))
            positions.append(state.copy())
        return positions

    def correct(self, positions: list[State]) -> None:
        """Move the values of all positions towards their λ-returns."""
        phi = np.array([features(state) for state in positions])
        own = np.tanh(phi @ self.values.weights)
        if self.method == "td":
            later = own
        else:
            seeds = [self.source.getrandbits(60) for _ in positions]
            later = np.array([playout_mean(s, self.playouts, seed) for s, seed in zip(positions, seeds, strict=True)])
        targets = lambda_returns(later, float(positions[-1].returns()[0]), self.lam)
        slope = (targets - own)[:-1] * (1.0 - own[:-1] ** 2)
        self.values.weights = self.values.weights + self.rate * slope @ phi[:-1]


def lambda_returns(later: Any, outcome: float, lam: float) -> Any:
    """G above for every position but the last, whose own is the outcome."""
    targets = np.empty(len(later))
    targets[-1] = outcome
    for t in range(len(later) - 2, -1, -1):
        estimate = outcome if t + 1 == len(later) - 1 else later[t + 1]
        targets[t] = (1.0 - lam) * estimate + lam * targets[t + 1]
    return targets


@dataclass
class TwoMemories:
    """A player with a permanent memory, which it does not change, and a transient one, which it learns anew in every
    game from `simulations` games a move, each of at most `depth` moves."""

    permanent: Values
    simulations: int = 20
    depth: int = 8
    rate: float = 0.02
    epsilon: float = 0.2
    seed: int = 0

    def __post_init__(self) -> None:
        self.source = random.Random(self.seed)
        self.forget()

    def forget(self) -> None:
        """A new game begins."""
        self.transient = np.zeros(SIDE * SIDE)

    def value(self, state: State) -> float:
        """By both memories."""
        if state.over:
            return float(state.returns()[0])
        return math.tanh(float(self.permanent.weights @ features(state) + self.transient @ discs(state)))

    def best(self, state: State) -> Any:
        sign = 1 if state.mover == 0 else -1
        return max(state.moves(), key=lambda move: sign * self.value(state.copy().play(move)))

    def __call__(self, state: State) -> Any:
        if discs(state).__abs__().sum() <= 5:
            self.forget()
        for _ in range(self.simulations):
            self.simulate(state.copy())
        return self.best(state)

    def simulate(self, state: State) -> None:
        """One game from here, TD(0) on the transient memory at every step."""
        for _ in range(self.depth):
            if state.over:
                return
            before, looks = self.value(state), discs(state)
            wild = self.source.random() < self.epsilon
            state.play(self.source.choice(state.moves()) if wild else self.best(state))
            error = self.value(state) - before
            self.transient += self.rate * error * (1.0 - before * before) * looks


def match(
    one: Player, other: Player, games: int, seed: int = 0, game: AnyGame | None = None, opening: int = 6
) -> float:
    """The share of points that `one` gets, on both sides in turn; every pair of games begins with the same random
    moves."""
    game = game or load("othello")
    points = 0.0
    for number in range(games):
        source, state = random.Random(seed + number // 2), game.start(seed=0)
        for _ in range(opening):
            state.play(source.choice(state.moves()))
        sides = (one, other) if number % 2 == 0 else (other, one)
        while not state.over:
            state.play(sides[state.mover](state))
        outcome = float(state.returns()[number % 2])
        points += 0.5 + 0.5 * np.sign(outcome)
    return points / games
