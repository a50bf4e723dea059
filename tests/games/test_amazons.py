"""Amazons: against pyspiel in both forms, one form against the other, hand-made positions, playouts, what it knows."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from oracle import cross_check, perft
from playout_helpers import expected, playouts, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled_helpers import check_rules

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import amazons
from anyspace.games.amazons_board import lines_around
from anyspace.rules.game import Game, State

FORMS = pytest.mark.parametrize("split", [False, True], ids=["whole", "split"])


@cache
def build(size: int = 6, split: bool = False) -> Game:
    return amazons.game(size, split)


def position(diagram: str, player: int = 0, split: bool = False) -> State:
    """The board as it is printed, highest row first; `player` to move."""
    rows = [line.split() for line in diagram.split("\n") if line.strip()][::-1]
    size = len(rows)
    contents = {size * y + x: cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    state = build(size, split).start(seed=0)
    record: Any = build(size, split).backend.record(state._block)
    for side, letter in enumerate("wb"):
        cells = sorted(cell for cell, content in contents.items() if content == letter)
        assert len(cells) == 4
        record.amazons[side] = cells
    taken = [cell for cell, content in contents.items() if content != "."]
    record.lines[:] = lines_around(taken, size)
    record.empty = size * size - len(taken)
    record.turn = player
    return state


def board(state: State) -> str:
    return "\n".join(line[3:] for line in str(state).splitlines()[:-2])


def names(state: State) -> set[str]:
    return set(state.names(state.moves()))


def after(state: State, *moves: str) -> State:
    for name in moves:
        state.play(state.parse(name))
    return state


def random_position(size: int, turns: int, seed: int) -> State:
    source, state = random.Random(seed), build(size).start(seed=0)
    for _ in range(turns):
        ahead = state.copy().play(source.choice(state.moves()))
        if ahead.over:
            break
        state = ahead
    return state


# ---- against others ---------------------------------------------------------------------------------------------


def upside_down(cell: int, size: int) -> int:
    """Theirs count the rows from above."""
    return (size - 1 - cell // size) * size + cell % size


@pytest.mark.parametrize(("size", "games"), [(6, 150), (8, 40), (10, 25)])
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


@pytest.mark.parametrize(("size", "games"), [(6, 40), (10, 2)])
def test_whole_turns_agree_with_open_spiel(size: int, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = Turns(pyspiel.load_game("amazons", {"board_size": size}).new_initial_state(), size)
    cells = size * size

    def action(state: State, move: int) -> int:
        parts = (upside_down(part, size) for part in (move // cells**2, move // cells % cells, move % cells))
        origin, end, arrow = parts
        return (origin * cells + end) * cells + arrow

    assert cross_check(build(size), theirs, games, action=action, seed=2) > 20 * games


@pytest.mark.parametrize(("size", "count"), [(6, 544), (8, 1232), (10, 2176)])
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

LATE = """
    # # b # # .
    # . . # b #
    # # # # # b
    w # . # # #
    # w # . # b
    . # w # w .
    """


@FORMS
def test_own_playout_has_the_generic_distribution(split: bool) -> None:
    game, count = build(split=split), 8000
    state = game.start(seed=0)
    own, listed = playouts(state, count, seed=2), playouts(State(without_playout(game), state._block), count, seed=3)
    assert set(own[0]) == set(listed[0]) == {-1.0, 1.0}
    for ours, theirs in zip(own, listed, strict=True):
        error = np.sqrt((ours.var() + theirs.var()) / count)
        assert abs(ours.mean() - theirs.mean()) < 4 * error


@FORMS
def test_playouts_near_the_end_have_the_exact_mean(split: bool) -> None:
    state = position(LATE, split=split)
    payoffs, _ = playouts(state, 20_000)
    assert abs(payoffs.mean() - expected(state)) < 4 * payoffs.std() / np.sqrt(20_000)


@pytest.mark.parametrize("late", [False, True])
def test_the_first_move_of_a_playout_is_any_alike(late: bool) -> None:
    state = position(LATE) if late else build().start(seed=0)
    moves, each = state.moves(), 500 if late else 15
    first = [traced(state, seed, limit=1)[2][0] for seed in range(each * len(moves))]
    seen = np.array([first.count(move) for move in moves])
    assert seen.sum() == len(first)
    freedom = len(moves) - 1
    assert ((seen - each) ** 2 / each).sum() < freedom + 4 * np.sqrt(2 * freedom)


@FORMS
def test_playouts_tell_their_moves(split: bool) -> None:
    check_traces(build(split=split).start(seed=0), 20)
    check_traces(position(LATE, player=1, split=split), 20)


@pytest.mark.parametrize("moves", [["b1"], ["b1", "b4"]])
def test_playouts_start_within_a_turn(moves: list[str]) -> None:
    check_traces(after(build(split=True).start(seed=0), *moves), 10)


@FORMS
def test_a_cut_playout_leaves_tidy_bytes(split: bool) -> None:
    state = build(split=split).start(seed=0)
    for seed in range(20):
        _, _, entries, left = traced(state, seed, limit=11)
        replay = state.copy()
        for entry in entries:
            replay.play(entry % state.game.actions)
        assert len(entries) == 11 and left == replay


@FORMS
def test_uncompiled_rules_agree(split: bool) -> None:
    game = build(split=split)
    check_rules(game, games=1, seed=4)
    for state in (game.start(seed=0), position(LATE, split=split)):
        assert plain_traced(state, 3) == traced(state, 3)[:3]
    for _ in range(3):
        record: Any = game.backend.record(state._block)
        listed, weights, estimates = np.array(state.moves(), np.int32), np.zeros(len(state.moves())), np.zeros(2)
        with np.errstate(over="ignore"):
            game.rules["prior"](record, listed, len(listed), weights)
            game.rules["evaluate"](record, estimates)
            assert np.uint64(game.rules["key"](record)).astype(np.int64) == state.key()
        assert weights.tolist() == pytest.approx(state.prior())
        assert estimates.tolist() == pytest.approx(state.evaluate())
        state.play(state.moves()[0])


# ---- what it knows ----------------------------------------------------------------------------------------------


def distances(rows: list[list[str]], letter: str) -> dict[tuple[int, int], int]:
    """By how many moves of a queen one of the amazons gets to each cell."""
    size = len(rows)
    found = {(y, x): 0 for y in range(size) for x in range(size) if rows[y][x] == letter}
    edge, moves = list(found), 0
    while edge:
        moves += 1
        further = []
        for y, x in edge:
            for up, right in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]:
                b, a = y + up, x + right
                while 0 <= b < size and 0 <= a < size and rows[b][a] == ".":
                    if (b, a) not in found:
                        found[b, a] = moves
                        further.append((b, a))
                    b, a = b + up, a + right
        edge = further
    return found


@pytest.mark.parametrize("size", [6, 10])
def test_the_estimate_is_that_of_the_territories(size: int) -> None:
    for seed in range(25):
        state = random_position(size, 3 * seed, seed)
        rows = [line.split() for line in board(state).splitlines()]
        white, black = distances(rows, "w"), distances(rows, "b")
        lead = tied = 0
        for cell in white.keys() | black.keys():
            if rows[cell[0]][cell[1]] == ".":
                w, b = white.get(cell, 99), black.get(cell, 99)
                lead, tied = lead + (w < b) - (b < w), tied + (w == b)
        mover = state.mover
        lead = (lead if mover == 0 else -lead) + 0.15 * tied
        assert state.evaluate()[mover] == pytest.approx(lead / (abs(lead) + 0.5 * (1 + tied)))
        assert sum(state.evaluate()) == 0 and abs(state.evaluate()[0]) < 1


def test_a_greedy_player_beats_a_random_one() -> None:
    source, won = random.Random(3), 0.0
    for number in range(6):
        state = build().start(seed=0)
        while not state.over:
            moves = state.moves()
            if state.mover == number % 2:
                moves = [max(moves, key=lambda move: state.copy().play(move).evaluate()[number % 2])]
            state.play(source.choice(moves))
        won += state.returns()[number % 2]
    assert won >= 4


def test_prior_goes_where_the_enemy_could() -> None:
    for seed in range(10):
        state = random_position(6, 2 * seed, seed)
        assert min(state.prior()) > 0
    weights = dict(zip(names_in_order(state := build().start(seed=0)), state.prior(), strict=True))
    assert weights["b1-b4/a4"] > weights["b1-b4/c3"]  # next to an enemy
    assert weights["b1-b4/c3"] > weights["b1-b4/b1"]  # within an enemy's reach, out of it
    assert weights["b1-b4/c3"] > weights["b1-a1/c3"]  # from a better cell


def names_in_order(state: State) -> list[str]:
    return state.names(state.moves())


def test_prior_of_split_turns_multiplies_to_that_of_whole_ones() -> None:
    whole, split = build().start(seed=0), build(split=True).start(seed=0)
    weights = dict(zip(names_in_order(whole), whole.prior(), strict=True))
    assert split.prior() == [1.0] * 4
    after(split, "b1")
    ends = dict(zip(names_in_order(split), split.prior(), strict=True))
    after(split, "b4")
    arrows = dict(zip(names_in_order(split), split.prior(), strict=True))
    for arrow in ("a4", "b5", "c3"):  # an arrow's weight depends on the board, on which the amazon has moved by now
        assert ends["b4"] * arrows[arrow] <= weights[f"b1-b4/{arrow}"] * 1.0001
    assert ends["b4"] * arrows["a4"] == pytest.approx(weights["b1-b4/a4"])


def test_groups_are_the_amazons() -> None:
    state = build().start(seed=0)
    assert {(state.name(move)[:2], state.group(move)) for move in state.moves()} == {
        ("b1", 1),
        ("e1", 4),
        ("a2", 6),
        ("f2", 11),
    }
    assert not build(split=True).backend.has("group")


# ---- names and options ------------------------------------------------------------------------------------------


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
    assert str(build(10).start(seed=0)).splitlines()[0] == "10 . . . b . . b . . ."
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
