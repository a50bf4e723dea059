"""A world as its percepts tell it: factored, action-conditional context-tree weighting (FAC-CTW; Veness et al. 2011).

A cycle is an action, then a percept: an observation and a reward. All are written in bits into one history, the
highest bit first; a reward as its place among those that there are. Every bit of a percept has a context tree of its
own, which sees the bits before it: those of the same percept, the action, and `depth` bits of all before that. What
the model expects is the product of what the trees expect.

Numbers that stand for nothing (the fourth code of three observations) are neither drawn nor expected.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ... import numeric
from ...errors import OptionError
from ...rng import uniform
from .ctw import LOGGED, Trees, back, kernel, look, mark_of, new_trees, settle, tell, with_room

MOST_CODES = 2**20


class Shape(NamedTuple):
    """How many actions, observations and rewards there are, and how many bits each takes."""

    actions: int
    observations: int
    rewards: int
    action_bits: int
    observation_bits: int
    reward_bits: int

    @property
    def percept_bits(self) -> int:
        return self.observation_bits + self.reward_bits

    @property
    def bits(self) -> int:
        """Of a cycle."""
        return self.action_bits + self.percept_bits


def tell_number(trees: Trees, number: int, bits: int) -> None:
    """A number that nobody has to foresee."""
    for i in range(bits - 1, -1, -1):
        tell(trees, number >> i & 1)


def draw_number(trees: Trees, first: int, bits: int, count: int, rng: Any) -> Any:
    """A number below `count` as the trees from `first` on expect it, which learn it."""
    number = 0
    for i in range(bits):
        odds = look(trees, first + i)
        could_be = ((2 * number + 1) << (bits - 1 - i)) < count
        bit = 1 if could_be and uniform(rng) < odds else 0
        settle(trees, bit)
        number = 2 * number + bit
    return number


def learn_number(trees: Trees, first: int, bits: int, count: int, number: int) -> float:
    """The trees from `first` on learn a number; how likely it was."""
    likely, so_far = 1.0, 0
    for i in range(bits):
        odds = look(trees, first + i)
        bit = number >> (bits - 1 - i) & 1
        if ((2 * so_far + 1) << (bits - 1 - i)) < count:
            likely *= odds if bit else 1.0 - odds
        settle(trees, bit)
        so_far = 2 * so_far + bit
    return likely


def learn(trees: Trees, shape: Shape, action: int, observation: int, reward: int) -> float:
    """A cycle; how likely its percept was. The reward is its place among all."""
    tell_number(trees, action, shape.action_bits)
    likely = learn_number(trees, 0, shape.observation_bits, shape.observations, observation)
    return likely * learn_number(trees, shape.observation_bits, shape.reward_bits, shape.rewards, reward)


# ---- in Python -----------------------------------------------------------------------------------------------------


class Model:
    """What was learnt of a world with so many actions and observations and these rewards. depth: how many bits back it
    looks, a percept's own not counted."""

    def __init__(self, actions: int, observations: int, rewards: tuple[float, ...], depth: int = 32) -> None:
        for name, given, least in (("actions", actions, 2), ("observations", observations, 1)):
            found = numeric.whole(given)
            if found is None or not least <= found <= MOST_CODES:
                raise OptionError(f"aixi: {name} must be a whole number from {least} to {MOST_CODES:,}, not {given!r}")
        known = [numeric.finite(reward) for reward in rewards]
        if None in known or not 2 <= len(known) <= MOST_CODES or len(set(known)) != len(known):
            raise OptionError(f"aixi: rewards must be two or more different finite numbers, not {rewards!r}")
        self.rewards = tuple(float(reward) for reward in rewards)
        sizes = (int(actions), int(observations), len(self.rewards))
        self.shape = Shape(*sizes, *((size - 1).bit_length() for size in sizes))
        new_trees([depth])  # says so if it is none
        self.trees = new_trees([depth + i for i in range(self.shape.percept_bits)])

    def learn(self, action: int, observation: int, reward: float) -> float:
        """One more cycle; how likely its percept was."""
        self.trees = with_room(self.trees, self.shape.percept_bits, self.shape.bits)
        likely = float(kernel("learn", learn)(self.trees, self.shape, *self._codes(action, observation, reward)))
        self.trees.facts[LOGGED] = 0
        return likely

    def odds(self, action: int, observation: int, reward: float) -> float:
        """How likely a percept is after an action, now."""
        codes = self._codes(action, observation, reward)
        self.trees = with_room(self.trees, self.shape.percept_bits, self.shape.bits)
        mark = mark_of(self.trees)
        likely = float(kernel("learn", learn)(self.trees, self.shape, *codes))
        kernel("back", back)(self.trees, *mark)
        return likely

    def _codes(self, action: int, observation: int, reward: float) -> tuple[int, int, int]:
        """All three as numbers from 0. Raises if the model was not told of them."""
        for name, given, count in (
            ("action", action, self.shape.actions),
            ("observation", observation, self.shape.observations),
        ):
            found = numeric.whole(given)
            if found is None or not 0 <= found < count:
                raise OptionError(f"aixi: an {name} must be a whole number from 0 to {count - 1}, not {given!r}")
        paid = numeric.finite(reward)
        if paid is None or paid not in self.rewards:
            known = ", ".join(f"{reward:g}" for reward in self.rewards)
            raise OptionError(f"aixi: a reward must be one of {known}, not {reward!r}")
        return int(action), int(observation), self.rewards.index(float(paid))

    @property
    def bytes(self) -> int:
        """The memory that it takes."""
        return sum(int(array.nbytes) for array in self.trees)
