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
from ..neural.npz_file import LEAST, from_table, keys_of
from ..rules.game import AnyGame
from .examples import Examples
from .files import npz_file, write_atomically
from .learner import Evaluator, Learner
from .shape import Shape


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

    def evaluator(self, calibration: Any = None) -> Evaluator:
        """The table as it is now."""
        rows, shape = {key: row.copy() for key, row in self.rows.items()}, self.shape
        return lambda planes: from_table(rows, shape.actions, shape.values, planes)

    def to_bytes(self) -> bytes:
        packed = io.BytesIO()
        np.savez_compressed(packed, steps=self.steps, **self._arrays())
        return packed.getvalue()

    def _arrays(self) -> dict[str, Any]:
        width = 4 * self.shape.inputs
        keys = np.frombuffer(b"".join(self.rows), np.uint8).reshape(-1, width)
        rows = np.array(list(self.rows.values()), np.float32).reshape(
            len(keys), 1 + self.shape.actions + self.shape.values
        )
        return {"keys": keys, "rows": rows}

    def load_bytes(self, packed: bytes) -> None:
        with np.load(io.BytesIO(packed)) as found:
            if found["keys"].shape[1] != 4 * self.shape.inputs:
                raise StoreError("a table of another shape")
            self.steps, rows = int(found["steps"]), found["rows"]
            self.rows = {key.tobytes(): rows[i].copy() for i, key in enumerate(found["keys"])}

    def export(self, game: AnyGame, stem: Path, calibration: Any) -> list[Path]:
        """NAME.npz: a table is no ONNX."""
        path = stem.with_suffix(".npz")
        write_atomically(path, npz_file(self, game, **self._arrays()))
        return [path]
