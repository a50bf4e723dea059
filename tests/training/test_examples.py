"""Examples are kept as they are: in bytes, in a window, in the store."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anyspace.errors import OptionError, StoreError
from anyspace.training.examples import Examples, joined
from anyspace.training.store import Store
from anyspace.training.window import Window


def some(count: int, seed: int, whole: bool = True) -> Examples:
    source = np.random.default_rng(seed)
    planes: Any = source.integers(0, 2, (count, 2, 3, 3))
    policy = source.random((count, 5)).astype(np.float16).astype(np.float32)
    value = source.random((count, 1)).astype(np.float32)
    value[source.random(count) < 0.3] = np.nan
    drawn = planes.astype(np.uint8) if whole else planes.astype(np.float32) * 0.25
    return Examples(drawn, source.random((count, 5)) < 0.5, policy, value)


def same(one: Examples, other: Examples) -> bool:
    names = ("planes", "legal", "policy", "value")
    return all(np.array_equal(getattr(one, n), getattr(other, n), equal_nan=n == "value") for n in names)


@given(st.integers(1, 20), st.integers(0, 1000), st.booleans())
@settings(max_examples=30, deadline=None)
def test_bytes_come_back(count: int, seed: int, whole: bool) -> None:
    examples = some(count, seed, whole)
    assert same(Examples.from_bytes(examples.to_bytes()), examples)


def test_bytes_that_are_none() -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        Examples.from_bytes(b"nothing")


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.integers(1, 40), st.booleans())
@settings(max_examples=30, deadline=None)
def test_a_window_has_the_latest(counts: list[int], most: int, whole: bool) -> None:
    parts = [some(count, seed, whole) for seed, count in enumerate(counts)]
    window = Window(most)
    for part in parts:
        window.add(part)
    everything = joined(parts)
    assert min(most, len(everything)) <= len(window) <= len(everything)
    assert len(window) < most + max(counts)
    places = np.arange(len(window))
    assert same(window.at(places), everything[len(everything) - len(window) :])
    assert len(window.draw(7, np.random.default_rng(0))) == 7


def test_the_store_gives_the_latest_games(tmp_path: Path) -> None:
    store = Store(tmp_path / "run.db")
    parts = [some(5, seed) for seed in range(4)]
    for part in parts:
        store.add_game(1, part)
    assert store.count_games() == (4, 20) and store.positions_since(3) == 5
    last, found = store.examples(0, 11)
    assert last == 4 and found is not None and same(found, joined(parts[2:]))
    assert store.examples(4, 100) == (4, None)
    assert same(joined(list(store.chunks())), joined(parts))


def test_a_run_stays_what_it_is(tmp_path: Path) -> None:
    Store(tmp_path / "run.db").settle({"game": "hex", "blocks": 4})
    store = Store(tmp_path / "run.db")
    store.settle({"game": "hex", "blocks": 4})
    with pytest.raises(OptionError, match="was begun with blocks 4, not 6: give another folder"):
        store.settle({"game": "hex", "blocks": 6})
    other = Store(tmp_path / "other.db")
    other.settle({"game": {"name": "go", "size": 9}})
    with pytest.raises(OptionError, match="was begun with game go, 9, not go, 13: give another folder"):
        other.settle({"game": {"name": "go", "size": 13}})


def test_together_or_not_at_all(tmp_path: Path) -> None:
    store = Store(tmp_path / "run.db")

    def half_done() -> None:
        with store.together():
            store.add_network(3, 1, b"x", "accepted")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half_done()
    assert store.latest() is None
    first = store.add_network(3, 1, b"x", "accepted")
    second = store.add_network(4, 2, b"y")
    assert store.latest("accepted").number == first and store.latest(None).number == second  # type: ignore[union-attr]
    store.decide(second, "refused")
    store.add_network(5, 3, b"z")
    assert store.latest(None).weights == b"z" and store.latest("refused").weights is None  # type: ignore[union-attr]


def test_no_database(tmp_path: Path) -> None:
    (tmp_path / "run.db").write_text("a letter, not a database " * 40)
    with pytest.raises(StoreError, match="cannot use"):
        Store(tmp_path / "run.db")
