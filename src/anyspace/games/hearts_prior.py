"""Which cards a knowledgeable player of Hearts would pass and play: the rule `prior`, the odds of each.

It looks at the mover's own hand and at what everybody has seen. The cards that are in nobody's sight tell how dangerous
a card is: the more of its suit are lower, and the fewer higher, the likelier it takes a trick. The numbers were fitted
to the choices of searches of some thousand iterations (multinomial), then rounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .cards import DECK, NO_CARDS, ONE, SUIT, card_bit, count
from .hearts_round import CHOICES, OPENING, QUEEN, SUIT_OF, VALUE, mover

RANK = np.arange(52) % 13
HEART_SUIT, SPADE_SUIT = 2, 3
QUEEN_RANK, QUEEN_CARD = 10, 49


def powers(base: float) -> Any:
    """[12 + n]: `base` to the power of n, from -12 to 12. With n negative, negative powers."""
    return base ** np.arange(-12.0, 13.0)


ZERO = 12  # where tables of powers have their exponent 0

# passing
PASS_HEART, PASS_PLAIN, PASS_SHORT = powers(3.0), powers(1.5), powers(0.55)
PASS_FROM = (0.003, 0.15)  # a heart of rank 0; a club or diamond
PASS_SPADE = np.array([0.005] * QUEEN_RANK + [300.0, 10.0, 25.0])  # the low ones guard the queen

# leading
LEAD_PLAIN, LEAD_SHORT, LEAD_HEART = powers(1.25), powers(0.5), powers(0.7)
LEAD_FISHES, LEAD_FEEDS, LEAD_DRY = 5.0, 0.1, 0.15

# following
UNDER, UNDER_BY_RANK, QUEEN_SAFE = 3.0, powers(1.9), 8.0
OVER_CLEAN, OVER_RISKY = powers(1.7), powers(0.85)
TAKES_POINTS, QUEEN_TAKES, CALLS_QUEEN, ESCAPES = 0.4, 0.05, 0.15, 10.0

# discarding
DANGER, KEEPS_LENGTH, DROPS_QUEEN, DROPS_CALLER = powers(2.0), powers(0.45), 40.0, 5.0


def prior(state: Any, moves: Any, n: int, out: Any) -> None:
    """The odds of `moves`, all the legal ones: to pass, to lead, to follow or to discard."""
    if moves[0] >= OPENING:
        out[0] = 1.0  # chance has no choice either
        return
    hand = state.hands[mover(state)]
    if state.chosen < CHOICES:
        weigh_passes(hand & ~state.passed[mover(state)], moves, n, out)
        return
    unseen = DECK & ~(hand | state.played[0] | state.played[1] | state.played[2] | state.played[3])
    if state.cards & 3 == 0:
        weigh_leads(hand, unseen, moves, n, out)
    elif SUIT_OF[moves[0]] == SUIT_OF[state.trick[0]]:
        weigh_following(state, unseen, moves, n, out)
    else:
        weigh_discards(hand, unseen, moves, n, out)


def weigh_passes(hand: Any, moves: Any, n: int, out: Any) -> None:
    """The queen of spades and who may have to take her, high hearts, high cards of short suits."""
    for i in range(n):
        suit, rank = SUIT_OF[moves[i]], RANK[moves[i]]
        short = PASS_SHORT[ZERO + count(hand & SUIT[suit])]
        if suit == SPADE_SUIT:
            out[i] = PASS_SPADE[rank]
        elif suit == HEART_SUIT:
            out[i] = PASS_FROM[0] * PASS_HEART[ZERO + rank] * short
        else:
            out[i] = PASS_FROM[1] * PASS_PLAIN[ZERO + rank] * short


def weigh_leads(hand: Any, unseen: Any, moves: Any, n: int, out: Any) -> None:
    """Short suits, low hearts; spades below the queen to fish for her, no higher ones, and no suit that nobody has."""
    for i in range(n):
        suit = SUIT_OF[moves[i]]
        lower, higher = lower_and_higher(unseen, moves[i])
        if suit == HEART_SUIT:
            odds = LEAD_HEART[ZERO + lower - higher]
        elif suit == SPADE_SUIT:
            fishing, high = unseen & QUEEN != NO_CARDS, moves[i] >= QUEEN_CARD
            odds = 1.0 if not fishing and moves[i] != QUEEN_CARD else LEAD_FEEDS if high else LEAD_FISHES
        else:
            odds = LEAD_PLAIN[ZERO + lower] * LEAD_SHORT[ZERO + count(hand & SUIT[suit])]
        out[i] = odds if lower + higher > 0 else LEAD_DRY


def weigh_following(state: Any, unseen: Any, moves: Any, n: int, out: Any) -> None:
    """The highest card that stays under; over it the highest if the trick is clean and complete, else the lowest."""
    led, points, last = SUIT_OF[state.trick[0]], 0, state.cards & 3 == 3
    best: Any = 0
    for turn in range(state.cards & 3):
        card: Any = np.int64(state.trick[turn])
        points += VALUE[card]
        if SUIT_OF[card] == led:
            best = max(best, card)
    clean = points == 0 and (last or state.cards < 4)
    for i in range(n):
        rank = ZERO + RANK[moves[i]]
        if moves[i] < best:
            out[i] = UNDER * UNDER_BY_RANK[rank]
        elif clean:
            out[i] = OVER_CLEAN[rank]
        else:
            out[i] = OVER_RISKY[rank] * (TAKES_POINTS if points > 0 else 1.0)
        out[i] *= queen_factor(unseen, moves[i], best, last)


def queen_factor(unseen: Any, card: Any, best: Any, last: Any) -> float:
    """In spades: she goes under a king or an ace, and these only where she cannot come any more."""
    if card == QUEEN_CARD:
        return QUEEN_SAFE if card < best else QUEEN_TAKES
    if card > QUEEN_CARD and card > best and unseen & QUEEN != NO_CARDS:
        return ESCAPES if last else CALLS_QUEEN
    return 1.0


def weigh_discards(hand: Any, unseen: Any, moves: Any, n: int, out: Any) -> None:
    """The queen of spades, who may have to take her, and what is dangerous, from short suits first."""
    for i in range(n):
        lower, higher = lower_and_higher(unseen, moves[i])
        out[i] = DANGER[ZERO + lower - higher] * KEEPS_LENGTH[ZERO + count(hand & SUIT[SUIT_OF[moves[i]]])]
        if moves[i] == QUEEN_CARD:
            out[i] *= DROPS_QUEEN
        elif moves[i] > QUEEN_CARD and unseen & QUEEN != NO_CARDS:
            out[i] *= DROPS_CALLER


def lower_and_higher(unseen: Any, card: Any) -> tuple[Any, Any]:
    """How many cards of the suit that the mover does not see are lower, and how many higher."""
    rest = unseen & SUIT[SUIT_OF[card]]
    lower = count(rest & (card_bit(card) - ONE))
    return lower, count(rest) - lower
