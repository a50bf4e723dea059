"""`check(game)`: plays a game at random and under a search, and tells what is wrong in its rules, in plain words."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..errors import GameError, OptionError
from ..rules.game import AnyGame
from .advice import advise
from .contract import check_contract
from .findings import DOUBTFUL, Checked
from .optional_rules import check_optional
from .plain_python import check_plain_python, check_twins
from .searching import check_search
from .secrets import check_secrets
from .speed import check_speed
from .walks import Broken, Inspection

Progress = Callable[[str], object]


def check(game: AnyGame, seconds: float = 10.0, seed: int = 0, on_progress: Progress | None = None) -> Checked:
    """Play `game` at random and under a search for about so many seconds, compilation not counted, and say what is
    wrong in its rules, what is doubtful, and what more it could have. `print` the answer; its `ok` is False if
    something is wrong. `on_progress` is told what is looked at."""
    if not isinstance(game, AnyGame):
        raise GameError(f"check takes a game (Game, PythonGame, or what load gives), not {game!r}")
    if not 0 < seconds < float("inf"):
        raise OptionError(f"seconds must be a number above 0, not {seconds!r}")
    inspection = Inspection(game, seconds, seed)
    stages: list[tuple[str, Callable[[], object]]] = [
        ("the rules as Python runs them", lambda: check_plain_python(inspection, 0.15 * seconds)),
        ("compiling", lambda: _compile(inspection)),
        ("random games", lambda: check_contract(inspection, 0.25 * seconds)),
        ("compiled against Python", lambda: check_twins(inspection, 0.1 * seconds)),
        ("optional rules", lambda: check_optional(inspection, 0.1 * seconds)),
        ("what is hidden", lambda: check_secrets(inspection, 0.2 * seconds)),
        ("searches", lambda: check_search(inspection, 0.25 * seconds)),
        ("speed", lambda: check_speed(inspection, 0.15 * seconds)),
        ("what more there could be", lambda: advise(inspection, 0.05 * seconds)),
    ]
    try:
        for what, stage in stages:
            if on_progress is not None:
                on_progress(what)
            with inspection.asking("rules"):
                stage()
    except Broken:
        inspection.say(DOUBTFUL, "check", f"ended while it looked at {what}: what comes after was not looked at")
    inspection.report.seconds = time.perf_counter() - inspection.began
    return inspection.report


def _compile(inspection: Inspection) -> None:
    inspection.game.backend.table  # noqa: B018  # compiled on first use, playouts included
