"""Matches as JSON.

    {"anyspace_match": 1, "game": "hex", "options": {"size": 5, "swap": false}, "seed": 7, "start": null,
     "moves": ["c3", "b2"]}

`start` is null where the game began as its seed has it; else the position it began at: its text, or in a list of one
its bytes in hexadecimal, where the text does not say all.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import AnyspaceError, GameError, IllegalMove, PositionError
from ..games import load

if TYPE_CHECKING:
    from ..rules.game import AnyGame, State
    from .match import Match

FORMAT = 1
KEYS = ("anyspace_match", "game", "options", "seed", "start", "moves")


class OwnGame(PositionError):
    """A saved match of a game that is not known by its name: whoever reads it has to give the game."""


def to_json(match: Match) -> str:
    """A match as JSON, one line."""
    origin = match.game.origin
    record = {
        "anyspace_match": FORMAT,
        "game": match.game.name if origin is None else origin.name,
        "options": None if origin is None else dict(origin.options),
        "seed": match.seed,
        "start": None if match.seed is not None else _written(match.start),
        "moves": match.names,
    }
    return json.dumps(record, allow_nan=False)


def from_json(text: str, game: AnyGame | None) -> Match:
    """The match again. Raises `PositionError` where something does not fit."""
    from .match import Match

    record = _checked(text)
    if game is None:
        game = _loaded(record)
    elif record["game"] != (name := game.name if game.origin is None else game.origin.name):
        raise PositionError(f"a saved match of {record['game']!r} is none of {name!r}")
    start = None if record["start"] is None else _read(game, record["start"])
    try:
        return Match(game, record["seed"], start=start).play_all(record["moves"])
    except IllegalMove as error:
        raise PositionError(f"saved match: {error}") from None


def text_of(path: Path) -> str:
    """A file's text. Raises `PositionError` where it is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise PositionError(f"{path} is no text in UTF-8: {error.reason}") from None


def _checked(text: str) -> dict[str, Any]:
    """The record, every entry of its kind."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PositionError(f"saved match: no JSON: {error}") from None
    if not isinstance(record, dict) or "anyspace_match" not in record:
        raise PositionError("saved match: expected an object with 'anyspace_match'")
    if record["anyspace_match"] != FORMAT or isinstance(record["anyspace_match"], bool):
        raise PositionError(f"saved match: its format is {record['anyspace_match']!r}; this version reads {FORMAT}")
    odd = sorted(set(record) ^ set(KEYS))
    if odd:
        raise PositionError(f"saved match: {odd[0]!r} is {'unknown' if odd[0] in record else 'missing'}")
    seed, start, moves, options = record["seed"], record["start"], record["moves"], record["options"]
    in_bytes = isinstance(start, list) and len(start) == 1 and isinstance(start[0], str)
    for entry, fits, wanted in (
        ("game", isinstance(record["game"], str), "a game's name"),
        ("options", options is None or isinstance(options, dict), "an object, or null"),
        ("seed", seed is None or type(seed) is int, "a whole number, or null"),
        ("start", start is None or isinstance(start, str) or in_bytes, "a text, a list of one text, or null"),
        ("moves", isinstance(moves, list) and all(isinstance(move, str) for move in moves), "a list of names"),
        ("start", (seed is None) != (start is None), "null if there is a seed, and only then"),
    ):
        if not fits:
            raise PositionError(f"saved match: {entry!r} must be {wanted}, not {_short(record[entry])}")
    return record


def _loaded(record: dict[str, Any]) -> AnyGame:
    if record["options"] is None:
        raise OwnGame(f"saved match: {record['game']!r} is a game of your own: give it, game=...")
    try:
        return load(record["game"], **record["options"])
    except AnyspaceError as error:
        raise PositionError(f"saved match: {error}") from None


def _written(start: State) -> str | list[str]:
    """A position as text, if that says all of it, or else as bytes."""
    try:
        text = start.notation()
        if start.game.position(text) == start:
            return text
    except GameError:
        pass
    try:
        return [bytes(start).hex()]
    except GameError:
        raise GameError(
            f"{start.game.name}: a match that began at a given position needs a notation to be saved"
        ) from None


def _read(game: AnyGame, start: str | list[str]) -> State:
    if isinstance(start, str):
        return game.position(start)
    try:
        return game.position(bytes.fromhex(start[0]))
    except ValueError as error:
        raise PositionError(f"saved match: 'start' is no position: {error}") from None


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
