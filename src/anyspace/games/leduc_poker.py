"""Leduc poker: one card each, one card for all, two rounds of bets; a pair wins, else the higher card.

The deck has six cards, two each of J, Q and K. Both players ante one chip and get one card, seen by nobody else. A
round of bets, then a card is turned up that counts for both, then a second round. In a round player 0 acts first:

    call    pay what the other has paid more; nothing to pay is allowed ("check")
    raise   pay that and 2 chips in the first round, 4 in the second; at most two raises a round
    fold    give up the pot; only where there is something to pay

A round ends when both have acted and have paid the same. After the second round cards are shown: a pair with the card
in the middle wins, else the higher rank; equal ranks share. (Southey et al., Bayes' bluff, 2005.)

Cards are numbered rank by rank, moves as they are listed here:

    Ja Jb Qa Qb Ka Kb          fold call raise
     0  1  2  3  4  5             0    1     2

The card in the middle is a chance move, drawn when it is turned up: any of the four that nobody holds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from ..rules.game import CHANCE, OVER, Game, declare

CARDS = 6
CARD_NAMES = ("Ja", "Jb", "Qa", "Qb", "Ka", "Kb")
FOLD, CALL, RAISE = 0, 1, 2
MOVE_NAMES = ("fold", "call", "raise")
NO_CARD = NOBODY = NO_MOVE = -1

ANTE, MOST_RAISES = 1, 2
CHIPS = (2, 4)  # a raise of the first round, of the second
MOST_PAID = ANTE + MOST_RAISES * sum(CHIPS)
MOST_TURNS = MOST_RAISES + 2  # in a round: call, raise, raise, call

STATE = np.dtype(
    [
        ("hands", np.int8, 2),  # one card a player
        ("middle", np.int8),  # the card that counts for both; NO_CARD in the first round
        ("paid", np.int8, 2),  # chips, antes included
        ("raises", np.int8),  # in this round
        ("turns", np.int8),  # in this round; its parity is the player to act
        ("agreed", np.int8),  # turns since the last raise, with it: two end the round
        ("folded", np.int8),  # who gave up, or NOBODY
        ("log", np.int8, (2, MOST_TURNS)),  # the moves of both rounds; NO_MOVE where there is none
    ]
)


def start(state: Any, rng: Any) -> None:
    state.hands[0] = below(rng, CARDS)
    state.hands[1] = another_card(rng, state.hands[0], NO_CARD)
    clear_table(state)


def clear_table(state: Any) -> None:
    """Cards are dealt, nobody has acted."""
    state.middle = NO_CARD
    state.paid[:] = ANTE
    state.folded = NOBODY
    state.log[:] = NO_MOVE
    begin_round(state)


def begin_round(state: Any) -> None:
    state.raises = 0
    state.turns = 0
    state.agreed = 0


def another_card(rng: Any, one: int, other: int) -> Any:
    """A card from the deck without these two; the second may be NO_CARD."""
    low, high = min(one, other), max(one, other)
    card = below(rng, CARDS - 1 - (low != NO_CARD))
    card += low != NO_CARD and card >= low
    return card + (card >= high)


def mover(state: Any) -> int:
    if state.agreed == 2 and state.middle == NO_CARD:
        return CHANCE
    return OVER if state.agreed == 2 or state.folded != NOBODY else state.turns & 1


def moves(state: Any, out: Any) -> int:
    if state.agreed == 2:
        return free_cards(state, out)
    player = state.turns & 1
    n = 0
    for move, allowed in (
        (FOLD, state.paid[player] < state.paid[1 - player]),
        (CALL, True),
        (RAISE, state.raises < MOST_RAISES),
    ):
        out[n] = move
        n += allowed
    return n


def free_cards(state: Any, out: Any) -> int:
    n = 0
    for card in range(CARDS):
        if card != state.hands[0] and card != state.hands[1]:
            out[n] = card
            n += 1
    return n


def play(state: Any, move: int) -> None:
    if state.agreed == 2:
        state.middle = move
        begin_round(state)
        return
    round_ = 0 if state.middle == NO_CARD else 1
    player = state.turns & 1
    state.log[round_, state.turns] = move
    state.turns += 1
    if move == FOLD:
        state.folded = player
        return
    state.paid[player] = state.paid[1 - player]
    state.agreed += 1
    if move == RAISE:
        state.paid[player] += CHIPS[round_]
        state.raises += 1
        state.agreed = 1


def strength(card: int, middle: int) -> int:
    """What two cards are worth when they are shown: a pair beats every rank."""
    return CARDS if card // 2 == middle // 2 else card // 2


def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0.0
    if mover(state) != OVER:
        return
    if state.folded != NOBODY:
        winner = 1 - state.folded
    else:
        first, second = strength(state.hands[0], state.middle), strength(state.hands[1], state.middle)
        if first == second:
            return
        winner = 0 if first > second else 1
    out[winner] = state.paid[1 - winner]
    out[1 - winner] = -out[winner]


def determinize(state: Any, observer: int, rng: Any) -> None:
    """The other's card is any that is neither the observer's nor in the middle."""
    if mover(state) != OVER:
        state.hands[1 - observer] = another_card(rng, state.hands[observer], state.middle)


def planes(state: Any, observer: int, out: Any) -> None:
    """A row a round, a column a turn: folds, calls, raises; planes of ones for the observer's rank, the rank in the
    middle, and where the observer acts first."""
    for round_ in range(2):
        for turn in range(MOST_TURNS):
            if state.log[round_, turn] != NO_MOVE:
                out[state.log[round_, turn], round_, turn] = 1.0
            out[3 + state.hands[observer] // 2, round_, turn] = 1.0
            if state.middle != NO_CARD:
                out[6 + state.middle // 2, round_, turn] = 1.0
            out[9, round_, turn] = 1 - observer


def information_key(state: Any, observer: int) -> int:
    word = 0
    for round_ in range(2):
        for turn in range(MOST_TURNS):
            word = 4 * word + int(state.log[round_, turn]) + 1
    return ((word * 8 + int(state.middle) + 1) * 8 + int(state.hands[observer])) * 2 + observer


def rewind(state: Any) -> list[int]:
    logs = [[int(move) for move in log if move != NO_MOVE] for log in state.log]
    middle = [] if state.middle == NO_CARD else [int(state.middle)]
    clear_table(state)
    return [*logs[0], *middle, *logs[1]]


def move_name(state: Any, move: int) -> str:
    return CARD_NAMES[move] if mover(state) == CHANCE else MOVE_NAMES[move]


def table(state: Any, shown: tuple[bool, bool]) -> str:
    middle = "-" if state.middle == NO_CARD else CARD_NAMES[state.middle]
    rounds = [" ".join(MOVE_NAMES[move] for move in log if move != NO_MOVE) for log in state.log]
    lines = [f"middle {middle}, pot {sum(state.paid)}"]
    for player in (0, 1):
        card = CARD_NAMES[state.hands[player]] if shown[player] else "?"
        turn = " <- to act" if player == mover(state) else ""
        lines.append(f"player {player}: {card}, paid {state.paid[player]}{turn}")
    return "\n".join([*lines, f"first round: {rounds[0]}".rstrip(), f"second round: {rounds[1]}".rstrip()])


def render(state: Any) -> str:
    return table(state, (True, True))


def view(state: Any, observer: int) -> str:
    cards_down = mover(state) == OVER and state.folded == NOBODY
    return table(state, (cards_down or observer == 0, cards_down or observer == 1))


def game() -> Game:
    return declare(
        globals(),
        name="leduc_poker",
        state=STATE,
        players=2,
        payoffs=(-MOST_PAID, MOST_PAID),
        max_moves=CARDS - 2,
        actions=CARDS,  # chance has the most
        plane_shape=(10, 2, MOST_TURNS),
        max_length=2 * MOST_TURNS + 1,
        trusted=True,
    )
