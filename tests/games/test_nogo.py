"""NoGo: against a twin of sets and flood fills, against pyspiel's go, and on positions made by hand."""

from __future__ import annotations

import copy
import functools
import random
from typing import Any

import numpy as np
import pytest
from further import further
from oracle import cross_check, perft
from playout_helpers import expected, playouts, without_playout
from stones_helpers import NoGoTwin, Starts, legal, mover_wins, play, position, spiel, twin_of
from trace_helpers import check_traces, plain_traced, traced
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import IllegalMove, OptionError
from anyspace.games import nogo
from anyspace.rules.game import Game, State


@functools.cache
def build(size: int) -> Game:
    return nogo.game(size=size)


@functools.cache
def plain(size: int) -> Game:
    """The same, not compiled: for positions made by hand."""
    return uncompiled(nogo.game(size=size))


# ---- against others ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "games"), [(3, 150), (9, 5), *further((5, 40))])
def test_agrees_with_the_twin(size: int, games: int) -> None:
    assert cross_check(build(size), Starts(lambda: NoGoTwin(size)), games, seed=size) > games


@pytest.mark.parametrize(("size", "games"), [(3, 200), (9, 10), *further((5, 50))])
def test_agrees_with_go_in_pyspiel(size: int, games: int) -> None:
    pytest.importorskip("pyspiel")
    assert cross_check(build(size), spiel(size, nogo=True), games, seed=size) > 5 * games


def test_perft() -> None:
    assert [perft(build(3).start(), depth) for depth in range(1, 6)] == [9, 72, 496, 2832, 12_768]


def test_black_wins_three_by_three_by_any_move() -> None:
    start = build(3).start()
    assert mover_wins(start, {})
    first = {start.name(move) for move in start.moves() if not mover_wins(start.copy().play(move), {})}
    assert len(first) == 9


# ---- positions made by hand -------------------------------------------------------------------------------------


def test_captures_are_illegal() -> None:
    diagram = """
        . . . . .
        . O O . .
        O X X O .
        . O X O .
        X . . . .
        """
    white = legal(position(plain(5), diagram, to_move="O"))
    assert "C1" not in white  # the last liberty of three stones
    assert {"B1", "D1", "A2"} <= white
    assert "C1" in legal(position(plain(5), diagram))


def test_suicide_is_illegal() -> None:
    diagram = """
        . . . . .
        . . . X .
        X . X . X
        O X . X .
        . X . . .
        """
    white, black = legal(position(plain(5), diagram, to_move="O")), legal(position(plain(5), diagram))
    assert "D3" not in white and "D3" in black  # one stone
    assert "A1" not in white and "A1" not in black  # with A2, two stones; and a capture
    taking = """
        . . . . .
        . . . . .
        X . . . .
        O X . . .
        . O X . .
        """
    assert "A1" not in legal(position(plain(5), taking))  # no suicide in Go, but a capture


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("B2 A3 C3 B3 A1 C1 B1", 0),  # for O, A2 is suicide and C2 takes C3
        ("C3 B1 C2 C1 A1 B3 A2 A3", 1),  # for X, B2 is both
    ],
)
def test_without_a_legal_move_one_loses(moves: str, winner: int) -> None:
    state = play(build(3).start(), moves)
    assert state.over and state.moves() == []
    assert state.returns()[winner] == 1.0
    assert str(state).endswith(f"moves played, {'XO'[winner]} has won: no legal move is left")
    assert not play(build(3).start(), moves[:-3]).over


def test_both_win_random_games() -> None:
    source, ends = random.Random(4), set()
    for _ in range(50):
        state = build(3).start()
        while not state.over:
            state.play(source.choice(state.moves()))
        ends.add(str(state).splitlines()[-1].partition(", ")[2])
    assert ends == {f"{mark} has won: no legal move is left" for mark in "XO"}


