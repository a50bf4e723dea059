"""The Connect Four solver against plain minimax and published scores, and the stored positions against the solver."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from strength.connect_four_solver import (
    CELLS,
    HEIGHT,
    NAMES,
    PLIES,
    POSITIONS,
    WIDTH,
    mirrored,
    outcome,
    random_moves,
    score,
    score_moves,
    solved,
)

from anyspace.games.connect_four import game

RECORDS: list[dict[str, Any]] = json.loads(POSITIONS.read_text(encoding="utf-8"))

Board = list[list[int]]  # columns of discs, bottom first; a disc is its player, 0 or 1


# A plain minimax, which shares nothing with the solver


def board_of(moves: str) -> Board:
    board: Board = [[] for _ in range(WIDTH)]
    for ply, name in enumerate(moves):
        board[NAMES.index(name)].append(ply % 2)
    return board


def run_length(board: Board, column: int, row: int, right: int, up: int) -> int:
    """Discs in a row of the same player, beyond (column, row) in one direction."""
    player, length = board[column][row], 0
    while True:
        column, row = column + right, row + up
        if not (0 <= column < WIDTH and 0 <= row < len(board[column]) and board[column][row] == player):
            return length
        length += 1


def top_disc_wins(board: Board, column: int) -> bool:
    row = len(board[column]) - 1
    lines = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(
        run_length(board, column, row, right, up) + 1 + run_length(board, column, row, -right, -up) >= 4
        for right, up in lines
    )


def plain_scores(board: Board, placed: int) -> list[int | None]:
    """The score of every column, by looking at every continuation."""
    scores: list[int | None] = []
    for column, discs in enumerate(board):
        if len(discs) == HEIGHT:
            scores.append(None)
            continue
        discs.append(placed % 2)
        if top_disc_wins(board, column):
            winners_discs = placed // 2 + 1
            scores.append(22 - winners_discs)
        elif placed + 1 == CELLS:
            scores.append(0)
        else:
            scores.append(-max(reply for reply in plain_scores(board, placed + 1) if reply is not None))
        discs.pop()
    return scores


def late_positions(empty: int, count: int) -> list[str]:
    source, found = random.Random(empty), []
    while len(found) < count:
        moves = random_moves(CELLS - empty, source)
        if moves is not None:
            found.append(moves)
    return found


@pytest.mark.parametrize(("empty", "count"), [(1, 20), (2, 20), (3, 20), (4, 20), (5, 20), (6, 20), (8, 10), (10, 5)])
def test_agrees_with_plain_minimax(empty: int, count: int) -> None:
    for moves in late_positions(empty, count):
        expected = plain_scores(board_of(moves), len(moves))
        assert score_moves(moves) == expected, moves
        assert score(moves) == max(value for value in expected if value is not None), moves


# Known facts


@pytest.mark.parametrize(
    ("columns", "expected"),
    [  # published by Pascal Pons with his solver and in his benchmark, columns counted from 1
        ("4455", 18),
        ("44455554221", -15),
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
        ("52677675164321472411331752454", 0),
        ("67152117737262713366376314254", 6),
        ("2762751722231276466633475674533", 5),
        ("3575316255751336464276636772271112", -3),
    ],
)
def test_published_scores(columns: str, expected: int) -> None:
    assert score("".join(NAMES[int(column) - 1] for column in columns)) == expected


def test_wins_at_once_and_next() -> None:
    assert score("dadbdc") == 18  # the fourth disc on top of three wins: (43 - 6) // 2
    assert score("aabbcc") == 18  # so does the one next to three along the bottom
    assert score("bbccd") == -18  # three with both ends open: only one can be blocked


def test_mirror_images_score_alike() -> None:
    for record in RECORDS[-20:]:
        assert score_moves(mirrored(record["moves"])) == record["scores"][::-1]


@pytest.mark.parametrize("moves", ["h", "ddddddd", "dadadad", "dadadada"])
def test_refuses_what_is_not_a_position(moves: str) -> None:
    with pytest.raises(ValueError, match=moves):
        score(moves)


# The stored positions


def test_there_are_as_many_positions_of_every_ply() -> None:
    plies = Counter(record["ply"] for record in RECORDS)
    assert len(RECORDS) == 300
    assert sorted(plies) == list(range(PLIES[0], PLIES[1] + 1))
    assert max(plies.values()) - min(plies.values()) <= 1
    assert len({record["moves"] for record in RECORDS}) == len(RECORDS)


def test_stored_positions_are_legal_and_ask_for_a_choice() -> None:
    connect_four = game()
    for record in RECORDS:
        state = connect_four.start()
        for name in record["moves"]:
            state.play(NAMES.index(name))
        legal = [column for column, value in enumerate(record["scores"]) if value is not None]
        assert len(record["moves"]) == record["ply"]
        assert state.moves() == legal
        assert not any(state.copy().play(column).over for column in legal)  # no win at once
        assert 0 < len(record["best"]) < len(legal)


def test_stored_fields_follow_from_the_scores() -> None:
    for record in RECORDS:
        legal = {column: value for column, value in enumerate(record["scores"]) if value is not None}
        classes = {column: outcome(value) for column, value in legal.items()}
        assert record["value"] == max(legal.values())
        assert record["class"] == outcome(record["value"])
        assert record["best"] == [column for column in legal if classes[column] == record["class"]]
        assert record["optimal"] == [column for column in legal if legal[column] == record["value"]]


@pytest.mark.parametrize("record", RECORDS[-10:], ids=lambda record: record["moves"])
def test_stored_positions_solve_again(record: dict[str, Any]) -> None:
    assert solved(record["moves"]) == record
