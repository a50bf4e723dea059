"""Hide and seek on a map: seekers hunt a hider whose moves they do not see, only what it rides on; now and then it
shows itself (after the board game Scotland Yard).

Stations form a grid. A taxi goes to a station beside (up, down, left, right). Stations in rows a, c, e, ... and columns
1, 3, 5, ... have buses too, which go to the next such station in a line, two steps away. Player 0 hides, all others
seek. Round by round the hider moves first, then every seeker in turn, each along a line to a station where no seeker
stands. All see the seekers' moves. Of the hider's they see whether it took a taxi or a bus, and in every `reveal`-th
round where it went.

A seeker who enters the hider's station has caught it; a hider that cannot move is caught by all. If it is still free
after `rounds` rounds it has won. Who catches gets 1, the hider 1 for its escape, everybody else 0; with
`credit="team"` all seekers get 1 for a catch. A seeker who cannot move stays: the last number of all, `stay`.

All know where the hider can be: the set that its rides and the seekers' vain visits leave. A guess is any of these.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bits import nth_bit, popcount
from ..errors import OptionError, PositionError
from ..rng import below
from ..rules.game import OVER, Game, declare
from .board_key import scramble
from .notation import NOBODY, whole, words_in

NONE = -1
TAXI, BUS = 0, 1
RIDES = ("taxi", "bus")
LETTERS = "abcdefgh"
CREDITS = ("captor", "team")
HIDER = 0
ZERO, ONE = np.uint64(0), np.uint64(1)


def bit(station: Any) -> Any:
    return ONE << np.uint64(station)


def lines(rows: int, columns: int) -> tuple[Any, Any]:
    """Of every station, the sets of those that a taxi and a bus go to: uint64 [2, stations]; and steps between any two
    by the shortest way."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    near = np.zeros((2, len(cells)), np.uint64)
    for i, (row, column) in enumerate(cells):
        for ride, far in ((TAXI, 1), (BUS, 2)):
            if ride == BUS and (row % 2 or column % 2):
                continue
            for down, right in ((-far, 0), (0, -far), (0, far), (far, 0)):
                if 0 <= row + down < rows and 0 <= column + right < columns:
                    near[ride, i] |= bit((row + down) * columns + column + right)
    steps_between = np.zeros((len(cells), len(cells)), np.int16)
    for i in range(len(cells)):
        reached, steps = {i}, 0
        while len(reached) < len(cells):
            steps += 1
            new = {k for k in range(len(cells)) for j in reached if int(near[0, j] | near[1, j]) >> k & 1} - reached
            steps_between[i, sorted(new)] = steps
            reached |= new
    return near, steps_between


def checked(given: dict[str, tuple[Any, int, int]], credit: Any) -> None:
    """Raises `OptionError` where an option makes no sense."""
    for name, (value, least, most) in given.items():
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise OptionError(f"hide_and_seek: {name} must be a whole number from {least} to {most}, not {value!r}")
    if credit not in CREDITS:
        raise OptionError(f"hide_and_seek: credit must be one of {', '.join(CREDITS)}, not {credit!r}")


