"""Pruning by visits: the answer is that of the whole search, and comes sooner."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import everything
import numpy as np
import pytest
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace import AbsolutePruning, OptionError, RelativePruning, Search
from anyspace.core.check import check
from anyspace.core.tree import NODE
from anyspace.parts.prove.pruning import EVERY, most_visits, none_can_catch_up
from anyspace.rules.game import AnyGame, State


def positions(game: AnyGame, count: int, most: int, seed: int = 1) -> Iterator[State]:
    """Positions after a few random moves, in which there is a choice."""
    source = random.Random(seed)
    while count > 0:
        state = game.start(seed=source.getrandbits(32))
        for _ in range(source.randrange(most)):
            if not state.over:
                state.play(source.choice(state.moves()))
        if not state.over and len(state.moves()) > 1:
            count -= 1
            yield state


# ---- by hand ---------------------------------------------------------------------------------------------------------


def root(*visits: int) -> Any:
    nodes = np.zeros(len(visits) + 2, NODE).view(np.recarray)
    nodes[1].child, nodes[1].visits = 2, sum(visits)
    for i, n in enumerate(visits, 2):
        nodes[i].visits, nodes[i].sibling = n, i + 1 if i < len(visits) + 1 else 0
    return SimpleNamespace(nodes=nodes, roots=[1])


@pytest.mark.parametrize(
    ("visits", "target", "share", "decided"),
    [
        ((60, 20), 121, 1.0, False),  # 41 left, and 40 ahead
        ((60, 20), 120, 1.0, False),  # the second could draw level
        ((60, 20), 119, 1.0, True),
        ((20, 60), 119, 1.0, True),
        ((60, 20), 159, 0.5, True),  # 79 left, of which the second gets at most half
        ((60, 20), 161, 0.5, False),
        ((40, 40), 80, 1.0, False),  # nothing is left, and nobody leads
        ((64,), 127, 1.0, True),  # a move that was never tried would need 64
        ((64,), 128, 1.0, False),
        ((60, 20), 0, 1.0, False),  # no target
        ((61, 20), 85, 1.0, False),  # not now: 81 visits are no multiple of EVERY
    ],
)
def test_when_nobody_can_catch_up(visits: tuple[int, ...], target: int, share: float, decided: bool) -> None:
    tree, policy = root(*visits), SimpleNamespace(own=0, target=target)
    assert none_can_catch_up(tree, policy, share) == decided
    assert most_visits(tree, 1) == max(visits)


def test_looks_are_seldom() -> None:
    assert 5 * EVERY == 60 + 20


# ---- the same answer, sooner -----------------------------------------------------------------------------------------


def test_absolute_pruning_never_changes_the_move() -> None:
    """Compiled: many positions, and budgets that end in the middle of anything."""
    game = anyspace.load("tic_tac_toe")
    full, pruned = Search(game, "plain", seed=1), Search(game, AbsolutePruning(), seed=1)
    saved = 0
    for i, state in enumerate(positions(game, 120, 6)):
        full.seed = pruned.seed = i
        budget = 100 + 37 * i
        whole, short = full.run(state, iterations=budget), pruned.run(state, iterations=budget)
        check(pruned.tree)
        assert short.move == whole.move
        assert short.stats.iterations <= budget
        saved += budget - short.stats.iterations
    assert saved > 0.2 * sum(100 + 37 * i for i in range(120))


@pytest.mark.parametrize("game", [everything.game(hides=False), anyspace.load("tic_tac_toe")], ids=["heaps", "board"])
def test_relative_pruning_with_a_share_of_1_keeps_the_move(game: Any) -> None:
    """What is dropped could not have won. Where two are level to the end, either may: who gets the visits of a third
    decides between them."""
    uncompiled(game)
    spent, clear = 0, 0
    for i, state in enumerate(positions(game, 12, 5)):
        whole = plain_search(game, seed=i).run(state, iterations=150)
        short = plain_search(game, RelativePruning(share=1), seed=i).run(state, iterations=150)
        spent += short.stats.iterations
        if whole.table[0].visits > 1.3 * whole.table[1].visits:
            clear += 1
            assert short.move == whole.move
        else:
            assert short.move in [row.move for row in whole.table if row.visits > 0.7 * whole.table[0].visits]
    assert clear >= 5 and spent < 0.97 * 12 * 150


def test_what_is_dropped_gets_no_more_visits() -> None:
    game = everything.game(hides=False)
    search = plain_search(game, RelativePruning(share=0.5), seed=4)
    inner = search.loop.learn
    history: list[dict[int, int]] = []

    def learn(tree: Any, *rest: Any) -> int:
        seen, child = {}, tree.nodes[tree.roots[0]].child
        while child:
            seen[int(tree.nodes[child].move)] = int(tree.nodes[child].visits)
            child = tree.nodes[child].sibling
        history.append(seen)
        return int(inner(tree, *rest))

    search.loop.learn = learn
    result = search.run(game.start(), iterations=200)
    done = result.stats.iterations
    last = history[-1]
    dropped = {
        move: visits[move]
        for visits in history
        for move in visits
        if visits[move] + 0.5 * (200 - sum(visits.values())) < max(visits.values())
    }
    assert dropped and done < 200
    for move in dropped:
        since = next(
            i
            for i, visits in enumerate(history)
            if move in visits and visits[move] + 0.5 * (200 - sum(visits.values())) < max(visits.values())
        )
        assert last[move] == history[since][move]


# ---- where it has nothing to go by -----------------------------------------------------------------------------------


def test_under_hidden_information() -> None:
    game = uncompiled(everything.game())
    for mode in ("single", "multi"):
        state = game.start().play(0).play(3)  # of 3 and 2 stones
        whole = plain_search(game, information=mode, seed=1).run(state, iterations=300)
        short = plain_search(game, AbsolutePruning(), information=mode, seed=1).run(state, iterations=300)
        assert short.move == whole.move and short.stats.iterations < 300
    guessed = plain_search(game, AbsolutePruning(), information="determinized:count=3", seed=1)
    assert guessed.run(game.start(), iterations=90).stats.iterations == 90, "guesses share the budget: none ends early"


def test_a_budget_in_seconds_is_used() -> None:
    game = everything.game(hides=False)
    search = plain_search(game, "absolute_pruning", "relative_pruning", seed=1)
    result = search.run(game.start(), seconds=0.1)
    assert search.policy.target == 0 and result.stats.seconds >= 0.05


def test_a_tree_that_is_kept_counts_from_where_it_is() -> None:
    game = everything.game(hides=False)
    search = plain_search(game, AbsolutePruning(), seed=1)
    search.run(game.start(), iterations=64)
    before = search.root.visits
    search.run(iterations=64)
    assert search.policy.target == before + 64


def test_bad_options() -> None:
    for share in (-0.1, 1.1):
        with pytest.raises(OptionError, match="share must be"):
            RelativePruning(share=share)
