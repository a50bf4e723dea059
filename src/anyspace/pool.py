"""How many nodes a search's memory option amounts to."""

from __future__ import annotations

from .budget import Budget
from .core.tree import LARGEST_POOL, POOL, bytes_per_node
from .errors import OptionError
from .game import AnyGame
from .memory import FIRST_POOL, LARGEST_FIRST_POOL, Memory, Unbounded, kinds
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
    queued = memory.kind == kinds.RECYCLE
    capacity = memory.bytes // bytes_per_node(queued)
    while capacity >= least and _bytes(game, trees, capacity, queued) > memory.bytes:
        over = _bytes(game, trees, capacity, queued) - memory.bytes
        capacity -= max(1, over // bytes_per_node(queued))
    if capacity < least:
        needed = _bytes(game, trees, least, queued)
        raise OptionError(f"{name}: {memory.bytes:,} bytes are too few for {game.name} here; at least {needed:,}")
    return min(capacity, LARGEST_POOL - 1)


def _bytes(game: AnyGame, trees: int, capacity: int, queued: bool) -> int:
    """All that a search with this capacity allocates."""
    return (capacity + 2) * bytes_per_node(queued) + POOL.itemsize + scratch_bytes(game, trees, capacity)
