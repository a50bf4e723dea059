"""Ways across maps: what is found is a way, what is impossible is proven, and effort beside RRT's."""

from __future__ import annotations

import statistics
from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from uncompiled import plain_search, uncompiled

from anyspace.errors import OptionError
from anyspace.problems.paths import PARTS, Cell, GridMap, Way, path_game, random_map, read_map, rrt_way, way_from


def uct(given: GridMap, iterations: int = 1500, seed: int = 1) -> Way:
    """Uncompiled."""
    search = plain_search(path_game(given), *PARTS, seed=seed)
    return way_from(search, search.game.start(seed=0), given.columns, iterations)


def reachable(given: GridMap) -> bool:
    seen, queue = {given.start}, deque([given.start])
    while queue:
        row, column = queue.popleft()
        for there in [(row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]:
            if given.is_free(*there) and there not in seen:
                seen.add(there)
                queue.append(there)
    return given.goal in seen


def check(given: GridMap, cells: list[Cell]) -> None:
    assert cells[0] == given.start and cells[-1] == given.goal and len({*cells}) == len(cells)
    for (row, column), (other_row, other_column) in pairwise(cells):
        assert max(abs(row - other_row), abs(column - other_column)) == 1
    assert all(given.is_free(*cell) for cell in cells)


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), share=st.sampled_from([0.0, 0.2, 0.35]))
def test_what_is_found_is_a_way(seed: int, share: float) -> None:
    given_map = random_map(8, 9, share, seed)
    for found in (uct(given_map, 300), rrt_way(given_map, seed=seed, iterations=3000)):
        if found.cells is not None:
            check(given_map, found.cells)
            assert reachable(given_map)
        if found.impossible:
            assert not reachable(given_map)


def test_less_effort_than_rrt() -> None:
    maps = [random_map(12, 12, 0.2, seed) for seed in range(7)]
    maps = [each for each in maps if reachable(each)]
    here = statistics.median(uct(each, 400).effort for each in maps)
    there = statistics.median(rrt_way(each, seed=number).effort for number, each in enumerate(maps))
    assert here < there


def test_no_way_is_proven() -> None:
    walled = read_map("S.#G\n..##\n....")
    assert not reachable(walled)
    assert uct(walled).impossible and rrt_way(walled, seed=1, iterations=500).cells is None
    stuck = read_map("S#.\n##.\n..G")
    assert uct(stuck) == Way(None, 1, True)


def test_pictures() -> None:
    state = uncompiled(path_game(read_map("S.#\n..G"))).start(seed=0)
    assert state.names(state.moves()) == ["e", "se", "s"]
    state.play(state.parse("e"))
    assert str(state) == "o@#\n..G"
    state.play(state.parse("se"))
    assert state.over and state.returns() == [1.0]


@pytest.mark.parametrize("text", ["", "S", "SG\n.", "SSG", "S.x\n..G", "S..\n..."])
def test_what_is_no_map(text: str) -> None:
    with pytest.raises(OptionError, match="a map"):
        read_map(text)


def test_bad_options() -> None:
    with pytest.raises(OptionError, match="a map has 4"):
        random_map(3, 9, 0.1, 1)
