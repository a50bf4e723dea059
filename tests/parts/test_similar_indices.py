"""SimHash buckets and blurred pictures, against slow obvious twins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from uncompiled import plain_search

from anyspace import OptionError, Search, load
from anyspace.parts.similar.pictures import blurred, fingerprint_of, hashed_picture
from anyspace.parts.similar.simhash import bucket_numbers, gathered, planes_through_the_middle, put, taken_out

TABLES, BITS, SIZE = 3, 4, 16


def test_normals_are_balanced_and_always_the_same() -> None:
    normals = planes_through_the_middle(8, 16, 256)
    assert normals.shape == (128, 256) and set(np.unique(normals)) == {-1, 1}
    assert abs(normals.mean()) < 4 / np.sqrt(normals.size)
    assert np.array_equal(normals, planes_through_the_middle(8, 16, 256))


def test_vectors_that_are_alike_share_bits() -> None:
    """Charikar: two vectors at an angle lie on the same side of a random plane with probability 1 - angle / pi."""
    normals, source = planes_through_the_middle(64, 16, 64), np.random.default_rng(1)
    codes = np.zeros((2, 64), np.int32)
    for noise in (0.2, 1.0):
        shares, expected = [], []
        for _ in range(20):
            one = source.normal(size=64)
            other = one + noise * source.normal(size=64)
            for k, vector in enumerate((one, other)):
                bucket_numbers(normals, vector, codes[k])
            differing = sum(int(a ^ b).bit_count() for a, b in zip(codes[0], codes[1], strict=True))
            shares.append(1 - differing / 1024)
            expected.append(1 - np.arccos(one @ other / np.linalg.norm(one) / np.linalg.norm(other)) / np.pi)
        assert np.mean(shares) == pytest.approx(np.mean(expected), abs=0.02)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 2**32 - 1)), max_size=40))
def test_buckets_hold_what_was_put_and_not_taken_out(wishes: list[tuple[int, int]]) -> None:
    first, after, before = (np.zeros(shape, np.int32) for shape in ((TABLES, 1 << BITS), (TABLES, 10), (TABLES, 10)))
    codes, seen, out = np.zeros((10, TABLES), np.int32), np.zeros(10, np.int64), np.zeros(10, np.int32)
    twin: dict[int, list[int]] = {}
    for ticket, (entry, seed) in enumerate(wishes, 1):
        if entry in twin:
            taken_out(first, after, before, codes, entry)
            del twin[entry]
        else:
            codes[entry] = np.random.default_rng(seed).integers(0, 1 << BITS, TABLES)
            put(first, after, before, codes, entry)
            twin[entry] = codes[entry].tolist()
        asked = np.random.default_rng(seed + 1).integers(0, 1 << BITS, TABLES).astype(np.int32)
        n = gathered(first, after, asked, seen, ticket, out)
        near = {
            e for e, own in twin.items() if any((a ^ int(b)).bit_count() <= 1 for a, b in zip(own, asked, strict=True))
        }
        assert sorted(out[:n].tolist()) == sorted(near)


def test_blurring_by_hand() -> None:
    """One stone in the middle of 3x3: a third stays, a sixth goes to each neighbour; then once more."""
    cells, spare = np.zeros(9, np.float32), np.zeros(9, np.float32)
    cells[4] = 1.0
    blurred(cells, spare, 1, 3, 3, 1)
    assert cells == pytest.approx(np.array([0, 1, 0, 1, 2, 1, 0, 1, 0]) / 6)
    blurred(cells, spare, 1, 3, 3, 1)
    assert cells == pytest.approx(np.array([2, 4, 2, 4, 8, 4, 2, 4, 2]) / 36)


def test_planes_do_not_run_into_each_other() -> None:
    cells, spare = np.zeros(18, np.float32), np.zeros(18, np.float32)
    cells[8] = 1.0  # the last cell of the first plane
    blurred(cells, spare, 2, 3, 3, 3)
    assert not cells[9:].any()


def test_pictures_that_were_blurred_are_more_alike() -> None:
    def alike(steps: int) -> float:
        made = []
        for stone in (40, 41):
            cells: Any = np.zeros(81, np.float32)
            cells[stone] = 1.0
            blurred(cells, np.zeros(81, np.float32), 1, 9, 9, steps)
            out = np.zeros(96)
            hashed_picture(cells, out)
            made.append(out)
        return float(made[0] @ made[1])

    assert alike(0) == 0.0 and alike(1) == pytest.approx(0.5) and 0.5 < alike(3) < 1.0


def test_hashed_pictures_keep_the_cosine_on_average() -> None:
    source = np.random.default_rng(2)
    errors = []
    for _ in range(200):
        one, other = source.normal(size=(2, 300)).astype(np.float32)
        other = (one + other).astype(np.float32)
        vectors = np.zeros((2, 64))
        with np.errstate(over="ignore"):
            for k, each in enumerate((one, other)):
                hashed_picture(each, vectors[k])
        errors.append(float(vectors[0] @ vectors[1] - one @ other / np.linalg.norm(one) / np.linalg.norm(other)))
    assert abs(np.mean(errors)) < 4 * np.std(errors) / np.sqrt(len(errors)) + 0.02


def test_fingerprints() -> None:
    one, other = np.zeros(20, np.float32), np.zeros(20, np.float32)
    one[3], other[4] = 1.0, 1.0
    with np.errstate(over="ignore"):
        assert fingerprint_of(one) == fingerprint_of(one.copy()) != fingerprint_of(other)
        other[4], other[3] = 0.0, 0.5
        assert fingerprint_of(one) != fingerprint_of(other)


def test_compiled_and_uncompiled_agree() -> None:
    game = load("tic_tac_toe")
    parts = "similar:phi=planes,index=simhash,bits=4,tables=3,size=32,entries=60,neighbours=5"
    found = [made(game, parts, seed=11).run(game.start(), iterations=100).table for made in (Search, plain_search)]
    assert found[0] == found[1]


def test_a_game_without_a_picture_is_refused() -> None:
    with pytest.raises(OptionError, match="needs the rule 'planes'"):
        Search(load("nogo"), "similar:phi=planes")
