"""Experiments as people write them: a TOML file. docs/lab.md describes every key."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from ..errors import ExperimentError, MissingDependency
from .experiment import Experiment, Plan, build, tournament
from .own_games import load_game
from .players import Player, from_words, is_part_option, keys, over
from .seating import sides_of
from .suggest import unknown

KEYS: dict[str, tuple[type, ...]] = {
    "name": (str,),
    "game": (str,),
    "scoring": (str,),
    "games": (int,),
    "seed": (int,),
    "sides": (list,),
    "lineup": (str,),
    "separate_sides": (bool,),
    "base": (dict,),
    "player": (dict, list, str),
    "opponent": (dict, str),
    "players": (dict,),
}
"""What a file may say, and of what kind it is."""

SPOKEN = {str: "text", int: "a whole number", list: "a list", bool: "true or false", dict: "a table"}


def read(path: Path) -> Experiment:
    """The experiment in a file. Raises `ExperimentError` in one line that begins with the file's name."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ExperimentError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    try:
        return experiment(_parse(text), name=path.stem, folder=path.parent)
    except ExperimentError as error:
        raise ExperimentError(f"{path.name}: {error}") from error


def _parse(text: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        try:
            import tomli as tomllib
        except ImportError:
            raise MissingDependency("experiments need tomli on Python 3.10: pip install 'anyspace[lab]'") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ExperimentError(f"not valid TOML: {error}") from None


def experiment(given: Mapping[str, Any], *, name: str, folder: Path) -> Experiment:
    """The experiment that a file's contents describe."""
    for key, value in given.items():
        if key not in KEYS:
            raise ExperimentError(unknown("key", key, KEYS))
        if type(value) not in KEYS[key]:
            raise ExperimentError(f"{key} must be {' or '.join(SPOKEN[kind] for kind in KEYS[key])}, not {value!r}")
    if "game" not in given:
        raise ExperimentError('there is no game: write game = "NAME" (`anyspace games` lists the names)')
    game = load_game(given["game"], folder)
    sides = len(sides_of(game, given.get("sides")))
    style = given.get("lineup", "one")
    if "players" in given:
        if extra := [key for key in ("player", "opponent") if key in given]:
            raise ExperimentError(f"[players.NAME] means everybody against everybody: leave out {' and '.join(extra)}")
        points = list(tournament(list(_contestants(given)), style, sides))
    elif "player" in given:
        points = [Plan(entrants, style, values, games) for entrants, values, games in _sweep(given, sides)]
    else:
        points = []
    return build(
        name=given.get("name", name),
        game=given["game"],
        folder=folder,
        loaded=game,
        points=points,
        scoring=given.get("scoring"),
        sides=given.get("sides"),
        seed=given.get("seed", 0),
        games=given.get("games", 1000),
        separate=given.get("separate_sides"),
    )


# ---- what varies


def variants(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every combination of the values of a table in which some are lists. A list of parts is one value: lists of such
    lists vary."""
    lists = [_choices(key, value) for key, value in table.items()]
    for combination in product(*lists):
        yield dict(zip(table, combination, strict=True))


def _choices(key: str, value: Any) -> list[Any]:
    is_one = not isinstance(value, list) or (key == "parts" and all(isinstance(text, str) for text in value))
    return [value] if is_one else value


def _table(given: Mapping[str, Any] | str, where: str) -> Mapping[str, Any]:
    table = from_words(given) if isinstance(given, str) else given
    for key, value in table.items():
        if key not in keys() and not is_part_option(key):
            raise ExperimentError(f"[{where}]: {unknown('key', key, keys())}")
        if isinstance(value, dict) or value == []:
            raise ExperimentError(f"[{where}]: {key} must be a value or a list of values, not {value!r}")
    return table


def _own_games(given: Mapping[str, Any] | str) -> tuple[Mapping[str, Any] | str, int | None]:
    """A tested player without its number of games, and that number, if it has one."""
    if isinstance(given, str) or "games" not in given:
        return given, None
    if type(given["games"]) is not int:
        raise ExperimentError(f"[player]: games must be {SPOKEN[int]}, not {given['games']!r}")
    return {key: value for key, value in given.items() if key != "games"}, given["games"]


def _sweep(given: Mapping[str, Any], sides: int) -> Iterator[tuple[tuple[Player, ...], dict[str, Any], int | None]]:
    """Every variant of the tested player, against every variant of the opponent, and its own number of games."""
    if sides > 1 and "opponent" not in given:
        raise ExperimentError("there is nobody to play against: add an [opponent]")
    if sides == 1 and "opponent" in given:
        raise ExperimentError("this game has one side: leave out [opponent]")
    tested = given["player"] if isinstance(given["player"], list) else [given["player"]]
    if wrong := [table for table in tested if not isinstance(table, dict | str)]:
        raise ExperimentError(f"player must be a table or a list of tables, not a list with {wrong[0]!r}")
    found: list[tuple[dict[str, Any], ...]] = []
    games: list[int | None] = []
    for base in variants(_table(given.get("base", {}), "base")):
        for table, number in map(_own_games, tested):
            before = len(found)
            for player in variants(_table(table, "player")):
                if sides == 1:
                    found.append((over(base, player),))
                    continue
                for opponent in variants(_table(given["opponent"], "opponent")):
                    found.append((over(base, player), over(base, opponent)))
            games += [number] * (len(found) - before)
    names = ("player", "opponent")
    for tables, values, number in zip(found, _what_varies(found), games, strict=True):
        yield tuple(Player(name, table) for name, table in zip(names, tables, strict=False)), values, number


def _what_varies(points: list[tuple[dict[str, Any], ...]]) -> list[dict[str, Any]]:
    """Of each point the options that are not the same in all: the opponent's only where they are not the player's."""
    players = [tables[0] for tables in points]
    opponents = [tables[1] if len(tables) > 1 else {} for tables in points]

    def varying(tables: list[dict[str, Any]]) -> list[str]:
        every = dict.fromkeys(key for table in tables for key in table)
        return [key for key in every if len({repr(table.get(key)) for table in tables}) > 1]

    own = varying(players)
    other = [
        key
        for key in varying(opponents)
        if any(a.get(key) != b.get(key) for a, b in zip(players, opponents, strict=True))
    ]
    return [
        {key: player[key] for key in own if key in player}
        | {f"opponent.{key}": opponent[key] for key in other if key in opponent}
        for player, opponent in zip(players, opponents, strict=True)
    ]


def _contestants(given: Mapping[str, Any]) -> Iterator[Player]:
    """Everybody of a tournament; where a table or the base has lists, each variant under a name of its own."""
    bases = list(variants(_table(given.get("base", {}), "base")))
    for name, table in given["players"].items():
        if not isinstance(table, dict | str):
            raise ExperimentError(f"[players.{name}] must be a table, not {table!r}")
        merged = [over(base, variant) for base in bases for variant in variants(_table(table, f"players.{name}"))]
        distinct = list({repr(one): one for one in merged}.values())
        for one, values in zip(distinct, _what_varies([(one,) for one in distinct]), strict=True):
            yield Player(" ".join([name, *(f"{key}={value}" for key, value in values.items())]), one)
