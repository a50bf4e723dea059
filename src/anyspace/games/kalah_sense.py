"""What looks good in Kalah without search: seeds at home and in the row, free moves, captures.

The numbers were fitted to 2,000 positions for the estimate, and 2,500 for the moves: to the values and to the best
moves that searches of some thousand iterations found, on the usual board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

IN_STORE, IN_ROW, TO_MOVE, SURE = 0.37, 0.19, 0.6, 0.99
FREE_MOVE, CAPTURE, BY_SEED = 6.0, 2.0, 0.25


def judgement(pits: int, held: Callable[[Any, int, int], Any]) -> dict[str, Any]:
    """The rules `evaluate` and `prior`; `held(state, player, place)` are the seeds in a pit, or in the store."""
    store, ring = pits, 2 * pits + 1  # a player's way of sowing leaves out one store

    def evaluate(state: Any, out: Any) -> None:
        """A lead counts in relation to what may still happen: about the root of the seeds that are not at home yet."""
        me, other = int(state.turn), 1 - int(state.turn)
        lead, left = IN_STORE * (held(state, me, store) - held(state, other, store)) + TO_MOVE, 1
        for pit in range(pits):
            mine, theirs = held(state, me, pit), held(state, other, pit)
            lead += IN_ROW * (mine - theirs)
            left += mine + theirs
        out[me] = SURE * np.tanh(lead / np.sqrt(left))
        out[other] = -out[me]

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        for i in range(n):
            last = (moves[i] + held(state, state.turn, moves[i])) % ring
            taken = captured(state, moves[i])
            weight = FREE_MOVE if last == store else 1.0
            out[i] = weight * (CAPTURE + BY_SEED * taken if taken > 0 else 1.0)

    def captured(state: Any, pit: Any) -> Any:
        """How many seeds, with the last one sown, a move captures."""
        me, other = int(state.turn), 1 - int(state.turn)
        hand = held(state, me, pit)
        last = (pit + hand) % ring
        if last >= pits or hand > ring or (last != pit and held(state, me, last) > 0):
            return 0
        across = pits - 1 - last
        falls = (pits + across - pit) % ring + 1  # the number of the seed that falls into the pit across
        prey = held(state, other, across) + (1 if hand >= falls else 0)
        return prey + 1 if prey > 0 else 0

    return {"evaluate": evaluate, "prior": prior}
