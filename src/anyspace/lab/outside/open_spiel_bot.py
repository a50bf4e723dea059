"""OpenSpiel's bots as players, of its games and of ours that it has too.

A bot is given by name, `mcts`, `uniform_random` or any that pyspiel has registered, or by a function that makes one,
`factory(game, player, seed)` with pyspiel's game, as FILE.py:NAME or module:NAME. `mcts` has no clock of its own: of
`seconds` it is given as many iterations as it made in that time so far.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from ...bridges.open_spiel import OpenSpielGame
from ...bridges.open_spiel.names import library
from ...errors import ExperimentError
from ...rules.game import AnyGame, State
from ..decision import Decision, Forfeit, Outsider, Table
from .function import check_name, find
from .limit import check_timeout, in_time, timeout_of
from .spiel_games import twin_of

UCT_C = 2.0
"""Theirs is over rewards from -1 to 1: twice ours."""

MEMORY_MB = 1000

PROBE = 200
"""Iterations by which its pace is known at first."""


def takes(table: Table) -> tuple[str, ...]:
    """Options of the bot that a table names."""
    return (
        ("iterations", "seconds", "timer", "uct_c", "solve", "timeout") if table.get("bot") == "mcts" else ("timeout",)
    )


def repeats(table: Table) -> bool:
    """Those of pyspiel are seeded, unless the clock decides; of others nothing is known."""
    return table["bot"] in ("mcts", "uniform_random") and "seconds" not in table


def check(table: Table) -> None:
    """Raises `ExperimentError` where the options make no sense."""
    bot = table["bot"]
    check_timeout(table)
    if ":" in bot:
        check_name(bot)
    if bot != "mcts":
        return
    iterations, uct_c, solve = table.get("iterations"), table.get("uct_c", UCT_C), table.get("solve", True)
    seconds = table.get("seconds")
    if seconds is None and (type(iterations) is not int or iterations < 1):
        raise ExperimentError(f"bot mcts needs iterations, a whole number, 1 or more, not {iterations!r}")
    if seconds is not None and (type(seconds) not in (int, float) or not 0 < seconds < float("inf")):
        raise ExperimentError(f"bot mcts needs seconds, a number above 0, not {seconds!r}")
    if seconds is not None and iterations is not None:
        raise ExperimentError("bot mcts takes iterations or seconds, not both")
    if table.get("timer", "wall") not in ("wall", "processor"):
        raise ExperimentError(f"timer must be wall or processor, not {table['timer']!r}")
    if type(uct_c) not in (int, float) or not 0 <= uct_c < float("inf"):
        raise ExperimentError(f"uct_c must be a number, 0 or more, not {uct_c!r}")
    if not isinstance(solve, bool):
        raise ExperimentError(f"solve must be true or false, not {solve!r}")


class BotPlayer(Outsider):
    """Plays as the bot does. Bots are made for a game and its seat, at their first decision."""

    def __init__(self, game: AnyGame, table: Table, folder: Path) -> None:
        self._pyspiel = library()
        self._table = table
        self._factory = find(table["bot"], folder) if ":" in table["bot"] else None
        known = ["mcts", *self._pyspiel.registered_bots()]
        if self._factory is None and table["bot"] not in known:
            raise ExperimentError(f"OpenSpiel has no bot {table['bot']!r}; it has {', '.join(known)}")
        self._bridged = isinstance(game, OpenSpielGame)
        if isinstance(game, OpenSpielGame):
            self._spiel = game.spiel
        else:
            twin = twin_of(game)
            self._spiel, self._action = self._pyspiel.load_game(twin.name), twin.action
        self._state = self._spiel.new_initial_state()
        self._bots: dict[int, Any] = {}
        self._told: dict[int, int] = {}
        self._history: list[tuple[Any, int, int]] = []
        self._pace = 0.0  # iterations a second
        self._timeout = timeout_of(table)

    def _theirs(self, state: State) -> Any:
        return state.game.backend.thing(state._block) if self._bridged else self._state  # type: ignore[attr-defined]

    def _number(self, state: State, move: Any, theirs: Any) -> int:
        return int(move) if self._bridged else self._action(state, move, theirs)

    def follow(self, state: State, mover: int, move: Any) -> None:
        """Keep their state in step with ours, and the history for bots to be told."""
        theirs = self._theirs(state)
        action = self._number(state, move, theirs)
        self._history.append((theirs.clone(), mover, action))
        if not self._bridged:
            theirs.apply_action(action)

    def decide(self, state: State, source: random.Random) -> Decision:
        """What the bot does."""
        theirs = self._theirs(state).clone()
        try:
            answer, iterations = in_time(self._timeout, lambda: self._answer(theirs, state.mover, source))
        except (ExperimentError, Forfeit):
            raise
        except Exception as error:
            raise Forfeit(f"raised {type(error).__name__}: {error}") from error
        theirs = self._theirs(state)
        for move in state.moves():
            if answer == self._number(state, move, theirs):
                return Decision(move, iterations=iterations)
        raise Forfeit(f"answered with action {answer!r}, which is not a legal move")

    def _answer(self, theirs: Any, mover: int, source: random.Random) -> tuple[Any, int]:
        """An action, and how many iterations it took."""
        if "seconds" in self._table:
            return self._in_time(theirs, source.getrandbits(30))
        return self._as_told(theirs, mover, source), int(self._table.get("iterations", 0))

    def _as_told(self, theirs: Any, mover: int, source: random.Random) -> Any:
        """By the bot of that seat, which hears of everything that others did."""
        if mover not in self._bots:
            self._bots[mover] = self._make(mover, source.getrandbits(30))
        bot = self._bots[mover]
        for before, who, action in self._history[self._told.get(mover, 0) :]:
            if who != mover and hasattr(bot, "inform_action"):
                bot.inform_action(before, who, action)
        self._told[mover] = len(self._history)
        return bot.step(theirs)

    def _in_time(self, theirs: Any, seed: int) -> tuple[Any, int]:
        """By `mcts`, with as many iterations as the time allows. Positions that are solved early say nothing of its
        pace: it at most doubles or halves."""
        if not self._pace:
            self._pace = self._timed(theirs.clone(), PROBE, seed)[1]
        iterations = max(1, round(self._table["seconds"] * self._pace))
        answer, pace = self._timed(theirs, iterations, seed)
        self._pace = min(max(pace, self._pace / 2), 2 * self._pace)
        return answer, iterations

    def _timed(self, theirs: Any, iterations: int, seed: int) -> tuple[Any, float]:
        timer = time.thread_time if self._table.get("timer") == "processor" else time.perf_counter
        began = timer()
        answer = self._mcts(iterations, seed).step(theirs)
        return answer, iterations / (timer() - began)

    def _make(self, player: int, seed: int) -> Any:
        if self._factory is not None:
            return self._factory(self._spiel, player, seed)
        name = self._table["bot"]
        if name == "uniform_random":
            return self._pyspiel.make_uniform_random_bot(player, seed)
        if name == "mcts":
            return self._mcts(int(self._table["iterations"]), seed)
        return self._pyspiel.load_bot(name, self._spiel, player)

    def _mcts(self, iterations: int, seed: int) -> Any:
        evaluator = self._pyspiel.RandomRolloutEvaluator(1, seed)
        uct_c, solve = float(self._table.get("uct_c", UCT_C)), self._table.get("solve", True)
        return self._pyspiel.MCTSBot(self._spiel, evaluator, uct_c, iterations, MEMORY_MB, solve, seed, False)
