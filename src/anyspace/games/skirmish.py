"""Skirmish: two armies of 36 cards meet on 7 x 6 squares; strike from several sides, and mind your commanders.

A card attacks its neighbours by arrows of different values, and is eliminated when the arrows that point at it add up
to more than its defence. Twenty eliminated enemies win, or four of their six commanders (the general and five
captains). A turn:

1. Deploy a card from the hand, on a square from which one of its arrows points at an enemy; spear and ranged cards also
   beside any own card. The first card of each player goes on its start square (c3, e4).
2. Ranged cards that no enemy stands beside may each fire at an enemy in range. Then, on both sides at the same time,
   all cards are eliminated that are attacked by more than their defence.
3. Draw a card, or take back one that no enemy stands beside, that was not deployed in this turn and had no part in an
   elimination.

The board and the moves are in `skirmish_board`, the cards in `skirmish_deck`, steps 2 and 3 in `skirmish_battle`, all
rules in docs/games/skirmish.md. Hidden are the enemy's hand, but for cards that were taken back or shown, and the order
of both decks: each side's draws come from a generator in the state, which every guess replaces.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import nth_bit
from ..errors import OptionError
from ..rng import below, bits
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .cards import draw
from .skirmish_battle import (
    UNDECIDED,
    aim,
    bit,
    count,
    end_turn,
    first,
    idle_archers,
    resolve,
    surroundings,
    worth_firing_at,
)
from .skirmish_board import (
    ACTIONS,
    ALL_CARDS,
    BOARD,
    CARDS,
    COMMANDERS,
    DEPLOY,
    DRAW,
    END,
    FINISHED,
    FIRE,
    HAND,
    HOLD,
    IF_ARROW,
    IF_SUPPORT,
    IS_BERSERKER,
    MAX_LENGTH,
    MAX_MOVES,
    MISSILE,
    NO_CARDS,
    NO_PIECE,
    NO_SQUARES,
    NOBODY,
    NOWHERE,
    ONE,
    PASS,
    RECALL,
    SIDEWAYS,
    SQUARE_BITS,
    STARTS,
    STATE,
    TARGET,
    THE_GENERAL,
    TO_THE_LEFT,
    TO_THE_RIGHT,
    UPWARDS,
)
from .skirmish_notation import from_notation, notation
from .skirmish_text import move_name, render, view
from .skirmish_worth import evaluate


def begin(state: Any, to_win: int, commanders_to_win: int) -> None:
    """Everything but the deal: an empty board, no cards anywhere."""
    state.own[:] = NO_SQUARES
    state.bows[:] = NO_SQUARES
    state.hand[:] = NO_CARDS
    state.deck[:] = NO_CARDS
    state.known[:] = NO_CARDS
    state.future[:] = 0
    state.choices = NO_SQUARES
    state.targets = NO_SQUARES
    state.piece[:] = NO_PIECE
    state.aim[:] = NOWHERE
    state.placed = NOWHERE
    state.lost[:] = 0
    state.lost_commanders[:] = 0
    state.turn = 0
    state.phase = DEPLOY
    state.winner = NOBODY
    state.turns = 0
    state.to_win = to_win
    state.commanders_to_win = commanders_to_win


def deal(state: Any, rng: Any) -> None:
    """The general and five other cards to each hand; the rest is the deck."""
    for side in range(2):
        state.hand[side] = THE_GENERAL | draw(rng, ALL_CARDS & ~THE_GENERAL, HAND - 1)
        state.deck[side] = ALL_CARDS & ~state.hand[side]
        state.known[side] = THE_GENERAL
        state.future[side, 0] = bits(rng)


def mover(state: Any) -> Any:
    return OVER if state.phase == FINISHED else state.turn


# ---- moves --------------------------------------------------------------------------------------------------------


def toward(squares: Any) -> Any:
    """[direction]: the squares from which a step in that direction leads to one of `squares`; bits in the gap too."""
    return (
        squares >> UPWARDS,
        squares >> TO_THE_RIGHT,
        squares >> SIDEWAYS,
        squares << TO_THE_LEFT,
        squares << UPWARDS,
        squares << TO_THE_RIGHT,
        squares << SIDEWAYS,
        squares >> TO_THE_LEFT,
    )


def deployment(state: Any) -> Any:
    """What there is to know before asking where a card may go: the free squares, those beside own cards, those from
    which an arrow hits, and whether it is a first card that has to go to the start square."""
    taken = state.own[0] | state.own[1]
    at_start = state.turns < 2 or taken == NO_SQUARES
    free = BOARD & ~taken & (STARTS[state.turn] if at_start else BOARD)
    return free, surroundings(state.own[state.turn]), toward(state.own[1 - state.turn]), at_start


def places(side: Any, card: Any, on: Any) -> Any:
    """The squares where a card may be deployed, `on` such a board. (Unsigned indices are not checked for a sign.)"""
    free, beside, hits, at_start = on
    if at_start:
        return NO_SQUARES if IS_BERSERKER[card] else free
    has = IF_ARROW[np.uint64(side), np.uint64(card)]
    found = hits[0] & has[0] | hits[1] & has[1] | hits[2] & has[2] | hits[3] & has[3]
    found |= hits[4] & has[4] | hits[5] & has[5] | hits[6] & has[6] | hits[7] & has[7]
    return (found | beside & IF_SUPPORT[np.uint64(card)]) & free


def moves(state: Any, out: Any) -> int:
    if state.phase == DEPLOY:
        n, hand, on = 0, state.hand[state.turn], deployment(state)
        while hand != NO_CARDS:
            card = first(hand)
            n = list_squares(places(state.turn, card, on), card << SQUARE_BITS, out, n)
            hand &= hand - ONE
        if n == 0:
            out[0] = PASS
        return max(n, 1)
    if state.phase == FIRE:
        n = list_squares(worth_firing_at(state, state.choices), TARGET, out, 0)
        out[n] = HOLD
        return n + 1
    n = list_squares(state.choices, RECALL, out, 0)
    out[n] = DRAW
    return n + (state.deck[state.turn] != NO_CARDS)


def list_squares(squares: Any, base: Any, out: Any, n: Any) -> Any:
    """Append `base` + square for each of a set of squares to the `n` moves in `out`."""
    while squares != NO_SQUARES:
        out[n] = base + first(squares)
        n += 1
        squares &= squares - ONE
    return n


def play(state: Any, move: int) -> None:
    last = move
    if state.phase != END:
        last = resolve(state, archers_after(state, move))
    if last != UNDECIDED:
        end_turn(state, last)


def archers_after(state: Any, move: int) -> Any:
    """Deploy or aim, and return the archers that are still to be asked."""
    side = state.turn
    if state.phase == FIRE:
        if move != HOLD:
            aim(state, move - TARGET)
        return state.choices & (state.choices - ONE)
    if move == PASS:
        state.known[side] = state.hand[side]  # shown, to prove that no card can be deployed
    else:
        deploy(state, move >> SQUARE_BITS, move & 63)
    return idle_archers(state)


def deploy(state: Any, card: Any, square: Any) -> None:
    side = state.turn
    state.hand[side] &= ~bit(card)
    state.known[side] &= ~bit(card)
    put(state, side, card, square)
    state.placed = square


def put(state: Any, side: Any, card: Any, square: Any) -> None:
    state.piece[square] = CARDS * side + card
    state.own[side] |= bit(square)
    if MISSILE[card] > 0:
        state.bows[side] |= bit(square)


# ---- the end, playouts --------------------------------------------------------------------------------------------


def returns(state: Any, out: Any) -> None:
    """1 and -1; where the game is not over, how much closer to its end one side has brought the other."""
    value = 0.0
    if state.winner != NOBODY:
        value = 1.0 if state.winner == 0 else -1.0
    elif state.phase != FINISHED:
        value = progress(state, 0) - progress(state, 1)
    out[0] = value
    out[1] = -value


def progress(state: Any, side: Any) -> float:
    """How far `side` has come, 0 to 1: in cards or in commanders, whichever is more."""
    enemy = 1 - side
    return max(state.lost[enemy] / state.to_win, state.lost_commanders[enemy] / state.commanders_to_win)


def random_move(state: Any, rng: Any, squares: Any) -> Any:
    """Any of the legal moves, without listing them. `squares` has room for a set for each card in the hand."""
    if state.phase == DEPLOY:
        n, hand, on = 0, state.hand[state.turn], deployment(state)
        for i in range(count(hand)):
            squares[i] = places(state.turn, first(hand), on)
            n += count(squares[i])
            hand &= hand - ONE
        if n == 0:
            return PASS
        k, i, hand = below(rng, n), 0, state.hand[state.turn]
        while k >= count(squares[i]):
            k -= count(squares[i])
            i += 1
            hand &= hand - ONE
        return (first(hand) << SQUARE_BITS) + nth(squares[i], k)
    if state.phase == FIRE:
        return any_of(rng, worth_firing_at(state, state.choices), TARGET, HOLD, True)
    return any_of(rng, state.choices, RECALL, DRAW, state.deck[state.turn] != NO_CARDS)


def any_of(rng: Any, squares: Any, base: Any, other: Any, has_other: Any) -> Any:
    """`base` plus any of the squares, or as likely as each of them, if there is one, the `other` move."""
    n = count(squares)
    k = below(rng, n + has_other)
    return other if k == n else base + nth(squares, k)


def nth(squares: Any, k: Any) -> Any:
    """The k-th square of a set."""
    return first(nth_bit(squares, np.uint64(k)))


def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
    """Uniformly random moves."""
    squares = np.empty(HAND, np.uint64)
    for length in range(1, limit + 1):
        move = random_move(state, rng, squares)
        if trace is not None:
            trace[length - 1] = np.int64(state.turn) * ACTIONS + move
        play(state, move)
        if state.phase == FINISHED:
            returns(state, out)
            return length
    return TOO_LONG


# ---- hidden information -------------------------------------------------------------------------------------------


def determinize(state: Any, observer: int, rng: Any) -> None:
    """Any of the cards that the observer has not seen may be in the enemy's hand, and both decks in any order."""
    enemy = 1 - observer
    known = state.known[enemy]
    unseen = (state.hand[enemy] | state.deck[enemy]) & ~known
    drawn = draw(rng, unseen, count(state.hand[enemy]) - count(known))
    state.hand[enemy] = known | drawn
    state.deck[enemy] = unseen & ~drawn
    for side in range(2):
        if state.deck[side] != NO_CARDS:
            state.future[side, 0] = bits(rng)


# ---- the game -----------------------------------------------------------------------------------------------------


def game(cards: int = 20, commanders: int = 4) -> Game:
    """`cards` 1 to 36 and `commanders` 1 to 6: how many eliminated enemies win."""
    if type(cards) is not int or not 1 <= cards <= 36:
        raise OptionError(f"skirmish: cards must be a whole number from 1 to 36, not {cards!r}")
    if type(commanders) is not int or not 1 <= commanders <= COMMANDERS:
        raise OptionError(f"skirmish: commanders must be a whole number from 1 to {COMMANDERS}, not {commanders!r}")

    def start(state: Any, rng: Any) -> None:
        begin(state, cards, commanders)
        deal(state, rng)

    return declare(
        globals(),
        locals(),
        evaluate=evaluate,
        name="skirmish",
        state=STATE,
        players=2,
        max_moves=MAX_MOVES,
        actions=ACTIONS,
        max_length=MAX_LENGTH,
        move_name=move_name,
        render=render,
        view=view,
        notation=notation,
        from_notation=from_notation,
        trusted=True,
    )
