"""A formula of one's own; the least visited child; flat Monte Carlo and the move with the best AMAF value."""

from __future__ import annotations

import functools
import math
from typing import Any

import everything
import numpy as np
import pytest
from bandits import Bandit, coin
from toys import nim
from twin import tree_of
from uncompiled import plain_search, uncompiled

from anyspace import UCB1, Formula, Max, MaxAmaf, OptionError, Uniform
from anyspace.core.check import check
from anyspace.errors import GameError

# ---- formula ---------------------------------------------------------------------------------------------------------


def greedy(mean: float, visits: int, trials: float) -> float:
    return mean


def own_ucb1(mean: float, visits: int, trials: float, c: float) -> float:
    return mean + c * math.sqrt(math.log(trials)) * (1 / math.sqrt(visits))


def weighted(mean: float, visits: int, trials: float, a: float, b: float, c: float, d: float) -> float:
    return a * mean + b * visits + c * trials + d


def test_a_formula_is_asked_for_every_child() -> None:
    """Three arms with 2, 4 and 10 pulls that won 1, 3 and 5: by hand."""
    for numbers, expected in (
        ({"a": 1, "b": 0, "c": 0, "d": 0}, 1),  # the best mean
        ({"a": 0, "b": 1, "c": 0, "d": 0}, 2),  # the most visited
        ({"a": 0, "b": -1, "c": 1, "d": 5}, 0),  # the least visited
    ):
        bandit = Bandit([coin(0.5)] * 3, Formula(weighted, **numbers))
        bandit.set([2, 4, 10], [1.0, 3.0, 5.0])
        assert bandit.choose() == expected


def test_numbers_are_given_by_name_whatever_their_order() -> None:
    one, other = Formula(weighted, a=1, b=2, c=3, d=4), Formula(weighted, d=4, c=3, b=2, a=1)
    assert one == other and one.numbers == {"a": 1, "b": 2, "c": 3, "d": 4} and len({one, other}) == 1
    assert str(one) == "Formula(weighted, a=1, b=2, c=3, d=4)"
    assert one != Formula(weighted, a=1, b=2, c=3, d=5) and Formula(greedy) != one


@pytest.mark.parametrize(("game", "information"), [(everything.game(), "cheating"), (everything.game(), "single")])
def test_ucb1_by_formula_is_ucb1(game: Any, information: str) -> None:
    trees = []
    for select in (UCB1(0.8), Formula(own_ucb1, c=0.8)):
        search = plain_search(game, select, information=information, seed=5)
        search.run(game.start(), iterations=150)
        check(search.tree)
        trees.append(tree_of(search))
    assert trees[0] == trees[1]


