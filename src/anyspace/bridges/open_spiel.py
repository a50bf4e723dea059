"""The games of OpenSpiel: `load("open_spiel:NAME(params)")`, searched by the same engine as any other game.

A state is pyspiel's own state object, and a playout is one call into pyspiel. See docs/bridges/open_spiel.md.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import math
import random
import re
import zlib
from collections.abc import Hashable, Sequence
from typing import Any

from ..errors import GameError, MissingDependency, OptionError, PositionError, UnknownGame
from ..machine.blocks import Block
from ..rules.callbacks import CallbackBackend
from ..rules.codes import BAD_MOVE_COUNT, CHANCE, NAMED, OVER, TOO_LONG
from ..rules.game import MOST_MOVES, AnyGame
from ..rules.sessions import Session

PREFIX = "open_spiel:"

FEWEST_MOVES = 1024
"""The least `max_moves` of a bridged game: a few games list more moves than pyspiel's own bounds say."""

MOST_LENGTH = 1_000_000
"""The greatest `max_length` of a bridged game; it sizes a buffer, and no path in a tree comes near it."""

PLAYER_COUNTS = ("players", "num_players", "numPlayers")
"""What games call the number of players among their parameters."""

RNG_SEED = "rng_seed"
"""What games that draw out of sight call the seed of their own generator."""


def load(text: str, **options: Any) -> OpenSpielGame:
    """The OpenSpiel game that `text` describes as pyspiel writes it, `NAME` or `NAME(parameter=value,...)`; `options`
    are more parameters. Simultaneous moves are made one after another.

    Raises `UnknownGame`; `OptionError` for a parameter that the game does not take, or one that it needs;
    `GameError` for a game that cannot be searched; `MissingDependency` without pyspiel.
    """
    pyspiel = _pyspiel()
    parameters = _checked({**_parsed(text), **options})
    name = parameters.pop("name")
    try:
        spiel = pyspiel.load_game_as_turn_based(name, parameters)
    except Exception as error:  # pybind turns C++ exceptions into various builtins
        kind = OptionError if str(error).startswith("Missing parameter") else GameError
        raise kind(f"{PREFIX}{text}: pyspiel could not load it: {error}") from error
    return OpenSpielGame(spiel, name=PREFIX + _written(name, parameters))


class OpenSpielGame(AnyGame):
    """A game of OpenSpiel. `spiel` is the `pyspiel.Game`.

    payoffs: least and greatest payoff; needed only where pyspiel gives no finite bounds.
    """

    examined = True  # by its own authors; and some of its games abort the process where ours would raise

    def __init__(self, spiel: Any, *, name: str | None = None, payoffs: tuple[float, float] | None = None) -> None:
        label = name or PREFIX + str(spiel)
        kind, kinds = spiel.get_type(), _pyspiel().GameType
        if kind.dynamics == kinds.Dynamics.MEAN_FIELD:
            raise GameError(f"{label}: a mean-field game has a population instead of players who move; not searchable")
        if kind.dynamics == kinds.Dynamics.SIMULTANEOUS:
            raise GameError(f"{label}: players move at the same time; convert it with pyspiel.convert_to_turn_based")
        if spiel.num_distinct_actions() < 1:
            raise GameError(f"{label}: pyspiel has no numbered moves for it (num_distinct_actions is 0)")
        self.spiel = spiel
        self.turn_based = kind.short_name == "turn_based_simultaneous_game"
        """Whether moves that the original game makes at the same time are made one after another."""
        self.draws_unseen = kind.chance_mode == kinds.ChanceMode.SAMPLED_STOCHASTIC
        """Whether chance is drawn inside pyspiel, as one outcome that leads to a different state every time."""
        if self.draws_unseen and not spiel.new_initial_state().is_chance_node():
            raise GameError(
                f"{label}: it draws its chance inside pyspiel in the middle of the game; "
                "the same moves do not lead to the same position, so no tree can be built"
            )
        bounds = (spiel.min_utility(), spiel.max_utility()) if payoffs is None else payoffs
        if not all(map(math.isfinite, bounds)):
            raise GameError(
                f"{label}: pyspiel bounds its payoffs by {bounds[0]:g} and {bounds[1]:g}; the search needs finite "
                "bounds: give them with OpenSpielGame(pyspiel_game, payoffs=(least, greatest))"
            )
        super().__init__(label, spiel.num_players(), bounds, _most_moves(spiel), _longest(spiel))
        self.resamples = kind.information == kinds.Information.IMPERFECT_INFORMATION and _resamples(self)
        """Whether pyspiel can guess what a player does not know; without it only a search that sees all is possible."""
        self.tells_information = kind.provides_information_state_string
        """Whether pyspiel can say what a player knows."""

    def facts(self) -> dict[str, Any]:
        return {"spiel": self.spiel, "name": self.name, "payoffs": self.payoffs}

    def _new_backend(self) -> OpenSpielBackend:
        return OpenSpielBackend(self)

    def initial(self, source: random.Random) -> Any:
        """pyspiel's state at the start. Where chance is drawn out of sight, `source` seeds it, unless the game was
        loaded with a seed."""
        spiel = self.spiel
        parameters = spiel.get_parameters()
        if self.draws_unseen and RNG_SEED in parameters and f"{RNG_SEED}=" not in str(spiel):
            parameters[RNG_SEED] = source.getrandbits(31)
            spiel = _pyspiel().load_game(spiel.get_type().short_name, parameters)
        return spiel.new_initial_state()


