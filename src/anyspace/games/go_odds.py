"""How likely strong players are to play a point in Go: odds learnt from their games.

    odds of a move = exp(sum of the weights of what is said of it)

What is said of a move is one thing of each kind below: what the 24 points around hold, ring by ring (`go_rings`), how
near the edge it is and how late in the game, how near the last two moves, and what becomes of the chains beside it
(`go_chains`). To pass has a weight of its own. The probability of a move is its share of the odds of all legal ones:
the model of Coulom's ratings (2007), fitted by benchmarks/learn_go_prior.py to games of dan players on 9x9.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from .go_board import BLACK, NOWHERE, WHITE, around, is_eye, point_of
from .go_chains import (
    HOLDS_IN_ATARI,
    LIBERTIES,
    LIBERTIES_MIXED,
    ROWS,
    STONES,
    free_beside,
    liberties_after,
    look_at_chains,
)
from .go_looks import KINDS_OF_MOVES
from .go_rings import FAR_KINDS, number_around

LINES, PHASES, AWAY = 5, 6, 21
"""Lines from the edge that are told apart, spans of a game, and ways from one point to another, turned and mirrored."""
FAR = 5
"""Farther along rows or columns is all the same."""
BEGINS = (4, 10, 18, 30, 45)
"""Moves of a 9x9 game at which the next span begins."""
NINE = 81
MANY = 3
"""Stones or liberties from which on they are not told apart."""

KINDS = (
    *(2 * KINDS_OF_MOVES, FAR_KINDS, FAR_KINDS),  # the rings; of the first, whether it is next to the last stone
    LINES * (LINES + 1) // 2 * PHASES,  # where, and when
    *(AWAY + 1, AWAY + 1),  # from the last move, and from the one before; 0 where there is none
    1 + 4 * MANY,  # takes: so many stones, the last one among them or not, and attackers of a chain or not
    1 + 3 * MANY,  # saves a chain of so many from capture: in vain, barely, well
    2 * (1 + MANY),  # may be taken itself, with so many; whether that fills an own eye
    1 + 2 * MANY * 4,  # leaves a chain one liberty: so many stones, the last among them, how little room
    4 * (1 + MANY),  # beside a chain of its own with two liberties, of so many; how many it has then
    1 + 4,  # a liberty of the last stone's chain, one of so many
    2 * 3,  # a chain has three liberties, then two; the ko was just taken: a threat, or none
)
"""How many things of each kind can be said."""
STARTS = tuple(int(start) for start in np.cumsum((1, *KINDS)))
"""Where the weights of each kind begin; that of a pass comes first."""
PASS = 0
SAID = len(KINDS)
NEXT_TO = (2, 3)
"""The ways to a neighbour, straight and diagonal."""

FILE = Path(__file__).with_name("go_odds.npz")


def read(file: Path) -> Any:
    """The weights, float32: those that are not 0 are in the file."""
    weights = np.zeros(STARTS[-1], np.float32)
    with np.load(file, allow_pickle=False) as found:
        weights[np.cumsum(found["gaps"], dtype=np.int64)] = found["weights"]
    return weights


def write(file: Path, weights: Any) -> None:
    """To a file, in half the bits; places as steps from one to the next."""
    places = np.flatnonzero(weights.astype(np.float16))
    gaps = np.diff(places, prepend=0).astype(np.uint16)
    np.savez_compressed(file, gaps=gaps, weights=weights[places].astype(np.float16))


WEIGHTS = read(FILE)


def where_and_when(move: int, ply: int, size: int) -> int:
    """Lines from two edges, the nearer first, and the span of the game."""
    row, column = move // size, move % size
    one, two = min(row, size - 1 - row, LINES - 1), min(column, size - 1 - column, LINES - 1)
    low, high = min(one, two), max(one, two)
    phase = 0
    for begin in BEGINS:
        phase += int(ply * NINE >= begin * size * size)
    return (high * (high + 1) // 2 + low) * PHASES + phase


def way(point: int, other: int, width: int) -> int:
    """From one point to another, whichever way it is turned; 0 if the other is nowhere."""
    if other == NOWHERE:
        return 0
    across, along = abs(point % width - other % width), abs(point // width - other // width)
    low, high = min(across, along, FAR), min(max(across, along), FAR)
    return 1 + high * (high + 1) // 2 + low


def say(state: Any, point: int, move: int, size: int, near: Any, chains: Any, said: Any) -> None:
    """What is said of a stone on `point`, as places of weights. `near` are the cells around it."""
    width, me = size + 1, BLACK + (state.ply & 1)
    foe = BLACK + WHITE - me
    last: Any = np.int64(state.last[0])
    before: Any = np.int64(state.last[1])
    to_last = way(point, last, width)
    last_chain = state.head[last]
    taken = freed = takes_last = saved = chased = short = reduced = of_last = 0
    for cell in around(point, width):
        head = state.head[cell]
        liberties, stones = chains[LIBERTIES, head], min(MANY, chains[STONES, head])
        if state.cells[cell] == foe:
            is_last = int(head == last_chain)
            if is_last:
                of_last = min(4, liberties)
            if liberties == 1:
                taken = max(taken, stones)
                freed |= chains[HOLDS_IN_ATARI, head]
                takes_last |= is_last
            elif liberties == 2:
                left: Any = np.int64(chains[LIBERTIES_MIXED, head]) ^ point
                room = free_beside(state, left, point, width)
                chased = max(chased, ((stones - 1) * 2 + is_last) * 4 + 4 - room)
            elif liberties == 3:
                reduced = 1
        elif state.cells[cell] == me:
            if liberties == 1:
                saved = max(saved, stones)
            elif liberties == 2:
                short = max(short, stones)
    after = liberties_after(state, point, me, width, chains)
    together = 1
    for cell in around(point, width):
        together += chains[STONES, state.head[cell]] if state.cells[cell] == me else 0
    lost = min(MANY, together) if after < 2 else 0
    eye = int(is_eye(state.cells, point, me, width))
    threat = 0 if state.ko == NOWHERE else 1 + int(chased > 0 or taken > 0)
    said[0] = number_around(state.cells, near, 0, me) + (KINDS_OF_MOVES if to_last in NEXT_TO else 0)
    said[1] = number_around(state.cells, near, 1, me)
    said[2] = number_around(state.cells, near, 2, me)
    said[3] = where_and_when(move, state.ply, size)
    said[4] = to_last
    said[5] = way(point, before, width)
    said[6] = 0 if taken == 0 else 1 + (taken - 1) * 4 + 2 * takes_last + freed
    said[7] = 0 if saved == 0 else 1 + (saved - 1) * 3 + (0 if after < 2 else 1 if after == 2 else 2)
    said[8] = 2 * lost + eye
    said[9] = chased
    said[10] = 4 * short + min(3, max(0, after - 1))
    said[11] = of_last
    said[12] = 3 * reduced + threat
    for k in range(SAID):
        said[k] += STARTS[k]


def weigh(state: Any, moves: Any, n: int, out: Any, size: int, rings: Any) -> None:
    """For `prior`: the odds of moves."""
    width = size + 1
    chains, said = np.zeros((ROWS, len(state.cells)), np.int32), np.zeros(SAID, np.int64)
    look_at_chains(state, BLACK + (state.ply & 1), width, chains)
    for i in range(n):
        total: Any = np.float64(WEIGHTS[PASS])
        if moves[i] < size * size:
            point = point_of(moves[i], size)
            say(state, point, moves[i], size, rings[point], chains, said)
            total = 0.0
            for k in range(SAID):
                total += np.float64(WEIGHTS[said[k]])
        out[i] = math.exp(total)
