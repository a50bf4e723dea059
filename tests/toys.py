"""Small games made for tests: as compiled rules and as Python objects."""

from __future__ import annotations

from typing import Any

import numpy as np

from anyspace import CHANCE, OVER, Game

NIM = np.dtype([("left", np.int32), ("turn", np.int8)])


def nim(stones: int = 10, players: int = 2, **changes: Any) -> Game:
    """Take one to three; who takes the last stone wins 1, the others lose 1 / (players - 1). Moves: stones taken."""

    def start(state: Any, rng: Any) -> None:
        state.left = stones
        state.turn = 0

    def mover(state: Any) -> int:
        return OVER if state.left == 0 else state.turn

    def moves(state: Any, out: Any) -> int:
        n = min(3, state.left)
        for i in range(n):
            out[i] = i + 1
        return n

    def play(state: Any, move: int) -> None:
        state.left -= move
        state.turn = (state.turn + 1) % players

    def returns(state: Any, out: Any) -> None:
        for player in range(players):
            out[player] = -1.0 / max(1, players - 1)
        out[(state.turn - 1) % players] = 1.0

    declared: dict[str, Any] = dict(
        name="nim", state=NIM, players=players, max_moves=3, max_length=stones,
        start=start, mover=mover, moves=moves, play=play, returns=returns,
    )  # fmt: skip
    return Game(**{**declared, **changes})


COIN = np.dtype([("stage", np.int8), ("safe", np.int8), ("heads", np.int8)])


def gamble(odds: float = 0.75) -> Game:
    """One player: take 0.6 for sure (move 0), or a coin that pays 1 with probability `odds` (move 1)."""

    def start(state: Any, rng: Any) -> None:
        state.stage = state.safe = state.heads = 0

    def mover(state: Any) -> int:
        return 0 if state.stage == 0 else CHANCE if state.stage == 1 else OVER

    def moves(state: Any, out: Any) -> int:
        out[0] = 0
        out[1] = 1
        return 2

    def play(state: Any, move: int) -> None:
        if state.stage == 0 and move == 0:
            state.safe = 1
            state.stage = 2
        elif state.stage == 0:
            state.stage = 1
        else:
            state.heads = move
            state.stage = 2

    def returns(state: Any, out: Any) -> None:
        out[0] = 0.6 if state.safe else float(state.heads)

    def weights(state: Any, out: Any) -> None:
        out[0] = 1.0 - odds
        out[1] = odds

    return Game(
        name="gamble", state=COIN, players=1, max_moves=2, payoffs=(0.0, 1.0), max_length=2,
        start=start, mover=mover, moves=moves, play=play, returns=returns, weights=weights,
    )  # fmt: skip


class PythonNim:
    """Nim as a Python object; moves are words."""

    WORDS = ("one", "two", "three")

    def __init__(self) -> None:
        self.left, self.turn = 10, 0

    def mover(self) -> int | None:
        return self.turn if self.left else None

    def moves(self) -> list[str]:
        return list(self.WORDS[: self.left])

    def play(self, move: str) -> None:
        self.left -= self.WORDS.index(move) + 1
        self.turn = 1 - self.turn

    def returns(self) -> list[float]:
        return [-1.0, 1.0] if self.turn == 0 else [1.0, -1.0]

    def copy(self) -> PythonNim:
        twin = type(self)()
        twin.left, twin.turn = self.left, self.turn
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PythonNim) and (self.left, self.turn) == (other.left, other.turn)

    __hash__ = None  # type: ignore[assignment]


TRAPS = np.dtype([("depth", np.int8), ("region", np.int16), ("arm", np.int16), ("reply", np.int16)])


def traps(regions: int = 12, arms: int = 12, replies: int = 8) -> Game:
    """A game of traps. Player 0 picks a region, then an arm in it; player 1 replies. Every arm but one in a region is
    a trap: it pays 1 unless the one right reply is found, which pays 0. Arm 0 of each region is safe: it pays 0.6 in
    region 0 and 0.5 elsewhere, whatever the reply. So the best region is 0, and to see it one must know the traps."""

    def start(state: Any, rng: Any) -> None:
        state.depth = 0
        state.region = state.arm = state.reply = -1

    def mover(state: Any) -> int:
        return OVER if state.depth == 3 else 1 if state.depth == 2 else 0

    def moves(state: Any, out: Any) -> int:
        n = regions if state.depth == 0 else arms if state.depth == 1 else replies
        for i in range(n):
            out[i] = i
        return n

    def play(state: Any, move: int) -> None:
        if state.depth == 0:
            state.region = move
        elif state.depth == 1:
            state.arm = move
        else:
            state.reply = move
        state.depth += 1

    def returns(state: Any, out: Any) -> None:
        out[0] = 1.0
        if state.arm == 0:
            out[0] = 0.6 if state.region == 0 else 0.5
        elif state.reply == (state.region * 7 + state.arm * 3) % replies:
            out[0] = 0.0
        out[1] = 1.0 - out[0]

    return Game(
        name="traps", state=TRAPS, players=2, max_moves=max(regions, arms, replies), payoffs=(0.0, 1.0), max_length=3,
        start=start, mover=mover, moves=moves, play=play, returns=returns,
    )  # fmt: skip
