"""What nodes learn from a playout: weights, bonuses for the margin, decay."""

from __future__ import annotations

import math
from typing import Any

import everything
import numpy as np
import pytest
from positions import searching, trees_of
from uncompiled import plain_search, uncompiled

from anyspace import OVER, Decay, OptionError, ScoreBonus, Weighted, load
from anyspace.core.check import check
from anyspace.parts.backup.decay import decayed
from anyspace.parts.backup.score_bonus import with_bonus
from anyspace.parts.backup.weighted import growing_step
from anyspace.rules.game import Game

GAME = uncompiled(everything.game(hides=False))


# ---- weights


def weights_of(n: int, a: float) -> list[float]:
    """As the formula says, one after the other."""
    found = [1.0]
    for k in range(1, n):
        found.append(found[-1] * (k + a) / k)
    return found


def test_weights_by_hand() -> None:
    assert weights_of(4, 0) == [1, 1, 1, 1] and weights_of(4, 1) == [1, 2, 3, 4] and weights_of(4, 2) == [1, 3, 6, 10]
    for a in (0.0, 1.0, 2.0, 2.5):
        weights = weights_of(9, a)
        assert growing_step(9, a) == pytest.approx(weights[-1] / sum(weights))


@pytest.mark.parametrize(("late", "short"), [(0.0, 0.0), (1.0, 0.0), (2.5, 0.0), (0.0, 0.3), (1.0, 0.3)])
def test_a_node_keeps_the_weighted_mean(late: float, short: float) -> None:
    search = searching(GAME, Weighted(late, short))
    node, scratch = search.tree.roots[0], search.workspaces[0].scratch
    record, generator = search.tree.nodes[node], np.random.default_rng(1)
    record.visits, record.reward, search.tree.extras[node].shortness = 0, 0.0, 0.0
    rewards, weights = generator.random(40), weights_of(40, late)
    for n in range(40):
        length = int(generator.integers(9))
        weights[n] /= 1 + short * length
        scratch.told[2] = length
        payoffs = np.full(2, rewards[n])
        search.loop.credit(search.tree, search.policy, scratch, 0, 0, node, payoffs)
        assert record.visits == n + 1
        mean = np.dot(rewards[: n + 1], weights[: n + 1]) / sum(weights[: n + 1])
        assert record.reward / record.visits == pytest.approx(mean, rel=1e-5)


def test_equal_weights_are_plain_uct() -> None:
    plain, equal = trees_of(GAME, [], [Weighted(late=0)])
    assert plain == equal


def test_weights_of_what_other_backups_make_of_rewards() -> None:
    """In either order."""
    first, second = trees_of(GAME, [Weighted(), Decay(0.8)], [Decay(0.8), Weighted()])
    assert first == second


# ---- the margin


def test_bonuses_by_hand() -> None:
    assert with_bonus(1.0, 1.0, 0.9, 0) == pytest.approx(1.0)
    assert with_bonus(0.75, 0.75, 0.9, 0) == pytest.approx(0.95)
    assert with_bonus(0.25, 0.25, 0.9, 0) == pytest.approx(0.05)
    assert with_bonus(0.5, 0.9, 0.9, 0) == 0.5
    assert with_bonus(1.0, 0.3, 0.9, 0) == pytest.approx(0.9), "a win by none, if the evaluation takes it for a loss"
    assert with_bonus(0.6, 0.6, 0.5, 0) == pytest.approx(0.6)
    assert with_bonus(0.6, 0.6, 1.0, 0) == 1.0 and with_bonus(0.4, 0.4, 1.0, 0) == 0.0
    assert with_bonus(1.0, 0.75, 0.8, 2.0) == pytest.approx(0.8 + 0.2 * math.tanh(1.0) / math.tanh(2.0))
    for won in np.linspace(0, 1, 9):
        assert with_bonus(won, won, 0.8, 1.5) + with_bonus(1 - won, 1 - won, 0.8, 1.5) == pytest.approx(1.0)


def test_where_all_wins_are_alike_nothing_changes() -> None:
    plain, bonus = trees_of(GAME, [], [ScoreBonus()])
    assert plain == bonus


def test_the_margin_of_the_last_position() -> None:
    game = uncompiled(load("sum_of_switches(n=6,komi=0)"))
    search = plain_search(game, ScoreBonus(source="evaluate", gamma=0.9), seed=3)
    search.run(game.start(), iterations=200)
    check(search.tree)
    seen = set()
    for seed in range(60):
        search = plain_search(game, ScoreBonus(source="evaluate", gamma=0.9), seed=seed)
        search.run(game.start(), iterations=1)
        seen.add(round(float(search.tree.nodes[search.tree.roots[0]].reward), 6))
    possible = set()
    for lead in range(-9, 10, 2):  # 15 points in all, and who has as many as needed, or more, has won
        margin = abs(lead) / (abs(lead) + 6)
        possible.add(round(0.9 + 0.1 * margin if lead >= 0 else 0.1 - 0.1 * margin, 6))
    assert len(seen) > 3 and seen <= possible


# ---- decay


def test_decay_by_hand() -> None:
    assert decayed(1.0, 0.5) == 0.75 and decayed(0.0, 0.5) == 0.25 and decayed(0.5, 0.1) == 0.5


def test_no_decay_is_plain_uct() -> None:
    plain, kept = trees_of(GAME, [], [Decay(1)])
    assert plain == kept


WAYS = np.dtype([("way", np.int8), ("ply", np.int8)])


def short_or_long(wins: bool) -> Game:
    """One decision: a way of 2 moves (0) or of 5 (1), to a win on either, or a loss."""

    def start(state: Any, rng: Any) -> None:
        state.way, state.ply = -1, 0

    def mover(state: Any) -> int:
        return OVER if state.ply == 2 + 3 * state.way and state.way >= 0 else 0

    def moves(state: Any, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 2 if state.way < 0 else 1

    def play(state: Any, move: int) -> None:
        state.way = move if state.way < 0 else state.way
        state.ply += 1

    def returns(state: Any, out: Any) -> None:
        out[0] = 1.0 if wins else 0.0

    return Game(
        name="short_or_long", state=WAYS, players=1, max_moves=2, payoffs=(0.0, 1.0), max_length=5,
        start=start, mover=mover, moves=moves, play=play, returns=returns,
    )  # fmt: skip


@pytest.mark.parametrize("wins", [True, False])
def test_the_shorter_win_and_the_longer_loss(wins: bool) -> None:
    game = short_or_long(wins)
    search = plain_search(game, Decay(0.8), seed=1)
    result = search.run(game.start(), iterations=400)
    check(search.tree)
    assert result.move == (0 if wins else 1)
    for child in search.root.children:  # a node of the tree is as far from the end whatever was played out
        distance = 1 if child.move == 0 else 4
        assert child.value == pytest.approx(0.5 + (0.5 if wins else -0.5) * 0.8**distance)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Weighted(late=-1),
        lambda: Weighted(short=-0.1),
        lambda: Weighted(late="all"),  # type: ignore[arg-type]
        lambda: ScoreBonus(gamma=0.4),
        lambda: ScoreBonus(gamma=1.1),
        lambda: ScoreBonus(source="prior"),
        lambda: ScoreBonus(steepness=-1),
        lambda: Decay(gamma=1.1),
        lambda: Decay(gamma=-0.1),
        lambda: plain_search(load("tic_tac_toe"), ScoreBonus(source="evaluate")),
        lambda: plain_search(GAME, Weighted(), parallel="tree:threads=1"),
    ],
)
def test_bad_options(make: Any) -> None:
    with pytest.raises(OptionError):
        make()
