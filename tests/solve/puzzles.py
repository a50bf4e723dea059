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


class Change:
    """Pay 13 exactly with coins of 1, 4 and 5; every coin costs 1. The greatest coins first would be one too many."""

    players, payoffs, max_moves, max_length = 1, (None, 0), 3, 13

    def __init__(self, left: int = 13, paid: int = 0) -> None:
        self.left, self.paid = left, paid

    def moves(self) -> list[int]:
        return [coin for coin in (5, 4, 1) if coin <= self.left]

    def mover(self) -> int:
        return 0 if self.left else OVER

    def play(self, coin: int) -> None:
        self.left, self.paid = self.left - coin, self.paid + 1

    def returns(self) -> list[float]:
        return [-float(self.paid)]

    def copy(self) -> Change:
        return Change(self.left, self.paid)

    def heuristic(self) -> float:
        return float(-(-self.left // 5))


COINS = np.dtype([("left", np.int8, 8), ("score", np.float64), ("last", np.int8)])


def coins(take: int = 5, **changes: Any) -> Game:
    """Eight coins in a row, of which some are taken one by one. A coin pays its worth times its place in the order, and
    nothing beside the coin taken before it. Moves are places; a move's code is the place before and this one."""
    worth = np.array([3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0])

    def start(state: Any, rng: Any) -> None:
        for i in range(8):
            state.left[i] = 1
        state.score = 0.0
        state.last = -2

    def taken(state: Any) -> int:
        n = 0
        for i in range(8):
            n += 1 - state.left[i]
        return n

    def mover(state: Any) -> int:
        return OVER if taken(state) == take else 0

    def moves(state: Any, out: Any) -> int:
        n = 0
        for i in range(8):
            if state.left[i]:
                out[n] = i
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        if abs(state.last - move) != 1:
            state.score += worth[move] * (1 + taken(state))
        state.left[move] = 0
        state.last = move

    def returns(state: Any, out: Any) -> None:
        out[0] = state.score

    def code(state: Any, move: int) -> int:
        return (state.last + 2) * 8 + move

    def prior(state: Any, listed: Any, n: int, out: Any) -> None:
        for i in range(n):
            out[i] = worth[listed[i]]

    declared: dict[str, Any] = dict(
        name="coins", state=COINS, players=1, payoffs=(0, None), max_moves=8, max_length=take, actions=8,
        start=start, mover=mover, moves=moves, play=play, returns=returns, code=code, prior=prior,
    )  # fmt: skip
    return Game(**{**declared, **changes})


def best_of_all(state: Any) -> float:
    """The greatest payoff, by trying everything."""
    if state.over:
        return float(state.returns()[0])
    return max(best_of_all(state.copy().play(move)) for move in state.moves())


WALK = np.dtype([("x", np.int64), ("y", np.int64), ("made", np.int64)])


def maze(**changes: Any) -> Game:
    """From (0, 0) to (3, 3) on a grid of 4 by 4 with walls, one step a move, 0 to 3: right, up, left, down. Pays minus
    the moves; after 20 it is over and costs 10 more. The heuristic is the distance without walls."""
    walls = np.array([[0, 0, 1, 0], [1, 0, 1, 0], [0, 0, 0, 0], [0, 1, 1, 0]])  # [y, x]
    across, upwards = np.array([1, 0, -1, 0]), np.array([0, 1, 0, -1])

    def start(state: Any, rng: Any) -> None:
        state.x = state.y = state.made = 0

    def mover(state: Any) -> int:
        return OVER if (state.x == 3 and state.y == 3) or state.made == 20 else 0

    def moves(state: Any, out: Any) -> int:
        n = 0
        for step in range(4):
            x, y = state.x + across[step], state.y + upwards[step]
            if 0 <= x < 4 and 0 <= y < 4 and walls[y, x] == 0:
                out[n] = step
                n += 1
        return n

    def play(state: Any, step: int) -> None:
        state.x += across[step]
        state.y += upwards[step]
        state.made += 1

    def heuristic(state: Any) -> float:
        return 6.0 - state.x - state.y

    def returns(state: Any, out: Any) -> None:
        out[0] = -state.made - (10.0 if state.made == 20 and state.x + state.y < 6 else 0.0)

    def key(state: Any) -> int:
        return (state.x * 4 + state.y) * 32 + state.made + 1

    declared: dict[str, Any] = dict(
        name="maze", state=WALK, players=1, payoffs=(None, 0), max_moves=4, max_length=20, actions=4,
        start=start, mover=mover, moves=moves, play=play, returns=returns, heuristic=heuristic, key=key,
    )  # fmt: skip
    return Game(**{**declared, **changes})
