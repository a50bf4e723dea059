"""Confrontation: every character's power and every card, on hand-made positions."""

from __future__ import annotations

import pytest
from confrontation_helpers import FAR, IDLE, moves_of, names, play, position, record, the_game, where

from anyspace.games.confrontation_board import DARK, LIGHT
from anyspace.rules.game import CHANCE, State

# ---- powers of movement -------------------------------------------------------------------------------------------


def test_the_captain_attacks_any_neighbour() -> None:
    around = "hound:c4 rider:d3 horde:b4 tyrant:d2 warden:b3 giant:c2"
    assert moves_of(position(around, f"captain:c3 {FAR}", LIGHT), "captain") == {"c4", "d3", "b4", "d2", "b3", "c2"}
    assert moves_of(position("hound:c4", f"captain:c3 {FAR}", LIGHT), "captain") == {"c4", "d3", "b4"}  # walks forward
    assert moves_of(position("hound:b3 rider:d1", f"captain:c2 {FAR}", LIGHT), "captain") == {"c3", "d2"}  # mountains
    assert moves_of(position("hound:a1", "captain:b1 bearer:d3", LIGHT), "captain") == {"a1", "c1", "b2"}  # back home


def test_the_flyer_attacks_whoever_is_alone() -> None:
    state = position(f"flyer:a3 {IDLE}", "bearer:a1 sage:b1 scout:b1 archer:d3 axeman:d1", DARK)
    assert moves_of(state, "flyer") == {"a2", "a1", "d3", "d1"}  # a2 by walking; b1 holds two


def test_the_rider_attacks_at_a_distance() -> None:
    """Forward through regions that are neither full nor held by enemies."""
    light = "bearer:a1 sage:b2 scout:d2"
    assert moves_of(position("rider:d4", light, DARK), "rider") == {"c4", "d3", "d2", "b2", "a1"}
    around = "giant:a3 horde:a3 hound:d1 warden:c2 tyrant:c1 lurker:c1"
    assert moves_of(position(f"rider:d4 {around}", light, DARK), "rider") == {"c4", "d3", "d2", "b2"}  # no way to a1
    assert moves_of(position("rider:c3", "bearer:a1", DARK), "rider") == {"b3", "c2", "a1"}  # far off only to attack


def test_the_tyrant_attacks_sideways() -> None:
    assert moves_of(position("tyrant:c3", "bearer:b4 sage:d2", DARK), "tyrant") == {"b3", "c2", "b4", "d2"}
    assert moves_of(position("tyrant:c3", "bearer:b4", DARK), "tyrant") == {"b3", "c2", "b4"}
    assert moves_of(position("tyrant:b3", "bearer:c2 sage:a4", DARK), "tyrant") == {"a3", "b2"}  # not in mountains


def test_the_warden_strikes_in_the_tunnel() -> None:
    tunnel = position("warden:b3 giant:d4", f"sage:b2 {FAR}", LIGHT)
    state = play(tunnel.copy(), "sage:b2-c3")
    assert state.mover == DARK and names(state) == ["let-pass", "strike"]
    assert where(play(state.copy(), "strike"), "sage") == "out"
    assert where(play(state.copy(), "let-pass"), "sage") == "c3"
    won = play(position("warden:b3", "bearer:b2", LIGHT), "bearer:b2-c3 strike")
    assert won.returns() == [1.0, -1.0]


def test_the_flyer_needs_no_tunnel() -> None:
    state = position("flyer:b2 warden:b3", f"sage:c3 {FAR}", DARK)
    assert names(play(state, "flyer:b2-c3")) == ["flyer-meets-sage"]


def test_whoever_is_in_the_mountain_may_be_the_warden() -> None:
    """Light must not learn from the question who is there: it is asked, with one answer."""
    state = play(position("hound:b3 giant:d4", f"sage:b2 {FAR}", LIGHT), "sage:b2-c3")
    assert state.mover == DARK and names(state) == ["let-pass"]
    assert play(position(IDLE, f"sage:b2 {FAR}", LIGHT), "sage:b2-c3").mover == DARK  # nobody there: Dark's turn
    attack = play(position("warden:b3 giant:c3", f"sage:b2 {FAR}", LIGHT), "sage:b2-c3 let-pass")
    assert attack.mover == CHANCE and names(attack) == ["sage-meets-giant"]


