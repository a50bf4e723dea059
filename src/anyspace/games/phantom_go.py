"""Phantom Go: Go in which nobody sees the other's stones, and a referee says what may be played.

Rules of `go`: no suicide, positional superko, area scoring, two passes or 3 * size * size turns end the game. In a turn
a player names a point, and the referee answers: "accepted", the stone is placed and the turn ends; "occupied", the
other's stone is there; or "illegal", the point is empty but a stone there is suicide or repeats a position. Refused,
the same player tries again, any point but those; or passes. Both are told of a turn that has ended, of a pass, and of
the stones that were captured; nobody is told of the other's refused tries. Who was refused 2 * size * size times in a
game can only pass from then on.

The answer is a chance move with a single outcome, as in `phantom`: who tries does not know it. A state has the whole
game in it, so that guesses agree with all that was seen (`phantom_go_guesses`).

    tries are points, row by row from A1 at the bottom left; then pass, and the answers accepted, occupied, illegal
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import bits
from ..rules.codes import NOTHING_SEEN, TOO_LONG
from ..rules.game import CHANCE, OVER, Game, declare
from .go import COLUMNS, is_legal, list_sensible, mover_colour, play_point, put_or_pass, random_point
from .go_board import BLACK, EMPTY, NOWHERE, clear, fields, key_of_captures, lead, move_at, point_of
from .phantom_go_guesses import (
    BARRED,
    ILLEGAL,
    MET,
    NO_TRY,
    OCCUPIED,
    forget_captured,
    guess,
    leave_out,
    note_refusal,
    put_back,
    put_nothing_back,
)
from .phantom_go_text import ENDED, UNANSWERED, all_tries, as_text, from_text, picture

LARGEST = 9
FEW_BITS = np.uint64(2**30 - 1)


GUESSING = ("early", "late")


def game(size: int = 5, komi: float = 2.5, guessing: str = "early") -> Game:
    if isinstance(size, bool) or not isinstance(size, int) or not 2 <= size <= LARGEST:
        raise OptionError(f"phantom_go: size must be a whole number from 2 to {LARGEST}, not {size!r}")
    if isinstance(komi, bool) or not isinstance(komi, int | float) or not math.isfinite(komi):
        raise OptionError(f"phantom_go: komi must be a finite number, not {komi!r}")

    if guessing not in GUESSING:
        raise OptionError(f"phantom_go: guessing must be one of {', '.join(GUESSING)}, not {guessing!r}")

    points = size * size
    guess_now, guess_later = (guess, put_nothing_back) if guessing == "early" else (leave_out, put_back)
    pass_move, accepted, occupied, illegal = points, points + 1, points + 2, points + 3
    actions = points + 4
    longest, most_refusals = 3 * points, 2 * points
    width = size + 1
    cells = (size + 1) * (size + 2) + 1
    state_type = np.dtype(
        [
            ("seen", np.uint64, longest + 1),  # hashes of the positions so far, the empty board's first; then 0
            ("taken", np.uint64, longest),  # by turn: the hash of the stones captured
            ("positions", np.int16),  # how many of `seen` count
            ("ply", np.int16),  # turns that have ended
            *fields(size),
            ("turns", np.int16, longest),  # the move of each
            ("refused_move", np.int16, (2, most_refusals)),  # by player: the tries that were refused, in order,
            ("refused_ply", np.int16, (2, most_refusals)),  # in which turn,
            ("refused_why", np.int8, (2, most_refusals)),  # and OCCUPIED or ILLEGAL
            ("refusals", np.int16, 2),
            ("tried", np.int16),  # the point that waits for the referee's answer, as a move, or NO_TRY
            ("known", np.uint8, (2, points)),  # by player: MET the other's stone there, or BARRED this turn
            ("held_back", np.int16, 2),  # by player: stones of a guess that are not on the board yet
            ("passes", np.int8),
            ("lost", np.uint8, cells),  # the colours of the stones ever captured on a point, as bits
        ]
    )

    def start(state: Any, rng: Any) -> None:
        clear(state, size)
        state.seen[:] = 0
        state.taken[:] = 0
        state.positions = 1
        state.ply = 0
        state.turns[:] = 0
        state.refused_move[:] = 0
        state.refused_ply[:] = 0
        state.refused_why[:] = 0
        state.refusals[:] = 0
        state.tried = NO_TRY
        state.known[:] = 0
        state.held_back[:] = 0
        state.passes = 0
        state.lost[:] = 0

    def mover(state: Any) -> int:
        if state.passes == 2 or state.ply == longest:
            return OVER
        return state.ply & 1 if state.tried == NO_TRY else CHANCE

    def moves(state: Any, out: Any) -> int:
        if state.tried != NO_TRY:
            out[0] = answer(state)
            return 1
        player, me = state.ply & 1, mover_colour(state)
        n = 0
        if state.refusals[player] < most_refusals:
            known, cells_now = state.known[player], state.cells
            for move in range(points):
                if known[move] == 0 and cells_now[point_of(move, size)] != me:
                    out[n] = move
                    n += 1
        out[n] = pass_move
        return n + 1

    def answer(state: Any) -> int:
        """What the referee says to the try."""
        point = point_of(state.tried, size)
        if state.cells[point] != EMPTY:
            return occupied
        return accepted if is_legal(state, point, mover_colour(state), width) else illegal

    def play(state: Any, move: int) -> None:
        player = state.ply & 1
        if move < points:
            state.tried = move
        elif move == occupied:
            state.known[player, state.tried] = MET
            note_refusal(state, player, OCCUPIED)
        elif move == illegal:
            state.known[player, state.tried] = BARRED
            note_refusal(state, player, ILLEGAL)
        else:
            end_turn(state, player, pass_move if move == pass_move else int(state.tried))

    def end_turn(state: Any, player: int, move: int) -> None:
        """A pass, or a stone that was accepted."""
        if move == pass_move:
            state.passes += 1
            state.ko = NOWHERE
        else:
            point, me = point_of(move, size), BLACK + player
            state.taken[state.ply] = key_of_captures(state, point, me, width)
            captured = state.vacant - 1
            play_point(state, point, me, width)
            forget_captured(state, captured, player, size)
            state.passes = 0
        known = state.known[player]
        for i in range(points):
            if known[i] == BARRED:
                known[i] = 0
        state.turns[state.ply] = move
        state.tried = NO_TRY
        state.ply += 1

    def returns(state: Any, out: Any) -> None:
        margin = lead(state, width) + state.held_back[0] - state.held_back[1] - komi
        out[0] = 1.0 if margin > 0 else -1.0 if margin < 0 else 0.0
        out[1] = -out[0]

    def playout_moves(state: Any, out: Any) -> int:
        """What `playout` chooses from: points that would not be refused and are no eyes; else to pass."""
        player = state.ply & 1
        if state.refusals[player] < most_refusals:
            listed, n = list_sensible(state, mover_colour(state), size, out), 0
            for i in range(listed):
                out[n] = out[i]
                n += state.known[player, out[i]] == 0
            if n > 0:
                return n
        out[0] = pass_move
        return 1

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        """As in `go`: random points that are no eyes. Refused tries are left out: they cost nothing but themselves."""
        length = 0
        guess_later(state, rng, size)
        draw = bits(rng)
        while state.passes < 2 and state.ply < longest:
            me, player, waits = mover_colour(state), state.ply & 1, state.tried != NO_TRY
            point: Any = np.int64(NOWHERE)
            if waits:
                point = np.int64(point_of(state.tried, size))
            else:
                drawn, draw = random_point(state, me, width, draw, rng)
                point = np.int64(drawn)
            needed = 1 if waits or point == NOWHERE else 2  # a pass has no answer
            if length + needed > limit:
                if trace is not None and length < limit:
                    trace[length] = CHANCE  # nothing to tell
                return TOO_LONG
            if trace is not None:
                if not waits:
                    trace[length] = player * actions + (pass_move if point == NOWHERE else move_at(point, size))
                if point != NOWHERE:
                    trace[length + needed - 1] = CHANCE
            length += needed
            state.tried = NO_TRY
            if waits and not is_legal(state, point, me, width):
                continue  # refused: another try
            put_or_pass(state, point, me, width)
        returns(state, out)
        return length

    def determinize(state: Any, observer: int, rng: Any) -> None:
        if mover(state) != OVER:
            guess_now(state, observer, rng, size)

    def observe(state: Any, move: int, observer: int) -> int:
        """A pass and the end of a turn are seen by both, with what was captured; the rest by who tries."""
        if move == accepted:
            taken = key_of_captures(state, point_of(state.tried, size), mover_colour(state), width)
            return accepted if taken == 0 else actions + int(taken & FEW_BITS)
        if move == pass_move or observer == state.ply & 1:
            return move
        return NOTHING_SEEN

    def move_name(state: Any, move: int) -> str:
        if move > pass_move:
            return ("accepted", "occupied", "illegal")[move - accepted]
        return "pass" if move == pass_move else f"{COLUMNS[move % size]}{move // size + 1}"

    def named(state: Any, chosen: list[int]) -> str:
        return " ".join(move_name(state, move) for move in chosen)

    def status(state: Any) -> str:
        over = mover(state) == OVER
        turn = "the game is over" if over else f"{'XO'[state.ply & 1]} to play"
        return f"{state.ply} turns, {turn}" + (", after a pass" if state.passes == 1 and not over else "")

    def waiting(state: Any) -> str:
        return "" if state.tried == NO_TRY else f", has tried {move_name(state, state.tried)}"

    def seen_by(state: Any, player: int) -> list[str]:
        """The own stones, and those run into."""

        def mark(move: int) -> str:
            own = state.cells[point_of(move, size)] == BLACK + player
            return "XO"[player] if own else "XO"[1 - player] if state.known[player, move] == MET else "."

        return picture(f"{'XO'[player]} knows", mark, size)

    def view(state: Any, observer: int) -> str:
        stones = [int((state.cells == BLACK + who).sum() + state.held_back[who]) for who in range(2)]
        barred = [move for move in range(points) if state.known[observer, move] == BARRED]
        lines = [*seen_by(state, observer), f"stones on the board: X {stones[0]}, O {stones[1]}"]
        if barred:
            lines.append(f"illegal this turn: {named(state, barred)}")
        lines.append(f"refused {state.refusals[observer]} times")
        own = waiting(state) if observer == state.ply & 1 else ""
        return "\n".join([line.rstrip() for line in lines] + [status(state) + own])

    def render(state: Any) -> str:
        board = picture("board", lambda move: ".XO"[state.cells[point_of(move, size)]], size)
        columns = [board, seen_by(state, 0), seen_by(state, 1)]
        lines = ["   ".join(parts).rstrip() for parts in zip(*columns, strict=True)]
        return "\n".join([*lines, status(state) + waiting(state)])

    def rewind(state: Any) -> list[int]:
        answers = {OCCUPIED: [occupied], ILLEGAL: [illegal], ENDED: [accepted], UNANSWERED: []}
        made: list[int] = []
        for move, outcome in all_tries(state):
            made += [move, *(answers[outcome] if move != pass_move else [])]
        start(state, None)  # which draws nothing
        return made

    def notation(state: Any) -> str:
        """All tries so far: `C3,B2,C3?,D4` (`?`: refused), and the one that waits for its answer as `C3.`"""
        return as_text(state, lambda move: move_name(state, move))

    def from_notation(state: Any, text: str) -> None:
        from_text(state, text, {move_name(state, move): move for move in range(actions)}, mover, moves, play)

    return declare(
        globals(),
        locals(),
        name="phantom_go",
        state=state_type,
        players=2,
        max_moves=points + 1,
        actions=actions,
        max_length=2 * longest + 2 * 2 * most_refusals,
        rewind=rewind if guessing == "early" else None,  # a late guess has no past of its own
        trusted=True,
    )
