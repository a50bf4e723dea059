"""Players that are not ours: programs behind GTP, OpenSpiel's bots, functions. A kind of player each.

What they do wrong (no answer in time, an illegal move, an exception) loses the game, and the reason is kept with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...errors import ExperimentError
from ...rules.game import AnyGame
from ..decision import Outsider, Table
from . import function, gtp, open_spiel_bot


@dataclass(frozen=True)
class Kind:
    """A kind of player."""

    names: str
    """the option that says who it is"""
    takes: Callable[[Table], tuple[str, ...]]
    """its other options"""
    check: Callable[[Table], None]
    """raises `ExperimentError` where the options make no sense"""
    seat: Callable[[AnyGame, Table, Path], Outsider]
    """somebody who plays; files are sought from the folder"""
    all_keys: tuple[str, ...]
    """every option that one of this kind may have"""
    repeats: Callable[[Table], bool] = lambda table: False
    """whether it decides the same another time"""


GTP = ("seconds", "timeout", "letters")

KINDS = {
    "gtp": Kind("command", lambda table: GTP, gtp.check, gtp.GtpPlayer, ("command", *GTP)),
    "open_spiel_bot": Kind(
        "bot",
        open_spiel_bot.takes,
        open_spiel_bot.check,
        open_spiel_bot.BotPlayer,
        ("bot", "iterations", "uct_c", "solve", "timeout"),
        open_spiel_bot.repeats,
    ),
    "function": Kind(
        "function", lambda table: ("timeout",), function.check, function.FunctionPlayer, ("function", "timeout")
    ),
}
"""By name."""

OWN_KEYS = ("command", "timeout", "letters", "bot", "uct_c", "solve", "function")
"""Options that players of our own do not have."""


def check(table: Table) -> None:
    """Raises `ExperimentError` where a table of one of these kinds makes no sense."""
    name = table["kind"]
    kind = KINDS[name]
    known = ("kind", kind.names, *kind.takes(table))
    article = "an" if name[0] in "aeiou" else "a"
    if not isinstance(table.get(kind.names), str) or not table[kind.names].strip():
        raise ExperimentError(f'{article} {name} player needs {kind.names} = "..."')
    if extra := [key for key in table if key not in known]:
        raise ExperimentError(f"{article} {name} player takes {', '.join(known[1:])} here, not {', '.join(extra)}")
    kind.check(table)


def from_word(word: str) -> dict[str, str] | None:
    """The table that a word of a player's line means: `gtp:COMMAND`, `open_spiel_bot:NAME`, `FILE.py:NAME`; None for
    any other word."""
    name, colon, who = word.partition(":")
    if colon and name in KINDS:
        return {"kind": name, KINDS[name].names: who}
    if function.IN_A_FILE in word and "=" not in word:
        return {"kind": "function", "function": word}
    return None


def file_of(table: Table, folder: Path) -> Path | None:
    """The file that such a player is in; None where it is in none."""
    kind = KINDS.get(table.get("kind", ""))
    text = "" if kind is None else str(table.get(kind.names, ""))
    return (folder / text.rpartition(":")[0]).resolve() if function.IN_A_FILE in text else None
