"""What must be true in each phase of `confrontation` for a position that somebody wrote to make sense. Never compiled.

The rules trust this: a fighter who is not where the battle is, or whom the enemy may believe elsewhere, would be taken
from a region that it is not in.
"""

from __future__ import annotations

from typing import Any

from ..errors import PositionError
from .confrontation_battle import bearer_is_shown, dark_card_is_open, is_guarded, used
from .confrontation_board import (
    ALL_CARDS,
    AMBUSH,
    BEARER,
    DARK,
    DARK_CARD,
    DARK_HOME,
    DARK_RECALL,
    DARK_RECALLS,
    DARK_RETREAT,
    DARK_RETREATS,
    DRAW,
    ESCAPE,
    FINISHED,
    GIANT,
    GUARDIAN,
    HOUND,
    LIGHT,
    LIGHT_CARD,
    LIGHT_HOME,
    LIGHT_RECALL,
    LIGHT_RECALLS,
    LIGHT_RETREAT,
    LIGHT_RETREATS,
    LONGEST,
    MOVE,
    NAMES,
    NO_CARD,
    NOBODY,
    NOWHERE,
    OUT,
    REGIONS,
    SCHEMER,
    SCOUT,
    SHOW,
    SILENCE,
    STEP_IN,
    SUPPORT,
    TARGET,
    TUNNEL_IN,
    TUNNEL_OUT,
)
from .confrontation_pieces import can_move, count, refuges
from .confrontation_text import certain


def check_end(state: Any) -> None:
    """That the game is over just when the rules say so, and that the right side has won."""
    winner = _winner(state)
    if state.phase != FINISHED:
        if winner != NOBODY or state.plies == LONGEST:
            raise PositionError("the game is over by its rules")
    elif winner != state.winner or (winner == NOBODY and state.plies < LONGEST):
        raise PositionError("the game is not over, or not won by this side, by its rules")


def _winner(state: Any) -> Any:
    if state.where[LIGHT, BEARER] == OUT:
        return DARK
    if state.left[DARK] == 0 or state.where[LIGHT, BEARER] == DARK_HOME:
        return LIGHT
    if state.fighter.tolist() != [NOBODY, NOBODY]:
        return NOBODY
    if count(state, DARK, LIGHT_HOME) >= state.home_need:
        return DARK
    return NOBODY if can_move(state, state.turn) else 1 - state.turn


def check_battle(state: Any) -> None:
    """That what was said of a battle, or that nothing was, agrees with the phase and with the rest."""
    phase, fighting = state.phase, state.fighter.tolist() != [NOBODY, NOBODY]
    if phase == FINISHED:
        return
    _check_hands(state)
    if phase == MOVE:
        _need(not fighting, "no battle while a character is to move")
        _need(not _shared(state), "no region with characters of both sides before one of them moves")
        return
    _need(fighting, "a battle")
    if phase == AMBUSH:
        _check_ambush(state)
        return
    _check_places(state)
    _check_remarks(state)
    _check_table(state)
    for right, wanted in _conditions(state):
        _need(right, wanted)


def _need(right: Any, wanted: str) -> None:
    if not right:
        raise PositionError(f"this phase needs {wanted}")


def _shared(state: Any) -> list[int]:
    """The regions with characters of both sides."""
    return [r for r in range(REGIONS) if count(state, DARK, r) > 0 and count(state, LIGHT, r) > 0]


def _check_hands(state: Any) -> None:
    """Both sides always play a card each."""
    dark, light = (int(state.hand[side]).bit_count() for side in range(2))
    if dark != light:
        raise PositionError(f"both sides have as many cards, not {dark} and {light}")
    if dark == 0 and state.recycle_cards and state.phase in (MOVE, AMBUSH):
        raise PositionError("a hand that is empty gets all its cards back")


def _check_ambush(state: Any) -> None:
    who = int(state.fighter[LIGHT])
    _need(state.turn == LIGHT and who != NOBODY, "a character of Light's that moves")
    _need(state.site == TUNNEL_OUT and state.where[LIGHT, who] == TUNNEL_IN, "that character in b2, on its way to c3")
    _need(is_guarded(state, 16 * who + TUNNEL_OUT), "somebody of Dark's in b3")
    _need(state.fighter[DARK] == NOBODY and not _shared(state), "no battle")
    quiet = state.table.tolist() == [NO_CARD, NO_CARD] and state.goes[DARK] == NOWHERE
    _need(quiet and not (state.later or state.exposed or state.supported), "no cards and no remarks")


