"""Skirmish: eliminations, archers and the end of a turn, on hand-made positions.

Defence and arrows of the cards used, by compass as player 0 sees them (docs/games/skirmish.md has them all):
G 7: N3 SE5 SW5; H1 5: N4 NE5 E5 NW1; H2 5: N4 NE1 W5 NW5; E2 4: N5 NE4 NW4; S2 5: E1 SW4; S3 4: N5; R1 2: N3 S2;
R2 2: NE5; R3 1: NW5; R4 3: S5; R5 3: NE3 NW3. Spear V5 4: E3 W3. Ranged: H4 4: SE4 SW4, missile 5; E4 4: N4 E1 W1,
missile 4; V6 4: NE1 SE1 SW2, missile 3, the smaller range; R8 3: S3, missile 3.
"""

from __future__ import annotations

import random
from copy import deepcopy
from itertools import product

import pytest
from skirmish_helpers import any_deal, board, card_set, held, names, play, position, record, the_game, twin_of
from skirmish_twin import Twin, name_of

from anyspace.games.skirmish_board import END, FIRE
from anyspace.rules.game import State

# ---- eliminations -------------------------------------------------------------------------------------------------


def lost(state: State) -> list[int]:
    return record(state).lost.tolist()


def test_more_than_the_defence_eliminates() -> None:
    """S2 has 5: 5 are not enough, 6 are."""
    one = play(position("", "S2@d4 R1@g6", "S3 R5"), "S3@d3")
    assert "1:S2@d4" in board(one) and lost(one) == [0, 0]
    two = play(position("S3@d3", "S2@d4 R1@g6", "H2 R5"), "H2@c3")
    assert "1:S2@d4" not in board(two) and lost(two) == [0, 1]


def test_arrows_of_player_1_are_turned_around() -> None:
    state = play(position("S3@d5", "S2@d4 R1@g1", "H2 R5", to_move=1), "H2@e5")
    assert "0:S2@d4" not in board(state) and lost(state) == [1, 0]


def test_only_enemies_are_attacked() -> None:
    """S3's 5 point at R1, which has 2, and is its own."""
    state = play(position("R1@d4 S3@d3", "S2@d5 G@g6", "R5 R2", deck="C1"), "R5@c4")
    assert board(state) == {"0:R1@d4", "0:S3@d3", "0:R5@c4", "1:G@g6"} and lost(state) == [0, 1]


def test_a_card_deployed_into_arrows_is_eliminated() -> None:
    state = play(position("", "G@d4 R1@g6", "R1 R5"), "R1@d3")  # 3 against 2
    assert board(state) == {"1:G@d4", "1:R1@g6"} and lost(state) == [1, 0]
    stands = play(position("", "R8@d4 R1@g6", "R4 R5"), "R4@d5")  # 3 against 3
    assert board(stands) == {"0:R4@d5", "1:R1@g6"} and lost(stands) == [0, 1]


def test_both_sides_at_the_same_time() -> None:
    """R1 eliminates the general and is eliminated by it."""
    state = play(position("H1@c3", "G@d4 R1@g6", "R1 R5"), "R1@d3")  # 5 + 3 against 7, and 3 against 2
    assert board(state) == {"0:H1@c3", "1:R1@g6"} and lost(state) == [1, 1]
    assert record(state).lost_commanders.tolist() == [0, 1]


def test_several_at_once() -> None:
    state = play(position("", "R1@c4 R2@d4 R3@e4 G@g6", "E2 R5"), "E2@d3")
    assert board(state) == {"0:E2@d3", "1:G@g6"} and lost(state) == [0, 3]


def test_whoever_is_not_struck_stays() -> None:
    state = play(position("S3@a3", "S2@a4 R1@c3 G@d4", "S3 E2"), "E2@d3")
    assert board(state) == {"0:S3@a3", "0:E2@d3", "1:S2@a4", "1:R1@c3", "1:G@d4"}


# ---- archers ------------------------------------------------------------------------------------------------------


def targets(board: str, enemy_board: str, deploy: str, to_move: int = 0) -> list[str]:
    """What can be fired at after a card is deployed."""
    state = position(board, enemy_board, f"{deploy.split('@')[0]} R5", deck="R2", to_move=to_move)
    return [name for name in names(play(state, deploy)) if name.startswith("fire")]


@pytest.mark.parametrize("at", ["c3", "d3", "e3", "c4", "d4", "e4"])
def test_an_archer_fires_three_squares_ahead(at: str) -> None:
    """H4, missile 5, at d1; R4 has 3."""
    assert targets("H4@d1", f"R4@{at} G@g6", "V5@c1") == [f"fire-{at}"]