@pytest.mark.parametrize("size", [3, *further(5)])
def test_what_is_illegal_stays_so(size: int) -> None:
    source = random.Random(size)
    for _ in range(30):
        state, refused = build(size).start(), (set(), set())
        while not state.over:
            refused[state.mover].update(set(range(size * size)) - set(state.moves()))
            assert not refused[state.mover] & set(state.moves())
            state.play(source.choice(state.moves()))


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
        . X . X .
        X X X X X
        X O X O X
        O O O O O
        . O . . .
        """,
        to_move="O",
    )
    moves = state.moves()
    assert legal(state) == {"A1", "C1", "D1", "E1"}
    first = [plain_traced(state, seed, limit=1)[2][0] - 25 for seed in range(2000)]
    seen = np.bincount(first, minlength=25)
    assert seen[moves].sum() == 2000
    assert ((seen[moves] - 500) ** 2 / 500).sum() < 16.3  # three degrees of freedom: one seed in a thousand


@pytest.mark.parametrize(("size", "count"), [(3, 40), (9, 40), *further((19, 1))])
def test_playouts_tell_their_moves(size: int, count: int) -> None:
    check_traces(build(size).start(seed=0).play(0), count)


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


def legal_for(twin: NoGoTwin, player: int) -> set[tuple[int, int]]:
    other = copy.copy(twin)
    other.player = player
    return {point for point in twin.points if other.legal(point)}


def is_eye(twin: NoGoTwin, point: tuple[int, int], player: int, extra: tuple[int, int] | None = None) -> bool:
    """Whether all neighbours of an empty point are stones of `player`; with one more stone on `extra`."""
    near = twin.neighbours(point)
    return point not in twin.stones and all(at == extra or twin.stones.get(at) == player for at in near)


def weight_by_twin(twin: NoGoTwin, point: tuple[int, int]) -> float:
    """The weight of a move, from what is around it."""
    me, foe = twin.player, 3 - twin.player
    if point not in legal_for(twin, foe):
        return 0.02 if is_eye(twin, point, me) else 0.1
    near = twin.neighbours(point)
    made = sum(is_eye(twin, at, me, extra=point) for at in near)
    stopped = sum(is_eye(twin, at, foe, extra=point) for at in near)
    return 1 + 6 * made + 4 * stopped


def estimate_by_twin(twin: NoGoTwin) -> float:
    ahead = 0.45 * (len(legal_for(twin, twin.player)) - len(legal_for(twin, 3 - twin.player)))
    return ahead / (1 + abs(ahead))


@pytest.mark.parametrize(("size", "count"), [(3, 30), (9, 10)])
def test_prior_and_estimate_are_those_of_the_twin(size: int, count: int) -> None:
    for state in random_positions(size, count):
        twin = twin_of(state, NoGoTwin)
        weights = [weight_by_twin(twin, divmod(move, size)) for move in state.moves()]
        assert state.prior() == pytest.approx(weights) and min(weights) > 0
        estimate = estimate_by_twin(twin)
        assert state.evaluate()[state.mover] == pytest.approx(estimate) and abs(estimate) < 1
        assert sum(state.evaluate()) == 0


def test_prior_makes_eyes_and_leaves_reserves() -> None:
    state = position(
        plain(5),
        """
        . X . O .
        X . . . O
        . . . . .
        X . . . .
        . . . . .
        """,
    )
    weights = dict(zip(map(state.name, state.moves()), state.prior(), strict=True))
    assert weights["B1"] == 7.0  # makes an eye on A1
    assert weights["A5"] == 0.02 and "E5" not in weights  # eyes
    assert weights["C3"] == 1.0


def test_prior_beats_uniformly_random_moves() -> None:
    source, won = random.Random(1), 0
    for number in range(40):
        state = build(9).start()
        while not state.over:
            moves, mine = state.moves(), state.mover == number % 2
            state.play(source.choices(moves, state.prior())[0] if mine else source.choice(moves))
        won += state.returns()[number % 2] == 1.0
    assert won >= 30


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
    state = uncompiled(nogo.game(size=19)).start()
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
    game = anyspace.load("nogo(size=7)")
    assert (game.max_moves, game.max_length, game.actions) == (49, 48, 49)
    assert anyspace.load("nogo").max_moves == 81


@pytest.mark.parametrize("size", [1, 20, 9.0, True, "9"])
def test_bad_options(size: Any) -> None:
    with pytest.raises(OptionError, match=f"^nogo: size must be a whole number from 2 to 19, not {size!r}$"):
        nogo.game(size=size)
