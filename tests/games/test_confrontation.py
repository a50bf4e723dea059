"""Confrontation: the map, the end of the game, and a published problem that must have its published solution.

There is no independent implementation to run `cross_check` against. In its place stand the problem, which an exhaustive
solver solves, positions for every power and card in test_confrontation_battles.py, and in
test_confrontation_hidden.py a slow obvious twin of what the players know.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from confrontation_helpers import FAR, IDLE, moves_of, names, play, position, record, the_game, where
from playout_helpers import playouts, without_playout
from uncompiled_helpers import plain_playout

from anyspace import rng as random_numbers
from anyspace.errors import IllegalMove, OptionError
from anyspace.games.confrontation import game
from anyspace.games.confrontation_board import DARK, DARK_CARD, LIGHT, LONGEST, NAMES, REGION_NAMES, SAGE
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import OVER, State

# ---- the map ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("region", REGION_NAMES)
def test_steps_lead_forward(side: int, region: str) -> None:
    """Light goes to the next letter or digit, Dark to the one before; for Light there are river and tunnel too."""
    letter, digit = ord(region[0]), int(region[1])
    step = 1 if side == LIGHT else -1
    expected = {chr(letter + step) + str(digit), chr(letter) + str(digit + step)} & set(REGION_NAMES)
    if side == LIGHT:
        expected |= {"d2": {"c3"}, "c3": {"b4"}, "b2": {"c3"}}.get(region, set())
        state = position(IDLE, f"archer:{region} {FAR}", LIGHT)
        assert moves_of(state, "archer") == expected
    else:
        state = position(f"hound:{region} {IDLE}", "", DARK)
        assert moves_of(state, "hound") == expected


@pytest.mark.parametrize(
    ("region", "others"), [("c2", "scout"), ("c3", "scout sage"), ("d4", "scout sage squire captain")]
)
def test_no_region_holds_more_than_fit(region: str, others: str) -> None:
    """A mountain holds one character a side, a home four, any other region two; an attack finds none of its own."""
    before = {"c2": "b2", "c3": "b3", "d4": "c4"}[region]
    crowd = " ".join(f"{name}:{region}" for name in others.split())
    assert region not in moves_of(position(IDLE, f"archer:{before} {crowd} {FAR}", LIGHT), "archer")
    fewer = " ".join(crowd.split()[1:])
    assert region in moves_of(position("hound:a4", f"archer:{before} {fewer} {FAR}", LIGHT), "archer")
    assert region in moves_of(position(f"hound:{region}", f"archer:{before} {FAR}", LIGHT), "archer")


# ---- the end ------------------------------------------------------------------------------------------------------


def test_the_bearer_wins_in_darks_home() -> None:
    for dark in ("giant:d4", "giant:a3"):
        state = play(position(dark, "bearer:d3 sage:a1", LIGHT), "bearer:d3-d4")
        assert state.mover == OVER and state.returns() == [-1.0, 1.0]
    crowd = "sage:d4 scout:d4 squire:d4 captain:d4"
    assert "d4" not in moves_of(position("giant:a3", f"bearer:d3 {crowd}", LIGHT), "bearer")  # if there is room


def test_dark_wins_when_the_bearer_is_defeated() -> None:
    state = play(position("giant:b1", "bearer:a1", DARK), "giant:b1-a1 giant-meets-bearer 1 5 shows-1")
    assert state.returns() == [1.0, -1.0]
    both = play(position("giant:b1", "bearer:a1", DARK), "giant:b1-a1 giant-meets-bearer 1 sacrifice shows-1")
    assert both.returns() == [1.0, -1.0]  # although no Dark character is left


def test_dark_wins_in_lights_home() -> None:
    dark = "giant:a1 rider:a1 hound:b1"
    state = play(position(dark, "bearer:c4", DARK), "hound:b1-a1")
    assert state.returns() == [1.0, -1.0]
    four = the_game(home_need=4)
    assert not play(position(f"{dark} tyrant:d4", "bearer:c3", DARK, rules=four), "hound:b1-a1").over
    state = position("giant:a1 rider:a1 horde:a1 hound:b1", "bearer:c4", DARK, rules=four)
    assert play(state, "hound:b1-a1").returns() == [1.0, -1.0]


def test_who_cannot_move_loses() -> None:
    state = play(position("giant:a1 rider:a1", "bearer:b1 sage:c1", LIGHT), "sage:c1-c2")
    assert state.returns() == [-1.0, 1.0]
    state = play(position("giant:a1 flyer:a1", "bearer:b1 sage:c1", LIGHT), "sage:c1-c2")
    assert moves_of(state, "flyer") == {"b1", "c2"} and not moves_of(state, "giant")  # a power is a way to move
    light = play(position("hound:b1", "sage:d4 scout:d4 archer:d4 axeman:d4 bearer:d3", DARK), "hound:b1-a1")
    assert light.returns() == [1.0, -1.0]


def test_light_wins_when_no_dark_character_is_left() -> None:
    state = play(position("giant:c2", "martyr:b2 bearer:a1", DARK), "giant:c2-b2 giant-meets-martyr")
    assert state.returns() == [-1.0, 1.0]


def test_a_long_game_is_drawn() -> None:
    state = position("giant:d4", "bearer:a1 sage:b1", DARK)
    record(state).plies = LONGEST - 2
    assert not play(state, "giant:d4-c4").over
    assert play(state, "sage:b1-c1").over and state.returns() == [0.0, 0.0]


# ---- a published problem ------------------------------------------------------------------------------------------

Known = dict[bytes, bool]
FORGET_FROM = the_game().state.fields["plies"][1]


def light_wins(state: State, known: Known) -> bool:
    """Whether Light can force a win whatever Dark and chance do, with cards chosen blindly: one for all of Dark's."""
    if state.over:
        return state.returns() == [-1.0, 1.0]
    key = state._block[:FORGET_FROM].tobytes()  # without the number of moves and what the players know
    if key not in known:
        children = (after(state, move) for move in state.game.backend.moves(state._block))
        inside = record(state)
        if inside.phase == DARK_CARD and inside.fighter[LIGHT] != SAGE:
            replies = list(children)
            cards = replies[0].game.backend.moves(replies[0]._block)
            known[key] = any(all(light_wins(after(reply, card), known) for reply in replies) for card in cards[::-1])
        else:
            decide = any if state.mover == LIGHT else all
            known[key] = decide(light_wins(child, known) for child in children)
    return known[key]


