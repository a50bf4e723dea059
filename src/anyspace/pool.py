"""How many nodes a search's memory option amounts to."""

from __future__ import annotations

from .budget import Budget
from .core.tree import LARGEST_POOL, POOL, bytes_per_node
from .errors import OptionError
from .game import AnyGame
from .memory import FIRST_POOL, LARGEST_FIRST_POOL, Memory, Recycle, Unbounded, kinds
from .scratch import scratch_bytes


def capacity_of(game: AnyGame, memory: Memory, trees: int, budget: Budget, root_moves: int) -> int:
    """Nodes to allocate. Raises `OptionError` where the bound does not hold the roots and the root's moves."""
    if isinstance(memory, Unbounded):
        if memory.reserve is not None:
            return memory.reserve
        return min(trees * budget.iterations + 1, LARGEST_FIRST_POOL) if budget.iterations is not None else FIRST_POOL
    least = trees + root_moves + 1
    name = type(memory).__name__
    if memory.nodes is not None:
        if memory.nodes < least:
            raise OptionError(f"{name}: {memory.nodes} nodes do not hold the {root_moves} moves here; at least {least}")
        return memory.nodes
    assert memory.bytes is not None
    capacity = memory.bytes // node_bytes(memory)
    while capacity >= least and _bytes(game, trees, capacity, memory) > memory.bytes:
        over = _bytes(game, trees, capacity, memory) - memory.bytes
        capacity -= max(1, over // (2 * node_bytes(memory)))
    if capacity < least:
        needed = _bytes(game, trees, least, memory)
        raise OptionError(f"{name}: {memory.bytes:,} bytes are too few for {game.name} here; at least {needed:,}")
    return min(capacity, LARGEST_POOL - 1)


def node_bytes(memory: Memory) -> int:
    """What one node costs under this option."""
    return bytes_per_node(memory.kind == kinds.RECYCLE, folds(memory))


def folds(memory: Memory) -> bool:
    """Whether recycled children are folded into their parents."""
    return isinstance(memory, Recycle) and memory.keep_refutations


def _bytes(game: AnyGame, trees: int, capacity: int, memory: Memory) -> int:
    """All that a search with this capacity allocates."""
    return (capacity + 3) * node_bytes(memory) + POOL.itemsize + scratch_bytes(game, trees, capacity)
