"""`anyspace games`: what can be played, and with which options."""

from __future__ import annotations

import argparse
import inspect
import json
import textwrap
from typing import Any

HOW_TO = """\
options go in brackets, quoted for the shell:  anyspace think 'hex(size=9)'
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """--open-spiel and --json."""
    parser.add_argument("--open-spiel", action="store_true", help="list the games of OpenSpiel too")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    from ..games import GAMES

    games: list[dict[str, Any]] = [
        {"name": name, "description": about, "options": options(name)} for name, about in GAMES.items()
    ]
    bridged = open_spiel_games()
    if args.json:
        spiel: dict[str, Any] = {"installed": bridged is not None, "count": len(bridged or [])}
        if args.open_spiel:
            spiel["games"] = bridged or []
        print(json.dumps({"games": games, "open_spiel": spiel}, indent=2))
        return 0
    width = max(len(name) for name in GAMES)
    for game in games:
        print(f"{game['name']:<{width}}  {game['description']}")
        if game["options"]:
            given = ", ".join(f"{option}={in_words(default)}" for option, default in game["options"].items())
            print(f"{'':<{width}}  {game['name']}({given})")
    print(f"\n{HOW_TO}{open_spiel_in_words(bridged, args.open_spiel)}")
    return 0


def options(name: str) -> dict[str, Any]:
    """A built-in game's options and their defaults."""
    from ..games import builder

    return {option: about.default for option, about in inspect.signature(builder(name)).parameters.items()}


def in_words(value: Any) -> str:
    """A default as `load` reads it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def open_spiel_games() -> list[str] | None:
    """The names of OpenSpiel's games in which players move and that a name is enough for; None without pyspiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    mean_field = pyspiel.GameType.Dynamics.MEAN_FIELD
    kinds = pyspiel.registered_games()
    return sorted(kind.short_name for kind in kinds if kind.default_loadable and kind.dynamics != mean_field)


def open_spiel_in_words(names: list[str] | None, every: bool) -> str:
    """How to get at OpenSpiel's games, and which there are if asked for."""
    if names is None:
        return "open_spiel:NAME plays the games of OpenSpiel:  pip install 'anyspace[openspiel]' brings them"
    text = f"open_spiel:NAME plays the games of OpenSpiel, {len(names)} here"
    if not every:
        return f"{text}:  anyspace games --open-spiel lists them"
    return f"{text}:\n" + textwrap.fill("  ".join(names), 100, break_long_words=False, break_on_hyphens=False)
