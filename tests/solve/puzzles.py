"""Small puzzles for one player: as compiled rules and as Python objects."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from anyspace import OVER, Game

STEPS = np.dtype([("step", np.int32), ("lefts", np.int32), ("run", np.int32)])


def left_moves(depth: int = 10, worth: float = 1.0, path: bool = False, **changes: Any) -> Game:
    """`depth` times left (0) or right (1); pays `worth` for each left move, or with `path` for each of those that come
    before the first right one. A move's code is 2 * step + move."""

    def start(state: Any, rng: Any) -> None:
        state.step = 0
        state.lefts = 0
        state.run = 0

    def mover(state: Any) -> int:
        return OVER if state.step == depth else 0

    def moves(state: Any, out: Any) -> int:
        out[0] = 0
        out[1] = 1
        return 2

    def play(state: Any, move: int) -> None:
        if move == 0:
            state.lefts += 1
            if state.run == state.step:
                state.run += 1
        state.step += 1

    def returns(state: Any, out: Any) -> None:
        out[0] = worth * (state.run if path else state.lefts)

    def code(state: Any, move: int) -> int:
        return 2 * state.step + move

    declared: dict[str, Any] = dict(
        name="left_moves", state=STEPS, players=1, payoffs=None, max_moves=2, max_length=depth, actions=2,
        start=start, mover=mover, moves=moves, play=play, returns=returns, code=code,
    )  # fmt: skip
    return Game(**{**declared, **changes})


class Knapsack:
    """Take things one by one while they fit; pays what they are worth. Moves are names."""

    players, payoffs, max_moves, max_length = 1, (0, None), 8, 8
    things: ClassVar = {
        "lamp": (4, 10),
        "rope": (3, 7),
        "book": (2, 4),
        "stone": (6, 5),
        "bread": (3, 6),
        "map": (1, 2),
    }
    room = 9

    def __init__(self, taken: tuple[str, ...] = ()) -> None:
        self.taken = taken

    def moves(self) -> list[str]:
        left = self.room - sum(self.things[name][0] for name in self.taken)
        return [name for name, (size, _) in self.things.items() if name not in self.taken and size <= left]

    def mover(self) -> int:
        return 0 if self.moves() else OVER

    def play(self, move: str) -> None:
        self.taken = (*self.taken, move)

    def returns(self) -> list[float]:
        return [float(sum(self.things[name][1] for name in self.taken))]

    def copy(self) -> Knapsack:
        return Knapsack(self.taken)

    def code(self, move: str) -> int:
        return 100 + [*self.things].index(move)

    def heuristic(self) -> float:
        return 0.0