@pytest.mark.parametrize("at", ["b3", "f3", "d5", "c2", "d2", "e2", "a1", "f1"])
def test_an_archer_does_not_fire_elsewhere(at: str) -> None:
    """Nor at enemies beside it: it is engaged."""
    assert targets("H4@d1", f"R4@{at} G@g6", "V5@c1") == []


def test_player_1_fires_the_other_way() -> None:
    assert targets("H4@d6", "R4@c3 G@g1", "V5@e6", to_move=1) == ["fire-c3"]
    assert targets("H4@d4", "R4@d6 G@g1", "V5@e4", to_move=1) == []


def test_the_smaller_range() -> None:
    """V6, missile 3, has one square in the third rank ahead; R1 has 2."""
    assert targets("V6@d1", "R1@d4 G@g6", "V5@c1") == ["fire-d4"]
    assert targets("V6@d1", "R1@c3 G@g6", "V5@c1") == ["fire-c3"]
    assert targets("V6@d1", "R1@c4 G@g6", "V5@c1") == []


def test_missiles_pass_over_others() -> None:
    assert targets("H4@d1 S4@d2", "R4@d4 S2@d3 G@g6", "V5@c1") == ["fire-d4"]


def test_an_engaged_archer_does_not_fire() -> None:
    assert targets("H4@d1", "R4@d3 G@g6", "V5@e1") == ["fire-d3"]
    assert targets("H4@d1", "R4@d3 S3@c2", "V5@e1") == []  # S3's arrow points at c1


def test_a_new_archer_may_fire_at_once() -> None:
    assert targets("S4@d1", "R4@d4 G@g6", "H4@d2") == ["fire-d4"]


def test_missiles_and_arrows_add_up() -> None:
    """E4's missile 4 against the general's 7: with the 3 of R5 it makes no difference, with the 5 of S3 it does."""
    assert targets("E4@d1", "G@d4 R1@g6", "R5@c3") == []
    state = play(position("E4@d1", "G@d4 R1@g6", "S3 R5", deck="R2"), "S3@d3")
    assert names(state) == ["fire-d4", "hold"]
    assert "1:G@d4" not in board(play(state.copy(), "fire-d4"))
    assert "1:G@d4" in board(play(state.copy(), "hold"))


def test_two_archers_join() -> None:
    """E4 4 and V6 3 against S2's 5: each may fire, and only both have an effect."""
    state = play(position("E4@c1 V6@d1", "S2@d3 G@g6", "V5 R5", deck="R2"), "V5@b1")
    assert "fires from c1" in str(state) and names(state) == ["fire-d3", "hold"]
    both = play(state.copy(), "fire-d3")
    assert "fires from d1" in str(both) and names(both) == ["fire-d3", "hold"]
    assert "1:S2@d3" not in board(play(both.copy(), "fire-d3"))
    assert "1:S2@d3" in board(play(both.copy(), "hold"))
    alone = play(state.copy(), "hold")
    assert record(alone).phase == END and "1:S2@d3" in board(alone)


def test_nobody_fires_at_the_fallen() -> None:
    """R4 has 3: once E4 aims at it, V6 has no target; and neither has one if arrows have done it."""
    state = play(position("E4@c1 V6@d1", "R4@d3 G@g6", "V5 R5", deck="R2"), "V5@b1")
    assert names(state) == ["fire-d3", "hold"]
    assert record(play(state.copy(), "fire-d3")).phase == END
    assert names(play(state.copy(), "hold")) == ["draw", "recall-c1", "recall-d1"]  # V6's 3 are not enough
    assert targets("E4@d1", "R4@d4 G@g6", "S3@d3") == []


def test_only_the_active_side_fires() -> None:
    state = play(position("", "G@d4 H4@d6", "S3 R5", deck="R2"), "S3@d3")
    assert "0:S3@d3" in board(state)  # attacked by 3 of its 4; with the archer it would be 8


def left_by_our_moves(state: State, side: int) -> set[frozenset[str]]:
    """The squares that `side` can be left with, for all ways to fire at it that are offered."""
    if record(state).phase != FIRE:
        return {frozenset(card.split("@")[1] for card in board(state) if card.startswith(f"{side}:"))}
    return {left for move in state.moves() for left in left_by_our_moves(state.copy().play(move), side)}


def left_by_any_fire(twin: Twin) -> set[frozenset[str]]:
    """The same, where every idle archer fires at whom it likes, or not."""
    idle = [at for at in twin.own(twin.player) if twin.board[at].card.missile and not twin.engaged(at)]
    found = set()
    for aims in product(*([None, *twin.in_range(archer)] for archer in idle)):
        twin.aimed = [(archer, aim) for archer, aim in zip(idle, aims, strict=True) if aim is not None]
        found.add(frozenset(name_of(at) for at in twin.own(1 - twin.player) if not twin.doomed(at)))
    return found


