"""Ferry: bring every car to its harbour; the ferry carries one at a time.

Cars stand at harbours, the ferry lies at the first one. A move sails to another harbour, takes a car aboard that is
where the empty ferry is, or puts the car ashore. The goal is every car at its own harbour, ashore, in as few moves as
possible. The score is minus the number of moves (see `planning`).

Moves: `sail-h` is `h - 1`; `board-c` is `harbours + c - 1`; `debark-c` is `harbours + cars + c - 1`.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rules.game import Game, declare
from .board_key import scramble
from .instances import whole_option
from .notation import whole, words_in
from .planning import planning_rules

LARGEST = 30
ABOARD = -1
NOBODY = -1


def own_harbours(option: str, text: object, harbours: int) -> list[int]:
    """The harbour of every car, from 0, in a text of one's own: `2/1/1`."""
    words = str(text).replace(",", "/").split("/")
    if len(words) > LARGEST or not all(word.isdecimal() and 1 <= int(word) <= harbours for word in words):
        raise OptionError(
            f"ferry: {option} must have a harbour, 1 to {harbours}, for each of up to {LARGEST} cars, as in "
            f"2/1/1, not {text!r}"
        )
    return [int(word) - 1 for word in words]


def both_ends(cars: int, harbours: int, board: int, begin: str, goal: str) -> tuple[list[int], list[int]]:
    """Where cars stand, and where they go: one's own harbours, or drawn ones."""
    given = [
        own_harbours(option, text, harbours) if text != "" else []
        for option, text in (("begin", begin), ("goal", goal))
    ]
    counts = {len(where) for where in given if where}
    if len(counts) > 1:
        raise OptionError("ferry: begin and goal must have as many cars")
    source = random.Random(board)
    trips = [source.sample(range(harbours), 2) for _ in range(min(counts, default=cars))]
    first, last = given[0] or [a for a, _ in trips], given[1] or [b for _, b in trips]
    if first == last:
        raise OptionError("ferry: begin is the goal already")
    return first, last


def game(cars: int = 4, harbours: int = 4, board: int = 1, limit: int = 0, begin: str = "", goal: str = "") -> Game:
    """`board`: the number by which it is drawn where cars stand and where they go. `begin`, `goal`: harbours of one's
    own instead, `2/1/1`, for as many cars as these have. `limit`: after so many moves it is over; 0: after ten times
    the cars and harbours."""
    whole_option("ferry", "cars", cars, 1, LARGEST)
    whole_option("ferry", "harbours", harbours, 2, LARGEST)
    whole_option("ferry", "board", board, 0, 2**31 - 1)
    whole_option("ferry", "limit", limit, 0, 10**6)
    origin, last = (np.array(where, np.int8) for where in both_ends(cars, harbours, board, begin, goal))
    cars = len(origin)
    most = limit or 10 * (cars + harbours)

    def start(state: Any, rng: Any) -> None:
        state.car[:] = origin
        state.at = 0
        state.made = 0
        state.carries = NOBODY

    def moves(state: Any, out: Any) -> int:
        n = 0
        for harbour in range(harbours):
            if harbour != state.at:
                out[n] = harbour
                n += 1
        if state.carries != NOBODY:
            out[n] = harbours + cars + state.carries
            return n + 1
        for car in range(cars):
            if state.car[car] == state.at:
                out[n] = harbours + car
                n += 1
        return n

    def play(state: Any, move: int) -> None:
        state.made += 1
        if move < harbours:
            state.at = move
        elif move < harbours + cars:
            state.carries = move - harbours
            state.car[state.carries] = ABOARD
        else:
            state.car[state.carries] = state.at
            state.carries = NOBODY

    def heuristic(state: Any) -> float:
        """Every car that is not there yet is taken aboard, carried and put ashore; what was done of it is done."""
        missing = 0.0
        for car in range(cars):
            if state.carries == car:
                missing += 1.0 + (state.at != last[car])
            elif state.car[car] != last[car]:
                missing += 3.0
        return missing

    def key(state: Any) -> Any:
        found = np.uint64(np.int64(state.made) * 64 + np.int64(state.at) + 1)
        for car in range(cars):
            found = scramble(found) + np.uint64(np.int64(state.car[car]) + 1)
        return scramble(found)

    def move_name(state: Any, move: int) -> str:
        if move < harbours:
            return f"sail-{move + 1}"
        return f"board-{move - harbours + 1}" if move < harbours + cars else f"debark-{move - harbours - cars + 1}"

    def render(state: Any) -> str:
        lines = [
            f"car {car + 1}: {'aboard' if state.car[car] == ABOARD else f'at {state.car[car] + 1}'}, to {last[car] + 1}"
            for car in range(cars)
        ]
        return "\n".join([f"the ferry is at {state.at + 1}, {state.made} moves made", *lines])

    def notation(state: Any) -> str:
        """Where the ferry is, where the cars are (0: aboard), and the moves made."""
        return f"{state.at + 1} {','.join(str(harbour + 1) for harbour in state.car)} {state.made}"

    def from_notation(state: Any, text: str) -> None:
        at, where, made = words_in(text, "at cars", "made")
        words = where.split(",")
        if len(words) != cars:
            raise PositionError(f"there are {cars} cars, not {len(words)}")
        state.at = whole(at, "at", 1, harbours) - 1
        state.car[:] = [whole(word, "a car's harbour", 0, harbours) - 1 for word in words]
        aboard = [car for car in range(cars) if state.car[car] == ABOARD]
        if len(aboard) > 1:
            raise PositionError("the ferry carries one car at a time")
        state.carries = aboard[0] if aboard else NOBODY
        state.made = whole(made or "0", "made", 0, most)

    return declare(
        globals(),
        locals(),
        planning_rules(most, heuristic, harbours + 2 * cars),
        name="ferry",
        state=np.dtype([("made", np.int32), ("at", np.int8), ("carries", np.int8), ("car", np.int8, cars)]),
        players=1,
        payoffs=(-(most + 1.0 + 3 * cars), 0.0),
        max_moves=harbours + cars,
        actions=harbours + 2 * cars,
        max_length=most,
        trusted=True,
    )
