"""Hex: moves that are dropped and winners that are named, against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from further import further
from test_hex_sense import played, stones
from uncompiled import uncompiled

from anyspace.games import load
from anyspace.games.hex_inferior import AROUND, DEAD, EMPTY, OF_O, OF_X, is_needed
from anyspace.rules.game import State

RING = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
loaded = cache(load)


@cache
def near(size: int) -> list[list[int]]:
    return [
        [(r + d) * size + c + e for d, e in RING if 0 <= r + d < size and 0 <= c + e < size]
        for r, c in product(range(size), repeat=2)
    ]


@cache
def joins(size: int, held: int, player: int) -> bool:
    """Whether a set of cells, as bits, joins the sides of a player."""
    line = [k if player == 0 else k * size for k in range(size)]
    waiting = [cell for cell in line if held >> cell & 1]
    seen = set(waiting)
    while waiting:
        cell = waiting.pop()
        if (cell // size if player == 0 else cell % size) == size - 1:
            return True
        more = [each for each in near(size)[cell] if held >> each & 1 and each not in seen]
        seen.update(more)
        waiting += more
    return False


@cache
def wins(size: int, mine: int, theirs: int, me: int) -> bool:
    """Whether `me`, who moves and has the cells `mine`, wins."""
    free = [cell for cell in range(size * size) if not (mine | theirs) >> cell & 1]
    return any(after_move_wins(size, mine, theirs, me, cell) for cell in free)


def after_move_wins(size: int, mine: int, theirs: int, me: int, cell: int) -> bool:
    more = mine | 1 << cell
    return joins(size, more, me) or not wins(size, theirs, more, 1 - me)


def masks(state: State, size: int) -> tuple[int, int]:
    """The cells of who moves, and of the other."""
    held = [0, 0]
    for (row, column), player in stones(state).items():
        held[player] |= 1 << row * size + column
    return held[state.mover], held[1 - state.mover]


def positions(size: int, count: int, most_empty: int, seed: int) -> Iterator[State]:
    """Different ones, with so many empty cells at most."""
    source, seen = random.Random(seed), set()
    while len(seen) < count:
        state = loaded("hex", size=size).start()
        while not state.over:
            if len(state.moves()) <= most_empty and str(state) not in seen:
                seen.add(str(state))
                yield state
            state.play(source.choice(state.moves()))


@pytest.mark.parametrize(("size", "count", "most_empty"), [(3, 900, 9), (4, 1500, 9), *further((2, 15, 4))])
def test_dropping_changes_no_value_and_winners_win(size: int, count: int, most_empty: int) -> None:
    dropped = decided = 0
    for state in positions(size, count, most_empty, seed=size):
        mine, theirs = masks(state, size)
        value = wins(size, mine, theirs, state.mover)
        winner, keep = state.prune()
        kept = [move for move, stays in zip(state.moves(), keep, strict=True) if stays]
        assert any(after_move_wins(size, mine, theirs, state.mover, move) for move in kept) == value, str(state)
        if winner >= 0:
            assert (winner == state.mover) == value, str(state)
        dropped += len(kept) < len(keep)
        decided += winner >= 0
    assert dropped > 0.3 * count and decided > 0.3 * count


@pytest.mark.parametrize(("size", "count"), [(3, 500), (4, 400)])
def test_a_dead_cell_is_nobodys(size: int, count: int) -> None:
    """However the rest is filled, the winner is the same with either stone there."""
    dead = 0
    for state in positions(size, count, 9, seed=7):
        held = stones(state)
        empty = [cell for cell in range(size * size) if divmod(cell, size) not in held]
        of_x = sum(1 << row * size + column for (row, column), player in held.items() if player == 0)
        for cell in empty:
            if not DEAD[ring_of(held, size, *divmod(cell, size))]:
                continue
            dead += 1
            others = [each for each in empty if each != cell]
            for filling in range(0, 1 << len(others), 1 if len(others) < 7 else 3):
                x = of_x | sum(1 << each for k, each in enumerate(others) if filling >> k & 1)
                assert joins(size, x, 0) == joins(size, x | 1 << cell, 0)
    assert dead > 100


def ring_of(held: dict[tuple[int, int], int], size: int, row: int, column: int) -> int:
    """The neighbours of a cell as a number in base 3."""

    def owner(r: int, c: int) -> int:
        if not 0 <= c < size:
            return OF_O
        return {None: EMPTY, 0: OF_X, 1: OF_O}[held.get((r, c)) if 0 <= r < size else 0]

    return sum(3**i * owner(row + d, column + e) for i, (d, e) in enumerate(RING))


@pytest.mark.parametrize("size", [5, 11, *further(8, 9, 12, 19)])
def test_boards_of_several_words(size: int) -> None:
    """The rule against the same by sets of cells, in the second halves of random games."""
    source, seen = random.Random(size), set()
    for _ in range(12 if size < 10 else 3):
        state = loaded("hex", size=size).start()
        while not state.over:
            if len(state.moves()) < size * size // 2:
                winner, keep = state.prune()
                mine, theirs = masks(state, size)
                me, held = state.mover, stones(state)
                first = [cell for cell in state.moves() if joins(size, mine | 1 << cell, me)]
                other = [cell for cell in state.moves() if joins(size, theirs | 1 << cell, 1 - me)]
                dead = [cell for cell in state.moves() if DEAD[ring_of(held, size, *divmod(cell, size))]]
                kept = first or other or [cell for cell in state.moves() if cell not in dead]
                assert [cell for cell, stays in zip(state.moves(), keep, strict=True) if stays] == kept
                assert winner == (me if first else 1 - me if len(other) > 1 else -1)
                seen.add((bool(first), min(2, len(other)), bool(dead)))
            state.play(source.choice(state.moves()))
    assert len(seen) > 3


def test_what_is_dead_to_one_is_dead_to_the_other() -> None:
    for number, ring in enumerate(product(range(3), repeat=AROUND)):
        around = ring[::-1]
        assert is_needed(around, OF_X) == is_needed(around, OF_O) != DEAD[number]


@pytest.mark.parametrize(
    ("ring", "dead"),
    [
        ("......", False),
        ("xxxx..", True),  # four in a row
        ("xxx...", False),
        ("xxx.o.", True),  # three, and the other across
        ("xxx.x.", False),  # joins
        ("xxxo..", False),  # o may go on to the last
        ("xx.oo.", True),  # two against two
        ("x.x.o.", False),
        ("xoxoxo", False),
    ],
)
def test_rings_by_hand(ring: str, dead: bool) -> None:
    for turn in range(AROUND):
        turned = [".xo".index(stone) for stone in ring[turn:] + ring[:turn]]
        assert DEAD[sum(3**i * stone for i, stone in enumerate(turned))] == dead
        assert DEAD[sum(3**i * (-stone % 3) for i, stone in enumerate(turned))] == dead, "colours exchanged"


def dropped_names(state: State) -> list[str]:
    return [state.name(move) for move, keep in zip(state.moves(), state.prune()[1], strict=True) if not keep]


def test_a_cell_with_four_neighbours_in_a_row_is_dropped() -> None:
    """x holds c2, c3, b4 and a4 around b3: whoever takes it has wasted a move."""
    game = uncompiled(load("hex", size=6))
    state = played(game, "c2 e2 c3 e4 b4 d5 a4")
    assert state.prune()[0] == -1
    assert dropped_names(state) == ["b3"]
    assert dropped_names(played(game, "c2 e2 c3 e4 b4 d5")) == []


def test_threats_by_hand() -> None:
    game = loaded("hex", size=3)
    winning = played(game, "b1 a1 b2 a2")  # b3 or a3
    assert winning.prune()[0] == 0 and dropped_names(winning) == ["c1", "c2", "c3"]
    lost = played(game, "b1 a1 b2")
    assert lost.prune()[0] == 0 and dropped_names(lost) == ["c1", "a2", "c2", "c3"]
    forced = played(game, "b1 b3 b2")  # a3 is left
    assert forced.prune()[0] == -1 and dropped_names(forced) == ["a1", "c1", "a2", "c2", "c3"]


def test_the_first_stones_are_left_alone() -> None:
    """With the swap a dead cell may be the best first move, and two ways to join may be taken over."""
    game = uncompiled(load("hex", size=2, swap=True))
    for line in ("", "a1", "b1"):
        winner, keep = played(game, line).prune()
        assert winner == -1 and all(keep)
    assert played(game, "b1 swap").prune()[0] == 1  # o has a2, and joins by b1 or b2
    assert not all(played(uncompiled(load("hex", size=2)), "b1").prune()[1])
