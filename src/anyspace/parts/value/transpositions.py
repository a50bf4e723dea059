"""Transpositions: positions reached by several ways share what is known of them (Childs, Brodeur and Kocsis 2008).

A table by the game's `key` keeps, for every position (or every move in a position), how often it was visited and what
each player got; the tree stays a tree. By `method`:

    uct1    a move in a position is worth what it was worth wherever that position stood in the tree
    uct2    a move is worth what the position is worth that it leads to, whichever way that was reached
    uct3    as uct2, and a node is worth what its moves are worth now, each weighted by its visits: what is learnt
            elsewhere of a position below reaches all above it (for two players or one)

With all of them a move counts as often as it was played wherever its position stood: a position that is reached anew
goes on where it was left, instead of trying everything once more.

The table is of fixed size; a position that finds no place in it is worth what its own node says. It is kept as long as
the tree is, also where nodes are recycled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.policy import PERFECT
from ...core.tree import NO_NODE
from ...machine.atomic import address_of
from ...machine.native import call
from ..options import one_of, whole
from ..part import Part

METHODS = ("uct1", "uct2", "uct3")
PROBES = 8
"""Places of the table that are looked at for one key."""

SPREAD, STIR, MIX = np.int64(0x9E3779B97F4A7C15 - 2**64), np.int64(0x2545F4914F6CDD1D), np.int64(32)


@dataclass(frozen=True)
class Transpositions(Part):
    """Positions reached by several ways share statistics.

    method: "uct1", "uct2" or "uct3". entries: how many positions the table holds, a power of 2.
    """

    method: str = "uct2"
    entries: int = 1 << 16
    kind = "value"
    reference = "Childs, Brodeur and Kocsis 2008; survey, V-B4"
    needs = ("key",)

    def __post_init__(self) -> None:
        one_of(self, "method", METHODS)
        whole(self, "entries", 2, 1 << 28)

    def refusal(self, setup: Setup) -> str | None:
        if setup.information != PERFECT:
            return "a key tells positions apart that a player cannot; information sets have none"
        if self.method == "uct3" and setup.game.players > 2:
            return f"uct3 is for two players, and {setup.game.name} has {setup.game.players}"
        return None

    @property
    def structure(self) -> Any:
        return (type(self), self.method)

    def bind(self, loop: Loop) -> None:
        size = 1 << (self.entries - 1).bit_length()
        keys = loop.table(np.int64, (size,))
        visited = loop.table(np.int64, (size,))
        sums = loop.table(np.float64, (size, loop.setup.game.players))
        found = loop.note(np.int64, (1,))
        loop.field("position", np.int64)
        loop.field("entry", np.uint32)  # its place in the table, 0 for none
        of_edges, from_below = self.method == "uct1", self.method == "uct3"
        moves = loop.table(np.int64, (size,)) if not of_edges else keys  # of moves in positions, and how often
        played = loop.table(np.int64, (size,)) if not of_edges else visited
        if not of_edges:
            loop.field("edge", np.uint32)  # its move's place there, 0 for none
        if from_below:
            loop.field("ended", np.float64)  # rewards of the iterations that ended here
            loop.field("endings", np.int32)  # how many they are
            loop.field("given", np.float64)  # what this node adds to the sum of its position
        arrived, credit, value, bound, spread = loop.arrived, loop.credit, loop.value, loop.bound, loop.spread

        def arrive(tree: Any, game: Any, policy: Any, scratch: Any, node: Any) -> int:
            key = scratch.notes[found]
            status = call(game.key, (scratch.state, address_of(key)))
            if status < 0:
                return status
            extra = tree.extras[node]
            extra.position = key[0]
            parent = scratch.paths[0, scratch.depths[0] - 2]
            edge = place_of(tree.tables[moves], stirred(tree.extras[parent].position, tree.nodes[node].move))
            if of_edges:
                extra.entry = edge
            else:
                extra.edge = edge
                extra.entry = place_of(tree.tables[keys], stirred(key[0], 0))
            return arrived(tree, game, policy, scratch, node)

        def count_move(tree: Any, extra: Any) -> None:
            if not of_edges and extra.edge != 0:
                tree.tables[played][extra.edge] += 1

        def times_played(tree: Any, child: Any) -> Any:
            place = tree.extras[child].entry if of_edges else tree.extras[child].edge
            return tree.tables[played][place]  # 0 for none: nothing is ever kept there

        def credit_position(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            credit(tree, policy, scratch, which, i, node, payoffs)
            extra, table = tree.extras[node], tree.tables[sums]
            entry = extra.entry
            count_move(tree, extra)
            if entry != 0:
                tree.tables[visited][entry] += 1
                for player in range(len(payoffs)):
                    table[entry, player] += payoffs[player]

        def credit_from_below(
            tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any
        ) -> None:
            credit(tree, policy, scratch, which, i, node, payoffs)
            extra, table = tree.extras[node], tree.tables[sums]
            entry, owner = extra.entry, np.int64(tree.nodes[node].player)
            count_move(tree, extra)
            if i == scratch.depths[which] - 1:
                extra.ended += payoffs[owner]
                extra.endings += 1
            if entry != 0:
                tree.tables[visited][entry] += 1
                given = tree.nodes[node].visits * from_children(tree, table, tree.tables[visited], node)
                more = given - extra.given
                extra.given = given
                table[entry, owner] += more
                if table.shape[1] == 2:
                    table[entry, 1 - owner] += 1.0 - more

        def shared_value(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any
        ) -> float:
            entry = tree.extras[child].entry
            if entry == 0 or tree.tables[visited][entry] == 0:
                return value(tree, policy, scratch, node, child, reward, visits)
            return tree.tables[sums][entry, tree.nodes[child].player] / tree.tables[visited][entry]

        def shared_bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            count = max(np.int64(visits), np.int64(times_played(tree, child)))
            return bound(tree, policy, scratch, node, child, worth, count, width)

        def shared_spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            total = np.int64(0)
            child = tree.nodes[node].child
            while child != NO_NODE:
                total += times_played(tree, child)
                child = tree.nodes[child].sibling
            return spread(tree, policy, node, max(np.int64(trials), total))

        loop.arrived, loop.value = arrive, shared_value
        loop.credit = credit_from_below if from_below else credit_position
        loop.bound, loop.spread = shared_bound, shared_spread


def stirred(key: Any, move: Any) -> Any:
    """A key (of a position, or of a move in it) whose bits are all equally random; never 0."""
    word = (np.int64(key) + np.int64(move + 1) * SPREAD) * STIR
    word = (word ^ (word >> MIX)) * SPREAD
    return word if word != 0 else np.int64(1)


def place_of(keys: Any, key: Any) -> Any:
    """Where the table has a key, or a place for it; 0 if there is none. (Two threads may take one place for two keys at
    once: then these share their statistics, one pair in millions.)"""
    last = len(keys) - 1
    at = np.int64(key) & last
    for _ in range(PROBES):
        if at != 0 and (keys[at] == key or keys[at] == 0):
            keys[at] = key
            return np.uint32(at)
        at = (at + 1) & last
    return np.uint32(0)


def from_children(tree: Any, sums: Any, visited: Any, node: Any) -> float:
    """What `node` is worth to the player who moved into it: by what its children are worth now, and by the iterations
    that ended in it."""
    nodes, player = tree.nodes, tree.nodes[node].player
    total, count = tree.extras[node].ended, np.int64(tree.extras[node].endings)
    child = nodes[node].child
    while child != NO_NODE:
        entry, visits = tree.extras[child].entry, nodes[child].visits
        if visits > 0:
            worth = nodes[child].reward / visits
            if entry != 0 and visited[entry] > 0:
                worth = sums[entry, nodes[child].player] / visited[entry]
            total += visits * (worth if nodes[child].player == player else 1.0 - worth)
            count += visits
        child = nodes[child].sibling
    return min(1.0, max(0.0, total / max(1, count)))
