"""Atari Go: against a twin of sets and flood fills, against pyspiel's go, and on positions made by hand."""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np
import pytest
from further import further
from oracle import cross_check, perft
from playout_helpers import expected, playouts, without_playout
from stones_helpers import AtariTwin, Starts, legal, mover_wins, play, position, spiel, twin_of
from trace_helpers import check_traces, plain_traced, traced
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import IllegalMove, OptionError
from anyspace.games import atarigo
from anyspace.rules.game import Game, State


@functools.cache
def build(size: int) -> Game:
    return atarigo.game(size=size)


@functools.cache
def plain(size: int) -> Game:
    """The same, not compiled: for positions made by hand."""
    return uncompiled(atarigo.game(size=size))


# ---- against others ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "games"), [(3, 150), (9, 5), *further((5, 40))])
def test_agrees_with_the_twin(size: int, games: int) -> None:
    assert cross_check(build(size), Starts(lambda: AtariTwin(size)), games, seed=size) > games


@pytest.mark.parametrize(("size", "games"), [(3, 500), (9, 100), *further((5, 300), (19, 5))])
def test_agrees_with_go_in_pyspiel(size: int, games: int) -> None:
    pytest.importorskip("pyspiel")
    assert cross_check(build(size), spiel(size, nogo=False), games, seed=size) > 5 * games


def test_perft() -> None:
    assert [perft(build(3).start(), depth) for depth in range(1, 6)] == [9, 72, 504, 2928, 13_952]


def test_black_wins_three_by_three() -> None:
    start = build(3).start()
    assert mover_wins(start, {})
    first = {start.name(move) for move in start.moves() if not mover_wins(start.copy().play(move), {})}
    assert first == {"B1", "A2", "B2", "C2", "B3"}  # all but the corners


# ---- positions made by hand -------------------------------------------------------------------------------------


def test_the_first_capture_wins() -> None:
    corner = """
        . . . . .
        . . . . .
        . . . . .
        X . . . .
        O . . . .
        """
    state = play(position(plain(5), corner), "B1")
    assert state.over and state.moves() == []
    assert state.returns() == [1.0, -1.0]
    assert str(state).splitlines()[4:] == [" 1 . X . . .", "   A B C D E", "3 moves played, X has won: a capture"]
    saved = play(position(plain(5), corner, to_move="O"), "B1 C1")
    assert not saved.over
    assert play(saved, "E5 B2").returns() == [1.0, -1.0]


def test_a_chain_is_captured_as_a_whole() -> None:
    diagram = """
        . . . . .
        . O O . .
        O X X O .
        . O X O .
        . . . . .
        """
    state = play(position(plain(5), diagram, to_move="O"), "C1")
    assert state.returns() == [-1.0, 1.0]
    assert str(state).splitlines()[2:4] == [" 3 O . . O .", " 2 . O . O ."]


def test_suicide_is_illegal_unless_it_captures() -> None:
    diagram = """
        . . . . .
        . . . X .
        X . X . X
        O X . X .
        . X . . .
        """
    white = legal(position(plain(5), diagram, to_move="O"))
    assert "D3" not in white  # one stone
    assert "A1" not in white  # with A2, two stones
    assert {"A1", "D3"} <= legal(position(plain(5), diagram))
    taking = """
        . . . . .
        . . . . .
        X . . . .
        O X . . .
        . O X . .
        """
    assert play(position(plain(5), taking), "A1").returns() == [1.0, -1.0]  # without a liberty but for what it takes


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("A1 C3 C1 B3 C2 A3 B2", 0),  # A2 and B1 would be suicide for O
        ("C1 A3 C2 C3 A2 A1 B2", 0),
    ],
)
def test_nothing_but_suicide_loses(moves: str, winner: int) -> None:
    state = play(build(3).start(), moves)
    assert state.over and "." in str(state)
    assert state.returns()[winner] == 1.0
    assert str(state).endswith("7 moves played, X has won: no legal move is left")
    assert not play(build(3).start(), moves[:-3]).over


