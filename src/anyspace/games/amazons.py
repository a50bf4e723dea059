"""Amazons: move a queen and shoot an arrow, which blocks its cell for good; who cannot move any more loses.

White (player 0, `w`) and Black (player 1, `b`) have four amazons each; White begins. In a turn one of them moves like a
queen in chess, any distance straight or diagonally over free cells, and then shoots an arrow from its new cell in the
same way; the cell it came from is free by then. Amazons and arrows (`#`) are never passed over, nothing is captured,
and arrows stay. A player whose amazons can none of them move, and whose turn it is, has lost. Boards of 6 by 6:

     6   . b . . b .      30 31 32 33 34 35
     5   b . . . . b      24 25 26 27 28 29
     4   . . . . . .      18 19 20 21 22 23
     3   . . . . . .      12 13 14 15 16 17
     2   w . . . . w       6  7  8  9 10 11
     1   . w . . w .       0  1  2  3  4  5
         a b c d e f

A turn is one move, `(from * cells + to) * cells + arrow`; there are hundreds to choose from (`amazons_whole`). With
`split` it is three moves of the same player, each the number of a cell: which amazon, where to, where the arrow goes
(`amazons_split`). The game is the same, the tree is another one. The board is in `amazons_board`, what a position looks
worth in `amazons_sense`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rules.game import OVER, Game, declare
from .amazons_board import AMAZONS, can_move, lines_around, number_of_lines, number_reached, starting_cells
from .amazons_sense import estimate
from .amazons_split import CHOOSE, MOVE, SHOOT, most_choices, split_turns
from .amazons_whole import most_moves, whole_turns
from .notation import player_of, read_boards, words_in, write_boards

SIZES = (6, 8, 10)
LETTERS, MARKS, ARROW = "abcdefghij", "wb", "#"
STAGES = ("move", "shoot")
"""As a position's text calls the stages after the first of a turn that is split."""
KEY_START, KEY_MIX, FOLD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(32)


def mover(state: Any) -> int:
    return OVER if state.over else state.turn


def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0.0
    if state.over:
        out[state.turn] = -1.0
        out[1 - state.turn] = 1.0


def mixed(key: Any, number: Any) -> Any:
    """A key and one more number in it."""
    key = (key ^ np.uint64(number)) * KEY_MIX
    return key ^ key >> FOLD


def game(size: int = 6, split: bool = False) -> Game:
    """`size` 6, 8 or 10."""
    if isinstance(size, bool) or not isinstance(size, int) or size not in SIZES:
        raise OptionError(f"amazons: size must be 6, 8 or 10, not {size!r}")
    if not isinstance(split, bool):
        raise OptionError(f"amazons: split must be True or False, not {split!r}")

    cells = size * size
    turns = cells - 2 * AMAZONS  # each takes a cell
    first_amazons = starting_cells(size)
    first_lines = lines_around(first_amazons, size)
    state_type = np.dtype(
        [
            ("lines", np.uint16, number_of_lines(size)),
            ("amazons", np.uint8, (2, AMAZONS)),  # the cells of each player's, in ascending order
            ("empty", np.int8),  # number of free cells
            ("turn", np.int8),  # the player to act, also once the game is over
            ("over", np.int8),
            ("stage", np.int8),  # of a turn that is split: CHOOSE, MOVE, SHOOT
            ("chosen", np.uint8),  # where the amazon stands that is to move or to shoot; 0 before
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.lines[:] = first_lines
        state.amazons[:] = first_amazons
        state.empty = turns
        state.turn = state.over = state.stage = state.chosen = 0

    def key(state: Any) -> Any:
        total = mixed(mixed(mixed(KEY_START, state.turn), state.stage), state.chosen)
        for y in range(size):
            total = mixed(total, state.lines[y])
        for player in range(2):
            for i in range(AMAZONS):
                total = mixed(total, state.amazons[player, i])
        return total

    def evaluate(state: Any, out: Any) -> None:
        out[state.turn] = estimate(state.lines, state.amazons, state.turn, size)
        out[1 - state.turn] = -out[state.turn]

    def cell_name(cell: int) -> str:
        return f"{LETTERS[cell % size]}{cell // size + 1}"

    def move_name(state: Any, move: int) -> str:
        if split:
            return cell_name(move)
        origin, end, arrow = move // (cells * cells), move // cells % cells, move % cells
        return f"{cell_name(origin)}-{cell_name(end)}/{cell_name(arrow)}"

    def render(state: Any) -> str:
        owners = {int(cell): "wb"[player] for player in range(2) for cell in state.amazons[player]}

        def content(y: int, x: int) -> str:
            return owners.get(size * y + x, "#" if state.lines[y] >> x & 1 else ".")

        rows = [f"{y + 1:2} " + " ".join(content(y, x) for x in range(size)) for y in reversed(range(size))]
        at = cell_name(int(state.chosen))
        what = {CHOOSE: "to move", MOVE: f"to move {at}", SHOOT: f"to shoot from {at}"}[int(state.stage)]
        turn = f"{'wb'[state.turn]} {'cannot move' if state.over else what}"
        return "\n".join([*rows, "   " + " ".join(LETTERS[:size]), turn])

    def cell_at(row: int, column: int) -> int:
        return size * (size - 1 - row) + column

    def notation(state: Any) -> str:
        sides = [sum(1 << int(cell) for cell in own) for own in state.amazons]
        taken = sum(1 << cell for cell in range(cells) if state.lines[cell // size] >> cell % size & 1)
        board = write_boards([*sides, taken], MARKS + ARROW, size, size, cell_at)
        stage = "" if state.stage == CHOOSE else f" {STAGES[state.stage - MOVE]}:{cell_name(int(state.chosen))}"
        return f"{board} {MARKS[state.turn]}{stage}"

    def from_notation(state: Any, text: str) -> None:
        board, turn, stage = words_in(text, "cells turn", "stage")
        found = read_boards(board, MARKS + ARROW, size, size, cell_at)
        sides = [[cell for cell in range(cells) if side >> cell & 1] for side in found]
        for mark, side in zip(MARKS, sides, strict=False):
            if len(side) != AMAZONS:
                raise PositionError(f"{mark} must have {AMAZONS} amazons, not {len(side)}")
        state.lines[:] = lines_around([cell for side in sides for cell in side], size)
        state.amazons[:] = sides[:2]
        state.empty = turns - len(sides[2])
        state.turn = player_of(turn, MARKS)
        state.over = not can_move(state.lines, state.amazons[state.turn], size)
        if stage:
            read_stage(state, stage)

    def read_stage(state: Any, text: str) -> None:
        """What comes next of a turn that is split, and which amazon it is about."""
        word, _, name = text.partition(":")
        named = {cell_name(int(cell)): int(cell) for cell in state.amazons[state.turn]}
        if not split or word not in STAGES or name not in named:
            wanted = f"{' or '.join(STAGES)}, a colon and an amazon of the player to move" if split else "left out"
            raise PositionError(f"the stage must be {wanted}, not {text!r}")
        if number_reached(state.lines, named[name], size) == 0:
            raise PositionError(f"the amazon on {name} can reach no cell")
        state.stage, state.chosen, state.over = MOVE + STAGES.index(word), named[name], 0

    return declare(
        globals(),
        split_turns(size) if split else whole_turns(size),
        locals(),
        name="amazons",
        state=state_type,
        players=2,
        max_moves=most_choices(size) if split else most_moves(size),
        actions=cells if split else cells**3,
        max_length=3 * turns if split else turns,
        trusted=True,
    )