def after(state: State, move: int) -> State:
    child = state.copy()
    child.game.backend.play(child._block, move)  # a legal move, not checked once more
    return child


def the_problem() -> State:
    dark, light = "giant:a1 rider:a1 horde:d3 warden:b3", "bearer:b1 archer:a2 axeman:d2 squire:d2"
    return position(dark, light, LIGHT, "1 2 3 retreat", "3 5 recall retreat")


def test_the_problem_has_its_published_solution() -> None:
    """The squire attacks the horde and retreats to c3 (The Games Journal, Confrontation puzzle 1, by T. N. Tatge)."""
    state, known = play(the_problem(), "squire:d2-d3 squire-meets-horde"), {}
    for card in ("1", "2", "3", "retreat"):
        assert light_wins(play(state.copy(), f"{card} retreat shows-{card} to-c3"), known)


def test_the_problem_has_no_other_solution() -> None:
    known: Known = {}
    wrong = [name for name in names(the_problem()) if name != "squire:d2-d3"]
    assert len(wrong) == 7
    assert not any(light_wins(play(the_problem(), name), known) for name in wrong)


# ---- the playout --------------------------------------------------------------------------------------------------


def test_playout_agrees_with_the_generic_one() -> None:
    n = 20_000
    for start in (the_game(setup="fixed").start(), the_game().start(seed=5), the_problem()):
        own, plain = State(the_game(), start._block), State(without_playout(the_game()), start._block)
        for ours, theirs in zip(playouts(own, n), playouts(plain, n, seed=2), strict=True):
            assert abs(ours.mean() - theirs.mean()) <= 4 * np.sqrt((ours.var() + theirs.var()) / n)


