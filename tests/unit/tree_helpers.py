"""What a tree takes."""

from __future__ import annotations

from typing import Any


def bytes_of(tree: Any) -> int:
    """Of all its arrays; some come several together."""
    return sum(array.nbytes for column in tree for array in (column if isinstance(column, tuple) else (column,)))
