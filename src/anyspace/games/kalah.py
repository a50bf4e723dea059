"""Kalah: sow seeds around the board, gather more than half of them in your store.

Each player owns a row of pits and a store. Pits are numbered along the way of sowing, which is anticlockwise; the
store comes after the last pit. With six pits (SOUTH is player 0 and begins):

            f   e   d   c   b   a      NORTH, sows this way <--
          +---+---+---+---+---+---+
          | 5 | 4 | 3 | 2 | 1 | 0 |
       6  +---+---+---+---+---+---+  6
          | 0 | 1 | 2 | 3 | 4 | 5 |
          +---+---+---+---+---+---+
            A   B   C   D   E   F      SOUTH, sows this way -->

A move lifts all seeds of an own pit and sows them one by one into what follows: own pits, own store, the other's
pits, own pits again; never the other's store.
- The last seed falls into the own store: the same player moves again.
- It falls into an own pit that was empty, and the pit across holds seeds: all of these go to the own store.
- One player's pits are empty: the other takes what is in his, and the game is over. More seeds win.

Up to six pits and their store fit into one word, which makes a move a handful of arithmetic operations; the rules for
them are `packed_rules`. Wider boards are played on arrays, by `wide_rules`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import OVER, Game, declare
from .board_key import board_key, scramble
from .kalah_sense import judgement
from .notation import NOBODY, player_of, read_numbers, words_in, write_numbers

NAMES = ("ABCDEFGHIJKL", "abcdefghijkl")
SIDES = "SN"
"""South and North, in a position's text."""

# A packed side: eight bits a pit in order of sowing, then eight bits for the store, the rest 0.
BITS, MOST_PACKED = 8, 6
LANE = np.int64(255)
OWN, OTHER, ACROSS = 0, 1, 2  # columns of `sowing`
AGAIN, NOWHERE = 57, 56  # in place of the shift of a pit across: there is none, and these bits are always 0
GATHER = np.uint64(sum(1 << (58 + pit - (BITS * pit + 7)) for pit in range(MOST_PACKED)))
GATHERED = np.uint64(58)
LOTS = 60
"""A multiple of 1, 2, 3, 4, 5 and 6: a lot chooses among so many pits, each with the same odds."""


