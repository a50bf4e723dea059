"""Instances of the travelling salesman's problem with time windows: read from a file, or drawn by a number."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import NamedTuple

from ..errors import OptionError
from .instances import text_of

MOST_CITIES = 256


class Instance(NamedTuple):
    """City 0 is the depot."""

    cost: list[list[float]]
    """from one city to another, the time spent at the first included"""
    earliest: list[float]
    latest: list[float]


def instance_in(file: str) -> Instance:
    """The number of cities; what it costs from each to each, row by row; then for each the earliest and the latest
    time."""
    text = text_of("tsptw", file)
    numbers: list[float] = []
    for line_number, line in enumerate(text.splitlines(), 1):
        for word in line.partition("#")[0].split():
            try:
                numbers.append(float(word))
            except ValueError:
                raise OptionError(f"tsptw: {file!r}, line {line_number}: {word!r} is no number") from None
            if not math.isfinite(numbers[-1]):
                raise OptionError(f"tsptw: {file!r}, line {line_number}: {word!r} is no finite number")
    n = int(numbers[0]) if numbers and numbers[0].is_integer() else 0
    if not 2 <= n <= MOST_CITIES:
        raise OptionError(f"tsptw: {file!r} must begin with the number of cities, 2 to {MOST_CITIES}")
    if len(numbers) != 1 + n * n + 2 * n:
        raise OptionError(
            f"tsptw: {file!r} has {len(numbers) - 1} numbers after the first; {n} cities take {n * n} costs and "
            f"{2 * n} times"
        )
    cost = [numbers[1 + n * row : 1 + n * (row + 1)] for row in range(n)]
    times = numbers[1 + n * n :]
    found = Instance(cost, times[0::2], times[1::2])
    for city in range(n):
        if min(cost[city]) < 0:
            raise OptionError(f"tsptw: {file!r}: a cost from city {city} is below 0")
        if found.earliest[city] > found.latest[city]:
            raise OptionError(f"tsptw: {file!r}: the window of city {city} ends before it begins")
    return found


def drawn_instance(cities: int, seed: int) -> Instance:
    """Cities at random places of a square of 100 by 100, and windows around the times of a random tour that has been
    made shorter by exchanging its legs: so there is a tour that keeps all of them."""
    source = random.Random(seed)
    places = [(source.randint(0, 100), source.randint(0, 100)) for _ in range(cities)]
    cost = [[round(math.dist(a, b), 2) for b in places] for a in places]
    tour = [0, *source.sample(range(1, cities), cities - 1)]
    for _ in range(20 * cities):
        i, j = sorted(source.sample(range(1, cities + 1), 2))
        swapped = [*tour[:i], *reversed(tour[i:j]), *tour[j:]]
        if length_of(swapped, cost) < length_of(tour, cost):
            tour = swapped
    earliest, latest, time = [0.0] * cities, [0.0] * cities, 0.0
    for before, city in pairwise(tour):
        time += cost[before][city]
        earliest[city] = max(0.0, float(round(time - source.uniform(5, 60))))
        latest[city] = float(round(time + source.uniform(5, 60)) + 1)
    latest[0] = float(round(time + cost[tour[-1]][0] + 100))
    return Instance(cost, earliest, latest)


def length_of(tour: list[int], cost: list[list[float]]) -> float:
    """Of the tour and the way back."""
    return sum(cost[a][b] for a, b in zip(tour, [*tour[1:], tour[0]], strict=True))
