"""MCTS-Solver: what is certain is backed up as such (Winands, Björnsson and Saito 2008; survey, V-D1).

Every node keeps bounds on what each player gets from it, 0 and 1 at first. A finished game is certain. Who moves gets
at least the most that a child is sure to give; at most the most that a child may still give, once every move has a
node. Two players share what there is. At chance, bounds are weighted by the outcomes' odds; an outcome that was not
seen yet may be worth anything. Bounds only get tighter, so a child that is recycled makes a proof incomplete, never
wrong.

A child that cannot give more than its parent is sure of is not chosen any more; a descent that comes to a node whose
bounds meet ends there, without a playout; a search whose root's bounds meet ends.

For three players and more (Nijssen and Winands 2011) a node is won by its mover if a child is; if every child is won by
another, it is up to the rule: `standard` says who wins only if it is the same one everywhere, `paranoid` takes it that
the mover helps whoever beats the player at the root, `first_winner` takes the first that was found.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.known import known_winner
from ...core.policy import PERFECT
from ...core.questions import ask_mover
from ...core.tree import NO_NODE, Tree, is_root, set_mover
from ...rules.codes import CHANCE, NOT_CONSTANT_SUM, OVER
from ..options import number, one_of
from ..part import Part
from .bounds import best_of_children, is_settled, raise_to, tighten_at_chance, tighten_for_many, tighten_for_two

CLOSED = -1e6
"""Added to the score of a child that has nothing more to give: less than that of any other."""

BELOW, SETTLED = np.int8(1), np.int8(2)

RULES = ("standard", "paranoid", "first_winner")


@dataclass(frozen=True)
class Solver(Part):
    """Proofs.

    threshold: visits of a node from which on moves that are certain to be no better are not chosen. rule: for three
    players and more, "standard", "paranoid" or "first_winner".
    """

    threshold: float = 0.0
    rule: str = "standard"
    kind = "prove"
    bounded = True
    reference = "Winands, Björnsson and Saito 2008; Nijssen and Winands 2011; survey, V-D1"

    def __post_init__(self) -> None:
        number(self, "threshold")
        one_of(self, "rule", RULES)

    def refusal(self, setup: Setup) -> str | None:
        if setup.information != PERFECT:
            return "what holds in one guess of what is hidden does not hold in another"
        return None

    def bind(self, loop: Loop) -> None:
        threshold = loop.number(self.threshold)
        bounds = loop.row(np.float32, 2 * loop.setup.game.players)
        changed = loop.note(np.int8, (1,))
        loop.field("judged", np.int8)  # whether a child is bounded (BELOW), whether its own bounds meet (SETTLED)
        loop.field("odds", np.float32)  # of an outcome of chance
        loop.bounds = bounds
        is_many, rule = loop.setup.game.players > 2, RULES.index(self.rule)
        loop.structure.append(is_many)
        tighten_decision = tighten_for_many if is_many else tighten_for_two
        arrived, stops, play_out, credit = loop.arrived, loop.stops, loop.play_out, loop.credit
        verdict, decided = loop.verdict, loop.decided

        def arrive(tree: Any, game: Any, policy: Any, scratch: Any, node: Any) -> int:
            mover = ask_mover(game, scratch)
            if mover < OVER:
                return mover
            if mover == OVER:
                set_mover(tree, node, OVER, 0)
            note_odds(tree, game, scratch, node)
            return arrived(tree, game, policy, scratch, node)

        def stop(tree: Any, policy: Any, scratch: Any, node: Any) -> bool:
            is_over = tree.extras[node].judged & SETTLED != 0
            if is_over and is_root(tree, node) and not has_move(tree, tree.rows[bounds], node):
                is_over = False  # a move is wanted
            return is_over or stops(tree, policy, scratch, node)

        def value_leaf(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            leaf = scratch.paths[0, scratch.depths[0] - 1]
            rows = tree.rows[bounds]
            if tree.extras[leaf].judged & SETTLED != 0:
                for player in range(game.players):
                    scratch.payoffs[player] = rows[leaf, 2 * player]
                return 0
            length = play_out(tree, game, policy, scratch)
            if length >= 0 and game.players == 2 and abs(scratch.payoffs[0] + scratch.payoffs[1] - 1.0) > 1e-6:
                return NOT_CONSTANT_SUM
            return length

        def credit_and_prove(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
            credit(tree, policy, scratch, which, i, node, payoffs)
            rows, news = tree.rows[bounds], scratch.notes[changed]
            mover = tree.nodes[node].mover
            if i == scratch.depths[which] - 1:
                winner = known_winner(tree, node)
                if winner >= 0:
                    news[0] = settle_win(rows, node, winner)
                else:
                    news[0] = mover == OVER and settle(rows, node, payoffs)
                if news[0] != 0:
                    tree.extras[node].judged |= SETTLED
            elif news[0] != 0:
                tree.extras[node].judged |= BELOW
                if mover == CHANCE:
                    news[0] = tighten_at_chance(tree, rows, node)
                else:
                    news[0] = tighten_decision(tree, rows, node, rule, policy.observer)
                if is_settled(rows, node):
                    tree.extras[node].judged |= SETTLED

        def judge(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, scored: float) -> float:
            scored = verdict(tree, policy, scratch, node, child, scored)
            if tree.extras[node].judged & BELOW == 0:
                return scored
            rows, mover = tree.rows[bounds], np.int64(tree.nodes[node].mover)
            may_get, is_sure_of = 1.0 - rows[child, 2 * mover + 1], rows[node, 2 * mover]
            is_closed = may_get <= is_sure_of and tree.nodes[node].visits >= policy.numbers[threshold]
            return CLOSED + scored if is_closed else scored

        def is_certain(tree: Any, node: Any) -> bool:
            return tree.extras[node].judged & SETTLED != 0

        def is_decided(tree: Any, policy: Any) -> bool:
            rows, root = tree.rows[bounds], tree.roots[0]
            return (is_settled(rows, root) and has_move(tree, rows, root)) or decided(tree, policy)

        loop.arrived, loop.stops, loop.play_out, loop.credit = arrive, stop, value_leaf, credit_and_prove
        loop.verdict, loop.decided = judge, is_decided
        loop.is_certain = is_certain


def settle(rows: Any, node: Any, payoffs: Any) -> bool:
    """A finished game: everybody's reward is certain. Whether that is news."""
    if is_settled(rows, node):
        return False
    for player in range(len(payoffs)):
        rows[node, 2 * player] = payoffs[player]
        rows[node, 2 * player + 1] = np.float32(1.0) - rows[node, 2 * player]
    return True


