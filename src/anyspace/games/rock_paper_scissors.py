"""Rock, paper, scissors, with stakes of your own: both choose at the same time.

Rock beats scissors, scissors beat paper, paper beats rock, and the winner gets what its own choice is worth from the
other: by default 50 for rock, 25 for paper, 5 for scissors, the biased game of Shafiei, Sturtevant and Schaeffer
(2009).

              rock  paper  scissors
    rock         0    -25       50
    paper       25      0       -5
    scissors   -50      5        0

Nobody can be exploited who plays each choice as often as what it loses to and what it beats are worth to each other:
rock in proportion to what scissors are worth, paper to rock, scissors to paper. Here: 1/16, 10/16, 5/16.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rules.game import OVER, Game, declare

NONE = -1
NAMES = ("rock", "paper", "scissors")
BEATS = (2, 0, 1)
"""What each choice beats."""

STATE = np.dtype([("chosen", np.int8, 2)])


def game(rock: float = 50, paper: float = 25, scissors: float = 5) -> Game:
    worth = (rock, paper, scissors)
    for name, given in zip(NAMES, worth, strict=True):
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given <= 1e9:
            raise OptionError(f"rock_paper_scissors: {name} must be a number above 0, at most 1e9, not {given!r}")
    gains = np.array(worth, np.float64)

    def start(state: Any, rng: Any) -> None:
        state.chosen[:] = NONE

    def mover(state: Any) -> int:
        if state.chosen[0] == NONE:
            return 0
        return 1 if state.chosen[1] == NONE else OVER

    def together(state: Any) -> int:
        return 1 if state.chosen[0] == NONE else 0

    def withdraw(state: Any) -> None:
        if state.chosen[1] == NONE:
            state.chosen[0] = NONE

    def moves(state: Any, out: Any) -> int:
        for move in range(3):
            out[move] = move
        return 3

    def play(state: Any, move: int) -> None:
        state.chosen[mover(state)] = move

    def returns(state: Any, out: Any) -> None:
        out[0] = out[1] = 0.0
        if mover(state) != OVER:
            return
        for player in range(2):
            own = state.chosen[player]
            if BEATS[own] == state.chosen[1 - player]:
                out[player] = gains[own]
                out[1 - player] = -gains[own]

    def information_key(state: Any, observer: int) -> int:
        return observer

    def move_name(state: Any, move: int) -> str:
        return NAMES[move]

    def render(state: Any) -> str:
        return "\n".join(f"player {i}: {'?' if own == NONE else NAMES[own]}" for i, own in enumerate(state.chosen))

    def view(state: Any, observer: int) -> str:
        seen = [own if player == observer or mover(state) == OVER else NONE for player, own in enumerate(state.chosen)]
        return "\n".join(f"player {i}: {'?' if own == NONE else NAMES[own]}" for i, own in enumerate(seen))

    def notation(state: Any) -> str:
        return " ".join("-" if own == NONE else NAMES[own] for own in state.chosen)

    def from_notation(state: Any, text: str) -> None:
        words = text.split()
        if len(words) != 2 or any(word not in (*NAMES, "-") for word in words) or words[0] == "-" != words[1]:
            raise PositionError(f"expected two choices of {', '.join(NAMES)}, - for one to come")
        state.chosen[:] = [NONE if word == "-" else NAMES.index(word) for word in words]

    most = float(max(worth))
    return declare(
        globals(),
        locals(),
        name="rock_paper_scissors",
        state=STATE,
        players=2,
        payoffs=(-most, most),
        max_moves=3,
        actions=3,
        max_length=2,
    )
