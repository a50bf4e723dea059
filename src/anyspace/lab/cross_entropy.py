"""The cross-entropy method for parameters of a search.

Rubinstein (1999), "The cross-entropy method for combinatorial and continuous optimization"; for Monte Carlo tree search
Chaslot, Winands, Szita and van den Herik (2008), "Cross-entropy for Monte-Carlo tree search", ICGA Journal 31(3).

Values are drawn from a distribution, a Gaussian for every number and a table of probabilities for every choice. After a
generation the distribution moves towards the best of it, its elite:

    mean <- (1 - STEP) mean + STEP (mean of the elite),   likewise its deviation and the probabilities

Numbers are scaled to 0 to 1, by equal ratios where the range is logarithmic. Nothing is kept but the proposals: the
distribution follows from them, so a run that was ended goes on as if it had not been.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from statistics import fmean, pstdev
from typing import Any

from .search_space import Parameter

GENERATION, ELITE = 10, 3
STEP = 0.7
START, WIDTH, LEAST_WIDTH = 0.5, 0.35, 0.02
"""Mean and deviation of the first generation; the least deviation, so that luck does not end the search."""

LEAST_CHANCE = 0.05
"""Of any value of a choice."""

Scored = tuple[Mapping[str, Any], float]
"""Values and what they scored."""


def propose(parameters: Sequence[Parameter], tried: Sequence[Scored], source: random.Random) -> dict[str, Any]:
    """The next proposal, given all before it in their order."""
    return {parameter.name: _draw(parameter, tried, source) for parameter in parameters}


def _draw(parameter: Parameter, tried: Sequence[Scored], source: random.Random) -> Any:
    if parameter.choices:
        return source.choices(parameter.choices, chances(parameter, tried))[0]
    mean, width = gaussian(parameter, tried)
    place = source.gauss(mean, width)
    while not 0.0 <= place <= 1.0:
        place = source.gauss(mean, width)
    return value_at(parameter, place)


def gaussian(parameter: Parameter, tried: Sequence[Scored]) -> tuple[float, float]:
    """Mean and deviation after all whole generations, on the scale from 0 to 1."""
    mean, width = START, WIDTH
    for elite in _elites(tried):
        places = [place_of(parameter, values[parameter.name]) for values in elite]
        mean += STEP * (fmean(places) - mean)
        width += STEP * (pstdev(places) - width)
        width = max(width, LEAST_WIDTH)
    return mean, width


def chances(parameter: Parameter, tried: Sequence[Scored]) -> list[float]:
    """The probabilities of the choices after all whole generations."""
    found = [1.0 / len(parameter.choices)] * len(parameter.choices)
    for elite in _elites(tried):
        given = [values[parameter.name] for values in elite]
        found = [
            max(LEAST_CHANCE, chance + STEP * (given.count(choice) / len(given) - chance))
            for choice, chance in zip(parameter.choices, found, strict=True)
        ]
        found = [chance / sum(found) for chance in found]
    return found


def _elites(tried: Sequence[Scored]) -> list[list[Mapping[str, Any]]]:
    """The best of every whole generation."""
    starts = range(0, len(tried) - GENERATION + 1, GENERATION)
    ranked = [sorted(tried[start : start + GENERATION], key=lambda each: -each[1]) for start in starts]
    return [[values for values, _ in generation[:ELITE]] for generation in ranked]


# ---- the scale


def place_of(parameter: Parameter, value: float) -> float:
    """Where in its range a number lies, from 0 to 1."""
    low, high = parameter.low, parameter.high
    if parameter.logarithmic:
        low, high, value = math.log(low), math.log(high), math.log(value)
    return min(max((value - low) / (high - low), 0.0), 1.0)


def value_at(parameter: Parameter, place: float) -> float:
    """The number that lies there."""
    low, high = parameter.low, parameter.high
    if parameter.logarithmic:
        value = math.exp(math.log(low) + place * (math.log(high) - math.log(low)))
    else:
        value = low + place * (high - low)
    value = min(max(value, low), high)
    return round(value) if parameter.whole else value
