"""Dou Di Zhu: deals, and guesses of the hidden hands, against all deals that a player cannot tell apart."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from dou_di_zhu_helpers import DECK, RANKS, in_order, loaded, names, played, position
from hidden import check_determinizations

from anyspace.rules.game import State


def test_deals() -> None:
    held: Counter[str] = Counter()
    n = 2000
    for seed in range(n):
        record = loaded().backend.record(loaded().start(seed=seed)._block)
        hands = [names(hand) for hand in record.hands]
        assert [len(hand) for hand in hands] == [20, 17, 17]
        assert in_order("".join(hands)) == in_order(DECK)
        assert len(names(record.shown)) == 3
        assert not Counter(names(record.shown)) - Counter(hands[0])
        held += Counter(hands[0])
    for name in RANKS:
        mean = n * DECK.count(name) * 20 / 54
        assert abs(held[name] - mean) < 4 * mean**0.5, name


@pytest.mark.parametrize("options", [{}, {"show_bottom": False}, {"quadplex": False}])
def test_guesses_cannot_be_told_from_the_truth(options: dict[str, bool]) -> None:
    assert check_determinizations(loaded(**options), games=6, per_state=3, seed=1) > 500


Deal = tuple[str, str, str]


def guesses(state: State, observer: int, n: int) -> Counter[Deal]:
    game = state.game
    found: Counter[Deal] = Counter()
    for seed in range(n):
        record = game.backend.record(state.determinize(observer, seed=seed)._block)
        found[tuple(names(hand) for hand in record.hands)] += 1
    return found


def deals(own: str, observer: int, cards: str, size: int, kept: str = "") -> Counter[Deal]:
    """All deals of `cards` to the two others, weighted by how many ways there are to deal them: `size` of them, and
    `kept` besides, to the landlord, or to player 1 if the landlord observes."""
    found: Counter[Deal] = Counter()
    for chosen in itertools.combinations(range(len(cards)), size):
        first = in_order([cards[i] for i in chosen] + list(kept))
        second = in_order(card for i, card in enumerate(cards) if i not in chosen)
        hands = [first, second]
        hands.insert(observer, in_order(own))
        found[tuple(hands)] += 1
    return found


def assert_distributed(found: Counter[Deal], expected: Counter[Deal]) -> None:
    """All and only the expected deals, as often as their weights say (chi-square, six standard deviations)."""
    assert set(found) == set(expected)
    n, total = sum(found.values()), sum(expected.values())
    square = sum((found[deal] - n * weight / total) ** 2 * total / (n * weight) for deal, weight in expected.items())
    free = len(expected) - 1
    assert square < free + 6 * (2 * free) ** 0.5


def test_the_landlord_guesses_all_deals_of_the_unseen_cards() -> None:
    state = position("3 9", "4 4 5", "4 5 5 R")
    assert_distributed(guesses(state, 0, 4000), deals("39", 0, "444555R", 3))


def test_four_of_a_rank_are_dealt_by_card() -> None:
    state = position("3", "6666", "7788")
    assert_distributed(guesses(state, 0, 4000), deals("3", 0, "66667788", 4))


@pytest.mark.parametrize("observer", [1, 2])
def test_a_peasant_knows_the_bottom_cards(observer: int) -> None:
    hands = ["3 4 4 b", "5 5 6", "4 6 7"]
    own, other = hands[observer], hands[3 - observer]
    cards = "34" + other.replace(" ", "")
    expected = deals(own.replace(" ", ""), observer, cards, 2, kept="4b")
    assert_distributed(guesses(position(*hands, shown="4 b"), observer, 4000), expected)


def test_bottom_cards_are_not_known_if_they_are_not_shown() -> None:
    game = loaded(show_bottom=False)
    assert all(game.backend.record(game.start(seed=seed)._block).shown == 0 for seed in range(20))
    state = position("3 4", "5", "6 7", game=game)
    assert_distributed(guesses(state, 1, 2000), deals("5", 1, "3467", 2))


def test_played_bottom_cards_are_no_longer_known() -> None:
    state = position("33 4 9", "5 5", "6 6", shown="33 4")
    assert known(played(state, "33")) == "4"
    state = position("33 4 9", "5 5", "6 6", shown="3 4")
    assert known(played(state, "3")) == "4"  # cards of a rank are alike: a known one is thought to go first
    state = position("333 4 4 9", "5 5", "6 6", shown="4 4 9")
    assert known(played(state, "333+1 4")) == "49"  # kickers too
    assert known(played(state, "pass pass 4")) == "9"


def known(state: State) -> str:
    return names(state.game.backend.record(state._block).shown)


def test_who_is_about_to_kick_can() -> None:
    state = played(position("3 3", "666 4 8 8", "4 5 7 7", turn=1), "666+2")
    expected = deals("33", 0, "4884577", 3)
    able = Counter({deal: weight for deal, weight in expected.items() if any(deal[1].count(c) >= 2 for c in "478")})
    assert len(able) < len(expected)
    assert_distributed(guesses(state, 0, 4000), able)


def test_who_is_about_to_kick_a_second_time_can() -> None:
    state = played(position("9 9", "666777 4 4 R", "5 5 b 2", turn=1), "666777+1 R")
    expected = deals("99", 0, "4455b2", 2)
    able = Counter({deal: weight for deal, weight in expected.items() if set(deal[1]) - {"b"}})  # not the other joker
    assert_distributed(guesses(state, 0, 4000), able)
