"""How many nodes a search's memory option amounts to."""

from __future__ import annotations

from ..core.growth import LARGEST_RESERVE
from ..core.sharing import LOCK_WORDS
from ..core.tree import LARGEST_POOL, POOL, bytes_per_node, column_sizes
from ..errors import OptionError
from ..machine.blocks import whole_pages
from ..parts.memory import FIRST_POOL, LARGEST_FIRST_POOL, Memory, Recycle, Unbounded, kinds
from ..rules.game import AnyGame
from .budget import Budget
from .parallel import DESKS_EACH, Leaf, Parallel, Root
from .scratch import scratch_bytes


def capacity_of(
    game: AnyGame, memory: Memory, owners: int, budget: Budget, root_moves: int, team: Parallel | None
) -> int:
    """Nodes to allocate for a tree (one a player in `owners`). Raises `OptionError` where the bound does not hold the
    roots and the root's moves. A bound is for all threads together: where each has a tree, for each its share."""
    if isinstance(memory, Unbounded):
        if memory.reserve is not None:
            return memory.reserve
        if budget.iterations is None:
            return FIRST_POOL
        wanted = owners * (budget.iterations + 1) + spare_nodes(game, owners, team)
        return min(wanted, LARGEST_FIRST_POOL)
    least = owners + root_moves + 1
    name = type(memory).__name__
    trees = team.count if isinstance(team, Root) else 1
    each = f" in each of {trees} trees" if trees > 1 else ""
    if memory.nodes is not None:
        if memory.nodes // trees < least:
            few = f"{name}: {memory.nodes} nodes do not hold the {root_moves} moves here{each}"
            raise OptionError(f"{few}; at least {least * trees}")
        return memory.nodes // trees
    assert memory.bytes is not None
    size, bound = node_bytes(memory, shares_tree(team)), memory.bytes // trees
    capacity = bound // size
    while capacity >= least and _bytes(game, owners, capacity, memory, team) > bound:
        over = _bytes(game, owners, capacity, memory, team) - bound
        capacity -= max(1, over // (2 * size))
    if capacity < least:
        needed = _bytes(game, owners, least, memory, team) * trees
        raise OptionError(f"{name}: {memory.bytes:,} bytes are too few for {game.name} here{each}; at least {needed:,}")
    return min(capacity, LARGEST_POOL - 1)


def shares_tree(team: Parallel | None) -> bool:
    """Whether several iterations are under way in one tree at once."""
    return team is not None and team.shares_tree


def spare_nodes(game: AnyGame, owners: int, team: Parallel | None) -> int:
    """How many nodes an unbounded tree must have room for before an iteration: each adds one a player's tree, in other
    players' trees perhaps one a move; threads that share a tree fetch several at a time."""
    an_iteration = 1 if owners == 1 else owners * min(game.max_length, 64)
    return team.count * (an_iteration + LARGEST_RESERVE) if team is not None and team.shares_tree else an_iteration


def node_bytes(memory: Memory, shared: bool = False) -> int:
    """What one node costs under this option."""
    return bytes_per_node(memory.kind == kinds.RECYCLE, folds(memory), shared)


def folds(memory: Memory) -> bool:
    """Whether recycled children are folded into their parents."""
    return isinstance(memory, Recycle) and memory.keep_refutations


def locks_for(team: Parallel | None) -> int:
    """Words for the locks of a tree; 1 for none."""
    return LOCK_WORDS if shares_tree(team) else 1


def _bytes(game: AnyGame, owners: int, capacity: int, memory: Memory, team: Parallel | None) -> int:
    """All that a search with this capacity allocates, or one tree's share of it."""
    shared = shares_tree(team)
    threads = team.count if shared and team is not None else 1
    desks = DESKS_EACH if isinstance(team, Leaf) else 0  # leaves that wait: each has a path and a state
    scratch = threads * (1 + desks) * scratch_bytes(game, owners, capacity)
    columns = column_sizes(memory.kind == kinds.RECYCLE, folds(memory), shared)
    tree = sum(whole_pages((capacity + 3) * size) for size in columns)
    return tree + POOL.itemsize + 4 * locks_for(team) + scratch
