"""Features that were learnt for the memory: a matrix through which positions go before they are compared, in a file.

    matrix    float32 [size, width]: `size` features become `width`
    middle    float64 [size]: what is taken off before
    about     JSON: the game, and the options of `similar` that the features were made by (phi, layer, blur, size)

It is learnt so that what the memory says of a position comes near its value (training/likeness.py). "shipped" stands
for the file that comes with anyspace for a game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...errors import OptionError

SHIPPED = "shipped"
FOLDER = Path(__file__).parent / "shipped"


class Learned(NamedTuple):
    """What such a file has."""

    matrix: Any
    middle: Any
    about: Mapping[str, Any]


def read(path: str, game: str) -> Learned:
    """From a file. Raises `OptionError`."""
    file = Path(path)
    if path == SHIPPED:
        file = FOLDER / f"{game}.npz"
        if not file.is_file():
            why = f"no learnt features for {game} come with anyspace; anyspace likeness makes some"
            raise OptionError(f"similar: {why}")
    if not file.is_file():
        raise OptionError(f"similar: there is no file {file} with learnt features")
    try:
        with np.load(file, allow_pickle=False) as found:
            about = json.loads(str(found["about"]))
            learned = Learned(found["matrix"].astype(np.float32), found["middle"].astype(np.float64), about)
    except (OSError, ValueError, KeyError) as error:
        raise OptionError(f"similar: {file} has no features that were learnt: {error}") from None
    fits = learned.matrix.ndim == 2 and learned.middle.shape == learned.matrix.shape[:1]
    if not fits or learned.matrix.shape[1] % 8 or not np.isfinite(learned.matrix).all():
        raise OptionError(f"similar: {file} has a matrix of shape {[*learned.matrix.shape]}, which cannot be used")
    return learned


def write(file: Path, learned: Learned) -> None:
    """To a file, in half the bits: what is lost is far below what a likeness means."""
    np.savez_compressed(
        file,
        matrix=learned.matrix.astype(np.float16),
        middle=learned.middle.astype(np.float32),
        about=np.array(json.dumps(dict(learned.about), sort_keys=True)),
    )


def check_fit(learned: Learned, path: str, given: Mapping[str, Any]) -> None:
    """Raises `OptionError` where features are made by other options than they were learnt for."""
    for name, value in given.items():
        meant = learned.about.get(name, value)
        if meant != value:
            raise OptionError(f"similar: {path} was learnt for {name}={meant}, not {name}={value}")
