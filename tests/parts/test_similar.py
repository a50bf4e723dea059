"""The memory of similar states: its pieces against slow obvious twins, its formulas by hand, its limits."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from typing import Any

import numpy as np
import pytest
from further import further
from hypothesis import given
from hypothesis import strategies as st
from toys import nim
from uncompiled import plain_search

from anyspace import OptionError, Search, load
from anyspace.core.check import check
from anyspace.parts.similar.entries import USED, place_for_one_more, touched
from anyspace.parts.similar.formulas import more_recalled, recollection, share_of
from anyspace.parts.similar.nearest import (
    cosine,
    count_distances,
    distances_by_signs,
    furthest_to_look_at,
    keep_if_near,
    shortened,
)
from anyspace.parts.similar.phi import centred, counted_in, hashed, sign_bits
from anyspace.parts.value.similar import Similar

# ---- vectors ---------------------------------------------------------------------------------------------------------


def vector(truths: list[int], size: int = 64) -> Any:
    out = np.zeros(size)
    with np.errstate(over="ignore"):
        hashed(np.array(truths, np.int32), len(truths), out)
    return out


def test_hashing_keeps_the_cosine_on_average() -> None:
    """Sets with 6 of 9 and 16 members in common; which numbers stand for what is drawn anew each time."""
    source = np.random.default_rng(1)
    found = []
    for _ in range(3_000):
        names = source.choice(2**31 - 1, 19, replace=False).tolist()
        one, other = vector(names[:9], 32), vector(names[3:], 32)
        found.append(float(one @ other))
    true = 6 / math.sqrt(9 * 16)
    assert np.mean(found) == pytest.approx(true, abs=4 * np.std(found) / math.sqrt(len(found)))
    assert np.std(found) > 0.05  # each of them is off


def test_order_is_nothing_and_membership_all() -> None:
    with np.errstate(over="ignore"):
        out = np.zeros(64)
        one, same, other = (hashed(np.array(t, np.int32), 3, out) for t in ([5, 9, 700], [700, 5, 9], [5, 9, 701]))
    assert one == same != other


def test_centred_has_length_1_and_signs_are_those_of_its_components() -> None:
    middle, given = np.zeros(128), np.random.default_rng(2).normal(1.0, 1.0, (3, 128))
    for before, each in enumerate(given):
        counted_in(each, middle, before)
    assert middle == pytest.approx(given.mean(axis=0))
    own, bits = given[1].copy(), np.zeros(2, np.uint64)
    centred(own, middle)
    assert own @ own == pytest.approx(1.0)
    sign_bits(own, bits)
    assert [int(bits[k // 64]) >> (k % 64) & 1 for k in range(128)] == (given[1] > middle).tolist()


# ---- entries ---------------------------------------------------------------------------------------------------------


@given(st.integers(1, 6), st.lists(st.one_of(st.none(), st.integers(0, 5)), max_size=60))
def test_the_least_recently_used_goes(size: int, wishes: list[int | None]) -> None:
    """Against an ordered dictionary: None adds one, a number touches the one that is so old."""
    before, after, facts = np.zeros(size + 1, np.int32), np.zeros(size + 1, np.int32), np.zeros(2, np.int64)
    twin: OrderedDict[int, None] = OrderedDict()
    for wish in wishes:
        if wish is None:
            entry = int(place_for_one_more(facts, before, after))
            assert entry == (next(iter(twin)) if len(twin) == size else len(twin) + 1)
            twin.pop(entry, None)
            twin[entry] = None
        elif wish < len(twin):
            entry = list(twin)[wish]
            touched(before, after, entry)
            twin.move_to_end(entry)
        ring, at = [], int(before[0])
        while at != 0:
            ring.append(at)
            at = int(before[at])
        assert ring == list(twin) and facts[USED] == len(twin)


@pytest.mark.parametrize("n", [0, 3, 298, 300])
def test_the_nearest_by_signs(n: int) -> None:
    source = np.random.default_rng(3)
    vectors = source.normal(size=(301, 128))
    bits, own, each = np.zeros((2, 300), np.uint64), np.zeros(2, np.uint64), np.zeros(2, np.uint64)
    sign_bits(vectors[300], own)
    for entry in range(300):
        sign_bits(vectors[entry], each)
        bits[:, entry] = each
    distances, counts = np.zeros(300, np.int32), np.zeros((4, 129), np.int64)
    with np.errstate(over="ignore"):
        distances_by_signs(bits, n, own, distances)
    slow = ((vectors[:300] > 0) != (vectors[300] > 0)).sum(axis=1)[:n]
    assert distances[:n].tolist() == slow.tolist()
    count_distances(distances, n, counts)
    assert counts[0].tolist() == np.bincount(slow, minlength=129).tolist()
    within = furthest_to_look_at(counts[0], 40)
    if n < 40:
        assert within == 128
    else:
        assert within == sorted(slow)[39] and counts[0, within] == 40 - sum(distance < within for distance in slow)
    assert furthest_to_look_at(np.array([1, 2, 0, 5]), 40) == 3


@given(st.lists(st.floats(-1, 1), max_size=40), st.integers(1, 10))
def test_the_best_are_kept_in_order(likenesses: list[float], room: int) -> None:
    found, alike, n = np.zeros(room, np.int32), np.zeros(room), 0
    for entry, likeness in enumerate(likenesses, 1):
        n = keep_if_near(entry, likeness, found, alike, n)
    assert alike[:n].tolist() == sorted(likenesses, reverse=True)[:room]
    assert [likenesses[entry - 1] for entry in found[:n]] == alike[:n].tolist()


def test_cosine() -> None:
    source = np.random.default_rng(4)
    given = source.normal(size=(4, 256))
    given /= np.linalg.norm(given, axis=1, keepdims=True)
    given[3] = np.eye(256)[7]  # all of its length in one component
    short = np.zeros((4, 256), np.int16)
    for vector, out in zip(given, short, strict=True):
        shortened(vector, out)
    for one in range(4):
        for other in range(4):
            assert cosine(short, one, short[other]) == pytest.approx(float(given[one] @ given[other]), abs=1e-3)


# ---- formulas, worked by hand ----------------------------------------------------------------------------------------


def test_what_neighbours_say() -> None:
    """Likenesses 0.9 and 0.8 with tau = 0.1: kernels 1 and 1/e. Visits 10 and 30, values 0.2 and 0.6."""
    visits, sums = np.array([0.0, 30.0, 10.0]), np.array([[0.0, 0.0], [18.0, 12.0], [2.0, 8.0]])
    told = np.zeros(3)
    recollection(np.array([2, 1]), np.array([0.9, 0.8]), 2, visits, sums, 0.1, 1.0, told)
    e = math.exp(-1)
    assert told[0] == pytest.approx((10 * 0.2 + 30 * e * 0.6) / (10 + 30 * e))
    assert told[1] == pytest.approx(1 - told[0])
    assert told[2] == pytest.approx((10 + 30 * e) / (1 + e))
    recollection(np.array([2, 1]), np.array([0.9, 0.8]), 2, visits, sums, 0.1, 0.0, told)
    assert told[0] == pytest.approx((0.2 + e * 0.6) / (1 + e))


def test_who_was_never_visited_says_nothing() -> None:
    told = np.ones(3)
    recollection(np.array([1, 0]), np.array([0.9, 0.0]), 1, np.zeros(2), np.zeros((2, 2)), 0.1, 1.0, told)
    assert told.tolist() == [0, 0, 0]


def test_backing_up_to_the_letter_overshoots_and_consistently_does_not() -> None:
    """N_M(x) = 8 visits behind the value 1, two plies below, eta = 2: X = 2. From nothing: V_M = R / 2."""
    counted = share_of(8.0, 2, 2.0)
    assert counted == 2.0 and share_of(8.0, 5, 2.0) == 1.0
    assert more_recalled(0.0, 2.0, 1.0, 8.0, counted, letter=True) == 4.0  # no win is worth that much
    assert more_recalled(0.0, 2.0, 1.0, 8.0, counted, letter=False) == 1.0
    assert more_recalled(1.0, 6.0, 0.25, 8.0, counted, letter=False) == pytest.approx((4 * 1.0 + 2 * 0.25) / 6)


# ---- in a search -----------------------------------------------------------------------------------------------------


def entries_of(search: Search) -> Any:
    """Stamps, visits and sums of the entries in use."""
    tables = search.tree.tables
    used = int(tables[7][USED])
    return tables[1][1 : used + 1], tables[3][1 : used + 1], tables[4][1 : used + 1]


def nodes_of(search: Search) -> list[int]:
    return [node for node in range(len(search.tree.nodes)) if search.tree.extras[node].similar != 0]


@pytest.mark.parametrize(
    "options",
    [
        "",
        ":index=exact",
        ":when=visit,entries=100,size=64",
        ":index=simhash,bits=4,tables=3,entries=100",
        ":phi=planes,size=16",
    ],
)
def test_an_entry_knows_what_the_nodes_of_its_position_know(options: str) -> None:
    game = load("tic_tac_toe")
    search = plain_search(game, f"similar{options}", seed=2)
    search.run(game.start(), iterations=150)
    check(search.tree)
    stamps, visits, sums = entries_of(search)
    if "simhash" not in options:  # which finds most, and not all
        assert len(set(stamps.tolist())) == len(stamps)  # no position is there twice
    of_nodes: Counter[int] = Counter()
    for node in nodes_of(search):
        of_nodes[int(search.tree.extras[node].stamp)] += int(search.tree.nodes[node].visits)
    if "entries" not in options:  # none was dropped
        assert dict(zip(stamps.tolist(), visits.tolist(), strict=True)) == of_nodes
    assert sums.sum(axis=1) == pytest.approx(visits)


def test_without_a_say_it_is_plain_uct() -> None:
    game = load("tic_tac_toe")
    plain, silent = (
        plain_search(game, parts, seed=3).run(game.start(), iterations=120)
        for parts in ("ucb1", "similar:lam=0,size=64")
    )
    assert plain.table == silent.table


def left(state: Any, player: int, out: Any) -> None:
    """One place for every number of stones: nothing is like anything else."""
    out[state.left] = 1.0


@pytest.mark.parametrize(("tau", "is_table"), [(1e-5, True), (1.0, False)])
def test_as_tau_goes_to_nothing_it_is_a_table_of_transpositions(tau: float, is_table: bool) -> None:
    """Of fifty neighbours only the position itself counts, with the visits and the mean of all nodes that lead to it:
    seen after every iteration, in every node on its path that was reached in several ways."""
    part = Similar(phi=left, size=16, neighbours=50, tau=tau, when="visit", index="exact", centre=False)
    search, compared, agree = plain_search(nim(14), part), set(), []
    for seed in range(150):
        search.seed = seed
        search.run(search.game.start() if seed == 0 else None, iterations=1)
        stamps, visits, sums = entries_of(search)
        known = {int(stamp): (n, s) for stamp, n, s in zip(stamps, visits, sums, strict=True)}
        scratch = search.workspaces[0].scratch
        for node in scratch.paths[0, 1 : scratch.depths[0]].tolist():
            extra, record = search.tree.extras[node], search.tree.nodes[node]
            if extra.similar != 0 and known[int(extra.stamp)][0] > record.visits:
                many, rewards = known[int(extra.stamp)]
                own = many, rewards[int(record.player)] / many
                agree.append((extra.recalls, extra.recalled) == pytest.approx(own, rel=1e-4, abs=1e-5))
                compared.add(node)
    assert len(compared) > 100
    assert all(agree) if is_table else np.mean(agree) < 0.05


@pytest.mark.parametrize(
    "parts",
    ["similar:size=64,entries=60,neighbours=5", *further("similar:form=paper,when=visit,size=64,entries=60")],
)
def test_compiled_and_uncompiled_agree(parts: str) -> None:
    game = load("tic_tac_toe")
    found = []
    for made in (Search, plain_search):
        search = made(game, parts, seed=11)
        found.append(search.run(game.start(), iterations=100).table)
        check(search.tree)
    assert found[0] == found[1]


@pytest.mark.slow  # threads and parts, quickly: test_compiled_learning_playouts.py
def test_where_threads_share_a_tree() -> None:
    game = load("connect_four")
    search = Search(game, "similar:entries=500", parallel="tree:threads=2", seed=1)
    result = search.run(game.start(), iterations=4_000)
    check(search.tree)
    assert result.stats.iterations >= 4_000
    _, visits, sums = entries_of(search)
    assert len(visits) == 500 and sums.sum(axis=1) == pytest.approx(visits)


def test_it_is_kept_from_move_to_move_or_not() -> None:
    game = load("tic_tac_toe")
    for kept in (True, False):
        search = plain_search(game, f"similar:kept={kept}", seed=1)
        state = game.start()
        search.run(state, iterations=100)
        before = len(entries_of(search)[0])
        state.play(3)
        search.advance(3)
        search.run(state, iterations=10)
        assert (len(entries_of(search)[0]) >= before) == kept


@pytest.mark.parametrize("options", ["size=12", "tau=0", "neighbours=0", "lam=2", "index=best", "when=never", "bits=0"])
def test_bad_options(options: str) -> None:
    with pytest.raises(OptionError, match="imilar: "):
        Search(load("tic_tac_toe"), f"similar:{options}")


def test_hidden_information_is_refused() -> None:
    with pytest.raises(OptionError, match="a player does not see all of them"):
        Search(load("phantom"), "similar")
