"""An exact Connect Four solver, and the script that writes the solved positions of the strength tests.

A score is counted for the side to move, in the units of Pascal Pons: 0 is a draw; a win with the disc that is the
winner's k-th is worth 22 - k, so the sooner the better (a win at once with n discs on the board: (43 - n) // 2); a
loss is the negative of the opponent's score.

The search is alpha-beta over bitboards, with the layout of `anyspace.games.connect_four`: cell (row, column) is bit
7 * column + row, and the spare bit on top of each column stops lines from wrapping. It shares no code with the game.

    python tests/strength/connect_four_solver.py --count 300 --seed 1
    python tests/strength/connect_four_solver.py --count 136 --seed 2 --plies 8 11 --out EARLY   # minutes
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

WIDTH, HEIGHT, CELLS = 7, 6, 42
NAMES = "abcdefg"
COLUMN = 0b111111  # the six cells of the first column
BOTTOM = sum(1 << 7 * column for column in range(WIDTH))
BOARD = COLUMN * BOTTOM
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)

SLOTS = (1 << 22) + 15  # of the transposition table; odd, so that every column has a say in the slot
NO_KEY = -1

PLIES = (12, 20)  # of the stored positions
POSITIONS = Path(__file__).with_name("connect_four_positions.json")


# Scores, with n discs on the board


@njit
def win_now(placed: int) -> int:
    """The side to move completes a line with its next disc."""
    return (CELLS + 1 - placed) // 2


@njit
def lose_next(placed: int) -> int:
    """The opponent completes a line with the disc after that."""
    return -win_now(placed + 1)


# Bitboards


@njit
def landing_cells(occupied: int) -> int:
    """The lowest empty cell of every column that is not full."""
    return (occupied + BOTTOM) & BOARD


@njit
def completing_cells(discs: int, occupied: int) -> int:
    """Every empty cell, reachable yet or not, that would make four in a row with three of `discs`."""
    cells = 0
    for step in (1, 6, 7, 8):  # vertical, falling diagonal, horizontal, rising diagonal
        pairs = discs & (discs >> step)  # the lower cell of each two in a row
        triples = pairs & (discs >> 2 * step)
        cells |= triples << 3 * step  # ooo_
        cells |= triples >> step  # _ooo
        cells |= (pairs & (discs >> 3 * step)) << 2 * step  # oo_o
        cells |= (discs & (pairs >> 2 * step)) << step  # o_oo
    return cells & BOARD & ~occupied


@njit
def count_bits(bits: int) -> int:
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


# Search


@njit
def candidate_moves(mover: int, occupied: int) -> int:
    """The landing cells that do not lose at once, for a side that cannot win at once; 0 if there is none."""
    threats = completing_cells(occupied ^ mover, occupied)
    landing = landing_cells(occupied)
    forced = landing & threats
    if forced & (forced - 1):  # two threats cannot both be blocked
        return 0
    if forced:
        landing = forced
    return landing & ~(threats >> 1)  # nor may we build the step under a threat


@njit
def order_moves(candidates: int, mover: int, occupied: int, order: Any) -> int:
    """Write the candidate columns to `order`, most own threats first, then the centre first; return their number."""
    n = 0
    for rank in range(WIDTH):
        column = CENTRE_FIRST[rank]
        cell = candidates & (COLUMN << 7 * column)
        if not cell:
            continue
        entry = 8 * count_bits(completing_cells(mover | cell, occupied | cell)) + column
        at = n
        while at > 0 and order[at - 1] // 8 < entry // 8:
            order[at] = order[at - 1]
            at -= 1
        order[at] = entry
        n += 1
    for i in range(n):
        order[i] %= 8
    return n


@njit
def search(mover: int, occupied: int, placed: int, alpha: int, beta: int, keys: Any, bounds: Any, orders: Any) -> int:
    """Fail-soft alpha-beta of a position, not full, whose side to move cannot win at once.

    A result strictly between `alpha` and `beta` is the score; at most `alpha`, an upper bound of it; at least `beta`,
    a lower bound. `keys` and `bounds` are the transposition table, `orders` holds one row of moves for every ply.
    """
    candidates = candidate_moves(mover, occupied)
    if not candidates:
        return lose_next(placed)
    if placed >= CELLS - 2:
        return 0  # we do not win now, and the opponent does not with the last disc

    # What the rules allow from here: each side needs one more disc before the one that wins.
    low, high = lose_next(placed + 2), win_now(placed + 2)
    key = mover + occupied  # unique: a column of h discs adds 2^h - 1 to a number below 2^h
    slot = key % SLOTS
    if keys[slot] == key:
        low, high = max(low, bounds[slot, 0]), min(high, bounds[slot, 1])
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    alpha, beta = max(alpha, low), min(beta, high)

    order = orders[placed]
    n = order_moves(candidates, mover, occupied, order)
    best, floor = -CELLS, alpha
    for i in range(n):
        cell = candidates & (COLUMN << 7 * order[i])
        score = -search(occupied ^ mover, occupied | cell, placed + 1, -beta, -floor, keys, bounds, orders)
        best = max(best, score)
        if best >= beta:
            break
        floor = max(floor, best)

    if best > alpha:
        low = best
    if best < beta:
        high = best
    keys[slot] = key
    bounds[slot, 0], bounds[slot, 1] = low, high
    return best


@njit
def solve(mover: int, occupied: int, placed: int, keys: Any, bounds: Any, orders: Any) -> int:
    """The score of a position without a line, full or not: first the outcome, then by bisection how soon."""
    if placed == CELLS:
        return 0
    if landing_cells(occupied) & completing_cells(mover, occupied):
        return win_now(placed)
    low, high = lose_next(placed), win_now(placed + 2)
    probe = 0
    while low < high:
        if low < 0 and high == 0:
            probe = -1
        elif not low <= 0 < high:
            probe = (low + high) // 2
        if search(mover, occupied, placed, probe, probe + 1, keys, bounds, orders) <= probe:
            high = probe
        else:
            low = probe + 1
    return low


# Positions as strings of column letters


@cache
def tables() -> tuple[Any, Any, Any]:
    """Keys, bounds and move lists for `solve`; bounds hold for any search, so that all share one table."""
    keys = np.full(SLOTS, NO_KEY, dtype=np.int64)
    return keys, np.zeros((SLOTS, 2), dtype=np.int8), np.zeros((CELLS, WIDTH), dtype=np.int64)


def position(moves: str) -> tuple[int, int, int]:
    """Discs of the side to move, discs of both and their number; a ValueError if the moves break the rules."""
    mover = occupied = 0
    for ply, name in enumerate(moves):
        column = NAMES.find(name)
        cell = landing_cells(occupied) & (COLUMN << 7 * column) if column >= 0 else 0
        if not cell:
            raise ValueError(f"no disc can go to {name!r} at ply {ply} of {moves!r}")
        wins = cell & completing_cells(mover, occupied)
        if wins and ply + 1 < len(moves):
            raise ValueError(f"{moves!r} goes on after the win at ply {ply}")
        if wins:
            raise ValueError(f"{moves!r} is a finished game")
        mover, occupied = occupied ^ mover, occupied | cell
    return mover, occupied, len(moves)


def score(moves: str) -> int:
    """The score of the position after `moves`, such as "ddc", for the side to move."""
    return solve(*position(moves), *tables())


def score_moves(moves: str) -> list[int | None]:
    """The score of every column for the side to move after `moves`; None for a full column."""
    mover, occupied, placed = position(moves)
    landing, winning = landing_cells(occupied), completing_cells(mover, occupied)
    scores: list[int | None] = []
    for column in range(WIDTH):
        cell = landing & (COLUMN << 7 * column)
        if not cell:
            scores.append(None)
        elif cell & winning:
            scores.append(win_now(placed))
        else:
            scores.append(-solve(occupied ^ mover, occupied | cell, placed + 1, *tables()))
    return scores


# Solved positions


def outcome(score: int) -> str:
    return "win" if score > 0 else "loss" if score < 0 else "draw"


def random_moves(ply: int, source: random.Random) -> str | None:
    """Random legal play up to `ply`; None if the game ended on the way."""
    mover = occupied = 0
    moves = ""
    for _ in range(ply):
        landing = landing_cells(occupied)
        column = source.choice([column for column in range(WIDTH) if landing & (COLUMN << 7 * column)])
        cell = landing & (COLUMN << 7 * column)
        if cell & completing_cells(mover, occupied):
            return None
        mover, occupied = occupied ^ mover, occupied | cell
        moves += NAMES[column]
    return moves


def solved(moves: str) -> dict[str, Any] | None:
    """The record of a position that asks for a choice; None if there is a win at once or any move is as good."""
    mover, occupied, _ = position(moves)
    if landing_cells(occupied) & completing_cells(mover, occupied):
        return None
    scores = score_moves(moves)
    legal = {column: value for column, value in enumerate(scores) if value is not None}
    value = max(legal.values())
    best = [column for column in legal if outcome(legal[column]) == outcome(value)]
    if len(best) == len(legal):
        return None
    return {
        "moves": moves,
        "ply": len(moves),
        "class": outcome(value),
        "value": value,
        "scores": scores,
        "best": best,  # columns that keep the outcome
        "optimal": [column for column in legal if legal[column] == value],
    }


def mirrored(moves: str) -> str:
    return moves.translate(str.maketrans(NAMES, NAMES[::-1]))


def sample(count: int, seed: int, first: int = PLIES[0], last: int = PLIES[1]) -> Iterator[dict[str, Any]]:
    """Solved positions, the plies from `first` to `last` in turn, none twice (nor as a mirror image)."""
    source = random.Random(seed)
    seen: set[tuple[int, int, int]] = set()
    for i in range(count):
        record = None
        while record is None:
            moves = random_moves(first + i % (last + 1 - first), source)
            if moves is None or position(moves) in seen:
                continue
            seen |= {position(moves), position(mirrored(moves))}
            record = solved(moves)
        yield record


def main() -> None:
    parser = argparse.ArgumentParser(description="Write solved Connect Four positions for the strength tests.")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, nargs=2, default=PLIES, metavar=("FIRST", "LAST"))
    parser.add_argument("--out", type=Path, default=POSITIONS)
    options = parser.parse_args()

    began = time.perf_counter()
    records = sorted(sample(options.count, options.seed, *options.plies), key=lambda record: record["ply"])
    lines = ",\n".join(json.dumps(record) for record in records)
    options.out.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    classes = Counter(record["class"] for record in records)
    print(f"{len(records)} positions in {time.perf_counter() - began:.1f} s: {dict(classes)}")


if __name__ == "__main__":
    main()
