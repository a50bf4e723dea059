"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import StoreError
from ..rules.game import AnyGame
from .shape import description

if TYPE_CHECKING:
    from .learner import Learner


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
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)  # it is still there only if something went wrong


def npz_file(learner: Learner, game: AnyGame, **arrays: Any) -> bytes:
    """What neural/npz_file.py reads: the arrays of a learner, and what they are."""
    packed = io.BytesIO()
    said: dict[str, Any] = {"kind": learner.kind, "actions": learner.shape.actions, **description(game, learner.shape)}
    np.savez_compressed(packed, **{**said, **arrays})
    return packed.getvalue()
