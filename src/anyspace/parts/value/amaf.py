"""All moves as first: what moves are worth wherever they were played (Brügmann 1993; Helmbold and Parker-Wood 2009).

Every node that has children keeps a row: for each move a of who moves there, how often a was played by that player from
there on, in the tree or in the playout, and the sum of rewards. An iteration is a 0/1 vector a player; a node of its
path adds that vector, and the vector times the reward, to its row: two vector additions, however many children it has.

A move without a node has such a value too, so all moves compete (core/competing.py).

    AMAF            value = A
    alpha-AMAF      value = alpha A + (1 - alpha) Q
    some-first      only the first m moves of a playout count
    cutoff          only the first k iterations count

A is the mean over iterations in which the move was played, Q the usual mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ...core.binding import Loop, Setup
from ...core.competing import FIRST, remembering
from ...core.policy import PERFECT
from ...core.tree import NO_NODE
from ...core.untried import action_of
from ..options import number, whole
from ..part import Part
from ..tracing import ASKS, trace_moves

MOST_NUMBERS = 1 << 13
"""Of a row: two a move. A node that takes more than 32 KiB would be no use."""

ALL = 1 << 40
"""Of moves or iterations: no limit."""


@dataclass(frozen=True)
class MoveValues(Part):
    """What all AMAF methods share."""

    kind = "value"
    needs = ASKS
    consistent = (
        "only with exploration, c above 0 (0 is suggested): without it a move is never tried whose AMAF value stays "
        "below what others are worth; else the usual mean takes over as a move is visited"
    )
    excludes = ("amaf", "rave", "grave", "permutation_amaf", "killer_rave")
    suggests: ClassVar[Mapping[str, str]] = {"select": "ucb1:c=0"}

    def refusal(self, setup: Setup) -> str | None:
        if 2 * (setup.game.actions or 0) > MOST_NUMBERS:
            return f"{setup.game.name} has {setup.game.actions:,} different moves; a row for each node would not fit"
        return None


@dataclass(frozen=True)
class Amaf(MoveValues):
    """All moves as first.

    alpha: how much the AMAF value counts, the usual mean counting for the rest. first: how many moves of a playout
    count, None for all. cutoff: how many iterations count, None for all.
    """

    alpha: float = 1.0
    first: int | None = None
    cutoff: int | None = None
    reference = "Brügmann 1993; Helmbold and Parker-Wood 2009; survey, V-C"
    consistent = "only with alpha = 0: an AMAF value need not tend to the true one"

    def __post_init__(self) -> None:
        number(self, "alpha", 0, 1)
        for option in ("first", "cutoff"):
            if getattr(self, option) is not None:
                whole(self, option, 0, 2**31 - 1)

    @property
    def structure(self) -> Any:
        return (type(self), self.alpha == 0)

    def bind(self, loop: Loop) -> None:
        if self.alpha == 0:  # plain UCT, visit for visit
            return
        alpha = loop.number(self.alpha)
        rows = learn_all_moves(loop, self.first, self.cutoff)
        inner = loop.value

        def value(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
            mean = inner(tree, policy, scratch, node, child, reward, visits)
            row = tree.rows[rows]
            at = action_of(tree.nodes[child].move)
            count = np.float64(row[node, row.shape[1] // 2 + at])
            if child == NO_NODE or count == 0:
                return mean
            weight = policy.numbers[alpha]
            return weight * np.float64(row[node, at]) / count + (1.0 - weight) * mean

        loop.value = value
        compete_by_row(loop, rows)


def compete_by_row(loop: Loop, rows: int) -> None:
    """Moves without a node are worth their AMAF value; one that was never played comes first."""
    bound = loop.bound

    def unvisited(
        tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
    ) -> float:
        row = tree.rows[rows]
        at = action_of(scratch.moves[i])
        count = np.float64(row[node, game.actions + at])
        if count == 0:
            return FIRST
        return bound(tree, policy, scratch, node, NO_NODE, np.float64(row[node, at]) / count, 1, width)

    loop.unvisited = unvisited


def learn_all_moves(loop: Loop, first: int | None = None, cutoff: int | None = None, everyone: bool = False) -> int:
    """Every inner node of a path learns what was played from it on. Returns the place of its row: sums of rewards, a
    move each, then counts. (Threads that share a tree may lose each other's additions: one in thousands, of
    estimates that are biased anyway.)"""
    trace_moves(loop)
    game = loop.setup.game
    actions = game.actions or 1
    rows = loop.move_rows = loop.row(np.float32, 2 * actions * (game.players if everyone else 1))
    if loop.setup.information == PERFECT:  # else the moves differ from guess to guess
        loop.list_again = remembering(loop.row(np.int32, 1 + game.max_moves))
    vector = loop.note(np.float32, (game.players * actions,))  # 1 for every move of the iteration
    plies = loop.note(np.int64, (game.players, game.max_length + 2))  # moves made before each node was entered
    moves_counted = loop.number(ALL if first is None else first)
    iterations_counted = loop.number(ALL if cutoff is None else cutoff)
    entered, learn = loop.entered, loop.learn

    def note_ply(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
        entered(tree, policy, scratch, which, depth, node)
        scratch.notes[plies][which, depth] = scratch.told[0]

    def learn_moves(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
        if tree.nodes[tree.roots[0]].visits <= policy.numbers[iterations_counted]:
            end = min(scratch.told[1], scratch.told[0] + np.int64(policy.numbers[moves_counted]))
            for which in range(len(tree.roots)):
                path_learns(
                    tree,
                    game,
                    scratch,
                    payoffs,
                    which,
                    end,
                    tree.rows[rows],
                    scratch.notes[vector],
                    scratch.notes[plies],
                    everyone,
                )
        return learn(tree, game, policy, scratch, payoffs, length)

    loop.entered, loop.learn = note_ply, learn_moves
    return rows


def path_learns(
    tree: Any,
    game: Any,
    scratch: Any,
    payoffs: Any,
    which: int,
    end: int,
    rows: Any,
    vector: Any,
    plies: Any,
    everyone: bool,
) -> None:
    """The nodes on the path of tree `which` learn from the first `end` moves of the iteration: those of who moves
    there, or everyone's, a block of the row each."""
    trace, actions = scratch.trace, game.actions
    k = end
    for i in range(scratch.depths[which] - 1, -1, -1):
        while k > plies[which, i]:
            k -= 1
            if trace[k] >= 0:
                vector[trace[k]] = 1.0
        node = scratch.paths[which, i]
        mover = np.int64(tree.nodes[node].mover)
        if tree.nodes[node].child == NO_NODE:
            continue
        if everyone:
            for player in range(game.players):
                block = rows[node][2 * player * actions : 2 * (player + 1) * actions]
                add_vector(block, vector[player * actions : (player + 1) * actions], payoffs[player])
        elif mover >= 0:
            add_vector(rows[node], vector[mover * actions : (mover + 1) * actions], payoffs[mover])
    while k < end:
        if trace[k] >= 0:
            vector[trace[k]] = 0.0
        k += 1


def add_vector(row: Any, played: Any, reward: float) -> None:
    """`played` times the reward to the sums, `played` itself to the counts."""
    actions = len(played)
    gain = np.float32(reward)
    for a in range(actions):
        row[a] += gain * played[a]
    for a in range(actions):
        row[actions + a] += played[a]
