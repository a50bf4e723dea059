"""The board under `go`: stones, chains and liberties, all kept up to date move by move.

Points are numbered through a board with an edge below, above and to the left; the left edge of a row also ends the
row before it. `width`, the step from one row to the next, is size + 1. Size 3:

    16 17 18 19 20      edge
    12 13 14 15         edge, A3 B3 C3
     8  9 10 11         edge, A2 B2 C2
     4  5  6  7         edge, A1 B1 C1
     0  1  2  3         edge

A chain is a circle of stones (`next`), each of which names the same one of them, its `head`. Points that hold no
stone are their own head. The head counts the chain's *pseudo-liberties*: pairs of a stone and an empty point next
to it. They are easier to keep than liberties, and they are zero just when the liberties are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 3
"""What a cell holds. `EDGE` has the bits of both colours, so that the edge helps whoever is about to surround."""

NOWHERE = 0
"""An edge cell: stands for no point at all."""

LARGEST = 19
KEYS = np.random.PCG64(9361).random_raw((WHITE + 1) * ((LARGEST + 1) * (LARGEST + 2) + 1)).reshape(WHITE + 1, -1)
"""A random number for each colour on each point: a position's hash is the exclusive or over its stones (Zobrist)."""


def fields(size: int) -> list[Any]:
    """The fields of a state that belong to the board; the functions below read and write no others."""
    cells = (size + 1) * (size + 2) + 1
    return [
        ("liberties", np.int16, cells),  # by head: the pseudo-liberties of the chain; elsewhere without meaning
        ("head", np.uint16, cells),
        ("next", np.uint16, cells),
        ("empties", np.uint16, size * size),  # the empty points, in no order; the first `vacant` count
        ("where", np.uint16, cells),  # an empty point's index in `empties`
        ("vacant", np.int16),
        ("ko", np.uint16),  # where retaking at once would undo the last move, or NOWHERE
        ("cells", np.uint8, cells),
    ]


def clear(state: Any, size: int) -> None:
    """An empty board."""
    state.cells[:] = EDGE
    state.liberties[:] = 0
    state.where[:] = 0
    for cell in range(len(state.cells)):
        state.head[cell] = state.next[cell] = cell
    for move in range(size * size):
        point = point_of(move, size)
        state.cells[point] = EMPTY
        state.empties[move] = point
        state.where[point] = move
    state.vacant = size * size
    state.ko = NOWHERE


