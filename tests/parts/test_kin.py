"""Children worth what their siblings are worth, too."""

from __future__ import annotations

import pytest
from uncompiled import plain_search

from anyspace import OptionError, Search, load
from anyspace.core.check import check


def test_without_a_share_it_is_plain_uct() -> None:
    game = load("tic_tac_toe")
    plain, silent = (
        plain_search(game, parts, seed=3).run(game.start(), iterations=200) for parts in ("ucb1", "kin:share=0")
    )
    assert plain.table == silent.table


def test_a_childs_worth_by_hand() -> None:
    """Of every child of the root: its own mean, and that of its siblings for share * fade * n / (fade + n) visits."""
    game = load("tic_tac_toe")
    search = plain_search(game, "kin:share=0.3,fade=20", seed=5)
    search.run(game.start(), iterations=120)
    check(search.tree)
    nodes, root = search.tree.nodes, int(search.tree.roots[0])
    children, child = [], int(nodes[root].child)
    while child:
        children.append(child)
        child = int(nodes[child].sibling)
    visits, reward = (sum(float(nodes[c][name]) for c in children) for name in ("visits", "reward"))
    assert search.tree.extras[root].kin_visits == visits
    assert search.tree.extras[root].kin_reward == pytest.approx(reward)
    for c in children:
        n, r = int(nodes[c].visits), float(nodes[c].reward)
        count = (visits - n) * 0.3 * 20 / (20 + visits - n)
        mean = (reward - r) / (visits - n)
        found = search.loop.value(search.tree, search.policy, None, root, c, r, n)
        assert found == pytest.approx((r + count * mean) / (n + count))


def test_bad_options() -> None:
    with pytest.raises(OptionError, match="Kin: "):
        Search(load("tic_tac_toe"), "kin:share=2")
