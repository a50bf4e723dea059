"""What is learnt without a network: linear functions and tables, from npz files (training/linear.py, tabular.py)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import OptionError
from .evaluator import Answers, Evaluator

Parts = tuple[Any, Any]
"""Logits of all actions [n, actions], and values [n, values]."""

LEAST = 1e-6
"""Odds below this are taken for it: their logarithm is asked for."""

MADE_FOR = ("anyspace.game", "anyspace.options", "anyspace.planes")


def with_one(planes: Any) -> Any:
    """Every position as a row of numbers, and a one."""
    flat = np.asarray(planes, np.float32).reshape(len(planes), -1)
    return np.concatenate([flat, np.ones((len(flat), 1), np.float32)], axis=1)


def linear(weights: Any, actions: int, inputs: Any) -> Parts:
    """Weighted sums of the inputs: weights [inputs + 1, actions + values]; values through tanh."""
    sums = inputs @ weights
    return sums[:, :actions], np.tanh(sums[:, actions:])


def keys_of(planes: Any) -> list[bytes]:
    """What a table knows positions by."""
    exact = np.ascontiguousarray(planes, np.float32)
    return [exact[i].tobytes() for i in range(len(exact))]


def from_table(rows: dict[bytes, Any], actions: int, values: int, planes: Any) -> Parts:
    """The rows of these positions: how often seen, odds, values. Of what it has not seen it says nothing: all moves
    alike, value 0."""
    unknown = np.zeros(1 + actions + values, np.float32)
    unknown[1 : 1 + actions] = 1.0 / actions
    found = np.stack([rows.get(key, unknown) for key in keys_of(planes)])
    return np.log(np.maximum(found[:, 1 : 1 + actions], LEAST)), found[:, 1 + actions :]


class NpzFile(Evaluator):
    """A linear function or a table, as `anyspace learn` writes it."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.name = self.path.name
        try:
            with np.load(self.path) as file:
                found = {name: file[name] for name in file.files}
            self._function = _function(found)
        except (OSError, ValueError, KeyError) as error:
            raise OptionError(f"{self.path} is nothing that was learnt: {error}") from None
        self.made_for = {name: str(found[name]) for name in MADE_FOR if name in found}

    def evaluate(self, planes: Any) -> Answers:
        try:
            return Answers(*self._function(planes))
        except ValueError as error:
            raise OptionError(f"{self.name} does not fit planes of {planes.shape[1:]}: {error}") from None


def _function(found: dict[str, Any]) -> Callable[[Any], Parts]:
    kind, actions = str(found["kind"]), int(found["actions"])
    if kind == "linear":
        return lambda planes: linear(found["weights"], actions, with_one(planes))
    if kind == "table":
        rows = {key.tobytes(): row for key, row in zip(found["keys"], found["rows"], strict=True)}
        values = found["rows"].shape[1] - 1 - actions
        return lambda planes: from_table(rows, actions, values, planes)
    raise ValueError(f"a learner of kind {kind!r}")
