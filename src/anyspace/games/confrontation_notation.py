"""Positions of `confrontation` as text: where each side's characters are, what its enemy knows of them, the cards in
hand; who is to move, moves made, the phase; in a battle, what has happened in it. Never compiled.

    b4,c4,d4,c3,d2,d3,d4,d4,d4 a1,a1,a1,a1,c1,a3,b1,b2,a2 - - all all dark 0 move

Characters are in the order of `NAMES`, Dark's first, `-` if defeated. Of what a side's enemy knows every guess is
written, in the order of the state: draws depend on it.
"""

from __future__ import annotations

from typing import Any

from ..errors import PositionError
from .confrontation_board import (
    AMBUSH,
    BEARER,
    CARD_NAMES,
    CARDS,
    CHARACTERS,
    DARK,
    DARK_CARD,
    DARK_HOME,
    DARK_RECALLS,
    DARK_RETREATS,
    DRAW,
    ESCAPE,
    FINISHED,
    FOUR_FIT,
    GUESSES,
    LIGHT,
    LIGHT_CARD,
    LIGHT_RECALLS,
    LIGHT_RETREATS,
    LONGEST,
    MOVE,
    NAMES,
    NO_CARD,
    NOBODY,
    NOWHERE,
    ONE_FITS,
    OUT,
    REGION_NAMES,
    REGIONS,
    SHOW,
    SILENCE,
    STEP_IN,
    SUPPORT,
    TARGET,
)
from .confrontation_phases import check_battle, check_end
from .confrontation_pieces import count
from .confrontation_sight import bearer_places, place_in, room
from .confrontation_text import SIDES, guesses
from .notation import NOBODY as NOTHING
from .notation import whole, words_in

PHASES = {
    MOVE: "move",
    AMBUSH: "ambush",
    TARGET: "target",
    DRAW: "draw",
    STEP_IN: "step-in",
    SUPPORT: "support",
    ESCAPE: "escape",
    SILENCE: "silence",
    DARK_CARD: "dark-card",
    LIGHT_CARD: "light-card",
    SHOW: "show",
    DARK_RECALLS: "dark-recalls",
    DARK_RETREATS: "dark-retreats",
    LIGHT_RECALLS: "light-recalls",
    LIGHT_RETREATS: "light-retreats",
}
ENDS = {int(DARK): "dark-won", int(LIGHT): "light-won", NOBODY: "drawn"}
TURNS = ("dark", "light")
FLAGS = ("later", "exposed", "supported")
PARTS = "dark light dark_seen light_seen dark_hand light_hand turn moves phase"
MORE = "site fighters cards retreat remarks"
ALL = "all"


# ---- writing


def notation(state: Any) -> str:
    phase = ENDS[int(state.winner)] if state.phase == FINISHED else PHASES[int(state.phase)]
    return " ".join(
        [
            *(",".join(map(_region, state.where[side])) for side in range(2)),
            *(_sightings(state, side) for side in range(2)),
            *(_hand(state, side) for side in range(2)),
            f"{TURNS[state.turn]} {state.plies} {phase}",
            *_battle(state),
        ]
    )


def _region(region: Any) -> str:
    return REGION_NAMES[region] if 0 <= region < REGIONS else NOTHING


def _sightings(state: Any, side: int) -> str:
    found = [",".join(f"{NAMES[side][c]}:{_region(at)}" for c, at in one.items()) for one in guesses(state, side)]
    return "|".join(found) or NOTHING


def _hand(state: Any, side: int) -> str:
    held = [CARD_NAMES[side][card] for card in range(CARDS) if state.hand[side] >> card & 1]
    return ALL if len(held) == CARDS else ",".join(held) or NOTHING


def _battle(state: Any) -> list[str]:
    """Where it is, who fights, the cards, where Dark goes, and what else has happened; nothing if there is none."""
    if state.fighter[DARK] == state.fighter[LIGHT] == NOBODY:
        return []
    fighters = [NAMES[side][who] if (who := int(state.fighter[side])) != NOBODY else NOTHING for side in range(2)]
    cards = [CARD_NAMES[side][card] if (card := int(state.table[side])) != NO_CARD else NOTHING for side in range(2)]
    flags = ",".join(flag for flag in FLAGS if state[flag]) or NOTHING
    return [REGION_NAMES[state.site], ",".join(fighters), ",".join(cards), _region(state.goes[DARK]), flags]


# ---- reading


def from_notation(state: Any, text: str) -> None:
    *parts, turn, plies, phase, site, fighters, cards, retreat, remarks = words_in(text, PARTS, MORE)
    state.crowd[:], state.left[:] = 0, 0
    for side in range(2):
        _read_places(state, side, parts[side])
    for side in range(2):
        _read_sightings(state, side, parts[2 + side])
        _read_hand(state, side, parts[4 + side])
    if turn not in TURNS:
        raise PositionError(f"the side to move must be dark or light, not {turn!r}")
    state.turn, state.plies = TURNS.index(turn), whole(plies, "the number of moves", 0, LONGEST)
    _read_phase(state, phase)
    if site and not remarks:
        raise PositionError(f"a battle needs {MORE!r}")
    if site:
        _read_battle(state, site, fighters, cards, retreat, remarks)
    check_end(state)
    check_battle(state)


