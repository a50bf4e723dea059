"""`confrontation` in words: the names of moves, the board, and the board as one side sees it. Never compiled."""

from __future__ import annotations

from typing import Any

from .confrontation_battle import card_is_secret
from .confrontation_board import (
    ACCEPT,
    AMBUSH,
    CARD,
    CARD_NAMES,
    CARDS,
    CHARACTERS,
    DARK,
    DARK_CARD,
    DARK_RECALLS,
    DARK_RETREATS,
    DECLINE,
    DRAW,
    DUEL,
    ESCAPE,
    FINISHED,
    LIGHT,
    LIGHT_CARD,
    LIGHT_RECALLS,
    LIGHT_RETREATS,
    MOVE,
    NAMES,
    NO_CARD,
    NOBODY,
    NOWHERE,
    OPEN_CARD,
    OUT,
    REGION,
    REGION_NAMES,
    REGIONS,
    SHOW,
    SILENCE,
    STEP_IN,
    SUPPORT,
    TARGET,
)
from .confrontation_pieces import count
from .confrontation_sight import place_in

SIDES = ("Dark", "Light")
ROWS = ((15,), (14, 11), (13, 10, 7), (12, 9, 6, 3), (8, 5, 2), (4, 1), (0,))
CELL = 20
ANSWERS = {
    AMBUSH: ("let-pass", "strike"),
    TARGET: ("attack-another", "attack-bearer"),
    STEP_IN: ("stay-out", "step-in"),
    SUPPORT: ("stay-hidden", "support"),
    ESCAPE: ("stand", "escape"),
    SILENCE: ("play-cards", "no-cards"),
}
QUESTIONS = {
    AMBUSH: "Dark: a character is in the tunnel; does the warden strike?",
    TARGET: "Dark: attack the bearer, or another?",
    DRAW: "chance draws who defends",
    STEP_IN: "Light: does the guardian step in?",
    SUPPORT: "Light: does the bearer support the guardian?",
    ESCAPE: "Light: does it escape?",
    SILENCE: "Dark: does the schemer forbid cards?",
    DARK_CARD: "Dark plays a card",
    LIGHT_CARD: "Light plays a card",
    SHOW: "Dark's card is turned over",
    DARK_RECALLS: "Dark recalls a used card",
    DARK_RETREATS: "Dark retreats: where to?",
    LIGHT_RECALLS: "Light recalls a used card",
    LIGHT_RETREATS: "Light retreats: where to?",
}


def move_name(state: Any, move: int) -> str:
    phase, side = int(state.phase), int(state.turn)
    if phase == MOVE:
        character, to = divmod(move, 16)
        return f"{NAMES[side][character]}:{REGION_NAMES[state.where[side, character]]}-{REGION_NAMES[to]}"
    if phase == DRAW:
        attacker, defender = divmod(move - DUEL, CHARACTERS)
        return f"{NAMES[side][attacker]}-meets-{NAMES[1 - side][defender]}"
    if move in (DECLINE, ACCEPT):
        return ANSWERS[phase][move - DECLINE]
    if move < CARD:
        return f"to-{REGION_NAMES[move - REGION]}"
    if phase == SHOW:
        return f"shows-{CARD_NAMES[DARK][move - OPEN_CARD]}"
    return CARD_NAMES[DARK if phase in (DARK_CARD, DARK_RECALLS) else LIGHT][move - CARD]


def render(state: Any) -> str:
    return picture(state, NOBODY)


def view(state: Any, observer: int) -> str:
    enemy = 1 - observer
    return "\n".join(
        [
            picture(state, observer),
            f"{SIDES[enemy]}, seen: {sightings(state, enemy)}",
            f"{SIDES[enemy]}, not seen: {names(enemy, unseen(state, enemy))}",
            f"{SIDES[observer]}, seen by the enemy: {sightings(state, observer)}",
        ]
    )


def picture(state: Any, observer: int) -> str:
    """The board with all that `observer` may see, or with everything for NOBODY."""
    board = [REGION_NAMES[region] for region in range(REGIONS)]
    for side in range(2):
        where = certain(state, side) if observer == 1 - side else dict(enumerate(state.where[side].tolist()))
        for region in range(REGIONS):
            here = [NAMES[side][c][:3] for c, at in where.items() if at == region]
            here = [name.capitalize() for name in here] if side == LIGHT else here
            board[region] = " ".join([board[region], *here, *"?" * (count(state, side, region) - len(here))])
    lines = []
    for row in ROWS:
        cells = "".join(board[region].center(CELL) for region in row)
        lines.append((" " * (CELL // 2 * (4 - len(row))) + cells).rstrip())
    for side in range(2):
        defeated = [c for c in range(CHARACTERS) if state.where[side, c] == OUT]
        cards = [CARD_NAMES[side][card] for card in range(CARDS) if state.hand[side] >> card & 1]
        lines.append(f"{SIDES[side]}: cards {' '.join(cards) or 'none'}; defeated: {names(side, defeated)}")
    return "\n".join([*lines, f"move {state.plies + 1}: {situation(state, observer)}"])


def situation(state: Any, observer: int) -> str:
    if state.phase == FINISHED:
        return "drawn" if state.winner == NOBODY else f"{SIDES[state.winner]} has won"
    if state.phase == MOVE:
        return f"{SIDES[state.turn]} moves a character"
    question = QUESTIONS[int(state.phase)]
    if state.phase == AMBUSH:
        return question if observer == DARK else f"{question} ({NAMES[LIGHT][state.fighter[LIGHT]]})"
    fighters = " and ".join(NAMES[side][state.fighter[side]] for side in range(2) if state.fighter[side] != NOBODY)
    remarks = [f"battle at {REGION_NAMES[state.site]}: {fighters}"]
    remarks += ["not the first duel"] if state.later else []
    remarks += ["the bearer is shown"] if state.exposed else []
    remarks += ["the guardian is supported"] if state.supported else []
    remarks += [f"Dark retreats to {REGION_NAMES[state.goes[DARK]]}"] if state.goes[DARK] != NOWHERE else []
    for side in range(2):
        if state.table[side] != NO_CARD:
            hidden = side == DARK and observer == LIGHT and card_is_secret(state)
            remarks.append(f"{SIDES[side]}'s card {'?' if hidden else CARD_NAMES[side][state.table[side]]}")
    return "; ".join([question, *remarks])


# ---- what a side's enemy knows of it -------------------------------------------------------------------------------


def guesses(state: Any, side: int) -> list[dict[int, int]]:
    """All that may be: where each seen character is."""
    seen = [c for c in range(CHARACTERS) if state.seen[side] >> c & 1]
    return [{c: int(place_in(guess, c)) for c in seen} for guess in state.guess[side][: state.guesses[side]]]


def certain(state: Any, side: int) -> dict[int, int]:
    """The characters whose places are known, and where they are."""
    first, *others = guesses(state, side)
    return {c: region for c, region in first.items() if all(guess[c] == region for guess in others)}


def unseen(state: Any, side: int) -> list[int]:
    return [c for c in range(CHARACTERS) if state.where[side, c] != OUT and not state.seen[side] >> c & 1]


def names(side: int, characters: list[int]) -> str:
    return ", ".join(NAMES[side][c] for c in characters) or "none"


def sightings(state: Any, side: int) -> str:
    return " | ".join(
        " ".join(f"{NAMES[side][c]}:{REGION_NAMES[region]}" for c, region in guess.items()) or "none"
        for guess in guesses(state, side)
    )
