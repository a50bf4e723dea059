"""SameGame: against a slow twin, scores by hand, groups kept up to date, boards from files."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import cross_check
from playout_helpers import all_payoffs
from puzzle_helpers import Alone, data_file
from trace_helpers import check_traces
from uncompiled import uncompiled
from uncompiled_helpers import check_rules, plain_playout

import anyspace
from anyspace.errors import OptionError, PositionError
from anyspace.games import samegame
from anyspace.rules.game import Game, State

COLUMNS, ROWS = 6, 5


@cache
def small(tabu: bool = True) -> Game:
    return samegame.game(board=0, columns=COLUMNS, rows=ROWS, colours=3, tabu=tabu)


class Twin(Alone):
    """Columns of letters, groups found by walking, everything anew after every move. Moves are cells' numbers."""

    def __init__(self, columns: list[str], height: int) -> None:
        self.columns, self.height, self.points = columns, height, 0

    def begin(self) -> Twin:
        """The same position, to be played on."""
        return Twin(list(self.columns), self.height)

    def at(self, x: int, y: int) -> str:
        inside = 0 <= x < len(self.columns) and 0 <= y < len(self.columns[x])
        return self.columns[x][y] if inside else ""

    def group(self, x: int, y: int) -> set[tuple[int, int]]:
        found, open_ = {(x, y)}, [(x, y)]
        while open_:
            a, b = open_.pop()
            for there in ((a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1)):
                if there not in found and self.at(*there) == self.at(x, y):
                    found.add(there)
                    open_.append(there)
        return found

    def groups(self) -> list[set[tuple[int, int]]]:
        cells = [(x, y) for x, column in enumerate(self.columns) for y in range(len(column))]
        found: list[set[tuple[int, int]]] = []
        for cell in cells:
            if not any(cell in group for group in found):
                found.append(self.group(*cell))
        return [group for group in found if len(group) > 1]

    def number(self, group: set[tuple[int, int]]) -> int:
        x, y = min(group)
        return (x + 1) * (self.height + 1) + y

    def legal_actions(self) -> list[int]:
        return [self.number(group) for group in self.groups()]

    def apply_action(self, move: int) -> None:
        group = next(group for group in self.groups() if self.number(group) == move)
        self.points += (len(group) - 2) ** 2
        kept = [
            "".join(mark for y, mark in enumerate(column) if (x, y) not in group)
            for x, column in enumerate(self.columns)
        ]
        self.columns = [column for column in kept if column]

    def score(self) -> float:
        rest = "".join(self.columns)
        lost = sum((rest.count(colour) - 2) ** 2 for colour in set(rest) if rest.count(colour) > 2)
        return self.points - lost + (0 if rest else 1000)


def twin_of(state: State) -> Twin:
    """By what the position looks like."""
    rows = [line.split()[1:] for line in str(state).splitlines()[:-2]]
    columns = ["".join(mark for mark in column if mark != ".") for column in zip(*reversed(rows), strict=True)]
    return Twin([column for column in columns if column], len(rows))


def test_agrees_with_a_slow_twin_on_the_usual_board() -> None:
    game = anyspace.load("samegame")
    assert cross_check(game, twin_of(game.start()), 4, seed=1) > 4 * 40


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), source=st.randoms(use_true_random=False))
def test_agrees_with_a_slow_twin_on_any_board(seed: int, source: random.Random) -> None:
    state = small().start(seed=seed)
    twin = twin_of(state)
    while True:
        assert sorted(state.moves()) == sorted(twin.legal_actions())
        assert state.over == twin.is_terminal()
        fresh = small().position(state.notation())
        assert fresh == state, "groups are what they would be if they were found anew"
        if state.over:
            assert state.returns() == twin.returns()
            break
        move = source.choice(state.moves())
        state.play(move)
        twin.apply_action(move)


def test_scores_by_hand() -> None:
    game = uncompiled(samegame.game(board=0, columns=3, rows=3, colours=3))
    state = game.position("abc/aac/abb")
    assert state.names(state.moves()) == ["a1", "b1", "c2"]
    state.play(state.parse("a1"))  # four cells: 4 points; b falls, c and b come to stand on the left
    assert state.notation() == "1c1/bc1/bb1 4" and state.returns() == [4.0]
    state.play(state.parse("a1"))
    assert state.notation() == "3/c2/c2 5"
    state.play(state.parse("a1"))
    assert state.over and state.returns() == [5.0 + 1000]  # and the board is cleared
    stuck = game.position("3/aba/bab 7")
    assert stuck.over and stuck.returns() == [7.0 - 1 - 1]  # three of either colour
    free = uncompiled(samegame.game(board=0, columns=3, rows=3, colours=3, penalty=False))
    assert free.position("3/aba/bab 7").returns() == [7.0]


