"""Forward search sparse sampling (Walsh, Goschin and Littman 2010): one player and chance, with bounds on every value.

A search ends when the bounds of its root meet (`sparse_tree` says how they come nearer). Where random playouts never
find the one line that pays, bounds from above do. Several threads draw outcomes of their own, each for a tree of its
own, and a move is worth the mean of what they say: chance is met `threads` times as often at the root.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .. import numeric
from ..errors import OptionError
from ..machine.jit import compile_kernel
from ..machine.waiting import compiling
from ..parts.parallel import MOST_THREADS
from ..rng import new
from ..rules.compiled import SLACK
from ..rules.game import AnyGame, State
from ..search.budget import Budget, Stopwatch
from ..search.crew import REPORT_SECONDS
from ..search.failure import failure
from ..search.result import Result
from ..search.running import check_interval
from .crew import Crew, Look, seeds
from .face import as_result, check_state
from .sparse_tree import CLOSE, CULPRIT, NO_NODE, NODE, PAUSED, ROOT, TRIALS, UNMET, Desk, search_on

Progress = Callable[[Result], object]


class Root(NamedTuple):
    """What one tree says of a move of the root."""

    move: Any
    visits: int
    low: float
    high: float


class FSSS:
    """Forward search sparse sampling. depth: how many moves are looked ahead, those of chance included; None for the
    whole game. width: outcomes that are drawn where chance moves. nodes: how many a tree may have. threads: how many
    trees, each with draws of its own; one seed, one number of threads, one answer (to a budget of iterations)."""

    def __init__(
        self, game: AnyGame, depth: int | None = None, width: int = 4, nodes: int = 1_000_000, seed: int = 0,
        threads: int = 1,
    ) -> None:  # fmt: skip
        for name, given, least in (("depth", depth, 1), ("width", width, 1), ("nodes", nodes, 3)):
            found = numeric.whole(given)
            if not (given is None and name == "depth") and (found is None or not least <= found <= 10**8):
                raise OptionError(f"FSSS: {name} must be a whole number, {least} or more, not {given!r}")
        if not 1 <= (numeric.whole(threads) or 0) <= MOST_THREADS:
            raise OptionError(f"FSSS: threads must be a whole number from 1 to {MOST_THREADS}, not {threads!r}")
        if game.players != 1 or game.hides:
            raise OptionError("FSSS is for one player who sees everything")
        if game.open_ended:
            raise OptionError(f"FSSS needs to know the least and greatest payoff, which {game.name} leaves open")
        self.game, self.width, self.nodes, self.seed = game, width, nodes, numeric.seed(seed) or 0
        self.depth, self.threads = min(depth or game.max_length, game.max_length), threads

    def run(
        self,
        state: State,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        on_progress: Progress | None = None,
        every: float = REPORT_SECONDS,
    ) -> Result:
        """Search from `state`; an iteration is a trial. A value is the middle of its bounds, and certain (of what was
        drawn) where these meet. Ctrl-C ends the search with the best so far; `on_progress` is told that `every` so
        many seconds."""
        check_interval(every)
        return Sampling(self, check_state(self.game, state), Budget(iterations, seconds)).run(on_progress, every)


class Sampling:
    """One run: a tree for every thread."""

    def __init__(self, search: FSSS, state: State, budget: Budget) -> None:
        self.search, self.state, self.budget = search, state, budget
        backend, threads = search.game.backend, range(search.threads)
        self.blocks = [[backend.copy(state._block) for _ in range(2)] for _ in threads]
        self.desks = [self._desk(*pair) for pair in zip(self.blocks, seeds(search.seed, search.threads), strict=True)]
        self.shown: list[list[Root]] = [[] for _ in threads]
        """What each thread has shown of its tree: its desk is its own while it works."""
        self.kernel = _kernel()
        with compiling:
            self.kernel(backend.table, self.desks[0], search.depth, search.width, 0)
        self.crew = Crew(backend, search.threads, search.seed, self._go_on)
        self.clock = Stopwatch(budget)

    def run(self, on_progress: Progress | None, every: float) -> Result:
        """Until the budget is spent, somebody says stop, or all trees know their best move."""

        def report() -> None:
            if on_progress is not None and any(self.shown):
                on_progress(self.result(False))

        interrupted = self.crew.run(report, every)
        if not any(self.shown):
            raise OptionError(f"FSSS: {self.search.nodes} nodes do not hold the moves of this position; give more")
        return self.result(interrupted)

    def _go_on(self, which: int, look: Look | None) -> None:
        """Slices of the kernel; one trial is always done."""
        desk, search, clock = self.desks[which], self.search, Stopwatch(self.crew.share(self.budget, which))
        while (todo := clock.next_slice()) > 0 and not (self.crew.stopped.is_set() and clock.done):
            before = int(desk.facts[TRIALS])
            status = int(self.kernel(search.game.backend.table, desk, search.depth, search.width, todo))
            clock.did(int(desk.facts[TRIALS]) - before)
            if status < 0:
                works: Any = [_Culprit(float(desk.facts[CULPRIT]))]
                raise failure(self.state, status, works)
            self.shown[which] = self._roots(desk)
            if status != PAUSED:
                break
            if look is not None:
                look()

    def _desk(self, blocks: list[Any], seed: int) -> Desk:
        wide = self.search.game.max_moves + SLACK
        nodes = np.zeros(self.search.nodes, NODE).view(np.recarray)
        nodes[ROOT].high, nodes[ROOT].weight, nodes[ROOT].mover = 1.0, 1, UNMET
        return Desk(
            states=np.array([block.ctypes.data for block in blocks], np.int64),
            nodes=nodes,
            path=np.zeros(self.search.depth + 2, np.int32),
            moves=np.zeros(wide, np.int32),
            weights=np.zeros(wide),
            payoffs=np.zeros(1),
            rng=new(seed),
            facts=np.array([2.0, 0.0, 0.0]),
        )

    def _roots(self, desk: Desk) -> list[Root]:
        """What a tree says of the root's moves, in the order in which the game lists them."""
        found, child = [], int(desk.nodes[ROOT].child)
        while child != NO_NODE:
            record = desk.nodes[child]
            move = self.search.game.backend.move(int(record.move))
            found.append(Root(move, int(record.visits), float(record.low), float(record.high)))
            child = int(record.sibling)
        return found

    def result(self, interrupted: bool) -> Result:
        """What the trees say together."""
        search, size = self.search, sum(array.nbytes for desk in self.desks for array in desk)
        trials = sum(int(desk.facts[TRIALS]) for desk in self.desks)
        found = as_result(self.state, self._rows(), self.clock, trials, size, search.depth, interrupted, search.seed)
        return dataclasses.replace(found, stats=dataclasses.replace(found.stats, threads=search.threads))

    def _rows(self) -> list[tuple[Any, int, float, bool]]:
        """Move, trials through it, the middle of its bounds, whether they meet in all trees; the one that is worth most
        for sure first."""
        least, greatest = self.search.game.payoffs
        trees, rows = [roots for roots in self.shown if roots], []
        for same in zip(*trees, strict=True):
            low, high = (sum(getattr(root, name) for root in same) / len(same) for name in ("low", "high"))
            value = least + 0.5 * (low + high) * (greatest - least)
            visits = sum(root.visits for root in same)
            rows.append(((-low, -high), (same[0].move, visits, value, all(r.high - r.low < CLOSE for r in same))))
        return [row for _, row in sorted(rows, key=lambda pair: pair[0])]


class _Culprit(NamedTuple):
    culprit: float


def _kernel() -> Any:
    if "kernel" not in _made:
        _made["kernel"] = compile_kernel(search_on, "sparse sampling")  # type: ignore[arg-type]
    return _made["kernel"]


_made: dict[str, Any] = {}
