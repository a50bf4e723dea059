"""Pig: roll the die as often as you dare, or hold what you have; the first to reach the target wins.

The player whose turn it is chooses again and again:
- roll: a 1 loses all points of this turn and passes the die on; anything else is added to the points of this turn.
- hold: the points of this turn are added to the score, and the die is passed on. Holding with enough points to reach
  the target wins; with enough points, there is nothing else to choose.

In Piglet the die only tells a 1 from the rest, and the rest counts one point. After `horizon` choices without a
winner, nobody has won.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import below
from ..rules.codes import TOO_LONG
from ..rules.game import CHANCE, OVER, Game, declare

ROLL, HOLD = 0, 1
NOBODY = -1
POINTS, KEPT, ENDED, CHOICES, PLIES, HOLDS = range(6)
"""Columns of `courses`. KEPT 0: all points of the turn are lost; HOLDS: which of the choices is a hold, or NONE."""
NONE = -1
COLUMNS = 8  # a power of two: quicker to index


def whole(name: str, value: Any, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise OptionError(f"pig: {name} must be a whole number from {least} to {most:,}, not {value!r}")
    return value


def courses(die: int, piglet: bool, choices: int) -> Any:
    """What may come of so many choices in a row, in `(2 * die) ** choices` equally likely ways, one a line.

    A line takes a digit in base `2 * die` for every choice: `die` and above is hold, below is roll, and what comes up.
    """
    table = np.zeros(((2 * die) ** choices, COLUMNS), dtype=np.int16)
    table[:, KEPT] = 1
    table[:, HOLDS] = NONE
    for lot, line in enumerate(table):
        while not line[ENDED] and line[CHOICES] < choices:
            lot, digit = divmod(lot, 2 * die)
            if digit >= die:
                line[HOLDS] = line[CHOICES]
            line[CHOICES] += 1
            line[PLIES] += 1 if digit >= die else 2
            if 0 < digit < die:
                line[POINTS] += 1 if piglet else digit + 1
            else:
                line[ENDED] = 1
                line[KEPT] = digit > 0
    return table


def game(players: int = 2, target: int = 100, die: int = 6, piglet: bool = False, horizon: int = 1000) -> Game:
    """`players` (2 to 10), `target` points (1 to 1,000), `die`'s faces (2 to 100), `horizon` choices (1 to 10,000)."""
    whole("players", players, 2, 10)
    whole("target", target, 1, 1_000)
    whole("die", die, 2, 100)
    whole("horizon", horizon, 1, 10_000)
    if not isinstance(piglet, bool):
        raise OptionError(f"pig: piglet must be true or false, not {piglet!r}")
    outcomes = 2 if piglet else die
    actions = max(2, outcomes)
    consolation = -1.0 / (players - 1)
    most = 1 if piglet else die  # points a roll
    stretch = 3 if die <= 10 else 1
    course = np.concatenate([courses(die, piglet, stretch), courses(die, piglet, 1)])
    long_courses = (2 * die) ** stretch

    def start(state: Any, rng: Any) -> None:
        state.scores[:] = 0
        state.points = 0
        state.choices = 0
        state.turn = 0
        state.rolling = 0
        state.winner = NOBODY

    def mover(state: Any) -> int:
        if state.winner != NOBODY or state.choices == horizon:
            return OVER
        return CHANCE if state.rolling else state.turn

    def moves(state: Any, out: Any) -> int:
        if state.rolling:
            for outcome in range(outcomes):
                out[outcome] = outcome
            return outcomes
        if state.scores[state.turn] + state.points >= target:
            out[0] = HOLD
            return 1
        out[0], out[1] = ROLL, HOLD
        return 2

    def play(state: Any, move: int) -> None:
        if state.rolling:
            land(state, move)
            return
        state.choices += 1
        if move == ROLL:
            state.rolling = 1
            return
        state.scores[state.turn] += state.points
        state.points = 0
        if state.scores[state.turn] >= target:
            state.winner = state.turn
        pass_on(state)

    def land(state: Any, outcome: int) -> None:
        state.rolling = 0
        if outcome == 0:
            state.points = 0
            pass_on(state)
        else:
            state.points += 1 if piglet else outcome + 1

    def pass_on(state: Any) -> None:
        state.turn = state.turn + 1 if state.turn + 1 < players else 0

    def weights(state: Any, out: Any) -> None:
        out[0] = 1.0
        out[1] = die - 1.0

    def returns(state: Any, out: Any) -> None:
        out[:] = 0.0 if state.winner == NOBODY else consolation
        if state.winner != NOBODY:
            out[state.winner] = 1.0

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """One draw for several choices and what is rolled after them, unless the target may be reached in between.

        Whoever chooses to roll as the last before the horizon has rolled: one move too many, and no matter."""
        ply = 0
        if state.rolling:
            land(state, below(rng, die))
            ply = 1
            if trace is not None:
                trace[0] = CHANCE
        me, points, choices = np.int64(state.turn), np.int64(state.points), np.int64(state.choices)
        score = np.int64(state.scores[me])
        while choices < horizon:
            if ply >= limit:
                return TOO_LONG
            if score + points >= target:
                state.winner = me
                if trace is not None:
                    trace[ply] = me * actions + HOLD
                ply += 1
                break
            far = score + points + most * (stretch - 1) < target and choices + stretch <= horizon
            lot = below(rng, long_courses) if far else long_courses + below(rng, 2 * die)
            points = (points + course[lot, POINTS]) * course[lot, KEPT]
            choices += course[lot, CHOICES]
            if trace is not None:
                for choice in range(stretch if far else 1):  # what comes after the course is overwritten by the next
                    trace[ply + 2 * choice] = me * actions + (HOLD if choice == course[lot, HOLDS] else ROLL)
                    trace[ply + 2 * choice + 1] = CHANCE
            ply += course[lot, PLIES]
            if course[lot, ENDED]:
                state.scores[me] = score + points
                me = me + 1 if me + 1 < players else np.int64(0)
                score, points = np.int64(state.scores[me]), np.int64(0)
        returns(state, out)
        return ply if ply <= limit else TOO_LONG

    def move_name(state: Any, move: int) -> str:
        if not state.rolling:
            return "hold" if move == HOLD else "roll"
        return "more" if piglet and move else str(move + 1)

    def render(state: Any) -> str:
        def line(player: int) -> str:
            turn = f" + {state.points}" if player == state.turn else ""
            return f"player {player}: {state.scores[player]:>4}{turn}"

        if state.winner != NOBODY:
            status = f"player {state.winner} has won"
        elif state.choices == horizon:
            status = "nobody has won"
        else:
            status = "the die is rolling" if state.rolling else f"player {state.turn} to choose"
        return "\n".join([*map(line, range(players)), status])

    return declare(
        globals(),
        locals(),
        name="pig",
        state=[
            ("scores", np.int16, players),
            ("points", np.int16),  # of the current turn
            ("choices", np.int16),  # made so far, by all
            ("turn", np.int8),
            ("rolling", np.int8),  # 1: the die is in the air
            ("winner", np.int8),  # or NOBODY
        ],
        players=players,
        max_moves=actions,
        actions=actions,
        max_length=2 * horizon,
        weights=weights if piglet else None,
        trusted=True,
    )
