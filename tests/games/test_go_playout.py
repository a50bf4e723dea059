"""The playout of go, which is not the uniform one: against the twin, move by move and on average."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import numpy as np
import pytest
from further import further
from games.go_helpers import KO, build, komi_for, play, playout, position, record, twin_of
from naive.go import Twin

from anyspace import rng as random_numbers
from anyspace.games import go_board
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.diagnose import record_of
from anyspace.rules.game import State


def test_uncompiled_rules_agree_byte_for_byte() -> None:
    game, source = build(5), random.Random(5)
    state, out, payoffs = game.start(), np.zeros(game.max_moves, np.int32), np.zeros(2)
    plain = record_of(game, bytes(game.state.itemsize))
    with np.errstate(over="ignore"):
        game.rules["start"](plain, None)
        while not state.over:
            assert out[: game.rules["moves"](plain, out)].tolist() == state.moves()
            ours, theirs = state.copy(), record_of(game, plain.tobytes())
            count = game.rules["playout"](theirs, random_numbers.new(7), payoffs, game.max_length, None)
            assert playout(ours, seed=7) == (count, payoffs.tolist())
            assert theirs.tobytes() == ours._block.tobytes()
            move = source.choice(state.moves())
            state.play(move)
            game.rules["play"](plain, move)
            assert plain.tobytes() == state._block.tobytes()


def played_out(size: int, seed: int) -> Iterator[State]:
    """The positions of one playout from the start: one that is cut short leaves the position it has come to."""
    length = playout(build(size).start(), seed)[0]
    for limit in range(1, length + 1):
        reached = build(size).start()
        assert playout(reached, seed, limit)[0] == (TOO_LONG if limit < length else length)
        yield reached


@pytest.mark.parametrize(("size", "games"), [(5, 20), (9, 5), *further((2, 20))])
def test_a_playout_fills_no_eye_and_passes_only_for_want_of_a_move(size: int, games: int) -> None:
    for seed in range(games):
        twin, passes = Twin(size), 0
        for reached in played_out(size, seed):
            stones = twin_of(reached).stones
            placed = [point for point in stones if point not in twin.stones]
            if placed:
                assert len(placed) == 1
                assert twin.acceptable(placed[0])
            else:
                assert not any(map(twin.acceptable, twin.points))
            passes = 0 if placed else passes + 1
            twin.play(placed[0] if placed else None)
            assert twin.stones == stones
        assert passes == 2 or record(reached).ply == 3 * size * size


@pytest.mark.parametrize("size", [5, 9])
def test_the_board_is_consistent_all_along_a_playout(size: int) -> None:
    for reached in played_out(size, seed=size):
        here, twin = record(reached), twin_of(reached)
        cell = {point: go_board.point_of(point[0] * size + point[1], size) for point in twin.points}
        empty = {cell[point] for point in twin.points if point not in twin.stones}
        assert sorted(here.empties[: here.vacant].tolist()) == sorted(empty)
        assert all(here.empties[here.where[point]] == point == here.head[point] for point in empty)
        for point in twin.stones:
            chain = {cell[stone] for stone in twin.region(point, twin.stones)[0]}
            head = int(here.head[cell[point]])
            assert {int(here.head[stone]) for stone in chain} == {head}
            assert {int(here.next[stone]) for stone in chain} == chain
            pairs = [near for stone in chain for near in go_board.around(stone, size + 1) if near in empty]
            assert here.liberties[head] == len(pairs)


def same_mean(ours: list[float], theirs: list[float]) -> bool:
    """Within four standard errors of the difference."""
    error = math.sqrt(np.var(ours) / len(ours) + np.var(theirs) / len(theirs))
    return bool(abs(np.mean(ours) - np.mean(theirs)) <= 4 * error)


@pytest.mark.parametrize(("size", "games", "twins"), [(5, 1500, 400), (9, 300, 60)])
def test_playouts_last_as_long_and_end_like_those_of_the_twin(size: int, games: int, twins: int) -> None:
    source = random.Random(size)
    expected = []
    for _ in range(twins):
        twin = Twin(size)
        length = twin.playout(source)
        expected.append((length, twin.lead(), math.copysign(1, twin.lead() - komi_for(size))))
    seen = []
    for _ in range(games):
        state = build(size).start()
        length, payoffs = playout(state, source.getrandbits(63))
        seen.append((length, go_board.lead(record(state), size + 1), payoffs[0]))
    for ours, theirs in zip(zip(*seen, strict=True), zip(*expected, strict=True), strict=True):
        assert same_mean(list(ours), list(theirs))


def test_a_playout_chooses_uniformly_among_what_it_may_play() -> None:
    state = build(5).start()
    playout(state, seed=3, limit=18)
    twin = twin_of(state)
    count = {point: 0 for point in twin.points if twin.acceptable(point)}
    assert 2 < len(count) < 25 - len(twin.stones)  # some empty points are not to be played
    games = 3000
    for seed in range(games):
        after = state.copy()
        playout(after, seed, limit=1)
        (point,) = set(twin_of(after).stones) - set(twin.stones)
        count[point] += 1
    share = 1 / len(count)
    assert all(abs(n - games * share) <= 4 * math.sqrt(games * share * (1 - share)) for n in count.values())


def test_a_playout_honours_its_limit() -> None:
    assert playout(build(9).start(), seed=1, limit=3)[0] == TOO_LONG
    assert playout(build(9).start().play(81).play(81), seed=1, limit=0) == (0, [-1.0, 1.0])


def test_a_playout_counts_the_pass_before_it() -> None:
    eyes = """
        . X .
        X X X
        X X X
        """  # White's moves are suicide, Black's fill eyes
    assert playout(position(eyes, to_move="O"), seed=1) == (2, [1.0, -1.0])
    assert playout(position(eyes, to_move="X"), seed=1) == (1, [1.0, -1.0])  # White has passed just now


def test_a_playout_does_not_retake_a_ko() -> None:
    state = play(position(KO, to_move="O"), "B2")
    for seed in range(300):
        after = state.copy()
        playout(after, seed, limit=1)
        assert (1, 2) not in twin_of(after).stones
