"""Hex: what its optional rules say, against slow searches on a dictionary of cells, by hand and by symmetry."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from further import further
from knowledge_helpers import best_looking, check_keys, check_knowledge, heaviest, wins_against_random
from test_hex import flood
from trace_helpers import plain_traced, traced
from uncompiled import uncompiled

from anyspace.games import load
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import Game, State

loaded = cache(load)
RING = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
NOBODY = -1
Place = tuple[int, int]


def played(game: Game, moves: str) -> State:
    state = game.start(seed=0)
    for name in moves.split():
        state.play(state.parse(name))
    return state


def size_of(state: State) -> int:
    return math.isqrt(state.game.max_moves)


def stones(state: State) -> dict[Place, int]:
    """By row and column."""
    size = size_of(state)
    lines = [line.split()[1:] for line in str(state).splitlines()[2 : 2 + size]]
    return {(r, c): "xo".index(lines[r][c]) for r in range(size) for c in range(size) if lines[r][c] != "."}


def random_positions(game: Game, games: int, seed: int, every: int = 1) -> list[State]:
    source, found = random.Random(seed), []
    for _ in range(games):
        state = game.start()
        while not state.over:
            found.append(state.copy())
            state.play(source.choice(state.moves()))
    return found[::every]


# ---- key -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "games"), [(3, 100), (11, 10), *further((8, 20))])
def test_keys(size: int, games: int) -> None:
    check_keys(loaded("hex", size=size), games, seed=1)


def test_the_order_of_moves_does_not_matter() -> None:
    game = loaded("hex")
    assert played(game, "a1 k11 f6 b2").key() == played(game, "f6 b2 a1 k11").key()
    assert played(game, "a1 k11 f6 b2").key() != played(game, "a1 f6 k11 b2").key()


def test_a_swapped_stone_is_another_position() -> None:
    game = loaded("hex", size=3, swap=True)
    assert played(game, "b2 swap").key() != played(game, "b2").key()
    assert played(game, "c1 swap b2").key() != played(game, "b2 a3").key()  # the same stones, another player to move
    assert played(game, "c1 swap b2 a1").key() == played(game, "c1 swap b2 a1").key()


# ---- evaluate ------------------------------------------------------------------------------------------------------


def stones_needed(held: dict[Place, int], size: int, player: int) -> int:
    """Dijkstra from the player's first row or column to the last."""
    best: dict[Place, int] = {}
    heap = [(0, (k, -1) if player else (-1, k)) for k in range(size)]
    while heap:
        cost, (row, column) = heapq.heappop(heap)
        if (column if player else row) == size - 1:
            return cost
        for down, right in RING:
            place = row + down, column + right
            if not (0 <= place[0] < size and 0 <= place[1] < size) or held.get(place, player) != player:
                continue
            price = cost + (place not in held)
            if price < best.get(place, size * size + 1):
                best[place] = price
                heapq.heappush(heap, (price, place))
    raise AssertionError("the other has joined")


@pytest.mark.parametrize(
    ("size", "games"),
    [(3, 10), (11, 2), *further((2, 10), (8, 3), (12, 1), (19, 1))],
)
def test_estimates_compare_the_stones_that_are_needed(size: int, games: int) -> None:
    for state in random_positions(loaded("hex", size=size), games, seed=size, every=1 if size < 10 else 5):
        mine, theirs = (stones_needed(stones(state), size, player) for player in (state.mover, 1 - state.mover))
        value = 0.99 if mine == 1 else 0.99 * math.tanh((1.85 * (theirs - mine) + 3.3) / (mine + theirs + 1))
        assert state.evaluate()[state.mover] == pytest.approx(value)


def test_estimates_by_hand() -> None:
    game = loaded("hex", size=3)
    assert game.start().evaluate()[0] == pytest.approx(0.99 * math.tanh(3.3 / 7))  # three each
    assert played(game, "b1 a1 b2 a2").evaluate() == [0.99, -0.99]  # b3 or a3 wins at once
    assert played(game, "b1 a1 b2").evaluate()[1] < 0  # x needs one more, o needs two


