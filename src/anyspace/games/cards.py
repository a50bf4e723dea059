"""Playing cards as bits, for card games: names, suits, drawing, and guessing who may hold what.

A card is a number, suit * 13 + rank; a hand is a uint64 with one bit a card. Suits are C D H S, ranks 2 .. 9 T J Q K A:

     0  1 .. 12   13 14 .. 25   26 27 .. 38   39 40 .. 51
    2C 3C .. AC   2D 3D .. AD   2H 3H .. AH   2S 3S .. AS

Hands are uint64, and so must be all that meets them (see `anyspace.bits`); numbers of cards are signed.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from ..bits import nth_bit, popcount
from ..rng import below, bits, uniform

SUITS, RANKS = "CDHS", "23456789TJQKA"
ONE, NO_CARDS = np.uint64(1), np.uint64(0)
DECK = np.uint64(2**52 - 1)
CLUBS, DIAMONDS, HEARTS, SPADES = (np.uint64(0x1FFF << 13 * suit) for suit in range(4))
SUIT = np.array([CLUBS, DIAMONDS, HEARTS, SPADES])  # [suit]: its 13 cards
SUITS_OF = np.array(  # [bits 0 .. 15, one a suit]: the cards of these suits
    [sum(0x1FFF << 13 * suit for suit in range(4) if chosen >> suit & 1) for chosen in range(16)], np.uint64
)
CHOOSE = np.array([[comb(n, k) for k in range(53)] for n in range(53)], np.float64)  # [n, k]: ways to take k of n


def card_bit(card: Any) -> Any:
    """A card as a hand of one."""
    return ONE << np.uint64(card)


def card_number(bit: Any) -> Any:
    """The card that is a hand of one."""
    return np.int64(popcount(bit - ONE))


def suit_of(bit: Any) -> Any:
    """All cards of the suit of a card: suits are ranges of bits, so numbers compare."""
    return SUIT[int(bit > CLUBS) + int(bit > DIAMONDS) + int(bit > HEARTS)]


def count(hand: Any) -> Any:
    """How many cards."""
    return np.int64(popcount(hand))


def list_cards(hand: Any, out: Any) -> int:
    """The cards of a hand into `out`, lowest first; returns how many."""
    n = 0
    while hand != NO_CARDS:
        out[n] = card_number(hand & (~hand + ONE))
        hand &= hand - ONE
        n += 1
    return n


# ---- drawing -----------------------------------------------------------------------------------------------------


def draw_one(rng: Any, cards: Any, n: Any) -> Any:
    """One of `cards`, of which there are `n`, as a bit."""
    return nth_bit(cards, np.uint64(below(rng, n)))


def draw(rng: Any, cards: Any, k: Any) -> Any:
    """A uniformly random hand of `k` of the `cards`, `0 <= k <= count(cards)`.

    A coin for each card (its odds in eighths from three random words) makes a hand of about the right size, single
    cards are then added or removed. No step prefers any card, so all hands of `k` cards are equally likely.
    """
    n = count(cards)
    if k == n or k == 0:
        return cards if k else NO_CARDS
    eighths = min((8 * k + n // 2) // n, 7)
    hand = NO_CARDS
    for digit in range(3):  # of `eighths`, the least significant first
        hand = hand | bits(rng) if eighths >> digit & 1 else hand & bits(rng)
    hand &= cards
    held = count(hand)
    while held < k:
        hand |= draw_one(rng, cards & ~hand, n - held)
        held += 1
    while held > k:
        hand ^= draw_one(rng, hand, held)
        held -= 1
    return hand


# ---- guessing hidden hands ---------------------------------------------------------------------------------------


def deal_hidden(rng: Any, unknown: Any, counts: Any, allowed: Any) -> Any:
    """Deal the `unknown` cards to three players: player i gets `counts[i]` cards, all of them of the hand `allowed[i]`.

    `counts` (integers that add up to the number of unknown cards) and `allowed` (uint64 hands) are tuples of three,
    and so is the result. Every deal that keeps to them is equally likely; at least one must exist. A card known to be
    in one hand is a card that the two others are not allowed.

    The player dealt first is the one outside the largest group of cards that exactly two may hold: what remains is
    then free to lie anywhere, and only the other two groups have to be weighed.
    """
    a, b, c = allowed[0] & unknown, allowed[1] & unknown, allowed[2] & unknown
    ab, ac, bc = count(a & b & ~c), count(a & c & ~b), count(b & c & ~a)
    first = 0 if bc >= ab and bc >= ac else 1 if ac >= ab else 2
    second, third = (first + 1) % 3, (first + 2) % 3
    may, sizes = (a, b, c), (np.int64(counts[0]), np.int64(counts[1]), np.int64(counts[2]))
    hands = deal_in_order(
        rng, unknown, (sizes[first], sizes[second], sizes[third]), (may[first], may[second], may[third])
    )
    return hands[-first % 3], hands[(1 - first) % 3], hands[(2 - first) % 3]


def deal_in_order(rng: Any, unknown: Any, counts: Any, allowed: Any) -> Any:
    a, b, c = allowed
    ab, ac, abc = a & b & ~c, a & c & ~b, a & b & c
    hand_a, hand_b = a & ~b & ~c, b & ~a & ~c  # what nobody else may hold
    room_a, room_b = counts[0] - count(hand_a), counts[1] - count(hand_b)
    from_ab, from_ac = split(rng, room_a, room_b, count(ab), count(ac), count(abc), count(b & c & ~a))
    for cards, k in ((ab, from_ab), (ac, from_ac), (abc, room_a - from_ab - from_ac)):
        hand_a |= draw(rng, cards, k)
    hand_b |= ab & ~hand_a
    hand_b |= draw(rng, b & c & ~hand_a, counts[1] - count(hand_b))
    return hand_a, hand_b, unknown & ~hand_a & ~hand_b


def split(rng: Any, room_a: Any, room_b: Any, ab: Any, ac: Any, abc: Any, bc: Any) -> Any:
    """How many of the `ab` cards that only a and b may hold, and of the `ac`, go to a: with odds proportional to the
    number of deals that have it so."""
    if ab == 0 and ac == 0:
        return 0, 0
    total = 0.0
    for x in range(ab + 1):
        for y in range(ac + 1):
            total += deals(x, y, room_a, room_b, ab, ac, abc, bc)
    rest = uniform(rng) * total
    last_x = last_y = 0
    for x in range(ab + 1):
        for y in range(ac + 1):
            weight = deals(x, y, room_a, room_b, ab, ac, abc, bc)
            if weight > 0.0:
                last_x, last_y = x, y  # should rounding leave a crumb, the last possible split takes it
                rest -= weight
                if rest < 0.0:
                    return x, y
    return last_x, last_y


def deals(x: Any, y: Any, room_a: Any, room_b: Any, ab: Any, ac: Any, abc: Any, bc: Any) -> float:
    """The number of deals in which a holds `x` of the `ab` and `y` of the `ac` cards."""
    z = room_a - x - y  # of those that all may hold
    rest = abc - z + bc  # free for b and c, once a is served
    need = room_b - (ab - x)
    if z < 0 or z > abc or need < 0 or need > rest:
        return 0.0
    return float(CHOOSE[ab, x] * CHOOSE[ac, y] * CHOOSE[abc, z] * CHOOSE[rest, need])


# ---- for people --------------------------------------------------------------------------------------------------


def card_name(card: int) -> str:
    """`QS` is the queen of spades."""
    return RANKS[card % 13] + SUITS[card // 13]


def hand_text(hand: Any) -> str:
    """A hand by suits, high cards first: `C:K73 D:- H:AT9 S:Q2`."""
    held = [[rank for rank in range(12, -1, -1) if int(hand) >> 13 * suit + rank & 1] for suit in range(4)]
    return " ".join(f"{SUITS[suit]}:{''.join(RANKS[rank] for rank in held[suit]) or '-'}" for suit in range(4))


def hand_of(names: str) -> Any:
    """The hand of the cards named: `hand_of("QS 2C")`."""
    return np.uint64(sum(1 << 13 * SUITS.index(name[1]) + RANKS.index(name[0]) for name in names.split()))
