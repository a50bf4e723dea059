"""A linear function of the planes: for games with simple features, and without torch.

Logits and values are weighted sums of the planes' numbers, the value through tanh. The weights follow the slope of the
cross entropy and of the squared error, by Adam (Kingma and Ba 2015).
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ..errors import StoreError
from ..neural.npz_file import linear, with_one
from ..rules.game import AnyGame
from .examples import Examples
from .files import npz_file, write_atomically
from .learner import Evaluator, Learner
from .shape import Shape, description

MOMENTUM, MEMORY, TINY = 0.9, 0.999, 1e-8
"""Of Adam, as published."""

SHRINK = 1e-4
"""What weights lose of themselves in a step, times the rate."""


class LinearLearner(Learner):
    """Weights of all inputs, and one more for what is always there: first those of the logits, then the values'."""

    kind: ClassVar[str] = "linear"

    def __init__(self, shape: Shape, seed: int) -> None:
        self.shape, self.steps = shape, 0
        size = (shape.inputs + 1, shape.actions + shape.values)
        self.weights, self._mean, self._square = (np.zeros(size, np.float32) for _ in range(3))

    def train(self, examples: Examples, rate: float) -> dict[str, float]:
        """One step of Adam."""
        inputs = with_one(examples.planes)
        logits, value = linear(self.weights, self.shape.actions, inputs)
        masked = np.where(examples.legal, logits, -np.inf)
        odds = np.exp(masked - masked.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        told = examples.policy.sum(axis=1, keepdims=True) > 0
        known = ~np.isnan(examples.value)
        surprise = np.where(told, odds - examples.policy, 0.0)
        error = np.where(known, value - examples.value, 0.0)
        slopes = np.concatenate([surprise, 2.0 * error * (1.0 - value * value)], axis=1)
        self._change(inputs.T @ slopes / len(examples), rate)
        likely = np.log(np.clip(odds, 1e-30, None))
        return {
            "policy": float(-(examples.policy * likely).sum() / max(int(told.sum()), 1)),
            "value": float((error * error).sum() / max(int(known.sum()), 1)),
        }

    def _change(self, slope: Any, rate: float) -> None:
        self.steps += 1
        self._mean += (1 - MOMENTUM) * (slope - self._mean)
        self._square += (1 - MEMORY) * (slope * slope - self._square)
        mean, square = self._mean / (1 - MOMENTUM**self.steps), self._square / (1 - MEMORY**self.steps)
        self.weights -= rate * (mean / (np.sqrt(square) + TINY) + SHRINK * self.weights)

    def evaluator(self, calibration: Any = None) -> Evaluator:
        """The function as it is now."""
        weights, actions = self.weights.copy(), self.shape.actions
        return lambda planes: linear(weights, actions, with_one(planes))

    def to_bytes(self) -> bytes:
        packed = io.BytesIO()
        np.savez_compressed(packed, steps=self.steps, weights=self.weights, mean=self._mean, square=self._square)
        return packed.getvalue()

    def load_bytes(self, packed: bytes) -> None:
        with np.load(io.BytesIO(packed)) as found:
            if found["weights"].shape != self.weights.shape:
                raise StoreError("weights of another shape")
            self.steps, self.weights = int(found["steps"]), found["weights"]
            self._mean, self._square = found["mean"], found["square"]

    def export(self, game: AnyGame, stem: Path, calibration: Any) -> list[Path]:
        """NAME.npz, and NAME.onnx where the package onnx is there."""
        paths = [stem.with_suffix(".npz")]
        write_atomically(paths[0], npz_file(self, game, weights=self.weights))
        try:
            from .onnx_graph import linear_graph, packed_model
        except ImportError:
            return paths
        model = packed_model(linear_graph(self.weights, self.shape), description(game, self.shape))
        write_atomically(stem.with_suffix(".onnx"), model)
        return [stem.with_suffix(".onnx"), *paths]
