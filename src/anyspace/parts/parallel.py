"""How a search uses several cores: the survey's section VI-C, and Sephton, Cowling, Powley and Whitehouse 2014.

- `Root`: a tree for every thread; their first plies are put together at the end, or every now and then.
- `Tree`: all threads in one tree.
- `Leaf`: one thread in the tree; the others only play out.

All of them work for every kind of search and every memory bound; a bound is for all threads together.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import ClassVar

from ..core import shared, sharing
from ..core.binding import Loop, Setup
from ..errors import OptionError
from .options import one_of, whole
from .part import Part

SPLITS = ("dynamic", "static")
"""How iterations are shared out: to whoever is free, or an equal number to each from the start (as in the paper)."""

MOST_THREADS = 1024

DESKS_EACH = 4
"""Leaf parallelization: leaves that wait for a thread, the one it plays out included, so that it rarely runs out while
the leader is busy. With two, a twelfth of the time was lost."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Parallel(Part):
    """What the schemes have in common.

    threads: how many; None for as many as there are processors. split: how iterations are shared out, "dynamic" (to
    whoever is free) or "static" (an equal number to each).
    """

    threads: int | None = None
    split: str = "dynamic"
    kind = "parallel"
    reference = "survey, VI-C; Sephton, Cowling, Powley and Whitehouse 2014"
    shares_tree: ClassVar[bool] = False
    """Whether several iterations are under way in one tree at once."""

    def __post_init__(self) -> None:
        if self.threads is not None:
            whole(self, "threads", 1, MOST_THREADS)
        one_of(self, "split", SPLITS)

    @property
    def structure(self) -> tuple[object, ...]:
        return (self.shares_tree,)

    @property
    def count(self) -> int:
        """How many threads (or processes) work."""
        return self.threads or cores()


@dataclass(frozen=True)
class Root(Parallel):
    """Root parallelization: every thread has a tree of its own.

    vote: how the trees decide together. "sum" adds up visits and rewards of each move; "average" gives every tree the
    same weight; "majority" lets every tree choose, and counts. share_every: after so many iterations (of all threads
    together) every tree learns what the others found of the root's moves (multiple runs, Cazenave and Jouandeau 2007).
    processes: use so many processes instead of threads, for games written as Python objects, whose rules run one at a
    time under threads. Nothing but the root's statistics comes back: such a search keeps no tree, and `share_every`
    has no meaning for it.
    """

    vote: str = "sum"
    share_every: int | None = None
    processes: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of(self, "vote", ("sum", "majority", "average"))
        if self.share_every is not None:
            whole(self, "share_every", 1, 2**31 - 1)
        if self.processes is not None:
            whole(self, "processes", 1, MOST_THREADS)
            if self.threads is not None or self.share_every is not None:
                raise OptionError("Root: processes= goes with neither threads= nor share_every=")

    def refusal(self, setup: Setup) -> str | None:
        if self.processes is not None and setup.game.open_ended:
            return f"{setup.game.name} leaves open how much it pays, and processes do not agree on a range; use threads"
        return None

    @property
    def count(self) -> int:
        return self.processes or super().count


@dataclass(frozen=True)
class Tree(Parallel):
    """Tree parallelization: all threads search one tree.

    lock: "free" uses atomic instructions alone, "node" locks the node whose children are looked at, "global" locks the
    tree (playouts go on meanwhile). virtual_loss: visits without reward that a thread leaves on its way until its
    playout is done, so that others look elsewhere; 0 for none.
    """

    lock: str = "free"
    virtual_loss: int = 1
    shares_tree = True

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of(self, "lock", ("free", "node", "global"))
        whole(self, "virtual_loss", 0, 1000)

    @property
    def structure(self) -> tuple[object, ...]:
        return (True, self.lock)

    def bind(self, loop: Loop) -> None:
        share(loop)
        if self.lock == "node":
            loop.lock_node, loop.unlock_node = sharing.lock_stripe, sharing.unlock_stripe
        elif self.lock == "global":
            loop.lock_tree, loop.unlock_tree = sharing.lock_whole, sharing.unlock_whole


@dataclass(frozen=True)
class Leaf(Parallel):
    """Leaf parallelization: one thread searches the tree, the others play out.

    mode: "hand-out" gives each leaf to whoever is free and goes on in the tree meanwhile (Sephton et al. 2014);
    "together" has all threads play out the same leaf, and waits for all (Cazenave and Jouandeau 2007).
    """

    mode: str = "hand-out"
    shares_tree = True

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of(self, "mode", ("hand-out", "together"))

    def bind(self, loop: Loop) -> None:
        share(loop)


def share(loop: Loop) -> None:
    """Several iterations are under way in one tree at once."""
    loop.locks = sharing.LOCK_WORDS
    loop.is_shared = shared.yes
    loop.set_mover = sharing.set_mover_once
    loop.entered, loop.coming, loop.credit = shared.enter, sharing.fetch_path, shared.credit_shared
    loop.grow, loop.can_add, loop.settle = shared.grow_shared, shared.can_add_shared, shared.settle_shared
    loop.availability_step = sharing.rare_availability_step
