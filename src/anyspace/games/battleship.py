"""Battleship for one player: find the ships by shots, in as few as possible (Silver and Veness 2010).

A sea of `size` times `size` cells; `ships` ships, straight, of 2, 3, 4, ... cells, of which no two touch, not even by
their corners; every such sea is as likely. A shot at a cell that was not shot at yet costs 1 and is answered by `hit`
or `miss`; the shot that hits the last cell of all ships pays as much as there are cells, and ends the game.

The answer is a chance move with a single outcome: who shoots does not know it. For what the player cannot see there is
no rule to guess it from nothing (`determinize`), but one to change it a little (`perturb`): a search keeps particles.

    cell = row * size + column        a1 is the upper left, and the answers are miss 0, hit 1
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import CHANCE, OVER, Game, declare

MISS, HIT = 0, 1
UNKNOWN, MISSED, STRUCK = 0, 1, 2
NOWHERE = -1
SMALLEST, LARGEST, MOST_SHIPS = 3, 20, 6
LETTERS = "abcdefghijklmnopqrst"
MARKS = ".ox"
DRAWS = 100_000
"""Seas that are drawn before one is given up: there is room for all in far fewer."""
SHIFTS = 3
"""How far along its line a ship is moved at most when it is changed a little."""
AT_A_HIT, USELESS = 20.0, 0.01
"""Weights of cells beside a hit, and of cells at the corner of one, which are empty; others have 1."""


def fits(size: int, ships: int) -> bool:
    """Whether there is surely room: all in rows of their own, every second one."""
    return ships + 1 <= size and 2 * ships - 1 <= size


def game(size: int = 10, ships: int = 4) -> Game:
    for name, given, least, most in (("size", size, SMALLEST, LARGEST), ("ships", ships, 1, MOST_SHIPS)):
        if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
            raise OptionError(f"battleship: {name} must be a whole number from {least} to {most}, not {given!r}")
    if not fits(size, ships):
        raise OptionError(f"battleship: {ships} ships do not fit into {size} times {size} cells")
    cells = size * size
    lengths = np.arange(ships + 1, 1, -1)
    afloat = int(lengths.sum())

    state_type = np.dtype(
        [
            ("bow", np.int16, ships),  # the upper or left end of each ship; unseen
            ("upright", np.int8, ships),  # unseen
            ("sea", np.int8, cells),  # 1 where a ship is; unseen
            ("shown", np.int8, cells),  # UNKNOWN, MISSED or STRUCK
            ("aimed", np.int16),  # the cell whose answer is awaited, or NOWHERE
            ("shots", np.int16),
            ("hits", np.int16),
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.shown[:] = UNKNOWN
        state.aimed = NOWHERE
        state.shots = 0
        state.hits = 0
        for _ in range(DRAWS):
            state.sea[:] = 0
            placed = 0
            for ship in range(ships):
                draw_place(state, ship, rng)
                if not is_free(state, ship):
                    break
                put(state, ship, 1)
                placed += 1
            if placed == ships:
                return
        raise ValueError("no room was found for the ships")

    def draw_place(state: Any, ship: int, rng: Any) -> None:
        """Anywhere within the sea, each place as likely."""
        along, across = below(rng, size - lengths[ship] + 1), below(rng, size)
        state.upright[ship] = below(rng, 2)
        state.bow[ship] = along * size + across if state.upright[ship] else across * size + along

    def is_within(state: Any, ship: int) -> bool:
        bow = int(state.bow[ship])
        if bow < 0 or bow >= cells:
            return False
        row, column = bow // size, bow % size
        return (row if state.upright[ship] else column) + lengths[ship] <= size

    def is_free(state: Any, ship: int) -> bool:
        """Whether no ship lies where this one is to lie, or touches it. It is within the sea."""
        row, column = state.bow[ship] // size, state.bow[ship] % size
        upright = state.upright[ship] != 0
        last_row = row + (lengths[ship] - 1 if upright else 0)
        last_column = column + (0 if upright else lengths[ship] - 1)
        for r in range(max(row - 1, 0), min(last_row + 2, size)):
            for c in range(max(column - 1, 0), min(last_column + 2, size)):
                if state.sea[r * size + c]:
                    return False
        return True

    def put(state: Any, ship: int, what: int) -> None:
        step = size if state.upright[ship] else 1
        for i in range(lengths[ship]):
            state.sea[state.bow[ship] + i * step] = what

    def mover(state: Any) -> int:
        if state.hits == afloat:
            return OVER
        return 0 if state.aimed == NOWHERE else CHANCE

    def moves(state: Any, out: Any) -> int:
        if state.aimed != NOWHERE:
            out[0] = HIT if state.sea[state.aimed] else MISS
            return 1
        n = 0
        for cell in range(cells):
            out[n] = cell
            n += state.shown[cell] == UNKNOWN
        return n

    def play(state: Any, move: int) -> None:
        if state.aimed == NOWHERE:
            state.aimed = move
            state.shots += 1
            return
        state.shown[state.aimed] = STRUCK if move == HIT else MISSED
        state.hits += move == HIT
        state.aimed = NOWHERE

    def returns(state: Any, out: Any) -> None:
        out[0] = (cells if state.hits == afloat else 0) - float(state.shots)

    def is_beside_a_hit(state: Any, cell: int) -> bool:
        row, column = cell // size, cell % size
        return bool(
            (row > 0 and state.shown[cell - size] == STRUCK)
            or (row < size - 1 and state.shown[cell + size] == STRUCK)
            or (column > 0 and state.shown[cell - 1] == STRUCK)
            or (column < size - 1 and state.shown[cell + 1] == STRUCK)
        )

    def is_at_a_corner(state: Any, cell: int) -> bool:
        row, column = cell // size, cell % size
        return bool(
            (row > 0 and column > 0 and state.shown[cell - size - 1] == STRUCK)
            or (row > 0 and column < size - 1 and state.shown[cell - size + 1] == STRUCK)
            or (row < size - 1 and column > 0 and state.shown[cell + size - 1] == STRUCK)
            or (row < size - 1 and column < size - 1 and state.shown[cell + size + 1] == STRUCK)
        )

    def prior(state: Any, listed: Any, n: int, out: Any) -> None:
        """Beside a hit there may be more of the ship; at its corners there is nothing."""
        for i in range(n):
            if is_at_a_corner(state, listed[i]):
                out[i] = USELESS
            else:
                out[i] = AT_A_HIT if is_beside_a_hit(state, listed[i]) else 1.0

    def playout(state: Any, rng: Any, out: Any, limit: int) -> int:
        """Preferred shots: beside a hit if there is such a cell, anywhere else if not; never at the corner of a hit."""
        n = 0
        near, wide = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
        nears, wides = 0, 0
        for cell in range(cells):
            if state.shown[cell] == UNKNOWN and not is_at_a_corner(state, cell):
                wide[wides] = cell
                wides += 1
                if is_beside_a_hit(state, cell):
                    near[nears] = cell
                    nears += 1
        while mover(state) != OVER:
            if n >= limit:
                return TOO_LONG
            if state.aimed != NOWHERE:
                cell = int(state.aimed)
                play(state, HIT if state.sea[cell] else MISS)
                n += 1
                if state.shown[cell] == STRUCK:
                    nears = add_near(state, cell, near, nears)
                continue
            cell = NOWHERE
            while cell == NOWHERE and nears > 0:
                i = below(rng, nears)
                nears -= 1
                cell, near[i] = near[i], near[nears]
                cell = cell if is_open(state, cell) else NOWHERE
            while cell == NOWHERE and wides > 0:
                i = below(rng, wides)
                wides -= 1
                cell, wide[i] = wide[i], wide[wides]
                cell = cell if is_open(state, cell) else NOWHERE
            if cell == NOWHERE:
                raise ValueError("no cell is left in which a ship could be")
            play(state, cell)
            n += 1
        returns(state, out)
        return n

    def is_open(state: Any, cell: Any) -> bool:
        """Whether a shot there can tell anything."""
        return state.shown[cell] == UNKNOWN and not is_at_a_corner(state, cell)

    def add_near(state: Any, cell: int, near: Any, nears: int) -> int:
        """The cells beside a hit; some may be there already, so that there may not be room for all."""
        row, column = cell // size, cell % size
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= r < size and 0 <= c < size and nears < cells and state.shown[r * size + c] == UNKNOWN:
                near[nears] = r * size + c
                nears += 1
        return nears

    def perturb(state: Any, observer: int, rng: Any) -> int:
        """A ship elsewhere, a ship moved along its line, or two that change places: each as likely as the way back, so
        that all seas in which the same was seen remain as likely."""
        kind, one = below(rng, 3), below(rng, ships)
        other = below(rng, ships) if kind == 2 else one
        put(state, one, 0)
        if other != one:
            put(state, other, 0)
            bow, upright = state.bow[one], state.upright[one]
            state.bow[one], state.upright[one] = state.bow[other], state.upright[other]
            state.bow[other], state.upright[other] = bow, upright
        if kind == 0:
            draw_place(state, one, rng)
            if not settles(state, one):
                return 0
        elif not shifts(state, one, rng) or not settles(state, one):
            return 0
        if other != one and (not shifts(state, other, rng) or not settles(state, other)):
            return 0
        for cell in range(cells):
            if state.shown[cell] != UNKNOWN and (state.shown[cell] == STRUCK) != (state.sea[cell] != 0):
                return 0
        return 1 if state.aimed == NOWHERE else 0

    def shifts(state: Any, ship: int, rng: Any) -> bool:
        """Moved along its line; whether it is still within the sea, and did not leave its line."""
        by = below(rng, 2 * SHIFTS + 1) - SHIFTS
        bow = int(state.bow[ship])
        if not state.upright[ship] and not 0 <= bow % size + by < size:
            return False
        state.bow[ship] = bow + by * (size if state.upright[ship] else 1)
        return is_within(state, ship)

    def settles(state: Any, ship: int) -> bool:
        if not is_free(state, ship):
            return False
        put(state, ship, 1)
        return True

    def move_name(state: Any, move: int) -> str:
        if state.aimed != NOWHERE:
            return ("miss", "hit")[move]
        return f"{LETTERS[move % size]}{move // size + 1}"

    def picture(cell_text: list[str]) -> list[str]:
        rows = [
            f"{row + 1:>2} " + " ".join(cell_text[row * size : (row + 1) * size])  # as on paper
            for row in range(size)
        ]
        return ["   " + " ".join(LETTERS[:size]), *rows]

    def said(state: Any) -> str:
        aim = "" if state.aimed == NOWHERE else f", aimed at {LETTERS[state.aimed % size]}{state.aimed // size + 1}"
        return f"{state.shots} shots, {state.hits} of {afloat} hits{aim}"

    def view(state: Any, observer: int) -> str:
        return "\n".join([*picture([MARKS[shown] for shown in state.shown]), said(state)])

    def render(state: Any) -> str:
        marks = [
            "#" if here and shown == UNKNOWN else MARKS[shown]
            for here, shown in zip(state.sea, state.shown, strict=True)
        ]
        return "\n".join([*picture(marks), said(state)])

    return declare(
        globals(),
        locals(),
        name="battleship",
        state=state_type,
        players=1,
        payoffs=None,
        max_moves=cells,
        actions=cells,
        max_length=2 * cells,
    )