def test_the_code_of_a_move_is_its_cells_and_its_colour() -> None:
    game: Any = small()
    code = game.rules["code"]
    one, other = game.position("6/6/6/aabbcc/abbbcb"), game.position("6/6/6/aaccbb/acccbc")
    codes = [[int(code(game.backend.record(state._block), move)) for move in state.moves()] for state in (one, other)]
    assert codes[0][0] == codes[1][0] and len({*codes[0]}) == len(codes[0])
    assert not {*codes[0][1:]} & {*codes[1][1:]}


def listed(state: State) -> set[str]:
    """The moves that playouts choose from."""
    game: Any = state.game
    out = np.zeros(30, np.int32)
    n = game.rules["playout_moves"](game.backend.record(state._block), out)
    return {state.name(int(move)) for move in out[:n]}


def test_playouts_keep_the_most_frequent_colour() -> None:
    state = small().position("6/6/aabcbb/aabcbb/aabccb")
    assert set(state.names(state.moves())) == {"a1", "c1", "d1", "e2"}
    assert listed(state) == {"a1", "d1"}, "b is kept: there are eight, and six a"
    assert state.prior() == [1.0, 0.05, 1.0, 0.05]
    assert listed(small().position("6/6/6/6/bbabb1")) == {"a1", "d1"}, "where it is all there is, it is played"
    assert listed(small().position("6/6/6/bbb3/bbaac1")) == {"a1", "c1"}, "and all of it at once"


def test_late_in_the_game_pairs_of_the_colour_that_is_kept_may_go() -> None:
    late = uncompiled(samegame.game(board=0, columns=COLUMNS, rows=ROWS, colours=3, pairs=10))
    assert listed(late.position("6/6/6/bbaa2/cccabb")) == {"a1", "a2", "c2", "e1"}, "ten cells left, b in two pairs"
    assert listed(small().position("6/6/6/bbaa2/cccabb")) == {"a1", "c2"}
    assert listed(late.position("6/6/6/bbaac1/cccabb")) == {"a1", "c2"}, "eleven cells are too early"
    assert listed(late.position("6/6/6/aabb2/cbbccb")) == {"a2", "d1"}, "four together are no pair"


def test_own_playouts() -> None:
    state = small().start(seed=5)
    check_traces(state, 20)
    for seed in range(5):
        payoffs, lengths = all_payoffs(state, 1, seed=seed)
        assert plain_playout(state, seed) == (payoffs[0, 0], lengths[0])
    usual, source = anyspace.load("samegame"), random.Random(1)
    better, _ = all_payoffs(usual.start(), 300)
    uniform = []
    for _ in range(40):
        state = usual.start()
        while not state.over:
            state.play(source.choice(state.moves()))
        uniform += state.returns()
    assert better.mean() > np.mean(uniform) + 50


def test_uncompiled_rules_agree() -> None:
    check_rules(cast(Game, anyspace.load("samegame")), games=1, seed=2)


def test_boards_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text("# two of them\n0 1 2\n2 1 0\n\n\n3 3\n3 4\n")
    first, second = (uncompiled(samegame.game(board=number, file=str(file))) for number in (1, 2))
    assert first.start().notation() == "abc/cba 0"
    assert second.start().notation() == "dd/de 0"
    for text, complaint in [
        ("0 1\n0", "rows of different lengths"),
        ("0 x", "board 1 of .* has 'x'"),
        ("", "there is no board in"),
    ]:
        file.write_text(text)
        with pytest.raises(OptionError, match=complaint):
            samegame.game(file=str(file))
    with pytest.raises(OptionError, match=r"cannot read .*nowhere"):
        samegame.game(file=str(tmp_path / "nowhere"))
    file.write_text("0 1\n1 0\n")
    with pytest.raises(OptionError, match="there are 1, from 1"):
        samegame.game(board=2, file=str(file))


def test_the_standard_boards() -> None:
    game = uncompiled(samegame.game(board=20, file=str(data_file("samegame/standard_20_boards.txt"))))
    state = game.start()
    assert state["left"][0] == 225 and len(state.moves()) > 30


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("6/6/6/6", "5 rows"),
        ("6/6/6/a5/6", "lies on nothing"),
        ("6/6/6/6/1a4", "an empty column"),
        ("6/6/6/6/d5", "neither a nor b nor c"),
        ("6/6/6/6/a5 -3", "points must be"),
    ],
)
def test_what_is_no_position(text: str, complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint):
        small().position(text)


@pytest.mark.parametrize(
    "options",
    [dict(board=-1), dict(columns=16), dict(rows=0), dict(colours=10), dict(tabu=1), dict(columns=1, rows=1)],
)
def test_bad_options(options: Any) -> None:
    with pytest.raises(OptionError, match=r"^samegame: "):
        samegame.game(**options)
