"""Go: which moves look alike to its rule `group`, on positions made by hand and against the twin; playouts that tell
their moves. (`prior`: test_go_odds.py.)"""

from __future__ import annotations

import math
import random

import pytest
from further import further
from games.go_helpers import KO, build, play, playout, position, record, twin_of
from naive.go import Twin
from trace_helpers import UNTOUCHED, traced

from anyspace.games.go_sense import PASSES, weight_of_point
from anyspace.rules.game import State


def weight(state: State, move: int) -> float:
    size = math.isqrt(state.game.max_moves - 1)
    return PASSES if move == size * size else float(weight_of_point(record(state), move, size))


def weights(state: State) -> dict[str, float]:
    return {state.name(move): weight(state, move) for move in state.moves()}


def best(state: State) -> str:
    found = weights(state)
    return max(found, key=lambda name: found[name])


# ---- what groups go by -----------------------------------------------------------------------------------------------


def test_an_empty_board() -> None:
    found = weights(build(9).start())
    assert (found["A1"], found["B2"], found["E5"], found["pass"]) == (0.2, 0.4, 1.0, 0.1)


def test_captures_look_best() -> None:
    state = position(
        """
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . . . . . . .
        . . . O . . .
        . . . . . . .
        . . . . . . .
        """
    )
    assert best(state) == "D4"
    assert weights(state)["D4"] == 4.0


def test_who_is_in_danger_flees_if_that_helps() -> None:
    state = position(
        """
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . . . . . . .
        . . . . . . .
        . X . . . . .
        O . . . . . .
        """,
        to_move="O",
    )
    assert best(state) == "D4"
    assert weights(state)["D4"] == 3.0
    assert weights(state)["A2"] < weights(state)["B5"]  # in the corner one stone more is lost with the other


def test_who_is_in_danger_joins_others_or_takes_an_attacker() -> None:
    joined = position(
        """
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . . . . X . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        """,
        to_move="O",
    )
    assert weights(joined)["D4"] == pytest.approx(1.5 * 3.0)  # beside X, and saved by the stone on D3


def test_a_stone_without_liberties_to_spare_is_wasted() -> None:
    state = position(
        """
        . X . . .
        X . . . .
        . . . . .
        . . . . .
        . . . . .
        """,
        to_move="O",
    )
    assert "A5" not in weights(state)  # suicide
    assert weights(position(". . . . .\n" * 3 + "X . . . .\n. . . . .", to_move="O"))["A1"] < weights(state)["A1"]


def test_eyes_are_not_filled() -> None:
    state = position(
        """
        . X . . .
        X X . . .
        . . . . .
        . . . . .
        . . . . .
        """
    )
    assert weights(state)["A5"] == pytest.approx(0.1 * 0.2)
    assert best(state) == "C3"


def test_the_edge_counts_early_only() -> None:
    early = play(build(5).start(), "C3 C2 D3 D2 B3 B2 C4 pass D4 pass B4 pass")
    assert weights(early)["A1"] == pytest.approx(0.2)
    late = play(early, "A3")
    assert record(late).ply == 13
    assert weights(late)["A1"] == pytest.approx(1.0)


def expected(twin: Twin, point: tuple[int, int], early: bool) -> float:
    """The weight of a point by sets and flood fills."""

    def liberties(of: tuple[int, int]) -> set[tuple[int, int]]:
        chain, _ = twin.region(of, twin.stones)
        return {near for stone in chain for near in twin.neighbours(stone) if near not in twin.stones}

    me, near = twin.player, twin.neighbours(point)
    own = [liberties(at) for at in near if twin.stones.get(at) == me]
    foes = [liberties(at) for at in near if twin.stones.get(at) == 3 - me]
    free = sum(at not in twin.stones for at in near)
    captures = {point} in foes
    found = 4.0 if captures else 1.5 if foes else 1.0
    if not (captures or free > 1 or any(each != {point} for each in own)):
        found *= 0.5
    elif {point} in own:
        found *= 3.0
    if twin.is_eye(point):
        found *= 0.1
    line = min(min(line, twin.size - 1 - line) for line in point)
    return found * ((0.2, 0.4)[line] if early and line < 2 else 1.0)


@pytest.mark.parametrize(("size", "games"), [(5, 6), (9, 1)])
def test_the_weights_agree_with_the_twin(size: int, games: int) -> None:
    source = random.Random(size)
    for _ in range(games):
        state = build(size).start()
        while not state.over and record(state).ply < 100:
            twin, early = twin_of(state), 2 * record(state).ply < size * size
            for move in state.moves():
                found = 0.1 if move == size * size else expected(twin, divmod(move, size), early)
                assert weight(state, move) == pytest.approx(found)
            state.play(source.choice(state.moves()))


# ---- group ---------------------------------------------------------------------------------------------------------


def test_groups_are_moves_that_look_alike() -> None:
    nine = build(9).start()
    assert [nine.group(move) for move in (0, 10, 40, 81)] == [0, 1, 2, 0]  # first line, second, centre, pass
    source = random.Random(2)
    limits, groups = (0.3, 0.9, 1.2, 2.0), set()
    while not nine.over and record(nine).ply < 120:
        for move in nine.moves():
            assert nine.group(move) == sum(weight(nine, move) >= limit for limit in limits)
            groups.add(nine.group(move))
        nine.play(source.choice(nine.moves()))
    assert groups == {0, 1, 2, 3, 4}


# ---- key -----------------------------------------------------------------------------------------------------------


def test_there_is_no_key() -> None:
    """Every position of the past forbids a move, and another order of moves leaves other positions behind."""
    assert not build(5).backend.has("key")
    one, other = play(build(5).start(), "B2 D4 C3 D3"), play(build(5).start(), "C3 D4 B2 D3")
    assert str(one) == str(other) and one != other


# ---- playouts that tell their moves ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "games"), [(5, 30), (9, 8), *further((2, 30))])
def test_told_moves_lead_to_the_end_that_was_paid(size: int, games: int) -> None:
    """Superko is not looked at in playouts, so moves are replayed without asking whether they are legal."""
    game, passes = build(size), 0
    actions = game.actions or 0
    for seed in range(games):
        start = play(game.start(), "A1")
        length, payoffs, entries, left = traced(start, seed)
        assert len(entries) == length
        assert playout(start.copy(), seed) == (length, payoffs)
        replay = start.copy()
        for entry in entries:
            player, move = divmod(entry, actions)
            assert player == replay.mover
            game.backend.play(replay._block, move)
            passes += move == size * size
        assert replay.over and replay.returns() == payoffs
        assert str(replay) == str(left)
    assert passes >= games


def test_a_playout_that_is_cut_has_told_all_its_moves() -> None:
    state = position(KO, to_move="O")
    _, _, entries, _ = traced(state, seed=4)
    assert traced(state, seed=4, limit=7)[2] == entries[:7]
    assert UNTOUCHED not in entries
