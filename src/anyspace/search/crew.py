"""Who works on a run of a search: here one thread in one tree. The schemes of `parallel/` are crews of several."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core import loop
from ..core.growth import POOL_FULL
from ..core.layout import Layout, grown
from ..core.rations import CHUNK, CLOCK, CLOCK_AT, DEADLINE, HANDED, LIMIT, PARTS, STOP, TURN, new_control
from ..machine.native import clock_address
from ..parts.final import MaxRobust
from ..parts.memory import Unbounded
from ..rules.callbacks import CallbackBackend
from ..rules.codes import OK
from .budget import Stopwatch
from .failure import failure
from .interrupt import Interruptible
from .reading import RootMove, first_ply, root_statistics
from .scale import Outgrown, is_outgrown
from .scratch import Workspace

if TYPE_CHECKING:
    from ..rules.game import State
    from .search import Search

Report = Callable[[Stopwatch], None]

REPORT_SECONDS = 0.1
"""How often progress is reported, unless somebody says otherwise."""

LOOKS = 16
"""How often within a slice one thread looks whether it is to stop."""

BETWEEN_LOOKS = 128
"""Iterations at most between two looks at the clock, where there is a deadline: slices are measured by those before,
and iterations may become a hundred times longer from one to the next."""


class Crew:
    """One thread. `works` are the workspaces of all threads; the first is the leader's."""

    tells = True
    """Whether results can be read before the end."""

    def __init__(self, search: Search, seed: int) -> None:
        self.search = search
        self.report_seconds = REPORT_SECONDS
        self.extends = True
        """Whether a criterion may be granted more than the budget."""
        self.interrupt = Interruptible()
        self.one_by_one = isinstance(search.game.backend, CallbackBackend)
        """Whether a playout is long enough to look up after each."""
        self.works: list[Workspace] = []
        self._hire(seed)

    def _hire(self, seed: int) -> None:
        """One more thread gets a workspace, an earlier run's if it fits."""
        search = self.search
        tree, kept = search.tree, search.workspaces
        deepest = search.game.max_length if isinstance(search.memory, Unbounded) else len(tree.nodes) - 1
        i, size = len(self.works), (len(tree.roots), deepest)
        if i < len(kept) and kept[i].size == size:
            kept[i].restart(search.origin, seed)
        else:
            kept[i:] = [Workspace(search.game, search.origin, *size, seed, search.loop)]
        if search.bag is not None:
            search.bag.hand_to(kept[i], search.observer)
        self.works.append(kept[i])

    @property
    def size(self) -> int:
        """How many work."""
        return len(self.works)

    @property
    def done(self) -> int:
        """Iterations of all threads so far."""
        return sum(work.iterations for work in self.works)

    def noted(self) -> list[RootMove]:
        """What all threads have noted of the first plies of trees that are gone, a row a move."""
        rows: dict[int, RootMove] = {}
        for number, visits, reward in [entry for work in self.works for entry in work.noted()]:
            row = rows.setdefault(number, RootMove(self.search.game.backend.move(number)))
            row.visits += visits
            row.reward += reward
        return list(rows.values())

    def remember(self, noted: list[RootMove]) -> None:
        """Go on with what an earlier run had noted."""
        number = self.search.game.backend.number
        for entry, row in zip(self.works[0].scratch.ledger, noted, strict=False):
            entry.move, entry.visits, entry.reward = number(row.move), row.visits, row.reward

    def plies(self) -> list[list[RootMove]]:
        """The root's moves in every tree."""
        return [first_ply(self.search, tree) for tree in self.search.forest]

    def rest(self) -> None:
        """The run is over, however it ended."""

    def start_from(self, state: State) -> None:
        """Search from another position."""
        for work in self.works:
            work.start_from(state)

    def compile(self) -> None:
        """Have everything compiled before the clock starts."""
        search = self.search
        self._run(search.loop.kernel(loop.work), new_control(), 0)

    def _run(self, kernel: Any, control: Any, iterations: int) -> int:
        """So many iterations of a kernel that threads with trees of their own run as well: one less to compile."""
        search, scratch = self.search, self.works[0].scratch
        chunk = 1 if self.one_by_one else max(1, iterations // LOOKS)
        if control[DEADLINE] != 0:
            chunk = min(chunk, BETWEEN_LOOKS)
        control[HANDED], control[LIMIT], control[CHUNK], control[PARTS] = 0, iterations, chunk, 1
        scratch.watch[TURN] = iterations
        return int(kernel(search.tree, search.table, search.policy, scratch, control))

    def iterate(self, clock: Stopwatch, interrupt: Interruptible, report: Report) -> None:
        """Slices of the kernel until the budget is spent; between them: clock, Ctrl-C, growth, progress."""
        search, work = self.search, self.works[0]
        kernel, control = search.loop.kernel(loop.work), new_control()
        control[CLOCK_AT] = clock_address()
        self.interrupt = interrupt
        interrupt.hurry = partial(operator.setitem, control, STOP, 1)
        reported = clock.elapsed
        extended = False
        while not self.ends():
            todo = clock.next_slice()
            if todo == 0:
                if extended or not self.wants_more(clock):
                    break
                extended = True
                continue
            before = work.iterations
            control[STOP] = 0
            if self.is_awaited():
                control[STOP] = 1  # somebody spoke just before
            control[CLOCK], control[DEADLINE] = clock.deadline()
            status = self._run(kernel, control, todo)
            clock.did(work.iterations - before)
            if status == loop.DECIDED or (status == POOL_FULL and search.memory.stops_when_full):
                break
            if status == POOL_FULL:
                self.grow()
            elif status != OK:
                self.fail(status)
            if self.reports(clock, reported):
                reported = clock.elapsed
                report(clock)

    def ends(self) -> bool:
        """Whether to stop before the budget is spent. One iteration is always done: else there is nothing to say."""
        return self.interrupt.requested and self.done > 0

    def is_awaited(self) -> bool:
        """Whether somebody waits for the end or for a report."""
        return (self.interrupt.requested or self.interrupt.asked) and self.done > 0

    def reports(self, clock: Stopwatch, reported: float) -> bool:
        """Whether a report is due, or was asked for, and there is something to tell."""
        return (self.interrupt.asked or clock.elapsed - reported >= self.report_seconds) and self.done > 0

    def grow(self, which: int = 0) -> bool:
        """A pool is full and may grow. Whether it did: if the search is to stop meanwhile, it stays as it is."""
        search = self.search
        tree = larger(search.forest[which], search.layout, search.policy.spare, self.ends)
        if tree is not None:
            search.forest[which] = tree
        return tree is not None

    def wants_more(self, clock: Stopwatch) -> bool:
        """At the end of the budget: whether the criterion is undecided and grants more. It does so once."""
        final = self.search.final
        if not isinstance(final, MaxRobust) or not self.extends:
            return False
        tried = root_statistics(self.search, self)
        if not final.undecided([row.visits for row in tried], [row.mean for row in tried]):
            return False
        clock.budget = clock.budget.extended(final.extra)
        return True

    def fail(self, status: int) -> None:
        """Raise what a status stands for; the tree is not to be trusted any more."""
        search = self.search
        if search.game.open_ended:
            payoff = next((work.culprit for work in self.works if work.culprit != 0), 0.0)
            if is_outgrown(status, payoff, search.payoffs, search.game.payoffs):
                raise Outgrown(payoff)
        raised = (asked.failure() for asked in search.loop.alive)
        error = next(filter(None, raised), None) or failure(search.origin, status, self.works, search.loop.rules)
        self.search.drop()
        raise error


def larger(tree: Any, layout: Layout, spare: int, given_up: Callable[[], bool]) -> Any:
    """The same tree with twice the room, or None if it was given up (to copy a large one takes long). Where no memory
    is left this raises MemoryError; the old one is intact."""
    return grown(tree, layout, max(2 * (len(tree.nodes) - 1), 2 * spare), given_up)
