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
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..game import OVER, Game
from ..rng import below
from ..rules.codes import TOO_LONG

NAMES = ("ABCDEFGHIJKL", "abcdefghijkl")
OWN, OTHER, ACROSS = 0, 1, 2  # columns of the sowing tables; the sides as the mover sees them

# Playouts keep a side of up to six pits in one word, eight bits a pit, the store above its pits.
BITS, MOST_PACKED = 8, 6
LANE = np.int64(255)
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


def sowing(pits: int, total: int) -> tuple[Any, Any]:
    """What sowing does: `gains[pit, seeds, side, place]`, and `last[pit, seeds]`, where the last seed falls.

    `last` counts from the mover's first pit on: own pits, own store, the other's pits.
    """
    gains = np.zeros((pits, total + 1, 2, pits + 1), dtype=np.int16)
    last = np.zeros((pits, total + 1), dtype=np.int64)
    for pit in range(pits):
        for seeds in range(1, total + 1):
            last[pit, seeds] = (pit + seeds) % (2 * pits + 1)
            gains[pit, seeds] = gains[pit, seeds - 1]
            gains[pit, seeds, OWN, pit] -= 1
            gains[pit, seeds].flat[last[pit, seeds]] += 1
    return gains, last


def packed_sowing(pits: int, total: int) -> Any:
    """The same for packed sides, `[pit, seeds]` to three numbers: what to add to the own side, what to the other's,
    and the shift of the pit across from where the last seed falls (`AGAIN` and `NOWHERE` where no own pit is)."""
    gains, last = sowing(pits, total)
    table = np.zeros((pits, 1 << total.bit_length(), 4), dtype=np.int64)
    table[:, : total + 1, :ACROSS] = (gains.astype(np.int64) << BITS * np.arange(pits + 1)).sum(axis=3)
    across = np.where(last < pits, BITS * (pits - 1 - last), NOWHERE)
    table[:, : total + 1, ACROSS] = np.where(last == pits, AGAIN, across)
    return table


def longest(pits: int, seeds: int) -> int:
    """No game has more moves.

    Count for every seed how far its pit is from its owner's store. A move that puts nothing into a store shortens
    the sum by one at least. For every seed that it does put there, at most one round of the board follows, which
    lengthens the sum by less than `pits * pits`; and no more than all seeds can be put there.
    """
    total, distances = 2 * pits * seeds, seeds * pits * (pits + 1)
    return distances + total * (1 + pits * pits)


