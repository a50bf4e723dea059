"""Whether numbers from elsewhere can be reckoned with: counted without a branch, so that many are looked at at once."""

from __future__ import annotations

from typing import Any

import numpy as np


def are_finite(numbers: Any) -> bool:
    """Whether each is one that can be reckoned with."""
    bad = 0
    for i in range(len(numbers)):
        bad += not np.abs(numbers[i]) < np.inf
    return bad == 0


def are_logits(numbers: Any) -> bool:
    """The same, where -inf rules a move out."""
    bad = 0
    for i in range(len(numbers)):
        bad += not numbers[i] < np.inf
    return bad == 0
