"""`skirmish` in words: the names of moves, the board, and the board as one player sees it. Never compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rng import below
from .skirmish_board import (
    ARCHER,
    CARDS,
    DEPLOY,
    DRAW,
    FILES,
    FINISHED,
    FIRE,
    HOLD,
    NO_PIECE,
    NOBODY,
    NOWHERE,
    PASS,
    RANKS,
    RECALL,
    SQUARE_BITS,
    SQUARES,
    TARGET,
    WIDTH,
    square_at,
)
from .skirmish_deck import CLASSES, DECK, DIRECTIONS, Card

MARKS = "^v"  # the way in which a player's cards look
CELL = 10
BORDER = "  " + ("+" + "-" * CELL) * FILES + "+"


def square_name(square: int) -> str:
    return "abcdefg"[square % WIDTH - 1] + str(square // WIDTH)


def move_name(state: Any, move: int) -> str:
    if move < PASS:
        return f"{DECK[move >> SQUARE_BITS].name}@{square_name(move & 63)}"
    if move >= TARGET:
        return f"recall-{square_name(move - RECALL)}" if move >= RECALL else f"fire-{square_name(move - TARGET)}"
    return {PASS: "pass", DRAW: "draw", HOLD: "hold"}[move]


# ---- cards --------------------------------------------------------------------------------------------------------


def card_lines(card: Card, side: int) -> list[str]:
    """A card as it lies before player 0: its arrows around name, defence, and after a star the value of its missile."""
    turned = [card.arrows[(direction + 4 * side) % DIRECTIONS] for direction in range(DIRECTIONS)]
    ahead, ahead_right, right, back_right, back, back_left, left, ahead_left = (str(n) if n else " " for n in turned)
    middle = f"{MARKS[side]}{card.name}:{card.defence}" + (f"*{card.missile}" if card.missile else "")
    return [
        f"{ahead_left}{ahead:^8}{ahead_right}",
        f"{left}{middle:^8}{right}",
        f"{back_left}{back:^8}{back_right}",
    ]


def cards_in(members: Any) -> list[int]:
    return [card for card in range(CARDS) if int(members) >> card & 1]


def squares_in(members: Any) -> list[int]:
    return [square for square in range(SQUARES) if int(members) >> square & 1]


def names(cards: list[int]) -> str:
    return " ".join(DECK[card].name for card in cards) or "none"


def hand_lines(hand: Any, side: int) -> list[str]:
    """The cards of a hand side by side, with their classes, and for ranged ones how many squares they reach."""
    cards = [DECK[card] for card in cards_in(hand)]
    kinds = [f"{CLASSES[card.kind]} {len(card.grid) or ''}".strip() for card in cards]
    pictures = [[*card_lines(card, side), kind.center(CELL)] for card, kind in zip(cards, kinds, strict=True)]
    return ["    " + "  ".join(parts).rstrip() for parts in zip(*pictures, strict=True)]


def deck_order(state: Any, side: int) -> list[int]:
    """A side's deck in the order in which it will be drawn."""
    future, deck = state.future[side].copy(), cards_in(state.deck[side])
    with np.errstate(over="ignore"):
        return [deck.pop(int(below(future, left))) for left in range(len(deck), 0, -1)]


def eliminated(state: Any, side: int) -> list[int]:
    elsewhere = {*cards_in(state.hand[side] | state.deck[side])}
    elsewhere |= {int(state.piece[square]) % CARDS for square in squares_in(state.own[side])}
    return [card for card in range(CARDS) if card not in elsewhere]


# ---- the board ----------------------------------------------------------------------------------------------------


def render(state: Any) -> str:
    lines = board_lines(state)
    for side in range(2):
        lines += [f"player {side}, hand:", *hand_lines(state.hand[side], side)]
        lines.append(f"    deck, next first: {names(deck_order(state, side))}")
    return "\n".join([*lines, situation(state)])


def view(state: Any, observer: int) -> str:
    enemy = 1 - observer
    unseen = (state.hand[enemy] | state.deck[enemy]) & ~state.known[enemy]
    return "\n".join(
        [
            *board_lines(state),
            f"player {enemy}, in hand for certain: {names(cards_in(state.known[enemy]))}; "
            f"in hand or deck: {names(cards_in(unseen))}",
            f"player {observer}, known to the enemy: {names(cards_in(state.known[observer]))}; "
            f"deck, in unknown order: {names(cards_in(state.deck[observer]))}",
            f"player {observer}, hand:",
            *hand_lines(state.hand[observer], observer),
            situation(state),
        ]
    )


def board_lines(state: Any) -> list[str]:
    """What everybody sees."""
    lines = [BORDER]
    for rank in reversed(range(RANKS)):
        squares = [square_at(file, rank) for file in range(FILES)]
        for k, parts in enumerate(zip(*(square_lines(state, square) for square in squares), strict=True)):
            lines.append(f"{rank + 1 if k == 1 else ' '} |{'|'.join(parts)}|")
        lines.append(BORDER)
    lines.append(" " * 2 + "".join(f" {file:^{CELL}}" for file in "abcdefg").rstrip())
    for side in range(2):
        lines.append(
            f"{MARKS[side]} player {side}: hand {len(cards_in(state.hand[side]))}, "
            f"deck {len(cards_in(state.deck[side]))}; lost "
            f"{state.lost[side]} of {state.to_win} cards and {state.lost_commanders[side]} of "
            f"{state.commanders_to_win} commanders: {names(eliminated(state, side))}"
        )
    return lines


def square_lines(state: Any, square: int) -> list[str]:
    if state.piece[square] == NO_PIECE:
        return [" " * CELL] * 3
    side, card = divmod(int(state.piece[square]), CARDS)
    return card_lines(DECK[card], side)


def situation(state: Any) -> str:
    if state.phase == FINISHED:
        return "drawn" if state.winner == NOBODY else f"player {state.winner} has won"
    said = f"turn {state.turns + 1}: player {state.turn} "
    if state.phase == DEPLOY:
        return said + "deploys a card"
    if state.phase != FIRE:
        return said + "draws, or recalls a card"
    archers = {int(ARCHER[state.piece[square]]): square_name(square) for square in squares_in(state.bows[state.turn])}
    aims = [f"{archers[k]} aims at {square_name(target)}" for k, target in enumerate(state.aim) if target != NOWHERE]
    return "; ".join([f"{said}fires from {square_name(squares_in(state.choices)[0])}", *aims])
