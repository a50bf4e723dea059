"""The Canadian traveller: the cheapest way through a network in which roads may be snowed in (survey, VII-H1).

Every road is blocked with a known probability; whether it is, the traveller sees on arriving at one of its ends, for
good. The question is where to go next so that the expected cost is least. Nobody knows a fast exact method; UCT with
optimistic playouts comes near (Eyerich, Keller and Helmert 2010; Bnaya et al. 2011).

As a game: a move goes, over roads that are known to be open, to a place where something is still unknown, or to the
goal. What is seen there is a move of chance, road by road. The payoff is minus the cost.
"""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..errors import OptionError
from ..rules.game import CHANCE, OVER
from ..rules.objects import PythonGame
from ..search.search import Search

BLOCKED, OPEN = 0, 1


@dataclass(frozen=True)
class Road:
    """Between two places, with its cost and how likely it is blocked."""

    one: int
    other: int
    cost: float
    blocked: float = 0.0

    def beyond(self, place: int) -> int:
        return self.other if place == self.one else self.one


@dataclass(frozen=True)
class Network:
    """Roads, start and goal. There must be a way that is never blocked, however dear."""

    roads: tuple[Road, ...]
    start: int
    goal: int

    def __post_init__(self) -> None:
        for number, road in enumerate(self.roads):
            if not (road.cost >= 0 and math.isfinite(road.cost) and 0 <= road.blocked < 1) or road.one == road.other:
                raise OptionError(f"road {number}: costs are 0 or more, odds from 0 to below 1, ends two: {road}")
        sure = {number: OPEN for number, road in enumerate(self.roads) if road.blocked == 0}
        if self.goal not in distances(self, self.start, sure, optimistic=False):
            raise OptionError("no way to the goal is certain: add a road that is never blocked, however dear")

    def at(self, place: int) -> list[int]:
        """The numbers of the roads there."""
        return [number for number, road in enumerate(self.roads) if place in (road.one, road.other)]


def distances(network: Network, start: int, known: Mapping[int, int], optimistic: bool) -> dict[int, float]:
    """What it costs to every place over roads known to be open; `optimistic`: and over those that are not known."""
    best, heap = {start: 0.0}, [(0.0, start)]
    while heap:
        cost, place = heapq.heappop(heap)
        if cost > best[place]:
            continue
        for number in network.at(place):
            if known.get(number, OPEN if optimistic else BLOCKED) == OPEN:
                road = network.roads[number]
                there, total = road.beyond(place), cost + road.cost
                if total < best.get(there, math.inf):
                    best[there] = total
                    heapq.heappush(heap, (total, there))
    return best


class Traveller:
    """Where the traveller is, what is known, what it cost; the rules of a `PythonGame`."""

    players = 1

    def __init__(self, network: Network) -> None:
        self.network = network
        self.place, self.paid = network.start, 0.0
        self.known = {number: OPEN for number, road in enumerate(network.roads) if road.blocked == 0}
        self.max_moves = 1 + len(network.roads)
        self.max_length = 2 * len(network.roads) + 2

    def unseen(self) -> list[int]:
        """Roads here of which nothing is known."""
        return [number for number in self.network.at(self.place) if number not in self.known]

    def mover(self) -> int:
        if self.unseen():
            return CHANCE
        return OVER if self.place == self.network.goal else 0

    def moves(self) -> list[int]:
        """Chance: what the first unseen road is. The traveller: places that are worth going to."""
        return [BLOCKED, OPEN] if self.unseen() else sorted(self.targets())

    def targets(self) -> dict[int, float]:
        """What it costs to the goal, and to places with roads that are not known."""
        costs = distances(self.network, self.place, self.known, optimistic=False)
        ends = {self.network.goal} | {
            end
            for number, road in enumerate(self.network.roads)
            if number not in self.known
            for end in (road.one, road.other)
        }
        return {place: cost for place, cost in costs.items() if place in ends and place != self.place}

    def weights(self) -> list[float]:
        blocked = self.network.roads[self.unseen()[0]].blocked
        return [blocked, 1 - blocked]

    def play(self, move: int) -> None:
        if unseen := self.unseen():
            self.known[unseen[0]] = move
        else:
            self.paid += self.targets()[move]
            self.place = move

    def returns(self) -> list[float]:
        return [-self.paid]

    def copy(self) -> Traveller:
        twin = object.__new__(Traveller)
        twin.__dict__ |= self.__dict__
        twin.known = dict(self.known)
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Traveller) or self.network != other.network:
            return False
        return (self.place, self.paid, self.known) == (other.place, other.paid, other.known)

    __hash__ = None  # type: ignore[assignment]

    def playout(self, source: random.Random) -> list[float]:
        """Optimistically, in weather that is drawn as it is met."""
        while (mover := self.mover()) != OVER:
            if mover == CHANCE:
                self.play(OPEN if source.random() >= self.weights()[0] else BLOCKED)
            else:
                self.play(optimistic(self))
        return self.returns()

    def __str__(self) -> str:
        blocked = [number for number, what in sorted(self.known.items()) if what == BLOCKED]
        return f"at {self.place}, paid {self.paid:g}; roads known to be blocked: {blocked or 'none'}"