def lot_table() -> Any:
    """`[set of pits, lot]`: one of these pits."""
    table = np.zeros((1 << MOST_PACKED, 64), dtype=np.uint8)  # powers of two: quicker to index
    for chosen in range(1, 1 << MOST_PACKED):
        pits = [pit for pit in range(MOST_PACKED) if chosen >> pit & 1]
        table[chosen, :LOTS] = np.repeat(pits, LOTS // len(pits))
    return table


PIT_BY_LOT = lot_table()


def filled(row: Any, ones: Any) -> Any:
    """The set of pits of a packed row that are not empty, one bit a pit. `ones` has a 1 in each pit's lane.

    Adding 127 carries into a lane's top bit unless the lane is 0; the product brings the top bits side by side.
    """
    return np.int64((np.uint64((row + 127 * ones) & (128 * ones)) * GATHER) >> GATHERED)


def random_pit(rng: Any, pits: Any) -> Any:
    """One of a set of pits, each with the same odds."""
    return np.int64(PIT_BY_LOT[pits, below(rng, LOTS)])


def sowing(pits: int, total: int) -> Any:
    """What a move does: `[pit, seeds]` to what the own side gains, what the other's gains, and the shift of the pit
    across from where the last seed falls (`AGAIN` if that is the store, `NOWHERE` if it is a pit of the other's)."""
    table = np.zeros((pits, 1 << total.bit_length(), 4), dtype=np.int64)
    for pit in range(pits):
        for seeds in range(1, total + 1):
            side, place = divmod((pit + seeds) % (2 * pits + 1), pits + 1)
            table[pit, seeds] = table[pit, seeds - 1]
            table[pit, seeds, OWN] -= 1 << BITS * pit
            table[pit, seeds, side] += 1 << BITS * place
            table[pit, seeds, ACROSS] = NOWHERE if side else AGAIN if place == pits else BITS * (pits - 1 - place)
    return table


def longest(pits: int, seeds: int) -> int:
    """No game has more moves.

    Count for every seed how far its pit is from its owner's store. A move that puts nothing into a store shortens
    the sum by one at least. For every seed that it does put there, at most one round of the board follows, which
    lengthens the sum by less than `pits * pits`; and no more than all seeds can be put there.
    """
    total, distances = 2 * pits * seeds, seeds * pits * (pits + 1)
    return distances + total * (1 + pits * pits)


def mover(state: Any) -> int:
    return state.turn


def sign(lead: Any) -> float:
    return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0


def packed_rules(pits: int, seeds: int) -> dict[str, Any]:
    total, store = 2 * pits * seeds, BITS * pits
    ones = np.int64(sum(1 << BITS * pit for pit in range(pits)))
    row = LANE * ones
    table = sowing(pits, total)

    def start(state: Any, rng: Any) -> None:
        state.sides[:] = seeds * ones
        state.turn = 0

    def moves(state: Any, out: Any) -> int:
        side = state.sides[state.turn]
        n = 0
        for pit in range(pits):
            out[n] = pit  # stays only if n grows: a branch here would be mispredicted too often
            n += int((side >> (BITS * pit)) & LANE > 0)
        return n

    def sow(mine: Any, theirs: Any, pit: Any) -> tuple[Any, Any, Any]:
        """Both sides after a move, and the shift of the pit across."""
        sown = (mine >> (BITS * pit)) & LANE
        mine += table[pit, sown, OWN]
        theirs += table[pit, sown, OTHER]
        across = table[pit, sown, ACROSS]
        end = (BITS * (pits - 1) - across) & 63
        prey = (theirs >> across) & LANE
        captures = np.int64((prey > 0) & ((mine >> end) & LANE == 1))  # 0 or 1: cheaper than a branch
        mine += (((prey + 1) * captures) << store) - (captures << end)
        theirs -= (prey * captures) << across
        return mine, theirs, across

    def play(state: Any, pit: int) -> None:
        me, other = int(state.turn), 1 - int(state.turn)
        mine, theirs, across = sow(state.sides[me], state.sides[other], pit)
        if (mine & row) == 0 or (theirs & row) == 0:
            mine, theirs = count(mine) << store, count(theirs) << store
            state.turn = OVER
        elif across != AGAIN:
            state.turn = other
        state.sides[me] = mine
        state.sides[other] = theirs

    def count(side: Any) -> Any:
        held = side >> store
        for pit in range(pits):
            held += (side >> (BITS * pit)) & LANE
        return held

    def returns(state: Any, out: Any) -> None:
        out[0] = sign((state.sides[0] >> store) - (state.sides[1] >> store))
        out[1] = -out[0]

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Stops as soon as a store holds more than half of the seeds: nothing changes the result after that."""
        me = int(state.turn)
        mine, theirs = state.sides[me], state.sides[1 - me]
        for ply in range(1, limit + 1):
            pit = random_pit(rng, filled(mine, ones))
            if trace is not None:
                trace[ply - 1] = me * pits + pit
            mine, theirs, across = sow(mine, theirs, pit)
            if (mine >> store) > total // 2 or (mine & row) == 0 or (theirs & row) == 0:
                out[me] = sign(2 * count(mine) - total)
                out[1 - me] = -out[me]
                return ply
            if across != AGAIN:
                mine, theirs, me = theirs, mine, 1 - me
        state.sides[me], state.sides[1 - me] = mine, theirs  # as it stands, for `returns` to score
        state.turn = me
        return TOO_LONG

    def put(state: Any, player: int, seeds: list[int]) -> None:
        state.sides[player] = sum(count << BITS * place for place, count in enumerate(seeds))

    def held(state: Any, player: int, place: int) -> Any:
        return (state.sides[player] >> (BITS * place)) & LANE

    def key(state: Any) -> Any:
        return board_key(np.uint64(state.sides[0]), np.uint64(state.sides[1]), state.turn)

    fields = [
        ("sides", np.int64, 2),  # packed
        ("turn", np.int8),  # who moves, or OVER
    ]
    return {
        "state": fields,
        "start": start,
        "moves": moves,
        "play": play,
        "returns": returns,
        "playout": playout,
        "key": key,
        "held": held,
        "put": put,
    }


def wide_rules(pits: int, seeds: int) -> dict[str, Any]:
    store = pits

    def start(state: Any, rng: Any) -> None:
        state.board[:] = seeds
        state.board[0, store] = state.board[1, store] = 0
        state.turn = 0

    def moves(state: Any, out: Any) -> int:
        n = 0
        for pit in range(pits):
            if state.board[state.turn, pit]:
                out[n] = pit
                n += 1
        return n

    def play(state: Any, pit: int) -> None:
        me, other = int(state.turn), 1 - int(state.turn)
        hand = state.board[me, pit]
        state.board[me, pit] = 0
        side, place = me, pit
        for _ in range(hand):
            place += 1
            if place > store or (place == store and side == other):
                side, place = 1 - side, 0
            state.board[side, place] += 1
        across = pits - 1 - place
        if side == me and place < pits and state.board[me, place] == 1 and state.board[other, across]:
            state.board[me, store] += 1 + state.board[other, across]
            state.board[me, place] = state.board[other, across] = 0
        if in_pits(state, me) == 0 or in_pits(state, other) == 0:
            for player in range(2):
                state.board[player, store] += in_pits(state, player)
                state.board[player, :store] = 0
            state.turn = OVER
        elif place != store:
            state.turn = other

    def in_pits(state: Any, player: int) -> int:
        held = 0
        for pit in range(pits):
            held += state.board[player, pit]
        return held

    def returns(state: Any, out: Any) -> None:
        out[0] = sign(state.board[0, store] - state.board[1, store])
        out[1] = -out[0]

    def put(state: Any, player: int, seeds: list[int]) -> None:
        state.board[player] = seeds

    def held(state: Any, player: int, place: int) -> Any:
        return np.int64(state.board[player, place])

    def key(state: Any) -> Any:
        found = scramble(np.uint64(state.turn + 1))
        for player in range(2):
            for place in range(pits + 1):
                found = scramble(found + np.uint64(state.board[player, place]))
        return found

    fields = [
        ("board", np.int16, (2, pits + 1)),  # of each player: the pits in order of sowing, then the store
        ("turn", np.int8),  # who moves, or OVER
    ]
    return {
        "state": fields,
        "start": start,
        "moves": moves,
        "play": play,
        "returns": returns,
        "key": key,
        "held": held,
        "put": put,
    }


def game(pits: int = 6, seeds: int = 4) -> Game:
    """`pits` on each side (1 to 12), `seeds` in each at the start (1 to 10)."""
    for option, value, most in (("pits", pits, 12), ("seeds", seeds, 10)):
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
            raise OptionError(f"kalah: {option} must be a whole number from 1 to {most}, not {value!r}")
    rules = (packed_rules if pits <= MOST_PACKED else wide_rules)(pits, seeds)
    held, put = rules.pop("held"), rules.pop("put")
    rules |= judgement(pits, held)

    def planes(state: Any, observer: int, out: Any) -> None:
        """Seeds, of eight; pits that are empty; pits whose last seed falls into the own store; the own row first, the
        store last."""
        for side in range(2):
            player = observer if side == 0 else 1 - observer
            for place in range(pits + 1):
                seeds = held(state, player, place)
                out[0, side, place] = seeds / 8.0
                out[1, side, place] = seeds == 0
                out[2, side, place] = place < pits and seeds % (2 * pits + 1) == pits - place

    def move_name(state: Any, pit: int) -> str:
        return NAMES[state.turn][pit]

    def render(state: Any) -> str:
        def line(items: Any) -> str:
            return "    " + "".join(f"{item:>4}" for item in items)

        south, north = ([held(state, player, place) for place in range(pits + 1)] for player in range(2))
        status = {0: "SOUTH (capitals) to move", 1: "NORTH (small letters) to move", OVER: "the game is over"}
        return "\n".join(
            [
                line(reversed(NAMES[1][:pits])),
                line(reversed(north[:pits])),
                f"{north[pits]:>4}" + " " * (4 * pits) + f"{south[pits]:>4}",
                line(south[:pits]),
                line(NAMES[0][:pits]),
                status[int(state.turn)],
            ]
        )

    def notation(state: Any) -> str:
        """Of each side the pits in order of sowing and the store; South's first."""
        seeds = write_numbers([held(state, player, place) for place in range(pits + 1)] for player in range(2))
        return f"{seeds} {NOBODY if state.turn == OVER else SIDES[state.turn]}"

    def from_notation(state: Any, text: str) -> None:
        cells, word = words_in(text, "seeds turn")
        total = 2 * pits * seeds
        sides, turn = read_numbers(cells, 2, pits + 1, "seeds", total), player_of(word, SIDES + NOBODY)
        if sum(map(sum, sides)) != total:
            raise PositionError(f"there must be {total} seeds, not {sum(map(sum, sides))}")
        in_pits = [sum(side[:pits]) for side in sides]
        if (turn > 1 and any(in_pits)) or (turn < 2 and not all(in_pits)):
            raise PositionError("the game is over just when all seeds are in the stores, and not before a row is empty")
        for player in range(2):
            put(state, player, sides[player])
        state.turn = OVER if turn > 1 else turn

    return declare(
        globals(),
        locals(),
        name="kalah",
        players=2,
        max_moves=pits,
        actions=pits,
        plane_shape=(3, 2, pits + 1),
        max_length=longest(pits, seeds),
        trusted=True,
        **rules,
    )