def settle_win(rows: Any, node: Any, winner: int) -> bool:
    """`winner` gets all, the others nothing. Whether that is news."""
    news = False
    for player in range(rows.shape[1] // 2):
        news |= raise_to(rows, node, 2 * player + (player != winner), np.float32(1.0))
    return news


def has_move(tree: Tree, rows: Any, root: Any) -> bool:
    """Whether it is known by which move the root gets what it is certain of: not always, if the game said so, or a
    memory bound dropped the child that proved it."""
    mover: Any = np.int64(tree.nodes[root].mover)
    sure, slack = best_of_children(tree, rows, root, mover)
    if known_winner(tree, root) >= 0:
        return bool(sure + slack >= 1.0)
    return bool(tree.nodes[root].child != NO_NODE and sure >= rows[root, 2 * mover])


def note_odds(tree: Tree, game: Any, scratch: Any, node: Any) -> None:
    """If `node`, which is new, is an outcome of chance: its odds, while they are at hand."""
    if scratch.depths[0] < 2:
        return
    parent = scratch.paths[0, scratch.depths[0] - 2]
    if tree.nodes[parent].mover != CHANCE:
        return
    n = np.int64(tree.nodes[parent].untried)
    child = tree.nodes[parent].child
    while child != NO_NODE:
        n += 1
        child = tree.nodes[child].sibling
    total, own = 0.0, 0.0
    for i in range(n):
        weight = scratch.weights[i] if game.weights != 0 else 1.0
        total += weight
        if scratch.moves[i] == tree.nodes[node].move:
            own = weight
    tree.extras[node].odds = own / total
