"""Networks under every memory bound: nothing waits, nothing that was dropped is mistaken for something new, and
`bytes=` counts all that was allocated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from further import further
from neural.strip import strip
from neural.test_similar_network import FINE, telling
from uncompiled import plain_search, uncompiled

from anyspace import OptionError, Search
from anyspace.core.check import check
from anyspace.parts.leaf.network import KNOWN, WAITING, Network
from anyspace.parts.similar.reading import remembered

SIMILAR = "similar:phi=network,size=40,centre=false"
PARTS = {
    "puct": [],
    "gumbel": ["gumbel"],
    "similar": [SIMILAR],
    "similar, seeded": [SIMILAR, "prior_seeding"],
}
NODES = 30
BOUNDS = [
    *("unbounded", f"stop:nodes={NODES}", f"stunt:nodes={NODES}", f"ensemble:nodes={NODES}", f"flatten:nodes={NODES}"),
    *(f"recycle:nodes={NODES}", f"recycle:nodes={NODES},keep_refutations=true", f"collect:nodes={NODES}"),
]


def positions(search: Search) -> list[tuple[int, Any]]:
    """All nodes that somebody moves from, with their positions."""
    found, waiting = [], [(int(search.tree.roots[0]), search.position.copy())]
    while waiting:
        node, state = waiting.pop()
        if not state.over:
            found.append((node, state))
            child = int(search.tree.nodes[node].child)
            while child:
                waiting.append((child, state.copy().play(int(search.tree.nodes[child].move))))
                child = int(search.tree.nodes[child].sibling)
    return found


def is_in_order(search: Search) -> None:
    """Nothing waits, and every node knows what the network says of its own position: not what was said of one whose
    place it took."""
    check(search.tree)
    tree, extras = search.tree, search.tree.extras
    assert not (extras["looked_at"] == WAITING).any()
    assert "under_way" not in extras.dtype.names or not extras["under_way"].any()
    held = remembered(search) if search.loop.similar is not None else None
    for node, state in positions(search):
        if extras[node].looked_at != KNOWN:  # just planted, or where a descent was given up
            assert tree.nodes[node].child == 0
            continue
        said = telling(state.planes()[None])
        moves = state.moves()
        odds = np.exp(said["policy"][0, moves].astype(float))
        np.testing.assert_allclose(tree.rows[search.loop.priors.row][node, : len(moves)], odds / odds.sum(), rtol=1e-5)
        if "estimate" in extras.dtype.names:
            assert float(extras[node].estimate) == pytest.approx(0.5 + 0.5 * float(said["value"][0, 0]), abs=1e-6)
        entry = int(extras[node].similar) if held is not None else 0
        if held is not None and entry:
            vector = said["trunk"][0] / np.linalg.norm(said["trunk"][0])
            np.testing.assert_allclose(held.vectors[entry - 1], vector, atol=FINE)
            assert held.visits[entry - 1] >= tree.nodes[node].visits  # entries outlive their nodes
            assert held.seats[entry - 1] == state.mover
    if held is not None:
        np.testing.assert_allclose(held.sums.sum(axis=1), held.visits)


@pytest.mark.parametrize("memory", BOUNDS)
@pytest.mark.parametrize("parts", PARTS)
def test_every_bound_with_every_kind_of_search(parts: str, memory: str) -> None:
    game = uncompiled(strip())
    network = Network(telling, batch=4, waiting="visits" if parts == "gumbel" else "loss", cache=16)
    search = plain_search(game, network, *PARTS[parts], memory=memory, seed=2)
    result = search.run(game.start(), iterations=100)
    kind = memory.partition(":")[0]
    done, visits = result.stats.iterations, sum(row.visits for row in result.table)
    if kind == "stop":
        assert result.stats.nodes == NODES and done < 100 and visits == done
    elif kind in ("ensemble", "collect"):  # a tree begins with a look at its root; what is dropped takes visits along
        assert done == 100 and 100 - 15 < visits <= 100
    else:
        assert done == visits == 100
    assert kind == "unbounded" or (result.stats.nodes <= NODES and len(search.tree.nodes) == NODES + 1)
    assert kind == "ensemble" or search.root.visits == done
    is_in_order(search)
    state = game.start()
    state.play(result.move)
    search.advance(result.move)
    again = search.run(state, iterations=30)
    assert again.move in state.moves() and (again.stats.iterations == 30 or kind == "stop")
    is_in_order(search)


@pytest.mark.parametrize("bound", ["stop", "stunt", "ensemble", "flatten", "recycle", "collect"])
def test_what_does_not_hold_a_move_is_refused_in_a_line(bound: str) -> None:
    game = uncompiled(strip())
    for limit, least in (("nodes=1", r"1 nodes do not hold 1 roots and a move; at least 2"),
                         ("bytes=9000", r"9,000 bytes are too few for strip here; at least [\d,]+")):  # fmt: skip
        search = plain_search(game, Network(telling), *PARTS["similar, seeded"], memory=f"{bound}:{limit}")
        with pytest.raises(OptionError, match=rf"^{bound.title()}: {least}$"):
            search.run(game.start(), iterations=10)


# ---- bytes -----------------------------------------------------------------------------------------------------------


def arrays_in(thing: Any) -> list[Any]:
    """All arrays of tuples, and of tuples in them."""
    if isinstance(thing, np.ndarray):
        return [thing]
    return [array for each in thing for array in arrays_in(each)] if isinstance(thing, tuple | list) else []


def allocated(search: Search) -> int:
    """Bytes of all blocks of memory that the arrays of a search lie in, each counted once."""
    found = [*arrays_in(search.tree)]
    for station in search.stations:
        views = station._views
        found += arrays_in([station.work.scratch, station.desks, station.batch, station._hand, station.hands])
        found += arrays_in([station._states, station.work._root, station.work._state, station.work._spares])
        found += [view._shown for view in views] + arrays_in([view.said for view in views])
    blocks = {}
    for array in found:
        while isinstance(array.base, np.ndarray):
            array = array.base
        blocks[id(array)] = array
    return sum(array.nbytes for array in blocks.values())


def wide() -> Any:
    """A game whose pictures take more than all else: 909 cells, an odd number, so they are copied to be looked at."""
    return strip(plane_shape=(101, 3, 3))


def of_wide(planes: Any) -> Any:
    return telling(np.ascontiguousarray(planes[:, :3, :2]))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("batch", [1, 8, 50])
@pytest.mark.parametrize("parts", ["gumbel", "similar, seeded"])
def test_bytes_are_those_of_all_arrays(parts: str, batch: int, threads: int) -> None:
    game, size = uncompiled(wide()), 2_000_000
    network = Network(of_wide, batch=batch, threads=threads, cache=16)
    others = [part.replace("size=40", "size=40,entries=200") for part in PARTS[parts]]
    search = plain_search(game, network, *others, memory=f"recycle:bytes={size}", seed=1)
    search.run(game.start(), iterations=2 * batch)
    assert len(search.stations) == threads
    assert 0.9 * size < allocated(search) <= size


def test_a_batch_takes_nodes_away() -> None:
    """What the leaves of a larger batch take, the tree has no room for."""
    rooms = {}
    for batch in (1, 64):
        game = uncompiled(wide())
        search = plain_search(game, Network(of_wide, batch=batch, cache=16), memory="recycle:bytes=2000000", seed=1)
        search.run(game.start(), iterations=batch)
        rooms[batch] = sum(search.layout.node_sizes) * (len(search.tree.nodes) - 1)
    assert rooms[1] - rooms[64] > 63 * 2 * 4 * 909  # the planes, and their copies
    search = plain_search(uncompiled(wide()), Network(of_wide, batch=64, cache=16), memory="recycle:bytes=300000")
    with pytest.raises(OptionError, match=r"^Recycle: 300,000 bytes are too few for strip here; at least \d{3},\d{3}$"):
        search.run(search.game.start(), iterations=10)


SWEEPS = ["ensemble", "flatten", "collect"]


@pytest.mark.parametrize("bound", SWEEPS)
@pytest.mark.parametrize("made", [plain_search, *further(Search)])
def test_no_sweep_while_leaves_of_another_thread_wait(made: Any, bound: str) -> None:
    game = uncompiled(strip()) if made is plain_search else strip()
    for seed in range(4 if made is plain_search else 20):
        network = Network(telling, batch=4, threads=2)
        search = made(game, network, memory=f"{bound}:nodes={NODES}", seed=seed)
        result = search.run(game.start(), iterations=150)
        assert result.stats.iterations == 150 and search.tree.pool[0].waiting == 0
        is_in_order(search)


@pytest.mark.parametrize("bound", SWEEPS)
def test_visits_of_earlier_runs_are_gone_with_their_nodes(bound: str) -> None:
    game, memory = uncompiled(strip()), f"{bound}:nodes={NODES}"
    search = plain_search(game, Network(telling, batch=1), "gumbel:considered=4,noise=0", memory=memory, seed=1)
    search.run(game.start(), iterations=60)
    met = 0
    for iterations in range(20, 70, 10):
        search.run(iterations=iterations)
        earlier = search.tree.tables[search.loop.gumbel[1]]
        for move, child in children_of(search).items():
            met += 1
            assert 0 <= earlier[move] <= search.tree.nodes[child].visits
    assert met > 0


def children_of(search: Search) -> dict[int, int]:
    """Of the root, by move."""
    found, child = {}, int(search.tree.nodes[int(search.tree.roots[0])].child)
    while child:
        found[int(search.tree.nodes[child].move)] = child
        child = int(search.tree.nodes[child].sibling)
    return found
