"""Score-bounded search: its proofs are true, its bounds guide, and nothing else differs from the solver."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import everything
import numpy as np
import pytest
from brute_force import exact
from toys import nim, traps
from twin import tree_of
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace import OptionError, ScoreBounded, Search, Solver
from anyspace.core.check import check
from anyspace.core.tree import NODE
from anyspace.parts.prove.solver import BELOW, CLOSED
from anyspace.rules.game import State

# ---- the formula, by hand --------------------------------------------------------------------------------------------


def a_child(low: float, high: float, sure: float = 0.0, judged: int = BELOW) -> Any:
    """Node 2, a child of node 1, whose mover, player 0, is `sure` of so much."""
    rows = np.zeros((3, 4), np.float32)
    rows[1, 0], rows[2, 0], rows[2, 1] = sure, low, 1.0 - high
    extras = np.zeros(3, [("judged", np.int8)]).view(np.recarray)
    extras[1].judged = judged
    return SimpleNamespace(nodes=np.zeros(3, NODE).view(np.recarray), rows=(rows,), extras=extras)


@pytest.mark.parametrize(
    ("child", "expected"),
    [
        (a_child(0.0, 1.0), 0.5 + 0.2),
        (a_child(0.25, 1.0), 0.5 + 0.1 * 0.25 + 0.2),
        (a_child(0.25, 0.75), 0.5 + 0.1 * 0.25 + 0.2 * 0.75),
        (a_child(0.25, 0.75, sure=0.75), 0.5 + CLOSED + 0.1 * 0.25 + 0.2 * 0.75),  # it has nothing more to give
        (a_child(0.25, 0.75, judged=0), 0.5 + 0.2),  # nothing is known below the node: nobody looks
    ],
)
def test_by_hand(child: Any, expected: float) -> None:
    search = plain_search(everything.game(hides=False), ScoreBounded(pessimism=0.1, optimism=0.2))
    verdict = search.loop.verdict
    assert verdict(child, search.policy, None, 1, 2, 0.5) == pytest.approx(expected)


def test_without_weights_it_is_the_solver() -> None:
    game = uncompiled(anyspace.load("tic_tac_toe"))
    state = game.start().play(4).play(1)
    trees = []
    for part in (Solver(), ScoreBounded(pessimism=0, optimism=0)):
        search = plain_search(game, part, seed=3)
        search.run(state, iterations=300)
        trees.append(tree_of(search))
    assert trees[0] == trees[1]


# ---- proofs ----------------------------------------------------------------------------------------------------------


def random_positions(game: Any, moves: int, count: int) -> list[State]:
    source, found = random.Random(3), []
    while len(found) < count:
        state = game.start()
        for _ in range(moves):
            if not state.over:
                state.play(source.choice(state.moves()))
        if not state.over:
            found.append(state)
    return found


def assert_true(game: Any, state: State, result: Any) -> int:
    """Everything that is said to be certain is so; how many moves that are."""
    known: dict[bytes, tuple[float, ...]] = {}
    proven = 0
    for row in result.table:
        if row.proven:
            proven += 1
            assert row.value == pytest.approx(exact(state.copy().play(row.move), known)[state.mover])
    if result.proven:
        assert result.value == pytest.approx(exact(state, known)[state.mover])
    return proven


def test_boards() -> None:
    """Compiled. Tic-tac-toe is a draw, and from elsewhere what brute force says."""
    game = anyspace.load("tic_tac_toe")
    search = Search(game, ScoreBounded(), seed=1)
    result = search.run(game.start(), iterations=200_000)
    assert result.proven and result.value == 0 and result.stats.iterations < 100_000
    check(search.tree)
    proven, values = 0, set()
    for state in random_positions(game, 4, 25):
        result = search.run(state, iterations=2_000)
        proven += assert_true(game, state, result)
        values.add(result.value if result.proven else None)
    assert proven > 25 and values >= {1.0, 0.0, -1.0}


@pytest.mark.parametrize("memory", ["unbounded", "recycle:nodes=30", "flatten:nodes=30"])
def test_two_heaps_with_every_bound(memory: str) -> None:
    game = uncompiled(everything.game(hides=False))
    search = plain_search(game, ScoreBounded(), memory=memory, seed=2)
    proven = 0
    for state in random_positions(game, 1, 4):
        proven += assert_true(game, state, search.run(state, iterations=150))
        check(search.tree)
    assert proven > 0


# ---- scores ----------------------------------------------------------------------------------------------------------


def test_of_many_scores_the_true_one_is_proven_sooner() -> None:
    """Most moves pay 1 unless they are answered, one of them 0.6 in any case: that is the best."""
    spent = {}
    for part in (Solver(), ScoreBounded(pessimism=0.5, optimism=0.5)):
        spent[part.name] = 0
        for seed in range(8):
            game = traps(regions=5, arms=5, replies=4)
            result = plain_search(game, part, seed=seed).run(game.start(), iterations=1_000)
            assert result.proven and result.value == pytest.approx(0.6) and result.move == 0
            spent[part.name] += result.stats.iterations
    assert spent["score_bounded"] < spent["solver"] < 8 * 5 * 5 * 4


# ---- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ScoreBounded(pessimism=-1), "pessimism must be"),
        (lambda: ScoreBounded(optimism=float("inf")), "optimism must be"),
        (lambda: ScoreBounded(rule="kind"), "rule must be one of"),
        (lambda: plain_search(nim(), "solver", "score_bounded"), "score_bounded cannot be combined with solver"),
        (lambda: plain_search(everything.game(), "score_bounded", information="single"), "guess"),
    ],
)
def test_bad_options(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()
