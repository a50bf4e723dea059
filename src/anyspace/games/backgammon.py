"""Backgammon: fifteen checkers each, home and off the board by the dice, without the doubling cube.

Each player counts the points from the own home: checkers go from 24 down to 1 and off. Point p of one is 25 - p of the
other. At the start each has 2 on 24, 5 on 13, 3 on 8 and 5 on 6.

    13 14 15 16 17 18   19 20 21 22 23 24     as x counts
    12 11 10  9  8  7    6  5  4  3  2  1

Both throw a die; the higher one begins, with both dice (equal ones are thrown again). Then a roll (chance), and a
checker for each die, with equal dice four times. A checker may not go where the other has two or more; a single one
there is hit and put on the bar. Checkers on the bar come in first. Once all are in the home, points 6 to 1, they are
borne off, by the exact number, or by a greater one from the highest point held. As many dice are played as can be; if
either but not both, the greater. Who has borne off all wins.

A move is one checker by one die, so that a turn is up to four moves in a row by one player:

    (point - 1) * 6 + die - 1, the bar being point 25; 150: pass, where nothing else can be played
    chance: a roll by its number among the 21; at the start 21 + 6 * (x's die - 1) + o's die - 1
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import OptionError
from ..rules.game import CHANCE, OVER, Game, declare
from .backgammon_text import BAR, CHECKERS, FACES, NOBODY, OFF, as_text, board_lines, from_text

HOME = 6
PASS = BAR * FACES
ROLLS = np.array([(one, two) for one in range(1, FACES + 1) for two in range(one, FACES + 1)], np.int64)
"""The 21 rolls, each once."""
SCORES = {"win": 1, "gammons": 2, "full": 3}
BEGIN = ((24, 2), (13, 5), (8, 3), (6, 5))
PIPS_OF_A_LEAD = 60.0
"""By how many pips a player is ahead who is all but sure to win."""
HITS, MAKES_A_POINT, BEARS_OFF, LEAVES_A_BLOT = 3.0, 2.0, 4.0, 0.5


def game(scoring: str = "win", turns: int = 500) -> Game:
    if scoring not in SCORES:
        raise OptionError(f"backgammon: scoring must be one of {', '.join(SCORES)}, not {scoring!r}")
    if isinstance(turns, bool) or not isinstance(turns, int) or not 1 <= turns <= 10_000:
        raise OptionError(f"backgammon: turns must be a whole number from 1 to 10,000, not {turns!r}")
    best = SCORES[scoring]
    state_type = np.dtype(
        [
            ("board", np.int8, (2, BAR + 1)),  # by player: how many are off, on each point, on the bar
            ("left", np.int8, FACES + 1),  # by face: how many dice of it are still to be played
            ("turn", np.int8),  # NOBODY before the first roll
            ("rolled", np.int8),
            ("turns", np.int16),  # that have ended
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.board[:] = 0
        for player in range(2):
            for point, count in BEGIN:
                state.board[player, point] = count
        state.left[:] = 0
        state.turn = NOBODY
        state.rolled = 0
        state.turns = 0

    def mover(state: Any) -> int:
        if state.board[0, OFF] == CHECKERS or state.board[1, OFF] == CHECKERS or state.turns == turns:
            return OVER
        return int(state.turn) if state.rolled else CHANCE

    def moves(state: Any, out: Any) -> int:
        if state.turn == NOBODY:
            return opening_rolls(out)
        if not state.rolled:
            for i in range(len(ROLLS)):
                out[i] = i
            return len(ROLLS)
        return list_moves(state, out)

    def weights(state: Any, out: Any) -> None:
        """Two different dice fall in two ways."""
        if state.turn == NOBODY:
            for i in range(FACES * (FACES - 1)):
                out[i] = 1.0
        else:
            for i in range(len(ROLLS)):
                out[i] = 1.0 if ROLLS[i, 0] == ROLLS[i, 1] else 2.0

    def play(state: Any, move: int) -> None:
        if not state.rolled:
            one, two = 0, 0
            if state.turn == NOBODY:
                one, two = (move - len(ROLLS)) // FACES + 1, (move - len(ROLLS)) % FACES + 1
                state.turn = 0 if one > two else 1
            else:
                one, two = ROLLS[move, 0], ROLLS[move, 1]
            each = 2 if one == two else 1
            state.left[one] += each
            state.left[two] += each
            state.rolled = 1
            return
        if move == PASS:
            state.left[:] = 0
        else:
            advance(state, move // FACES + 1, move % FACES + 1)
        if dice_left(state) == 0:
            state.rolled = 0
            state.turn = 1 - state.turn
            state.turns += 1

    def advance(state: Any, point: int, die: int) -> None:
        """One checker by one die."""
        player = int(state.turn)
        target = max(point - die, OFF)
        state.board[player, point] -= 1
        state.board[player, target] += 1
        if target != OFF and state.board[1 - player, BAR - target] == 1:
            state.board[1 - player, BAR - target] = 0
            state.board[1 - player, BAR] += 1
        state.left[die] -= 1

    def returns(state: Any, out: Any) -> None:
        """What the winner wins by; 0 while nobody has won."""
        out[0] = 0.0
        for player in range(2):
            if state.board[player, OFF] == CHECKERS:
                won = min(best, stake(state, 1 - player))
                out[0] = float(won if player == 0 else -won)
        out[1] = -out[0]

    def evaluate(state: Any, out: Any) -> None:
        """Who is ahead in pips, and by how much."""
        ahead = (pips(state, 1) - pips(state, 0)) / PIPS_OF_A_LEAD
        out[0] = max(-0.95, min(0.95, ahead))
        out[1] = -out[0]

    def prior(state: Any, listed: Any, n: int, out: Any) -> None:
        """Hits, points made and checkers borne off look good, single checkers left behind do not."""
        player = int(state.turn)
        for i in range(n):
            out[i] = 1.0
            if listed[i] == PASS:
                continue
            point = listed[i] // FACES + 1
            target = point - listed[i] % FACES - 1
            if target <= OFF:
                out[i] *= BEARS_OFF
            else:
                out[i] *= HITS if state.board[1 - player, BAR - target] == 1 else 1.0
                out[i] *= MAKES_A_POINT if state.board[player, target] == 1 else 1.0
            out[i] *= LEAVES_A_BLOT if point != BAR and state.board[player, point] == 2 else 1.0

    def move_name(state: Any, move: int) -> str:
        """`13/8`, `24/18*` for a hit, `bar/20`, `4/off`, and `4/off(6)` by a die that is too great; or the roll."""
        if not state.rolled:
            one, two = ROLLS[move] if move < len(ROLLS) else np.array(divmod(move - len(ROLLS), FACES)) + 1
            return f"{one}-{two}"
        if move == PASS:
            return "pass"
        point, die = move // FACES + 1, move % FACES + 1
        target = point - die
        place = "bar" if point == BAR else str(point)
        if target <= OFF:
            return f"{place}/off" + (f"({die})" if target < OFF else "")
        return f"{place}/{target}" + ("*" if state.board[1 - state.turn, BAR - target] == 1 else "")

    def render(state: Any) -> str:
        over = mover(state) == OVER
        dice = " ".join(str(face) for face in range(1, FACES + 1) for _ in range(int(state.left[face])))
        said = (
            "the game is over" if over else "both throw a die" if state.turn == NOBODY else f"{'xo'[state.turn]} is to "
        )
        if not over and state.turn != NOBODY:
            said += f"play {dice}" if state.rolled else "roll"
        return "\n".join([*board_lines(state), f"pips: x {pips(state, 0)}, o {pips(state, 1)}", said])

    def notation(state: Any) -> str:
        return as_text(state)

    def from_notation(state: Any, text: str) -> None:
        from_text(state, text, turns)

    return declare(
        globals(),
        locals(),
        name="backgammon",
        state=state_type,
        players=2,
        payoffs=(-best, best),
        max_moves=2 * BAR,
        actions=PASS + 1,
        max_length=1 + turns * 5,
    )


def opening_rolls(out: Any) -> int:
    """A die each, not the same."""
    n = 0
    for one in range(FACES):
        for two in range(FACES):
            if one != two:
                out[n] = len(ROLLS) + FACES * one + two
                n += 1
    return n


def dice_left(state: Any) -> int:
    count = 0
    for face in range(1, FACES + 1):
        count += int(state.left[face])
    return count


def pips(state: Any, player: int) -> int:
    """How far a player's checkers have to go in all."""
    total = 0
    for point in range(1, BAR + 1):
        total += point * int(state.board[player, point])
    return total


