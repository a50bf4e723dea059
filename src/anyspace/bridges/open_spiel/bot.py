"""anyspace as a bot of OpenSpiel: plays wherever OpenSpiel lets bots play, `evaluate_bots` and its own tournaments.

Drivers tell bots of moves in different ways, and of simultaneous ones not at all. So nothing is relied on but the state
that a bot is asked about: what happened since the last time is read from its history.
"""

from __future__ import annotations

import secrets
from typing import Any

from ...errors import BudgetError, OptionError
from ...rules.game import State
from ...search.result import Result
from ...search.search import Search
from .game import OpenSpielGame
from .names import library

ITERATIONS = 1000
"""Of a decision, where nothing else is said."""


def bot_class() -> type:
    """The class, made when pyspiel is there: it must be a subclass of pyspiel's. Raises `MissingDependency`."""
    pyspiel = library()

    class Bot(pyspiel.Bot):  # type: ignore[misc, name-defined]
        """A player of one seat of a `pyspiel.Game`, by a search of anyspace.

        game, player: as OpenSpiel's own bots take them; the game may have chance, hidden information and simultaneous
        moves.
        parts, options: what the search is made of, as `Search` takes them (`"grave:ref=100"`, `information="single"`).
        iterations, seconds: what a decision may take, 1,000 iterations if nothing is said.
        seed: one seed, one play; without it every bot plays another one.
        """

        def __init__(
            self,
            game: Any,
            player: int,
            *parts: Any,
            iterations: int | None = None,
            seconds: float | None = None,
            seed: int | None = None,
            **options: Any,
        ) -> None:
            super().__init__()
            if not 0 <= player < game.num_players():
                raise OptionError(f"player must be 0 to {game.num_players() - 1}, not {player!r}")
            if iterations is None and seconds is None:
                iterations = ITERATIONS
            if (iterations is not None and iterations < 1) or (seconds is not None and seconds <= 0):
                raise BudgetError(f"a bot needs iterations or seconds above 0, not {iterations!r} and {seconds!r}")
            self._theirs = game
            self._simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
            self.game = OpenSpielGame(pyspiel.convert_to_turn_based(game) if self._simultaneous else game)
            self.player = player
            self._parts, self._options = parts, options
            self._iterations, self._seconds = iterations, seconds
            self._seed = secrets.randbits(62) if seed is None else seed
            self._games = 0
            self.restart()

        # ---- what drivers call

        def player_id(self) -> int:
            return self.player

        def restart(self) -> None:
            """A new game."""
            self.search = Search(self.game, *self._parts, seed=self._seed + self._games, **self._options)
            self._games += 1
            self._at: list[int] | None = None

        def restart_at(self, state: Any) -> None:
            self.restart()

        def inform_action(self, state: Any, player: int, action: int) -> None:
            """Histories tell as much."""

        def inform_actions(self, state: Any, actions: list[int]) -> None:
            """The same."""

        def provides_force_action(self) -> bool:
            return True

        def force_action(self, state: Any, action: int) -> None:
            """It will be in the history."""

        def provides_policy(self) -> bool:
            return True

        def get_policy(self, state: Any) -> list[tuple[int, float]]:
            """How often to play each legal action: its share of the visits, or of the mixed strategy that was found."""
            return self.step_with_policy(state)[0]

        def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
            result = self.think(state)
            shares = result.strategy
            legal = state.legal_actions(self.player)
            total = sum(shares.get(action, 0.0) for action in legal)
            if total <= 0:
                return [(action, float(action == result.move)) for action in legal], int(result.move)
            return [(action, shares.get(action, 0.0) / total) for action in legal], int(result.move)

        def step(self, state: Any) -> int:
            return int(self.think(state).move)

        def is_clonable(self) -> bool:
            return False

        # ---- how it decides

        def think(self, state: Any) -> Result:
            """What the search finds in OpenSpiel's `state`, in which this bot is to move."""
            ours = self._ours(state)
            history = list(ours.object.history())
            self._follow(history)
            begins = None if self._at == history else ours
            result = self.search.run(begins, iterations=self._iterations, seconds=self._seconds)
            self._at = history
            return result

        def _follow(self, history: list[int]) -> None:
            """Keep what is known of what follows, if the game went on from where the last decision was."""
            if self._at is None or history[: len(self._at)] != self._at or self._simultaneous:
                self._at = None
                return
            for move in history[len(self._at) :]:
                self.search.advance(move)
            self._at = history

        def _ours(self, state: Any) -> State:
            """Their state as one of ours. Of those who move at the same time nothing is known: they are given any move,
            and the search guesses another."""
            if not self._simultaneous:
                return self.game.position(state.clone())
            turns = self.game.spiel.new_initial_state()
            for action in state.history():
                turns.apply_action(action)
            while turns.current_player() != self.player and not turns.is_chance_node() and not turns.is_terminal():
                turns.apply_action(turns.legal_actions()[0])
            return self.game.position(turns)

    return Bot
