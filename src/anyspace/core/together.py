"""The tree policy where moves are made at the same time: decoupled selection, in a tree for each player.

The rules let players choose one after another and keep the choices until all are made (the rules `together` and
`withdraw`). Here each of them chooses in a tree of its own, which has seen nothing of the others' choices; once all
have chosen, every tree is told of them, step by step. So a node's children are either the moves of its tree's owner,
with what they earned whatever the others did, or what others did meanwhile.

Every node keeps the reward of its tree's owner. Where the game hides information as well, an iteration plays in a guess
of it, as under core/hidden.py.
"""

from __future__ import annotations

from typing import Any

from ..machine.native import call
from ..rules.codes import CHANCE, NOTHING_SEEN, OK, OVER, UNANSWERED
from ..rules.table import Table
from .descend import arrived, played, step_to
from .hidden import LEFT_BEHIND, STAY, choose, follow, follow_all, follows
from .policy import Policy
from .questions import Scratch, ask_mover, draw_outcome, list_moves
from .tree import TOLD, Tree

FRESH = 1
"""Answer of `move_together`: some tree got a new node, or could get none: the playout begins."""


def descend_together(tree: Tree, game: Table, policy: Policy, scratch: Scratch, news: Any) -> int:
    """From the roots to a joint move that is new, or to the end. `news` is int64 [players, players + 1]: who chose, and
    what each player is to be told of it. OK, or what went wrong."""
    for which in range(len(tree.roots)):
        scratch.depths[which] = 0
        step_to(tree, policy, scratch, which, tree.roots[which])
    status = OK
    while status == OK:
        mover = ask_mover(game, scratch)
        if mover == CHANCE:
            status = follow_outcome(tree, game, policy, scratch)
        elif mover < 0:
            status = FRESH if mover == OVER else mover
        else:
            status = move_together(tree, game, policy, scratch, news)
    own = policy.own
    if status == FRESH and follows(scratch, own):
        status = arrived(tree, game, policy, scratch, scratch.paths[own, scratch.depths[own] - 1])
    for which in range(len(tree.roots)):
        scratch.depths[which] &= LEFT_BEHIND - 1
    return min(status, OK)


def follow_outcome(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """What chance draws, in all trees. OK, FRESH, or what went wrong."""
    n = list_moves(game, scratch)
    outcome = draw_outcome(game, scratch, n) if n >= 0 else n
    if outcome < 0:
        return outcome
    followed = follow_all(tree, game, policy, scratch, CHANCE, policy.own, outcome)
    if followed < 0:
        return followed
    status = call(game.play, (scratch.state, outcome))
    played(game, policy, scratch, CHANCE, outcome)
    return status if status < 0 else FRESH if followed != OK else OK


def move_together(tree: Tree, game: Table, policy: Policy, scratch: Scratch, news: Any) -> int:
    """Everybody who is to move chooses; then all are told. OK, FRESH, or what went wrong."""
    is_new = False
    count = 0
    left = 1
    while left > 0 and count < game.players:
        mover = ask_mover(game, scratch)
        left = call(game.together, (scratch.state,)) if mover >= 0 else mover
        if left < 0:
            return left if left < UNANSWERED else FRESH
        n = list_moves(game, scratch)
        move = choose(tree, game, policy, scratch, mover, mover, n) if n >= 0 else n
        if move < 0:
            return FRESH if move == STAY else move
        is_new |= follow(tree, policy, scratch, mover, mover, move, True)
        news[count, 0] = mover
        for which in range(len(tree.roots)):
            seen = move
            if which != mover and game.observe != 0:
                seen = call(game.observe, (scratch.state, move, which))
                if seen < UNANSWERED:
                    return seen
            news[count, which + 1] = seen
        count += 1
        status = call(game.play, (scratch.state, move))
        if status < 0:
            return status
        played(game, policy, scratch, mover, move)
    for which in range(len(tree.roots)):
        for i in range(count):
            if news[i, 0] != which and news[i, which + 1] != NOTHING_SEEN and follows(scratch, which):
                is_new |= follow(tree, policy, scratch, which, TOLD, news[i, which + 1], False)
    return FRESH if is_new else OK