class OpenSpielSession(Session):
    """With the bots that play out."""

    bots: list[Any]


class OpenSpielBackend(CallbackBackend):
    """How pyspiel's states answer each rule."""

    game: OpenSpielGame

    def __init__(self, game: OpenSpielGame) -> None:
        self.hides_position = game.resamples
        self.hides_moves = game.resamples and game.tells_information
        pyspiel = _pyspiel()
        self._new_bot = pyspiel.make_uniform_random_bot
        super().__init__(game)
        self._nobody = {int(pyspiel.PlayerId.CHANCE): CHANCE, int(pyspiel.PlayerId.TERMINAL): OVER}
        self._play_game = pyspiel.evaluate_bots

    def new_session(self, seed: int) -> OpenSpielSession:
        made = OpenSpielSession(seed)
        made.bots = [self._new_bot(player, made.random.getrandbits(31)) for player in range(self.game.players)]
        return made

    def first(self, source: random.Random) -> Any:
        return self.game.initial(source)

    def twin(self, thing: Any) -> Any:
        return thing.clone()

    def turn(self, thing: Any) -> int:
        player: int = thing.current_player()
        if player >= 0:
            return player
        if player not in self._nobody:
            raise GameError(f"{self.game.name}: pyspiel says that player {player} is to move; nobody can move for it")
        if self.game.draws_unseen and player == CHANCE and thing.move_number() > 0:
            raise GameError(
                f"{self.game.name}: chance is drawn inside pyspiel in the middle of the game; no tree can be built"
            )
        return self._nobody[player]

    def legal(self, thing: Any) -> Sequence[Any]:
        if thing.is_chance_node():
            return [outcome for outcome, _ in thing.chance_outcomes()]
        actions: list[int] = thing.legal_actions()
        return actions

    def apply(self, thing: Any, move: Any) -> None:
        thing.apply_action(move)

    def payoffs(self, thing: Any) -> Sequence[float]:
        returns: list[float] = thing.returns()
        return returns

    def odds(self, thing: Any) -> Sequence[float]:
        return [odd for _, odd in thing.chance_outcomes()]

    def guess(self, thing: Any, observer: int, source: random.Random, rng: int) -> Any:
        return thing.resample_from_infostate(observer, source.random)

    def seen(self, thing: Any, move: Any, observer: int) -> Any:
        """The change in what the observer knows, as a number; nothing if there is none."""
        after = thing.clone()
        after.apply_action(move)
        if after.is_terminal():
            return move
        known = after.information_state_string(observer)
        return None if known == thing.information_state_string(observer) else zlib.crc32(known.encode()) % NAMED

    def view(self, block: Block, observer: int) -> str:
        thing = self.thing(block)
        if not self.game.tells_information or thing.is_terminal() or thing.is_chance_node():
            return self.render(block)
        known: str = thing.information_state_string(observer)
        return known

    def finish(self, thing: Any, rng: int, limit: int) -> tuple[int, Sequence[float]]:
        if limit < self.game.max_length:
            return self._finish_within(thing, limit)
        played = thing.move_number()
        session = self.session
        payoffs = self._play_game(thing, session.bots, session.random.getrandbits(31))
        return thing.move_number() - played, payoffs

    def _finish_within(self, thing: Any, limit: int) -> tuple[int, Sequence[float]]:
        """The same move by move: pyspiel's own loop cannot be cut short."""
        for length in range(limit + 1):
            if thing.is_terminal():
                return length, thing.returns()
            moves = self.legal(thing)
            if not moves:
                return BAD_MOVE_COUNT, ()
            if length == limit:
                break
            if thing.is_chance_node():
                move = self.random.choices(moves, self.odds(thing))[0]
            else:
                move = moves[int(self.random.random() * len(moves))]
            thing.apply_action(move)
        return TOO_LONG, ()

    def understood(self, source: Any) -> Any:
        if not isinstance(source, _pyspiel().State) or str(source.get_game()) != str(self.game.spiel):
            raise PositionError(f"{self.game.name}: {source!r} is no state of it")
        return source

    def digest(self, block: Block) -> Hashable:
        return tuple(self.thing(block).history())

    def same(self, block: Block, other: Block) -> bool:
        ours, theirs = self.thing(block), self.thing(other)
        if ours.history() != theirs.history():
            return False
        return not self.game.draws_unseen or bool(ours.serialize() == theirs.serialize())

    def move_name(self, block: Block, move: Any) -> str:
        thing = self.thing(block)
        name: str = thing.action_to_string(thing.current_player(), move)
        return " ".join(name.split()) or str(move)  # on one line, whatever the game writes


