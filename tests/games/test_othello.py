from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from oracle import cross_check, perft
from playout_helpers import playouts, without_playout
from uncompiled_helpers import check_rules, plain_playout

from anyspace.errors import IllegalMove
from anyspace.games import othello
from anyspace.machine.native import prototype
from anyspace.rng import new as new_rng
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import Game, State

EMPTY = ". . . . . . . ."


@pytest.fixture(scope="module")
def game() -> Game:
    return othello.game()


def after(game: Game, names: str) -> State:
    state = game.start(seed=0)
    for name in names.split():
        state.play(state.parse(name))
    return state


def position(game: Game, rows: list[str], player: int = 0) -> State:
    """The board as it is printed, eight rows; `player` to move."""
    cells = "".join(rows).replace(" ", "")
    assert len(cells) == 64
    state = game.start(seed=0)
    record: Any = game.backend.record(state._block)
    discs = [np.uint64(sum(1 << i for i, cell in enumerate(cells) if cell == disc)) for disc in "xo"]
    record.discs[:] = discs
    record.turn = player
    record.choices = othello.placements(discs[player], discs[1 - player])
    return state


def board(state: State) -> list[str]:
    return [line[2:] for line in str(state).splitlines()[1:9]]


def names(state: State) -> set[str]:
    return {state.name(move) for move in state.moves()}


def test_agrees_with_open_spiel(game: Game) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    assert cross_check(game, pyspiel.load_game("othello"), games=1000, seed=1) > 55_000


@pytest.mark.parametrize(("depth", "count"), list(enumerate([4, 12, 56, 244, 1396, 8200, 55092], start=1)))
def test_perft(game: Game, depth: int, count: int) -> None:
    assert perft(game.start(seed=0), depth) == count


def test_a_disc_turns_lines_in_all_eight_directions_and_no_further(game: Game) -> None:
    state = position(
        game,
        [
            "x . . x . . x .",
            ". o . o . o . .",
            ". . o o o . . .",
            "x o o . o o o x",
            ". . o o o . . .",
            ". o . o . o . .",
            "x . . o . . x .",
            ". . . x . . . .",
        ],
    )
    state.play(state.parse("d4"))
    assert board(state) == [
        "x . . x . . x .",
        ". x . x . x . .",
        ". . x x x . . .",
        "x x x x x x x x",
        ". . x x x . . .",
        ". x . x . x . .",
        "x . . x . . x .",
        ". . . x . . . .",
    ]


def test_a_line_may_be_six_long(game: Game) -> None:
    state = position(game, [EMPTY] * 7 + ["x o o o o o o ."])
    assert names(state) == {"h8"}
    assert board(state.play(state.parse("h8")))[7] == "x x x x x x x x"


def test_lines_do_not_wrap_around_the_edge(game: Game) -> None:
    # by number a5 follows h4 in a row, a6 follows h4 and h5 follows a5 on a diagonal; only d8 flanks anything here
    rows = [
        EMPTY,
        EMPTY,
        ". . . . . . x .",
        ". x . . . . x o",
        "o . . . . . . .",
        ". . . x . . . .",
        ". . . o . . . .",
        EMPTY,
    ]
    assert names(position(game, rows)) == {"d8"}


def test_a_line_without_a_disc_at_its_end_stays(game: Game) -> None:
    # c1 flanks b1 only: d1 to h1 run into the edge, c2 into an empty cell
    state = position(game, ["x o . o o o o o", ". . o . . . . .", *[EMPTY] * 6])
    state.play(state.parse("c1"))
    assert board(state)[:2] == ["x x x o o o o o", ". . o . . . . ."]


def test_who_cannot_place_passes_and_must(game: Game) -> None:
    # Black may take c1; White flanks nothing, before and after
    state = position(game, ["x o . . . . . .", *[EMPTY] * 6, "x o o . . . . ."], player=1)
    assert names(state) == {"pass"}
    before = board(state)
    state.play(state.parse("PASS"))
    assert board(state) == before
    assert state.mover == 0
    assert names(state) == {"c1", "d8"}
    with pytest.raises(IllegalMove):
        state.play(othello.PASS)
    state.play(state.parse("c1"))
    assert (state.mover, names(state)) == (1, {"pass"})


def test_over_as_soon_as_neither_can_place(game: Game) -> None:
    # after c1 no white disc is left; no passes are played out
    state = position(game, ["x o . . . . . .", *[EMPTY] * 7])
    state.play(state.parse("c1"))
    assert state.over
    assert state.moves() == []
    assert state.returns() == [1.0, -1.0]


def test_shortest_game(game: Game) -> None:
    state = after(game, "e6 f4 e3 f6 g5 d6 e7 f5 c5")  # Black turns the last white discs at move nine
    assert state.over
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize(
    ("rows", "payoff"),
    [
        (["x " * 8] * 4 + ["o " * 8] * 4, 0.0),
        (["x " * 8] * 3 + ["x x x o o o o o"] + ["o " * 8] * 4, -1.0),
        (["x " * 8] * 4 + ["x o o o o o o o"] + ["o " * 8] * 3, 1.0),
    ],
)
def test_most_discs_win_and_as_many_draw(game: Game, rows: list[str], payoff: float) -> None:
    assert position(game, rows).returns() == [payoff, -payoff]


def test_a_position_is_the_same_by_whatever_order_of_moves(game: Game) -> None:
    assert after(game, "d3 c3 c4 e3") == after(game, "c4 c3 d3 e3")


@pytest.mark.parametrize("moves", ["", "d3 c3 c4 e3 f2 d6 b3"])
def test_own_playout_is_uniformly_random(game: Game, moves: str) -> None:
    state, count = after(game, moves), 20_000
    own, listed = playouts(state, count, seed=2), playouts(State(without_playout(game), state._block), count, seed=3)
    for ours, theirs in zip(own, listed, strict=True):
        error = np.sqrt((ours.var() + theirs.var()) / count)
        assert abs(ours.mean() - theirs.mean()) < 4 * error


def test_playout_stops_at_its_limit_and_leaves_the_position(game: Game) -> None:
    run = prototype(6)(game.backend.table.playout)
    state = game.start(seed=0)
    rng, out = new_rng(5), np.zeros(2)
    assert run(state._block.ctypes.data, rng.ctypes.data, out.ctypes.data, 0, 0, 7) == TOO_LONG
    assert sum(row.count("x") + row.count("o") for row in board(state)) == 4 + 7
    assert state.mover == 1
    assert state == position(game, board(state), player=1)


def test_uncompiled_rules_agree(game: Game) -> None:
    check_rules(game, games=1, seed=4)
    _, length = plain_playout(game.start(seed=0), seed=6)
    assert 9 <= length <= game.max_length


def test_names(game: Game) -> None:
    state = game.start(seed=0)
    assert names(state) == {"d3", "c4", "f5", "e6"}
    for move in state.moves():
        assert state.parse(state.name(move)) == move == state.parse(state.name(move).upper()) == state.parse(str(move))
    with pytest.raises(IllegalMove):
        state.parse("pass")
    with pytest.raises(IllegalMove):
        state.parse("a1")


def test_render(game: Game) -> None:
    assert str(after(game, "d3")).splitlines() == [
        "  a b c d e f g h",
        f"1 {EMPTY}",
        f"2 {EMPTY}",
        "3 . . . x . . . .",
        "4 . . . x x . . .",
        "5 . . . x o . . .",
        f"6 {EMPTY}",
        f"7 {EMPTY}",
        f"8 {EMPTY}",
        "x 4, o 1",
    ]
