"""A game's moves as numbers of an action space, and its positions as observations, for environments of any library."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..bridges.open_spiel.game import OpenSpielGame
from ..errors import GameError, IllegalMove, MissingDependency, OptionError
from ..games import load
from ..rules.game import AnyGame, Game, State
from ..rules.objects import PythonGame

LETTERS = 4096
"""How much of a position's text is shown, where nothing else is there to show."""

KINDS = ("planes", "tensor", "fields", "text")


def needed(package: str) -> Any:
    """A package that the extra brings. Raises `MissingDependency`."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        what = package.partition(".")[0]
        raise MissingDependency(f'environments need {what}: pip install "anyspace[environments]" ({error})') from error


def as_game(game: AnyGame | str) -> AnyGame:
    """A game, or the one that is loaded by this name."""
    found = load(game) if isinstance(game, str) else game
    if not isinstance(found, AnyGame):
        raise GameError(f"an environment is made of a game, or of its name, not of {game!r}")
    return found


class Moves:
    """Moves as the numbers of a Discrete space: the moves themselves where all are below `game.actions`, else their
    places among the legal ones."""

    def __init__(self, game: AnyGame) -> None:
        spaces = needed("gymnasium.spaces")
        self.by_place = game.actions is None or isinstance(game, PythonGame)
        self.count = game.max_moves if self.by_place or game.actions is None else game.actions
        self._new_space: Callable[[], Any] = lambda: spaces.Discrete(self.count)

    def space(self) -> Any:
        """A new one: it draws from a generator of its own."""
        return self._new_space()

    def mask(self, state: State, may_move: bool) -> Any:
        """1 for what is legal, int8; all 0 for who does not move."""
        found = np.zeros(self.count, np.int8)
        if may_move:
            moves = state.moves()
            found[: len(moves) if self.by_place else 0] = 1
            if not self.by_place:
                found[moves] = 1
        return found

    def move(self, state: State, action: Any) -> Any:
        """The move that an action stands for. Raises `IllegalMove`."""
        moves, number = state.moves(), int(action)
        if self.by_place and 0 <= number < len(moves):
            return moves[number]
        if not self.by_place and number in moves:
            return number
        raise IllegalMove(f"{state.game.name}: action {number} is not legal here; the action mask says which are")

    def action(self, state: State, move: Any) -> int:
        """The number of a legal move."""
        return state.moves().index(move) if self.by_place else int(move)


class Sight:
    """What a player observes, as an array. `kind`: the game's `planes`; OpenSpiel's own `tensor`; the `fields` of its
    record, if nothing is hidden; or the `text` that the player is shown, as bytes."""

    def __init__(self, game: AnyGame, kind: str | None = None) -> None:
        spaces = needed("gymnasium.spaces")
        self.game = game
        self.kind = kind or self._best()
        looks: dict[str, Callable[[], tuple[Any, Callable[[State, int], Any]]]] = {
            "planes": self._planes,
            "tensor": self._tensor,
            "fields": self._fields,
            "text": self._text,
        }
        if self.kind not in looks:
            raise OptionError(f"observation must be one of {', '.join(KINDS)}, not {kind!r}")
        shape, self._look = looks[self.kind]()
        bounds = (0, 255, shape, np.uint8) if self.kind == "text" else (-np.inf, np.inf, shape, np.float32)
        self._new_space: Callable[[], Any] = lambda: spaces.Box(*bounds)

    def space(self) -> Any:
        """A new one."""
        return self._new_space()

    def look(self, state: State, player: int) -> Any:
        """The array; without what others choose at the same time."""
        return self._look(state.settled() if self.game.simultaneous else state, player)

    @property
    def _hides(self) -> bool:
        return self.game.hides

    def _best(self) -> str:
        if self.game.plane_shape is not None:
            return "planes"
        if isinstance(self.game, OpenSpielGame):
            return "tensor" if self._tensor_of() is not None else "text"
        return "fields" if isinstance(self.game, Game) and not self._hides else "text"

    def _planes(self) -> tuple[Any, Callable[[State, int], Any]]:
        if self.game.plane_shape is None:
            raise OptionError(f"{self.game.name} has no rule 'planes' to observe by")
        return self.game.plane_shape, lambda state, player: state.planes(player)

    def _tensor_of(self) -> str | None:
        if not isinstance(self.game, OpenSpielGame):
            return None
        kind = self.game.spiel.get_type()
        if kind.provides_observation_tensor:
            return "observation_tensor"
        return "information_state_tensor" if kind.provides_information_state_tensor else None

    def _tensor(self) -> tuple[Any, Callable[[State, int], Any]]:
        rule = self._tensor_of()
        if rule is None or not isinstance(self.game, OpenSpielGame):
            raise OptionError(f"{self.game.name} has no tensors to observe by")
        size = int(getattr(self.game.spiel, f"{rule}_size")())
        nothing = np.zeros(size, np.float32)

        def look(state: State, player: int) -> Any:
            thing = state.object
            if thing.is_terminal() and rule == "information_state_tensor":
                return nothing
            return np.array(getattr(thing, rule)(player), np.float32)

        return (size,), look

    def _fields(self) -> tuple[Any, Callable[[State, int], Any]]:
        if not isinstance(self.game, Game) or self._hides:
            raise OptionError(f"{self.game.name}: its fields are not for every player's eyes, or it has none")

        def look(state: State, player: int) -> Any:
            return np.concatenate([np.ravel(value).astype(np.float32) for value in state.fields.values()])

        return look(self.game.start(seed=0), 0).shape, look

    def _text(self) -> tuple[Any, Callable[[State, int], Any]]:
        game = self.game
        if self._hides and isinstance(game, Game) and game.view is None:
            raise OptionError(f"{game.name} hides something and has no rule 'view': nothing can be shown to a player")

        def look(state: State, player: int) -> Any:
            text = state.view(player) if self._hides else str(state)
            found = np.zeros(LETTERS, np.uint8)
            letters = np.frombuffer(text.encode()[:LETTERS], np.uint8)
            found[: len(letters)] = letters
            return found

        return (LETTERS,), look


def least_payoff(game: AnyGame) -> float:
    """What a player gets who breaks the rules; 0 where payoffs have no bound."""
    return game.payoffs[0] if math.isfinite(game.payoffs[0]) else 0.0
