"""Confrontation: nine hidden characters a side cross a mountain range in opposite directions.

Light wins when the bearer enters Dark's home (d4). Dark wins when the bearer is defeated, or when three of its
characters stand in Light's home (a1). Who cannot move loses.

                    d4                  Dark's home, up to 4 characters
                 c4    d3
              b4    c3    d2
           a4    b3    c2    d1         mountains, 1 character a side; the other regions hold 2
              a3    b2    c1
                 a2    b1
                    a1                  Light's home, up to 4 characters

Dark begins. A turn moves one character one region forward: for Light to the next letter or digit, for Dark to the
one before. Light may also go down the river (d2 to c3, c3 to b4) and through the tunnel (b2 to c3). To enter a
region that enemies hold is to attack: they are fought one after the other, drawn by chance. Both fighters are shown,
their powers take effect, Light's first, then each side plays one of its nine cards face down; the lower sum of
strength and card is defeated. Powers and cards are in docs/games/confrontation.md, the board in
`confrontation_board`, the course of a battle in `confrontation_battle`.

Hidden are who the enemy's characters are, and Dark's card until Light has played one too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import CHANCE, OVER, Game, declare
from .confrontation_battle import bearer_wins, card_is_secret, dark_card_is_open, decide, follow_up, is_guarded, used
from .confrontation_board import (
    ACCEPT,
    ACTIONS,
    ALL_CARDS,
    AMBUSH,
    ARRIVE,
    BEARER,
    CARD,
    CARDS,
    CHARACTERS,
    DARK,
    DARK_CARD,
    DARK_HOME,
    DARK_RETREATS,
    DECLINE,
    DRAW,
    DUEL,
    ESCAPE,
    FINISHED,
    FIXED,
    GUARDIAN,
    HOMES,
    LIGHT,
    LIGHT_CARD,
    LIGHT_RECALLS,
    LIGHT_RETREATS,
    LONGEST,
    MOVE,
    NO_CARD,
    NOBODY,
    NOWHERE,
    OPEN_CARD,
    OUT,
    OUTPOSTS,
    REGION,
    SECRET_CARD,
    SHOW,
    SILENCE,
    STATE,
    STEP_IN,
    SUPPORT,
    TUNNEL_IN,
    TUNNEL_ROOF,
    UNSEEN,
    WARDEN,
)
from .confrontation_notation import from_notation, notation
from .confrontation_pieces import ONE, can_move, character_moves, count, fighter_of, list_regions, place_of, refuges
from .confrontation_sight import draw_places, follow, lose_track, reveal
from .confrontation_text import move_name, render, view

MAX_MOVES = 40  # Dark: 6 characters with 2 moves each, the tyrant with 4, the flyer and the rider with up to 11
WHO = np.full(FINISHED + 1, DARK)
"""[phase]: who decides; in MOVE the side to move does."""
WHO[[STEP_IN, SUPPORT, ESCAPE, LIGHT_CARD, LIGHT_RECALLS, LIGHT_RETREATS]] = LIGHT
WHO[[DRAW, SHOW]] = CHANCE
WHO[FINISHED] = OVER


def begin(state: Any, home_need: int, recycle_cards: int) -> None:
    """Everything but the characters."""
    state.where[:] = OUT
    state.crowd[:] = 0
    state.left[:] = 0
    state.hand[:] = ALL_CARDS
    state.table[:] = NO_CARD
    state.fighter[:] = NOBODY
    state.goes[:] = NOWHERE
    state.site = 0
    state.later = 0
    state.exposed = 0
    state.supported = 0
    state.turn = DARK
    state.phase = MOVE
    state.winner = NOBODY
    state.plies = 0
    state.home_need = home_need
    state.recycle_cards = recycle_cards
    state.seen[:] = 0
    state.guesses[:] = 1
    state.guess[:] = 0


def enter(state: Any, side: int, character: int, region: Any) -> None:
    state.where[side, character] = region
    state.left[side] += 1
    state.crowd[side] += ONE << 4 * region


def set_up(state: Any, rng: Any) -> None:
    """Draw each side's setup: four at home, the others at the five outposts."""
    for side in range(2):
        for k in range(CHARACTERS):
            character = below(rng, CHARACTERS)
            while state.where[side, character] != OUT:
                character = below(rng, CHARACTERS)
            enter(state, side, character, OUTPOSTS[side, k] if k < 5 else HOMES[side])


