"""Kalah: what its optional rules say, by hand and against a slow game on one ring; for packed and for wide boards."""

from __future__ import annotations

import random
from math import sqrt, tanh
from typing import Any

import pytest
from knowledge_helpers import best_looking, check_keys, check_knowledge, heaviest, wins_against_random
from trace_helpers import plain_traced, traced

from anyspace.games import kalah
from anyspace.rules.game import Game, State

PACKED, WIDE, SMALL = kalah.game(), kalah.game(pits=7, seeds=3), kalah.game(pits=2, seeds=9)
BOARDS = pytest.mark.parametrize("game", [PACKED, WIDE, SMALL], ids=["6 pits", "7 pits", "2 pits"])


def position(south: list[int], north: list[int], turn: int = 0) -> State:
    """Six pits and the store of each player, in order of sowing."""
    state = PACKED.start(seed=0)
    record: Any = PACKED.backend.record(state._block)
    record.sides[:] = [sum(held << 8 * place for place, held in enumerate(side)) for side in (south, north)]
    record.turn = turn
    return state


def sides(state: State) -> list[list[int]]:
    """Pits in order of sowing, then the store, of both players."""
    north, stores, south = ([int(word) for word in line.split()] for line in str(state).splitlines()[1:4])
    return [[*south, stores[1]], [*north[::-1], stores[0]]]


def random_positions(game: Game, games: int, seed: int) -> list[State]:
    source, found = random.Random(seed), []
    for _ in range(games):
        state = game.start()
        while not state.over:
            found.append(state.copy())
            state.play(source.choice(state.moves()))
    return found


def sown(mine: list[int], theirs: list[int], pit: int) -> tuple[bool, int]:
    """Whether the last seed falls into the store, and how many seeds are captured: seed by seed around the ring."""
    pits = len(mine) - 1
    ring = [*mine, *theirs[:pits]]
    hand, ring[pit], at = ring[pit], 0, pit
    for _ in range(hand):
        at = (at + 1) % len(ring)
        ring[at] += 1
    across = 2 * pits - at
    captures = at < pits and ring[at] == 1 and ring[across] > 0
    return at == pits, ring[across] + 1 if captures else 0


# ---- key -----------------------------------------------------------------------------------------------------------


@BOARDS
def test_keys(game: Game) -> None:
    check_keys(game, games=30, seed=1)


def test_the_same_seeds_make_the_same_key_whoever_sowed_them_when() -> None:
    level, seen, ways = [SMALL.start()], {}, 0
    for _ in range(9):
        level = [state.copy().play(move) for state in level for move in state.moves()]
        ways += len(level)
        for state in level:
            assert seen.setdefault(state.key(), (state.mover, sides(state))) == (state.mover, sides(state))
    assert len(seen) == len({str(value) for value in seen.values()}) < ways  # some are reached in several ways


def test_the_key_depends_on_sides_and_turn() -> None:
    row = [4, 4, 4, 4, 4, 4, 0]
    assert position(row, row).key() == PACKED.start().key()
    assert position(row, row, turn=1).key() != PACKED.start().key()
    assert position([5, *row[1:]], row).key() != position(row, [5, *row[1:]]).key()


# ---- evaluate ------------------------------------------------------------------------------------------------------


@BOARDS
def test_estimates_count_seeds_at_home_and_in_the_row(game: Game) -> None:
    for state in random_positions(game, 10, seed=2):
        (*mine, my_store), (*theirs, their_store) = sides(state) if state.mover == 0 else sides(state)[::-1]
        lead = 0.37 * (my_store - their_store) + 0.19 * (sum(mine) - sum(theirs)) + 0.6
        value = 0.99 * tanh(lead / sqrt(1 + sum(mine) + sum(theirs)))
        assert state.evaluate()[state.mover] == pytest.approx(value)


def test_estimates_by_hand() -> None:
    assert PACKED.start().evaluate()[0] == pytest.approx(0.99 * tanh(0.6 / 7))
    ahead = position([1, 0, 0, 0, 0, 0, 30], [1, 0, 0, 0, 0, 0, 16])
    assert ahead.evaluate()[0] > 0.98
    behind = position([1, 0, 0, 0, 0, 0, 16], [1, 0, 0, 0, 0, 0, 30])
    assert behind.evaluate()[0] < -0.97
    assert position([4] * 6 + [2], [3] * 6 + [4], turn=1).evaluate() == pytest.approx(
        position([3] * 6 + [4], [4] * 6 + [2], turn=0).evaluate()[::-1]
    )


# ---- prior ---------------------------------------------------------------------------------------------------------


@BOARDS
def test_free_moves_and_captures_look_good(game: Game) -> None:
    kinds = set()
    for state in random_positions(game, 20, seed=3):
        mine, theirs = sides(state) if state.mover == 0 else sides(state)[::-1]
        for move, weight in zip(state.moves(), state.prior(), strict=True):
            free, taken = sown(mine, theirs, move)
            assert weight == pytest.approx((6.0 if free else 1.0) * (2 + taken / 4 if taken else 1.0))
            kinds.add((free, taken > 0))
    assert kinds == {(False, False), (True, False), (False, True)}


def test_a_lap_around_the_board_captures_too() -> None:
    state = position([13, 0, 0, 0, 0, 1, 0], [1, 0, 0, 0, 0, 2, 30])
    assert state.prior() == [2 + 4 / 4, 6.0]  # two and one sown across, and the thirteenth seed, back in A


def test_knowledge_keeps_its_bounds_and_plain_rules_agree() -> None:
    check_knowledge(PACKED, games=3, seed=6)
    check_knowledge(WIDE, games=3, seed=6)


@pytest.mark.parametrize(("choice", "least"), [(heaviest, 33), (best_looking, 30)])
def test_who_follows_it_beats_random_moves(choice: Any, least: int) -> None:
    assert wins_against_random(PACKED, choice, games=50, seed=7) >= least


# ---- playouts that tell their moves ----------------------------------------------------------------------------------


def test_told_moves_lead_to_the_result_that_was_paid() -> None:
    early = 0
    for seed in range(100):
        length, payoffs, entries, _ = traced(PACKED.start(), seed)
        assert len(entries) == length
        state = PACKED.start()
        for entry in entries:
            player, move = divmod(entry, PACKED.actions or 0)
            assert player == state.mover
            state.play(move)
        if not state.over:  # a playout stops when a store holds more than half of the seeds
            early += 1
            stores = [side[-1] for side in sides(state)]
            assert max(stores) > 24
        assert state.returns() == payoffs
    assert 20 < early < 100


def test_a_playout_tells_the_same_uncompiled() -> None:
    for seed in range(5):
        assert traced(PACKED.start(), seed)[:3] == plain_traced(PACKED.start(), seed)
