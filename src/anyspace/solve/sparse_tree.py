"""The tree of forward search sparse sampling: what is known of every position from below and from above.

Every position has a bound from below and one from above, at first the least and the greatest payoff. A trial goes down
to where something can still be learnt: at a decision to the move that may be worth most, at chance to the outcome whose
bounds are farthest apart; outcomes are drawn once, `width` of them, when a position is first met. What is over, or
`depth` moves away, is worth what it pays; on the way back a decision is worth its best move, chance the mean of what
was drawn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..core.questions import copy_state
from ..machine.atomic import address_of
from ..machine.native import call
from ..rng import below
from ..rules.codes import BAD_MOVE_COUNT, BAD_MOVER, BAD_PAYOFF, CHANCE, OVER, UNANSWERED
from ..rules.playout import pick_weighted
from ..rules.table import Table

NODE = np.dtype(
    [
        ("low", np.float64),
        ("high", np.float64),
        ("visits", np.int32),
        ("weight", np.int32),  # how often it was drawn
        ("move", np.int32),
        ("child", np.int32),
        ("sibling", np.int32),
        ("mover", np.int32),  # UNMET before anybody came there
    ]
)

NO_NODE, ROOT, UNMET = 0, 1, -9

DONE, PAUSED, FULL = 0, 1, 2

USED, TRIALS, CULPRIT = range(3)

CLOSE = 1e-12


class Desk(NamedTuple):
    """The working memory of a search."""

    states: Any
    """int64 [2]: addresses of the start and of the position that is looked at"""
    nodes: Any
    """NODE [nodes]"""
    path: Any
    """int32 [depth + 1]"""
    moves: Any
    """int32 [moves]"""
    weights: Any
    """float64 [moves]"""
    payoffs: Any
    """float64 [1]"""
    rng: Any
    """uint64 [1]"""
    facts: Any
    """float64 [3]: nodes used, trials, a culprit"""


def search_on(game: Table, desk: Desk, depth: int, width: int, limit: int) -> int:
    """So many trials at most. DONE when the best move is known, PAUSED, FULL, or what went wrong."""
    for _ in range(limit):
        if is_known(desk):
            return DONE
        status = trial(game, desk, depth, width)
        if status != DONE:
            return status
        desk.facts[TRIALS] += 1
    return PAUSED


def trial(game: Table, desk: Desk, depth: int, width: int) -> int:
    """Down to what can still be learnt, and back. DONE, FULL, or what went wrong."""
    status = copy_state(game, desk.states[1], desk.states[0])
    if status < 0:
        return status
    node, at = ROOT, 0
    desk.path[0] = ROOT
    while True:
        record = desk.nodes[node]
        if record.mover == UNMET:
            status = meet(game, desk, node, at == depth, width)
            if status != DONE:
                return status
        if record.child == NO_NODE:
            break
        node = most_promising(desk, node)
        status = call(game.play, (desk.states[1], desk.nodes[node].move))
        if status < 0:
            return status
        at += 1
        desk.path[at] = node
    for i in range(at, -1, -1):
        settle(desk, desk.path[i])
    return DONE


def meet(game: Table, desk: Desk, node: int, is_last: bool, width: int) -> int:
    """A position is met: its value if it is over or the last, its moves or some outcomes if not."""
    record = desk.nodes[node]
    mover = call(game.mover, (desk.states[1],))
    if mover > 0 or mover < OVER:
        desk.facts[CULPRIT] = mover
        return BAD_MOVER if mover > UNANSWERED else mover
    if mover == OVER or is_last:
        status = call(game.returns, (desk.states[1], address_of(desk.payoffs)))
        if status < 0:
            return status
        value = (desk.payoffs[0] - game.lowest) * game.scale
        if not (value >= -1e-9 and value <= 1.0 + 1e-9):
            desk.facts[CULPRIT] = desk.payoffs[0]
            return BAD_PAYOFF
        record.low = record.high = min(max(value, 0.0), 1.0)
        record.mover = OVER
        return DONE
    n = call(game.moves, (desk.states[1], address_of(desk.moves)))
    if n < 1 or n > game.max_moves:
        desk.facts[CULPRIT] = n
        return BAD_MOVE_COUNT if n > UNANSWERED else n
    if int(desk.facts[USED]) + max(n, width) > len(desk.nodes):
        return FULL
    if mover == CHANCE:
        status = draw_outcomes(game, desk, node, n, width)
        if status < 0:
            return status
    else:
        for i in range(n - 1, -1, -1):
            add(desk, node, desk.moves[i])
    record.mover = mover
    return DONE


def draw_outcomes(game: Table, desk: Desk, node: int, n: int, width: int) -> int:
    """So many outcomes of chance, by their odds; one that is drawn again counts for more. DONE, or what went wrong."""
    if game.weights != 0:
        status = call(game.weights, (desk.states[1], address_of(desk.weights)))
        if status < 0:
            return status
    for _ in range(width):
        which = pick_weighted(desk.rng, desk.weights, n) if game.weights != 0 else below(desk.rng, n)
        if which < 0:
            return which
        child = desk.nodes[node].child
        while child != NO_NODE and desk.nodes[child].move != desk.moves[which]:
            child = desk.nodes[child].sibling
        if child == NO_NODE:
            add(desk, node, desk.moves[which])
        else:
            desk.nodes[child].weight += 1
    return DONE


def add(desk: Desk, node: int, move: int) -> None:
    """One more child, of which nothing is known."""
    made = int(desk.facts[USED])
    desk.facts[USED] += 1
    record = desk.nodes[made]
    record.low, record.high, record.visits, record.weight = 0.0, 1.0, 0, 1
    record.move, record.child, record.mover = move, NO_NODE, UNMET
    record.sibling = desk.nodes[node].child
    desk.nodes[node].child = made


def most_promising(desk: Desk, node: int) -> int:
    """Of moves the one that may be worth most, of outcomes the one of which least is known; of equals the first."""
    is_chance = desk.nodes[node].mover == CHANCE
    best, most = NO_NODE, -1.0
    child = desk.nodes[node].child
    while child != NO_NODE:
        record = desk.nodes[child]
        gap = record.high - record.low
        score = gap * record.weight if is_chance else record.high + gap * 1e-9
        if score > most:
            best, most = child, score
        child = record.sibling
    return best


def settle(desk: Desk, node: int) -> None:
    """What a position is worth, by its children."""
    record = desk.nodes[node]
    record.visits += 1
    if record.child == NO_NODE:
        return
    low, high, weight = 0.0, 0.0, 0
    child = record.child
    while child != NO_NODE:
        other = desk.nodes[child]
        if record.mover == CHANCE:
            low += other.weight * other.low
            high += other.weight * other.high
            weight += other.weight
        else:
            low, high = max(low, other.low), max(high, other.high)
        child = other.sibling
    record.low, record.high = (low / weight, high / weight) if weight > 0 else (low, high)


def is_known(desk: Desk) -> bool:
    """Whether the root's bounds meet: one move is worth as much as any other may be, and it is known what."""
    root = desk.nodes[ROOT]
    return root.mover != UNMET and root.high - root.low < CLOSE
