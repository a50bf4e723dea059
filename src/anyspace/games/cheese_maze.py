"""The cheese maze: a mouse that sees only the walls around it looks for the cheese (McCallum 1996; Veness et al. 2011).

    0 1 2 3 4        eleven cells; the cheese is in cell 9
    5   6   7
    8   9   10

The mouse goes north, east, south or west, and sees which of the four sides of its cell are walls; different cells look
the same. A step pays -1, one into a wall -10 and leaves it where it is, the cheese +10; then the mouse is put into one
of the other cells, each as likely, and does not know which. After `horizon` steps it is over; each reward counts
`discount` to the power of the steps before.

What the mouse knows is how likely it is to be in each cell. Where it will be put is drawn at the start, all of it
unseen: a guess draws it again, and the cell by what was seen.

    north 0, east 1, south 2, west 3
    seen, as a move of chance: 1 for a wall in the north, 2 east, 4 south, 8 west, and 16 if there was cheese
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below, uniform
from ..rules.codes import TOO_LONG
from ..rules.game import CHANCE, OVER, Game, declare

NAMES = ("north", "east", "south", "west")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
PLACES = ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 1), (2, 1), (4, 1), (0, 2), (2, 2), (4, 2))
CELLS, CHEESE = len(PLACES), 9
NONE = -1
STEP, BUMP, FOUND = -1.0, -10.0, 10.0
FOUND_MARK = 16

AFTER = np.array(
    [
        [PLACES.index((x + dx, y + dy)) if (x + dx, y + dy) in PLACES else cell for dx, dy in STEPS]
        for cell, (x, y) in enumerate(PLACES)
    ]
)
"""Where a step leads, by cell and way."""
WALLS = np.array([sum(1 << way for way in range(4) if AFTER[cell, way] == cell) for cell in range(CELLS)])
"""What is seen in a cell."""


def game(horizon: int = 20, discount: float = 1.0) -> Game:
    if isinstance(horizon, bool) or not isinstance(horizon, int) or not 1 <= horizon <= 1000:
        raise OptionError(f"cheese_maze: horizon must be a whole number from 1 to 1,000, not {horizon!r}")
    if isinstance(discount, bool) or not isinstance(discount, int | float) or not 0 < discount <= 1:
        raise OptionError(f"cheese_maze: discount must be a number above 0, at most 1, not {discount!r}")

    state_type = np.dtype(
        [
            ("cell", np.int8),  # unseen
            ("placed", np.int8, horizon),  # where the mouse will be put; unseen
            ("found", np.int16),
            ("odds", np.float64, CELLS),  # how likely it is in each cell, by what it saw
            ("coming", np.float64, CELLS),  # working space, all 0
            ("heading", np.int8),  # the step under way, or NONE
            ("moved", np.int16),
            ("factor", np.float64),
            ("total", np.float64),
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.cell = another_cell(rng)
        for i in range(horizon):
            state.placed[i] = another_cell(rng)
        state.found = 0
        state.coming[:] = 0.0
        state.heading = NONE
        state.moved = 0
        state.factor = 1.0
        state.total = 0.0
        anywhere(state, WALLS[state.cell])

    def another_cell(rng: Any) -> Any:
        """Any but that of the cheese."""
        cell = below(rng, CELLS - 1)
        return cell + (cell >= CHEESE)

    def anywhere(state: Any, walls: int) -> None:
        """The mouse was put somewhere and sees these walls."""
        count = 0
        for cell in range(CELLS):
            count += cell != CHEESE and WALLS[cell] == walls
        for cell in range(CELLS):
            state.odds[cell] = 1.0 / count if cell != CHEESE and WALLS[cell] == walls else 0.0

    def mover(state: Any) -> int:
        if state.heading != NONE:
            return CHANCE
        return OVER if state.moved == horizon else 0

    def moves(state: Any, out: Any) -> int:
        if state.heading == NONE:
            for way in range(4):
                out[way] = way
            return 4
        out[0] = what_is_seen(state)
        return 1

    def what_is_seen(state: Any) -> Any:
        """Once the step under way is made."""
        cell = AFTER[state.cell, state.heading]
        return WALLS[state.placed[state.found]] + FOUND_MARK if cell == CHEESE else WALLS[cell]

    def play(state: Any, move: int) -> None:
        if state.heading == NONE:
            state.heading = move
            return
        way = state.heading
        bumps = AFTER[state.cell, way] == state.cell
        state.cell = AFTER[state.cell, way]
        reward = BUMP if bumps else STEP
        if state.cell == CHEESE:
            reward = FOUND
            state.cell = state.placed[state.found]
            state.found += 1
            anywhere(state, move - FOUND_MARK)
        else:
            follow(state, way, move)
        state.total += state.factor * reward
        state.factor *= discount
        state.heading = NONE
        state.moved += 1

    def follow(state: Any, way: int, walls: int) -> None:
        """How likely each cell is after a step that found no cheese (Bayes)."""
        total = 0.0
        for cell in range(CELLS):
            to = AFTER[cell, way]
            if to != CHEESE and WALLS[to] == walls:
                state.coming[to] += state.odds[cell]
                total += state.odds[cell]
        for cell in range(CELLS):
            state.odds[cell] = state.coming[cell] / total
            state.coming[cell] = 0.0

    def returns(state: Any, out: Any) -> None:
        out[0] = state.total

    def playout(state: Any, rng: Any, out: Any, limit: int) -> int:
        """Random steps, none of them into a wall: the mouse sees where they are."""
        n = 0
        while state.heading != NONE or state.moved < horizon:
            if n >= limit:
                return TOO_LONG
            move = below(rng, 4)
            if state.heading != NONE:
                move = what_is_seen(state)
            else:
                while WALLS[state.cell] >> move & 1:
                    move = below(rng, 4)
            play(state, move)
            n += 1
        returns(state, out)
        return n

    def determinize(state: Any, observer: int, rng: Any) -> None:
        """While a step is under way nothing is known of where it leads."""
        rest, chosen = uniform(rng), NONE
        for cell in range(CELLS):
            if state.odds[cell] > 0.0 and (rest >= 0.0 or chosen == NONE):
                chosen = cell
                rest -= state.odds[cell]
        state.cell = chosen
        for i in range(int(state.found), horizon):
            state.placed[i] = another_cell(rng)

    def move_name(state: Any, move: int) -> str:
        if state.heading == NONE:
            return NAMES[move]
        walls = "".join(name[0] for way, name in enumerate(NAMES) if move >> way & 1)
        return ("cheese-" if move >= FOUND_MARK else "walls-") + (walls or "none")

    def view(state: Any, observer: int) -> str:
        likely = ", ".join(f"{cell}: {state.odds[cell]:.2f}" for cell in range(CELLS) if state.odds[cell] > 0)
        going = "" if state.heading == NONE else f", going {NAMES[state.heading]}"
        done = f"{state.moved} of {horizon} steps, {state.found} times cheese, {state.total:.2f} so far{going}"
        return f"0 1 2 3 4\n5   6   7\n8   9   10\nin cell {likely}\n{done}"

    def render(state: Any) -> str:
        return f"{view(state, 0)}\nmouse: {state.cell}"

    return declare(
        globals(),
        locals(),
        name="cheese_maze",
        state=state_type,
        players=1,
        payoffs=None,
        max_moves=4,
        actions=2 * FOUND_MARK,
        max_length=2 * horizon,
    )
