"""Skirmish: what the players see, what they know, that guesses are uniform, and that every kind of search runs."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations
from math import comb, factorial, sqrt

import pytest
from hidden import check_determinizations
from skirmish_helpers import NUMBER, archery, card_set, held, names, play, position, record, the_game

from anyspace import Search
from anyspace.core.check import check
from anyspace.games.skirmish_deck import DECK
from anyspace.games.skirmish_text import cards_in, deck_order
from anyspace.rules.game import State

# ---- guesses ------------------------------------------------------------------------------------------------------


def test_no_guess_can_be_told_from_the_truth() -> None:
    assert check_determinizations(the_game(), games=8, per_state=3, seed=1) > 300


def hidden_from(state: State, observer: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """All that `observer` cannot know: the enemy's hand, the order of its deck, the order of the own deck."""
    inside = record(state)
    enemy = 1 - observer
    return int(inside.hand[enemy]), tuple(deck_order(inside, enemy)), tuple(deck_order(inside, observer))


@pytest.mark.parametrize("observer", [0, 1])
def test_guesses_are_all_and_only_the_consistent_deals(observer: int) -> None:
    """Two cards of the enemy's hand are hidden, one is known; its deck has two, the own deck three."""
    deals = [("V1 E1 R1", "S1 S2"), ("C1 C2 C3", "H1 H2 H3")]
    state = position("", "G@d4", *(hand for hand, _ in deals), *(deck for _, deck in deals), to_move=1 - observer)
    enemy = 1 - observer
    record(state).known[enemy] = card_set("R1")
    unseen = [NUMBER[name] for name in ("V1", "E1", "S1", "S2")]
    own = [NUMBER[name] for name in ("H1", "H2", "H3")]
    possible = {
        (card_set("R1") | 1 << a | 1 << b, order, ours)
        for a, b in combinations(unseen, 2)
        for order in permutations([card for card in unseen if card not in (a, b)])
        for ours in permutations(own)
    }
    assert len(possible) == comb(4, 2) * 2 * factorial(3)
    n = 100 * len(possible)
    found = Counter(hidden_from(state.determinize(observer, seed=seed), observer) for seed in range(n))
    assert set(found) == possible
    assert max(abs(times - 100) for times in found.values()) < 4.5 * sqrt(100)
    seen = record(state.determinize(observer, seed=1))
    assert seen.hand[observer] == record(state).hand[observer] and seen.deck[observer] == record(state).deck[observer]


def test_the_order_of_a_deck_does_not_depend_on_what_is_done() -> None:
    """A search that peeks can rely on it: recalls and the enemy's draws do not shuffle."""
    state = position("R1@a1 R2@g1", "G@d4", "S3 R5", "C1 H1", deck=None, enemy_deck=None)
    order = deck_order(record(state), 0)
    drawn = play(state.copy(), "S3@d3 draw")
    assert held(drawn, 0).split() == sorted(["R5", DECK[order[0]].name], key=NUMBER.get)
    assert deck_order(record(drawn), 0) == order[1:]
    recalled = play(state.copy(), "S3@d3 recall-a1")
    assert deck_order(record(play(recalled, names(recalled)[0])), 0) == order


# ---- what is known ------------------------------------------------------------------------------------------------


def test_the_general_is_known_to_be_in_the_hand() -> None:
    state = the_game().start(seed=2)
    assert all(record(state.determinize(0, seed=seed)).hand[1] & 1 for seed in range(50))
    hands = Counter(card for seed in range(1000) for card in cards_in(record(state.determinize(0, seed=seed)).hand[1]))
    assert hands[0] == 1000 and len(hands) == 36
    assert max(abs(hands[card] - 1000 / 7) for card in range(1, 36)) < 4 * sqrt(1000 / 7)
    play(state, "G@c3 G@e4")
    assert record(state).known.tolist() == [0, 0]


def test_recalled_cards_are_known_until_they_are_deployed() -> None:
    state = play(position("R1@a1 R2@g1", "S2@d4", "S3 R5", "C1 H1", None, None), "S3@d3 recall-a1")
    assert record(state).known[0] == card_set("R1") and "in hand for certain: R1;" in state.view(1)
    assert all("R1" in held(state.determinize(1, seed=seed), 0).split() for seed in range(30))
    assert {len(held(state.determinize(1, seed=seed), 0).split()) for seed in range(30)} == {2}
    play(state, names(state)[0])
    while state.mover == 1:
        play(state, "draw")
    again = next(name for name in names(state) if name.startswith("R1@"))
    assert record(play(state, again)).known[0] == 0


def test_a_shown_hand_is_known() -> None:
    state = play(position("", "R4@a1", "S3 V1", "C1 H1", "R1 R2", None), "pass")
    assert record(state).known[0] == card_set("S3 V1")
    drawn = Counter(held(state.determinize(1, seed=seed), 0) for seed in range(400))
    assert set(drawn) == {"V1 S3 R1", "V1 S3 R2"} and min(drawn.values()) > 150


def test_a_view_hides_the_enemys_hand() -> None:
    state = the_game().start(seed=4)
    for observer in range(2):
        views = {state.determinize(observer, seed=seed).view(observer) for seed in range(20)}
        pictures = {str(state.determinize(observer, seed=seed)) for seed in range(20)}
        assert views == {state.view(observer)} and len(pictures) == 20
        assert "next first" not in state.view(observer)
    assert state.view(0) != state.view(1)


def test_all_moves_are_seen() -> None:
    state = archery()
    assert state.game.hides and not state.game.hides_moves
    assert all(state.observe(move, 1) == move for move in state.moves())


# ---- searches -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("information", ["auto", "single", "multi", "determinized", "cheating"])
def test_searches_run(information: str) -> None:
    for state in (play(the_game().start(seed=1), "G@c3 G@e4"), archery(), play(archery(), "E1@d3")):
        search = Search(the_game(), "plain", information=information, seed=1)
        result = search.run(state, iterations=400)
        assert result.move in state.moves()
        if information != "determinized":
            check(search.tree)


def test_a_search_takes_what_it_is_offered() -> None:
    """A fourth commander: S3 eliminates the general, S4 does not."""
    state = position("H1@c4 R1@a1", "G@d4 S2@g6", "S3 S4", "C2 C3", None, None)
    record(state).lost_commanders[1] = record(state).lost[1] = 3
    result = Search(the_game(), "plain", seed=3).run(state, iterations=2000)
    assert state.name(result.move) == "S3@d3" and result.value > 0.9


def test_search_beats_random_play() -> None:
    """Twelve games, 200 iterations a move; the searcher begins in half of them."""
    source, won = random.Random(3), 0.0
    for seed in range(12):
        state, seat = the_game().start(seed=seed), seed % 2
        search = Search(the_game(), "plain", seed=seed)
        while not state.over:
            moves = state.moves()
            if state.mover == seat and len(moves) > 1:
                state.play(search.run(state, iterations=200).move)
            else:
                state.play(source.choice(moves))
        won += state.returns()[seat]
    assert won >= 8
