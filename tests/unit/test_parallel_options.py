"""The options of parallel searches: locks, splits, leaves, votes, shared statistics, processes, and bad ones."""

from __future__ import annotations

from typing import Any

import pytest
from further import further
from parallel_helpers import GAMES, searched
from toys import PythonNim, nim
from tree_helpers import bytes_of

import anyspace
from anyspace import Ensemble, Leaf, OptionError, PythonGame, Recycle, Root, Search, Tree
from anyspace.core.check import check
from anyspace.parts.registry import from_text
from anyspace.search.crew import REPORT_SECONDS
from anyspace.search.parallel.several_trees import exchange, first_ply
from anyspace.search.reading import decide, root_statistics


@pytest.mark.parametrize(
    ("mode", "information", "memory"),
    [
        ("hand-out", "perfect", None),
        ("together", "perfect", None),
        ("together", "single", "ensemble:nodes=40"),
        *further(("hand-out", "multi", "recycle:nodes=40")),
    ],
)
def test_leaves(mode: str, information: str, memory: str | None) -> None:
    searched(Leaf(threads=2, mode=mode), information, memory)


@pytest.mark.parametrize("split", ["dynamic", *further("static")])
@pytest.mark.parametrize(
    ("scheme", "information", "memory"),
    [
        ("tree:threads=2,lock=node", "perfect", None),
        ("tree:threads=2,lock=node", "single", "recycle:nodes=40"),
        ("tree:threads=2,lock=global,virtual_loss=0", "perfect", None),
        ("root:threads=2", "perfect", None),
        ("root:threads=2", "single", "recycle:nodes=40"),
        *further(("tree:threads=2,lock=global,virtual_loss=0", "single", "recycle:nodes=40")),
    ],
)
def test_locks_and_splits(scheme: str, information: str, memory: str | None, split: str) -> None:
    searched(f"{scheme},split={split}", information, memory)


@pytest.mark.parametrize("mode", ["hand-out", "together"])
@pytest.mark.parametrize("threads", [1, 2])
def test_leaves_are_handed_out_one_by_one(threads: int, mode: str) -> None:
    scheme = Leaf(threads=threads, mode=mode)
    game = GAMES["perfect"]
    search = Search(game, "plain", parallel=scheme, seed=1)
    rounds = count_rounds(search)
    result = search.run(game.start(), iterations=5_000)
    assert result.stats.iterations == sum(row.visits for row in result.table) == 5_000
    # every iteration that was handed out was done: rounds end only for the clock
    assert len(rounds) <= 2 + result.stats.seconds / REPORT_SECONDS


def test_a_leader_alone_makes_room() -> None:
    game = nim(30)
    search = Search(game, "plain", parallel=Leaf(threads=1), memory="ensemble:nodes=40", seed=1)
    assert sum(row.visits for row in search.run(game.start(), iterations=500).table) == 500


def count_rounds(search: Search) -> list[int]:
    made: list[int] = []
    crew_of = search.new_crew

    def counted(seed: int) -> Any:
        crew: Any = crew_of(seed)
        run_round = crew.round
        crew.round = lambda *arguments: made.append(1) or run_round(*arguments)
        return crew

    search.new_crew = counted  # type: ignore[method-assign]
    return made


@pytest.mark.parametrize("vote", ["sum", "majority", "average"])
def test_votes(vote: str) -> None:
    game = nim(10)
    search = Search(game, "plain", parallel=Root(threads=3, vote=vote), seed=1)
    assert search.run(game.start(), iterations=60_000).move == 2


def test_majority_is_not_the_sum() -> None:
    """Two trees of little conviction against one of much."""
    game = nim(21)
    search = Search(game, "plain", parallel=Root(threads=3, vote="majority", split="static"), seed=1)
    search.run(game.start(), iterations=300)
    decisions = {}
    for vote in ("sum", "majority", "average"):
        object.__setattr__(search.parallel, "vote", vote)
        for tree, visits in zip(search.forest, ({1: 10, 2: 6}, {1: 10, 2: 6}, {1: 10, 2: 90}), strict=True):
            for move, node in first_ply(tree, 0).items():
                tree.nodes[node].visits = visits.get(move, 1)
                tree.nodes[node].reward = 0.5 * visits.get(move, 1)
        crew = search.new_crew(1)
        tried = root_statistics(search, crew)
        decisions[vote] = tried[decide(search, crew, tried)].move
    assert decisions == {"sum": 2, "majority": 1, "average": 2}


def test_sharing_root_statistics() -> None:
    game = nim(21)
    search = Search(game, "plain", parallel=Root(threads=2, share_every=500, split="static"), seed=1)
    result = search.run(game.start(), iterations=10_000)
    assert sum(row.visits for row in result.table) == 10_000  # nothing is counted twice
    for tree in search.forest:
        check(tree)
    told: list[dict[int, tuple[int, float]]] = [{}, {}]
    own = [{m: int(t.nodes[n].visits) for m, n in first_ply(t, 0).items()} for t in search.forest]
    for _ in range(2):  # a second exchange without news changes nothing
        exchange(search.forest, 0, told)
        for tree in search.forest:
            for move, node in first_ply(tree, 0).items():
                assert tree.nodes[node].visits == own[0][move] + own[1][move]


@pytest.mark.parametrize(
    ("scheme", "bound"), [(Tree(threads=2), Recycle), (Leaf(threads=2), Ensemble), (Root(threads=2), Recycle)]
)
def test_bytes_are_for_all_threads_together(scheme: Any, bound: Any) -> None:
    game = nim(40)
    search = Search(game, "plain", parallel=scheme, memory=bound(bytes=65_536), seed=1)
    search.run(game.start(), iterations=500)
    taken = sum(bytes_of(tree) for tree in search.forest)
    assert 0.4 * 65_536 < taken <= 65_536


def test_processes_serve_python_games() -> None:
    game = PythonGame(PythonNim)
    state = game.start()
    result = Search(game, "plain", parallel=Root(processes=2), seed=1).run(state, iterations=3000)
    assert (result.stats.iterations, result.stats.threads) == (3000, 2)
    assert sum(row.visits for row in result.table) == 3000
    assert result.name == "two"  # ten stones: leave eight


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Tree(threads=0), "threads must be"),
        (lambda: Tree(lock="none"), "free, node, global"),
        (lambda: Tree(virtual_loss=-1), "virtual_loss"),
        (lambda: Root(vote="loudest"), "sum, majority, average"),
        (lambda: Root(threads=2, processes=2), "neither threads"),
        (lambda: Leaf(mode="later"), "hand-out, together"),
        (lambda: Root(split="fair"), "dynamic, static"),
        (lambda: from_text("forest", "parallel"), "root, tree, leaf"),
        (lambda: from_text("tree:speed=9", "parallel"), "takes threads"),
        (lambda: Search(nim(), "plain", parallel=2), "parallel must be"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_bad_options(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()


def test_every_tree_needs_room() -> None:
    game = nim(30)
    search = Search(game, "plain", parallel=Root(threads=4), memory=Recycle(nodes=6), seed=1)
    with pytest.raises(OptionError, match="in each of 4 trees; at least 8"):
        search.run(game.start(), iterations=9)


def test_names_are_public() -> None:
    assert {"Root", "Tree", "Leaf"} <= set(dir(anyspace))