def test_both_ends_come_about_for_both() -> None:
    source, ends = random.Random(4), set()
    for _ in range(400):
        state = build(3).start()
        while not state.over:
            state.play(source.choice(state.moves()))
        ends.add(str(state).splitlines()[-1].partition(", ")[2])
    assert ends == {f"{mark} has won: {how}" for mark in "XO" for how in ("a capture", "no legal move is left")}


# ---- playouts ---------------------------------------------------------------------------------------------------


def test_own_playout_has_the_generic_distribution() -> None:
    state, count = build(9).start(), 5000
    own, listed = playouts(state, count, seed=2), playouts(State(without_playout(build(9)), state._block), count)
    for ours, theirs in zip(own, listed, strict=True):
        error = np.sqrt((ours.var() + theirs.var()) / count)
        assert abs(ours.mean() - theirs.mean()) < 4 * error


def test_playouts_have_the_exact_mean() -> None:
    state, count = play(build(3).start(), "A1 C3"), 20_000
    payoffs, _ = playouts(state, count, seed=3)
    assert abs(payoffs.mean() - expected(state)) < 4 * payoffs.std() / np.sqrt(count)


def test_a_playout_picks_every_legal_point_equally_often() -> None:
    state = position(
        plain(5),
        """
        . X X X .
        X X . X X
        X . X X X
        O X X O O
        . O O . .
        """,
        to_move="O",
    )
    moves = state.moves()
    assert legal(state) == {"A1", "D1", "E1"}
    first = [plain_traced(state, seed, limit=1)[2][0] - 25 for seed in range(2000)]
    seen = np.bincount(first, minlength=25)
    assert seen[moves].sum() == 2000
    share = 2000 / len(moves)
    assert ((seen[moves] - share) ** 2 / share).sum() < 13.9  # two degrees of freedom: one seed in a thousand


@pytest.mark.parametrize("size", [3, 9])
def test_playouts_tell_their_moves(size: int) -> None:
    check_traces(build(size).start(seed=0).play(0), 40)


def test_uncompiled_rules_agree() -> None:
    check_rules(build(9), games=1, seed=4)
    for seed in range(3):
        assert plain_traced(build(9).start(seed=0), seed) == traced(build(9).start(seed=0), seed)[:3]


# ---- knowledge --------------------------------------------------------------------------------------------------


def random_positions(size: int, count: int) -> list[State]:
    source, found = random.Random(size), []
    while len(found) < count:
        state = build(size).start()
        for _ in range(source.randrange(size * size - 4)):
            if not state.over:
                state.play(source.choice(state.moves()))
        if not state.over:
            found.append(state)
    return found


def weight_by_twin(twin: AtariTwin, point: tuple[int, int]) -> float:
    """The weight of a move, from sets of liberties."""
    found, spare, rescues = 0.25, 0, False
    for near in twin.neighbours(point):
        if near not in twin.stones:
            found, spare = found + 0.25, spare + 1
            continue
        liberties = len(twin.liberties(near))
        if twin.stones[near] == twin.player:
            rescues |= liberties == 1
            spare += liberties - 1
        elif liberties == 1:
            return 10_000.0
        else:
            found += {2: 8.0, 3: 2.0}.get(liberties, 0.5)
    return (found + 100.0 * (rescues and spare > 1)) * {1: 0.01, 2: 0.4, 3: 0.8}.get(spare, 1.0)


def estimate_by_twin(twin: AtariTwin) -> float:
    chains = {frozenset(twin.region(stone, twin.stones)[0]) for stone in twin.stones}
    total = 0.05
    for chain in chains:
        stone = next(iter(chain))
        mine, liberties = twin.stones[stone] == twin.player, len(twin.liberties(stone))
        if liberties == 1 and not mine:
            return 0.99
        total -= 3.0 * (liberties == 1)
        total += (-0.4 if mine else 0.4) * (liberties == 2)
    for point in twin.points:
        touched = {twin.stones[near] for near in twin.neighbours(point) if near in twin.stones}
        if point not in twin.stones and len(touched) == 1:
            total += 0.03 if touched == {twin.player} else -0.03
    return total / (1 + abs(total))


