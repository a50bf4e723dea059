"""Go: surround territory on a board of 9 by 9 points, or any size from 2 to 19.

Black begins. A turn is a stone on an empty point, or a pass. A stone takes the last liberty of enemy chains: they
are captured and leave the board. Suicide is illegal, of one stone or many. Positional superko: no stone may bring
back a whole-board position that was there before, whoever was to move. Two passes in a row end the game; so does
move 3 * size * size, whatever the position.

Area scoring: a player has the points under their stones and the empty regions that border on their stones only.
Nothing is removed as dead: play on until it is captured. White's area counts `komi` more; the greater area wins.

Moves count the points row by row from A1, at the bottom left: A1 is 0, B1 is 1; size * size is the pass. Columns
skip the letter I. The board itself is in `go_board`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import OptionError, PositionError
from ..rng import BITS_32, bits, happens
from ..rules.codes import NO_REPLY, TOO_LONG
from ..rules.game import OVER, Game, declare
from .go_board import (
    BLACK,
    EMPTY,
    KEYS,
    LARGEST,
    NOWHERE,
    WHITE,
    clear,
    fields,
    is_eye,
    is_open,
    is_suicide,
    key_of_captures,
    lead,
    move_at,
    place,
    point_of,
)
from .go_looks import KINDS_OF_MOVES, PASS, look_of
from .go_notation import MARKS, forbid, read_stones, write_stones
from .go_odds import weigh
from .go_owner import owners_of_points
from .go_patterns import codes_of_empty_board, note_stone, steps_around
from .go_planes import PLANES, paint
from .go_replies import answer
from .go_rings import rings_of
from .go_sense import PASSES, sort_of, weight_of_point
from .notation import NOBODY, player_of, whole, words_in
from .turns import ALL, of_cells

COLUMNS = "ABCDEFGHJKLMNOPQRST"


def mover_colour(state: Any) -> int:
    return BLACK + (state.ply & 1)


def is_repetition(state: Any, point: int, me: int, width: int) -> bool:
    """Whether a stone on `point` brings back an earlier position. That position had the same stone on this point,
    which is empty now: so it has been captured since, and only points that lost such a stone need a look."""
    if not state.lost[point] & me:
        return False
    after = state.seen[state.positions - 1] ^ KEYS[me, point] ^ key_of_captures(state, point, me, width)
    found = False
    for i in range(state.positions):
        found |= state.seen[i] == after
    return found


def is_legal(state: Any, point: int, me: int, width: int) -> bool:
    """Whether `me` may put a stone on `point`."""
    return (
        state.cells[point] == EMPTY
        and (is_open(state.cells, point, width) or not is_suicide(state, point, me, width))
        and not is_repetition(state, point, me, width)
    )


def list_sensible(state: Any, me: int, size: int, out: Any) -> int:
    """What `random_point` chooses from, as moves; returns how many."""
    width = size + 1
    n = 0
    for i in range(state.vacant):
        point = state.empties[i]
        if is_open(state.cells, point, width) or (
            point != state.ko and not is_eye(state.cells, point, me, width) and not is_suicide(state, point, me, width)
        ):
            out[n] = move_at(point, size)
            n += 1
    return n


def play_point(state: Any, point: int, me: int, width: int) -> None:
    """Place a stone and enter the new position into the history."""
    foe = BLACK + WHITE - me
    captured = state.vacant - 1
    place(state, point, me, width)
    key = state.seen[state.positions - 1] ^ KEYS[me, point]
    for i in range(captured, state.vacant):
        key ^= KEYS[foe, state.empties[i]]
        state.lost[state.empties[i]] |= foe
    state.seen[state.positions] = key
    state.positions += 1


def put_or_pass(state: Any, point: int, me: int, width: int) -> None:
    """A turn of a playout: a stone, or a pass for NOWHERE. Positions are not remembered."""
    if point == NOWHERE:
        state.passes += 1
        state.ko = NOWHERE
    else:
        state.passes = 0
        place(state, point, me, width)
    state.ply += 1


def random_point(state: Any, me: int, width: int, draw: Any, rng: Any) -> tuple[int, Any]:
    """A uniformly random point that `me` may play under the simple ko rule and that is no eye; NOWHERE if none.
    Takes 64 random bits and leaves others: drawn ahead, they are ready by the time they are needed (a tenth faster)."""
    left = state.vacant
    while left > 0:
        i = int(((draw >> BITS_32) * np.uint64(left)) >> BITS_32)
        draw = bits(rng)
        point = state.empties[i]
        if is_open(state.cells, point, width):
            return point, draw
        if point != state.ko and not is_eye(state.cells, point, me, width) and not is_suicide(state, point, me, width):
            return point, draw
        # Not this one, and not again: it trades places with the last of those left.
        left -= 1
        other = state.empties[left]
        state.empties[left], state.where[point] = point, left
        state.empties[i], state.where[other] = other, i
    return NOWHERE, draw


def game(size: int = 9, komi: float = 7.5) -> Game:
    if isinstance(size, bool) or not isinstance(size, int) or not 2 <= size <= LARGEST:
        raise OptionError(f"go: size must be a whole number from 2 to {LARGEST}, not {size!r}")
    if isinstance(komi, bool) or not isinstance(komi, int | float) or not math.isfinite(komi):
        raise OptionError(f"go: komi must be a finite number, not {komi!r}")

    points = size * size
    pass_move = points
    actions = points + 1
    longest = 3 * points
    width = size + 1
    cells = (size + 1) * (size + 2) + 1
    steps, bare_codes, rings = steps_around(width), codes_of_empty_board(size), rings_of(size)
    state_dtype = np.dtype(
        [
            ("seen", np.uint64, longest + 1),  # hashes of the positions so far, the empty board's first; then 0
            ("positions", np.int16),  # how many of `seen` count
            ("ply", np.int16),
            *fields(size),
            ("passes", np.int8),  # the last moves that were passes
            ("lost", np.uint8, cells),  # the colours of the stones ever captured on a point, as bits
            ("last", np.uint16, 2),  # where the last stone was put, and the one before; NOWHERE for a pass, or none
        ]
    )

    def start(state: Any, rng: Any) -> None:
        clear(state, size)
        state.seen[:] = 0
        state.positions = 1
        state.ply = 0
        state.passes = 0
        state.lost[:] = 0
        state.last[:] = NOWHERE

    def mover(state: Any) -> int:
        return OVER if state.passes == 2 or state.ply == longest else state.ply & 1

    def moves(state: Any, out: Any) -> int:
        me = mover_colour(state)
        n = 0
        for move in range(points):
            if is_legal(state, point_of(move, size), me, width):
                out[n] = move
                n += 1
        out[n] = pass_move
        return n + 1

    def playout_moves(state: Any, out: Any) -> int:
        """What `playout` chooses from: what the simple ko rule allows and fills no eye; else to pass."""
        n = list_sensible(state, mover_colour(state), size, out)
        if n == 0:
            out[0] = pass_move
            return 1
        return n

    def play(state: Any, move: int) -> None:
        state.last[1] = state.last[0]
        if move == pass_move:
            state.passes += 1
            state.ko = NOWHERE
            state.last[0] = NOWHERE
        else:
            state.passes = 0
            play_point(state, point_of(move, size), mover_colour(state), width)
            state.last[0] = point_of(move, size)
        state.ply += 1

    def returns(state: Any, out: Any) -> None:
        margin = lead(state, width) - komi
        out[0] = 1.0 if margin > 0 else -1.0 if margin < 0 else 0.0
        out[1] = -out[0]

    def playout(state: Any, rng: Any, out: Any, limit: int, trace: Any) -> int:
        count = 0
        draw = bits(rng)
        while state.passes < 2 and state.ply < longest:
            if count == limit:
                return TOO_LONG
            me = mover_colour(state)
            point, draw = random_point(state, me, width, draw, rng)
            if trace is not None:
                move = pass_move if point == NOWHERE else move_at(point, size)
                trace[count] = (state.ply & 1) * actions + move
            put_or_pass(state, point, me, width)
            count += 1
        returns(state, out)
        return count

    def last_stone(state: Any, last: int) -> Any:
        """Where the last move has put a stone; NOWHERE if it has not."""
        point = np.int64(NOWHERE if last < 0 or last == pass_move else point_of(last, size))
        return point if state.cells[point] == BLACK + WHITE - mover_colour(state) else np.int64(NOWHERE)

    def codes_now(state: Any) -> Any:
        """What every point has around it."""
        codes = bare_codes.copy()
        for move in range(points):
            stone = point_of(move, size)
            if state.cells[stone] != EMPTY:
                note_stone(codes, np.uint64(stone), state.cells[stone], steps)
        return codes

    def reply(state: Any, last: int, rng: Any) -> int:
        """Capture, save or play a pattern beside the last stone."""
        me, before = mover_colour(state), last_stone(state, last)
        if before == NOWHERE:
            return NO_REPLY
        codes = codes_now(state)
        point: Any = np.int64(answer(state, codes, np.uint64(before), me, width, steps, rng))
        return NO_REPLY if point == NOWHERE or is_repetition(state, point, me, width) else move_at(point, size)

    def playout_replying(state: Any, rng: Any, out: Any, limit: int, trace: Any, last: int, often: float) -> int:
        """As `playout`, with such replies."""
        codes = codes_now(state)
        before = last_stone(state, last)
        count = 0
        draw = bits(rng)
        while state.passes < 2 and state.ply < longest:
            if count == limit:
                return TOO_LONG
            me = mover_colour(state)
            point: Any = np.int64(NOWHERE)
            if before != NOWHERE and happens(rng, often):
                point = np.int64(answer(state, codes, np.uint64(before), me, width, steps, rng))
            if point == NOWHERE:
                drawn, draw = random_point(state, me, width, draw, rng)
                point = np.int64(drawn)
            trace[count] = (state.ply & 1) * actions + (pass_move if point == NOWHERE else move_at(point, size))
            captured = state.vacant - 1
            put_or_pass(state, point, me, width)
            if point != NOWHERE:
                note_stone(codes, np.uint64(point), me, steps)
                for i in range(captured, state.vacant):
                    note_stone(codes, np.uint64(state.empties[i]), BLACK + WHITE - me, steps)
            before = point
            count += 1
        returns(state, out)
        return count

    def prior(state: Any, moves: Any, n: int, out: Any) -> None:
        weigh(state, moves, n, out, size, rings)

    def features(state: Any, moves: Any, n: int, out: Any) -> None:
        """The pattern of 3x3 points that a stone is put into."""
        me = mover_colour(state)
        for i in range(n):
            out[i] = PASS if moves[i] == pass_move else look_of(state.cells, point_of(moves[i], size), me, steps)

    def planes(state: Any, observer: int, out: Any) -> None:
        paint(state, observer, out, size, width)

    def symmetries() -> Any:
        return of_cells(size, size, ALL, others=1)

    def group(state: Any, move: int) -> int:
        return sort_of(PASSES if move == pass_move else weight_of_point(state, move, size))

    def move_name(state: Any, move: int) -> str:
        return "pass" if move == pass_move else f"{COLUMNS[move % size]}{move // size + 1}"

    def banned(state: Any) -> list[int]:
        """The points that only the positions before forbid."""
        me = mover_colour(state)
        return [
            move
            for move in range(points)
            if may_put(state, move, me) and is_repetition(state, point_of(move, size), me, width)
        ]

    def may_put(state: Any, move: int, me: int) -> bool:
        point = point_of(move, size)
        return state.cells[point] == EMPTY and (
            is_open(state.cells, point, width) or not is_suicide(state, point, me, width)
        )

    def notation(state: Any) -> str:
        """The history is left out but for the points that it forbids to the player to move."""
        forbidden = ",".join(move_name(state, move) for move in banned(state)) or NOBODY
        return f"{write_stones(state, size)} {MARKS[state.ply & 1]} {state.passes} {state.ply} {forbidden}"

    def from_notation(state: Any, text: str) -> None:
        stones, word, passes, ply, forbidden = words_in(text, "stones turn", "passes moves_played banned")
        names = {move_name(state, move): move for move in range(points)}
        count = sum(read_stones(state, stones, size, lambda move: move_name(state, move)))
        turn, not_now = player_of(word, MARKS), forbidden.split(",") if forbidden not in ("", NOBODY) else []
        for name in not_now:
            if name not in names or not may_put(state, names[name], BLACK + turn) or not_now.count(name) > 1:
                raise PositionError(f"{name!r} is no point that could be banned for {word}")
        fewest = max(count, len(not_now))
        state.ply = whole(ply or str(fewest + ((fewest & 1) != turn)), "moves_played", len(not_now), longest)
        if state.ply & 1 != turn:
            raise PositionError(f"{word} cannot be to move after {state.ply} moves: {MARKS[0]} began")
        state.passes = whole(passes or "0", "passes", 0, min(2, int(state.ply)))
        forbid(state, [names[name] for name in not_now], BLACK + turn, size)

    def owner(state: Any) -> list[list[int]]:
        stones = [[int(state.cells[point_of(row * size + x, size)]) for x in range(size)] for row in range(size)]
        return owners_of_points(stones)[::-1]

    def render(state: Any) -> str:
        lines = []
        for row in reversed(range(size)):
            stones = [".XO"[state.cells[point_of(row * size + column, size)]] for column in range(size)]
            lines.append(f"{row + 1:2} {' '.join(stones)}")
        turn = "the game is over" if mover(state) == OVER else f"{' XO'[mover_colour(state)]} to move"
        return "\n".join([*lines, f"   {' '.join(COLUMNS[:size])}", f"{state.ply} moves played, {turn}"])

    return declare(
        globals(),
        locals(),
        name="go",
        state=state_dtype,
        players=2,
        max_moves=actions,
        actions=actions,
        move_features=KINDS_OF_MOVES,
        plane_shape=(PLANES, size, size),
        max_length=longest,
        learnt_prior=True,
        trusted=True,
    )
