"""Heavy playouts: moves that look good to the game itself are played more often (Drake and Uurtamo 2007).

The game's rule `prior` gives every legal move a weight w. In a playout, a move is drawn with odds

    w ^ power

and with probability epsilon any move. power 0 is a uniform choice, 1 the weights as they are; the greater, the
greedier.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop
from ...core.questions import Scratch
from ...machine.native import call
from ...rng import below, uniform
from ...rules.codes import BAD_PRIOR, OK
from ..options import number
from ..part import Part


@dataclass(frozen=True)
class Heavy(Part):
    """Playouts by the game's `prior`.

    power: of the weights, which are the odds. epsilon: how often any move is played, 0 to 1.
    """

    power: float = 1.0
    epsilon: float = 0.0
    kind = "playout"
    needs = ("prior",)
    steps = True
    reference = "Drake and Uurtamo 2007; survey, VI-A1"

    def __post_init__(self) -> None:
        number(self, "power", 0, 100)
        number(self, "epsilon", 0, 1)

    def bind(self, loop: Loop) -> None:
        power, epsilon = loop.number(self.power), loop.number(self.epsilon)

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            if n == 1:
                return 0
            if policy.numbers[epsilon] > 0.0 and uniform(scratch.rng) < policy.numbers[epsilon]:
                return below(scratch.rng, n)
            status = call(game.prior, (scratch.state, scratch.moves_at, n, scratch.weights_at))
            if status >= 0 and policy.numbers[power] != 1.0:
                status = raise_odds(scratch, n, policy.numbers[power])
            return draw_by_odds(scratch, n) if status >= 0 else status

        loop.choose = choose


def raise_odds(scratch: Scratch, n: int, power: float) -> int:
    """The first `n` weights to a power, the greatest of them being 1. OK, or what went wrong."""
    odds, most = scratch.weights, 0.0
    for i in range(n):
        if not (odds[i] >= 0.0 and odds[i] < 1e300):
            scratch.tally[0].culprit = odds[i]
            return BAD_PRIOR
        most = max(most, odds[i])
    share = 1.0 / most if most > 0.0 else 0.0
    for i in range(n):
        odds[i] = math.pow(odds[i] * share, power)
    return OK


def draw_by_odds(scratch: Scratch, n: int) -> int:
    """An index below `n` by the odds in `weights`, any if they are all 0; or what went wrong. Adds the odds up."""
    odds, total = scratch.weights, 0.0
    for i in range(n):
        if not (odds[i] >= 0.0 and odds[i] < 1e300):
            scratch.tally[0].culprit = odds[i]
            return BAD_PRIOR
        total += odds[i]
        odds[i] = total
    if total == 0.0:
        return below(scratch.rng, n)
    drawn = uniform(scratch.rng) * total
    for i in range(n):
        if drawn < odds[i]:
            return i
    return n - 1  # the sum was rounded
