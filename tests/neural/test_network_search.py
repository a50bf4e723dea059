"""Searches whose leaves a network looks at."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from neural.puct_twin import Twin, noisy, visits_in, visits_of
from neural.strip import linear, strip
from uncompiled import plain_search, uncompiled

from anyspace import Game, NetworkError, OptionError, Search, load
from anyspace.core.check import check
from anyspace.parts.leaf.network import KNOWN, Network


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"form": "lecture", "c": 0.7, "first": "parent"},
        {"c": 2.0, "first": "constant", "value": 0.3, "base": 50.0},
    ],
)
def test_puct_agrees_with_an_obvious_twin_visit_for_visit(options: dict[str, Any]) -> None:
    game = uncompiled(load("tic_tac_toe"))
    text = ":".join(["puct", ",".join(f"{name}={given}" for name, given in options.items())])
    search = plain_search(game, Network(noisy(9), batch=1), text.rstrip(":"), seed=3)
    search.run(game.start(), iterations=250)
    assert visits_in(search.root) == visits_of(Twin(noisy(9), 3, **options).run(game.start(), 250))


def test_playouts_through_the_networks_path_are_the_plain_search() -> None:
    """UCB1 asks for no odds, mix=0 for no values: what is left of the network is its path."""
    game = uncompiled(load("tic_tac_toe"))
    ours = plain_search(game, Network(noisy(9), batch=1, mix=0.0), "ucb1", seed=3)
    plain = plain_search(game, "ucb1", seed=3)
    ours.run(game.start(), iterations=300)
    plain.run(game.start(), iterations=300)
    assert visits_in(ours.root) == visits_in(plain.root)


@pytest.mark.parametrize("waiting", ["loss", "visits"])
@pytest.mark.parametrize(
    "memory",
    ["unbounded", "stop:nodes=30", "stunt:nodes=30", "ensemble:nodes=30", "flatten:nodes=30", "recycle:nodes=30",
     "collect:nodes=40"],
)  # fmt: skip
def test_batches_leave_nothing_behind(waiting: str, memory: str) -> None:
    """Whatever the bound: every iteration is counted once, nothing waits, and the tree is in order."""
    game = uncompiled(strip())
    search = plain_search(game, Network(linear, batch=4, waiting=waiting, cache=16), memory=memory, seed=2)
    result = search.run(game.start(), iterations=150)
    assert result.stats.iterations == 150 or memory.startswith("stop")
    check(search.tree)
    assert not (search.tree.extras["looked_at"] == 1).any()
    if waiting == "visits":
        assert not search.tree.extras["under_way"].any()
    if memory == "unbounded":
        assert sum(row.visits for row in result.table) == 150 == search.root.visits


def test_the_same_batches_for_the_same_seed() -> None:
    game = uncompiled(strip())
    runs = [plain_search(game, Network(linear, batch=4), seed=9) for _ in range(2)]
    for search in runs:
        search.run(game.start(), iterations=120)
    assert visits_in(runs[0].root) == visits_in(runs[1].root)


def counting(seen: list[int]) -> Any:
    def network(planes: Any) -> Any:
        seen.append(len(planes))
        return linear(planes)

    return network


def test_what_was_looked_at_is_remembered() -> None:
    game, seen, again = uncompiled(strip()), [], []  # type: ignore[var-annotated]
    for cache, looks in ((0, seen), (4096, again)):
        search = plain_search(game, Network(counting(looks), batch=1, cache=cache), seed=2)
        search.run(game.start(), iterations=150)
    assert sum(again) < sum(seen)  # the same cells filled in another order


def test_positions_that_are_drawn_alike_share_an_answer() -> None:
    """Whatever the game's rule `key` says of them: of six cells that are full or not there are 64 pictures."""

    def full(state: Any, observer: int, out: Any) -> None:
        for i in range(6):
            out[0, i // 3, i % 3] = 1.0 if state.cell[i] >= 0 else 0.0

    def key(state: Any) -> int:
        found = 0
        for i in range(6):
            found = 3 * found + state.cell[i] + 1
        return found

    shown: list[bytes] = []

    def network(planes: Any) -> Any:
        shown.extend(each.tobytes() for each in planes)
        found = planes.reshape(len(planes), -1) @ np.arange(42.0).reshape(6, 7)
        return found[:, :6] % 3, np.zeros((len(planes), 1))

    game = uncompiled(strip(planes=full, plane_shape=(1, 2, 3), key=key))
    search = plain_search(game, Network(network, batch=1), "puct:c=5", seed=1)
    shown.clear()
    search.run(game.start(), iterations=250)
    known = search.tree.extras["looked_at"] == KNOWN
    assert len(shown) == len(set(shown)) <= 63 < known.sum()


def test_batches_are_as_large_as_asked_and_smaller_for_few_iterations() -> None:
    game = uncompiled(load("tic_tac_toe"))
    most = {}
    for batch, iterations in ((6, 100), (None, 100), (None, 16)):
        seen: list[int] = []
        net = noisy(9)
        search = plain_search(
            game, Network(lambda planes, seen=seen, net=net: (seen.append(len(planes)), net(planes))[1], batch=batch)
        )
        search.run(game.start(), iterations=iterations)
        most[batch, iterations] = max(seen[2:])
    assert most == {(6, 100): 6, (None, 100): 4, (None, 16): 2}


def test_mixed_with_playouts() -> None:
    """A network that is always wrong counts for half; without playouts the search would follow it."""

    def misled(planes: Any) -> Any:
        return None, np.full((len(planes), 1), 0.5)

    game = uncompiled(strip())
    result = plain_search(game, Network(misled, mix=0.5, batch=1), seed=1).run(game.start(), iterations=100)
    assert result.stats.mean_playout > 0
    result = plain_search(game, Network(misled, batch=1), seed=1).run(game.start(), iterations=100)
    assert result.stats.mean_playout == 0


def test_a_policy_alone_has_playouts_for_values() -> None:
    game = uncompiled(strip())
    search = plain_search(game, Network(lambda planes: (linear(planes)[0], None), batch=1), seed=1)
    assert search.run(game.start(), iterations=60).stats.mean_playout > 0


def test_what_nothing_was_said_of_is_worth_a_half_on_every_desk() -> None:
    game = uncompiled(strip())
    search = plain_search(game, Network(lambda planes: (linear(planes)[0], None), batch=4), "gumbel", seed=1)
    search.run(game.start(), iterations=60)
    extras = search.tree.extras
    assert {*extras["estimate"][extras["looked_at"] == KNOWN].tolist()} == {0.5}


@pytest.mark.parametrize("batch", [1, 4])
def test_it_looks_at_so_many_nodes_and_no_more(batch: int) -> None:
    game, seen = uncompiled(strip()), []  # type: ignore[var-annotated]
    search = plain_search(game, Network(counting(seen), batch=batch, nodes=10, cache=0), seed=1)
    result = search.run(game.start(), iterations=100)
    assert sum(seen) - 2 - 1 == 10 and result.stats.mean_playout > 0  # two to see that it fits, and the root


def test_what_is_no_number_is_caught_and_the_search_goes_on_afterwards() -> None:
    game, bad = uncompiled(strip()), [False]

    def network(planes: Any) -> Any:
        policy, value = linear(planes)
        return policy, value * (np.nan if bad[0] else 1.0)

    search = plain_search(game, Network(network, batch=4, cache=0), seed=1)
    search.run(game.start(), iterations=10)
    bad[0] = True
    with pytest.raises(NetworkError, match="network: value has nan among its numbers"):
        search.run(game.start(), iterations=50)
    bad[0] = False
    assert search.run(game.start(), iterations=20).stats.iterations == 20


def test_proofs_beside_a_network_that_knows_nothing() -> None:
    game = uncompiled(strip())
    state = game.after([0, 5])
    search = plain_search(game, Network(linear, batch=4), "solver", seed=1)
    result = search.run(state, iterations=2000)
    assert result.proven and result.stats.iterations < 2000


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = uncompiled(strip())
    search = plain_search(game, Network(linear, batch=4), seed=1)
    move = search.run(game.start(), iterations=100).move
    state = game.start()
    state.play(move)
    search.advance(move)
    result = search.run(state, iterations=50)
    assert result.stats.reused > 0 and search.root.visits == result.stats.reused + 50


@pytest.mark.parametrize("name", ["leduc_poker", "phantom(m=3,n=3,k=3)"])
@pytest.mark.parametrize("batch", [1, 4])
def test_what_is_hidden(name: str, batch: int) -> None:
    game = uncompiled(load(name))
    search = plain_search(game, Network(noisy(game.actions), batch=batch), seed=1)
    result = search.run(game.start(seed=4), iterations=120)
    assert result.stats.information == "single" and sum(row.visits for row in result.table) == 120
    assert not (search.tree.extras["looked_at"] == 1).any()


def seeing(game: Any) -> Any:
    """A network with an inner layer."""
    said = noisy(game.actions)
    return lambda planes: (*said(planes), planes.reshape(len(planes), -1))


@pytest.mark.parametrize("parts", [[], ["similar:phi=network,size=40"]])
@pytest.mark.parametrize("mode", ["determinized:count=4", "cheating"])
def test_as_if_it_were_open(mode: str, parts: list[str]) -> None:
    """One guess after the other, or the truth."""
    game = uncompiled(load("leduc_poker"))
    search = plain_search(game, Network(seeing(game), batch=2), *parts, information=mode, seed=1)
    assert search.run(game.start(seed=4), iterations=60).stats.iterations == 60


@pytest.mark.parametrize(
    ("mode", "parts", "said"),
    [
        ("multi", [], "network: a tree for each player has leaves that nobody decides in"),
        ("single", ["similar:phi=network"], "similar: positions are compared as they are, and a player does not see"),
        ("multi", ["similar:phi=network"], "similar: positions are compared as they are, and a player does not see"),
    ],
)
def test_modes_that_are_refused(mode: str, parts: list[str], said: str) -> None:
    game = uncompiled(load("leduc_poker"))
    with pytest.raises(OptionError, match=said):
        plain_search(game, Network(seeing(game)), *parts, information=mode)


def test_moves_made_at_the_same_time() -> None:
    """One after the other, as if each player saw those before its own."""

    def planes(state: Any, observer: int, out: Any) -> None:
        out[0, 0, 0] = 1.0

    facts = {**load("rock_paper_scissors").facts(), "planes": planes, "plane_shape": (1, 1, 2)}
    game = uncompiled(Game(**facts))
    with pytest.raises(OptionError, match="a tree for each player has leaves that nobody decides in"):
        plain_search(game, Network(noisy(3)))
    search = plain_search(game, Network(noisy(3), batch=2), information="sequential", seed=1)
    assert search.run(game.start(), iterations=40).stats.iterations == 40


def test_two_threads_do_what_was_asked_for() -> None:
    game = uncompiled(strip())
    search = plain_search(game, Network(linear, batch=2, threads=2), seed=1)
    result = search.run(game.start(), iterations=101)
    assert result.stats.iterations == 101 == search.root.visits and result.stats.threads == 2
    check(search.tree)
    assert not (search.tree.extras["looked_at"] == 1).any()


@pytest.mark.parametrize(
    ("parts", "options", "said"),
    [
        (["network"], {}, "which one"),
        ([Network(linear)], {"parallel": "tree:threads=2"}, "network has its own way of working"),
        ([Network(lambda planes: 1)], {}, "must answer"),
    ],
)
def test_what_cannot_be(parts: list[Any], options: dict[str, Any], said: str) -> None:
    with pytest.raises((OptionError, NetworkError), match=said):
        Search(uncompiled(strip()), *parts, **options)


@pytest.mark.parametrize("options", [{"batch": 0}, {"mix": 2}, {"waiting": "x"}, {"symmetry": "x"}, {"threads": 0}])
def test_options_that_make_no_sense(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=f"Network: {next(iter(options))} must be"):
        Network(linear, **options)


def test_boards_turned() -> None:
    """The mean over all ways to see a position treats equal moves alike."""
    game = uncompiled(load("tic_tac_toe"))
    for symmetry in ("mean", "drawn"):
        search = plain_search(game, Network(noisy(9), symmetry=symmetry, batch=1), seed=1)
        search.run(game.start(), iterations=40)
        if symmetry == "mean":
            odds = search.tree.rows[0][int(search.tree.roots[0])]
            assert np.allclose(odds[[0, 2, 6, 8]], odds[0]) and np.allclose(odds[[1, 3, 5, 7]], odds[1])
    without = [plain_search(game, Network(noisy(9), symmetry="drawn", batch=1), seed=1) for _ in range(2)]
    for search in without:
        search.run(game.start(), iterations=40)
    assert visits_in(without[0].root) == visits_in(without[1].root)
