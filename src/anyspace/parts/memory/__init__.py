"""How much memory the tree may take, and what happens when it is used up.

The seven ways of the memory-bounded paper (Powley, Cowling and Whitehouse 2017); all work for every kind of search.
Each bound takes `nodes=` (how many) or `bytes=` (everything that the search allocates counts).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from ...core.tree import LARGEST_POOL
from ...errors import OptionError
from . import kinds

FIRST_POOL = 1 << 16
"""Nodes that an unbounded tree starts with where nothing is known of its size; untouched ones cost nothing."""

LARGEST_FIRST_POOL = 1 << 24


def _whole(owner: object, name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        kind = type(owner).__name__
        raise OptionError(f"{kind}: {name} must be a whole number from {least:,} to {most:,}, not {value!r}")


@dataclass(frozen=True)
class Unbounded:
    """The tree grows as long as the search goes on; its pool doubles when it is full.

    reserve: nodes to make room for at the start (32 bytes each). None takes the iterations asked for, within reason.
    """

    reserve: int | None = None
    kind: ClassVar[int] = kinds.UNBOUNDED

    def __post_init__(self) -> None:
        if self.reserve is not None:
            _whole(self, "reserve", self.reserve, 1, LARGEST_POOL - 1)


@dataclass(frozen=True)
class Bound:
    """A limit, as a number of nodes or of bytes: give one of the two."""

    nodes: int | None = None
    bytes: int | None = None
    kind: ClassVar[int]
    threshold: ClassVar[int] = 0

    def __post_init__(self) -> None:
        if (self.nodes is None) == (self.bytes is None):
            raise OptionError(f"{type(self).__name__} takes either nodes= or bytes=")
        if self.nodes is not None:
            _whole(self, "nodes", self.nodes, 1, LARGEST_POOL - 1)
        if self.bytes is not None:
            _whole(self, "bytes", self.bytes, 1, 2**48)


@dataclass(frozen=True)
class Stop(Bound):
    """Stopping: the search ends when the pool is full, whatever is left of its budget."""

    kind = kinds.STOP


@dataclass(frozen=True)
class Stunt(Bound):
    """Stunting: when the pool is full the tree stops growing; the search goes on within it."""

    kind = kinds.STUNT


@dataclass(frozen=True)
class Ensemble(Bound):
    """Ensemble: when the pool is full, note the root's statistics and start over with an empty tree."""

    kind = kinds.ENSEMBLE


@dataclass(frozen=True)
class Flatten(Bound):
    """Flattening: when the pool is full, keep the first ply with its statistics and drop the rest."""

    kind = kinds.FLATTEN


@dataclass(frozen=True)
class Recycle(Bound):
    """Node recycling: a new node takes the place of the least recently accessed leaf.

    keep_refutations: recycled children are folded into their parents and compete by what was known of them, so that a
    refuted move does not look good again because its refutation was recycled (56 bytes a node instead of 40).
    """

    keep_refutations: bool = False
    kind = kinds.RECYCLE


@dataclass(frozen=True)
class Collect(Bound):
    """Fuego-like collection: when the pool is full, drop every node with fewer visits than `threshold`."""

    threshold: int = field(default=4)  # type: ignore[misc]
    kind = kinds.COLLECT

    def __post_init__(self) -> None:
        super().__post_init__()
        _whole(self, "threshold", self.threshold, 1, 2**31 - 1)


Memory = Unbounded | Bound
BY_NAME: dict[str, type[Memory]] = {
    "unbounded": Unbounded,
    "stop": Stop,
    "stunt": Stunt,
    "ensemble": Ensemble,
    "flatten": Flatten,
    "recycle": Recycle,
    "collect": Collect,
}
"""For commands and for `Search(memory="recycle:nodes=1000")`."""


def from_text(text: str) -> Memory:
    """`recycle:nodes=1000`, `collect:bytes=65536,threshold=8`, `unbounded`."""
    name, _, rest = text.partition(":")
    if name not in BY_NAME:
        raise OptionError(f"memory must be one of {', '.join(BY_NAME)}, not {name!r}")
    options: dict[str, int] = {}
    for part in filter(None, rest.split(",")):
        option, equals, value = part.partition("=")
        if not equals or not value.strip().lstrip("-").isdigit():
            raise OptionError(f"memory {name}: expected option=number, not {part!r}")
        options[option.strip()] = int(value)
    try:
        return BY_NAME[name](**options)
    except TypeError:
        raise OptionError(f"memory {name} does not take {', '.join(options)}") from None
