"""A turn of `confrontation`, phase by phase: what a decision does, and the steps that follow of themselves.

Every step looks at the phase, does its part and sets the next phase. Phases are numbered in the order in which a
turn runs through them, so one pass over the steps, from `follow_up`, leads to the next decision.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .confrontation_board import (
    ACCEPT,
    ALL_CARDS,
    AMBUSH,
    ARRIVE,
    BEARER,
    CARD,
    CARD_VALUE,
    CHARACTERS,
    COMPARE,
    DARK,
    DARK_CARD,
    DARK_EFFECT,
    DARK_HOME,
    DARK_POWER,
    DARK_RECALL,
    DARK_RECALLS,
    DARK_RETREAT,
    DARK_RETREATS,
    DECLINE,
    DRAW,
    DUEL,
    DUEL_OVER,
    ESCAPE,
    FINISHED,
    GIANT,
    GUARDIAN,
    HANDS,
    HORDE,
    HOUND,
    LAIR,
    LIGHT,
    LIGHT_CARD,
    LIGHT_EFFECT,
    LIGHT_HOME,
    LIGHT_POWER,
    LIGHT_RECALL,
    LIGHT_RECALLS,
    LIGHT_RETREAT,
    LIGHT_RETREATS,
    LIGHT_TURN,
    LONGEST,
    LURKER,
    MARTYR,
    MOVE,
    NO_CARD,
    NOBODY,
    NOWHERE,
    OUT,
    PREY,
    REGION,
    SACRIFICE,
    SAGE,
    SCHEMER,
    SCOUT,
    SHOW,
    SILENCE,
    SPEND,
    STEP_IN,
    STRENGTH,
    SUPPORT,
    SUPPORTED_STRENGTH,
    TARGET,
    TUNNEL_IN,
    TUNNEL_OUT,
    TUNNEL_ROOF,
    TURN_OVER,
    VEIL,
    WARDEN,
    WATCH,
)
from .confrontation_pieces import can_move, count, fighter_of, first_region, full, held, put, refuges

# ---- decisions ----------------------------------------------------------------------------------------------------


def decide(state: Any, move: int) -> None:
    """Take note of the move of the player, or of chance, whose phase it is."""
    phase = state.phase
    if phase == MOVE:
        state.fighter[state.turn] = move >> 4
        state.site = move & 15
        state.phase = AMBUSH if is_guarded(state, move) else ARRIVE
    elif phase == AMBUSH:
        state.phase = ARRIVE
        if move == ACCEPT:
            state.fighter[DARK] = WARDEN
            state.goes[LIGHT] = OUT
            state.phase = DUEL_OVER
    elif phase == TARGET and move == DECLINE:
        state.phase = DRAW
    elif phase <= DRAW:
        meet(state, BEARER if phase == TARGET else (move - DUEL) % CHARACTERS)
    elif phase == STEP_IN:
        state.phase = LIGHT_POWER
        if move == ACCEPT:
            state.fighter[LIGHT] = GUARDIAN
            state.supported = 1
    elif phase == SUPPORT:
        state.phase = LIGHT_POWER
        if move == ACCEPT:
            state.exposed = state.supported = 1
    elif phase == SILENCE:
        state.phase = COMPARE if move == ACCEPT else HANDS
    elif phase == DARK_CARD:
        state.table[DARK] = move - CARD
        state.phase = LIGHT_CARD
    elif phase == LIGHT_CARD:
        state.table[LIGHT] = move - CARD
        state.phase = SPEND if dark_card_is_open(state) else SHOW
    elif phase == SHOW:
        state.phase = SPEND
    elif phase == DARK_RECALLS:
        state.table[DARK] = move - CARD
        state.phase = DARK_EFFECT
    elif phase == LIGHT_RECALLS:
        state.table[LIGHT] = move - CARD
        state.phase = LIGHT_EFFECT
    elif move == DECLINE:  # to escape
        state.phase = DARK_POWER
    elif phase == DARK_RETREATS:
        state.goes[DARK] = move - REGION
        state.phase = LIGHT_TURN
    else:
        state.goes[LIGHT] = move - REGION
        state.phase = DUEL_OVER


def is_guarded(state: Any, move: int) -> bool:
    """Whether a move leads through the tunnel under a mountain that Dark holds: for all Light knows, by the warden."""
    through = state.where[LIGHT, move >> 4] == TUNNEL_IN and move & 15 == TUNNEL_OUT
    return state.turn == LIGHT and through and count(state, DARK, TUNNEL_ROOF) > 0


def meet(state: Any, defender: int) -> None:
    """The attacker's opponent is known. Light is asked about the guardian wherever, for all that Dark knows, it or
    the bearer may stand beside the defender: the question itself gives nothing away."""
    state.fighter[1 - state.turn] = defender
    state.phase = LIGHT_POWER
    if state.turn == LIGHT:
        return
    beside = count(state, LIGHT, state.site) > 1
    if defender == BEARER:
        state.exposed = 1
        if beside and state.where[LIGHT, GUARDIAN] != OUT:
            state.phase = STEP_IN
    elif defender == GUARDIAN and beside and state.fighter[DARK] != HOUND:
        state.supported = bearer_is_shown(state)
        if not state.supported:
            state.phase = SUPPORT


def bearer_wins(state: Any) -> Any:
    """Whether the bearer is about to enter Dark's home."""
    return state.turn == LIGHT and state.fighter[LIGHT] == BEARER and state.site == DARK_HOME


