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
from anyspace.core.competing import FIRST
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


def nodes_of(search: Search, game: Any) -> list[tuple[int, Any]]:
    """All nodes that somebody moves from, in the order of their birth, with their positions; the root first."""
    found, waiting = [], [(int(search.tree.roots[0]), game.start())]
    while waiting:
        node, state = waiting.pop()
        if not state.over:
            found.append((node, state))
            waiting += [(child, state.copy().play(move)) for move, child in children_of(search, node).items()]
    return sorted(found, key=lambda each: each[0])


def children_of(search: Search, node: int) -> dict[int, int]:
    found, child = {}, int(search.tree.nodes[node].child)
    while child:
        found[int(search.tree.nodes[child].move)] = child
        child = int(search.tree.nodes[child].sibling)
    return found


class Asked:
    """What a search makes of a move, as its own functions answer: of the `i`-th of a node, which may have a child."""

    def __init__(self, search: Search, node: int, i: int, child: int | None) -> None:
        self.search, self.node, self.i, self.child = search, node, i, child
        self.scratch = search.workspaces[0].scratch

    def score(self, width: float) -> float:
        """Before it is tried."""
        loop, tree, policy = self.search.loop, self.search.tree, self.search.policy
        return loop.unvisited(tree, None, policy, self.scratch, self.node, 0, self.i, width)

    def worth(self, reward: float, n: int) -> float:
        loop, tree, policy = self.search.loop, self.search.tree, self.search.policy
        return loop.value(tree, policy, self.scratch, self.node, self.child, reward, n)

    def visits(self, n: int) -> float:
        """As how many it counts where the search explores, after `n` of its own."""
        loop, tree, policy = self.search.loop, self.search.tree, self.search.policy
        return loop.bound(tree, policy, self.scratch, self.node, self.child, 0.0, n, 1.0) ** -2

    def beginning(self) -> tuple[float, float]:
        """V and N before the first visit."""
        if self.child is not None:
            return self.worth(0.0, 0), self.visits(0)
        return self.score(0.0), (self.score(1.0) - self.score(0.0)) ** -2


@pytest.mark.parametrize("parts", [[], ["similar:phi=network,lam=0,size=16"]])
def test_the_papers_initialisation_number_by_number(parts: list[str]) -> None:
    """V = (1 + p / p_max) / 2 and N = 200 p / p_max for the moves of the root and of the first hundred nodes; after n
    visits that brought R, (N V + R) / (N + n) and N + n. From the next node on there is nothing of it."""

    def network(planes: Any) -> Any:
        policy, value = noisy(9)(planes)
        return policy, value, planes.reshape(len(planes), -1)

    game = uncompiled(load("tic_tac_toe"))
    looks = Network(network, batch=1, mix=0.0, nodes=100, cache=0)
    search = plain_search(game, looks, *parts, "prior_seeding", "ucb1:c=2", seed=1)
    search.run(game.start(), iterations=250)
    nodes, tried = nodes_of(search, game), []
    for place, (node, state) in enumerate(nodes):
        moves, children = state.moves(), children_of(search, node)
        odds = np.exp(network(state.planes()[None])[0][0, moves].astype(float))
        for i, share in enumerate(odds / odds.max()):
            child = children.get(moves[i])
            asked, worth, many = Asked(search, node, i, child), 0.0, 0.0
            if place <= 100:  # the root was looked at besides
                worth, many = asked.beginning()
                assert worth == pytest.approx(0.5 * (1 + share), abs=1e-5)
                assert many == pytest.approx(round(many)) and abs(many - max(1, 200 * share)) < 0.501
            elif child is None:
                assert asked.score(1.0) == FIRST
            if child is not None:
                n, reward = int(search.tree.nodes[child].visits), float(search.tree.nodes[child].reward)
                assert asked.worth(reward, n) == pytest.approx((many * worth + reward) / (many + n))
                assert asked.visits(n) == pytest.approx(many + n)
                tried.append((place > 100, n))
    assert len(nodes) > 110 and max(n for _, n in tried) > 20 and max(tried)[0] and max(tried)[1] > 1


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
