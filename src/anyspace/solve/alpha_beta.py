"""αβ search with a game's `evaluate`: the baseline that Monte Carlo search is measured against (survey, II-C).

Iterative deepening: depth after depth until the budget is spent, each beginning with the best move of the one before;
where the game has a `prior`, other moves are tried in its order. For two players who share what there is, or one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .. import numeric
from ..core.questions import copy_state
from ..errors import GameError, OptionError
from ..machine.atomic import address_of
from ..machine.jit import compile_kernel
from ..machine.native import call
from ..rules.codes import BAD_MOVE_COUNT, BAD_PAYOFF, CHANCE, NOT_CONSTANT_SUM, OVER, UNANSWERED
from ..rules.game import AnyGame, State
from ..rules.table import Table
from ..search.budget import Budget, Stopwatch
from ..search.interrupt import Interruptible
from ..search.result import Result
from .face import as_result, check_state, move_rows

FRAME = np.dtype(
    [
        ("n", np.int64),
        ("tried", np.int64),
        ("mover", np.int64),
        ("best", np.float64),  # of player 0's reward, in [0, 1], as all values here
        ("alpha", np.float64),  # player 0 has this for sure elsewhere
        ("beta", np.float64),  # player 1 does not let it be more
    ]
)

PLY, ENTERING, CUT, NODES, FIRST = range(5)
"""Places in `Desk.control`: where the search stands; whether it has just come there; how many lines were cut by the
depth, so that a value is an estimate; positions seen; the move of the root to begin with."""

PAUSED, DONE, MEETS_CHANCE = 1, 0, -120

MOST_DEPTH = 64
SLICE = 20_000
"""Positions between two looks at the clock."""

TIE = 1e-9
"""How much worse than the best a move of the root must be to be given up: those that are as good are known to be."""


class Desk(NamedTuple):
    """The working memory of a search; it can be left at any position and gone on with."""

    states: Any
    """int64 [depth + 1]: addresses"""
    moves: Any
    """int32 [depth + 1, moves]"""
    frames: Any
    """FRAME [depth + 1]"""
    values: Any
    """float64 [moves]: of the root's moves, as far as they are known; -1 otherwise"""
    efforts: Any
    """int64 [moves]: positions seen below each"""
    weights: Any
    """float64 [moves]"""
    payoffs: Any
    """float64 [players]"""
    control: Any
    """int64 [5]"""


def search_on(game: Table, desk: Desk, depth: int, limit: int) -> int:
    """Search to `depth`, at most `limit` positions before a pause. DONE, PAUSED, or what went wrong."""
    control = desk.control
    seen = 0
    while seen < limit:
        ply = control[PLY]
        frame = desk.frames[ply]
        value = -1.0
        if control[ENTERING] != 0:
            seen += 1
            control[NODES] += 1
            status, value = enter(game, desk, ply, depth)
            if status < 0:
                return status
            control[ENTERING] = 0
        elif frame.tried == frame.n or frame.alpha >= frame.beta:
            value = frame.best
        if value >= 0.0:
            if ply == 0:
                return DONE
            take_back(desk, ply - 1, value)
            control[PLY] = ply - 1
        else:
            move = desk.moves[ply, frame.tried]
            frame.tried += 1
            status = copy_state(game, desk.states[ply + 1], desk.states[ply])
            if status >= 0:
                status = call(game.play, (desk.states[ply + 1], move))
            if status < 0:
                return status
            slack = TIE if ply == 0 else 0.0
            desk.frames[ply + 1].alpha = frame.alpha - slack
            desk.frames[ply + 1].beta = frame.beta + slack
            control[PLY] = ply + 1
            control[ENTERING] = 1
    return PAUSED