def point_of(move: int, size: int) -> int:
    """The cell that a move names: moves count the points row by row from A1."""
    return (move // size + 1) * (size + 1) + move % size + 1


def move_at(point: int, size: int) -> int:
    """The move that names a cell."""
    return (point // (size + 1) - 1) * size + point % (size + 1) - 1


# ---- what a stone on an empty point would do --------------------------------------------------------------------


def around(point: int, width: int) -> tuple[int, int, int, int]:
    """The four neighbours."""
    return point - 1, point + 1, point - width, point + width


def is_open(cells: Any, point: int, width: int) -> bool:
    """Whether a neighbour is empty."""
    west, east, south, north = around(point, width)
    return (cells[west] == EMPTY) | (cells[east] == EMPTY) | (cells[south] == EMPTY) | (cells[north] == EMPTY)


def common(cells: Any, point: int, width: int) -> int:
    """The colour of all four neighbours, 0 if they have none in common; the edge is of either colour."""
    west, east, south, north = around(point, width)
    return cells[west] & cells[east] & cells[south] & cells[north]


def is_eye(cells: Any, point: int, me: int, width: int) -> bool:
    """Whether `me` had better not fill `point`: own stones on all sides, and enemies on fewer than two diagonals;
    at the edge, on none."""
    if not common(cells, point, width) & me:
        return False
    foe = BLACK + WHITE - me
    west, east, south, north = around(point, width)
    spoilt = int((cells[west] | cells[east] | cells[south] | cells[north]) == EDGE)
    for diagonal in (south - 1, south + 1, north - 1, north + 1):
        spoilt += int(cells[diagonal] == foe)
    return spoilt < 2


def heads_around(state: Any, point: int, width: int) -> tuple[int, int, int, int]:
    """The heads of the four neighbours."""
    west, east, south, north = around(point, width)
    return state.head[west], state.head[east], state.head[south], state.head[north]


def is_choked(state: Any, head: int, heads: tuple[int, int, int, int]) -> bool:
    """Whether a stone on the point that has `heads` around it takes the last liberty of the chain of `head`."""
    west, east, south, north = heads
    pairs = int(west == head) + int(east == head) + int(south == head) + int(north == head)
    return state.liberties[head] == pairs


def is_suicide(state: Any, point: int, me: int, width: int) -> bool:
    """Whether a stone on `point`, which is not open, captures nothing and joins no chain with a liberty to spare."""
    heads = heads_around(state, point, width)
    lives = False
    for head in heads:
        cell = state.cells[head]
        lives |= (cell != EDGE) & ((cell == me) != is_choked(state, head, heads))
    return not lives


def key_of_captures(state: Any, point: int, me: int, width: int) -> Any:
    """How the hash of the position changes by the stones that `me` captures on `point`."""
    foe = BLACK + WHITE - me
    heads = heads_around(state, point, width)
    west, east, south, north = heads
    fresh = (True, east != west, south not in (west, east), north not in (west, east, south))
    key = np.uint64(0)
    for i in range(4):
        if fresh[i] and state.cells[heads[i]] == foe and is_choked(state, heads[i], heads):
            stone = heads[i]
            while True:
                key ^= KEYS[foe, stone]
                stone = state.next[stone]
                if stone == heads[i]:
                    break
    return key


# ---- placing a stone --------------------------------------------------------------------------------------------


def place(state: Any, point: int, me: int, width: int) -> None:
    """Put a stone of `me` where it is no suicide. What it captures ends up in `empties` from the index on that was
    the last one before."""
    foe = BLACK + WHITE - me
    into_eye = common(state.cells, point, width) & foe
    state.vacant -= 1
    first_captured = state.vacant
    last, gap = state.empties[state.vacant], state.where[point]
    state.empties[gap], state.where[last] = last, gap
    state.cells[point] = me
    liberties = 0
    for cell in around(point, width):
        liberties += int(state.cells[cell] == EMPTY)
        state.liberties[state.head[cell]] -= 1
    state.liberties[point] = liberties
    for cell in around(point, width):
        if state.cells[cell] == me:
            if state.head[cell] != state.head[point]:
                join(state, state.head[cell], state.head[point])
        elif state.cells[cell] == foe and state.liberties[state.head[cell]] == 0:
            remove(state, state.head[cell], width)
    # The lone stone that took a lone stone is itself in atari, and taking it would bring the position back.
    lone = into_eye and state.vacant == first_captured + 1
    state.ko = state.empties[first_captured] if lone else NOWHERE


def join(state: Any, kept: int, joining: int) -> None:
    """Make two chains one, with the head `kept`."""
    state.liberties[kept] += state.liberties[joining]
    stone = joining
    while True:
        state.head[stone] = kept
        stone = state.next[stone]
        if stone == joining:
            break
    state.next[kept], state.next[joining] = state.next[joining], state.next[kept]


def remove(state: Any, head: int, width: int) -> None:
    """Take a chain off the board."""
    stone = head
    while True:
        state.cells[stone] = EMPTY
        state.empties[state.vacant] = stone
        state.where[stone] = state.vacant
        state.vacant += 1
        for cell in around(stone, width):
            state.liberties[state.head[cell]] += 1
        following = state.next[stone]
        state.head[stone] = state.next[stone] = stone
        stone = following
        if stone == head:
            break


# ---- counting ---------------------------------------------------------------------------------------------------


def lead(state: Any, width: int) -> int:
    """Black's area less White's: stones, and empty regions that border on one colour only."""
    points = 0
    for cell in state.cells:
        points += int(cell == BLACK) - int(cell == WHITE)
    counted = np.zeros(len(state.cells), np.bool_)
    region = np.empty(len(state.empties), np.uint16)
    for i in range(state.vacant):
        if counted[state.empties[i]]:
            continue
        counted[state.empties[i]] = True
        region[0] = state.empties[i]
        size, done, owner = 1, 0, EDGE
        while done < size:
            for cell in around(region[done], width):
                if state.cells[cell] != EMPTY:
                    owner &= state.cells[cell]
                elif not counted[cell]:
                    counted[cell] = True
                    region[size] = cell
                    size += 1
            done += 1
        points += size * (int(owner == BLACK) - int(owner == WHITE))
    return points