# ---- what pyspiel says of a game's size -----------------------------------------------------------------------------


def _most_moves(spiel: Any) -> int:
    """No position lists every distinct action of a game that has more of them than a node can count."""
    return min(MOST_MOVES, max(FEWEST_MOVES, int(spiel.num_distinct_actions()), int(spiel.max_chance_outcomes())))


def _longest(spiel: Any) -> int:
    """pyspiel counts decisions, and chance once a decision where a game does not say. A few games draw oftener."""
    return min(MOST_LENGTH, 4 * int(spiel.max_history_length()) + 100)


def _resamples(game: OpenSpielGame) -> bool:
    """Whether the game can be determinized, found by asking at its first decision."""
    source = random.Random(0)
    state = game.initial(source)
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(source.choices(outcomes, odds)[0])
    try:
        state.resample_from_infostate(max(0, state.current_player()), source.random)
    except _pyspiel().SpielError:
        return False
    return True


# ---- names and parameters -------------------------------------------------------------------------------------------
# Checked here, before pyspiel sees them: it prints its errors, and some wrong values end the process.


def _pyspiel() -> Any:
    try:
        return importlib.import_module("pyspiel")
    except ImportError as error:
        raise MissingDependency(f'{PREFIX}NAME needs OpenSpiel: pip install "anyspace[openspiel]" ({error})') from error


def _parsed(text: str) -> dict[str, Any]:
    """A description as parameters, the game's name among them."""
    compact = re.sub(r"\s*([(),=])\s*", r"\1", text.strip())
    if not re.fullmatch(r"\w+(\(.*\))?", compact, re.DOTALL) or compact.count("(") != compact.count(")"):
        raise UnknownGame(f"{text!r} is not the name of an OpenSpiel game; write NAME or NAME(parameter=value,...)")
    return dict(_pyspiel().game_parameters_from_string(compact))


def _checked(given: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a game, and those of the games among them, each of the type that pyspiel expects."""
    name = str(given.get("name", ""))
    kind = _kind(name)
    takes = kind.parameter_specification
    known = f"it takes {', '.join(takes)}" if takes else "it takes none"
    fitted: dict[str, Any] = {"name": name}
    for parameter, value in given.items():
        if parameter == "name":
            continue
        if parameter not in takes:
            raise OptionError(f"{PREFIX}{name} has no parameter {parameter!r}; {known}")
        fitted[parameter] = _fitted(f"{PREFIX}{name}: {parameter}", value, takes[parameter])
        if parameter in PLAYER_COUNTS and not kind.min_num_players <= value <= kind.max_num_players:
            raise OptionError(
                f"{PREFIX}{name}: {parameter} must be {kind.min_num_players} to {kind.max_num_players}, not {value}"
            )
    if len(fitted) == 1 and not kind.default_loadable:
        raise OptionError(f"{PREFIX}{name} cannot be loaded without parameters; {known}")
    return fitted


def _fitted(what: str, value: Any, example: Any) -> Any:
    """`value` in the type of `example`, where that is only a matter of writing."""
    if isinstance(example, dict):
        if not isinstance(value, str | dict):
            raise OptionError(f"{what} must be a game, such as tic_tac_toe(), not {value!r}")
        return _checked(_parsed(value) if isinstance(value, str) else value)
    if isinstance(example, str) and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if type(example) is float and type(value) is int:
        return float(value)
    if type(value) is not type(example):
        raise OptionError(f"{what} must be {type(example).__name__}, not {value!r}")
    return value


def _kind(name: str) -> Any:
    """pyspiel's description of a registered game. Games written in Python register when they are imported."""
    kinds = {kind.short_name: kind for kind in _pyspiel().registered_games()}
    if name not in kinds:
        with contextlib.suppress(ImportError):  # they need more packages than pyspiel itself
            importlib.import_module("open_spiel.python.games")
        kinds = {kind.short_name: kind for kind in _pyspiel().registered_games()}
    if name not in kinds:
        close = difflib.get_close_matches(name, kinds, n=1)
        hint = f"; did you mean {PREFIX}{close[0]}?" if close else f"; it has {', '.join(sorted(kinds))}"
        raise UnknownGame(f"OpenSpiel has no game named {name!r}{hint}")
    return kinds[name]


def _written(name: str, parameters: dict[str, Any]) -> str:
    return name if not parameters else str(_pyspiel().game_parameters_to_string({"name": name, **parameters}))
