"""Gripper: a robot with two hands carries balls from one room to the next.

All balls and the robot are in the first room. A move goes to the other room, picks up a ball of this room with an empty
hand, or drops the ball in a hand. The goal is all balls in the second room, in as few moves as possible: 3 n - 1 for an
even number n of balls, 3 n for an odd one. The score is minus the number of moves (see `planning`).

Moves: 0 `go`; `pick-b-left` is `4 b - 3`, `pick-b-right` one more, `drop-b-left` two more, `drop-b-right` three more.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..errors import PositionError
from ..rules.game import Game, declare
from .board_key import scramble
from .instances import whole_option
from .notation import whole, words_in
from .planning import planning_rules

MOST_BALLS = 40
HANDS = ("left", "right")
LEFT, RIGHT = 2, 3
PLACES = "12lr"
"""Where a ball can be: in the first room, in the second, in the left hand, in the right one."""


def in_hand(state: Any, hand: int) -> int:
    """How many balls a hand holds, 0 or 1."""
    held = 0
    for ball in range(len(state.ball)):
        held += state.ball[ball] == LEFT + hand
    return held


def moves(state: Any, out: Any) -> int:
    out[0] = 0
    n = 1
    free_left, free_right = in_hand(state, 0) == 0, in_hand(state, 1) == 0
    for ball in range(len(state.ball)):
        place = state.ball[ball]
        if place == state.room and free_left:
            out[n] = 4 * ball + 1
            n += 1
        if place == state.room and free_right:
            out[n] = 4 * ball + 2
            n += 1
        if place >= LEFT:
            out[n] = 4 * ball + 3 + place - LEFT
            n += 1
    return n


def play(state: Any, move: int) -> None:
    state.made += 1
    if move == 0:
        state.room = 1 - state.room
        return
    ball, what = (move - 1) // 4, (move - 1) % 4
    state.ball[ball] = LEFT + what if what < 2 else state.room


def heuristic(state: Any) -> float:
    """Every ball is picked up and dropped, and of the ways through the door each brings two."""
    waiting, held = 0, 0
    for ball in range(len(state.ball)):
        waiting += state.ball[ball] == 0
        held += state.ball[ball] >= LEFT
    actions = 2.0 * waiting + held
    if state.room == 0:
        crossing = (waiting + held + 1) // 2
        return actions + max(2 * crossing - 1, 0) if waiting + held > 0 else 0.0
    return actions + 2.0 * ((waiting + 1) // 2)


def key(state: Any) -> Any:
    found = np.uint64(np.int64(state.made) * 2 + np.int64(state.room) + 1)
    for ball in range(len(state.ball)):
        found = scramble(found) + np.uint64(state.ball[ball])
    return scramble(found)


def move_name(state: Any, move: int) -> str:
    ball, what = divmod(move - 1, 4)
    return "go" if move == 0 else f"{'pick' if what < 2 else 'drop'}-{ball + 1}-{HANDS[what % 2]}"


def render(state: Any) -> str:
    def named(place: int) -> str:
        return " ".join(str(ball + 1) for ball in range(len(state.ball)) if state.ball[ball] == place) or "-"

    rooms = [f"room {room + 1}: {named(room)}{'   robot' if state.room == room else ''}" for room in (0, 1)]
    hands = f"left hand: {named(LEFT)}, right hand: {named(RIGHT)}"
    return "\n".join([*rooms, hands, f"{state.made} moves made"])


def notation(state: Any) -> str:
    """The robot's room, where every ball is (a room, or l or r), and the moves made."""
    return f"{state.room + 1} {''.join(PLACES[place] for place in state.ball)} {state.made}"


def game(balls: int = 4, limit: int = 0) -> Game:
    """`balls` 1 to 40. `limit`: after so many moves it is over; 0: after ten times the balls and ten more."""
    whole_option("gripper", "balls", balls, 1, MOST_BALLS)
    whole_option("gripper", "limit", limit, 0, 10**6)
    most = limit or 10 * (balls + 1)

    def start(state: Any, rng: Any) -> None:
        state.ball[:] = 0
        state.room = 0
        state.made = 0

    def from_notation(state: Any, text: str) -> None:
        room, places, made = words_in(text, "room balls", "made")
        if not re.fullmatch(f"[{PLACES}]{{{balls}}}", places) or max(map(places.count, "lr")) > 1:
            raise PositionError(f"expected {balls} of 1, 2, l, r, a hand at most once, not {places!r}")
        state.room = whole(room, "room", 1, 2) - 1
        state.ball[:] = [PLACES.index(place) for place in places]
        state.made = whole(made or "0", "made", 0, most)

    return declare(
        globals(),
        locals(),
        planning_rules(most, heuristic, 1 + 4 * balls),
        name="gripper",
        state=np.dtype([("made", np.int32), ("room", np.int8), ("ball", np.int8, balls)]),
        players=1,
        payoffs=(-(most + 2.0 + 4 * balls), 0.0),
        max_moves=1 + 2 * balls + 2,
        actions=1 + 4 * balls,
        max_length=most,
        trusted=True,
    )