def game(pits: int = 6, seeds: int = 4) -> Game:
    """`pits` on each side (1 to 12), `seeds` in each at the start (1 to 10)."""
    if not (isinstance(pits, int) and 1 <= pits <= 12):
        raise OptionError(f"kalah: pits must be a whole number from 1 to 12, not {pits!r}")
    if not (isinstance(seeds, int) and 1 <= seeds <= 10):
        raise OptionError(f"kalah: seeds must be a whole number from 1 to 10, not {seeds!r}")
    store, total = pits, 2 * pits * seeds
    gains, last = sowing(pits, total)

    def start(state: Any, rng: Any) -> None:
        state.board[:] = seeds
        state.board[0, store] = state.board[1, store] = 0
        state.turn = 0

    def mover(state: Any) -> int:
        return state.turn  # type: ignore[no-any-return]

    def moves(state: Any, out: Any) -> int:
        n = 0
        for pit in range(pits):
            out[n] = pit  # stays only if n grows: a branch here would be mispredicted too often
            n += int(state.board[state.turn, pit] > 0)
        return n

    def play(state: Any, pit: int) -> None:
        me, other = state.turn, 1 - state.turn
        sown = state.board[me, pit]
        for place in range(pits + 1):
            state.board[me, place] += gains[pit, sown, OWN, place]
            state.board[other, place] += gains[pit, sown, OTHER, place]
        end = last[pit, sown]
        across = pits - 1 - end
        if end < pits and state.board[me, end] == 1 and state.board[other, across]:
            state.board[me, store] += 1 + state.board[other, across]
            state.board[me, end] = state.board[other, across] = 0
        if in_pits(state, me) == 0 or in_pits(state, other) == 0:
            sweep(state)
        elif end != store:
            state.turn = other

    def in_pits(state: Any, player: int) -> int:
        count = 0
        for pit in range(pits):
            count += state.board[player, pit]
        return count

    def sweep(state: Any) -> None:
        for player in range(2):
            state.board[player, store] += in_pits(state, player)
            state.board[player, :store] = 0
        state.turn = OVER

    def returns(state: Any, out: Any) -> None:
        lead = state.board[0, store] - state.board[1, store]
        out[0] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
        out[1] = -out[0]

    fits_a_word = pits <= MOST_PACKED
    table = packed_sowing(pits, total) if fits_a_word else gains
    ones = np.int64(sum(1 << BITS * pit for pit in range(pits))) if fits_a_word else np.int64(0)
    row = LANE * ones

    def packed(state: Any, player: int) -> Any:
        side = np.int64(0)
        for place in range(pits + 1):
            side |= np.int64(state.board[player, place]) << (BITS * place)
        return side

    def unpack(state: Any, player: int, side: Any) -> None:
        for place in range(pits + 1):
            state.board[player, place] = (side >> (BITS * place)) & LANE

    def seeds_on(side: Any) -> Any:
        count = side >> (BITS * store)
        for pit in range(pits):
            count += (side >> (BITS * pit)) & LANE
        return count

    def playout(state: Any, rng: Any, out: Any, limit: int) -> int:
        """Stops as soon as a store holds more than half of the seeds: nothing changes the result after that."""
        me = int(state.turn)
        mine, theirs = packed(state, me), packed(state, 1 - me)
        for ply in range(limit):
            pit = random_pit(rng, filled(mine, ones))
            sown = (mine >> (BITS * pit)) & LANE
            mine += table[pit, sown, OWN]
            theirs += table[pit, sown, OTHER]
            across = table[pit, sown, ACROSS]
            end = (BITS * (pits - 1) - across) & 63
            prey = (theirs >> across) & LANE
            captures = np.int64((prey > 0) & ((mine >> end) & LANE == 1))  # 0 or 1: cheaper than a branch
            mine += (((prey + 1) * captures) << (BITS * store)) - (captures << end)
            theirs -= (prey * captures) << across
            if (mine >> (BITS * store)) > total // 2 or (mine & row) == 0 or (theirs & row) == 0:
                lead = 2 * seeds_on(mine) - total
                out[me] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
                out[1 - me] = -out[me]
                return ply + 1
            if across != AGAIN:
                mine, theirs, me = theirs, mine, 1 - me
        unpack(state, me, mine)  # as it stands, for `returns` to score
        unpack(state, 1 - me, theirs)
        state.turn = me
        return TOO_LONG

    def move_name(state: Any, pit: int) -> str:
        return NAMES[state.turn][pit]

    def render(state: Any) -> str:
        def line(items: Any) -> str:
            return "    " + "".join(f"{item:>4}" for item in items)

        south, north = state.board
        status = {0: "SOUTH (capitals) to move", 1: "NORTH (small letters) to move", OVER: "the game is over"}
        return "\n".join(
            [
                line(reversed(NAMES[1][:pits])),
                line(reversed(north[:store])),
                f"{north[store]:>4}" + " " * (4 * pits) + f"{south[store]:>4}",
                line(south[:store]),
                line(NAMES[0][:pits]),
                status[int(state.turn)],
            ]
        )

    return Game(
        name="kalah",
        state=[
            ("board", np.int16, (2, pits + 1)),  # of each player: the pits in order of sowing, then the store
            ("turn", np.int8),  # who moves, or OVER
        ],
        players=2,
        max_moves=pits,
        max_length=longest(pits, seeds),
        start=start,
        mover=mover,
        moves=moves,
        play=play,
        returns=returns,
        playout=playout if fits_a_word else None,
        move_name=move_name,
        render=render,
        trusted=True,
    )
