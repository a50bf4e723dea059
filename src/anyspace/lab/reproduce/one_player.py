"""The survey's methods for one player as a page: what was published, what our runs say, which lines were kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ...errors import AnyspaceError
from ...matches.solution import Solution, read_solution
from . import long_runs, survey_checks
from .checks import asking, books, learnt_values, morpion, planning, puzzles, satisfiability, ways
from .checks.outcome import FULL, Check, Size
from .markdown import paragraph, table, write

FILE = "survey_one_player"

CHECKS: list[Check] = sorted(
    [
        check
        for topic in (puzzles, morpion, books, planning, ways, satisfiability, asking, learnt_values)
        for check in topic.CHECKS
    ]
    + [long_runs.TOURS],
    key=lambda check: check.number,
)
"""In the order of the table."""

INTRODUCTION = "\n\n".join(
    [
        paragraph(
            "Sections IV-C, IV-D, IV-I, IV-J, VII-D and VII-H of Browne et al., *A Survey of Monte Carlo Tree Search",
            "Methods* (2012), and their successors. It is made again by `anyspace lab reproduce survey_one_player`.",
        ),
        paragraph(
            "Of the claims in the table, methods, instances, budgets and seeds were fixed before anything was run, but",
            "for row 50, MHSP, where half of these problems had left it undecided, and for what a run of NMCS plays",
            "itself, which explains why the best that was seen differs so little: a run without memory has often",
            "seen what it then does not play. What rows 51, 52 and 72 compare had been tried in a small way before, on",
            "the problems' own pages and with other seeds, and settings of TDMC(λ) and UNLEO with it. The table has",
            "the methods' defaults; those of TDMC(λ) were known not to show the published sign.",
        ),
        paragraph(
            "Sizes of the rows that came last (23 on left moves, 45 and 47 on Morpion Solitaire, HGSTS, 49, walks,",
            "51, 52 but for TAG, BFS3, 72) were chosen by how long they take, before anything that came of them was",
            "looked at. Random walks and the beam of policies on Morpion Solitaire were begun larger, took too long,",
            "and were cut down with no figure known. The wider BFS3 and the larger opening books were added when the",
            "first ones had been seen to lose, or to leave it undecided; and that the survey says nothing of UNLEO",
            "against random search was noticed afterwards.",
        ),
        paragraph(
            "None of that holds for the long runs, and so not for row 48, which is made of them: puzzles whose first",
            "results were short of what is known got further runs, as is said there.",
        ),
    ]
)

LINES = "solutions"
"""The folder, beside the page, of lines that `anyspace solve --save` wrote."""


def run(folder: Path, only: Sequence[str] | None, say: Callable[[str], None], size: Size = FULL) -> None:
    """The checks that the folder's table lacks. What the long runs say is no part of it."""
    wanted = [check for check in survey_checks.chosen(only, CHECKS) if check is not long_runs.TOURS]
    survey_checks.run_missing(folder, wanted, say, size, FILE, CHECKS)


def reproduce(folder: Path, checks: Sequence[Check] = CHECKS) -> list[Path]:
    """Write the page from the folder's table and its lines. Returns the files."""
    results = survey_checks.load(folder, FILE)
    if (tours := long_runs.tours(folder)) is not None:
        results[survey_checks.name_of(long_runs.TOURS)] = tours
    text = "\n\n".join(
        [
            "# One player",
            INTRODUCTION,
            survey_checks.section(results, checks, FILE, "Scores at equal playouts, puzzles solved, effort, errors"),
            long_runs.section(folder),
            *lines(folder / LINES),
        ]
    )
    return write(folder, {f"{FILE}.md": text})


def lines(folder: Path) -> list[str]:
    """The table of lines that were kept, each played again; nothing where there are none."""
    rows = []
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else []:
        try:
            rows.append(_row(path, read_solution(path)))
        except AnyspaceError as error:
            rows.append([path.name, "", "", "", "", f"wrong: {' '.join(str(error).split())}"])
    if not rows:
        return []
    return ["## Lines", table(["file", "game", "pays", "method", "playouts", "replayed"], rows, left=2)]


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
