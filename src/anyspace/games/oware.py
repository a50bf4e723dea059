"""Oware (Abapa): sow seeds around twelve houses, capture more than half of the forty-eight.

Each player owns a row of six houses with four seeds in each. Houses are numbered along the way of sowing, which is
anticlockwise (SOUTH is player 0 and begins):

        f   e   d   c   b   a      NORTH, sows this way <--
      +---+---+---+---+---+---+
      | 5 | 4 | 3 | 2 | 1 | 0 |
      +---+---+---+---+---+---+
      | 0 | 1 | 2 | 3 | 4 | 5 |
      +---+---+---+---+---+---+
        A   B   C   D   E   F      SOUTH, sows this way -->

A move lifts all seeds of an own house and sows them one by one into the houses that follow; the house they came from
is left out when they go around.
- The last seed makes an opponent's house two or three: these seeds are captured, and so are those of the houses just
  before it as long as they are the opponent's and hold two or three. A capture of all the opponent's seeds (a grand
  slam) takes nothing.
- An opponent without seeds must be given some; only houses that reach him may be played then.
- The game is over when a player has captured more than half of the seeds; when nothing may be played; when a
  position comes back; and after `PATIENCE` moves without a capture. Then each takes what is in his row. More seeds win.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import PositionError
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .board_key import board_key, scramble
from .kalah import BITS, LANE, NAMES, SIDES, filled, random_pit
from .notation import NOBODY, player_of, read_numbers, whole, words_in, write_numbers

HOUSES, SEEDS = 6, 48
HALF = SEEDS // 2
PATIENCE = 200
NOWHERE = 7  # a house beyond the row, always empty
OWN, OTHER, LAST = 0, 1, 2  # columns of the sowing table; the rows as the mover sees them
ONES = np.int64(sum(1 << BITS * house for house in range(HOUSES)))

# For `evaluate` and `prior`: fitted to the values of 1,500 positions and the best moves in 2,000, as searches of some
# thousand iterations found them.
CAPTURED, IN_ROW, TO_MOVE, SURE = 0.48, 0.08, 0.32, 0.99
BY_CAPTURE, EXPOSED = 1.5, 0.65
ODD = np.uint64(0x9E3779B97F4A7C15)
UNKNOWN = np.int64(1 << 62)
"""A key for a position whose past is not known. All keys to come stay within 49 ** 11 of it, and so above 0."""

STATE = np.dtype(
    [
        ("rows", np.int64, 2),  # of each player: eight bits a house
        ("captured", np.int8, 2),
        ("turn", np.int8),  # who moves, or OVER
        ("since", np.int16),  # moves since the last capture, or since the start
        ("key", np.int64),  # how the board differs from that after the last capture, see `key_table`
        ("past", np.int64, PATIENCE + 1),  # keys since then, `since` + 1 of them; 0 beyond
    ]
)


def place_of(house: int, seed: int) -> int:
    """Where the `seed`-th seed (from 1) lifted from `house` falls: own houses are 0 to 5, the opponent's 6 to 11."""
    return (house + 1 + (seed - 1) % (2 * HOUSES - 1)) % (2 * HOUSES)


