"""Leaf parallelization: one thread, the leader, has the tree; the others only play out what lies on their desks.

A desk holds one leaf: the state to play out from, the path that led to it, and, when it is done, the payoffs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..machine.atomic import address_of, load32, load64, store32
from ..rules.codes import OK
from ..rules.table import Table
from .descend import descend
from .growth import make_room
from .loop import DECIDED, credit_paths, decided, learn, leave, note, play_out, settle
from .policy import Policy
from .questions import Scratch, copy_state, deal
from .rations import CLOSED, YIELD_AT, next_ration
from .sharing import LINE, breathe, wait_while
from .tree import Tree, room

EMPTY, DEALT, READY, DONE = range(4)
"""What is on a desk: nothing; a position to descend from; a leaf to play out; payoffs, and the next position."""


class Desks(NamedTuple):
    """One leaf a desk."""

    states: Any
    """int64 [desks]: addresses"""
    paths: Any
    """uint32 [desks, trees, longest game + 2]"""
    depths: Any
    """int64 [desks, trees]"""
    payoffs: Any
    """float64 [desks, players, rounded up to whole cache lines]: `at_desk` shows as many as there are players"""
    lengths: Any
    """int64 [desks, 8]: moves of the playout, or what went wrong"""
    flags: Any
    """int32 [desks, 16]: EMPTY, READY or DONE"""
    traces: Any
    """int32 [desks, as `Scratch.trace`]"""
    told: Any
    """int64 [desks, 16]: as `Scratch.told`"""


def at_desk(scratch: Scratch, desks: Desks, desk: int) -> Scratch:
    """A thread's working memory, with the leaf on a desk in place of its own."""
    return Scratch(
        scratch.root,
        desks.states[desk],
        desks.paths[desk],
        desks.depths[desk],
        scratch.moves,
        scratch.weights,
        desks.payoffs[desk, : len(scratch.payoffs)],
        scratch.marks,
        scratch.ledger,
        scratch.rng,
        scratch.tally,
        scratch.scores,
        scratch.places,
        desks.traces[desk],
        desks.told[desk],
        scratch.notes,
        scratch.spares,
        scratch.reserve,
        scratch.owed,
        scratch.watch,
        address_of(desks.traces) + desk * desks.traces.shape[1] * 4,
        scratch.moves_at,
        scratch.weights_at,
        address_of(desks.payoffs) + desk * desks.payoffs.shape[1] * 8,
        scratch.rng_at,
    )


def flag_of(desks: Desks, desk: int) -> int:
    """The address of a desk's flag."""
    return address_of(desks.flags) + desk * LINE


def simulate(
    tree: Tree,
    game: Table,
    policy: Policy,
    scratch: Scratch,
    desks: Desks,
    first: int,
    end: int,
    deals: bool,
    control: Any,
) -> int:
    """What the others do: play out whatever comes onto desks `first` to `end - 1` (and if it `deals`, put the position
    there that the next iteration is to start from), until the leader closes."""
    closed = address_of(control) + 8 * CLOSED
    looks = 0
    while load64(closed) == 0:
        looks += 1
        for desk in range(first, end):
            if load32(flag_of(desks, desk)) == READY:
                mine = at_desk(scratch, desks, desk)
                length = play_out(tree, game, policy, mine)
                status = deal(game, policy, mine) if deals and length >= 0 else OK
                desks.lengths[desk, 0] = length if status == OK else status
                store32(flag_of(desks, desk), DONE)
                looks = 0
        breathe(looks, control[YIELD_AT])
    return OK


def hand_out(tree: Tree, game: Table, policy: Policy, scratch: Scratch, desks: Desks, control: Any) -> int:
    """The leader puts a leaf onto every empty desk and backs up what is done; while all desks are full it plays out one
    itself. Returns OK, POOL_FULL, or what went wrong; all desks are empty then."""
    status, busy, more, looks = OK, 0, True, 0
    while busy > 0 or (more and status == OK):
        for desk in range(len(desks.states)):
            if load32(flag_of(desks, desk)) == DONE:
                outcome = take_back(tree, game, policy, scratch, desks, desk)
                status = outcome if outcome != OK else status
                busy -= 1
                looks = 0
            flag = load32(flag_of(desks, desk))
            if more and status == OK and flag != READY and flag != DONE:
                if busy > 0 and needs_rest() and room(tree) == 0:
                    continue  # a sweep drops nodes: first all paths must be backed up
                more = next_ration(control, scratch.watch) > 0
                if more:
                    status = lay_out(tree, game, policy, at_desk(scratch, desks, desk), flag == DEALT)
                    if status == OK:
                        store32(flag_of(desks, desk), READY)
                        busy += 1
        rests = busy > 0 and needs_rest() and room(tree) == 0
        if more and status == OK and busy == len(desks.states) and not rests:
            more = next_ration(control, scratch.watch) > 0
            if more:
                status = iterate_alone(tree, game, policy, scratch)
        elif busy > 0:
            looks += 1
            breathe(looks, control[YIELD_AT])
    settle(tree, scratch)
    return status


