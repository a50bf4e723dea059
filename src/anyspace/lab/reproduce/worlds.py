"""The survey's other worlds as a page: what was published, and what our experiments say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from . import survey_checks
from .checks.outcome import FULL, Check, Size
from .markdown import paragraph, write
from .worlds_rows import ROWS, checks

FILE = "survey_worlds"


def run(folder: Path, only: Sequence[str] | None, say: Callable[[str], None], size: Size = FULL) -> None:
    """The experiments that the folder's table lacks."""
    everything = checks()
    survey_checks.run_missing(folder, survey_checks.chosen(only, everything), say, size, FILE, everything)


def reproduce(folder: Path, experiments: Sequence[Check] | None = None) -> list[Path]:
    """Write the page from the folder's table. Returns the files."""
    results = survey_checks.load(folder, FILE)
    experiments = checks() if experiments is None else experiments
    parts = [
        "# Other worlds",
        paragraph(
            "Sections IV-E to IV-H of Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), and their",
            "successors: chance, partial sight, moves made at the same time, many players, continuous actions.",
            "Problems, budgets and seeds were fixed before these runs, constants (tiger, cheese maze, HOOT, the",
            "trap) and sizes (row 60) after pilots with other seeds; it is made again by",
            "`anyspace lab reproduce survey_worlds`, and `--only 7` runs one row.",
        ),
        survey_checks.section(results, experiments, FILE, "Returns, exploitability, wins"),
    ]
    missing = [f"{title} ({number})" for number, title in ROWS.items() if all(c.number != number for c in experiments)]
    if missing:
        parts.append(paragraph(f"Not played yet: {', '.join(missing)}."))
    return write(folder, {f"{FILE}.md": "\n\n".join(parts)})