def _check_places(state: Any) -> None:
    attacker, defender = int(state.fighter[state.turn]), int(state.fighter[1 - state.turn])
    _need(attacker != NOBODY, "an attacker")
    _need((defender == NOBODY) == (state.phase in (TARGET, DRAW)), "a defender, but before one is drawn")
    _need(_shared(state) == [state.site], "the battle, and no other, where characters of both sides are")
    _need(count(state, state.turn, state.site) == 1, "the attacker alone")
    for side in range(2):
        who = int(state.fighter[side])
        if who != NOBODY:
            _need(certain(state, side).get(who) == state.site, f"the {NAMES[side][who]} there, and seen to be there")


def _check_remarks(state: Any) -> None:
    if state.exposed:
        _need(state.turn == DARK and BEARER in certain(state, LIGHT), "an exposed bearer attacked, and seen by Dark")
    elif state.turn == DARK:
        _need(state.fighter[LIGHT] != BEARER, "the remark that the bearer is exposed, as it fights")
    if state.supported:
        beside = state.exposed and bearer_is_shown(state)
        _need(state.fighter[LIGHT] == GUARDIAN and state.turn == DARK and beside, "a bearer beside who is supported")


def _check_table(state: Any) -> None:
    """Cards are put down from the hand, and used once both are open. The giant's is taken away."""
    phase, goes = state.phase, state.goes[DARK]
    light_lies, dark_lies = phase >= SHOW, phase >= LIGHT_CARD
    giant = phase > SHOW and state.fighter[DARK] == GIANT
    _need((state.table[DARK] != NO_CARD) == (dark_lies and not giant), "a card of Dark's if it has played one")
    _need((state.table[LIGHT] != NO_CARD) == light_lies, "a card of Light's if it has played one")
    _need(goes == NOWHERE or phase in (LIGHT_RECALLS, LIGHT_RETREATS), "no retreat of Dark's")
    for side in range(2):
        card = int(state.table[side])
        if card != NO_CARD:
            held = bool(state.hand[side] >> card & 1)
            _need(held == (phase <= SHOW), "cards in hand until both lie open, and not later")
    if phase > SHOW:
        _need(state.hand[DARK] != ALL_CARDS, "used cards")


def _conditions(state: Any) -> list[tuple[Any, str]]:
    """What each phase asks for besides."""
    phase, dark, light = state.phase, state.fighter[DARK], state.fighter[LIGHT]
    attacked, beside = state.turn == DARK, count(state, LIGHT, state.site) > 1
    if phase == TARGET:
        return [(attacked and beside and state.later and bearer_is_shown(state), "a shown bearer beside others")]
    if phase == DRAW:
        return [(not state.supported, "nobody supported")]
    if phase == STEP_IN:
        alive = state.where[LIGHT, GUARDIAN] != OUT
        return [(attacked and light == BEARER and beside and alive, "the bearer attacked, beside others")]
    if phase == SUPPORT:
        open_to = attacked and light == GUARDIAN and beside and dark != HOUND
        return [(open_to and not bearer_is_shown(state), "the guardian attacked, beside others, and no shown bearer")]
    if phase == ESCAPE:
        able = dark != HOUND and ((light == BEARER and attacked) or (light == SCOUT and not attacked))
        return [(able and refuges(state, LIGHT) != 0, "a bearer or scout who can escape")]
    if phase == SILENCE:
        return [(dark == SCHEMER, "the schemer")]
    if phase in (DARK_CARD, LIGHT_CARD):
        return [(state.hand[DARK] != 0, "cards in hand")]
    if phase == SHOW:
        return [(not dark_card_is_open(state), "a card that lay face down")]
    if phase in (DARK_RECALLS, LIGHT_RECALLS):
        side, recall = (DARK, DARK_RECALL) if phase == DARK_RECALLS else (LIGHT, LIGHT_RECALL)
        return [(state.table[side] == recall and used(state, side) != 0, "a recall, and used cards")]
    side, retreat = (DARK, DARK_RETREAT) if phase == DARK_RETREATS else (LIGHT, LIGHT_RETREAT)
    ways = refuges(state, side)
    return [(state.table[side] == retreat and ways & (ways - 1) != 0, "a retreat, and two ways to go")]
