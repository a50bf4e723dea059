"""Lines of Action: against pyspiel, perft, hand-made positions for every rule, its playout, what it knows."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from lines_of_action_helpers import EMPTY, action, board, names, played, position
from oracle import cross_check, perft
from playout_helpers import playouts, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled import uncompiled
from uncompiled_helpers import check_rules, plain_playout

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import lines_of_action
from anyspace.games.lines_of_action_board import NOWHERE, any_move, random_move
from anyspace.rng import new as new_rng
from anyspace.rules.game import Game, State


@pytest.fixture(scope="module")
def game() -> Game:
    return lines_of_action.game()


@pytest.fixture(scope="module")
def short_game() -> Game:
    return uncompiled(lines_of_action.game(longest=20))


def test_agrees_with_open_spiel(game: Game) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    assert cross_check(game, pyspiel.load_game("lines_of_action"), 200, action=action, seed=1) > 30_000


def test_perft(game: Game) -> None:
    assert [perft(game.start(seed=0), depth) for depth in (1, 2, 3)] == [36, 1244, 44952]


# ---- moves ------------------------------------------------------------------------------------------------------


def test_a_piece_moves_as_far_as_there_are_pieces_on_the_line(game: Game) -> None:
    rows = [
        "x . . . . . . .",
        ". . . . . . . .",
        ". . . o . . . .",
        ". . . . . . . .",
        ". . . x . . . o",
        ". . x . . . . .",
        ". . . . . . . .",
        ". . . o . . . o",
    ]
    # d4 goes two cells along its row and its rising diagonal, one along the falling one; its column has three pieces:
    # upward d6 is in the way, downward d1 is just that far
    assert names(position(game, rows), "d4") == {"d4-b4", "d4-f4", "d4xd1", "d4-f6", "d4-b2", "d4-c5", "d4-e3"}


def test_own_pieces_are_jumped_and_not_landed_on(game: Game) -> None:
    # row 1 has four pieces: a1 jumps b1 and c1 to e1, b1 lands on f1, c1 on the enemy on g1; nothing fits to the left
    state = position(game, [EMPTY] * 7 + ["x x x . . . o ."])
    assert {"a1-e1", "b1-f1", "c1xg1"} <= names(state)
    assert len([name for name in names(state) if name.endswith("1")]) == 3
    # now a1 and e1 would land on each other
    state = position(game, [EMPTY] * 7 + ["x x . . x . o ."])
    assert {name for name in names(state) if name.endswith("1")} == {"b1-f1"}


def test_enemies_are_not_jumped(game: Game) -> None:
    rows = [EMPTY] * 7 + ["x o . . . . . x"]
    assert {name for name in names(position(game, rows)) if name.endswith("1")} == {"h1-e1"}
    assert names(position(game, rows, player=1)) == {"b1-e1", "b1-b2", "b1-a2", "b1-c2"}


def test_lines_end_at_the_sides(game: Game) -> None:
    state = position(game, ["x . . . . . . .", *[EMPTY] * 2, "o . . . . . . o", *[EMPTY] * 3, ". . . . . . . x"])
    assert names(state) == {"a8-b8", "h1-g1", "h1-h3", "a8-a6", "h1-f3", "a8-c6"}


# ---- how games end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "letters"), [(0, "xo"), (1, "ox")])
def test_all_pieces_in_one_group_win(game: Game, player: int, letters: str) -> None:
    rows = [
        ". . . . . . . o",
        EMPTY,
        ". x . . . . . .",
        EMPTY,
        EMPTY,
        ". . x . . . . .",
        ". . . x . . . .",
        ". . . . . . . o",
    ]
    swapped = [row.translate(str.maketrans("xo", letters)) for row in rows]
    state = position(game, swapped, player)
    assert not state.play(state.parse("b6-b5")).over
    state.play(state.moves()[0])
    state.play(state.parse("b5-b4"))  # diagonally next to c3, as c3 is to d2
    assert state.over and state.moves() == []
    assert state.returns()[player] == 1.0 and state.returns()[1 - player] == -1.0


def test_a_move_that_joins_both_sides_wins_for_its_mover(game: Game) -> None:
    # d1 takes d3: White's e5 and f5 hang together, and so do Black's c3 and d3
    rows = [EMPTY, EMPTY, EMPTY, ". . . . o o . .", EMPTY, ". . x o . . . .", EMPTY, ". . . x . . . ."]
    state = position(game, rows)
    assert state.play(state.parse("d1xd3")).returns() == [1.0, -1.0]


def test_a_capture_may_join_the_enemy(game: Game) -> None:
    rows = [EMPTY, EMPTY, EMPTY, ". . . . o o . .", EMPTY, ". . . o . . . .", EMPTY, "x . . x . . . ."]
    state = position(game, rows)
    assert state.play(state.parse("d1xd3")).returns() == [-1.0, 1.0]


def test_a_single_piece_is_a_group(game: Game) -> None:
    state = position(game, [EMPTY] * 5 + ["o . . . . . . .", EMPTY, "x . . . . x o ."])
    assert not state.copy().play(state.parse("f1-f2")).over
    assert state.play(state.parse("a1xa3")).returns() == [-1.0, 1.0]


def test_who_cannot_move_loses(game: Game) -> None:
    # each line out of the corners has two pieces, and the next cell holds an enemy
    rows = [
        ". . . . . . x o",
        ". . . . . . x x",
        EMPTY,
        EMPTY,
        ". x . . . . . .",
        EMPTY,
        "x . . . . . . .",
        "o x . . . . . .",
    ]
    state = position(game, rows)
    assert state.play(state.parse("b4-b2")).over
    assert state.returns() == [1.0, -1.0]
    own, enemy = state._block.view(game.state)["pieces"][0][::-1]
    with np.errstate(over="ignore"):
        assert random_move(own, enemy, new_rng(1)) == any_move(own, enemy, new_rng(1)) == NOWHERE


@pytest.mark.parametrize(
    "moves",
    [
        "b1-h1 a2-c2 h1-b1 c2-a2",
        "b1-b3 a3-c5 b3-d3 c5-a3 d3-b1",  # Black goes round a triangle: now White would be to move
    ],
)
def test_a_board_that_comes_back_is_a_draw(game: Game, moves: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    state, theirs = game.start(seed=0), pyspiel.load_game("lines_of_action").new_initial_state()
    for name in moves.split():
        assert not state.over and not theirs.is_terminal()
        theirs.apply_action(action(state, state.parse(name)))
        state.play(state.parse(name))
    assert state.over and theirs.is_terminal()
    assert state.returns() == theirs.returns() == [0.0, 0.0]


def test_only_boards_since_the_last_capture_are_kept(game: Game) -> None:
    state = played(game, "b1-h1 a2-c2 c1xa3")
    record: Any = game.backend.record(state._block)
    assert record.positions == 1 and not record.seen[1:].any()
    assert record.seen[0] == position(game, board(state))._block.view(game.state)["seen"][0, 0]


def test_the_longest_game_is_a_draw_unless_its_last_move_wins(short_game: Game) -> None:
    rows = [EMPTY, EMPTY, EMPTY, ". . . . o . . o", EMPTY, ". . x . . . . .", EMPTY, ". . . x . . . ."]
    state = position(short_game, rows, ply=18)
    assert not state.play(state.parse("d1-e1")).over
    assert state.play(state.parse("h5-h4")).over
    assert state.returns() == [0.0, 0.0]
    state = position(short_game, [row.translate(str.maketrans("xo", "ox")) for row in rows], player=1, ply=18)
    assert state.copy().play(state.parse("d1-e1")).returns() == [0.0, 0.0]
    assert state.play(state.parse("d1-d2")).returns() == [-1.0, 1.0]


def test_unfinished_games_pay_nothing(game: Game) -> None:
    assert game.start(seed=0).returns() == [0.0, 0.0]


# ---- playouts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", ["", "b1-h1 a2-c2 c1xa3"])
def test_own_playout_has_the_generic_distribution(game: Game, moves: str) -> None:
    state, count = played(game, moves), 5000
    own, listed = playouts(state, count, seed=2), playouts(State(without_playout(game), state._block), count, seed=3)
    assert set(own[0]) == set(listed[0]) == {-1.0, 0.0, 1.0}
    for ours, theirs in [*zip(own, listed, strict=True), (own[0] == 0, listed[0] == 0)]:
        error = np.sqrt((ours.var() + theirs.var()) / count)
        assert abs(ours.mean() - theirs.mean()) < 4 * error


def test_the_first_move_of_a_playout_is_any_alike(game: Game) -> None:
    state = game.start(seed=0).play(lines_of_action.CELLS * 1 + 7)
    first = [traced(state, seed, limit=1)[2][0] - game.actions for seed in range(200 * len(state.moves()))]
    assert set(first) == set(state.moves())
    chi_squared = sum((first.count(move) - 200) ** 2 / 200 for move in state.moves())
    assert chi_squared < 70  # some 35 degrees of freedom: less than one seed in a thousand lies beyond


def test_where_moves_are_few_all_are_looked_at() -> None:
    # a1 is locked in, h8 has three moves, one of them along the diagonal that both are on
    own, enemy = np.uint64(1 | 1 << 63), np.uint64(1 << 1 | 1 << 8 | 1 << 9)
    with np.errstate(over="ignore"):
        rng = new_rng(3)
        drawn = [any_move(own, enemy, rng) for _ in range(3000)]
    counts = [drawn.count(64 * 63 + end) for end in (62, 55, 36)]
    assert sum(counts) == 3000 and all(abs(count - 1000) < 4 * np.sqrt(667) for count in counts)


@pytest.mark.parametrize("moves", ["", "b1-b3 a3-c5 b3-d3"])
def test_playouts_tell_their_moves(game: Game, moves: str) -> None:
    check_traces(played(game, moves), 15)


def test_playouts_end_at_the_longest_game(short_game: Game) -> None:
    ends = [plain_playout(short_game.start(seed=0), seed) for seed in range(30)]
    assert max(length for _, length in ends) == 20 and sum(payoff == 0 for payoff, _ in ends) > 27


def test_a_cut_playout_leaves_tidy_bytes(game: Game) -> None:
    state = game.start(seed=0)
    for seed in range(20):
        _, _, entries, left = traced(state, seed, limit=30)
        replay = state.copy()
        for entry in entries:
            replay.play(entry % game.actions)
        assert len(entries) < 30 or left == replay


def test_uncompiled_rules_agree(game: Game) -> None:
    check_rules(game, games=1, seed=4)
    state = played(game, "b1-h1 a2-c2 c1xa3")
    for seed in range(2):
        assert plain_traced(state, seed) == traced(state, seed)[:3]
    record: Any = game.backend.record(state._block)
    listed, weights, estimates = np.array(state.moves(), np.int32), np.zeros(len(state.moves())), np.zeros(2)
    with np.errstate(over="ignore"):
        game.rules["prior"](record, listed, len(listed), weights)
        game.rules["evaluate"](record, estimates)
        assert np.uint64(game.rules["key"](record)).astype(np.int64) == state.key()
    assert weights.tolist() == pytest.approx(state.prior())
    assert estimates.tolist() == pytest.approx(state.evaluate())


# ---- what it knows ----------------------------------------------------------------------------------------------


def test_the_key_covers_what_has_been(game: Game) -> None:
    there, back = played(game, "b1-h1 a2-c2 h1-b1 a3-c3"), played(game, "b1-b3 a2-c2 b3-b1 a3-c3")
    assert board(there) == board(back) and there.key() != back.key()
    assert played(game, "b1-h1").key() != played(game, "b1-b3").key()
    # a capture wipes out what has been, and two ways to one position become one
    one, other = played(game, "b1-b3 a2-c2 d1-d3 h2-f2"), played(game, "d1-d3 a2-c2 b1-b3 h2-f2")
    assert board(one) == board(other) and one.key() != other.key()
    for state in (one, other):
        state.play(state.parse("f1xh3"))
    assert one == other and one.key() == other.key()


def mirrored(game: Game, state: State, turn: bool) -> State:
    """Left and right exchanged; with `turn` also rows and columns, which exchanges the colours."""
    rows = [row.split()[::-1] for row in board(state)]
    if turn:
        rows = [["xo."["ox.".index(cell)] for cell in row] for row in zip(*rows, strict=True)]
    player = 1 - state.mover if turn else state.mover
    return position(game, [" ".join(row) for row in rows], player)


def test_the_estimate_has_no_favourites(game: Game) -> None:
    source = random.Random(1)
    for _ in range(30):
        state = game.start(seed=0)
        for _ in range(source.randrange(40)):
            if not state.over:
                state.play(source.choice(state.moves()))
        if state.over:
            continue
        mine, theirs = state.evaluate()
        assert mine == -theirs and abs(mine) < 1
        assert mirrored(game, state, turn=False).evaluate() == pytest.approx([mine, theirs])
        assert mirrored(game, state, turn=True).evaluate() == pytest.approx([theirs, mine])
        weights = state.prior()
        assert min(weights) > 0
        assert sorted(mirrored(game, state, turn=False).prior()) == pytest.approx(sorted(weights))
        assert sorted(mirrored(game, state, turn=True).prior()) == pytest.approx(sorted(weights))


def test_the_estimate_prefers_pieces_together(game: Game) -> None:
    rows = ["o . . . . . . o", EMPTY, EMPTY, ". . x x . . . .", EMPTY, ". . . x . . . .", EMPTY, "o . . . . . . o"]
    state = position(game, rows)
    assert state.evaluate()[0] > 0.5
    assert position(game, rows, player=1).evaluate() == state.evaluate()


def test_prior_prefers_to_come_together(game: Game) -> None:
    rows = [
        "o . . . . . . o",
        EMPTY,
        EMPTY,
        ". . x x . . . .",
        EMPTY,
        ". . . . . . . .",
        ". x . . . . . .",
        "o . . . . . . o",
    ]
    state = position(game, rows)
    weights = dict(zip(state.names(state.moves()), state.prior(), strict=True))
    assert weights["b2-b3"] > weights["b2-a2"] and weights["b2-b3"] > weights["d5-d4"]


def test_a_greedy_player_beats_a_random_one(game: Game) -> None:
    source, won = random.Random(3), 0.0
    for number in range(6):
        state = game.start(seed=0)
        while not state.over:
            moves = state.moves()
            if state.mover == number % 2:
                moves = [max(moves, key=lambda move: state.copy().play(move).evaluate()[number % 2])]
            state.play(source.choice(moves))
        won += state.returns()[number % 2]
    assert won >= 4


def test_groups_are_the_pieces(game: Game) -> None:
    state = game.start(seed=0)
    assert {state.name(move)[:2]: state.group(move) for move in state.moves()}["g8"] == 62


# ---- names and options ------------------------------------------------------------------------------------------


def test_names_and_render(game: Game) -> None:
    state = played(game, "b1-h1 a2-c2 c1xa3")
    assert str(state).splitlines() == [
        "8 . x x x x x x .",
        "7 o . . . . . . o",
        "6 o . . . . . . o",
        "5 o . . . . . . o",
        "4 o . . . . . . o",
        "3 x . . . . . . o",
        "2 . . o . . . . o",
        "1 . . . x x x x x",
        "  a b c d e f g h",
        "3 moves played, o to move",
    ]
    for move in state.moves():
        assert state.parse(state.name(move)) == move == state.parse(state.name(move).upper()) == state.parse(str(move))
    with pytest.raises(IllegalMove):
        state.parse("c2-c3")
    assert str(played(game, "b1-h1 a2-c2 h1-b1 c2-a2")).endswith("4 moves played, a draw")


@pytest.mark.parametrize("longest", [0, -1, 4001, 10.0, True, "100"])
def test_bad_options(longest: Any) -> None:
    with pytest.raises(OptionError, match=r"^lines_of_action: longest must be a whole number from 1 to 4000, not "):
        lines_of_action.game(longest)
