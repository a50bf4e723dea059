"""Networks that come with the package, small and in eight bits: how each was learnt is in docs/results/networks.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..errors import OptionError
from ..rules.game import AnyGame

SHIPPED = "shipped"
"""What stands for the one that fits a game, where a path is asked for."""

FOLDER = Path(__file__).parent / "networks"

OPTIONS: dict[str, dict[str, Any]] = {"connect_four": {}, "go": {"size": 9, "komi": 7.5}, "othello": {}}
"""The games that have one, with the options that it was learnt for."""


def shipped_network(game: AnyGame) -> Path:
    """The file for a game. Raises `OptionError` where there is none."""
    origin = game.origin
    name = game.name if origin is None else origin.name
    if name not in OPTIONS or origin is None:
        known = ", ".join(OPTIONS)
        raise OptionError(f"no network for {name} comes with anyspace (there are {known}): anyspace learn makes one")
    meant, given = OPTIONS[name], dict(origin.options)
    if given != meant:
        wanted = ", ".join(f"{option}={value}" for option, value in meant.items())
        raise OptionError(f"the network for {name} that ships is for {wanted}; anyspace learn makes others")
    return FOLDER / f"{name}.int8.onnx"
