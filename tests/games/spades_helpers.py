"""Positions of spades by the names of cards."""

from __future__ import annotations

from typing import Any

from anyspace.games import spades
from anyspace.games.cards import hand_of
from anyspace.rules.game import Game, State

ROUND, NO_BREAK, MATCH = spades.game(), spades.game(never_break=True), spades.game(target=500)


def record(state: State) -> Any:
    return state.game.backend.record(state._block)


def position(game: Game, hands: tuple[str, ...], **fields: Any) -> State:
    """Player 0 leads; a hand each by the names of its cards. The cards that are in no hand were played."""
    state = game.start(seed=0)
    values = {"bids": (3, 4, 2, 3), "step": 56 - 4 * len(hands[0].split()), **fields}
    for field, value in values.items():
        record(state)[field] = value
    for seat, names in enumerate(hands):
        record(state).hands[seat] = hand_of(names)
    return state


def play(state: State, names: str) -> State:
    for name in names.split():
        state.play(state.parse(name))
    return state


def names(state: State) -> set[str]:
    return {state.name(move) for move in state.moves()}


LAST = ("AC", "2C", "3C", "4C")  # player 0 takes the last trick


def last_trick(game: Game, score: tuple[int, int], **fields: Any) -> State:
    """The contracts are 5 against 7; before this trick 4 and 8 are taken."""
    return position(game, LAST, score=score, taken=(3, 4, 1, 4), **fields)
