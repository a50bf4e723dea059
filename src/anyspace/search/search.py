"""Search: options checked and turned into kernel parameters, budgets kept, the tree carried from move to move."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from .. import numeric
from ..core.layout import age_tables
from ..core.policy import MULTI, Policy
from ..core.tree import Tree, plant
from ..errors import NothingToSearch, OptionError
from ..machine.collection import uncollected
from ..machine.jit import compiler_error
from ..machine.waiting import compiling
from ..parts.batches import Batches
from ..parts.final import Criterion
from ..parts.information import Information
from ..parts.memory import Memory
from ..parts.memory.sweep import start_over
from ..parts.parallel import Parallel, Root
from ..parts.parallel import Tree as SharedTree
from ..parts.part import Part
from ..parts.particles import Particles
from ..rules.contract import examine
from ..rules.game import CHANCE, AnyGame, State
from ..rules.table import Table, scaled
from .assembly import Assembly, unknown_option
from .bag import Bag
from .budget import Budget
from .clock import Clock
from .crew import REPORT_SECONDS, Crew
from .crews import crew_for
from .occupancy import Occupancy
from .pool import capacity_of, new_forest, spare_nodes
from .reading import RootMove
from .result import Result
from .running import Order, Progress, Run
from .scale import is_known, widened
from .scratch import Workspace
from .showing import Shown
from .together import Joint, keeps
from .walk import Node

if TYPE_CHECKING:
    from .handle import Handle
    from .top import TopNodes


class Search(Shown):
    """Monte Carlo Tree Search over one game, with its parts and, between moves, its tree.

    parts: what the search does otherwise than plain UCT, objects (`Grave(ref=100)`) or text ("grave:ref=100"); the
    command `anyspace parts` lists them. Where none says how to search, those are taken that suit the game
    (docs/default.md); "plain" is UCT without any. Of some kinds a search has one, which has a name of its own:
    select: how to choose among moves in the tree. playout: how to value positions outside it.
    final: the criterion for the move to play (robust, max, max-robust, secure); or level=1 to 10, how strong to play.
    memory: how large the tree may grow and what happens then ("recycle:nodes=1000").
    information: what the search may look at (auto, perfect, single, multi, determinized, cheating).
    parallel: how to use several cores ("tree:threads=2"); None for one thread.
    seed: one seed and one thread, one answer; None draws a new one for every run.
    """

    def __init__(
        self,
        game: AnyGame,
        *parts: Part | str,
        select: Part | str | None = None,
        playout: Part | str | None = None,
        final: Criterion | str | None = None,
        level: int | None = None,
        memory: Memory | str | None = None,
        information: Information | str | None = None,
        parallel: Parallel | str | None = None,
        seed: int | None = None,
        **unknown: NoReturn,
    ) -> None:
        if unknown:
            raise unknown_option(unknown)
        if not isinstance(game, AnyGame):
            expected = "loaded with anyspace.load, or an anyspace.PythonGame"
            raise OptionError(f"game must be {expected}, not {game!r}")
        assembly = Assembly(
            game,
            parts,
            select=select,
            playout=playout,
            final=final,
            level=level,
            memory=memory,
            information=information,
            parallel=parallel,
        )
        self.game: AnyGame = game
        """What is searched."""
        self.payoffs = game.payoffs
        """What rewards from 0 to 1 stand for; where the game has no such range, that of the payoffs met so far."""
        self.parts, self.loop, self.combination = assembly.parts, assembly.loop, assembly.combination
        self.select, self.playout, self.memory = assembly.select, assembly.playout, assembly.memory
        self.final, self.information, self.parallel = assembly.final, assembly.information, assembly.parallel
        self.seed = numeric.seed(seed)
        self.age = 0
        """How often the tree has changed; `Node` looks at it."""
        self._position: State | None = None
        self.forest: list[Tree] = []
        """The tree as kernels see it; under root parallelization one for every thread."""
        self.workspaces: list[Workspace] = []
        """What threads of earlier runs worked with, to be used again."""
        self.looks: dict[str, int] = {}
        """Of the latest run with a network: leaves looked at, known already, and descents that met another."""
        self.stations: list[Any] = []
        """What its threads worked with, to be used again."""
        self.sessions: list[Any] = []
        """The network's, of all threads but the first."""
        self.pace = 0.0
        """Seconds that an iteration took one of several threads lately; 0 if that is not known."""
        self.noted: list[RootMove] = []
        """What is known of the root's moves from trees that are gone."""
        self.occupancy, self._joint = Occupancy(), Joint()
        particles = next((part for part in self.parts if isinstance(part, Particles)), None)
        self.bag = None if particles is None else Bag(self, particles)
        """Guesses of what is hidden that are kept from move to move; None where the game itself guesses."""
        self._advanced = self._compiled = False
        self._observer = -1
        self._target = 0
        self._planter = self.loop.plain(plant)
        self.home = self.loop.home
        """Which node has the children of a node: `home(tree, node)`."""
        self.layout = self.loop.layout(self._owners)

    # ---- searching

    def run(
        self,
        state: State | None = None,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
        on_progress: Progress | None = None,
        every: float = REPORT_SECONDS,
        even_if_forced: bool = False,
        timer: Callable[[], float] = time.perf_counter,
    ) -> Result:
        """Search from `state` and say what to play.

        Without `state` the search goes on where it stopped. With one, the tree is kept only if `advance` led to that
        very position; otherwise it starts anew. Ctrl-C ends the search early with the best so far. `on_progress` is
        called with an interim `Result` `every` so many seconds. A `clock` has the time of a whole game: the search
        takes what this move deserves. Where only one move is legal it is answered at once, after one iteration, unless
        the position is to be searched `even_if_forced`. `timer` counts the seconds: `time.thread_time` those that this
        thread had a processor, for one that does not share the machine fairly.
        """
        with self.occupancy.changed("run"):
            order = Order(iterations, seconds, clock, on_progress, every, even_if_forced, timer)
            run = self.prepare(state, order)
            self.occupancy.searching()
            return run.go()

    def start(
        self,
        state: State | None = None,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
        on_progress: Progress | None = None,
        every: float = REPORT_SECONDS,
        even_if_forced: bool = False,
    ) -> Handle:
        """Search as `run` does, in a thread of its own; without a budget until somebody stops it. `on_progress` is
        called in that thread. What has to be compiled is compiled before this returns."""
        from .handle import Handle

        order = Order(iterations, seconds, clock, on_progress, every, even_if_forced, may_be_endless=True)
        return Handle(self, state, order)

    def prepare(self, state: State | None, order: Order) -> Run:
        """For whoever has taken the search: everything that can be wrong is found here, and everything that is to be
        compiled is."""
        budget = order.budget(self)
        examine(self.game)
        self._settle(state, budget)
        if not order.even_if_forced and not budget.endless and len(self.position.moves()) == 1:
            budget = Budget(1)
        run = Run(self, budget, secrets.randbits(63) if self.seed is None else self.seed, order)
        self._target = run.reused + budget.iterations if budget.iterations and not self.information.guesses else 0
        if not self._compiled:
            self._compile(run.crew)
        return run

    def _compile(self, crew: Crew) -> None:
        """Before the clock starts. What does not compile is some part's fault: ours do."""
        try:
            with compiling, uncollected():
                crew.compile()
                if self.information.guesses:  # nothing has grown yet
                    self.loop.kernel(start_over)(self.tree, self.own, crew.works[0].scratch.ledger)
                    self._plant(self.tree)
        except Exception as error:
            self.drop()
            complaint = compiler_error(error)
            if complaint is None:
                raise
            own = [str(part) for part in self.parts if part.reference in ("", "yours")]
            named = ", ".join(own or map(str, self.parts))
            raise OptionError(f"the search does not compile with {named}:\n{complaint}") from error
        self._compiled = True

    def new_crew(self, seed: int) -> Crew:
        """Who does the work."""
        return crew_for(self, seed)

    def follow(self, state: State) -> None:
        """A game goes on from this position, and every move will be told by `advance`: for searches that keep guesses
        from move to move and do not begin by searching."""
        with self.occupancy.changed("follow"):
            self._settle(state, Budget(1), is_searched=False)
            self._advanced = True

    def advance(self, move: Any) -> None:
        """A move was played in the position that was searched: keep what is known of what follows it."""
        with self.occupancy.changed("advance"):
            self._advance(move)

    def _advance(self, move: Any) -> None:
        before = self.position
        self._position = before.copy().play(move)  # raises if it is not legal
        if self.bag is not None:
            self.bag.tell(before, move)
        steps = self._joint.steps(before, move, self._owners, self.information.withdraws)
        for tree in self.forest:
            if not keeps(self, tree, steps) or self.information.guesses:
                self._plant(tree, goes_on=True)
            age_tables(tree, self.loop.kept)
        self.noted = []
        self._advanced = True
        self.age += 1

    def forget(self) -> None:
        """Drop the tree."""
        with self.occupancy.changed("forget"):
            self.drop()

    def drop(self) -> None:
        """The same for whoever has the search already."""
        self._position = None
        self.forest, self.workspaces, self.stations, self.noted = [], [], [], []
        self._advanced = False
        if self.bag is not None:
            self.bag.restart(None)
        self.age += 1

    def _settle(self, state: State | None, budget: Budget, is_searched: bool = True) -> None:
        """See to it that there is a tree for the position to search."""
        if state is not None and (not isinstance(state, State) or state.game != self.game):
            raise OptionError(f"this search plays {self.game.name}; {state!r} is not a state of that same game")
        state = None if state is None else state.of(self.game)
        if state is None and self._position is None:
            raise NothingToSearch("there is no search to go on with: give a state to start from")
        mover = (state or self.position).mover
        if mover < 0 and is_searched:
            what = "chance moves here, play one of its outcomes first" if mover == CHANCE else "the game is over"
            raise NothingToSearch(f"{self.game.name}: nothing to decide, {what}")
        is_same = state is None or state == self._position
        kept = state is None or (self._advanced and is_same)
        self._position = self.position if state is None else state.copy()
        if not kept:
            self._joint.restart(self.position)
        if self.bag is not None and not is_same:
            self.bag.restart(self.position)
        # what was learnt for one player rests on guesses from that player's view: it is not for another's eyes
        is_own = self.game.hides or self.loop.one_sided or self.bag is not None
        goes_on = kept and not (is_own and mover != self._observer)
        if not goes_on or self.information.guesses:
            capacity = capacity_of(self, budget)
            if not self.forest or len(self.tree.nodes) - 1 != capacity:
                self.forest = new_forest(self, capacity, self._trees)
            self._observer = mover
            self.noted = []
            for tree in self.forest:
                self._plant(tree, goes_on)
        self._observer = mover
        self._advanced = False
        self.age += 1
        if self.bag is not None and is_searched:
            self.bag.ready(self.position, mover, secrets.randbits(63) if self.seed is None else self.seed)

    def _plant(self, tree: Tree, goes_on: bool = False) -> None:
        with np.errstate(all="ignore"):
            self._planter(tree, max(self.position.mover, 0))
        tree.pool[0].recycled = 0
        for place, table in enumerate(tree.tables):
            if not (goes_on and place in self.loop.kept):
                table[...] = self.loop.filled.get(place, 0)

    def outgrow(self, payoff: float) -> None:
        """Begin anew with rewards for a range that has room for this payoff too (scale.py)."""
        self.payoffs = widened(self.payoffs, payoff, self.game.payoffs)
        self.workspaces, self.noted = [], []
        for tree in self.forest:
            self._plant(tree)
        self.age += 1

    @property
    def _owners(self) -> int:
        """How many players have a tree of their own."""
        return self.game.players if self.information.view == MULTI else 1

    @property
    def _trees(self) -> int:
        """How many threads have a tree of their own."""
        return self.parallel.count if isinstance(self.parallel, Root) and self.parallel.processes is None else 1

    @property
    def observer(self) -> int:
        """Who decides."""
        return self._observer

    @property
    def particles(self) -> list[State]:
        """The guesses of the position that were searched last, where a search keeps such (the part `particles`)."""
        with self.occupancy.read("particles"):
            return [] if self.bag is None else self.bag.states(self._observer)

    @property
    def own(self) -> int:
        """Which root is that of the player who decides."""
        return self._observer if self.information.view == MULTI else 0

    @property
    def shares_tree(self) -> bool:
        """Whether several iterations are under way in one tree at once."""
        return self.loop.setup.shares_tree

    @property
    def table(self) -> Table:
        """The game's functions, those included that the parts ask for."""
        table = self.game.backend.provide(self.loop.rules)
        return scaled(table, self.payoffs) if is_known(self.payoffs) else table

    @property
    def vote(self) -> str:
        """How several trees decide together."""
        return self.parallel.vote if isinstance(self.parallel, Root) else "sum"

    @property
    def policy(self) -> Policy:
        """The options as kernels know them."""
        limit, scheme, shares = getattr(self.playout, "limit", None), self.parallel, self.shares_tree
        return Policy(
            playout_limit=self.game.max_length if limit is None else limit,
            cut_playouts=limit is not None,
            information=self.information.view,
            observer=self._observer,
            own=self.own,
            threads=scheme.count if isinstance(scheme, SharedTree) else 1,
            virtual_loss=scheme.virtual_loss if isinstance(scheme, SharedTree | Batches) and shares else 0,
            spare=spare_nodes(self.game, self._owners, scheme),
            target=self._target,
            numbers=tuple(self.loop.numbers) or (0.0,),
        )

    # ---- reading

    @property
    def position(self) -> State:
        """The position at the root."""
        if self._position is None:
            raise NothingToSearch("nothing has been searched yet")
        return self._position

    @property
    def origin(self) -> State:
        """The position that iterations begin with: without moves that nobody has seen yet."""
        return self.position.withdrawn() if self.game.simultaneous and self.information.withdraws else self.position

    @property
    def tree(self) -> Tree:
        """The tree as kernels see it; under root parallelization the first one."""
        if not self.forest:
            raise NothingToSearch("nothing has been searched yet")
        return self.forest[0]

    @property
    def root(self) -> Node:
        """The root of the tree in which the mover decides, to walk it from there."""
        with self.occupancy.read("root"):
            return Node(self, self.tree, int(self.tree.roots[self.own]), None)

    def top(self, nodes: int = 500) -> TopNodes:
        """The most visited nodes, as arrays: quick, and from any thread also while the search runs."""
        from .top import top_nodes

        with self.occupancy.read("top", even_searching=True):
            return top_nodes(self, nodes)