# ---- powers in battle ---------------------------------------------------------------------------------------------


def test_the_bearer_escapes_sideways() -> None:
    state = play(position("tyrant:c3", "bearer:c2 sage:a1", DARK), "tyrant:c3-c2 tyrant-meets-bearer")
    assert state.mover == DARK  # in the mountains there is no way aside: cards are played
    attack = "tyrant:c2-b2 tyrant-meets-bearer"
    state = play(position("tyrant:c2", "bearer:b2 sage:a1", DARK), attack)
    assert state.mover == LIGHT and names(state) == ["stand", "to-a3", "to-c1"]
    assert where(play(state.copy(), "to-c1"), "bearer") == "c1"
    assert play(state.copy(), "stand").mover == DARK
    state = play(position("tyrant:c2 horde:a3", "bearer:b2 sage:c1 scout:c1", DARK), attack)
    assert state.mover == DARK  # enemies on one side, no room on the other


def test_the_bearer_does_not_escape_when_it_attacks() -> None:
    assert play(position("tyrant:c1", "bearer:b1", LIGHT), "bearer:b1-c1 bearer-meets-tyrant").mover == DARK


def test_after_an_escape_the_attacker_fights_those_who_stayed() -> None:
    state = play(position("tyrant:c2", "bearer:b2 sage:b2", DARK), "tyrant:c2-b2 tyrant-meets-bearer to-c1")
    assert state.mover == CHANCE and names(state) == ["tyrant-meets-sage"]


def test_the_guardian_steps_in_and_is_strong_beside_the_bearer() -> None:
    start = position("tyrant:c2", "bearer:b2 guardian:b2", DARK)
    state = play(start, "tyrant:c2-b2 tyrant-meets-bearer")
    assert state.mover == LIGHT and names(state) == ["stay-out", "step-in"]
    play(state, "step-in 1 2 shows-1")  # 5 + 1 against 5 + 2
    assert (where(state, "tyrant"), where(state, "guardian"), where(state, "bearer")) == ("out", "b2", "b2")


def test_the_guardian_drawn_may_show_the_bearer() -> None:
    start = position("tyrant:c2", "bearer:b2 guardian:b2", DARK)
    state = play(start, "tyrant:c2-b2 tyrant-meets-guardian")
    assert state.mover == LIGHT and names(state) == ["stay-hidden", "support"]
    assert where(play(state.copy(), "support 1 2 shows-1"), "tyrant") == "out"
    assert where(play(state.copy(), "stay-hidden 1 2 shows-1"), "guardian") == "out"  # 2 + 2 against 5 + 1


def test_questions_about_the_guardian_give_nothing_away() -> None:
    state = play(position("tyrant:c2", "bearer:b2 sage:b2 guardian:a1", DARK), "tyrant:c2-b2 tyrant-meets-bearer")
    assert names(state) == ["stay-out"]
    state = play(position("tyrant:c2", "guardian:b2 sage:b2 bearer:a1", DARK), "tyrant:c2-b2 tyrant-meets-guardian")
    assert names(state) == ["stay-hidden"]
    state = play(position("tyrant:c2", "bearer:b2 sage:b2", DARK), "tyrant:c2-b2 tyrant-meets-bearer")
    assert "stand" in names(state)  # the guardian is known to be defeated


def test_a_bearer_who_was_shown_can_be_singled_out() -> None:
    line = "tyrant:b1-a1 tyrant-meets-guardian support 6 1 shows-6"  # 5 + 6 against 5 + 1
    state = play(position("tyrant:b1", "bearer:a1 guardian:a1 sage:a1 scout:a1", DARK), line)
    assert state.mover == DARK and names(state) == ["attack-another", "attack-bearer"]
    assert names(play(state.copy(), "attack-another")) == ["tyrant-meets-sage", "tyrant-meets-scout"]
    assert play(state.copy(), "attack-bearer").mover == DARK  # no way aside from home, no guardian: cards
    alone = play(position("tyrant:b1", "bearer:a1 guardian:a1", DARK), line)
    assert names(alone) == ["tyrant-meets-bearer"]


def test_the_scout_attacks_and_falls_back() -> None:
    state = play(position("giant:c3", f"scout:c2 {FAR}", LIGHT), "scout:c2-c3 scout-meets-giant")
    assert state.mover == LIGHT and names(state) == ["stand", "to-b3", "to-c2"]
    assert where(play(state.copy(), "to-b3"), "scout") == "b3"
    defends = play(position("giant:c3", f"scout:c2 {FAR}", DARK), "giant:c3-c2 giant-meets-scout")
    assert defends.mover == DARK  # cards


