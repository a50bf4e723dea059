"""The loop where somebody else looks at the leaves, several at a time.

One `turn` of the kernel (core/in_step.py does them one after the other) backs up what was said of the leaves on the
desks (core/leaf.py) and lays out the next ones: it descends until the desks are full or two descents meet, and shows
their positions in `Batch.planes`. Then whoever called looks at these, and writes `policy` and `value`. What needs no
looking at (a finished game, a position that was looked at before) is backed up at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..machine.atomic import address_of
from ..machine.native import call
from ..neural.evaluator import ROUNDING
from ..rules.codes import BAD_ANSWER, CHANCE, OK, OVER
from ..rules.table import Table
from .competing import list_again
from .leaf import Desks, at_desk, back_up, lay_out, needs_rest
from .loop import leave, play_out, settle
from .policy import Policy
from .questions import Scratch, ask_mover, copy_state, draw_outcome, list_moves
from .sound import are_finite, are_logits
from .tree import NO_NODE, Tree, room
from .untried import check_actions

COUNT, MOST, HAS_POLICY, HAS_VALUE, HITS, LOOKS, COLLISIONS = range(7)
"""Places in `Batch.facts`: leaves that wait; how many may; whether a policy and a value were given; leaves that were
known; that were looked at; descents that met another one under way."""

UNSAID = 0.5
"""What a position is worth, to everybody, of whose value nobody said anything."""

ODD, SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)


class Batch(NamedTuple):
    """What is shown and said of the leaves on the desks."""

    planes: Any
    """float32 [desks, cells of all planes, rounded up to an even number]"""
    words: Any
    """the same memory as int64"""
    policy: Any
    """float32 [desks, actions]: logits, -inf for a move that is ruled out"""
    value: Any
    """float32 [desks, 1] or [desks, players]: in [-1, 1], to who moves or to everybody"""
    rewards: Any
    """float64 [desks, players]: the same to everybody in [0, 1], written when it is heard"""
    trunk: Any
    """float32 [desks, features]: what the network makes of them; of one number where nobody asks"""
    leaves: Any
    """uint32 [desks]: the node to expand, or NO_NODE"""
    movers: Any
    """int64 [desks]: who moves, and sees it so"""
    keys: Any
    """uint64 [desks]: of what is shown"""
    heard: Any
    """int8 [desks]: whether policy and value count; else only the trunk is wanted"""
    facts: Any
    """int64 [7]"""


def turn(tree: Tree, game: Table, policy: Policy, scratch: Scratch, desks: Desks, batch: Batch, todo: int) -> int:
    """Back up the leaves that were looked at, then lay out others: `todo` iterations at most, those included that end
    at once, and of these no more than MOST_AT_ONCE: who called looks at the clock. Returns OK, POOL_FULL, DECIDED, or
    what went wrong."""
    status = take_in(tree, game, policy, scratch, desks, batch)
    least = todo - MOST_AT_ONCE
    while status == OK and todo > max(batch.facts[COUNT], least) and batch.facts[COUNT] < batch.facts[MOST]:
        if tree.pool[0].waiting > 0 and needs_rest() and room(tree) == 0:
            break  # a sweep drops nodes: first all paths must be backed up, those of other threads too
        desk = batch.facts[COUNT]
        mine = at_desk(scratch, desks, desk)
        status = lay_out(tree, game, policy, mine, False)
        if status != OK:
            break
        leaf = mine.paths[0, mine.depths[0] - 1]
        if is_waiting(tree, leaf):
            abandon(tree, policy, mine)
            batch.facts[COLLISIONS] += 1
            break
        status = show(tree, game, policy, mine, batch, desk, leaf)
        if status == AT_ONCE:
            length = play_out(tree, game, policy, mine)
            unsay(mine)
            status = back_up(tree, game, policy, mine, length) if length >= 0 else length
            todo -= 1
        elif status == OK:
            batch.facts[COUNT] += 1
            tree.pool[0].waiting += 1
    settle(tree, scratch)
    return status


AT_ONCE = 3
"""Answer of `show`: nobody needs to look at this one."""

MOST_AT_ONCE = 512
"""Iterations of a turn in which nobody needs to look: near the end of a game there may be no others."""


def show(tree: Tree, game: Table, policy: Policy, scratch: Scratch, batch: Batch, desk: int, leaf: Any) -> int:
    """Write the planes of a leaf. OK, AT_ONCE, or what went wrong."""
    mover = ask_mover(game, scratch)
    if mover < OVER:
        return mover
    is_own = mover >= 0  # the position that is looked at is the leaf's
    if mover == OVER or is_certain(tree, leaf):
        return AT_ONCE
    if mover == CHANCE:
        mark_known(tree, leaf)
    while mover == CHANCE:
        n = list_moves(game, scratch)
        outcome = draw_outcome(game, scratch, n) if n >= 0 else n
        status = call(game.play, (scratch.state, outcome)) if outcome >= 0 else outcome
        if status < 0:
            return status
        mover = ask_mover(game, scratch)
    if mover == OVER or mover < 0:
        return AT_ONCE if mover == OVER else mover
    is_own = is_own and not is_known(tree, leaf)
    is_heard, wants = may_look(tree, policy), is_own and wants_trunk()
    if not is_heard and not wants:
        status = OK
        if is_own:
            keep_value(tree, leaf, UNSAID)
            status = expand(tree, game, policy, scratch, leaf, batch.policy[desk], False)
        return AT_ONCE if status == OK else status
    at = address_of(batch.planes) + desk * batch.planes.shape[1] * 4
    status = call(game.planes, (scratch.state, mover, at))
    if status < 0:
        return status
    key = key_of(batch.words[desk], mover)
    if not wants and recall(tree, policy, scratch, key, batch.policy[desk], batch.rewards[desk]):
        batch.facts[HITS] += 1
        status = OK
        if is_own:
            status = expand(tree, game, policy, scratch, leaf, batch.policy[desk], batch.facts[HAS_POLICY] != 0)
            keep_value(tree, leaf, batch.rewards[desk, mover])
        return AT_ONCE if status == OK else status
    if is_heard:
        count_look(tree)
    batch.heard[desk] = is_heard
    batch.leaves[desk] = leaf if is_own else NO_NODE
    batch.movers[desk] = mover
    batch.keys[desk] = key
    if is_own:
        mark_waiting(tree, leaf)
    return OK


def key_of(words: Any, mover: int) -> Any:
    """Of what is shown: two that are shown alike have the same. In four strands, which a processor does at once."""
    one, two, three, four = np.uint64(mover + 1), ODD, SHIFT, ~ODD
    whole = len(words) & ~3
    for i in range(0, whole, 4):
        one = stirred(one, words[i])
        two = stirred(two, words[i + 1])
        three = stirred(three, words[i + 2])
        four = stirred(four, words[i + 3])
    for i in range(whole, len(words)):
        one = stirred(one, words[i])
    key = stirred(stirred(stirred(one, two), three), four)
    return key if key != np.uint64(0) else ODD


def stirred(key: Any, word: Any) -> Any:
    """A key with one more word in it."""
    key = (key ^ np.uint64(word)) * ODD
    return key ^ (key >> SHIFT)


def hear(game: Table, batch: Batch, desk: int) -> int:
    """What was said of the leaf on a desk: numbers, and values that become rewards. OK, or BAD_ANSWER."""
    if batch.facts[HAS_POLICY] != 0 and not are_logits(batch.policy[desk]):
        return BAD_ANSWER
    if batch.facts[HAS_VALUE] != 0:
        width = batch.value.shape[1]
        for k in range(width):
            value = float(batch.value[desk, k])
            if not -1.0 - ROUNDING <= value <= 1.0 + ROUNDING:  # nor is what is not a number
                return BAD_ANSWER
            value = min(1.0, max(-1.0, value))
            if width == game.players:
                batch.rewards[desk, k] = 0.5 * (value + 1.0)
            else:  # of two, what one gains the other loses
                batch.rewards[desk, batch.movers[desk]] = 0.5 + 0.5 * value
                batch.rewards[desk, 1 - batch.movers[desk]] = 0.5 - 0.5 * value
    return OK


def take_in(tree: Tree, game: Table, policy: Policy, scratch: Scratch, desks: Desks, batch: Batch) -> int:
    """Back up what was said of the leaves that waited. OK, DECIDED, or what went wrong."""
    status = OK
    for desk in range(batch.facts[COUNT]):
        if hear(game, batch, desk) != OK or (wants_trunk() and not are_finite(batch.trunk[desk])):
            return BAD_ANSWER
    for desk in range(batch.facts[COUNT]):
        mine = at_desk(scratch, desks, desk)
        outcome, is_heard, leaf, mover = OK, batch.heard[desk] != 0, batch.leaves[desk], batch.movers[desk]
        if leaf != NO_NODE:
            has_policy = is_heard and batch.facts[HAS_POLICY] != 0
            outcome = expand(tree, game, policy, mine, leaf, batch.policy[desk], has_policy)
            keep_value(tree, leaf, batch.rewards[desk, mover] if is_heard else UNSAID)
            if wants_trunk() and outcome == OK:
                outcome = keep_trunk(tree, game, policy, mine, leaf, mover, batch.keys[desk], batch.trunk[desk])
        if is_heard:
            remember(tree, batch.keys[desk], batch.policy[desk], batch.rewards[desk])
            say(mine, batch.rewards[desk])
        length = play_out(tree, game, policy, mine) if outcome == OK else outcome
        unsay(mine)
        outcome = back_up(tree, game, policy, mine, length) if length >= 0 else length
        if outcome < 0 or status == OK:
            status = outcome
    batch.facts[LOOKS] += batch.facts[COUNT]
    tree.pool[0].waiting -= batch.facts[COUNT]
    batch.facts[COUNT] = 0
    return status


def abandon(tree: Tree, policy: Policy, scratch: Scratch) -> None:
    """A descent that met another is as if it had not been: nothing was learnt, only its trail is wiped."""
    for which in range(len(tree.roots)):
        for i in range(1, scratch.depths[which]):
            given_up(tree, policy, scratch.paths[which, i])
    leave(tree, policy, scratch)


def seat_root(tree: Tree, game: Table, policy: Policy, scratch: Scratch, batch: Batch) -> int:
    """Expand the root, whose position was looked at on desk 0, if it waits there. OK, or what went wrong."""
    status = copy_state(game, scratch.state, scratch.root)
    if status >= 0 and batch.facts[COUNT] > 0:
        status = hear(game, batch, 0)
    if status < 0:
        return status
    has_policy, root = batch.facts[HAS_POLICY] != 0, tree.roots[policy.own]
    keep_value(tree, root, batch.rewards[0, batch.movers[0]])
    return expand(tree, game, policy, scratch, root, batch.policy[0], has_policy)


def expand(tree: Tree, game: Table, policy: Policy, scratch: Scratch, node: Any, logits: Any, has_policy: bool) -> int:
    """`node`, whose position the state is, was looked at: what was said of its moves is kept. OK, or what went
    wrong."""
    n = list_again(tree, game, scratch, node)
    status = check_actions(game, scratch, n) if n >= 0 else n
    if status >= 0:
        keep_policy(tree, game, scratch, node, logits, has_policy, n)
        mark_known(tree, node)
    return min(status, OK)


# ---- asked of the part that looks -----------------------------------------------------------------------------------


def keep_policy(tree: Tree, game: Table, scratch: Scratch, node: Any, logits: Any, has_policy: bool, n: int) -> None:
    """Hook: of the `n` moves of `node`, which are listed, `logits` say which look good (or nothing does)."""


def keep_value(tree: Tree, node: Any, reward: float) -> None:
    """Hook: `node` was said to be worth this to who moves there."""


def wants_trunk() -> bool:
    """Hook: whether every new node is looked at, whatever is made of its policy and value, for the network's trunk."""
    return False


