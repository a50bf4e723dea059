"""The moves of an iteration, told: for parts that learn from moves wherever they were played.

`scratch.trace` has `mover * actions + action` for every move, -1 for one of chance: first the `told[0]` that were
played in the tree, then those of the playout, `told[1]` in all. Under MO-ISMCTS too these are the moves themselves,
not what players saw of them.
"""

from __future__ import annotations

from typing import Any

from ..core.binding import Loop
from ..core.policy import Policy
from ..core.questions import Scratch
from ..core.tree import Tree
from ..core.untried import action_of
from ..machine.native import call
from ..rules.codes import TOO_LONG
from ..rules.table import Table

ASKS = ("actions", "playout_traced")
"""What a part needs of the game that traces moves."""


def trace_moves(loop: Loop) -> None:
    """Have moves told. Several parts may ask for it."""
    if loop.traces:
        return
    loop.traces = True
    entered, played, starts, moved = loop.entered, loop.played, loop.starts, loop.moved

    def forget_moves(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
        if depth == 0:
            scratch.told[0] = scratch.told[1] = 0
        entered(tree, policy, scratch, which, depth, node)

    def tell(game: Any, policy: Any, scratch: Any, mover: int, move: int) -> None:
        played(game, policy, scratch, mover, move)
        note_move(game, scratch, mover, move)

    def start_telling(tree: Any, policy: Any, scratch: Any) -> None:
        starts(tree, policy, scratch)
        scratch.told[1] = scratch.told[0]

    def tell_on(game: Any, policy: Any, scratch: Any, mover: int, move: int) -> None:
        moved(game, policy, scratch, mover, move)
        note_playout_move(game, scratch, mover, move)

    loop.entered, loop.played, loop.playout_call = forget_moves, tell, playout_telling
    loop.starts, loop.moved = start_telling, tell_on


def note_move(game: Table, scratch: Scratch, mover: int, move: int) -> None:
    """A move was played in the tree."""
    at = scratch.told[0]
    action = action_of(move)
    if at < len(scratch.trace):
        scratch.trace[at] = mover * game.actions + action if mover >= 0 and action < game.actions else -1
        scratch.told[0] = scratch.told[1] = at + 1  # there may be no playout: a leaf whose value is proven


def note_playout_move(game: Table, scratch: Scratch, mover: int, move: int) -> None:
    """A move was played in a playout."""
    at = scratch.told[1]
    action = action_of(move)
    if at < len(scratch.trace):
        scratch.trace[at] = mover * game.actions + action if mover >= 0 and action < game.actions else -1
        scratch.told[1] = at + 1


def playout_telling(tree: Tree, game: Table, policy: Policy, scratch: Scratch) -> int:
    """For `playout_call`: a playout that tells its moves."""
    length = call(
        game.playout_traced,
        (
            scratch.state,
            scratch.rng_at,
            scratch.payoffs_at,
            scratch.moves_at,
            scratch.weights_at,
            policy.playout_limit,
            scratch.trace_at + 4 * scratch.told[0],
        ),
    )
    moves = policy.playout_limit if length == TOO_LONG else max(length, 0)
    scratch.told[1] = min(scratch.told[0] + moves, len(scratch.trace))
    return length
