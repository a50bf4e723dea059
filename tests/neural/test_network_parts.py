"""Parts that say something of what a network says: noise at the root, virtual visits by odds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from neural.puct_twin import noisy
from neural.strip import linear, strip
from uncompiled import plain_search, uncompiled

from anyspace import OptionError, Search, load
from anyspace.cli import main
from anyspace.parts.leaf.network import Network


def odds_of(search: Search) -> Any:
    return np.array(search.tree.rows[search.loop.priors.row][int(search.tree.roots[0])])


def test_noise_is_mixed_into_the_roots_odds() -> None:
    game = uncompiled(load("tic_tac_toe"))
    plain = plain_search(game, Network(noisy(9), batch=1), seed=1)
    plain.run(game.start(), iterations=1)
    found = []
    for seed in range(200):
        search = plain_search(game, Network(noisy(9), batch=1), "root_noise:alpha=1.0,share=0.5", seed=seed)
        search.run(game.start(), iterations=1)
        found.append(odds_of(search))
        assert abs(found[-1].sum() - 1.0) < 1e-5 and (found[-1] >= 0.5 * odds_of(plain) - 1e-6).all()
    # the mean of the noise is 1/9 a move
    np.testing.assert_allclose(np.mean(found, axis=0), 0.5 * odds_of(plain) + 0.5 / 9, atol=0.02)


def test_noise_is_drawn_anew_and_not_added_up() -> None:
    game = uncompiled(load("tic_tac_toe"))
    search = plain_search(game, Network(noisy(9), batch=2), "root_noise", seed=4)
    search.run(game.start(), iterations=20)
    first = odds_of(search)
    search.run(iterations=20)
    np.testing.assert_allclose(odds_of(search), first, rtol=1e-6)  # the same seed, on the network's own odds
    moves = {row.move for row in search.run(iterations=1).table}
    nodes, extras = search.tree.nodes, search.tree.extras
    child = int(nodes[int(search.tree.roots[0])].child)
    while child:  # and what children keep of it is the same
        assert float(extras[child].prior) == odds_of(search)[int(nodes[child].move)] and int(nodes[child].move) in moves
        child = int(nodes[child].sibling)


def test_virtual_visits_by_hand() -> None:
    """One decision: V = (1 + p / p_max) / 2 and N = 200 p / p_max, and UCB1 on top."""
    game = uncompiled(strip())
    search = plain_search(game, Network(linear, batch=1, mix=0.0, nodes=1), "prior_seeding:visits=20", seed=1)
    search.run(game.start(), iterations=1)
    logits, _ = linear(game.start().planes()[None])
    share = np.exp(logits[0] - logits[0].max())
    assert search.root.children[0].move == np.argmax(0.5 + 0.5 * share)  # ln 1 = 0: the greatest value comes first
    assert search.select.name == "ucb1"
    best = float(search.tree.extras[int(search.tree.roots[0])].best_odds)
    assert best == pytest.approx(float((np.exp(logits[0]) / np.exp(logits[0]).sum()).max()), rel=1e-5)


def test_where_the_network_has_not_looked_all_moves_are_tried() -> None:
    game = uncompiled(strip())
    search = plain_search(game, Network(linear, batch=1, mix=0.0, nodes=0), "prior_seeding", seed=1)
    result = search.run(game.start(), iterations=6)
    assert sorted(row.visits for row in result.table) == [1] * 6


@pytest.mark.parametrize("part", ["root_noise", "prior_seeding"])
def test_without_a_network(part: str) -> None:
    with pytest.raises(OptionError, match=f"{part}: the odds are a network's"):
        Search(uncompiled(strip()), part)


def test_the_command_takes_a_network(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["think", "tic_tac_toe", "--network", "nowhere.onnx", "--iterations", "10"]) != 0
    assert "there is no network nowhere.onnx" in capsys.readouterr().err