def test_a_formula_goes_with_other_parts() -> None:
    """`mean` is what a child is worth by whatever they say."""
    asked = []

    def watching(mean: float, visits: int, trials: float) -> float:
        asked.append(mean)
        return mean

    game = uncompiled(everything.game(hides=False))
    plain_search(game, Formula(watching), "implicit_minimax:alpha=1", seed=1).run(game.start(), iterations=30)
    assert set(asked) <= {0.25, 0.75, 0.0, 1.0}, "what the game's evaluation gives, and how games end"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Formula(3), "expected a function, not 3"),  # type: ignore[arg-type]
        (lambda: Formula(functools.partial(own_ucb1, c=1)), "expected a function"),
        (lambda: Formula(own_ucb1), r"takes mean, visits, trials .*; got own_ucb1\(mean, visits, trials, c\) and no"),
        (lambda: Formula(greedy, c=1), r"got greedy\(mean, visits, trials\) and c"),
        (lambda: Formula(lambda mean: mean), "takes mean, visits, trials"),
        (lambda: Formula(own_ucb1, c="much"), "c must be a number"),  # type: ignore[arg-type]
        (lambda: Formula(own_ucb1, c=float("nan")), "c must be a number"),
        (
            lambda: Formula(lambda mean, visits, trials, a, b, c, d, e: mean, a=1, b=1, c=1, d=1, e=1),
            "at most 4 numbers",
        ),
    ],
)
def test_bad_formulas(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()


def test_a_score_that_is_no_number_is_reported_and_the_search_goes_on_working() -> None:
    worth = [float("nan")]

    def sometimes(mean: float, visits: int, trials: float) -> float:
        return worth[0]

    game = uncompiled(everything.game())
    for mode in ("cheating", "single"):
        worth[0] = float("nan")
        search = plain_search(game, Formula(sometimes), information=mode, seed=1)
        with pytest.raises(GameError, match="everything: a part of the search gave a score that is not a number"):
            search.run(game.start(), iterations=50)
        worth[0] = 1.0
        assert search.run(game.start(), iterations=50).stats.iterations == 50
        check(search.tree)


# ---- uniform ---------------------------------------------------------------------------------------------------------


def test_every_child_as_often_as_every_other() -> None:
    game = uncompiled(everything.game(hides=False))
    search = plain_search(game, Uniform(), seed=1)
    search.run(game.start(), iterations=200)
    check(search.tree)
    waiting = [search.root]
    while waiting:
        node = waiting.pop()
        visits = [child.visits for child in node.children]
        assert not visits or max(visits) - min(visits) <= 1
        waiting += node.children


# ---- flat Monte Carlo ------------------------------------------------------------------------------------------------


def flat(game: Any, *parts: Any, **options: Any) -> Any:
    return plain_search(game, "uniform", "depth_limit:plies=1", *parts, **options)


def test_flat_monte_carlo_plays_the_best_mean() -> None:
    game = uncompiled(everything.game(hides=False))
    search = flat(game, final=Max(), seed=1)
    result = search.run(game.start(), iterations=300)
    assert search.tree.pool[0].used == 7, "the root and its moves"
    assert result.value == max(row.value for row in result.table)
    assert {row.visits for row in result.table} == {50}


def test_the_best_amaf_value_is_by_all_moves_of_all_playouts() -> None:
    """Counted here from what every iteration told: of each of player 0's moves, the iterations in which it was played,
    and the mean of what they paid."""
    game = uncompiled(everything.game(hides=False))
    search = flat(game, final=MaxAmaf(), seed=4)
    told: dict[int, list[float]] = {action: [] for action in range(game.actions)}
    inner = search.loop.learn

    def learn(tree: Any, table: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
        played = {divmod(int(entry), game.actions) for entry in scratch.trace[: scratch.told[1]]}
        for player, action in played:
            if player == 0:
                told[action].append(float(payoffs[0]))
        return int(inner(tree, table, policy, scratch, payoffs, length))

    search.loop.learn = learn
    result = search.run(game.start(), iterations=120)
    worth = {action: np.mean(rewards) for action, rewards in told.items()}
    by_hand = MaxAmaf().worth(search, list(worth), [0.0] * 6)
    assert by_hand == pytest.approx(list(worth.values()), abs=1e-6)
    assert result.move == max(worth, key=lambda action: worth[action])
    assert all(len(rewards) > 20 for rewards in told.values()), "more than a sixth of the iterations each"


def test_the_amaf_values_of_several_trees_add_up() -> None:
    game = uncompiled(everything.game(hides=False))
    search = flat(game, final=MaxAmaf(), parallel="root:threads=2", seed=4)
    search.run(game.start(), iterations=60)
    rows = [tree.rows[search.loop.move_rows][tree.roots[0]] for tree in search.forest]
    assert len(rows) == 2
    worth = MaxAmaf().worth(search, list(range(6)), [0.0] * 6)
    total = rows[0] + rows[1]
    assert worth == pytest.approx([total[i] / total[6 + i] for i in range(6)])


def test_a_move_that_was_never_played_has_its_mean() -> None:
    assert MaxAmaf().choose([1, 5, 5], [0.5, 0.75, 0.5]) == 1
    assert MaxAmaf().choose([1, 5, 9], [0.75, 0.5, 0.75]) == 2, "of equals the more visited"
    game = uncompiled(everything.game(hides=False))
    search = flat(game, final=MaxAmaf(), seed=4)
    search.run(game.start(), iterations=1)
    row = search.tree.rows[search.loop.move_rows][search.tree.roots[0]]
    never = [move for move in range(6) if row[6 + move] == 0]
    assert never and MaxAmaf().worth(search, never, [0.125] * len(never)) == [0.125] * len(never)


def test_amaf_asks_for_the_number_of_actions() -> None:
    with pytest.raises(OptionError, match="max-amaf asks nim for how many different moves there are"):
        plain_search(nim(), final="max-amaf")
