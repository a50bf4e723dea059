from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from anyspace.games import cards
from anyspace.games.cards import DECK, deal_hidden, draw, hand_of, hand_text
from anyspace.machine.jit import compile_kernel
from anyspace.rng import new as new_rng


def many_draws(rng: Any, hand: Any, k: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = draw(rng, hand, k)


def many_deals(rng: Any, unknown: Any, counts: Any, allowed: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i, 0], out[i, 1], out[i, 2] = deal_hidden(rng, unknown, counts, allowed)


draws, deals = (compile_kernel(function, "cards") for function in (many_draws, many_deals))


def looks_uniform(seen: Counter[Any], expected: set[Any]) -> bool:
    """All that is expected and nothing else; frequencies within five standard deviations of chi-square's mean."""
    assert set(seen) == expected
    freedom, mean = len(expected) - 1, seen.total() / len(expected)
    return sum((n - mean) ** 2 / mean for n in seen.values()) <= freedom + 5 * (2 * freedom) ** 0.5


def bits_of(hand: Any) -> list[int]:
    return [1 << card for card in range(52) if int(hand) >> card & 1]


def consistent_deals(unknown: Any, counts: tuple[int, ...], allowed: tuple[Any, ...]) -> Iterator[tuple[int, ...]]:
    """By brute force."""
    for chosen in combinations(bits_of(unknown & allowed[0]), counts[0]):
        rest = int(unknown) & ~sum(chosen)
        if len(counts) > 1:
            yield from ((sum(chosen), *others) for others in consistent_deals(rest, counts[1:], allowed[1:]))
        elif rest == 0:
            yield (sum(chosen),)


def not_of(suits: str) -> Any:
    return DECK & ~cards.SUITS_OF[sum(1 << cards.SUITS.index(suit) for suit in suits)]


def test_numbers_and_names() -> None:
    assert [cards.card_name(card) for card in (0, 12, 13, 35, 51)] == ["2C", "AC", "2D", "JH", "AS"]
    with np.errstate(over="ignore"):
        assert [int(cards.card_number(cards.card_bit(card))) for card in range(52)] == list(range(52))
    assert all(int(hand_of(cards.card_name(card))) == 1 << card for card in range(52))
    assert hand_text(hand_of("KC 7C 3C AH TH 9H QS 2S")) == "C:K73 D:- H:AT9 S:Q2"


def test_suits_are_masks() -> None:
    assert hand_text(cards.HEARTS) == "C:- D:- H:AKQJT98765432 S:-"
    assert sum(map(int, cards.SUIT)) == int(DECK) == 2**52 - 1
    assert all(cards.suit_of(cards.card_bit(card)) == cards.SUIT[card // 13] for card in range(52))
    assert int(cards.SUITS_OF[0b1001]) == int(cards.CLUBS | cards.SPADES)


def test_cards_are_listed_lowest_first() -> None:
    out = np.zeros(13, np.int32)
    with np.errstate(over="ignore"):
        n = cards.list_cards(hand_of("AS 2C 5H 3C"), out)
    assert out[:n].tolist() == [0, 1, 29, 51]


@pytest.mark.parametrize("k", range(8))
def test_every_hand_of_k_cards_is_drawn_equally_often(k: int) -> None:
    deck = hand_of("2C 9C 4D KD 3H 2S AS")
    out = np.zeros(20_000, np.uint64)
    draws(new_rng(k), deck, k, out)
    hands = {sum(chosen) for chosen in combinations(bits_of(deck), k)}
    assert len(hands) == comb(7, k)
    assert looks_uniform(Counter(out.tolist()), hands)


@pytest.mark.parametrize(("size", "k"), [(52, 13), (39, 13), (26, 13), (39, 25), (51, 50), (40, 1)])
def test_large_draws_prefer_no_card(size: int, k: int) -> None:
    deck = np.uint64(2**size - 1)
    out = np.zeros(50_000, np.uint64)
    draws(new_rng(5), deck, k, out)
    assert all(hand.bit_count() == k and hand >> size == 0 for hand in out.tolist())
    often = np.array([(out >> np.uint64(card) & np.uint64(1)).sum() for card in range(size)]) / len(out)
    deviation = (k / size * (1 - k / size) / len(out)) ** 0.5
    assert abs(often - k / size).max() < 4.5 * deviation


NINE = hand_of("2C 3C 4C 5D 6D 7H 8H 9S TS")


@pytest.mark.parametrize(
    ("counts", "allowed", "ways"),
    [
        ((3, 3, 3), (DECK, DECK, DECK), 1680),  # nothing known: 9! / 3!^3
        ((4, 2, 3), (not_of("C"), DECK, DECK), 150),  # one player void: any four of six, then any two of five
        ((3, 3, 3), (DECK, not_of("CD"), DECK), 80),  # the same, two voids, another seat
        ((3, 3, 3), (not_of("C"), not_of("D"), DECK), 216),  # two players, one void each
        ((3, 4, 2), (not_of("C"), not_of("D"), not_of("H")), 84),  # three players, one void each
        ((2, 3, 4), (not_of("CH"), not_of("D"), not_of("S")), 55),
        ((3, 3, 3), (not_of("C"), not_of("C"), DECK), 20),  # all clubs in one hand
        ((4, 4, 1), (hand_of("2C 3C 4C 5D"), DECK, DECK), 5),  # one hand known card by card
        ((3, 3, 3), (DECK, DECK & ~hand_of("9S"), DECK & ~hand_of("9S")), 560),  # one known card
    ],
)
def test_every_consistent_deal_is_dealt_equally_often(counts: Any, allowed: Any, ways: int) -> None:
    expected = set(consistent_deals(NINE, counts, allowed))
    assert len(expected) == ways
    out = np.zeros((60 * len(expected) + 2000, 3), np.uint64)
    deals(new_rng(11), NINE, counts, allowed, out)
    assert looks_uniform(Counter(map(tuple, out.tolist())), expected)


def test_a_single_consistent_deal_is_found() -> None:
    # clubs can only be c's, and fill that hand; a has no diamond, so both are b's
    allowed = (not_of("CD"), not_of("C"), DECK)
    out = np.zeros((50, 3), np.uint64)
    deals(new_rng(1), hand_of("2C 3C 4C 5D 6D 7H"), (1, 2, 3), allowed, out)
    assert {tuple(row) for row in out.tolist()} == {
        tuple(int(hand_of(names)) for names in ("7H", "5D 6D", "2C 3C 4C")),
    }


def test_deals_of_any_size_keep_to_what_is_known() -> None:
    source = random.Random(2)
    for _ in range(400):
        size = source.randrange(1, 14)
        pack = source.sample(range(52), 3 * size)
        hands = [sum(1 << card for card in pack[i * size : (i + 1) * size]) for i in range(3)]
        counts = tuple(hand.bit_count() for hand in hands)
        # each is known to lack some of the suits that it lacks, and to have some of the cards that it has
        allowed = []
        for hand in hands:
            lacks = [suit for suit in range(4) if not hand & int(cards.SUIT[suit]) and source.random() < 0.7]
            allowed.append(int(DECK) & ~sum(int(cards.SUIT[suit]) for suit in lacks))
        for i, hand in enumerate(hands):
            known = sum(card for card in bits_of(hand) if source.random() < 0.1)
            allowed = [may & ~known if j != i else may for j, may in enumerate(allowed)]
        out = np.zeros((20, 3), np.uint64)
        deals(new_rng(size), np.uint64(sum(hands)), counts, tuple(map(np.uint64, allowed)), out)
        for guess in out.tolist():
            assert tuple(hand.bit_count() for hand in guess) == counts
            assert guess[0] | guess[1] | guess[2] == sum(hands)
            assert all(hand & ~may == 0 for hand, may in zip(guess, allowed, strict=True))


def test_python_and_machine_code_deal_alike() -> None:
    allowed = (not_of("C"), not_of("D"), not_of("H"))
    out, twin = np.zeros((200, 3), np.uint64), np.zeros((200, 3), np.uint64)
    deals(new_rng(3), NINE, (3, 4, 2), allowed, out)
    with np.errstate(over="ignore"):
        many_deals(new_rng(3), NINE, (3, 4, 2), allowed, twin)
    assert (out == twin).all()
