"""TD(λ), TDMC(λ), two memories: returns by hand, features, learning that shows."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import anyspace
from anyspace.errors import OptionError
from anyspace.problems.td import (
    FEATURES,
    KINDS,
    Learner,
    TwoMemories,
    Values,
    discs,
    features,
    lambda_returns,
    match,
    playout_mean,
    random_player,
)


@cache
def othello() -> Any:
    return anyspace.load("othello")


def test_kinds_of_cells() -> None:
    grid = KINDS.reshape(8, 8)
    assert FEATURES == 10 and (grid == grid.T).all() and (grid == grid[::-1]).all()
    assert sorted(np.bincount(KINDS).tolist()) == [4, 4, 4, 4, 8, 8, 8, 8, 8, 8]


def test_features_are_of_the_board_and_change_sides() -> None:
    state = othello().after("d3 c3")
    rows = [line.split()[1:9] for line in str(state).splitlines()[1:9]]
    expected = [{"x": 1, "o": -1}.get(mark, 0) for row in rows for mark in row]
    assert discs(state).tolist() == expected
    start = othello().start()
    assert features(start).tolist() == [0.0] * 10


def test_lambda_returns_by_hand() -> None:
    later = np.array([0.1, 0.2, 0.3, 9.9])
    assert lambda_returns(later, 1.0, 1.0).tolist() == [1.0] * 4
    assert lambda_returns(later, 1.0, 0.0).tolist() == pytest.approx([0.2, 0.3, 1.0, 1.0])
    half = lambda_returns(later, 1.0, 0.5)
    assert half.tolist() == pytest.approx([0.5 * 0.2 + 0.5 * 0.65, 0.5 * 0.3 + 0.5 * 1.0, 1.0, 1.0])


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=12), st.floats(-1, 1), st.floats(0, 1))
def test_lambda_returns_are_the_sum_that_defines_them(later: list[float], outcome: float, lam: float) -> None:
    last = len(later) - 1
    known = [*later[:-1], outcome]
    for t in range(last):
        mixed = sum((1 - lam) * lam ** (n - 1) * known[t + n] for n in range(1, last - t))
        assert lambda_returns(np.array(later), outcome, lam)[t] == pytest.approx(
            mixed + lam ** (last - t - 1) * outcome, abs=1e-9
        )


def test_a_correction_goes_towards_the_target() -> None:
    learner = Learner("td", lam=1.0, rate=0.01, seed=1, game=othello())
    positions = learner.play()
    outcome = positions[-1].returns()[0]
    before = [learner.values.of(state) for state in positions[-12:-1]]
    learner.correct(positions)
    nearer = [
        abs(learner.values.of(s) - outcome) - abs(b - outcome) for s, b in zip(positions[-12:-1], before, strict=True)
    ]
    assert outcome != 0 and np.mean(nearer) < 0


def test_playouts_tell_who_is_ahead() -> None:
    over = othello().position("xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/oooooooo/oooooooo -")
    assert playout_mean(over, 5, 1) == 1.0
    near = othello().position("xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xooooooo/x1oooooo x")
    assert playout_mean(near, 20, 1) == 1.0
    assert playout_mean(othello().start(), 200, 1) == playout_mean(othello().start(), 200, 1)
    assert abs(playout_mean(othello().start(), 300, 1)) < 0.3


def test_what_was_learnt_beats_random_moves() -> None:
    values = Learner("tdmc", seed=1, game=othello()).learn(40)
    assert values.weights[0] == max(values.weights), "a corner is worth most"
    assert match(values.best, random_player(1), 40, game=othello()) > 0.7


def test_two_memories() -> None:
    corners = Values(np.eye(FEATURES)[0] + 0.1)
    player = TwoMemories(corners, simulations=2, depth=3, seed=1)
    state = othello().after("d3 c3")
    assert player(state) in state.moves() and np.abs(player.transient).sum() > 0
    player.forget()
    assert player.value(state) == corners.of(state), "without a transient memory the permanent one speaks"
    assert match(player, random_player(2), 2, game=othello()) in (0.0, 0.25, 0.5, 0.75, 1.0)


def test_bad_options() -> None:
    for options in (dict(method="sarsa"), dict(lam=2.0), dict(rate=-1.0), dict(playouts=0)):
        with pytest.raises(OptionError, match=f"td: {next(iter(options))} must be"):
            Learner(**options)  # type: ignore[arg-type]
