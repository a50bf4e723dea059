"""Phantom (m,n,k): k marks in a row win, on a grid of m columns and n rows, but nobody sees the other's marks.

Player 0 (x) begins, turns alternate. In a turn a player names a square that is not known to be taken, and a referee
answers: "accepted", the mark is placed and the turn ends; or "refused", the other's mark is there, and the same player
tries again. The other player learns that a turn has ended and nothing of refused tries. k in a row (column, row or
diagonal) win at once, and the referee says so; a full board without a line is a draw.

The answer is a chance move with a single outcome, as in the paper that brought the game to tree search (Cowling,
Powley and Whitehouse, Information set MCTS, 2012): the player who tries does not know the outcome, and in its tree the
two answers lead to different nodes. A set of squares is a bitboard, square `row * m + column`; m = 4, n = 4:

      a  b  c  d
    1  0  1  2  3
    2  4  5  6  7
    3  8  9 10 11
    4 12 13 14 15
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import nth_bit, popcount
from ..errors import OptionError, PositionError
from ..rng import below, bits
from ..rules.codes import NOTHING_SEEN, TOO_LONG
from ..rules.game import CHANCE, OVER, Game, declare
from .notation import by_turns, last_to_win, player_of, read_boards, words_in, write_boards
from .turns import ALL, OBLONG, of_cells

SMALLEST, LARGEST = 3, 8
LETTERS = "abcdefgh"
PLAYERS = "xo"
MARKS = "xoXO"
"""In a position's text: capitals are marks that the other player has run into."""
NONE, ONE = np.uint64(0), np.uint64(1)
NO_TRY = -1

TURN_ENDED, LINE_MADE = 0, 1
"""Tokens of `observe`: what a player is told of the other's accepted try."""

DRAWS, WALK = 256, 256
"""Guesses thrown away for containing a line before one is found by a random walk, and the steps of that walk. At 4,4,4
and 3,3,3 at least one in 15 draws is good, so practically all guesses are drawn."""

STATE = np.dtype(
    [
        ("marks", np.uint64, 2),  # one bitboard a player
        ("refused", np.uint64, 2),  # the other's marks that a player has run into
        ("placed", np.int8),  # marks on the board
        ("tried", np.int8),  # the square that waits for the referee's answer, or NO_TRY
        ("won", np.int8),  # 1 once the last mark made a line
    ]
)


def bit(square: int) -> Any:
    return ONE << np.uint64(square)


def draw_square(rng: Any, squares: Any, n: Any) -> Any:
    """One of the `n` squares of a set, as a bit."""
    return nth_bit(squares, np.uint64(below(rng, n)))


def check_option(option: str, value: int, largest: int, why: str = "") -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not SMALLEST <= value <= largest:
        raise OptionError(f"phantom: {option} must be a whole number from {SMALLEST} to {largest}{why}, not {value!r}")


