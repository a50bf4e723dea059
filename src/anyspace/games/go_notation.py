"""Positions on a Go board as text, for `go`, `atarigo` and `nogo`: rows of stones from the top, X for Black."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import PositionError
from .go_board import BLACK, EMPTY, KEYS, NOWHERE, key_of_captures, place, point_of
from .notation import EMPTY as BARE
from .notation import read_rows, write_rows

MARKS = "XO"


def write_stones(state: Any, size: int) -> str:
    """The stones on the board."""
    stones = [
        [f"{BARE}{MARKS}"[state.cells[point_of(row * size + x, size)]] for x in range(size)] for row in range(size)
    ]
    return write_rows(reversed(stones))


def read_stones(state: Any, text: str, size: int, name_of: Callable[[int], str]) -> list[int]:
    """Put stones on an empty board; returns how many there are of each colour. Raises where a chain has no liberty."""
    rows = read_rows(text, [size] * size, MARKS)[::-1]
    board = "".join(rows)
    choked = _without_liberty(board, size)
    if choked is not None:
        raise PositionError(f"the stone on {name_of(choked)} has no liberty")
    # No order of putting them captures any: a part of a chain touches what is missing of it, or a liberty of it all.
    for move, mark in enumerate(board):
        if mark != BARE:
            place(state, point_of(move, size), BLACK + MARKS.index(mark), size + 1)
    return [board.count(mark) for mark in MARKS]


def _without_liberty(board: str, size: int) -> int | None:
    """A point whose chain has no liberty, if there is one."""
    seen: set[int] = set()
    for first, mark in enumerate(board):
        if mark == BARE or first in seen:
            continue
        chain, free = [first], False
        seen.add(first)
        for point in chain:  # grows on the way
            for beside in _beside(point, size):
                free |= board[beside] == BARE
                if board[beside] == mark and beside not in seen:
                    seen.add(beside)
                    chain.append(beside)
        if not free:
            return first
    return None


def _beside(point: int, size: int) -> list[int]:
    row, column = divmod(point, size)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [y * size + x for y, x in steps if 0 <= y < size and 0 <= x < size]


def forbid(state: Any, banned: list[int], me: int, size: int) -> None:
    """A history of positions that forbids `me` just these moves, and ends with the one on the board."""
    width = size + 1
    board = KEYS[0, 0] ^ KEYS[0, 0]
    for move in range(size * size):
        point = point_of(move, size)
        if state.cells[point] != EMPTY:
            board ^= KEYS[state.cells[point], point]
    for i, move in enumerate(banned):
        point = point_of(move, size)
        state.seen[i] = board ^ KEYS[me, point] ^ key_of_captures(state, point, me, width)
        state.lost[point] |= me
    state.seen[len(banned)] = board
    state.positions = len(banned) + 1
    state.ko = point_of(banned[0], size) if banned else NOWHERE
