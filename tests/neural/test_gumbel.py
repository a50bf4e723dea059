"""Gumbel: the schedule by hand, what it promises, and the same in batches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from neural.arms import ARMS, arms, logits_of, network
from neural.puct_twin import noisy, visits_in
from uncompiled import plain_search, uncompiled

from anyspace import OptionError, Search, load
from anyspace.parts.leaf.network import Network
from anyspace.parts.select.gumbel import schedule, turn_of


def turns(considered: int, iterations: int) -> list[int]:
    """The visits of the moves whose turn it is, one iteration after the other."""
    phases = np.zeros((64, 3), np.int64)
    planned = schedule(considered, iterations)
    phases[: len(planned)] = planned
    return [int(turn_of(phases, done)) for done in range(iterations + 1)]


@pytest.mark.parametrize(
    ("considered", "iterations", "expected"),
    [
        (1, 3, [0, 1, 2, -1]),
        (4, 4, [0, 0, 0, 0, -1]),
        (4, 8, [0, 0, 0, 0, 1, 1, 2, 2, -1]),  # four moves once, two of them twice more
        (4, 16, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, -1]),
        (16, 4, [0, 0, 0, 0, -1]),
    ],
)
def test_the_schedule_by_hand(considered: int, iterations: int, expected: list[int]) -> None:
    assert turns(considered, iterations) == expected


def improvement(draws: int, parts: list[Any], make: Any) -> tuple[int, float, float]:
    """How often the choice was worse than the argmax of g + logits; the mean of what was chosen, and of the odds."""
    game = make(arms())
    search = (plain_search if make is uncompiled else Search)(game, Network(network, batch=4, cache=0), *parts, seed=0)
    worse, chosen, expected = 0, 0.0, 0.0
    for draw in range(draws):
        search.seed = draw
        state = game.start(seed=draw)
        move = search.run(state, iterations=4).move
        worth = np.array(state.record["worth"])
        logits = logits_of(worth.astype(np.float32)).astype(np.float64)
        odds = np.exp(logits) / np.exp(logits).sum()
        expected += float(odds @ worth)
        chosen += worth[move]
        if search.loop.gumbel is not None:
            noise = search.tree.tables[search.loop.gumbel[0]]
            worse += worth[move] < worth[np.argmax(noise + logits)] - 1e-9
    return worse, chosen / draws, expected / draws


def test_never_worse_than_a_move_drawn_by_the_odds() -> None:
    worse, chosen, expected = improvement(60, ["gumbel:scale=1.0"], uncompiled)
    assert worse == 0 and chosen >= expected


@pytest.mark.slow
def test_ten_thousand_draws() -> None:
    """82 moves, four iterations, exact values: in every draw; PUCT promises no such thing."""
    for text in ("gumbel", "gumbel:scale=1.0", "gumbel:considered=4"):
        worse, chosen, expected = improvement(10_000, [text], lambda game: game)
        assert worse == 0 and chosen >= expected
        print(text, chosen, expected)
    game = arms()
    search, worse = Search(game, Network(network, batch=4, cache=0), "puct", seed=0), 0
    for draw in range(1_000):
        state = game.start(seed=draw)
        worth = np.array(state.record["worth"])
        likely = np.argmax(logits_of(worth.astype(np.float32)))
        worse += worth[search.run(state, iterations=4).move] < worth[likely]
    print("puct chooses worse than the likeliest move:", worse, "of 1,000")
    assert worse > 0


def test_visits_at_the_root_follow_the_schedule_in_batches_too() -> None:
    game = uncompiled(load("tic_tac_toe"))
    found = []
    for batch in (1, 4):
        search = plain_search(game, Network(noisy(9), batch=batch), "gumbel:considered=4", seed=5)
        result = search.run(game.start(), iterations=16)
        found.append(sorted((row.visits for row in result.table), reverse=True))
        assert result.move == max(search.root.children, key=lambda child: child.visits).move or found[-1][0] == 6
    assert found[0] == found[1] == [6, 6, 2, 2]


def test_inside_visits_follow_the_improved_odds() -> None:
    """By the slow road: at every inner node the next move is the one whose share lags most."""
    game = uncompiled(load("tic_tac_toe"))
    search = plain_search(game, Network(noisy(9), batch=1), "gumbel:considered=1", seed=5)
    search.run(game.start(), iterations=60)
    (only,) = search.root.children
    state = game.start()
    state.play(only.move)
    logits, value = noisy(9)(state.planes()[None])
    moves = state.moves()
    odds = np.exp(logits[0, moves].astype(float))
    odds /= odds.sum()
    assert only.visits == 60 and sum(child.visits for child in only.children) == 59
    means = {child.move: 0.5 * (child.value + 1.0) for child in only.children}
    visits = np.array([next((c.visits for c in only.children if c.move == move), 0) for move in moves])
    tried = np.array([move in means for move in moves])
    q = np.array([means.get(move, 0.0) for move in moves])
    estimate = 0.5 * (float(value[0, 0]) + 1.0)
    mixed = (estimate + 59 * (odds * q)[tried].sum() / odds[tried].sum()) / 60
    improved = odds * np.exp((50 + visits.max()) * 0.1 * np.where(tried, q, mixed))
    improved /= improved.sum()
    search.run(iterations=1)
    after = {child.move: child.visits for child in search.root.children[0].children}
    grown = [move for move in moves if after.get(move, 0) > visits[moves.index(move)]]
    assert grown == [moves[int(np.argmax(improved - visits / 60))]]


def test_the_same_tree_for_the_same_seed_and_another_for_another() -> None:
    game = uncompiled(load("tic_tac_toe"))
    trees = []
    for seed in (1, 1, 2):
        search = plain_search(game, Network(noisy(9)), "gumbel", seed=seed)
        search.run(game.start(), iterations=40)
        trees.append(visits_in(search.root))
    assert trees[0] == trees[1] != trees[2]


def test_without_a_network() -> None:
    with pytest.raises(OptionError, match="gumbel: it improves on the odds of a network"):
        Search(load("tic_tac_toe"), "gumbel")
    assert ARMS == 82
