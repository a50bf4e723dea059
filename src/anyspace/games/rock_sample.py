"""RockSample: a robot with a noisy sensor takes good rocks and leaves bad ones (Smith and Simmons 2004; Silver and
Veness 2010).

A field of `size` times `size` cells with `rocks` rocks, each good or bad, as likely as not. The robot knows where it is
and where they are. It moves a cell north, east, south or west; leaving by the east edge ends the task and pays 10. To
`sample` the rock where it stands pays 10 if it is good and costs 10 if not, and the rock is gone. To check a rock tells
whether it is good, rightly with probability (1 + 2^(-d/20)) / 2 at distance d. Rewards count `discount` to the power of
the moves before; after 100 moves it is over.

What is known of a rock is the probability that it is good, given what the sensor said; a guess draws each rock by it.

    north 0, east 1, south 2, west 3, sample 4, check1 5, check2 6, ...        the sensor: bad 0, good 1
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import rng as random_numbers
from ..errors import OptionError
from ..rng import below, uniform
from ..rules.codes import TOO_LONG
from ..rules.game import CHANCE, OVER, Game, declare

NORTH, EAST, SOUTH, WEST, SAMPLE, CHECK = range(6)
NAMES = ("north", "east", "south", "west", "sample")
NONE = -1
EXIT, GOOD, BAD = 10.0, 10.0, -10.0
HALF = 20.0
"""At this distance the sensor tells half as much as at none."""
HORIZON = 100
MOST_SIZE, MOST_ROCKS = 40, 30

LAYOUTS: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {
    (7, 8): ((2, 0), (0, 1), (3, 1), (6, 3), (2, 4), (3, 4), (5, 5), (1, 6)),
    (11, 11): ((0, 3), (0, 7), (1, 8), (2, 4), (3, 3), (3, 8), (4, 3), (5, 8), (6, 1), (9, 3), (9, 9)),
    (15, 15): (
        *((0, 4), (0, 11), (1, 8), (2, 4), (2, 12), (3, 9), (4, 3), (5, 14), (6, 0), (6, 8)),
        *((9, 3), (10, 2), (11, 7), (12, 12), (14, 9)),
    ),
}
"""Where the rocks of the usual fields lie, (x, y) from the south-west."""


def layout(size: int, rocks: int) -> tuple[tuple[int, int], ...]:
    """Where the rocks lie: as usual, or the same at random for all fields of this kind."""
    if (size, rocks) in LAYOUTS:
        return LAYOUTS[size, rocks]
    rng, cells = random_numbers.new(1000 * size + rocks), np.arange(size * size)
    with np.errstate(over="ignore"):
        random_numbers.shuffle(rng, cells, size * size)
    return tuple((int(cell) % size, int(cell) // size) for cell in cells[:rocks])


def game(size: int = 7, rocks: int = 8, discount: float = 0.95) -> Game:
    for name, given, least, most in (("size", size, 2, MOST_SIZE), ("rocks", rocks, 1, MOST_ROCKS)):
        if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
            raise OptionError(f"rock_sample: {name} must be a whole number from {least} to {most}, not {given!r}")
    if rocks > size * size:
        raise OptionError(f"rock_sample: {rocks} rocks are too many for {size} times {size} cells")
    if isinstance(discount, bool) or not isinstance(discount, int | float) or not 0 < discount <= 1:
        raise OptionError(f"rock_sample: discount must be a number above 0, at most 1, not {discount!r}")
    where = np.array(layout(size, rocks), np.int64)
    rock_at = np.full((size, size), NONE, np.int64)
    for i, (x, y) in enumerate(where):
        rock_at[x, y] = i
    apart = np.sqrt(
        (np.arange(size)[:, None, None] - where[:, 0]) ** 2 + (np.arange(size)[None, :, None] - where[:, 1]) ** 2
    )
    rightly = (1.0 + 2.0 ** (-apart / HALF)) / 2.0  # by x, y and rock

    state_type = np.dtype(
        [
            ("good", np.int8, rocks),  # unseen
            ("gone", np.int8, rocks),
            ("odds", np.float64, rocks),  # of being good, given what the sensor said
            ("checks", np.int8, rocks),
            ("x", np.int8),
            ("y", np.int8),
            ("checking", np.int8),  # the rock that the sensor looks at just now, or NONE
            ("moved", np.int16),
            ("left", np.int8),
            ("factor", np.float64),
            ("total", np.float64),
        ]
    )

    def start(state: Any, rng: Any) -> None:
        for rock in range(rocks):
            state.good[rock] = below(rng, 2)
        state.gone[:] = 0
        state.odds[:] = 0.5
        state.checks[:] = 0
        state.x = 0
        state.y = size // 2
        state.checking = NONE
        state.moved = 0
        state.left = 0
        state.factor = 1.0
        state.total = 0.0

    def mover(state: Any) -> int:
        if state.checking != NONE:
            return CHANCE
        return OVER if state.left or state.moved == HORIZON else 0

    def rock_here(state: Any) -> Any:
        rock = rock_at[state.x, state.y]
        return rock if rock != NONE and not state.gone[rock] else np.int64(NONE)

    def moves(state: Any, out: Any) -> int:
        if state.checking != NONE:
            out[0], out[1] = 0, 1
            return 2
        n = 0
        for move, allowed in (
            (NORTH, state.y < size - 1),
            (EAST, True),
            (SOUTH, state.y > 0),
            (WEST, state.x > 0),
            (SAMPLE, rock_here(state) != NONE),
        ):
            out[n] = move
            n += allowed
        for rock in range(rocks):
            out[n] = CHECK + rock
            n += not state.gone[rock]
        return n

    def weights(state: Any, out: Any) -> None:
        right = rightly[state.x, state.y, state.checking]
        out[1] = right if state.good[state.checking] else 1.0 - right
        out[0] = 1.0 - out[1]

    def play(state: Any, move: int) -> None:
        if state.checking != NONE:
            hear(state, move)
            return
        reward = 0.0
        if move >= CHECK:
            state.checking = move - CHECK
        elif move == SAMPLE:
            rock = rock_here(state)
            reward = GOOD if state.good[rock] else BAD
            state.gone[rock] = 1
            state.odds[rock] = 0.0
        elif move == EAST and state.x == size - 1:
            reward = EXIT
            state.left = 1
        else:
            state.x += int(move == EAST) - int(move == WEST)
            state.y += int(move == NORTH) - int(move == SOUTH)
        state.total += state.factor * reward
        state.factor *= discount
        state.moved += 1

    def hear(state: Any, said: int) -> None:
        """What the sensor says changes what is known (Bayes)."""
        rock = state.checking
        right = rightly[state.x, state.y, rock]
        if_good = right if said else 1.0 - right
        good, bad = state.odds[rock] * if_good, (1.0 - state.odds[rock]) * (1.0 - if_good)
        state.odds[rock] = good / (good + bad) if good + bad > 0.0 else float(said)
        state.checks[rock] = min(state.checks[rock] + 1, 100)
        state.checking = NONE

    def returns(state: Any, out: Any) -> None:
        out[0] = state.total

    def determinize(state: Any, observer: int, rng: Any) -> None:
        for rock in range(rocks):
            if not state.gone[rock]:
                state.good[rock] = uniform(rng) < state.odds[rock]

    def playout(state: Any, rng: Any, out: Any, limit: int) -> int:
        """Preferred moves (Silver and Veness 2010): sample what looks good; else any of: a step towards a rock that may
        be good, a check of one that is in doubt and was checked less than four times; east where nothing is left."""
        wanted = np.zeros(CHECK + rocks, np.int64)
        n = 0
        while mover(state) != OVER:
            if n >= limit:
                return TOO_LONG
            if state.checking != NONE:
                right = rightly[state.x, state.y, state.checking]
                is_right = uniform(rng) < right
                play(state, 1 if (state.good[state.checking] != 0) == is_right else 0)
                n += 1
                continue
            here = rock_here(state)
            move = EAST
            if here != NONE and state.odds[here] > 0.7:
                move = SAMPLE
            else:
                count = preferred(state, wanted)
                if count > 0:
                    move = wanted[below(rng, count)]
            play(state, move)
            n += 1
        returns(state, out)
        return n

    def preferred(state: Any, wanted: Any) -> int:
        north, east, south, west = False, False, False, False
        some = False
        n = 0
        for rock in range(rocks):
            if state.gone[rock] or state.odds[rock] < 0.45:
                continue
            dx, dy = where[rock, 0] - state.x, where[rock, 1] - state.y
            some = True
            north |= dy > 0
            south |= dy < 0
            east |= dx > 0
            west |= dx < 0
            if state.odds[rock] < 0.9 and state.checks[rock] < 4:
                wanted[n] = CHECK + rock
                n += 1
        if not some:
            return 0
        for move, allowed in ((NORTH, north), (EAST, east), (SOUTH, south), (WEST, west)):
            if allowed:
                wanted[n] = move
                n += 1
        return n

    def move_name(state: Any, move: int) -> str:
        if state.checking != NONE:
            return ("bad", "good")[move]
        return NAMES[move] if move < CHECK else f"check{move - CHECK + 1}"

    def view(state: Any, observer: int) -> str:
        rows = []
        for y in range(size - 1, -1, -1):
            row = []
            for x in range(size):
                rock = rock_at[x, y]
                mark = "." if rock == NONE or state.gone[rock] else str(rock + 1)
                row.append(("R" if (x, y) == (state.x, state.y) else "") + mark)
            rows.append(" ".join(cell.rjust(3) for cell in row))
        known = ", ".join(f"{rock + 1}: {state.odds[rock]:.2f}" for rock in range(rocks) if not state.gone[rock])
        said = f", checking {state.checking + 1}" if state.checking != NONE else ""
        return "\n".join(
            [*rows, f"good with probability {known or '-'}", f"{state.moved} moves, {state.total:.2f} so far{said}"]
        )

    def render(state: Any) -> str:
        good = " ".join(str(rock + 1) for rock in range(rocks) if state.good[rock] and not state.gone[rock])
        return f"{view(state, 0)}\ngood: {good or 'none'}"

    return declare(
        globals(),
        locals(),
        name="rock_sample",
        state=state_type,
        players=1,
        payoffs=None,
        max_moves=CHECK + rocks,
        actions=CHECK + rocks,
        max_length=2 * HORIZON,
    )
