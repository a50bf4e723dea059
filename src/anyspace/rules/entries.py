"""The C faces of the rules: from addresses and integers to records and arrays, and from exceptions to codes.

`rule` and the capitals are placeholders that `table.py` binds. Every entry has the same shape: unpack, call the
rule, answer with an integer; a rule that raises answers `RULE_RAISED`.
"""

from __future__ import annotations

from typing import Any

from ..machine.answer_types import nothing, whole
from .codes import OVER, RULE_RAISED
from .playout import SURE
from .predicates import MOST_PREDICATES

carray: Any = None
rule: Any = None
mover: Any = None
returns: Any = None
MAX_MOVES = 0
PLAYERS = 0
MAX_LENGTH = 0
ACTIONS = 0
BYTES = 0
PLANES: Any = None
CELLS = 0
ELEMENTS: Any = None


def start(state: Any, rng: Any) -> int:
    try:
        nothing(rule(carray(state, 1)[0], carray(rng, 1)))
        return 0
    except Exception:
        return RULE_RAISED


def mover_of(state: Any) -> int:
    try:
        return whole(rule(carray(state, 1)[0]))
    except Exception:
        return RULE_RAISED


def moves_into(state: Any, out: Any) -> int:
    try:
        return whole(rule(carray(state, 1)[0], carray(out, MAX_MOVES)))
    except Exception:
        return RULE_RAISED


def play(state: Any, move: int) -> int:
    try:
        nothing(rule(carray(state, 1)[0], move))
        return 0
    except Exception:
        return RULE_RAISED


def returns_into(state: Any, out: Any) -> int:
    try:
        nothing(rule(carray(state, 1)[0], carray(out, PLAYERS)))
        return 0
    except Exception:
        return RULE_RAISED


def weights_into(state: Any, out: Any) -> int:
    try:
        nothing(rule(carray(state, 1)[0], carray(out, MAX_MOVES)))
        return 0
    except Exception:
        return RULE_RAISED


def determinize(state: Any, observer: int, rng: Any) -> int:
    try:
        nothing(rule(carray(state, 1)[0], observer, carray(rng, 1)))
        return 0
    except Exception:
        return RULE_RAISED


def observe(state: Any, move: int, observer: int) -> int:
    try:
        return whole(rule(carray(state, 1)[0], move, observer))
    except Exception:
        return RULE_RAISED


def key_into(state: Any, out: Any) -> int:
    try:
        carray(out, 1)[0] = whole(rule(carray(state, 1)[0]))
        return 0
    except Exception:
        return RULE_RAISED


def withdraw(state: Any) -> int:
    try:
        nothing(rule(carray(state, 1)[0]))
        return 0
    except Exception:
        return RULE_RAISED


def information_key_into(state: Any, observer: int, out: Any) -> int:
    try:
        carray(out, 1)[0] = whole(rule(carray(state, 1)[0], observer))
        return 0
    except Exception:
        return RULE_RAISED


def prior_into(state: Any, moves: Any, n: int, out: Any) -> int:
    try:
        nothing(rule(carray(state, 1)[0], carray(moves, MAX_MOVES), n, carray(out, MAX_MOVES)))
        return 0
    except Exception:
        return RULE_RAISED


def group_of(state: Any, move: int) -> int:
    try:
        return whole(rule(carray(state, 1)[0], move))
    except Exception:
        return RULE_RAISED


def prune_into(state: Any, moves: Any, n: int, out: Any) -> int:
    try:
        keep = carray(out, MAX_MOVES)
        for i in range(n):
            keep[i] = 1.0
        return whole(rule(carray(state, 1)[0], carray(moves, MAX_MOVES), n, keep))
    except Exception:
        return RULE_RAISED


def reply_to(state: Any, last: int, rng: Any) -> int:
    try:
        return whole(rule(carray(state, 1)[0], last, carray(rng, 1)))
    except Exception:
        return RULE_RAISED


def predicates_into(state: Any, out: Any) -> int:
    try:
        return whole(rule(carray(state, 1)[0], carray(out, MOST_PREDICATES)))
    except Exception:
        return RULE_RAISED


def planes_into(state: Any, observer: int, out: Any) -> int:
    try:
        cells = carray(out, CELLS)
        for i in range(CELLS):
            cells[i] = 0.0
        rule(carray(state, 1)[0], observer, carray(out, PLANES))
        return 0
    except Exception:
        return RULE_RAISED


