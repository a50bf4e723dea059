"""Clobber: against pyspiel, perft, solved boards, hand-made positions, its own playout."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from further import further
from knowledge_helpers import check_keys, check_knowledge, first_player_wins
from oracle import cross_check, perft
from playout_helpers import playouts, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import IllegalMove, OptionError
from anyspace.games import clobber
from anyspace.rules.game import Game, State

SIZES = {"5x6": (5, 6), "8x8": (8, 8), "4x4": (4, 4), "2x3": (2, 3), "8x3": (8, 3)}
GAMES = {size: clobber.game(rows, columns) for size, (rows, columns) in SIZES.items()}
SMALL = {size: uncompiled(clobber.game(*SIZES[size])) for size in ("4x4", "2x3")}


def position(game: Game, rows: list[str], player: int = 0) -> State:
    """The board as it is printed; `player` to move."""
    state = game.start(seed=0)
    record: Any = game.backend.record(state._block)
    cells = [cell for row in rows for cell in row.split()]
    for side, letter in enumerate("ox"):
        record.stones[side] = np.uint64(sum(1 << i for i, cell in enumerate(cells) if cell == letter))
    record.turn = player
    return state


def board(state: State) -> list[str]:
    return [line[2:] for line in str(state).splitlines()[:-2]]


def names(state: State) -> set[str]:
    return set(state.names(state.moves()))


@pytest.mark.parametrize(
    ("size", "games"),
    [
        ("5x6", 600),
        ("8x8", 150),
        *further(("4x4", 500), ("2x3", 300), ("8x3", 300)),
    ],
)
def test_agrees_with_open_spiel(size: str, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    rows, columns = SIZES[size]
    theirs = pyspiel.load_game("clobber", {"rows": rows, "columns": columns})
    assert cross_check(GAMES[size], theirs, games, seed=1) > 3 * games  # their numbers are ours


@pytest.mark.parametrize(
    ("size", "counts"),
    [("5x6", [49, 2116, 80063]), ("8x8", [112, 11848]), *further(("4x4", [24, 448, 6380, 67296]))],
)
def test_perft(size: str, counts: list[int]) -> None:
    assert [perft(GAMES[size].start(seed=0), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("rows", "columns", "first_wins"),
    [(2, 3, False), (2, 5, True), (3, 4, False)],
)
def test_small_boards_are_solved(rows: int, columns: int, first_wins: bool) -> None:
    assert first_player_wins(uncompiled(clobber.game(rows, columns))) == first_wins


def test_stones_only_capture_neighbours() -> None:
    rows = [". . . .", ". x . .", "x o x o", ". o . ."]
    state = position(SMALL["4x4"], rows)
    assert names(state) == {"b2b3", "b2a2", "b2c2", "d2c2"}
    state.play(state.parse("b2c2"))
    assert board(state) == [". . . .", ". x . .", "x . o o", ". o . ."]
    assert state.over  # a2 and b1 only touch at a corner
    state = position(SMALL["4x4"], rows, player=1)
    assert names(state) == {"b3b2", "a2b2", "c2b2", "c2d2"}


def test_sides_of_the_board_do_not_touch() -> None:
    state = position(SMALL["4x4"], [". . . o", "x . . .", ". . . .", "o . . ."])
    assert state.over
    state = position(SMALL["4x4"], ["x . . .", ". . . o", "x . . .", ". . . o"], player=1)
    assert state.over
    corners = ["o x . x", "x . . o", ". . . .", "x o . o"]
    assert names(position(SMALL["4x4"], corners)) == {"a4b4", "a4a3", "d3d4", "b1a1"}
    corners = ["o x . . . . x o", *[". " * 8] * 6, "x o . . . . o x"]
    assert names(position(GAMES["8x8"], corners, player=1)) == {"b8a8", "g8h8", "a1b1", "h1g1"}


@pytest.mark.parametrize("player", [0, 1])
def test_who_cannot_move_loses(player: int) -> None:
    state = position(SMALL["2x3"], ["o x .", ". . o"], player)
    assert not state.over and state.returns() == [0.0, 0.0]
    state.play(state.parse(("a2b2", "b2a2")[player]))
    assert state.over and state.moves() == []
    assert state.returns()[player] == 1.0 and state.returns()[1 - player] == -1.0


@pytest.mark.parametrize("size", ["5x6", *further("8x8", "2x3")])
def test_own_playout_is_uniformly_random(size: str) -> None:
    game, count = GAMES[size], 20_000
    state = game.start(seed=0)
    own, listed = playouts(state, count, seed=2), playouts(State(without_playout(game), state._block), count, seed=3)
    for ours, theirs in zip(own, listed, strict=True):
        error = np.sqrt((ours.var() + theirs.var()) / count)
        assert abs(ours.mean() - theirs.mean()) <= 4 * error


def test_the_first_move_of_a_playout_is_any_alike() -> None:
    state = GAMES["5x6"].start(seed=0)
    first = [traced(state, seed, limit=1)[2][0] for seed in range(9800)]
    assert set(first) == set(state.moves())
    assert (
        sum((first.count(move) - 200) ** 2 / 200 for move in state.moves()) < 84.0
    )  # 48 degrees of freedom: 1 in 1000


@pytest.mark.parametrize("size", ["5x6", "8x8", *further("4x4", "2x3", "8x3")])
def test_playouts_tell_their_moves(size: str) -> None:
    check_traces(GAMES[size].start(seed=0), 30)


def test_uncompiled_rules_agree() -> None:
    game = GAMES["5x6"]
    check_rules(game, games=5, seed=4)
    check_rules(GAMES["8x8"], games=1, seed=4)
    for seed in range(3):
        assert plain_traced(game.start(seed=0), seed) == traced(game.start(seed=0), seed)[:3]


def test_keys() -> None:
    check_keys(GAMES["5x6"], games=200, seed=5)
    check_knowledge(GAMES["5x6"], games=2, seed=6)


def test_groups_are_the_stones() -> None:
    state = SMALL["2x3"].start(seed=0)
    groups = {state.name(move)[:2]: state.group(move) for move in state.moves()}
    assert groups == {"b2": 1, "a1": 3, "c1": 5}


def test_names_and_render() -> None:
    state = SMALL["2x3"].start(seed=0)
    assert str(state).splitlines() == ["2 x o x", "1 o x o", "  a b c", "o to move"]
    assert names(state) == {"b2a2", "b2c2", "b2b1", "a1a2", "a1b1", "c1c2", "c1b1"}
    for move in state.moves():
        assert state.parse(state.name(move)) == move == state.parse(state.name(move).upper()) == state.parse(str(move))
    with pytest.raises(IllegalMove):
        state.parse("a2b2")
    assert str(state.play(state.parse("b2a2"))).splitlines() == ["2 o . x", "1 o x o", "  a b c", "x to move"]


def test_options_by_name() -> None:
    game: Any = anyspace.load("clobber(rows=3,columns=7)")
    assert (game.max_moves, game.max_length, game.actions) == (32, 20, 84)


@pytest.mark.parametrize("options", [{"rows": 1}, {"rows": 9}, {"columns": 1}, {"columns": 9}, {"rows": "5"}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=rf"^clobber: {next(iter(options))} must be a whole number from 2 to 8, not "):
        clobber.game(**options)
