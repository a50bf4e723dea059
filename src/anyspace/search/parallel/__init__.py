"""How a search uses several cores: the survey's section VI-C, and Sephton, Cowling, Powley and Whitehouse 2014.

- `Root`: a tree for every thread; their first plies are put together at the end, or every now and then.
- `Tree`: all threads in one tree.
- `Leaf`: one thread in the tree; the others only play out.

All of them work for every kind of search and every memory bound; a bound is for all threads together.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from ...errors import OptionError

SPLITS = ("dynamic", "static")
"""How iterations are shared out: to whoever is free, or an equal number to each from the start (as in the paper)."""

MOST_THREADS = 1024

DESKS_EACH = 4
"""Leaf parallelization: leaves that wait for a thread, the one it plays out included, so that it rarely runs out while
the leader is busy. With two, a twelfth of the time was lost."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _one_of(owner: object, name: str, value: Any, known: tuple[str, ...]) -> None:
    if value not in known:
        raise OptionError(f"{type(owner).__name__}: {name} must be one of {', '.join(known)}, not {value!r}")


def _count(owner: object, name: str, value: Any, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise OptionError(
            f"{type(owner).__name__}: {name} must be a whole number from {least} to {most:,}, not {value!r}"
        )


@dataclass(frozen=True)
class Parallel:
    """What the schemes have in common.

    threads: how many; None for as many as there are processors. split: how iterations are shared out, "dynamic" (to
    whoever is free) or "static" (an equal number to each).
    """

    threads: int | None = None
    split: str = "dynamic"
    shares_tree: ClassVar[bool] = False
    """Whether several iterations are under way in one tree at once."""

    def __post_init__(self) -> None:
        if self.threads is not None:
            _count(self, "threads", self.threads, 1, MOST_THREADS)
        _one_of(self, "split", self.split, SPLITS)

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
        _one_of(self, "vote", self.vote, ("sum", "majority", "average"))
        if self.share_every is not None:
            _count(self, "share_every", self.share_every, 1, 2**31 - 1)
        if self.processes is not None:
            _count(self, "processes", self.processes, 1, MOST_THREADS)
            if self.threads is not None or self.share_every is not None:
                raise OptionError("Root: processes= goes with neither threads= nor share_every=")

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
        _one_of(self, "lock", self.lock, ("free", "node", "global"))
        _count(self, "virtual_loss", self.virtual_loss, 0, 1000)


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
        _one_of(self, "mode", self.mode, ("hand-out", "together"))


BY_NAME: dict[str, type[Parallel]] = {"root": Root, "tree": Tree, "leaf": Leaf}
"""For commands and for `Search(parallel="tree:threads=4")`."""


def from_text(text: str) -> Parallel:
    """`tree`, `tree:threads=2,lock=node`, `root:vote=majority`, `leaf:mode=together`."""
    name, _, rest = text.partition(":")
    if name not in BY_NAME:
        raise OptionError(f"parallel must be one of {', '.join(BY_NAME)}, not {name!r}")
    kind = BY_NAME[name]
    known = [field.name for field in fields(kind)]
    options: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        option, equals, value = (piece.strip() for piece in part.partition("="))
        if option not in known or not equals:
            raise OptionError(f"parallel {name} takes {', '.join(known)}, not {part!r}")
        options[option] = int(value) if value.lstrip("-").isdigit() else value
    return kind(**options)
