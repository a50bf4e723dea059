"""Networks that are functions of planes: NumPy's, JAX's, anybody's."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from .evaluator import TRUNK, Answers, Evaluator, answers_of


class Function(Evaluator):
    """`function(planes)`, which gives (policy, value) or a dictionary."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)
        self.layer = TRUNK
        self._compiles = type(function).__module__.split(".")[0] in ("jax", "jaxlib")

    def showing(self, layer: str | None) -> Function:
        twin = copy.copy(self)
        twin.layer = layer or self.layer
        return self if twin.layer == self.layer else twin

    def evaluate(self, planes: Any) -> Answers:
        if not self._compiles:
            return answers_of(self.name, self.function(planes), self.layer)
        n, size = len(planes), 1 << max(0, len(planes) - 1).bit_length()  # JAX compiles anew for every size
        full = np.zeros((size, *planes.shape[1:]), np.float32)
        full[:n] = planes
        found = answers_of(self.name, self.function(full), self.layer)
        return Answers(*(None if each is None else each[:n] for each in found))