def test_playout_respects_its_limit() -> None:
    state = position("giant:a1 rider:a1", "bearer:d3", LIGHT)
    assert set(playouts(state, 10, limit=0)[1]) == {TOO_LONG}
    assert set(playouts(state, 10, limit=1)[1]) == {1}


def test_playout_uncompiled_is_the_same() -> None:
    for seed in range(20):
        state = the_game().start(seed=seed)
        assert playouts(state, 1, seed=seed) == plain_playout(state, seed)


# ---- for people, options, twins -----------------------------------------------------------------------------------


def test_the_fixed_setup() -> None:
    state = the_game(setup="fixed").start(seed=1)
    assert state == the_game(setup="fixed").start(seed=2)
    for side, home in ((0, "d4"), (1, "a1")):
        places = sorted(where(state, name) for name in NAMES[side])
        assert places.count(home) == 4 and len(set(places)) == 6


def test_random_setups_are_uniform() -> None:
    at_home: dict[str, int] = {}
    for seed in range(1800):
        state = the_game().start(seed=seed)
        for side, home in ((0, "d4"), (1, "a1")):
            for name in NAMES[side]:
                at_home[name] = at_home.get(name, 0) + (where(state, name) == home)
    assert all(abs(n - 800) < 4 * np.sqrt(1800 * 4 / 9 * 5 / 9) for n in at_home.values())


def test_names_and_parsing_round_trip() -> None:
    state = the_game(setup="fixed").start()
    assert state.name(state.moves()[0]) == "horde:b4-b3"
    for move in state.moves():
        assert state.parse(state.name(move)) == state.parse(state.name(move).upper()) == state.parse(str(move)) == move
    with pytest.raises(IllegalMove):
        state.parse("horde:b4-c4")


def test_picture() -> None:
    text = str(the_game(setup="fixed").start())
    assert len(text.splitlines()) == 10
    assert "d4 sch fly rid tyr" in text and "a1 Bea Gua Sco Squ" in text and "move 1: Dark moves" in text


@np.errstate(over="ignore")
def test_rules_uncompiled_are_the_same() -> None:
    rules = the_game().rules
    for seed in range(12):
        source, state = random.Random(seed), the_game().start(seed=seed)
        twin = state.copy()
        inside, out = record(twin), np.zeros(64, np.int32)
        while not state.over:
            assert rules["mover"](inside) == state.mover
            assert out[: rules["moves"](inside, out)].tolist() == state.moves()
            guess = state.copy()
            rules["determinize"](record(guess), seed % 2, random_numbers.new(seed))
            assert guess == state.determinize(seed % 2, seed=seed)
            move = source.choice(state.moves())
            if state.mover >= 0:
                assert rules["observe"](inside, move, 1 - state.mover) == state.observe(move, 1 - state.mover)
            rules["play"](inside, move)
            state.play(move)
            assert state == twin


def test_no_position_has_more_moves_than_declared() -> None:
    source, most, longest = random.Random(3), 0, 0
    for seed in range(100):
        state, length = the_game().start(seed=seed), 0
        while not state.over:
            moves = state.moves()
            most = max(most, len(moves))
            state.play(source.choice(moves))
            length += 1
        longest = max(longest, length)
    assert most <= the_game().max_moves and longest < LONGEST


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"setup": "mine"}, "'random' or 'fixed', not 'mine'"),
        ({"home_need": 2}, "3 or 4, not 2"),
        ({"recycle_cards": 1}, "true or false, not 1"),
    ],
)
def test_bad_options(options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        game(**options)
