"""Hand-made positions of skirmish, and the way from a state to its slow obvious twin."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from skirmish_twin import CARDS, Piece, Twin, square_of

from anyspace.games.skirmish import begin, game, put
from anyspace.games.skirmish_board import NO_PIECE, NOBODY, square_at
from anyspace.games.skirmish_deck import DECK
from anyspace.games.skirmish_text import cards_in, deck_order, move_name, square_name, squares_in
from anyspace.rules.game import Game, State

NUMBER = {card.name: number for number, card in enumerate(DECK)}


@cache
def the_game(**options: Any) -> Game:
    return game(**options)


def record(state: State) -> Any:
    """The fields of a state; also where nothing is compiled (NUMBA_DISABLE_JIT)."""
    backend: Any = state.game.backend
    return backend.record(state._block) if hasattr(backend, "record") else backend.thing(state._block)[0]


def card_set(names: str) -> int:
    return sum(1 << NUMBER[name] for name in set(names.split()))


def square(name: str) -> int:
    file, rank = square_of(name)
    return square_at(file - 1, rank - 1)


def position(
    board: str,
    enemy_board: str,
    hand: str = "S3",
    enemy_hand: str = "S3",
    deck: str | None = "",
    enemy_deck: str | None = "",
    to_move: int = 0,
    turns: int = 10,
    rules: Game | None = None,
) -> State:
    """Cards as `name@square`; first those of the player to move. A deck that is None has all other cards."""
    state = (rules or the_game()).start(seed=0)
    inside = record(state)
    begin(inside, int(inside.to_win), int(inside.commanders_to_win))
    inside.turn, inside.turns = to_move, turns
    for side, cards, held, left in ((to_move, board, hand, deck), (1 - to_move, enemy_board, enemy_hand, enemy_deck)):
        for item in cards.split():
            name, at = item.split("@")
            put(inside, side, NUMBER[name], square(at))
        others = set(NUMBER) - {item.split("@")[0] for item in cards.split()} - set(held.split())
        inside.hand[side] = card_set(held)
        inside.deck[side] = card_set(" ".join(others) if left is None else left)
        inside.future[side, 0] = side + 1 if inside.deck[side] else 0
    twin = twin_of(state)
    assert not any(twin.doomed(at) for at in twin.board), "somebody should have been eliminated before"
    return state


def archery() -> State:
    """Archers on both sides, and recalls to choose from."""
    return position(
        "E4@c2 H4@e2 V6@d2 C1@g1", "G@d4 R4@c4 V1@e5 R8@g6", "S3 E1 R1 V5", "C2 H3 S7", None, None, turns=20
    )


def losing(lost: int, commanders: int, side: int, state: State) -> State:
    record(state).lost[side], record(state).lost_commanders[side] = lost, commanders
    return state


def legal(state: State) -> dict[str, int]:
    """The legal moves by name."""
    inside = record(state)
    return {move_name(inside, move): move for move in state.moves()}


def any_deal(state: State, source: random.Random) -> None:
    """Few cards, many of them ranged: so that archers meet, decks run out and hands too."""
    inside = record(state)
    ranged = [number for number, card in enumerate(DECK) if card.missile]
    others = [number for number, card in enumerate(DECK) if not card.missile]
    for side in range(2):
        cards = ranged + source.sample(others, source.randrange(1, 25))
        source.shuffle(cards)
        hand = cards[: source.randrange(1, 7)]
        inside.hand[side] = inside.known[side] = sum(1 << card for card in hand)
        inside.deck[side] = sum(1 << card for card in cards if card not in hand)
        inside.future[side, 0] = source.getrandbits(64)
    inside.turns = 2


def names(state: State) -> list[str]:
    return sorted(legal(state))


def places(state: State, card: str) -> set[str]:
    """Where a card of the hand may be deployed."""
    return {name.split("@")[1] for name in names(state) if name.startswith(card + "@")}


def play(state: State, line: str) -> State:
    """Play moves by name."""
    for name in line.split():
        state.play(legal(state)[name])
    return state


def board(state: State) -> set[str]:
    """All cards on the board as `player:name@square`."""
    inside = record(state)
    pieces = dict(enumerate(inside.piece.tolist()))
    cards = {at: divmod(pieces[at], len(DECK)) for side in range(2) for at in squares_in(inside.own[side])}
    assert {at for at, piece in pieces.items() if piece != NO_PIECE} == set(cards)
    return {f"{side}:{DECK[card].name}@{square_name(at)}" for at, (side, card) in cards.items()}


def held(state: State, side: int) -> str:
    return " ".join(DECK[card].name for card in cards_in(record(state).hand[side]))


def twin_of(state: State) -> Twin:
    """The twin of a state in which a card is to be deployed."""
    inside = record(state)
    hands = [{DECK[card].name for card in cards_in(inside.hand[side])} for side in range(2)]
    decks = [[DECK[card].name for card in deck_order(inside, side)] for side in range(2)]
    twin = Twin(hands, decks, int(inside.to_win), int(inside.commanders_to_win))
    twin.player, twin.turns = int(inside.turn), int(inside.turns)
    for item in board(state):
        side, rest = item.split(":")
        name, at = rest.split("@")
        twin.board[square_of(at)] = Piece(int(side), CARDS[name])
    return twin


def winner(state: State) -> int | None:
    """As the twin says it."""
    found = int(record(state).winner)
    return None if found == NOBODY else found
