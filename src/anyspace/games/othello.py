"""Othello: place a disc so that it flanks lines of enemy discs, and turn them over; most discs at the end wins.

Black (player 0, `x`) begins. A placement must flank at least one straight unbroken line of enemy discs between the
new disc and another of the mover's, in any of the eight directions; every line so flanked is turned over. Who cannot
place must pass; who can place may not. When neither side can place, the game is over.

Bitboards of 64 bits, numbered as the board is printed; a move is the number of its cell, `PASS` is 64:

         a  b  c  d  e  f  g  h
     1   0  1  2  3  4  5  6  7
     2   8  9 10 11 12 13 14 15
     3  16 17 18 19 20 21 22 23
     4  24 25 26 27 28 29 30 31
     5  32 33 34 35 36 37 38 39
     6  40 41 42 43 44 45 46 47
     7  48 49 50 51 52 53 54 55
     8  56 57 58 59 60 61 62 63
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import popcount
from ..errors import PositionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .board_key import board_key
from .notation import NOBODY, player_of, read_boards, words_in, write_boards
from .turns import DIAGONAL, HALF, OTHER_DIAGONAL, SAME, of_cells

SIDE, CELLS, PASS = 8, 64, 64
ACTIONS = CELLS + 1
COLUMNS, MARKS = "abcdefgh", "xo"

# bitboards and all that meets them are uint64: mixed with a signed integer they would turn into floats
ZERO, ONE = np.uint64(0), np.uint64(1)
ACROSS, RISING, DOWN, FALLING = (np.uint64(step) for step in (1, 7, 8, 9))  # from a cell to the next, on each axis
INNER = np.uint64(0x7E7E7E7E7E7E7E7E)  # columns b to g
BLACK, WHITE = (np.uint64(1 << left | 1 << right) for left, right in ((35, 28), (27, 36)))  # d5 e4, d4 e5
OPENING = np.uint64(1 << 19 | 1 << 26 | 1 << 37 | 1 << 44)  # where Black may begin: d3 c4 f5 e6

# For `evaluate` and `prior`: fitted to the values of 1,500 positions and the best moves in 2,000, as searches of some
# thousand iterations found them.
CORNERS, EDGES, DIAGONALS = (  # the edges without corners; the cells that touch a corner diagonally
    np.uint64(cells) for cells in (0x8100000000000081, 0x7E8181818181817E, 0x0042000000004200)
)
ON_CORNER, ON_EDGE, ON_DIAGONAL, ELSEWHERE = 0.35, 0.03, -0.04, 0.01
MOBILITY, TO_MOVE, SURE = 0.75, 0.15, 0.99
APPEAL = np.array([[11.0, 0.2, 1.9, 0.9], [0.2, 0.5, 1.1, 0.4], [1.9, 1.1, 1.0, 0.4], [0.9, 0.4, 0.4, 1.0]])
"""Of a quarter of the board, from its corner."""
BESIDE_A_TAKEN_CORNER = 1.5


def fold(line: int) -> int:
    """A row or column counted from the nearer edge."""
    return min(line, SIDE - 1 - line)


def corner_beside(cell: int) -> int:
    """The corner that a cell touches, as a bitboard; 0 if it touches none."""
    row, column = divmod(cell, SIDE)
    if max(fold(row), fold(column)) != 1:
        return 0
    return 1 << SIDE * (0 if row < 4 else 7) + (0 if column < 4 else 7)


CELL_APPEAL = np.array([APPEAL[fold(cell // SIDE), fold(cell % SIDE)] for cell in range(CELLS)] + [1.0])  # and the pass
CORNER_BESIDE = np.array([corner_beside(cell) for cell in range(CELLS)] + [0], np.uint64)

STATE = np.dtype(
    [
        ("discs", np.uint64, 2),  # one bitboard a player
        ("choices", np.uint64),  # where the player to act may place; none: a pass, or the end
        ("turn", np.int8),  # the player to act, or OVER
    ]
)


def start(state: Any, rng: Any) -> None:
    state.discs[0] = BLACK
    state.discs[1] = WHITE
    state.choices = OPENING
    state.turn = 0


def mover(state: Any) -> Any:
    return state.turn


def moves(state: Any, out: Any) -> int:
    rest = state.choices
    if rest == ZERO:
        out[0] = PASS
        return 1
    n = 0
    while rest != ZERO:
        fewer = rest & (rest - ONE)
        out[n] = popcount((rest ^ fewer) - ONE)
        rest = fewer
        n += 1
    return n


def play(state: Any, move: int) -> None:
    player = state.turn
    own, enemy = state.discs[player], state.discs[1 - player]
    if move != PASS:
        disc = ONE << np.uint64(move)
        flanked = turned(disc, own, enemy)
        own |= disc | flanked
        enemy ^= flanked
        state.discs[player], state.discs[1 - player] = own, enemy
    state.choices = placements(enemy, own)
    stuck = state.choices == ZERO and placements(own, enemy) == ZERO
    state.turn = OVER if stuck else 1 - player


def placements(own: Any, enemy: Any) -> Any:
    """The empty cells from which a disc of `own` would flank something."""
    inner = enemy & INNER  # a line through an edge column would wrap around the board, except up and down
    ends = (
        line_ends(own, inner, ACROSS)
        | line_ends(own, inner, RISING)
        | line_ends(own, enemy, DOWN)
        | line_ends(own, inner, FALLING)
    )
    return ends & ~(own | enemy)


def turned(disc: Any, own: Any, enemy: Any) -> Any:
    """The enemy discs that `disc`, newly placed, flanks."""
    inner = enemy & INNER
    return (
        flanked_lines(disc, own, inner, ACROSS)
        | flanked_lines(disc, own, inner, RISING)
        | flanked_lines(disc, own, enemy, DOWN)
        | flanked_lines(disc, own, inner, FALLING)
    )


def line_ends(own: Any, enemy: Any, step: Any) -> Any:
    """The cells that end an unbroken line of enemy discs beginning next to one of `own`, both ways along an axis."""
    return line_forward(own, enemy, step) << step | line_backward(own, enemy, step) >> step


def flanked_lines(disc: Any, own: Any, enemy: Any, step: Any) -> Any:
    """The unbroken lines of enemy discs from `disc` to one of `own`, both ways along an axis."""
    forward, backward = line_forward(disc, enemy, step), line_backward(disc, enemy, step)
    ahead = forward if (forward << step) & own != ZERO else ZERO
    behind = backward if (backward >> step) & own != ZERO else ZERO
    return ahead | behind


def line_forward(discs: Any, enemy: Any, step: Any) -> Any:
    """The enemy discs in unbroken lines beginning next to `discs`: no line is longer than six, 1 + 1 + 2 + 2."""
    double = step + step
    linked = enemy & (enemy << step)  # a disc with its neighbour behind: two may join at once
    line = enemy & (discs << step)
    line |= enemy & (line << step)
    line |= linked & (line << double)
    line |= linked & (line << double)
    return line


def line_backward(discs: Any, enemy: Any, step: Any) -> Any:
    """`line_forward` the other way."""
    double = step + step
    linked = enemy & (enemy >> step)
    line = enemy & (discs >> step)
    line |= enemy & (line >> step)
    line |= linked & (line >> double)
    line |= linked & (line >> double)
    return line


def returns(state: Any, out: Any) -> None:
    lead = number(state.discs[0]) - number(state.discs[1])
    out[0] = np.sign(lead)
    out[1] = -out[0]


def key(state: Any) -> Any:
    return board_key(state.discs[0], state.discs[1], state.turn)


def evaluate(state: Any, out: Any) -> None:
    """Discs by the cells they lie on, and who has more placements to choose from."""
    player = np.int64(state.turn)
    own, enemy = state.discs[player], state.discs[1 - player]
    choices, replies = number(state.choices), number(placements(enemy, own))
    lead = TO_MOVE + MOBILITY * (choices - replies) / (choices + replies + 2) + worth(own) - worth(enemy)
    out[player] = SURE * np.tanh(lead)
    out[1 - player] = -out[player]


def worth(discs: Any) -> float:
    special = CORNERS | EDGES | DIAGONALS
    return (
        ON_CORNER * number(discs & CORNERS)
        + ON_EDGE * number(discs & EDGES)
        + ON_DIAGONAL * number(discs & DIAGONALS)
        + ELSEWHERE * number(discs & ~special)
    )


def number(cells: Any) -> Any:
    return np.int64(popcount(cells))


def prior(state: Any, moves: Any, n: int, out: Any) -> None:
    """By the cell; those beside a corner are only bad as long as the corner can still be taken."""
    discs = state.discs[0] | state.discs[1]
    for i in range(n):
        safe = discs & CORNER_BESIDE[moves[i]] != ZERO
        out[i] = BESIDE_A_TAKEN_CORNER if safe else CELL_APPEAL[moves[i]]


def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
    """Uniformly random moves, picked from the bitboard of placements without listing them."""
    player = np.int64(state.turn)
    own, enemy, choices = state.discs[player], state.discs[1 - player], state.choices
    ply = 0
    while choices != ZERO or placements(enemy, own) != ZERO:
        if ply == limit:  # leaves the position as it stands, for `returns` to score
            state.discs[player], state.discs[1 - player] = own, enemy
            state.choices, state.turn = choices, player
            return TOO_LONG
        if choices != ZERO:
            disc = random_bit(choices, rng)
            if trace is not None:
                trace[ply] = player * ACTIONS + number(disc - ONE)
            flanked = turned(disc, own, enemy)
            own |= disc | flanked
            enemy ^= flanked
        elif trace is not None:
            trace[ply] = player * ACTIONS + PASS
        own, enemy, player = enemy, own, 1 - player
        choices = placements(own, enemy)
        ply += 1
    lead = np.sign(number(own) - number(enemy))
    out[player] = lead
    out[1 - player] = -lead
    return ply


def random_bit(board: Any, rng: Any) -> Any:
    """One of the bits that are set, each equally likely."""
    for _ in range(below(rng, popcount(board))):
        board &= board - ONE
    return board ^ (board & (board - ONE))


def planes(state: Any, observer: int, out: Any) -> None:
    """Own discs, the other's, where the player to act may place, and a plane of ones."""
    for cell in range(CELLS):
        row, column, shift = cell // SIDE, cell % SIDE, np.uint64(cell)
        out[0, row, column] = state.discs[observer] >> shift & ONE
        out[1, row, column] = state.discs[1 - observer] >> shift & ONE
        out[2, row, column] = state.choices >> shift & ONE
        out[3, row, column] = 1.0


