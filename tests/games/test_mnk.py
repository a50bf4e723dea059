"""k in a row: against pyspiel, solved boards, the playout against the generic one, the knowledge against a twin."""

from __future__ import annotations

import functools
import itertools
import random
from typing import Any

import numpy as np
import pytest
from further import further
from oracle import cross_check, perft
from playout_helpers import expected, playouts, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import IllegalMove, OptionError
from anyspace.games import mnk
from anyspace.rules.game import Game, State

Board = tuple[int, int, int]


@functools.cache
def build(columns: int, rows: int, k: int) -> Game:
    return mnk.game(columns=columns, rows=rows, k=k)


def position(k: int, diagram: str) -> State:
    """The board drawn, top row first; x is to move if both have as many stones, o if x has one more."""
    grid = [line.split() for line in diagram.strip().splitlines()]
    columns, rows = len(grid[0]), len(grid)
    stones = [[r * columns + c for r in range(rows) for c in range(columns) if grid[r][c] == mark] for mark in "xo"]
    state = build(columns, rows, k).start(seed=0)
    for pair in itertools.zip_longest(*stones):
        for cell in pair:
            if cell is not None:
                state.play(cell)
    return state


def names(state: State) -> set[str]:
    return {state.name(move) for move in state.moves()}


# ---- against pyspiel --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "games"),
    [
        *(((3, 3, 3), 1000), ((4, 3, 3), 1000), ((7, 6, 5), 150), ((15, 15, 5), 30)),
        *further(((3, 8, 4), 300), ((19, 19, 7), 6)),
    ],
)
def test_agrees_with_pyspiel(board: Board, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    columns, rows, k = board
    theirs = pyspiel.load_game(f"mnk(m={columns},n={rows},k={k})")
    assert cross_check(build(*board), theirs, games, seed=sum(board)) > games


def test_agrees_with_tic_tac_toe() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    assert cross_check(build(3, 3, 3), pyspiel.load_game("tic_tac_toe"), 1000, seed=1) > 7000


def test_perft() -> None:
    tic_tac_toe = anyspace.load("tic_tac_toe").start()
    counts = [perft(build(3, 3, 3).start(), depth) for depth in range(1, 7)]
    assert counts == [9, 72, 504, 3024, 15120, 54720] == [perft(tic_tac_toe, depth) for depth in range(1, 7)]
    assert [perft(build(15, 15, 5).start(), depth) for depth in (1, 2)] == [225, 225 * 224]


# ---- solved boards ----------------------------------------------------------------------------------------------


def value(state: State, known: dict[int, float]) -> float:
    """The mover's payoff under best play; positions are told apart by their keys."""
    if state.over:
        return -abs(state.returns()[0])
    key = state.key()
    if key not in known:
        known[key] = -1.0
        for move in state.moves():
            known[key] = max(known[key], -value(state.copy().play(move), known))
            if known[key] == 1.0:
                break
    return known[key]


@pytest.mark.parametrize(("board", "payoff"), [((3, 3, 3), 0.0), ((4, 3, 3), 1.0)])
def test_small_boards_are_solved(board: Board, payoff: float) -> None:
    assert value(build(*board).start(), {}) == payoff


# ---- lines ------------------------------------------------------------------------------------------------------


def brute_windows(columns: int, rows: int, k: int) -> list[list[int]]:
    """All k cells in a row, a column or a diagonal, straight from the definition."""
    found = []
    for row, column, (down, right) in itertools.product(range(rows), range(columns), ((0, 1), (1, 0), (1, 1), (1, -1))):
        cells = [(row + i * down, column + i * right) for i in range(k)]
        if all(0 <= r < rows and 0 <= c < columns for r, c in cells):
            found.append([r * columns + c for r, c in cells])
    return found


@pytest.mark.parametrize("board", [(3, 3, 3), (7, 5, 4), (4, 8, 4), (19, 19, 5), (19, 3, 19), (2, 9, 9), (5, 1, 1)])
def test_every_window_wins_with_its_last_stone(board: Board) -> None:
    game, source = build(*board), random.Random(5)
    windows = brute_windows(*board)
    for window in source.sample(windows, min(60, len(windows))):
        record = np.zeros(1, game.state).view(np.recarray)[0]
        cells = source.sample(window, len(window))
        for i, cell in enumerate(cells):
            record.placed = 0  # always x
            game.rules["play"](record, cell)
            assert record.won == (i == len(cells) - 1)


def test_lines_do_not_run_around_the_board() -> None:
    state = position(
        3,
        """
        . . x x
        x . . .
        o o . o
        """,
    )
    assert not state.over
    assert not state.play(state.parse("d2")).over
    assert state.play(state.parse("c3")).returns() == [-1.0, 1.0]  # four do as well as three


def test_more_than_k_win() -> None:
    state = position(
        5,
        """
        x x x . x x x
        o o o . o o .
        o . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
    )
    assert state.copy().play(state.parse("d1")).returns() == [1.0, -1.0]
    assert state.copy().play(state.parse("d3")).play(state.parse("d2")).returns() == [-1.0, 1.0]
    assert not state.copy().play(state.parse("d3")).play(state.parse("g2")).over


def test_a_full_board_is_a_draw() -> None:
    state = position(3, "x o x\nx o o\no x .")
    assert not state.over
    assert state.play(state.parse("c3")).over
    assert state.returns() == [0.0, 0.0]


def test_the_last_stone_may_win() -> None:
    state = position(3, "x o x\no x o\no x .")
    assert state.play(state.parse("c3")).returns() == [1.0, -1.0]


# ---- playouts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "count"), [((15, 15, 5), 5000), ((4, 3, 3), 10_000)])
def test_own_playout_has_the_generic_distribution(board: Board, count: int) -> None:
    state = build(*board).start(seed=0).play(0).play(8)
    own, listed = playouts(state, count, seed=2), playouts(State(without_playout(build(*board)), state._block), count)
    for ours, theirs in zip(own, listed, strict=True):
        error = np.sqrt((ours.var() + theirs.var()) / count)
        assert abs(ours.mean() - theirs.mean()) < 4 * error


def test_playouts_of_tic_tac_toe_have_the_exact_mean() -> None:
    state, count = build(3, 3, 3).start(seed=0), 20_000
    payoffs, _ = playouts(state, count, seed=3)
    assert expected(state) == pytest.approx(737 / 1260 - 121 / 420)
    assert abs(payoffs.mean() - expected(state)) < 4 * payoffs.std() / np.sqrt(count)


def test_the_first_move_of_a_playout_is_any_alike() -> None:
    state = build(3, 3, 3).start(seed=0).play(4)
    first = [traced(state, seed, limit=1)[2][0] for seed in range(8000)]
    seen = np.bincount(first, minlength=18)
    assert seen[:9].sum() == 0 and seen[13] == 0  # o is to move, and the middle is taken
    assert (((seen[9:] - 1000) ** 2 / 1000)[[0, 1, 2, 3, 5, 6, 7, 8]]).sum() < 24.3  # one seed in a thousand is beyond


@pytest.mark.parametrize("board", [(15, 15, 5), (3, 3, 3), *further(((7, 6, 5),))])
def test_playouts_tell_their_moves(board: Board) -> None:
    check_traces(build(*board).start(seed=0).play(1), 30)


def test_uncompiled_rules_agree() -> None:
    game = build(4, 3, 3)
    check_rules(game, games=5, seed=4)
    check_rules(build(7, 6, 5), games=2, seed=4)
    for seed in range(3):
        assert plain_traced(game.start(seed=0), seed) == traced(game.start(seed=0), seed)[:3]


# ---- knowledge --------------------------------------------------------------------------------------------------


def random_position(board: Board, stones: int, seed: int) -> State | None:
    source, state = random.Random(seed), build(*board).start(seed=0)
    for _ in range(stones):
        if state.over:
            return None
        state.play(source.choice(state.moves()))
    return None if state.over else state


def counts(board: Board, state: State) -> list[tuple[list[int], int, int]]:
    """Every window with its numbers of the mover's and the other's stones, read off the picture."""
    grid = [mark for line in str(state).splitlines()[1:] for mark in line[3:].split()]
    own, other = ("x", "o") if state.mover == 0 else ("o", "x")
    return [
        (window, sum(grid[cell] == own for cell in window), sum(grid[cell] == other for cell in window))
        for window in brute_windows(*board)
    ]


@pytest.mark.parametrize("board", [(15, 15, 5), (4, 3, 3), *further(((19, 19, 7),), ((3, 8, 4),))])
def test_prior_and_estimate_are_those_of_the_windows(board: Board) -> None:
    columns, rows, k = board
    for stones, seed in itertools.product((0, 1, 5, 12, 30), range(4)):
        state = random_position(board, stones, seed)
        if state is None:
            continue
        pulls = np.full(columns * rows, 0.05)
        total, fills, threats = 0.1, False, set()
        for window, mine, theirs in counts(board, state):
            pulls[window] += 0.05
            if mine and not theirs:
                pulls[window] += (0, 20_000, 100, 10, 2, 0.5)[min(5, k - mine)]
                total += (0, 0, 0.3, 0.04, 0.01, 0)[min(5, k - mine)]
                fills |= mine == k - 1
            if theirs and not mine:
                pulls[window] += (0, 2_000, 50, 6, 1.5, 0.4)[min(5, k - theirs)]
                total -= (0, 0.8, 0.2, 0.03, 0.01, 0)[min(5, k - theirs)]
                threats |= set(window) & set(state.moves()) if theirs == k - 1 else set()
        assert state.prior() == pytest.approx(pulls[state.moves()].tolist())
        estimate = 0.99 if fills else -0.95 if len(threats) > 1 else total / (1 + abs(total))
        assert state.evaluate()[state.mover] == pytest.approx(estimate)
        assert sum(state.evaluate()) == 0 and abs(estimate) < 1


def test_prior_wins_first_then_stops_the_other() -> None:
    diagram = """
        . . . . . . .
        . x x x x o .
        . . o o o o .
        . . . . . . .
        . . . x . . .
        . . . . . . .
        """
    state = position(5, diagram)
    assert state.mover == 0
    weights = dict(zip(map(state.name, state.moves()), state.prior(), strict=True))
    first, *next_two = sorted(weights, key=weights.__getitem__)[:-4:-1]
    assert first == "a2" and set(next_two) == {"b3", "g3"}
    assert min(weights.values()) > 0


def test_prior_moves_towards_the_middle_of_an_empty_board() -> None:
    state = build(15, 15, 5).start(seed=0)
    prior = state.prior()
    assert prior[state.parse("h8")] == max(prior)
    assert prior[state.parse("a1")] == prior[state.parse("o1")] == min(prior)


def test_estimates_see_who_wins_next() -> None:
    def estimates(*rows: str) -> list[float]:
        return position(5, "\n".join([*rows, *[". . . . . . ."] * (6 - len(rows))])).evaluate()

    assert estimates(". x x x x . .", "o o . o . o .") == [0.99, -0.99]  # x fills it
    assert estimates(". x x x x . .", "o o . o . . .") == [0.95, -0.95]  # o cannot stop both ends
    one_end = estimates(". x x x x o .", "o o . o . . x")
    assert 0.0 < one_end[0] < 0.9
    assert estimates() == pytest.approx([0.1 / 1.1, -0.1 / 1.1])


def greedy_wins(board: Board, games: int) -> float:
    """How often the heavier moves beat uniformly random ones, who begins taking turns."""
    source, won = random.Random(1), 0
    for number in range(games):
        state = build(*board).start(seed=0)
        while not state.over:
            moves = state.moves()
            state.play(moves[int(np.argmax(state.prior()))] if state.mover == number % 2 else source.choice(moves))
        won += state.returns()[number % 2] == 1.0
    return won / games


def test_the_heaviest_move_beats_random_ones() -> None:
    assert greedy_wins((15, 15, 5), 20) == 1.0


@pytest.mark.parametrize("board", [(3, 3, 3), (7, 6, 5)])
def test_keys_tell_positions_apart(board: Board) -> None:
    seen: dict[int, bytes] = {}
    source = random.Random(2)
    for _ in range(300):
        state = build(*board).start(seed=0)
        while True:
            assert seen.setdefault(state.key(), state._block.tobytes()) == state._block.tobytes()
            if state.over:
                break
            state.play(source.choice(state.moves()))
    assert len(seen) > 900


def test_orders_of_the_same_stones_make_one_position() -> None:
    one, other = build(15, 15, 5).start(), build(15, 15, 5).start()
    for moves in ([112, 3, 40, 77], [40, 77, 112, 3]):
        for move in moves:
            (one if moves[0] == 112 else other).play(move)
    assert one == other and one.key() == other.key()
    assert one.key() != build(15, 15, 5).start().play(3).play(112).play(77).play(40).key()  # colours exchanged


# ---- for people -------------------------------------------------------------------------------------------------


def test_names_and_picture() -> None:
    state = build(4, 3, 3).start(seed=0)
    assert names(state) == {f"{column}{row}" for column in "abcd" for row in (1, 2, 3)}
    for move in state.moves():
        assert state.parse(state.name(move).upper()) == move == state.parse(str(move))
    state.play(state.parse("d1")).play(state.parse("b3"))
    assert str(state).splitlines() == ["   a b c d", " 1 . . . x", " 2 . . . .", " 3 . o . ."]
    with pytest.raises(IllegalMove):
        state.parse("e1")
    with pytest.raises(IllegalMove):
        state.parse("d1")
    assert uncompiled(mnk.game(19, 19, 7)).start().name(360) == "s19"


def test_unfinished_games_pay_nothing() -> None:
    assert build(15, 15, 5).start(seed=0).returns() == [0.0, 0.0]


def test_options_by_name() -> None:
    game = anyspace.load("mnk(columns=9, rows=7, k=4)")
    assert (game.max_moves, game.max_length, game.actions) == (63, 63, 63)
    assert anyspace.load("mnk").max_moves == 225


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"columns": 0}, "columns must be a whole number from 1 to 19, not 0"),
        ({"columns": 20}, "columns must be a whole number from 1 to 19, not 20"),
        ({"rows": 3.0}, "rows must be a whole number from 1 to 19, not 3.0"),
        ({"rows": True}, "rows must be a whole number from 1 to 19, not True"),
        ({"k": 0}, "k must be a whole number from 1 to 15 \\(the longer side\\), not 0"),
        ({"columns": 3, "rows": 4, "k": 5}, "k must be a whole number from 1 to 4 \\(the longer side\\), not 5"),
        ({"k": "5"}, "k must be a whole number from 1 to 15 \\(the longer side\\), not '5'"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=f"^mnk: {message}$"):
        mnk.game(**options)
