"""Spades: four players, partners 0 + 2 against 1 + 3, thirteen tricks, spades are always trumps.

Every player is dealt 13 cards and bids once, in seat order, how many tricks to take; a bid of none is a nil. The
first bidder leads. Follow suit if you can, else play what you like; the highest spade, else the highest card of the
suit led, takes the trick and leads to the next. No spade is led before one was played, unless the leader has no
other card. A partnership that takes its bid scores ten a trick bid and one a trick over; if not, it loses ten a
trick bid. Tricks over are bags: every tenth costs 100. A nil is worth 100 to its partnership, or costs it as much.

A match (`target`) goes on, the next player bidding first, until a partnership reaches the target or falls to `mercy`.
The deals to come are drawn from a generator in the state: that is as hidden as the cards.

Cards are numbered as in `cards.py`: spades are the highest bits, so the greatest of the bits that were led or are
spades is the card that takes the trick. Moves 0 .. 51 play a card, 52 + n bids n.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below, bits
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .cards import (
    DECK,
    NO_CARDS,
    SPADES,
    SUIT,
    SUITS,
    SUITS_OF,
    card_bit,
    card_name,
    card_number,
    count,
    deal_hidden,
    draw,
    draw_one,
    hand_text,
    list_cards,
    suit_of,
)
from .spades_prior import prior

PLAYERS, TRICKS, BID = 4, 13, 52
ACTIONS = BID + TRICKS + 1
TWO, THREE = np.uint64(2), np.uint64(3)
NO_CARD = NO_BID = -1
ROUND = PLAYERS + 52  # moves in a round
MOST_ROUNDS = 100  # then the partnership ahead wins the match
MOST_DIFFERENCE = 487  # of two scores in one round: two nils made against two nils lost with every trick
SPADE, NOT_SPADES = 3, 0b0111  # a suit; the bits of the other three

STATE = np.dtype(
    [
        ("hands", np.uint64, 4),  # one a seat
        ("future", np.uint64, (1,)),  # the generator of the deals to come, 0 where none will
        ("score", np.int16, 2),  # of the partnerships, before this round; at its end, after it
        ("bags", np.int8, 2),  # 0 .. 9
        ("bids", np.int8, 4),  # 0 .. 13 or NO_BID
        ("taken", np.int8, 4),  # tricks
        ("trick", np.int8, 4),  # the cards on the table in the order played, then NO_CARD
        ("voids", np.uint8, 4),  # one bit a suit that the seat was seen not to have
        ("step", np.int8),  # moves made in this round, 0 .. ROUND
        ("leader", np.int8),  # who leads the trick; while bids are made, as `first`
        ("first", np.int8),  # who bids first
        ("broken", np.int8),  # 1 once spades may be led
        ("rounds", np.int8),  # finished before this one
        ("last_round", np.int8),  # 1 where the game ends with this round, whatever the score
        ("log", np.int8, 52),  # all cards of this round in the order played, then NO_CARD
    ]
)


def deal(state: Any, rng: Any, first: int) -> None:
    """A new round."""
    rest = DECK
    for seat in range(PLAYERS):
        state.hands[seat] = draw(rng, rest, TRICKS)
        rest &= ~state.hands[seat]
    clear_table(state, first)


def clear_table(state: Any, first: int) -> None:
    """Cards are dealt, nobody has bid."""
    state.bids[:] = NO_BID
    state.taken[:] = 0
    state.trick[:] = NO_CARD
    state.log[:] = NO_CARD
    state.voids[:] = 0
    state.step = 0
    state.leader = state.first = first
    state.broken = 0


def mover(state: Any) -> int:
    return OVER if state.step == ROUND else (state.leader + (state.step & 3)) & 3


def moves(state: Any, out: Any) -> int:
    if state.step >= PLAYERS:
        return list_cards(legal_cards(state), out)
    n = most_bid(state) + 1
    for tricks in range(n):
        out[tricks] = BID + tricks
    return n


def most_bid(state: Any) -> Any:
    """Partners never bid more than all the tricks together."""
    partner = (mover(state) + 2) & 3
    return TRICKS if state.bids[partner] == NO_BID else TRICKS - state.bids[partner]


def legal_cards(state: Any) -> Any:
    hand = state.hands[mover(state)]
    if state.step & 3:
        return following(hand, SUIT[state.trick[0] // 13])
    return leading(hand, state.broken)


def following(hand: Any, suit: Any) -> Any:
    """Of the suit led if there are any."""
    same = hand & suit
    return same | hand * np.uint64(same == NO_CARDS)  # without a branch that nobody could predict


def leading(hand: Any, broken: Any) -> Any:
    """Not a spade before they are broken, if there are other cards."""
    plain = hand & ~SPADES
    return hand if broken or plain == NO_CARDS else plain


def random_move(state: Any, rng: Any) -> Any:
    if state.step < PLAYERS:
        return BID + below(rng, most_bid(state) + 1)
    cards = legal_cards(state)
    return card_number(draw_one(rng, cards, count(cards)))


def trick_winner(state: Any) -> Any:
    """The seat whose card takes the trick on the table."""
    best = 0
    for place in range(1, PLAYERS):
        suit = state.trick[place] // 13
        if state.trick[place] > state.trick[best] and (suit == SPADE or suit == state.trick[0] // 13):
            best = place
    return (state.leader + best) & 3


def settle(state: Any) -> None:
    """The scores at the end of a round."""
    for side in range(2):
        bid = int(state.bids[side]) + int(state.bids[side + 2])
        over = int(state.taken[side]) + int(state.taken[side + 2]) - bid
        points = -10 * bid
        if over >= 0:
            bags = int(state.bags[side]) + over
            points = 10 * bid + over - 100 * (bags // 10)
            state.bags[side] = bags % 10
        for seat in range(side, PLAYERS, 2):
            if state.bids[seat] == 0:
                points += 100 if state.taken[seat] == 0 else -100
        state.score[side] += points


def determinize(state: Any, observer: int, rng: Any) -> None:
    """All hands are equally likely that have no card of a suit which their player was seen not to have. A guess ends
    with its round: of the next one nobody knows a card."""
    a, b, c = (observer + 1) & 3, (observer + 2) & 3, (observer + 3) & 3
    hands, voids = state.hands, state.voids
    hands[a], hands[b], hands[c] = deal_hidden(
        rng,
        hands[a] | hands[b] | hands[c],
        (count(hands[a]), count(hands[b]), count(hands[c])),
        (~SUITS_OF[voids[a]], ~SUITS_OF[voids[b]], ~SUITS_OF[voids[c]]),
    )
    state.future[0] = 0
    state.last_round = 1


def random_tricks(state: Any, rng: Any, never_break: bool, trace: Any, told: Any) -> None:
    """The rest of the round, from the beginning of a trick; on the way, only hands and tricks taken are kept up.
    `told` moves are in `trace` already."""
    leader, broken = np.int64(state.leader), state.broken != 0
    for _ in range((ROUND - state.step) // PLAYERS):
        lead = random_card(rng, state.hands, leader, leading(state.hands[leader], broken))
        suit = suit_of(lead)
        played, best = lead, lead << TWO
        if trace is not None:
            trace[told] = leader * ACTIONS + card_number(lead)
        for place in range(1, PLAYERS):
            seat = (leader + place) & 3
            card = random_card(rng, state.hands, seat, following(state.hands[seat], suit))
            played |= card
            if trace is not None:
                trace[told + place] = seat * ACTIONS + card_number(card)
            best = max(best, (card & (suit | SPADES)) << TWO | np.uint64(place))  # the place rides in the low bits
        broken = not never_break and (broken or played & SPADES != NO_CARDS)
        leader = (leader + np.int64(best & THREE)) & 3
        state.taken[leader] += 1
        told += PLAYERS
    settle(state)
    state.step = ROUND


def random_card(rng: Any, hands: Any, seat: Any, legal: Any) -> Any:
    """Any of the legal cards leaves the hand of `seat`."""
    card = draw_one(rng, legal, count(legal))
    hands[seat] ^= card
    return card


# ---- what was played ---------------------------------------------------------------------------------------------


def rewind(state: Any) -> list[int] | None:
    """Back to the first bid of this round: of those before it the state knows the score."""
    cards = [int(card) for card in state.log[: max(0, int(state.step) - PLAYERS)]]
    if NO_CARD in cards:
        return None  # a position that was made, not played
    if state.step == ROUND:
        unsettle(state)
    bids = [int(state.bids[(state.first + place) & 3]) for place in range(min(PLAYERS, int(state.step)))]
    state.leader = state.first
    for turn, card in enumerate(cards):
        state.hands[(state.leader + turn) & 3] |= card_bit(card)
        state.trick[turn & 3] = card
        if turn & 3 == 3:
            state.leader = trick_winner(state)
    clear_table(state, state.first)
    return [*(BID + bid for bid in bids), *cards]


def unsettle(state: Any) -> None:
    """The scores before the round that has ended."""
    scores, bags = state.score.copy(), state.bags.copy()
    for side in range(2):
        over = sum(int(state.taken[seat]) - int(state.bids[seat]) for seat in (side, side + 2))
        bags[side] = (int(bags[side]) - max(0, over)) % 10
    state.score[:] = 0
    state.bags[:] = bags
    settle(state)  # what the round was worth
    state.score[:] = scores - state.score
    state.bags[:] = bags


# ---- for people --------------------------------------------------------------------------------------------------


def move_name(state: Any, move: int) -> str:
    return card_name(move) if move < BID else "nil" if move == BID else f"bid-{move - BID}"


def render(state: Any) -> str:
    return describe(state, range(PLAYERS))


def view(state: Any, observer: int) -> str:
    hidden = NO_CARDS
    for seat in range(PLAYERS):
        hidden |= state.hands[seat] if seat != observer else NO_CARDS
    return f"{describe(state, [observer])}\nother hands together: {hand_text(hidden)}"


def describe(state: Any, seen: Any) -> str:
    """The position, with the hands of the seats `seen`."""
    acting = mover(state)
    lines = [
        f"round {state.rounds + 1}, score {state.score[0]} : {state.score[1]}, bags {state.bags[0]} : {state.bags[1]}"
    ]
    for seat in range(PLAYERS):
        bid = "-" if state.bids[seat] == NO_BID else "nil" if state.bids[seat] == 0 else str(state.bids[seat])
        voids = "".join(SUITS[suit] for suit in range(4) if state.voids[seat] >> suit & 1) or "-"
        hand = hand_text(state.hands[seat]) if seat in seen else f"{int(state.hands[seat]).bit_count()} cards"
        arrow = ">" if seat == acting else " "
        lines.append(f"{arrow} player {seat}  bid {bid:3}  took {state.taken[seat]:2}  void {voids:4}  {hand}")
    on_table = [f"{(state.leader + i) & 3}:{card_name(c)}" for i, c in enumerate(state.trick) if c != NO_CARD]
    lines.append(f"trick: {' '.join(on_table) or '-'}   spades {'' if state.broken else 'not '}broken")
    return "\n".join(lines)


def game(target: int = 0, mercy: int = -350, never_break: bool = False) -> Game:
    """`target` 0 (one round) or 50 to 5000, `mercy` -5000 to -50 (of a match), `never_break` spades may never be led
    from a hand that has other cards."""
    if type(target) is not int or not (target == 0 or 50 <= target <= 5000):
        raise OptionError(f"spades: target must be 0 (one round) or a whole number from 50 to 5000, not {target!r}")
    if type(mercy) is not int or not -5000 <= mercy <= -50:
        raise OptionError(f"spades: mercy must be a whole number from -5000 to -50, not {mercy!r}")
    if type(never_break) is not bool:
        raise OptionError(f"spades: never_break must be true or false, not {never_break!r}")

    def start(state: Any, rng: Any) -> None:
        state.score[:] = 0
        state.bags[:] = 0
        state.rounds = 0
        deal(state, rng, 0)
        state.last_round = target == 0
        state.future[0] = bits(rng) if target else 0

    def decided(state: Any) -> bool:
        """Whether the scores at the end of a round end the match."""
        high, low = max(state.score[0], state.score[1]), min(state.score[0], state.score[1])
        return high >= target or low <= mercy or state.rounds == MOST_ROUNDS - 1

    def play(state: Any, move: int) -> None:
        seat, place, played = mover(state), state.step & 3, state.step - PLAYERS
        state.step += 1
        if move >= BID:
            state.bids[seat] = move - BID
            return
        suit = move // 13
        state.hands[seat] ^= card_bit(move)
        state.trick[place] = move
        state.log[played] = move
        if place > 0 and suit != state.trick[0] // 13:
            state.voids[seat] |= 1 << (state.trick[0] // 13)
        if suit == SPADE and place == 0 and not state.broken:
            state.voids[seat] |= NOT_SPADES  # only a hand of spades may lead one
        if suit == SPADE and not never_break:
            state.broken = 1
        if place == 3:
            state.leader = trick_winner(state)
            state.taken[state.leader] += 1
            state.trick[:] = NO_CARD
            if state.step == ROUND:
                settle(state)
                if not (state.last_round or decided(state)):
                    state.rounds += 1
                    deal(state, state.future, (state.first + 1) & 3)

    def returns(state: Any, out: Any) -> None:
        difference = int(state.score[0]) - int(state.score[1])
        value = float(difference)
        if target:
            value = difference / (target - mercy)
            if state.step == ROUND and decided(state):
                value = 1.0 if difference > 0 else -1.0 if difference < 0 else 0.0
        for seat in range(PLAYERS):
            out[seat] = value if seat & 1 == 0 else -value

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves to the end of the round, also where the match would go on."""
        left = ROUND - state.step
        state.last_round = 1
        for ply in range(min(limit, left)):
            if state.step >= PLAYERS and state.step & 3 == 0 and left <= limit:
                random_tricks(state, rng, never_break, trace, ply)
                break
            move = random_move(state, rng)
            if trace is not None:
                trace[ply] = np.int64(mover(state)) * ACTIONS + move
            play(state, move)
        returns(state, out)
        return left if left <= limit else TOO_LONG

    return declare(
        globals(),
        locals(),
        name="spades",
        state=STATE,
        prior=prior,
        players=PLAYERS,
        max_moves=14,
        actions=ACTIONS,
        max_length=ROUND * (MOST_ROUNDS if target else 1),
        payoffs=(-1.0, 1.0) if target else (-MOST_DIFFERENCE, MOST_DIFFERENCE),
        trusted=True,
    )
