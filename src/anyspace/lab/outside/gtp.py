"""A program that speaks GTP, the Go Text Protocol (Farnebäck 2002, draft version 2), as a player of any game for two
whose moves have names.

Player 0 is black. Vertices are the game's own names; where these use the letter i, which GTP's do not, the letters from
i on are moved by one, unless `letters = "all"`: programs for Hex use all letters, so that is Hex's default.
"""

from __future__ import annotations

import random
import re
import time
from pathlib import Path
from typing import Any

from ...errors import ExperimentError
from ...protocols.vertices import COLOURS, LETTERS, Vertices, usual_letters
from ...rules.game import CHANCE, AnyGame, State
from ..decision import Decision, Forfeit, Outsider, Table
from .game_options import options_of
from .limit import check_timeout, timeout_of
from .program import Program, ProgramFailed, words

SLACK = 0.1
"""Seconds that an answer may take on its way, before it counts as late."""


def check(table: Table) -> None:
    """Raises `ExperimentError` where the options make no sense."""
    words(table["command"])
    seconds, letters = table.get("seconds"), table.get("letters", "gtp")
    if seconds is not None and not (isinstance(seconds, int | float) and seconds >= 1 and seconds == int(seconds)):
        raise ExperimentError(f"GTP counts in whole seconds, 1 or more: seconds cannot be {seconds!r}")
    check_timeout(table)
    if letters not in LETTERS:
        raise ExperimentError(f"letters must be {' or '.join(LETTERS)}, not {letters!r}")


class Gtp:
    """A program that is asked in GTP."""

    def __init__(self, command: str, folder: Path, timeout: float) -> None:
        self._program = Program(command, folder)
        self._timeout = timeout
        self.name = Path(self._program.words[0]).name

    def ask(self, command: str) -> tuple[bool, str]:
        """Whether the command succeeded, and the answer. Raises `ProgramFailed`."""
        until = time.monotonic() + self._timeout
        self._program.send(command)
        while not (line := self._program.line(until)).startswith(("=", "?")):
            pass  # some greet, or comment
        lines = [re.sub(r"^[=?][0-9]*\s?", "", line)]
        while rest := self._program.line(until).rstrip():
            lines.append(rest)
        return line[0] == "=", "\n".join(lines).strip()

    def knows(self, command: str) -> bool:
        """Whether it has a command."""
        return self.ask(f"known_command {command}")[1].lower() == "true"

    def close(self) -> None:
        """Let it end."""
        try:
            self._program.send("quit")
        except ProgramFailed:
            pass
        finally:
            self._program.close()


class GtpPlayer(Outsider):
    """Plays as the program does. One process a game, begun with its first decision."""

    def __init__(self, game: AnyGame, table: Table, folder: Path) -> None:
        if game.players != 2:
            raise ExperimentError(f"GTP is for two players, and {game.name} has {game.players}")
        if game.hides:
            raise ExperimentError(f"GTP is for games without secrets, and {game.name} has some")
        self._vertices = Vertices(game, table.get("letters", usual_letters(game)))
        self._komi = options_of(game).get("komi")
        self._command, self._folder, self._seconds = table["command"], folder, table.get("seconds")
        self._timeout = timeout_of(table)
        self._gtp: Gtp | None = None
        self._untold: list[tuple[int, str]] = []
        self._counts_time = False
        self._late = 0.0
        self._answered: tuple[int, str] | None = None

    def follow(self, state: State, mover: int, move: Any) -> None:
        """Take note of a move that the program is to be told. Its own answers it knows."""
        if mover == CHANCE:
            raise ExperimentError(f"GTP is for games without chance, and {state.game.name} has some")
        played = (mover, self._vertices.name(state, move))
        if played != self._answered:
            self._untold.append(played)
        self._answered = None

    def decide(self, state: State, source: random.Random) -> Decision:
        """What the program answers to `genmove`."""
        try:
            answer = self._ask(state.mover, source)
        except ProgramFailed as error:
            raise Forfeit(str(error)) from None
        if answer.lower() == "resign":
            raise Forfeit("resigned")
        legal = self._vertices.legal(state)
        if answer.lower() not in legal:
            raise Forfeit(f"answered with {answer[:40]!r}, which is not a legal move")
        move = legal[answer.lower()]
        self._answered = (state.mover, self._vertices.name(state, move))
        return Decision(move, late=self._late)

    def close(self) -> None:
        """End the program."""
        if self._gtp is not None:
            self._gtp.close()
            self._gtp = None

    def _ask(self, mover: int, source: random.Random) -> str:
        if self._gtp is None:
            self._gtp = Gtp(self._command, self._folder, self._timeout)
            self._set_up(self._gtp, source)
        for who, vertex in self._untold:
            accepted, answer = self._gtp.ask(f"play {COLOURS[who]} {vertex}")
            if not accepted:
                raise Forfeit(f"did not accept {vertex}: {answer}")
        self._untold = []
        if self._counts_time and self._seconds is not None:
            self._gtp.ask(f"time_left {COLOURS[mover]} {int(self._seconds)} 1")
        began = time.monotonic()
        accepted, answer = self._gtp.ask(f"genmove {COLOURS[mover]}")
        late = 0.0 if self._seconds is None else time.monotonic() - began - self._seconds
        self._late = late if late > SLACK else 0.0
        if not accepted:
            raise Forfeit(f"refused to move: {answer}")
        return answer

    def _set_up(self, gtp: Gtp, source: random.Random) -> None:
        """The board, the komi, the clock. What the program cannot do of these makes the match senseless."""
        size = self._vertices.size
        if size is not None:
            self._must(gtp, f"boardsize {size[0]}" if size[0] == size[1] else f"boardsize {size[0]} {size[1]}")
        self._must(gtp, "clear_board")
        if self._komi is not None:
            self._must(gtp, f"komi {self._komi:g}")
        seed = source.getrandbits(31)
        if gtp.knows("set_random_seed"):
            gtp.ask(f"set_random_seed {seed}")
        if self._seconds is not None and gtp.knows("time_settings"):
            self._must(gtp, f"time_settings 0 {int(self._seconds)} 1")
            self._counts_time = gtp.knows("time_left")

    @staticmethod
    def _must(gtp: Gtp, command: str) -> None:
        accepted, answer = gtp.ask(command)
        if not accepted:
            raise ExperimentError(f"{gtp.name} refuses {command!r}: {answer}")
