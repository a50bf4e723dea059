"""What rules that live in Python answer, one method a rule: how an object that is a state does it, says a subclass."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import GameError

if TYPE_CHECKING:
    from .game import AnyGame


class Answers(ABC):
    """The rules, asked of one object."""

    game: AnyGame

    @abstractmethod
    def first(self, source: random.Random) -> Any:
        """The object at the start of a game."""

    @abstractmethod
    def twin(self, thing: Any) -> Any:
        """An independent copy."""

    @abstractmethod
    def turn(self, thing: Any) -> int:
        """Player, CHANCE or OVER."""

    @abstractmethod
    def legal(self, thing: Any) -> Sequence[Any]:
        """Moves, or outcomes at CHANCE."""

    @abstractmethod
    def apply(self, thing: Any, move: Any) -> None:
        """Play a move in place."""

    @abstractmethod
    def payoffs(self, thing: Any) -> Sequence[float]:
        """One a player."""

    @abstractmethod
    def odds(self, thing: Any) -> Sequence[float]:
        """Weights of the outcomes at CHANCE."""

    @abstractmethod
    def finish(self, thing: Any, rng: int, limit: int) -> tuple[int, Sequence[float]]:
        """Play to the end at random; returns the number of moves (or TOO_LONG) and the payoffs. `rng` is the address
        of the search's own generator; `self.random`, seeded anew for every search, is quicker from Python."""

    offers: frozenset[str] = frozenset()
    """Which of `table.ON_REQUEST` a subclass answers."""

    def finish_traced(self, thing: Any, rng: int, limit: int) -> tuple[int, Sequence[float], list[tuple[int, int]]]:
        """As `finish`, and the moves: who made each, and its number."""
        raise GameError(f"{self.game.name}: its playouts do not tell their moves")

    def key_of(self, thing: Any) -> int:
        """64 bits."""
        raise GameError(f"{self.game.name} has no rule 'key'")

    def estimate(self, thing: Any) -> Sequence[float]:
        """One a player."""
        raise GameError(f"{self.game.name} has no rule 'evaluate'")

    def looks(self, thing: Any, given: Sequence[Any] | None = None) -> Sequence[float]:
        """Weights of the moves that are given, or of all legal ones."""
        raise GameError(f"{self.game.name} has no rule 'prior'")

    def sensible(self, thing: Any) -> Sequence[Any]:
        """The moves that playouts choose from."""
        raise GameError(f"{self.game.name} has no rule 'playout_moves'")

    def group_of(self, thing: Any, move: Any) -> int:
        """The group of a legal move."""
        raise GameError(f"{self.game.name} has no rule 'group'")

    def pruned(self, thing: Any) -> tuple[Any, Sequence[Any]]:
        """Who is certain to win, None or NOBODY if that is not known; whether to look at each of the legal moves."""
        raise GameError(f"{self.game.name} has no rule 'prune'")

    def reply_to(self, thing: Any, last: Any, source: random.Random, rng: int) -> Any:
        """The move that answers `last`, None if there is none; `source` and `rng` as for `guess`."""
        raise GameError(f"{self.game.name} has no rule 'reply'")

    def true_of(self, thing: Any) -> Sequence[int]:
        """What is true of a position, as numbers."""
        raise GameError(f"{self.game.name} has no rule 'predicates'")

    def features_of(self, thing: Any, moves: list[Any]) -> Sequence[int]:
        """What each of these moves looks like."""
        raise GameError(f"{self.game.name} has no rule 'features'")

    def planes_of(self, thing: Any, observer: int) -> Any:
        """A picture of the position as a player sees it: numbers of the shape that the game declares."""
        raise GameError(f"{self.game.name} has no rule 'planes'")

    def code_of(self, thing: Any, move: Any) -> int:
        """64 bits by which policies know a legal move."""
        raise GameError(f"{self.game.name} has no rule 'code'")

    def to_pay(self, thing: Any) -> float:
        """What is still to be paid, at least."""
        raise GameError(f"{self.game.name} has no rule 'heuristic'")

    def finish_replying(
        self, thing: Any, rng: int, limit: int, last: int, often: float
    ) -> tuple[int, Sequence[float], list[tuple[int, int]]]:
        """As `finish_traced`, with replies to `last`."""
        raise GameError(f"{self.game.name}: its playouts do not reply")

    hides_position = False
    """Whether `guess` guesses anything."""
    hides_moves = False
    """Whether `seen` hides anything."""

    def guess(self, thing: Any, observer: int, source: random.Random, rng: int) -> Any:
        """An object in which what `observer` cannot know is a guess; `thing` may be changed. `rng` is the address of
        a generator of our own, `source` one of Python's: draw from either."""
        return thing

    def perturbed(self, thing: Any, observer: int, source: random.Random, rng: int) -> bool:
        """Change a little of what `observer` cannot know, in place; whether it could be so. The others: as above."""
        raise GameError(f"{self.game.name} has no rule 'perturb'")

    at_once = False
    """Whether moves are made at the same time."""

    def others(self, thing: Any) -> int:
        """How many moves are still to be made together with the next, after it."""
        return 0

    def taken_back(self, thing: Any) -> Any:
        """The object without the moves of which the others are still to be made; `thing` may be changed."""
        return thing

    def known_by(self, thing: Any, observer: int) -> int:
        """64 bits for what `observer` knows."""
        raise GameError(f"{self.game.name} has no rule 'information_key'")

    def seen(self, thing: Any, move: Any, observer: int) -> Any:
        """What `observer` sees of a move."""
        return move
