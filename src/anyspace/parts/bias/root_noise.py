"""Dirichlet noise on the root's odds, so that games of self-play differ and moves get a chance that the network thinks
little of (Silver et al. 2017, 2018).

    (1 - share) P + share Dir(alpha)

drawn anew for every run. With alpha 0 it is 10 divided by the number of moves, as in most programs since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.tree import NO_NODE
from ...core.untried import action_of
from ..options import number
from ..part import Part
from ..priors import keep_priors

USUAL = 10.0


@dataclass(frozen=True)
class RootNoise(Part):
    """Noise on the odds of the root's moves.

    alpha: of the Dirichlet distribution: the less, the fewer moves are favoured; 0 for 10 over the number of moves.
    share: how much of the odds is noise.
    """

    alpha: float = 0.3
    share: float = 0.25
    kind = "bias"
    needs = ("actions",)
    reference = "Silver et al. 2017, 2018"

    def __post_init__(self) -> None:
        number(self, "alpha", 0, 1e6)
        number(self, "share", 0, 1)

    def refusal(self, setup: Setup) -> str | None:
        return None if setup.networks else "the odds are a network's: Search(game, Network(...), 'root_noise')"

    def bind(self, loop: Loop) -> None:
        keep_priors(loop)

    def begin(self, search: Any, seed: int, iterations: int | None) -> Sequence[int]:
        """Draw, and mix it in."""
        tree, moves, priors = search.tree, search.position.moves(), search.loop.priors
        root, row = int(tree.roots[0]), tree.rows[priors.row]
        numbers = [search.game.backend.number(move) for move in moves]
        places = [action_of(each) for each in numbers] if priors.by_action else [*range(len(moves))]
        odds = row[root, places].astype(np.float64)
        alpha = self.alpha or USUAL / len(moves)
        noise = np.random.default_rng([seed & (2**63 - 1), 7]).dirichlet([alpha] * len(moves))
        row[root, places] = (1.0 - self.share) * odds / odds.sum() + self.share * noise
        tree.extras[root].legal_odds = 1.0
        by_move = dict(zip(numbers, places, strict=True))
        child = int(tree.nodes[root].child)
        while child != NO_NODE:
            if int(tree.nodes[child].move) in by_move:
                tree.extras[child].prior = row[root, by_move[int(tree.nodes[child].move)]]
            child = int(tree.nodes[child].sibling)
        return ()
