"""Go: against pyspiel, against the twin, and on positions made by hand."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from further import further
from games.go_helpers import KO, build, komi_for, legal, play, position, record, twin_of
from naive.go import BLACK, WHITE, Twin
from oracle import cross_check, perft

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import go, go_board, load
from anyspace.rules.game import State

# ---- against pyspiel --------------------------------------------------------------------------------------------


class WithoutRepetition:
    """A state of pyspiel's go, which ends in a draw on a repetition, as one in which repetitions are forbidden."""

    def __init__(self, state: Any) -> None:
        self.state, self.ours, self.forbidden = state, set(), 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def legal_actions(self) -> list[int]:
        """Theirs, but for those that we leave out and that do repeat a position."""
        actions = self.state.legal_actions()
        repeating = {action for action in actions if action not in self.ours and self.repeats(action)}
        self.forbidden += len(repeating)
        return [action for action in actions if action not in repeating]

    def repeats(self, action: int) -> bool:
        child = self.state.child(action)
        return child.is_terminal() and child.returns() == [0, 0]


class Oracle:
    """pyspiel's game, with those states."""

    def __init__(self, size: int) -> None:
        import pyspiel

        self.game = pyspiel.load_game(f"go(board_size={size},komi={komi_for(size)},max_game_length={3 * size * size})")
        self.states: list[WithoutRepetition] = []

    def new_initial_state(self) -> WithoutRepetition:
        self.states.append(WithoutRepetition(self.game.new_initial_state()))
        return self.states[-1]


def tell(ours: State, theirs: WithoutRepetition) -> bool:
    """A `stop` for `cross_check` that never stops, but tells their side what our moves are."""
    theirs.ours = set(ours.moves())
    return False


@pytest.mark.parametrize(
    ("size", "games", "repetitions"),
    [
        *[(3, 1000, 50), (5, 500, 5), (9, 300, 0)],
        *further((2, 1000, 200), (7, 100, 0), (9, 1000, 0), (13, 5, 0), (19, 2, 0)),
    ],
)
def test_pyspiel_plays_by_the_same_rules(size: int, games: int, repetitions: int) -> None:
    pytest.importorskip("pyspiel")
    oracle = Oracle(size)
    assert cross_check(build(size), oracle, games, stop=tell, seed=size) > games
    assert sum(state.forbidden for state in oracle.states) >= repetitions


def test_move_sequences_on_five_by_five() -> None:
    assert [perft(build(5).start(), depth) for depth in (1, 2, 3)] == [26, 651, 15_650]


# ---- against the twin -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "games"), [(3, 60), (5, 15), *further((2, 100))])
def test_legal_moves_are_those_of_the_twin(size: int, games: int) -> None:
    source, refused = random.Random(size), 0
    for _ in range(games):
        state, twin = build(size).start(), Twin(size)
        while not state.over:
            expected = [row * size + column for row, column in twin.points if twin.legal((row, column))]
            assert state.moves() == [*expected, size * size], f"\n{state}"
            empty = [point for point in twin.points if point not in twin.stones]
            refused += sum(twin.after(point) is not None for point in empty) - len(expected)
            move = source.choice(expected or [size * size])
            state.play(move)
            twin.play(divmod(move, size) if move < size * size else None)
        assert twin_of(state).stones == twin.stones
        assert go_board.lead(record(state), size + 1) == twin.lead()
    assert refused > 5  # repetitions, ko among them


def legal_positions(state: State, size: int, first: int) -> int:
    """How many legal positions are this one and more stones on points from `first` on."""
    count = 1
    for move in range(first, size * size):
        for stone in (BLACK, WHITE):
            child = state.copy()
            if go.mover_colour(record(child)) != stone:
                child.play(size * size)
            if move in child.moves():
                child.play(move)
                if record(child).vacant == record(state).vacant - 1:  # nothing was captured
                    count += legal_positions(child, size, move + 1)
    return count


@pytest.mark.parametrize(("size", "count"), [(3, 12_675), *further((2, 57))])
def test_number_of_legal_positions(size: int, count: int) -> None:
    assert legal_positions(build(size).start(), size, 0) == count


# ---- positions made by hand -------------------------------------------------------------------------------------


def test_a_stone_takes_every_chain_whose_last_liberty_it_fills() -> None:
    state = position(
        """
        . . . . .
        . . . . .
        X . . . .
        O X . . .
        . O X . .
        """
    )
    play(state, "A1")  # into a corner without a liberty, but A2 and B1 are taken
    assert str(state).splitlines()[3:5] == [" 2 . X . . .", " 1 X . X . ."]
    assert {"A2", "B1"} <= legal(play(state, "E5"))


def test_suicide_is_illegal() -> None:
    corner = """
        . . . . .
        . . . X .
        X . X . X
        O X . X .
        . X . . .
        """
    white = legal(position(corner, to_move="O"))
    assert "D3" not in white  # one stone
    assert "A1" not in white  # with A2, two stones
    assert {"A1", "D3"} <= legal(position(corner, to_move="X"))  # a capture, and an eye of one's own


def test_ko() -> None:
    state = play(position(KO, to_move="O"), "B2")
    assert "C2" not in legal(state)
    assert "C2" in legal(play(state.copy(), "E5 A5"))  # another position by then


def test_taking_two_stones_is_no_ko_but_returning_one_of_them_is_superko() -> None:
    state = position(
        """
        . . . . .
        . . . . .
        . . . . .
        O O X . .
        . X . X .
        """
    )
    play(state, "A1 C1")
    assert record(state).ko == go_board.NOWHERE
    assert "B1" not in legal(state)  # takes C1, and all is as it was before A1
    assert "A1" in legal(state)
    assert "B1" in legal(play(state, "E5 D5"))


