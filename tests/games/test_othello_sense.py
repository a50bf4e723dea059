"""Othello: what its optional rules say, by hand, by the board's symmetries, and after a slow count."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from math import tanh
from typing import Any

import numpy as np
import pytest
from knowledge_helpers import best_looking, check_keys, check_knowledge, heaviest, wins_against_random
from trace_helpers import check_traces, plain_traced, traced

from anyspace.games import othello
from anyspace.rules.game import Game, State

EMPTY = ". . . . . . . ."
Place = tuple[int, int]

WORTH = {"corner": 0.35, "edge": 0.03, "diagonal": -0.04, "other": 0.01}


@cache
def the_game() -> Game:
    return othello.game()


def position(rows: list[str], player: int = 0) -> State:
    """The board as it is printed, eight rows; `player` to move."""
    cells = "".join(rows).replace(" ", "")
    discs = [sum(1 << i for i, cell in enumerate(cells) if cell == disc) for disc in "xo"]
    return of_discs(discs[0], discs[1], player)


def of_discs(black: int, white: int, player: int) -> State:
    state = the_game().start(seed=0)
    record: Any = the_game().backend.record(state._block)
    record.discs[:] = np.uint64(black), np.uint64(white)
    record.turn = player
    record.choices = othello.placements(record.discs[player], record.discs[1 - player])
    return state


def discs(state: State) -> tuple[int, int]:
    black, white = the_game().backend.record(state._block).discs
    return int(black), int(white)


def random_positions(games: int, seed: int) -> list[State]:
    source, found = random.Random(seed), []
    for _ in range(games):
        state = the_game().start()
        while not state.over:
            found.append(state.copy())
            state.play(source.choice(state.moves()))
    return found


def moved(cells: int, to: Callable[[int, int], Place]) -> int:
    """A set of cells after a symmetry of the board."""
    return sum(1 << 8 * row + column for row, column in (to(*divmod(c, 8)) for c in range(64) if cells >> c & 1))


# ---- key -----------------------------------------------------------------------------------------------------------


def test_keys() -> None:
    check_keys(the_game(), games=40, seed=1)


def test_the_order_of_moves_does_not_matter_and_whose_turn_it_is_does() -> None:
    def after(names: str) -> State:
        state = the_game().start()
        for name in names.split():
            state.play(state.parse(name))
        return state

    assert after("d3 c3 c4 e3").key() == after("c4 c3 d3 e3").key()
    assert after("d3 c3 c4 e3").key() != after("e6 f6 f5 d6").key()  # that is the same after half a turn
    black, white = discs(after("d3"))
    assert of_discs(black, white, 0).key() != of_discs(black, white, 1).key() != of_discs(white, black, 1).key()


# ---- evaluate ------------------------------------------------------------------------------------------------------


def kind(cell: int) -> str:
    row, column = (min(line, 7 - line) for line in divmod(cell, 8))
    if row == column and row < 2:
        return ("corner", "diagonal")[row]
    return "edge" if min(row, column) == 0 else "other"


def test_estimates_count_discs_by_cell_and_placements() -> None:
    for state in random_positions(4, seed=2):
        mine, theirs = discs(state) if state.mover == 0 else discs(state)[::-1]
        lead = sum(WORTH[kind(cell)] * ((mine >> cell & 1) - (theirs >> cell & 1)) for cell in range(64))
        other = of_discs(*discs(state), 1 - state.mover)
        own, others = (0 if here.moves() == [64] else len(here.moves()) for here in (state, other))
        value = state.evaluate()[state.mover]
        assert value == pytest.approx(0.99 * tanh(0.15 + 0.75 * (own - others) / (own + others + 2) + lead))


def test_at_the_start_only_the_turn_counts() -> None:
    assert the_game().start().evaluate() == pytest.approx([0.99 * tanh(0.15), -0.99 * tanh(0.15)])


@pytest.mark.parametrize(
    "to",
    [lambda row, column: (column, row), lambda row, column: (7 - row, column), lambda row, column: (row, 7 - column)],
    ids=["diagonal", "upside down", "left to right"],
)
def test_the_board_is_symmetric(to: Callable[[int, int], Place]) -> None:
    for state in random_positions(2, seed=3):
        black, white = discs(state)
        twin = of_discs(moved(black, to), moved(white, to), state.mover)
        assert twin.evaluate() == pytest.approx(state.evaluate())
        ours, theirs = (dict(zip(here.moves(), here.prior(), strict=True)) for here in (state, twin))
        assert {8 * to(*divmod(m, 8))[0] + to(*divmod(m, 8))[1] if m < 64 else m: w for m, w in ours.items()} == theirs


def test_the_colours_are_symmetric() -> None:
    for state in random_positions(2, seed=4):
        black, white = discs(state)
        twin = of_discs(white, black, 1 - state.mover)
        assert twin.evaluate() == pytest.approx(state.evaluate()[::-1])
        assert twin.prior() == state.prior()


# ---- prior ---------------------------------------------------------------------------------------------------------


def weights(state: State) -> dict[str, float]:
    return dict(zip(state.names(state.moves()), state.prior(), strict=True))


def test_corners_are_sought_and_their_neighbours_shunned() -> None:
    state = position([". o x . . . . .", "x o . . . . . .", ". o x . . . . .", ". x . . . . . .", *[EMPTY] * 4])
    found = weights(state)
    assert heaviest(state) == state.parse("a1")
    assert found["a1"] == 11.0


def test_beside_a_taken_corner_there_is_nothing_to_fear() -> None:
    rows = [". . . . . . . .", ". . o x . . . .", *[EMPTY] * 6]
    assert weights(position(rows))["b2"] == 0.5
    assert weights(position(["o . . . . . . .", *rows[1:]]))["b2"] == 1.5
    assert weights(position([". . . . . . . x", *rows[1:]]))["b2"] == 0.5  # that is another corner


def test_a_pass_has_some_weight() -> None:
    state = position(["x o . . . . . .", *[EMPTY] * 6, "x o o . . . . ."], player=1)
    assert weights(state) == {"pass": 1.0}


def test_knowledge_keeps_its_bounds_and_plain_rules_agree() -> None:
    check_knowledge(the_game(), games=2, seed=6)


@pytest.mark.parametrize(("choice", "least"), [(heaviest, 23), (best_looking, 25)])
def test_who_follows_it_beats_random_moves(choice: Any, least: int) -> None:
    assert wins_against_random(the_game(), choice, games=30, seed=7) >= least


# ---- playouts that tell their moves ----------------------------------------------------------------------------------


def test_told_moves_lead_to_the_end_that_was_paid() -> None:
    check_traces(the_game().start(), 60)
    passes = sum(64 in [entry % 65 for entry in traced(the_game().start(), seed)[2]] for seed in range(60))
    assert passes > 10  # passes are told, too


def test_a_playout_tells_the_same_uncompiled() -> None:
    for seed in range(3):
        assert traced(the_game().start(), seed)[:3] == plain_traced(the_game().start(), seed)
