"""Games of a search against itself, many in lockstep, so that a network sees many positions at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ..rules.game import CHANCE, AnyGame, State
from .examples import Examples, Gathering
from .shape import Shape, values_of


@dataclass(frozen=True)
class Thought:
    """What a search makes of a position."""

    policy: Any
    """float [actions]: what the network should have said of the moves"""
    value: Any
    """as a network gives it, [values]: from -1 to 1, to who moves or to every player; a number where that is one"""
    move: int
    """what it plays"""


class Thinker(Protocol):
    """Thinks about many positions at once."""

    def think(self, states: Sequence[State], explore: bool) -> list[Thought]:
        """A thought for each. `explore`: moves are drawn, so that games differ; else the best is played."""


@dataclass(frozen=True)
class Played:
    """A game to learn from."""

    examples: Examples
    payoffs: list[float]
    moves: int


def self_play(
    game: AnyGame,
    shape: Shape,
    thinker: Thinker,
    together: int,
    mix: float,
    source: np.random.Generator,
    opening: int = 0,
) -> Iterator[Played]:
    """Games without end, as they finish. A position's value is what its game came to, and to the share `mix` what the
    search expected. Each begins with 0 to `opening` random moves, as many as chance says, of which nothing is kept."""
    at_work = [Slot(game, shape, source, opening) for _ in range(together)]
    while True:
        for i, slot in enumerate(at_work):
            while not slot.waits():
                if (played := slot.finished(mix)) is not None:
                    yield played
                slot = at_work[i] = Slot(game, shape, source, opening)
        for slot, thought in zip(at_work, thinker.think([slot.state for slot in at_work], True), strict=True):
            slot.follow(thought)


def random_move(state: State, source: np.random.Generator) -> Any:
    """Any move, or one of chance by its odds."""
    moves = state.moves()
    odds = state.weights() if state.mover == CHANCE else None
    return moves[int(source.choice(len(moves), p=odds))]


class Slot:
    """A game that is being played."""

    def __init__(self, game: AnyGame, shape: Shape, source: np.random.Generator, opening: int = 0) -> None:
        self.game, self.shape, self.source = game, shape, source
        self.state = game.start(seed=int(source.integers(1 << 62)))
        self.gathering, self.expected, self.moves = Gathering(shape), list[Any](), 0
        for _ in range(int(source.integers(opening + 1)) if opening else 0):
            if not self.state.over:
                self.play_at_random()

    def waits(self) -> bool:
        """Whether there is something to think about; what needs no thought is played."""
        while not self.state.over:
            if self.state.mover != CHANCE and len(self.state.moves()) > 1:
                return True
            self.play_at_random()
        return False

    def play_at_random(self) -> None:
        """Any move, or one of chance by its odds."""
        self.play(random_move(self.state, self.source))

    def play(self, move: Any) -> None:
        """On to the next position."""
        self.state.play(move)
        self.moves += 1

    def follow(self, thought: Thought) -> None:
        """Keep the position and what was thought of it; play."""
        self.gathering.add(self.state, self.state.moves(), thought.policy)
        self.expected.append(thought.value)
        self.play(thought.move)

    def finished(self, mix: float) -> Played | None:
        """The game as examples; None if there was nothing to decide in it."""
        if not len(self.gathering):
            return None
        payoffs, examples = self.state.returns(), self.gathering.examples()
        for k, (mover, expected) in enumerate(zip(self.gathering.movers, self.expected, strict=True)):
            examples.value[k] = values_of(payoffs, mover, self.game, self.shape)
            examples.value[k] += mix * (np.asarray(expected, np.float32) - examples.value[k])
        return Played(examples, payoffs, self.moves)
