"""Klondike's table: which cards can go where, what that changes, and which positions were there before.

A card is suit * 13 + rank: suits C D H S, of which D and H are red; ranks A 2 .. 9 T J Q K. A stack's open cards are a
run down in alternating colours, so which cards they are says in what order they lie, and a position is told by where
each open card is: `key` is the exclusive or of a random word for each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SUITS, RANKS = "CDHS", "A23456789TJQK"
A_SUIT, CARDS, STACKS = 13, 52, 7
FOUNDATION, IN_DECK, UNSEEN = 7, 8, 9
"""Where a card is, beside the stacks 0 to 6."""
NOWHERE = -1

LONGEST = 128
"""How many positions in a row are remembered, since a card was turned up or left the deck. Then only such a move is
left."""

RED = np.array([0, 1, 1, 0], np.int64)
WORDS = np.random.default_rng(20090919).integers(1, 2**62, (CARDS, FOUNDATION + 1))
"""By card and place: the stacks and the foundation."""
WORDS.setflags(write=False)

STATE = np.dtype(
    [
        ("deck", np.int8, CARDS),  # cards in the order in which they are turned; those gone are NOWHERE
        ("deck_size", np.int8),
        ("waste", np.int8),  # how many of them lie turned
        ("tops", np.int64),  # those that can be played, as bits
        ("open", np.int8, (STACKS, A_SUIT)),  # face up, the lowest in the stack first; NOWHERE beyond
        ("height", np.int8, STACKS),  # how many of them
        ("down", np.int8, STACKS),  # how many lie face down; NOWHERE: there is no such stack
        ("founded", np.int8, 4),  # how many of each suit
        ("place", np.int8, CARDS),
        ("unseen", np.int8),  # how many lie face down in all
        ("revealing", np.int8),  # the stack whose card is being turned up, or NOWHERE
        ("first", np.int16, 1),  # a legal move, or NOWHERE
        ("key", np.int64),
        ("before", np.int64, LONGEST),  # keys, this one's last
        ("remembered", np.int16),
    ]
)


def name_of(card: int) -> str:
    return RANKS[card % A_SUIT] + SUITS[card // A_SUIT]


def is_reached(state: Any, at: int, turn: int) -> bool:
    """Whether the deck's card `at` comes to lie on top of the waste when cards are turned `turn` at a time, now or
    after the deck was begun anew."""
    waste = int(state.waste)
    if at == waste - 1 or at == state.deck_size - 1 or (at + 1) % turn == 0:
        return True
    return at >= waste and (at - waste + 1) % turn == 0


def look_through(state: Any, turn: int) -> None:
    """Note which cards of the deck can be played."""
    found = 0
    for at in range(state.deck_size):
        if is_reached(state, at, turn):
            found |= 1 << int(state.deck[at])
    state.tops = found


def position_in(state: Any, stack: int, card: int) -> int:
    """How many open cards of its stack lie under `card`: ranks go down by one."""
    return int(state.open[stack, 0]) % A_SUIT - card % A_SUIT


def reveals(state: Any, card: int) -> bool:
    """Whether moving an open card of a stack, and what lies on it, turns one up."""
    stack = int(state.place[card])
    return stack < STACKS and state.open[stack, 0] == card and state.down[stack] > 0


def is_old(state: Any, card: int, target: int) -> bool:
    """Whether a move leads to a position that was there since a card was turned up or left the deck, or there were too
    many. The card is not from the deck, and nothing is turned up."""
    if state.remembered == LONGEST:
        return True
    key = moved_key(state, card, target)
    met = False
    for i in range(state.remembered):
        met |= state.before[i] == key
    return met


def moved_key(state: Any, card: int, target: int) -> Any:
    """The key once `card`, with what lies on it, is at `target`."""
    key, place = int(state.key), int(state.place[card])
    if place >= STACKS:
        return key ^ word(card, place) ^ WORDS[card, target]
    for i in range(position_in(state, place, card), state.height[place]):
        each = int(state.open[place, i])
        key ^= WORDS[each, place] ^ WORDS[each, target]
    return key


def word(card: int, place: int) -> Any:
    """What a card adds to the key: nothing in the deck and face down."""
    return WORDS[card, place] if place <= FOUNDATION else np.int64(0)


def is_allowed(state: Any, card: int, target: int) -> bool:
    """Whether `card`, which fits at `target`, is there to be moved, and leads to something new."""
    place = int(state.place[card])
    if place == IN_DECK:
        return state.tops >> card & 1 != 0
    if place in (UNSEEN, target):
        return False
    if place == FOUNDATION:
        return state.founded[card // A_SUIT] == card % A_SUIT + 1 and not is_old(state, card, target)
    if target == FOUNDATION and state.open[place, state.height[place] - 1] != card:
        return False
    return reveals(state, card) or not is_old(state, card, target)


def list_moves(state: Any, out: Any, most: int, ranks: int) -> int:
    """The legal moves, card * 8 + target, `most` of them at most; returns how many."""
    n = 0
    for suit in range(4):
        if state.founded[suit] < ranks and n < most:
            card = suit * A_SUIT + int(state.founded[suit])
            if is_allowed(state, card, FOUNDATION):
                out[n] = card * 8 + FOUNDATION
                n += 1
    is_free = False
    for target in range(STACKS):
        height = int(state.height[target])
        if height > 0:
            top = int(state.open[target, height - 1])
            rank, red = top % A_SUIT, RED[top // A_SUIT]
            for suit in range(4):
                if rank > 0 and RED[suit] != red and n < most:
                    card = suit * A_SUIT + rank - 1
                    if is_allowed(state, card, target):
                        out[n] = card * 8 + target
                        n += 1
        elif state.down[target] == 0 and not is_free:  # of several empty stacks the first
            is_free = True
            for suit in range(4):
                card = suit * A_SUIT + ranks - 1
                place = int(state.place[card])
                settled = place < STACKS and state.down[place] == 0 and state.open[place, 0] == card
                if n < most and not settled and is_allowed(state, card, target):
                    out[n] = card * 8 + target
                    n += 1
    return n


def move_card(state: Any, card: int, target: int, turn: int) -> None:
    """Make a move: the card and what lies on it go to `target`; what is then to be turned up is noted."""
    place = int(state.place[card])
    turns_up = reveals(state, card)
    state.key = moved_key(state, card, target)
    if place == IN_DECK:
        take_from_deck(state, card)
        look_through(state, turn)
        put(state, card, target)
    elif place == FOUNDATION:
        state.founded[card // A_SUIT] -= 1
        put(state, card, target)
    else:
        first, height = position_in(state, place, card), int(state.height[place])
        for i in range(first, height):
            put(state, int(state.open[place, i]), target)
            state.open[place, i] = NOWHERE
        state.height[place] = first
    if turns_up:
        state.revealing = place
    if turns_up or place == IN_DECK:
        forget(state)
    remember(state)


def forget(state: Any) -> None:
    for i in range(state.remembered):
        state.before[i] = 0
    state.remembered = 0


def remember(state: Any) -> None:
    if state.remembered < LONGEST:
        state.before[state.remembered] = state.key
        state.remembered += 1


def take_from_deck(state: Any, card: int) -> None:
    at = 0
    while state.deck[at] != card:
        at += 1
    for i in range(at, state.deck_size - 1):
        state.deck[i] = state.deck[i + 1]
    state.deck_size -= 1
    state.deck[state.deck_size] = NOWHERE
    state.waste = at


def put(state: Any, card: int, target: int) -> None:
    state.place[card] = target
    if target == FOUNDATION:
        state.founded[card // A_SUIT] += 1
    else:
        state.open[target, state.height[target]] = card
        state.height[target] += 1


def turn_up(state: Any, card: int) -> None:
    """Chance has said which card it is."""
    stack = int(state.revealing)
    state.key ^= WORDS[card, stack]
    put(state, card, stack)
    state.down[stack] -= 1
    state.unseen -= 1
    state.revealing = NOWHERE
    forget(state)
    remember(state)


RETURN = 4


def rank_of_move(state: Any, move: int) -> int:
    """By Bjarnason, Fern and Tadepalli's order, the best first: 0 from a stack to the foundation, turning a card up;
    1 to the foundation; 2 from stack to stack, turning a card up; 3 from the deck; 4 from the foundation; 5 the
    rest."""
    card, target = move >> 3, move & 7
    place = int(state.place[card])
    if target == FOUNDATION:
        return 0 if reveals(state, card) else 1
    if place == IN_DECK:
        return 3
    if place == FOUNDATION:
        return RETURN
    return 2 if reveals(state, card) else 5
