"""A playout move by move, for searches whose parts have a say in it.

Most playouts are one call of the game's own (core/loop.py). Where a part chooses moves, or ends playouts early, this
takes the place of that call: the same loop over the rules, with questions in it.
"""

from __future__ import annotations

from ..machine.native import call
from ..rng import below
from ..rules.codes import BAD_MOVE_COUNT, CHANCE, OK, OVER, TOO_LONG, UNANSWERED
from ..rules.table import Table
from .policy import Policy
from .questions import Scratch, ask_mover, draw_outcome, list_moves
from .tree import Tree


def play_on(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """For `playout_call`: play the state of this iteration to its end, or to where the playout is cut. Payoffs in the
    game's own units. Returns the number of moves, TOO_LONG, or what went wrong."""
    starts(tree, policy, scratch)
    for ply in range(policy.playout_limit + 1):
        mover = ask_mover(game, scratch)
        if mover < OVER:
            return mover
        if mover == OVER:
            return min(call(game.returns, (scratch.state, scratch.payoffs_at)), OK) or ply
        if ply == policy.playout_limit:
            break
        if cuts(tree, game, policy, scratch, mover, ply):
            return min(assess(tree, game, policy, scratch), OK) or ply
        move = next_move(tree, game, policy, scratch, mover, ply)
        if move < 0:
            return move
        moved(game, policy, scratch, mover, move)
        status = call(game.play, (scratch.state, move))
        if status < 0:
            return status
    return TOO_LONG


def next_move(tree: Tree, game: Table, policy: Policy, scratch: Scratch, mover: int, ply: int) -> int:
    """Hook: the `ply`-th move of a playout, or what went wrong. Here: chance by its odds, a player's as it chooses
    among all that are legal."""
    if mover == CHANCE:
        n = list_moves(game, scratch)
        return draw_outcome(game, scratch, n) if n >= 0 else n
    n = list_playout_moves(game, scratch)
    if n < 0:
        return n
    choice = choose(tree, game, policy, scratch, mover, n, ply)
    return scratch.moves[choice] if choice >= 0 else choice


def list_playout_moves(game: Table, scratch: Scratch) -> int:
    """Put the moves that a playout chooses from into `scratch.moves`: how many, or what went wrong. All legal ones,
    unless the game says otherwise (to fill one's own eyes is legal in Go, and no playout would ever end well)."""
    if game.playout_moves == 0:
        return list_moves(game, scratch)
    n = call(game.playout_moves, (scratch.state, scratch.moves_at))
    if n < 1 or n > game.max_moves:
        scratch.tally[0].culprit = n
        return BAD_MOVE_COUNT if n > UNANSWERED else n
    return n


def choose(tree: Tree, game: Table, policy: Policy, scratch: Scratch, mover: int, n: int, ply: int) -> int:
    """Hook: in a playout, which of the `n` moves in `scratch.moves` the player `mover` plays: an index, or what went
    wrong. The state is the position; the list may not be changed."""
    return below(scratch.rng, n)


def starts(tree: Tree, policy: Policy, scratch: Scratch) -> None:
    """Hook: a playout begins; the state is the position at the end of the path."""


def cuts(tree: Tree, game: Table, policy: Policy, scratch: Scratch, mover: int, ply: int) -> bool:
    """Hook: whether a playout ends here, after `ply` moves, though the game does not."""
    return False


def assess(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """Hook: what an unfinished position is worth to each player, in the game's own units, into `payoffs`. OK, or what
    went wrong. Here: what the game's `returns` says of it."""
    return call(game.returns, (scratch.state, scratch.payoffs_at))


def moved(game: Table, policy: Policy, scratch: Scratch, mover: int, move: int) -> None:
    """Hook: a move is about to be played in a playout."""
