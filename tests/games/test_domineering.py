"""Domineering: against a slow twin, perft, solved boards, hand-made positions, its own playout, what it knows."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from board_twins import Domineering, Twin, number
from further import further
from knowledge_helpers import (
    best_looking,
    check_keys,
    check_knowledge,
    first_player_wins,
    heaviest,
    mover_wins,
    wins_against_random,
)
from oracle import cross_check, perft
from playout_helpers import playouts, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import IllegalMove, OptionError
from anyspace.games import domineering
from anyspace.rules.game import Game, State

SIZES = {"8x8": (8, 8), "3x5": (3, 5), "8x5": (8, 5)}
GAMES = {size: domineering.game(rows, columns) for size, (rows, columns) in SIZES.items()}


def position(game: Game, rows: list[str], player: int = 0) -> State:
    """The board as it is printed; `player` to move."""
    state = game.start(seed=0)
    record: Any = game.backend.record(state._block)
    cells = [cell for row in rows for cell in row.split()]
    record.empty = np.uint64(sum(1 << i for i, cell in enumerate(cells) if cell == "."))
    record.turn = player
    return state


def board(state: State) -> list[str]:
    return [line[2:] for line in str(state).splitlines()[1:-1]]


def names(state: State) -> set[str]:
    return set(state.names(state.moves()))


@pytest.mark.parametrize(("size", "games"), [("8x8", 200), ("3x5", 1000), *further(("8x5", 300))])
def test_agrees_with_a_slow_twin(size: str, games: int) -> None:
    columns = SIZES[size][1]

    def action(state: State, move: int) -> int:
        y, x = divmod(move, columns)
        return number((y, x), (y + 1, x) if state._block[8] == 0 else (y, x + 1))

    assert cross_check(GAMES[size], Twin(Domineering, *SIZES[size]), games, action=action, seed=1) > 5 * games


@pytest.mark.parametrize(
    ("size", "counts"),
    [("8x8", [56, 2940, 146580]), ("3x5", [10, 88, 496, 2184, 5184]), *further(("8x5", [35, 1008, 29136]))],
)
def test_perft(size: str, counts: list[int]) -> None:
    assert [perft(GAMES[size].start(seed=0), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("rows", "columns", "first_wins"),
    [(3, 4, False), (4, 3, True), (4, 4, True), *further((2, 8, False), (5, 4, False))],
)
def test_small_boards_are_solved(rows: int, columns: int, first_wins: bool) -> None:
    assert first_player_wins(uncompiled(domineering.game(rows, columns))) == first_wins


def test_dominoes_stay_on_the_board_and_off_each_other() -> None:
    rows = ["# . # . .", ". . # . #", ". # . . ."]
    assert names(position(GAMES["3x5"], rows)) == {"b1b2", "a2a3", "d1d2", "d2d3"}
    assert names(position(GAMES["3x5"], rows, player=1)) == {"d1e1", "a2b2", "c3d3", "d3e3"}  # e1 and a2 are no pair


def test_who_has_no_room_loses() -> None:
    rows = [". . # # #", "# # . . #", ". # # # ."]
    for player, over in ((0, True), (1, False)):
        state = position(GAMES["3x5"], rows, player)
        assert state.over == over
        assert state.returns() == ([-1.0, 1.0] if over else [0.0, 0.0])
    state.play(state.parse("a1b1"))
    assert state.over and state.moves() == [] and state.returns() == [-1.0, 1.0]
    rows = [". # # # #", ". # . # #", "# # . # ."]
    state = position(GAMES["3x5"], rows, 0).play(0)
    assert state.over and state.returns() == [1.0, -1.0]


@pytest.mark.parametrize(("size", "player"), [("8x8", 0), ("8x8", 1), ("3x5", 0), *further(("8x5", 1))])
def test_own_playout_is_uniformly_random(size: str, player: int) -> None:
    game, count = GAMES[size], 20_000
    state = game.start(seed=0)
    if player == 1:
        state.play(state.moves()[3])
    own, listed = playouts(state, count, seed=2), playouts(State(without_playout(game), state._block), count, seed=3)
    for ours, theirs in zip(own, listed, strict=True):
        error = np.sqrt((ours.var() + theirs.var()) / count)
        assert abs(ours.mean() - theirs.mean()) < 4 * error


def test_the_first_move_of_a_playout_is_any_alike() -> None:
    state = GAMES["8x8"].start(seed=0)
    first = [traced(state, seed, limit=1)[2][0] for seed in range(11_200)]
    assert set(first) == set(state.moves())
    assert (
        sum((first.count(move) - 200) ** 2 / 200 for move in state.moves()) < 93.2
    )  # 55 degrees of freedom: 1 in 1000


@pytest.mark.parametrize("size", ["8x8", "3x5", *further("8x5")])
def test_playouts_tell_their_moves(size: str) -> None:
    check_traces(GAMES[size].start(seed=0), 30)


def test_uncompiled_rules_agree() -> None:
    game = GAMES["8x8"]
    check_rules(game, games=3, seed=4)
    for seed in range(3):
        assert plain_traced(game.start(seed=0), seed) == traced(game.start(seed=0), seed)[:3]


def test_keys_and_knowledge() -> None:
    check_keys(GAMES["8x8"], games=100, seed=5)
    check_keys(GAMES["3x5"], games=300, seed=5)
    check_knowledge(GAMES["8x8"], games=3, seed=6)
    check_knowledge(GAMES["3x5"], games=10, seed=6)


def test_dominoes_that_cover_the_same_are_one_position() -> None:
    game = domineering.game(4, 4)
    one, other = game.start(), game.start()
    for name in ("a1a2", "b1c1", "d1d2", "b2c2"):
        one.play(one.parse(name))
    for name in ("b1b2", "a3b3", "c1c2", "c3d3"):
        other.play(other.parse(name))
    assert one != other and one.key() != other.key()
    one, other = game.start(), game.start()
    for name in ("a1a2", "c1d1", "b1b2", "c2d2"):
        one.play(one.parse(name))
    for name in ("c1c2", "a1b1", "d1d2", "a2b2"):
        other.play(other.parse(name))
    assert one == other and one.key() == other.key()


def fitting(grid: list[list[str]], player: int) -> int:
    """Dominoes along the columns or the rows, as many as fit: half of every stretch of empty cells."""
    lines = list(zip(*grid, strict=True)) if player == 0 else grid
    return sum(len(stretch) // 2 for line in lines for stretch in "".join(line).split("#"))


def without_reach(grid: list[list[str]], player: int) -> list[list[str]]:
    """The board with every cell covered that a player could cover."""
    down, right = (1, 0) if player == 0 else (0, 1)
    rows, columns = len(grid), len(grid[0])
    left = [list(row) for row in grid]
    for y in range(rows - down):
        for x in range(columns - right):
            if grid[y][x] == grid[y + down][x + right] == ".":
                left[y][x] = left[y + down][x + right] = "#"
    return left


@pytest.mark.parametrize("size", ["8x8", *further("8x5")])
def test_the_estimate_counts_what_fits_and_what_is_safe(size: str) -> None:
    source, state = random.Random(8), GAMES[size].start(seed=0)
    kinds = set()
    while not state.over:
        player, grid = state.mover, [row.split() for row in board(state)]
        most, others_most = fitting(grid, player), fitting(grid, 1 - player)
        least, others_least = (fitting(without_reach(grid, 1 - side), side) for side in (player, 1 - player))
        value = 0.99 * np.tanh(0.5 * (most - others_most + 0.6 * (least - others_least) + 0.6))
        value = 0.99 if least > others_most else -0.99 if others_least >= most else value
        kinds.add(abs(value) == 0.99)
        assert state.evaluate()[player] == pytest.approx(value)
        state.play(source.choice(state.moves()))
    assert kinds == {False, True}


def test_what_is_counted_as_won_is_won() -> None:
    source, game = random.Random(9), domineering.game(4, 4)
    known: dict[int, bool] = {}
    decided = 0
    for _ in range(100):
        state = game.start(seed=0)
        while not state.over:
            value = state.evaluate()[state.mover]
            if abs(value) == 0.99:
                decided += 1
                assert mover_wins(state, known) == (value > 0)
            state.play(source.choice(state.moves()))
    assert decided > 150


def test_the_prior_takes_places_from_the_other() -> None:
    # in column d both cells of the other's last places are covered by one domino; column a is out of its reach
    state = position(GAMES["3x5"], [". # . . .", ". # . . .", ". # # # #"])
    weights = dict(zip(state.names(state.moves()), state.prior(), strict=True))
    assert max(weights, key=weights.__getitem__) == "d1d2"
    assert min(weights, key=weights.__getitem__) in ("a1a2", "a2a3")
    assert weights["d1d2"] == pytest.approx(np.exp(1.2 * 4 - 0.6))
    assert weights["a1a2"] == pytest.approx(np.exp(-0.6 * 2))


def test_knowledge_beats_random_moves() -> None:
    assert wins_against_random(GAMES["8x8"], heaviest, games=20, seed=1) >= 17
    assert wins_against_random(GAMES["8x8"], best_looking, games=20, seed=2) >= 17


def test_names_and_render() -> None:
    state = GAMES["3x5"].start(seed=0)
    state.play(state.parse("B1b2")).play(state.parse("d3e3"))
    assert str(state).splitlines() == ["  a b c d e", "1 . # . . .", "2 . # . . .", "3 . . . # #", "upright to move"]
    for move in state.moves():
        assert state.parse(state.name(move)) == move == state.parse(str(move))
    with pytest.raises(IllegalMove):
        state.parse("a1b1")
    assert str(state.play(state.moves()[0])).endswith("flat to move")


def test_options_by_name() -> None:
    game: Any = anyspace.load("domineering(rows=3,columns=7)")
    assert (game.max_moves, game.max_length, game.actions) == (18, 10, 21)


@pytest.mark.parametrize("options", [{"rows": 1}, {"rows": 9}, {"columns": 1}, {"columns": 9}, {"columns": 4.0}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(
        OptionError, match=rf"^domineering: {next(iter(options))} must be a whole number from 2 to 8, not "
    ):
        domineering.game(**options)
