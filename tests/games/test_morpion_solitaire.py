"""Morpion Solitaire: against a twin that keeps lines as sets of points, against pyspiel (4D), record grids replayed."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import cross_check, perft
from puzzle_helpers import Alone, data_file
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import OptionError, PositionError
from anyspace.games import morpion_pentasol, morpion_solitaire
from anyspace.games.morpion_solitaire import POINTS, SIDE, STEPS, VARIANTS, cross

Point = tuple[int, int]


@cache
def build(variant: str) -> Any:
    return anyspace.load("morpion_solitaire", variant=variant)


def test_lines_keep_to_the_paper_at_its_edges() -> None:
    """A line up and to the right begins below its other points: there is none below the paper."""
    start = build("5T").start().notation().split()[1:]
    corner = [f"{row * SIDE + 46 - row}:1" for row in range(SIDE - 4, SIDE)]
    state = build("5T").position(" ".join(["4", *start, *corner]))
    ends = [move % POINTS + 4 * int(STEPS[move // POINTS // 5]) for move in state.moves()]
    assert all(0 <= end < POINTS for end in ends)
    assert sum(move % POINTS >= POINTS - SIDE for move in state.moves()) == 1


class Twin(Alone):
    """Points and lines as sets of coordinates; every line of the paper is tried anew."""

    ways = ((0, 1), (1, 0), (1, 1), (-1, 1))

    def __init__(self, variant: str) -> None:
        self.variant, self.length = variant, int(variant[0])
        self.lines: list[tuple[int, frozenset[Point]]] = []
        arm = self.length - 1
        shift = (SIDE - 1 - 3 * (arm - 1)) // 2
        self.points = {(row + shift, column + shift) for row, column in cross(arm)}

    def begin(self) -> Twin:
        return Twin(self.variant)

    def line(self, origin: Point, way: int) -> list[Point]:
        down, across = self.ways[way]
        return [(origin[0] + step * down, origin[1] + step * across) for step in range(self.length)]

    def legal_actions(self) -> list[int]:
        shared = 1 if self.variant[1] == "T" else 0
        found = []
        for way in range(4):
            near = {
                (row - step * self.ways[way][0], column - step * self.ways[way][1])
                for row, column in self.points
                for step in range(self.length)
            }
            for origin in near:
                line = self.line(origin, way)
                new = [place for place, point in enumerate(line) if point not in self.points]
                if len(new) == 1 and all(len(drawn & {*line}) <= shared for other, drawn in self.lines if other == way):
                    found.append((way * 5 + new[0]) * POINTS + origin[0] * SIDE + origin[1])
        return found

    def apply_action(self, move: int) -> None:
        kind, at = divmod(move, POINTS)
        line = self.line(divmod(at, SIDE), kind // 5)
        self.points |= {*line}
        self.lines.append((kind // 5, frozenset(line)))

    def score(self) -> float:
        return float(len(self.lines))


@pytest.mark.parametrize("variant", VARIANTS)
def test_agrees_with_a_twin_of_sets(variant: str) -> None:
    game = build(variant) if variant == "5T" else uncompiled(morpion_solitaire.game(variant))
    assert cross_check(game, Twin(variant), 2, seed=3) > 2 * 12


def spiel_line(state: Any, move: int) -> tuple[Point, ...]:
    """The points of a move's line where the cross begins at 3, 3."""
    kind, at = divmod(move, POINTS)
    shift = (SIDE - 1 - 6) // 2 - 3
    points = [divmod(at + step * int(STEPS[kind // 5]), SIDE) for step in range(4)]
    return tuple(sorted((row - shift, column - shift) for row, column in points))


def test_agrees_with_pyspiel() -> None:
    """Lines of four, disjoint, on a paper of 13 by 13: a game is left where ours goes on beyond its edge."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("morpion_solitaire")
    game, source = build("4D"), random.Random(1)
    for _ in range(10):
        ours, state = game.start(), theirs.new_initial_state()
        while not ours.over:
            lines = {}
            for action in state.legal_actions():
                numbers = state.action_to_string(action).replace("[", " ").replace("]", " ").replace(",", " ").split()
                pairs = zip(numbers[::2], numbers[1::2], strict=True)
                lines[tuple(sorted((int(a), int(b)) for a, b in pairs))] = action
            mine = {spiel_line(ours, move): move for move in ours.moves()}
            if any(not 0 <= value <= 12 for line in mine for point in line for value in point):
                break
            assert mine.keys() == lines.keys()
            line = source.choice(sorted(mine))
            ours.play(mine[line])
            state.apply_action(lines[line])
        else:
            assert state.is_terminal() and state.returns()[0] == ours.returns()[0]


def test_first_moves() -> None:
    games = [uncompiled(morpion_solitaire.game(variant)) for variant in VARIANTS]
    assert [len(game.start().moves()) for game in games] == [28, 28, 40, 40]
    assert perft(build("5T").start(), 2) == sum(
        len(build("5T").start().play(move).moves()) for move in build("5T").start().moves()
    )
    state = build("5T").start()
    assert state.names(state.moves())[0] == "r16-0"
    assert "28 open" in str(state)


@settings(max_examples=15, deadline=None)
@given(source=st.randoms(use_true_random=False))
def test_text_and_back(source: random.Random) -> None:
    """The moves that are kept are those that would be found anew; the text of the record grids says the same game."""
    state, line = build("5T").start(), []
    while not state.over:
        line.append(source.choice(state.moves()))
        state.play(line[-1])
        if len(line) % 9 == 0:
            assert build("5T").position(state.notation()) == state
    assert morpion_pentasol.moves_in(morpion_pentasol.text_of(line)) == line
    assert state.returns() == [float(len(line))]


def test_uncompiled_rules_agree() -> None:
    check_rules(build("5T"), games=1, seed=4)


@pytest.mark.parametrize(("name", "variant", "score"), [("82", "5D", 82), ("178", "5T", 178), ("bruneau", "5T", 170)])
def test_record_grids(name: str, variant: str, score: int) -> None:
    """The records in the text of those who keep them."""
    text = data_file(f"morpion_solitaire/{name}.psol").read_text()
    state = uncompiled(morpion_solitaire.game(variant)).start()
    for move in morpion_pentasol.moves_in(text):
        assert move in state.moves()
        state.play(move)
    assert state.over and state.returns() == [float(score)]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1"),
        ("(28,28)\n(25,27) x 2", "line 2: expected a move"),
        ("(28,28)\n(90,27) | 2", "not on the paper"),
        ("(28,28)\n(25,27) | 7", "line 2"),
    ],
)
def test_texts_that_are_none(text: str, complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint):
        morpion_pentasol.moves_in(text)


@pytest.mark.parametrize("text", ["", "x", "0", "1 528:1", "0 528", "0 9999:1", "3 1:2"])
def test_what_is_no_position(text: str) -> None:
    with pytest.raises(PositionError):
        build("5T").position(text)


@pytest.mark.parametrize("variant", ["6T", "", 5, True])
def test_bad_options(variant: Any) -> None:
    with pytest.raises(OptionError, match=r"^morpion_solitaire: variant must be one of 5T, 5D, 4T, 4D, not "):
        morpion_solitaire.game(variant)
    assert morpion_solitaire.game("5d").name == "morpion_solitaire"
