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

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np

from ..errors import OptionError
from ..neural.evaluator import Answers, Fitted
from ..parts.select.gumbel import Gumbel
from ..rules.game import State
from .network_crew import NetworkCrew, Station
from .result import Result
from .running import Order, Run
from .search import Search


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

    def run(
        self, states: Sequence[State | None], *, iterations: int | Sequence[int], even_if_forced: bool = False
    ) -> list[Result]:
        """Search from each of these states, or where a search stopped (None), for so many iterations, the same for all
        or a number each. As many states as searches, or fewer: the first ones search."""
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
                return [run.end() for run in runs]
            except BaseException:
                for search in searches:
                    search.drop()  # leaves that wait were never backed up
                raise
            finally:
                backend.session = before

    def _go(self, runs: list[Run]) -> None:
        crews = [run.crew for run in runs if isinstance(run.crew, NetworkCrew)]
        clocks = [run.begin() for run in runs]
        roots = [crew.root_planes() for crew in crews]
        said = iter(self._said([root for root in roots if root is not None]))
        for crew, clock, root in zip(crews, clocks, roots, strict=True):
            crew.prepare(clock, None if root is None else next(said))
        working = [(crew, clock.iterations_left) for crew, clock in zip(crews, clocks, strict=True)]
        while working:
            working = [(crew, limit) for crew, limit in working if crew.step(limit)]
            stations = [crew.stations[0] for crew, _ in working]
            if stations:
                self._look(stations)
        for crew, clock in zip(crews, clocks, strict=True):
            clock.did(crew.done)

    def _look(self, stations: list[Station]) -> None:
        """At the leaves of all of them."""
        found = self._evaluator.evaluate(np.concatenate([each.shown() for each in stations]))
        rewards = None
        if found.value is not None:
            movers = np.concatenate([each.batch.movers[: each.count] for each in stations])
            rewards = self._evaluator.rewards(found.value, movers)
        start = 0
        for station in stations:
            n, batch = station.count, station.batch
            if found.policy is not None:
                batch.policy[:n] = found.policy[start : start + n]
            if rewards is not None:
                batch.rewards[:n] = rewards[start : start + n]
            if found.trunk is not None:
                batch.trunk[:n] = found.trunk[start : start + n]
            start += n

    def _said(self, shown: list[Any]) -> list[Answers]:
        """What the network says of all these planes, a part for each."""
        if not shown:
            return []
        found = self._evaluator.evaluate(np.concatenate(shown))
        ends = np.cumsum([len(each) for each in shown])
        return [
            Answers(*(None if each is None else each[end - len(part) : end] for each in found))
            for part, end in zip(shown, ends, strict=True)
        ]


def improved_policy(search: Search) -> dict[Any, float]:
    """What is to be learnt from a search: odds for the root's moves. After `gumbel` softmax(logits + sigma(completed
    q)), which counts every move; after any other selection the shares of the visits."""
    if isinstance(search.select, Gumbel):
        return search.select.improved(search)
    visits = {child.move: child.visits for child in search.root.children}
    total = max(1, sum(visits.values()))
    return {move: visits.get(move, 0) / total for move in search.position.moves()}