def symmetries() -> Any:
    return of_cells(SIDE, SIDE, (SAME, HALF, DIAGONAL, OTHER_DIAGONAL), others=1)


def move_name(state: Any, move: int) -> str:
    return "pass" if move == PASS else f"{COLUMNS[move % SIDE]}{move // SIDE + 1}"


def render(state: Any) -> str:
    black, white = (int(discs) for discs in state.discs)

    def disc(cell: int) -> str:
        return "x" if black >> cell & 1 else "o" if white >> cell & 1 else "."

    header = "  " + " ".join(COLUMNS)
    rows = [f"{row + 1} " + " ".join(disc(SIDE * row + column) for column in range(SIDE)) for row in range(SIDE)]
    return "\n".join([header, *rows, f"x {black.bit_count()}, o {white.bit_count()}"])


def cell_at(row: int, column: int) -> int:
    return SIDE * row + column


def notation(state: Any) -> str:
    turn = NOBODY if state.turn == OVER else MARKS[state.turn]
    return f"{write_boards(state.discs, MARKS, SIDE, SIDE, cell_at)} {turn}"


def from_notation(state: Any, text: str) -> None:
    cells, turn = words_in(text, "cells turn")
    discs = [np.uint64(side) for side in read_boards(cells, MARKS, SIDE, SIDE, cell_at)]
    player = player_of(turn, MARKS + NOBODY)
    can_place = [placements(discs[side], discs[1 - side]) for side in (0, 1)]
    if player > 1 and any(can_place):
        raise PositionError(f"{MARKS[int(can_place[0] == ZERO)]} can still place a disc, so the game is not over")
    state.discs[:] = discs
    state.choices = can_place[player] if any(can_place) else ZERO
    state.turn = player if any(can_place) else OVER


def owner(state: Any) -> list[list[int]]:
    black, white = (int(discs) for discs in state.discs)
    owners = [0 if black >> cell & 1 else 1 if white >> cell & 1 else -1 for cell in range(CELLS)]
    return [owners[SIDE * row : SIDE * (row + 1)] for row in range(SIDE)]


def game() -> Game:
    return declare(
        globals(),
        name="othello",
        state=STATE,
        players=2,
        max_moves=CELLS - 4,
        actions=ACTIONS,
        plane_shape=(4, SIDE, SIDE),
        max_length=119,  # 60 placements, and before each but the first at most one pass
        trusted=True,
    )
