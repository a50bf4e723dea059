"""Checks of options, each with an error that names the option, what it may be, and what was given."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

from .. import numeric
from ..errors import OptionError


def whole(owner: object, name: str, least: int, most: int) -> None:
    """The option is a whole number within bounds."""
    given = getattr(owner, name)
    found = numeric.whole(given)
    if found is None or not least <= found <= most:
        kind, wanted = type(owner).__name__, f"a whole number from {least:,} to {most:,}"
        raise OptionError(f"{kind}: {name} must be {wanted}, not {numeric.shown(given)}")
    _settle(owner, name, found)


def number(owner: object, name: str, least: float = 0.0, most: float = math.inf) -> None:
    """The option is a finite number within bounds."""
    _settle(owner, name, a_number(owner, name, getattr(owner, name), least, most))


def a_number(owner: object, name: str, given: Any, least: float = 0.0, most: float = math.inf) -> int | float:
    """The same for what is not a field; returns it as a plain number."""
    found = numeric.finite(given)
    if found is None or not least <= found <= most:
        bounds = f"{least:g} or more" if most == math.inf else f"from {least:g} to {most:g}"
        asked = "a number" if least == -math.inf else f"a number, {bounds}"
        raise OptionError(f"{type(owner).__name__}: {name} must be {asked}, not {numeric.shown(given)}")
    return found


def _settle(owner: object, name: str, value: int | float) -> None:
    """Keep a plain number where NumPy's was given: options are written as text, and compared by it. (Parts are
    frozen, but this is where they are made.)"""
    if type(getattr(owner, name)) is not type(value):
        object.__setattr__(owner, name, value)


def one_of(owner: object, name: str, known: Collection[str]) -> None:
    """The option is one of these words."""
    given = getattr(owner, name)
    if given not in known:
        raise OptionError(f"{type(owner).__name__}: {name} must be one of {', '.join(known)}, not {given!r}")
