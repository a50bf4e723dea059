"""Widening, slow creation, limits, minimax values, transpositions, proofs and pruning, compiled: as uncompiled, visit
for visit; and sound where several threads share the tree. They come together: each combination takes seconds."""

from __future__ import annotations

from typing import Any

import everything
import pytest
from twin import tree_of
from uncompiled import plain_search

from anyspace import Search
from anyspace.core.check import check

COMPILED, PLAIN = everything.game(), everything.game()
TOGETHER = [
    (
        "transpositions:method=uct3,entries=64 max_backup:threshold=5 score_bounded:threshold=4 absolute_pruning "
        "widening:schedule=power,order=random",
        {"information": "cheating"},
    ),
    (
        "widening:first=2,base=5 slow_creation:visits=2 depth_limit:plies=4 implicit_minimax "
        "relative_pruning:share=0.9",
        {"information": "multi", "memory": "recycle:nodes=60"},
    ),
]


@pytest.mark.parametrize(("parts", "options"), TOGETHER, ids=["proofs", "limits"])
def test_compiled_and_uncompiled_agree(parts: str, options: dict[str, Any]) -> None:
    found = []
    for game, made in ((COMPILED, Search), (PLAIN, plain_search)):
        search = made(game, *parts.split(), seed=11, **options)
        result = search.run(game.start(seed=1), iterations=150)
        check(search.tree)
        found.append((result.stats.iterations, result.table, tree_of(search)))
    assert found[0] == found[1]


@pytest.mark.slow  # threads and parts, quickly: test_compiled_learning_playouts.py
def test_where_threads_share_a_tree() -> None:
    parts = "transpositions:method=uct3 implicit_minimax slow_creation:visits=2 depth_limit:plies=5"
    search = Search(
        COMPILED, *parts.split(), information="cheating", parallel="tree:threads=2", memory="recycle:nodes=60"
    )
    result = search.run(COMPILED.start(seed=1), iterations=20_000)
    check(search.tree)
    assert result.stats.iterations >= 20_000
    _, visited, sums, *_ = search.tree.tables
    assert (visited >= 0).all() and (sums > -0.25 * (visited + 20)[:, None]).all()  # threads lose some