def bearer_is_shown(state: Any) -> Any:
    return state.exposed and state.where[LIGHT, BEARER] == state.site


def dark_card_is_open(state: Any) -> Any:
    return state.fighter[LIGHT] == SAGE and state.fighter[DARK] != HOUND


def card_is_secret(state: Any) -> Any:
    """Whether a card of Dark's lies face down."""
    return (state.phase == LIGHT_CARD or state.phase == SHOW) and not dark_card_is_open(state)


# ---- steps that follow ---------------------------------------------------------------------------------------------


def follow_up(state: Any) -> None:
    """Go on until somebody is to decide, or chance is."""
    if state.phase == ARRIVE:
        arrive(state)
    if state.phase == LIGHT_POWER:
        light_power(state)
    if state.phase == DARK_POWER:
        dark_power(state)
    if state.phase == HANDS:
        state.phase = COMPARE if state.hand[DARK] == 0 else DARK_CARD
    if state.phase == SPEND:
        spend(state)
    if state.phase == DARK_EFFECT:
        dark_effect(state)
    if state.phase == LIGHT_TURN:
        recalls = state.table[LIGHT] == LIGHT_RECALL and used(state, LIGHT) != 0
        state.phase = LIGHT_RECALLS if recalls else LIGHT_EFFECT
    if state.phase == LIGHT_EFFECT:
        light_effect(state)
    if state.phase == COMPARE:
        compare(state)
    if state.phase == DUEL_OVER:
        duel_over(state)
    if state.phase == TURN_OVER:
        turn_over(state)
    if state.plies == LONGEST:
        state.phase = FINISHED


def arrive(state: Any) -> None:
    """A character reaches its region."""
    side = state.turn
    wins = bearer_wins(state)
    state.phase = DRAW if count(state, 1 - side, state.site) > 0 else TURN_OVER
    put(state, side, fighter_of(state, side), state.site)
    if wins:
        finish(state, LIGHT)


def light_power(state: Any) -> None:
    light, dark = state.fighter[LIGHT], state.fighter[DARK]
    state.phase = DARK_POWER
    if dark == HOUND:
        return
    if (light == BEARER and state.turn == DARK) or (light == SCOUT and state.turn == LIGHT):
        state.phase = ESCAPE
        if refuges(state, LIGHT) == 0:
            state.phase = DARK_POWER
    elif light == MARTYR or PREY[light] == dark:
        state.goes[DARK] = OUT
        if light == MARTYR:
            state.goes[LIGHT] = OUT
        state.phase = DUEL_OVER


def dark_power(state: Any) -> None:
    dark = state.fighter[DARK]
    state.phase = SILENCE if dark == SCHEMER else HANDS
    if dark == HORDE and state.turn == DARK and not state.later:
        state.goes[LIGHT] = OUT
        state.phase = DUEL_OVER


