"""Results for people to read: a page that needs nothing but itself, and the figures in it as files.

with Store(path) as store:
    write(store, ["spades", "hearts"], page=Path("report.html"), figures=Path("figures"))
"""

from collections.abc import Sequence
from pathlib import Path

from ..store import Store
from .page import page, write_figures, write_page

__all__ = ["page", "write", "write_figures", "write_page"]


def write(
    store: Store, experiments: Sequence[str], page: Path | None = None, figures: Path | None = None
) -> list[Path]:
    """Write a page to this file, figures to this folder. Returns the files that were written."""
    if page is not None:
        write_page(store, experiments, page)
    drawn = write_figures(store, experiments, figures) if figures is not None else []
    return [*([page] if page is not None else []), *drawn]
