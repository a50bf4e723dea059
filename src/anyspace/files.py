"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def write_whole(path: str | os.PathLike[str], content: bytes | str) -> None:
    """Write beside it, see it to the disk, put it in its place. Text is UTF-8. What is no file, such as a pipe, is
    written to as it is. Raises `OSError`."""
    path, content = Path(path), content.encode("utf-8") if isinstance(content, str) else content
    if path.is_symlink():
        path = path.resolve()  # the link stays one
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    beside = path.with_name(f".{path.name}.part")
    try:
        with open(beside, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)  # it is still there only if something went wrong
