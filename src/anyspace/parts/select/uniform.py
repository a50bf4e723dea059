"""Every child as often as every other: no bandit at all. With one ply kept (`depth_limit:plies=1`) and the best mean
played (`max`) it is flat Monte Carlo, the baseline of the survey's III-E (Abramson 1990)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ..part import Part


@dataclass(frozen=True)
class Uniform(Part):
    """The least visited child, whatever it is worth."""

    kind = "select"
    reference = "Abramson 1990; survey, III-E"
    consistent = "no: the mean of a random opponent's replies is not the best reply's"

    def bind(self, loop: Loop) -> None:
        loop.bound = least_visited


def least_visited(
    tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
) -> float:
    """For `bound`."""
    return -float(visits)
