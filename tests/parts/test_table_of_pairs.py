"""Every part with every information mode, every memory bound and every parallel scheme: it works (searched, and the
tree's invariants checked) or is refused with a reason. The kernels run uncompiled."""

from __future__ import annotations

from typing import Any

import everything
import pytest
from uncompiled import plain_search

from anyspace.core.check import check
from anyspace.errors import OptionError
from anyspace.parts.part import ONE_OF_A_KIND
from anyspace.parts.registry import CATALOGUE, find, names

CONTEXTS: list[dict[str, Any]] = [
    *({"information": mode} for mode in ("cheating", "single", "multi", "determinized:count=2")),
    *(
        {"information": "cheating", "memory": bound}
        for bound in (
            "stop:nodes=12",
            "stunt:nodes=12",
            "ensemble:nodes=12",
            "flatten:nodes=12",
            "recycle:nodes=12",
            "recycle:nodes=12,keep_refutations=true",
            "collect:nodes=12,threshold=2",
            "recycle:bytes=12000000",  # the memory of similar states alone takes seven
        )
    ),
    {"information": "single", "memory": "recycle:nodes=14"},
    {"information": "multi", "memory": "recycle:nodes=20"},
    *(
        {"information": "cheating", "parallel": scheme}
        for scheme in ("tree:threads=1", "root:threads=1", "leaf:threads=1", "tree:threads=1,lock=node")
    ),
    {"information": "single", "parallel": "tree:threads=1"},
]
PARTS = [
    name for kind in CATALOGUE for name in names(kind) if kind not in ("information", "guess", "memory", "parallel")
]
ITERATIONS = 25


def text_of(context: dict[str, Any]) -> str:
    return " ".join(context.values())


@pytest.mark.parametrize("name", PARTS)
def test_a_part_goes_with_everything_or_says_why_not(name: str) -> None:
    worked, refused = [], {}
    game = everything.game_for(name)
    for context in CONTEXTS:
        try:
            search = plain_search(game, everything.named(name), **context, seed=3)
        except OptionError as error:
            refused[text_of(context)] = str(error)
            continue
        result = search.run(game.start(seed=1), iterations=ITERATIONS)
        for tree in search.forest:
            check(tree)
        assert result.stats.iterations >= 1 and game.start(seed=1).allows(result.move)
        if "memory" in context and search.memory.nodes is not None:
            assert search.tree.pool[0].used <= search.memory.nodes
        search.advance(result.move)
        for tree in search.forest:
            check(tree)
        worked.append(text_of(context))
    assert "cheating" in worked, f"it does not even work by itself: {refused}"
    assert all(len(reason) > 20 for reason in refused.values()), refused


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_complete(name: str) -> None:
    part = find(name)
    assert part.kind in CATALOGUE and part.reference and part.consistent and part.__doc__
    assert str(part()) == name, "its text is its name where nothing differs from the defaults"
    assert part().name == name


OTHERS = [name for name in PARTS if find(name).kind not in ONE_OF_A_KIND]


@pytest.mark.parametrize("name", OTHERS)
def test_a_part_goes_with_each_other_or_says_why_not(name: str) -> None:
    reasons: list[str] = []
    for other in OTHERS[OTHERS.index(name) + 1 :]:
        game = everything.game_for(name, other)
        try:
            search = plain_search(game, *map(everything.named, (name, other)), information="cheating", seed=3)
        except OptionError as error:
            reasons.append(str(error))
            continue
        search.run(game.start(seed=1), iterations=15)
        check(search.tree)
    assert all(len(reason) > 15 for reason in reasons)