def stake(state: Any, loser: int) -> int:
    """1; 2 if the loser has borne off nothing; 3 if there is besides a checker on the bar or in the winner's home."""
    if state.board[loser, OFF] > 0:
        return 1
    behind = 0
    for point in range(BAR - HOME, BAR + 1):
        behind += int(state.board[loser, point])
    return 3 if behind > 0 else 2


def highest(state: Any, player: int) -> int:
    """The highest point that a player holds; the bar is above all."""
    point = BAR
    while point > 1 and state.board[player, point] == 0:
        point -= 1
    return point


def may_step(state: Any, player: int, point: int, die: int, top: int) -> bool:
    """Whether a checker on `point` may go by `die`; `top` is the highest point held."""
    if state.board[player, point] == 0 or (top == BAR and point != BAR):
        return False
    target = point - die
    if target > OFF:
        return state.board[1 - player, BAR - target] < 2
    return top <= HOME and (target == OFF or point == top)


def may_play(state: Any, player: int, die: int) -> bool:
    """Whether a die can be played at all."""
    top = highest(state, player)
    found = False
    for point in range(1, top + 1):
        found = found or may_step(state, player, point, die, top)
    return found


def list_moves(state: Any, out: Any) -> int:
    """The moves of who has rolled. Where two different dice are left, those that let the other one be played too, if
    there are any; else those of the greater die, if there are any."""
    player = int(state.turn)
    top = highest(state, player)
    n = both = 0
    for die in range(FACES, 0, -1):
        if state.left[die] == 0:
            continue
        other = 0
        for face in range(1, FACES + 1):
            other = face if face != die and state.left[face] > 0 else other
        before = n
        for point in range(1, top + 1):
            if not may_step(state, player, point, die, top):
                continue
            lets = False
            if other > 0:
                target = max(point - die, OFF)
                state.board[player, point] -= 1
                state.board[player, target] += 1
                lets = may_play(state, player, other)
                state.board[player, target] -= 1
                state.board[player, point] += 1
            if lets and both == 0:
                n = before = 0  # what was listed does not
                both = 1
            if lets or both == 0:
                out[n] = (point - 1) * FACES + die - 1
                n += 1
        if both == 0 and before > 0:
            n = before  # the greater die alone
    if n == 0:
        out[0] = PASS
        return 1
    return n