def test_what_is_not_offered_makes_no_difference() -> None:
    """Whatever some way of firing leads to can be reached, in positions with several archers."""
    source, compared, several = random.Random(5), 0, 0
    while compared < 60:
        state = the_game().start(seed=source.getrandbits(30))
        any_deal(state, source)
        twin = twin_of(state)
        while not state.over:
            is_first, enemy = record(state).phase != FIRE, 1 - state.mover
            assert sorted(twin.moves()) == names(state)
            move = source.choice(names(state))
            play(state, move)
            twin.play(move)
            if is_first and record(state).phase == FIRE:
                possible = left_by_any_fire(deepcopy(twin))
                assert left_by_our_moves(state, enemy) == possible
                compared += 1
                several += len(possible) > 2
    assert several > 5


# ---- the end of a turn --------------------------------------------------------------------------------------------


def choices(state: State) -> list[str]:
    assert record(state).phase == END
    return names(state)


def test_draw_or_recall() -> None:
    state = play(position("R1@a1 R2@g1", "G@d4", "S3 R5", deck="C1 C2 C3"), "S3@d3")
    assert state.mover == 0 and choices(state) == ["draw", "recall-a1", "recall-g1"]
    drawn = play(state.copy(), "draw")
    assert drawn.mover == 1 and record(drawn).deck[0].bit_count() == 2 and len(held(drawn, 0).split()) == 2
    back = play(state.copy(), "recall-a1")
    assert held(back, 0) == "R1 R5" and "0:R1@a1" not in board(back) and record(back).deck[0].bit_count() == 3


def test_engaged_cards_stay() -> None:
    """Also S2, at which no arrow points."""
    state = play(position("R1@a1 S2@c4 H1@e5", "G@d4", "S3 R5", deck="C2"), "S3@d3")
    assert choices(state) == ["draw", "recall-a1"]


def test_the_new_card_stays() -> None:
    """It has no enemy beside it any more and is not in need of one: V5 supports."""
    state = play(position("R1@a1 R2@a3", "G@g6", "V5 R5", deck="C2"), "V5@b2")
    assert choices(state) == ["draw", "recall-a1", "recall-a3"]


def test_who_took_part_in_an_elimination_stays() -> None:
    """H1 helps to eliminate S2; R2 stood beside it, too, but looks elsewhere."""
    state = play(position("H1@c4 R2@e3 R1@a1", "S2@d4", "S3 R5", deck="C2"), "S3@d3")
    assert board(state) == {"0:H1@c4", "0:R2@e3", "0:R1@a1", "0:S3@d3"}
    assert choices(state) == ["draw", "recall-a1", "recall-e3"]


def test_archers_who_hit_stay() -> None:
    archers = position("E4@c1 V6@d1", "S2@d3 G@g6", "V5 R5", deck="R2")
    hit = play(archers.copy(), "V5@b1 fire-d3 fire-d3")
    assert "1:S2@d3" not in board(hit) and hit.mover == 1  # nothing to do but draw
    missed = play(archers.copy(), "V5@b1 fire-d3 hold")
    assert choices(missed) == ["draw", "recall-c1", "recall-d1"]


def test_a_single_choice_is_made() -> None:
    drawn = play(position("", "G@d4", "S3 R5", deck="C2"), "S3@d3")
    assert drawn.mover == 1 and held(drawn, 0) == "C2 R5" and record(drawn).future[0, 0] == 0
    recalled = play(position("R1@a1", "G@d4", "S3 R5"), "S3@d3")
    assert recalled.mover == 1 and held(recalled, 0) == "R1 R5"
    nothing = play(position("", "G@d4", "S3 R5"), "S3@d3")
    assert nothing.mover == 1 and held(nothing, 0) == "R5"


def test_an_empty_deck_leaves_recalls() -> None:
    state = play(position("R1@a1 R2@g1", "G@d4", "S3 R5"), "S3@d3")
    assert choices(state) == ["recall-a1", "recall-g1"]


def test_player_1_recalls_its_own_cards() -> None:
    state = play(position("R1@g6 R2@a6", "G@d3", "S3 R5", to_move=1), "S3@d4 recall-g6")
    assert held(state, 1) == "R1 R5" and record(state).known[1] == card_set("R1")
    assert board(state) == {"1:R2@a6", "1:S3@d4", "0:G@d3"}
