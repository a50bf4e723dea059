"""Policy improvement by planning with Gumbel (Danihelka, Guez, Schrittwieser and Silver 2022).

At the root g(a), Gumbel noise, is drawn for every move once a run. The `considered` moves with the greatest g + logits
are tried, and by sequential halving fewer and fewer of them: always the one with the greatest

    g(a) + logits(a) + sigma(q(a)),     sigma(q) = (visit + max N) scale q

among those that have had as many visits as the schedule says (its phases are Karnin, Koren and Somekh's 2013). The last
one is played: where q is exact it is at least as good as a move drawn by the odds, however few iterations there are.

Elsewhere the move is taken whose share of the visits lags most behind the improved odds,

    pi'(a) - N(a) / (1 + sum N),        pi' = softmax(logits + sigma(completed q))

where a move without a visit counts as v_mix, the network's value mixed with what the tried moves have brought by their
odds. Rewards, and so q, are in [0, 1].
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...core.tree import NO_NODE, NODE
from ...core.untried import action_of
from ..final import FromTree
from ..options import number, whole
from ..part import Part
from ..priors import LEAST, OTHER_FIRSTS, keep_priors, share

PHASES = 64
END, MOVES, BEFORE = range(3)
"""Of a phase: after how many visits of the root in all it ends; how many moves take turns; visits that each has had."""

CHILD, SIBLING, MOVE, VISITS, REWARD = (
    (NODE.names or ()).index(field) for field in ("child", "sibling", "move", "visits", "reward")
)

OUT = -1e12
"""Score of a move at the root that it is not the turn of; those keep their order among themselves."""

UNSCHEDULED = 4
"""Where iterations are not counted beforehand the schedule is for so many a move; what is left goes as elsewhere."""


@dataclass(frozen=True)
class Gumbel(Part):
    """Selection that improves on the network's odds with few iterations, and learns from all that it tried.

    considered: how many moves are tried at the root. visit, scale: sigma(q) = (visit + max N) scale q. noise: how much
    of the noise there is, 0 for none: then the best is played and not a draw.
    """

    considered: int = 16
    visit: float = 50.0
    scale: float = 0.1
    noise: float = 1.0
    kind = "select"
    needs = ("actions",)
    excludes = OTHER_FIRSTS
    suggests = {"final": "gumbel_best"}  # noqa: RUF012
    reference = "Danihelka, Guez, Schrittwieser and Silver 2022"
    consistent = "no: of the root's moves it tries those that look best, with noise, and no others"

    def __post_init__(self) -> None:
        whole(self, "considered", 1, 1 << 16)
        number(self, "visit")
        number(self, "scale")
        number(self, "noise", 0, 1)

    def refusal(self, setup: Setup) -> str | None:
        return None if setup.networks else "it improves on the odds of a network: Search(game, Network(...), 'gumbel')"

    def bind(self, loop: Loop) -> None:
        game = loop.setup.game
        priors = keep_priors(loop)
        of_move, of_child = priors.of_move, priors.of_child
        visit, scale = loop.number(self.visit), loop.number(self.scale)
        noise = loop.table(np.float64, (game.actions or 0,))
        earlier = loop.table(np.int64, (game.actions or 0,))
        phases = loop.table(np.int64, (PHASES, 3))
        loop.gumbel = (noise, earlier, phases)
        loop.field("estimate", np.float32)  # the network's value, to who moves
        for name in ("mixed", "slope", "top", "norm"):
            loop.field(f"gumbel_{name}", np.float64)
        loop.field("gumbel_turn", np.int64)  # at the root: visits of the moves whose turn it is, or -1

        def keep_value(tree: Any, node: Any, reward: float) -> None:
            tree.extras[node].estimate = reward

        grow = loop.grow

        def grow_anew(tree: Any, policy: Any, scratch: Any, parent: Any, move: int, untried: int) -> Any:
            child = grow(tree, policy, scratch, parent, move, untried)
            if parent == tree.roots[0] and child != NO_NODE:
                tree.tables[earlier][action_of(move)] = 0  # a bound may have dropped what was visited in earlier runs
            return child

        def spread(tree: Any, policy: Any, node: Any, trials: Any) -> float:
            """What all moves of a node have in common; the visits of its children."""
            total, most, tried, brought, fresh = 0.0, 0.0, 0.0, 0.0, np.int64(0)
            at_root = node == tree.roots[0]
            child = tree.nodes[node].child
            while child != NO_NODE:
                visits = np.float64(max(1, tree.nodes[child].visits))
                odds = of_child(tree, node, child)
                total += visits
                most = max(most, visits)
                tried += odds
                brought += odds * tree.nodes[child].reward / visits
                if at_root:
                    fresh += np.int64(tree.nodes[child].visits)
                    fresh -= tree.tables[earlier][action_of(tree.nodes[child].move)]
                child = tree.nodes[child].sibling
            extra = tree.extras[node]
            mixed = np.float64(extra.estimate)
            if tried > 0.0:
                mixed = (mixed + total * brought / tried) / (1.0 + total)
            slope = (policy.numbers[visit] + most) * policy.numbers[scale]
            top = slope * mixed
            child = tree.nodes[node].child
            while child != NO_NODE:
                top = max(top, slope * tree.nodes[child].reward / max(1, tree.nodes[child].visits))
                child = tree.nodes[child].sibling
            norm = max(0.0, 1.0 - tried) * math.exp(slope * mixed - top)
            child = tree.nodes[node].child
            while child != NO_NODE:
                worth = tree.nodes[child].reward / max(1, tree.nodes[child].visits)
                norm += of_child(tree, node, child) * math.exp(slope * worth - top)
                child = tree.nodes[child].sibling
            extra.gumbel_mixed, extra.gumbel_slope, extra.gumbel_top = mixed, slope, top
            extra.gumbel_norm = max(norm, LEAST)
            extra.gumbel_turn = turn_of(tree.tables[phases], fresh) if at_root else np.int64(-1)
            return total

        def judged(tree: Any, node: Any, move: int, odds: float, worth: float, visits: Any, total: float) -> float:
            extra = tree.extras[node]
            if extra.gumbel_turn < 0:
                improved = odds * math.exp(extra.gumbel_slope * worth - extra.gumbel_top) / extra.gumbel_norm
                return improved - visits / (1.0 + total)
            action = action_of(move)
            score = tree.tables[noise][action] + math.log(max(odds, LEAST)) + extra.gumbel_slope * worth
            is_next = np.int64(visits) - tree.tables[earlier][action] == extra.gumbel_turn
            return score if is_next else score + OUT

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            return judged(tree, node, tree.nodes[child].move, of_child(tree, node, child), worth, visits, width)

        def unvisited(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
        ) -> float:
            odds = of_move(tree, game, scratch, node, i)
            return judged(tree, node, scratch.moves[i], odds, tree.extras[node].gumbel_mixed, 0, width)

        loop.keep_value, loop.spread, loop.bound, loop.unvisited = keep_value, spread, bound, unvisited
        loop.grow = grow_anew

    def begin(self, search: Any, seed: int, iterations: int | None) -> Sequence[int]:
        """Draw, and plan: moves are dropped when all that was said of them is known."""
        tree = search.tree
        noise, earlier, phases = (tree.tables[place] for place in search.loop.gumbel)
        number_of = search.game.backend.number
        moves = sorted(action_of(number_of(move)) for move in search.position.moves())
        noise[:] = 0.0
        if self.noise > 0.0:
            noise[moves] = self.noise * np.random.default_rng([seed & (2**63 - 1), 11]).gumbel(size=len(moves))
        earlier[:] = 0
        for move, (_, visits, _) in children_of_root(search).items():
            earlier[action_of(move)] = visits
        considered = min(self.considered, len(moves))
        planned = schedule(considered, iterations or UNSCHEDULED * considered)
        phases[:] = 0
        phases[: len(planned)] = planned
        return [end for end, _, _ in planned]

    def improved(self, search: Any) -> tuple[Any, Any]:
        """pi' of the root's moves, softmax(logits + sigma(completed q)); and the completed q."""
        tree, moves = search.tree, search.position.moves()
        root, children = int(tree.roots[0]), children_of_root(search)
        numbers = [search.game.backend.number(move) for move in moves]
        row, by_action = search.loop.priors.row, search.loop.priors.by_action
        places = [action_of(number) for number in numbers] if by_action else range(len(moves))
        odds = np.maximum([float(tree.rows[row][root, at]) for at in places], LEAST)
        odds /= odds.sum()
        _, visits, rewards = np.array([children.get(number, (0, 0, 0.0)) for number in numbers]).T
        tried, total = visits > 0, visits.sum()
        q = rewards / np.maximum(1, visits)
        mixed = float(tree.extras[root].estimate)
        if tried.any():
            mixed = (mixed + total * (odds * q)[tried].sum() / odds[tried].sum()) / (1.0 + total)
        completed = np.where(tried, q, mixed)
        logits = np.log(odds) + (self.visit + visits.max(initial=0)) * self.scale * completed
        improved = np.exp(logits - logits.max())
        return improved / improved.sum(), completed


def children_of_root(search: Any) -> dict[int, tuple[int, int, float]]:
    """By the numbers of their moves: their place, visits and reward."""
    nodes, found = search.tree.nodes, {}
    child = nodes.item(int(search.tree.roots[0]))[CHILD]
    while child != NO_NODE:
        record = nodes.item(child)
        found[record[MOVE]] = (child, record[VISITS], record[REWARD])
        child = record[SIBLING]
    return found


def turn_of(phases: Any, fresh: Any) -> Any:
    """How many visits a move has had whose turn it is, after `fresh` visits of all; -1 where the plan has ended."""
    start = np.int64(0)
    for i in range(len(phases)):
        if phases[i, END] == 0:
            break
        if fresh < phases[i, END]:
            return phases[i, BEFORE] + (fresh - start) // phases[i, MOVES]
        start = phases[i, END]
    return np.int64(-1)


def schedule(considered: int, iterations: int) -> list[tuple[int, int, int]]:
    """The phases of sequential halving, as (END, MOVES, BEFORE)."""
    if considered <= 1:
        return [(iterations, 1, 0)]
    rounds = math.ceil(math.log2(considered))
    phases: list[tuple[int, int, int]] = []
    spent, moves, before = 0, considered, 0
    while spent < iterations and len(phases) < PHASES:
        each = max(1, iterations // (rounds * moves))
        spent = min(iterations, spent + each * moves)
        phases.append((spent, moves, before))
        before += each
        moves = max(2, moves // 2)
    return phases


def root_scores(search: Any, moves: Sequence[Any]) -> list[tuple[float, int]]:
    """Of each of the root's moves, which have nodes: g + logits + sigma(q), and its visits in this run."""
    tree, part = search.tree, search.select
    noise, earlier, _ = (tree.tables[place] for place in search.loop.gumbel)
    root, children = int(tree.roots[0]), children_of_root(search)
    most = max((visits for _, visits, _ in children.values()), default=0)
    slope, found = (part.visit + most) * part.scale, []
    of_all, of_each = float(tree.extras["legal_odds"][root]), tree.extras["prior"]
    for move in moves:
        number = search.game.backend.number(move)
        (child, visits, reward), action = children[number], action_of(number)
        odds = math.log(max(share(float(of_each[child]), of_all), LEAST))
        found.append((float(noise[action]) + odds + slope * reward / max(1, visits), visits - int(earlier[action])))
    return found


@dataclass(frozen=True)
class GumbelBest(FromTree):
    """What gumbel's last phase leaves: of the moves with most visits in this run, that with the greatest g + logits +
    sigma(q). Without gumbel, the most visited one."""

    name = "gumbel_best"
    reference = "Danihelka, Guez, Schrittwieser and Silver 2022"

    def pick(self, search: Any, moves: Sequence[Any]) -> int | None:
        """The index of the chosen one of the root's moves; None without gumbel, and where trees were dropped since."""
        numbers = {search.game.backend.number(move) for move in moves}
        if not isinstance(search.select, Gumbel) or not numbers <= children_of_root(search).keys():
            return None
        scores = root_scores(search, moves)
        most = max(visits for _, visits in scores)
        return max(range(len(moves)), key=lambda i: (scores[i][1] == most, scores[i][0]))
