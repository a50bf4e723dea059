"""A best response by search, for games too large to be unfolded: a search that knows what the others play.

The others' moves become moves of chance, drawn as their strategy says, and one player is left to search. What it earns
in games against them is no more than the best answer would earn: a lower bound of how far they can be exploited. (What
is hidden is guessed as the game's rule `determinize` guesses it, without a look at what the others' moves tell of it.)
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...errors import OptionError
from ...rules.game import CHANCE, OVER, AnyGame, State
from ...rules.objects import PythonGame
from ...search.search import Search
from .strategy import Answer


class Facing:
    """A position of a game in which all but one player move as a strategy says."""

    def __init__(self, state: State, answer: Answer, player: int) -> None:
        self.state, self.answer, self.player = state, answer, player

    def mover(self) -> int:
        mover = self.state.mover
        return mover if mover in (OVER, self.player) else CHANCE

    def moves(self) -> list[Any]:
        return self.state.moves()

    def weights(self) -> list[float]:
        if self.state.mover == CHANCE:
            return self.state.weights()
        shares = self.answer(self.state)
        return [float(shares.get(move, 0.0)) for move in self.state.moves()]

    def play(self, move: Any) -> None:
        self.state.play(move)

    def returns(self) -> list[float]:
        return self.state.returns()

    def copy(self) -> Facing:
        return type(self)(self.state.copy(), self.answer, self.player)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Facing) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return str(self.state)


class FacingHidden(Facing):
    """The same where positions are hidden."""

    def determinize(self, observer: int, source: random.Random) -> None:
        self.state = self.state.determinize(observer, seed=source.getrandbits(63))


class FacingMoves(FacingHidden):
    """And moves."""

    def observe(self, move: Any, observer: int) -> Any:
        return self.state.observe(move, observer)


class Table:
    """Where such games begin."""

    def __init__(self, game: AnyGame, answer: Answer, player: int) -> None:
        self._game, self._answer, self._player = game, answer, player
        self._kind = FacingMoves if game.hides_moves else FacingHidden if game.hides else Facing

    def start(self, source: random.Random) -> Facing:
        state = self._game.start(seed=source.getrandbits(63))
        return self._kind(state, self._answer, self._player)


def facing(game: AnyGame, answer: Answer, player: int) -> PythonGame:
    """The game that is left to `player` where the others move as `answer` says."""
    if game.simultaneous:
        raise OptionError(
            f"{game.name} has moves made at the same time: a search would see what is drawn for the others"
        )
    return PythonGame(
        Table(game, answer, player),
        name=f"{game.name} for player {player}",
        players=game.players,
        payoffs=game.payoffs,
        max_moves=game.max_moves,
        max_length=game.max_length,
    )


@dataclass(frozen=True)
class Bound:
    """What a search earned against a strategy, seat by seat."""

    means: list[float]
    """of the payoffs in each seat"""
    errors: list[float]
    """their standard errors"""
    games: int
    """in each seat"""

    @property
    def nash_conv(self) -> float:
        """At least this, for two players whose payoffs sum to 0."""
        return sum(self.means)

    @property
    def margin(self) -> float:
        """Of a 95 % interval around it."""
        return 1.96 * math.sqrt(sum(error * error for error in self.errors))


def exploited_by_search(
    game: AnyGame,
    answer: Answer,
    *parts: Any,
    iterations: int = 300,
    games: int = 100,
    seed: int = 0,
    told: Callable[[int, int], object] | None = None,
    **options: Any,
) -> Bound:
    """Play a search that knows the strategy against it, in every seat. `parts` and `options` are those of `Search`;
    `told` is called with how many games were played, and how many there are."""
    source = random.Random(seed)
    means, errors = [], []
    for player in range(game.players):
        left = facing(game, answer, player)
        search = Search(left, *(parts or ("plain",)), **options)
        payoffs = []
        for number in range(games):
            payoffs.append(_played(left, search, player, iterations, source))
            if told is not None:
                told(player * games + number + 1, game.players * games)
        mean = sum(payoffs) / games
        spread = sum((payoff - mean) ** 2 for payoff in payoffs) / max(1, games - 1)
        means.append(mean)
        errors.append(math.sqrt(spread / games))
    return Bound(means, errors, games)


def _played(game: PythonGame, search: Search, player: int, iterations: int, source: random.Random) -> float:
    """One game: the payoff of who searches."""
    state = game.start(seed=source.getrandbits(63))
    while not state.over:
        if state.mover == CHANCE:
            state.play(source.choices(state.moves(), state.weights())[0])
        else:
            search.seed = source.getrandbits(63)
            result = search.run(state, iterations=iterations)
            if result.stats.interrupted:
                raise KeyboardInterrupt  # the search has only stopped
            state.play(result.move)
    return state.returns()[player]
