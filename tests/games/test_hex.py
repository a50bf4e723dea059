"""Hex: against pyspiel and a flood fill, solved small boards, the swap, and the playout that fills the board."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from further import further
from oracle import cross_check, perft
from playout_helpers import expected, playouts, without_playout
from uncompiled_helpers import plain_playout

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import load
from anyspace.machine.native import prototype
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import OVER, Game, State

loaded = cache(load)  # every variant is built once in this file


def played(game: Game, moves: str) -> State:
    state = game.start(seed=0)
    for name in moves.split():
        state.play(state.parse(name))
    return state


# ---- against others ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "games"), [(3, 1000), (4, 1000), (11, 300), *further((8, 100))])
def test_agrees_with_pyspiel(size: int, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    assert cross_check(loaded("hex", size=size), pyspiel.load_game(f"hex(board_size={size})"), games) > games


def test_swap_agrees_with_pyspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("hex(board_size=3,swap=true)")
    assert cross_check(loaded("hex", size=3, swap=True), theirs, 2000) > 2000


def flood(size: int, stones: set[int], player: int) -> bool:
    """Whether `stones` join top and bottom (player 0) or left and right (player 1): the obvious way."""
    line = [(cell // size, cell % size)[player] for cell in range(size * size)]
    seen = {cell for cell in stones if line[cell] == 0}
    edge = list(seen)
    while edge:
        row, column = divmod(edge.pop(), size)
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)):
            if 0 <= row + down < size and 0 <= column + right < size:
                cell = (row + down) * size + column + right
                if cell in stones and cell not in seen:
                    seen.add(cell)
                    edge.append(cell)
    return any(line[cell] == size - 1 for cell in seen)


@pytest.mark.parametrize("size", [*range(2, 14), 16, 19])
def test_uncompiled_rules_see_a_win_when_a_flood_fill_does(size: int) -> None:
    rules = load("hex", size=size).rules
    source = random.Random(size)
    for _ in range(40 // size):
        state = np.zeros(1, load("hex", size=size).state).view(np.recarray)[0]
        rules["start"](state, None)
        stones: tuple[set[int], set[int]] = (set(), set())
        for turn, cell in enumerate(source.sample(range(size * size), size * size)):
            assert rules["mover"](state) == turn % 2
            rules["play"](state, cell)
            stones[turn % 2].add(cell)
            if flood(size, stones[turn % 2], turn % 2):
                break
            assert state.winner == -1
        assert rules["mover"](state) == OVER
        assert state.winner == turn % 2


# ---- counts and solved boards ------------------------------------------------------------------------------------


def test_perft() -> None:
    assert [perft(loaded("hex", size=4).start(), depth) for depth in (1, 2, 3, 4)] == [16, 240, 3360, 43680]


def test_perft_with_swap() -> None:
    # 9 first stones; 8 answers and a swap each; then 7 cells, or 8 after the swap
    assert [perft(loaded("hex", size=3, swap=True).start(), depth) for depth in (1, 2, 3)] == [9, 81, 9 * (8 * 7 + 8)]


def solver(game: Game) -> Callable[[State], bool]:
    """A function that says whether the player to move wins, by searching everything (on C functions, for speed)."""
    table = game.backend.table
    play, list_moves, mover = (prototype(n)(at) for n, at in ((2, table.play), (2, table.moves), (1, table.mover)))
    stack = np.zeros((game.max_length + 1, table.state_bytes), np.uint8)
    at = [row.ctypes.data for row in stack]
    out = np.zeros(game.max_moves, np.int32)
    side = int(game.max_moves**0.5)
    known: dict[bytes, bool] = {}

    def strength(cell: int) -> tuple[int, int]:
        """Sorts the likely winners first: near the short diagonal, then near the centre."""
        row, column = divmod(cell, side)
        return abs(row + column - side + 1), abs(2 * column - side + 1)

    def wins(depth: int) -> bool:
        key = stack[depth].tobytes()
        if key not in known:
            moves = out[: list_moves(at[depth], out.ctypes.data)].tolist()
            moves.sort(key=strength)
            at_once = any(ends(depth, move) for move in moves)
            known[key] = at_once or any(not opponent_wins(depth, move) for move in moves)
        return known[key]

    def ends(depth: int, move: int) -> bool:
        """Play `move` into the next entry of the stack; whether it wins at once."""
        ctypes.memmove(at[depth + 1], at[depth], table.state_bytes)
        play(at[depth + 1], move)
        return mover(at[depth + 1]) == OVER  # type: ignore[no-any-return]

    def opponent_wins(depth: int, move: int) -> bool:
        return not ends(depth, move) and wins(depth + 1)

    def solve(state: State) -> bool:
        stack[0] = state._block
        return wins(0)

    return solve


@pytest.mark.parametrize(("size", "winning"), [(3, "a2 a3 b2 c1 c2"), (4, "a4 b3 c2 d1")])
def test_solved_first_moves(size: int, winning: str) -> None:
    game = loaded("hex", size=size)
    wins = solver(game)
    start = game.start()
    found = [move for move in start.moves()[: -(-size * size // 2)] if not wins(start.copy().play(move))]
    turned = [size * size - 1 - move for move in found]  # half a turn of the board keeps every value
    assert {start.name(move) for move in found + turned} == set(winning.split())


def test_with_swap_the_second_player_wins() -> None:
    game = loaded("hex", size=3, swap=True)
    wins = solver(game)
    assert all(wins(game.start().play(move)) for move in game.start().moves())


# ---- positions made by hand ---------------------------------------------------------------------------------------


def test_joined_cells_share_a_side() -> None:
    game = loaded("hex", size=3)
    assert played(game, "c1 a1 b2 b1 a3").returns() == [1.0, -1.0]  # down and to the left is a neighbour
    assert not played(game, "a1 b1 b2 a2 c3").over  # down and to the right is not
    assert played(game, "a1 a3 b1 b2 a2 c1").returns() == [-1.0, 1.0]  # the first pattern joins left and right for o


def test_an_own_side_alone_does_not_win() -> None:
    assert not played(loaded("hex", size=3), "a1 a2 b1 b2 c1").over  # x's top row is full: that joins left and right
    assert not played(loaded("hex", size=3), "b1 a1 b2 a2 c2 a3").over  # o's left column is full


def test_a_win_ends_the_game_at_once() -> None:
    state = played(loaded("hex", size=3), "b1 a1 b2 a2 b3")
    assert state.over
    assert state.moves() == []
    assert state.returns() == [1.0, -1.0]
    with pytest.raises(IllegalMove, match="over"):
        state.play(8)


def test_the_last_cell_may_decide() -> None:
    state = played(loaded("hex", size=3), "a1 b1 c1 a2 b3 c2 a3 c3")
    assert not state.over
    assert state.moves() == [4]
    assert state.play(4).returns() == [1.0, -1.0]  # c1 b2 a3


def test_unfinished_games_are_worth_nothing() -> None:
    assert played(loaded("hex"), "f6").returns() == [0.0, 0.0]


# ---- swap --------------------------------------------------------------------------------------------------------


def test_swap_mirrors_the_first_stone() -> None:
    state = played(loaded("hex", size=3, swap=True), "c1 swap")
    assert str(state).split("\n")[2:5] == [" 1  . . .", "  2  . . .", "   3  o . ."]
    assert state.mover == 0
    assert state.moves() == [0, 1, 2, 3, 4, 5, 7, 8]  # c1 is free again


def test_swap_on_the_mirror_line_stays() -> None:
    assert played(loaded("hex", size=3, swap=True), "b2 swap").moves() == [0, 1, 2, 3, 5, 6, 7, 8]


def test_swap_is_only_the_answer_to_the_first_stone() -> None:
    game = loaded("hex", size=3, swap=True)
    assert 9 in played(game, "b2").moves()
    for line in ("", "b2 a1", "b2 swap", "b2 a1 a2", "b2 swap a1"):
        assert 9 not in played(game, line).moves()
    assert 9 not in played(loaded("hex", size=3), "b2").moves()


def test_swap_is_the_same_as_changing_colours() -> None:
    size = 3
    swapping, plain = loaded("hex", size=size, swap=True), loaded("hex", size=size)
    source = random.Random(3)

    def mirror(cell: int) -> int:
        return cell % size * size + cell // size

    for _ in range(100):
        first = source.randrange(size * size)
        ours, theirs = swapping.start().play(first).play(size * size), plain.start().play(first)
        while not ours.over:
            assert sorted(map(mirror, ours.moves())) == theirs.moves()
            move = source.choice(ours.moves())
            ours.play(move)
            theirs.play(mirror(move))
        assert ours.returns() == theirs.returns()[::-1]


def test_longest_game_has_a_swap_and_every_cell() -> None:
    game = loaded("hex", size=3, swap=True)
    state = played(game, "a1 swap b1 c1 a2 c2 b3 a3 c3 b2")  # after the swap the one who moves first is o, on a1
    assert state.over
    assert game.max_length == 10


# ---- the playout --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("swap", [False, True])
def test_playout_has_the_expectation_of_random_moves(swap: bool) -> None:
    known: dict[bytes, float] = {}
    n = 10_000
    for line in ("", "b1", "b2", "a1 c3", "a1 c3 b2", "a1 b1 c1 a2 b3 c2 a3"):
        state = played(loaded("hex", size=3, swap=swap), line)
        mean, exact = playouts(state, n)[0].mean(), expected(state, known)
        assert abs(mean - exact) <= 4 * np.sqrt((1 - exact**2) / n), line


@pytest.mark.parametrize("line", ["", "f6 a1 g6 a2 h6 a3", "a1 f6"])
def test_playout_agrees_with_the_generic_one(line: str) -> None:
    game = loaded("hex")
    n = 10_000
    state = played(game, line)
    ours = playouts(state, n)[0].mean()
    theirs = playouts(State(without_playout(game), state._block), n)[0].mean()
    assert abs(ours - theirs) <= 4 * np.sqrt((1 - ours**2 + 1 - theirs**2) / n)


def test_playout_counts_the_moves_that_fill_the_board() -> None:
    assert set(playouts(played(loaded("hex"), "f6 a1"), 100)[1]) == {119}
    assert set(playouts(played(loaded("hex", size=3, swap=True), ""), 1000)[1]) == {9, 10}
    assert set(playouts(played(loaded("hex", size=3, swap=True), "a1 swap"), 100)[1]) == {8}


def test_playout_respects_its_limit() -> None:
    state = played(loaded("hex", size=3), "a1 c3")
    assert set(playouts(state, 10, limit=7)[1]) == {7}
    assert set(playouts(state, 10, limit=6)[1]) == {TOO_LONG}
    assert set(playouts(played(loaded("hex", size=3, swap=True), ""), 1000, limit=9)[1]) == {9, TOO_LONG}


@pytest.mark.parametrize("swap", [False, True])
def test_playout_uncompiled_is_the_same(swap: bool) -> None:
    game = loaded("hex", size=3, swap=swap)
    for seed in range(20):
        state = game.start()
        assert playouts(state, 1, seed=seed) == plain_playout(state, seed)


# ---- for people ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "swap"), [(3, True), (11, False)])
def test_names_and_parsing_round_trip(size: int, swap: bool) -> None:
    game = loaded("hex", size=size, swap=swap)
    for state in (game.start(), game.start().play(1)):
        for move in state.moves():
            name = state.name(move)
            assert state.parse(name) == state.parse(name.upper()) == state.parse(str(move)) == move


def test_names() -> None:
    state = loaded("hex").start()
    assert [state.name(move) for move in (0, 10, 11, 120)] == ["a1", "k1", "a2", "k11"]
    assert played(loaded("hex", size=3, swap=True), "a1").name(9) == "swap"
    with pytest.raises(IllegalMove):
        state.parse("swap")


def test_picture() -> None:
    assert str(played(loaded("hex", size=3), "b2 c1")) == (
        "x joins top and bottom, o left and right\n   a b c\n 1  . . o\n  2  . x .\n   3  . . .\n       a b c"
    )


@pytest.mark.parametrize("size", [1, 20, 0, -3, 2.5, "11", True, None])
def test_bad_sizes(size: Any) -> None:
    with pytest.raises(OptionError, match=r"size must be a whole number from 2 to 19"):
        load("hex", size=size)


@pytest.mark.parametrize("swap", [1, "yes", None])
def test_bad_swap(swap: Any) -> None:
    with pytest.raises(OptionError, match="swap must be True or False"):
        load("hex", swap=swap)
