"""Positions of `skirmish` as text: the board, who is to move, turns finished, then for each player the hand and the
cards that were eliminated, then the order of both decks, then what there is to decide in this turn. Never compiled.

    7/7/4,vG,2/2,^G,4/7/7 ^ 2 C1,H4!,R1 S3,V5 - - 1f,2e deploy

A deck is not written: it is what is neither on the board nor in hand nor eliminated. Its order is, as the number from
which the cards are drawn: thirty cards have more orders than that number has values, so an order cannot be chosen.
"""

from __future__ import annotations

import re
from typing import Any

from ..errors import PositionError
from .notation import NOBODY as NOTHING
from .notation import player_of, whole, words_in
from .skirmish_battle import aim, attack, bit, first, idle_archers, is_beaten, surroundings, worth_firing_at
from .skirmish_board import (
    ALL_CARDS,
    ARCHER,
    AROUND,
    CARDS,
    DEFENCE,
    DEPLOY,
    END,
    FILES,
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
    ON_BOARD,
    ONE,
    RANKS,
    square_at,
)
from .skirmish_deck import DECK
from .skirmish_text import MARKS, cards_in, eliminated, square_name, squares_in

PHASES = {DEPLOY: "deploy", FIRE: "fire", END: "end", FINISHED: "over"}
SHOWN = "!"
"""Behind a card in hand: the enemy knows that it is there."""
CARD_NUMBERS = {card.name: number for number, card in enumerate(DECK)}
SQUARE_NUMBERS = {square_name(square): square for square in ON_BOARD}
PARTS = "cells turn turns hand hand lost lost decks phase"
MORE = "placed asked aims"


# ---- writing


def notation(state: Any) -> str:
    ranks = [_rank([square_at(file, rank) for file in range(FILES)], state) for rank in reversed(range(RANKS))]
    order = ",".join(f"{int(number):x}" for number in state.future[:, 0])
    hands = [_hand(state, side) for side in range(2)]
    lost = [_listed(DECK[card].name for card in eliminated(state, side)) for side in range(2)]
    turn = f"{MARKS[state.turn]} {state.turns}"
    return " ".join(["/".join(ranks), turn, *hands, *lost, order, PHASES[int(state.phase)], *_decision(state)])


def _listed(names: Any) -> str:
    return ",".join(names) or NOTHING


