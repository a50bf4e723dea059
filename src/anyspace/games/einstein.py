"""EinStein würfelt nicht! (Althöfer 2004): six numbered cubes each, and a die that says which of them may move.

    . . . . .       player 1's cubes begin in the corner at the top left and go right, down or both at once;
    . . . . .       player 0's in the corner at the bottom right, and go left, up or both at once
    ...

The cubes' order in their corners is drawn. Before each turn the die is rolled (chance): the cube of that number moves a
step; if it is gone, the one with the next lower or the next higher number that is left does, as its owner likes.
Whatever stands where it goes, of either side, is taken. Who reaches the opposite corner, or takes the last cube of the
other side, wins. Player 0 begins.

    move: (cube - 1) * 3 + way, ways along 0 (left or right), up or down 1, both 2        chance: the roll less 1
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import PositionError
from ..rng import shuffle
from ..rules.game import CHANCE, OVER, Game, declare
from .notation import EMPTY, player_of, read_rows, whole, words_in, write_rows

SIDE, CUBES, WAYS = 5, 6, 3
GONE, NOBODY, UNROLLED = -1, -1, 0
NAMES = (("left", "up", "diagonal"), ("right", "down", "diagonal"))
DX = np.array([1, 0, 1], np.int64)
DY = np.array([0, 1, 1], np.int64)
HOME = np.array([[24, 23, 22, 19, 18, 14], [0, 1, 2, 5, 6, 10]], np.int64)
"""Where each player's cubes begin, by player."""
CORNER = np.array([0, 24], np.int64)
NEARER = 3.0
"""A cube a step nearer to its corner is worth that many times as much."""
TO_MOVE = 1.26
"""And to be the next to roll multiplies what a player's cubes are worth."""

STATE = np.dtype(
    [
        ("cells", np.int8, (2, CUBES)),  # where each cube is, by player and number, or GONE
        ("board", np.int8, SIDE * SIDE),  # 1 to 6 for player 0's cubes, 7 to 12 for player 1's, 0 for none
        ("turn", np.int8),
        ("roll", np.int8),  # 1 to 6, or UNROLLED
        ("winner", np.int8),
    ]
)


def start(state: Any, rng: Any) -> None:
    """The cubes in random order."""
    state.board[:] = 0
    for player in range(2):
        for i in range(CUBES):
            state.cells[player, i] = HOME[player, i]
        shuffle(rng, state.cells[player], CUBES)
        for i in range(CUBES):
            state.board[state.cells[player, i]] = player * CUBES + i + 1
    state.turn = 0
    state.roll = UNROLLED
    state.winner = NOBODY


def mover(state: Any) -> int:
    """Chance before every turn."""
    if state.winner != NOBODY:
        return OVER
    return CHANCE if state.roll == UNROLLED else int(state.turn)


def moves(state: Any, out: Any) -> int:
    """The steps of one cube, or of two if that of the roll is gone."""
    if state.roll == UNROLLED:
        for i in range(CUBES):
            out[i] = i
        return CUBES
    lower = higher = int(state.roll) - 1
    while lower >= 0 and state.cells[state.turn, lower] == GONE:
        lower -= 1
    while higher < CUBES and state.cells[state.turn, higher] == GONE:
        higher += 1
    n = 0
    if lower >= 0:
        n = list_steps(state, lower, out, n)
    if higher < CUBES and higher != lower:
        n = list_steps(state, higher, out, n)
    return n


def list_steps(state: Any, cube: int, out: Any, n: int) -> int:
    """Add a cube's steps to a list of `n` moves; returns how many there are then."""
    for way in range(WAYS):
        if target_of(state, cube, way) != GONE:
            out[n] = cube * WAYS + way
            n += 1
    return n


def target_of(state: Any, cube: int, way: int) -> int:
    """Where a step leads, or GONE if off the board."""
    cell, sign = int(state.cells[state.turn, cube]), -1 if state.turn == 0 else 1
    x, y = cell % SIDE + sign * DX[way], cell // SIDE + sign * DY[way]
    return y * SIDE + x if 0 <= x < SIDE and 0 <= y < SIDE else GONE


