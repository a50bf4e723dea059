"""How many nodes a search's memory option amounts to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.layout import new_tree
from ..core.shared import LARGEST_RESERVE
from ..core.tree import LARGEST_POOL, Tree
from ..errors import OptionError
from ..machine.blocks import whole_pages
from ..machine.native import yield_address
from ..parts.batches import Batches
from ..parts.memory import FIRST_POOL, LARGEST_FIRST_POOL, Unbounded
from ..parts.parallel import DESKS_EACH, Leaf, Parallel, Root
from ..rules.game import AnyGame
from .budget import Budget
from .scratch import LINES, scratch_bytes
from .station import station_bytes

if TYPE_CHECKING:
    from .search import Search


ADDRESS = 8
"""Bytes."""


def capacity_of(search: Search, budget: Budget) -> int:
    """Nodes to allocate for a tree (one a player in `owners`). Raises `OptionError` where the bound does not hold the
    roots and a move. A bound is for all threads together: where each has a tree, for each its share."""
    game, memory, team, layout = search.game, search.memory, search.parallel, search.layout
    owners = layout.trees
    if isinstance(memory, Unbounded):
        if memory.reserve is not None:
            return memory.reserve
        if budget.iterations is None:
            return FIRST_POOL
        wanted = owners * (budget.iterations + 1) + spare_nodes(game, owners, team)
        return min(wanted, LARGEST_FIRST_POOL)
    least = owners + 1  # the roots, and one move
    name = type(memory).__name__
    trees = team.count if isinstance(team, Root) else 1
    each = f" in each of {trees} trees" if trees > 1 else ""
    if memory.nodes is not None:
        if memory.nodes // trees < least:
            few = f"{name}: {memory.nodes} nodes do not hold {owners} roots and a move{each}"
            raise OptionError(f"{few}; at least {least * trees}")
        return memory.nodes // trees
    assert memory.bytes is not None
    size, bound = sum(layout.node_sizes), memory.bytes // trees
    capacity = bound // size
    while capacity >= least and _bytes(search, capacity) > bound:
        over = _bytes(search, capacity) - bound
        capacity -= max(1, over // (2 * size))
    if capacity < least:
        needed = _bytes(search, least) * trees
        raise OptionError(f"{name}: {memory.bytes:,} bytes are too few for {game.name} here{each}; at least {needed:,}")
    return min(capacity, LARGEST_POOL - 1)


def new_forest(search: Search, capacity: int, trees: int) -> list[Tree]:
    """So many trees with room for `capacity` nodes each; what belongs to the game and not to the tree they take over
    from those before. Raises `OptionError` where there is no memory for them."""
    try:
        forest = [new_tree(capacity, search.layout) for _ in range(trees)]
    except MemoryError as error:
        search.drop()
        size = capacity * sum(search.layout.node_sizes) * trees
        what = f"{search.memory}: {capacity * trees:,} nodes take {size / 2**30:,.1f} GiB"
        raise OptionError(f"{what}, more than this machine gives") from error
    for i, (tree, old) in enumerate(zip(forest, search.forest, strict=False)):
        forest[i] = tree._replace(tables=old.tables)
    for tree in forest:
        tree.pool[0].yield_at = yield_address() if search.shares_tree else 0
    return forest


def spare_nodes(game: AnyGame, owners: int, team: Parallel | None) -> int:
    """How many nodes an unbounded tree must have room for before an iteration: each adds one a player's tree, in other
    players' trees perhaps one a move; threads that share a tree fetch several at a time."""
    an_iteration = 1 if owners == 1 else owners * min(game.max_length, 64)
    return team.count * (an_iteration + LARGEST_RESERVE) if team is not None and team.shares_tree else an_iteration


def _bytes(search: Search, capacity: int) -> int:
    """All that a search with this capacity allocates, or one tree's share of it."""
    team, layout = search.parallel, search.layout
    threads = team.count if team is not None and team.shares_tree else 1
    desks = DESKS_EACH if isinstance(team, Leaf) else 0  # leaves that wait: each has a path and a state
    scratch = threads * (1 + desks) * scratch_bytes(search.game, layout.trees, capacity, search.loop)
    if isinstance(team, Batches):
        scratch += threads * station_bytes(search, capacity, team.size)
    tree = sum(whole_pages((capacity + 3) * size) for size in layout.node_sizes)
    bags = 2 * search.game.players * search.loop.particles  # each player's, and as many to work with
    kept = bags * (max(LINES, search.game.backend.facts.state_bytes) + ADDRESS)
    return tree + layout.fixed_bytes + scratch + kept
