"""Skirmish: what unfinished positions are worth."""

from __future__ import annotations

import random

import numpy as np
import pytest
from skirmish_helpers import legal, losing, play, position, record, square, the_game

from anyspace.games.skirmish_battle import attack
from anyspace.games.skirmish_board import CARDS, DEFENCE, DEPLOY, NO_PIECE, PASS, SQUARE_BITS, STEPS, STRIKE
from anyspace.games.skirmish_worth import SIDES, in_reach, sides_in
from anyspace.rules.game import State


def worth(state: State) -> float:
    """To player 0."""
    first, second = state.evaluate()
    assert first == -second
    return first


def reached(state: State, side: int) -> set[int]:
    """The squares of the cards of `side` that the enemy could eliminate with one card."""
    with np.errstate(all="ignore"):
        return {at for at in range(64) if int(in_reach(record(state), side)) >> at & 1}


def eliminated_alone(state: State) -> set[int]:
    """The same for the player who waits, by trying all moves."""
    inside, found = record(state), set()
    side, enemy = state.mover, 1 - state.mover
    for move in state.moves():
        if move == PASS:
            continue
        card, at = divmod(move, 1 << SQUARE_BITS)
        for direction, step in enumerate(STEPS.tolist()):
            piece, target = int(inside.piece[at + step]), at + step
            arrow = int(STRIKE[side, CARDS * side + card, direction])
            is_hit = piece != NO_PIECE and piece // CARDS == enemy and arrow > 0
            if is_hit and attack(inside, side, target) + arrow > DEFENCE[piece]:
                found.add(target)
    return found


def test_who_is_in_reach_is_who_can_be_eliminated() -> None:
    source, seen = random.Random(3), 0
    for seed in range(6):
        state = the_game().start(seed=seed)
        while not state.over:
            inside = record(state)
            if inside.phase == DEPLOY and inside.turns >= 2 and inside.own[0] | inside.own[1]:
                expected = eliminated_alone(state)
                assert reached(state, 1 - state.mover) == expected, f"\n{state}"
                seen += len(expected)
            state.play(source.choice(state.moves()))
    assert seen > 100


def test_sides_are_in_order() -> None:
    at = square("d3")
    for number, step in enumerate(SIDES):
        assert sides_in(np.uint64(1 << at + step), at) == 1 << number
    assert sides_in(np.uint64(1 << at), at) == 0


@pytest.mark.parametrize("seed", range(3))
def test_estimates_are_certain_of_nothing(seed: int) -> None:
    source, state = random.Random(seed), the_game().start(seed=seed)
    seen = set()
    while not state.over:
        seen.add(worth(state))
        assert abs(worth(state)) < 1.0
        state.play(source.choice(state.moves()))
    assert len(seen) > 30


def test_cards_and_commanders_lost_count() -> None:
    def after(lost: int, commanders: int, side: int) -> float:
        return worth(losing(lost, commanders, side, position("C1@c3", "C2@e5")))

    even = after(0, 0, 1)
    assert -0.1 < even < 0.1
    assert even < after(3, 0, 1) < after(8, 0, 1) < after(12, 0, 1)
    assert after(3, 0, 1) < after(3, 1, 1) < after(3, 3, 1)
    assert after(8, 1, 0) < -0.3 and after(19, 3, 0) < -0.95


def test_cards_on_the_board_count() -> None:
    alone, more = position("C1@c2", "C2@e5"), position("C1@c2 S3@b1 S4@c1 S5@d1", "C2@e5", hand="V1")
    assert worth(more) > worth(alone) + 0.1


def all_but_beaten(lost: int, commanders: int, state: State) -> State:
    """Both sides."""
    return losing(lost, commanders, 0, losing(lost, commanders, 1, state.copy()))


def test_who_can_eliminate_the_last_commander_has_all_but_won() -> None:
    """C3 bears 5; the hero beside it strikes with 5, and nothing from far away."""
    struck, free = position("H1@c4", "C3@d4", "S3", enemy_hand="V5"), position("H1@a3", "C3@d4", "S3", enemy_hand="V5")
    assert reached(struck, 1) == {square("d4")} and reached(free, 1) == set()
    assert worth(all_but_beaten(5, 3, struck)) > 0.9 > 0.4 > worth(all_but_beaten(5, 3, free))
    assert worth(all_but_beaten(19, 0, struck)) > 0.9 > 0.4 > worth(all_but_beaten(19, 0, free))
    assert 0.6 > worth(all_but_beaten(5, 2, struck)) > worth(all_but_beaten(5, 2, free)) + 0.1


def test_a_threat_is_worth_more_to_who_deploys_next() -> None:
    mine = all_but_beaten(5, 3, position("H1@c4", "C3@d4", "S3", enemy_hand="V5"))
    theirs = all_but_beaten(5, 3, position("C3@d4", "H1@c4", "V5", enemy_hand="S3", to_move=1))
    assert reached(theirs, 1) == {square("d4")} and theirs.mover == 1
    assert worth(mine) > worth(theirs) + 0.3 > 0.4


def test_both_sides_are_alike() -> None:
    """The same position from the other side of the board."""
    mine = position("H1@c4 C1@b2", "C3@d4 R4@f5", "S3 V1", enemy_hand="V5 R2")
    theirs = position("H1@e3 C1@f5", "C3@d3 R4@b2", "S3 V1", enemy_hand="V5 R2", to_move=1)
    assert worth(mine) == pytest.approx(-worth(theirs)) and worth(mine) != 0.0


def test_after_a_fight_the_other_side_deploys_next() -> None:
    state = play(position("H1@c4 C1@a1", "C3@d4 S2@g6", "S5 R1", enemy_hand="V5", deck="R2"), "S5@f5")
    assert sorted(legal(state)) == ["draw", "recall-a1"]
    assert worth(state) < worth(position("H1@c4 C1@a1 S5@f5", "C3@d4 S2@g6", "R1", enemy_hand="V5", deck="R2"))
