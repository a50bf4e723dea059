"""The survey's claims that are no matches: experiments with fixed sizes and seeds, kept in one table from which the
page is made again."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ...errors import ExperimentError, StoreError
from ...files import write_whole
from ..statistics import Interval
from ..suggest import unknown
from .checks import bandits, consistency, false_updates, growth, proofs, trees
from .checks.outcome import FULL, NO_CLAIM, OPEN, UNDECIDED, Check, Outcome, Size, verdict
from .markdown import paragraph, table
from .survey_rows import BETTER, NULL, WORSE
from .verdicts import AGREES, DIFFERS

FILE = "survey_checks"
COLUMNS = ("number", "title", "direction", "figure", "value", "low", "high")

CHECKS: list[Check] = sorted(
    [
        check
        for topic in (bandits, trees, false_updates, proofs, growth, consistency)
        for check in topic.CHECKS
    ],
    key=lambda check: check.number,
)  # fmt: skip
"""In the order of the table."""

Results = dict[tuple[str, str], Outcome]
"""By number and title."""


def chosen(only: Sequence[str] | None, checks: list[Check] = CHECKS) -> list[Check]:
    """The checks that were asked for, by number or title; all without a list."""
    if only is None:
        return checks
    for word in only:
        if not any(word in (check.number, check.title) for check in checks):
            raise ExperimentError(unknown("check", word, list(dict.fromkeys(check.number for check in checks))))
    return [check for check in checks if check.number in only or check.title in only]


# ---- the table


def load(folder: Path, name: str = FILE) -> Results:
    """What a folder's table has; nothing where there is none. Raises `StoreError` where it is no such table."""
    path = folder / f"{name}.csv"
    if not path.exists():
        return {}
    rows: dict[tuple[str, str], tuple[str, dict[str, Interval]]] = {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row["direction"] not in (BETTER, WORSE, NULL, UNDECIDED):
                    raise ValueError(row["direction"])
                _, figures = rows.setdefault((row["number"], row["title"]), (row["direction"], {}))
                figures[row["figure"]] = Interval(float(row["value"]), float(row["low"]), float(row["high"]))
    except (KeyError, TypeError, ValueError, csv.Error, OSError) as error:
        raise StoreError(f"{path} is not a table of checks: {error!r}") from None
    return {name: Outcome(figures, direction) for name, (direction, figures) in rows.items()}


def save(
    results: Mapping[tuple[str, str], Outcome], folder: Path, file_name: str = FILE, checks: Sequence[Check] = CHECKS
) -> Path:
    """Write the table, in the order of the checks; whole or not at all. Raises `StoreError`."""
    path = folder / f"{file_name}.csv"
    order = [name_of(check) for check in checks]
    names = sorted(results, key=lambda name: (order.index(name) if name in order else len(order), name))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for name in names:
            for figure, value in results[name].figures.items():
                writer.writerow([*name, results[name].direction, figure, *(f"{each:.6g}" for each in value)])
        write_whole(path, text.getvalue())
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from None
    return path


def name_of(check: Check) -> tuple[str, str]:
    """Under which a check's outcome is kept."""
    return check.number, check.title


def run_missing(
    folder: Path,
    checks: Sequence[Check] = CHECKS,
    say: Callable[[str], None] = print,
    size: Size = FULL,
    file_name: str = FILE,
    order: Sequence[Check] | None = None,
) -> Results:
    """Run the checks that the folder's table lacks; each is kept as soon as it is done, so that Ctrl-C loses only the
    one at work. The table is in the order of `order`, or of all checks."""
    order = order or (CHECKS if file_name == FILE else checks)
    results = load(folder, file_name)
    for check in checks:
        if name_of(check) in results:
            continue
        title = f"{check.number} {check.title}"

        def progress(what: str, title: str = title) -> None:
            say(f"{title}: {what}")

        results[name_of(check)] = check.run(progress, size)
        save(results, folder, file_name, order)
        say(f"{title}: {in_words(check, results[name_of(check)])}")
    return results


def in_words(check: Check, outcome: Outcome | None) -> str:
    """One line on a check."""
    found = "" if outcome is None else f"{outcome.direction}, "
    return f"{found}{verdict(outcome, check.published)} (published: {check.published})"


# ---- the page


def section(
    results: Mapping[tuple[str, str], Outcome],
    checks: Sequence[Check] = CHECKS,
    file_name: str = FILE,
    what: str = "Regret on arms, errors on trees whose values are known, proofs, nodes",
) -> str:
    """The second table of the page."""
    outcomes = [verdict(results.get(name_of(check)), check.published) for check in checks]
    ran = sum(name_of(check) in results for check in checks)
    return "\n\n".join(
        [
            "## Claims that are no matches",
            paragraph(
                f"{what}: each claim is put to an",
                "experiment whose sizes, seeds and repetitions are fixed in the code. What they found is in",
                f"[{file_name}.csv]({file_name}.csv), from which this table is made again.",
            ),
            paragraph(
                f"{ran} of {len(checks)} checks were run: {outcomes.count(AGREES)} agree with what was published,",
                f"{outcomes.count(DIFFERS)} do not; not decided by this many repetitions: {outcomes.count(OPEN)};",
                f"nothing published to agree with: {outcomes.count(NO_CLAIM)}. A check agrees if the 95 % interval",
                "of the difference, over trees or seeds that both had, lies wholly on the published side of 0; where a",
                "claim has several parts, all of them do, at 95 % together.",
            ),
            table(
                ["row", "claim", "published", "experiment", "found", "direction", "verdict"],
                [_line(check, results.get(name_of(check))) for check in checks],
                left=5,
            ),
            paragraph(
                "Intervals are of 95 %, each figure by itself; numbers without one were counted, or did not vary.",
                "Direction: the method next to what it is compared with.",
            ),
        ]
    )


def _line(check: Check, outcome: Outcome | None) -> list[str]:
    found = "" if outcome is None else "; ".join(f"{name} {shown(value)}" for name, value in outcome.figures.items())
    return [
        check.number,
        check.title,
        f"{check.published}: {check.figure}",
        check.setting,
        found,
        "" if outcome is None else outcome.direction,
        verdict(outcome, check.published),
    ]


def shown(value: Interval) -> str:
    """`0.31 (0.27 to 0.35)`; `200` where it was counted."""
    if value.low == value.high:
        return f"{value.estimate:,.3g}" if abs(value.estimate) < 100 else f"{value.estimate:,.0f}"
    return f"{_three(value.estimate)} ({_three(value.low)} to {_three(value.high)})"


def _three(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"
