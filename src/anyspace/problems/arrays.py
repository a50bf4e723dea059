"""Arrays from what people give: an array, lists of lists, a table of another package."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError


def array_of(given: Any, complaint: str, kind: Any = float) -> Any:
    """It as an array of that kind; None for whatever NumPy takes it for. Raises `OptionError`, with the complaint, for
    what is no number, and for rows of different lengths."""
    try:
        return np.asarray(given, kind)
    except (TypeError, ValueError):
        raise OptionError(complaint) from None
