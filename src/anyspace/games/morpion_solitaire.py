"""Morpion Solitaire: add a point that completes a line of five, draw the line, and go on as long as you can.

The points of a Greek cross lie on squared paper. A move adds one point such that it and others in a row, five in all
(four in the games 4T and 4D), make a line, upright, flat or in a diagonal; the line is drawn. Two lines of the same
direction may touch in an end point but share no stretch between points (T, touching), or may not even share a point
(D, disjoint). The score is the number of moves.

The paper is 40 by 40 points here, with the cross in the middle; lines do not leave it. A move says which line is drawn
and which of its points is new: `((direction * 5) + place of the new point) * 1600 + first point`, where a point is
`40 * row + column` and directions are 0 right, 1 down, 2 down and right, 3 up and right.

Names: column letters, row number of the new point, then the direction and how many points of the line come before the
new one, `r16-0`. Columns are a to z, then aa to an.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rules.game import OVER, Game, declare
from .board_key import scramble
from .morpion_picture import picture

__all__ = ["game", "picture"]

SIDE = 40
POINTS = SIDE * SIDE
STEPS = np.array([1, SIDE, SIDE + 1, 1 - SIDE])
ACROSS, DOWNWARDS = (1, 0, 1, 1), (0, 1, 1, -1)
DIRECTIONS = "-|\\/"
COLUMNS = (*"abcdefghijklmnopqrstuvwxyz", *("a" + letter for letter in "abcdefghijklmn"))
VARIANTS = ("5T", "5D", "4T", "4D")
POINT = np.uint8(1)
"""A cell's lowest bit: a point is there. The four above it: a line of that direction goes on from it (T), or has it
(D)."""

MOST_MOVES = 255
"""No more moves than this are kept at a time. Hundreds of random games never had more than 40, those of the records
not more than 31."""

LONGEST = {"5T": 700, "5D": 121, "4T": 160, "4D": 60}
"""Above what any game can reach: proven bounds are 485 (5T) and 84 (5D), records 62 (4T) and 35 (4D)."""


def cross(arm: int) -> list[tuple[int, int]]:
    """The points of the cross whose arms are `arm` points wide: rows and columns in its box."""
    far = 3 * (arm - 1)
    near, nearer = arm - 1, 2 * (arm - 1)
    middle = range(near, nearer + 1)
    ends = [*range(near + 1), *range(nearer, far + 1)]
    found = {(a, b) for a in (0, far) for b in middle} | {(a, b) for a in (near, nearer) for b in ends}
    return sorted(found | {(b, a) for a, b in found})


def game(variant: str = "5T") -> Game:
    """`variant`: lines of 5 or 4 points, touching (T) or disjoint (D)."""
    if not isinstance(variant, str) or variant.upper() not in VARIANTS:
        raise OptionError(f"morpion_solitaire: variant must be one of {', '.join(VARIANTS)}, not {variant!r}")
    variant = variant.upper()
    length, touching = int(variant[0]), variant[1] == "T"
    stretch = length - 1 if touching else length  # of how many cells a line takes up the bit of its direction
    points = cross(length - 1)
    corner = (SIDE - 1 - max(row for row, _ in points)) // 2
    first = np.array([(row + corner) * SIDE + column + corner for row, column in points])
    across, downwards = np.array(ACROSS), np.array(DOWNWARDS)

    state_type = np.dtype(
        [
            ("made", np.int16),
            ("open_", np.int16),  # how many moves there are
            ("moves_", np.int16, MOST_MOVES),  # these, in order
            ("cells", np.uint8, POINTS),
        ]
    )

    def in_paper(origin: int, direction: int) -> bool:
        row = origin // SIDE + (length - 1) * downwards[direction]
        return 0 <= origin < POINTS and 0 <= row < SIDE and origin % SIDE + (length - 1) * across[direction] < SIDE

    def missing(cells: Any, origin: int, direction: int) -> int:
        """Which point of a line has yet to be added; -1 where it is not just one or the line would cross others."""
        step = STEPS[direction]
        taken = np.uint8(2 << direction)
        found = -1
        at = origin
        for place in range(length):
            if place < stretch and cells[at] & taken:
                return -1
            if not cells[at] & POINT:
                if found >= 0:
                    return -1
                found = place
            at += step
        return found

    def note(state: Any, move: int) -> None:
        """One more move, in its place in the order, unless it is there."""
        at = np.int64(state.open_)
        while at > 0 and state.moves_[at - 1] > move:
            at -= 1
        if at > 0 and state.moves_[at - 1] == move:
            return
        if state.open_ == MOST_MOVES:
            raise IndexError("more moves than are kept")
        for later in range(np.int64(state.open_), at, -1):
            state.moves_[later] = state.moves_[later - 1]
        state.moves_[at] = move
        state.open_ += 1

    def note_lines_through(state: Any, point: int) -> None:
        """All moves whose lines have that point."""
        for direction in range(4):
            for back in range(length):
                origin = point - back * STEPS[direction]
                column = point % SIDE - back * across[direction]
                if column >= 0 and in_paper(origin, direction):
                    place = missing(state.cells, origin, direction)
                    if place >= 0:
                        note(state, (direction * 5 + place) * POINTS + origin)

    def sift(state: Any) -> None:
        """Leave out the moves whose lines can no longer be drawn."""
        n = 0
        for i in range(state.open_):
            move: Any = np.int64(state.moves_[i])
            kind, origin = move // POINTS, move % POINTS
            if missing(state.cells, origin, kind // 5) == kind % 5:
                state.moves_[n] = move
                n += 1
        for i in range(n, state.open_):
            state.moves_[i] = 0
        state.open_ = n

    def start(state: Any, rng: Any) -> None:
        state.made = 0
        state.open_ = 0
        state.moves_[:] = 0
        state.cells[:] = 0
        for point in first:
            state.cells[point] = POINT
        list_anew(state)

    def list_anew(state: Any) -> None:
        state.moves_[:] = 0
        state.open_ = 0
        for point in range(POINTS):
            if state.cells[point] & POINT:
                note_lines_through(state, point)

    def mover(state: Any) -> int:
        return OVER if state.open_ == 0 else 0

    def moves(state: Any, out: Any) -> int:
        for i in range(state.open_):
            out[i] = state.moves_[i]
        return np.int64(state.open_)  # type: ignore[return-value]

    def play(state: Any, move: int) -> None:
        kind, origin = move // POINTS, move % POINTS
        direction = kind // 5
        step = STEPS[direction]
        point = origin + (kind % 5) * step
        draw(state.cells, origin, direction)
        state.cells[point] |= POINT
        state.made += 1
        sift(state)
        note_lines_through(state, point)

    def draw(cells: Any, origin: int, direction: int) -> None:
        at = origin
        for _ in range(stretch):
            cells[at] |= np.uint8(2 << direction)
            at += STEPS[direction]

    def returns(state: Any, out: Any) -> None:
        out[0] = state.made

    def key(state: Any) -> Any:
        found = np.uint64(1)
        for row in range(SIDE):
            word = np.uint64(0)
            full = np.uint8(0)
            for column in range(SIDE):
                cell = state.cells[row * SIDE + column]
                full |= cell
                word = (word << np.uint64(5) | word >> np.uint64(59)) ^ np.uint64(cell)
                if column & 7 == 7:
                    word = scramble(word)
            if full != 0:
                found = scramble(found ^ word) + np.uint64(row)
        return found

    def move_name(state: Any, move: int) -> str:
        kind, origin = divmod(move, POINTS)
        direction, place = divmod(kind, 5)
        point = origin + place * int(STEPS[direction])
        return f"{COLUMNS[point % SIDE]}{point // SIDE + 1}{DIRECTIONS[direction]}{place}"

    def render(state: Any) -> str:
        rows, columns = np.nonzero(state.cells.reshape(SIDE, SIDE) & 1)
        across = range(max(columns.min() - 1, 0), min(columns.max() + 2, SIDE))
        lines = [
            f"{row + 1:2} " + " ".join("o" if state.cells[row * SIDE + column] & 1 else "." for column in across)
            for row in range(max(rows.min() - 1, 0), min(rows.max() + 2, SIDE))
        ]
        foot = f"{state.made} moves made, {state.open_} open"
        return "\n".join(["   " + " ".join(COLUMNS[column][-1] for column in across), *lines, foot])

    def notation(state: Any) -> str:
        """How many moves were made, and every cell that is not empty: its place and its bits."""
        used = " ".join(f"{cell}:{int(state.cells[cell])}" for cell in np.nonzero(state.cells)[0])
        return f"{state.made} {used}"

    def from_notation(state: Any, text: str) -> None:
        made, *cells = text.split() or [""]
        if not re.fullmatch(r"[0-9]{1,3}", made):
            raise PositionError("expected the number of moves made, then cells as place:bits")
        state.cells[:] = 0
        for word in cells:
            found = re.fullmatch(r"([0-9]{1,4}):([0-9]{1,2})", word)
            if found is None or int(found[1]) >= POINTS or not 1 <= int(found[2]) <= 31 or not int(found[2]) & 1:
                raise PositionError(f"{word!r} is no point; expected place:bits, such as 528:1")
            state.cells[int(found[1])] = int(found[2])
        state.made = int(made)
        if np.count_nonzero(state.cells) != len(first) + state.made or not (state.cells[first] & 1).all():
            raise PositionError(f"after {made} moves there are the cross and as many points more")
        list_anew(state)

    return declare(
        globals(),
        locals(),
        name="morpion_solitaire",
        state=state_type,
        players=1,
        payoffs=(0.0, None),
        max_moves=MOST_MOVES,
        actions=20 * POINTS,
        max_length=LONGEST[variant],
        trusted=True,
    )