# ---- prior ---------------------------------------------------------------------------------------------------------


def owner(held: dict[Place, int], size: int, row: int, column: int) -> int:
    """Columns beyond the board are o's, rows beyond it x's."""
    if not 0 <= column < size:
        return 1
    return held.get((row, column), NOBODY) if 0 <= row < size else 0


def weight(held: dict[Place, int], size: int, row: int, column: int, me: int) -> float:
    down, right = 2 * row - size + 1, 2 * column - size + 1
    found = math.exp(-6 * (abs(down) + abs(right) + abs(down + right)) / 4 / (size - 1))
    ring = [owner(held, size, row + d, column + r) for d, r in RING]
    threes = list(zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2], strict=True))
    found *= 2 if me in ring else 1
    found *= 3 if 1 - me in ring else 1
    found *= 20 if (me, 1 - me, me) in threes else 1
    return found * (15 if (1 - me, me, 1 - me) in threes else 1)


@pytest.mark.parametrize(("size", "games"), [(3, 10), (11, 1), *further((2, 5), (8, 2), (12, 1), (19, 1))])
def test_the_prior_is_a_product_of_what_a_cell_touches(size: int, games: int) -> None:
    for state in random_positions(loaded("hex", size=size), games, seed=size, every=1 if size < 10 else 7):
        held = stones(state)
        expected = [weight(held, size, *divmod(move, size), state.mover) for move in state.moves()]
        assert state.prior() == pytest.approx(expected)


def test_the_other_half_of_a_bridge_looks_best() -> None:
    """x holds d5 and e3, joined by d4 or e4; o has entered e4."""
    state = played(loaded("hex", size=7), "d5 a1 e3 e4")
    assert state.name(heaviest(state)) == "d4"


def test_a_bridge_to_the_own_side_counts() -> None:
    """x on d2 is joined to the top by d1 or e1; o has entered d1."""
    state = played(loaded("hex", size=7), "d2 d1")
    assert state.name(heaviest(state)) == "e1"


def test_a_bridge_that_was_entered_is_cut() -> None:
    """o holds d5 and e3; x has entered e4, and o has looked elsewhere."""
    state = played(loaded("hex", size=7), "a1 d5 a2 e3 e4 g7")
    assert state.name(heaviest(state)) == "d4"


def test_the_centre_looks_best_at_first_and_so_does_taking_it_over() -> None:
    state = loaded("hex").start()
    assert state.name(heaviest(state)) == "f6"
    game = uncompiled(load("hex", size=8, swap=True))
    assert played(game, "d5").name(heaviest(played(game, "d5"))) == "swap"
    assert played(game, "a1").prior()[-1] == pytest.approx(5 * weight({}, 8, 0, 0, 0) / 3 / 2)  # a1 touches both sides
    assert played(game, "a1").name(heaviest(played(game, "a1"))) != "swap"


# ---- symmetry ------------------------------------------------------------------------------------------------------


def test_half_a_turn_changes_nothing() -> None:
    game = loaded("hex", size=7)
    check_symmetry(game, lambda cell: 48 - cell, swaps=False)


