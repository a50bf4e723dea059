"""rho-UCT: UCT in a model that is asked for percepts, and learns what it answers (Veness et al. 2011; survey, IV-J6).

Decisions and percepts take turns. A decision takes the action with the greatest

    V / (m (greatest reward - least)) + c sqrt(ln N / n)

V its mean, m the steps that are left, N visits of the decision and n of the action; those without a visit come first.
After an action the model draws a percept, and believes it: what comes later in the simulation depends on it. A percept
that was not met before is a new decision, and from there on actions are random. `horizon` steps, and the model takes
everything back. The action with the greatest mean is the answer.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ... import numeric
from ...errors import OptionError
from ...rng import below, new
from .ctw import LENGTH, LOGGED, USED, Trees, back, has_room, kernel, with_room
from .model import Model, Shape, draw_number, tell_number

NODE = np.dtype(
    [
        ("total", np.float64),  # of the rewards from here to the horizon
        ("label", np.int64),  # the action, or the percept, that led here
        ("visits", np.int32),
        ("child", np.int32),
        ("sibling", np.int32),
    ]
)

NO_NODE, ROOT = 0, 1
SLICE = 256
"""Simulations between two looks at whether to go on."""


class Desk(NamedTuple):
    """The working memory of a search."""

    nodes: Any
    """NODE [twice the simulations, and two]"""
    used: Any
    """int64 [1]"""
    path: Any
    """int32 [2 horizons]: a decision and an action a step, as far as they are in the tree"""
    earned: Any
    """float64 [horizon]"""
    rewards: Any
    """float64 [rewards]"""
    span: float
    """how far apart the greatest and the least of them are"""
    rng: Any
    """uint64 [1]"""


class Choice(NamedTuple):
    """An action, as a search found it."""

    action: int
    visits: int
    value: float
    """the mean of all rewards to the horizon"""


def search_on(trees: Trees, shape: Shape, desk: Desk, horizon: int, c: float, limit: int) -> int:
    """So many simulations; the number of those that were not done for want of room in the trees."""
    percept_bits = shape.observation_bits + shape.reward_bits
    for done in range(limit):
        if not has_room(trees, horizon * percept_bits, horizon * (shape.action_bits + percept_bits)):
            return limit - done
        simulate(trees, shape, desk, horizon, c)
    return 0


def simulate(trees: Trees, shape: Shape, desk: Desk, horizon: int, c: float) -> None:
    """One future, as far as the horizon."""
    used, length, logged = trees.facts[USED], trees.facts[LENGTH], trees.facts[LOGGED]
    node: Any = np.int64(ROOT)
    action: Any
    deep = 0
    for step in range(horizon):
        if node != NO_NODE:
            desk.path[deep] = node
            deep += 1
            if desk.nodes[node].visits == 0:
                node = np.int64(NO_NODE)
        if node != NO_NODE:
            node = choose(desk, node, shape.actions, (horizon - step) * desk.span, c)
            desk.path[deep] = node
            deep += 1
            action = np.int64(desk.nodes[node].label)
        else:
            action = below(desk.rng, shape.actions)
        tell_number(trees, action, shape.action_bits)
        seen = draw_number(trees, 0, shape.observation_bits, shape.observations, desk.rng)
        paid = draw_number(trees, shape.observation_bits, shape.reward_bits, shape.rewards, desk.rng)
        desk.earned[step] = desk.rewards[paid]
        if node != NO_NODE and step + 1 < horizon:
            node = child_of(desk, node, seen * shape.rewards + paid)
    total = 0.0
    for step in range(horizon - 1, -1, -1):
        total += desk.earned[step]
        for place in range(2 * step, min(2 * step + 2, deep)):
            record = desk.nodes[desk.path[place]]
            record.total += total
            record.visits += 1
    back(trees, used, length, logged)


def choose(desk: Desk, node: int, actions: int, span: float, c: float) -> Any:
    """The node of an action: any of those that were not tried, else the one with the greatest bound. `span`: how far
    apart the best and the worst can be that is to come."""
    tried = 0
    child = desk.nodes[node].child
    while child != NO_NODE:
        tried += 1
        child = desk.nodes[child].sibling
    if tried < actions:
        rest = below(desk.rng, actions - tried)
        for action in range(actions):
            if find(desk, node, action) == NO_NODE:
                if rest == 0:
                    return add(desk, node, action)
                rest -= 1
    log = math.log(desk.nodes[node].visits)
    best, most = np.int64(NO_NODE), -np.inf
    child = desk.nodes[node].child
    while child != NO_NODE:
        record = desk.nodes[child]
        bound = record.total / (record.visits * span) + c * math.sqrt(log / record.visits)
        if bound > most:
            best, most = np.int64(child), bound
        child = record.sibling
    return best


def child_of(desk: Desk, node: int, label: int) -> Any:
    """The node below another that has this label, made if there is none."""
    found = find(desk, node, label)
    return found if found != NO_NODE else add(desk, node, label)


def find(desk: Desk, node: int, label: int) -> Any:
    """The node below another that has this label, or NO_NODE."""
    child = np.int64(desk.nodes[node].child)
    while child != NO_NODE and desk.nodes[child].label != label:
        child = np.int64(desk.nodes[child].sibling)
    return child


def add(desk: Desk, node: int, label: int) -> Any:
    """A new node below another."""
    made = desk.used[0]
    desk.used[0] += 1
    record = desk.nodes[made]
    record.total, record.visits, record.label, record.child = 0.0, 0, label, NO_NODE
    record.sibling = desk.nodes[node].child
    desk.nodes[node].child = made
    return made


# ---- in Python -----------------------------------------------------------------------------------------------------


class RhoUCT:
    """Searches in a model. horizon: how many cycles it looks ahead. simulations: of a search. c: how much it explores.
    One seed, one answer."""

    def __init__(
        self, model: Model, horizon: int = 6, simulations: int = 300, c: float = 0.5, seed: int | None = 0
    ) -> None:
        for name, given, least, most in (("horizon", horizon, 1, 10_000), ("simulations", simulations, 2, 10**8)):
            found = numeric.whole(given)
            if found is None or not least <= found <= most:
                raise OptionError(f"aixi: {name} must be a whole number from {least} to {most:,}, not {given!r}")
        found_c = numeric.finite(c)
        if found_c is None or found_c < 0:
            raise OptionError(f"aixi: c must be a number, 0 or more, not {c!r}")
        self.model, self.horizon, self.simulations, self.c = model, int(horizon), int(simulations), float(found_c)
        self._desk = Desk(
            nodes=np.zeros(2 * self.simulations + 2, NODE).view(np.recarray),
            used=np.zeros(1, np.int64),
            path=np.zeros(2 * self.horizon, np.int32),
            earned=np.zeros(self.horizon),
            rewards=np.array(model.rewards),
            span=max(model.rewards) - min(model.rewards),
            rng=new(numeric.seed(seed) or 0),
        )

    def search(self, stopped: Callable[[], bool] = lambda: False) -> list[Choice]:
        """All actions that were tried, the best first. `stopped` is asked now and then whether to end."""
        self._desk.nodes[ROOT] = np.zeros((), NODE)
        self._desk.used[0] = ROOT + 1
        left = self.simulations
        while left > 0 and not (self._desk.used[0] > ROOT + 1 and stopped()):
            left -= self._simulate(min(left, SLICE))
        return self._choices()

    def _simulate(self, count: int) -> int:
        """So many more simulations, or fewer if the model has to grow; how many were done."""
        model = self.model
        run = kernel("rho-UCT", search_on)
        left = int(run(model.trees, model.shape, self._desk, self.horizon, self.c, count))
        if left > 0:
            model.trees = with_room(
                model.trees, self.horizon * model.shape.percept_bits, self.horizon * model.shape.bits
            )
        return count - left

    def _choices(self) -> list[Choice]:
        nodes, choices = self._desk.nodes, []
        child = int(nodes[ROOT].child)
        while child != NO_NODE:
            record = nodes[child]
            choices.append(Choice(int(record.label), int(record.visits), float(record.total / record.visits)))
            child = int(record.sibling)
        return sorted(choices, key=lambda choice: (-choice.value, -choice.visits, choice.action))
