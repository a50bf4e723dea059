"""P-games: random game trees whose leaves are sums of random numbers, after Kocsis and Szepesvári (2006).

Every position has the same number of moves, and every game the same number of plies. Two players take turns, player 0
(MAX) first. Each move carries a whole number, drawn from 0 to 127 where MAX moves, from -127 to 0 where player 1 (MIN)
does. At the end MAX wins if the sum of the numbers is positive, MIN if it is negative; 0 is a draw.

Moves are numbered from 0. The numbers on the edges are computed from the way to them (`p_game_values`), so a tree takes
no memory, whatever its size. Which tree it is is decided by `tree`; with 0 every start draws another one, by its seed.

Options change the kind of tree:

- `transpositions`: positions are shared, the order of a player's own moves does not matter, all through the game
  (True) or in stretches of so many turns (`p_game_graph`);
- `groups`: the moves of a position are in so many groups, and numbers within one are alike: 0 to 95 for the group and
  0 to 32 for the move;
- `traps`: the probability that a move walks into a trap, after which the other player has one winning move, or a way
  to win of `trap_level` plies that takes one right move a turn (`p_game_tree`). The game ends there.

`p_game_solver` knows the value of every position.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import GameError, OptionError
from ..rng import below, bits
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, AnyGame, Game, declare
from . import p_game_graph, p_game_tree
from .p_game_values import DECIDED, LARGEST_EDGE, Shape, child_of, group_of

MOST_MOVES, DEEPEST, MOST_GROUPS = 64, 64, 26
ROOT = np.uint64(0x2545F4914F6CDD1D)
TURN = (LARGEST_EDGE + 1) / 2  # what a move is worth on average
SPREAD = 16.0  # how much each move to come may still turn, in an evaluation


def shape_of(game: AnyGame) -> Shape:
    """The options that a game was built with."""
    shape = game.notes.get("shape")
    if not isinstance(shape, Shape):
        raise GameError(f"{game.name} is not a p_game")
    return shape


def returns(state: Any, out: Any) -> None:
    """An unfinished game pays what it would if it ended here."""
    out[0] = np.sign(state.total)
    out[1] = -out[0]


def game(
    branching: int = 2,
    depth: int = 8,
    tree: int = 0,
    transpositions: bool | int = False,
    groups: int = 0,
    traps: float = 0.0,
    trap_level: int = 1,
) -> Game:
    """`branching` 2 to 64, `depth` 1 to 64, `tree` from 0 on, `transpositions` also 2 to 32, `groups` 0 or 2 to 26,
    `traps` 0 to 1, `trap_level` odd."""
    for option, value, least, greatest in (
        ("branching", branching, 2, MOST_MOVES),
        ("depth", depth, 1, DEEPEST),
        ("tree", tree, 0, 2**62),
        ("groups", groups, 0, min(branching, MOST_GROUPS) if isinstance(branching, int) else 0),
        ("trap_level", trap_level, 1, DEEPEST - 1),
    ):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= greatest:
            raise OptionError(f"p_game: {option} must be a whole number from {least} to {greatest}, not {value!r}")
    if groups == 1:
        raise OptionError("p_game: groups must be 0 for none, or at least 2, not 1")
    if trap_level % 2 == 0:
        raise OptionError(f"p_game: trap_level must be odd, the last move is the striker's, not {trap_level!r}")
    if not isinstance(transpositions, bool) and not (isinstance(transpositions, int) and 2 <= transpositions <= 32):
        raise OptionError(
            f"p_game: transpositions must be True, False, or a whole number from 2 to 32, not {transpositions!r}"
        )
    if isinstance(traps, bool) or not isinstance(traps, int | float) or not 0 <= traps <= 1:
        raise OptionError(f"p_game: traps must be a number from 0 to 1, not {traps!r}")
    if traps > 0 and transpositions:
        raise OptionError("p_game: traps belong to a way, transpositions forget it; not both")

    turns = DEEPEST // 2 if transpositions is True else int(transpositions)
    shape = Shape(branching, depth, turns, groups, float(traps), trap_level)
    own = p_game_graph.rules(shape) if turns else p_game_tree.rules(shape)
    begin, mover, play, signed_edge = own["begin"], own["mover"], own["play"], own["signed_edge"]
    given_root = child_of(ROOT, np.array([tree]))[0]

    def start(state: Any, rng: Any) -> None:
        begin(state, given_root if tree > 0 else bits(rng))

    def moves(state: Any, out: Any) -> int:
        for move in range(branching):
            out[move] = move
        return branching

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves: there is nothing to list."""
        length = 0
        while mover(state) != OVER:
            if length == limit:
                return TOO_LONG
            move = below(rng, branching)
            if trace is not None:
                trace[length] = mover(state) * branching + move
            play(state, move)
            length += 1
        returns(state, out)
        return length

    def evaluate(state: Any, out: Any) -> None:
        """The sum so far, and half an edge to who has one more to come, against what may still happen."""
        left = depth - state.ply
        turn = TURN if left & 1 else 0.0
        lead = state.total + (turn if state.ply & 1 == 0 else -turn)
        out[0] = lead / (abs(lead) + SPREAD * left)
        out[1] = -out[0]

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        """The numbers on the edges as the mover likes them."""
        for i in range(n):
            value = signed_edge(state, moves[i])
            out[i] = 1.0 + max(value if state.ply & 1 == 0 else -value, 0)

    def group(state: Any, move: int) -> Any:
        return group_of(move, groups, branching)

    def move_name(state: Any, move: int) -> str:
        return f"{chr(ord('a') + group_of(move, groups, branching))}{move}" if groups else str(move)

    def render(state: Any) -> str:
        with np.errstate(over="ignore"):
            over = mover(state) == OVER
            edges = [] if over else [f"{move_name(state, m)}: {signed_edge(state, m):+d}" for m in range(branching)]
        if abs(state.total) >= DECIDED:
            total = "a trap has sprung"
        else:
            total = f"sum {state.total:+d}"
        turn = "the game is over" if over else f"{'MAX' if state.ply & 1 == 0 else 'MIN'} to move"
        return "\n".join([f"ply {state.ply} of {depth}, {total}, {turn}", *edges])

    built = declare(
        globals(),
        own,
        locals(),
        name="p_game",
        state=p_game_graph.state_type(shape) if turns else p_game_tree.STATE,
        players=2,
        max_moves=branching,
        max_length=depth,
        actions=branching,
        trusted=True,
        **({} if groups else {"group": None}),
    )
    built.notes["shape"] = shape
    return built
