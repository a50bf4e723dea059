"""Memory bounds: they hold, they do what they say, for every kind of search."""

from __future__ import annotations

import importlib
import math
from typing import Any

import pytest
from toys import nim, traps
from tree_helpers import bytes_of

import anyspace
from anyspace import CHANCE, Collect, Ensemble, Flatten, OptionError, Recycle, Search, Stop, Stunt, Unbounded
from anyspace.core.check import check
from anyspace.core.layout import new_tree
from anyspace.core.tree import NODE, add_child, plant
from anyspace.parts.memory import Bound
from anyspace.parts.memory.fold import NEVER_TRIED, WHOLE, fold_into, is_folded, rest_bound, unfold
from anyspace.parts.part import Part
from anyspace.parts.registry import from_text as part_from_text
from anyspace.search.scratch import Workspace

METHODS = [Stop, Stunt, Ensemble, Flatten, Recycle, Collect]


def from_text(text: str) -> Part:
    return part_from_text(text, "memory")


def kuhn() -> Any:
    return importlib.import_module("anyspace.games.kuhn_poker").game()


def leduc() -> Any:
    return importlib.import_module("anyspace.games.leduc_poker").game()


GAMES = {"perfect": nim(30), "single": leduc(), "multi": leduc(), "determinized": leduc(), "cheating": kuhn()}


@pytest.mark.parametrize("information", GAMES)
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.__name__)
def test_every_bound_with_every_kind_of_search(method: type[Bound], information: str) -> None:
    game = GAMES[information]
    state = game.start(seed=1)
    search = Search(game, "plain", memory=method(nodes=24), information=information, seed=1)
    result = search.run(state, iterations=2000)
    check(search.tree)
    assert result.stats.nodes <= 24
    assert result.move in state.moves()
    visits = sum(row.visits for row in result.table)
    if method is Stop and information in ("perfect", "single", "multi"):
        assert result.stats.iterations < 100  # those that end in a finished game need no node
    else:
        assert visits == pytest.approx(result.stats.iterations, abs=25)
    assert (
        Search(game, "plain", memory=method(nodes=24), information=information, seed=1)
        .run(state, iterations=2000)
        .table
        == result.table
    )


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.__name__)
def test_a_bound_that_is_never_reached_changes_nothing(method: type[Bound]) -> None:
    game = nim(30)
    free = Search(game, "plain", seed=3).run(game.start(), iterations=800)
    bounded = Search(game, "plain", memory=method(nodes=2000), seed=3).run(game.start(), iterations=800)
    assert [(row.move, row.visits) for row in bounded.table] == [(row.move, row.visits) for row in free.table]


def test_stopping_stops() -> None:
    game = nim(40)
    result = Search(game, "plain", memory=Stop(nodes=100), seed=1).run(game.start(), iterations=10_000)
    assert result.stats.iterations == 99


def test_stunting_goes_on() -> None:
    game = nim(40)
    result = Search(game, "plain", memory=Stunt(nodes=100), seed=1).run(game.start(), iterations=10_000)
    assert (result.stats.iterations, result.stats.nodes, result.stats.recycled) == (10_000, 100, 0)


def test_flattening_keeps_the_first_ply() -> None:
    game = nim(40)
    search = Search(game, "plain", memory=Flatten(nodes=50), seed=1)
    result = search.run(game.start(), iterations=5000)
    assert search.root.visits == 5000
    assert sum(row.visits for row in result.table) == 5000
    assert result.stats.recycled > 1000


def test_ensemble_sums_discarded_trees() -> None:
    game = nim(40)
    search = Search(game, "plain", memory=Ensemble(nodes=50), seed=1)
    result = search.run(game.start(), iterations=5000)
    assert sum(row.visits for row in result.table) == 5000
    assert search.root.visits < 50


def test_collecting_keeps_what_is_visited_often() -> None:
    game = nim(40)
    search = Search(game, "plain", memory=Collect(nodes=60, threshold=8), seed=1)
    search.run(game.start(), iterations=5000)
    check(search.tree)
    assert search.root.visits == 5000


def test_recycling_still_finds_the_move() -> None:
    game = nim(21)
    assert Search(game, "plain", memory=Recycle(nodes=500), seed=1).run(game.start(), iterations=300_000).move == 1


def test_recycled_trees_advance() -> None:
    game = nim(40)
    for memory in (Recycle(nodes=60), Recycle(nodes=60, keep_refutations=True)):
        search = Search(game, "plain", memory=memory, seed=1)
        state = game.start()
        for _ in range(6):
            result = search.run(state, iterations=500)
            search.advance(result.move)
            check(search.tree)
            state.play(result.move)


@pytest.mark.parametrize("size", [6_000, 65_536, 2**20])
@pytest.mark.parametrize("keep", [False, True])
def test_bytes_mean_bytes(size: int, keep: bool) -> None:
    game = nim(40)
    search = Search(game, "plain", memory=Recycle(bytes=size, keep_refutations=keep), seed=1)
    search.run(game.start(), iterations=100)
    tree = search.tree
    taken = bytes_of(tree)
    assert 0.5 * size < taken <= size
    assert tree.nodes.nbytes >= len(tree.nodes) * NODE.itemsize


def test_node_sizes() -> None:
    assert node_bytes(Unbounded()) == 32
    assert node_bytes(Recycle(nodes=1)) == 40
    assert node_bytes(Recycle(nodes=1, keep_refutations=True)) == 56