def _rank(squares: list[int], state: Any) -> str:
    found: list[str] = []
    for square in squares:
        piece = int(state.piece[square])
        if piece != NO_PIECE:
            found.append(MARKS[piece // CARDS] + DECK[piece % CARDS].name)
        elif found and found[-1].isdigit():
            found[-1] = str(int(found[-1]) + 1)
        else:
            found.append("1")
    return ",".join(found)


def _hand(state: Any, side: int) -> str:
    shown = {*cards_in(state.known[side])}
    return _listed(DECK[card].name + SHOWN * (card in shown) for card in cards_in(state.hand[side]))


def _decision(state: Any) -> list[str]:
    """FIRE and END: where this turn's card went; who is asked, and who aims where; or which cards may be recalled."""
    if state.phase not in (FIRE, END):
        return []
    placed = NOTHING if state.placed == NOWHERE else square_name(state.placed)
    asked = squares_in(state.choices)
    if state.phase == END:
        return [placed, _listed(map(square_name, asked))]
    targets = {square: int(state.aim[ARCHER[state.piece[square]]]) for square in squares_in(state.bows[state.turn])}
    aims = [f"{square_name(at)}>{square_name(target)}" for at, target in targets.items() if target != NOWHERE]
    return [placed, square_name(asked[0]), *([",".join(aims)] if aims else [])]


# ---- reading


def from_notation(state: Any, text: str) -> None:
    cells, turn, turns, *mine, decks, phase, placed, asked, aims = words_in(text, PARTS, MORE)
    _read_board(state, cells)
    state.turn, state.turns = player_of(turn, MARKS), whole(turns, "the number of finished turns", 0, LONGEST)
    if state.turn != state.turns % 2:
        raise PositionError(f"{turn} cannot be to move after {turns} turns: {MARKS[0]} began")
    for side in range(2):
        _read_cards(state, side, mine[side], mine[2 + side])
    _read_order(state, decks)
    if phase not in PHASES.values():
        raise PositionError(f"the phase must be deploy, fire, end or over, not {phase!r}")
    state.phase = next(number for number, name in PHASES.items() if name == phase)
    if state.phase in (DEPLOY, FINISHED) and placed:
        raise PositionError(f"nothing follows {phase!r}, but there is {placed!r}")
    if state.phase in (FIRE, END) and not asked:
        raise PositionError(f"{phase!r} needs where this turn's card went, and {_wanted(state)}")
    _check_end(state)
    if state.phase in (FIRE, END):
        _read_placed(state, placed)
    _check_strength(state)
    if state.phase == FIRE:
        _read_fire(state, asked, aims)
    elif state.phase == END:
        if aims:
            raise PositionError(f"nothing follows the cards that may be recalled, but there is {aims!r}")
        _read_recalls(state, asked)


def _wanted(state: Any) -> str:
    return "the archer who is asked" if state.phase == FIRE else "the cards that may be recalled"


def _card(name: str) -> int:
    if name not in CARD_NUMBERS:
        raise PositionError(f"there is no card {name!r}")
    return CARD_NUMBERS[name]


def _square(name: str) -> int:
    if name not in SQUARE_NUMBERS:
        raise PositionError(f"there is no square {name!r}")
    return SQUARE_NUMBERS[name]


def _among(word: str) -> list[str]:
    return [] if word == NOTHING else word.split(",")


def _read_board(state: Any, text: str) -> None:
    state.own[:], state.bows[:], state.piece[:] = NO_SQUARES, NO_SQUARES, NO_PIECE
    ranks = text.split("/")
    if len(ranks) != RANKS:
        raise PositionError(f"the board has {RANKS} ranks, not {len(ranks)}")
    for rank, row in zip(reversed(range(RANKS)), ranks, strict=True):
        file = 0
        for part in row.split(","):
            if re.fullmatch("[1-7]", part):
                file += int(part)
                continue
            if part[:1] not in (*MARKS,):
                raise PositionError(f"rank {rank + 1} has {part!r}, neither a card such as ^G nor a number of squares")
            side, card, square = MARKS.index(part[0]), _card(part[1:]), square_at(file, rank)
            if square != NOWHERE:
                state.piece[square] = CARDS * side + card
                state.own[side] |= bit(square)
                state.bows[side] |= bit(square) if MISSILE[card] > 0 else NO_SQUARES
            file += 1
        if file != FILES:
            raise PositionError(f"rank {rank + 1} has {file} squares, not {FILES}")


def _read_cards(state: Any, side: int, hand: str, lost: str) -> None:
    """A player's hand and losses; the rest is the deck."""
    held = _among(hand)
    cards = [_card(name.removesuffix(SHOWN)) for name in held]
    gone = [_card(name) for name in _among(lost)]
    used = [*cards, *gone, *(int(state.piece[square]) % CARDS for square in squares_in(state.own[side]))]
    twice = next((card for card in used if used.count(card) > 1), None)
    if twice is not None:
        raise PositionError(f"{MARKS[side]} has the card {DECK[twice].name} more than once")
    if len(held) > HAND:
        raise PositionError(f"{MARKS[side]} has {len(held)} cards in hand, more than {HAND}")
    state.hand[side] = sum(1 << card for card in cards)
    shown = (card for card, name in zip(cards, held, strict=True) if name.endswith(SHOWN))
    state.known[side] = sum(1 << card for card in shown)
    state.deck[side] = int(ALL_CARDS) & ~sum(1 << card for card in used)
    state.lost[side], state.lost_commanders[side] = len(gone), sum(bool(IS_COMMANDER[card]) for card in gone)


def _read_order(state: Any, text: str) -> None:
    """The numbers that both decks are drawn by; for `-` any."""
    numbers = text.split(",")
    if text != NOTHING:
        if len(numbers) != 2 or not all(re.fullmatch("[0-9a-f]{1,16}", number) for number in numbers):
            raise PositionError(f"the order of the decks must be two hexadecimal numbers such as 1f,2e, not {text!r}")
        state.future[:, 0] = [int(number, 16) for number in numbers]
    for side in range(2):
        if state.deck[side] == NO_CARDS:
            if text != NOTHING and state.future[side, 0] != 0:
                raise PositionError(f"the deck of {MARKS[side]} is empty, its order must be 0, not {numbers[side]}")
            state.future[side, 0] = 0


def _check_end(state: Any) -> None:
    """Whether the game is over, and who has won, follows from the rest."""
    beaten = [bool(is_beaten(state, side)) for side in range(2)]
    moved = state.phase in (FIRE, END)
    no_hand = not moved and state.hand[state.turn] == NO_CARDS
    over = any(beaten) or no_hand or state.turns == LONGEST
    if over != (state.phase == FINISHED):
        raise PositionError("the game is over by its rules" if over else "the game is not over by its rules")
    state.winner = NOBODY
    if sum(beaten) == 1:
        state.winner = beaten.index(False)
    elif no_hand and not any(beaten):
        state.winner = 1 - state.turn


def _read_placed(state: Any, placed: str) -> None:
    if placed != NOTHING:
        state.placed = _square(placed)
        piece = int(state.piece[state.placed])
        fallen = piece == NO_PIECE and state.phase == END
        if not fallen and piece // CARDS != state.turn:
            raise PositionError(f"{MARKS[state.turn]} cannot have deployed a card on {placed}")


def _check_strength(state: Any) -> None:
    """Nobody stands there who should have been eliminated before; in FIRE that of this turn is still to come."""
    spared = {int(state.placed), *squares_in(AROUND[state.placed])} if state.phase == FIRE else set()
    for side in range(2):
        for square in squares_in(state.own[side]):
            if square not in spared and attack(state, 1 - side, square) > DEFENCE[state.piece[square]]:
                raise PositionError(f"the card on {square_name(square)} is attacked by more than it can bear")


def _read_fire(state: Any, asked: str, aims: str) -> None:
    """Ask the archers once more, up to the one who is asked now."""
    answers: dict[int, int] = {}
    for word in aims.split(",") if aims else []:
        names = word.split(">")
        if len(names) != 2 or _square(names[0]) in answers:
            raise PositionError(f"expected who aims at whom, each archer once, such as b2>c4, not {word!r}")
        answers[_square(names[0])] = _square(names[1])
    last, waiting = _square(asked), idle_archers(state)
    while waiting != NO_SQUARES:
        archer, targets = int(first(waiting)), worth_firing_at(state, waiting)
        state.choices = waiting
        if archer == last and targets != NO_SQUARES:
            break
        if archer in answers:
            target = answers.pop(archer)
            if targets & bit(target) == NO_SQUARES:
                raise PositionError(f"{square_name(archer)} cannot aim at {square_name(target)}")
            aim(state, target)
        waiting &= waiting - ONE
    if waiting == NO_SQUARES:
        raise PositionError(f"{asked} holds no archer who is asked now")
    if answers:
        raise PositionError(f"{square_name(min(answers))} cannot have aimed before {asked} is asked")


def _read_recalls(state: Any, names: str) -> None:
    side = state.turn
    found = [_square(name) for name in _among(names)]
    if len({*found}) != len(found):
        raise PositionError("a card that may be recalled is there twice")
    state.choices = sum(1 << square for square in found)
    able = state.own[side] & ~surroundings(state.own[1 - side])
    wrong = [square for square in found if square == state.placed or able & bit(square) == NO_SQUARES]
    if wrong:
        raise PositionError(f"{square_name(wrong[0])} holds no card that {MARKS[side]} may recall")
    if int(state.hand[side]).bit_count() >= HAND or len(found) + (state.deck[side] != NO_CARDS) < 2:
        raise PositionError(f"{MARKS[side]} has nothing to choose: a turn ends by itself then")
