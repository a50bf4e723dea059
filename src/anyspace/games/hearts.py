"""Hearts: take no hearts and not the queen of spades, or take them all. Four players, every one for himself.

Seats 0 1 2 3 go round to the left. Cards are numbered as in `cards.py`; every heart counts 1 point, the queen of spades
13, and points are bad. A round:

- Everybody is dealt 13 cards.
- Everybody passes three of them, unseen by the two others, to the player on the left, on the right or across, before
  looking at what arrives; in a hold round nobody does. The players choose in order of their seats, one card at a time;
  all cards change hands together, after the twelfth choice.
- Who holds the two of clubs leads it. That is no choice but news to the others, so it is a chance move, `52 + seat`.
- Follow suit if you can; without the suit play anything, though in the first trick no card that counts points unless
  you hold no other. The highest card of the suit led takes the trick, and its taker leads the next one.
- Hearts may not be led before one has been played ("broken"), unless the leader holds nothing else.
- Whoever takes all 26 points has shot the moon, and the others are charged 26 each instead.

A move in the passing and in the play is a card, 0 to 51. The position within a round is in `hearts_round.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below, bits
from ..rules.codes import TOO_LONG
from ..rules.game import CHANCE, Game, declare
from .cards import DECK, HEARTS, NO_CARDS, SUIT, SUITS, card_name, card_number, draw_one, hand_text
from .hearts_prior import prior
from .hearts_round import (
    ACROSS,
    ACTIONS,
    ALL_POINTS,
    CARDS,
    CHOICES,
    HOLD,
    LEFT,
    NO_CARD,
    NOBODY,
    OPENING,
    QUEEN,
    RIGHT,
    STATE,
    choose_to_pass,
    clear_table,
    draw_any,
    guess_cards,
    holder,
    legal_cards,
    mover,
    moves,
    observe,
    play_card,
    play_tricks,
    rewind,
)

IN_TURN, ANY = 4, 5  # besides the directions
CYCLE = np.array([LEFT, RIGHT, ACROSS, HOLD])
PASSING = {"left": LEFT, "right": RIGHT, "across": ACROSS, "hold": HOLD, "cycle": IN_TURN, "random": ANY}
DIRECTIONS = ("no passing", "passing left", "passing across", "passing right")
MOON = ("others", "shooter", "off")

MOST_TARGET = 400
MOST_ROUNDS = 64
"""A match has no more; it cannot, unless shooting the moon lowers scores."""


# ---- a match -------------------------------------------------------------------------------------------------------


def shares_of_win(scores: Any, target: int, final: bool) -> None:
    """Turn scores, in place, into each player's share of the win: at the end all of it to the lowest, before it the
    chances. A lead counts in relation to what chance may still do, about the root of the number of rounds to come; the
    two constants fit matches of random play."""
    least, most = scores.min(), scores.max()
    spread = 5.5 * np.sqrt(1.0 + max(target - most, 0.0) / 10.0)
    for seat in range(4):
        behind = scores[seat] - least
        scores[seat] = np.exp(-behind / spread) if not final else 1.0 if behind == 0.0 else 0.0
    whole = scores.sum()
    for seat in range(4):
        scores[seat] /= whole


# ---- for people ----------------------------------------------------------------------------------------------------


def move_name(state: Any, move: int) -> str:
    return card_name(move) if move < OPENING else f"{move - OPENING}:2C"


def names(cards: Any) -> str:
    return " ".join(card_name(card) for card in range(CARDS) if int(cards) >> card & 1) or "-"


def headline(state: Any) -> str:
    """What everybody knows, but for the cards that were played in the tricks before."""
    lines = [f"round {state.rounds + 1}, {DIRECTIONS[state.direction]}"]
    if state.scores.any():
        lines[0] += ", scores " + " ".join(str(score) for score in state.scores)
    if state.chosen < CHOICES:
        lines.append(f"player {state.chosen // 3} chooses card {state.chosen % 3 + 1} of 3 to pass")
    elif state.leader == NOBODY:
        lines.append("who has the two of clubs will lead it")
    elif state.cards < CARDS:
        played = [
            f"{(state.leader + turn) & 3}:{card_name(card)}" for turn, card in enumerate(state.trick) if card != NO_CARD
        ]
        lines.append(f"trick {state.cards // 4 + 1}: {' '.join(played) or f'player {state.leader} leads'}")
        lines.append("hearts are broken" if state.broken else "hearts are not broken")
    else:
        lines.append("the game is over")
    return "\n".join(lines)


def render(state: Any) -> str:
    lines = [headline(state), "player points  hand"]
    for seat in range(4):
        line = f"{seat:4} {state.points[seat]:7}   {hand_text(state.hands[seat])}"
        if state.passed[seat]:
            line += f"  passed {names(state.passed[seat])} to {(seat + state.direction) & 3}"
        lines.append(line)
    return "\n".join(lines)


def view(state: Any, observer: int) -> str:
    receiver, giver = (observer + state.direction) & 3, (observer - state.direction) & 3
    lines = [headline(state), f"you are player {observer}: {hand_text(state.hands[observer])}"]
    if state.passed[observer]:
        lines.append(f"you passed {names(state.passed[observer])} to {receiver}")
    if state.chosen == CHOICES and state.direction != HOLD:
        lines.append(f"you received {names(state.passed[giver])} from {giver}")
    lines.append("player points  played")
    for seat in range(4):
        line = f"{seat:4} {state.points[seat]:7}   {hand_text(state.played[seat])}"
        if state.lacks[seat]:
            line += f"  has no {absent(state.lacks[seat])}"
        lines.append(line)
    return "\n".join(lines)


def absent(cards: Any) -> str:
    """`C D` for cards that make up whole suits; other cards one by one."""
    return " ".join(
        SUITS[suit] if cards & SUIT[suit] == SUIT[suit] else names(cards & SUIT[suit])
        for suit in range(4)
        if cards & SUIT[suit]
    )


# ---- the game ------------------------------------------------------------------------------------------------------


def game(passing: str = "cycle", target: int = 0, queen_breaks_hearts: bool = False, moon: str = "others") -> Game:
    """One round (`target` 0), or rounds until somebody has `target` points (1 to 400)."""
    if passing not in PASSING:
        raise OptionError(f"hearts: passing must be one of {', '.join(PASSING)}, not {passing!r}")
    if not isinstance(target, int) or isinstance(target, bool) or not 0 <= target <= MOST_TARGET:
        raise OptionError(f"hearts: target must be a whole number from 0 to {MOST_TARGET}, not {target!r}")
    if passing == "random" and target:
        raise OptionError(f"hearts: passing='random' is for a single round (target=0), not for target={target}")
    if not isinstance(queen_breaks_hearts, bool):
        raise OptionError(f"hearts: queen_breaks_hearts must be true or false, not {queen_breaks_hearts!r}")
    if moon not in MOON:
        raise OptionError(f"hearts: moon must be one of {', '.join(MOON)}, not {moon!r}")
    passes = PASSING[passing]
    breakers = HEARTS | QUEEN if queen_breaks_hearts else HEARTS
    moon_counts, others_pay = moon != "off", moon == "others"
    rounds = 1 if target == 0 else MOST_ROUNDS if moon == "shooter" else 4 * (target - 1) // ALL_POINTS + 1

    def start(state: Any, rng: Any) -> None:
        state.scores[:] = 0
        state.rounds = 0
        deal(state, rng)
        state.deck[0] = bits(rng) if target else NO_CARDS

    def deal(state: Any, rng: Any) -> None:
        rest = DECK
        state.hands[:] = NO_CARDS
        for dealt in range(CARDS):
            card = draw_one(rng, rest, CARDS - dealt)
            state.hands[dealt & 3] |= card
            rest ^= card
        state.direction = below(rng, 4) if passes == ANY else CYCLE[state.rounds & 3] if passes == IN_TURN else passes
        clear_table(state)

    def play(state: Any, move: int) -> None:
        step(state, move)
        if target and state.cards == CARDS and not decided(state):
            for seat in range(4):
                state.scores[seat] = total(state, seat)
            state.rounds += 1
            deal(state, state.deck)

    def step(state: Any, move: int) -> None:
        """A move within the round."""
        if state.chosen < CHOICES:
            choose_to_pass(state, move)
            return
        if move >= OPENING:
            state.leader = move - OPENING
        play_card(state, move if move < OPENING else 0, breakers)

    def total(state: Any, seat: int) -> int:
        """The score with this round's points."""
        points = state.points[seat]
        if moon_counts and max(state.points[0], state.points[1], state.points[2], state.points[3]) == ALL_POINTS:
            points = ALL_POINTS - points if others_pay else -points
        return state.scores[seat] + points

    def decided(state: Any) -> bool:
        """Whether the match ends with this round."""
        last = state.rounds + 1 == MOST_ROUNDS
        for seat in range(4):
            last |= total(state, seat) >= target
        return last

    def returns(state: Any, out: Any) -> None:
        for seat in range(4):
            out[seat] = total(state, seat) if target else ALL_POINTS - total(state, seat)
        if target:
            shares_of_win(out, target, state.cards == CARDS and decided(state))

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Random moves to the end of the round, where the prospects of a match are judged by the scores."""
        length = CHOICES - state.chosen + CARDS - state.cards
        in_whole_tricks = (CARDS - max(4, state.cards)) & ~3  # after the first trick, and the one that is begun
        singly = limit if length > limit else length - in_whole_tricks
        for ply in range(singly):
            opens = state.chosen == CHOICES and state.leader == NOBODY
            move = OPENING + holder(state) if opens else card_number(draw_any(rng, legal_cards(state)))
            if trace is not None:
                trace[ply] = CHANCE if opens else np.int64(mover(state)) * ACTIONS + move
            step(state, move)
        if length > limit:
            return TOO_LONG
        play_tricks(state, rng, breakers, trace, singly)
        returns(state, out)
        return length

    def determinize(state: Any, observer: int, rng: Any) -> None:
        guess_cards(state, observer, rng)
        if target:
            state.deck[0] = bits(rng)

    return declare(
        globals(),
        locals(),
        name="hearts",
        state=STATE,
        mover=mover,
        moves=moves,
        rewind=rewind,
        players=4,
        max_moves=13,
        actions=ACTIONS,
        max_length=rounds * (CHOICES + CARDS),
        payoffs=(0.0, 1.0) if target else (0.0, 52.0 if moon == "shooter" else 26.0),
        prior=prior,
        observe=observe if passing != "hold" else None,  # only what is passed is not seen
        trusted=True,
    )
