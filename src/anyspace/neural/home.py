"""Which games a network is for: what its file says of that, and how many values it gives."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from typing import Any

from ..errors import OptionError
from ..rules.constant_sum import constant_sum
from ..rules.game import AnyGame


def check_home(name: str, made_for: Mapping[str, str], game: AnyGame) -> None:
    """A file that says which game it was made for is not for another; where that had other options, it may do."""
    meant = made_for.get("anyspace.game")
    known = {game.name, *([game.origin.name] if game.origin else [])}
    if meant is not None and meant not in known:
        raise OptionError(f"{name} was made for {meant}, not for {game.name}")
    given = _read(json.dumps(dict(game.origin.options), default=str)) if game.origin else {}
    options = _read(made_for.get("anyspace.options", "{}"))
    if any(options[option] != given[option] for option in options.keys() & given.keys()):
        wanted, here = (f"{game.name}({_told(each)})" for each in (options, given))
        warnings.warn(f"{name} was made for {wanted}; it looks at {here} all the same", stacklevel=2)


def check_sum(name: str, values: int | None, game: AnyGame) -> None:
    """One value for two players says that what one gains the other loses."""
    if values == 1 and game.players == 2 and not game.open_ended and constant_sum(game.start(seed=0)) is None:
        why = f"in {game.name} two players do not share what there is, and it gives one value for both"
        raise OptionError(f"{name}: {why}; give a value for each: [n, 2]")


def _read(text: str) -> dict[str, Any]:
    """Options of a game; none where a file of somebody's own says something else there."""
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _told(options: Mapping[str, Any]) -> str:
    return ",".join(f"{option}={value}" for option, value in options.items())