def codes_into(state: Any, moves: Any, n: int, out: Any) -> int:
    """For all moves at once: one call of C a position."""
    try:
        record, listed, codes = carray(state, 1)[0], carray(moves, MAX_MOVES), carray(out, MAX_MOVES)
        for i in range(n):
            codes[i] = whole(rule(record, listed[i]))
        return 0
    except Exception:
        return RULE_RAISED


def heuristic_into(state: Any, out: Any) -> int:
    try:
        carray(out, 1)[0] = rule(carray(state, 1)[0])
        return 0
    except Exception:
        return RULE_RAISED


def predicates_of_bytes(state: Any, out: Any) -> int:
    """For a game without that rule. `state` is not a record here but its bytes."""
    return rule(carray(state, BYTES), ELEMENTS, carray(out, MOST_PREDICATES))


def playout(state: Any, rng: Any, out: Any, buffer: Any, weight: Any, limit: int) -> int:
    try:
        return rule(
            carray(state, 1)[0],
            carray(rng, 1),
            carray(out, PLAYERS),
            carray(buffer, MAX_MOVES),
            carray(weight, MAX_MOVES),
            limit,
        )
    except Exception:
        return RULE_RAISED


def own_playout(state: Any, rng: Any, out: Any, buffer: Any, weight: Any, limit: int) -> int:
    """A game's own playout is only asked about positions in which somebody is to move."""
    try:
        record = carray(state, 1)[0]
        payoffs = carray(out, PLAYERS)
        if mover(record) == OVER:
            returns(record, payoffs)
            return 0
        return whole(rule(record, carray(rng, 1), payoffs, limit))
    except Exception:
        return RULE_RAISED


def own_playout_silent(state: Any, rng: Any, out: Any, buffer: Any, weight: Any, limit: int) -> int:
    """The same for one that could tell its moves and is not asked to."""
    try:
        record = carray(state, 1)[0]
        payoffs = carray(out, PLAYERS)
        if mover(record) == OVER:
            returns(record, payoffs)
            return 0
        return whole(rule(record, carray(rng, 1), payoffs, limit, None))
    except Exception:
        return RULE_RAISED


def own_playout_traced(state: Any, rng: Any, out: Any, buffer: Any, weight: Any, limit: int, trace: Any) -> int:
    """And is asked to."""
    try:
        record = carray(state, 1)[0]
        payoffs = carray(out, PLAYERS)
        if mover(record) == OVER:
            returns(record, payoffs)
            return 0
        return whole(rule(record, carray(rng, 1), payoffs, limit, carray(trace, MAX_LENGTH + 1)))
    except Exception:
        return RULE_RAISED


def playout_traced(state: Any, rng: Any, out: Any, buffer: Any, weight: Any, limit: int, trace: Any) -> int:
    try:
        return rule(
            carray(state, 1)[0],
            carray(rng, 1),
            carray(out, PLAYERS),
            carray(buffer, MAX_MOVES),
            carray(weight, MAX_MOVES),
            limit,
            carray(trace, MAX_LENGTH + 1),
        )
    except Exception:
        return RULE_RAISED


def own_playout_replying(
    state: Any, rng: Any, out: Any, buffer: Any, weight: Any, limit: int, trace: Any, last: int, often: int
) -> int:
    """Probabilities come as whole numbers, in units of 1 / SURE."""
    try:
        record = carray(state, 1)[0]
        payoffs = carray(out, PLAYERS)
        if mover(record) == OVER:
            returns(record, payoffs)
            return 0
        return whole(rule(record, carray(rng, 1), payoffs, limit, carray(trace, MAX_LENGTH + 1), last, often / SURE))
    except Exception:
        return RULE_RAISED


def playout_replying(
    state: Any, rng: Any, out: Any, buffer: Any, weight: Any, limit: int, trace: Any, last: int, often: int
) -> int:
    try:
        return rule(
            carray(state, 1)[0],
            carray(rng, 1),
            carray(out, PLAYERS),
            carray(buffer, MAX_MOVES),
            carray(weight, MAX_MOVES),
            limit,
            carray(trace, MAX_LENGTH + 1),
            last,
            often / SURE,
        )
    except Exception:
        return RULE_RAISED
