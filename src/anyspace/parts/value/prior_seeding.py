"""Children start with virtual visits, as many and as good as a network's odds say (Xiao, Mei and Müller 2018, after
Gelly and Silver 2007): the search that memory-augmented search is compared with.

    V = (1 + p / p_max) / 2,    N = visits p / p_max

p being the odds of a move, p_max those of the likeliest one. As in `seeding`, what a child is worth is the mean over
these visits and the real ones, and it is explored as if it had been visited so often. Every move has a virtual visit
at least. Where the network has not looked (`Network(nodes=100)`), all moves are tried once, as ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.tree import NO_NODE
from ..options import whole
from ..part import Part
from ..priors import keep_priors
from .seeding import blend


@dataclass(frozen=True)
class PriorSeeding(Part):
    """Virtual visits, by a network's odds.

    visits: how many the likeliest move of a node starts with.
    """

    visits: int = 200
    kind = "value"
    needs = ("actions",)
    suggests = {"select": "ucb1"}  # noqa: RUF012
    reference = "Xiao, Mei and Müller 2018; Gelly and Silver 2007"

    def __post_init__(self) -> None:
        whole(self, "visits", 0, 2**31 - 1)

    def refusal(self, setup: Setup) -> str | None:
        return None if setup.networks else "the odds are a network's: Search(game, Network(...), 'prior_seeding')"

    def bind(self, loop: Loop) -> None:
        priors = keep_priors(loop)
        of_move, of_child = priors.of_move, priors.of_child
        count = loop.number(self.visits)
        loop.field("best_odds", np.float32)  # of the moves of a node; 0 where nothing was said of them
        keep, value, bound, unvisited = loop.keep_policy, loop.value, loop.bound, loop.unvisited

        def note_best(tree: Any, game: Any, scratch: Any, node: Any, logits: Any, has_policy: bool, n: int) -> None:
            keep(tree, game, scratch, node, logits, has_policy, n)
            best = 0.0
            for i in range(n if has_policy else 0):
                best = max(best, of_move(tree, game, scratch, node, i))
            tree.extras[node].best_odds = best

        def share(tree: Any, node: Any, odds: float) -> float:
            best = np.float64(tree.extras[node].best_odds)
            return min(1.0, odds / best) if best > 0.0 else 0.0

        def virtual(tree: Any, policy: Any, node: Any, odds: float) -> Any:
            if tree.extras[node].best_odds == 0.0 or policy.numbers[count] == 0.0:
                return np.int64(0)
            return max(np.int64(1), np.int64(policy.numbers[count] * share(tree, node, odds) + 0.5))

        def seeded(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            usual = value(tree, policy, scratch, node, child, reward, visits)
            odds = of_child(tree, node, child)
            return blend(usual, visits, 0.5 + 0.5 * share(tree, node, odds), virtual(tree, policy, node, odds))

        def bound_of_all(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            together = np.int64(visits) + virtual(tree, policy, node, of_child(tree, node, child))
            return bound(tree, policy, scratch, node, child, worth, together, width)

        def seeded_unvisited(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
        ) -> float:
            odds = of_move(tree, game, scratch, node, i)
            visits = virtual(tree, policy, node, odds)
            if visits == 0:
                return unvisited(tree, game, policy, scratch, node, mover, i, width)
            return bound(tree, policy, scratch, node, NO_NODE, 0.5 + 0.5 * share(tree, node, odds), visits, width)

        loop.keep_policy, loop.value, loop.bound, loop.unvisited = note_best, seeded, bound_of_all, seeded_unvisited