def game(m: int = 4, n: int = 4, k: int = 4) -> Game:
    check_option("m", m, LARGEST)
    check_option("n", n, LARGEST)
    check_option("k", k, max(m, n), " (the longer side)")

    columns, rows, cells = m, n, m * n
    board = np.uint64(2**cells - 1)
    accepted, refused = cells, cells + 1  # the referee's answers
    actions = cells + 2

    # A line in direction `steps[d]` begins on one of `starts[d]`: where it would leave the board no bit is set.
    directions = ((0, 1), (1, 0), (1, 1), (1, -1))
    steps = tuple(down * columns + right for down, right in directions)
    starts = tuple(
        np.uint64(
            sum(
                1 << row * columns + column
                for row in range(rows)
                for column in range(columns)
                if row + (k - 1) * down < rows and 0 <= column + (k - 1) * right < columns
            )
        )
        for down, right in directions
    )

    def start(state: Any, rng: Any) -> None:
        state.marks[:] = NONE
        state.refused[:] = NONE
        state.placed = 0
        state.tried = NO_TRY
        state.won = 0

    def mover(state: Any) -> int:
        if state.won or state.placed == cells:
            return OVER
        return state.placed & 1 if state.tried == NO_TRY else CHANCE

    def moves(state: Any, out: Any) -> int:
        player = state.placed & 1
        if state.tried != NO_TRY:
            out[0] = answer(state)
            return 1
        known = state.marks[player] | state.refused[player]
        count = 0
        for square in range(cells):
            out[count] = square  # overwritten by the next if it is known to be taken: cheaper than a branch
            count += known & bit(square) == NONE
        return count

    def answer(state: Any) -> int:
        """What the referee says to the try."""
        others = state.marks[1 - (state.placed & 1)]
        return refused if others & bit(state.tried) else accepted

    def play(state: Any, move: int) -> None:
        player = state.placed & 1
        if move == refused:
            state.refused[player] |= bit(state.tried)
            state.tried = NO_TRY
        elif move == accepted:
            state.marks[player] |= bit(state.tried)
            state.tried = NO_TRY
            state.placed += 1
            state.won = has_line(state.marks[player])
        else:
            state.tried = move

    def has_line(marks: Any) -> Any:
        return (
            (runs(marks, steps[0]) & starts[0])
            | (runs(marks, steps[1]) & starts[1])
            | (runs(marks, steps[2]) & starts[2])
            | (runs(marks, steps[3]) & starts[3])
        ) != NONE

    def runs(marks: Any, step: int) -> Any:
        """The first squares of all runs of k in one direction, also of those that leave the board and come back."""
        length = 1
        while length < k:
            hop = min(length, k - length)
            marks = marks & (marks >> np.uint64(hop * step))
            length += hop
        return marks

    def returns(state: Any, out: Any) -> None:
        out[0] = out[1] = 0.0
        if state.won:
            winner = (state.placed - 1) & 1
            out[winner] = 1.0
            out[1 - winner] = -1.0

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random tries. Whatever has been refused before, the try that is accepted in the end is uniform
        over the empty squares: so the refused ones are left out."""
        length = 0
        if state.tried != NO_TRY and limit > 0:
            play(state, answer(state))
            length = 1
            if trace is not None:
                trace[0] = CHANCE
        empty = board & ~(state.marks[0] | state.marks[1])
        while not state.won and state.placed < cells:
            if length + 2 > limit:
                if trace is not None and length < limit:
                    trace[length] = CHANCE  # nothing to tell
                return TOO_LONG
            player = state.placed & 1
            square = draw_square(rng, empty, cells - state.placed)
            empty ^= square
            if trace is not None:
                trace[length] = player * actions + np.int64(popcount(square - ONE))
                trace[length + 1] = CHANCE
            state.marks[player] |= square
            state.placed += 1
            state.won = has_line(state.marks[player])
            length += 2  # the try and its answer
        returns(state, out)
        return length

    def determinize(state: Any, observer: int, rng: Any) -> None:
        """The number of the other's marks is known, and so are those the observer has run into; the rest lie anywhere
        without making a line. Any of the observer's marks may have refused the other."""
        if mover(state) == OVER:
            return
        other = 1 - observer
        place_marks(state, other, state.refused[observer], board & ~state.marks[observer], rng)
        if state.tried == NO_TRY or observer == state.placed & 1:
            state.refused[other] = bits(rng) & state.marks[observer]
        else:
            guess_try(state, other, rng)

    def guess_try(state: Any, player: int, rng: Any) -> None:
        """A try that waits for its answer is seen by nobody else: any square that has not refused before."""
        while True:
            square = draw_square(rng, board & ~state.marks[player], cells - marks_of(state, player))
            state.refused[player] = bits(rng) & state.marks[1 - player]
            if not square & state.refused[player]:
                state.tried = np.int64(popcount(square - ONE))
                return

    def marks_of(state: Any, player: int) -> Any:
        """How many marks a player has on the board: both players know that."""
        return (state.placed + 1 - player) >> 1

    def place_marks(state: Any, player: int, known: Any, allowed: Any, rng: Any) -> None:
        """Redraw a player's marks: the `known` ones and others, all on `allowed` squares, without a line. Uniform
        unless all draws fail; then a random walk over such sets, one mark moved at a time, starts from the truth."""
        hidden = marks_of(state, player) - np.int64(popcount(known))
        free = np.int64(popcount(allowed & ~known))
        for _ in range(DRAWS):
            marks = known
            for drawn in range(hidden):
                marks |= draw_square(rng, allowed & ~marks, free - drawn)
            if not has_line(marks):
                state.marks[player] = marks
                return
        marks = state.marks[player]
        for _ in range(WALK):
            moved = marks ^ draw_square(rng, marks & ~known, hidden) ^ draw_square(rng, allowed & ~marks, free - hidden)
            if not has_line(moved):
                marks = moved
        state.marks[player] = marks

    def observe(state: Any, move: int, observer: int) -> int:
        player = state.placed & 1
        if observer == player:
            return move
        if move != accepted:
            return NOTHING_SEEN
        return LINE_MADE if has_line(state.marks[player] | bit(state.tried)) else TURN_ENDED

    def planes(state: Any, observer: int, out: Any) -> None:
        """What the observer knows: own marks, marks run into; how many more the other has, as a share of the board;
        ones."""
        unseen = marks_of(state, 1 - observer) - np.int64(popcount(state.refused[observer]))
        for square in range(cells):
            row, column = square // columns, square % columns
            out[0, row, column] = state.marks[observer] & bit(square) != NONE
            out[1, row, column] = state.refused[observer] & bit(square) != NONE
            out[2, row, column] = unseen / cells
            out[3, row, column] = 1.0

    def symmetries() -> Any:
        return of_cells(rows, columns, ALL if rows == columns else OBLONG, others=2)

    def move_name(state: Any, move: int) -> str:
        if move >= cells:
            return "accepted" if move == accepted else "refused"
        return f"{LETTERS[move % columns]}{move // columns + 1}"

    def picture(title: str, marks_0: Any, marks_1: Any) -> list[str]:
        def mark(square: int) -> str:
            return "x" if marks_0 & bit(square) else "o" if marks_1 & bit(square) else "."

        width = max(len(title), 2 * columns + 1)
        grid = [f"{row + 1} " + " ".join(mark(row * columns + c) for c in range(columns)) for row in range(rows)]
        return [line.ljust(width) for line in (title, "  " + " ".join(LETTERS[:columns]), *grid)]

    def seen_by(state: Any, player: int) -> list[str]:
        title = f"{'xo'[player]} knows"
        if player == 0:
            return picture(title, state.marks[0], state.refused[0])
        return picture(title, state.refused[1], state.marks[1])

    def status(state: Any) -> str:
        if state.won:
            return f"{'xo'[(state.placed - 1) & 1]} has made a line"
        return "the board is full" if state.placed == cells else f"{'xo'[state.placed & 1]} to play"

    def waiting(state: Any) -> str:
        return f", has tried {move_name(state, state.tried)}" if state.tried != NO_TRY else ""

    def render(state: Any) -> str:
        boards = [picture("board", state.marks[0], state.marks[1]), seen_by(state, 0), seen_by(state, 1)]
        lines = ["   ".join(parts).rstrip() for parts in zip(*boards, strict=True)]
        return "\n".join([*lines, status(state) + waiting(state)])

    def view(state: Any, observer: int) -> str:
        counts = f"marks placed: x {marks_of(state, 0)}, o {marks_of(state, 1)}"
        own = waiting(state) if observer == state.placed & 1 else ""
        return "\n".join([line.rstrip() for line in seen_by(state, observer)] + [counts, status(state) + own])

    def at(row: int, column: int) -> int:
        return row * columns + column

    def notation(state: Any) -> str:
        """Cells, who is to move, and the try that waits for its answer if there is one."""
        run_into = [int(state.refused[1]), int(state.refused[0])]
        boards = [*(int(state.marks[side]) & ~run_into[side] for side in range(2)), *run_into]
        waits = "" if state.tried == NO_TRY else f" {move_name(state, state.tried)}"
        return f"{write_boards(boards, MARKS, rows, columns, at)} {PLAYERS[state.placed & 1]}{waits}"

    def from_notation(state: Any, text: str) -> None:
        found, turn, tries = words_in(text, "cells turn", "try")
        boards = read_boards(found, MARKS, rows, columns, at)
        marks = [np.uint64(boards[side] | boards[side + 2]) for side in range(2)]
        player = player_of(turn, PLAYERS)
        placed = by_turns([board.bit_count() for board in map(int, marks)], player, PLAYERS)
        won = last_to_win([bool(has_line(board)) for board in marks], player, PLAYERS)
        state.marks[:], state.refused[:] = marks, [boards[3], boards[2]]
        state.placed, state.won, state.tried = placed, won, NO_TRY
        last, unmet = marks[1 - player], boards[1 - player]
        if mover(state) == OVER and not any(may_be_last(last, unmet, square) for square in range(cells)):
            raise PositionError(f"no mark of {PLAYERS[1 - player]} can be the one that ended the game")
        if tries:
            legal = [move_name(state, move) for move in open_to(state)]
            if tries not in legal:
                raise PositionError(f"{turn} cannot have tried {tries!r}; it may try {' '.join(legal) or 'nothing'}")
            state.tried = LETTERS.index(tries[0]) + columns * (int(tries[1:]) - 1)

    def may_be_last(marks: Any, unmet: int, square: int) -> bool:
        """Whether a mark can have ended the game: nobody has run into it, and there was no line without it."""
        return bool(unmet >> square & 1) and not has_line(marks & ~bit(square))

    def open_to(state: Any) -> list[int]:
        """What whoever is to move may try."""
        listed = np.zeros(cells, np.int32)
        return [] if mover(state) == OVER else listed[: moves(state, listed)].tolist()

    return declare(
        globals(),
        locals(),
        name="phantom",
        state=STATE,
        players=2,
        max_moves=cells,
        actions=actions,
        plane_shape=(4, rows, columns),
        max_length=2 * (2 * cells - 1),  # all but the last square may refuse a try once; each try has its answer
        trusted=True,
    )
