"""The history heuristic in the tree: a bonus for moves that did well wherever in the tree they were played (Kozelek
2009, for Arimaa; after Schaeffer 1989).

    bound + weight * (mean reward of the move over all iterations that played it in the tree, at whatever depth)

The bonus does not fade. Moves that have no node yet get it too: where they come before all others, they come in its
order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop, Setup
from ..options import number
from ..part import Part
from .move_table import learn_from_paths, mean_of_child, mean_of_move, move_table, table_refusal


@dataclass(frozen=True)
class HistoryHeuristic(Part):
    """A bonus for moves that did well elsewhere in the tree.

    weight: the bonus of a move that always won.
    """

    weight: float = 0.1
    kind = "bias"
    name = "history"
    needs = ("actions",)
    reference = "Kozelek 2009; survey, V-B10"
    consistent = "no: the bonus does not fade, so of two moves the one that does better elsewhere may stay ahead"

    def __post_init__(self) -> None:
        number(self, "weight")

    def refusal(self, setup: Setup) -> str | None:
        return table_refusal(setup)

    def bind(self, loop: Loop) -> None:
        weight, history = loop.number(self.weight), move_table(loop)
        learn, bound, unvisited = loop.learn, loop.bound, loop.unvisited

        def learn_history(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
            learn_from_paths(tree, policy, scratch, payoffs, tree.tables[history])
            return learn(tree, game, policy, scratch, payoffs, length)

        def with_bonus(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            usual = bound(tree, policy, scratch, node, child, worth, visits, width)
            return usual + policy.numbers[weight] * mean_of_child(tree, tree.tables[history], child)

        def unvisited_with_bonus(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
        ) -> float:
            usual = unvisited(tree, game, policy, scratch, node, mover, i, width)
            return usual + policy.numbers[weight] * mean_of_move(tree.tables[history], mover, scratch.moves[i])

        loop.learn, loop.bound, loop.unvisited = learn_history, with_bonus, unvisited_with_bonus
