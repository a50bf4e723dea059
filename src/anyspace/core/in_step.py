"""Searches whose leaves are looked at together, one or many: turn by turn (core/batches.py), all of them in each.

All that a search works with lies in memory, in a *hand*, where kernels find it by its address: searches are handed over
once, not for every batch, which took a third of what a search adds to its network, and in a turn of many nearly all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..machine.atomic import address_of
from ..machine.handing import bytes_of, lay, lying
from ..machine.native import call
from ..rules.codes import OK
from ..rules.table import Table
from .batches import COUNT, Batch, seat_root, turn
from .leaf import Desks
from .policy import Policy
from .questions import Scratch
from .tree import Tree

HAND = np.dtype([("at", np.int64), ("limit", np.int64), ("status", np.int64)])
"""A search: where its hand is, how many iterations it is to have done in all, and what came of its last turn."""

SEAT = -1
"""In place of a limit: the root, which was looked at on the first desk, is to be expanded."""

HALTED = 4
"""Answer of `turns`: whoever looks does not want to go on."""


def hand_over(
    tree: Tree, game: Table, policy: Policy, scratch: Scratch, desks: Desks, batch: Batch, hand: Any, room: int
) -> int:
    """Lay down all of a search in `hand`, which has so many bytes. Returns how many it takes; if that is more, nothing
    was done. Whatever is replaced by another array later must be handed over again."""
    own, other = bytes_of(tree) + bytes_of(game) + bytes_of(policy), bytes_of(scratch) + bytes_of(desks)
    size = own + other + bytes_of(batch)
    if size <= room:
        at = address_of(hand)
        lay(at, tree)
        at += bytes_of(tree)
        lay(at, game)
        at += bytes_of(game)
        lay(at, policy)
        at += bytes_of(policy)
        lay(at, scratch)
        at += bytes_of(scratch)
        lay(at, desks)
        at += bytes_of(desks)
        lay(at, batch)
    return size


def turns(
    tree: Tree, game: Table, policy: Policy, scratch: Scratch, desks: Desks, batch: Batch, hands: Any, look: int
) -> int:
    """Turns of all searches in `hands`, until one of them has nothing to be looked at or a status to be seen to; in
    between the C function at `look` has the leaves of all looked at. Without such a function one turn. Returns OK, or
    HALTED where `look` does not answer OK: the leaves were looked at and wait. What comes before `hands` is one of the
    searches: the others are of the same types."""
    while True:
        goes_on = look != 0
        for i in range(len(hands)):
            at = hands[i].at
            own_tree = lying(at, tree)
            at += bytes_of(tree)
            own_game = lying(at, game)
            at += bytes_of(game)
            own_policy = lying(at, policy)
            at += bytes_of(policy)
            own_scratch = lying(at, scratch)
            at += bytes_of(scratch)
            own_desks = lying(at, desks)
            at += bytes_of(desks)
            own = lying(at, batch)
            if hands[i].limit == SEAT:
                status = seat_root(own_tree, own_game, own_policy, own_scratch, own)
            else:
                todo = hands[i].limit - np.int64(own_scratch.tally[0].iterations) - own.facts[COUNT]
                status = turn(own_tree, own_game, own_policy, own_scratch, own_desks, own, max(todo, 0))
            hands[i].status = status
            if status != OK or own.facts[COUNT] == 0:
                goes_on = False
        if not goes_on:
            return OK
        if call(look, (0,)) != OK:
            return HALTED
