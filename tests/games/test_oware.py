from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from oracle import cross_check, perft
from playout_helpers import playouts, without_playout
from uncompiled_helpers import check_rules

from anyspace.errors import IllegalMove
from anyspace.games import oware
from anyspace.machine.native import prototype
from anyspace.rng import new as new_rng
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import State

GAME = oware.game()


def record(state: State) -> Any:
    return GAME.backend.record(state._block)


def position(south: list[int], north: list[int], captured: tuple[int, int] = (0, 0), turn: int = 0) -> State:
    """The houses of each player in order of sowing; nothing is remembered of the game so far."""
    state = GAME.start(seed=0)
    fields = record(state)
    fields.rows[:] = [sum(held << 8 * house for house, held in enumerate(row)) for row in (south, north)]
    fields.captured[:] = captured
    fields.turn = turn
    return state


def houses(state: State) -> tuple[list[int], list[int]]:
    south, north = ([int(row) >> 8 * house & 255 for house in range(6)] for row in record(state).rows)
    return south, north


def board(state: State) -> list[int]:
    south, north = houses(state)
    return south + north


def captured(state: State) -> tuple[int, int]:
    south, north = record(state).captured
    return int(south), int(north)


def names(state: State) -> str:
    return "".join(state.name(move) for move in state.moves())


def play(state: State, moves: str) -> State:
    for name in moves:
        state.play(state.parse(name))
    return state


def test_agrees_with_open_spiel() -> None:
    """Repetition included: about one random game in ten ends by it."""
    pyspiel = pytest.importorskip("pyspiel")
    assert cross_check(GAME, pyspiel.load_game("oware"), 1000) > 100_000


def test_perft() -> None:
    assert [perft(GAME.start(), depth) for depth in range(1, 7)] == [6, 36, 190, 1014, 5219, 27332]


def test_sowing_leaves_out_the_house_it_started_from() -> None:
    state = play(position([0, 0, 14, 0, 0, 0], [4] * 6), "C")
    assert houses(state) == ([1, 1, 0, 2, 2, 2], [5] * 6)


def test_capture_goes_back_over_twos_and_threes() -> None:
    """d was 1, c 2 and b 1: they become 2, 3 and 2; a becomes 4 and stops it."""
    state = play(position([0, 0, 0, 0, 0, 4], [3, 1, 2, 1, 5, 0]), "F")
    assert houses(state) == ([0] * 6, [4, 0, 0, 0, 5, 0])
    assert captured(state) == (7, 0)


def test_capture_needs_a_last_seed_that_makes_two_or_three() -> None:
    """b becomes 4, so the 2 in a stays."""
    state = play(position([1, 0, 0, 0, 0, 2], [1, 3, 0, 0, 0, 0]), "F")
    assert houses(state)[1] == [2, 4, 0, 0, 0, 0]
    assert captured(state) == (0, 0)


def test_no_capture_in_the_own_row() -> None:
    """The last seed makes B two."""
    state = play(position([1, 1, 0, 0, 0, 0], [4, 0, 0, 0, 0, 0]), "A")
    assert houses(state)[0] == [0, 2, 0, 0, 0, 0]
    assert captured(state) == (0, 0)


def test_capture_does_not_go_back_into_the_own_row() -> None:
    """a becomes two and is captured; F, just before it, holds two and is not."""
    state = play(position([0, 0, 0, 0, 2, 1], [1, 0, 0, 9, 0, 0]), "E")
    assert houses(state) == ([0, 0, 0, 0, 0, 2], [0, 0, 0, 9, 0, 0])
    assert captured(state) == (2, 0)


def test_grand_slam_takes_nothing() -> None:
    state = play(position([3, 0, 0, 0, 0, 2], [1, 2, 0, 0, 0, 0], (20, 20)), "F")
    assert houses(state) == ([3, 0, 0, 0, 0, 0], [2, 3, 0, 0, 0, 0])
    assert captured(state) == (20, 20)
    assert state.mover == 1


def test_seeds_beyond_the_last_one_make_it_no_grand_slam() -> None:
    state = play(position([3, 0, 0, 0, 0, 2], [1, 2, 0, 0, 0, 1], (18, 21)), "F")
    assert houses(state)[1] == [0, 0, 0, 0, 0, 1]
    assert captured(state) == (23, 21)


def test_opponent_without_seeds_must_be_fed() -> None:
    """F reaches with 1, D needs 3 and has 2, A needs 6 and has 7."""
    assert names(position([7, 0, 0, 2, 0, 1], [0] * 6, (19, 19))) == "AF"


def test_game_is_over_when_the_opponent_cannot_be_fed() -> None:
    """NORTH gives his last seed away; SOUTH, who would have to feed him, cannot, and keeps his row."""
    state = play(position([3, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], (22, 22), turn=1), "f")
    assert state.over
    assert captured(state) == (26, 22)
    assert state.returns() == [1.0, -1.0]


def test_player_without_seeds_waits_to_be_fed() -> None:
    """SOUTH gives his last seed away; NORTH must play the house that reaches him."""
    state = play(position([0, 0, 0, 0, 0, 1], [0, 0, 3, 0, 0, 1], (20, 23)), "F")
    assert not state.over
    assert names(state) == "f"