def enter(game: Table, desk: Desk, ply: int, depth: int) -> tuple[int, float]:
    """Come to a position: a status, and its value if it is a leaf, else -1."""
    state, frame = desk.states[ply], desk.frames[ply]
    mover = call(game.mover, (state,))
    if mover == CHANCE:
        return MEETS_CHANCE, 0.0
    if mover == OVER or ply == depth:
        desk.control[CUT] += mover != OVER
        status = call(game.returns if mover == OVER else game.evaluate, (state, address_of(desk.payoffs)))
        value = (desk.payoffs[0] - game.lowest) * game.scale
        if status >= 0 and not (value >= -1e-9 and value <= 1.0 + 1e-9):
            status = BAD_PAYOFF
        if status >= 0 and mover == OVER and game.players == 2:
            other = (desk.payoffs[1] - game.lowest) * game.scale
            status = NOT_CONSTANT_SUM if abs(value + other - 1.0) > 1e-6 else status
        return min(status, 0), min(max(value, 0.0), 1.0)
    if mover < OVER:
        return mover, 0.0
    n = call(game.moves, (state, address_of(desk.moves[ply])))
    if n < 1 or n > game.max_moves:
        return (BAD_MOVE_COUNT if n > UNANSWERED else n), 0.0
    if game.prior != 0:
        status = call(game.prior, (state, address_of(desk.moves[ply]), n, address_of(desk.weights)))
        if status < 0:
            return status, 0.0
        sort_by_weight(desk.moves[ply], desk.weights, n)
    if ply == 0:
        frame.alpha, frame.beta = -1.0, 2.0
        first = desk.control[FIRST]
        if first >= 0:
            for i in range(n):
                if desk.moves[0, i] == first:
                    desk.moves[0, i] = desk.moves[0, 0]
                    desk.moves[0, 0] = first
        desk.values[:] = -1.0
    frame.n, frame.tried, frame.mover = n, 0, mover
    frame.best = -1.0 if mover == 0 else 2.0
    return 0, -1.0


def take_back(desk: Desk, ply: int, value: float) -> None:
    """The move that was tried last from the position at `ply` has this value."""
    frame = desk.frames[ply]
    if ply == 0:
        desk.values[frame.tried - 1] = value
        desk.efforts[frame.tried - 1] = desk.control[NODES]
    if frame.mover == 0:
        frame.best = max(frame.best, value)
        frame.alpha = max(frame.alpha, value)
    else:
        frame.best = min(frame.best, value)
        frame.beta = min(frame.beta, value)


def sort_by_weight(moves: Any, weights: Any, n: int) -> None:
    """The heaviest first; equals keep their order."""
    for i in range(1, n):
        move, weight = moves[i], weights[i]
        k = i
        while k > 0 and weights[k - 1] < weight:
            moves[k], weights[k] = moves[k - 1], weights[k - 1]
            k -= 1
        moves[k], weights[k] = move, weight


def check_depth(depth: Any) -> int | None:
    """A depth to search to, or None. Raises if it is anything else."""
    found = numeric.whole(depth)
    if depth is not None and (found is None or not 1 <= found <= MOST_DEPTH):
        raise OptionError(f"AlphaBeta: depth must be a whole number from 1 to {MOST_DEPTH}, not {depth!r}")
    return found


