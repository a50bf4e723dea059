"""Many examples in little memory, to draw from: planes of noughts and ones take a bit each."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from .examples import Examples


class Window:
    """Examples, the latest last; when there are more than `most`, the oldest go."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._parts: deque[Packed] = deque()
        self._total = 0
        self._starts: Any = None

    def __len__(self) -> int:
        return self._total

    def add(self, examples: Examples) -> None:
        """Some more."""
        self._parts.append(Packed(examples))
        self._total += len(examples)
        while len(self._parts) > 1 and self._total - len(self._parts[0]) >= self.most:
            self._total -= len(self._parts.popleft())
        self._starts = None  # where each begins is counted when it is asked for

    def draw(self, count: int, source: np.random.Generator) -> Examples:
        """So many at random, each as likely."""
        return self.at(np.sort(source.integers(len(self), size=count)))

    def at(self, places: Any) -> Examples:
        """Those at these places, which ascend."""
        if self._starts is None:
            self._starts = np.concatenate([[0], np.cumsum([len(part) for part in self._parts])])
        part_of = np.searchsorted(self._starts, places, side="right") - 1
        which, first = np.unique(part_of, return_index=True)
        groups = np.split(places, first[1:])
        found = [self._parts[k].unpacked(group - self._starts[k]) for k, group in zip(which, groups, strict=True)]
        return Examples(*(np.concatenate(each) for each in zip(*found, strict=True)))


class Packed:
    """Examples, packed."""

    def __init__(self, examples: Examples) -> None:
        self._shape = examples.planes.shape[1:]
        flat = examples.planes.reshape(len(examples), -1)
        self._bits = bool(((flat == 0) | (flat == 1)).all())
        self._planes = np.packbits(flat.astype(bool), axis=1) if self._bits else flat.copy()
        self._actions = examples.legal.shape[1]
        self._legal = np.packbits(examples.legal, axis=1)
        self._policy, self._value = examples.policy.astype(np.float16), examples.value.astype(np.float32)

    def __len__(self) -> int:
        return len(self._value)

    def unpacked(self, places: Any) -> tuple[Any, Any, Any, Any]:
        """Planes in float32, and the rest, of some."""
        planes = self._planes[places]
        if self._bits:
            planes = np.unpackbits(planes, axis=1, count=int(np.prod(self._shape)))
        legal = np.unpackbits(self._legal[places], axis=1, count=self._actions).astype(bool)
        policy, value = self._policy[places].astype(np.float32), self._value[places]
        return planes.astype(np.float32).reshape(-1, *self._shape), legal, policy, value
