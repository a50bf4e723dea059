"""Features that were learnt for the memory: a matrix through which positions go before they are compared, in a file.

    matrix    float32 [size, width]: `size` features become `width`
    middle    float64 [size]: what is taken off before
    about     JSON: all that decides what features a position has (`made_by`), with phi=network also whose they are
              (identity.py), and how the matrix was learnt

It is learnt so that what the memory says of a position comes near its value (training/likeness.py), and is for features
that are made as those were that it was learnt from. "shipped" stands for the file that comes with anyspace for a game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...errors import OptionError
from ...rules.game import AnyGame

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
            about = dict(json.loads(str(found["about"])))
            learned = Learned(found["matrix"].astype(np.float32), found["middle"].astype(np.float64), about)
    except (OSError, ValueError, KeyError, TypeError) as error:
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


def made_by(part: Any, game: AnyGame, network: str | None = None) -> dict[str, Any]:
    """All that decides what features a position of a game has, where `part` is `similar`. `network`: which one that is,
    with phi=network; None where it is not open yet."""
    name = game.name if game.origin is None else game.origin.name
    found = {"game": name, "phi": part.source, "size": part.size}
    if part.phi == "planes":
        found |= {"first": part.first, "blur": part.blur, "shape": [*(game.plane_shape or ())]}
    if part.phi == "network":
        found |= {"layer": part.layer, **({} if network is None else {"network": network})}
    return found


def check_fit(learned: Learned, path: str, given: Mapping[str, Any]) -> None:
    """Raises `OptionError` where features are made otherwise than those were that it was learnt from, or where nobody
    knows how they were."""
    about = learned.about
    if others := [name for name, value in given.items() if about.get(name, value) != value]:
        meant, here = (", ".join(f"{name}={each[name]}" for name in others) for each in (about, given))
        raise OptionError(f"similar: {path} was learnt for {meant}, not {here}")
    if silent := [name for name in given if name not in about]:
        why = f"does not say for which {', '.join(silent)} it was learnt; anyspace likeness makes one that does"
        raise OptionError(f"similar: {path} {why}")
    if len(learned.matrix) != about.get("size"):
        raise OptionError(f"similar: {path} has a matrix for {len(learned.matrix)} features, not for {about['size']}")
