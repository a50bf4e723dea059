"""Search: options checked and turned into kernel parameters, budgets kept, the tree carried from move to move."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import Any

from ..core.policy import FREE, GLOBAL, MULTI, NODE_LOCKS, Policy
from ..core.tree import Tree, advance, new_tree, plant
from ..errors import NothingToSearch, OptionError
from ..machine.native import yield_address
from ..parts.final import BY_NAME as CRITERIA
from ..parts.final import Criterion
from ..parts.information import Determinized, resolve
from ..parts.memory import Bound, Memory, Unbounded, from_text, kinds
from ..parts.memory.sweep import start_over
from ..parts.playout import Random
from ..parts.select.ucb1 import UCB1
from ..rules.codes import NOTHING_SEEN
from ..rules.game import CHANCE, AnyGame, State
from .budget import Budget, Stopwatch
from .crew import Crew, Report
from .interrupt import Interruptible
from .kernels import kernel
from .parallel import Leaf, Parallel, Root
from .parallel import Tree as SharedTree
from .parallel import from_text as parallel_from_text
from .pool import capacity_of, folds, locks_for, shares_tree, spare_nodes
from .reading import RootMove, read_result
from .result import Result
from .scratch import Workspace
from .walk import Node

Progress = Callable[[Result], object]


class Search:
    """Monte Carlo Tree Search over one game, with its options and, between moves, its tree.

    select: how to choose among moves in the tree. playout: how to value positions outside it.
    final: the criterion for the move to play, an object or its name (robust, max, max-robust, secure).
    memory: how large the tree may grow and what happens then, an object (`Recycle(nodes=1000)`) or text
    ("recycle:nodes=1000"). information: what the search may look at, see `anyspace.parts.information.NAMES`.
    parallel: how to use several cores, an object (`Tree(threads=2)`) or text ("tree:threads=2"); None for one thread.
    seed: one seed and one thread, one answer; None draws a new one for every run.
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
        parallel: Parallel | str | None = None,
        seed: int | None = None,
    ) -> None:
        self.game: AnyGame = _of_kind("game", game, AnyGame, "loaded with anyspace.load, or an anyspace.PythonGame")
        self.select: UCB1 = _of_kind("select", select or UCB1(), UCB1)
        self.playout: Random = _of_kind("playout", playout or Random(), Random)
        self.memory: Memory = from_text(memory) if isinstance(memory, str) else memory or Unbounded()
        _of_kind("memory", self.memory, Unbounded | Bound, "a memory bound such as anyspace.Recycle(nodes=1000)")
        self.final = _criterion(final)
        self.information = resolve(information, game)
        self.parallel: Parallel | None = parallel_from_text(parallel) if isinstance(parallel, str) else parallel
        if parallel is not None:
            _of_kind("parallel", self.parallel, Root | SharedTree | Leaf, "a scheme such as anyspace.Tree(threads=2)")
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise OptionError(f"seed must be a whole number or None, not {seed!r}")
        self.seed = seed
        self.age = 0
        """How often the tree has changed; `Node` looks at it."""
        self._position: State | None = None
        self.forest: list[Tree] = []
        """The tree as kernels see it; under root parallelization one for every thread."""
        self.workspaces: list[Workspace] = []
        """What threads of earlier runs worked with, to be used again."""
        self.pace = 0.0
        """Seconds that an iteration took one of several threads lately; 0 if that is not known."""
        self._noted: list[RootMove] = []
        self._advanced = False
        self._compiled = False
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
        crew = self._crew(seed)
        crew.remember(self._noted)
        reused = sum(int(tree.nodes[tree.roots[self.own]].visits) for tree in self.forest)
        if not self._compiled:
            crew.compile()
            self._compiled = True

        def result(clock: Stopwatch, interrupted: bool) -> Result:
            return read_result(self, crew, clock, reused, seed, interrupted)

        def report(clock: Stopwatch) -> None:
            if on_progress is not None:
                on_progress(result(clock, False))

        clock = Stopwatch(budget)
        with Interruptible() as interrupt:
            try:
                if self.information.guesses:
                    self._run_guesses(clock, crew, interrupt, seed, report)
                else:
                    crew.iterate(clock, interrupt, report)
            finally:
                crew.rest()
        self._noted = crew.noted()
        return result(clock, interrupt.requested)

    def _crew(self, seed: int) -> Crew:
        """Who does the work."""
        scheme = self.parallel
        if isinstance(scheme, Root) and scheme.processes is not None:
            from .parallel.processes import ProcessTeam

            return ProcessTeam(self, seed, scheme)
        if isinstance(scheme, Root):
            from .parallel.several_trees import RootTeam

            return RootTeam(self, seed, scheme)
        if isinstance(scheme, SharedTree):
            from .parallel.shared_tree import TreeTeam

            return TreeTeam(self, seed, scheme)
        if isinstance(scheme, Leaf):
            from .parallel.leaves import LeafTeam

            return LeafTeam(self, seed, scheme)
        return Crew(self, seed)

    def _run_guesses(self, clock: Stopwatch, crew: Crew, interrupt: Interruptible, seed: int, report: Report) -> None:
        """Determinized search: each guess gets its share of the budget; root statistics add up in the ledger."""
        budget, guesses = clock.budget, self.information.guesses
        seeds = random.Random(seed)
        for i in range(guesses):
            if i > 0:
                for tree, work in zip(self.forest, crew.works, strict=False):
                    kernel(start_over)(tree, self.own, work.scratch.ledger)
            crew.start_from(self.position.determinize(self._observer, seed=seeds.getrandbits(63)))
            clock.budget = budget.part(i + 1, guesses)
            crew.iterate(clock, interrupt, report)
            if interrupt.requested:
                break

    def advance(self, move: Any) -> None:
        """A move was played in the position that was searched: keep what is known of what follows it."""
        position = self.position
        before = position.copy()
        position.play(move)  # raises if it is not legal
        seen = [before.observe(move, which) for which in range(self._owners)] if self._owners > 1 else [move]
        number = self.game.backend.number
        for tree in self.forest:
            kept = [
                token == NOTHING_SEEN or kernel(advance)(tree, which, number(token)) for which, token in enumerate(seen)
            ]
            if not all(kept) or self.information.guesses:
                self._plant(tree)
        self._noted = []
        self._advanced = True
        self.age += 1

    def forget(self) -> None:
        """Drop the tree."""
        self._position = None
        self.forest, self.workspaces, self._noted = [], [], []
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
            moves = len(self.position.moves())
            capacity = capacity_of(self.game, self.memory, self._owners, budget, moves, self.parallel)
            if not self.forest or len(self.tree.nodes) - 1 != capacity:
                self.forest = [self._new_tree(capacity) for _ in range(self._trees)]
            self._observer = mover
            self._noted = []
            for tree in self.forest:
                self._plant(tree)
        self._observer = mover
        self._advanced = False
        self.age += 1

    def _new_tree(self, capacity: int) -> Tree:
        queued = self.memory.kind == kinds.RECYCLE
        tree = new_tree(capacity, self._owners, queued, folds(self.memory), locks_for(self.parallel))
        tree.pool[0].yield_at = yield_address() if self.shares_tree else 0
        return tree

    def _plant(self, tree: Tree) -> None:
        kernel(plant)(tree, max(self.position.mover, 0))
        tree.pool[0].recycled = 0

    @property
    def _owners(self) -> int:
        """How many players have a tree of their own."""
        return self.game.players if self.information.kind == MULTI else 1

    @property
    def _trees(self) -> int:
        """How many threads have a tree of their own."""
        return self.parallel.count if isinstance(self.parallel, Root) and self.parallel.processes is None else 1

    @property
    def own(self) -> int:
        """Which root is that of the player who decides."""
        return self._observer if self.information.kind == MULTI else 0

    @property
    def shares_tree(self) -> bool:
        """Whether several iterations are under way in one tree at once."""
        return shares_tree(self.parallel)

    @property
    def stops_when_full(self) -> bool:
        """Whether a full pool ends the search."""
        return self.memory.kind == kinds.STOP

    @property
    def vote(self) -> str:
        """How several trees decide together."""
        return self.parallel.vote if isinstance(self.parallel, Root) else "sum"

    @property
    def policy(self) -> Policy:
        """The options as kernels know them."""
        limit, scheme = self.playout.limit, self.parallel
        return Policy(
            exploration=float(self.select.c),
            playout_limit=self.game.max_length if limit is None else limit,
            cut_playouts=limit is not None,
            information=self.information.kind,
            observer=self._observer,
            own=self.own,
            memory=self.memory.kind,
            threshold=getattr(self.memory, "threshold", 0),
            lock=self._lock(),
            threads=scheme.count if isinstance(scheme, SharedTree) else 1,
            virtual_loss=scheme.virtual_loss if isinstance(scheme, SharedTree) else 0,
            spare=spare_nodes(self.game, self._owners, scheme),
        )

    def _lock(self) -> int:
        if not isinstance(self.parallel, SharedTree):
            return FREE
        if self.parallel.lock == "global":
            return GLOBAL
        return NODE_LOCKS if self.parallel.lock == "node" else FREE

    # ---- reading

    @property
    def position(self) -> State:
        """The position at the root."""
        if self._position is None:
            raise NothingToSearch("nothing has been searched yet")
        return self._position

    @property
    def tree(self) -> Tree:
        """The tree as kernels see it; under root parallelization the first one."""
        if not self.forest:
            raise NothingToSearch("nothing has been searched yet")
        return self.forest[0]

    @property
    def root(self) -> Node:
        """The root of the tree in which the mover decides, to walk it from there."""
        return Node(self, self.tree, int(self.tree.roots[self.own]), None)


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
