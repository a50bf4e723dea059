"""What learning writes: files that are there whole or not at all."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import StoreError
from ..files import write_whole
from ..rules.game import AnyGame
from .shape import description

if TYPE_CHECKING:
    from .learner import Learner


def write_atomically(path: Path, content: bytes) -> None:
    """With its folder. Raises `StoreError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error}") from None


def npz_file(learner: Learner, game: AnyGame, **arrays: Any) -> bytes:
    """What neural/npz_file.py reads: the arrays of a learner, and what they are."""
    packed = io.BytesIO()
    said: dict[str, Any] = {"kind": learner.kind, "actions": learner.shape.actions, **description(game, learner.shape)}
    np.savez_compressed(packed, **{**said, **arrays})
    return packed.getvalue()
