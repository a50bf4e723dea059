"""The wumpus world (Russell and Norvig): fetch the gold from a cave of pits and one wumpus, by smell and draught.

A cave of `size` times `size` cells. The agent begins in the lower left corner, a1, facing east. Every other cell has a
pit with probability `pit`; the wumpus is in one of them, the gold in one of them, each as likely. A step costs 1. The
agent goes `forward` (into a wall: a bump, and it stays), turns `left` or `right`, `grab`s gold where it glitters,
`shoot`s its one arrow straight ahead (10 more; a scream if that kills the wumpus), and may `climb` out in a1, for 1000
if it has the gold. Pits and a living wumpus kill whoever enters: -1000. After `horizon` steps it is over. Each reward
counts `discount` to the power of the steps before.

What is perceived after a step is a chance move with a single outcome: a stench in the wumpus' cell, dead or alive, and
beside it, a breeze beside pits, glitter with gold, a bump, a scream.

    forward 0, left 1, right 2, grab 3, shoot 4, climb 5
    perceived: stench 1, breeze 2, glitter 4, bump 8, scream 16; 32 for the end, of the agent or by climbing out
    cell = row * size + column, row 0 at the bottom        a1 b1 ...
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below, uniform
from ..rules.codes import TOO_LONG
from ..rules.game import CHANCE, OVER, Game, declare
from ..rules.playout import pick_weighted

FORWARD, LEFT, RIGHT, GRAB, SHOOT, CLIMB = range(6)
NAMES = ("forward", "left", "right", "grab", "shoot", "climb")
STENCH, BREEZE, GLITTER, BUMP, SCREAM, END = 1, 2, 4, 8, 16, 32
PERCEPTS = ("stench", "breeze", "glitter", "bump", "scream", "end")
FACING = ("east", "north", "west", "south")
LETTERS = "abcdefgh"
NONE = -1
STEP, ARROW, DEATH, GOLD = -1.0, -10.0, -1000.0, 1000.0
SMALLEST, LARGEST = 2, 8
DRAWS, SWEEPS = 200, 40
"""Caves that are drawn before the pits are changed one by one instead, from the true ones, and how often each is."""
HOMEWARD, NEW, KNOWN, UNSAFE, WALL, TURN, USELESS, CERTAIN = 20.0, 20.0, 2.0, 0.02, 0.02, 1.0, 0.02, 1000.0
"""Weights of actions: towards the exit with the gold; into a safe cell, new or not; into one that may kill; ..."""


def game(size: int = 4, pit: float = 0.2, horizon: int = 60, discount: float = 1.0) -> Game:
    for name, given, least, most in (("size", size, SMALLEST, LARGEST), ("horizon", horizon, 1, 1000)):
        if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
            raise OptionError(f"wumpus: {name} must be a whole number from {least} to {most:,}, not {given!r}")
    if isinstance(pit, bool) or not isinstance(pit, int | float) or not 0 <= pit < 1:
        raise OptionError(f"wumpus: pit must be a number from 0 to below 1, not {pit!r}")
    if isinstance(discount, bool) or not isinstance(discount, int | float) or not 0 < discount <= 1:
        raise OptionError(f"wumpus: discount must be a number above 0, at most 1, not {discount!r}")
    cells = size * size
    ahead = np.array([[_ahead(cell, way, size) for way in range(4)] for cell in range(cells)])  # NONE: a wall
    beside = np.array([[cell == other or other in ahead[cell] for other in range(cells)] for cell in range(cells)])
    state_type = np.dtype(
        [
            ("pits", np.int8, cells),  # 1 where one is; unseen
            ("wumpus", np.int8),  # unseen
            ("gold", np.int8),  # unseen; NONE once it is taken
            ("alive", np.int8),  # whether the wumpus is
            ("visited", np.int8, cells),
            ("breezes", np.int8, cells),  # where one was felt
            ("stenches", np.int8, cells),
            (
                "barred",
                np.int8,
                cells,
            ),  # 1 where the wumpus cannot be: stepped on while it lived, or off the arrow's way
            ("cell", np.int8),
            ("facing", np.int8),
            ("holds", np.int8),
            ("arrow", np.int8),
            ("glitter", np.int8),
            ("ended", np.int8),
            ("action", np.int8),  # the one whose outcome is awaited, or NONE
            ("moved", np.int16),
            ("factor", np.float64),
            ("total", np.float64),
        ]
    )

    def start(state: Any, rng: Any) -> None:
        for cell in range(cells):
            state.pits[cell] = cell > 0 and uniform(rng) < pit
        state.wumpus = 1 + below(rng, cells - 1)
        state.gold = 1 + below(rng, cells - 1)
        state.alive = 1
        state.visited[:] = 0
        state.breezes[:] = 0
        state.stenches[:] = 0
        state.barred[:] = 0
        state.cell = 0
        state.facing = 0
        state.holds = 0
        state.arrow = 1
        state.ended = 0
        state.action = NONE
        state.moved = 0
        state.factor = 1.0
        state.total = 0.0
        look_around(state, perceived_in(state, 0))

    def perceived_in(state: Any, cell: int) -> int:
        found = STENCH if beside[cell, state.wumpus] else 0
        for other in range(cells):
            if state.pits[other] and beside[cell, other]:
                found |= BREEZE
        return found | (GLITTER if state.gold == cell else 0)

    def look_around(state: Any, percept: int) -> None:
        """What the agent keeps of a cell that it is in and lives."""
        state.visited[state.cell] = 1
        state.stenches[state.cell] = percept & STENCH != 0
        state.breezes[state.cell] = percept & BREEZE != 0
        state.glitter = percept & GLITTER != 0
        if state.alive:
            state.barred[state.cell] = 1

    def mover(state: Any) -> int:
        if state.action != NONE:
            return CHANCE
        return OVER if state.ended or state.moved == horizon else 0

    def moves(state: Any, out: Any) -> int:
        if state.action != NONE:
            out[0] = outcome(state)
            return 1
        out[0], out[1], out[2] = FORWARD, LEFT, RIGHT
        n = 3
        if state.glitter:
            out[n] = GRAB
            n += 1
        if state.arrow:
            out[n] = SHOOT
            n += 1
        if state.cell == 0:
            out[n] = CLIMB
            n += 1
        return n

    def outcome(state: Any) -> int:
        """What the agent perceives once the action under way is done."""
        if state.action == CLIMB:
            return END
        to = int(ahead[state.cell, state.facing])
        if state.action == FORWARD and to != NONE:
            dies = state.pits[to] or (state.alive and state.wumpus == to)
            return perceived_in(state, to) | (END if dies else 0)
        found = perceived_in(state, int(state.cell))
        if state.action == FORWARD:
            return found | BUMP
        if state.action == GRAB:
            return found & ~GLITTER
        return found | (SCREAM if state.action == SHOOT and state.alive and is_hit(state) else 0)

    def is_hit(state: Any) -> bool:
        cell, hit = int(ahead[state.cell, state.facing]), False
        while cell != NONE:
            hit = hit or cell == state.wumpus
            cell = int(ahead[cell, state.facing])
        return hit

    def play(state: Any, move: int) -> None:
        if state.action == NONE:
            state.action = move
            return
        reward = STEP
        if state.action == FORWARD and not move & BUMP:
            state.cell = ahead[state.cell, state.facing]
            reward += DEATH if move & END else 0.0
        elif state.action == LEFT:
            state.facing = (state.facing + 1) % 4
        elif state.action == RIGHT:
            state.facing = (state.facing + 3) % 4
        elif state.action == GRAB:
            state.holds = 1
            state.gold = NONE
        elif state.action == SHOOT:
            reward += ARROW
            state.arrow = 0
            note_shot(state, move & SCREAM != 0)
        elif state.action == CLIMB:
            reward += GOLD if state.holds else 0.0
        if move & END:
            state.ended = 1
        else:
            look_around(state, move)
        state.total += state.factor * reward
        state.factor *= discount
        state.action = NONE
        state.moved += 1

    def note_shot(state: Any, screamed: bool) -> None:
        """Where the wumpus can still be, or have been: on the arrow's way if it screamed, nowhere there if not."""
        if screamed:
            state.alive = 0
            for cell in range(cells):
                state.barred[cell] |= 2
        cell = int(ahead[state.cell, state.facing])
        while cell != NONE:
            state.barred[cell] = state.barred[cell] & 1 if screamed else 1
            cell = int(ahead[cell, state.facing])
        for cell in range(cells):
            state.barred[cell] = state.barred[cell] != 0

    def returns(state: Any, out: Any) -> None:
        out[0] = state.total

    # ---- what the agent knows ------------------------------------------------------------------------------------

    def may_be_wumpus(state: Any, cell: int) -> bool:
        if cell == 0 or state.barred[cell]:
            return False
        fits = True
        for other in range(cells):
            if state.visited[other]:
                fits = fits and bool(beside[other, cell]) == (state.stenches[other] != 0)
        return fits

    def may_be_pit(state: Any, cell: int) -> bool:
        fits = state.visited[cell] == 0
        for other in range(cells):
            if state.visited[other] and not state.breezes[other] and beside[other, cell]:
                fits = False
        return fits

    def pits_fit(state: Any) -> bool:
        """Whether every breeze has a pit; that none is where there is no breeze is seen to before."""
        fits = True
        for cell in range(cells):
            if state.visited[cell] and state.breezes[cell]:
                found = False
                for other in range(cells):
                    found = found or (state.pits[other] != 0 and beside[cell, other])
                fits = fits and found
        return fits

    def determinize(state: Any, observer: int, rng: Any) -> None:
        """The gold and the wumpus in any of the cells where they can be; pits by their odds, given every breeze."""
        if mover(state) == OVER:
            return
        count, chosen = 0, int(state.wumpus)
        for cell in range(cells):
            if may_be_wumpus(state, cell):
                count += 1
                chosen = cell if below(rng, count) == 0 else chosen
        state.wumpus = chosen
        if not state.holds and not state.glitter:
            count = 0
            for cell in range(cells):
                if not state.visited[cell]:
                    count += 1
                    state.gold = cell if below(rng, count) == 0 else state.gold
        guess_pits(state, rng)

    def guess_pits(state: Any, rng: Any) -> None:
        may, truth = np.zeros(cells, np.int8), np.zeros(cells, np.int8)
        for cell in range(cells):
            may[cell] = may_be_pit(state, cell)
            truth[cell] = state.pits[cell]
        for _ in range(DRAWS):
            for cell in range(cells):
                state.pits[cell] = may[cell] and uniform(rng) < pit
            if pits_fit(state):
                return
        for cell in range(cells):
            state.pits[cell] = truth[cell]
        for _ in range(SWEEPS):  # each in turn by its odds, all others as they are
            for cell in range(cells):
                if may[cell]:
                    state.pits[cell] = 0
                    state.pits[cell] = not pits_fit(state) or uniform(rng) < pit

    # ---- playouts ------------------------------------------------------------------------------------------------

    def weight(state: Any, action: int) -> float:
        """By what the agent knows, and nothing else."""
        if action == GRAB:
            return CERTAIN
        if action == CLIMB:
            return CERTAIN if state.holds else USELESS
        if action == SHOOT:
            to, smells = int(ahead[state.cell, state.facing]), state.stenches[state.cell] != 0
            return TURN if state.alive and smells and to != NONE and may_be_wumpus(state, to) else USELESS
        if action != FORWARD:
            return TURN
        to = int(ahead[state.cell, state.facing])
        if to == NONE:
            return WALL
        if state.visited[to]:
            nearer = to // size + to % size < state.cell // size + state.cell % size
            return HOMEWARD if state.holds and nearer else KNOWN
        if may_be_pit(state, to) or (state.alive and may_be_wumpus(state, to)):
            return UNSAFE
        return KNOWN if state.holds else NEW

    def prior(state: Any, listed: Any, n: int, out: Any) -> None:
        for i in range(n):
            out[i] = weight(state, listed[i])

    def playout(state: Any, rng: Any, out: Any, limit: int) -> int:
        """Actions by these weights."""
        listed, odds = np.zeros(8, np.int32), np.zeros(8)
        n = 0
        while mover(state) != OVER:
            if n >= limit:
                return TOO_LONG
            count = moves(state, listed)
            chosen = 0
            if state.action == NONE:
                prior(state, listed, count, odds)
                chosen = pick_weighted(rng, odds, count)
            play(state, listed[chosen])
            n += 1
        returns(state, out)
        return n

    # ---- for people ----------------------------------------------------------------------------------------------

    def move_name(state: Any, move: int) -> str:
        if state.action == NONE:
            return NAMES[move]
        return "-".join(name for i, name in enumerate(PERCEPTS) if move >> i & 1) or "nothing"

    def picture(state: Any, secrets: bool) -> list[str]:
        """The agent as an arrow, `s` and `b` where it smelt or felt something, `?` where it was not."""

        def text(cell: int) -> str:
            marks = ">^<v"[state.facing] if cell == state.cell else ""
            marks += "s" * int(state.stenches[cell]) + "b" * int(state.breezes[cell])
            if secrets:
                marks += "W" * int(cell == state.wumpus) + "P" * int(state.pits[cell]) + "G" * int(cell == state.gold)
            return (marks or ("." if state.visited[cell] else "?")).ljust(6)

        rows = [" ".join(text(row * size + column) for column in range(size)).rstrip() for row in range(size)]
        lines = [f"{row + 1} {rows[row]}" for row in reversed(range(size))]
        return [*lines, "  " + " ".join(letter.ljust(6) for letter in LETTERS[:size]).rstrip()]

    def status(state: Any) -> str:
        has = [name for name, is_there in (("arrow", state.arrow), ("gold", state.holds)) if is_there]
        heard = "" if state.alive else ", the wumpus is dead"
        sees = ", glitter" if state.glitter else ""
        waits = "" if state.action == NONE else f", about to {NAMES[state.action]}"
        over = ", over" if mover(state) == OVER else ""
        return (
            f"facing {FACING[state.facing]}, has {' and '.join(has) or 'nothing'}{sees}{heard}; "
            f"{state.moved} of {horizon} steps, {state.total:.2f} so far{waits}{over}"
        )

    def view(state: Any, observer: int) -> str:
        return "\n".join([*picture(state, False), status(state)])

    def render(state: Any) -> str:
        return "\n".join([*picture(state, True), status(state)])

    return declare(
        globals(),
        locals(),
        name="wumpus",
        state=state_type,
        players=1,
        payoffs=(DEATH + ARROW + STEP * horizon, GOLD),
        max_moves=6,
        actions=2 * END,
        max_length=2 * horizon,
    )


def _ahead(cell: int, way: int, size: int) -> int:
    row, column = divmod(cell, size)
    row, column = row + (0, 1, 0, -1)[way], column + (1, 0, -1, 0)[way]
    return row * size + column if 0 <= row < size and 0 <= column < size else NONE
