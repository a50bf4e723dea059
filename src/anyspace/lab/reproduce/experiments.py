"""The experiments of Figure 2 of the memory-bounded paper: their files, which are part of the package."""

from __future__ import annotations

from pathlib import Path

from ..experiment import Experiment
from ..file import read
from ..results import Results, load
from ..store import Store

FOLDER = Path(__file__).parents[1] / "papers"

GAMES = ("spades", "hearts", "confrontation")
"""In the order of the figure's panels."""

BOUNDS = ("stop", "stunt", "ensemble", "flatten", "recycle", "collect")
"""In the order in which the paper describes them."""

UNBOUNDED = "unbounded"

SIDES = {"spades": ("",), "hearts": ("",), "confrontation": ("Dark", "Light")}
"""Who has a panel of his own: the sides of confrontation, in the order of the seats."""

GAMES_A_POINT = 1000
"""In the paper."""


def name(game: str) -> str:
    """Under which results are kept."""
    return f"memory_bounds_{game}"


def experiment(game: str) -> Experiment:
    """The experiment on one of `GAMES`."""
    return read(FOLDER / f"{name(game)}.toml")


def stored(store: Store) -> dict[str, Results]:
    """What a database has, by game; games of which it has no finished deal are left out."""
    known = store.experiments()
    found = {game: load(store, name(game)) for game in GAMES if name(game) in known}
    return {game: results for game, results in found.items() if any(point.scores_by_deal() for point in results.points)}
