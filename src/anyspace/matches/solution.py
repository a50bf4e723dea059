"""Solutions of puzzles as JSON: a saved match, what its line pays, and how it was found.

{"anyspace_solution": 1, "score": 2557, "method": "nrpa:level=3", "playouts": 120000, "seconds": 60.1,
 "match": {"anyspace_match": 1, "game": "samegame", ...}}
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import PositionError
from ..files import write_whole
from ..numeric import as_score
from .match import Match
from .saving import text_of

if TYPE_CHECKING:
    from ..rules.game import AnyGame

FORMAT = 1
NEEDED = {"anyspace_solution": int, "score": (int, float), "match": dict}


@dataclass(frozen=True)
class Solution:
    """A line that was played through the rules, and what it pays."""

    match: Match
    score: float
    method: str = ""
    playouts: int = 0
    seconds: float = 0.0

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        record = {
            "anyspace_solution": FORMAT,
            "score": self.score,
            "method": self.method,
            "playouts": self.playouts,
            "seconds": round(self.seconds, 3),
            "match": json.loads(self.match.to_json()),
        }
        write_whole(path, json.dumps(record, indent=1, allow_nan=False) + "\n")


def read_solution(path: str | Path, game: AnyGame | None = None) -> Solution:
    """The solution in a file, every move of it played again. Raises `PositionError` where it is none: a file that does
    not parse, a move that is not legal, a game that has not ended, or another score than it says."""
    record = _record(Path(path))
    match = Match.from_json(json.dumps(record["match"]), game)
    if match.game.players != 1:
        raise PositionError(f"{path}: {match.game.name} has {match.game.players} players; solutions are for one")
    if not match.over:
        raise PositionError(f"{path}: after {len(match):,} moves the game is not over")
    pays, says = match.state.returns()[0], float(record["score"])
    if not math.isclose(pays, says, rel_tol=1e-9, abs_tol=1e-9):
        raise PositionError(f"{path}: it says that it pays {as_score(says)}, but its line pays {as_score(pays)}")
    return Solution(
        match, pays, str(record.get("method", "")), int(record.get("playouts", 0)), float(record.get("seconds", 0.0))
    )


def _record(path: Path) -> dict[str, Any]:
    try:
        record = json.loads(text_of(path))
    except OSError as error:
        raise PositionError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise PositionError(f"{path}: no JSON: {error}") from None
    for key, kind in NEEDED.items():
        found = record.get(key) if isinstance(record, dict) else None
        if not isinstance(found, kind) or isinstance(found, bool):  # type: ignore[arg-type]
            raise PositionError(f"{path}: no solution: expected an object with {', '.join(map(repr, NEEDED))}")
    if record["anyspace_solution"] != FORMAT:
        raise PositionError(f"{path}: its format is {record['anyspace_solution']}; this version reads {FORMAT}")
    for key, fits in (("playouts", int), ("seconds", (int, float))):
        if not isinstance(record.get(key, 0), fits):
            raise PositionError(f"{path}: {key!r} must be a number, not {record[key]!r}")
    return dict(record)
