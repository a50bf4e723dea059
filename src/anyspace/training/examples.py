"""Positions with what there is to learn of them, as arrays."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import StoreError
from ..rules.game import State
from .shape import Shape


@dataclass
class Examples:
    """As many of each: a position, its legal moves, the odds that are right, and what it is worth."""

    planes: Any
    """[n, planes, rows, columns]: uint8 where all are whole and small, else float32"""
    legal: Any
    """bool [n, actions]"""
    policy: Any
    """float32 [n, actions]; a row of zeros where nothing is known of the moves"""
    value: Any
    """float32 [n, values]; NaN where nothing is known of it"""

    def __len__(self) -> int:
        return len(self.planes)

    def __getitem__(self, which: Any) -> Examples:
        """Some of them."""
        return Examples(self.planes[which], self.legal[which], self.policy[which], self.value[which])

    def to_bytes(self) -> bytes:
        """Packed, for the store."""
        packed = io.BytesIO()
        np.savez_compressed(
            packed,
            planes=small(self.planes),
            legal=np.packbits(self.legal, axis=1),
            policy=self.policy.astype(np.float16),
            value=self.value.astype(np.float32),
        )
        return packed.getvalue()

    @classmethod
    def from_bytes(cls, packed: bytes) -> Examples:
        """What `to_bytes` made."""
        try:
            with np.load(io.BytesIO(packed)) as found:
                policy = found["policy"].astype(np.float32)
                legal = np.unpackbits(found["legal"], axis=1, count=policy.shape[1]).astype(bool)
                return cls(found["planes"], legal, policy, found["value"])
        except (ValueError, KeyError, OSError, EOFError) as error:
            raise StoreError(f"examples that cannot be read: {error}") from None


def small(planes: Any) -> Any:
    """The same in bytes, where nothing is lost."""
    if planes.dtype == np.uint8:
        return planes
    whole = planes.astype(np.uint8)
    return whole if np.array_equal(whole, planes) else planes.astype(np.float32)


def joined(parts: Sequence[Examples]) -> Examples:
    """All of them, one after the other."""
    return Examples(*(np.concatenate([getattr(part, name) for part in parts]) for name in FIELDS))


FIELDS = ("planes", "legal", "policy", "value")


class Gathering:
    """Examples of one game, position by position."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.movers: list[int] = []
        self._planes: list[Any] = []
        self._legal: list[Any] = []
        self._policy: list[Any] = []
        self._value: list[Any] = []

    def __len__(self) -> int:
        return len(self.movers)

    def add(self, state: State, moves: Sequence[int], policy: Any, value: Any = None) -> None:
        """A position, its legal moves, the odds of all actions, and its value where that is known already."""
        self._planes.append(small(state.planes()))
        legal = np.zeros(self.shape.actions, bool)
        legal[list(moves)] = True
        self._legal.append(legal)
        self._policy.append(np.asarray(policy, np.float32))
        self._value.append(np.full(self.shape.values, np.nan, np.float32) if value is None else value)
        self.movers.append(state.mover)

    def examples(self) -> Examples:
        """All of them, with the values that were given."""
        planes = self._planes
        if len({each.dtype for each in planes}) > 1:
            planes = [each.astype(np.float32) for each in planes]
        return Examples(
            np.stack(planes),
            np.stack(self._legal),
            np.stack(self._policy),
            np.stack([np.asarray(value, np.float32).reshape(self.shape.values) for value in self._value]),
        )