def sowing_table() -> Any:
    """`[house, seeds]` to what the own row gains, what the opponent's gains, and the opponent's house in which the last
    seed falls (`NOWHERE` if it falls into an own one)."""
    table = np.zeros((HOUSES, 64, 4), dtype=np.int64)
    for house in range(HOUSES):
        for seeds in range(1, SEEDS + 1):
            place = place_of(house, seeds)
            table[house, seeds] = table[house, seeds - 1]
            table[house, seeds, OWN] -= 1 << BITS * house
            table[house, seeds, place // HOUSES] += 1 << BITS * (place % HOUSES)
            table[house, seeds, LAST] = place - HOUSES if place >= HOUSES else NOWHERE
    return table


def key_table() -> Any:
    """`[player, house, seeds]` to what a move adds to the key.

    The key is a number in base 49 whose digits are the gains of eleven houses since the last capture. Sowing keeps
    the number of seeds on the board, so the gain of the twelfth is no news: positions with one key are one position.
    """
    weight = np.array([(SEEDS + 1) ** place for place in range(2 * HOUSES - 1)] + [0], dtype=np.int64)
    table = np.zeros((2, HOUSES, 64), dtype=np.int64)
    for player in range(2):
        for house in range(HOUSES):
            origin = HOUSES * player + house
            for seeds in range(1, SEEDS + 1):
                place = (HOUSES * player + place_of(house, seeds)) % (2 * HOUSES)
                table[player, house, seeds] = table[player, house, seeds - 1] - weight[origin] + weight[place]
    return table


SOWING, KEYS = sowing_table(), key_table()


def start(state: Any, rng: Any) -> None:
    state.rows[:] = SEEDS // (2 * HOUSES) * ONES
    state.captured[:] = 0
    state.turn = 0
    state.since = 0
    state.key = 0
    state.past[:] = 0


def mover(state: Any) -> int:
    return state.turn


def choices(row: Any, opponent: Any) -> Any:
    """The houses of `row` that may be played, one bit a house."""
    return filled(row, ONES) if opponent else feeding(row)


def feeding(row: Any) -> Any:
    """The houses whose seeds reach the opponent's row."""
    houses = 0
    for house in range(HOUSES):
        houses |= int(((row >> (BITS * house)) & LANE) >= HOUSES - house) << house
    return houses


def moves(state: Any, out: Any) -> int:
    houses = choices(state.rows[state.turn], state.rows[1 - state.turn])
    n = 0
    for house in range(HOUSES):
        out[n] = house  # stays only if n grows: a branch here would be mispredicted too often
        n += (houses >> house) & 1
    return n


def play(state: Any, house: int) -> None:
    me, other = state.turn, 1 - state.turn
    seeds = (state.rows[me] >> (BITS * house)) & LANE
    state.rows[me] += SOWING[house, seeds, OWN]
    state.rows[other] += SOWING[house, seeds, OTHER]
    prey = capture(state.rows[other], SOWING[house, seeds, LAST])
    if prey:
        state.rows[other] -= prey
        state.captured[me] += count(prey)
        state.past[1 : state.since + 1] = 0
        state.key = state.since = 0
    else:
        state.key += KEYS[me, house, seeds]
        state.since += 1
        state.past[state.since] = state.key
    state.turn = other
    if (
        state.captured[me] > HALF
        or state.since == PATIENCE
        or came_back(state.past, state.since)
        or choices(state.rows[other], state.rows[me]) == 0
    ):
        collect(state)


def capture(row: Any, house: int) -> Any:
    """That part of the opponent's row which a last seed in `house` captures."""
    prey = np.int64(0)
    while house >= 0 and (row >> (BITS * house)) & LANE & ~1 == 2:
        prey |= row & (LANE << (BITS * house))
        house -= 1
    return prey if prey != row else np.int64(0)


def count(row: Any) -> int:
    """All seeds of a row."""
    seeds = 0
    for house in range(HOUSES):
        seeds += (row >> (BITS * house)) & LANE
    return seeds


def came_back(past: Any, now: int) -> bool:
    """Whether key number `now` has been there before. Captured seeds do not come back, so only keys since the last
    capture matter; and of these every other one, because the same player must be to move."""
    key = past[now]
    then = now - 2
    while then >= 0 and past[then] != key:
        then -= 2
    return then >= 0


def collect(state: Any) -> None:
    for player in range(2):
        state.captured[player] += count(state.rows[player])
    state.rows[:] = 0
    state.past[:] = 0
    state.key = state.since = 0
    state.turn = OVER


def returns(state: Any, out: Any) -> None:
    lead = state.captured[0] - state.captured[1]
    out[0] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    out[1] = -out[0]


def key(state: Any) -> Any:
    """A position that comes back ends the game, so those since the last capture are part of it: in any order, but
    told apart by who was to move. They are known by how they differ from this one."""
    past = np.uint64(0)
    for then in range(state.since):
        difference = np.uint64(state.past[then] - state.key)
        past += scramble(difference if (state.since - then) & 1 else difference ^ ODD)
    board = board_key(np.uint64(state.rows[0]), np.uint64(state.rows[1]), state.turn)
    return scramble(board + past) + np.uint64(state.captured[0]) * ODD


def evaluate(state: Any, out: Any) -> None:
    """A lead counts in relation to what may still happen: about the root of the seeds that are still on the board."""
    me, other = int(state.turn), 1 - int(state.turn)
    mine, theirs = count(state.rows[me]), count(state.rows[other])
    lead = CAPTURED * (state.captured[me] - state.captured[other]) + IN_ROW * (mine - theirs) + TO_MOVE
    out[me] = SURE * np.tanh(lead / np.sqrt(1 + mine + theirs))
    out[other] = -out[me]


def prior(state: Any, moves: Any, n: int, out: Any) -> None:
    """Seeds captured, and own houses left with one or two seeds, which invite the other to do the same."""
    mine, theirs = state.rows[state.turn], state.rows[1 - state.turn]
    for i in range(n):
        seeds = (mine >> (BITS * moves[i])) & LANE
        prey = capture(theirs + SOWING[moves[i], seeds, OTHER], SOWING[moves[i], seeds, LAST])
        weight = (1.0 + count(prey)) ** BY_CAPTURE
        left = mine + SOWING[moves[i], seeds, OWN]
        for house in range(HOUSES):
            if 1 <= (left >> (BITS * house)) & LANE <= 2:
                weight *= EXPOSED
        out[i] = weight


def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
    """The rules above on local variables."""
    me = int(state.turn)
    mine, theirs = state.rows[me], state.rows[1 - me]
    my_seeds, their_seeds = int(state.captured[me]), int(state.captured[1 - me])
    key, since = state.key, int(state.since)
    houses = choices(mine, theirs)
    for ply in range(limit):
        house = random_pit(rng, houses)
        if trace is not None:
            trace[ply] = me * HOUSES + house
        seeds = (mine >> (BITS * house)) & LANE
        mine += SOWING[house, seeds, OWN]
        theirs += SOWING[house, seeds, OTHER]
        prey = capture(theirs, SOWING[house, seeds, LAST])
        if prey:
            theirs -= prey
            my_seeds += count(prey)
            key, since = np.int64(0), 0
            over = my_seeds > HALF
        else:
            key += KEYS[me, house, seeds]
            since += 1
            state.past[since] = key
            over = since == PATIENCE or came_back(state.past, since)
        houses = choices(theirs, mine)
        if over or houses == 0:
            lead = my_seeds + count(mine) - their_seeds - count(theirs)
            out[me] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
            out[1 - me] = -out[me]
            return ply + 1
        me, mine, theirs, my_seeds, their_seeds = 1 - me, theirs, mine, their_seeds, my_seeds
    state.rows[me], state.rows[1 - me] = mine, theirs  # as it stands, for `returns` to score
    state.captured[me], state.captured[1 - me] = my_seeds, their_seeds
    state.key, state.since, state.turn = key, since, me
    return TOO_LONG


def move_name(state: Any, house: int) -> str:
    return NAMES[state.turn][house]


def render(state: Any) -> str:
    def line(items: Any) -> str:
        return "".join(f"{item:>4}" for item in items)

    south, north = ([int(row >> BITS * house & LANE) for house in range(HOUSES)] for row in state.rows)
    status = {0: "SOUTH (capitals) to move", 1: "NORTH (small letters) to move", OVER: "the game is over"}
    return "\n".join(
        [
            line(reversed(NAMES[1][:HOUSES])),
            line(reversed(north)) + f"   captured {state.captured[1]}",
            line(south) + f"   captured {state.captured[0]}",
            line(NAMES[0][:HOUSES]),
            status[int(state.turn)],
        ]
    )


def notation(state: Any) -> str:
    """Of each side the houses in order of sowing and what it has captured, South's first; and the moves since the last
    capture, but not what positions there were since."""
    rows = [[*houses_of(int(state.rows[player])), int(state.captured[player])] for player in range(2)]
    return f"{write_numbers(rows)} {NOBODY if state.turn == OVER else SIDES[state.turn]} {state.since}"


def houses_of(row: int) -> list[int]:
    return [row >> BITS * house & int(LANE) for house in range(HOUSES)]


def from_notation(state: Any, text: str) -> None:
    cells, word, since = words_in(text, "seeds turn", "moves_since_capture")
    sides, turn = read_numbers(cells, 2, HOUSES + 1, "seeds", SEEDS), player_of(word, SIDES + NOBODY)
    if sum(map(sum, sides)) != SEEDS:
        raise PositionError(f"there must be {SEEDS} seeds, not {sum(map(sum, sides))}")
    on_board = [sum(side[:HOUSES]) for side in sides]
    if turn > 1 and any(on_board):
        raise PositionError("when the game is over all seeds are captured")
    state.since = whole(since or "0", "moves_since_capture", 0, 0 if turn > 1 else PATIENCE - 1)
    for player, side in enumerate(sides):
        state.rows[player] = sum(seeds << BITS * house for house, seeds in enumerate(side[:HOUSES]))
        state.captured[player] = side[HOUSES]
    state.turn = OVER if turn > 1 else turn
    if turn < 2:
        if max(state.captured) > HALF or choices(state.rows[turn], state.rows[1 - turn]) == 0:
            raise PositionError("the game is over: somebody has more than half of the seeds, or nothing may be played")
        # Positions before this one are not known: a key that none to come can have, far from that after the capture.
        state.past[: state.since + 1] = 0
        state.key = state.past[state.since] = UNKNOWN if state.since else 0


def game() -> Game:
    return declare(
        globals(),
        name="oware",
        state=STATE,
        players=2,
        max_moves=HOUSES,
        actions=HOUSES,
        max_length=PATIENCE * HALF,
        trusted=True,
    )
