"""Connect Four: what its optional rules say, against counts line by line and positions made by hand."""

from __future__ import annotations

import random
from functools import cache
from math import tanh
from typing import Any

import pytest
from knowledge_helpers import check_decided, check_keys, check_knowledge, heaviest, wins_against_random
from trace_helpers import check_traces, plain_traced, traced

from anyspace.games import connect_four
from anyspace.rules.game import Game, State

CELLS = [(column, row) for column in range(7) for row in range(6)]
LINES = [
    line
    for column, row in CELLS
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if set(line := [(column + i * right, row + i * up) for i in range(4)]) <= set(CELLS)
]


@cache
def the_game() -> Game:
    return connect_four.game()


def played(moves: str) -> State:
    state = the_game().start()
    for name in moves:
        state.play(state.parse(name))
    return state


def discs(state: State) -> dict[tuple[int, int], str]:
    rows = [line.split() for line in str(state).splitlines()[5::-1]]
    return {(column, row): rows[row][column] for column, row in CELLS if rows[row][column] != "."}


def completing(held: dict[tuple[int, int], str], mark: str) -> set[tuple[int, int]]:
    """The empty cells that make four of `mark`."""
    return {
        cell
        for line in LINES
        for cell in line
        if cell not in held and sum(held.get(other) == mark for other in line) == 3
    }


def falls_to(held: dict[tuple[int, int], str], column: int) -> tuple[int, int]:
    return column, sum(cell[0] == column for cell in held)


def random_positions(games: int, seed: int) -> list[State]:
    source, found = random.Random(seed), []
    for _ in range(games):
        state = the_game().start()
        while not state.over:
            found.append(state.copy())
            state.play(source.choice(state.moves()))
    return found


# ---- key -----------------------------------------------------------------------------------------------------------


def test_keys() -> None:
    check_keys(the_game(), games=60, seed=1)


@pytest.mark.parametrize(("one", "other"), [("abc", "cba"), ("dedc", "dcde"), ("aabbcc", "bbaacc")])
def test_the_order_of_moves_does_not_matter(one: str, other: str) -> None:
    assert played(one).key() == played(other).key()


def test_whose_disc_it_is_does_matter() -> None:
    keys = [played(moves).key() for moves in ("", "a", "ab", "ba", "abc", "acb", "bac", "aab", "aba", "baa")]
    assert len(set(keys)) == len(keys)


# ---- evaluate ------------------------------------------------------------------------------------------------------


def worth(held: dict[tuple[int, int], str], mark: str) -> float:
    """Lines without the other's discs, one by one."""
    total = 0.0
    for line in LINES:
        marks = [held[cell] for cell in line if cell in held]
        if set(marks) == {mark}:
            total += {1: 0.03, 2: 0.07, 3: 0.18}[len(marks)]
    return total


def late(held: dict[tuple[int, int], str], mark: str, not_at: set[tuple[int, int]]) -> int:
    """Cells that make four of `mark`, in the rows that end up with its player."""
    return sum(row % 2 == "xo".index(mark) for _, row in completing(held, mark) - not_at)


def test_estimates_count_open_lines_and_late_threats() -> None:
    assert len(LINES) == 69
    counted = 0
    for state in random_positions(15, seed=2):
        held, mine, theirs = discs(state), "xo"[state.mover], "ox"[state.mover]
        value = state.evaluate()[state.mover]
        if abs(value) < 0.99:
            counted += 1
            landings = {falls_to(held, column) for column in range(7)}
            threats = late(held, mine, landings) - late(held, theirs, landings)
            lines = worth(held, mine) - worth(held, theirs)
            assert value == pytest.approx(0.99 * tanh(0.22 + lines + 0.3 * threats))
    assert counted > 200


def test_what_the_next_two_moves_decide_is_seen() -> None:
    check_decided(the_game(), games=40, seed=3)


def test_an_open_three_is_lost_for_the_other() -> None:
    state = played("daeac")  # x has c d e on the ground, b and f are free
    assert state.mover == 1 and state.evaluate() == [0.99, -0.99]


# ---- prior ---------------------------------------------------------------------------------------------------------


def weights(state: State) -> dict[str, float]:
    return dict(zip(state.names(state.moves()), state.prior(), strict=True))


def test_the_middle_looks_best_at_first() -> None:
    found = weights(the_game().start())
    assert found == {"a": 1.0, "b": 1.5, "c": 2.7, "d": 5.0, "e": 2.7, "f": 1.5, "g": 1.0}


def test_winning_comes_before_stopping_and_stopping_before_all_else() -> None:
    state = played("adadad")  # x has three on a, o three on d
    assert heaviest(state) == state.parse("a")
    found = weights(state)
    assert found["a"] > found["d"] > 10 * max(found[name] for name in "bcefg")


def test_the_prior_is_a_product_of_what_the_move_does() -> None:
    column = [1.0, 1.5, 2.7, 5.0, 2.7, 1.5, 1.0]
    for state in random_positions(12, seed=5):
        held, mine, theirs = discs(state), "xo"[state.mover], "ox"[state.mover]
        wins, losses = completing(held, mine), completing(held, theirs)
        for move, weight in zip(state.moves(), state.prior(), strict=True):
            cell = falls_to(held, move)
            above = cell[0], cell[1] + 1
            expected = column[move]
            expected *= 10_000 if cell in wins else 1
            expected *= 100 if cell in losses else 1
            expected *= 0.06 if above in losses else 1
            expected *= 0.5 if above in wins else 1
            expected *= 2.3 ** len(completing({**held, cell: mine}, mine) - (wins - {cell}))
            expected *= 4.0 ** len(completing({**held, cell: theirs}, theirs) - (losses - {cell}))
            assert weight == pytest.approx(expected)


def test_knowledge_keeps_its_bounds_and_plain_rules_agree() -> None:
    check_knowledge(the_game(), games=4, seed=6)


def test_who_follows_the_prior_beats_random_moves() -> None:
    assert wins_against_random(the_game(), heaviest, games=60, seed=7) > 54


# ---- playouts that tell their moves ----------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", ["", "dde", "aabbaabb"])
def test_told_moves_lead_to_the_end_that_was_paid(moves: str) -> None:
    check_traces(played(moves), 60)


def test_a_playout_tells_the_same_uncompiled() -> None:
    for seed in range(10):
        assert traced(played("d"), seed)[:3] == plain_traced(played("d"), seed)


def test_actions() -> None:
    game: Any = the_game()
    assert game.actions == 7
