"""Knightthrough: against a slow twin, perft, hand-made positions, its own playout, what it knows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from board_twins import Knightthrough, Twin, number
from further import further
from knowledge_helpers import best_looking, check_decided, check_keys, check_knowledge, heaviest, wins_against_random
from oracle import cross_check, perft
from playout_helpers import playouts, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import IllegalMove, OptionError
from anyspace.games import knightthrough
from anyspace.rules.game import Game, State

JUMPS = ((-2, 1), (-1, 2), (1, 2), (2, 1))
GAMES = {
    "8x8": knightthrough.game(),
    "6x7": knightthrough.game(rows=6, columns=7),
    "5x5": knightthrough.game(rows=5, columns=5),
    "misere": knightthrough.game(rows=6, columns=6, misere=True),
}
OPTIONS = {"8x8": (8, 8, False), "6x7": (6, 7, False), "5x5": (5, 5, False), "misere": (6, 6, True)}


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
    return set(state.names(state.moves()))


@pytest.mark.parametrize(("size", "games"), [("8x8", 60), ("5x5", 300), ("misere", 50), *further(("6x7", 100))])
def test_agrees_with_a_slow_twin(size: str, games: int) -> None:
    def action(state: State, move: int) -> int:
        direction, cell = divmod(move, 64)
        y, x = divmod(cell, 8)
        aside, ahead = JUMPS[direction]
        return number((y, x), (y + (ahead if state._block[16] == 0 else -ahead), x + aside))

    assert cross_check(GAMES[size], Twin(Knightthrough, *OPTIONS[size]), games, action=action, seed=1) > 8 * games


@pytest.mark.parametrize(
    ("size", "counts"),
    [("8x8", [40, 1600, 63520]), ("5x5", [14, 196, 2600, 32184]), *further(("6x7", [34, 1156, 38820]))],
)
def test_perft(size: str, counts: list[int]) -> None:
    assert [perft(GAMES[size].start(seed=0), depth) for depth in range(1, len(counts) + 1)] == counts


def test_knights_jump_forward_only_and_over_others() -> None:
    rows = [
        ". . . . . . . b",
        ". . . . . . . .",
        ". . b . . . . .",
        ". . b b b . . .",
        ". . b w w . . .",
        ". . w w w . . .",
        ". . . . . . . .",
        ". . . . . . . .",
    ]
    state = position(GAMES["8x8"], rows)
    assert {name for name in names(state) if name.startswith("d4")} == {"d4b5", "d4c6", "d4e6", "d4f5"}
    assert {name for name in names(state) if name.startswith("c3")} == {"c3a4", "c3b5", "c3d5"}  # not onto its own e4
    state = position(GAMES["8x8"], rows, player=1)
    assert {name for name in names(state) if name.startswith("d5")} == {"d5b4", "d5c3", "d5e3", "d5f4"}
    assert {name for name in names(state) if name.startswith("h8")} == {"h8g6", "h8f7"}


@pytest.mark.parametrize("size", ["8x8", *further("6x7")])
def test_knights_do_not_jump_off_the_board(size: str) -> None:
    rows, columns, _ = OPTIONS[size]
    last, second_last, third_last = reversed("abcdefgh"[columns - 3 : columns])
    edges = [" ".join("." * columns)] * rows
    edges[1] = edges[-2] = "w " + ". " * (columns - 2) + "w"  # one row to go, and all but one
    expected = {"a2b4", "a2c3", f"{last}2{second_last}4", f"{last}2{third_last}3"}
    before = rows - 1
    home = {f"a{before}c{rows}", f"{last}{before}{third_last}{rows}"}
    assert names(position(GAMES[size], edges)) == expected | home
    black = [row.replace("w", "b") for row in edges]
    expected = {f"a{before}b{before - 2}", f"a{before}c{before - 1}"}
    expected |= {f"{last}{before}{second_last}{before - 2}", f"{last}{before}{third_last}{before - 1}"}
    assert names(position(GAMES[size], black, player=1)) == expected | {"a2c1", f"{last}2{third_last}1"}
    inner = [". " * columns] * rows
    inner[-2] = ". w" + " ." * (columns - 2)  # from column b, two aside is on the board on one side only
    assert names(position(GAMES[size], inner)) == {"b2a4", "b2c4", "b2d3"}


def test_captures() -> None:
    state = position(GAMES["5x5"], [". . . . b", ". . b . .", ". b . . .", ". . . . .", ". w . . ."])
    assert names(state) == {"b1a3", "b1c3", "b1d2"}
    state = position(GAMES["5x5"], [". . . . b", ". . b . .", ". . . b .", ". w . . .", ". . . . ."])
    state.play(state.parse("b2c4"))
    assert board(state) == [". . . . b", ". . w . .", ". . . b .", ". . . . .", ". . . . ."]
    assert state.mover == 1


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("player", "move"),
    [(0, "a4c5"), (0, "b3c5"), (1, "e3d1"), (1, "c2a1")],
)
def test_reaching_the_far_row_ends_the_game(player: int, move: str, misere: bool) -> None:
    game = uncompiled(knightthrough.game(rows=5, columns=5, misere=misere))
    state = position(game, [". . b . .", "w . . . .", ". w . . b", ". . b . .", "w . . . ."], player)
    state.play(state.parse(move))
    assert state.over and state.moves() == []
    winner = 1 - player if misere else player
    assert (state.returns()[winner], state.returns()[1 - winner]) == (1.0, -1.0)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("player", "move"), [(0, "b2d3"), (1, "d3b2")])
def test_capturing_the_last_knight_ends_the_game(player: int, move: str, misere: bool) -> None:
    game = uncompiled(knightthrough.game(rows=5, columns=5, misere=misere))
    state = position(game, [". " * 5, ". " * 5, ". . . b .", ". w . . .", ". " * 5], player)
    state.play(state.parse(move))
    assert state.over
    assert state.returns()[player] == (-1.0 if misere else 1.0)


# ---- playouts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["8x8", "misere", *further("5x5", "6x7")])
def test_own_playout_is_uniformly_random(size: str) -> None:
    game, count = GAMES[size], 20_000
    state = game.start(seed=0)
    own, listed = playouts(state, count, seed=2), playouts(State(without_playout(game), state._block), count, seed=3)
    for ours, theirs in zip(own, listed, strict=True):
        error = np.sqrt((ours.var() + theirs.var()) / count)
        assert abs(ours.mean() - theirs.mean()) < 4 * error


def test_the_first_move_of_a_playout_is_any_alike() -> None:
    state = GAMES["8x8"].start(seed=0)
    first = [traced(state, seed, limit=1)[2][0] for seed in range(8000)]
    assert set(first) == set(state.moves())
    assert (
        sum((first.count(move) - 200) ** 2 / 200 for move in state.moves()) < 72.1
    )  # 39 degrees of freedom: 1 in 1000


@pytest.mark.parametrize("size", ["8x8", "misere", *further("5x5", "6x7")])
def test_playouts_tell_their_moves(size: str) -> None:
    check_traces(GAMES[size].start(seed=0), 30)


def test_uncompiled_rules_agree() -> None:
    game = GAMES["8x8"]
    check_rules(game, games=2, seed=4)
    for seed in range(2):
        assert plain_traced(game.start(seed=0), seed) == traced(game.start(seed=0), seed)[:3]


# ---- knowledge --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["8x8", "misere"])
def test_keys_and_knowledge(size: str) -> None:
    check_keys(GAMES[size], games=60, seed=5)
    check_knowledge(GAMES[size], games=2, seed=6)


def test_the_prior_wins_first_then_stops_the_other() -> None:
    rows = [
        ". . . . . . b b",
        "w . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . b . . .",
        ". . . . . b . .",
        ". . . w . . . .",
        ". w w . . . . .",
    ]
    state = position(GAMES["8x8"], rows)
    weights = dict(zip(state.names(state.moves()), state.prior(), strict=True))
    order = sorted(weights, key=weights.__getitem__, reverse=True)
    assert order[:2] == ["a7c8", "d2f3"]  # home; then f3, two rows from home, rather than e4
    assert weights["d2f3"] > 20 * weights["d2e4"] > 20 * weights["c1a2"]


@pytest.mark.parametrize(
    ("rows", "player", "sign", "decided"),
    [
        ([". . . . b", ". w . . .", ". " * 5, ". . . . .", "w . . . ."], 0, 1, True),  # home next
        ([". . . . b", ". . . . .", ". w . . .", ". . . . .", "w . . . ."], 0, 1, True),  # also from two rows away
        ([". . . . .", "b . . . .", ". b . . b", ". . . . .", ". . . . w"], 0, -1, True),  # two at once
        ([". . . . .", ". . . . .", ". b . . .", ". . . . .", ". . . . w"], 0, -1, True),  # out of reach
        ([". . . . b", ". . . . .", ". b . . .", ". . . . .", "w . . . w"], 0, 0, False),  # a1 captures b3
        ([". b . . .", ". . . . .", ". . . . .", ". . . . .", "w . w . w"], 1, -1, False),  # three against one
        ([". . . . .", ". . b . .", ". . . . .", ". w . . .", ". . . . ."], 0, 1, True),  # the last one is captured
    ],
)
def test_the_estimate_sees_what_is_coming(rows: list[str], player: int, sign: int, decided: bool) -> None:
    value = position(GAMES["5x5"], rows, player).evaluate()[player]
    assert (abs(value) == 0.99) == decided
    assert sign == 0 or np.sign(value) == sign


def test_what_is_counted_as_won_is_won() -> None:
    check_decided(GAMES["5x5"], games=40, seed=3)


def test_the_misere_estimate_prefers_moves_in_hand() -> None:
    rows = [". . . . . b", ". " * 6, ". w . . . .", ". " * 6, ". " * 6, ". " * 6]
    assert position(GAMES["misere"], rows).evaluate()[0] < -0.2
    assert position(GAMES["misere"], rows, player=1).evaluate()[1] > 0.2


@pytest.mark.parametrize("size", ["8x8", "misere", *further("6x7")])
def test_knowledge_beats_random_moves(size: str) -> None:
    assert wins_against_random(GAMES[size], heaviest, games=20, seed=1) >= 17
    assert wins_against_random(GAMES[size], best_looking, games=20, seed=2) >= 17


def test_groups_are_the_knights() -> None:
    state = GAMES["5x5"].start(seed=0)
    assert {state.name(move)[:2]: state.group(move) for move in state.moves()} == {
        f"{letter}1": x for x, letter in enumerate("abcde")
    }


# ---- for people -------------------------------------------------------------------------------------------------


def test_names_and_render() -> None:
    state = GAMES["5x5"].start(seed=0)
    assert str(state).splitlines() == [
        "5 b b b b b",
        *(f"{y} . . . . ." for y in (4, 3, 2)),
        "1 w w w w w",
        "  a b c d e",
    ]
    for move in state.moves():
        assert state.parse(state.name(move)) == move == state.parse(state.name(move).upper()) == state.parse(str(move))
    with pytest.raises(IllegalMove):
        state.parse("a1a2")
    state.play(state.parse("b1d2"))
    assert board(state)[3:] == [". . . w .", "w . w w w"]
    assert state.returns() == [0.0, 0.0]


def test_options_by_name() -> None:
    game: Any = anyspace.load("knightthrough(rows=5,columns=6,misere=true)")
    assert (game.max_moves, game.max_length, game.actions) == (24, 37, 256)


@pytest.mark.parametrize("options", [{"rows": 4}, {"rows": 9}, {"columns": 4}, {"columns": 9}, {"rows": True}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(
        OptionError, match=rf"^knightthrough: {next(iter(options))} must be a whole number from 5 to 8, not "
    ):
        knightthrough.game(**options)


def test_misere_is_yes_or_no() -> None:
    with pytest.raises(OptionError, match=r"^knightthrough: misere must be True or False, not 1$"):
        knightthrough.game(misere=1)  # type: ignore[arg-type]
