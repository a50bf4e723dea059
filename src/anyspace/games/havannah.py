"""Havannah: place a stone a turn on a hexagon of hexagons; a ring, a bridge or a fork of your stones wins.

Player 0 (x) begins. Stones stay. Three kinds of unbroken chains win for their owner, at once:

- a ring, a loop around at least one cell, whatever that cell holds, even the owner's stone;
- a bridge, which joins two of the six corners;
- a fork, which joins three of the six sides; a corner belongs to no side.

A full board without any of them is a draw. With `swap`, player 1 may answer the first stone by "swap" (the move after
the last cell): the stone becomes theirs, and player 0 moves.

Moves are cells, numbered row by row as `havannah_board` draws them.

Chains are kept as union-find does: a stone's `link` leads to an earlier stone of its chain, and from the first one to
itself. Between moves all links lead to the first stone at once, so that equal boards have equal bytes; a playout leaves
longer ways and tidies up only where it is cut short.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below, happens
from ..rules.codes import NO_REPLY, TOO_LONG
from ..rules.game import OVER, Game, declare
from .bridges import EMPTY, OUTSIDE, SAVERS, one_of, ring_code
from .havannah_board import ARC, ARCS, MIDDLES, SIDES, WINS, coordinates, neighbours, touched
from .notation import by_turns, last_to_win, player_of, read_rows, words_in, write_rows

SMALLEST, LARGEST = 3, 10
LETTERS, MARKS = "abcdefghijklmnopqrs", "xo"
NOBODY = -1
ALL_AROUND = (1 << SIDES) - 1
WINNING, SAVING, JOINED, CUT = 1000.0, 100.0, 5.0, 1.0  # how much better moves look, where others are 1

KEYS = np.random.PCG64(2716).random_raw(2 * len(coordinates(LARGEST)) + 1)
"""A random number for each player's stone on each cell, and one for player 1 to move (Zobrist)."""