def game(
    seekers: int = 2, rows: int = 4, columns: int = 5, rounds: int = 10, reveal: int = 3, credit: str = "captor"
) -> Game:
    checked(
        {
            "seekers": (seekers, 1, 5),
            "rows": (rows, 3, 8),
            "columns": (columns, 3, 8),
            "rounds": (rounds, 1, 100),
            "reveal": (reveal, 1, 100),
        },
        credit,
    )
    stations, players = rows * columns, seekers + 1
    near, far = lines(rows, columns)
    stay = stations
    everywhere = np.uint64(2**stations - 1)
    by_all = players
    is_team = credit == "team"

    state_type = np.dtype(
        [
            ("at", np.int8, players),  # stations; the hider's first
            ("maybe", np.uint64),  # where the hider can be, as the seekers know
            ("shown", np.int8),  # where it was last seen, or NONE
            ("ride", np.int8),  # what it took last, or NONE
            ("past", np.int8),  # rounds that are over
            ("turn", np.int8),
            ("caught", np.int8),  # by whom; by_all where it could not move; 0 while it is free
        ]
    )

    def start(state: Any, rng: Any) -> None:
        """Seekers anywhere, the hider anywhere else from where it can move."""
        state.shown = state.ride = NONE
        state.past = state.turn = state.caught = 0
        state.maybe = ZERO
        while state.maybe == ZERO:
            taken = ZERO
            for player in range(1, players):
                state.at[player] = below(rng, stations)
                while taken & bit(state.at[player]) != ZERO:
                    state.at[player] = below(rng, stations)
                taken |= bit(state.at[player])
            state.maybe = free_to_move(state, everywhere & ~taken)
        state.at[HIDER] = any_of(state.maybe, rng)

    def any_of(places: Any, rng: Any) -> Any:
        n: Any = np.int64(popcount(places))
        return np.int64(popcount(nth_bit(places, np.uint64(below(rng, n))) - ONE))

    def stood_on(state: Any) -> Any:
        """The seekers' stations."""
        found = ZERO
        for player in range(1, players):
            found |= bit(state.at[player])
        return found

    def free_to_move(state: Any, places: Any) -> Any:
        """Those of the places from which the hider has somewhere to go."""
        found, taken = ZERO, stood_on(state)
        for station in range(stations):
            if places & bit(station) != ZERO and (near[TAXI, station] | near[BUS, station]) & ~taken != ZERO:
                found |= bit(station)
        return found

    def mover(state: Any) -> int:
        return OVER if state.caught != 0 or state.past == rounds else state.turn

    def moves(state: Any, out: Any) -> int:
        at = state.at[state.turn]
        open_ = (near[TAXI, at] | near[BUS, at]) & ~stood_on(state)
        n = 0
        for station in range(stations):
            if open_ & bit(station) != ZERO:
                out[n] = station
                n += 1
        if n == 0:
            out[0] = stay
            n = 1
        return n

    def is_shown(state: Any) -> bool:
        """Whether the hider shows itself after its move in this round."""
        return (state.past + 1) % reveal == 0

    def ride_to(at: int, station: int) -> int:
        return TAXI if near[TAXI, at] & bit(station) != ZERO else BUS

    def play(state: Any, move: int) -> None:
        if state.turn == HIDER:
            if move != stay:
                ride = ride_to(state.at[HIDER], move)
                state.at[HIDER] = move
                state.ride = ride
                state.maybe = after_ride(state, ride)
            if is_shown(state):
                state.shown = state.at[HIDER]
                state.maybe = bit(state.shown)
        elif move != stay:
            state.at[state.turn] = move
            if move == state.at[HIDER]:
                state.caught = state.turn
                state.maybe = bit(move)
                return
            state.maybe &= ~bit(move)
        state.turn += 1
        if state.turn == players:
            state.turn = HIDER
            state.past += 1
            if state.past < rounds:
                could = free_to_move(state, state.maybe)
                if could & bit(state.at[HIDER]) == ZERO:
                    state.caught = by_all
                    state.maybe = bit(state.at[HIDER])
                else:
                    state.maybe = could

    def after_ride(state: Any, ride: int) -> Any:
        """Where the hider can be after such a ride."""
        found = ZERO
        for station in range(stations):
            if state.maybe & bit(station) != ZERO:
                found |= near[ride, station]
        return found & ~stood_on(state)

    def returns(state: Any, out: Any) -> None:
        """While it is free the hider has won."""
        out[HIDER] = 1.0 if state.caught == 0 else 0.0
        for player in range(1, players):
            has = state.caught == player or state.caught == by_all or (is_team and state.caught != 0)
            out[player] = 1.0 if has else 0.0

    def determinize(state: Any, observer: int, rng: Any) -> None:
        if observer != HIDER and mover(state) != OVER:
            state.at[HIDER] = any_of(state.maybe, rng)

    def observe(state: Any, move: int, observer: int) -> int:
        """Of the hider's move: the ride, or in some rounds the station."""
        if state.turn != HIDER or observer == HIDER:
            return move
        if is_shown(state):
            return 3 + int(move)
        return 2 if move == stay else ride_to(state.at[HIDER], move)

    def evaluate(state: Any, out: Any) -> None:
        """The nearer a seeker and the more rounds to come, the likelier a catch."""
        total, nearest = 0.0, 0.0
        for player in range(1, players):
            out[player] = 1.0 / (1.0 + far[state.at[player], state.at[HIDER]])
            total += out[player]
            nearest = max(nearest, out[player])
        caught = min(1.0, nearest + 0.2) * (rounds - state.past) / rounds if state.caught == 0 else 1.0
        out[HIDER] = 1.0 - caught
        for player in range(1, players):
            out[player] = caught if is_team else caught * out[player] / total

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        """Seekers go nearer, the hider stays away from the nearest of them."""
        for i in range(n):
            out[i] = 1.0
            if moves[i] == stay:
                continue
            if state.turn != HIDER:
                out[i] = 4.0 / (1.0 + far[moves[i], state.at[HIDER]])
                continue
            least = 99
            for player in range(1, players):
                least = min(least, far[moves[i], state.at[player]])
            out[i] = 0.1 if least <= 1 else 1.0 * least

    def key(state: Any) -> Any:
        word = np.uint64(state.past * players + state.turn)
        for player in range(players):
            word = word * np.uint64(64) + np.uint64(state.at[player])
        return scramble(scramble(word) + state.maybe + np.uint64(state.caught))

    # ---- for people

    def name_of(station: int) -> str:
        return f"{LETTERS[station // columns]}{station % columns + 1}"

    def move_name(state: Any, move: int) -> str:
        return "stay" if move == stay else name_of(move)

    def said(state: Any) -> str:
        if mover(state) != OVER:
            who = "the hider" if state.turn == HIDER else f"seeker {state.turn}"
            return f"round {state.past + 1} of {rounds}, {who} to move"
        if state.caught == 0:
            return "the hider has escaped"
        return "the hider is caught" + (f" by seeker {state.caught}" if state.caught < by_all else ": it cannot move")

    def grid(state: Any, shows: bool) -> list[str]:
        """Seekers by their numbers, the hider as H, + where it can be."""
        marks = ["+" if state.maybe & bit(station) != ZERO else "." for station in range(stations)]
        if shows:
            marks[state.at[HIDER]] = "H"
        for player in range(1, players):
            marks[state.at[player]] = str(player)
        head = "  " + " ".join(str(column + 1) for column in range(columns))
        return [head, *(f"{LETTERS[r]} " + " ".join(marks[r * columns : (r + 1) * columns]) for r in range(rows))]

    def told(state: Any) -> list[str]:
        ride = "" if state.ride == NONE else f"the hider took a {RIDES[state.ride]}"
        seen = "" if state.shown == NONE else f"it was last seen at {name_of(state.shown)}"
        return [text for text in (ride, seen) if text]

    def render(state: Any) -> str:
        return "\n".join([*grid(state, True), *told(state), said(state)])

    def view(state: Any, observer: int) -> str:
        return "\n".join([*grid(state, observer == HIDER or mover(state) == OVER), *told(state), said(state)])

    def notation(state: Any) -> str:
        """Stations of all, who is to move and in which round, where the hider can be, its last ride, where it was
        seen, who caught it."""
        turn = NOBODY if mover(state) == OVER else str(state.turn)
        could = ",".join(name_of(station) for station in range(stations) if state.maybe & bit(station) != ZERO)
        ride = NOBODY if state.ride == NONE else RIDES[state.ride]
        seen = NOBODY if state.shown == NONE else name_of(state.shown)
        at = ",".join(name_of(int(station)) for station in state.at)
        return f"{at} {turn} {state.past} {could} {ride} {seen} {state.caught}"

    def station_in(word: str) -> int:
        row, column = LETTERS.find(word[:1]) if word else NONE, word[1:]
        if not 0 <= row < rows or not column.isascii() or not column.isdigit() or not 1 <= int(column) <= columns:
            raise PositionError(f"{word!r} is no station: {name_of(0)} to {name_of(stations - 1)}")
        return row * columns + int(column) - 1

    def from_notation(state: Any, text: str) -> None:
        at, turn, round_, could, ride, seen, caught = words_in(text, "stations turn round maybe ride seen caught")
        placed = [station_in(word) for word in at.split(",")]
        if len(placed) != players or len(set(placed[1:])) != seekers:
            raise PositionError(f"there are {players} stations: the hider's, and {seekers} different ones of seekers")
        state.at[:] = placed
        state.maybe = ZERO
        for word in could.split(","):
            state.maybe |= bit(station_in(word))
        if ride != NOBODY and ride not in RIDES:
            raise PositionError(f"the last ride is {' or '.join(RIDES)}, or {NOBODY}, not {ride!r}")
        state.ride = NONE if ride == NOBODY else RIDES.index(ride)
        state.shown = NONE if seen == NOBODY else station_in(seen)
        state.past = whole(round_, "the round", 0, rounds)
        state.caught = whole(caught, "who caught", 0, by_all)
        state.turn = 0 if turn == NOBODY else whole(turn, "who is to move", 0, seekers)
        if turn == NOBODY and 0 < state.caught < by_all:
            state.turn = state.caught
        is_met = placed[0] in placed[1:]
        if state.maybe & bit(placed[0]) == ZERO or is_met != (0 < state.caught < by_all):
            raise PositionError("the hider is where it can be, and where a seeker is only if that one has caught it")
        if is_met and placed[state.caught] != placed[0]:
            raise PositionError(f"seeker {state.caught} is not where the hider is")
        if not is_met and state.maybe & stood_on(state) != ZERO:
            raise PositionError("the hider cannot be where a seeker is")
        if (mover(state) == OVER) != (turn == NOBODY):
            raise PositionError(f"{NOBODY} stands for who is to move where the game is over, and only there")
        stuck = not is_met and free_to_move(state, bit(placed[0])) == ZERO
        if (state.caught == by_all) != (stuck and state.turn == HIDER and state.past < rounds):
            raise PositionError("a hider that cannot move when it is to is caught by all, and nobody else is")

    return declare(
        globals(),
        locals(),
        name="hide_and_seek",
        state=state_type,
        players=players,
        payoffs=(0.0, 1.0),
        max_moves=9,  # eight ways and a pass
        actions=stations + 1,
        pass_move=stay,
        max_length=rounds * players,
    )
