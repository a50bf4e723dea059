"""Searches of many positions at once, whose leaves one network looks at together: for self-play.

    searches = [Search(game, Network(net, batch=1), "gumbel", seed=i) for i in range(32)]
    together = Lockstep(searches)
    results = together.run(states, iterations=64)            # a Result a position
    odds = improved_policy(searches[0])                      # what there is to learn from it

In a step every search descends to a leaf (or to as many as its `batch` says); the network looks at the leaves of all;
each backs up its own. A batch is as large as there are games, without virtual losses: each search finds what it would
have found alone. Networks run best on batches of a few dozen; 16 to 64 games are enough.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, TypeVar

import numpy as np

from ..core import in_step
from ..core.batches import COUNT
from ..core.in_step import HALTED
from ..errors import OptionError
from ..machine.native import prototype
from ..neural.evaluator import Fitted
from ..parts.select.gumbel import Gumbel, children_of_root
from ..rules.codes import OK
from ..rules.game import AnyGame, State
from .network_crew import NetworkCrew
from .result import Result
from .running import Order, Run
from .search import Search
from .station import Station, Views, new_batch, part_of, views_of

Found = TypeVar("Found")


class Lockstep:
    """Searches that work in step. All of one game, each with a `Network` of one thread; the first one's looks for all.

    Each search is its own: it has its seed, its options and its tree, and may be run alone, or `advance`d, in between.
    """

    def __init__(self, searches: Sequence[Search]) -> None:
        self.searches: list[Search] = [*searches]
        """as they were given"""
        if not self.searches:
            raise OptionError("lockstep: there must be a search at least")
        for search in self.searches:
            if search.loop.evaluator is None:
                raise OptionError("lockstep: every search must have a network: Search(game, Network(...))")
            if search.game != self.searches[0].game:
                raise OptionError(f"lockstep: {search.game.name} beside {self.searches[0].game.name}; one game for all")
            if search.information.guesses or search.parallel is None or search.parallel.count > 1:
                raise OptionError("lockstep: a search has one thread, and no guesses that share its budget")
        if len({id(search) for search in self.searches}) < len(self.searches):
            raise OptionError("lockstep: a search is there twice")
        self._evaluator: Fitted = self.searches[0].loop.evaluator
        for search in self.searches:
            if search.loop.evaluator.widths != self._evaluator.widths:
                raise OptionError("lockstep: one network looks for all, and others here say more or less than it does")
        self._room: Room | None = None

    def run(
        self, states: Sequence[State | None], *, iterations: int | Sequence[int], even_if_forced: bool = False
    ) -> list[Result]:
        """Search from each of these states, or where a search stopped (None), for so many iterations, the same for all
        or a number each. As many states as searches, or fewer: the first ones search."""
        return self._searched(states, iterations, even_if_forced, Run.result)

    def choose(self, states: Sequence[State | None], *, iterations: int | Sequence[int]) -> list[Any]:
        """The same for whoever wants the moves to play and nothing else: all that goes with a `Result` takes as long as
        a dozen iterations."""
        return self._searched(states, iterations, False, Run.choice)

    def _searched(
        self,
        states: Sequence[State | None],
        iterations: int | Sequence[int],
        even_if_forced: bool,
        read: Callable[[Run], Found],
    ) -> list[Found]:
        budgets = [iterations] * len(states) if isinstance(iterations, int | np.integer) else [*iterations]
        if len(states) > len(self.searches) or len(budgets) != len(states):
            raise OptionError(f"lockstep: {len(self.searches)} searches, {len(states)} states, {len(budgets)} budgets")
        searches = self.searches[: len(states)]
        if not searches:
            return []
        backend = searches[0].game.backend
        before = backend.session
        with ExitStack() as taken:
            for search in searches:
                taken.enter_context(search.occupancy.changed("run"))
            runs = [
                search.prepare(state, Order(int(budget), even_if_forced=even_if_forced))
                for search, state, budget in zip(searches, states, budgets, strict=True)
            ]
            try:
                backend.begin(runs[0].seed)
                self._go(runs)
                for run in runs:
                    run.end()
                return [read(run) for run in runs]
            except BaseException:
                for search in searches:
                    search.drop()  # leaves that wait were never backed up
                raise
            finally:
                backend.session = before

    def _go(self, runs: list[Run]) -> None:
        crews = [run.crew for run in runs if isinstance(run.crew, NetworkCrew)]
        clocks = [run.begin() for run in runs]
        room = self._seated(crews)
        for crew in crews:
            crew.show_root()
        room.look()
        self._in_kernel(crews)
        for crew, clock in zip(crews, clocks, strict=True):
            crew.begin(clock)
        errors: list[BaseException] = []

        def look(_: int) -> int:
            try:
                room.look()
            except BaseException as error:  # raised again below: none may cross the kernel
                errors.append(error)
            return HALTED if errors else OK

        callback = prototype(1)(look)
        address = ctypes.cast(callback, ctypes.c_void_p).value or 0
        working = [(crew, clock.iterations_left) for crew, clock in zip(crews, clocks, strict=True)]
        while working:
            for crew, limit in working:
                crew.aim(limit)
            self._in_kernel([crew for crew, _ in working], address)
            if errors:
                raise errors[0]
            room.look()
            working = [(crew, limit) for crew, limit in working if not crew.is_over(limit)]
        for crew, clock in zip(crews, clocks, strict=True):
            clock.did(crew.done)

    def _in_kernel(self, crews: list[NetworkCrew], look: int = 0) -> None:
        """Turns of all of them in one call; of different kinds of searches one turn, in a call for each."""
        kinds: dict[Any, list[NetworkCrew]] = {}
        for crew in crews:
            kinds.setdefault(tuple(crew.search.loop.structure), []).append(crew)
        for same in kinds.values():
            arguments = [crew.arguments(crew.stations[0]) for crew in same]
            hands = np.concatenate([crew.stations[0].hands for crew in same]).view(np.recarray)
            same[0].kernel(in_step.turns)(*arguments[0], hands, look if len(kinds) == 1 else 0)
            for crew, status in zip(same, hands["status"].tolist(), strict=True):
                crew.stations[0].statuses[0] = status

    def _seated(self, crews: list[NetworkCrew]) -> Room:
        """All leaves in one place, so that they are looked at as they lie there."""
        stations = [crew.stations[0] for crew in crews]
        if self._room is None or not self._room.holds(stations):
            self._room = Room(self.searches[0].game, self._evaluator, stations)
        return self._room


class Room:
    """The leaves of several searches, one behind the other."""

    def __init__(self, game: AnyGame, evaluator: Fitted, stations: list[Station]) -> None:
        self._evaluator, self._stations, self._shape = evaluator, stations, stations[0].shape
        sizes = [station.size for station in stations]
        ends = np.cumsum(sizes)
        self._all = new_batch(game, evaluator, int(ends[-1]), len(sizes))
        self._sizes = np.array(sizes)
        self._place = np.arange(ends[-1]) - np.repeat(ends - self._sizes, self._sizes)
        for i, (station, end) in enumerate(zip(stations, ends.tolist(), strict=True)):
            station.use(part_of(self._all, i, end - station.size, end))
        self._whole = Views(self._all, evaluator, len(self._place), self._shape)
        self._some = new_batch(game, evaluator, len(self._place))
        self._views = views_of(self._some, evaluator, self._shape)

    def holds(self, stations: list[Station]) -> bool:
        """Whether it is these, or the first of them, that still have their leaves here; then nothing waits yet."""
        self._all.facts[:, COUNT] = 0
        return len(stations) <= len(self._stations) and all(
            one is other and one.batch.facts.base is self._all.facts.base
            for one, other in zip(stations, self._stations, strict=False)
        )

    def look(self) -> None:
        """Have the network look at all that waits."""
        batch = self._all
        waiting = np.flatnonzero(self._place < np.repeat(batch.facts[:, COUNT], self._sizes))
        n = len(waiting)
        if n == 0:
            return
        if n == len(self._place):
            self._whole.look()
            return
        np.take(batch.planes, waiting, axis=0, out=self._some.planes[:n], mode="clip")
        self._views[n].look()
        for place, said in zip((batch.policy, batch.value, batch.trunk), self._views[n].said, strict=True):
            if said is not None:
                place[waiting] = said


def improved_policy(search: Search) -> dict[Any, float]:
    """What is to be learnt from a search: odds for the root's moves. After `gumbel` softmax(logits + sigma(completed
    q)), which counts every move; after any other selection the shares of the visits."""
    odds, _ = what_was_learnt(search)
    return dict(zip(search.position.moves(), odds.tolist(), strict=True))


def what_was_learnt(search: Search) -> tuple[Any, float]:
    """The same as an array, in the order of the root's moves; and what the root is worth by it to who moves there, in
    [0, 1]. After `gumbel` that is the mean by these odds, for bad moves were tried as often as good ones; after any
    other selection the mean of what was tried."""
    if isinstance(search.select, Gumbel):
        odds, completed = search.select.improved(search)
        return odds, float(np.dot(odds, completed))
    number, children = search.game.backend.number, children_of_root(search)
    tried = [children.get(number(move), (0, 0, 0.0)) for move in search.position.moves()]
    total = max(1, sum(visits for _, visits, _ in tried))
    return np.array([visits / total for _, visits, _ in tried]), sum(reward for _, _, reward in tried) / total
