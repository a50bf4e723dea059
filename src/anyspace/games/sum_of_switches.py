"""Sum of Switches: take numbers in turn; who has the greater sum wins. After Tom and Müller (2009).

There are `n` switches, worth 0, 1, ... n - 1. Two players take one at a time, player 0 first, until none is left. Then
player 0 wins if its sum exceeds the other's by at least `komi`; otherwise player 1 wins. There are no draws.

To take the greatest number that is left is best for both, always: a switch is worth as much to the one as to the other.
So player 0 ends up n // 2 ahead, and that is the komi: with perfect play player 0 just wins. A move's worth does not
depend on when it is made, which is the best that can happen to the statistics of RAVE.

Moves are numbered from 0. Move i takes the number i; with an `order` other than 0 the numbers are dealt to the moves
at random, the same for every game, so that searches which try moves in the order of their numbers gain nothing by it.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np

from ..bits import nth_bit, popcount
from ..errors import GameError, OptionError
from ..rng import MIX_1, MIX_2, below
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, State, declare
from .solution import Solution, solution

FEWEST, MOST = 2, 64
ZERO, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)

STATE = np.dtype(
    [
        ("left", np.uint64),  # the moves that have not been made, as bits
        ("lead", np.int32),  # of player 0
        ("ply", np.int8),
    ]
)


class Rules(NamedTuple):
    """What a game was built with."""

    values: tuple[int, ...]
    komi: float


def solve(state: State) -> Solution:
    """The value of an unfinished position and its best moves. The totals are player 0's lead at the end."""
    rules = state.game.notes.get("switches")
    if not isinstance(rules, Rules):
        raise GameError(f"{state.game.name} is not a sum_of_switches")
    if state.over:
        raise GameError("sum_of_switches: the game is over, there is nothing to solve")
    values, komi = rules
    moves, player = state.moves(), state.mover
    lead = int(state["lead"])
    totals = []
    for move in moves:
        rest = sorted((values[other] for other in moves if other != move), reverse=True)
        margin = values[move] - sum(rest[0::2]) + sum(rest[1::2])  # both take the greatest, the other one first
        totals.append(lead + (margin if player == 0 else -margin))
    return solution(moves, totals, player, lambda total: 1.0 if total >= komi else -1.0)


def game(n: int = 10, komi: float | None = None, order: int = 0) -> Game:
    """`n` 2 to 64; `komi` n // 2 unless another number is given; `order` from 0 on."""
    for option, value, least, greatest in (("n", n, FEWEST, MOST), ("order", order, 0, 2**62)):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= greatest:
            raise OptionError(
                f"sum_of_switches: {option} must be a whole number from {least} to {greatest}, not {value!r}"
            )
    wanted = n // 2 if komi is None else komi
    if isinstance(wanted, bool) or not isinstance(wanted, int | float) or not abs(wanted) <= n * n:
        raise OptionError(f"sum_of_switches: komi must be a number from {-n * n} to {n * n}, not {komi!r}")

    dealt = list(range(n))
    if order > 0:
        random.Random(order).shuffle(dealt)
    needed = float(wanted)
    value_of = np.array(dealt, np.int64)
    everything = np.uint64((1 << n) - 1)

    def start(state: Any, rng: Any) -> None:
        state.left = everything
        state.lead = 0
        state.ply = 0

    def mover(state: Any) -> int:
        return OVER if state.ply == n else state.ply & 1

    def moves(state: Any, out: Any) -> int:
        count = 0
        for move in range(n):
            out[count] = move  # overwritten by the next if it is gone: cheaper than a branch
            count += int((state.left >> np.uint64(move)) & ONE != ZERO)
        return count

    def play(state: Any, move: int) -> None:
        state.left ^= ONE << np.uint64(move)
        state.lead += value_of[move] if state.ply & 1 == 0 else -value_of[move]
        state.ply += 1

    def returns(state: Any, out: Any) -> None:
        """An unfinished game goes to who would win if it ended here, with as much of the komi as is due by now."""
        out[0] = 1.0 if state.lead >= needed * (state.ply / n) else -1.0
        out[1] = -out[0]

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves, picked from the bits without listing them."""
        left, lead, first = state.left, int(state.lead), int(state.ply)
        length = min(n - first, limit)
        for ply in range(first, first + length):
            switch = nth_bit(left, np.uint64(below(rng, n - ply)))
            left ^= switch
            move = np.int64(popcount(switch - ONE))
            lead += value_of[move] if ply & 1 == 0 else -value_of[move]
            if trace is not None:
                trace[ply - first] = (ply & 1) * n + move
        state.left, state.lead, state.ply = left, lead, first + length
        if first + length < n:
            return TOO_LONG
        returns(state, out)
        return length

    def key(state: Any) -> Any:
        word = (state.left + ONE) * MIX_1
        word = (word ^ (word >> HALF)) + np.uint64(np.int64(state.lead) + MOST * MOST) * MIX_2
        return (word ^ (word >> HALF)) * MIX_1

    def evaluate(state: Any, out: Any) -> None:
        """The lead, against as much of the komi as is due by now."""
        ahead = state.lead - needed * (state.ply / n)
        out[0] = ahead / (abs(ahead) + n)
        out[1] = -out[0]

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        for i in range(n):
            out[i] = 1.0 + value_of[moves[i]]

    def move_name(state: Any, move: int) -> str:
        return str(move)

    def render(state: Any) -> str:
        left = [move for move in range(n) if int(state.left) >> move & 1]
        switches = " ".join(str(move) if order == 0 else f"{move}={dealt[move]}" for move in left)
        score = f"player 0 leads by {state.lead} and needs {needed:g}"
        if not left:
            return f"{score}: player {0 if state.lead >= needed else 1} has won"
        return f"{switches}\n{score}, player {state.ply & 1} to move"

    built = declare(
        globals(),
        locals(),
        name="sum_of_switches",
        state=STATE,
        players=2,
        max_moves=n,
        max_length=n,
        actions=n,
        trusted=True,
    )
    built.notes["switches"] = Rules(tuple(dealt), needed)
    return built
