"""A round of Hearts: what lies where, the rules that no option changes, and guessing what a player cannot see.

The rules themselves are told in `hearts.py`; cards are numbered as in `cards.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rules.game import CHANCE, OVER
from .cards import (
    DECK,
    HEARTS,
    NO_CARDS,
    SUIT,
    card_bit,
    card_name,
    card_number,
    count,
    deal_hidden,
    draw,
    draw_one,
    hand_of,
    list_cards,
)

HOLD, LEFT, ACROSS, RIGHT = range(4)  # how many seats to the left cards are passed
CARDS, CHOICES, ALL_POINTS = 52, 12, 26  # in a round: to be played, to be passed, to be taken
OPENING = 52
"""`OPENING + seat`: the chance move that leads the two of clubs."""
UNSEEN = OPENING + 4
"""What the others see of a card that is passed."""
ACTIONS = OPENING + 4
NO_CARD, NOBODY = -1, -1
TWO_OF_CLUBS, QUEEN = hand_of("2C"), hand_of("QS")
COUNTING = HEARTS | QUEEN
VALUE = np.array([13 if card_name(card) == "QS" else int(card // 13 == 2) for card in range(CARDS)])
SUIT_OF = np.arange(CARDS) // 13

STATE = np.dtype(
    [
        ("hands", np.uint64, 4),  # the cards held; cards to be passed stay in the hand until all have chosen
        ("passed", np.uint64, 4),  # the cards that each chose to pass
        ("played", np.uint64, 4),
        ("lacks", np.uint64, 4),  # cards that a player is known not to hold, by what it played
        ("deck", np.uint64, 1),  # the random numbers of the deals to come; 0 where there is only one round
        ("scores", np.int16, 4),  # of the rounds before this one
        ("points", np.int8, 4),  # in the tricks taken this round
        ("trick", np.int8, 4),  # cards on the table in the order played; NO_CARD
        ("rounds", np.int8),  # finished
        ("direction", np.int8),  # how far to the left cards are passed
        ("chosen", np.int8),  # cards chosen for passing so far; CHOICES when there is no more to choose
        ("leader", np.int8),  # of the trick; NOBODY before the first
        ("cards", np.int8),  # played so far
        ("broken", np.int8),  # 1 once hearts may be led
        ("log", np.int8, 52),  # all cards of the round in the order played, then NO_CARD
    ]
)


def clear_table(state: Any) -> None:
    """Cards are dealt, nobody has chosen any."""
    state.passed[:] = NO_CARDS
    state.played[:] = NO_CARDS
    state.lacks[:] = NO_CARDS
    state.points[:] = 0
    state.trick[:] = NO_CARD
    state.log[:] = NO_CARD
    state.chosen = CHOICES if state.direction == HOLD else 0
    state.leader = NOBODY
    state.cards = 0
    state.broken = 0


def mover(state: Any) -> int:
    if state.chosen < CHOICES:
        return state.chosen // 3
    if state.leader == NOBODY:
        return CHANCE
    return OVER if state.cards == CARDS else (state.leader + state.cards) & 3


def moves(state: Any, out: Any) -> int:
    if state.chosen == CHOICES and state.leader == NOBODY:
        out[0] = OPENING + holder(state)
        return 1
    return list_cards(legal_cards(state), out)


def holder(state: Any) -> int:
    """Who has the two of clubs."""
    seat = 0
    while not state.hands[seat] & TWO_OF_CLUBS:
        seat += 1
    return seat


def legal_cards(state: Any) -> Any:
    """What the mover may pass or play."""
    if state.chosen < CHOICES:
        chooser = state.chosen // 3
        return state.hands[chooser] & ~state.passed[chooser]
    hand = state.hands[(state.leader + state.cards) & 3]
    if state.cards & 3 == 0:
        barred = NO_CARDS if state.broken else HEARTS
    else:
        follow = hand & SUIT[SUIT_OF[state.trick[0]]]
        if follow:
            return follow
        barred = COUNTING if state.cards < 4 else NO_CARDS
    return hand & ~barred if hand & ~barred else hand


def choose_to_pass(state: Any, card: int) -> None:
    state.passed[state.chosen // 3] |= card_bit(card)
    state.chosen += 1
    if state.chosen == CHOICES:
        for seat in range(4):
            state.hands[seat] &= ~state.passed[seat]
        for seat in range(4):
            state.hands[(seat + state.direction) & 3] |= state.passed[seat]


def play_card(state: Any, card: int, breakers: Any) -> None:
    bit = card_bit(card)
    seat = (state.leader + state.cards) & 3
    state.lacks[seat] |= shown_to_lack(state, card, bit)
    state.hands[seat] &= ~bit
    state.played[seat] |= bit
    state.trick[state.cards & 3] = card
    state.log[state.cards] = card
    state.broken |= (bit & breakers) != 0
    state.cards += 1
    if state.cards & 3 == 0:
        take_trick(state)


def shown_to_lack(state: Any, card: int, bit: Any) -> Any:
    """What everybody learns from a card: which others its player cannot have."""
    if state.cards & 3 == 0:
        return DECK & ~HEARTS if bit & HEARTS and not state.broken else NO_CARDS
    led = SUIT_OF[state.trick[0]]
    if SUIT_OF[card] == led:
        return NO_CARDS
    return DECK & ~COUNTING if state.cards < 4 and bit & COUNTING else SUIT[led]


def take_trick(state: Any) -> None:
    led = SUIT_OF[state.trick[0]]
    taker, points = 0, 0
    for turn in range(4):
        card = state.trick[turn]
        points += VALUE[card]
        if SUIT_OF[card] == led and card > state.trick[taker]:
            taker = turn
    state.trick[:] = NO_CARD
    state.leader = (state.leader + taker) & 3
    state.points[state.leader] += points


def draw_any(rng: Any, cards: Any) -> Any:
    return draw_one(rng, cards, count(cards))


def play_tricks(state: Any, rng: Any, breakers: Any, trace: Any, told: Any) -> None:
    """Random cards from the beginning of a trick to the end of the round, for playouts: nothing is noted down but who
    takes which points. Cards of one suit are compared as bits. `told` moves are in `trace` already."""
    hands, leader, broken = state.hands, np.int64(state.leader), state.broken != 0
    for _ in range(state.cards, CARDS, 4):
        hand = hands[leader]
        free = hand if broken else hand & ~HEARTS
        highest = draw_any(rng, free if free else hand)
        hands[leader] ^= highest
        suit = SUIT[SUIT_OF[card_number(highest)]]
        trick, taker = highest, leader
        if trace is not None:
            trace[told] = leader * ACTIONS + card_number(highest)
        for turn in range(1, 4):
            seat = (leader + turn) & 3
            hand = hands[seat]
            follow = hand & suit
            card = draw_any(rng, follow if follow else hand)
            hands[seat] = hand ^ card
            if trace is not None:
                trace[told + turn] = seat * ACTIONS + card_number(card)
            trick |= card
            higher = card & suit > highest
            highest = card if higher else highest  # two choices without a branch: nobody could predict it
            taker = seat if higher else taker
        state.points[taker] += count(trick & HEARTS) + (13 if trick & QUEEN else 0)
        broken |= (trick & breakers) != NO_CARDS
        leader = taker
        told += 4
    state.cards = CARDS


def observe(state: Any, move: int, observer: int) -> int:
    return UNSEEN if state.chosen < CHOICES and observer != state.chosen // 3 else move


def guess_cards(state: Any, observer: int, rng: Any) -> None:
    """Hands and passed cards that `observer` cannot tell from the true ones, each such world equally likely.

    Cards it passed are where it passed them, unless played. For every way the hands may lie, what two others passed
    between them may be any three of the cards that the receiver has or had: as many ways for all hands.
    """
    left, across, right = (observer + 1) & 3, (observer + 2) & 3, (observer + 3) & 3
    hands, lacks, mine = state.hands, state.lacks, state.passed[observer]
    receiver = (observer + state.direction) & 3
    hands[left], hands[across], hands[right] = deal_hidden(
        rng,
        hands[left] | hands[across] | hands[right],
        (count(hands[left]), count(hands[across]), count(hands[right])),
        (
            ~(lacks[left] | (NO_CARDS if receiver == left else mine)),
            ~(lacks[across] | (NO_CARDS if receiver == across else mine)),
            ~(lacks[right] | (NO_CARDS if receiver == right else mine)),
        ),
    )
    for seat in (left, across, right):
        taker = (seat + state.direction) & 3 if state.chosen == CHOICES else seat
        if taker != observer:
            state.passed[seat] = draw(rng, hands[taker] | state.played[taker], count(state.passed[seat]))


def rewind(state: Any) -> list[int] | None:
    """Back to the first choice of this round. In which order a hand's cards were chosen to be passed is not known, nor
    does it matter: the lowest first."""
    cards = [int(card) for card in state.log[: state.cards]]
    if NO_CARD in cards:
        return None  # a position that was made, not played
    choices = [card for seat in range(4) for card in range(CARDS) if int(state.passed[seat]) >> card & 1]
    if cards:
        cards[0] = OPENING + next(seat for seat in range(4) if state.played[seat] & TWO_OF_CLUBS)
    for seat in range(4):
        state.hands[seat] |= state.played[seat]
        if state.chosen == CHOICES:
            state.hands[seat] &= ~state.passed[(seat - state.direction) & 3]  # what arrived
    state.hands |= state.passed
    clear_table(state)
    return [*choices, *cards]
