"""The indices by themselves, as they are measured: entries that come and go, against all of them compared."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from anyspace.bench import similar as bench
from anyspace.core.binding import Loop, Setup
from anyspace.games import load
from anyspace.parts.similar.indices import Places, all_compared, by_buckets, by_signs
from anyspace.parts.similar.reading import Remembered
from anyspace.training.metric import unit

MAKERS: dict[str, Any] = {
    "signs": lambda loop, at: by_signs(loop, at, 80, 64, 80, 1.0),
    "exact": all_compared,
    "simhash": lambda loop, at: by_buckets(loop, at, 80, 64, 6, 3, 1.0),
}


def some(n: int, seed: int) -> Remembered:
    source = np.random.default_rng(seed)
    vectors = unit(source.normal(size=(n, 64))).astype(np.float32)
    return Remembered(vectors, source.integers(0, 2, n).astype(np.int8), np.ones(n), np.ones((n, 2)))


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "compile_kernel", lambda function, what: np.errstate(over="ignore")(function))


@pytest.mark.parametrize("name", MAKERS)
def test_what_is_found_is_what_is_nearest(name: str) -> None:
    held, asked = some(80, 1), some(12, 2)
    found = bench.Asked(MAKERS[name], held, neighbours=5).answers(asked)
    true = bench.Asked(all_compared, held, neighbours=5).answers(asked)
    for i in range(12):
        alike = held.vectors @ asked.vectors[i]
        alike[held.seats != asked.seats[i]] = -2
        assert true[i].tolist() == (np.argsort(-alike)[:5] + 1).tolist()
    assert bench.recall(found, true) == 1.0 if name != "simhash" else bench.recall(found, true) > 0.5
    assert bench.recall(np.array([[1, 2]]), np.array([[2, 3]])) == 0.5


def test_entries_that_go_leave_their_slot_to_the_last() -> None:
    """Entries put, dropped and put again, of either seat: what is found is what all compared find."""
    loop = Loop(Setup(load("tic_tac_toe")))
    at = Places(
        loop.table(np.int16, (21, 64)), loop.table(np.int8, (21,)), loop.table(np.int64, (2,)),
        loop.note(np.float64, (64,)), loop.note(np.int16, (64,)), loop.note(np.int32, (4,)),
        loop.note(np.float64, (4,)),
    )  # fmt: skip
    index, slow = by_signs(loop, at, 20, 64, 20, 1.0), all_compared(loop, at)
    tree = bench.Tree(tuple(np.zeros(shape, kind) for kind, shape in loop.tables))
    scratch = bench.Scratch(tuple(np.zeros(shape, kind) for kind, shape in loop.notes))
    policy, source = bench.Policy(np.array(loop.numbers)), np.random.default_rng(5)
    own, short, found = (scratch.notes[place] for place in (at.own, at.short, at.found))

    def show(vector: Any) -> None:
        own[:] = vector / np.linalg.norm(vector)
        bench.shortened(own, short)

    with np.errstate(over="ignore"):
        for step in range(120):
            entry = int(source.integers(1, 21)) if step >= 20 else step + 1
            if step >= 20:
                index.drop(tree, entry)
            show(source.normal(size=64))
            tree.tables[at.vectors][entry], tree.tables[at.seats][entry] = short, source.integers(0, 2)
            index.put(tree, scratch, entry)
            tree.tables[at.facts][0] = min(step + 1, 20)
            show(source.normal(size=64))
            for seat in (0, 1):
                ways = []
                for each in (index, slow):
                    found[:] = 0
                    n = each.find(tree, policy, scratch, seat)
                    ways.append(found[:n].tolist())
                assert ways[0] == ways[1]
