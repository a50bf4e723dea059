"""Examples from another evaluator: what it says of the positions of games that it plays with itself.

It does not search: it plays by its own odds, now and then a move at random, so that bad positions are known too. What
is learnt is what it said, odds and values, and not how these games ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..errors import OptionError
from ..neural.evaluator import Fitted, open_evaluator
from ..rules.game import AnyGame, State
from .examples import Examples
from .self_play import Thought, self_play
from .shape import Shape

STRAY = 0.1
"""How many moves are any move."""


class Teacher:
    """Plays by the odds of an evaluator."""

    def __init__(self, evaluator: Fitted, shape: Shape, source: np.random.Generator) -> None:
        if not evaluator.has_policy or not evaluator.has_value:
            raise OptionError(f"{evaluator.name}: a teacher has to give a policy and a value")
        self.evaluator, self.shape, self.source = evaluator, shape, source

    def think(self, states: Sequence[State], explore: bool) -> list[Thought]:
        """What it says; the moves are drawn, or the likeliest."""
        planes = np.stack([state.planes() for state in states])
        answers = self.evaluator.evaluate(planes)
        return [self._thought(state, answers.policy[k], answers.value[k], explore) for k, state in enumerate(states)]

    def _thought(self, state: State, logits: Any, value: Any, explore: bool) -> Thought:
        legal = state.moves()
        odds = np.exp(logits[legal] - logits[legal].max()).astype(np.float64)
        odds /= odds.sum()
        policy = np.zeros(self.shape.actions, np.float32)
        policy[legal] = odds
        place = int(odds.argmax())
        if explore:
            stray = self.source.random() < STRAY
            place = int(self.source.choice(len(legal), p=None if stray else odds))
        return Thought(policy, self._as_ours(value, state.mover), legal[place])

    def _as_ours(self, value: Any, mover: int) -> Any:
        """One value for every player becomes the mover's, where that is what is learnt."""
        return value[mover : mover + 1] if len(value) > self.shape.values else value


def distilled(
    game: AnyGame, shape: Shape, teacher: Any, positions: int, together: int, seed: int
) -> Iterator[Examples]:
    """Games of a teacher (an evaluator, or what `open_evaluator` takes), until there are so many positions. The same
    seed gives the same games."""
    source, evaluator = np.random.default_rng(seed), open_evaluator(teacher, game)
    for played in self_play(game, shape, Teacher(evaluator, shape, source), together, 1.0, source):
        yield played.examples
        positions -= len(played.examples)
        if positions <= 0:
            return
