"""Progressive widening and unpruning: first a few moves, then more as a node is visited more often.

A node with N visits has at most k(N) children, by `schedule`:

    unpruning   the first 5; with k of them, one more from 50 * 1.3^(k - 5) visits on   Chaslot et al. 2008
    widening    one more at t, t += 40 * 1.4^n for the n-th                             Coulom 2007
    power       k = ceil(c N^a): any number of moves, even infinitely many              Couëtoux et al. 2011

Which moves come first is the game's `prior`, or chance where it has none (then published as a null: Teytaud and Teytaud
2009). Double widening (Couëtoux et al. 2011) limits the outcomes of a chance event in the same way, by the power
schedule: beyond the limit one that was seen before comes up again, in proportion to how often it did.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.policy import PERFECT
from ...core.tree import NO_NODE
from ...core.untried import mark_children, slot_of, unmark
from ...errors import OptionError
from ...machine.native import call
from ...rng import below
from ...rules.codes import BAD_MOVE_COUNT, BAD_PRIOR
from ..options import number, one_of
from ..part import Part

SCHEDULES = ("unpruning", "widening", "power")
ORDERS = ("auto", "prior", "random")
LEAST_FACTOR = 1.001
"""With less, steps would not grow: the schedules are geometric."""


@dataclass(frozen=True)
class Widening(Part):
    """A node's children one after the other.

    schedule: "unpruning", "widening" or "power". first: how many at once. base, factor: of unpruning and widening (0:
    as published, 50 and 1.3, or 40 and 1.4). c, a: of power. order: "prior" for the game's best first, "random", or
    "auto": prior if the game has it. double: limit the outcomes of chance as well (power).
    """

    schedule: str = "unpruning"
    first: float = 5.0
    base: float = 0.0
    factor: float = 0.0
    c: float = 1.0
    a: float = 0.5
    order: str = "auto"
    double: bool = False
    kind = "expand"
    reference = "Chaslot et al. 2008; Coulom 2007; Couëtoux et al. 2011; survey, V-E1"

    def __post_init__(self) -> None:
        one_of(self, "schedule", SCHEDULES)
        one_of(self, "order", ORDERS)
        number(self, "first", 1)
        number(self, "base")
        if self.factor != 0:
            number(self, "factor", LEAST_FACTOR)
        number(self, "c", 1e-9)
        number(self, "a", 0, 1)
        if self.double and self.schedule != "power":
            raise OptionError("Widening: double widening goes by schedule=power")

    def refusal(self, setup: Setup) -> str | None:
        if self.order == "prior" and not setup.game.backend.has("prior"):
            return f"order=prior asks {setup.game.name} for a rule 'prior', which it does not have"
        if self.double and setup.information != PERFECT:
            return "double widening is for chance that is seen: in guesses outcomes are drawn anew every time"
        return None

    def bind(self, loop: Loop) -> None:
        base, factor = {"unpruning": (50.0, 1.3), "widening": (40.0, 1.4), "power": (0.0, 0.0)}[self.schedule]
        if self.schedule == "power":
            places = (loop.number(self.c), loop.number(self.a))
        else:
            places = (loop.number(self.base or base), loop.number(self.factor or factor))
        first, one, two = loop.number(self.first), *places
        width_of = {"unpruning": unpruned, "widening": widened, "power": by_power}[self.schedule]
        inner = loop.may_expand
        by_prior = self.order == "prior" or (self.order == "auto" and loop.setup.game.backend.has("prior"))
        loop.structure.append(by_prior)

        def may_expand(tree: Any, policy: Any, scratch: Any, which: int, node: Any) -> bool:
            numbers = policy.numbers
            most = width_of(tree.nodes[node].visits, numbers[first], numbers[one], numbers[two])
            return count_children(tree, node) < most and inner(tree, policy, scratch, which, node)

        loop.may_expand = may_expand
        if by_prior:
            loop.rules.add("prior")
            loop.untried_move = best_looking
        if self.double:
            loop.follow_chance = few_outcomes(loop.follow_chance, one, two)

    @property
    def structure(self) -> Any:
        return (type(self), self.schedule, self.double)


def count_children(tree: Any, node: Any) -> int:
    """How many there are. (`untried` means nothing under hidden information.)"""
    count = 0
    child = tree.nodes[node].child
    while child != NO_NODE:
        count += 1
        child = tree.nodes[child].sibling
    return count


def unpruned(visits: Any, first: float, base: float, factor: float) -> float:
    """`first`, and one more whenever the visits pass base, base * factor, base * factor^2, ..."""
    return first if visits < base else first + 1.0 + math.floor(math.log(visits / base) / math.log(factor))


def widened(visits: Any, first: float, base: float, factor: float) -> float:
    """One more at t_n, where t_{n+1} = t_n + base * factor^n and t_0 = 0 for the first after `first`."""
    # t_n = base (factor^n - 1) / (factor - 1)
    return first + math.floor(math.log(1.0 + visits * (factor - 1.0) / base) / math.log(factor))


def by_power(visits: Any, first: float, c: float, a: float) -> float:
    """c N^a, and `first` at least."""
    return max(first, math.ceil(c * max(1, visits) ** a))


def best_looking(tree: Any, game: Any, policy: Any, scratch: Any, node: Any, n: int) -> int:
    """For `untried_move`: the one with the greatest prior; of equals any."""
    status = call(game.prior, (scratch.state, scratch.moves_at, n, scratch.weights_at))
    if status < 0:
        return status
    moves, marks, weights = scratch.moves, scratch.marks, scratch.weights
    mark_children(tree.nodes, node, moves, n, marks)
    best, best_weight, ties, wrong = BAD_MOVE_COUNT, -1.0, 0, False
    for i in range(n):
        weight = weights[i]
        wrong = wrong or not weight >= 0.0
        if marks[slot_of(marks, moves[i])] > 0:
            if weight > best_weight:
                best, best_weight, ties = moves[i], weight, 1
            elif weight == best_weight:
                ties += 1
                if below(scratch.rng, ties) == 0:
                    best = moves[i]
    unmark(marks, moves, n)
    return BAD_PRIOR if wrong else best


def few_outcomes(chance: Any, c: int, a: int) -> Any:
    """For `follow_chance`: as `chance` does until c N^a outcomes are there (the places of both numbers), then one of
    these again."""

    def follow_chance(tree: Any, game: Any, policy: Any, scratch: Any, node: Any) -> Any:
        most = by_power(tree.nodes[node].visits, 1.0, policy.numbers[c], policy.numbers[a])
        if tree.nodes[node].child != NO_NODE and count_children(tree, node) >= most:
            return np.int64(outcome_again(tree, scratch, node))
        return chance(tree, game, policy, scratch, node)

    return follow_chance


def outcome_again(tree: Any, scratch: Any, node: Any) -> Any:
    """An outcome of chance that came up before, in proportion to how often it did."""
    nodes = tree.nodes
    total = 0
    child = nodes[node].child
    while child != NO_NODE:
        total += max(1, nodes[child].visits)
        child = nodes[child].sibling
    rest = below(scratch.rng, total)
    child = nodes[node].child
    while nodes[child].sibling != NO_NODE and rest >= max(1, nodes[child].visits):
        rest -= max(1, nodes[child].visits)
        child = nodes[child].sibling
    return child
