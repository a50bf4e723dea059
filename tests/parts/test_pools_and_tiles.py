"""PoolRAVE and contextual Monte Carlo: by hand, and against slow twins."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import everything
import numpy as np
import pytest
from stepwise import watch_choices, watch_learning
from uncompiled import plain_search

from anyspace import Contextual, OptionError, PoolRave
from anyspace.core.check import check
from anyspace.parts.reply.pool_rave import gather, is_stale


def test_the_pool_has_the_best_of_a_row() -> None:
    source = np.random.default_rng(1)
    for block in (0, 60):
        row = np.zeros(120, np.float32)
        counts = source.integers(0, 4, 30)
        row[block : block + 30] = counts * source.random(30)
        row[block + 30 : block + 60] = counts
        means = np.where(counts > 0, row[block : block + 30] / np.maximum(counts, 1), -1)
        pool, buffer = np.zeros(6, np.int32), np.zeros(6)
        assert gather(row, block, 30, pool, buffer) == 6
        assert means[pool].tolist() == sorted(means.tolist(), reverse=True)[:6]
    few = np.array([0.5, 0, 0.9, 1, 0, 1], np.float32)
    assert gather(few, 0, 3, pool, buffer) == 2 and pool[:2].tolist() == [2, 0]


def test_a_pool_is_made_anew_after_an_eighth_more_visits() -> None:
    assert not is_stale(80, 80) and not is_stale(90, 80) and is_stale(91, 80) and is_stale(79, 80)


@pytest.mark.parametrize("other", ["rave", "grave", "amaf:alpha=0.5", None])
@pytest.mark.parametrize("information", ["cheating", "multi"])
def test_playouts_draw_from_the_pool(other: str | None, information: str) -> None:
    game = everything.game()
    parts = [PoolRave(p=1, k=1, visits=5), *([other] if other else [])]
    search = plain_search(game, *parts, information=information, seed=2)
    drawn: list[bool] = []
    inner = search.loop.choose

    def choose(tree: Any, table: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
        chosen = int(inner(tree, table, policy, scratch, mover, n, ply))
        sizes, pool = scratch.notes[-1][mover, 0], scratch.notes[-3][mover, 0]
        legal = [int(move) for move in scratch.moves[:n]]
        if sizes and pool in legal:
            assert legal[chosen] == pool
        drawn.append(bool(sizes))
        return chosen

    search.loop.choose = choose
    search.run(game.start(seed=1), iterations=150)
    for tree in search.forest:
        check(tree)
    assert any(drawn)
    if other is None:
        assert search.loop.move_rows is not None and not search.loop.competes, "the tree is searched as ever"


def test_tiles_are_those_of_a_slow_twin() -> None:
    game = everything.game(hides=False)
    actions = game.actions or 1
    search = plain_search(game, Contextual(p=1, least=3, threshold=0.4), seed=6)
    rewards: dict[tuple[int, int], list[float]] = defaultdict(list)
    followed = []

    def own_last(codes: list[int], player: int) -> int | None:
        return next((code for code in reversed(codes) if code // actions == player), None)

    def told(codes: list[int], payoffs: list[float]) -> None:
        for k, code in enumerate(codes):
            last = own_last(codes[:k], code // actions)
            if last is not None:
                rewards[last, code].append(payoffs[code // actions])

    def chosen(codes: list[int], legal: list[int], code: int) -> None:
        last = own_last(codes, code // actions)
        if last is None:
            return
        known = {other: got for other in legal if len(got := rewards.get((last, other), [])) >= 3}
        means = {other: sum(got) / len(got) for other, got in known.items()}
        if means and max(means.values()) > 0.4 + 1e-6:
            assert means[code] == pytest.approx(max(means.values()), abs=1e-5)
            followed.append(code)

    watch_learning(search, told)
    watch_choices(search, chosen)
    search.run(game.start(), iterations=200)
    check(search.tree)
    assert len(followed) > 20


@pytest.mark.parametrize(
    ("part", "options"),
    [
        (PoolRave, {"p": 2}),
        (PoolRave, {"k": 0}),
        (PoolRave, {"visits": 0}),
        (Contextual, {"p": -1}),
        (Contextual, {"least": 0}),
        (Contextual, {"threshold": 1.5}),
        (Contextual, {"kept": 1.5}),
    ],
)
def test_bad_options(part: Any, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=next(iter(options))):
        part(**options)
