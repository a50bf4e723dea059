"""Kuhn poker: one card each from a deck of three, one bet, the higher card takes the pot.

Everybody antes one chip and gets one card, seen by nobody else; one card of the deck is left over. Players act in
order, player 0 first: "pass" or "bet" one chip. Nobody bets: all cards are shown. Somebody bets: the others in turn,
once round the table, bet too (a call) or pass (a fold), and those who bet show their cards. The highest card shown
takes the pot. With two players (Kuhn, A simplified two-person poker, 1950) five courses are possible:

    pass pass          show, for 1 chip        bet pass     player 0 wins 1 chip
    pass bet pass      player 1 wins 1 chip    bet bet      show, for 2 chips
    pass bet bet       show, for 2 chips

A deck for n players has n + 1 cards, numbered from the lowest: 0, 1, 2 are J, Q, K for two players.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import shuffle
from ..rules.game import OVER, Game, declare

FEWEST, MOST = 2, 10
RANKS = "3456789TJQK"
NOBODY = -1
PASS, BET = 0, 1
MOVES = ("pass", "bet")


def game(players: int = 2) -> Game:
    if isinstance(players, bool) or not isinstance(players, int) or not FEWEST <= players <= MOST:
        raise OptionError(f"kuhn_poker: players must be a whole number from {FEWEST} to {MOST}, not {players!r}")

    names = RANKS[-players - 1 :]

    state_type = np.dtype(
        [
            ("cards", np.int8, players + 1),  # a player's own, and last the one that is left over
            ("log", np.int8, 2 * players - 1),  # all moves so far; PASS where there is none yet
            ("acted", np.int8),  # number of moves so far
            ("bettor", np.int8),  # who bet first, or NOBODY
        ]
    )

    def start(state: Any, rng: Any) -> None:
        for card in range(players + 1):
            state.cards[card] = card
        shuffle(rng, state.cards, players + 1)
        clear_table(state)

    def clear_table(state: Any) -> None:
        state.log[:] = PASS
        state.acted = 0
        state.bettor = NOBODY

    def mover(state: Any) -> int:
        last = players if state.bettor == NOBODY else state.bettor + players
        return OVER if state.acted == last else state.acted % players

    def moves(state: Any, out: Any) -> int:
        out[0], out[1] = PASS, BET
        return 2

    def play(state: Any, move: int) -> None:
        if move == BET and state.bettor == NOBODY:
            state.bettor = state.acted
        state.log[state.acted] = move
        state.acted += 1

    def stays(state: Any, player: int) -> bool:
        """Whether a player, once all have acted, shows the own card: all do if nobody bet."""
        if state.bettor == NOBODY:
            return True
        answer = player if player >= state.bettor else player + players
        return bool(state.log[answer] == BET)

    def returns(state: Any, out: Any) -> None:
        out[:] = 0.0
        if mover(state) != OVER:
            return
        pot = 0.0
        winner, best = 0, -1
        for player in range(players):
            paid = 1.0
            if stays(state, player):
                paid += state.bettor != NOBODY
                if state.cards[player] > best:
                    winner, best = player, state.cards[player]
            out[player] = -paid
            pot += paid
        out[winner] += pot

    def determinize(state: Any, observer: int, rng: Any) -> None:
        """All cards but the observer's are dealt again."""
        if mover(state) == OVER:
            return
        cards = state.cards
        cards[observer], cards[players] = cards[players], cards[observer]
        shuffle(rng, cards, players)
        cards[observer], cards[players] = cards[players], cards[observer]

    def information_key(state: Any, observer: int) -> int:
        word = 1
        for i in range(state.acted):
            word = 2 * word + int(state.log[i])
        return (word * 16 + int(state.cards[observer])) * 16 + observer

    def rewind(state: Any) -> list[int]:
        made = [int(move) for move in state.log[: state.acted]]
        clear_table(state)
        return made

    def move_name(state: Any, move: int) -> str:
        return MOVES[move]

    def table(state: Any, shown: list[bool], rest: str) -> str:
        """One line a player: the card if it is shown, and what the player has done."""
        over = mover(state) == OVER
        pot = players + int(sum(state.log))
        lines = [f"pot {pot}, left over {rest}" if rest else f"pot {pot}"]
        for player in range(players):
            done = [MOVES[move] for move in state.log[player : state.acted : players]]
            card = names[state.cards[player]] if shown[player] else "?"
            turn = "" if over else " <- to act" if player == mover(state) else ""
            lines.append(f"player {player}: {card} {' '.join(done)}".rstrip() + turn)
        return "\n".join(lines)

    def render(state: Any) -> str:
        return table(state, [True] * players, names[state.cards[players]])

    def view(state: Any, observer: int) -> str:
        over = mover(state) == OVER
        called = state.bettor == NOBODY or int(sum(state.log)) > 1  # a bet that nobody answers is not shown
        shown = [player == observer or (over and called and stays(state, player)) for player in range(players)]
        return table(state, shown, "")

    return declare(
        globals(),
        locals(),
        name="kuhn_poker",
        state=state_type,
        players=players,
        payoffs=(-2.0, 2.0 * (players - 1)),
        max_moves=2,
        actions=2,
        max_length=2 * players - 1,
        trusted=True,
    )
