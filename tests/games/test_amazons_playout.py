"""Amazons: playouts, the estimate, the prior, groups."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from amazons_helpers import FORMS, LATE, after, board, build, position, random_position
from further import further
from playout_helpers import expected, playouts, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled_helpers import check_rules

from anyspace.rules.game import State


@FORMS
def test_own_playout_has_the_generic_distribution(split: bool) -> None:
    game, count = build(split=split), 8000
    state = game.start(seed=0)
    own, listed = playouts(state, count, seed=2), playouts(State(without_playout(game), state._block), count, seed=3)
    assert set(own[0]) == set(listed[0]) == {-1.0, 1.0}
    for ours, theirs in zip(own, listed, strict=True):
        error = np.sqrt((ours.var() + theirs.var()) / count)
        assert abs(ours.mean() - theirs.mean()) < 4 * error


@FORMS
def test_playouts_near_the_end_have_the_exact_mean(split: bool) -> None:
    state = position(LATE, split=split)
    payoffs, _ = playouts(state, 20_000)
    assert abs(payoffs.mean() - expected(state)) < 4 * payoffs.std() / np.sqrt(20_000)


@pytest.mark.parametrize("late", [False, True])
def test_the_first_move_of_a_playout_is_any_alike(late: bool) -> None:
    state = position(LATE) if late else build().start(seed=0)
    moves, each = state.moves(), 500 if late else 15
    first = [traced(state, seed, limit=1)[2][0] for seed in range(each * len(moves))]
    seen = np.array([first.count(move) for move in moves])
    assert seen.sum() == len(first)
    freedom = len(moves) - 1
    assert ((seen - each) ** 2 / each).sum() < freedom + 4 * np.sqrt(2 * freedom)


@FORMS
def test_playouts_tell_their_moves(split: bool) -> None:
    check_traces(build(split=split).start(seed=0), 20)
    check_traces(position(LATE, player=1, split=split), 20)


@pytest.mark.parametrize("moves", [["b1"], ["b1", "b4"]])
def test_playouts_start_within_a_turn(moves: list[str]) -> None:
    check_traces(after(build(split=True).start(seed=0), *moves), 10)


@FORMS
def test_a_cut_playout_leaves_tidy_bytes(split: bool) -> None:
    state = build(split=split).start(seed=0)
    for seed in range(20):
        _, _, entries, left = traced(state, seed, limit=11)
        replay = state.copy()
        for entry in entries:
            replay.play(entry % state.game.actions)
        assert len(entries) == 11 and left == replay


@FORMS
def test_uncompiled_rules_agree(split: bool) -> None:
    game = build(split=split)
    check_rules(game, games=1, seed=4)
    for state in (game.start(seed=0), position(LATE, split=split)):
        assert plain_traced(state, 3) == traced(state, 3)[:3]
    for _ in range(3):
        record: Any = game.backend.record(state._block)
        listed, weights, estimates = np.array(state.moves(), np.int32), np.zeros(len(state.moves())), np.zeros(2)
        with np.errstate(over="ignore"):
            game.rules["prior"](record, listed, len(listed), weights)
            game.rules["evaluate"](record, estimates)
            assert np.uint64(game.rules["key"](record)).astype(np.int64) == state.key()
        assert weights.tolist() == pytest.approx(state.prior())
        assert estimates.tolist() == pytest.approx(state.evaluate())
        state.play(state.moves()[0])


# ---- what it knows ----------------------------------------------------------------------------------------------


def distances(rows: list[list[str]], letter: str) -> dict[tuple[int, int], int]:
    """By how many moves of a queen one of the amazons gets to each cell."""
    size = len(rows)
    found = {(y, x): 0 for y in range(size) for x in range(size) if rows[y][x] == letter}
    edge, moves = list(found), 0
    while edge:
        moves += 1
        further = []
        for y, x in edge:
            for up, right in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]:
                b, a = y + up, x + right
                while 0 <= b < size and 0 <= a < size and rows[b][a] == ".":
                    if (b, a) not in found:
                        found[b, a] = moves
                        further.append((b, a))
                    b, a = b + up, a + right
        edge = further
    return found


@pytest.mark.parametrize("size", [6, *further(10)])
def test_the_estimate_is_that_of_the_territories(size: int) -> None:
    for seed in range(25):
        state = random_position(size, 3 * seed, seed)
        rows = [line.split() for line in board(state).splitlines()]
        white, black = distances(rows, "w"), distances(rows, "b")
        lead = tied = 0
        for cell in white.keys() | black.keys():
            if rows[cell[0]][cell[1]] == ".":
                w, b = white.get(cell, 99), black.get(cell, 99)
                lead, tied = lead + (w < b) - (b < w), tied + (w == b)
        mover = state.mover
        lead = (lead if mover == 0 else -lead) + 0.15 * tied
        assert state.evaluate()[mover] == pytest.approx(lead / (abs(lead) + 0.5 * (1 + tied)))
        assert sum(state.evaluate()) == 0 and abs(state.evaluate()[0]) < 1


def test_a_greedy_player_beats_a_random_one() -> None:
    source, won = random.Random(3), 0.0
    for number in range(6):
        state = build().start(seed=0)
        while not state.over:
            moves = state.moves()
            if state.mover == number % 2:
                moves = [max(moves, key=lambda move: state.copy().play(move).evaluate()[number % 2])]
            state.play(source.choice(moves))
        won += state.returns()[number % 2]
    assert won >= 4


def test_prior_goes_where_the_enemy_could() -> None:
    for seed in range(10):
        state = random_position(6, 2 * seed, seed)
        assert min(state.prior()) > 0
    weights = dict(zip(names_in_order(state := build().start(seed=0)), state.prior(), strict=True))
    assert weights["b1-b4/a4"] > weights["b1-b4/c3"]  # next to an enemy
    assert weights["b1-b4/c3"] > weights["b1-b4/b1"]  # within an enemy's reach, out of it
    assert weights["b1-b4/c3"] > weights["b1-a1/c3"]  # from a better cell


def names_in_order(state: State) -> list[str]:
    return state.names(state.moves())


def test_prior_of_split_turns_multiplies_to_that_of_whole_ones() -> None:
    whole, split = build().start(seed=0), build(split=True).start(seed=0)
    weights = dict(zip(names_in_order(whole), whole.prior(), strict=True))
    assert split.prior() == [1.0] * 4
    after(split, "b1")
    ends = dict(zip(names_in_order(split), split.prior(), strict=True))
    after(split, "b4")
    arrows = dict(zip(names_in_order(split), split.prior(), strict=True))
    for arrow in ("a4", "b5", "c3"):  # an arrow's weight depends on the board, on which the amazon has moved by now
        assert ends["b4"] * arrows[arrow] <= weights[f"b1-b4/{arrow}"] * 1.0001
    assert ends["b4"] * arrows["a4"] == pytest.approx(weights["b1-b4/a4"])


def test_groups_are_the_amazons() -> None:
    state = build().start(seed=0)
    assert {(state.name(move)[:2], state.group(move)) for move in state.moves()} == {
        ("b1", 1),
        ("e1", 4),
        ("a2", 6),
        ("f2", 11),
    }
    assert not build(split=True).backend.has("group")


# ---- names and options ------------------------------------------------------------------------------------------