@pytest.mark.parametrize(("size", "count"), [(3, 30), (9, 10)])
def test_prior_and_estimate_are_those_of_the_twin(size: int, count: int) -> None:
    for state in random_positions(size, count):
        twin = twin_of(state, AtariTwin)
        weights = [weight_by_twin(twin, divmod(move, size)) for move in state.moves()]
        assert state.prior() == pytest.approx(weights) and min(weights) > 0
        estimate = estimate_by_twin(twin)
        assert state.evaluate()[state.mover] == pytest.approx(estimate) and abs(estimate) < 1
        assert sum(state.evaluate()) == 0


def test_prior_captures_rescues_and_attacks() -> None:
    state = position(
        plain(5),
        """
        . . . X .
        . . X O .
        . . . . .
        O . . . .
        X . . . .
        """,
    )
    weights = dict(zip(map(state.name, state.moves()), state.prior(), strict=True))
    order = sorted(weights, key=weights.__getitem__)[::-1]
    assert order[0] == "B1"  # extends A1, which O could take
    assert set(order[1:3]) == {"B2", "D3"}  # leave O one liberty; so do E4 and A3, but have only two themselves


def test_the_heaviest_move_beats_random_ones() -> None:
    source, won = random.Random(1), 0
    for number in range(20):
        state = build(9).start()
        while not state.over:
            moves = state.moves()
            state.play(moves[int(np.argmax(state.prior()))] if state.mover == number % 2 else source.choice(moves))
        won += state.returns()[number % 2] == 1.0
    assert won >= 19


def test_keys_tell_positions_apart_and_not_how_they_came_about() -> None:
    seen: dict[int, str] = {}
    source = random.Random(2)
    for _ in range(400):
        state = build(3).start(seed=0)
        while not state.over:
            assert seen.setdefault(state.key(), str(state)) == str(state)
            state.play(source.choice(state.moves()))
    assert len(seen) > 500
    assert play(build(3).start(), "A1 B2 C3").key() == play(build(3).start(), "C3 B2 A1").key()
    assert play(build(3).start(), "A1 B2").key() != play(build(3).start(), "B2 A1").key()


# ---- for people -------------------------------------------------------------------------------------------------


def test_names_and_picture() -> None:
    state = uncompiled(atarigo.game(size=19)).start()
    names = state.names(state.moves())
    assert [names[i] for i in (0, 1, 8, 18, 19, 360)] == ["A1", "B1", "J1", "T1", "A2", "T19"]
    smaller = build(9).start()
    assert [smaller.parse(smaller.name(move).lower()) for move in smaller.moves()] == smaller.moves()
    with pytest.raises(IllegalMove, match="pass"):
        smaller.parse("pass")
    rows = [" 3 . . O", " 2 . . .", " 1 . X .", "   A B C", "2 moves played, X to move"]
    assert str(play(build(3).start(), "B1 C3")) == "\n".join(rows)


def test_unfinished_games_pay_nothing() -> None:
    assert build(9).start().returns() == [0.0, 0.0]


def test_options_by_name() -> None:
    game = anyspace.load("atarigo(size=7)")
    assert (game.max_moves, game.max_length, game.actions) == (49, 49, 49)
    assert anyspace.load("atarigo").max_moves == 81


@pytest.mark.parametrize("size", [1, 20, 9.0, True, "9"])
def test_bad_options(size: Any) -> None:
    with pytest.raises(OptionError, match=f"^atarigo: size must be a whole number from 2 to 19, not {size!r}$"):
        atarigo.game(size=size)
