"""Chinese checkers on a small star: bring your pieces to the opposite corner before the others do, by steps and jumps.

Two, three, four or six players; each begins in a corner of a star and wins by filling the corner across. A piece steps
to an empty cell beside it, or jumps over a piece of anybody's beside it to the empty cell behind, and may jump on from
there. A piece that is in its target corner does not leave it again. Who cannot move passes. After `rounds` moves of
everybody the game ends: whose pieces have the shortest way left has won, and those who are alike share.

The star of `size` s has triangles of side s for corners (s = 2: three pieces each, 37 cells). Cells are numbered row by
row from the top; a row has a letter, and its cells are counted from the left:

    a         0                      A
    b        1 2                    A A
    c   3 4 5 6 7 8 9          . . . . . . .
    d    . . .                  . . . . . .

A move is `from * cells + to`; the last number of all is a pass.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rules.game import OVER, Game, declare
from .board_key import scramble
from .chinese_checkers_star import CORNERS, Star, star
from .notation import EMPTY, NOBODY, player_of, read_rows, whole, words_in, write_rows

NONE = -1
MARKS = "ABCDEF"
LETTERS = "abcdefghijklmnopq"
LARGEST, MOST_ROUNDS = 4, 1000
IN_A_WORD = 21
"""Cells in 64 bits, three each."""
STEP_WEIGHT, LEAD = 1.6, 2.5
"""What a step forward makes of a move's odds; the lead in steps by which a player is e times as likely to win."""


def checked(players: Any, size: Any, rounds: Any) -> None:
    """Raises `OptionError` where an option makes no sense."""
    if isinstance(players, bool) or players not in CORNERS:
        raise OptionError(f"chinese_checkers: players must be one of 2, 3, 4 and 6, not {players!r}")
    for name, given, most in (("size", size, LARGEST), ("rounds", rounds, MOST_ROUNDS)):
        if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= most:
            raise OptionError(f"chinese_checkers: {name} must be a whole number from 1 to {most}, not {given!r}")


