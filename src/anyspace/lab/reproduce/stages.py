"""What experiments in stages share: those that were asked for, and their games, loaded once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from ...errors import ExperimentError
from ...rules.game import AnyGame
from ..own_games import load_game
from ..suggest import unknown

Stage = TypeVar("Stage")


def chosen(stages: Mapping[str, Stage], only: Sequence[str] | None) -> list[Stage]:
    """The stages that were asked for by name, in their own order; all without a list. Raises `ExperimentError`."""
    for name in only or ():
        if name not in stages:
            raise ExperimentError(unknown("stage", name, [*stages]))
    return [stage for name, stage in stages.items() if only is None or name in only]


@cache
def loaded(game: str) -> AnyGame:
    """By its text."""
    return load_game(game, Path())
