"""Playouts that learn what moves are worth: formulas on numbers worked by hand, tables against slow twins, limits."""

from __future__ import annotations

import math
from collections import defaultdict
from types import SimpleNamespace
from typing import Any

import everything
import numpy as np
import pytest
from stepwise import Stepwise, watch_choices, watch_learning
from uncompiled import plain_search

from anyspace import NST, PPA, OptionError
from anyspace.core.check import check
from anyspace.parts.playout.grams import UNKNOWN, context_of, learn_triple, row_of, slot_of, spread_out, tag_of
from anyspace.parts.playout.nst import any_greatest, sequence_value, soft_choice
from anyspace.parts.playout.outcome import par_of
from anyspace.parts.playout.ppa import adapt, draw, set_odds
from anyspace.rng import new

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")  # hashes and random numbers wrap around

SUMS, SINGLES, OWNERS, PAIR_SUMS, PAIRS, TAGS, MEMBERS, TRIPLE_SUMS, TRIPLES = range(9)
"""The tables of NST, in their order."""


# ---- NST -------------------------------------------------------------------------------------------------------------


def test_the_value_of_a_move_is_the_average_of_what_is_known() -> None:
    f = np.float32
    assert sequence_value(f(0), UNKNOWN, UNKNOWN) == 1.0, "never made"
    assert sequence_value(f(-0.75), UNKNOWN, UNKNOWN) == 0.25
    assert sequence_value(f(-0.75), f(1.75), UNKNOWN) == pytest.approx((0.25 + 0.75) / 2)
    assert sequence_value(f(-0.75), UNKNOWN, f(1.0)) == pytest.approx((0.25 + 0.0) / 2)
    assert sequence_value(f(-0.75), f(1.75), f(1.5)) == pytest.approx((0.25 + 0.75 + 0.5) / 3)


def test_the_greatest_and_the_gibbs_choice() -> None:
    counts = np.zeros(4)
    scratch: Any = SimpleNamespace(rng=new(1), weights=None)
    for _ in range(3000):
        scratch.weights = np.array([0.2, 0.7, 0.1, 0.7])
        counts[any_greatest(scratch, 4, 1)] += 1
    assert counts[0] == counts[2] == 0 and abs(counts[1] - 1500) < 150
    counts[:] = 0
    for _ in range(3000):
        scratch.weights = np.array([0.5, 0.5 + 0.2 * math.log(2), 0.5, 0.5])
        counts[soft_choice(scratch, 4, 1, 5.0)] += 1
    assert abs(counts[1] / 3000 - 2 / 5) < 0.04