def set_up_fixed(state: Any) -> None:
    for side in range(2):
        for character in range(CHARACTERS):
            enter(state, side, character, FIXED[side, character])


def mover(state: Any) -> Any:
    return state.turn if state.phase == MOVE else WHO[state.phase]


def moves(state: Any, out: Any) -> Any:
    phase = state.phase
    if phase == MOVE:
        return character_moves(state, state.turn, out)
    if phase == DRAW:
        return defenders(state, out)
    if phase == SHOW:
        out[0] = OPEN_CARD + np.int64(state.table[DARK])
        return 1
    if phase in (ESCAPE, DARK_RETREATS, LIGHT_RETREATS):
        n = list_regions(refuges(state, WHO[phase]), REGION, out, 0)
        out[n] = DECLINE
        return n + (phase == ESCAPE)
    if phase > SILENCE:  # a card from the hand, or later, to recall, from the used ones
        return cards(used(state, WHO[phase]) if phase > SHOW else state.hand[WHO[phase]], out)
    out[0] = DECLINE
    out[1] = ACCEPT
    return 2 if has_power(state) else 1


def has_power(state: Any) -> Any:
    """Whether the player who is asked to use a power can: the enemy cannot always know."""
    if state.phase == AMBUSH:
        return state.where[DARK, WARDEN] == TUNNEL_ROOF
    if state.phase == STEP_IN:
        return state.where[LIGHT, GUARDIAN] == state.site
    if state.phase == SUPPORT:
        return state.where[LIGHT, BEARER] == state.site
    return True


def defenders(state: Any, out: Any) -> int:
    """Chance draws among the defenders. A bearer already shown was passed over by the attacker, unless it is alone."""
    side = 1 - state.turn
    passed_over = NOBODY
    if side == LIGHT and state.exposed and count(state, LIGHT, state.site) > 1:
        passed_over = BEARER
    n = 0
    for character in range(CHARACTERS):
        if state.where[side, character] == state.site and character != passed_over:
            out[n] = DUEL + CHARACTERS * fighter_of(state, state.turn) + character
            n += 1
    return n


def cards(among: int, out: Any) -> int:
    n = 0
    for card in range(CARDS):
        if among >> card & 1:
            out[n] = CARD + card
            n += 1
    return n


def play(state: Any, move: int) -> None:
    """Do what a move does, and keep what each side knows of the other."""
    state.plies += 1
    is_move = state.phase <= AMBUSH
    may_show = state.phase <= SUPPORT
    decide(state, move)
    shows = may_show and is_shown(state)
    if shows:
        show(state)
    dark, light = fighter_of(state, DARK), fighter_of(state, LIGHT)  # either may be NOBODY, and is then passed over
    dark_origin, light_origin = place_of(state, DARK, dark), place_of(state, LIGHT, light)
    follow_up(state)
    for side in range(2):
        character, origin = (light, light_origin) if side == LIGHT else (dark, dark_origin)
        to = place_of(state, side, character)
        if character == NOBODY or to == origin:
            continue
        if is_move and not shows:
            lose_track(state, side, origin, to)
        else:
            follow(state, side, character, origin, to)


def is_shown(state: Any) -> Any:
    """Whether a character has just begun to fight, joined a battle, or won by its move."""
    attacks = count(state, 1 - state.turn, state.site) > 0
    return state.phase > DRAW or (state.phase == ARRIVE and (attacks or bearer_wins(state)))


