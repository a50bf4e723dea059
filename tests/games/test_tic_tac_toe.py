"""Tic-tac-toe: against pyspiel, the known counts of the whole game, its value, and the playout."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from oracle import cross_check, perft
from playout_helpers import expected, playouts, without_playout
from trace_helpers import check_traces
from uncompiled_helpers import plain_playout

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import load
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import Game, State


@cache
def the_game() -> Game:
    return load("tic_tac_toe")


def played(moves: str) -> State:
    state = the_game().start(seed=0)
    for name in moves.split():
        state.play(state.parse(name))
    return state


def test_agrees_with_pyspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    assert cross_check(the_game(), pyspiel.load_game("tic_tac_toe"), 2000) > 2000 * 5


def test_perft() -> None:
    assert [perft(the_game().start(), depth) for depth in range(1, 6)] == [9, 72, 504, 3024, 15120]


def ends(state: State, known: dict[bytes, Counter[float]]) -> Counter[float]:
    """How many games end with each payoff of player 0."""
    if state.over:
        return Counter([state.returns()[0]])
    key = state._block.tobytes()
    if key not in known:
        known[key] = sum((ends(state.copy().play(move), known) for move in state.moves()), Counter())
    return known[key]


def test_the_whole_game() -> None:
    known: dict[bytes, Counter[float]] = {}
    assert ends(the_game().start(), known) == {1.0: 131_184, -1.0: 77_904, 0.0: 46_080}
    assert len(known) == 5478 - 958  # positions in all, and those where the game is over


def value(state: State, known: dict[bytes, float]) -> float:
    """Player 0's payoff if both play perfectly."""
    if state.over:
        return state.returns()[0]
    key = state._block.tobytes()
    if key not in known:
        best = max if state.mover == 0 else min
        known[key] = best(value(state.copy().play(move), known) for move in state.moves())
    return known[key]


def test_perfect_play_is_a_draw_whatever_the_first_move() -> None:
    known: dict[bytes, float] = {}
    assert {value(the_game().start().play(cell), known) for cell in range(9)} == {0.0}
    assert value(played("a1 b1"), known) == 1.0  # an edge beside the corner loses
    assert value(played("a1 b2"), known) == 0.0  # the centre holds


@pytest.mark.parametrize(
    "line", ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3"]
)
def test_every_line_wins_for_both(line: str) -> None:
    cells = line.split()
    others = [name for name in ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3") if name not in cells]
    apart = others[0], others[2], others[-1]  # three cells that are no line themselves
    assert played(f"{cells[0]} {apart[0]} {cells[1]} {apart[1]} {cells[2]}").returns() == [1.0, -1.0]
    x = f"{apart[0]} {cells[0]} {apart[1]} {cells[1]} {apart[2]} {cells[2]}"
    assert played(x).returns() == [-1.0, 1.0]


def test_a_line_on_the_last_cell_is_a_win_not_a_draw() -> None:
    state = played("a1 b1 c1 a2 b2 c2 b3 a3")
    assert state.moves() == [8]
    assert state.play(8).returns() == [1.0, -1.0]


def test_a_full_board_without_a_line_is_a_draw() -> None:
    state = played("a1 b1 c1 b2 a2 c2 b3 a3 c3")
    assert state.over
    assert state.moves() == []
    assert state.returns() == [0.0, 0.0]


def test_a_win_ends_the_game_at_once() -> None:
    state = played("a1 a2 b1 b2 c1")
    assert state.over
    with pytest.raises(IllegalMove, match="over"):
        state.play(8)


# ---- the playout --------------------------------------------------------------------------------------------------


def test_playout_agrees_with_the_generic_one() -> None:
    n = 20_000
    for line in ("", "b2", "a1 b2 c1", "a1 b1 c1 a2 b2 c2 b3"):
        state = played(line)
        payoffs, lengths = playouts(state, n)
        their_payoffs, their_lengths = playouts(State(without_playout(the_game()), state._block), n)
        assert abs(payoffs.mean() - their_payoffs.mean()) <= 4 * np.sqrt(2 / n)  # a payoff's variance is at most 1
        assert abs(lengths.mean() - their_lengths.mean()) <= 4 * np.sqrt(2 * 2 / n)  # of 5 to 9 moves: at most 2


def test_playout_has_the_expectation_of_random_moves() -> None:
    n = 20_000
    for line in ("a1 b2 c1", "a1 b1 c1 a2 b2"):
        state = played(line)
        assert abs(playouts(state, n)[0].mean() - expected(state)) <= 4 * np.sqrt(1 / n)


def test_playout_respects_its_limit() -> None:
    state = played("a1 b1 c1 a2 b2 c2 b3")  # a3 and c3 are left, and x wins on either: two moves
    assert set(playouts(state, 10, limit=0)[1]) == {TOO_LONG}
    assert set(playouts(state, 10, limit=1)[1]) == {TOO_LONG}
    assert set(playouts(state, 10, limit=2)[1]) == {2}


def test_playout_uncompiled_is_the_same() -> None:
    for seed in range(50):
        state = the_game().start()
        assert playouts(state, 1, seed=seed) == plain_playout(state, seed)


def test_told_moves_lead_to_the_end_that_was_paid() -> None:
    for line in ("", "b2", "a1 b1 c1 a2 b2 c2 b3"):
        check_traces(played(line), 50)


# ---- the key ------------------------------------------------------------------------------------------------------


def test_keys_of_the_whole_game() -> None:
    seen: dict[int, bytes] = {}
    level = {the_game().start()._block.tobytes(): the_game().start()}
    while level:
        following: dict[bytes, State] = {}
        for block, state in level.items():
            assert seen.setdefault(state.key(), block) == block
            following |= {after._block.tobytes(): after for after in (state.copy().play(m) for m in state.moves())}
        level = following
    assert len(seen) == 5478
    assert played("a1 b1 c1").key() == played("c1 b1 a1").key() != played("a1 c1 b1").key()


# ---- for people ---------------------------------------------------------------------------------------------------


def test_names_and_parsing_round_trip() -> None:
    state = the_game().start()
    assert [state.name(move) for move in state.moves()] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    for move in state.moves():
        name = state.name(move)
        assert state.parse(name) == state.parse(name.upper()) == state.parse(str(move)) == move


def test_picture() -> None:
    assert str(played("b2 c1 a3")) == "  a b c\n1 . . o\n2 . x .\n3 x . ."


def test_it_takes_no_options() -> None:
    options: dict[str, Any] = {"size": 4}
    with pytest.raises(OptionError, match="takes none"):
        load("tic_tac_toe", **options)
