"""GTP, the Go Text Protocol (Farnebäck 2002, draft version 2), as an engine speaks it: lines in, answers out.

A command is a function of the session and its words. It gives the answer, or one line after the other while it goes on;
what it raises becomes a failure, and then nothing has changed.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable, Iterator

from ..errors import AnyspaceError, ProtocolError
from ..rules.game import AnyGame
from .board import Board
from .lines import Lines
from .thinking import Thinker
from .timing import PlayersTime

Answer = str | Iterator[str]
Command = Callable[["Session", list[str]], Answer]

NAMES_OF_COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


class Session:
    """A conversation, and what it is about."""

    def __init__(
        self, lines: Lines, game: AnyGame, thinker: Thinker, letters: str | None = None, resigns_below: float = 0.0
    ) -> None:
        self.lines, self.thinker = lines, thinker
        self.board = Board(game, letters)
        self.times: list[PlayersTime] | None = None
        """Of black and white; None while time does not matter."""
        self.settings: tuple[int, int, int] | None = None
        """Seconds for a game, then seconds for so many moves."""
        self.resigns_below = resigns_below
        self.wants_to_ponder = False
        """Whether a move was just made."""
        self.over = False

    def serve(self) -> None:
        """Answer until told to quit, or until nothing more is said."""
        try:
            while not self.over and (line := self.lines.next()) is not None:
                self.hear(line)
                if self.wants_to_ponder:
                    self.wants_to_ponder = False
                    self.thinker.ponder(self.board.state)
        finally:
            self.thinker.rest()

    def hear(self, line: str) -> None:
        """One line, and the answer to it if it is a command."""
        plain = re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line).replace("\t", " ").partition("#")[0]
        found = re.match(r"\s*([0-9]+(?=\s|$))?\s*(\S+)?(.*)", plain, re.DOTALL)
        assert found is not None
        number, name, rest = found[1] or "", found[2], found[3]
        if name is None:
            if number:
                self.lines.say(f"?{number} unknown command\n")
            return
        try:
            answer = command(name)(self, rest.split())
        except AnyspaceError as error:
            self.lines.say(f"?{number} {' '.join(str(error).split())}\n")
        except Exception as error:  # a mistake of ours: the conversation goes on
            traceback.print_exc(file=sys.stderr)
            self.lines.say(f"?{number} internal error: {' '.join(repr(error).split())[:200]}\n")
        else:
            self._give(number, answer)

    def _give(self, number: str, answer: Answer) -> None:
        if isinstance(answer, str):
            text = "\n".join(line.rstrip() for line in answer.split("\n") if line.strip())
            first = "\n" if answer.startswith("\n") else " " * bool(text)
            self.lines.say(f"={number}{first}{text}\n")
            return
        self.lines.say(f"={number}")
        try:
            for line in answer:
                self.lines.say(line)
        except AnyspaceError as error:  # it was going well so far
            print(f"anyspace: {error}", file=sys.stderr)
        except BrokenPipeError:  # nobody listens any more
            raise
        except Exception:  # a mistake of ours, as above
            traceback.print_exc(file=sys.stderr)
        self.lines.say("")


def command(name: str) -> Command:
    """The command of that name. Raises `ProtocolError`."""
    try:
        return all_commands()[name]
    except KeyError:
        raise ProtocolError("unknown command") from None


def all_commands() -> dict[str, Command]:
    """Every command by name."""
    from . import gtp_analysis, gtp_commands, gtp_go

    return {**gtp_commands.COMMANDS, **gtp_go.COMMANDS, **gtp_analysis.COMMANDS}


# ---- words


def colour(word: str) -> int:
    """Black or white, in any case. Raises `ProtocolError`."""
    if word.lower() not in NAMES_OF_COLOURS:
        raise ProtocolError(f"{word[:40]!r} is no colour")
    return NAMES_OF_COLOURS[word.lower()]


def whole(word: str, most: int = 2**31 - 1) -> int:
    """A whole number, 0 or more. Raises `ProtocolError`."""
    if not re.fullmatch(r"[0-9]{1,10}", word) or int(word) > most:
        raise ProtocolError(f"{word[:40]!r} is no whole number from 0 to {most}")
    return int(word)


def exactly(words: list[str], *counts: int) -> list[str]:
    """The words, if they are so many. Raises `ProtocolError`."""
    if len(words) not in counts:
        wanted = " or ".join(map(str, counts))
        raise ProtocolError(f"syntax error: {wanted} words expected, not {len(words)}")
    return words