def _named(word: str, names: Any, what: str) -> int:
    found = [*names]
    if word not in found:
        raise PositionError(f"there is no {what} {word!r}; there are {' '.join(found)}")
    return found.index(word)


def _read_places(state: Any, side: int, text: str) -> None:
    words = text.split(",")
    if len(words) != CHARACTERS:
        raise PositionError(f"{SIDES[side]} needs {CHARACTERS} regions with commas between them, not {len(words)}")
    state.where[side] = [OUT if word == NOTHING else _named(word, REGION_NAMES, "region") for word in words]
    numbers = [int((state.where[side] == region).sum()) for region in range(REGIONS)]
    for region, number in enumerate(numbers):
        fit = 1 if ONE_FITS >> 4 * region & 1 else 4 if FOUR_FIT >> 4 * region & 1 else 2
        if number > fit:
            raise PositionError(f"{SIDES[side]} has {number} characters in {REGION_NAMES[region]}, which holds {fit}")
    state.crowd[side] = sum(number << 4 * region for region, number in enumerate(numbers))
    state.left[side] = sum(numbers)


def _read_sightings(state: Any, side: int, text: str) -> None:
    """What the enemy knows of a side: every guess must be possible, and one of them true."""
    found = [_read_guess(state, side, guess) for guess in text.split("|")] if text != NOTHING else [{}]
    if len(found) > GUESSES or any(one.keys() != found[0].keys() for one in found):
        raise PositionError(f"what is seen of {SIDES[side]} must be 1 to {GUESSES} guesses of the same characters")
    truth = {character: int(state.where[side, character]) for character in found[0]}
    if truth not in found:
        raise PositionError(f"what is seen of {SIDES[side]} leaves out the truth")
    state.seen[side] = sum(1 << character for character in truth)
    state.guesses[side] = len(found)
    state.guess[side] = 0
    state.guess[side, : len(found)] = [sum(at << 4 * c for c, at in one.items()) for one in found]
    if len({*state.guess[side, : len(found)].tolist()}) < len(found):
        raise PositionError(f"what is seen of {SIDES[side]} says the same twice")
    for guess in state.guess[side, : len(found)]:
        _check_guess(state, side, guess)


def _read_guess(state: Any, side: int, text: str) -> dict[int, int]:
    found: dict[int, int] = {}
    for word in text.split(","):
        name, _, region = word.partition(":")
        character = _named(name, NAMES[side], f"character of {SIDES[side]}")
        if character in found or state.where[side, character] == OUT:
            raise PositionError(f"the {name} is seen twice or defeated")
        found[character] = _named(region, REGION_NAMES, "region")
    return found


def _check_guess(state: Any, side: int, guess: Any) -> None:
    seen = [int(place_in(guess, c)) for c in range(CHARACTERS) if state.seen[side] >> c & 1]
    fits = all(seen.count(region) <= count(state, side, region) for region in {*seen})
    alive = side != LIGHT or state.where[LIGHT, BEARER] != OUT
    if not fits or (alive and bearer_places(state, side, room(state, side, guess)) == 0):
        raise PositionError(f"what is seen of {SIDES[side]} has a guess that cannot be: so many are not there")


def _read_hand(state: Any, side: int, text: str) -> None:
    words = [*CARD_NAMES[side]] if text == ALL else [] if text == NOTHING else text.split(",")
    cards = [_named(word, CARD_NAMES[side], f"card of {SIDES[side]}") for word in words]
    if len({*cards}) < len(cards):
        raise PositionError(f"{SIDES[side]} has a card twice")
    state.hand[side] = sum(1 << card for card in cards)


def _read_phase(state: Any, phase: str) -> None:
    state.winner = NOBODY
    if phase in ENDS.values():
        state.phase = FINISHED
        state.winner = next(side for side, word in ENDS.items() if word == phase)
    else:
        phases = [*PHASES]
        state.phase = phases[_named(phase, PHASES.values(), "phase")]


def _read_battle(state: Any, site: str, fighters: str, cards: str, retreat: str, remarks: str) -> None:
    state.site = _named(site, REGION_NAMES, "region")
    for what, text, names, field in (("fighter", fighters, NAMES, "fighter"), ("card", cards, CARD_NAMES, "table")):
        words = text.split(",")
        if len(words) != 2:
            raise PositionError(f"a battle needs Dark's {what} and Light's, such as -,-; not {text!r}")
        for side, word in enumerate(words):
            state[field][side] = NOBODY if word == NOTHING else _named(word, names[side], f"{what} of {SIDES[side]}")
    state.goes[DARK] = NOWHERE if retreat == NOTHING else _named(retreat, REGION_NAMES, "region")
    flags = [] if remarks == NOTHING else [FLAGS[_named(word, FLAGS, "remark")] for word in remarks.split(",")]
    for flag in FLAGS:
        state[flag] = flags.count(flag)
    if max(map(flags.count, FLAGS)) > 1 or state.fighter.tolist() == [NOBODY, NOBODY]:
        raise PositionError("a battle has at least one fighter, and every remark once")
    if state.winner == LIGHT and state.where[LIGHT, BEARER] == DARK_HOME and state.site != DARK_HOME:
        raise PositionError("the bearer wins where it stands, in d4")
