"""What learns: a network, a linear function or a table, each with the same face."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ..errors import OptionError
from ..neural.symmetry import Symmetry
from ..rules.game import AnyGame
from .examples import Examples
from .shape import Shape
from .turning import turned
from .window import Window

Evaluator = Callable[[Any], tuple[Any, Any]]
"""From planes [n, planes, rows, columns] to logits of all actions [n, actions] and values [n, values]."""


class Learner(ABC):
    """Learns from examples. All of it can be put into bytes, and goes on from there as if nothing had happened."""

    kind: ClassVar[str]
    shape: Shape
    steps: int
    """of training so far"""

    @abstractmethod
    def train(self, examples: Examples, rate: float) -> dict[str, float]:
        """One step. Returns the losses: `policy`, `value`."""

    @abstractmethod
    def evaluator(self, calibration: Any = None) -> Evaluator:
        """What it knows now, for a search; it does not change when training goes on. With planes to calibrate eight
        bits on it may be quicker and a little less exact."""

    @abstractmethod
    def to_bytes(self) -> bytes:
        """All of it."""

    @abstractmethod
    def load_bytes(self, packed: bytes) -> None:
        """Go on from what `to_bytes` gave."""

    @abstractmethod
    def export(self, game: AnyGame, stem: Path, calibration: Any) -> list[Path]:
        """Write files that a search can load; returns them, the one to use first."""


def new_learner(kind: str, shape: Shape, ways: list[Symmetry], seed: int, **options: Any) -> Learner:
    """A learner that knows nothing. Raises `OptionError`, or `MissingDependency` where torch is not there."""
    if kind == "residual":
        from .residual import ResidualLearner

        return ResidualLearner(shape, ways, seed, **options)
    if kind == "linear":
        from .linear import LinearLearner

        return LinearLearner(shape, seed)
    if kind == "table":
        from .tabular import TableLearner

        return TableLearner(shape)
    raise OptionError(f"a learner is residual, linear or table, not {kind!r}")


def batches(
    window: Window, count: int, size: int, ways: list[Symmetry], source: np.random.Generator
) -> Iterator[Examples]:
    """So many draws, each turned in one of the ways that leave the game as it is."""
    for _ in range(count):
        drawn = window.draw(size, source)
        which = int(source.integers(len(ways) + 1))
        yield turned(drawn, ways[which - 1]) if which else drawn


def losses(examples: Examples, logits: Any, value: Any) -> dict[str, float]:
    """How far predictions are from the targets: the cross entropy above that of the targets with themselves, and the
    squared error; and how often the likeliest move is the target's."""
    masked = np.where(examples.legal, logits, -np.inf)
    masked = masked - masked.max(axis=1, keepdims=True)
    log_odds = masked - np.log(np.exp(masked).sum(axis=1, keepdims=True))
    told = examples.policy.sum(axis=1) > 0
    target = np.clip(examples.policy, 1e-30, None)
    gap = np.where(
        examples.policy > 0, examples.policy * (np.log(target) - np.where(examples.legal, log_odds, 0.0)), 0.0
    )
    same = masked.argmax(axis=1) == examples.policy.argmax(axis=1)
    known = ~np.isnan(examples.value)
    error = np.where(known, np.asarray(value).reshape(examples.value.shape) - examples.value, 0.0)
    return {
        "policy": float(gap.sum() / max(int(told.sum()), 1)),
        "value": float((error * error).sum() / max(int(known.sum()), 1)),
        "same_move": float(same[told].mean()) if told.any() else float("nan"),
    }
