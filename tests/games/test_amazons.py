"""Amazons: against pyspiel in both forms, one form against the other, hand-made positions, playouts, what it knows."""

from __future__ import annotations

import random
from typing import Any

import pytest
from amazons_helpers import LATE, after, board, build, names, position, random_position, upside_down
from further import further
from oracle import cross_check, perft
from uncompiled import uncompiled

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import amazons
from anyspace.rules.game import State


@pytest.mark.parametrize(("size", "games"), [(6, 150), *further((8, 40), (10, 25))])
def test_split_turns_agree_with_open_spiel(size: int, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("amazons", {"board_size": size})
    compared = cross_check(
        build(size, split=True), theirs, games, action=lambda state, move: upside_down(move, size), seed=1
    )
    assert compared > 70 * games


class Turns:
    """Their game, three of their actions at once; for `cross_check`."""

    def __init__(self, state: Any, size: int) -> None:
        self.state, self.cells = state, size * size

    def new_initial_state(self) -> Turns:
        return Turns(self.state.clone(), int(self.cells**0.5))

    def legal_actions(self) -> list[int]:
        found = []
        for origin in self.state.legal_actions():
            chosen = self.state.child(origin)
            for end in chosen.legal_actions():
                base = (origin * self.cells + end) * self.cells
                found += [base + arrow for arrow in chosen.child(end).legal_actions()]
        return found

    def apply_action(self, action: int) -> None:
        for part in (action // self.cells**2, action // self.cells % self.cells, action % self.cells):
            self.state.apply_action(part)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


@pytest.mark.parametrize(("size", "games"), [(6, 40), *further((10, 2))])
def test_whole_turns_agree_with_open_spiel(size: int, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = Turns(pyspiel.load_game("amazons", {"board_size": size}).new_initial_state(), size)
    cells = size * size

    def action(state: State, move: int) -> int:
        parts = (upside_down(part, size) for part in (move // cells**2, move // cells % cells, move % cells))
        origin, end, arrow = parts
        return (origin * cells + end) * cells + arrow

    assert cross_check(build(size), theirs, games, action=action, seed=2) > 20 * games


@pytest.mark.parametrize(("size", "count"), [(6, 544), *further((8, 1232), (10, 2176))])
def test_first_moves(size: int, count: int) -> None:
    assert perft(build(size, split=True).start(seed=0), 3) == count
    if size != 8:  # compiled for other tests too
        assert len(build(size).start(seed=0).moves()) == count


def test_both_forms_have_the_same_games() -> None:
    assert perft(build().start(seed=0), 2) == 238_532
    for seed in range(3):
        state = random_position(6, 16, seed)
        same = build(split=True).start(seed=0)
        same._block[:] = state._block
        assert perft(state, 2) == perft(same, 6)


# ---- rules ------------------------------------------------------------------------------------------------------


def test_amazons_move_like_queens_and_shoot_likewise() -> None:
    # only the amazon on c3 can move, to d3 and d4; arrows, amazons and the edge are in all other ways
    state = position(
        """
        . . . . b b
        . . . . b b
        . # # . # .
        # # w . # .
        # # # # # #
        w # w # w #
        """
    )
    arrows = {"c3-d3": "c3 d4 d5 d6", "c3-d4": "c3 d3 d5 d6 c5 b6"}
    assert names(state) == {f"{way}/{arrow}" for way, cells in arrows.items() for arrow in cells.split()}


def test_an_arrow_may_go_where_the_amazon_came_from_and_beyond() -> None:
    state = position(
        """
        # # # # # b
        # # # # b #
        # # # # # b
        . w . . # #
        # # # # # b
        w # w # w #
        """
    )
    assert names(state) == {f"b3-{end}3/{arrow}3" for end in "acd" for arrow in "abcd" if arrow != end}


def test_who_cannot_move_has_lost() -> None:
    diagram = """
        # # # # # b
        # # # # b #
        # # # # # b
        # w . # # #
        # # # # # b
        w # w # w #
        """
    state = position(diagram)
    assert names(state) == {"b3-c3/b3"}
    assert state.returns() == [0.0, 0.0]
    after(state, "b3-c3/b3")
    assert state.over and state.moves() == []
    assert state.returns() == [1.0, -1.0]
    split = after(position(diagram, split=True), "b3", "c3")
    assert not split.over and split.mover == 0 and names(split) == {"b3"}
    assert after(split, "b3").over
    assert split.returns() == [1.0, -1.0]


def test_only_amazons_that_can_move_are_chosen() -> None:
    diagram = """
        # # # . . b
        # # # # b #
        # # # # # b
        # w . # # #
        # # # # # b
        w # w # w #
        """
    assert names(position(diagram, split=True)) == {"b3"}
    assert names(position(diagram, player=1, split=True)) == {"f6", "e5"}
    assert names(after(position(diagram, player=1, split=True), "e5")) == {"d6", "e6"}


def test_a_turn_that_is_split_is_one_players() -> None:
    state = build(split=True).start(seed=0)
    movers = []
    for name in ("b1", "b4", "b1", "a5", "a3"):
        movers.append(state.mover)
        after(state, name)
    assert movers == [0, 0, 0, 1, 1] and state.mover == 1


def test_a_position_is_the_same_by_whatever_order_of_turns() -> None:
    one = after(build().start(seed=0), "a2-a3/a2", "a5-a4/a5", "f2-f3/f2")
    other = after(build().start(seed=0), "f2-f3/f2", "a5-a4/a5", "a2-a3/a2")
    assert one == other and one.key() == other.key()
    # an amazon that overtakes another
    one = after(build().start(seed=0), "b1-d1/c1", "a5-a4/a5", "e1-e2/e1")
    other = after(build().start(seed=0), "e1-e2/e1", "a5-a4/a5", "b1-d1/c1")
    assert one == other and one.key() == other.key()


def test_keys_tell_positions_apart() -> None:
    seen: dict[int, bytes] = {}
    for split in (False, True):
        for seed in range(20):
            source, state = random.Random(seed), build(split=split).start(seed=0)
            while not state.over:
                assert seen.setdefault(state.key(), state._block.tobytes()) == state._block.tobytes()
                state.play(source.choice(state.moves()))
    assert len(seen) > 1500
    one, other = position(LATE), position(LATE, player=1)
    assert board(one) == board(other) and one.key() != other.key()


@pytest.mark.parametrize("size", [6, 8, 10])
def test_no_position_has_more_moves_than_declared(size: int) -> None:
    def walk(x: int, y: int) -> list[tuple[int, int]]:
        ways = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        cells = [(x + i * dx, y + i * dy) for dx, dy in ways for i in range(1, size)]
        return [(a, b) for a, b in cells if 0 <= a < size and 0 <= b < size]

    alone = sorted(sum(len(walk(*end)) for end in walk(x, y)) for x in range(size) for y in range(size))
    assert build(size).max_moves == sum(alone[-4:]) == {6: 1252, 8: 2532, 10: 4260}[size]
    assert build(size, split=True).max_moves == max(len(walk(x, y)) for x in range(size) for y in range(size))


# ---- playouts ---------------------------------------------------------------------------------------------------


def test_names_and_render() -> None:
    state = after(build().start(seed=0), "b1-b4/e4")
    assert str(state).splitlines() == [
        " 6 . b . . b .",
        " 5 b . . . . b",
        " 4 . w . . # .",
        " 3 . . . . . .",
        " 2 w . . . . w",
        " 1 . . . . w .",
        "   a b c d e f",
        "b to move",
    ]
    for move in state.moves()[::7]:
        assert state.parse(state.name(move)) == move == state.parse(state.name(move).upper()) == state.parse(str(move))
    with pytest.raises(IllegalMove):
        state.parse("b6-b3/b5")
    assert str(uncompiled(amazons.game(10)).start(seed=0)).splitlines()[0] == "10 . . . b . . b . . ."
    split = after(build(split=True).start(seed=0), "b1")
    assert str(split).endswith("\nw to move b1")
    assert str(after(split, "b4")).endswith("\nw to shoot from b4")


@pytest.mark.parametrize("size", [5, 7, 12, 6.0, True, "6"])
def test_bad_size(size: Any) -> None:
    with pytest.raises(OptionError, match=r"^amazons: size must be 6, 8 or 10, not "):
        amazons.game(size)


@pytest.mark.parametrize("split", [1, "yes", None])
def test_bad_split(split: Any) -> None:
    with pytest.raises(OptionError, match=r"^amazons: split must be True or False, not "):
        amazons.game(split=split)
