"""The course of a turn of `skirmish` after a card is deployed: archers fire, cards are eliminated, the turn ends.

No sums of arrows are kept. Between turns no card is attacked by more than it can bear, so in a turn only those can be
eliminated that stand beside the new card or that are fired at, and the new card itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import nth_bit, popcount
from ..rng import below
from .skirmish_board import (
    ARCHER,
    AROUND,
    CARDS,
    DEFENCE,
    DEPLOY,
    DRAW,
    END,
    FINISHED,
    FIRE,
    HAND,
    IS_COMMANDER,
    LONGEST,
    MISSILE,
    NO_CARDS,
    NO_PIECE,
    NO_SQUARES,
    NOBODY,
    NOWHERE,
    ONE,
    RANGE,
    RECALL,
    SIDEWAYS,
    STEPS,
    STRIKE,
    UPWARDS,
)
from .skirmish_deck import DIRECTIONS

UNDECIDED, NO_MOVE = -1, -2
"""Instead of a move that ends the turn: somebody is asked, or the game is over; there is none."""


def count(members: Any) -> Any:
    """How many squares or cards are in a set."""
    return np.int64(popcount(members))


def bit(member: Any) -> Any:
    return ONE << np.uint64(member)


def first(members: Any) -> Any:
    """The lowest square or card of a set that is not empty."""
    return count((members & (~members + ONE)) - ONE)


def surroundings(squares: Any) -> Any:
    """These squares and all next to them; bits in the gap may be set."""
    row = squares | squares << SIDEWAYS | squares >> SIDEWAYS
    return row | row << UPWARDS | row >> UPWARDS


def attack(state: Any, side: Any, target: Any) -> Any:
    """What the arrows of `side` that point at a square add up to. (Unsigned indices are not checked for a sign.)"""
    total = 0
    for direction in range(DIRECTIONS):
        total += STRIKE[np.uint64(side), state.piece[np.uint64(target - STEPS[direction])], direction]
    return total


# ---- archers ------------------------------------------------------------------------------------------------------


def missile(state: Any, archer: Any) -> Any:
    """The value of the missile of the card on a square."""
    return MISSILE[state.piece[archer]]


def in_range(state: Any, archer: Any) -> Any:
    """The enemies that the archer of the side to move on a square can fire at."""
    return RANGE[state.piece[archer], archer] & state.own[1 - state.turn]


def missiles(state: Any, target: Any) -> Any:
    """What the archers who aim at a square add up to."""
    total = 0
    if state.targets & bit(target) != NO_SQUARES:
        archers = state.bows[state.turn]
        while archers != NO_SQUARES:
            at = first(archers)
            if state.aim[ARCHER[state.piece[at]]] == target:
                total += missile(state, at)
            archers &= archers - ONE
    return total


def worth_firing_at(state: Any, waiting: Any) -> Any:
    """Whom the first of the archers `waiting` may fire at: enemies that are not eliminated so far, but would be if
    all who wait fired at them. Everything else would make no difference."""
    found = NO_SQUARES
    targets = in_range(state, first(waiting))
    while targets != NO_SQUARES:
        target = first(targets)
        bears = DEFENCE[state.piece[target]] - attack(state, state.turn, target) - missiles(state, target)
        power, archers = 0, waiting
        while archers != NO_SQUARES:
            at = first(archers)
            if in_range(state, at) & bit(target) != NO_SQUARES:
                power += missile(state, at)
            archers &= archers - ONE
        if 0 <= bears < power:
            found |= bit(target)
        targets &= targets - ONE
    return found


def idle_archers(state: Any) -> Any:
    """The archers of the side to move that no enemy stands beside: the others are engaged, and do not fire."""
    archers = state.bows[state.turn]
    return archers & ~surroundings(state.own[1 - state.turn]) if archers != NO_SQUARES else archers


def aim(state: Any, target: Any) -> None:
    """The archer who is asked aims at a square."""
    state.aim[ARCHER[state.piece[first(state.choices)]]] = target
    state.targets |= bit(target)


def resolve(state: Any, waiting: Any) -> Any:
    """Ask the first of the archers `waiting` who has a target. If there is none, the turn goes on: as `fight` says."""
    while waiting != NO_SQUARES and worth_firing_at(state, waiting) == NO_SQUARES:
        waiting &= waiting - ONE
    state.choices = waiting
    if waiting != NO_SQUARES:
        state.phase = FIRE
        return UNDECIDED
    return fight(state)


# ---- elimination --------------------------------------------------------------------------------------------------


def fight(state: Any) -> Any:
    """Eliminate on both sides at the same time. Returns how the turn ends, or UNDECIDED."""
    side, enemy = state.turn, 1 - state.turn
    placed = np.int64(state.placed)
    suspects = state.targets
    falls = False
    if placed != NOWHERE:
        suspects |= AROUND[placed] & state.own[enemy]
        falls = attack(state, enemy, placed) > DEFENCE[state.piece[placed]]
    doomed = NO_SQUARES
    while suspects != NO_SQUARES:
        target = first(suspects)
        if attack(state, side, target) + missiles(state, target) > DEFENCE[state.piece[target]]:
            doomed |= bit(target)
        suspects &= suspects - ONE
    busy = fighters(state, doomed)
    while doomed != NO_SQUARES:
        eliminate(state, enemy, first(doomed))
        doomed &= doomed - ONE
    if placed != NOWHERE:
        busy |= bit(placed)
        if falls:
            eliminate(state, side, placed)
    if state.targets != NO_SQUARES:
        state.targets = NO_SQUARES
        state.aim[:] = NOWHERE
    loses, wins = is_beaten(state, side), is_beaten(state, enemy)
    if loses or wins:
        state.winner = NOBODY if loses and wins else side if wins else enemy
        close(state)
        return UNDECIDED
    return offer(state, busy)


def fighters(state: Any, doomed: Any) -> Any:
    """The cards of the side to move that take part in eliminating the enemies `doomed`."""
    side = state.turn
    busy = NO_SQUARES
    if doomed != NO_SQUARES and state.targets != NO_SQUARES:
        archers = state.bows[side]
        while archers != NO_SQUARES:
            target = state.aim[ARCHER[state.piece[first(archers)]]]
            if target != NOWHERE and doomed & bit(target) != NO_SQUARES:
                busy |= bit(first(archers))
            archers &= archers - ONE
    while doomed != NO_SQUARES:
        target = first(doomed)
        for direction in range(DIRECTIONS):
            at = target - STEPS[direction]
            if STRIKE[side, state.piece[at], direction] > 0:
                busy |= bit(at)
        doomed &= doomed - ONE
    return busy


def eliminate(state: Any, side: Any, square: Any) -> None:
    """The card of `side` on a square is out of the game."""
    state.lost[side] += 1
    state.lost_commanders[side] += IS_COMMANDER[state.piece[square]]
    take_off(state, side, square)


def take_off(state: Any, side: Any, square: Any) -> None:
    state.piece[square] = NO_PIECE
    state.own[side] &= ~bit(square)
    state.bows[side] &= ~bit(square)


def is_beaten(state: Any, side: Any) -> Any:
    return state.lost[side] >= state.to_win or state.lost_commanders[side] >= state.commanders_to_win


# ---- the end of a turn --------------------------------------------------------------------------------------------


def offer(state: Any, busy: Any) -> Any:
    """The side to move draws, or recalls a card that is neither engaged nor `busy`. Where it has a choice it is asked,
    UNDECIDED; else the only move, or NO_MOVE."""
    side = state.turn
    has_room = count(state.hand[side]) < HAND
    idle = state.own[side] & ~surroundings(state.own[1 - side]) & ~busy if has_room else NO_SQUARES
    draws = has_room and state.deck[side] != NO_CARDS
    n = count(idle) + draws
    state.choices = idle
    if n > 1:
        state.phase = END
        return UNDECIDED
    return DRAW if draws else RECALL + first(idle) if n == 1 else NO_MOVE


def end_turn(state: Any, move: Any) -> None:
    """Draw or recall, or neither (NO_MOVE), and hand over the turn."""
    side = state.turn
    if move == DRAW:
        draw_card(state, side)
    elif move != NO_MOVE:
        square = move - RECALL
        card = bit(state.piece[square] - CARDS * side)
        state.hand[side] |= card
        state.known[side] |= card
        take_off(state, side, square)
    state.turn = 1 - side
    state.turns += 1
    if state.hand[1 - side] == NO_CARDS:
        state.winner = side
        close(state)
    elif state.turns == LONGEST:
        close(state)
    else:
        state.phase = DEPLOY
        state.choices = NO_SQUARES
        state.placed = NOWHERE


def close(state: Any) -> None:
    """The game is over."""
    state.phase = FINISHED
    state.choices = NO_SQUARES
    state.placed = NOWHERE


def draw_card(state: Any, side: Any) -> None:
    """The next card of the deck."""
    card = nth_bit(state.deck[side], np.uint64(below(state.future[side], count(state.deck[side]))))
    state.deck[side] ^= card
    state.hand[side] |= card
    if state.deck[side] == NO_CARDS:
        state.future[side, 0] = 0