@pytest.mark.parametrize(("hunter", "prey"), [("squire", "tyrant"), ("archer", "flyer"), ("axeman", "horde")])
@pytest.mark.parametrize("attacker", [0, 1])
def test_hunters_defeat_their_prey_at_once(hunter: str, prey: str, attacker: int) -> None:
    state = position(f"{prey}:c3 {IDLE}", f"{hunter}:c2 {FAR}", attacker)
    line = f"{hunter}:c2-c3 {hunter}-meets-{prey}" if attacker == LIGHT else f"{prey}:c3-c2 {prey}-meets-{hunter}"
    play(state, line)
    assert where(state, prey) == "out"
    assert where(state, hunter) == ("c3" if attacker == LIGHT else "c2")
    assert record(state).hand.tolist() == [511, 511]  # no cards were played


def test_the_martyr_takes_its_enemy_along() -> None:
    for line, turn in (("giant:c3-c2 giant-meets-martyr", DARK), ("martyr:c2-c3 martyr-meets-giant", LIGHT)):
        state = play(position("giant:c3 hound:d4", f"martyr:c2 {FAR}", turn), line)
        assert where(state, "martyr") == where(state, "giant") == "out"


def test_the_sage_sees_the_card_first() -> None:
    state = play(position("giant:c3", f"sage:c2 {FAR}", LIGHT), "sage:c2-c3 sage-meets-giant")
    assert state.mover == DARK
    assert len({state.observe(card, LIGHT) for card in state.moves()}) == 9
    play(state, "6")
    assert state.mover == LIGHT and "Dark's card 6" in state.view(LIGHT)
    assert play(state, "1").mover == DARK  # the duel is over, nothing is left to be turned over


def test_the_hound_takes_all_powers_from_light() -> None:
    against = "hound:c3-c2 hound-meets-"
    assert play(position("hound:c3", "bearer:b2 sage:a1", DARK), "hound:c3-c2").mover == LIGHT  # nobody there
    assert play(position("hound:b3", "bearer:b2", DARK), "hound:b3-b2 hound-meets-bearer").mover == DARK  # no escape
    state = play(position(f"hound:c3 {IDLE}", f"martyr:c2 {FAR}", DARK), against + "martyr 1 5 shows-1")
    assert (where(state, "hound"), where(state, "martyr")) == ("out", "c2")  # 2 + 1 against 0 + 5
    state = play(position("hound:c3", f"sage:c2 {FAR}", DARK), against + "sage")
    assert {state.observe(card, LIGHT) for card in state.moves()} == {265}  # the card stays down
    state = play(position("hound:d3", f"scout:c3 {FAR}", LIGHT), "scout:c3-d3 scout-meets-hound")
    assert state.mover == DARK
    state = play(position("hound:b3", "bearer:b2 guardian:b2", DARK), "hound:b3-b2 hound-meets-guardian")
    assert state.mover == DARK  # support would be ignored
    line = "hound:b3-b2 hound-meets-bearer step-in 4 1 shows-4"  # 2 + 4 against 2 + 1
    assert where(play(position("hound:b3", "bearer:b2 guardian:b2", DARK), line), "guardian") == "out"


def test_the_horde_overruns_the_first_defender() -> None:
    state = position("horde:c3", "captain:b4 bearer:a1 sage:c2", DARK)
    assert where(play(state, "horde:c3-c2 horde-meets-sage"), "sage") == "out"
    state = position("horde:c2 giant:d4", "captain:b2 sage:b2 bearer:a1", DARK)
    play(state, "horde:c2-b2 horde-meets-captain")
    assert names(state) == ["horde-meets-sage"]
    assert play(state, "horde-meets-sage").mover == DARK  # now cards decide
    state = play(position("horde:c3", f"captain:c2 {FAR}", LIGHT), "captain:c2-c3 captain-meets-horde")
    assert state.mover == DARK  # in defence too


