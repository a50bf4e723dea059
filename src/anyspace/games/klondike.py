"""Klondike, the best known patience, with all turns of the deck in one move (Bjarnason, Fern and Tadepalli 2009: K+).

Cards are dealt to `stacks` stacks of 1, 2, 3, ... cards, the last one face up; the rest are the deck, whose order is
known (it can be looked through at will). Open cards go to the foundation of their suit, from the ace up; or, with all
that lies on them, onto a card of another stack that is one higher and of the other colour; a king goes to an empty
stack. The top card of a foundation may come back. Of the deck, cards are turned `turn` at a time, as often as one
likes: each that can come to lie on top so can be played. A card that is uncovered is turned up: chance, each of the
unseen cards as likely as any other. A move that leads to a position that was there before is not allowed; who has no
move has lost. All cards on the foundations win: 1, else 0.

    move: card * 8 + stack (0 to 6) or 7, the foundation     card: suit * 13 + rank, suits C D H S, ranks A to K
    chance: the card
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below, shuffle
from ..rules.codes import TOO_LONG
from ..rules.game import CHANCE, OVER, Game, declare
from .klondike_table import (
    A_SUIT,
    CARDS,
    FOUNDATION,
    IN_DECK,
    LONGEST,
    NOWHERE,
    RETURN,
    STACKS,
    STATE,
    UNSEEN,
    list_moves,
    look_through,
    move_card,
    name_of,
    put,
    rank_of_move,
    remember,
    turn_up,
    word,
)

PLAYOUTS = ("greedy", "random")
WORTH = np.array([64.0, 32.0, 16.0, 4.0, 1.0, 1.0])
"""For `prior`: how good moves look, by rank."""
MOST_MOVES = 32
"""Two cards fit on each of seven stacks, one of each suit on an empty one and on the foundations; and 21 are unseen."""


def game(turn: int = 3, stacks: int = 7, ranks: int = 13, playouts: str = "greedy") -> Game:
    for name, given, least, most in (("turn", turn, 1, 5), ("stacks", stacks, 2, STACKS), ("ranks", ranks, 2, A_SUIT)):
        if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
            raise OptionError(f"klondike: {name} must be a whole number from {least} to {most}, not {given!r}")
    cards, dealt = 4 * ranks, stacks * (stacks + 1) // 2
    if dealt > cards:
        raise OptionError(f"klondike: {stacks} stacks take {dealt} cards, and {ranks} ranks are {cards}")
    if playouts not in PLAYOUTS:
        raise OptionError(f"klondike: playouts must be one of {', '.join(PLAYOUTS)}, not {playouts!r}")
    greedy = playouts == "greedy"
    hidden = dealt - stacks

    def start(state: Any, rng: Any) -> None:
        state.deck[:] = NOWHERE
        state.open[:] = NOWHERE
        state.height[:] = 0
        state.down[:] = NOWHERE
        state.founded[:] = 0
        state.place[:] = NOWHERE
        state.before[:] = 0
        for card in range(cards):  # the deck's room is where they are shuffled
            state.deck[card] = card // ranks * A_SUIT + card % ranks
            state.place[state.deck[card]] = UNSEEN
        shuffle(rng, state.deck, cards)
        state.key = 0
        state.deck_size = cards - dealt
        for stack in range(stacks):
            card = int(state.deck[cards - 1 - stack])
            state.down[stack] = stack
            put(state, card, stack)
            state.key ^= word(card, stack)
        for at in range(CARDS):
            if at < state.deck_size:
                state.place[state.deck[at]] = IN_DECK
            else:
                state.deck[at] = NOWHERE
        state.waste = 0
        look_through(state, turn)
        state.unseen = hidden
        state.revealing = NOWHERE
        state.remembered = 0
        remember(state)
        look(state)

    def look(state: Any) -> None:
        """Note whether there is a move."""
        state.first[0] = NOWHERE
        list_moves(state, state.first, 1, ranks)

    def mover(state: Any) -> int:
        if state.revealing != NOWHERE:
            return CHANCE
        return OVER if state.first[0] == NOWHERE else 0

    def moves(state: Any, out: Any) -> int:
        if state.revealing == NOWHERE:
            return list_moves(state, out, MOST_MOVES, ranks)
        n = 0
        for card in range(CARDS):
            if state.place[card] == UNSEEN:
                out[n] = card
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        if state.revealing != NOWHERE:
            turn_up(state, move)
        else:
            move_card(state, move >> 3, move & 7, turn)
        if state.revealing == NOWHERE:
            look(state)

    def is_won(state: Any) -> bool:
        total = 0
        for suit in range(4):
            total += state.founded[suit]
        return total == cards

    def returns(state: Any, out: Any) -> None:
        out[0] = 1.0 if is_won(state) else 0.0

    def playout(state: Any, rng: Any, out: Any, limit: int) -> int:
        """Of the best kind of move, by Bjarnason, Fern and Tadepalli's order, any; or, at random, any move, those back
        from a foundation where there is no other. Where nothing is face down and the deck is empty, the game is won."""
        listed = np.empty(MOST_MOVES, np.int64)
        n = 0
        while True:
            if state.unseen == 0 and state.deck_size == 0 and state.revealing == NOWHERE:
                out[0] = 1.0
                return n
            if n >= limit:
                return TOO_LONG
            if state.revealing != NOWHERE:
                turn_up(state, unseen_card(state, below(rng, int(state.unseen))))
                n += 1
                continue
            count = list_moves(state, listed, MOST_MOVES, ranks)
            if count == 0:
                out[0] = 1.0 if is_won(state) else 0.0
                return n
            best, ties = 6, 0
            for i in range(count):
                rank = rank_of_move(state, listed[i])
                if not greedy:
                    rank = 1 if rank == RETURN else 0
                if rank < best:
                    best, ties = rank, 0
                if rank == best:
                    listed[ties] = listed[i]
                    ties += 1
            move = listed[below(rng, ties)]
            move_card(state, move >> 3, move & 7, turn)
            n += 1

    def unseen_card(state: Any, skip: int) -> int:
        """The unseen card after so many others."""
        for card in range(CARDS):
            if state.place[card] == UNSEEN:
                if skip == 0:
                    return card
                skip -= 1
        return 0

    def prior(state: Any, listed: Any, n: int, out: Any) -> None:
        for i in range(n):
            out[i] = WORTH[rank_of_move(state, listed[i])]

    def move_name(state: Any, move: int) -> str:
        if state.revealing != NOWHERE:
            return name_of(move)
        target = "home" if move & 7 == FOUNDATION else str((move & 7) + 1)
        return f"{name_of(move >> 3)}-{target}"

    def render(state: Any) -> str:
        homes = " ".join(
            name_of(suit * A_SUIT + int(state.founded[suit]) - 1) if state.founded[suit] else f"-{'CDHS'[suit]}"
            for suit in range(4)
        )
        rows = [f"home {homes}"]
        for stack in range(stacks):
            shown = ["##"] * int(state.down[stack])
            shown += [name_of(int(card)) for card in state.open[stack, : int(state.height[stack])]]
            rows.append(f"{stack + 1}: {' '.join(shown)}" + (" (turning one up)" if state.revealing == stack else ""))
        deck = [name_of(int(card)) for card in state.deck[: int(state.deck_size)]]
        deck.insert(int(state.waste), "|")
        return "\n".join([*rows, f"deck {' '.join(deck)}"])

    return declare(
        globals(),
        locals(),
        name="klondike",
        state=STATE,
        players=1,
        payoffs=(0, 1),
        max_moves=MOST_MOVES,
        actions=8 * CARDS,
        max_length=(LONGEST + 1) * (hidden + cards - dealt + 1) + hidden,
    )
