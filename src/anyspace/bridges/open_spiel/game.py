"""The games of OpenSpiel: `load("open_spiel:NAME(params)")`, searched by the same engine as any other game.

A state is pyspiel's own state object, and a playout is one call into pyspiel. See docs/bridges/open_spiel.md.
"""

from __future__ import annotations

import math
import random
from typing import Any

from ...errors import GameError, OptionError
from ...rules.game import AnyGame
from ...rules.limits import MOST_MOVES
from .backend import OpenSpielBackend
from .names import PREFIX, checked, library, parsed, written

FEWEST_MOVES = 1024
"""The least `max_moves` of a bridged game: a few games list more moves than pyspiel's own bounds say."""

MOST_LENGTH = 1_000_000
"""The greatest `max_length` of a bridged game; it sizes a buffer, and no path in a tree comes near it."""

RNG_SEED = "rng_seed"
"""What games that draw out of sight call the seed of their own generator."""


def load(text: str, **options: Any) -> OpenSpielGame:
    """The OpenSpiel game that `text` describes as pyspiel writes it, `NAME` or `NAME(parameter=value,...)`; `options`
    are more parameters. Simultaneous moves are made one after another, and searched as simultaneous.

    Raises `UnknownGame`; `OptionError` for a parameter that the game does not take, or one that it needs;
    `GameError` for a game that cannot be searched; `MissingDependency` without pyspiel.
    """
    parameters = checked({**parsed(text), **options})
    name = parameters.pop("name")
    try:
        spiel = library().load_game_as_turn_based(name, parameters)
    except Exception as error:  # pybind turns C++ exceptions into various builtins
        kind = OptionError if str(error).startswith("Missing parameter") else GameError
        raise kind(f"{PREFIX}{text}: pyspiel could not load it: {error}") from error
    return OpenSpielGame(spiel, name=PREFIX + written(name, parameters))


class OpenSpielGame(AnyGame):
    """A game of OpenSpiel. `spiel` is the `pyspiel.Game`.

    payoffs: least and greatest payoff; needed only where pyspiel gives no finite bounds.
    """

    examined = True  # by its own authors; and some of its games abort the process where ours would raise

    def __init__(self, spiel: Any, *, name: str | None = None, payoffs: tuple[float, float] | None = None) -> None:
        label = name or PREFIX + str(spiel)
        kind, kinds = spiel.get_type(), library().GameType
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
        beginning = spiel.new_initial_state()  # kept: what it wraps goes with it
        inner = beginning.simultaneous_game_state().get_game().get_type() if self.turn_based else kind
        self.hidden = inner.information == kinds.Information.IMPERFECT_INFORMATION
        """Whether players do not see all, once moves made at the same time are made."""
        self.resamples = self.hidden and _resamples(self)
        """Whether pyspiel itself can guess what a player does not know; else histories.py does."""
        self.tells_information = kind.provides_information_state_string
        self.tells_observation = kind.provides_observation_string
        """Whether pyspiel can say all that a player knows; what it sees at the moment."""
        if self.hidden and not self.resamples:
            if not (self.tells_information or self.tells_observation):
                self.unguessable = "pyspiel does not say what its players see"
            elif self.draws_unseen:
                self.unguessable = "it is dealt inside pyspiel, where no other deal can be asked for"

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
            spiel = library().load_game(spiel.get_type().short_name, parameters)
        return spiel.new_initial_state()


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
    except library().SpielError:
        return False
    return True
