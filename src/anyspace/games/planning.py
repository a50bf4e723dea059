"""What planning problems have in common: a goal, moves that are counted, and a number of them after which it is over.

A plan costs as many moves as it has, so its score is minus that. Who has not reached the goal after `limit` moves
pays for them, one more, and what the heuristic says is missing: so of two plans that fail, the one that came nearer
is better. The heuristic is how many moves it takes from here at least; it is admissible, as A* wants it.
"""

from __future__ import annotations

from typing import Any

from ..rules.game import OVER


def planning_rules(limit: int, heuristic: Any, actions: int) -> dict[str, Any]:
    """The rules `mover`, `returns` and `code` of a problem whose states count their moves in `made` and for which a
    `heuristic` of 0 is the goal."""

    def mover(state: Any) -> int:
        return OVER if state.made == limit or heuristic(state) == 0.0 else 0

    def returns(state: Any, out: Any) -> None:
        """An unfinished plan costs its moves so far."""
        missing = heuristic(state)
        out[0] = -state.made - (1.0 + missing if state.made == limit and missing > 0.0 else 0.0)

    def code(state: Any, move: int) -> Any:
        """The same move is another decision at another step of a plan."""
        return int(state.made) * actions + move

    return dict(mover=mover, returns=returns, code=code)
