"""Counters are not infinite: a search ends before one of them would wrap around."""

from __future__ import annotations

from typing import Any

import pytest
from patience import in_one_of_some_tries
from toys import nim

from anyspace import Search
from anyspace.search.budget import MOST_VISITS
from anyspace.search.parallel.several_trees import first_ply

LARGEST = 2**31 - 1


def preset(search: Search, visits: int) -> None:
    """As if the root had been visited so often, nearly always by its first child."""
    for tree in search.forest:
        root = tree.nodes[tree.roots[0]]
        child = tree.nodes[next(iter(first_ply(tree, 0).values()))]
        missing = visits - int(root.visits)
        for record in (root, child):
            record.reward += 0.5 * missing
            record.visits += missing
            record.available += missing


@pytest.mark.parametrize(
    ("scheme", "information"),
    [
        (None, "perfect"),
        (None, "cheating"),
        ("tree:threads=2", "perfect"),
        ("root:threads=2,share_every=100", "perfect"),
    ],
)
def test_a_search_ends_before_its_counters_do(scheme: str | None, information: str) -> None:
    game = nim(12)
    if scheme is not None:
        scheme += ",split=static"  # else one thread may be done before the other begins
    search = Search(game, "plain", parallel=scheme, information=information, seed=1)
    search.run(game.start(), iterations=5_000)
    each = MOST_VISITS if scheme is None or "share" not in scheme else MOST_VISITS // 2
    preset(search, each - 300)
    room = 300 if each == MOST_VISITS else MOST_VISITS - 2 * (each - 300)
    result = search.run(iterations=10_000)
    assert result.stats.iterations == room and not result.stats.interrupted
    assert result.stats.reused >= MOST_VISITS - 1000
    for tree in search.forest:
        assert (tree.nodes.visits >= 0).all() and (tree.nodes.available >= 0).all()
        assert tree.nodes.visits.max() <= LARGEST - 2**19
    assert all(row.visits > 0 and -1 <= row.value <= 1 for row in result.table)


def test_what_is_full_still_answers_and_a_move_makes_room() -> None:
    game = nim(12)
    search = Search(game, "plain", seed=1)
    search.run(game.start(), iterations=500)
    preset(search, MOST_VISITS)

    def at_once() -> None:
        found = search.run(seconds=5)
        assert found.stats.iterations == 0 and found.stats.seconds < 1

    in_one_of_some_tries(at_once)
    before: Any = search.run(seconds=5)
    assert search.start().stop().move == before.move  # endless analysis is over at once
    rare = min(before.table, key=lambda row: row.visits)
    search.advance(rare.move)
    assert search.run(iterations=1000).stats.iterations == 1000


def test_a_criterion_that_wants_more_gets_no_more_than_there_is() -> None:
    game = nim(12)
    search = Search(game, "plain", final="max-robust:extra=2", seed=1)
    search.run(game.start(), iterations=100)
    preset(search, MOST_VISITS - 50)
    assert search.run(iterations=1000).stats.iterations == 50