class AlphaBeta:
    """αβ search. depth: how deep at most; None for as deep as the budget allows."""

    def __init__(self, game: AnyGame, depth: int | None = None) -> None:
        self.depth = check_depth(depth)
        if game.players > 2:
            raise OptionError(f"AlphaBeta is for two players or one, and {game.name} has {game.players}")
        if game.hides:
            raise OptionError(f"AlphaBeta looks at everything, and {game.name} hides information")
        if game.open_ended:
            raise OptionError(f"AlphaBeta needs to know the least and greatest payoff, which {game.name} leaves open")
        if not game.backend.has("evaluate"):
            raise OptionError(f"AlphaBeta asks {game.name} for a rule 'evaluate', which it does not have")
        self.game = game

    def run(self, state: State, *, iterations: int | None = None, seconds: float | None = None) -> Result:
        """Search from `state`. A budget of iterations is one of positions; a depth that was begun and not finished does
        not count. Ctrl-C ends the search with the best so far."""
        state = check_state(self.game, state)
        budget = Budget(iterations, seconds)
        iterations = budget.iterations
        backend = self.game.backend
        table = backend.provide(["evaluate", *(["prior"] if backend.has("prior") else [])])
        most = min(self.depth or MOST_DEPTH, self.game.max_length)
        blocks = [backend.copy(state._block) for _ in range(most + 1)]
        desk = self._desk(blocks, most)
        kernel = _kernel()
        kernel(table, desk, 1, 0)  # compiled before the clock starts
        clock, rows, reached, seen = Stopwatch(budget), [], 0, 0
        with Interruptible() as interrupt:
            for depth in range(1, most + 1):
                backend.assign(blocks[0], state._block)
                desk.control[:NODES] = (0, 1, 0)
                status = PAUSED
                while status == PAUSED and (depth == 1 or not self._spent(budget, clock, desk, interrupt)):
                    left = SLICE if iterations is None else max(1, min(SLICE, iterations - int(desk.control[NODES])))
                    status = int(kernel(table, desk, depth, left))
                self._check(status)
                if status == PAUSED:
                    break
                rows, reached = self._rows(state, desk, seen), depth
                seen = int(desk.control[NODES])
                desk.control[FIRST] = backend.number(rows[0][0])
                if len(rows) == 1 or desk.control[CUT] == 0 or self._spent(budget, clock, desk, interrupt):
                    break
        size = sum(array.nbytes for array in desk)
        return as_result(state, rows, clock, int(desk.control[NODES]), size, reached, interrupt.requested, 0)

    def _desk(self, blocks: list[Any], most: int) -> Desk:
        moves = move_rows(self.game, most + 1)
        wide = moves.shape[1]
        return Desk(
            states=np.array([block.ctypes.data for block in blocks], np.int64),
            moves=moves,
            frames=np.zeros(most + 1, FRAME).view(np.recarray),
            values=np.zeros(wide),
            efforts=np.zeros(wide, np.int64),
            weights=np.zeros(wide),
            payoffs=np.zeros(max(2, self.game.players)),
            control=np.array([0, 1, 0, 0, -1], np.int64),
        )

    @staticmethod
    def _spent(budget: Budget, clock: Stopwatch, desk: Desk, interrupt: Interruptible) -> bool:
        late = budget.seconds is not None and clock.elapsed >= budget.seconds
        return (
            late or interrupt.requested or (budget.iterations is not None and desk.control[NODES] >= budget.iterations)
        )

    def _check(self, status: int) -> None:
        if status == MEETS_CHANCE:
            raise OptionError(f"AlphaBeta: there is chance in {self.game.name}")
        if status == NOT_CONSTANT_SUM:
            raise OptionError(f"AlphaBeta: what one player of {self.game.name} gains the other does not lose")
        if status < 0:
            own = self.game.backend.failure()
            raise own if own is not None else GameError(f"{self.game.name}: a rule failed during the search ({status})")

    def _rows(self, state: State, desk: Desk, seen: int) -> list[tuple[Any, int, float, bool]]:
        """Move, positions below it, value to the mover, whether that is certain; the best first. What is worse than the
        best has its value at most. `seen` positions belong to the depths before."""
        least, greatest = self.game.payoffs
        n = int(desk.frames[0].n)
        efforts = np.diff(desk.efforts[:n], prepend=seen + 1).tolist()  # 1: the root
        values = [value if state.mover == 0 else 1.0 - value for value in desk.values[:n].tolist()]
        order = sorted(range(n), key=lambda i: (-values[i], i))
        is_exact, best = desk.control[CUT] == 0, max(values)
        return [
            (
                self.game.backend.move(int(desk.moves[0, i])),
                int(efforts[i]),
                least + values[i] * (greatest - least),
                bool(is_exact and values[i] == best),
            )
            for i in order
        ]


def _kernel() -> Any:
    if "kernel" not in _made:
        _made["kernel"] = compile_kernel(search_on, "alpha-beta search")  # type: ignore[arg-type]
    return _made["kernel"]


_made: dict[str, Any] = {}
