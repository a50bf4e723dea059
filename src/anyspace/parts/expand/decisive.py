"""Decisive and anti-decisive moves in the tree (Teytaud and Teytaud 2010).

- Who can win at once does so: of a node that has such a move, only that child is looked at.
- Else, who can keep the next player from winning at once does so: of a node where some moves allow that and others do
  not, only those that do not.
- Else the usual choice.

To win is to end the game with the greatest payoff that there is; a move is a threat to who made the last one if it wins
for another who then gets less. A node is looked at once: every move, and every reply to it, is tried on a copy of the
state. With n moves that is n plays to find a decisive move and n^2 for anti-decisive ones; as long as a node of which
some moves are ruled out has others to try, those are looked at again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.policy import PERFECT
from ...core.questions import Scratch
from ...core.tree import NO_NODE, Tree, child_by_move
from ...core.untried import has_child
from ...rules.codes import OK, UNANSWERED
from ...rules.compiled import SLACK
from ..options import whole
from ..part import Part
from ..winning import allows_win, find_win
from .among import choosing_among, list_for, may_grow

NOT_LOOKED, NOTHING, ONLY = 0, 1, 2
"""A node's `ruling`: not looked at yet; any move; from ONLY on, that less ONLY is the only move. Below 0: so many moves
(made positive) are safe, the others, `unsafe` if they have a node, are not."""


@dataclass(frozen=True)
class Decisive(Part):
    """Win at once if that is possible; else do not let the next player.

    anti: whether to look for anti-decisive moves too. after: how many visits a node must have before it is looked at.
    """

    anti: bool = True
    after: int = 0
    kind = "expand"
    bounded = True
    reference = "Teytaud and Teytaud 2010; survey, V-B2"
    consistent = "yes, where nothing worse can happen to a player than that the next one wins"

    def __post_init__(self) -> None:
        whole(self, "after", 0, 2**31 - 1)

    def refusal(self, setup: Setup) -> str | None:
        if setup.information != PERFECT:
            return "what wins at once in one guess of what is hidden need not do so in another; use determinized"
        return None

    def bind(self, loop: Loop) -> None:
        loop.field("ruling", np.int64)
        loop.field("unsafe", np.int8)
        after, anti = loop.number(self.after), bool(self.anti)
        most = loop.setup.game.max_moves + SLACK
        first, second = loop.spare(), loop.spare()
        replies, is_open = loop.note(np.int32, (most,)), loop.note(np.int8, (most,))
        inner = loop.pick

        def is_safe(tree: Any, scratch: Any, child: Any) -> bool:
            return tree.extras[child].unsafe == 0

        among_safe, among_new = choosing_among(is_safe), choosing_among(none)

        def allows(game: Any, scratch: Any, move: int, mover: int) -> int:
            buffer = scratch.notes[replies]
            return allows_win(game, scratch, scratch.spares[first], scratch.spares[second], buffer, move, mover)

        def look(tree: Any, game: Any, scratch: Any, node: Any, mover: int) -> int:
            n = list_for(tree, game, scratch, node, mover)
            if n < 0:
                return n
            win = find_win(game, scratch, scratch.spares[first], mover, n)
            if win <= UNANSWERED:
                return win
            ruling = np.int64(NOTHING) if win < 0 else ONLY + np.int64(scratch.moves[win])
            if win < 0 and anti and n > 1:
                safe, kept = 0, 0
                for i in range(n):
                    loses = allows(game, scratch, scratch.moves[i], mover)
                    if loses < 0:
                        return loses
                    scratch.notes[is_open][i] = 1 - loses
                    if loses == 0:
                        safe += 1
                        kept = i
                if safe == 1:
                    ruling = ONLY + np.int64(scratch.moves[kept])
                elif safe > 1 and safe < n:
                    ruling = np.int64(-safe)
                    mark_unsafe(tree, scratch, node, n, scratch.notes[is_open])
            tree.extras[node].ruling = ruling
            return OK

        def pick_one(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, move: int) -> Any:
            child = child_by_move(tree, node, move)
            if child != NO_NODE or not may_grow(tree, policy, scratch, node):
                return np.int64(child)
            n = list_for(tree, game, scratch, node, mover)
            for i in range(n):
                scratch.notes[is_open][i] = scratch.moves[i] == move
            trials = tree.nodes[node].visits
            return among_new(tree, game, policy, scratch, node, mover, n, scratch.notes[is_open], trials)

        def pick_safe(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, safe: int) -> Any:
            n = 0
            if count_safe(tree, node) < safe and may_grow(tree, policy, scratch, node):
                n = list_for(tree, game, scratch, node, mover)
                for i in range(n):
                    loses = 1
                    if not has_child(tree.nodes, node, scratch.moves[i]):
                        loses = allows(game, scratch, scratch.moves[i], mover)
                        if loses < 0:
                            return np.int64(loses)
                    scratch.notes[is_open][i] = 1 - loses
            trials = tree.nodes[node].visits
            return among_safe(tree, game, policy, scratch, node, mover, n, scratch.notes[is_open], trials)

        def pick(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int) -> Any:
            if tree.extras[node].ruling == NOT_LOOKED and tree.nodes[node].visits >= policy.numbers[after]:
                status = look(tree, game, scratch, node, mover)
                if status < 0:
                    return np.int64(status)
            ruling = tree.extras[node].ruling
            if ruling in (NOT_LOOKED, NOTHING):
                return inner(tree, game, policy, scratch, node, mover)
            if ruling >= ONLY:
                return pick_one(tree, game, policy, scratch, node, mover, ruling - ONLY)
            return pick_safe(tree, game, policy, scratch, node, mover, -ruling)

        loop.pick = pick


def none(tree: Any, scratch: Any, child: Any) -> bool:
    """No child is asked for."""
    return False


def count_safe(tree: Tree, node: Any) -> int:
    """How many children of `node` are not known to lose."""
    found = 0
    child = tree.nodes[node].child
    while child != NO_NODE:
        found += tree.extras[child].unsafe == 0
        child = tree.nodes[child].sibling
    return found


def mark_unsafe(tree: Tree, scratch: Scratch, node: Any, n: int, is_open: Any) -> None:
    """Mark the children that `node` has already by moves, of the `n` listed, that are not open. (Another thread may add
    one at this very moment: it stays unmarked, and is one choice too many.)"""
    child = tree.nodes[node].child
    while child != NO_NODE:
        for i in range(n):
            if scratch.moves[i] == tree.nodes[child].move and is_open[i] == 0:
                tree.extras[child].unsafe = 1
        child = tree.nodes[child].sibling
