"""Lines of Action: bring all your pieces together. A piece moves as far as there are pieces on its line.

Black (player 0, `x`) has twelve pieces on the lowest and the highest row and begins, White (player 1, `o`) twelve on
the first and the last column; the corners are empty. A piece moves along a row, a column or a diagonal, exactly as many
cells as there are pieces of either colour on that whole line, itself included. It may jump over its own side, not over
the enemy; it may land on an empty cell or on an enemy, who is captured.

Whoever has all pieces in one group, neighbours straight or diagonally, wins; one piece alone is a group. A move that
joins both sides wins for the one who made it. A player without a move loses. A board that has been there before,
whoever is to move, is a draw, and so is a game that move `longest` has not decided.

Bitboards of 64 bits, one a player; a move is `64 * from + to`:

     8  56 57 58 59 60 61 62 63
     7  48 49 50 51 52 53 54 55
     6  40 41 42 43 44 45 46 47
     5  32 33 34 35 36 37 38 39
     4  24 25 26 27 28 29 30 31
     3  16 17 18 19 20 21 22 23
     2   8  9 10 11 12 13 14 15
     1   0  1  2  3  4  5  6  7
         a  b  c  d  e  f  g  h

What the rules say about one board is in `lines_of_action_board`, what it looks worth in `lines_of_action_sense`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .lines_of_action_board import (
    ACTIONS,
    BLACK,
    CELLS,
    NOWHERE,
    ONE,
    SIDE,
    WHITE,
    ZERO,
    can_move,
    is_joined,
    list_moves,
    random_move,
)
from .lines_of_action_sense import estimate, weigh
from .notation import player_of, read_boards, whole, words_in, write_boards

LONGEST, MOST_LONGEST = 1000, 4000
NAMES, MARKS, RESULTS = "abcdefgh", "xo", "xo=-"
UNDECIDED, DRAWN = -1, 2
"""Results besides the two players."""

MOST_PIECES = 12
MOST_MOVES = 8 * MOST_PIECES

KEYS = np.random.PCG64(1969).random_raw(2 * CELLS).reshape(2, CELLS)
"""A random number for each player on each cell: a board's hash is the exclusive or over its pieces (Zobrist)."""

START_KEY = np.bitwise_xor.reduce(
    [KEYS[player, cell] for player, side in enumerate((BLACK, WHITE)) for cell in range(CELLS) if side >> cell & 1]
)
PLY_MIX, SEEN_MIX, FOLD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(32)


def moves(state: Any, out: Any) -> int:
    player = state.ply & 1
    return list_moves(state.pieces[player], state.pieces[1 - player], out)


def mover(state: Any) -> int:
    return state.ply & 1 if state.result == UNDECIDED else OVER


def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0.0
    if state.result == 0 or state.result == 1:
        out[state.result] = 1.0
        out[1 - state.result] = -1.0


def has_been(seen: Any, positions: int, board: Any) -> bool:
    """Whether `board` is among the first boards of `seen`. It is none of the last three: since then one of the sides
    has moved just once, and stands elsewhere."""
    found = False
    for i in range(positions - 3):
        found |= seen[i] == board
    return found


def key(state: Any) -> Any:
    """A later repetition is a draw, so the boards since the last capture are part of a position, in any order."""
    board = state.seen[state.positions - 1]
    total = np.uint64(state.ply) * PLY_MIX
    for i in range(state.positions):
        mixed = (state.seen[i] ^ state.seen[i] >> FOLD) * SEEN_MIX
        total += mixed ^ mixed >> FOLD
    return board ^ total


def evaluate(state: Any, out: Any) -> None:
    player = state.ply & 1
    out[player] = estimate(state.pieces[player], state.pieces[1 - player])
    out[1 - player] = -out[player]


def prior(state: Any, moves: Any, n: int, out: Any) -> None:
    player = state.ply & 1
    weigh(state.pieces[player], state.pieces[1 - player], moves, n, out)


def group(state: Any, move: int) -> int:
    """The moves of one piece."""
    return move // CELLS


def move_name(state: Any, move: int) -> str:
    start, end = divmod(move, CELLS)
    capture = int(state.pieces[0] | state.pieces[1]) >> end & 1
    return f"{cell_name(start)}{'x' if capture else '-'}{cell_name(end)}"


def cell_name(cell: int) -> str:
    return f"{NAMES[cell % SIDE]}{cell // SIDE + 1}"


def render(state: Any) -> str:
    black, white = (int(pieces) for pieces in state.pieces)

    def piece(cell: int) -> str:
        return "x" if black >> cell & 1 else "o" if white >> cell & 1 else "."

    rows = [f"{y + 1} " + " ".join(piece(SIDE * y + x) for x in range(SIDE)) for y in reversed(range(SIDE))]
    ends = {UNDECIDED: f"{'xo'[state.ply & 1]} to move", 0: "x has won", 1: "o has won", DRAWN: "a draw"}
    return "\n".join([*rows, "  " + " ".join(NAMES), f"{state.ply} moves played, {ends[int(state.result)]}"])


def cell_at(row: int, column: int) -> int:
    return SIDE * (SIDE - 1 - row) + column


def notation(state: Any) -> str:
    """Who has won is written down, for a draw by repetition does not show; what boards there were is not."""
    cells = write_boards(state.pieces, MARKS, SIDE, SIDE, cell_at)
    return f"{cells} {MARKS[state.ply & 1]} {state.ply} {RESULTS[state.result]}"


