"""Monte Carlo CFR, and trees of bandits: equilibria by sampling, for games too large to be unfolded
(docs/equilibria.md)."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from ... import numeric
from ... import rng as random_numbers
from ...errors import GameError, OptionError
from ...machine.jit import compile_kernel
from ...rules.game import AnyGame, Game, State
from ...search.budget import Budget, Stopwatch
from ...search.interrupt import Interruptible
from ..face import move_rows
from .bandits import exp3, regret_matching, ucb
from .memory import grown, new_sets
from .response import Exploited, exploited
from .sampling import FULL, Desk, external, outcome
from .starts import all_starts
from .strategy import Strategy
from .unfolded import Unfolded

FIRST_ROOM = 1 << 12
KINDS: dict[str, Any] = {"external": external, "outcome": outcome}
GAMMAS = {"exp3": 0.1, "regret_matching": 0.1, "ucb": 0.7}
BANDITS: dict[str, Any] = {"exp3": exp3, "regret_matching": regret_matching, "ucb": ucb}
SLICE_SECONDS = 0.02


class MCCFR:
    """Solves a game by sampling. sampling: "external" (all moves of one player against what is drawn for the others) or
    "outcome" (one game at a time). exploration: of outcome sampling, how often any move is drawn. seed: one seed, one
    answer; None draws one."""

    _kinds, _called, _most = KINDS, ("sampling", "exploration"), 1.0

    def __init__(
        self, game: AnyGame, sampling: str = "external", exploration: float = 0.6, seed: int | None = None
    ) -> None:
        if sampling not in self._kinds:
            name = f"{type(self).__name__}: {self._called[0]}"
            raise OptionError(f"{name} must be one of {', '.join(self._kinds)}, not {sampling!r}")
        found = numeric.finite(exploration)
        if found is None or not 0.0 < found <= self._most:
            name = f"{type(self).__name__}: {self._called[1]}"
            raise OptionError(f"{name} must be a number above 0, at most {self._most:g}, not {exploration!r}")
        if not game.backend.has("information_key"):
            raise OptionError(f"{game.name} has no rule 'information_key', which says what a player knows")
        if not isinstance(game, Game):
            all_starts(game)  # raises unless there is one
        self.game, self.sampling, self.exploration = game, sampling, float(found)
        given = numeric.seed(seed)
        self.seed = secrets.randbits(63) if given is None else given
        self._table = game.backend.provide(["information_key"])
        self._sets = new_sets(FIRST_ROOM, game.max_moves)
        self._desk, self._blocks = self._new_desk()

    def _new_desk(self) -> tuple[Desk, list[Any]]:
        game, deep = self.game, self.game.max_length + 3
        start = game.start(seed=0)
        blocks = [game.backend.copy(start._block) for _ in range(deep)]
        moves = move_rows(game, deep)
        wide = moves.shape[1]
        places, counts, tried, owners = np.zeros((4, deep), np.int64)
        desk = Desk(
            states=np.array([block.ctypes.data for block in blocks], np.int64),
            moves=moves,
            places=places,
            counts=counts,
            tried=tried,
            owners=owners,
            values=np.zeros((deep, wide)),
            odds=np.zeros((deep, wide)),
            reach=np.zeros(game.players + 1),
            weights=np.zeros(wide),
            payoffs=np.zeros(game.players),
            key=np.zeros(1, np.int64),
            rng=random_numbers.new(self.seed),
            done=np.zeros(1, np.int64),
        )
        return desk, blocks

    @property
    def done(self) -> int:
        """Iterations so far: in each every player learns once."""
        return int(self._desk.done[0])

    @property
    def sets(self) -> int:
        """Information sets met so far."""
        return int(self._sets.used[0])

    def run(self, *, iterations: int | None = None, seconds: float | None = None) -> MCCFR:
        """So much more. Ctrl-C ends it, and what was done stays."""
        budget = Budget(iterations, seconds)
        self._iterate(0)  # compiled before the clock starts
        clock, target = Stopwatch(budget), None if budget.iterations is None else self.done + budget.iterations
        slice_ = 1
        with Interruptible() as interrupt:
            while not interrupt.requested and (target is None or self.done < target):
                if budget.seconds is not None and clock.elapsed >= budget.seconds:
                    break
                before = clock.elapsed
                self._iterate(slice_ if target is None else min(slice_, target - self.done))
                if clock.elapsed - before < SLICE_SECONDS:
                    slice_ = min(2 * slice_, 1 << 20)
        return self

    def _step(self, iterations: int) -> int:
        """The kernel, so many iterations: its status."""
        return int(_kernel(self.sampling)(self._table, self._sets, self._desk, self.exploration, iterations))

    def _iterate(self, iterations: int) -> None:
        target = self.done + iterations
        while True:
            status = self._step(target - self.done)
            if status == FULL:
                self._sets = grown(self._sets)
                continue
            if status < 0:
                own = self.game.backend.failure()
                raise (
                    own if own is not None else GameError(f"{self.game.name}: a rule failed while sampling ({status})")
                )
            return

    @property
    def strategy(self) -> Strategy:
        """What was played on average."""
        sets, move_of = self._sets, self.game.backend.move
        known: dict[tuple[int, int], dict[Any, float]] = {}
        for row in np.flatnonzero(sets.owners >= 0).tolist():
            n = int(sets.counts[row])
            weights, numbers = sets.averages[row, :n], sets.moves[row, :n].tolist()
            total = float(weights.sum())
            shares = (weights / total).tolist() if total > 0 else [1.0 / n] * n
            where = (int(sets.owners[row]), int(sets.keys[row]))
            known[where] = dict(zip(map(move_of, numbers), shares, strict=True))
        return Strategy(self.game, known)

    def exploited(self, tree: Unfolded) -> Exploited:
        """How far it is from an equilibrium of the same game, unfolded."""
        return exploited(tree, self.strategy.numbers(tree))

    def __call__(self, state: State) -> dict[Any, float]:
        """How often to play each move of a position."""
        return self.strategy(state)


class MMCTS(MCCFR):
    """Multiple-tree MCTS off line: a tree a player over all deals, a bandit in each node (bandits.py). `run`,
    `strategy` and `exploited` as of the sampling solvers. bandit: "exp3", "regret_matching" or "ucb". gamma: how often
    any move is tried, 0.1 if none is given; of ucb the factor of its bound, 0.7."""

    _kinds, _called, _most = BANDITS, ("bandit", "gamma"), 10.0

    def __init__(
        self, game: AnyGame, bandit: str = "exp3", gamma: float | None = None, seed: int | None = None
    ) -> None:
        super().__init__(game, bandit, GAMMAS.get(bandit, 1.0) if gamma is None else gamma, seed)
        if bandit != "ucb" and self.exploration > 1.0:
            raise OptionError(f"MMCTS: gamma must be a number above 0, at most 1, not {gamma!r}")
        if game.open_ended:
            raise OptionError(f"{game.name} leaves open how much it pays: rewards have no scale")


def _kernel(sampling: str) -> Any:
    if sampling not in _made:
        function = {**KINDS, **BANDITS}[sampling]
        _made[sampling] = compile_kernel(function, f"equilibria: {sampling}")
    return _made[sampling]


_made: dict[str, Any] = {}
