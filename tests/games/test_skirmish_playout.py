"""Skirmish: playouts, and that random games are as long and as wide as published."""

from __future__ import annotations

import random

import numpy as np
from playout_helpers import playouts, without_playout
from skirmish_helpers import archery, losing, names, play, position, record, the_game

from anyspace import rng as random_numbers
from anyspace.games.skirmish import random_move
from anyspace.games.skirmish_board import DEPLOY, LONGEST
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import State


def test_playout_agrees_with_the_generic_one() -> None:
    n = 12_000
    for start in (the_game().start(seed=5), archery()):
        own, plain = State(the_game(), start._block), State(without_playout(the_game()), start._block)
        for ours, theirs in zip(playouts(own, n), playouts(plain, n, seed=2), strict=True):
            assert abs(ours.mean() - theirs.mean()) <= 4 * np.sqrt((ours.var() + theirs.var()) / n)


def test_the_first_move_of_a_playout_is_any_move() -> None:
    """In each phase: deploying, firing, ending."""
    ending = play(position("R1@a1 R2@g1", "G@d4", "S3", deck="R5"), "S3@d3")
    for state in (archery(), play(archery(), "E1@d3"), ending):
        counts = dict.fromkeys(state.moves(), 0)
        assert len(counts) > 2
        rng, squares = random_numbers.new(7), np.zeros(6, np.uint64)
        with np.errstate(over="ignore"):
            for _ in range(60 * len(counts)):
                counts[int(random_move(record(state), rng, squares))] += 1
        assert min(counts.values()) > 25 and max(counts.values()) < 110


def test_playout_respects_its_limit() -> None:
    state = archery()
    assert set(playouts(state, 10, limit=3)[1]) == {TOO_LONG}
    nearly = losing(19, 0, 1, position("H1@c4", "S2@d4", "S3"))
    assert names(nearly) == ["S3@d3"]
    assert set(playouts(nearly, 10, limit=0)[1]) == {TOO_LONG}
    assert set(playouts(nearly, 10, limit=1)[1]) == {1}


def test_random_games_branch_and_last_as_published() -> None:
    """25 to 50 moves in the middle of a game; 50 to 60 turns (Sephton et al. 2014)."""
    source, turns, ways = random.Random(4), [], []
    for seed in range(120):
        state = the_game().start(seed=seed)
        while not state.over:
            moves = state.moves()
            inside = record(state)
            if inside.phase == DEPLOY and 10 <= inside.turns < 50:
                ways.append(len(moves))
            state.play(source.choice(moves))
        turns.append(int(record(state).turns))
    assert 48 < np.mean(turns) < 60 and max(turns) < LONGEST
    assert 30 < np.mean(ways) < 40 and np.percentile(ways, 25) > 21 and np.percentile(ways, 75) < 48
