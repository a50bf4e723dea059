"""Where a position's vector comes from: what is true of it, or how the game draws it.

Each is a maker of a function (game, policy, scratch, seat, stamp) for a loop. It writes the vector into the note `own`
and into `stamp` a number that stands for the position; it answers OK, or what went wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.binding import Loop
from ...machine.atomic import address_of
from ...machine.native import call
from ...rules.codes import OK
from ..playout.truths import ROOM, true_at
from .phi import hashed
from .pictures import blurred, fingerprint_of, hashed_picture


def from_predicates(loop: Loop, own: int) -> Any:
    """What is true of it (the rule `predicates`, or the record that is a state)."""
    truths = loop.note(np.int32, (ROOM,))

    def vector_of(game: Any, policy: Any, scratch: Any, seat: int, stamp: Any) -> int:
        n = true_at(game, scratch, scratch.state, scratch.notes[truths])
        if n < 0:
            return n
        stamp[0] = np.int64(hashed(scratch.notes[truths], n, scratch.notes[own]))
        return OK

    return vector_of


def from_planes(loop: Loop, own: int, blur: int) -> Any:
    """How the game draws it for who moves (the rule `planes`)."""
    planes, rows, columns = loop.setup.game.plane_shape or (0, 0, 0)
    loop.rules.add("planes")
    cells, spare = loop.note(np.float32, (planes * rows * columns,)), loop.note(np.float32, (planes * rows * columns,))
    many, high, wide, steps = loop.number(planes), loop.number(rows), loop.number(columns), loop.number(blur)

    def vector_of(game: Any, policy: Any, scratch: Any, seat: int, stamp: Any) -> int:
        picture, numbers = scratch.notes[cells], policy.numbers
        for i in range(len(picture)):
            picture[i] = 0.0
        status = call(game.planes, (scratch.state, seat, address_of(picture)))
        if status < 0:
            return status
        stamp[0] = np.int64(fingerprint_of(picture))
        shape = int(numbers[many]), int(numbers[high]), int(numbers[wide])
        blurred(picture, scratch.notes[spare], shape[0], shape[1], shape[2], int(numbers[steps]))
        hashed_picture(picture, scratch.notes[own])
        return OK

    return vector_of
