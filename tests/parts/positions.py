"""An uncompiled search stopped at a position, as a playout finds it: what parts choose there can be asked directly."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from twin import tree_of
from uncompiled import plain_search

from anyspace import Search
from anyspace.core.check import check
from anyspace.core.questions import copy_state, list_moves
from anyspace.rules.game import State


def searching(game: Any, *parts: Any, **options: Any) -> Search:
    """After one iteration: everything is there."""
    search = plain_search(game, *parts, **{"seed": 1, **options})
    search.run(game.start(seed=1), iterations=1)
    return search


def put(search: Search, state: State) -> int:
    """Make `state` the position of the playout; returns how many moves there are."""
    work = search.workspaces[0]
    work.start_from(state)
    copy_state(search.table, work.scratch.state, work.scratch.root)
    return list_moves(search.table, work.scratch)


def choose(search: Search, state: State, ply: int = 0) -> Any:
    """The move that a playout makes there, or a code."""
    n, scratch = put(search, state), search.workspaces[0].scratch
    with np.errstate(all="ignore"):
        at = search.loop.choose(search.tree, search.table, search.policy, scratch, state.mover, n, ply)
    return int(scratch.moves[at]) if at >= 0 else int(at)


def drawn(search: Search, state: State, times: int, ply: int = 0) -> Counter[int]:
    """How often each move is chosen."""
    return Counter(choose(search, state, ply) for _ in range(times))


def is_likely(found: Counter[int], odds: dict[int, float]) -> bool:
    """Whether counts are what odds make likely (chi-square, its mean and five standard deviations)."""
    times, total = sum(found.values()), sum(odds.values())
    expected = {move: times * weight / total for move, weight in odds.items() if weight > 0}
    if set(found) - set(expected):
        return False
    square = sum((found[move] - much) ** 2 / much for move, much in expected.items())
    freedom = len(expected) - 1
    return bool(square <= freedom + 5 * (2 * freedom) ** 0.5)


def trees_of(game: Any, *given: list[Any]) -> list[Any]:
    """What searches with these parts make of 120 iterations."""
    found = []
    for parts in given:
        search = plain_search(game, *parts, seed=5)
        search.run(game.start(seed=1), iterations=120)
        check(search.tree)
        found.append(tree_of(search))
    return found
