"""`anyspace bench memory`: bytes a node, and the time of an iteration under every memory bound against unbounded."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from .. import games
from ..core.layout import Layout
from ..parts.memory import Collect, Ensemble, Flatten, Memory, Recycle, Stop, Stunt, Unbounded
from ..rules.game import AnyGame, State
from ..search.search import Search
from . import process_memory
from .timing import Row

CASES = [("connect_four", "perfect"), ("spades", "single")]
SIZES = [20, 100, 1_000, 10_000, 100_000]
LARGEST = 10_000_000
ITERATIONS = 100_000


BOUNDS: list[type[Memory]] = [Stop, Stunt, Ensemble, Flatten, Recycle, Collect]


def measure(rounds: int, quick: bool) -> Iterator[Row]:
    """Bytes; then, case by case, method by method and size by size, the time of an iteration."""
    yield Row("memory", "bytes a node, unbounded", sum(Layout().node_sizes), None, None, "bytes", "32")
    yield Row(
        "memory", "bytes a node, recycling", sum(Layout(queued=True).node_sizes), None, None, "bytes", "at most 40"
    )
    for name, information in CASES:
        game = games.load(name)
        state = game.start(seed=1)
        for size in SIZES:
            for method in BOUNDS:
                if size < 1_000 and not issubclass(method, Recycle) and quick:
                    continue
                bound = method(nodes=size)
                yield compare(game, state, information, bound, ITERATIONS, rounds)
        if not quick:
            yield from growth(game, state, information)
    yield shared_pool()
    yield from process_memory.measure(quick)


def compare(game: AnyGame, state: State, information: str, bound: Memory, iterations: int, rounds: int) -> Row:
    """Time an iteration under `bound` against unbounded, alternated; a bound that stops early is measured as far."""
    bounded = Search(game, "plain", memory=bound, information=information, seed=1)
    free = Search(game, "plain", memory=Unbounded(reserve=2 * iterations), information=information, seed=1)
    bounded.run(state, iterations=100)
    free.run(state, iterations=100)
    ours: list[float] = []
    theirs: list[float] = []
    for turn in range(rounds):
        for search, times in ((bounded, ours), (free, theirs)) if turn % 2 else ((free, theirs), (bounded, ours)):
            done = search.run(state, iterations=iterations).stats
            times.append(done.seconds / done.iterations)
    ratio = statistics.median(mine / other for mine, other in zip(ours, theirs, strict=True))
    mine, others = 1e9 * statistics.median(ours), 1e9 * statistics.median(theirs)
    what = f"{game.name} {information}, {type(bound).__name__} {bound.nodes:,}"
    bar = "at most 1.01" if isinstance(bound, Recycle) and bound.nodes in (1_000, 10_000) else ""
    return Row("time an iteration against unbounded", what, mine, others, ratio, "ns", bar)


def growth(game: AnyGame, state: State, information: str) -> Iterator[Row]:
    """Full pools of 1,000 to 10,000,000 nodes: recycling all the time, next to unbounded trees of the same sizes."""
    pace = {size: paces(game, state, information, size) for size in (1_000, 100_000, LARGEST)}
    for size in (100_000, LARGEST):
        ours, theirs = (now / then for now, then in zip(pace[size], pace[1_000], strict=True))
        what = f"{game.name} {information}: growth from 1,000 to {size:,} nodes"
        yield Row("full pools", what, ours, theirs, ours / theirs, "x", "at most 1")


def paces(game: AnyGame, state: State, information: str, size: int) -> tuple[float, float]:
    """Seconds an iteration around `size` nodes: recycling in a full pool, and unbounded. Small trees are timed often,
    and each slice is short beside the tree, so that the unbounded one stays at about its size."""
    more = min(100_000, size)
    recycling = Search(game, "plain", memory=Recycle(nodes=size), information=information, seed=1)
    unbounded = Search(game, "plain", memory=Unbounded(reserve=2 * size + more), information=information, seed=1)
    recycling.run(state, iterations=size)
    while recycling.run(iterations=max(1, size // 10)).stats.recycled == 0:
        pass
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(max(5, 500_000 // size)):
        if turn == 0 or size < 100_000:
            unbounded.run(state, iterations=size)
        for search, seconds in zip((recycling, unbounded), times, strict=True):
            seconds.append(search.run(iterations=more).stats.seconds / more)
    return statistics.median(times[0]), statistics.median(times[1])


def shared_pool(iterations: int = 5_000, nodes: int = 1_000) -> Row:
    """MO-ISMCTS in Hearts: four trees in one pool, beside the nodes that four unbounded trees take."""
    game = games.load("hearts", passing="hold")
    state = game.start(seed=1)
    while state.mover < 0:
        state.play(state.moves()[0])
    bounded, free = (
        Search(game, "plain", memory=memory, information="multi", seed=1).run(state, iterations=iterations).stats.nodes
        for memory in (Recycle(nodes=nodes), None)
    )
    what = f"hearts multi, {iterations:,} iterations: nodes of all trees"
    return Row("one pool for all players' trees", what, bounded, free, bounded / free, "nodes", "about 0.05")
