"""Playouts by the game's evaluation: each move leads to the best-looking position (Winands and Björnsson 2010; the
epsilon-greedy playouts of Lanctot et al. 2014).

    greedy   the move after which `evaluate` promises the mover most; with probability epsilon any move
    mixed    the first moves of a playout are drawn instead, with odds exp(value / temperature): bad moves are avoided
             and playouts still differ; the rest are greedy

To look at a move costs a copy of the state, a move and an evaluation: `sample` looks at some of them only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...rng import below, uniform
from ...rules.compiled import SLACK
from ..options import number, whole
from ..part import Part
from .looking_ahead import some_of, value_after


@dataclass(frozen=True)
class GreedyPlayouts(Part):
    """In playouts, the move after which the position looks best.

    epsilon: how often any move is played. sample: how many moves are looked at, drawn at random; 0 for all. mixed: so
    many moves of a playout, the first, are drawn by their values instead. temperature: of that draw, the smaller the
    greedier.
    """

    epsilon: float = 0.1
    sample: int = 0
    mixed: int = 0
    temperature: float = 0.1
    kind = "playout"
    needs = ("evaluate",)
    steps = True
    reference = "Winands and Björnsson 2010; survey, VI-A6"

    def __post_init__(self) -> None:
        number(self, "epsilon", 0, 1)
        whole(self, "sample", 0, 2**31 - 1)
        whole(self, "mixed", 0, 2**31 - 1)
        number(self, "temperature", 0.001)

    def bind(self, loop: Loop) -> None:
        epsilon, sample, mixed = loop.number(self.epsilon), loop.number(self.sample), loop.number(self.mixed)
        coldness = loop.number(1.0 / self.temperature)
        order = loop.note(np.int32, (loop.setup.game.max_moves + SLACK,))
        spare = loop.spare()

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> Any:
            if n == 1:
                return 0
            if policy.numbers[epsilon] > 0.0 and uniform(scratch.rng) < policy.numbers[epsilon]:
                return below(scratch.rng, n)
            draws, looked_at = ply < policy.numbers[mixed], scratch.notes[order]
            best, most, total = np.int64(0), -1.0, 0.0
            for k in range(some_of(scratch.rng, looked_at, n, np.int64(policy.numbers[sample]))):
                i = np.int64(looked_at[k])
                value = value_after(game, scratch, scratch.spares[spare], scratch.state, scratch.moves[i], mover)
                if value < 0.0:
                    return np.int64(value)
                if draws:  # one pass: each move takes the place of those before with its share of the odds so far
                    odds = math.exp((value - 1.0) * policy.numbers[coldness])
                    total += odds
                    if uniform(scratch.rng) * total < odds:
                        best = i
                elif value > most:  # the order is random: so is which of equals comes first
                    best, most = i, value
            return best

        loop.choose = choose
