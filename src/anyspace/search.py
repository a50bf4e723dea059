"""Search: options checked and turned into kernel parameters, budgets kept, results read."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from .budget import Budget, Stopwatch
from .core import loop
from .core.tree import NODE, Tree, advance, grown, new_tree, plant
from .errors import NothingToSearch, OptionError
from .failure import failure
from .final import BY_NAME, Criterion, MaxRobust
from .game import CHANCE, AnyGame, State
from .interrupt import Interruptible
from .kernels import kernel
from .memory import Unbounded
from .playout import Random
from .result import Candidate, Result, Stats
from .rules.codes import OK
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
    memory: how large the tree may grow. seed: one seed, one answer; None draws a new one for every run.
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        select: UCB1 | None = None,
        playout: Random | None = None,
        final: Criterion | str = "robust",
        memory: Unbounded | None = None,
        seed: int | None = None,
    ) -> None:
        self.game = _of_kind(
            "game", game, AnyGame, "load it with anyspace.load, or wrap a class in anyspace.PythonGame"
        )
        self.select: UCB1 = _of_kind("select", select or UCB1(), UCB1)
        self.playout: Random = _of_kind("playout", playout or Random(), Random)
        self.memory: Unbounded = _of_kind("memory", memory or Unbounded(), Unbounded)
        self.final = _criterion(final)
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise OptionError(f"seed must be a whole number or None, not {seed!r}")
        self.seed = seed
        self.age = 0
        """How often the tree has changed; `Node` looks at it."""
        self._position: State | None = None
        self._tree: Tree | None = None
        self._advanced = False

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
        position = self.position
        seed = secrets.randbits(63) if self.seed is None else self.seed
        self.game.backend.begin(seed)
        work = Workspace(self.game, position, seed)
        reused = int(self._root_record().visits)
        kernel(loop.run)(self.tree, self.game.backend.table, self._policy(), work.scratch, 0)  # compiled off the clock
        with Interruptible() as interrupt:
            clock = self._iterate(budget, work, interrupt, reused, seed, on_progress)
        return self._result(work, clock, reused, seed, interrupt.requested)

    def _iterate(
        self,
        budget: Budget,
        work: Workspace,
        interrupt: Interruptible,
        reused: int,
        seed: int,
        on_progress: Progress | None,
    ) -> Stopwatch:
        """Slices of the kernel until the budget is spent; between them: clock, Ctrl-C, growth, progress."""
        run = kernel(loop.run)
        policy = self._policy()
        clock = Stopwatch(budget)
        reported = 0.0
        while not interrupt.requested:
            todo = clock.next_slice()
            if todo == 0:
                if clock.budget is budget and isinstance(self.final, MaxRobust) and self._undecided():
                    clock.budget = budget.extended(self.final.extra)
                    continue
                break
            before = work.iterations
            status = run(self.tree, self.game.backend.table, policy, work.scratch, todo)
            clock.did(work.iterations - before)
            if status == loop.POOL_FULL:
                self._tree = grown(self.tree, 2 * (len(self.tree.nodes) - 1))
            elif status != OK:
                self.forget()
                raise failure(self.game, status, work)
            if on_progress is not None and clock.elapsed - reported >= REPORT_SECONDS:
                reported = clock.elapsed
                on_progress(self._result(work, clock, reused, seed, False))
        return clock

    def advance(self, move: Any) -> None:
        """A move was played in the position that was searched: keep what is known of what follows it."""
        position = self.position
        number = self.game.backend.number(move)
        position.play(move)
        if not kernel(advance)(self.tree, number):
            self._plant()
        self._advanced = True
        self.age += 1

    def forget(self) -> None:
        """Drop the tree."""
        self._tree = self._position = None
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
        if state is not None and not (self._advanced and state == self._position):
            self._position = state.copy()
            capacity = self.memory.first_pool(budget.iterations)
            if self._tree is None or len(self._tree.nodes) <= capacity:
                self._tree = new_tree(capacity)
            self._plant()
        self._advanced = False
        self.age += 1

    def _plant(self) -> None:
        plant(self.tree, max(self.position.mover, 0))

    def _policy(self) -> loop.Policy:
        limit = self.playout.limit
        return loop.Policy(
            exploration=float(self.select.c),
            playout_limit=self.game.max_length if limit is None else limit,
            cut_playouts=limit is not None,
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
        """The root, to walk the tree from."""
        return Node(self, int(self.tree.pool[0].root), None)

    def _root_record(self) -> Any:
        return self.tree.nodes[self.tree.pool[0].root]

    def _undecided(self) -> bool:
        tried = [node for node in self.root.children if node.visits > 0]
        assert isinstance(self.final, MaxRobust)
        return self.final.undecided([node.visits for node in tried], [node.mean for node in tried])

    def _result(self, work: Workspace, clock: Stopwatch, reused: int, seed: int, interrupted: bool) -> Result:
        position = self.position
        tried = [node for node in self.root.children if node.visits > 0]
        if not tried:
            raise NothingToSearch("interrupted before the first iteration was done")
        total = sum(node.visits for node in tried)
        table = [
            Candidate(node.move, position.name(node.move), node.visits, node.visits / total, node.value)
            for node in tried
        ]
        chosen = tried[self.final.choose([node.visits for node in tried], [node.mean for node in tried])]
        line, names = self._line(chosen)
        seconds = clock.elapsed
        tally = work.scratch.tally[0]
        done = max(1, int(tally.iterations))
        nodes = int(self.tree.pool[0].used)
        return Result(
            game=self.game.name,
            player=position.mover,
            move=chosen.move,
            name=names[0],
            value=chosen.value,
            line=line,
            line_names=names,
            table=table,
            stats=Stats(
                iterations=int(tally.iterations),
                seconds=seconds,
                iterations_per_second=float(tally.iterations / seconds),
                nodes=nodes,
                bytes=nodes * NODE.itemsize,
                mean_depth=float(tally.nodes_on_paths / done - 1),
                max_depth=max(0, int(tally.deepest) - 1),
                mean_playout=float(tally.playout_moves / done),
                reused=reused,
                interrupted=interrupted,
            ),
            seed=seed,
        )

    def _line(self, chosen: Node) -> tuple[list[Any], list[str]]:
        """The principal variation and its names: from `chosen` on, always the most visited child."""
        state = self.position.copy()
        line, names = [], []
        node: Node | None = chosen
        while node is not None and node.visits > 0:
            move = node.move
            line.append(move)
            names.append(state.name(move))
            state.play(move)
            node = next(iter(node.children), None)
        return line, names


def _of_kind(option: str, given: Any, kind: type, hint: str | None = None) -> Any:
    if not isinstance(given, kind):
        raise OptionError(f"{option} must be {hint or 'a ' + kind.__name__}, not {given!r}")
    return given


def _criterion(given: Criterion | str) -> Criterion:
    if isinstance(given, str):
        if given not in BY_NAME:
            raise OptionError(f"final must be one of {', '.join(BY_NAME)}, not {given!r}")
        return BY_NAME[given]()
    if type(given) not in BY_NAME.values():
        raise OptionError(f"final must be a criterion or one of {', '.join(BY_NAME)}, not {given!r}")
    return given
