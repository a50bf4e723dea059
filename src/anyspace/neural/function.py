"""Networks that are functions of planes: NumPy's, JAX's, anybody's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .evaluator import Answers, Evaluator, answers_of


class Function(Evaluator):
    """`function(planes)`, which gives (policy, value) or a dictionary."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)
        self._compiles = type(function).__module__.split(".")[0] in ("jax", "jaxlib")

    def evaluate(self, planes: Any) -> Answers:
        if not self._compiles:
            return answers_of(self.name, self.function(planes))
        n, size = len(planes), 1 << max(0, len(planes) - 1).bit_length()  # JAX compiles anew for every size
        full = np.zeros((size, *planes.shape[1:]), np.float32)
        full[:n] = planes
        found = answers_of(self.name, self.function(full))
        return Answers(*(None if each is None else each[:n] for each in found))
