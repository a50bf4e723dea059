"""PUCT: moves are explored by the odds that a network gives them (Rosin 2011; Silver et al. 2016, 2017, 2018).

    alphazero    Q + C(N) P sqrt(N) / (1 + n),    C(N) = c + ln((N + base + 1) / base)
    lecture      Q + c P sqrt(ln N / (1 + n))

with Q in [0, 1], P the odds of the move (parts/priors.py), n its visits and N those of the node, at least 1. Moves that
were never tried compete with n = 0 and for Q

    parent       what the moves tried here have brought, on average
    reduction    the same less `reduction` times the root of the odds of those that were tried
    constant     `value`

The second formula is that of the lecture notes. Without a network the odds are those of the game's rule `prior`;
without that, all moves have the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.tree import NO_NODE
from ..options import number, one_of
from ..part import Part
from ..priors import OTHER_FIRSTS, keep_priors
from ..urgency.fpu import mean_of_children

FORMS = ("alphazero", "lecture")
FIRST = ("parent", "reduction", "constant")


@dataclass(frozen=True)
class PUCT(Part):
    """Selection by odds that are known beforehand.

    c: how much to explore. form: "alphazero" or "lecture". base: visits after which alphazero's c has grown by ln 2.
    first: what a move is worth that was never tried, "parent", "reduction" or "constant". reduction, value: see there.
    """

    c: float = 1.25
    form: str = "alphazero"
    base: float = 19652.0
    first: str = "reduction"
    reduction: float = 0.1
    value: float = 0.0
    kind = "select"
    needs = ("actions",)
    excludes = OTHER_FIRSTS
    reference = "Rosin 2011; Silver et al. 2018; lecture notes"
    consistent = "no: a move whose odds are next to nothing is tried next to never"

    def __post_init__(self) -> None:
        number(self, "c")
        one_of(self, "form", FORMS)
        number(self, "base", 1)
        one_of(self, "first", FIRST)
        number(self, "reduction", -1, 1)
        number(self, "value", -1, 2)

    def bind(self, loop: Loop) -> None:
        priors = keep_priors(loop)
        c, base = loop.number(self.c), loop.number(self.base)
        of_move, of_child = priors.of_move, priors.of_child
        is_alphazero = self.form == "alphazero"

        def spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            visits = max(1.0, np.float64(trials))
            if is_alphazero:
                grown = math.log((visits + policy.numbers[base] + 1.0) / policy.numbers[base])
                return (policy.numbers[c] + grown) * math.sqrt(visits)
            return policy.numbers[c] * math.sqrt(math.log(visits))

        def explored(worth: float, odds: float, visits: Any, width: float) -> float:
            more = 1.0 + visits
            return worth + width * odds / (more if is_alphazero else math.sqrt(more))

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            return explored(worth, of_child(tree, node, child), visits, width)

        first = first_value(loop, self, of_child)

        def unvisited(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
        ) -> float:
            return explored(first(policy, scratch), of_move(tree, game, scratch, node, i), 0, width)

        loop.spread, loop.bound, loop.unvisited = spread, bound, unvisited


def first_value(loop: Loop, part: PUCT, of_child: Any) -> Any:
    """A function (policy, scratch) of what a move is worth that was never tried, at the node being looked at."""
    if part.first == "constant":
        value = loop.number(part.value)

        def constant(policy: Any, scratch: Any) -> float:
            return policy.numbers[value]

        return constant
    less = loop.number(part.reduction if part.first == "reduction" else 0.0)
    found = loop.note(np.float64, (1,))
    consider = loop.consider

    def look(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, n: int) -> int:
        tried = 0.0
        child = tree.nodes[node].child
        while child != NO_NODE:
            tried += of_child(tree, node, child)
            child = tree.nodes[child].sibling
        usual = mean_of_children(tree, node)
        scratch.notes[found][0] = usual - policy.numbers[less] * math.sqrt(min(1.0, tried))
        return consider(tree, game, policy, scratch, node, mover, n)

    def mean(policy: Any, scratch: Any) -> float:
        return scratch.notes[found][0]

    loop.consider = look
    return mean