def game(players: int = 3, size: int = 2, rounds: int = 30) -> Game:
    checked(players, size, rounds)
    board: Star = star(size, players)
    cells, pieces = len(board.beside), size * (size + 1) // 2
    beside, home, target, way = board.beside, board.home, board.target, board.way
    pass_ = cells * cells
    words = (cells + IN_A_WORD - 1) // IN_A_WORD
    width = max(board.widths)

    state_type = np.dtype(
        [
            ("owner", np.int8, cells),  # whose piece is there, or NONE
            ("made", np.int16),  # moves so far, of all players
            ("won", np.int8),  # who has filled its target, or NONE
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.owner[:] = NONE
        for player in range(players):
            for cell in range(cells):
                if home[player, cell]:
                    state.owner[cell] = player
        state.made = 0
        state.won = NONE

    def mover(state: Any) -> int:
        return OVER if state.won != NONE or state.made >= players * rounds else state.made % players

    def moves(state: Any, out: Any) -> int:
        player, n = state.made % players, 0
        for cell in range(cells):
            if state.owner[cell] == player:
                n = moves_of(state, player, cell, out, n)
        if n == 0:
            out[0] = pass_
            n = 1
        return n

    def moves_of(state: Any, player: int, cell: int, out: Any, first: int) -> int:
        """A piece's moves, after the first `first` in `out`: where chains of jumps lead, each cell once; then steps."""
        n, done = first, first
        at = cell
        while True:
            for side in range(6):
                over = beside[at, side]
                if over != NONE and over != cell and state.owner[over] != NONE:
                    to = beside[over, side]
                    if to != NONE and state.owner[to] == NONE and not listed(out, first, n, cell * cells + to):
                        out[n] = cell * cells + to
                        n += 1
            if done == n:
                break
            at = out[done] % cells
            done += 1
        for side in range(6):
            to = beside[cell, side]
            if to != NONE and state.owner[to] == NONE and not listed(out, first, n, cell * cells + to):
                out[n] = cell * cells + to
                n += 1
        if not target[player, cell]:
            return n
        kept = first
        for i in range(first, n):
            if target[player, out[i] % cells]:
                out[kept] = out[i]
                kept += 1
        return kept

    def listed(out: Any, first: int, n: int, move: int) -> bool:
        found = False
        for i in range(first, n):
            found |= out[i] == move
        return found

    def play(state: Any, move: int) -> None:
        player = state.made % players
        state.made += 1
        if move == pass_:
            return
        state.owner[move // cells] = NONE
        state.owner[move % cells] = player
        if filled(state, player):
            state.won = player

    def filled(state: Any, player: int) -> bool:
        """Whether a player's target is full, with at least one piece of its own: nobody can keep it from winning by
        staying there."""
        own, free = 0, 0
        for cell in range(cells):
            if target[player, cell]:
                own += state.owner[cell] == player
                free += state.owner[cell] == NONE
        return free == 0 and own > 0

    def left(state: Any, player: int) -> int:
        """Steps that a player's pieces still are from the far end of its target, in all."""
        total = 0
        for cell in range(cells):
            if state.owner[cell] == player:
                total += way[player, cell]
        return total

    def returns(state: Any, out: Any) -> None:
        """A game that nobody has won goes by the way that is left."""
        least, sharing = 1 << 30, 0
        for player in range(players):
            out[player] = left(state, player)
            if out[player] < least:
                least, sharing = int(out[player]), 0
            sharing += out[player] == least
        for player in range(players):
            if state.won != NONE:
                out[player] = 1.0 if player == state.won else 0.0
            else:
                out[player] = 1.0 / sharing if out[player] == least else 0.0

    def evaluate(state: Any, out: Any) -> None:
        """Odds by the way that is left."""
        total = 0.0
        for player in range(players):
            out[player] = np.exp((left(state, 0) - left(state, player)) / LEAD)
            total += out[player]
        for player in range(players):
            out[player] /= total

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        """The further forward the better."""
        player = state.made % players
        for i in range(n):
            steps = 0
            if moves[i] != pass_:
                steps = way[player, moves[i] // cells] - way[player, moves[i] % cells]
            out[i] = STEP_WEIGHT ** float(steps)

    def key(state: Any) -> Any:
        word = np.uint64(state.made)
        for i in range(words):
            part = np.uint64(0)
            for cell in range(IN_A_WORD * i, min(cells, IN_A_WORD * (i + 1))):
                part = part * np.uint64(8) + np.uint64(state.owner[cell] + 1)
            word = scramble(word + part)
        return word

    # ---- for people

    def name_of(cell: int) -> str:
        row, column = board.places[cell]
        return f"{LETTERS[row]}{column + 1}"

    def move_name(state: Any, move: int) -> str:
        return "pass" if move == pass_ else f"{name_of(move // cells)}-{name_of(move % cells)}"

    def rows_of(state: Any) -> list[str]:
        marks = [EMPTY if owner == NONE else MARKS[owner] for owner in state.owner]
        ends = np.cumsum(board.widths)
        return ["".join(marks[end - n : end]) for end, n in zip(ends, board.widths, strict=True)]

    def render(state: Any) -> str:
        lines = [f"{LETTERS[row]} {' '.join(marks).center(2 * width - 1)}" for row, marks in enumerate(rows_of(state))]
        payoffs = np.zeros(players)
        returns(state, payoffs)
        if mover(state) != OVER:
            said = f"{MARKS[mover(state)]} to play, round {state.made // players + 1} of {rounds}"
        else:
            said = f"won: {' '.join(MARKS[player] for player in range(players) if payoffs[player] > 0)}"
        return "\n".join([*(line.rstrip() for line in lines), said])

    def notation(state: Any) -> str:
        """Rows, who is to move, and how many moves were made."""
        turn = NOBODY if mover(state) == OVER else MARKS[mover(state)]
        return f"{write_rows(rows_of(state))} {turn} {state.made}"

    def from_notation(state: Any, text: str) -> None:
        found, turn, count = words_in(text, "board turn made")
        marks = "".join(read_rows(found, board.widths, MARKS[:players]))
        for mark in MARKS[:players]:
            if marks.count(mark) != pieces:
                raise PositionError(f"{mark} has {pieces} pieces, not {marks.count(mark)}")
        made = whole(count, "moves made", 0, players * rounds)
        state.owner[:] = [NONE if mark == EMPTY else MARKS.index(mark) for mark in marks]
        state.made = made
        last = (made - 1) % players
        state.won = last if made > 0 and filled(state, last) else NONE
        if mover(state) == OVER:
            if turn != NOBODY:
                raise PositionError(f"the game is over here: {NOBODY} in place of who is to move")
        elif player_of(turn, MARKS[:players]) != made % players:
            raise PositionError(f"after {made} moves {MARKS[made % players]} is to move, not {turn}")

    return declare(
        globals(),
        locals(),
        name="chinese_checkers",
        state=state_type,
        players=players,
        payoffs=(0.0, 1.0),
        max_moves=pieces * (cells - 1),
        actions=cells * cells + 1,
        pass_move=pass_,
        max_length=players * rounds,
    )
