"""Many searches in step find what each finds alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from neural.puct_twin import noisy, visits_in
from neural.strip import linear, strip
from uncompiled import plain_search, uncompiled

from anyspace import Lockstep, NetworkError, OptionError, Search, improved_policy, load
from anyspace.parts.leaf.network import Network


def some(game: Any, count: int, *parts: Any, batch: int = 1, network: Any = None) -> list[Search]:
    net = network or noisy(game.actions)
    return [plain_search(game, Network(net, batch=batch), *parts, seed=10 + i) for i in range(count)]


@pytest.mark.parametrize(("parts", "batch"), [((), 1), (("gumbel:considered=4",), 1), (("solver",), 4)])
def test_each_finds_what_it_finds_alone(parts: tuple[str, ...], batch: int) -> None:
    game = uncompiled(load("tic_tac_toe"))
    states = [game.after(list(range(i))) for i in range(4)]
    together, alone = some(game, 4, *parts, batch=batch), some(game, 4, *parts, batch=batch)
    results = Lockstep(together).run(states, iterations=[30, 20, 40, 25])
    for i, (search, other, result) in enumerate(zip(together, alone, results, strict=True)):
        expected = other.run(states[i], iterations=[30, 20, 40, 25][i])
        assert visits_in(search.root) == visits_in(other.root)
        assert result.move == expected.move and result.stats.iterations == expected.stats.iterations


def test_one_look_for_all() -> None:
    game, seen = uncompiled(load("tic_tac_toe")), []  # type: ignore[var-annotated]
    net = noisy(9)

    def network(planes: Any) -> Any:
        seen.append(len(planes))
        return net(planes)

    searches = some(game, 6, network=network)
    seen.clear()
    Lockstep(searches).run([game.start()] * 6, iterations=10)
    assert max(seen) == 6 and len(seen) <= 1 + 10  # the roots together, then a look an iteration


def test_games_played_in_step() -> None:
    game = uncompiled(strip())
    searches = some(game, 3, network=linear)
    together = Lockstep(searches)
    states = [game.start() for _ in range(3)]
    while not states[0].over:
        results = together.run(states, iterations=12)
        for search, state, result in zip(searches, states, results, strict=True):
            state.play(result.move)
            search.advance(result.move)
    assert all(state.over for state in states)


def test_what_is_learnt() -> None:
    """By hand, from what the tree says: the shares of the visits, or softmax(logits + sigma(completed q))."""
    game = uncompiled(load("tic_tac_toe"))
    (search,) = some(game, 1)
    result = search.run(game.start(), iterations=50)
    shares = {row.move: row.visits / 50 for row in result.table}
    assert improved_policy(search) == {move: shares.get(move, 0.0) for move in range(9)}
    (search,) = some(game, 1, "gumbel:considered=4,scale=0.5")
    search.run(game.start(), iterations=20)
    logits, value = noisy(9)(game.start().planes()[None])
    children = {child.move: child for child in search.root.children}
    p = np.exp(logits[0].astype(float)) / np.exp(logits[0].astype(float)).sum()
    n = np.array([children[move].visits if move in children else 0 for move in range(9)])
    q = np.array([0.5 * (children[move].value + 1) if move in children else 0.0 for move in range(9)])
    mixed = (0.5 * (value[0, 0] + 1) + n.sum() * (p * q)[n > 0].sum() / p[n > 0].sum()) / (1 + n.sum())
    weights = p * np.exp((50 + n.max()) * 0.5 * np.where(n > 0, q, mixed))
    found = improved_policy(search)
    np.testing.assert_allclose([found[move] for move in range(9)], weights / weights.sum(), rtol=1e-4)


def test_what_makes_no_sense() -> None:
    game = uncompiled(load("tic_tac_toe"))
    searches = some(game, 2)
    with pytest.raises(OptionError, match="there must be a search"):
        Lockstep([])
    with pytest.raises(OptionError, match="every search must have a network"):
        Lockstep([plain_search(game, "ucb1")])
    with pytest.raises(OptionError, match="a search is there twice"):
        Lockstep([searches[0], searches[0]])
    with pytest.raises(OptionError, match="strip beside tic_tac_toe"):
        Lockstep([searches[0], plain_search(uncompiled(strip()), Network(linear))])
    with pytest.raises(OptionError, match="2 searches, 3 states"):
        Lockstep(searches).run([game.start()] * 3, iterations=5)


def test_an_error_leaves_all_searches_usable() -> None:
    game, bad = uncompiled(strip()), [False]

    def network(planes: Any) -> Any:
        policy, value = linear(planes)
        return policy, value * (np.nan if bad[0] else 1.0)

    searches = some(game, 2, network=network)
    bad[0] = True
    with pytest.raises(NetworkError, match="nan"):
        Lockstep(searches).run([game.start()] * 2, iterations=5)
    bad[0] = False
    assert len(Lockstep(searches).run([game.start()] * 2, iterations=5)) == 2


def test_different_kinds_and_fewer_than_before() -> None:
    """Searches of other parts and batches beside each other; then the first of them alone; then all again."""
    game = uncompiled(load("tic_tac_toe"))
    kinds: list[tuple[tuple[str, ...], int]] = [(("gumbel:considered=4",), 1), ((), 3), (("gumbel:considered=2",), 1)]

    def those() -> list[Search]:
        net = noisy(9)
        return [plain_search(game, Network(net, batch=n), *parts, seed=i) for i, (parts, n) in enumerate(kinds)]

    together, alone = those(), those()
    in_step = Lockstep(together)
    for count in (3, 1, 3):
        states = [game.after(list(range(i + count))) for i in range(count)]
        for found, other, state in zip(in_step.run(states, iterations=24), alone, states, strict=False):
            assert found.table == other.run(state, iterations=24).table
    assert [visits_in(one.root) for one in together] == [visits_in(other.root) for other in alone]
    again = Lockstep(those())
    assert again.choose(states, iterations=24) == [found.move for found in again.run(states, iterations=24)]


def test_compiled_and_growing() -> None:
    """What kernels find in memory is each search's own, also after its tree has moved."""
    game = uncompiled(load("tic_tac_toe"))
    net = noisy(9)

    network, states = Network(net, batch=1, cache=0), [game.after(list(range(i))) for i in range(5)]
    small = [Search(game, network, "gumbel", memory="unbounded:reserve=4", seed=i) for i in range(5)]
    results = Lockstep(small).run(states, iterations=60)
    assert all(len(search.tree.nodes) > 5 for search in small)
    plain = [plain_search(game, network, "gumbel", seed=i) for i in range(5)]
    for search, other, state, result in zip(small, plain, states, results, strict=True):
        assert result.table == other.run(state, iterations=60).table
        assert visits_in(search.root) == visits_in(other.root)


def test_one_network_for_all() -> None:
    game = uncompiled(strip())
    more = [plain_search(game, Network(net)) for net in (linear, lambda planes: (linear(planes)[0], None))]
    with pytest.raises(OptionError, match="one network looks for all"):
        Lockstep(more)
