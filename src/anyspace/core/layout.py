"""What a tree consists of, column by column: allocation, growth and `bytes=` go by one list."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..machine.blocks import aligned_bytes
from .tree import FOLD, LINKS, NODE, POOL, Tree


@dataclass(frozen=True)
class Layout:
    """The columns of a tree, and what else it has."""

    trees: int = 1
    """how many players have a tree of their own"""
    queued: bool = False
    folded: bool = False
    locks: int = 1
    fields: tuple[tuple[str, Any], ...] = ()
    """of the record in `extras`: names and types"""
    rows: tuple[tuple[Any, int], ...] = ()
    """types and widths"""
    tables: tuple[tuple[Any, tuple[int, ...]], ...] = ()
    """types and shapes"""

    @property
    def extra(self) -> np.dtype[Any]:
        """The record in `extras`; one without fields cannot be compiled."""
        return np.dtype([*self.fields] or [("nothing", np.int8)], align=True)

    @property
    def columns(self) -> list[tuple[Any, int, bool]]:
        """Type, width, and whether nodes have it, of `nodes`, `queue`, `folds`, `holders`, `extras` and all `rows`."""
        return [
            (NODE, 1, True),
            (LINKS, 1, self.queued),
            (FOLD, 1, self.folded),
            (np.dtype(np.int32), 1, self.queued and self.locks > 1),
            (self.extra, 1, bool(self.fields)),
            *((np.dtype(kind), width, True) for kind, width in self.rows),
        ]

    @property
    def node_sizes(self) -> list[int]:
        """Bytes a node in each column."""
        return [kind.itemsize * width for kind, width, needed in self.columns if needed]

    @property
    def fixed_bytes(self) -> int:
        """Bytes whatever the number of nodes."""
        tables = sum(np.dtype(kind).itemsize * math.prod(shape) for kind, shape in self.tables)
        return POOL.itemsize + 4 * self.locks + tables


def new_tree(capacity: int, layout: Layout | None = None) -> Tree:
    """An empty tree (or one a player) with room for `capacity` nodes."""
    layout = layout or Layout()
    lengths = [capacity + 1 if needed else 1 for _, _, needed in layout.columns]
    lengths[HOLDERS] = -(-lengths[HOLDERS] // 16) * 16 if lengths[HOLDERS] > 1 else 1
    made = [_column(length, kind, width) for length, (kind, width, _) in zip(lengths, layout.columns, strict=True)]
    nodes, queue, folds, holders, extras, *rows = made
    pool = _column(1, POOL)
    pool[0].next = 1
    return Tree(
        nodes,
        queue,
        aligned_bytes(4 * layout.trees).view(np.uint32),
        folds,
        holders.reshape(-1),
        extras,
        tuple(rows) or (np.zeros((1, 1), np.int8),),
        tuple(_table(kind, shape) for kind, shape in layout.tables) or (np.zeros(1, np.int8),),
        np.zeros(layout.locks, np.int32),
        pool,
    )


HOLDERS = 3
"""Place of `holders` among the columns of a layout."""


def _column(count: int, kind: np.dtype[Any], width: int = 1) -> Any:
    array = aligned_bytes(count * width * kind.itemsize).view(kind)
    return array.view(np.recarray) if kind.names is not None else array.reshape(count, width)


def _table(kind: Any, shape: tuple[int, ...]) -> Any:
    kind = np.dtype(kind)
    return aligned_bytes(math.prod(shape) * kind.itemsize).view(kind).reshape(shape)


COPIED_AT_ONCE = 1 << 16
"""Nodes: a few milliseconds."""


def grown(tree: Tree, layout: Layout, capacity: int, given_up: Callable[[], bool] = lambda: False) -> Tree | None:
    """The same tree with room for `capacity` nodes; indices keep their meaning. Only unbounded trees grow. None if it
    was given up meanwhile."""
    larger = new_tree(capacity, layout)
    for new, old in zip(
        [larger.nodes, larger.extras, *larger.rows], [tree.nodes, tree.extras, *tree.rows], strict=True
    ):
        for start in range(0, len(old), COPIED_AT_ONCE):
            if given_up():
                return None
            new[start : min(start + COPIED_AT_ONCE, len(old))] = old[start : start + COPIED_AT_ONCE]
    larger.roots[:] = tree.roots
    larger.pool[0] = tree.pool[0]
    return larger._replace(tables=tree.tables)


def age_tables(tree: Tree, kept: Mapping[int, float]) -> None:
    """A move was played: what stays of tables that belong to the game and not to the tree, by their places."""
    for place, share in kept.items():
        if share != 1:
            np.multiply(tree.tables[place], share, out=tree.tables[place], casting="unsafe")
