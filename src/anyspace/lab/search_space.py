"""Parameters to be tuned: an option of a player, and the values that it may take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import ExperimentError
from ..parts.registry import find, options_of
from ..parts.select.ucb1 import UCB1
from .players import Table, is_part_option, keys
from .suggest import unknown

ALIASES = {"exploration": "c"}
"""Other names of options."""

DEFAULTS: dict[str, Any] = {"c": UCB1().c, "threshold": 4}
"""What a player has who does not say: the first value that is tried."""

HOW = (
    "write NAME=LOW:HIGH, NAME=LOW:HIGH:log or NAME=ONE|OTHER, as in c=0.1:2.0, nodes=50:5000:log, final=robust|max, "
    "grave.ref=10:500:log"
)


@dataclass(frozen=True)
class Parameter:
    """One option: a range of numbers, or a choice."""

    name: str
    low: float = 0.0
    high: float = 0.0
    whole: bool = False
    """whole numbers only"""
    logarithmic: bool = False
    """equal ratios are equally far apart"""
    choices: tuple[Any, ...] = ()
    """instead of a range"""

    def contains(self, value: Any) -> bool:
        """Whether it may take this value."""
        if self.choices:
            return value in self.choices
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and self.low <= value <= self.high and (not self.whole or float(value).is_integer())

    def tidy(self, value: Any) -> Any:
        """A proposed value with as many digits as anybody would type."""
        return value if self.choices or self.whole else float(f"{value:.4g}")

    def __str__(self) -> str:
        if self.choices:
            return f"{self.name}={'|'.join(map(str, self.choices))}"
        return f"{self.name}={self.low:g}:{self.high:g}{':log' if self.logarithmic else ''}"


def read(text: str) -> Parameter:
    """A parameter as people write it. Raises `ExperimentError`."""
    name, equals, rest = text.partition("=")
    name = ALIASES.get(name.strip(), name.strip())
    if not equals or not rest:
        raise ExperimentError(f"cannot read the parameter {text!r}: {HOW}")
    if name not in keys() and not is_part_option(name):
        raise ExperimentError(unknown("parameter", name, [*keys(), *ALIASES]))
    if "|" in rest:
        choices = tuple(dict.fromkeys(_value(word) for word in rest.split("|")))
        if len(choices) < 2 or "" in choices:
            raise ExperimentError(f"{name}: a choice needs two different values or more, not {rest!r}")
        return Parameter(name, choices=choices)
    words = rest.split(":")
    ends = [_value(word) for word in words[:2]]
    if len(ends) < 2 or words[2:] not in ([], ["log"]) or not all(type(end) in (int, float) for end in ends):
        raise ExperimentError(f"cannot read the parameter {text!r}: {HOW}")
    low, high = ends
    if not low < high:
        raise ExperimentError(f"{name}: the range must go from a lower to a higher number, not {low} to {high}")
    if words[2:] and low <= 0:
        raise ExperimentError(f"{name}: a logarithmic range must begin above 0, not at {low}")
    return Parameter(name, low, high, type(low) is type(high) is int, bool(words[2:]))


def starting_values(parameters: Sequence[Parameter], player: Table) -> dict[str, Any]:
    """What the player has before it is tuned, where that is known and within the range."""
    known = {parameter.name: {**DEFAULTS, **player}.get(parameter.name) for parameter in parameters}
    for name in known:
        if known[name] is None and is_part_option(name):
            part, _, option = name.partition(".")
            known[name] = options_of(find(part))[option]
    return {
        parameter.name: known[parameter.name] for parameter in parameters if parameter.contains(known[parameter.name])
    }


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return {"true": True, "false": False}.get(text.strip().lower(), text.strip())