def spend(state: Any) -> None:
    """Both cards lie open and are used. The giant's has no effect."""
    for side in range(2):
        state.hand[side] &= ~(1 << np.int64(state.table[side]))
    if state.fighter[DARK] == GIANT:
        state.table[DARK] = NO_CARD
        state.phase = LIGHT_TURN
    elif state.table[DARK] == DARK_RECALL and used(state, DARK) != 0:
        state.phase = DARK_RECALLS
    else:
        state.phase = DARK_EFFECT


def used(state: Any, side: int) -> Any:
    """The cards that a recall, just played, can bring back."""
    recall = DARK_RECALL if side == DARK else LIGHT_RECALL
    return ALL_CARDS & ~state.hand[side] & ~(1 << recall)


def dark_effect(state: Any) -> None:
    card = state.table[DARK]
    state.phase = LIGHT_TURN
    if card == WATCH:
        state.phase = COMPARE  # none of Light's effects takes place
    elif card == DARK_RETREAT:
        retreat(state, DARK, DARK_RETREATS)


def light_effect(state: Any) -> None:
    """Also if Dark retreats: then there is nobody left to sacrifice oneself with, but Light may retreat as well."""
    card = state.table[LIGHT]
    state.phase = COMPARE
    if card == VEIL:
        state.table[DARK] = NO_CARD
    elif card == SACRIFICE and state.goes[DARK] == NOWHERE:
        state.goes[:] = OUT
    elif card == LIGHT_RETREAT:
        retreat(state, LIGHT, LIGHT_RETREATS)


def retreat(state: Any, side: int, choice: int) -> None:
    """Retreat if there is one way, go on to the phase `choice` if there are two."""
    ways = refuges(state, side)
    if ways & (ways - 1):
        state.phase = choice
    elif ways:
        state.goes[side] = first_region(ways)


def compare(state: Any) -> None:
    """If both still stand there, the weaker one is defeated, or both."""
    if state.goes[DARK] == NOWHERE and state.goes[LIGHT] == NOWHERE:
        dark, light = strength(state, DARK), strength(state, LIGHT)
        if dark <= light:
            state.goes[DARK] = OUT
        if light <= dark:
            state.goes[LIGHT] = OUT
    state.phase = DUEL_OVER


def strength(state: Any, side: int) -> Any:
    card = state.table[side]
    value = 0 if card == NO_CARD else CARD_VALUE[side, card]
    if side == LIGHT and state.supported and state.fighter[DARK] != HOUND:
        return value + SUPPORTED_STRENGTH
    return value + STRENGTH[side, state.fighter[side]]


def duel_over(state: Any) -> None:
    """Fighters are defeated or retreat, cards are laid aside; the attacker goes on while there are enemies."""
    lurker_wins = state.fighter[DARK] == LURKER and state.goes[LIGHT] == OUT and state.goes[DARK] == NOWHERE
    if lurker_wins and not (full(state, DARK) | held(state, LIGHT)) >> 4 * LAIR & 1:
        state.goes[DARK] = LAIR
    for side in range(2):
        if state.goes[side] != NOWHERE:
            put(state, side, fighter_of(state, side), np.int64(state.goes[side]))
            state.goes[side] = NOWHERE
    state.table[:] = NO_CARD
    if state.recycle_cards and state.hand[DARK] == 0:
        state.hand[:] = ALL_CARDS
    attacker, defenders = state.turn, 1 - state.turn
    if state.where[LIGHT, BEARER] == OUT:
        finish(state, DARK)
    elif state.left[DARK] == 0:
        finish(state, LIGHT)
    elif state.where[attacker, state.fighter[attacker]] == state.site and count(state, defenders, state.site) > 0:
        state.later = 1
        state.supported = 0
        state.fighter[defenders] = NOBODY
        state.phase = TARGET if bearer_is_shown(state) and count(state, LIGHT, state.site) > 1 else DRAW
    else:
        state.phase = TURN_OVER


def turn_over(state: Any) -> None:
    state.fighter[:] = NOBODY
    state.site = state.later = state.exposed = state.supported = 0
    state.turn = 1 - state.turn
    state.phase = MOVE
    if count(state, DARK, LIGHT_HOME) >= state.home_need:
        finish(state, DARK)
    elif not can_move(state, state.turn):
        finish(state, 1 - state.turn)


def finish(state: Any, winner: int) -> None:
    state.winner = winner
    state.phase = FINISHED
