"""The travelling salesman with time windows: visit every city once, each within its window, and return; cheaply.

The salesman leaves the depot, city 0, at time 0. A move is the next city. Who comes early waits until the window opens;
who comes late has missed it, and goes on all the same. After the last city the way leads back to the depot, which has a
window too. The score is minus the cost of the ways, waiting not counted, and minus 1,000,000 for every window missed.

Moves: the number of the city.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .board_key import scramble
from .instances import flag_option, whole_option
from .tsptw_instances import MOST_CITIES, drawn_instance, instance_in
from .tsptw_picture import picture

__all__ = ["game", "picture", "verdict"]

MISSED = 1_000_000.0
"""What a window that is missed costs."""


def verdict(state: Any) -> str | None:
    """How many windows a tour misses, if it does."""
    missed = int(state["missed"])
    are = "is" if missed == 1 else "are"
    return f"no tour that keeps all windows was found: {missed} {are} missed" if missed else None


def game(file: str = "", cities: int = 20, board: int = 1, prudent: bool = True) -> Game:
    """`file` has an instance; without one, `board` is the number by which an instance of so many `cities` is drawn.
    `prudent`: playouts leave cities alone from which another one cannot be reached in time."""
    whole_option("tsptw", "cities", cities, 2, MOST_CITIES)
    whole_option("tsptw", "board", board, 0, 2**31 - 1)
    flag_option("tsptw", "prudent", prudent)
    if not isinstance(file, str):
        raise OptionError(f"tsptw: file must be the path of a file, not {file!r}")
    instance = instance_in(file) if file else drawn_instance(cities, board)
    n = len(instance.cost)
    cost, earliest, latest = (np.array(table) for table in instance)

    state_type = np.dtype(
        [
            ("time", np.float64),
            ("paid", np.float64),
            ("missed", np.int16),
            ("visited", np.int16),
            ("city", np.int16),
            ("been", np.uint8, n),
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.time = 0.0
        state.paid = 0.0
        state.missed = 0
        state.visited = 1
        state.city = 0
        state.been[:] = 0
        state.been[0] = 1

    def mover(state: Any) -> int:
        return OVER if state.visited == n else 0

    def moves(state: Any, out: Any) -> int:
        found = 0
        for city in range(1, n):
            if state.been[city] == 0:
                out[found] = city
                found += 1
        return found

    def travel(state: Any, city: int) -> None:
        state.paid += cost[state.city, city]
        state.time += cost[state.city, city]
        state.missed += state.time > latest[city]
        state.time = max(state.time, earliest[city])
        state.city = city

    def play(state: Any, city: int) -> None:
        travel(state, city)
        state.been[city] = 1
        state.visited += 1
        if state.visited == n:
            travel(state, 0)

    def returns(state: Any, out: Any) -> None:
        """An unfinished tour costs what it cost so far."""
        out[0] = -(state.paid + MISSED * state.missed)

    def in_time(state: Any, out: Any) -> int:
        """The cities that are reached in time and make no other one late; where there are none, those that are reached
        in time; where it is too late for all, all that are left."""
        found = 0
        for city in range(1, n):
            if state.been[city] == 0 and not too_late(state, city) and spares_others(state, city):
                out[found] = city
                found += 1
        if found > 0:
            return found
        for city in range(1, n):
            if state.been[city] == 0 and not too_late(state, city):
                out[found] = city
                found += 1
        return found if found > 0 else moves(state, out)

    def too_late(state: Any, city: int) -> bool:
        """Whether the window of a city is missed even by who goes there now."""
        return state.time + cost[state.city, city] > latest[city]

    def spares_others(state: Any, city: int) -> bool:
        """Whether no other city is missed because of a visit to this one first. What is missed anyway does not count:
        one lost window does not make the rest of the tour a matter of chance."""
        now = max(state.time + cost[state.city, city], earliest[city])
        for other in range(1, n):
            then_late = state.been[other] == 0 and other != city and now + cost[city, other] > latest[other]
            if then_late and not too_late(state, other):
                return False
        return True

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Random cities after which others can still be reached in time."""
        listed = np.empty(n, np.int32)
        for ply in range(limit + 1):
            if state.visited == n:
                returns(state, out)
                return ply
            if ply == limit:
                break
            city: Any = np.int64(listed[below(rng, in_time(state, listed))])
            if trace is not None:
                trace[ply] = city
            play(state, city)
        return TOO_LONG

    def code(state: Any, move: int) -> Any:
        """The way from here to there."""
        return np.int64(state.city) * n + move

    def prior(state: Any, moves: Any, count: int, out: Any) -> None:
        """Near cities, and those that close soon, look better; those that make others late much worse."""
        for i in range(count):
            city = moves[i]
            arrival = max(state.time + cost[state.city, city], earliest[city])
            room = max(latest[city] - arrival, 0.0)
            out[i] = 100.0 / (1.0 + (arrival - state.time) + 0.5 * room)
            if too_late(state, city) or not spares_others(state, city):
                out[i] *= 0.01

    def key(state: Any) -> Any:
        found = np.uint64(np.int64(state.time * 1024.0)) ^ np.uint64(np.int64(state.missed) + 1) << np.uint64(48)
        found = scramble(found) + np.uint64(np.int64(state.city))
        found = scramble(found) + np.uint64(np.int64(state.paid * 1024.0))
        word = np.uint64(0)
        for city in range(n):
            word = word << np.uint64(1) | np.uint64(state.been[city])
            if city & 63 == 63:
                found = scramble(found ^ word) + np.uint64(1)
                word = np.uint64(0)
        return scramble(found ^ word)

    def move_name(state: Any, move: int) -> str:
        return str(move)

    def render(state: Any) -> str:
        left = [city for city in range(1, n) if not state.been[city]]
        lines = [f"at city {state.city}, time {state.time:.2f}, paid {state.paid:.2f}, windows missed {state.missed}"]
        for city in left[:20]:
            arrival = state.time + cost[state.city, city]
            late = "  too late" if arrival > latest[city] else ""
            lines.append(
                f"{city:4}  from {earliest[city]:g} to {latest[city]:g}, costs {cost[state.city, city]:.2f}{late}"
            )
        more = [f"      and {len(left) - 20} more"] if len(left) > 20 else []
        return "\n".join([*lines, *more] if left else [*lines, "back at the depot"])

    def notation(state: Any) -> str:
        """Nothing but the cities in order would do; what matters of them is who was visited and what it took."""
        been = ",".join(str(city) for city in range(1, n) if state.been[city]) or "-"
        return f"{been} {state.city} {float(state.time)!r} {float(state.paid)!r} {state.missed}"

    def from_notation(state: Any, text: str) -> None:
        words = text.split()
        if len(words) != 5:
            raise PositionError("expected 'cities city time paid missed'")
        try:
            been = set() if words[0] == "-" else {int(word) for word in words[0].split(",")}
            city, time, paid, missed = int(words[1]), float(words[2]), float(words[3]), int(words[4])
        except ValueError:
            raise PositionError(f"{text!r} has a word that is no number") from None
        over = len(been) == n - 1
        if not been <= {*range(1, n)} or (city != 0 if over or not been else city not in been):
            raise PositionError(f"cities are 1 to {n - 1}, and the salesman is at one that was visited")
        if not (0 <= time < 1e9 and 0 <= paid < 1e9 and 0 <= missed <= len(been) + over):
            raise PositionError("time, cost and windows missed must be 0 or more")
        state.been[list(been)] = 1
        state.city, state.time, state.paid, state.missed = city, time, paid, missed
        state.visited = 1 + len(been)

    return declare(
        globals(),
        locals(),
        name="tsptw",
        state=state_type,
        players=1,
        payoffs=(None, 0.0),
        max_moves=n - 1,
        actions=n,
        max_length=n - 1,
        trusted=True,
        **(dict(playout_moves=in_time) if prudent else dict(playout=None)),
    )
