"""A selection formula of your own, in a line of Python.

    def my_bound(mean, visits, trials, c):
        return mean + c * math.sqrt(math.log(trials) / visits)

    Search(game, Formula(my_bound, c=1.4))

It is asked for every child that was visited: `mean` is what the child is worth in [0, 1] (by whatever other parts say),
`visits` how often it was, `trials` how often it could have been: the visits of its parent, or under hidden information
how often the move was available. What follows are numbers of yours, which can be changed without compiling anew.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable
from typing import Any

from ...core.binding import Loop
from ...errors import OptionError
from ...machine.jit import plain
from ..options import a_number
from ..part import Part

GIVEN = ("mean", "visits", "trials")
MOST_NUMBERS = 4


class Formula(Part):
    """A formula of your own: `Formula(function, name=number, ...)`."""

    kind = "select"
    reference = "yours"
    consistent = "as its formula"

    function: Callable[..., float]
    numbers: dict[str, float]

    def __init__(self, function: Callable[..., float], **numbers: float) -> None:
        if not inspect.isfunction(plain(function)):
            raise OptionError(f"Formula: expected a function, not {function!r}")
        names = list(inspect.signature(plain(function)).parameters)
        if len(names) < len(GIVEN) or sorted(names[len(GIVEN) :]) != sorted(numbers) or len(numbers) > MOST_NUMBERS:
            takes = f"{plain(function).__name__}({', '.join(names)})"
            raise OptionError(
                f"Formula: the function takes mean, visits, trials and at most {MOST_NUMBERS} numbers, each given "
                f"by name; got {takes} and {', '.join(numbers) or 'no numbers'}"
            )
        for name, given in numbers.items():
            a_number(self, name, given, float("-inf"))
        object.__setattr__(self, "function", plain(function))
        object.__setattr__(self, "numbers", {name: float(numbers[name]) for name in names[len(GIVEN) :]})

    @property
    def structure(self) -> Hashable:
        return (type(self), self.function)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formula) and (self.function, self.numbers) == (other.function, other.numbers)

    def __hash__(self) -> int:
        return hash((self.function, *self.numbers.items()))

    def __repr__(self) -> str:
        given = "".join(f", {name}={number:g}" for name, number in self.numbers.items())
        return f"Formula({self.function.__name__}{given})"

    __str__ = __repr__

    def bind(self, loop: Loop) -> None:
        function = self.function
        places = [loop.number(given) for given in self.numbers.values()]
        loop.spread, loop.is_sound = trials_of, is_number
        loop.bound = (with_none, with_one, with_two, with_three, with_four)[len(places)](function, *places)


def trials_of(tree: Any, policy: Any, node: Any, trials: Any) -> float:
    """For `spread`: the number itself."""
    return float(trials)


def is_number(bound: float) -> bool:
    """For `is_sound`."""
    return bound == bound


# A compiled function has as many arguments as it has: one of these for each number of numbers.


def with_none(function: Any) -> Any:
    """No numbers."""

    def bound(
        tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
    ) -> float:
        return function(worth, visits, width)

    return bound


def with_one(function: Any, a: int) -> Any:
    """One number, by its place."""

    def bound(
        tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
    ) -> float:
        return function(worth, visits, width, policy.numbers[a])

    return bound


def with_two(function: Any, a: int, b: int) -> Any:
    """Two."""

    def bound(
        tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
    ) -> float:
        return function(worth, visits, width, policy.numbers[a], policy.numbers[b])

    return bound


def with_three(function: Any, a: int, b: int, c: int) -> Any:
    """Three."""

    def bound(
        tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
    ) -> float:
        return function(worth, visits, width, policy.numbers[a], policy.numbers[b], policy.numbers[c])

    return bound


def with_four(function: Any, a: int, b: int, c: int, d: int) -> Any:
    """Four."""

    def bound(
        tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
    ) -> float:
        numbers = policy.numbers
        return function(worth, visits, width, numbers[a], numbers[b], numbers[c], numbers[d])

    return bound
