"""The survey's methods for one player as a page: what was published, what our runs say, which lines were kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ...errors import AnyspaceError
from ...matches.solution import Solution, read_solution
from . import long_runs, survey_checks
from .checks.outcome import FULL, Check, Size
from .checks.planning import CHECKS as PLANNING
from .checks.puzzles import CHECKS as PUZZLES
from .markdown import paragraph, table, write

FILE = "survey_one_player"

CHECKS: list[Check] = [*PUZZLES, *PLANNING]

LINES = "solutions"
"""The folder, beside the page, of lines that `anyspace solve --save` wrote."""


def run(folder: Path, only: Sequence[str] | None, say: Callable[[str], None], size: Size = FULL) -> None:
    """The checks that the folder's table lacks."""
    wanted = survey_checks.chosen(only, CHECKS)
    survey_checks.run_missing(folder, wanted, say, size, FILE, CHECKS)


def reproduce(folder: Path, checks: Sequence[Check] = CHECKS) -> list[Path]:
    """Write the page from the folder's table and its lines. Returns the files."""
    results = survey_checks.load(folder, FILE)
    text = "\n\n".join(
        [
            "# One player",
            paragraph(
                "Sections IV-C, IV-D and IV-I of Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012),",
                "and their successors. Methods, boards, playouts and seeds were fixed before anything was run, but for",
                "row 50, where half of these problems had left it undecided, and for what a run of NMCS plays itself,",
                "which explains why the best that was seen differs so little: a run without memory has often seen",
                "what it then does not play. It is made again by `anyspace lab reproduce survey_one_player`.",
            ),
            survey_checks.section(results, checks, FILE, "Scores at equal playouts, puzzles solved"),
            long_runs.section(folder),
            lines(folder / LINES),
        ]
    )
    return write(folder, {f"{FILE}.md": text})


def lines(folder: Path) -> str:
    """The table of lines that were kept, each played again."""
    rows = []
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else []:
        try:
            rows.append(_row(path, read_solution(path)))
        except AnyspaceError as error:
            rows.append([path.name, "", "", "", "", f"wrong: {' '.join(str(error).split())}"])
    if not rows:
        where = f"Lines that `anyspace solve ... --save` writes into the folder `{LINES}` beside this page"
        return "\n\n".join(["## Lines", paragraph("None are kept.", where, "are played again and listed here.")])
    return "\n\n".join(["## Lines", table(["file", "game", "pays", "method", "playouts", "replayed"], rows, left=2)])


def _row(path: Path, solution: Solution) -> list[str]:
    origin = solution.match.game.origin
    options = {} if origin is None else dict(origin.options)
    shown = ", ".join(f"{name}={options[name]}" for name in ("board", "variant", "size", "cities") if name in options)
    return [
        path.name,
        f"{solution.match.game.name} {shown}".strip(),
        f"{solution.score:,g}",
        solution.method,
        f"{solution.playouts:,}",
        "yes",
    ]
