"""Breakthrough and its misère form: against pyspiel, perft, solved boards, hand-made positions, its own playout, what
it knows."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from further import further
from knowledge_helpers import (
    best_looking,
    check_decided,
    check_keys,
    check_knowledge,
    first_player_wins,
    heaviest,
    wins_against_random,
)
from oracle import cross_check, perft
from playout_helpers import playouts, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled_helpers import check_rules

from anyspace.bits import nth_bit, popcount
from anyspace.errors import IllegalMove, OptionError
from anyspace.games import breakthrough
from anyspace.machine.native import prototype
from anyspace.rng import new as new_rng
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import Game, State

SIZES = {"8x8": (8, 8), "6x6": (6, 6), "5x3": (5, 3), "4x2": (4, 2)}
GAMES = {size: breakthrough.game(rows, columns) for size, (rows, columns) in SIZES.items()}
MISERE = {size: breakthrough.game(*SIZES[size], misere=True) for size in ("6x6", "5x3")}


def position(game: Game, rows: list[str], player: int = 0) -> State:
    """The board as it is printed, highest row first; `player` to move."""
    state = game.start(seed=0)
    record: Any = game.backend.record(state._block)
    cells = {(y, x): cell for y, row in enumerate(reversed(rows)) for x, cell in enumerate(row.split())}
    for side, letter in enumerate("wb"):
        record.pieces[side] = np.uint64(sum(1 << 8 * y + x for (y, x), cell in cells.items() if cell == letter))
    record.turn = player
    return state


def board(state: State) -> list[str]:
    return [line[2:] for line in str(state).splitlines()[:-1]]


def names(state: State) -> set[str]:
    return {state.name(move) for move in state.moves()}


def spiel_action(columns: int) -> Callable[[State, int], int]:
    """Their first player starts in row 0 and steps to higher rows, as ours does; a capture is another action."""

    def action(state: State, move: int) -> int:
        direction, cell = divmod(move, 64)
        y, x = divmod(cell, 8)
        block = state._block.tobytes()  # two bitboards and the turn: many times faster to read than the record
        turn = block[16]
        enemies = int.from_bytes(block[8 * (1 - turn) : 8 * (2 - turn)], sys.byteorder)
        target = cell + (8, -8)[turn] + direction - 1
        return ((y * columns + x) * 6 + direction + 3 * turn) * 2 + (enemies >> target & 1)

    return action


@pytest.mark.parametrize(("size", "games"), [("8x8", 1000), ("6x6", 300), ("5x3", 2000), *further(("4x2", 2000))])
def test_agrees_with_open_spiel(size: str, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    rows, columns = SIZES[size]
    theirs = pyspiel.load_game("breakthrough", {"rows": rows, "columns": columns})
    assert cross_check(GAMES[size], theirs, games, action=spiel_action(columns), seed=1) > 4 * games


@pytest.mark.parametrize(("size", "games"), [("6x6", 300), ("5x3", 1000)])
def test_misere_is_the_same_game_with_the_payoffs_exchanged(size: str, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    rows, columns = SIZES[size]
    theirs = pyspiel.load_game("breakthrough", {"rows": rows, "columns": columns})
    compared = cross_check(
        MISERE[size],
        theirs,
        games,
        action=spiel_action(columns),
        their_returns=lambda returns: [-payoff for payoff in returns],
        seed=2,
    )
    assert compared > 4 * games


@pytest.mark.parametrize(("size", "counts"), [("8x8", [22, 484, 11132]), ("6x6", [16, 256, 4308, 71478])])
def test_perft(size: str, counts: list[int]) -> None:
    assert [perft(GAMES[size].start(seed=0), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("game", "winner"), [(GAMES["5x3"], 0), (MISERE["5x3"], 1), *further((GAMES["4x2"], 1))])
def test_small_boards_are_solved(game: Game, winner: int) -> None:
    assert first_player_wins(game) == (winner == 0)


def test_straight_ahead_needs_an_empty_cell() -> None:
    # d4 faces an enemy, f3 its own pawn: neither may step straight
    rows = [
        "b . . . . . . .",
        ". " * 8,
        ". " * 8,
        ". . . b . . . .",
        ". . . w . w . .",
        ". . . . . w . .",
        ". " * 8,
        ". " * 8,
    ]
    state = position(GAMES["8x8"], rows)
    assert names(state) == {"d4c5", "d4e5", "f4e5", "f4f5", "f4g5", "f3e4", "f3g4"}
    rows[1], rows[0] = rows[0], rows[1]
    state = position(GAMES["8x8"], rows, player=1)
    assert names(state) == {"a7a6", "a7b6", "d5c4", "d5e4"}


def test_captures_are_diagonal_and_optional() -> None:
    # c3 may capture on b4 and d4, or step to c4; it may not step onto its own e4
    state = position(GAMES["6x6"], [". . . . . b", ". " * 6, ". b . b w .", ". . w w . .", ". " * 6, ". " * 6])
    assert names(state) == {"c3b4", "c3c4", "c3d4", "d3c4", "e4d5", "e4e5", "e4f5"}
    state.play(state.parse("c3d4"))
    assert board(state)[2:4] == [". b . w w .", ". . . w . ."]
    assert state.mover == 1


@pytest.mark.parametrize("size", ["8x8", "6x6"])
def test_pawns_do_not_step_off_the_sides(size: str) -> None:
    rows, columns = SIZES[size]
    gap, last = [". " * columns] * (rows - 4), "abcdefgh"[columns - 1]
    before_last = "abcdefgh"[columns - 2]
    edges = [". " * columns, "b " + ". " * (columns - 2) + "b", *gap, "w " + ". " * (columns - 2) + "w", ". " * columns]
    white, black = position(GAMES[size], edges), position(GAMES[size], edges, player=1)
    assert names(white) == {"a2a3", "a2b3", f"{last}2{last}3", f"{last}2{before_last}3"}
    y = rows - 1
    assert names(black) == {
        f"a{y}a{y - 1}",
        f"a{y}b{y - 1}",
        f"{last}{y}{last}{y - 1}",
        f"{last}{y}{before_last}{y - 1}",
    }


@pytest.mark.parametrize(
    ("player", "move", "reason"),
    [
        (0, "a4a5", "White reaches the highest row"),
        (1, "c2b1", "Black reaches the lowest row, capturing"),
    ],
)
@pytest.mark.parametrize(("game", "payoff"), [(GAMES["5x3"], 1.0), (MISERE["5x3"], -1.0)])
def test_reaching_the_far_row_wins(player: int, move: str, reason: str, game: Game, payoff: float) -> None:
    state = position(game, [". . b", "w . .", ". " * 3, ". . b", ". w ."], player)
    state.play(state.parse(move))
    assert state.over, reason
    assert state.moves() == []
    assert state.returns()[player] == payoff
    assert state.returns()[1 - player] == -payoff


@pytest.mark.parametrize(("player", "move"), [(0, "b2c3"), (1, "c3b2")])
@pytest.mark.parametrize(("game", "payoff"), [(GAMES["5x3"], 1.0), (MISERE["5x3"], -1.0)])
def test_capturing_the_last_pawn_wins(player: int, move: str, game: Game, payoff: float) -> None:
    state = position(game, [". " * 3, ". " * 3, ". . b", ". w .", ". " * 3], player)
    state.play(state.parse(move))
    assert state.over
    assert state.returns()[player] == payoff
    assert state.returns()[1 - player] == -payoff


@pytest.mark.parametrize(
    ("game", "first_moves"),
    [
        *((GAMES["8x8"], []), (MISERE["5x3"], [])),
        *further((GAMES["6x6"], ["b2b3"]), (GAMES["5x3"], []), (GAMES["4x2"], [])),
    ],
)
def test_own_playout_is_uniformly_random(game: Game, first_moves: list[str]) -> None:
    count = 20_000
    state = game.start(seed=0)
    for name in first_moves:
        state.play(state.parse(name))
    own, listed = playouts(state, count, seed=2), playouts(State(without_playout(game), state._block), count, seed=3)
    assert set(own[0]) <= {-1.0, 1.0} and set(listed[0]) <= {-1.0, 1.0}
    for ours, theirs in zip(own, listed, strict=True):
        error = np.sqrt((ours.var() + theirs.var()) / count)
        assert abs(ours.mean() - theirs.mean()) < 4 * error


def test_playout_picks_every_move_equally_often() -> None:
    # a playout cut after one move leaves that move on the board: 22 of them, each about 1000 times
    game = GAMES["8x8"]
    run = prototype(6)(game.backend.table.playout)
    rng, out, start = new_rng(7), np.zeros(2), game.start(seed=0)
    seen: dict[bytes, int] = {}
    for _ in range(22_000):
        work = start._block.copy()
        assert run(work.ctypes.data, rng.ctypes.data, out.ctypes.data, 0, 0, 1) == TOO_LONG
        seen[work.tobytes()] = seen.get(work.tobytes(), 0) + 1
    assert set(seen) == {start.copy().play(move)._block.tobytes() for move in start.moves()}
    chi_squared = sum((count - 1000) ** 2 / 1000 for count in seen.values())
    assert chi_squared < 46.8  # 21 degrees of freedom: one seed in a thousand lies beyond


@pytest.mark.parametrize("board", [0x8000000000000001, 0xFFFFFFFFFFFFFFFF, 0x0000F0A500000100, 0x0123456789ABCDEF])
def test_nth_bit(board: int) -> None:
    with np.errstate(over="ignore"):
        bits = [1 << i for i in range(64) if board >> i & 1]
        assert popcount(np.uint64(board)) == len(bits)
        assert [int(nth_bit(np.uint64(board), np.uint64(k))) for k in range(len(bits))] == bits


@pytest.mark.parametrize("game", [GAMES["8x8"], MISERE["6x6"], *further(GAMES["5x3"])])
def test_playouts_tell_their_moves(game: Game) -> None:
    check_traces(game.start(seed=0), 30)


def test_uncompiled_rules_agree() -> None:
    game = GAMES["8x8"]
    check_rules(game, games=1, seed=4)
    check_rules(MISERE["6x6"], games=1, seed=4)
    for seed in range(2):
        assert plain_traced(game.start(seed=0), seed) == traced(game.start(seed=0), seed)[:3]


@pytest.mark.parametrize("game", [GAMES["8x8"], MISERE["6x6"]])
def test_keys_and_knowledge(game: Game) -> None:
    check_keys(game, games=40, seed=5)
    check_knowledge(game, games=2, seed=6)


def test_the_key_knows_who_is_to_move() -> None:
    rows = [". b .", ". . .", ". . .", ". . .", ". w ."]
    assert position(GAMES["5x3"], rows).key() != position(GAMES["5x3"], rows, player=1).key()
    assert position(GAMES["5x3"], rows).key() == position(GAMES["5x3"], rows).key()


def test_the_prior_wins_first_then_stops_the_other_then_captures() -> None:
    rows = [". . b . . .", ". . . . . w", ". . . . . .", ". b . . . .", "w . . b . .", "w . . . w ."]
    weights = weights_of(position(GAMES["6x6"], rows))
    order = sorted(weights, key=weights.__getitem__, reverse=True)
    assert set(order[:2]) == {"f5e6", "f5f6"}
    assert order[2:4] == ["e1d2", "a2b3"]  # d2 is one step from home, b3 is not
    assert weights["a2b3"] > 10 * weights["a2a3"]
    rows[0] = ". . . . . ."
    rows[3] = ". . . . . ."
    rows[4] = "w . . b . ."
    assert weights_of(position(GAMES["6x6"], rows))["e1d2"] == 1000  # the last one


def test_the_prior_minds_who_captures_back() -> None:
    rows = ["b . . . . .", ". . . b . .", ". . b . b .", ". . . . . w", ". w . . . .", ". . . . . ."]
    guarded = weights_of(position(GAMES["6x6"], rows))["f3e4"]
    rows[1] = ". b . . . ."
    assert weights_of(position(GAMES["6x6"], rows))["f3e4"] == pytest.approx(12 * guarded)


def test_the_misere_prior_stays_away_from_the_far_row() -> None:
    rows = [". . b . . .", ". . . . . w", ". . . . . .", ". b . . . .", "w . . b . .", "w . . . w ."]
    weights = weights_of(position(MISERE["6x6"], rows))
    order = sorted(weights, key=weights.__getitem__)
    assert set(order[:2]) == {"f5e6", "f5f6"}
    assert weights["f5f6"] < weights["a1b2"] / 500


def weights_of(state: State) -> dict[str, float]:
    return dict(zip(state.names(state.moves()), state.prior(), strict=True))


@pytest.mark.parametrize(
    ("rows", "player", "sign", "decided"),
    [
        ([". . b", "w . .", ". . .", ". . b", ". w ."], 0, 1, True),  # a4 is home next
        ([". . b", "w . .", ". . .", ". . b", ". w ."], 1, 1, True),  # and so is c2
        ([". . b", ". . .", "w . .", ". . b", "w . ."], 0, -1, True),  # c2 cannot be captured
        ([". . .", ". . .", "w . .", "b . b", ". w ."], 0, -1, True),  # two can, but not both
        ([". . b", ". . .", "w . .", ". . b", ". w ."], 0, 0, False),  # one can
        ([". . b", ". . .", ". . .", ". . .", "w w ."], 1, -1, False),  # two against one
        ([". b b", ". . .", "w . .", ". . .", ". . w"], 0, 1, False),  # further ahead
        ([". . .", ". . b", ". w .", ". . .", ". . ."], 0, 1, True),  # the last one is captured
    ],
)
def test_the_estimate_sees_what_is_coming(rows: list[str], player: int, sign: int, decided: bool) -> None:
    value = position(GAMES["5x3"], rows, player).evaluate()[player]
    assert (abs(value) == 0.99) == decided
    assert sign == 0 or np.sign(value) == sign


def test_what_is_counted_as_won_is_won() -> None:
    check_decided(GAMES["6x6"], games=15, seed=3)


def test_the_misere_estimate_prefers_steps_in_hand() -> None:
    rows = [". b .", "w . .", ". . .", ". . .", ". . ."]
    assert position(MISERE["5x3"], rows).evaluate()[0] < -0.2
    assert position(MISERE["5x3"], rows, player=1).evaluate()[1] > 0.2


@pytest.mark.parametrize("game", [GAMES["6x6"], MISERE["6x6"]])
def test_knowledge_beats_random_moves(game: Game) -> None:
    assert wins_against_random(game, heaviest, games=20, seed=1) >= 17
    assert wins_against_random(game, best_looking, games=20, seed=2) >= 17


def test_groups_are_the_pawns() -> None:
    state = GAMES["5x3"].start(seed=0)
    assert {state.name(move)[:2]: state.group(move) for move in state.moves()} == {"a1": 0, "b1": 1, "c1": 2}


def test_unfinished_games_pay_nothing() -> None:
    assert GAMES["8x8"].start(seed=0).returns() == [0.0, 0.0]


def test_names_and_render() -> None:
    state = GAMES["5x3"].start(seed=0)
    assert str(state).splitlines() == ["5 b b b", "4 . . .", "3 . . .", "2 . . .", "1 w w w", "  a b c"]
    assert names(state) == {"a1a2", "a1b2", "b1a2", "b1b2", "b1c2", "c1b2", "c1c2"}
    for move in state.moves():
        assert state.parse(state.name(move)) == move == state.parse(state.name(move).upper()) == state.parse(str(move))
    with pytest.raises(IllegalMove):
        state.parse("c1d2")
    state.play(state.parse("b1c2"))
    assert board(state)[3:] == [". . w", "w . w"]
    assert "a5b4" in names(state)


@pytest.mark.parametrize(
    "options",
    [{"rows": 3}, {"rows": 9}, {"columns": 1}, {"columns": 9}, {"rows": 8.0}, {"columns": True}, {"rows": "8"}],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(
        OptionError, match=rf"^breakthrough: {next(iter(options))} must be a whole number from \d to 8, not "
    ):
        breakthrough.game(**options)


def test_misere_is_yes_or_no() -> None:
    with pytest.raises(OptionError, match=r"^breakthrough: misere must be True or False, not 'yes'$"):
        breakthrough.game(misere="yes")  # type: ignore[arg-type]