def test_three_kos_do_not_go_round() -> None:
    state = position(
        """
        . . X O . . . . .
        . X O . O . . . .
        . . X O . . . . .
        . . X O . . . . .
        . X . X O . . . .
        . . X O . . . . .
        . . X O . . . . .
        . X O . O . . . .
        . . X O . . . . .
        """
    )
    play(state, "D8 C5 D2 C8 D5")
    assert record(state).ko == go_board.point_of(4 * 9 + 2, 9)
    assert "C2" not in legal(state)  # no ko on its own, but it closes the circle
    assert "C2" in legal(play(state, "J9 J1"))


def test_a_region_between_both_colours_counts_for_none() -> None:
    walls = ". X . O .\n" * 5
    assert go_board.lead(record(position(walls)), 6) == 0
    assert position(walls).returns() == [-1.0, 1.0]  # komi decides


def test_shared_liberties_count_for_none() -> None:
    state = position(
        """
        O O O O .
        X X X O O
        . . X O .
        O O X O O
        . O X O .
        """
    )
    assert go_board.lead(record(state), 6) == 6 - 17  # A3 and B3 are nobody's


@pytest.mark.parametrize(("moves", "lead"), [("pass pass", 0), ("C3 pass pass", 25), ("pass C3 pass pass", -25)])
def test_an_empty_board_is_nobodys_and_a_lone_stone_owns_all(moves: str, lead: int) -> None:
    state = play(build(5).start(), moves)
    assert state.over
    assert go_board.lead(record(state), 6) == lead
    assert state.returns() == ([1.0, -1.0] if lead > 0 else [-1.0, 1.0])


def test_an_integer_komi_can_draw() -> None:
    payoffs = np.full(2, np.nan)
    go.game(size=5, komi=0).rules["returns"](record(position(". X . O .\n" * 5)), payoffs)
    assert payoffs.tolist() == [0.0, 0.0]


def test_the_game_ends_at_its_greatest_length() -> None:
    state = build(5).start()
    record(state).ply = 3 * 25 - 1
    assert not state.over
    assert state.play(0).over


@pytest.mark.parametrize(
    ("diagram", "point", "eye"),
    [
        (". . . . .\n. . . . .\n. . . . .\nX . . . .\n. X . . .", "A1", True),
        (". . . . .\n. . . . .\n. . . . .\nX O . . .\n. X . . .", "A1", False),  # the corner's one diagonal
        (". . . . .\n. . . . .\n. . . . .\n. . X . .\n. X . X .", "C1", True),
        (". . . . .\n. . . . .\n. . . . .\n. O X . .\n. X . X .", "C1", False),  # one of the edge's two
        (". . . . .\n. . X . .\n. X . X .\n. . X . .\n. . . . .", "C3", True),
        (". . . . .\n. O X . .\n. X . X .\n. . X . .\n. . . . .", "C3", True),  # one of four is not enough
        (". . . . .\n. O X . .\n. X . X .\n. . X O .\n. . . . .", "C3", False),
        (". . . . .\n. . X . .\n. X . X .\n. . . . .\n. . . . .", "C3", False),  # open below
        (". . . . .\n. . X . .\n. X . X .\n. . O . .\n. . . . .", "C3", False),  # not all of one colour
    ],
)
def test_eyes(diagram: str, point: str, eye: bool) -> None:
    for me, drawn in ((BLACK, diagram), (WHITE, diagram.translate(str.maketrans("XO", "OX")))):
        state = position(drawn, to_move=" XO"[me])
        cell = go_board.point_of(state.parse(point), 5)  # in the tree, filling an eye is a move
        assert go_board.is_eye(record(state).cells, cell, me, 6) == eye
        assert not go_board.is_eye(record(state).cells, cell, 3 - me, 6)


def best_lead(state: State, low: int, high: int) -> int:
    """Black's lead under best play: alpha-beta without any cleverness."""
    if state.over:
        return int(go_board.lead(record(state), 3))
    for move in state.moves():
        value = best_lead(state.copy().play(move), low, high)
        low, high = (max(low, value), high) if state.mover == 0 else (low, min(high, value))
        if low >= high:
            break
    return low if state.mover == 0 else high


def test_black_wins_two_by_two_by_one_point() -> None:
    assert best_lead(build(2).start(), -5, 5) == 1


# ---- for people -------------------------------------------------------------------------------------------------


def test_names() -> None:
    state = build(19).start()
    names = [state.name(move) for move in state.moves()]
    assert [names[i] for i in (0, 1, 8, 18, 19, 360, 361)] == ["A1", "B1", "J1", "T1", "A2", "T19", "pass"]
    assert [state.parse(name.lower()) for name in names] == state.moves()
    assert state.parse("361") == 361
    with pytest.raises(IllegalMove, match="I9"):
        state.parse("I9")


def test_render() -> None:
    rows = [" 3 . . O", " 2 . . .", " 1 . X .", "   A B C", "3 moves played, O to move"]
    assert str(play(build(3).start(), "B1 C3 pass")) == "\n".join(rows)
    assert str(play(build(3).start(), "pass pass")).endswith("2 moves played, the game is over")


@pytest.mark.parametrize("options", [{"size": 1}, {"size": 20}, {"size": 9.0}, {"size": True}, {"komi": "7"}])
def test_bad_options(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(OptionError, match=f"go: {name} must be .*, not "):
        load("go", **options)


@pytest.mark.parametrize("komi", [math.nan, math.inf, True])
def test_bad_komi(komi: Any) -> None:
    with pytest.raises(OptionError, match="komi must be a finite number"):
        go.game(komi=komi)


def test_options_by_name() -> None:
    assert (load("go").max_moves, load("go(size=13,komi=6.5)").max_moves, load("go").max_length) == (82, 170, 243)
