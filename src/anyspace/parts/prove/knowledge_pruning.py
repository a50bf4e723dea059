"""Pruning with what the game knows: its rule `prune` drops moves, or says who wins (survey, V-E3; Huang 2010 for Go, He
et al. 2008 for Dead End; inferior cells in Hex: Arneson, Hayward and Henderson 2010).

A node that was visited T times is put to the rule once. From then on

- the moves that it drops are not chosen any more: those that have a node get the lowest score there is, those that have
  none get none. If it drops all, it drops none;
- a position that it says is won is not searched any further: every visit is worth what the winner gets, and a search
  that proves (`solver`, `score_bounded`) takes it for proven. The root is searched in any case: a move is wanted.

T trades the rule's cost for its use: most nodes are visited a few times only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.descend import NEW
from ...core.policy import PERFECT
from ...core.questions import Scratch
from ...core.sharing import is_shared
from ...core.tree import NO_NODE, Tree, is_root
from ...core.untried import mark_children, pick_marked, slot_of, unmark
from ...machine.native import call
from ...rules.codes import BAD_WINNER, NOBODY, OK, UNANSWERED
from ...rules.table import Table
from ..expand.among import list_for
from ..knowledge import index_of
from ..options import number
from ..part import Part

DROPPED = -1e290
"""The score of a child that is not to be looked at: less than any other."""

ASKED, SOME, MARKED = np.int8(1), np.int8(2), np.int8(3)
"""A node's `pruned`, in this order: the rule was asked and every move stays; it drops some, as the row says; and all
children are marked that it drops. (In between another thread may take a dropped child for one that stays.)"""

BITS = 8


@dataclass(frozen=True)
class KnowledgePruning(Part):
    """Moves are dropped, and positions decided, by the game's own rule.

    visits: how often a node must have been visited before the rule is asked.
    """

    visits: float = 10.0
    kind = "prove"
    bounded = True
    reference = "Huang et al. 2010; He et al. 2008; Arneson, Hayward and Henderson 2010; survey, V-E3"
    needs = ("prune",)
    consistent = "yes, if the rule is right: a position is worth the same without the moves that it drops"
    # four that do not choose by score alone; in a graph, what is noted of a node would not move with its children
    excludes = ("decisive", "groups", "coulom", "hierarchical_bandit", "graph")

    def __post_init__(self) -> None:
        number(self, "visits")

    def refusal(self, setup: Setup) -> str | None:
        if setup.information != PERFECT:
            return "a move that may be dropped in one guess of what is hidden may be needed in another"
        return None

    def bind(self, loop: Loop) -> None:
        least = loop.number(self.visits)
        loop.field("kept", np.int32)  # how many moves stay, once some were dropped
        loop.field("pruned", np.int8)
        loop.field("dropped", np.int8)  # whether the move into the node was
        loop.field("wins", np.int8)  # who is certain to win, and 1; 0: nobody in particular
        rows = loop.row(np.uint8, -(-loop.setup.game.max_moves // BITS))  # a bit a move as listed: dropped
        inner_pick, may_expand, untried_move = loop.pick, loop.may_expand, loop.untried_move
        stops, play_out, verdict, unvisited = loop.stops, loop.play_out, loop.verdict, loop.unvisited

        def winner_of(tree: Any, node: Any) -> Any:
            return np.int64(tree.extras[node].wins) - 1

        def was_dropped(tree: Any, child: Any) -> bool:
            return tree.extras[child].dropped != 0

        def has_kept(tree: Any, node: Any) -> bool:
            if tree.extras[node].pruned < MARKED:
                return tree.nodes[node].untried == 0
            return count_kept(tree, node) >= tree.extras[node].kept

        def may_still_expand(tree: Any, policy: Any, scratch: Any, which: int, node: Any) -> bool:
            if tree.extras[node].pruned >= SOME and count_kept(tree, node) >= tree.extras[node].kept:
                return False
            return may_expand(tree, policy, scratch, which, node)

        def kept_move(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, n: int) -> int:
            move = untried_move(tree, game, policy, scratch, node, n)
            if move < 0 or tree.extras[node].pruned < SOME or not is_marked(tree.rows[rows], node, scratch, n, move):
                return move
            return any_kept(tree, tree.rows[rows], scratch, node, n)  # who chose knows nothing of what is dropped

        def kept_unvisited(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
        ) -> float:
            if tree.extras[node].pruned >= SOME and has_bit(tree.rows[rows], node, i) != 0:
                return DROPPED
            return unvisited(tree, game, policy, scratch, node, mover, i, width)

        def judge(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, scored: float) -> float:
            scored = verdict(tree, policy, scratch, node, child, scored)
            return DROPPED if tree.extras[child].dropped != 0 else scored

        def pick(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int) -> Any:
            if tree.extras[node].pruned == 0 and tree.nodes[node].visits >= policy.numbers[least]:
                status = ask(tree, game, scratch, node, mover, tree.rows[rows])
                if status < 0:
                    return np.int64(status)
                if tree.extras[node].wins != 0 and not is_root(tree, node):
                    return np.int64(NO_NODE)
            found = inner_pick(tree, game, policy, scratch, node, mover)
            if is_shared() and found >= NEW:  # another thread may have dropped the move while it was chosen
                mark_late(tree, tree.rows[rows], scratch, node, np.uint32(found & (NEW - 1)))
            return found

        def stop(tree: Any, policy: Any, scratch: Any, node: Any) -> bool:
            return (tree.extras[node].wins != 0 and not is_root(tree, node)) or stops(tree, policy, scratch, node)

        def value_leaf(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            winner = np.int64(tree.extras[scratch.paths[0, scratch.depths[0] - 1]].wins) - 1
            if winner < 0:
                return play_out(tree, game, policy, scratch)
            for player in range(game.players):
                scratch.payoffs[player] = 1.0 if player == winner else 0.0
            return 0

        loop.known_winner, loop.is_dropped, loop.has_all = winner_of, was_dropped, has_kept
        loop.pick, loop.may_expand, loop.untried_move = pick, may_still_expand, kept_move
        loop.stops, loop.play_out, loop.verdict = stop, value_leaf, judge
        if loop.competes:
            loop.unvisited = kept_unvisited


def ask(tree: Tree, game: Table, scratch: Scratch, node: Any, mover: int, rows: Any) -> int:
    """Put the position of `node` to the game's rule, and note what it says. OK, or what went wrong."""
    n = list_for(tree, game, scratch, node, mover)
    if n < 0:
        return n
    winner = call(game.prune, (scratch.state, scratch.moves_at, n, scratch.weights_at))
    if winner <= UNANSWERED:
        return winner
    if winner >= game.players or winner < NOBODY:
        scratch.tally[0].culprit = winner
        return BAD_WINNER
    kept = 0
    for i in range(n):
        kept += scratch.weights[i] != 0.0
    tree.extras[node].wins = winner + 1
    if kept in (0, n):
        tree.extras[node].pruned = ASKED
        return OK
    for i in range(n):
        if scratch.weights[i] == 0.0:
            rows[node, i // BITS] |= np.uint8(1 << i % BITS)
    tree.extras[node].kept = kept
    tree.extras[node].pruned = SOME
    child = tree.nodes[node].child
    while child != NO_NODE:
        if is_marked(rows, node, scratch, n, tree.nodes[child].move):
            tree.extras[child].dropped = 1
        child = tree.nodes[child].sibling
    tree.extras[node].pruned = MARKED
    return OK


def has_bit(rows: Any, node: Any, i: int) -> Any:
    """1 if the `i`-th move of `node` is dropped, else 0."""
    return (np.int64(rows[node, i // BITS]) >> (i % BITS)) & 1


def is_marked(rows: Any, node: Any, scratch: Scratch, n: int, move: int) -> bool:
    """Whether `move`, one of the `n` listed, is dropped at `node`."""
    at = index_of(scratch, n, move)
    return at >= 0 and has_bit(rows, node, at) != 0


def count_kept(tree: Tree, node: Any) -> int:
    """How many children `node` has that are not dropped."""
    found = 0
    child = tree.nodes[node].child
    while child != NO_NODE:
        found += tree.extras[child].dropped == 0
        child = tree.nodes[child].sibling
    return found


def any_kept(tree: Tree, rows: Any, scratch: Scratch, node: Any, n: int) -> int:
    """A uniformly random one of the `n` moves listed that has no node and is not dropped; BAD_MOVE_COUNT if none is."""
    moves, marks = scratch.moves, scratch.marks
    mark_children(tree.nodes, node, moves, n, marks)
    for i in range(n):
        if has_bit(rows, node, i) != 0:
            slot = slot_of(marks, moves[i])
            marks[slot] = -abs(marks[slot])
    move = pick_marked(moves, n, marks, scratch.rng)
    unmark(marks, moves, n)
    return move


def mark_late(tree: Tree, rows: Any, scratch: Scratch, node: Any, child: Any) -> None:
    """Mark `child`, which was just made from the moves listed, if it is dropped. Until then nothing is known of it, so
    nobody can have taken it for the last move that was needed to prove anything."""
    if tree.extras[node].pruned >= SOME:
        n: Any = np.int64(tree.extras[node].kept)
        for i in range(BITS * rows.shape[1]):
            n += has_bit(rows, node, i)
        if is_marked(rows, node, scratch, n, tree.nodes[child].move):
            tree.extras[child].dropped = 1