def keep_trunk(
    tree: Tree, game: Table, policy: Policy, scratch: Scratch, node: Any, mover: int, key: Any, trunk: Any
) -> int:
    """Hook: what the network makes of the position of `node`, which the state is; `key` is of what was shown. OK, or
    what went wrong."""
    return OK


def is_certain(tree: Tree, node: Any) -> bool:
    """Hook: whether the value of `node` is proven, so that nobody needs to look at it."""
    return False


def is_known(tree: Tree, node: Any) -> bool:
    """Hook: whether `node` was looked at."""
    return False


def is_waiting(tree: Tree, node: Any) -> bool:
    """Hook: whether `node` is being looked at."""
    return False


def mark_known(tree: Tree, node: Any) -> None:
    """Hook: it was."""


def mark_waiting(tree: Tree, node: Any) -> None:
    """Hook: it is."""


def may_look(tree: Tree, policy: Policy) -> bool:
    """Hook: whether one more position may be looked at."""
    return True


def count_look(tree: Tree) -> None:
    """Hook: one more will be."""


def recall(tree: Tree, policy: Policy, scratch: Scratch, key: Any, logits: Any, rewards: Any) -> bool:
    """Hook: whether what is shown under this key was looked at before; what was said then is said again."""
    return False


def remember(tree: Tree, key: Any, logits: Any, rewards: Any) -> None:
    """Hook: this was said of what is shown under this key."""


def say(scratch: Scratch, rewards: Any) -> None:
    """Hook: what is said of the leaf that is played out next."""


def unsay(scratch: Scratch) -> None:
    """Hook: nothing is said any more."""


def given_up(tree: Tree, policy: Policy, node: Any) -> None:
    """Hook: a descent that led through `node` is not backed up."""
