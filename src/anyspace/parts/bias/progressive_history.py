"""Progressive history: progressive bias with the history heuristic as its heuristic (Nijssen and Winands 2010).

    bound + W (s / m) / ((1 - Q) n + 1)

with n visits of the move here and Q what it is worth; m iterations in which the player made the same move anywhere, in
the tree or in the playout, and s the rewards that followed. (1 - Q) n is how often it lost: a move that does badly here
loses its bonus soon, one that keeps winning keeps it.

Playouts count where the game's playouts tell their moves; else only moves in the tree do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop, Setup
from ..options import number
from ..part import Part
from ..tracing import trace_moves
from .move_table import learn_from_paths, learn_from_trace, mean_of_child, mean_of_move, move_table, table_refusal


@dataclass(frozen=True)
class ProgressiveHistory(Part):
    """A bonus for moves that did well elsewhere, lost as they lose here.

    weight: the bonus of a move that always won, at first. Nijssen and Winands used 3 to 5.
    """

    weight: float = 3.0
    kind = "bias"
    needs = ("actions",)
    reference = "Nijssen and Winands 2010; survey, V-B11"
    consistent = "yes, unless the best move always wins: only then the bonus stays, and it is that move's"

    def __post_init__(self) -> None:
        number(self, "weight")

    def refusal(self, setup: Setup) -> str | None:
        return table_refusal(setup)

    def bind(self, loop: Loop) -> None:
        weight, history = loop.number(self.weight), move_table(loop)
        tells = loop.setup.game.backend.has("playout_traced")
        loop.structure.append(tells)
        if tells:
            loop.rules.add("playout_traced")
            trace_moves(loop)
        learn, bound, unvisited = loop.learn, loop.bound, loop.unvisited

        def learn_history(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
            if tells:
                learn_from_trace(game, scratch, payoffs, tree.tables[history])
            else:
                learn_from_paths(tree, policy, scratch, payoffs, tree.tables[history])
            return learn(tree, game, policy, scratch, payoffs, length)

        def with_bonus(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            usual = bound(tree, policy, scratch, node, child, worth, visits, width)
            mean = mean_of_child(tree, tree.tables[history], child)
            return usual + bonus(policy.numbers[weight], mean, worth, visits)

        def unvisited_with_bonus(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
        ) -> float:
            usual = unvisited(tree, game, policy, scratch, node, mover, i, width)
            mean = mean_of_move(tree.tables[history], mover, scratch.moves[i])
            return usual + bonus(policy.numbers[weight], mean, 1.0, 0)

        loop.learn, loop.bound, loop.unvisited = learn_history, with_bonus, unvisited_with_bonus


def bonus(weight: float, mean: float, worth: float, visits: Any) -> float:
    """W (s / m) / ((1 - Q) n + 1)."""
    return weight * mean / (max(0.0, 1.0 - worth) * visits + 1.0)
