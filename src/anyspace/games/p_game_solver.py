"""The exact values of `p_game` positions, for experiments that ask how often a search is wrong.

    from anyspace.games.p_game_solver import solve

    solution = solve(game.start(seed=1))
    wrong = result.move not in solution.moves

A tree is walked in full, a million leaves at a time: 2^20 leaves take about a tenth of a second. With transpositions
all positions are values of two tables, and larger games can be solved.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..errors import GameError
from ..rules.game import State
from .p_game import shape_of
from .p_game_values import (
    DECIDED,
    Shape,
    after_counts,
    child_of,
    edge_size,
    is_trap,
    pair_value,
    strike,
    token,
    token_size,
)
from .solution import Solution, solution

AT_ONCE, MOST = 1 << 20, 1 << 28
"""How many leaves are looked at together, and in all."""


def solve(state: State) -> Solution:
    """The value of an unfinished position of a `p_game`, and its best moves. Its totals are sums of edges; where a trap
    springs, they are beyond any such sum."""
    shape = shape_of(state.game)
    if state.over:
        raise GameError("p_game: the game is over, there is nothing to solve")
    record: Any = state.game.backend.record(state._block)
    with np.errstate(over="ignore"):
        totals = graph_totals(shape, record) if shape.turns else tree_totals(shape, record)
    scores: list[int] = totals.tolist()
    return solution(range(shape.branching), scores, int(record.ply) % 2, lambda total: float(np.sign(total)))


# ---- trees -------------------------------------------------------------------------------------------------------


class Nodes(NamedTuple):
    """Many positions of one ply."""

    node: Any
    total: Any
    trap: Any


def tree_totals(shape: Shape, record: Any) -> Any:
    """The minimax sum after each move."""
    left = shape.depth - int(record.ply)
    if shape.branching**left > MOST:
        raise GameError(f"p_game: {shape.branching}^{left} leaves are too many to solve")
    here = Nodes(np.array([record.node], np.uint64), np.array([record.total], np.int64), np.array([record.trap]))
    return minimax(shape, children(shape, here, int(record.ply)), int(record.ply) + 1)


def minimax(shape: Shape, nodes: Nodes, ply: int) -> Any:
    """The minimax sum of each of many positions."""
    leaves = shape.branching ** (shape.depth - ply)
    if len(nodes.node) > 1 and len(nodes.node) * leaves > AT_ONCE:
        half = len(nodes.node) // 2
        parts = Nodes(*(field[:half] for field in nodes)), Nodes(*(field[half:] for field in nodes))
        return np.concatenate([minimax(shape, part, ply) for part in parts])
    if ply == shape.depth:
        return nodes.total
    below = minimax(shape, children(shape, nodes, ply), ply + 1).reshape(-1, shape.branching)
    return below.max(axis=1) if ply % 2 == 0 else below.min(axis=1)


def children(shape: Shape, nodes: Nodes, ply: int) -> Nodes:
    """All positions that follow, those of one position next to each other."""
    side = 1 if ply % 2 == 0 else -1
    node, total, trap = (np.repeat(field, shape.branching) for field in nodes)
    move = np.tile(np.arange(shape.branching), len(nodes.node))
    child = child_of(node, move)
    decided = np.abs(total) >= DECIDED  # over: what follows changes nothing
    summed = total + side * edge_size(node, move, shape.groups, shape.branching)
    if shape.traps > 0.0:
        fits = ply + 1 + shape.trap_level <= shape.depth
        threshold = round(shape.traps * 2**32)
        found = (trap % 2 == 1) & (move == strike(node, shape.branching))
        summed = np.where(found & (trap == 1), side * DECIDED, summed)
        entered = np.where(is_trap(child, threshold) & fits, shape.trap_level, 0)
        trap = np.where(trap == 0, entered, np.where((trap % 2 == 0) | found, trap - 1, 0))
    return Nodes(child, np.where(decided, total, summed), trap)


# ---- graphs ------------------------------------------------------------------------------------------------------


class Stretch(NamedTuple):
    """All that may be done until the order of moves counts again."""

    made: tuple[Any, Any]
    """For each player: [row, move], how often each move is made in every way to fill the turns that are left."""
    follow: list[Any]
    """For each ply: [row, move], which way of the mover's with one turn filled more a move leads to."""


