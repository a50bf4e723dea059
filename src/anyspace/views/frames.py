"""Rows as a table of pandas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import MissingDependency


def frame(rows: Sequence[dict[str, Any]]) -> Any:
    """A DataFrame with a row for each."""
    try:
        import pandas
    except ImportError:
        raise MissingDependency("tables of pandas need it: pip install 'anyspace[notebook]'") from None
    return pandas.DataFrame(list(rows))
