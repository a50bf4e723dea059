"""EinStein würfelt nicht! against pyspiel, and positions by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest
from uncompiled import plain_search, uncompiled

from anyspace.games import einstein
from anyspace.rules.game import CHANCE

GAME = uncompiled(einstein.game())


def placed(roll: int = 0, turn: int = 0, **cubes: int) -> Any:
    """A position by the cells of its cubes, `a1=24`."""
    cells, board = [[-1] * 6, [-1] * 6], [0] * 25
    for name, cell in cubes.items():
        player, cube = "ab".index(name[0]), int(name[1]) - 1
        cells[player][cube], board[cell] = cell, player * 6 + cube + 1
    return GAME.position(cells=cells, board=board, roll=roll, turn=turn)


def cross_check(games: int) -> int:
    """Random games beside pyspiel's, from its own starts; its white is our player 0. Returns the positions compared."""
    pyspiel = pytest.importorskip("pyspiel")
    source, compared = random.Random(4), 0
    for _ in range(games):
        theirs = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
        for _ in range(2):
            theirs.apply_action(source.choice(theirs.chance_outcomes())[0])
        cubes = str(theirs).replace("\n", "").strip("| ").split("||")
        ours = placed(**{"ab"["wb".index(cube[0])] + cube[1]: at for at, cube in enumerate(cubes) if cube[0] in "wb"})
        while not theirs.is_terminal():
            compared += 1
            if theirs.is_chance_node():
                assert ours.mover == CHANCE and ours.moves() == [0, 1, 2, 3, 4, 5]
                assert [odds for _, odds in theirs.chance_outcomes()] == pytest.approx([1 / 6] * 6)
                roll = source.randrange(6)
                theirs.apply_action(theirs.chance_outcomes()[roll][0])
                ours.play(roll)
                continue
            assert ours.mover == 1 - theirs.current_player()
            actions = {theirs.action_to_string(action)[1:].strip("*"): action for action in theirs.legal_actions()}
            named = {ours.name(move).replace("diagonal", "diag"): move for move in ours.moves()}
            assert sorted(actions) == sorted(named), f"\n{ours}\n{theirs}"
            chosen = source.choice(sorted(named))
            theirs.apply_action(actions[chosen])
            ours.play(named[chosen])
        assert ours.over and ours.returns() == theirs.returns()[::-1]
    return compared


def test_agrees_with_pyspiel() -> None:
    assert cross_check(40) > 500


def test_the_next_lower_or_higher_cube_moves_if_one_is_gone() -> None:
    state = placed(roll=3, a1=24, a5=12, a6=18, b1=0)
    assert {state.name(move)[0] for move in state.moves()} == {"1", "5"}
    state = placed(roll=6, a1=24, a2=18, b1=0)
    assert {state.name(move)[0] for move in state.moves()} == {"2"}


def test_both_ways_to_win_and_own_cubes_taken() -> None:
    state = placed(roll=1, a1=6, a2=7, b1=1, b2=23)
    assert state.copy().play(state.parse("1-diagonal")).returns() == [1, -1]  # the corner
    assert not state.copy().play(state.parse("1-up")).over
    assert placed(roll=1, a1=6, b1=1).play(1).returns() == [1, -1]  # the last cube
    own = placed(roll=2, a1=6, a2=7, b1=1).play(3)
    assert own["cells"][0].tolist() == [-1, 6, -1, -1, -1, -1] and not own.over


def test_a_position_is_worth_what_steps_and_rolls_say() -> None:
    even = placed(a1=24, b1=0)
    assert even.evaluate()[0] == pytest.approx((einstein.TO_MOVE - 1) / (einstein.TO_MOVE + 1))  # who is to roll
    assert placed(turn=1, a1=24, b1=0).evaluate()[0] == pytest.approx(-even.evaluate()[0])
    assert placed(a1=12, b1=0).evaluate()[0] > placed(a1=18, b1=0).evaluate()[0] > even.evaluate()[0]
    # cube 1 may move by 1, 2 and 3, cube 4 by all but 1; b's only cube by all: 3 * 3^-2 + 5 * 3^-4 against 6 * 3^-3
    mine, theirs = (3 / 9 + 5 / 81) * einstein.TO_MOVE, 6 / 27
    assert placed(a1=12, a4=24, b3=7).evaluate()[0] == pytest.approx((mine - theirs) / (mine + theirs))


def test_a_search_takes_the_win() -> None:
    state = placed(roll=2, a1=18, a2=6, b1=10, b2=19)
    assert plain_search(GAME, "ucb1:c=0.7", seed=1).run(state, iterations=150).name == "2-diagonal"