def game(size: int = 5, swap: bool = False) -> Game:
    """`size` 3 to 10: cells along each of the six sides."""
    if isinstance(size, bool) or not isinstance(size, int) or not SMALLEST <= size <= LARGEST:
        raise OptionError(f"havannah: size must be a whole number from {SMALLEST} to {LARGEST}, not {size!r}")
    if not isinstance(swap, bool):
        raise OptionError(f"havannah: swap must be True or False, not {swap!r}")

    places = coordinates(size)
    cells = len(places)
    swap_move = cells
    near, touch_of = neighbours(size), touched(size)
    actions = cells + swap
    number = np.uint8 if cells < 255 else np.uint16

    state_type = np.dtype(
        [
            ("touch", np.uint16, cells),  # by a chain's first cell: the sides and corners that it touches; else 0
            ("link", number, cells + 1),  # the first cell of a stone's chain; `cells` where there is no stone
            ("scratch", number, cells),  # for the playout, zero between moves
            ("holds", np.uint8, cells + 1),  # the player whose stone it is, or EMPTY; the last one is OUTSIDE
            ("stones", np.int16),  # how many
            ("player", np.int8),  # to move
            ("winner", np.int8),  # NOBODY until there is one
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.touch[:] = 0
        state.link[:] = cells
        state.scratch[:] = 0
        state.holds[:] = EMPTY
        state.holds[cells] = OUTSIDE
        state.stones = 0
        state.player = 0
        state.winner = NOBODY

    def mover(state: Any) -> int:
        return OVER if state.winner != NOBODY or state.stones == cells else state.player

    def moves(state: Any, out: Any) -> int:
        n = 0
        for cell in range(cells):
            out[n] = cell  # overwritten by the next if it is taken: cheaper than a branch
            n += state.holds[cell] == EMPTY
        if may_swap(state):
            out[n] = swap_move
            n += 1
        return n

    def may_swap(state: Any) -> bool:
        return swap and state.stones == 1 and state.player == 1

    def play(state: Any, move: int) -> None:
        player = state.player
        if swap and move == swap_move:
            for taken in range(cells):
                if state.holds[taken] == 0:
                    state.holds[taken] = 1
        else:
            cell = np.uint64(move)
            if place(state, cell, player):
                state.winner = player
            state.stones += 1
            if own_around(state, cell, player) != 0:
                tidy(state)
        state.player = 1 - player

    # Cells are unsigned from here on: an index that cannot be negative is a third faster.

    def place(state: Any, cell: Any, player: Any) -> bool:
        """Put a stone and join the chains around it; whether it wins.

        It closes a ring just if it meets the same chain twice, in arcs of stones with other cells between them on both
        sides, or if it is the last of six around a stone of the same player: all other loops were there before.
        """
        around = own_around(state, cell, player)
        state.holds[cell] = player
        state.link[cell] = cell
        chain = cell
        touch = touch_of[cell]
        ring = False
        for i in range(ARCS[around]):
            other = first_of_chain(state, np.uint64(near[cell, ARC[around, i]]))
            if other == chain:
                ring = True
            else:
                touch |= state.touch[other]
                first, second = min(chain, other), max(chain, other)
                state.link[second] = first
                state.touch[second] = 0
                chain = first
        state.touch[chain] = touch
        return ring or WINS[touch] or (MIDDLES[around] != 0 and fills_hexagon(state, cell, player, MIDDLES[around]))

    def own_around(state: Any, cell: Any, player: Any) -> int:
        """The ways that lead to stones of `player`."""
        ways = 0
        for way in range(SIDES):
            ways |= int(state.holds[near[cell, way]] == player) << way
        return ways

    def first_of_chain(state: Any, cell: Any) -> Any:
        """The first cell of a stone's chain; halves the way to it for the next time."""
        following = np.uint64(state.link[cell])
        while True:
            beyond = np.uint64(state.link[following])
            if beyond == following:
                return following
            state.link[cell] = beyond
            cell, following = following, beyond

    def tidy(state: Any) -> None:
        """Let all links lead to the first stones: they only lead to earlier cells, which are done by then."""
        for cell in range(cells):
            state.link[cell] = state.link[state.link[cell]]

    def fills_hexagon(state: Any, cell: Any, player: Any, middle: int) -> bool:
        """Whether a stone on `cell` is the last around one next to it, in one of the ways `middle`."""
        for way in range(SIDES):
            back = 1 << (way + SIDES // 2) % SIDES
            if middle >> way & 1 and own_around(state, np.uint64(near[cell, way]), player) | back == ALL_AROUND:
                return True
        return False

    def wins(state: Any, cell: Any, player: Any) -> bool:
        """Whether a stone on an empty cell would win: `place` without placing it, for tidy links."""
        around = own_around(state, cell, player)
        touch = touch_of[cell]
        ring = False
        for i in range(ARCS[around]):
            chain = state.link[near[cell, ARC[around, i]]]
            touch |= state.touch[chain]
            for j in range(i):
                ring |= chain == state.link[near[cell, ARC[around, j]]]
        return ring or WINS[touch] or (MIDDLES[around] != 0 and fills_hexagon(state, cell, player, MIDDLES[around]))

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        """Win; else prevent a win; else rather join chains, and play close to other stones."""
        player = state.player
        for i in range(n):
            cell = np.uint64(moves[i])
            if swap and moves[i] == swap_move:
                out[i] = 1.0
            elif wins(state, cell, player):
                out[i] = WINNING
            elif wins(state, cell, 1 - player):
                out[i] = SAVING
            else:
                joined = ARCS[own_around(state, cell, player)]
                cut = ARCS[own_around(state, cell, 1 - player)]
                out[i] = 1.0 + JOINED * joined + CUT * cut

    def returns(state: Any, out: Any) -> None:
        out[0] = out[1] = 0.0
        if state.winner != NOBODY:
            out[state.winner] = 1.0
            out[1 - state.winner] = -1.0

    def reply(state: Any, last: Any, rng: Any) -> Any:
        """Save a connection between two stones that the last stone intruded into."""
        if last < 0 or last >= cells:
            return NO_REPLY
        ways = SAVERS[state.player, ring_code(state.holds, near, np.uint64(last))]
        return np.int64(near[last, one_of(ways, rng)]) if ways else NO_REPLY

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """Uniformly random moves, drawn from a list of the empty cells that is made once."""
        length = play_opening(state, rng, limit, trace) if swap else 0
        left = list_empty(state)
        player = np.int64(state.player)
        won = False
        while not won and left > 0 and length < limit:
            i = below(rng, left)
            cell = np.uint64(state.scratch[i])
            left -= 1
            state.scratch[i] = state.scratch[left]
            if trace is not None:
                trace[length] = player * actions + np.int64(cell)
            won = place(state, cell, player)
            player = 1 - player
            length += 1
        return end(state, out, player, won, left, length)

    def playout_replying(state: Any, rng: Any, out: Any, limit: int, trace: Any, last: Any, often: float) -> int:
        """The same, saving such connections. These cells are still in the list: they are taken out when drawn."""
        length = play_opening(state, rng, limit, trace) if swap else 0
        if length > 0:
            last = np.int64(trace[length - 1]) % actions
        listed = list_empty(state)
        left = listed
        cell, answers = np.uint64(max(last, 0)), last >= 0 and last < cells
        player = np.int64(state.player)
        won = False
        while not won and left > 0 and length < limit:
            ways = SAVERS[player, ring_code(state.holds, near, cell)] if answers else np.uint8(0)
            if ways and happens(rng, often):
                cell = np.uint64(near[cell, one_of(ways, rng)])
            else:
                while True:
                    i = below(rng, listed)
                    cell = np.uint64(state.scratch[i])
                    listed -= 1
                    state.scratch[i] = state.scratch[listed]
                    if state.holds[cell] == EMPTY:
                        break
            left -= 1
            trace[length] = player * actions + np.int64(cell)
            won = place(state, cell, player)
            player, answers = 1 - player, True
            length += 1
        return end(state, out, player, won, left, length)

    def play_opening(state: Any, rng: Any, limit: int, trace: Any) -> int:
        """Play on until nobody may swap any more; drawing the cell that is taken stands for the swap."""
        length = 0
        while length < limit and (state.stones == 0 or may_swap(state)):
            drawn = below(rng, cells)
            move = drawn if state.holds[drawn] == EMPTY else swap_move
            if trace is not None:
                trace[length] = np.int64(state.player) * actions + move
            play(state, move)
            length += 1
        return length

    def list_empty(state: Any) -> int:
        """The empty cells into `scratch`; how many."""
        left = 0
        for empty in range(cells):
            if state.holds[empty] == EMPTY:
                state.scratch[left] = empty
                left += 1
        return left

    def end(state: Any, out: Any, player: Any, won: bool, left: int, length: int) -> int:
        """What a playout leaves behind, and returns: `player` would be next, and `left` cells are empty."""
        state.scratch[:] = 0
        state.stones = cells - left
        state.player = player
        if won:
            state.winner = 1 - player
        elif left > 0:
            tidy(state)
            return TOO_LONG
        returns(state, out)
        return length

    def key(state: Any) -> Any:
        key = KEYS[2 * cells] if state.player == 1 else np.uint64(0)
        for cell in range(cells):
            if state.holds[cell] != EMPTY:
                key ^= KEYS[np.int64(state.holds[cell]) * cells + cell]
        return key

    def move_name(state: Any, move: int) -> str:
        if move == swap_move:
            return "swap"
        x, y = places[move]
        return f"{LETTERS[x]}{y + 1}"

    def render(state: Any) -> str:
        """Columns run down to the right: their letters stand above the cells they begin with."""
        lines = [" " * (size + 3) + " ".join(LETTERS[:size])]
        cell = 0
        for y in range(2 * size - 1):
            wide = 2 * size - 1 - abs(y - size + 1)
            row = " ".join("xo."[state.holds[at]] for at in range(cell, cell + wide))
            letter = f" {LETTERS[size + y]}" if y < size - 1 else ""
            lines.append(f"{' ' * abs(y - size + 1)}{y + 1:2} {row}{letter}")
            cell += wide
        if state.winner != NOBODY:
            lines.append(f"{'xo'[state.winner]} has won")
        elif state.stones == cells:
            lines.append("a draw")
        else:
            lines.append(f"{'xo'[state.player]} to move")
        return "\n".join(lines)

    widths = [2 * size - 1 - abs(y - size + 1) for y in range(2 * size - 1)]

    def notation(state: Any) -> str:
        stones = iter("xo."[held] for held in state.holds[:cells])
        return f"{write_rows([next(stones) for _ in range(wide)] for wide in widths)} {MARKS[state.player]}"

    def from_notation(state: Any, text: str) -> None:
        found, word = words_in(text, "cells turn")
        board, turn = "".join(read_rows(found, widths, MARKS)), player_of(word, MARKS)
        state.stones = by_turns([board.count(mark) for mark in MARKS], turn, MARKS, swap)
        won = [False, False]
        for cell, mark in enumerate(board):
            if mark in MARKS:
                player = MARKS.index(mark)
                won[player] |= bool(place(state, np.uint64(cell), player))
        tidy(state)
        state.player = turn
        if last_to_win(won, turn, MARKS):
            state.winner = 1 - turn

    return declare(
        globals(),
        locals(),
        name="havannah",
        state=state_type,
        players=2,
        max_moves=cells,
        max_length=cells + swap,
        actions=actions,
        trusted=True,
    )