Policy = Callable[[Traveller], int]
"""Where to go next."""


def optimistic(state: Traveller) -> int:
    """As if all that is unknown were open: the first place on the cheapest way at which that would be put to the
    test."""
    beyond = {place: distances(state.network, place, state.known, optimistic=True) for place in state.targets()}
    goal = state.network.goal
    return min(state.targets(), key=lambda place: state.targets()[place] + beyond[place].get(goal, math.inf))


def uct(iterations: int = 500, seed: int = 0, c: float = 0.5) -> Policy:
    """By a search from every position, with optimistic playouts."""

    def choose(state: Traveller) -> int:
        if len(state.targets()) == 1:
            return next(iter(state.targets()))
        game = PythonGame(_From(state), payoffs=(None, 0.0), max_moves=state.max_moves, max_length=state.max_length)
        search = Search(game, f"ucb1:c={c}", seed=seed)
        return int(search.run(game.start(), iterations=iterations).move)

    return choose


class _From:
    """A game that begins at a given position."""

    players = 1

    def __init__(self, state: Traveller) -> None:
        self.state = state

    def start(self) -> Traveller:
        return self.state.copy()


def travel(network: Network, policy: Policy, weather: Iterable[int]) -> float:
    """What it costs where these roads are blocked."""
    state, snowed = Traveller(network), {*weather}
    while (mover := state.mover()) != OVER:
        state.play((BLOCKED if state.unseen()[0] in snowed else OPEN) if mover == CHANCE else policy(state))
    return state.paid


def weathers(network: Network, count: int, seed: int = 0) -> list[set[int]]:
    """Roads that are blocked, drawn by their odds."""
    source = random.Random(seed)
    return [{n for n, road in enumerate(network.roads) if source.random() < road.blocked} for _ in range(count)]


def exact(network: Network) -> tuple[float, Policy]:
    """The least expected cost and a policy that has it, by looking at all that can be known: for a dozen roads or
    so."""
    found: dict[tuple[int, frozenset[tuple[int, int]]], tuple[float, int]] = {}

    def value(state: Traveller) -> float:
        if state.mover() == OVER:
            return 0.0
        if state.mover() == CHANCE:
            return sum(odds * value(after(state, what)) for what, odds in zip((0, 1), state.weights(), strict=True))
        key = (state.place, frozenset(state.known.items()))
        if key not in found:
            costs = {place: cost + value(after(state, place)) for place, cost in state.targets().items()}
            best = min(costs, key=lambda place: costs[place])
            found[key] = costs[best], best
        return found[key][0]

    def policy(state: Traveller) -> int:
        value(state)
        return found[state.place, frozenset(state.known.items())][1]

    return value(Traveller(network)), policy


def after(state: Traveller, move: int) -> Traveller:
    """The position after a move."""
    twin = state.copy()
    twin.play(move)
    return twin


def random_network(places: int, seed: int, blocked: float = 0.4) -> Network:
    """Places in the plane, each joined to some near ones by roads that may be blocked; and a dear road that never
    is."""
    source = random.Random(seed)
    points = [(source.random(), source.random()) for _ in range(places)]
    pairs = {
        (a, b) for a in range(places) for b in sorted(range(places), key=lambda b: math.dist(points[a], points[b]))[1:3]
    }
    far = max(range(places), key=lambda place: math.dist(points[0], points[place]))
    roads = [
        Road(a, b, round(math.dist(points[a], points[b]), 3), round(source.uniform(0, 2 * blocked), 2))
        for a, b in sorted({(min(pair), max(pair)) for pair in pairs})
    ]
    return Network((*roads, Road(0, far, round(3 * math.dist(points[0], points[far]), 3))), 0, far)
