"""What a knowledgeable player of Spades would bid and play: the rule `prior`, the odds of each bid and card.

It looks at the mover's own hand and at what everybody has seen; the three other hands count together, as the cards that
nobody has seen yet. The numbers began as those fitted to the choices of searches of some thousand iterations
(multinomial), and were then rounded.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .cards import NO_CARDS, ONE, SPADES, SUIT, card_bit, card_number, count

BID, SPADE = 52, 3
RANK, SUIT_OF = np.arange(52) % 13, np.arange(52) // 13

JACK_OF_SPADES = np.uint64(48)
QUEENS = np.array([10, 23, 36], np.uint64)  # [suit], where its three highest cards begin


def by_trumps(*worth: float) -> Any:
    """[bits of J Q K A]: what these spades are worth together."""
    return np.array([sum(worth[i] for i in range(4) if held >> i & 1) for held in range(16)])


# bidding
ACE, KING, QUEEN, SHORT = 0.95, np.array([0.2, 0.6]), np.array([0.1, 0.3]), np.array([0.5, 0.4, 0.2] + [0.0] * 11)
TRUMP, LONG_TRUMP, CAUTION = 0.35, 0.35, 1.0
HIGH_TRUMPS, NIL_TRUMPS = by_trumps(0.25, 0.45, 0.8, 0.95), by_trumps(0.03, 0.1, 0.1, 0.6)
NIL_FROM, NIL_SHARPNESS = 0.75, 15.0
BELL = np.exp(-0.5 * (np.arange(64) / 4.0) ** 2) + 0.001
"""[quarters of a trick]: the odds of a bid so far from the estimate."""

# playing
HUNGRY, FED, NOTHING = 0, 1, 2  # what a player is after: tricks of its bid; no more than come; none at all, a nil
LOW, HIGH = 0.75 ** np.arange(13.0), 1.35 ** np.arange(13.0)  # by the rank of a card
LEADS_BEST = np.array([12.0, 5.0, 0.3])  # by what the player is after
TAKES_LAST, TAKES_WITH_BEST = np.array([20.0, 1.5, 0.1]), np.array([8.0, 1.2, 0.05])
MAY_TAKE = np.array([1.2, 0.8, 0.2])
OVER_A_FRIEND, OVERTAKES, FOR_A_NIL, SPENDS_A_SPADE = 1.0, 0.3, 50.0, 0.15


def prior(state: Any, moves: Any, n: int, out: Any) -> None:
    """The odds of `moves`, all the legal ones."""
    seat = (np.int64(state.leader) + (state.step & 3)) & 3
    hand = state.hands[seat]
    if moves[0] >= BID:
        weigh_bids(hand, n, out)
        return
    unseen = (state.hands[0] | state.hands[1] | state.hands[2] | state.hands[3]) & ~hand
    if state.step & 3 == 0:
        weigh_leads(hand, unseen, aim_of(state, seat), moves, n, out)
    else:
        weigh_answers(state, seat, unseen, moves, n, out)


def weigh_bids(hand: Any, n: int, out: Any) -> None:
    """About the tricks expected, less some for caution; none if low cards are all there is."""
    tricks = expected_tricks(hand) - CAUTION
    for bid in range(n):
        out[bid] = BELL[int(4.0 * abs(tricks - bid))]
    out[0] = np.exp(NIL_SHARPNESS * (chance_of_nil(hand, tricks + CAUTION) - NIL_FROM))


def expected_tricks(hand: Any) -> float:
    """Aces, kings and queens that are guarded, high spades, long spades, and short suits to be trumped. Fitted to the
    tricks that hands took in rounds played by these odds."""
    spades = hand & SPADES
    trumps = count(spades)
    tricks = HIGH_TRUMPS[np.int64(spades >> JACK_OF_SPADES)] + TRUMP * trumps + LONG_TRUMP * max(0, trumps - 3) - 0.35
    for suit in range(SPADE):
        held = count(hand & SUIT[suit])
        high = np.int64(hand >> QUEENS[suit]) & 7
        tricks += ACE * (high >> 2) + KING[int(held > 1)] * (high >> 1 & 1) + QUEEN[int(held > 2)] * (high & 1)
        tricks += SHORT[held] if trumps > 0 else 0.0
    return tricks


def chance_of_nil(hand: Any, tricks: Any) -> float:
    """Spoilt by high and many spades, and by suits without a low card."""
    spades = hand & SPADES
    chance = 1.0 - 0.085 * tricks - NIL_TRUMPS[np.int64(spades >> JACK_OF_SPADES)] - 0.055 * count(spades)
    for suit in range(SPADE):
        held = hand & SUIT[suit]
        if held != NO_CARDS:
            chance -= 0.04 * max(0, RANK[card_number(held & (~held + ONE))] - 2)
    return chance


def on_nil(state: Any, seat: Any) -> bool:
    """Whether a player has bid nil, and can still make it."""
    return state.bids[seat] == 0 and state.taken[seat] == 0


def aim_of(state: Any, seat: Any) -> int:
    if on_nil(state, seat):
        return NOTHING
    partner = seat ^ 2
    return HUNGRY if state.taken[seat] + state.taken[partner] < state.bids[seat] + state.bids[partner] else FED


def weigh_leads(hand: Any, unseen: Any, aim: Any, moves: Any, n: int, out: Any) -> None:
    """The best card of a suit if tricks are wanted, else low ones."""
    for i in range(n):
        best = is_best(unseen, moves[i])
        out[i] = LEADS_BEST[aim] if best else LOW[RANK[moves[i]]]


def weigh_answers(state: Any, seat: Any, unseen: Any, moves: Any, n: int, out: Any) -> None:
    """Who wants tricks takes them as cheaply as may be, unless the partner does; who does not goes under."""
    aim, led, place, last = aim_of(state, seat), SUIT_OF[state.trick[0]], 0, state.step & 3 == 3
    for turn in range(1, state.step & 3):
        if beats(state.trick[turn], state.trick[place], led):
            place = turn
    best, holder = np.int64(state.trick[place]), (state.leader + place) & 3
    is_partner, is_nil = holder == seat ^ 2, on_nil(state, holder)
    for i in range(n):
        rank = RANK[moves[i]]
        spent = SPENDS_A_SPADE if SUIT_OF[moves[i]] == SPADE and led != SPADE else 1.0
        if beats(moves[i], best, led):
            if is_partner != is_nil and aim != NOTHING:
                odds = (OVER_A_FRIEND if last else OVERTAKES) * spent
            elif is_partner:
                odds = FOR_A_NIL
            elif last:
                odds = TAKES_LAST[aim]
            elif is_best(unseen, moves[i]):
                odds = TAKES_WITH_BEST[aim]
            else:
                odds = MAY_TAKE[aim]
            out[i] = odds * LOW[rank]
        elif aim == NOTHING:
            out[i] = HIGH[rank]
        else:
            out[i] = LOW[rank] * spent


def beats(card: Any, best: Any, led: Any) -> bool:
    return card > best and (SUIT_OF[card] == led or SUIT_OF[card] == SPADE)


def is_best(unseen: Any, card: Any) -> bool:
    """Whether nobody else has a higher one of the suit."""
    return unseen & SUIT[SUIT_OF[card]] & ~(card_bit(card) - ONE) == NO_CARDS
