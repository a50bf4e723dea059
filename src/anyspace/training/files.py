"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import os
from pathlib import Path

from ..errors import StoreError


def write_atomically(path: Path, content: bytes) -> None:
    """Write beside it, see it to the disk, put it in its place."""
    beside = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(beside, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error}") from None
