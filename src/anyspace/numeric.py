"""Numbers as people give them (Python's or NumPy's, but no truth values, no text, nothing that is not finite), and read
them.

NumPy's scalars are `numbers.Integral` and `numbers.Real` themselves, so nothing here needs NumPy.
"""

from __future__ import annotations

import math
from numbers import Integral, Real
from typing import Any

from .errors import OptionError


def whole(given: Any) -> int | None:
    """A whole number as an int; None if it is none."""
    return int(given) if isinstance(given, Integral) and not isinstance(given, bool) else None


def finite(given: Any) -> int | float | None:
    """A finite number as an int or a float; None if it is none, or too large to calculate with."""
    if not isinstance(given, Real) or isinstance(given, bool):
        return None
    try:
        if not math.isfinite(given):
            return None
    except OverflowError:  # an int beyond the range of floats
        return None
    return int(given) if isinstance(given, Integral) else float(given)


def seed(given: Any) -> int | None:
    """A seed: any whole number, or None for one to be drawn. Raises `OptionError`."""
    number = whole(given)
    if number is None and given is not None:
        raise OptionError(f"seed must be a whole number or None, not {given!r}")
    return number


def shown(given: Any) -> str:
    """What was given, for a message: a number of hundreds of digits is no help to anybody, and beyond some thousands
    Python does not write it."""
    return "one that large" if isinstance(given, int) and abs(given) >= 10**20 else repr(given)


def as_score(score: float) -> str:
    """A score as people read it: 2,557, -1,000,378.62, 0.125."""
    if not 1 <= abs(score) < 1e15:
        return f"{score + 0.0:g}"
    return f"{score:,.4f}".rstrip("0").rstrip(".")
