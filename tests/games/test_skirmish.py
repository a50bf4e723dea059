"""Skirmish: the twin, the army, deploying, the end of the game, names and pictures.

There is no independent implementation to run `cross_check` against: the rules are compared with a slow obvious twin
(skirmish_twin.py) in every position of random games. Battles are in test_skirmish_battle.py, playouts in
test_skirmish_playout.py, what is hidden in test_skirmish_hidden.py.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playout_helpers import playouts
from skirmish_helpers import (
    any_deal,
    archery,
    board,
    card_set,
    held,
    legal,
    losing,
    names,
    places,
    play,
    position,
    record,
    the_game,
    twin_of,
    winner,
)
from skirmish_twin import Twin, name_of

from anyspace import rng as random_numbers
from anyspace.errors import IllegalMove, OptionError
from anyspace.games.skirmish import game
from anyspace.games.skirmish_board import LONGEST, MAX_LENGTH, MAX_MOVES
from anyspace.games.skirmish_deck import CLASSES, DECK, RANKS, SUPPORT, mirrored
from anyspace.rules.game import State

# ---- the twin -----------------------------------------------------------------------------------------------------


def agree(state: State, twin: Twin) -> list[str]:
    """Everything that can be seen of a position is the same in both. Returns the legal moves."""
    inside = record(state)
    choices = sorted(twin.moves())
    assert names(state) == choices, f"\n{state}"
    assert board(state) == {f"{p.player}:{p.card.name}@{name_of(at)}" for at, p in twin.board.items()}
    for side in range(2):
        assert set(held(state, side).split()) == twin.hands[side]
        assert inside.deck[side].bit_count() == len(twin.decks[side])
        assert inside.lost[side] == len(twin.eliminated[side])
    assert inside.turns == twin.turns
    assert state.over == (twin.phase == "over")
    if not state.over:
        assert state.mover == twin.player
    return choices


def follow(state: State, twin: Twin, source: random.Random) -> dict[str, int]:
    """A random game in both. Returns how often each kind of move was possible."""
    seen: dict[str, int] = {}
    while not state.over:
        choices = agree(state, twin)
        for kind in {re.match("[a-z]*", name)[0] for name in choices}:
            seen[kind] = seen.get(kind, 0) + 1
        move = source.choice(choices)
        state.play(legal(state)[move])
        twin.play(move)
    agree(state, twin)
    assert winner(state) == twin.winner
    value = {0: 1.0, 1: -1.0, None: 0.0}[twin.winner]
    assert state.returns() == [value, -value]
    return seen


def test_agrees_with_the_twin() -> None:
    """In place of `cross_check`: mover, legal moves, board, hands, losses and the winner, in whole games."""
    source, seen = random.Random(1), {}
    results = set()
    for seed in range(150):
        state = the_game().start(seed=seed)
        for kind, n in follow(state, twin_of(state), source).items():
            seen[kind] = seen.get(kind, 0) + n
        results.add(winner(state))
    assert results >= {0, 1}
    assert all(seen[kind] > 10 for kind in ("fire", "hold", "draw", "recall", "pass")), seen


def test_agrees_with_the_twin_on_odd_deals() -> None:
    source, seen = random.Random(2), {}
    for seed in range(140):
        state = the_game(cards=9, commanders=3).start(seed=seed)
        any_deal(state, source)
        for kind, n in follow(state, twin_of(state), source).items():
            seen[kind] = seen.get(kind, 0) + n
    assert seen["fire"] > 80 and seen["pass"] > 20, seen


# ---- the army -----------------------------------------------------------------------------------------------------


def test_the_army() -> None:
    assert [sum(card.rank == rank for card in DECK) for rank in range(7)] == [1, 5, 4, 4, 6, 8, 8]
    assert len({card.name for card in DECK}) == len({card.arrows for card in DECK}) == 36
    assert {card.kind for card in DECK} == {*range(5)}
    for number, rank in enumerate(RANKS):
        cards = [card for card in DECK if card.rank == number]
        assert np.mean([card.defence for card in cards]) == pytest.approx(rank.defence, abs=0.25)
        assert np.mean([np.count_nonzero(card.arrows) for card in cards]) == pytest.approx(rank.arrows, abs=0.35)
        assert np.mean([sum(card.arrows) for card in cards]) == pytest.approx(rank.strength, abs=0.6)
    for card in DECK:
        assert len(card.arrows) == 8 and 1 <= max(card.arrows) <= 5 and min(card.arrows) >= 0
        assert (card.missile > 0) == (CLASSES[card.kind] == "ranged") == (len(card.grid) > 0)
        assert CLASSES[card.kind] != "berserker" or (sorted(card.arrows)[-2:] == [5, 5] and card.defence <= 2)
    symmetric = sum(card.arrows == mirrored(card.arrows) for card in DECK)
    assert 15 <= symmetric <= 24


def test_the_page_lists_the_army() -> None:
    """Which also keeps the army from changing unnoticed."""
    page = (Path(__file__).parents[2] / "docs" / "games" / "skirmish.md").read_text()
    listed = re.findall(r"^\| ([A-Z]\d?) \| (\w+) \| (\d) \| ([\d·| ]+) \| (.*?) \|$", page, re.MULTILINE)
    assert len(listed) == 36
    for (name, kind, defence, arrows, missile), card in zip(listed, DECK, strict=True):
        assert (name, kind, int(defence)) == (card.name, CLASSES[card.kind], card.defence)
        assert [int(value) if value != "·" else 0 for value in arrows.split(" | ")] == list(card.arrows)
        assert missile == (f"{card.missile}, {len(card.grid)} squares" if card.missile else "")


# ---- deploying ----------------------------------------------------------------------------------------------------


def test_the_deal() -> None:
    first = record(the_game().start(seed=3))
    for side in range(2):
        assert first.hand[side].bit_count() == 6 and first.deck[side].bit_count() == 30
        assert first.hand[side] & 1 and not first.hand[side] & first.deck[side]
    counts = np.zeros(36)
    for seed in range(1400):
        hand = int(record(the_game().start(seed=seed)).hand[seed % 2])
        counts += [hand >> card & 1 for card in range(36)]
    assert counts[0] == 1400
    assert np.abs(counts[1:] - 200).max() < 4 * np.sqrt(1400 * 1 / 7 * 6 / 7)  # each other card in 5 of 35 places


def test_first_cards_go_to_the_start_squares() -> None:
    state = position("", "", "G S6 V5 E4", "C1 R7", deck=None, enemy_deck=None, turns=0)
    assert names(state) == ["E4@c3", "G@c3", "V5@c3"]  # not the berserker S6, which must have an enemy before it
    play(state, "G@c3")
    assert state.mover == 1 and names(state) == ["C1@e4"]
    play(state, "C1@e4")
    assert state.mover == 0 and board(state) == {"0:G@c3", "1:C1@e4"}


@pytest.mark.parametrize(
    ("card", "squares"),
    [
        ("S3", {"d3"}),  # straight ahead
        ("V4", {"c4", "e4"}),  # to both sides
        ("G", {"d3", "c5", "e5"}),  # ahead, and back to both sides
        ("R4", {"d5"}),  # straight back
        ("C3", {"c3", "e3", "c5"}),
    ],
)
def test_an_arrow_must_point_at_an_enemy(card: str, squares: set[str]) -> None:
    assert places(position("", "R4@d4", card), card) == squares
    turned = {"abcdefg"["gfedcba".index(name[0])] + str(7 - int(name[1])) for name in squares}
    assert places(position("", "R4@d3", card, to_move=1), card) == turned  # player 1 sees the same from above


def test_an_arrow_at_a_friend_is_none() -> None:
    assert names(position("R2@d4", "R4@g6", "S3")) == ["S3@g5"]


def test_taken_squares_are_not_free() -> None:
    assert names(position("R2@d3", "R4@d4", "S3 V4")) == ["V4@c4", "V4@e4"]
    assert names(position("", "R4@d4 R2@c4", "V4")) == ["V4@b4", "V4@e4"]


def test_there_is_nothing_beyond_the_edge() -> None:
    assert names(position("", "R4@a1", "S3 V4 V1")) == ["V4@b1"]
    assert names(position("", "R4@a4", "V4")) == ["V4@b4"]  # and not g3, which comes before a4
    assert names(position("", "R4@g3", "V4 C4")) == ["C4@f2", "V4@f3"]
    assert names(position("", "R4@g6", "R4 V4")) == ["V4@f6"]


def test_support_may_stand_back() -> None:
    """V5 is a spear, R8 is ranged: beside any own card, diagonally too."""
    around = {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"}
    state = position("S3@b2", "G@f5", "V5 R8 E1")
    assert places(state, "V5") == around | {"e5", "g5"}
    assert places(state, "R8") == around | {"f6"}
    assert places(state, "E1") == {"f4", "e4", "g5"}
    assert {CLASSES[kind] for kind in SUPPORT} == {"spear", "ranged"}


def test_who_cannot_deploy_passes_and_shows_the_hand() -> None:
    state = position("", "R4@a1", "S3 V1", deck="R1 R2")
    assert names(state) == ["pass"]
    play(state, "pass")
    assert state.mover == 1 and board(state) == {"1:R4@a1"}
    inside = record(state)
    assert inside.known[0] == card_set("S3 V1") and inside.hand[0].bit_count() == 3  # and draws
    full = play(position("", "R4@a1", "S3 V1 E2 E3 S5 R5", deck="R2"), "pass")
    assert record(full).hand[0].bit_count() == 6  # there is no room for a seventh card


def test_on_an_empty_board_a_player_begins_anew() -> None:
    assert names(position("", "", "S3 V4", to_move=1)) == ["S3@e4"]
    assert names(position("", "", "V4")) == ["pass"]
    assert names(position("S3@c3", "", "R1 V5", to_move=0))[0].startswith("V5@")  # somebody is there: support only


# ---- the end of the game ------------------------------------------------------------------------------------------


def test_twenty_cards_win() -> None:
    strike = position("H1@c4", "S2@d4", "S3", deck="R1 R2")
    assert not play(losing(18, 0, 1, strike.copy()), "S3@d3").over
    won = play(losing(19, 0, 1, strike.copy()), "S3@d3")
    assert won.over and won.returns() == [1.0, -1.0] and record(won).lost[1] == 20
    assert not play(losing(19, 0, 0, strike.copy()), "S3@d3").over


def test_four_commanders_win() -> None:
    for name in ("G", "C1", "C5"):
        strike = position("H1@c4", f"{name}@d4", "S3", deck="R1")
        won = play(losing(5, 3, 1, strike.copy()), "S3@d3")
        assert won.returns() == [1.0, -1.0] and record(won).lost_commanders[1] == 4
        assert not play(losing(5, 2, 1, strike.copy()), "S3@d3").over
    private = play(losing(5, 3, 1, position("H1@c4", "S2@d4", "S3", deck="R1")), "S3@d3")
    assert not private.over and record(private).lost_commanders[1] == 3


def test_to_lose_by_an_own_move() -> None:
    state = position("", "G@d4 H1@d2", "R1 S3", to_move=0)
    lost = play(losing(19, 0, 0, state), "R1@d3")
    assert lost.over and lost.returns() == [-1.0, 1.0]


def test_both_at_once_is_a_draw() -> None:
    state = position("H1@c4", "S2@d4 R4@e2", "R1 S6")
    both = losing(19, 0, 1, losing(19, 0, 0, state))
    play(both, "S6@e3")
    assert both.over and both.returns() == [0.0, 0.0] and list(record(both).lost) == [20, 20]


def test_an_empty_hand_loses() -> None:
    state = play(position("", "R4@d4 S2@a6", "S3", enemy_hand="S3 S5"), "S3@d3")
    assert not state.over and state.mover == 1
    play(state, "S5@e4")
    assert state.over and state.returns() == [-1.0, 1.0]  # player 1 has moved, player 0 cannot


def test_the_turn_limit_is_a_draw() -> None:
    state = position("", "G@d4", "S3 S4", deck="R1", turns=LONGEST - 1)
    play(losing(7, 1, 1, state), "S3@d3")
    assert state.over and state.returns() == [0.0, 0.0]


def test_an_unfinished_game_is_worth_its_progress() -> None:
    state = losing(5, 2, 1, losing(8, 0, 0, position("", "G@d4", "S3")))
    assert state.returns() == pytest.approx([2 / 4 - 8 / 20, 8 / 20 - 2 / 4])
    few = position("", "G@d4", "S3", rules=the_game(cards=10, commanders=6))
    assert losing(5, 2, 1, few).returns() == pytest.approx([0.5, -0.5])


def test_shorter_games() -> None:
    rules = the_game(cards=1, commanders=1)
    state = play(position("H1@c4", "S2@d4", "S3", rules=rules), "S3@d3")
    assert state.over and state.returns() == [1.0, -1.0]


# ---- for people, options, twins -----------------------------------------------------------------------------------


def test_names_and_parsing_round_trip() -> None:
    state = archery()
    for move in state.moves():
        assert state.parse(state.name(move)) == state.parse(state.name(move).upper()) == state.parse(str(move)) == move
    with pytest.raises(IllegalMove, match="'S3@a1' names no legal move"):
        state.parse("S3@a1")


def test_picture() -> None:
    text = str(archery())
    lines = text.splitlines()
    assert max(map(len, lines[:26])) == 80
    assert "5 ^E1:4" in text and "vR8:3*3" in text and "ranged 9" not in text and "turn 21: player 0 deploys" in text
    assert [line[36:46] for line in lines[9:11]] == ["5        5", "   vG:7   "]
    firing = play(archery(), "E1@d3")
    assert str(firing).endswith("turn 21: player 0 fires from c2")
    assert str(play(firing, "fire-c4")).endswith("turn 21: player 0 fires from d2; c2 aims at c4")
    assert "player 1 has won" in str(play(losing(19, 0, 0, position("", "G@d4 H1@d2", "R1")), "R1@d3"))


@np.errstate(over="ignore")
def test_rules_uncompiled_are_the_same() -> None:
    rules = the_game().rules
    for seed in range(6):
        source, state = random.Random(seed), the_game().start(seed=seed)
        if seed % 2:
            any_deal(state, source)
        twin = state.copy()
        inside, out = record(twin), np.zeros(MAX_MOVES + 1, np.int32)
        while not state.over:
            assert rules["mover"](inside) == state.mover
            assert out[: rules["moves"](inside, out)].tolist() == state.moves()
            guess = state.copy()
            rules["determinize"](record(guess), seed % 2, random_numbers.new(seed))
            assert guess == state.determinize(seed % 2, seed=seed)
            move = source.choice(state.moves())
            rules["play"](inside, move)
            state.play(move)
            assert state == twin
        start, payoffs = the_game().start(seed=seed), np.zeros(2)
        length = rules["playout"](record(start.copy()), random_numbers.new(seed), payoffs, MAX_LENGTH, None)
        assert [length, payoffs[0]] == [float(found[0]) for found in reversed(playouts(start, 1, seed=seed))]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"cards": 0}, "cards must be a whole number from 1 to 36, not 0"),
        ({"cards": 20.0}, "not 20.0"),
        ({"commanders": 7}, "commanders must be a whole number from 1 to 6, not 7"),
        ({"commanders": True}, "not True"),
    ],
)
def test_bad_options(options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        game(**options)
