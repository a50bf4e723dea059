"""A game for one player as a world: its moves are actions, what chance does after them is seen, and payoffs that grow
on the way are rewards (docs/rewards.md)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ...errors import OptionError
from ...rules.game import CHANCE, AnyGame, State

ROUNDING = 9
"""Digits that a reward is rounded to: it is the difference of two sums."""


class GameWorld:
    """A game whose player has the same moves, numbered from 0, in every position. rewards: all that a move may pay, the
    change of the payoff so far; so there is to be no discount. see: what the agent sees of a position, a number below
    `observations`; by default 0 if chance did nothing since the last action, else one more than the last of its moves.
    When a game is over the next one begins."""

    def __init__(
        self,
        game: AnyGame,
        rewards: tuple[float, ...],
        see: Callable[[State], int] | None = None,
        observations: int | None = None,
    ) -> None:
        if game.players != 1 or game.actions is None:
            raise OptionError(f"aixi: a world needs a game for one player with moves by number; {game.name} is none")
        if see is not None and observations is None:
            raise OptionError("aixi: with see, observations must say how many there are")
        self.game, self.see = game, see
        self.observations = observations or game.actions + 1
        self.rewards = rewards
        self.reset(0)
        moves = self.state.moves()
        if moves != list(range(len(moves))):
            raise OptionError(f"aixi: {game.name} must have moves that are numbered from 0, not {moves}")
        self.actions = len(moves)

    def reset(self, seed: int) -> None:
        """The first of many games."""
        self._random = random.Random(seed)
        self._begin()

    def _begin(self) -> None:
        self.state = self.game.start(seed=self._random.getrandbits(60))
        self._let_chance_move()

    def _let_chance_move(self) -> Any:
        """Until the agent is to move; the last of the moves of chance, or None."""
        last = None
        while self.state.mover == CHANCE:
            last = self._random.choices(self.state.moves(), self.state.weights())[0]
            self.state.play(last)
        return last

    def step(self, action: int) -> tuple[int, float]:
        """A move, and what chance makes of it."""
        if not self.state.allows(action):
            raise OptionError(f"aixi: {self.game.name} does not allow the move {action!r} in every position")
        before = self.state.returns()[0]
        self.state.play(action)
        last = self._let_chance_move()
        reward = round(self.state.returns()[0] - before, ROUNDING)
        seen = self.see(self.state) if self.see is not None else 0 if last is None else int(last) + 1
        if self.state.over:
            self._begin()
        return seen, reward