def test_powers_of_light_come_before_those_of_dark() -> None:
    state = play(position(f"horde:c2 {IDLE}", "martyr:b2 bearer:a1", DARK), "horde:c2-b2 horde-meets-martyr")
    assert where(state, "horde") == where(state, "martyr") == "out"
    state = play(position(f"horde:c2 {IDLE}", "bearer:b2", DARK), "horde:c2-b2 horde-meets-bearer")
    assert names(state) == ["stand", "to-a3", "to-c1"]
    assert play(state.copy(), "to-a3").mover == LIGHT
    assert play(state.copy(), "stand").returns() == [1.0, -1.0]


def test_the_lurker_returns_to_its_lair() -> None:
    line = "lurker:c3-c2 lurker-meets-squire 6 1 shows-6"
    assert where(play(position(f"lurker:c3 {IDLE}", f"squire:c2 {FAR}", DARK), line), "lurker") == "c4"
    full = position("lurker:c3 giant:c4 hound:c4", f"squire:c2 {FAR}", DARK)
    assert where(play(full, line), "lurker") == "c2"
    taken = position("lurker:c3", f"squire:c2 sage:c4 {FAR}", DARK)
    assert where(play(taken, line), "lurker") == "c2"
    defends = position("lurker:c3", f"squire:c2 {FAR}", LIGHT)
    assert where(play(defends, "squire:c2-c3 squire-meets-lurker 6 1 shows-6"), "lurker") == "c4"
    tie = play(position(f"lurker:c3 {IDLE}", f"squire:c2 {FAR}", DARK), "lurker:c3-c2 lurker-meets-squire 1 4 shows-1")
    assert where(tie, "lurker") == "out"
    battle = play(
        position("lurker:c2", "squire:b2 archer:b2 bearer:a1", DARK), "lurker:c2-b2 lurker-meets-squire 6 1 shows-6"
    )
    assert (battle.mover, where(battle, "archer"), where(battle, "lurker")) == (
        LIGHT,
        "b2",
        "c4",
    )  # the other is spared


def test_the_schemer_may_forbid_cards() -> None:
    state = play(position(f"schemer:c3 {IDLE}", f"archer:c2 {FAR}", DARK), "schemer:c3-c2 schemer-meets-archer")
    assert state.mover == DARK and names(state) == ["no-cards", "play-cards"]
    assert where(play(state.copy(), "no-cards"), "archer") == "out"  # 3 against 4
    assert "6" in names(play(state.copy(), "play-cards"))


def test_the_giants_card_is_void() -> None:
    start = position("giant:c3 hound:d4", f"captain:c2 {FAR}", DARK, "6 retreat recall", "5 1 2")
    state = play(start, "giant:c3-c2 giant-meets-captain")
    tie = play(state.copy(), "6 5 shows-6")
    assert where(tie, "giant") == where(tie, "captain") == "out"  # 9 against 4 + 5
    assert where(play(state.copy(), "recall 1 shows-recall"), "captain") == "out"  # nothing is recalled
    assert record(tie).hand[0].bit_count() == 2  # but it is spent


# ---- cards --------------------------------------------------------------------------------------------------------


def battle(dark_cards: str = "", light_cards: str = "", at: str = "c3") -> State:
    """A captain (4) attacks a warden (5); other characters are far away."""
    below = {"c3": "b3", "c2": "b2", "d3": "d2"}[at]
    start = position(f"warden:{at} {IDLE}", f"captain:{below} {FAR}", LIGHT, dark_cards, light_cards)
    return play(start, f"captain:{below}-{at} captain-meets-warden")


@pytest.mark.parametrize("dark", range(1, 7))
@pytest.mark.parametrize("light", range(1, 6))
def test_numbers_are_added(dark: int, light: int) -> None:
    state = play(battle(), f"{dark} {light} shows-{dark}")
    assert where(state, "captain") == ("out" if 4 + light <= 5 + dark else "c3")
    assert where(state, "warden") == ("out" if 5 + dark <= 4 + light else "c3")


def test_the_veil_hides_a_number() -> None:
    state = play(battle(), "6 veil shows-6")
    assert where(state, "captain") == "out"  # 4 against 5: the veil itself is worth nothing
    strong = play(
        position(f"hound:c3 {IDLE}", f"captain:c2 {FAR}", DARK), "hound:c3-c2 hound-meets-captain 6 veil shows-6"
    )
    assert where(strong, "hound") == "out"  # 2 against 4


def test_a_sacrifice_takes_both() -> None:
    state = play(battle(), "6 sacrifice shows-6")
    assert where(state, "captain") == where(state, "warden") == "out"


