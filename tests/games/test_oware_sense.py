"""Oware: what its optional rules say, by hand and against the moves themselves."""

from __future__ import annotations

import random
from math import sqrt, tanh
from typing import Any

import pytest
from knowledge_helpers import best_looking, check_keys, check_knowledge, heaviest, wins_against_random
from trace_helpers import check_traces, plain_traced, traced

from anyspace.games import oware
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


def rows(state: State) -> list[list[int]]:
    return [[int(row) >> 8 * house & 255 for house in range(6)] for row in record(state).rows]


def random_positions(games: int, seed: int) -> list[State]:
    source, found = random.Random(seed), []
    for _ in range(games):
        state = GAME.start()
        while not state.over:
            found.append(state.copy())
            state.play(source.choice(state.moves()))
    return found


# ---- key -----------------------------------------------------------------------------------------------------------


def test_keys() -> None:
    check_keys(GAME, games=25, seed=1)


def what_matters(state: State) -> tuple[Any, ...]:
    """The board, whose turn it is, what was captured, and which positions must not come back."""
    here = record(state)
    since, now = int(here.since), int(here.key)
    before = frozenset((int(here.past[then]) - now, (since - then) % 2) for then in range(since))
    return (*map(tuple, rows(state)), tuple(here.captured.tolist()), int(here.turn), before)


def test_one_key_for_all_that_matters_and_no_other() -> None:
    """All positions after up to five moves, and some hundred by longer ways that meet again."""
    seen: dict[int, tuple[Any, ...]] = {}
    level = [GAME.start()]
    for _ in range(5):
        for state in level:
            assert seen.setdefault(state.key(), what_matters(state)) == what_matters(state)
        level = [state.copy().play(move) for state in level for move in state.moves()]
    assert len(seen) == len(set(seen.values())) > 1000


def test_the_past_is_part_of_the_key_until_a_capture() -> None:
    """Two seeds that go around the board one after the other come back to where they were, once."""
    state, seen = position([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], (24, 22)), set()
    fresh = state.copy()
    for move in "AaBbCc":
        seen.add(state.key())
        state.play(state.parse(move))
    assert len(seen) == 6
    again = position([0, 0, 0, 1, 0, 0], [0, 0, 0, 1, 0, 0], (24, 22))
    assert rows(again) == rows(state) and again.key() != state.key() != fresh.key()


def test_a_capture_makes_histories_equal() -> None:
    """D takes a and b, whichever of two ways led there: then the past is forgotten."""
    one = position([0, 0, 0, 4, 1, 0], [1, 1, 0, 0, 4, 0], (18, 18))
    other = one.copy()
    record(other).since = 1
    record(other).past[:2] = -5, 0
    assert one.key() != other.key()
    for state in (one, other):
        state.play(state.parse("D"))
        assert record(state).since == 0
    assert one.key() == other.key()


def test_captured_seeds_are_part_of_the_key() -> None:
    houses = [2, 0, 0, 0, 0, 1]
    assert position(houses, houses, (20, 22)).key() != position(houses, houses, (22, 20)).key()


# ---- evaluate ------------------------------------------------------------------------------------------------------


def test_estimates_count_captured_seeds() -> None:
    for state in random_positions(3, seed=2):
        me, other = state.mover, 1 - state.mover
        held, captured = [sum(row) for row in rows(state)], record(state).captured.tolist()
        lead = 0.48 * (captured[me] - captured[other]) + 0.08 * (held[me] - held[other]) + 0.32
        assert state.evaluate()[me] == pytest.approx(0.99 * tanh(lead / sqrt(1 + sum(held))))


def test_estimates_by_hand() -> None:
    assert GAME.start().evaluate()[0] == pytest.approx(0.99 * tanh(0.32 / 7))
    assert position([1] * 6, [1] * 6, (24, 12)).evaluate()[0] > 0.8
    assert position([1] * 6, [1] * 6, (12, 24)).evaluate()[0] < -0.7
    one, other = position([2] * 6, [3] * 6, (8, 10), turn=1), position([3] * 6, [2] * 6, (10, 8), turn=0)
    assert one.evaluate() == pytest.approx(other.evaluate()[::-1])


# ---- prior ---------------------------------------------------------------------------------------------------------


def test_captures_look_good_and_exposed_houses_bad() -> None:
    captures = 0
    for state in random_positions(6, seed=3):
        before = record(state).captured.tolist()
        for move, weight in zip(state.moves(), state.prior(), strict=True):
            after = state.copy().play(move)
            if after.over:  # then all that is left is collected
                continue
            taken = int(record(after).captured[state.mover]) - before[state.mover]
            exposed = sum(1 <= held <= 2 for held in rows(after)[state.mover])
            assert weight == pytest.approx((1 + taken) ** 1.5 * 0.65**exposed)
            captures += taken > 0
    assert captures > 100


def test_a_grand_slam_takes_nothing_and_looks_like_it() -> None:
    state = position([3, 0, 0, 0, 0, 2], [1, 2, 0, 0, 0, 0], (20, 20))
    assert dict(zip(state.names(state.moves()), state.prior(), strict=True))["F"] == pytest.approx(1.0)
    with_more = position([3, 0, 0, 0, 0, 2], [1, 2, 0, 0, 0, 1], (20, 19))
    assert dict(zip(with_more.names(with_more.moves()), with_more.prior(), strict=True))["F"] == pytest.approx(6**1.5)


def test_knowledge_keeps_its_bounds_and_plain_rules_agree() -> None:
    check_knowledge(GAME, games=2, seed=6)


@pytest.mark.parametrize(("choice", "least"), [(heaviest, 24), (best_looking, 27)])
def test_who_follows_it_beats_random_moves(choice: Any, least: int) -> None:
    assert wins_against_random(GAME, choice, games=30, seed=7) >= least


# ---- playouts that tell their moves ----------------------------------------------------------------------------------


def test_told_moves_lead_to_the_end_that_was_paid() -> None:
    check_traces(GAME.start(), 25)


def test_a_playout_tells_the_same_uncompiled() -> None:
    for seed in range(2):
        assert traced(GAME.start(), seed)[:3] == plain_traced(GAME.start(), seed)