def test_more_than_half_wins_at_once() -> None:
    state = play(position([4, 0, 0, 0, 0, 1], [1, 4, 4, 0, 0, 0], (23, 11)), "F")
    assert state.over
    assert state.returns() == [1.0, -1.0]
    assert captured(state) == (29, 19)


def test_position_that_comes_back_ends_the_game() -> None:
    """Two seeds that follow each other around the board; after twelve moves all is as it was."""
    state = play(position([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], (24, 22)), "AaBbCcDdEeF")
    assert not state.over
    state.play(state.parse("f"))
    assert state.over
    assert captured(state) == (25, 23)
    assert state.returns() == [1.0, -1.0]


def test_half_each_is_a_draw() -> None:
    state = play(position([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], (23, 23)), "AaBbCcDdEeFf")
    assert captured(state) == (24, 24)
    assert state.returns() == [0.0, 0.0]


@pytest.mark.parametrize(("then", "over"), [(0, True), (1, False), (2, True), (3, False)])
def test_same_board_with_the_other_to_move_is_another_position(then: int, over: bool) -> None:
    state = position([4] * 6, [4] * 6)
    record(state).since = 3
    record(state).past[:4] = -1
    record(state).past[then] = play(GAME.start(), "A")._block.view(oware.STATE)["key"][0]
    assert play(state, "A").over == over


def test_capture_forgets_the_past() -> None:
    state = play(GAME.start(), "Aa")
    assert record(state).since == 2
    assert record(state).past[1] != 0
    source = random.Random(1)
    while captured(state) == (0, 0):
        state.play(source.choice(state.moves()))
    assert not state.over
    assert record(state).since == 0
    assert record(state).key == 0
    assert not record(state).past.any()


def test_key_tells_positions_apart() -> None:
    """It is the gain of houses 0 to 10 since the last capture, in base 49."""
    source = random.Random(2)
    for _ in range(20):
        state = GAME.start()
        base = board(state)
        while not state.over:
            gains = [now - then for now, then in zip(board(state), base, strict=True)]
            assert record(state).key == sum(gain * 49**house for house, gain in enumerate(gains[:11]))
            state.play(source.choice(state.moves()))
            if record(state).since == 0:
                base = board(state)


def test_patience_ends() -> None:
    state = position([9, 0, 0, 0, 0, 0], [0, 0, 9, 0, 0, 0], (10, 20))
    record(state).since = oware.PATIENCE - 1
    record(state).past[1 : oware.PATIENCE] = -np.arange(1, oware.PATIENCE)
    state.play(0)
    assert state.over
    assert captured(state) == (10 + 5, 20 + 13)


def test_compiled_and_plain_rules_agree() -> None:
    check_rules(GAME, games=10, seed=5)


def test_own_playout_follows_the_same_games_as_the_generic_one() -> None:
    """Both draw alike, so they agree one by one; also where some of the past is remembered."""
    generic = without_playout(GAME)
    for moves in ("", "CbFe"):
        state = play(GAME.start(), moves)
        own, plain = (playouts(State(game, state._block), 3000, seed=9) for game in (GAME, generic))
        assert np.array_equal(own, plain)


def test_own_playout_has_the_mean_of_the_generic_one() -> None:
    count = 20_000
    own, plain = (playouts(game.start(), count, seed=seed)[0] for game, seed in ((GAME, 1), (without_playout(GAME), 2)))
    assert abs(own.mean() - plain.mean()) < 4 * np.sqrt((own.var() + plain.var()) / count)


def test_playout_keeps_to_its_limit_and_leaves_the_position_it_reached() -> None:
    _, lengths = playouts(GAME.start(), 300, limit=100, seed=5)
    assert TOO_LONG in lengths
    assert all(length == TOO_LONG or length <= 100 for length in lengths)
    state = GAME.start()
    arrays = (state._block, new_rng(3), np.zeros(2))
    run = prototype(6)(GAME.backend.table.playout)
    assert run(*(array.ctypes.data for array in arrays), 0, 0, 29) == TOO_LONG
    assert sum(board(state)) + sum(captured(state)) == 48
    assert state.mover == 1


def test_names_are_capitals_for_south_and_small_letters_for_north() -> None:
    state = GAME.start()
    assert names(state) == "ABCDEF"
    state.play(0)
    assert names(state) == "abcdef"
    for move in state.moves():
        assert state.parse(state.name(move)) == state.parse(state.name(move).upper()) == state.parse(str(move)) == move
    with pytest.raises(IllegalMove, match="'g' names no legal move"):
        state.parse("g")


def test_picture() -> None:
    state = position([0, 0, 0, 0, 0, 4], [3, 1, 2, 1, 15, 0], (4, 18)).play(5)
    assert str(state) == "\n".join(
        [
            "   f   e   d   c   b   a",
            "   0  15   0   0   0   4   captured 18",
            "   0   0   0   0   0   0   captured 11",
            "   A   B   C   D   E   F",
            "NORTH (small letters) to move",
        ]
    )