def test_dark_retreats_sideways_and_leaves_the_attacker_there() -> None:
    state = play(battle(), "retreat 5 shows-retreat")
    assert state.mover == DARK and names(state) == ["to-b4", "to-d2"]
    play(state, "to-b4")
    assert (where(state, "warden"), where(state, "captain")) == ("b4", "c3")
    forced = play(battle(at="d3"), "retreat 5 shows-retreat")  # only c4 is left
    assert where(forced, "warden") == "c4"
    assert where(play(battle(at="c2"), "retreat 5 shows-retreat"), "warden") == "out"  # in the mountains: no effect


def test_light_retreats_backwards() -> None:
    state = play(battle(), "6 retreat shows-6")
    assert state.mover == LIGHT and names(state) == ["to-b3", "to-c2"]  # any region behind, not only where it came from
    assert where(play(state, "to-c2"), "captain") == "c2"
    blocked = position("warden:c3 hound:b3 giant:c2", f"captain:b2 {FAR}", LIGHT)
    play(blocked, "captain:b2-c3 let-pass captain-meets-warden 6 retreat shows-6")
    assert where(blocked, "captain") == "out"


def test_both_retreat() -> None:
    """Dark's card comes first, but does not keep Light's from taking effect."""
    state = play(battle(), "retreat retreat shows-retreat to-d2 to-c2")
    assert (where(state, "warden"), where(state, "captain")) == ("d2", "c2")
    state = play(battle(), "retreat sacrifice shows-retreat to-d2")
    assert (where(state, "warden"), where(state, "captain")) == ("d2", "c3")  # nobody to take along any more


@pytest.mark.parametrize("card", ["veil", "sacrifice", "retreat", "recall"])
def test_the_watch_stops_every_effect_of_light(card: str) -> None:
    hand = f"{card} 1 2"
    state = play(battle("watch 1 2", hand), f"watch {card} shows-watch")
    assert (where(state, "captain"), where(state, "warden")) == ("out", "c3")
    assert where(play(battle(), "watch 5 shows-watch"), "warden") == "out"  # numbers count


def test_recall_brings_back_a_used_card() -> None:
    state = play(battle(), "5 recall shows-5")
    assert where(state, "captain") == "out"  # none was used yet: no effect
    state = play(battle("1 2 3", "recall 2 3"), "3 recall shows-3")
    assert state.mover == LIGHT and names(state) == ["1", "4", "5", "retreat", "sacrifice", "veil"]
    assert where(play(state.copy(), "5"), "captain") == "c3"  # 4 + 5 against 5 + 3
    assert names(play(state.copy(), "retreat")) == ["to-b3", "to-c2"]
    assert record(play(state.copy(), "5")).hand[1].bit_count() == 2  # recall is used now, the 5 still is


def test_dark_recalls_first_and_openly() -> None:
    state = play(battle("recall 2 3", "recall 2 3"), "recall recall shows-recall")
    assert state.mover == DARK and names(state) == ["1", "4", "5", "6", "retreat", "watch"]
    light = play(state.copy(), "6")
    assert light.mover == LIGHT and "Dark's card 6" in light.view(LIGHT)
    assert play(state.copy(), "watch").mover == DARK  # Light's recall is stopped: it has lost
    retreats = play(state.copy(), "retreat to-b4")
    assert retreats.mover == LIGHT  # Light may still recall its own retreat
    assert where(play(retreats, "retreat to-c2"), "captain") == "c2"


def test_cards_come_back_after_the_ninth() -> None:
    state = play(battle("3", "5"), "3 5 shows-3")
    assert record(state).hand.tolist() == [511, 511]
    rules = the_game(recycle_cards=False)
    start = position(f"warden:c3 {IDLE}", f"captain:b3 {FAR}", LIGHT, "3", "5", rules)
    play(start, "captain:b3-c3 captain-meets-warden 3 5 shows-3")
    assert record(start).hand.tolist() == [0, 0]


def test_without_cards_strength_decides() -> None:
    rules = the_game(recycle_cards=False)
    state = position(f"warden:c3 {IDLE}", f"captain:b3 {FAR}", LIGHT, rules=rules)
    record(state).hand[:] = 0
    assert where(play(state, "captain:b3-c3 captain-meets-warden"), "captain") == "out"