def needs_rest() -> bool:
    """Hook: whether making room drops nodes all at once, so that first all paths must be backed up."""
    return False


def lay_out(tree: Tree, game: Table, policy: Policy, scratch: Scratch, is_dealt: bool) -> int:
    """Descend to a leaf. OK, POOL_FULL, or what went wrong."""
    status = make_room(tree, policy, scratch)
    if status == OK and not is_dealt:
        status = deal(game, policy, scratch)
    if status == OK:
        status = descend(tree, game, policy, scratch)
    return status


def back_up(tree: Tree, game: Table, policy: Policy, scratch: Scratch, length: int) -> int:
    """Back up a playout. OK, DECIDED, or what went wrong."""
    credit_paths(tree, policy, scratch, scratch.payoffs)
    status = learn(tree, game, policy, scratch, scratch.payoffs, length)
    leave(tree, policy, scratch)
    note(policy, scratch, length)
    return DECIDED if status == OK and decided(tree, policy) else status


def take_back(tree: Tree, game: Table, policy: Policy, scratch: Scratch, desks: Desks, desk: int) -> int:
    """Back up the playout on a desk and clear it. OK, DECIDED, or what went wrong in the playout."""
    length = desks.lengths[desk, 0]
    store32(flag_of(desks, desk), DEALT)
    return back_up(tree, game, policy, at_desk(scratch, desks, desk), length) if length >= 0 else length


def iterate_alone(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """An iteration of the leader's own."""
    status = lay_out(tree, game, policy, scratch, False)
    if status != OK:
        return status
    length = play_out(tree, game, policy, scratch)
    return back_up(tree, game, policy, scratch, length) if length >= 0 else length


def play_together(tree: Tree, game: Table, policy: Policy, scratch: Scratch, desks: Desks, control: Any) -> int:
    """All threads play out every leaf, one playout each; the leader waits for all. Returns as `hand_out`."""
    while True:
        playouts = next_ration(control, scratch.watch)
        status = lay_out(tree, game, policy, scratch, False) if playouts > 0 else OK
        if playouts == 0 or status != OK:
            settle(tree, scratch)
            return status
        for desk in range(playouts - 1):
            status = min(status, copy_state(game, desks.states[desk], scratch.state))
            copy_leaf(tree, scratch, desks, desk)
            store32(flag_of(desks, desk), READY)
        length = play_out(tree, game, policy, scratch)
        status = min(status, length, OK)
        if status == OK:
            credit_paths(tree, policy, scratch, scratch.payoffs)
            status = learn(tree, game, policy, scratch, scratch.payoffs, length)
            note(policy, scratch, length)
        for desk in range(playouts - 1):
            wait_while(tree, flag_of(desks, desk), READY)
            store32(flag_of(desks, desk), EMPTY)
            length = desks.lengths[desk, 0]
            status = min(status, length, OK)
            if status == OK:
                mine = at_desk(scratch, desks, desk)
                credit_paths(tree, policy, mine, mine.payoffs)
                status = learn(tree, game, policy, mine, mine.payoffs, length)
                note(policy, mine, length)
        if status != OK:
            return status
        leave(tree, policy, scratch)
        if decided(tree, policy):
            settle(tree, scratch)
            return DECIDED


def copy_leaf(tree: Tree, scratch: Scratch, desks: Desks, desk: int) -> None:
    """The leader's path, and the moves that led along it, onto a desk."""
    for which in range(len(tree.roots)):
        desks.depths[desk, which] = scratch.depths[which]
        for i in range(scratch.depths[which]):
            desks.paths[desk, which, i] = scratch.paths[which, i]
    desks.told[desk, 0] = scratch.told[0]
    desks.told[desk, 2] = 0
    for i in range(min(scratch.told[0], len(scratch.trace))):
        desks.traces[desk, i] = scratch.trace[i]
