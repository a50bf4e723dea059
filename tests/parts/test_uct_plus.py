"""UCT+: values and their standard errors from a node's children, by hand."""

from __future__ import annotations

import math
from typing import Any

import everything
import pytest
from toys import gamble, nim
from uncompiled import plain_search

import anyspace
from anyspace import OptionError, UCTPlus
from anyspace.core.check import check
from anyspace.parts.select.uct_plus import standard_error


def children(search: Any, node: int) -> list[int]:
    found, child = [], int(search.tree.nodes[node].child)
    while child:
        found.append(child)
        child = int(search.tree.nodes[child].sibling)
    return found


def test_the_error_of_a_mean_by_hand() -> None:
    assert standard_error(0.5, 0.0, 4) == pytest.approx(math.sqrt((4 * 0.25 + 0.25) / 5 / 4))  # two wins, two losses
    assert standard_error(1.0, 0.0, 1) == pytest.approx(math.sqrt(0.125))  # one win: nothing has scattered yet
    assert standard_error(0.5, 1.0, 4) == pytest.approx(math.sqrt(0.25 / 5 / 4))  # four draws: only what was not seen


def test_outcomes_count_by_their_odds_not_by_how_often_they_came_up() -> None:
    """The coin is worth its odds exactly, once both sides were seen, and the error is that of both, weighted."""
    game = gamble(odds=0.75)
    search = plain_search(game, UCTPlus(c=6.0), seed=3)
    search.run(game.start(), iterations=200)
    tree, (root,) = search.tree, [int(node) for node in search.tree.roots]
    coin = next(child for child in children(search, root) if tree.nodes[child].move == 1)
    heads, tails = sorted(children(search, coin), key=lambda child: -tree.nodes[child].move)
    assert (tree.extras[heads].odds, tree.extras[tails].odds) == (0.75, 0.25)
    assert tree.extras[coin].estimate == pytest.approx(0.75)
    by_hand = math.hypot(0.75 * tree.extras[heads].error, 0.25 * tree.extras[tails].error)
    assert tree.extras[coin].error == pytest.approx(by_hand)
    assert search.root.children and max(search.root.children, key=lambda child: child.visits).move == 1


def test_two_players_pass_up_each_others_losses() -> None:
    game = nim(6)
    search = plain_search(game, UCTPlus(), seed=1)
    search.run(game.start(), iterations=300)
    check(search.tree)
    tree = search.tree
    seen = 0
    for node in range(1, int(tree.nodes.shape[0])):
        below = [child for child in children(search, node) if tree.extras[child].error > 0]
        if tree.nodes[node].visits < 2 or not below:
            continue
        weights = [int(tree.nodes[child].visits) for child in below]
        estimates = [float(tree.extras[child].estimate) for child in below]
        mine = [tree.nodes[child].player == tree.nodes[node].player for child in below]
        own = [e if is_own else 1 - e for is_own, e in zip(mine, estimates, strict=True)]
        by_hand = sum(w * e for w, e in zip(weights, own, strict=True)) / sum(weights)
        assert tree.extras[node].estimate == pytest.approx(by_hand)
        seen += 1
    assert seen > 5 and search.run(game.start(), iterations=300).move == 2  # leaves four


def test_where_something_is_hidden_visits_stand_for_odds() -> None:
    game = anyspace.load("tiger(horizon=4)")
    search = plain_search(game, "uct_plus:c=3", seed=4)
    assert search.run(game.start(seed=1), iterations=300).name == "listen"
    assert not search.tree.extras["odds"].any()


def test_refusals() -> None:
    with pytest.raises(OptionError, match="c must be"):
        UCTPlus(c=-1)
    with pytest.raises(OptionError, match="between two players"):
        plain_search(nim(6, players=3), UCTPlus())
    assert str(UCTPlus(c=1.5)) == "uct_plus:c=1.5" and everything.game().players == 2