@pytest.mark.parametrize("method", ["greedy", "gibbs"])
def test_sequences_have_the_mean_reward_of_who_ended_them(method: str) -> None:
    game = everything.game(hides=False)
    search = plain_search(game, NST(method=method, least=2, entries=1 << 14), seed=5)
    rewards: dict[tuple[int, ...], list[float]] = defaultdict(list)

    def told(codes: list[int], payoffs: list[float]) -> None:
        for k, code in enumerate(codes):
            for length in (1, 2, 3):
                if k + 1 >= length:
                    rewards[tuple(codes[k + 1 - length : k + 1])].append(payoffs[code // (game.actions or 1)])

    watch_learning(search, told)
    search.run(game.start(), iterations=150)
    check(search.tree)
    tables, actions = search.tree.tables, game.actions or 1
    lost = 0
    for sequence, got in rewards.items():
        mean = pytest.approx(sum(got) / len(got), abs=1e-5)
        if len(sequence) == 1:
            assert float(tables[SINGLES][sequence[0]]) + 1 == mean
        elif len(sequence) == 2:
            liked = float(tables[PAIRS][row_of(len(tables[OWNERS]), sequence[0]), sequence[1] % actions])
            assert liked == 0 if len(got) < 2 else liked - 1 == mean
        else:
            means, found = np.zeros(2 * actions, np.float32), np.zeros(8, np.int32)
            context = context_of(sequence[1], sequence[0])
            assert tables[TAGS][slot_of(context, len(tables[TAGS]))] == tag_of(context)
            spread_out(tables[TAGS], tables[MEMBERS], tables[TRIPLES], context, means, found)
            liked = float(means[sequence[2]])
            assert liked == 0 if len(got) < 2 else liked - 1 == mean
            lost += len(got) < 2
    assert 0 < lost < len(rewards)


def test_a_greedy_playout_takes_what_was_best_after_the_moves_before() -> None:
    game = everything.game(hides=False)
    search = plain_search(game, NST(epsilon=0, least=3), seed=5)
    rewards: dict[tuple[int, ...], list[float]] = defaultdict(list)
    looked = []

    def told(codes: list[int], payoffs: list[float]) -> None:
        for k, code in enumerate(codes):
            for length in range(1, min(3, k + 1) + 1):
                rewards[tuple(codes[k + 1 - length : k + 1])].append(payoffs[code // (game.actions or 1)])

    def value(codes: list[int], code: int) -> float:
        known = [
            got
            for length in range(min(3, len(codes) + 1))
            if (got := rewards.get((*codes[len(codes) - length :], code), [])) and (length == 0 or len(got) >= 3)
        ]
        return sum(sum(got) / len(got) for got in known) / len(known) if known else 1.0

    def chosen(codes: list[int], legal: list[int], code: int) -> None:
        assert value(codes, code) == pytest.approx(max(value(codes, other) for other in legal), abs=1e-5)
        looked.append(len(legal))

    watch_learning(search, told)
    watch_choices(search, chosen)
    search.run(game.start(), iterations=150)
    assert len(looked) > 80


def test_a_full_bucket_gives_up_what_it_saw_least() -> None:
    tags, members = np.zeros(1, np.uint32), np.zeros((1, 8), np.int32)
    sums, liked = np.zeros((1, 8, 2), np.float32), np.zeros((1, 8), np.float32)
    context = context_of(3, 4)
    for code in range(8):
        for _ in range(2 if code != 5 else 1):
            learn_triple(tags, members, sums, liked, context, code, 1.0, 2)
    learn_triple(tags, members, sums, liked, context, 11, 0.0, 1)
    assert sorted(members[0]) == [1, 2, 3, 4, 5, 7, 8, 12]
    learn_triple(tags, members, sums, liked, context_of(4, 3), 7, 1.0, 1)
    assert sorted(members[0]) == [0] * 7 + [8], "another context has the bucket for itself"


# ---- PPA -------------------------------------------------------------------------------------------------------------


def test_a_step_of_adaptation_by_hand() -> None:
    game: Any = SimpleNamespace(actions=3, players=2)
    weights, odds = np.array([0, math.log(3), 0, 0, 0, 0], np.float32), np.zeros(6, np.float32)
    set_odds(odds, weights)
    scratch: Any = SimpleNamespace(rng=new(3), moves=np.array([0, 1], np.int32), weights=np.zeros(4))
    excess, touched, counts = np.zeros(6, np.float32), np.zeros(6, np.int32), np.zeros(2, np.int64)
    chosen = draw(game, scratch, odds, 0, 2, excess, touched, counts)
    assert excess[:2].tolist() == pytest.approx([0.25, 0.75]) and counts[0] == 2
    draw(game, scratch, odds, 1, 2, excess, touched, counts)
    made = np.array([chosen, 3], np.int32)
    counts[1] = 2
    adapt(game, [1.0, 0.0], 0.5, 0.5, weights, odds, excess, touched, made, counts)
    expected = [-0.125, math.log(3) - 0.375, 0, 0, 0, 0]
    expected[chosen] += 0.5
    assert weights.tolist() == pytest.approx(expected, abs=1e-6), "the loser learns nothing"
    assert odds[:2].tolist() == pytest.approx([math.exp(weight) for weight in expected[:2]], rel=1e-5)
    assert not excess.any() and not counts.any()


def test_ppa_draws_by_its_odds() -> None:
    game: Any = SimpleNamespace(actions=3, players=2)
    odds = np.array([1, 3, 0, 0, 0, 0], np.float32)
    scratch: Any = SimpleNamespace(rng=new(3), moves=np.array([0, 1], np.int32), weights=np.zeros(4))
    notes = np.zeros(6, np.float32), np.zeros(6, np.int32), np.zeros(2, np.int64)
    drawn = [draw(game, scratch, odds, 0, 2, *notes) for _ in range(4000)]
    assert sum(drawn) / 4000 == pytest.approx(0.75, abs=0.03)


def test_weights_against_a_slow_twin() -> None:
    game = everything.game(hides=False)
    search = plain_search(game, PPA(alpha=0.5), seed=9)
    policy: dict[int, float] = defaultdict(float)
    playout: list[tuple[list[int], int]] = []

    def chosen(codes: list[int], legal: list[int], code: int) -> None:
        playout.append((legal, code))

    def told(codes: list[int], payoffs: list[float]) -> None:
        before = dict(policy)
        for legal, code in playout:
            if payoffs[code // (game.actions or 1)] > 0.5:
                policy[code] += 0.5
                total = sum(math.exp(before.get(other, 0)) for other in legal)
                for other in legal:
                    policy[other] -= 0.5 * math.exp(before.get(other, 0)) / total
        playout.clear()

    watch_choices(search, chosen)
    watch_learning(search, told)
    search.run(game.start(), iterations=120)
    check(search.tree)
    weights = search.tree.tables[0]
    assert weights.tolist() == pytest.approx([policy[code] for code in range(len(weights))], abs=1e-3)
    assert abs(weights).max() > 0.5


def test_without_steps_ppa_is_uniform() -> None:
    game = everything.game(hides=False)
    found = [
        plain_search(game, part, seed=4).run(game.start(), iterations=200).table for part in (PPA(alpha=0), Stepwise())
    ]
    assert found[0] == found[1]


def test_what_fades_after_a_move_is_what_playouts_go_by() -> None:
    game = everything.game(hides=False)
    search = plain_search(game, PPA(kept=0.5), seed=9)
    result = search.run(game.start(), iterations=60)
    weights = search.tree.tables[0].copy()
    search.advance(result.move)
    assert search.tree.tables[0].tolist() == pytest.approx((weights / 2).tolist())
    search.run(iterations=1)
    assert search.tree.tables[1].tolist() == pytest.approx(np.exp(search.tree.tables[0]).tolist(), rel=1e-5)


# ---- both ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("guess", [[], ["particles"]], ids=["dealt", "particles"])
@pytest.mark.parametrize("mode", ["single", "multi", "determinized:count=2"])
def test_what_was_learnt_outlasts_trees_of_guesses(mode: str, guess: list[str]) -> None:
    """Whatever becomes of the trees: until somebody else is to move, who may not know what this player does."""
    game = everything.game()
    search = plain_search(game, "mast:kept=0.5", *guess, information=mode, seed=7)

    def known() -> float:
        return float(search.tree.tables[0][:, 1].sum())

    search.run(game.start(), iterations=40)
    search.advance(0)
    search.advance(4)
    learnt = known()
    assert learnt > 20
    search.run(iterations=2)
    assert learnt + 2 <= known() < learnt + 40
    learnt = known()
    search.run(iterations=300)  # more than the tree had room for
    assert known() > learnt + 300
    search.advance(0)
    search.run(iterations=2)
    assert known() < 20, "the other player's turn"
    search.run(game.start(), iterations=2)
    assert known() < 20, "another game"


def test_par() -> None:
    tree: Any = SimpleNamespace(roots=[1], nodes=[None, SimpleNamespace(reward=30.0, visits=40)])
    assert par_of(tree, SimpleNamespace(players=2), [1.0, 0.0]) == 0.5
    assert par_of(tree, SimpleNamespace(players=4), [1.0, 0.5, 0.25, 0.25]) == 0.5
    assert par_of(tree, SimpleNamespace(players=1), [0.9]) == 0.75


@pytest.mark.parametrize(
    ("part", "options"),
    [
        (NST, {"method": "softly"}),
        (NST, {"epsilon": 1.5}),
        (NST, {"temperature": 0}),
        (NST, {"least": 0}),
        (NST, {"entries": 1000}),
        (NST, {"entries": 4}),
        (NST, {"kept": 2}),
        (PPA, {"alpha": -1}),
        (PPA, {"kept": -0.1}),
    ],
)
def test_bad_options(part: Any, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=next(iter(options))):
        part(**options)
