"""Search in the graph of positions: UCD (Saffidine, Cazenave and Méhat 2010).

A position has one list of moves, whichever way it was reached (shared_lists.py). What is known of a move e is read from
as far below as is asked for, each in its own way: what it is worth from depth d1, how often its siblings and it were
tried from depth d2, how often it was itself from depth d3.

    mu_0(e) = mean of the descents through e        mu_d(e) = (w(e) + sum n(f) mu_{d-1}(f)) / (v(e) + sum n(f))
    n_0(e)  = number of the descents through e      n_d(e)  =  v(e) + sum n_{d-1}(f)
                                                    p_d(e)  =  v(o) + sum n_d(g)

    score   = mu_d1(e) + c sqrt(ln p_d2(e) / n_d3(e))

f: the moves in the position that e leads to; g: e and its siblings, o: the position they leave. v: how many descents
ended in a position, by whichever move (the first by each does), and w: what they brought to who plays e. With these in
the sums beside the moves, a graph that is a tree has mu_d = mu_0 and n_d = n_0 at every depth: plain UCT.
A move that is recycled counts as ended in the position where it was made.

Values and counts are added up anew at every choice: each depth more takes as many times longer as there are moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.policy import PERFECT
from ...core.tree import NO_NODE, Tree
from ...machine.atomic import address_of
from ...machine.native import call
from ...rules.codes import NOT_CONSTANT_SUM, OK
from ..options import whole
from ..part import Part
from .shared_lists import claim, find_place, holder_of, keep_lists
from .transpositions import stirred

DEEPEST = 8
TOLERANCE = 1e-6


@dataclass(frozen=True)
class Graph(Part):
    """Search in the graph of positions, not in the tree of ways to them (UCD).

    mean, parent, child: how many plies below a move to look for what it is worth (d1), for how often it could have been
    chosen (d2), for how often it was (d3); 0 to 8. entries: how many positions the table holds, a power of 2; others
    are nodes of a tree.
    """

    mean: int = 1
    parent: int = 0
    child: int = 1
    entries: int = 1 << 16
    kind = "value"
    reference = "Saffidine, Cazenave and Méhat 2010"
    needs = ("key",)
    consistent = (
        "yes, with child=0, or child=1 and mean above 0: else what others count may keep a move from being tried"
    )
    # what these note of a node (what is proven of it, which moves lose) does not move with its children; bounds that
    # drop many nodes at once take it that a node knows all that its children do
    excludes = ("transpositions", "solver", "score_bounded", "decisive", "collect", "flatten")

    def __post_init__(self) -> None:
        whole(self, "mean", 0, DEEPEST)
        whole(self, "parent", 0, DEEPEST)
        whole(self, "child", 0, DEEPEST)
        whole(self, "entries", 2, 1 << 28)

    def refusal(self, setup: Setup) -> str | None:
        if setup.information != PERFECT:
            return "a key tells positions apart that a player cannot; information sets have none"
        if setup.shares_tree:
            return "children move from node to node during a descent: only one can be under way in a tree"
        if self.mean > 0 and setup.game.players > 2:
            return f"mean={self.mean} is for two players, and {setup.game.name} has {setup.game.players}; mean=0 is not"
        return None

    @property
    def structure(self) -> Any:
        return (type(self),)

    def bind(self, loop: Loop) -> None:
        if loop.folded:
            raise ValueError("keep_refutations: what a node remembers of lost children does not move with the others")
        size = 1 << (self.entries - 1).bit_length()
        keys, holders = loop.table(np.int64, (size,)), loop.table(np.uint32, (size,))
        endings = loop.table(np.int64, (size,))  # descents that ended in a position
        ended = loop.table(np.float64, (size, loop.setup.game.players))  # and what they brought
        members = loop.table(np.int32, (size,))  # nodes that stand for a position
        cursors = loop.table(np.uint32, (DEEPEST + 1, 2))  # on the way through what is below: a move, its next child
        sums = loop.table(np.float64, (DEEPEST + 1, 2))  # and what was added up of it: reward, visits
        found = loop.note(np.int64, (1,))
        loop.field("entry", np.uint32)  # the place of its position in the table, 0 for none
        loop.field("link", np.uint32)  # its place on the path that it was last on; or the next in some list
        mean, parent, child_depth = loop.number(self.mean), loop.number(self.parent), loop.number(self.child)
        entered, stops, reached, arrived = loop.entered, loop.stops, loop.reached, loop.arrived
        credit, learn, lost, leaving = loop.credit, loop.learn, loop.lost, loop.leaving
        value, bound, spread = loop.value, loop.bound, loop.spread

        # ---- one list of children a position

        def claim_list(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
            if tree.extras[node].entry != 0:
                claim(tree, tree.tables[holders], scratch.paths[0], depth, node)
            entered(tree, policy, scratch, which, depth, node)

        def stop_where_it_comes_back(tree: Any, policy: Any, scratch: Any, node: Any) -> bool:
            entry = tree.extras[node].entry
            return (entry != 0 and tree.tables[holders][entry] != node) or stops(tree, policy, scratch, node)

        def enter_position(tree: Any, game: Any, scratch: Any, node: Any) -> int:
            key = scratch.notes[found]
            status = call(game.key, (scratch.state, address_of(key)))
            if status < 0:
                return status
            entry = find_place(tree.tables[keys], stirred(key[0], 0))
            tree.extras[node].entry = entry
            tree.tables[members][entry] += 1
            if entry != 0 and holder_of(tree, tree.tables[holders], entry) == NO_NODE:
                tree.tables[holders][entry] = node
            return OK

        def arrive(tree: Any, game: Any, policy: Any, scratch: Any, node: Any) -> int:
            status = enter_position(tree, game, scratch, node)
            return status if status < 0 else arrived(tree, game, policy, scratch, node)

        def reach(tree: Any, game: Any, policy: Any, scratch: Any, which: int, node: Any) -> int:
            status = OK
            if scratch.depths[0] == 1 and tree.nodes[node].visits == 0:  # a new tree
                tree.tables[keys][:] = 0
                tree.tables[holders][:] = 0
                tree.tables[members][:] = 0
                tree.tables[endings][:] = 0
                tree.tables[ended][:, :] = 0.0
                status = enter_position(tree, game, scratch, node)
            return status if status < 0 else reached(tree, game, policy, scratch, which, node)

        def keep(tree: Any, root: Any, kept: Any) -> None:
            leaving(tree, root, kept)
            keep_lists(tree, tree.tables[holders], tree.tables[members], root, kept)
            for entry in range(len(tree.tables[keys])):
                if tree.tables[keys][entry] != 0 and tree.tables[members][entry] == 0:
                    forget(tree, entry)

        def forget(tree: Any, entry: Any) -> None:
            tree.tables[keys][entry] = 0
            tree.tables[holders][entry] = NO_NODE
            tree.tables[endings][entry] = 0
            for player in range(tree.tables[ended].shape[1]):
                tree.tables[ended][entry, player] = 0.0

        def home(tree: Any, node: Any) -> Any:
            holder = holder_of(tree, tree.tables[holders], tree.extras[node].entry)
            return holder if holder != NO_NODE else node

        # ---- what is known of a position beside its moves

        def credit_ending(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            credit(tree, policy, scratch, which, i, node, payoffs)
            entry = tree.extras[node].entry
            if entry != 0 and i == scratch.depths[which] - 1:
                tree.tables[endings][entry] += 1
                for player in range(len(payoffs)):
                    tree.tables[ended][entry, player] += payoffs[player]

        def lose(tree: Any, above: Any, victim: Any) -> None:
            lost(tree, above, victim)
            entry, record = tree.extras[above].entry, tree.nodes[victim]
            if entry != 0:
                rewards, player = tree.tables[ended], np.int64(record.player)
                tree.tables[endings][entry] += record.visits
                rewards[entry, player] += record.reward
                if rewards.shape[1] == 2:
                    rewards[entry, 1 - player] += record.visits - record.reward
            own = tree.extras[victim].entry
            if own != 0:
                tree.tables[members][own] -= 1
                if tree.tables[members][own] == 0:
                    forget(tree, own)

        def learn_of_equals(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
            if policy.numbers[mean] > 0 and game.players == 2 and abs(payoffs[0] + payoffs[1] - 1.0) > TOLERANCE:
                return NOT_CONSTANT_SUM  # what a move is worth to the other player would not be known
            return learn(tree, game, policy, scratch, payoffs, length)

        # ---- the formula

        def count(tree: Any, edge: Any, depth: int) -> Any:
            return count_below(tree, tree.tables[holders], tree.tables[endings], tree.tables[cursors], edge, depth)

        def value_from_below(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any
        ) -> float:
            depth = int(policy.numbers[mean])
            if depth > 0 and tree.extras[child].entry != 0:
                reward = visits * mean_below(
                    tree,
                    tree.tables[holders],
                    tree.tables[endings],
                    tree.tables[ended],
                    tree.tables[cursors],
                    tree.tables[sums],
                    child,
                    depth,
                )
            return value(tree, policy, scratch, node, child, reward, visits)

        def bound_by_count(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            depth, trials = int(policy.numbers[child_depth]), np.int64(visits)
            if depth > 0 and tree.extras[child].entry != 0:
                trials = max(np.int64(1), count(tree, child, depth))
            return bound(tree, policy, scratch, node, child, worth, trials, width)

        def spread_by_count(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            total = np.int64(trials)
            if tree.extras[node].entry != 0:
                total = max(np.int64(1), count(tree, node, int(policy.numbers[parent]) + 1))
            return spread(tree, policy, node, total)

        loop.entered, loop.stops, loop.reached, loop.arrived = claim_list, stop_where_it_comes_back, reach, arrive
        loop.leaving, loop.home = keep, home
        loop.credit, loop.lost, loop.learn = credit_ending, lose, learn_of_equals
        loop.value, loop.bound, loop.spread = value_from_below, bound_by_count, spread_by_count


def count_below(tree: Tree, holders: Any, endings: Any, cursors: Any, edge: Any, depth: int) -> Any:
    """n_depth(edge). p_d of a move is n_{d+1} of whatever move leads to the position that it leaves."""
    nodes, extras = tree.nodes, tree.extras
    entry = extras[edge].entry
    if depth == 0 or entry == 0:
        return np.int64(nodes[edge].visits)
    total = np.int64(endings[entry])
    cursors[0, 1] = nodes[holder_of(tree, holders, entry)].child
    level = 0
    while level >= 0:
        child = cursors[level, 1]
        if child == NO_NODE:
            level -= 1
            continue
        cursors[level, 1] = nodes[child].sibling
        entry = extras[child].entry
        if level + 1 < depth and entry != 0:
            total += endings[entry]
            level += 1
            cursors[level, 1] = nodes[holder_of(tree, holders, entry)].child
        else:
            total += nodes[child].visits
    return total


def mean_below(
    tree: Tree, holders: Any, endings: Any, ended: Any, cursors: Any, sums: Any, edge: Any, depth: int
) -> float:
    """mu_depth(edge), for who plays it; `depth` is 1 or more, and the position that it leads to has its place."""
    nodes, extras = tree.nodes, tree.extras
    level = 0
    begin_sum(tree, holders, endings, ended, cursors[0], sums[0], edge)
    while True:
        child = cursors[level, 1]
        if child != NO_NODE:
            cursors[level, 1] = nodes[child].sibling
            if nodes[child].visits == 0:
                continue
            if level + 1 < depth and extras[child].entry != 0:
                level += 1
                begin_sum(tree, holders, endings, ended, cursors[level], sums[level], child)
                continue
            worth = nodes[child].reward / nodes[child].visits
        else:
            child = cursors[level, 0]
            own = nodes[child].reward / max(1, nodes[child].visits)
            worth = sums[level, 0] / sums[level, 1] if sums[level, 1] > 0.0 else own
            if level == 0:
                return min(1.0, max(0.0, worth))
            level -= 1
        visits = np.float64(nodes[child].visits)
        is_same = nodes[child].player == nodes[cursors[level, 0]].player
        sums[level, 0] += visits * (worth if is_same else 1.0 - worth)
        sums[level, 1] += visits


def begin_sum(tree: Tree, holders: Any, endings: Any, ended: Any, cursor: Any, total: Any, edge: Any) -> None:
    """What ended in the position that `edge` leads to; its moves are to be added."""
    entry = tree.extras[edge].entry
    cursor[0] = edge
    cursor[1] = tree.nodes[holder_of(tree, holders, entry)].child
    total[0] = ended[entry, tree.nodes[edge].player]
    total[1] = endings[entry]
