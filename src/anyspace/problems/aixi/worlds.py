"""Worlds to learn: what an agent acts in, and five of those that MC-AIXI was shown on (Veness et al. 2011).

A world says how many `actions` and `observations` there are, both numbered from 0, and which `rewards` it pays.
`reset(seed)` begins anew; `step(action)` answers with an observation and a reward. That is all: any object that does
this will do. In these worlds nothing ever ends; what would be the next game goes on in the next step.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Protocol

from ...games.cheese_maze import AFTER, BUMP, CELLS, CHEESE, FOUND, STEP, WALLS
from ...games.rock_paper_scissors import BEATS
from ...games.tiger import COST, GAIN, LISTEN, LOSS, RIGHTLY


class World(Protocol):
    """What an agent acts in."""

    @property
    def actions(self) -> int:
        """How many there are."""

    @property
    def observations(self) -> int:
        """How many there are."""

    @property
    def rewards(self) -> tuple[float, ...]:
        """All that it may pay."""

    def reset(self, seed: int) -> None:
        """Begin anew."""

    def step(self, action: int) -> tuple[int, float]:
        """What is seen after an action, and what it pays."""


class Somewhere(ABC):
    """A world in which the agent is in a cell, and begins in any."""

    def __init__(self) -> None:
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Begin anew."""
        self._random = random.Random(seed)
        self.cell = self._anywhere()

    @abstractmethod
    def _anywhere(self) -> int:
        """A cell to begin in."""


class CheeseMaze(Somewhere):
    """The maze of anyspace.games.cheese_maze without an end: north, east, south, west; the walls around are seen."""

    actions, observations, rewards = 4, 16, (BUMP, STEP, FOUND)

    def _anywhere(self) -> int:
        return self._random.choice([cell for cell in range(CELLS) if cell != CHEESE])

    def step(self, action: int) -> tuple[int, float]:
        before, self.cell = self.cell, int(AFTER[self.cell, action])
        reward = BUMP if self.cell == before else STEP
        if self.cell == CHEESE:
            reward, self.cell = FOUND, self._anywhere()
        return int(WALLS[self.cell]), reward


class Grid(Somewhere):
    """4 x 4 cells, of which nothing is seen. Stepping into the last corner pays 1 and puts the agent anywhere else.
    Actions: right, down, left, up."""

    actions, observations, rewards = 4, 1, (0.0, 1.0)
    side = 4

    def _anywhere(self) -> int:
        return self._random.randrange(self.side * self.side - 1)

    def step(self, action: int) -> tuple[int, float]:
        y, x = divmod(self.cell, self.side)
        dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[action]
        x, y = min(max(x + dx, 0), self.side - 1), min(max(y + dy, 0), self.side - 1)
        self.cell = y * self.side + x
        if self.cell < self.side * self.side - 1:
            return 0, 0.0
        self.cell = self._anywhere()
        return 0, 1.0


class Tiger:
    """Two doors, as in anyspace.games.tiger: listen 0, left 1, right 2. Heard: left 0, right 1; 2 after a door."""

    actions, observations, rewards = 3, 3, (LOSS, COST, GAIN)

    def __init__(self) -> None:
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.tiger = self._random.randrange(2)

    def step(self, action: int) -> tuple[int, float]:
        if action == LISTEN:
            return self.tiger if self._random.random() < RIGHTLY else 1 - self.tiger, COST
        reward = LOSS if self.tiger == action - 1 else GAIN
        self.tiger = self._random.randrange(2)
        return 2, reward


class BiasedRockPaperScissors:
    """Rock 0, paper 1, scissors 2 against somebody who plays rock again after winning by it, else anything. What the
    other one played is seen; a win pays 1, a loss costs 1."""

    actions, observations, rewards = 3, 3, (-1.0, 0.0, 1.0)

    def __init__(self) -> None:
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.repeats = False

    def step(self, action: int) -> tuple[int, float]:
        other = 0 if self.repeats else self._random.randrange(3)
        reward = float(BEATS[action] == other) - float(BEATS[other] == action)
        self.repeats = other == 0 and reward < 0
        return other, reward


class KuhnPoker:
    """The second seat of Kuhn poker, against a first that plays an equilibrium: pass 0, bet 1. Seen is the next deal:
    the own card from the lowest, 0 to 2, and 3 more if the other one has bet. `bluff`: how often the other one bets
    with the lowest card, at most 1/3; the first action of all is played blindly."""

    actions, observations, rewards = 2, 6, (-2.0, -1.0, 1.0, 2.0)

    def __init__(self, bluff: float = 1 / 6) -> None:
        self.bluff = bluff
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._deal()

    def _deal(self) -> int:
        self.other, self.own = self._random.sample(range(3), 2)
        self.has_bet = self._random.random() < (self.bluff, 0.0, 3 * self.bluff)[self.other]
        return self.own + 3 * self.has_bet

    def step(self, action: int) -> tuple[int, float]:
        ahead = 1.0 if self.own > self.other else -1.0
        if self.has_bet:
            reward = 2 * ahead if action else -1.0
        elif action:
            calls = self._random.random() < (0.0, self.bluff + 1 / 3, 1.0)[self.other]
            reward = 2 * ahead if calls else 1.0
        else:
            reward = ahead
        return self._deal(), reward