def show(state: Any) -> None:
    """The enemy sees the fighters, and the bearer who supports the guardian."""
    for who in range(3):
        side = LIGHT if who else DARK
        character = fighter_of(state, side) if who < 2 else np.int64(BEARER if state.supported else NOBODY)
        if character != NOBODY:
            reveal(state, side, character)


def returns(state: Any, out: Any) -> None:
    out[0] = out[1] = 0.0
    if state.winner != NOBODY:
        out[state.winner] = 1.0
        out[1 - state.winner] = -1.0


def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
    """Uniformly random moves. Nobody looks on: what the players know is not kept."""
    buffer = np.empty(MAX_MOVES, np.int32)
    for length in range(1, limit + 1):
        n = moves(state, buffer)
        state.plies += 1
        move = buffer[below(rng, n)]
        if trace is not None:
            player = mover(state)
            trace[length - 1] = player * ACTIONS + move if player != CHANCE else CHANCE
        decide(state, move)
        follow_up(state)
        if state.phase == FINISHED:
            returns(state, out)
            return length
    return TOO_LONG


# ---- hidden information --------------------------------------------------------------------------------------------


def determinize(state: Any, observer: int, rng: Any) -> None:
    side = 1 - observer
    stuck = True
    while stuck:
        draw_places(state, side, rng)
        # Nobody is to move who cannot: sometimes only a character's power explains why the game is not over.
        stuck = state.phase == MOVE and state.turn == side and not can_move(state, side)
    if state.phase == AMBUSH and side == LIGHT:
        state.fighter[LIGHT] = any_of(state, LIGHT, TUNNEL_IN, rng)
    if card_is_secret(state) and side == DARK:
        state.table[DARK] = any_card(state.hand[DARK], rng)


def any_of(state: Any, side: int, region: int, rng: Any) -> int:
    k = below(rng, count(state, side, region))
    for character in range(CHARACTERS):
        if state.where[side, character] == region:
            if k == 0:
                return character
            k -= 1
    return NOBODY


def any_card(hand: int, rng: Any) -> Any:
    card = below(rng, CARDS)
    while not hand >> card & 1:
        card = below(rng, CARDS)
    return card


def observe(state: Any, move: int, observer: int) -> Any:
    """A character's move is seen without who it is, unless it attacks or wins; Dark's card unless it lies open."""
    if state.phase == DARK_CARD:
        return move if dark_card_is_open(state) else SECRET_CARD
    if state.phase != MOVE:
        return move
    side, character, to = state.turn, move >> 4, move & 15
    attacks = count(state, 1 - side, to) > 0 and not is_guarded(state, move)
    if attacks or (side == LIGHT and character == BEARER and to == DARK_HOME):
        return move
    return UNSEEN + 16 * place_of(state, side, character) + to


# ---- the game ------------------------------------------------------------------------------------------------------


def game(setup: str = "random", home_need: int = 3, recycle_cards: bool = True) -> Game:
    if setup not in ("random", "fixed"):
        raise OptionError(f"confrontation: setup must be 'random' or 'fixed', not {setup!r}")
    if home_need not in (3, 4) or isinstance(home_need, bool):
        raise OptionError(f"confrontation: home_need must be 3 or 4, not {home_need!r}")
    if not isinstance(recycle_cards, bool):
        raise OptionError(f"confrontation: recycle_cards must be true or false, not {recycle_cards!r}")
    at_random, recycle = setup == "random", int(recycle_cards)

    def start(state: Any, rng: Any) -> None:
        begin(state, home_need, recycle)
        if at_random:
            set_up(state, rng)
        else:
            set_up_fixed(state)

    return declare(
        globals(),
        locals(),
        name="confrontation",
        state=STATE,
        players=2,
        max_moves=MAX_MOVES,
        actions=ACTIONS,
        max_length=LONGEST,
        move_name=move_name,
        render=render,
        view=view,
        notation=notation,
        from_notation=from_notation,
        trusted=True,
    )
