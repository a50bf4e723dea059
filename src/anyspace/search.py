"""Search: options checked and turned into kernel parameters, budgets kept, the tree carried from move to move."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import Any

from .budget import Budget, Stopwatch
from .core import loop
from .core.growth import POOL_FULL
from .core.policy import MULTI, PERFECT, Policy
from .core.tree import Tree, advance, grown, new_tree, plant
from .errors import NothingToSearch, OptionError
from .failure import failure
from .final import BY_NAME as CRITERIA
from .final import Criterion, MaxRobust
from .game import CHANCE, AnyGame, State
from .information import Determinized, resolve
from .interrupt import Interruptible
from .kernels import kernel
from .memory import Bound, Memory, Unbounded, from_text, kinds
from .memory.sweep import start_over
from .playout import Random
from .pool import capacity_of, folds
from .reading import read_result, root_statistics
from .result import Result
from .rules.codes import NOTHING_SEEN, OK
from .scratch import Workspace
from .select.ucb1 import UCB1
from .walk import Node

Progress = Callable[[Result], object]

REPORT_SECONDS = 0.1
"""How often `on_progress` is called."""


class Search:
    """Monte Carlo Tree Search over one game, with its options and, between moves, its tree.

    select: how to choose among moves in the tree. playout: how to value positions outside it.
    final: the criterion for the move to play, an object or its name (robust, max, max-robust, secure).
    memory: how large the tree may grow and what happens then, an object (`Recycle(nodes=1000)`) or text
    ("recycle:nodes=1000"). information: what the search may look at, see `anyspace.information.NAMES`.
    seed: one seed, one answer; None draws a new one for every run.
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        select: UCB1 | None = None,
        playout: Random | None = None,
        final: Criterion | str = "robust",
        memory: Memory | str | None = None,
        information: str | Determinized = "auto",
        seed: int | None = None,
    ) -> None:
        self.game: AnyGame = _of_kind("game", game, AnyGame, "loaded with anyspace.load, or an anyspace.PythonGame")
        self.select: UCB1 = _of_kind("select", select or UCB1(), UCB1)
        self.playout: Random = _of_kind("playout", playout or Random(), Random)
        self.memory: Memory = from_text(memory) if isinstance(memory, str) else memory or Unbounded()
        _of_kind("memory", self.memory, Unbounded | Bound, "a memory bound such as anyspace.Recycle(nodes=1000)")
        self.final = _criterion(final)
        self.information = resolve(information, game)
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise OptionError(f"seed must be a whole number or None, not {seed!r}")
        self.seed = seed
        self.age = 0
        """How often the tree has changed; `Node` looks at it."""
        self._position: State | None = None
        self._tree: Tree | None = None
        self._ledger: Any = None
        self._advanced = False
        self._observer = -1

    # ---- searching

    def run(
        self,
        state: State | None = None,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        on_progress: Progress | None = None,
    ) -> Result:
        """Search from `state` and say what to play.

        Without `state` the search goes on where it stopped. With one, the tree is kept only if `advance` led to that
        very position; otherwise it starts anew. Ctrl-C ends the search early with the best so far. `on_progress` is
        called with an interim `Result` ten times a second.
        """
        budget = Budget(iterations, seconds)
        self._settle(state, budget)
        seed = secrets.randbits(63) if self.seed is None else self.seed
        self.game.backend.begin(seed)
        deepest = self.game.max_length if isinstance(self.memory, Unbounded) else len(self.tree.nodes) - 1
        work = Workspace(self.game, self.position, self._trees, deepest, seed)
        if self._ledger is not None:
            work.scratch.ledger[:] = self._ledger
        reused = int(self.tree.nodes[self.tree.roots[self._own]].visits)
        # compiled before the clock starts
        self._kernel(self.tree, self.game.backend.table, self._policy(), work.scratch, 0)

        def result(clock: Stopwatch, interrupted: bool) -> Result:
            return read_result(self, work, clock, reused, seed, interrupted)

        def report(clock: Stopwatch) -> None:
            if on_progress is not None:
                on_progress(result(clock, False))

        with Interruptible() as interrupt:
            if self.information.guesses:
                clock = self._run_guesses(budget, work, interrupt, seed, report)
            else:
                clock = Stopwatch(budget)
                self._iterate(clock, work, interrupt, report)
        self._ledger = work.scratch.ledger
        return result(clock, interrupt.requested)

    def _iterate(
        self, clock: Stopwatch, work: Workspace, interrupt: Interruptible, report: Callable[[Stopwatch], None]
    ) -> None:
        """Slices of the kernel until the budget is spent; between them: clock, Ctrl-C, growth, progress."""
        run = self._kernel
        policy, table = self._policy(), self.game.backend.table
        asked_for, reported = clock.budget, clock.elapsed
        while not interrupt.requested:
            todo = clock.next_slice()
            if todo == 0:
                if clock.budget is asked_for and isinstance(self.final, MaxRobust) and self._undecided(work):
                    clock.budget = asked_for.extended(self.final.extra)
                    continue
                break
            before = work.iterations
            status = run(self.tree, table, policy, work.scratch, todo)
            clock.did(work.iterations - before)
            if status == POOL_FULL and policy.memory == kinds.STOP:
                break
            if status == POOL_FULL:
                # where no memory is left this raises MemoryError; the tree is intact and `run` can go on in it
                self._tree = grown(self.tree, max(2 * (len(self.tree.nodes) - 1), 2 * policy.spare))
            elif status != OK:
                self.forget()
                raise failure(self.game, status, work)
            if clock.elapsed - reported >= REPORT_SECONDS:
                reported = clock.elapsed
                report(clock)

    def _run_guesses(
        self,
        budget: Budget,
        work: Workspace,
        interrupt: Interruptible,
        seed: int,
        report: Callable[[Stopwatch], None],
    ) -> Stopwatch:
        """Determinized search: each guess gets its share of the budget; root statistics add up in the ledger."""
        clock = Stopwatch(budget)
        guesses = self.information.guesses
        seeds = random.Random(seed)
        for i in range(guesses):
            if i > 0:
                kernel(start_over)(self.tree, self._own, work.scratch.ledger)
            work.start_from(self.position.determinize(self._observer, seed=seeds.getrandbits(63)))
            clock.budget = budget.part(i + 1, guesses)
            self._iterate(clock, work, interrupt, report)
            if interrupt.requested:
                break
        return clock

    def advance(self, move: Any) -> None:
        """A move was played in the position that was searched: keep what is known of what follows it."""
        position = self.position
        before = position.copy()
        position.play(move)  # raises if it is not legal
        seen = [before.observe(move, which) for which in range(self._trees)] if self._trees > 1 else [move]
        number = self.game.backend.number
        kept = [
            token == NOTHING_SEEN or kernel(advance)(self.tree, which, number(token))
            for which, token in enumerate(seen)
        ]
        if not all(kept) or self.information.guesses:
            self._plant()
        self._ledger = None
        self._advanced = True
        self.age += 1

    def forget(self) -> None:
        """Drop the tree."""
        self._tree = self._position = self._ledger = None
        self._advanced = False
        self.age += 1

    def _settle(self, state: State | None, budget: Budget) -> None:
        """See to it that there is a tree for the position to search."""
        if state is not None and (not isinstance(state, State) or state.game is not self.game):
            raise OptionError(f"this search plays {self.game.name}; {state!r} is not a state of that same game object")
        if state is None and self._position is None:
            raise NothingToSearch("there is no search to go on with: give a state to start from")
        mover = (state or self.position).mover
        if mover < 0:
            what = "chance moves here, play one of its outcomes first" if mover == CHANCE else "the game is over"
            raise NothingToSearch(f"{self.game.name}: nothing to decide, {what}")
        kept = state is None or (self._advanced and state == self._position)
        if state is not None:
            self._position = state.copy()
        # what was learnt for one player rests on guesses from that player's view: it is not for another's eyes
        if not kept or (self.game.hides and mover != self._observer) or self.information.guesses:
            queued = self.memory.kind == kinds.RECYCLE
            capacity = capacity_of(self.game, self.memory, self._trees, budget, len(self.position.moves()))
            fits = self._tree is not None and len(self._tree.nodes) - 1 == capacity
            if not fits:
                self._tree = new_tree(capacity, self._trees, queued, folds(self.memory))
            self._observer = mover
            self._plant()
        self._observer = mover
        self._advanced = False
        self.age += 1

    def _plant(self) -> None:
        self._ledger = None
        kernel(plant)(self.tree, max(self.position.mover, 0))
        self.tree.pool[0].recycled = 0

    @property
    def _trees(self) -> int:
        return self.game.players if self.information.kind == MULTI else 1

    @property
    def _own(self) -> int:
        return self._observer if self.information.kind == MULTI else 0

    @property
    def _kernel(self) -> Callable[..., int]:
        return kernel(
            loop.run if self.information.kind == PERFECT else loop.run_hidden,
            CAN_RECYCLE=self.memory.kind == kinds.RECYCLE,
            CAN_FOLD=folds(self.memory),
            CAN_SWEEP=self.memory.kind in (kinds.ENSEMBLE, kinds.FLATTEN, kinds.COLLECT),
        )

    def _policy(self) -> Policy:
        limit = self.playout.limit
        return Policy(
            exploration=float(self.select.c),
            playout_limit=self.game.max_length if limit is None else limit,
            cut_playouts=limit is not None,
            information=self.information.kind,
            observer=self._observer,
            own=self._own,
            memory=self.memory.kind,
            threshold=getattr(self.memory, "threshold", 0),
            spare=1 if self._trees == 1 else self._trees * min(self.game.max_length, 64),
        )

    # ---- reading

    @property
    def position(self) -> State:
        """The position at the root."""
        if self._position is None:
            raise NothingToSearch("nothing has been searched yet")
        return self._position

    @property
    def tree(self) -> Tree:
        """The tree as kernels see it."""
        if self._tree is None:
            raise NothingToSearch("nothing has been searched yet")
        return self._tree

    @property
    def root(self) -> Node:
        """The root of the tree in which the mover decides, to walk it from there."""
        return Node(self, int(self.tree.roots[self._own]), None)

    def _undecided(self, work: Workspace) -> bool:
        assert isinstance(self.final, MaxRobust)
        tried = root_statistics(self, work)
        return self.final.undecided([row.visits for row in tried], [row.mean for row in tried])


def _of_kind(option: str, given: Any, kind: Any, hint: str | None = None) -> Any:
    if not isinstance(given, kind):
        raise OptionError(f"{option} must be {hint or 'a ' + kind.__name__}, not {given!r}")
    return given


def _criterion(given: Criterion | str) -> Criterion:
    if isinstance(given, str):
        if given not in CRITERIA:
            raise OptionError(f"final must be one of {', '.join(CRITERIA)}, not {given!r}")
        return CRITERIA[given]()
    if type(given) not in CRITERIA.values():
        raise OptionError(f"final must be a criterion or one of {', '.join(CRITERIA)}, not {given!r}")
    return given
