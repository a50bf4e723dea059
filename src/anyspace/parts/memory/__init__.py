"""How much memory the tree may take, and what happens when it is used up.

The seven ways of the memory-bounded paper (Powley, Cowling and Whitehouse 2017); all work for every kind of search.
Each bound takes `nodes=` (how many) or `bytes=` (everything that the search allocates counts).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from ...core.binding import Loop
from ...core.tree import LARGEST_POOL
from ...errors import OptionError
from ..options import whole
from ..part import Part

FIRST_POOL = 1 << 16
"""Nodes that an unbounded tree starts with where nothing is known of its size; untouched ones cost nothing."""

LARGEST_FIRST_POOL = 1 << 24

PAPER = "Powley, Cowling and Whitehouse 2017"


@dataclass(frozen=True)
class Memory(Part):
    """A limit, as a number of nodes or of bytes: give one of the two."""

    nodes: int | None = None
    bytes: int | None = None
    kind = "memory"
    reference = PAPER
    stops_when_full: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if (self.nodes is None) == (self.bytes is None):
            raise OptionError(f"{type(self).__name__} takes either nodes= or bytes=")
        if self.nodes is not None:
            whole(self, "nodes", 1, LARGEST_POOL - 1)
        if self.bytes is not None:
            whole(self, "bytes", 1, 2**48)

    @property
    def structure(self) -> Any:
        return (type(self),)


Bound = Memory


@dataclass(frozen=True)
class Unbounded(Memory):
    """The tree grows as long as the search goes on; its pool doubles when it is full.

    reserve: nodes to make room for at the start (32 bytes each). None takes the iterations asked for, within reason.
    """

    reserve: int | None = None
    nodes: None = field(default=None, init=False, repr=False)
    bytes: None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.reserve is not None:
            whole(self, "reserve", 1, LARGEST_POOL - 1)


@dataclass(frozen=True)
class Stop(Memory):
    """Stopping: the search ends when the pool is full, whatever is left of its budget."""

    stops_when_full = True

    def bind(self, loop: Loop) -> None:
        from .full import stop_when_full

        loop.make_room = stop_when_full


@dataclass(frozen=True)
class Stunt(Memory):
    """Stunting: when the pool is full the tree stops growing; the search goes on within it."""

    def bind(self, loop: Loop) -> None:
        from .full import go_on

        loop.make_room = go_on


@dataclass(frozen=True)
class Ensemble(Memory):
    """Ensemble: when the pool is full, note the root's statistics and start over with an empty tree."""

    reference = "Fern and Lewis 2011; " + PAPER

    def bind(self, loop: Loop) -> None:
        from .sweep import bind_sweep, sweep_to_ledger

        bind_sweep(loop, sweep_to_ledger)


@dataclass(frozen=True)
class Flatten(Memory):
    """Flattening: when the pool is full, keep the first ply with its statistics and drop the rest."""

    def bind(self, loop: Loop) -> None:
        from .sweep import bind_sweep, sweep_to_first_ply

        bind_sweep(loop, sweep_to_first_ply)


@dataclass(frozen=True)
class Recycle(Memory):
    """Node recycling: a new node takes the place of the least recently accessed leaf.

    keep_refutations: recycled children are folded into their parents and compete by what was known of them, so that a
    refuted move does not look good again because its refutation was recycled (56 bytes a node instead of 40).
    """

    keep_refutations: bool = False

    @property
    def structure(self) -> Any:
        return (type(self), bool(self.keep_refutations))

    def bind(self, loop: Loop) -> None:
        from .fold import bind_folding
        from .recycle import bind_recycling
        from .second_chance import bind_second_chance

        (bind_second_chance if loop.setup.shares_tree else bind_recycling)(loop)
        if self.keep_refutations:
            bind_folding(loop)


@dataclass(frozen=True)
class Collect(Memory):
    """Fuego-like collection: when the pool is full, drop every node with fewer visits than `threshold`."""

    threshold: int = 4
    reference = "Enzenberger et al. 2010; " + PAPER

    def __post_init__(self) -> None:
        super().__post_init__()
        whole(self, "threshold", 1, 2**31 - 1)

    def bind(self, loop: Loop) -> None:
        from .sweep import bind_collection

        bind_collection(loop, loop.number(self.threshold))