def play(state: Any, move: int) -> None:
    """A roll, or a step."""
    if state.roll == UNROLLED:
        state.roll = move + 1
        return
    cube, player = move // WAYS, int(state.turn)
    target = target_of(state, cube, move % WAYS)
    taken = int(state.board[target])
    if taken != 0:
        state.cells[(taken - 1) // CUBES, (taken - 1) % CUBES] = GONE
    state.board[state.cells[player, cube]] = 0
    state.board[target] = player * CUBES + cube + 1
    state.cells[player, cube] = target
    if target == CORNER[player] or is_beaten(state, 1 - player):
        state.winner = player
    state.turn = 1 - player
    state.roll = UNROLLED


def is_beaten(state: Any, player: int) -> bool:
    """Whether all of a player's cubes are gone."""
    left = 0
    for i in range(CUBES):
        left += state.cells[player, i] != GONE
    return left == 0


def returns(state: Any, out: Any) -> None:
    """1 and -1; 0 while nobody has won."""
    for player in range(2):
        out[player] = 0.0 if state.winner == NOBODY else 1.0 if state.winner == player else -1.0


def evaluate(state: Any, out: Any) -> None:
    """Whose cubes are nearer to the corner, and can be moved by more of the rolls. The constants fit some thousand
    positions of games between searches."""
    out[0], out[1] = 0.0, 0.0
    for player in range(2):
        for cube in range(CUBES):
            if state.cells[player, cube] != GONE:
                out[player] += rolls_for(state, player, cube) / NEARER ** steps_left(state, player, cube)
    out[state.turn] *= TO_MOVE
    out[0] = (out[0] - out[1]) / (out[0] + out[1])
    out[1] = -out[0]


def rolls_for(state: Any, player: int, cube: int) -> int:
    """Of how many rolls a cube may move: its own, and those of its lost neighbours."""
    rolls = 1
    for way in (-1, 1):
        other = cube + way
        while 0 <= other < CUBES and state.cells[player, other] == GONE:
            rolls += 1
            other += way
    return rolls


def steps_left(state: Any, player: int, cube: int) -> int:
    """How many moves take a cube to its corner."""
    cell = int(state.cells[player, cube])
    x, y = cell % SIDE, cell // SIDE
    return max(x, y) if player == 0 else SIDE - 1 - min(x, y)


def move_name(state: Any, move: int) -> str:
    """`4-left`, or the roll."""
    if state.roll == UNROLLED:
        return str(move + 1)
    return f"{move // WAYS + 1}-{NAMES[state.turn][move % WAYS]}"


def render(state: Any) -> str:
    """Player 0's cubes as a1 to a6, player 1's as b1 to b6."""
    cubes = [".." if not cube else "ab"[(cube - 1) // CUBES] + str((cube - 1) % CUBES + 1) for cube in state.board]
    rows = [" ".join(cubes[i : i + SIDE]) for i in range(0, SIDE * SIDE, SIDE)]
    said = f"{'ab'[state.turn]} rolled {state.roll}" if state.roll else f"{'ab'[state.turn]} is to roll"
    return "\n".join([*rows, said if state.winner == NOBODY else f"{'ab'[state.winner]} has won"])


MARKS = "ABCDEFabcdef"
"""In texts: player 0's cubes 1 to 6, then player 1's."""


def notation(state: Any) -> str:
    """Rows of cells, who moves, and the roll or `-`: `fdb2/ec3/a3A/3BC/2DEF A 3`."""
    marks = [MARKS[cube - 1] if cube else EMPTY for cube in state.board]
    rows = write_rows(marks[i : i + SIDE] for i in range(0, SIDE * SIDE, SIDE))
    return f"{rows} {'Aa'[state.turn]} {state.roll or '-'}"


def from_notation(state: Any, text: str) -> None:
    """Who has won is seen from the board."""
    rows, turn, roll = words_in(text, "cells turn roll")
    board = "".join(read_rows(rows, [SIDE] * SIDE, MARKS))
    state.cells[:] = GONE
    state.board[:] = 0
    for cell, mark in enumerate(board):
        if mark == EMPTY:
            continue
        player, cube = divmod(MARKS.index(mark), CUBES)
        if state.cells[player, cube] != GONE:
            raise PositionError(f"cube {mark} is there twice")
        state.cells[player, cube] = cell
        state.board[cell] = MARKS.index(mark) + 1
    state.turn = player_of(turn, "Aa")
    state.roll = UNROLLED if roll == "-" else whole(roll, "the roll", 1, CUBES)
    winners = [p for p in range(2) if is_beaten(state, 1 - p) or 0 < state.board[CORNER[p]] - p * CUBES <= CUBES]
    if len(winners) > 1:
        raise PositionError("both players have won")
    state.winner = winners[0] if winners else NOBODY
    if winners and state.roll != UNROLLED:
        raise PositionError("nobody rolls after a game is won")


def game() -> Game:
    """EinStein würfelt nicht! has no options."""
    return declare(
        globals(),
        {},
        name="einstein",
        state=STATE,
        players=2,
        max_moves=CUBES,
        actions=CUBES * WAYS,
        max_length=2 * 2 * CUBES * 2 * (SIDE - 1),
    )
