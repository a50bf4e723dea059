"""The most visited nodes of a search's tree as arrays, also while it searches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..core.top import ROOM, ROW, WAITING, copy_top
from ..errors import OptionError

if TYPE_CHECKING:
    from .search import Search

MOST_NODES = 1_000_000
"""That can be asked for at once."""


@dataclass(frozen=True)
class TopNodes:
    """The most visited nodes of a tree, a row a node: the root first, the more visited before the less, every node
    after its parent. All are as they were when they were copied."""

    parents: NDArray[np.int32]
    """the row of each node's parent; -1 for the root"""
    moves: list[Any]
    """the moves into the nodes; None for the root"""
    visits: NDArray[np.int32]
    """iterations that passed through each node"""
    values: NDArray[np.float64]
    """mean payoffs of `players`, in the game's own units"""
    depths: NDArray[np.int32]
    """moves from the root"""
    players: NDArray[np.int8]
    """who moved into each node; of the root, who moves from it"""

    def __len__(self) -> int:
        return len(self.parents)

    def line(self, row: int) -> list[Any]:
        """The moves that lead from the root to a node."""
        moves: list[Any] = []
        while row > 0:
            moves.append(self.moves[row])
            row = int(self.parents[row])
        return moves[::-1]


def top_nodes(search: Search, nodes: int) -> TopNodes:
    """The `nodes` most visited ones. Under root parallelization those of the first tree."""
    whole = isinstance(nodes, int) and not isinstance(nodes, bool)
    if not whole or not 1 <= nodes <= MOST_NODES:
        raise OptionError(f"nodes must be a whole number from 1 to {MOST_NODES:,}, not {nodes!r}")
    tree, game = search.tree, search.game  # a tree that grows meanwhile is copied: this one stays
    rows = np.zeros(nodes, ROW).view(np.recarray)
    heap, spare = (np.zeros(size, WAITING).view(np.recarray) for size in (ROOM * nodes + 1, nodes))
    count = search.loop.kernel(copy_top)(tree, int(tree.roots[search.own]), rows, heap, spare)
    found = rows.view(ROW, np.ndarray)[:count]
    visits = np.maximum(found["visits"], 0)
    least, greatest = search.payoffs
    # a reward may be there before its visit, or after it
    means = np.clip(np.where(visits > 0, found["reward"] / np.maximum(visits, 1), 0.5), 0.0, 1.0)
    move_of = game.backend.move
    return TopNodes(
        parents=found["parent"].copy(),
        moves=[None, *map(move_of, found["move"][1:].tolist())],
        visits=visits,
        values=least + means * (greatest - least),
        depths=found["depth"].copy(),
        players=found["player"].copy(),
    )
