"""A table: what was found in each position that was ever seen, for games with few of them. Without torch.

A position is known by its planes. The table keeps the mean of the odds and of the values it was told; the rate is that
of a mean, 1 / n, but never less than the rate that is asked for, so that what was found early is forgotten.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ..errors import StoreError
from ..rules.game import AnyGame
from .examples import Examples
from .files import write_atomically
from .learner import Evaluator, Learner
from .shape import Shape, description

LEAST = 1e-6
"""Odds below this are taken for it: their logarithm is asked for."""


class TableLearner(Learner):
    """A row for each position: how often it was seen, the odds, the values."""

    kind: ClassVar[str] = "table"

    def __init__(self, shape: Shape) -> None:
        self.shape, self.steps = shape, 0
        self.rows: dict[bytes, Any] = {}

    def train(self, examples: Examples, rate: float) -> dict[str, float]:
        """Every example changes the row of its position."""
        actions, policy_loss, value_loss = self.shape.actions, 0.0, 0.0
        for key, policy, value in zip(keys_of(examples.planes), examples.policy, examples.value, strict=True):
            row = self.rows.get(key)
            if row is None:
                row = self.rows[key] = np.zeros(1 + actions + self.shape.values, np.float32)
                row[1 : 1 + actions] = 1.0 / actions
            row[0] += 1.0
            share = max(1.0 / row[0], rate)
            policy_loss -= float((policy * np.log(np.maximum(row[1 : 1 + actions], LEAST))).sum())
            if policy.sum() > 0:
                row[1 : 1 + actions] += share * (policy - row[1 : 1 + actions])
            known = ~np.isnan(value)
            error = np.where(known, value - row[1 + actions :], 0.0)
            value_loss += float((error * error).mean())
            row[1 + actions :] += share * error
        self.steps += 1
        return {"policy": policy_loss / len(examples), "value": value_loss / len(examples)}

    def evaluator(self, folder: Path | None = None) -> Evaluator:
        """The table as it is now."""
        return table_function({key: row.copy() for key, row in self.rows.items()}, self.shape)

    def to_bytes(self) -> bytes:
        packed = io.BytesIO()
        np.savez_compressed(packed, steps=self.steps, **self._arrays())
        return packed.getvalue()

    def _arrays(self) -> dict[str, Any]:
        width = 4 * self.shape.inputs
        keys = np.frombuffer(b"".join(self.rows), np.uint8).reshape(-1, width)
        rows = np.array(list(self.rows.values()), np.float32).reshape(len(keys), -1)
        return {"keys": keys, "rows": rows}

    def load_bytes(self, packed: bytes) -> None:
        with np.load(io.BytesIO(packed)) as found:
            if found["keys"].shape[1] != 4 * self.shape.inputs:
                raise StoreError("a table of another shape")
            self.steps, rows = int(found["steps"]), found["rows"]
            self.rows = {key.tobytes(): rows[i].copy() for i, key in enumerate(found["keys"])}

    def export(self, game: AnyGame, stem: Path, calibration: Any) -> list[Path]:
        """NAME.npz: a table is no ONNX."""
        packed, path = io.BytesIO(), stem.with_suffix(".npz")
        np.savez_compressed(packed, kind=self.kind, **self._arrays(), **description(game, self.shape))
        write_atomically(path, packed.getvalue())
        return [path]


def keys_of(planes: Any) -> list[bytes]:
    """What positions are known by."""
    exact = np.ascontiguousarray(planes, np.float32)
    return [exact[i].tobytes() for i in range(len(exact))]


def table_function(rows: dict[bytes, Any], shape: Shape) -> Evaluator:
    """The evaluator that a table is; of positions that it has not seen it says nothing: all moves alike, value 0."""
    unknown = np.zeros(1 + shape.actions + shape.values, np.float32)
    unknown[1 : 1 + shape.actions] = 1.0 / shape.actions

    def evaluate(planes: Any) -> tuple[Any, Any]:
        found = np.stack([rows.get(key, unknown) for key in keys_of(planes)])
        return np.log(np.maximum(found[:, 1 : 1 + shape.actions], LEAST)), found[:, 1 + shape.actions :]

    return evaluate
