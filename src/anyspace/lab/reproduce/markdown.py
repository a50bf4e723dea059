"""Pages in Markdown: paragraphs, tables, numbers, and the files they go to."""

from __future__ import annotations

import importlib.util
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import MissingDependency, StoreError
from ..report.tables import number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..statistics import Interval

WIDTH = 120


def paragraph(*sentences: str) -> str:
    """Sentences as lines of a readable length."""
    return textwrap.fill(" ".join(sentences), WIDTH, break_long_words=False, break_on_hyphens=False)


def table(header: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table: the first `left` columns flush left, the others flush right."""
    lines = [header, ["---"] * left + ["---:"] * (len(header) - left), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def percent(value: Interval | None) -> str:
    """`45.1 (42.0 to 48.2)`; empty where nothing is known."""
    if value is None:
        return ""
    middle, low, high = (number(100 * each, 1) for each in value)
    return f"{middle} ({low} to {high})"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def span(numbers: Iterable[int]) -> str:
    """`144`, or `142 to 144`."""
    found = sorted(set(numbers))
    return f"{found[0]:,}" if len(found) == 1 else f"{found[0]:,} to {found[-1]:,}"


def counted(numbers: Iterable[int], what: str) -> str:
    """`1 game`, `142 to 144 games`."""
    found = list(numbers)
    return f"{span(found)} {what}{'s' * (set(found) != {1})}"


def machines(versions: Iterable[Mapping[str, str]]) -> str:
    """The processors of all that played, and by which version."""
    known = dict.fromkeys(
        f"{each.get('processor', 'an unknown processor')} with {each.get('cores', '?')} cores, "
        f"anyspace {each.get('anyspace', '?')}"
        for each in versions
    )
    return "; ".join(known)


def need_figures() -> None:
    """Raises `MissingDependency` where no figure can be drawn: said before hours of work, not after them."""
    if importlib.util.find_spec("matplotlib") is None:
        raise MissingDependency("figures need matplotlib: pip install 'anyspace[lab]'")


def write(folder: Path, texts: Mapping[str, str], figures: Mapping[str, Figure] | None = None) -> list[Path]:
    """Write files by their names, and figures as PNG and SVG. Returns what was written. Raises `StoreError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        for name, text in texts.items():
            (folder / name).write_text(text.rstrip("\n") + "\n", encoding="utf-8")
            written.append(folder / name)
        for name, figure in (figures or {}).items():
            from ..figures import save

            written += save(figure, folder / name)
    except OSError as error:
        raise StoreError(f"cannot write to {folder}: {error.strerror or error}") from None
    return written
