"""From the root of one player's tree to a node that is new or final; which child is best is a method's own question."""

from __future__ import annotations

from typing import Any

from ...core.questions import copy_state
from ...machine.native import call
from ...rng import below
from ...rules.codes import TOO_LONG
from ...rules.table import Table
from .desk import LONGEST, Desk
from .nodes import NO_NODE, ROOT, UNKNOWN, Nodes, add_child, child_by
from .playing import is_over, list_all

best_child: Any = None
"""A placeholder: methods bind their own."""


def descend(game: Table, desk: Desk, own: Nodes) -> int:
    """From the root to a node that is new or final: how many moves, or what went wrong. State 1 is there then."""
    status = copy_state(game, desk.states[1], desk.states[0])
    if status < 0:
        return status
    node, depth = ROOT, 0
    own.path[0] = ROOT
    while True:
        record = own.records[node]
        if record.untried != 0:
            n = legal_moves(game, desk, own, node)
            if n <= 0:
                return n if n < 0 else depth
        is_new = record.untried > 0
        if is_new:
            child = add_child(own, node, untried_move(desk, own, node, n))
            if child == NO_NODE:
                return depth
        else:
            child = best_child(own, node)
            if child == NO_NODE:
                return depth
        if depth >= desk.control[LONGEST]:
            return TOO_LONG
        move = own.records[child].move
        desk.path[depth] = move
        status = call(game.play, (desk.states[1], move))
        if status < 0:
            return status
        depth += 1
        own.path[depth] = child
        node = child
        if is_new:
            return depth


def legal_moves(game: Table, desk: Desk, own: Nodes, node: int) -> int:
    """The legal moves of state 1 into row 1: how many, 0 if the game is over, or what went wrong. A node that is asked
    of for the first time notes how many have no child."""
    ended = is_over(game, desk.states[1], desk)
    if ended != 0:
        return 0 if ended > 0 else ended
    n = list_all(game, desk.states[1], desk, 1)
    record = own.records[node]
    if n > 0 and record.untried == UNKNOWN:
        children, child = 0, record.child
        while child != NO_NODE:
            children += 1
            child = own.records[child].sibling
        record.untried = n - children
    return n


def untried_move(desk: Desk, own: Nodes, node: int, n: int) -> int:
    """Any of the moves in row 1 that have no child."""
    which = below(desk.rng, own.records[node].untried)
    for i in range(n):
        if child_by(own, node, desk.moves[1, i]) == NO_NODE:
            if which == 0:
                return desk.moves[1, i]
            which -= 1
    return desk.moves[1, 0]