def result_of(pieces: Any, turn: int) -> int:
    """Who has won by how the pieces stand, if anybody has; the other than `turn` has just moved."""
    if is_joined(pieces[1 - turn]):
        return 1 - turn
    if is_joined(pieces[turn]):
        return turn
    return UNDECIDED if can_move(pieces[turn], pieces[1 - turn]) else 1 - turn


def game(longest: int = LONGEST) -> Game:
    if isinstance(longest, bool) or not isinstance(longest, int) or not 1 <= longest <= MOST_LONGEST:
        raise OptionError(f"lines_of_action: longest must be a whole number from 1 to {MOST_LONGEST}, not {longest!r}")

    state_type = np.dtype(
        [
            # hashes of the boards since the last capture, the present one last; then 0
            ("seen", np.uint64, longest + 1),
            ("pieces", np.uint64, 2),  # one bitboard a player
            ("positions", np.int16),  # how many of `seen` count
            ("ply", np.int16),
            ("result", np.int8),
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.seen[:] = 0
        state.seen[0] = START_KEY
        state.positions = 1
        state.pieces[0] = BLACK
        state.pieces[1] = WHITE
        state.ply = 0
        state.result = UNDECIDED

    def play(state: Any, move: int) -> None:
        player = state.ply & 1
        origin, end = move // CELLS, move % CELLS
        target = ONE << np.uint64(end)
        own = state.pieces[player] ^ (ONE << np.uint64(origin) | target)
        enemy = state.pieces[1 - player]
        captured = enemy & target
        enemy ^= captured
        state.pieces[player], state.pieces[1 - player] = own, enemy
        board = state.seen[state.positions - 1] ^ KEYS[player, origin] ^ KEYS[player, end]
        if captured != ZERO:
            board ^= KEYS[1 - player, end]
            state.seen[: state.positions] = 0  # none of these can come back
            state.positions = 0
        repeated = has_been(state.seen, state.positions, board)
        state.seen[state.positions] = board
        state.positions += 1
        state.ply += 1
        if is_joined(own):
            state.result = player
        elif captured != ZERO and is_joined(enemy):
            state.result = 1 - player
        elif repeated:
            state.result = DRAWN
        elif not can_move(enemy, own):
            state.result = player
        elif state.ply == longest:
            state.result = DRAWN

    def from_notation(state: Any, text: str) -> None:
        cells, word, ply, result = words_in(text, "cells turn", "moves_played result")
        pieces = [np.uint64(side) for side in read_boards(cells, MARKS, SIDE, SIDE, cell_at)]
        turn = player_of(word, MARKS)
        for mark, side in zip(MARKS, pieces, strict=True):
            if not 1 <= int(side).bit_count() <= MOST_PIECES:
                raise PositionError(f"{mark} must have 1 to {MOST_PIECES} pieces, not {int(side).bit_count()}")
        state.ply = whole(ply or str(turn), "moves_played", 0, longest)
        if state.ply & 1 != turn:
            raise PositionError(f"{word} cannot be to move after {ply} moves: x began")
        found = result_of(pieces, turn)
        if found == UNDECIDED and state.ply == longest:
            found = DRAWN
        if result == "=" and found == UNDECIDED:
            found = DRAWN
        if result and RESULTS[found] != result:
            raise PositionError(f"by the pieces the result is {RESULTS[found]}, not {result!r}")
        state.pieces[:] = pieces
        state.seen[0] = np.bitwise_xor.reduce(
            [KEYS[player, cell] for player in (0, 1) for cell in range(CELLS) if int(pieces[player]) >> cell & 1]
        )
        state.result = found

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves, found by trying pieces and directions instead of listing them."""
        player: Any = np.int64(state.ply & 1)
        own, enemy = state.pieces[player], state.pieces[1 - player]
        positions: Any = np.int64(state.positions)
        board = state.seen[positions - 1]
        left = np.int64(longest - state.ply)
        length, result = 0, UNDECIDED
        while True:
            move = random_move(own, enemy, rng)
            if move == NOWHERE:
                result = 1 - player
                break
            if length == left:
                result = DRAWN
                break
            if length == limit:
                break
            if trace is not None:
                trace[length] = player * ACTIONS + move
            length += 1
            origin, end = move // CELLS, move % CELLS
            target = ONE << np.uint64(end)
            own ^= ONE << np.uint64(origin) | target
            board ^= KEYS[player, origin] ^ KEYS[player, end]
            captured = enemy & target
            if captured != ZERO:
                enemy ^= captured
                board ^= KEYS[1 - player, end]
                positions = 0
            if is_joined(own):
                result = player
                break
            if captured != ZERO and is_joined(enemy):
                result = 1 - player
                break
            if has_been(state.seen, positions, board):
                result = DRAWN
                break
            state.seen[positions] = board
            positions += 1
            own, enemy, player = enemy, own, 1 - player
        if result == UNDECIDED:  # cut short: the position as it stands
            state.pieces[player], state.pieces[1 - player] = own, enemy
            state.ply += length
            state.positions = positions
            state.seen[positions:] = 0
            return TOO_LONG
        state.result = result
        returns(state, out)
        return length

    return declare(
        globals(),
        locals(),
        name="lines_of_action",
        state=state_type,
        players=2,
        max_moves=MOST_MOVES,
        actions=ACTIONS,
        max_length=longest,
        trusted=True,
    )
