"""What moves look like in Go and Hex: the same from every side, and for both players."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from anyspace.games import go, hex
from anyspace.games.go_looks import KINDS_OF_MOVES as GO_KINDS
from anyspace.games.go_looks import PASS
from anyspace.games.hex_looks import KINDS_OF_MOVES as HEX_KINDS
from anyspace.games.hex_looks import TAKEOVER
from anyspace.rules.interpreted import InterpretedBackend


@pytest.fixture(scope="module")
def board() -> Any:
    game = go.game(size=5)
    game.__dict__["backend"] = InterpretedBackend(game)
    return game


def test_numbers_of_patterns() -> None:
    inside, side, corner = 954, 135, 18  # of three states each, modulo turns and mirrors: counted by Burnside's lemma
    assert 1 + inside + side + corner == GO_KINDS
    around = (3**6 + 3**3) // 2
    assert 1 + around == HEX_KINDS


def looks(state: Any) -> dict[int, int]:
    return dict(zip(state.moves(), state.features(), strict=True))


def test_an_empty_go_board_has_corners_sides_and_a_middle(board: Any) -> None:
    found = looks(board.start())
    grid = np.array([found[move] for move in range(25)]).reshape(5, 5)
    assert len({*grid[1:4, 1:4].flat}) == 1 and len({*grid.flat}) == 3
    assert grid[0, 0] == grid[0, 4] == grid[4, 0] == grid[4, 4] != grid[0, 2] == grid[2, 0] == grid[4, 1]
    assert found[25] == PASS and PASS not in grid


def test_go_patterns_are_the_same_turned_mirrored_and_for_the_other_colour(board: Any) -> None:
    """Stones at a distance, so that nothing is captured: black's, then white's, and the other way about."""
    source = random.Random(1)
    for _ in range(10):
        stones = source.sample(range(25), 6)
        here, there, passed = board.start(), board.start(), board.start()
        passed.play(25)
        for stone in stones:
            row, column = divmod(stone, 5)
            if stone in here.moves() and (turned := column * 5 + 4 - row) in there.moves() and stone in passed.moves():
                here.play(stone)
                there.play(turned)
                passed.play(stone)
        mine, turned_looks, swapped = looks(here), looks(there), looks(passed)
        for move in range(25):
            row, column = divmod(move, 5)
            assert mine.get(move) == turned_looks.get(column * 5 + 4 - row)
            assert mine.get(move) == swapped.get(move)


SIZE = 4
HEXAGONS: Any = hex.game(size=SIZE, swap=True)


def looks_at_hexagons(cells: list[set[int]], player: int) -> list[int]:
    """Of every cell, where both players have these."""
    state = SimpleNamespace(
        stones=np.array([[sum(1 << cell for cell in own)] for own in cells], np.uint64), player=player
    )
    out = np.zeros(SIZE * SIZE + 1, np.int32)
    with np.errstate(all="ignore"):
        HEXAGONS.rules["features"](state, np.arange(SIZE * SIZE + 1), SIZE * SIZE + 1, out)
    return out.tolist()


def test_hex_looks_are_the_same_upside_down_and_mirrored_for_the_other_player() -> None:
    source, every = random.Random(2), range(SIZE * SIZE)
    for _ in range(10):
        stones = source.sample(every, 7)
        cells = [set(stones[:4]), set(stones[4:])]
        upside_down = [{SIZE * SIZE - 1 - cell for cell in own} for own in cells]
        mirrored = [{cell % SIZE * SIZE + cell // SIZE for cell in own} for own in reversed(cells)]
        here, there = looks_at_hexagons(cells, 0), looks_at_hexagons(upside_down, 0)
        other = looks_at_hexagons(mirrored, 1)
        assert here[:-1] == there[-2::-1]
        assert here[:-1] == [other[cell % SIZE * SIZE + cell // SIZE] for cell in every]
        assert here != looks_at_hexagons(cells, 1)
        assert here[-1] == TAKEOVER and TAKEOVER not in here[:-1]


STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))


def seen_from(cells: list[set[int]], cell: int) -> tuple[str, ...]:
    """What player 0 has around a cell, from the coordinates; upside down is the same."""
    ring = []
    for down, right in STEPS:
        row, column = cell // SIZE + down, cell % SIZE + right
        inside, beyond_row, beyond_column = row * SIZE + column, not 0 <= row < SIZE, not 0 <= column < SIZE
        if beyond_row or beyond_column:
            ring.append("." if beyond_row and beyond_column else "x" if beyond_row else "o")
        else:
            ring.append("x" if inside in cells[0] else "o" if inside in cells[1] else ".")
    return min(tuple(ring), tuple(ring[3:] + ring[:3]))


def test_hex_looks_are_alike_just_where_the_neighbours_are() -> None:
    source, by_ring = random.Random(3), dict[tuple[str, ...], set[int]]()
    for _ in range(60):
        stones = source.sample(range(SIZE * SIZE), 8)
        cells = [set(stones[:4]), set(stones[4:])]
        for cell, look in enumerate(looks_at_hexagons(cells, 0)[:-1]):
            by_ring.setdefault(seen_from(cells, cell), set()).add(look)
    assert len(by_ring) > 50 and all(len(found) == 1 for found in by_ring.values())
    assert len(set.union(*by_ring.values())) == len(by_ring)


def test_go_patterns_are_alike_just_where_the_points_around_are(board: Any) -> None:
    """Turned and mirrored by NumPy; x who moves, o the other, # the edge."""
    source, by_pattern = random.Random(4), dict[tuple[str, ...], set[int]]()
    for _ in range(12):
        state = board.start()
        for _ in range(source.randrange(4, 16)):
            state.play(source.choice(state.moves()[:-1]))
        lines = [line[3:12:2] for line in str(state).splitlines()[4::-1]]  # from the bottom up
        relative = {".": ".", "XO"[state.mover]: "x", "OX"[state.mover]: "o"}
        points = np.array([["#"] * 7, *(["#", *(relative[p] for p in line), "#"] for line in lines), ["#"] * 7])
        for move, look in looks(state).items():
            if move < 25:
                patch = points[move // 5 : move // 5 + 3, move % 5 : move % 5 + 3]
                views = [np.rot90(side, turn) for side in (patch, patch.T) for turn in range(4)]
                by_pattern.setdefault(min(tuple(view.flat) for view in views), set()).add(look)
    assert len(by_pattern) > 50 and all(len(found) == 1 for found in by_pattern.values())
    assert len(set.union(*by_pattern.values())) == len(by_pattern)
