"""Which move to play once the search is over: the survey's four criteria (Schadd; Chaslot et al.).

A criterion looks at the root's children (`visits`, and `means` in [0, 1]) and names the index of one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import OptionError


def _best(keys: Sequence[tuple[float, ...]]) -> int:
    return max(range(len(keys)), key=keys.__getitem__)


@dataclass(frozen=True)
class Robust:
    """The most visited child; among equals the one with the higher mean."""

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child."""
        return _best([*zip(visits, means, strict=True)])


@dataclass(frozen=True)
class Max:
    """The child with the highest mean reward; among equals the more visited one."""

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child."""
        return _best([*zip(means, visits, strict=True)])


@dataclass(frozen=True)
class MaxRobust:
    """The child that is both most visited and highest in mean. While they differ the search goes on beyond its
    budget (Coulom 2007), for at most `extra` of it; then the most visited child is taken.

    extra: how much longer to search, as a share of the budget, 0 or more.
    """

    extra: float = 0.5

    def __post_init__(self) -> None:
        if not (math.isfinite(self.extra) and self.extra >= 0):
            raise OptionError(f"MaxRobust: extra must be a number, 0 or more, not {self.extra!r}")

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child."""
        return Robust().choose(visits, means)

    def undecided(self, visits: Sequence[int], means: Sequence[float]) -> bool:
        """Whether the search should go on."""
        return Robust().choose(visits, means) != Max().choose(visits, means)


@dataclass(frozen=True)
class Secure:
    """The child with the highest lower confidence bound, `mean - a / sqrt(visits)`.

    a: how much certainty counts, 0 or more. Chaslot et al. 2008 use 4 with rewards in [-1, 1]; here they are in
    [0, 1], so 2 is theirs.
    """

    a: float = 2.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.a) and self.a >= 0):
            raise OptionError(f"Secure: a must be a number, 0 or more, not {self.a!r}")

    def choose(self, visits: Sequence[float], means: Sequence[float]) -> int:
        """The index of the chosen child."""
        return _best([(mean - self.a / math.sqrt(n),) for n, mean in zip(visits, means, strict=True)])


Criterion = Robust | Max | MaxRobust | Secure
BY_NAME: dict[str, type[Criterion]] = {"robust": Robust, "max": Max, "max-robust": MaxRobust, "secure": Secure}
"""For commands and for `Search(final="robust")`."""
