"""Where a position's vector comes from: what is true of it, how the game draws it, or a function of somebody's own.

Each is a maker of a function (tree, game, policy, scratch, seat, stamp) for a loop. It writes the vector into the note
`own` and into `stamp` a number that stands for the position; it answers OK, or what went wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.sound import are_finite
from ...machine.atomic import address_of, store32
from ...machine.native import call, copy_bytes
from ...rules.codes import OK, RULE_RAISED
from ..playout.truths import ROOM, true_at
from .own import MARK, Own
from .phi import hashed
from .pictures import blurred, fingerprint_of, hashed_picture


def from_predicates(loop: Loop, own: int) -> Any:
    """What is true of it (the rule `predicates`, or the record that is a state)."""
    truths = loop.note(np.int32, (ROOM,))

    def vector_of(tree: Any, game: Any, policy: Any, scratch: Any, seat: int, stamp: Any) -> int:
        n = true_at(game, scratch, scratch.state, scratch.notes[truths])
        if n < 0:
            return n
        stamp[0] = np.int64(hashed(scratch.notes[truths], n, scratch.notes[own]))
        return OK

    return vector_of


def from_planes(loop: Loop, own: int, blur: int, first: int) -> Any:
    """How the game draws it for who moves (the rule `planes`), or what of that is on the `first` planes; 0 for all."""
    planes, rows, columns = loop.setup.game.plane_shape or (0, 0, 0)
    loop.rules.add("planes")
    cells, spare = loop.note(np.float32, (planes * rows * columns,)), loop.note(np.float32, (planes * rows * columns,))
    many, high, wide, steps = loop.number(first or planes), loop.number(rows), loop.number(columns), loop.number(blur)

    def vector_of(tree: Any, game: Any, policy: Any, scratch: Any, seat: int, stamp: Any) -> int:
        picture, numbers = scratch.notes[cells], policy.numbers
        for i in range(len(picture)):
            picture[i] = 0.0
        status = call(game.planes, (scratch.state, seat, address_of(picture)))
        if status < 0:
            return status
        stamp[0] = np.int64(fingerprint_of(picture))
        shape = int(numbers[many]), int(numbers[high]), int(numbers[wide])
        blurred(picture, scratch.notes[spare], shape[0], shape[1], shape[2], int(numbers[steps]))
        hashed_picture(picture[: shape[0] * shape[1] * shape[2]], scratch.notes[own])
        return OK

    return vector_of


ASKED, FAILED_ON = 0, 1
"""Places of the addresses that a function of one's own comes with."""


def from_function(loop: Loop, own: int, phi: Any, size: int) -> Any:
    """What a function of one's own makes of it (parts/similar/own.py)."""
    asking = Own(loop.setup.game, phi, size)
    loop.alive.append(asking)
    addresses = loop.table(np.int64, (2,), filled=asking.addresses)
    features = loop.note(np.float32, (size,))

    def vector_of(tree: Any, game: Any, policy: Any, scratch: Any, seat: int, stamp: Any) -> int:
        written, known = scratch.notes[features], tree.tables[addresses]
        status = call(known[ASKED], (scratch.state, seat, address_of(written)))
        if status >= 0 and not are_finite(written):
            status = RULE_RAISED
        if status < 0:
            copy_bytes(known[FAILED_ON] + MARK, scratch.state, game.state_bytes)
            store32(known[FAILED_ON], seat + 1)
            return RULE_RAISED
        stamp[0] = np.int64(fingerprint_of(written))
        hashed_picture(written, scratch.notes[own])
        return OK

    return vector_of
