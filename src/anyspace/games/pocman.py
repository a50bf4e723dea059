"""Pocman: Pac-Man who sees, hears and smells only what is near (Silver and Veness 2010). One player, hidden.

A step north, east, south or west costs 1. Pellets lie on about half of the cells where they may lie, pills where they
always do; to eat either pays 10. A ghost that comes upon the player ends the game, -100, unless a pill was eaten within
15 steps: then the ghost is eaten, 25, and begins anew in its den. All food eaten pays 1000 and ends the game. Rewards
count `discount` to the power of the steps before; after `horizon` steps it is over.

Ghosts wander, turn back nowhere, and chase whom they are near to, three times out of four; from one who ate a pill they
flee. After every step the player perceives ten bits: whether a ghost is in sight to the north, east, south, west;
whether it could go there; whether food is within a step, also across; whether a ghost is within two steps.

Ghosts move by chance, unseen; what is perceived is a chance move with a single outcome, by the bits above from the
lowest on. There is no rule to guess what is hidden from nothing: a search keeps particles.

    north 0, east 1, south 2, west 3        of ghosts: a step 0 to 3, one of a chase or a flight 4 to 7, none 8
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below, uniform
from ..rules.codes import NOTHING_SEEN, TOO_LONG
from ..rules.game import CHANCE, OVER, Game, declare
from .pocman_mazes import EAST, NORTH, NOWHERE, SOUTH, maze_of
from .pocman_text import HEAR, HURRY, SMELL, STAYS, texts

STEP, FOOD, GHOST, DIES, CLEARED = -1.0, 10.0, 25.0, -100.0, 1000.0
POWER = 15
CHASES, SLIPS, PELLETS = 0.75, 0.25, 0.5
SIGHT = 15
NEAR_ENOUGH = 2
HURRIED = 20.0
"""Weight of a step towards a ghost that can be eaten."""
FAINT = 0.005
"""A playout ends where a reward would count for less than this of what it counts at its beginning."""


def game(maze: str = "full", discount: float = 0.95, horizon: int = 1000) -> Game:
    if isinstance(discount, bool) or not isinstance(discount, int | float) or not 0 < discount <= 1:
        raise OptionError(f"pocman: discount must be a number above 0, at most 1, not {discount!r}")
    if isinstance(horizon, bool) or not isinstance(horizon, int) or not 1 <= horizon <= 10_000:
        raise OptionError(f"pocman: horizon must be a whole number from 1 to 10,000, not {horizon!r}")
    level, found = maze_of(maze)
    ghosts, reach = level.ghosts, level.reach
    width, height, lies, after, sight, home, dens = found
    cells = width * height

    state_type = np.dtype(
        [
            ("ghost", np.int16, ghosts),  # unseen, as all that stands above `at`
            ("heading", np.int8, ghosts),  # whence it will not turn back; NOWHERE: it may
            ("food", np.int8, cells),
            ("left", np.int16),  # how much food there is
            ("met", np.int8),  # in this step, a ghost, or NOWHERE
            ("at", np.int16),
            ("been", np.int8, cells),  # by the player: there is no food
            ("power", np.int8),
            ("turn", np.int8),  # whose it is: 0 the player's, 1 to `ghosts` theirs, then perceiving
            ("perceived", np.int16),
            ("ate", np.int8),  # whether there was food where the player stands when it perceived that
            ("last", np.int8),  # the player's move
            ("steps", np.int16),
            ("ended", np.int8),
            ("score", np.float64),  # without a discount
            ("factor", np.float64),
            ("total", np.float64),
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.left = 0
        for cell in range(cells):
            state.food[cell] = lies[cell] == 2 or (lies[cell] == 1 and uniform(rng) < PELLETS)
            state.left += state.food[cell]
        for ghost in range(ghosts):
            state.ghost[ghost] = dens[ghost]
            state.heading[ghost] = NOWHERE
        state.met = NOWHERE
        state.at = home
        state.been[:] = 0
        state.been[home] = 1
        state.left -= state.food[home]
        state.food[home] = 0
        if state.left == 0:  # there is always something to eat
            cell = after[home, below(rng, 4)]
            while cell == NOWHERE or lies[cell] == 0:
                cell = after[home, below(rng, 4)]
            state.food[cell] = 1
            state.left = 1
        state.power = 0
        state.turn = 0
        state.perceived = 0
        state.ate = 0
        state.perceived = perception(state)
        state.last = NOWHERE
        state.steps = 0
        state.ended = 0
        state.score = 0.0
        state.factor = 1.0
        state.total = 0.0

    def mover(state: Any) -> int:
        if state.ended:
            return OVER
        return 0 if state.turn == 0 else CHANCE

    def moves(state: Any, out: Any) -> int:
        n = 0
        if state.turn == 0:
            for direction in range(4):
                out[n] = direction
                n += after[state.at, direction] != NOWHERE
            return n
        if state.turn > ghosts:
            out[0] = perception(state)
            return 1
        odds = np.zeros(STAYS + 1)
        ghost_odds(state, state.turn - 1, odds)
        for move in range(STAYS + 1):
            if odds[move] > 0.0:
                out[n] = move
                n += 1
        return n

    def weights(state: Any, out: Any) -> None:
        if state.turn > ghosts:
            out[0] = 1.0
            return
        odds = np.zeros(STAYS + 1)
        ghost_odds(state, state.turn - 1, odds)
        n = 0
        for move in range(STAYS + 1):
            if odds[move] > 0.0:
                out[n] = odds[move]
                n += 1

    def ghost_odds(state: Any, ghost: int, odds: Any) -> None:
        """How likely each outcome of a ghost's move is; `odds` are all 0 before."""
        wanders = 1.0
        if apart(state.at, state.ghost[ghost]) < reach:
            if state.power == 0:
                wanders = 1.0 - CHASES
                odds[hurry(state, ghost)] += CHASES
            else:
                slips = SLIPS if state.heading[ghost] != NOWHERE else 0.0
                wanders = 0.0
                odds[STAYS] += slips
                odds[hurry(state, ghost)] += 1.0 - slips
        if wanders > 0.0:
            ways = 0
            for direction in range(4):
                ways += may_go(state, ghost, direction)
            for direction in range(4):
                if may_go(state, ghost, direction):
                    odds[direction] += wanders / ways
            if ways == 0:
                odds[STAYS] += wanders

    def may_go(state: Any, ghost: int, direction: int) -> bool:
        """Whether there is no wall, and it would not turn back."""
        back = state.heading[ghost] != NOWHERE and state.heading[ghost] == (direction + 2) % 4
        return after[state.ghost[ghost], direction] != NOWHERE and not back

    def hurry(state: Any, ghost: int) -> int:
        """The outcome of a chase, or with the player in power of a flight: along the line on which most is gained, the
        later direction where two are alike; STAYS where there is none."""
        place, best, chosen = state.ghost[ghost], -1000, STAYS
        if state.power > 0:
            best = 0
        for direction in range(4):
            nearer = ahead(place, state.at, direction)
            gained = -nearer if state.power > 0 else nearer
            if gained >= best and may_go(state, ghost, direction):
                best, chosen = gained, HURRY + direction
        return chosen

    def ahead(place: Any, goal: Any, direction: int) -> Any:
        """How far the goal lies ahead in this direction; less than 0 if behind."""
        dx, dy = goal % width - place % width, goal // width - place // width
        if direction == NORTH:
            return np.int64(dy)
        if direction == EAST:
            return np.int64(dx)
        return np.int64(-dy) if direction == SOUTH else np.int64(-dx)

    def apart(one: Any, other: Any) -> Any:
        """In steps, were there no walls."""
        return abs(one % width - other % width) + abs(one // width - other // width)

    def perception(state: Any) -> int:
        bits = 0
        for ghost in range(ghosts):
            direction = sight[state.at, state.ghost[ghost]]
            if direction != NOWHERE:
                bits |= 1 << int(direction)
            if apart(state.at, state.ghost[ghost]) <= NEAR_ENOUGH:
                bits |= HEAR
        for direction in range(4):
            if after[state.at, direction] != NOWHERE:
                bits |= 16 << direction
        return bits | (SMELL if smells(state) else 0)

    def smells(state: Any) -> bool:
        x, y = state.at % width, state.at // width
        for far_y in range(max(y - 1, 0), min(y + 2, height)):
            for far_x in range(max(x - 1, 0), min(x + 2, width)):
                if state.food[far_y * width + far_x]:
                    return True
        return state.ate != 0 and state.turn == 0

    def play(state: Any, move: int) -> None:
        if state.turn == 0:
            state.at = after[state.at, move]
            state.last = move
            state.power = max(state.power - 1, 0)
            state.met = NOWHERE
            earn(state, STEP)
            state.turn = 1
        elif state.turn <= ghosts:
            move_ghost(state, state.turn - 1, move)
            state.turn += 1
            if state.turn > ghosts and state.met != NOWHERE:
                meet(state)
        else:
            state.perceived = move
            eat(state)
            state.factor *= discount
            state.steps += 1
            state.turn = 0
            if state.steps == horizon:
                state.ended = 1

    def move_ghost(state: Any, ghost: int, move: int) -> None:
        if state.ghost[ghost] == state.at:
            state.met = ghost
        if move == STAYS:
            state.heading[ghost] = NOWHERE
        else:
            state.ghost[ghost] = after[state.ghost[ghost], move % HURRY]
            state.heading[ghost] = move if move < HURRY else NOWHERE
        if state.ghost[ghost] == state.at:
            state.met = ghost

    def meet(state: Any) -> None:
        if state.power == 0:
            earn(state, DIES)
            state.ended = 1
            return
        earn(state, GHOST)
        state.ghost[state.met] = dens[0]
        state.heading[state.met] = NOWHERE

    def eat(state: Any) -> None:
        state.ate = state.food[state.at]
        state.been[state.at] = 1
        if not state.ate:
            return
        state.food[state.at] = 0
        state.left -= 1
        if state.left == 0:
            earn(state, CLEARED)
            state.ended = 1
            return
        if lies[state.at] == 2:
            state.power = POWER
        earn(state, FOOD)

    def earn(state: Any, reward: float) -> None:
        state.score += reward
        state.total += state.factor * reward

    def returns(state: Any, out: Any) -> None:
        out[0] = state.total

    def observe(state: Any, move: int, observer: int) -> int:
        return move if state.turn > ghosts else NOTHING_SEEN

    def prior(state: Any, listed: Any, n: int, out: Any) -> None:
        """In power after a ghost in sight; else where none is in sight, and not back."""
        seen = state.perceived & SIGHT
        for i in range(n):
            direction = listed[i]
            if state.turn != 0:
                out[i] = 1.0
            elif state.power > 0 and seen != 0:
                out[i] = HURRIED if seen >> direction & 1 else 1.0
            else:
                back = state.last != NOWHERE and (state.last + 2) % 4 == direction
                out[i] = 1.0 if seen >> direction & 1 or back else HURRIED

    def playout(state: Any, rng: Any, out: Any, limit: int) -> int:
        """Such moves only, as long as rewards count for something."""
        listed, good = np.zeros(4, np.int64), np.zeros(4)
        odds = np.zeros(STAYS + 1)
        faint = FAINT * state.factor if discount < 1.0 else 0.0
        n = 0
        while not state.ended and state.factor > faint:
            if n >= limit:
                return TOO_LONG
            if state.turn == 0:
                play(state, preferred(state, rng, listed, good))
            elif state.turn > ghosts:
                play(state, perception(state))
            else:
                odds[:] = 0.0
                ghost_odds(state, state.turn - 1, odds)
                at, move = uniform(rng), 0
                while move < STAYS and at >= odds[move]:
                    at -= odds[move]
                    move += 1
                while odds[move] == 0.0:  # rounding
                    move -= 1
                play(state, move)
            n += 1
        returns(state, out)
        return n

    def preferred(state: Any, rng: Any, listed: Any, good: Any) -> int:
        n, best = 0, 0.0
        for direction in range(4):
            if after[state.at, direction] != NOWHERE:
                listed[n] = direction
                n += 1
        prior(state, listed, n, good)
        for i in range(n):
            best = max(best, good[i])
        kept = 0
        for i in range(n):
            if good[i] == best:
                listed[kept] = listed[i]
                kept += 1
        return listed[below(rng, kept)]

    def perturb(state: Any, observer: int, rng: Any) -> int:
        """One or two ghosts anywhere, the food around anew, and that of one cell further off; 1 if what was perceived
        last could have been. What was perceived before that is not asked."""
        if state.turn != 0:
            return 0
        for _ in range(1 + below(rng, 2)):
            ghost, place = below(rng, ghosts), below(rng, cells)
            is_wall = True
            for direction in range(4):
                is_wall = is_wall and after[place, direction] == NOWHERE
            if is_wall or place == state.at:
                return 0
            state.ghost[ghost] = place
            state.heading[ghost] = NOWHERE
        x, y = state.at % width, state.at // width
        for far_y in range(max(y - 1, 0), min(y + 2, height)):
            for far_x in range(max(x - 1, 0), min(x + 2, width)):
                draw_food(state, far_y * width + far_x, rng)
        draw_food(state, below(rng, cells), rng)
        return 1 if state.left > 0 and perception(state) == state.perceived else 0

    def draw_food(state: Any, cell: Any, rng: Any) -> None:
        if lies[cell] == 1 and not state.been[cell]:
            state.left -= state.food[cell]
            state.food[cell] = uniform(rng) < PELLETS
            state.left += state.food[cell]

    return declare(
        globals(),
        locals(),
        texts(level, found),
        name="pocman",
        state=state_type,
        players=1,
        payoffs=None,
        max_moves=STAYS + 1,
        actions=1 << 10,
        max_length=horizon * (ghosts + 2),
    )