def test_the_mirror_exchanges_the_players() -> None:
    """The first stone of the twin stands apart for the tempo: x's n-th stone is o's n-th in the twin."""
    game = loaded("hex", size=7)
    check_symmetry(game, lambda cell: cell % 7 * 7 + cell // 7, swaps=True)


def check_symmetry(game: Game, to: Callable[[int], int], swaps: bool) -> None:
    for state in random_positions(game, 2, seed=5, every=3):
        here: Any = game.backend.record(state._block)
        twin = game.start()
        there: Any = game.backend.record(twin._block)
        there.stones[1] = 0
        there.stones[0] = ~np.uint64(2**49 - 1)
        for (row, column), player in stones(state).items():
            there.stones[player ^ swaps, 0] |= np.uint64(1 << to(7 * row + column))
        there.empty, there.player = here.empty, here.player ^ swaps
        assert twin.evaluate() == pytest.approx(state.evaluate()[::-1] if swaps else state.evaluate())
        ours, theirs = (dict(zip(s.moves(), s.prior(), strict=True)) for s in (state, twin))
        corners = {6, 42}  # there the sides of both meet, and belong to o
        for cell, found in ours.items():
            assert cell in corners or theirs[to(cell)] == pytest.approx(found)


# ---- the rest ------------------------------------------------------------------------------------------------------


def test_groups_are_rings() -> None:
    state = loaded("hex", size=5).start()
    rings = "0 0 0 0 0  0 1 1 1 0  0 1 2 1 0  0 1 1 1 0  0 0 0 0 0"
    assert [state.group(move) for move in state.moves()] == [int(ring) for ring in rings.split()]
    assert played(loaded("hex", size=5, swap=True), "a1").group(25) == 3
    assert played(uncompiled(load("hex", size=2, swap=True)), "a1").group(4) == 1


def test_knowledge_keeps_its_bounds_and_plain_rules_agree() -> None:
    check_knowledge(loaded("hex", size=5, swap=True), games=2, seed=6)
    check_knowledge(loaded("hex"), games=1, seed=6)


@pytest.mark.parametrize(("choice", "least"), [(heaviest, 19), (best_looking, 19)])
def test_who_follows_it_beats_random_moves(choice: Any, least: int) -> None:
    assert wins_against_random(loaded("hex", size=7), choice, games=20, seed=7) >= least


# ---- playouts that tell their moves ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "line"), [(3, ""), (3, "b2 a1"), (11, ""), (11, "a1 k11 f6"), *further((8, "d4 e4 d5"))]
)
def test_told_cells_fill_the_board_and_join(size: int, line: str) -> None:
    game = loaded("hex", size=size)
    state = played(game, line)
    cells = game.actions or 0
    for seed in range(20):
        length, payoffs, entries, _ = traced(state, seed)
        told = [divmod(entry, cells) for entry in entries[:length]]
        assert sorted(cell for _, cell in told) == state.moves()  # every empty cell, once
        shares = [sum(player == one for player, _ in told) for one in (0, 1)]
        assert shares[state.mover] - shares[1 - state.mover] == len(told) % 2
        full = {**{size * row + column: player for (row, column), player in stones(state).items()}}
        full |= {cell: player for player, cell in told}
        winner = [flood(size, {cell for cell in full if full[cell] == player}, player) for player in (0, 1)]
        assert payoffs == [1.0 if wins else -1.0 for wins in winner]


def test_swaps_are_told() -> None:
    state, swaps = loaded("hex", size=3, swap=True).start(), 0
    for seed in range(200):
        length, _, entries, _ = traced(state, seed)
        told = [divmod(entry, 10) for entry in entries[:length]]
        assert told[0][0] == 0 and told[1][0] == 1 and told[0][1] < 9
        if told[1][1] == 9:
            swaps += 1
            taken = told[0][1] % 3 * 3 + told[0][1] // 3
            assert sorted(cell for _, cell in told[2:]) == [cell for cell in range(9) if cell != taken]
        else:
            assert sorted(cell for _, cell in told) == list(range(9))
    assert 8 < swaps < 44  # one in nine


def test_a_playout_that_is_cut_tells_nothing() -> None:
    length, _, entries, _ = traced(played(loaded("hex", size=3), "a1"), seed=1, limit=5)
    assert (length, entries) == (TOO_LONG, [-1] * 5)


def test_a_playout_tells_the_same_uncompiled() -> None:
    for swap in (False, True):
        state = loaded("hex", size=5, swap=swap).start()
        for seed in range(5):
            assert traced(state, seed)[:3] == plain_traced(state, seed)
