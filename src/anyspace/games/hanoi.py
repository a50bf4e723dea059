"""The towers of Hanoi: move all disks to the last peg, one by one, never a larger one onto a smaller one.

Three pegs, a, b and c; all disks lie on a, the smallest on top. A move takes the top disk of a peg to another peg,
which is empty or has a larger disk on top. The goal is all disks on c, in as few moves as possible: 2^n - 1 for n
disks. The score is minus the number of moves (see `planning`).

Moves: `3 * from + to`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import PositionError
from ..rules.game import Game, declare
from .board_key import scramble
from .instances import whole_option
from .notation import whole, words_in
from .planning import planning_rules

PEGS = "abc"
MOST_DISKS = 16


def play(state: Any, move: int) -> None:
    state.peg[top(state, move // 3)] = move % 3
    state.made += 1


def top(state: Any, peg: int) -> int:
    """The smallest disk on a peg; the number of disks where there is none."""
    disk = 0
    while disk < len(state.peg) and state.peg[disk] != peg:
        disk += 1
    return disk


def moves(state: Any, out: Any) -> int:
    n = 0
    for here in range(3):
        disk = top(state, here)
        for there in range(3):
            if disk < len(state.peg) and here != there and disk < top(state, there):
                out[n] = 3 * here + there
                n += 1
    return n


def heuristic(state: Any) -> float:
    """Every disk that is not on the last peg has to be moved."""
    missing = 0.0
    for disk in range(len(state.peg)):
        missing += state.peg[disk] != 2
    return missing


def key(state: Any) -> Any:
    word = np.uint64(np.int64(state.made) + 1)
    for disk in range(len(state.peg)):
        word = word * np.uint64(4) + np.uint64(state.peg[disk])
    return scramble(word)


def move_name(state: Any, move: int) -> str:
    return f"{PEGS[move // 3]}{PEGS[move % 3]}"


def render(state: Any) -> str:
    """The pegs from below."""
    rows = []
    for peg in range(3):
        disks = [str(disk + 1) for disk in reversed(range(len(state.peg))) if state.peg[disk] == peg]
        rows.append(f"{PEGS[peg]} | {' '.join(disks)}".rstrip())
    return "\n".join([*rows, f"{state.made} moves made"])


def notation(state: Any) -> str:
    """The peg of every disk, the smallest first, and the moves made."""
    return f"{''.join(PEGS[peg] for peg in state.peg)} {state.made}"


def game(disks: int = 4, limit: int = 0) -> Game:
    """`disks` 1 to 16. `limit`: after so many moves it is over; 0: after four times as many as it takes."""
    whole_option("hanoi", "disks", disks, 1, MOST_DISKS)
    whole_option("hanoi", "limit", limit, 0, 10**6)
    most = limit or 4 * 2**disks

    def start(state: Any, rng: Any) -> None:
        state.peg[:] = 0
        state.made = 0

    def from_notation(state: Any, text: str) -> None:
        pegs, made = words_in(text, "pegs", "made")
        if len(pegs) != disks or any(peg not in PEGS for peg in pegs):
            raise PositionError(f"expected the pegs of {disks} disks, each a, b or c, not {pegs!r}")
        state.peg[:] = [PEGS.index(peg) for peg in pegs]
        state.made = whole(made or "0", "made", 0, most)

    return declare(
        globals(),
        locals(),
        planning_rules(most, heuristic, 9),
        name="hanoi",
        state=np.dtype([("made", np.int32), ("peg", np.int8, disks)]),
        players=1,
        payoffs=(-(most + 1.0 + disks), 0.0),
        max_moves=6,
        actions=9,
        max_length=most,
        trusted=True,
    )
