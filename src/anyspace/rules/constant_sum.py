"""Whether what one of two players gains the other loses."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from .codes import OVER

if TYPE_CHECKING:
    from .game import State

LOOKS, LONGEST_LOOK = 3, 500
"""Random games, and how long they may be, that say whether two players' payoffs always add up to the same."""


def constant_sum(state: State) -> float | None:
    """What two players' payoffs always add up to, as far as some random games tell; None if it differs."""
    game = state.game
    if game.players != 2:
        return None
    if "constant_sum" not in game.notes:
        game.notes["constant_sum"] = _adds_up(state)
    found: float | None = game.notes["constant_sum"]
    return found


def _adds_up(state: State) -> float | None:
    if state.game.open_ended:
        return None
    least, greatest = state.game.payoffs
    usual, rules = least + greatest, state.game.backend
    for seed in range(LOOKS):
        source, block = random.Random(seed), rules.copy(state._block)
        for _ in range(LONGEST_LOOK):
            if rules.mover(block) == OVER:
                if abs(sum(rules.returns(block)) - usual) > 1e-6 * max(1.0, greatest - least):
                    return None
                break
            rules.play(block, source.choice(rules.moves(block)))
    return usual