def node_bytes(memory: Bound) -> int:
    return sum(Search(nim(), "plain", memory=memory).layout.node_sizes)


def test_refutations_are_kept() -> None:
    """In a game of traps plain recycling builds the same refutations forever, and what it has forgotten looks better
    than what it knows. Folded, they are built a few times, and the best move is found in the same number of bytes."""
    game = traps()
    found, recycled = {False: 0, True: 0}, {False: 0, True: 0}
    for keep in found:
        for seed in range(6):
            search = Search(game, "plain", memory=Recycle(bytes=20_000, keep_refutations=keep), seed=seed)
            result = search.run(game.start(), iterations=60_000)
            found[keep] += result.move == 0
            recycled[keep] += result.stats.recycled
            check(search.tree)
    assert found[True] == 6
    assert found[False] <= 3
    assert recycled[True] < 0.25 * recycled[False]


def test_folding_is_arithmetic() -> None:
    """The most visited lost child by itself, the others together; unfolded, each gets its own back, or its share."""
    search = Search(nim(), "plain", memory=Recycle(nodes=10, keep_refutations=True))
    work = Workspace(search.game, search.game.start(), 1, 10, 1, search.loop)
    tree = new_tree(10, search.layout)
    assert (search.layout.queued, search.layout.folded) == (True, True)
    plant(tree, 0)
    root = tree.roots[0]
    tree.nodes[root].visits = 100
    for move, visits, reward in ((5, 10, 4.0), (6, 40, 30.0), (7, 20, 2.0)):
        child = add_child(tree, root, move)
        tree.nodes[child].visits, tree.nodes[child].reward = visits, reward
        fold_into(tree, root, child)
    fold = tree.folds[root]
    assert (fold.move, fold.visits) == (6, 40)
    assert fold.value / WHOLE == pytest.approx(0.75, abs=1e-4)
    assert (fold.lost, fold.rest_visits) == (2, 30)
    assert fold.rest_value / WHOLE == pytest.approx(6.0 / 30, abs=1e-4)

    def bound(others: int) -> float:
        return search.loop.plain(rest_bound)(tree, search.policy, work.scratch, root, others, 0.5)

    assert bound(2) == pytest.approx(0.2 + 0.5 / math.sqrt(15), abs=1e-4)
    assert bound(31) == NEVER_TRIED  # less than a visit each: as good as untried
    for untried, move, visits, reward in ((3, 6, 40, 30.0), (2, 5, 15, 3.0), (1, 7, 15, 3.0)):
        child = add_child(tree, root, move)
        unfold(tree, root, child, untried)
        assert (tree.nodes[child].visits, tree.nodes[child].available) == (visits, 100)
        assert tree.nodes[child].reward == pytest.approx(reward, abs=1e-2)
    assert not is_folded(tree, root)


@pytest.mark.parametrize(
    ("name", "information"), [("kuhn_poker", "multi"), ("leduc_poker", "single"), ("pig", "perfect")]
)
def test_folding_under_every_information(name: str, information: str) -> None:
    game = anyspace.load(name)
    state = game.start(seed=3)
    while state.mover == CHANCE:
        state.play(state.moves()[0])
    search = Search(game, "plain", memory=Recycle(nodes=30, keep_refutations=True), information=information, seed=1)
    for _ in range(20):
        result = search.run(state, iterations=500)
        check(search.tree)
        assert result.stats.nodes <= 30


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Recycle(), "either nodes= or bytes="),
        (lambda: Recycle(nodes=5, bytes=5), "either nodes= or bytes="),
        (lambda: Stunt(nodes=0), "from 1"),
        (lambda: Collect(nodes=10, threshold=0), "threshold"),
        (lambda: from_text("recycle:nodes=many"), "option=number"),
        (lambda: from_text("recycling"), "one of unbounded, stop"),
        (lambda: from_text("stop:threshold=3,nodes=5"), "does not take"),
        (lambda: Search(nim(), "plain", memory=1000), "memory bound such as"),
    ],
)
def test_bad_options(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()


def test_too_small_pools_name_the_least_that_works() -> None:
    game = nim(30)
    with pytest.raises(OptionError, match=r"at least 2"):
        Search(game, "plain", memory=Recycle(nodes=1)).run(game.start(), iterations=1)
    with pytest.raises(OptionError, match=r"at least [\d,]+"):
        Search(game, "plain", memory=Recycle(bytes=30)).run(game.start(), iterations=1)
    assert Search(game, "plain", memory=Recycle(nodes=5)).run(game.start(), iterations=100).stats.nodes == 5


@pytest.mark.parametrize("bound", [Stop, Stunt, Ensemble, Flatten, Recycle, Collect])
def test_a_pool_smaller_than_the_number_of_moves_works(bound: Any) -> None:
    game = nim(30)  # three moves
    for nodes in (2, 3):
        search = Search(game, "plain", memory=bound(nodes=nodes), seed=1)
        result = search.run(game.start(), iterations=100)
        check(search.tree)
        assert result.move in (1, 2, 3) and search.tree.pool[0].used <= nodes


def test_text() -> None:
    assert from_text("recycle:nodes=1000") == Recycle(nodes=1000)
    assert from_text("collect:bytes=65536,threshold=8") == Collect(bytes=65536, threshold=8)
    assert from_text("unbounded") == Unbounded()
    assert anyspace.Search(nim(), "plain", memory="stop:nodes=50").memory == Stop(nodes=50)
