"""Moves made at the same time, around a search: when trees are told of them, and the mixed strategies found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.policy import MULTI
from ..core.tree import Tree, advance
from ..rules.codes import NOTHING_SEEN
from ..rules.game import State
from .walk import children_of

if TYPE_CHECKING:
    from .search import Search


class Joint:
    """Moves that were played and that no tree was told of yet: the others of their kind are still to be made."""

    def __init__(self) -> None:
        self._moves: list[tuple[int, list[Any]]] = []
        self._is_whole = True

    def restart(self, state: State) -> None:
        """The next move is played in `state`; moves that it keeps back are not known."""
        self._moves, self._is_whole = [], not is_waiting(state)

    def steps(self, state: State, move: Any, owners: int, waits: bool) -> list[list[Any]] | None:
        """What every tree is told when `move` is played in `state`, step by step; nothing, where it has to wait for the
        others (if it does so); None where it cannot be told all."""
        seen = [state.observe(move, which) for which in range(owners)] if owners > 1 else [move]
        self._moves.append((state.mover, seen))
        if waits and state.together() > 0:
            return [[] for _ in range(owners)]
        moves, is_whole = self._moves, self._is_whole
        self._moves, self._is_whole = [], True
        if not is_whole:
            return None
        ordered = [sorted(moves, key=lambda one: one[0] != which) if owners > 1 else moves for which in range(owners)]
        return [[tokens[which] for _, tokens in ordered[which]] for which in range(owners)]


def keeps(search: Search, tree: Tree, steps: list[list[Any]] | None) -> bool:
    """Take these steps in a tree, for each owner its own; whether all of them could be taken."""
    step, number = search.loop.kernel(advance), search.game.backend.number
    return steps is not None and all(
        token == NOTHING_SEEN or step(tree, which, number(token)) for which, seen in enumerate(steps) for token in seen
    )


def is_waiting(state: State) -> bool:
    """Whether the position has moves whose companions are still to be made."""
    return made_before(state) > 0


def made_before(state: State) -> int:
    """How many such moves it has."""
    if not state.game.simultaneous or state.mover < 0:
        return 0
    return state.withdrawn().together() - state.together()


def choosers(state: State) -> list[int]:
    """Who chooses at the same time, in the order in which they are asked. `state` keeps no moves back."""
    found, trial = [state.mover], state
    while trial.together() > 0:
        trial = trial.copy().play(trial.moves()[0])
        found.append(trial.mover)
    return found


def nodes_of_choice(search: Search, tree: Tree, before: int, player: int) -> list[int]:
    """The nodes at which `player` makes the decision of the position, as one of several after `before` others: its root
    where it has a tree of its own, else one for everything that the others may have done."""
    if search.information.view == MULTI:
        return [int(tree.roots[player])]
    nodes = [int(tree.roots[0])]
    for _ in range(before if search.information.withdraws else 0):
        nodes = [child for node in nodes for child, _ in children_of(tree, node)]
    return nodes


def strategy_of(search: Search, before: int, player: int) -> dict[Any, float]:
    """How often `player` is to play each of its moves."""
    move_of = search.game.backend.move
    found: dict[Any, float] = {}
    for tree in search.forest:
        for node in nodes_of_choice(search, tree, before, player):
            children = [child for child, _ in children_of(tree, node)]
            weights = search.select.mixture(tree, children)
            share = max(1, int(tree.nodes[node].visits)) / max(sum(weights), 1e-300)
            for child, weight in zip(children, weights, strict=True):
                move = move_of(int(tree.nodes[child].move))
                found[move] = found.get(move, 0.0) + weight * share
    total = sum(found.values())
    return {move: weight / total for move, weight in sorted(found.items(), key=lambda one: -one[1])} if total else {}


def strategies_of(search: Search) -> list[list[tuple[Any, float]]]:
    """The same of everybody who chooses at once, a list a player; none where moves are made alone."""
    if not search.game.simultaneous or not search.information.withdraws:
        return []
    players = choosers(search.origin)
    found = {player: strategy_of(search, i, player) for i, player in enumerate(players)}
    return [[*found.get(player, {}).items()] for player in range(search.game.players)]