def graph_totals(shape: Shape, record: Any) -> Any:
    """The minimax sum after each move."""
    ply = int(record.ply)
    begins = [ply, *range(next_stretch(shape, ply), shape.depth, 2 * shape.turns)]
    turns = [turns_left(at, next_stretch(shape, at), player) for at in begins for player in (0, 1)]
    positions = math.prod(math.comb(left + shape.branching - 1, left) for left in turns)
    if positions > MOST // 8:
        raise GameError(f"p_game: {positions} positions are too many to solve")
    stretches = [stretch_from(shape, at) for at in begins]
    counts = record.counts.astype(np.int64)
    return int(record.total) + stretch_values(shape, np.array([record.root]), counts, ply, stretches)[0]


def turns_left(ply: int, end: int, player: int) -> int:
    """How often a player is to move before a ply."""
    return sum(at % 2 == player for at in range(ply, end))


def next_stretch(shape: Shape, ply: int) -> int:
    """The ply at which the stretch of a position ends."""
    length = 2 * shape.turns
    return min((ply // length + 1) * length, shape.depth)


def stretch_from(shape: Shape, ply: int) -> Stretch:
    """What is left of a stretch."""
    end = next_stretch(shape, ply)
    ways = [multisets(shape.branching, turns_left(ply, end, player)) for player in (0, 1)]
    filled = [0, 0]
    follow = []
    for at in range(ply, end):
        here, after = ways[at % 2][filled[at % 2]], ways[at % 2][filled[at % 2] + 1]
        row = {counts: i for i, counts in enumerate(after)}
        follow.append(np.array([[row[one_more(counts, move)] for move in range(shape.branching)] for counts in here]))
        filled[at % 2] += 1
    return Stretch((np.array(ways[0][-1]), np.array(ways[1][-1])), follow)


def multisets(branching: int, most: int) -> list[list[tuple[int, ...]]]:
    """All ways to make 0, 1, ... `most` moves, as counts of each."""

    def of_size(size: int, kinds: int) -> Iterator[tuple[int, ...]]:
        if kinds == 1:
            yield (size,)
            return
        for first in range(size + 1):
            for rest in of_size(size - first, kinds - 1):
                yield (first, *rest)

    return [list(of_size(size, branching)) for size in range(most + 1)]


def one_more(counts: tuple[int, ...], move: int) -> tuple[int, ...]:
    return (*counts[:move], counts[move] + 1, *counts[move + 1 :])


def stretch_values(shape: Shape, roots: Any, counts: Any, ply: int, stretches: list[Stretch]) -> Any:
    """What will be added to the sum after each move, in positions that differ in their roots only: [root, move]."""
    now, later = stretches[0], stretches[1:]
    made = [counts[player] + now.made[player] for player in (0, 1)]
    if len(roots) > 1 and len(roots) * len(made[0]) * len(made[1]) > AT_ONCE // 8:
        half = len(roots) // 2
        parts = roots[:half], roots[half:]
        return np.concatenate([stretch_values(shape, part, counts, ply, stretches) for part in parts])
    end = next_stretch(shape, ply)
    values = added(shape, roots, counts, made)  # [root, player 0's way, player 1's way]
    if later:
        both = np.array(np.broadcast_arrays(made[0].T[:, :, None], made[1].T[:, None, :]))
        ends = after_counts(roots[:, None, None], both, shape.branching)
        following = stretch_values(shape, ends.ravel(), np.zeros_like(counts), end, later)
        values = values + following.max(axis=1).reshape(values.shape)  # a stretch begins with MAX
    for at in reversed(range(ply, end)):
        follow = now.follow[at - ply]
        after = values[:, follow] if at % 2 == 0 else values[:, :, follow].swapaxes(2, 3)  # [root, way, move, way]
        values = after.max(axis=2) if at % 2 == 0 else after.min(axis=2)
    return after[:, 0, :, 0]


def added(shape: Shape, roots: Any, counts: Any, made: list[Any]) -> Any:
    """What the rest of a stretch adds to the sum: [root, i, j] where the players fill it in their i-th and j-th way."""
    times = np.arange(1, int(max(made[0].max(), made[1].max())) + 1)
    move, time = (grid.ravel() for grid in np.meshgrid(np.arange(shape.branching), times, indexing="ij"))
    roots = roots[:, None]
    has = [(made[player][:, move] >= time).astype(np.int64) for player in (0, 1)]
    had = [(counts[player][move] >= time).astype(np.int64) for player in (0, 1)]
    alone = [token_size(roots, player, move, time, shape.groups, shape.branching) for player in (0, 1)]
    pairs = pair_value(roots[:, :, None], token(0, move, time)[:, None], token(1, move, time)[None, :])
    worth = (alone[0] @ has[0].T)[:, :, None] - (alone[1] @ has[1].T)[:, None, :] + has[0] @ pairs @ has[1].T
    before = alone[0] @ had[0] - alone[1] @ had[1] + had[0] @ pairs @ had[1]
    return worth - before[:, None, None]
