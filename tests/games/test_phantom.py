"""Phantom (m,n,k): against pyspiel, what players see and guess, and the playout that leaves out refused tries."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from hidden import check_determinizations
from oracle import cross_check, perft

from anyspace import rng as random_numbers
from anyspace.core.native import prototype
from anyspace.errors import OptionError
from anyspace.game import CHANCE, Game, State
from anyspace.games import phantom
from anyspace.rules.codes import NOTHING_SEEN, TOO_LONG

loaded = cache(phantom.game)  # every variant is built once in this file


class Attended(State):
    """A state whose referee answers by itself, as in pyspiel."""

    def play(self, move: Any) -> Attended:
        super().play(move)
        if self.mover == CHANCE:
            super().play(self.moves()[0])
        return self

    def copy(self) -> Attended:
        return Attended(self.game, super().copy()._block)


class AttendedGame:
    def __init__(self, game: Game) -> None:
        self.game = game

    def start(self, seed: int = 0) -> Attended:
        return Attended(self.game, self.game.start(seed)._block)


def tried(game: Game, squares: str) -> Attended:
    """The position after these tries, each with its answer."""
    state = AttendedGame(game).start()
    for name in squares.split():
        state.play(state.parse(name))
    return state


# ---- against others ----------------------------------------------------------------------------------------------


def test_three_by_three_agrees_with_pyspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game("phantom_ttt(obstype=reveal-nothing,gameversion=classical)")
    assert cross_check(AttendedGame(loaded(3, 3, 3)), theirs, 1000) > 1000  # type: ignore[arg-type]


class Refereed:
    """The obvious phantom game: pyspiel's open (m,n,k) game as the referee's board, and what each player knows."""

    def __init__(self, board: Any, cells: int) -> None:
        self.board, self.cells = board, cells
        self.known: tuple[set[int], set[int]] = (set(), set())

    def apply_action(self, square: int) -> None:
        self.known[self.board.current_player()].add(square)
        if square in self.board.legal_actions():
            self.board.apply_action(square)

    def legal_actions(self) -> list[int]:
        return [square for square in range(self.cells) if square not in self.known[self.board.current_player()]]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.board, name)


class RefereedGame:
    def __init__(self, m: int, n: int, k: int) -> None:
        pyspiel = pytest.importorskip("pyspiel")
        self.game, self.cells = pyspiel.load_game(f"mnk(m={m},n={n},k={k})"), m * n

    def new_initial_state(self) -> Refereed:
        return Refereed(self.game.new_initial_state(), self.cells)


@pytest.mark.parametrize(("m", "n", "k", "games"), [(4, 4, 4, 1000), (5, 3, 3, 200), (3, 7, 4, 200), (8, 8, 5, 20)])
def test_agrees_with_pyspiel_as_the_referee(m: int, n: int, k: int, games: int) -> None:
    compared = cross_check(AttendedGame(loaded(m, n, k)), RefereedGame(m, n, k), games)  # type: ignore[arg-type]
    assert compared > games


Sights = tuple[tuple[int, ...], tuple[int, ...]]
"""The tokens that each player has seen so far."""


def step(state: State, move: int, seen: Sights) -> tuple[State, Sights]:
    """The position after a move, and what has been seen then."""
    tokens = [state.observe(move, player) for player in (0, 1)]
    first, second = (seen[p] if tokens[p] == NOTHING_SEEN else (*seen[p], tokens[p]) for p in (0, 1))
    return state.copy().play(move), (first, second)


def test_players_see_what_they_see_in_pyspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs_game = pyspiel.load_game("phantom_ttt(obstype=reveal-nothing,gameversion=classical)")
    pairs: tuple[set[Any], set[Any]] = (set(), set())

    def walk(ours: State, theirs: Any, seen: Sights, tries: int) -> None:
        if ours.over:
            return
        player = ours.mover
        pairs[player].add((seen[player], theirs.information_state_string(player)))
        grid = [line[2:].replace(" ", "") for line in ours.view(player).split("\n")[2:5]]
        assert "\n".join(grid) == theirs.observation_string(player)
        if tries == 0:
            return
        for square in ours.moves():
            after, seen_after = step(ours, square, seen)
            after, seen_after = step(after, after.moves()[0], seen_after)  # the answer
            walk(after, theirs.child(square), seen_after, tries - 1)

    walk(loaded(3, 3, 3).start(), theirs_game.new_initial_state(), ((), ()), 4)
    for found in pairs:
        ours, theirs = zip(*found, strict=True)
        assert len(set(ours)) == len(set(theirs)) == len(found) > 100, "one to one"


# ---- counts -------------------------------------------------------------------------------------------------------


def test_perft_of_tries() -> None:
    small = AttendedGame(loaded(3, 3, 3)).start()
    assert [perft(small, depth) for depth in (1, 2, 3, 4)] == [9, 81, 648, 5112]
    # o may name any of 16; refused (1 of 16) it has 15 left, else it is x who has 15
    assert [perft(AttendedGame(loaded()).start(), depth) for depth in (1, 2, 3)] == [16, 256, 16 * 16 * 15]


def test_perft_with_answers() -> None:
    assert [perft(loaded().start(), depth) for depth in (1, 2, 3, 4, 5)] == [16, 16, 256, 256, 3840]


# ---- positions made by hand ---------------------------------------------------------------------------------------


def test_a_refused_player_tries_again() -> None:
    state = loaded(3, 3, 3).start().play(4)
    assert state.mover == CHANCE and [state.name(move) for move in state.moves()] == ["accepted"]
    state.play(state.moves()[0]).play(4)
    assert [state.name(move) for move in state.moves()] == ["refused"]
    state.play(state.moves()[0])
    assert state.mover == 1
    assert state.moves() == [0, 1, 2, 3, 5, 6, 7, 8]  # b2 is known now
    assert tried(loaded(3, 3, 3), "b2 b2 a1").moves() == [0, 1, 2, 3, 5, 6, 7, 8]  # x does not know of a1


@pytest.mark.parametrize(
    ("shape", "line", "over"),
    [
        ((4, 4, 4), "a1 a2 b1 b2 c1 c2 d1", True),  # along a row
        ((4, 4, 4), "d1 a1 d2 b1 d3 c1 d4", True),  # along a column
        ((4, 4, 4), "a1 b1 b2 c1 c3 d1 d4", True),  # down to the right
        ((4, 4, 4), "d1 a1 c2 b1 b3 c1 a4", True),  # down to the left
        ((4, 4, 4), "b1 a3 c1 b3 d1 c3 a2", False),  # leaves the board at the right and comes back at the left
        ((4, 4, 4), "a1 a2 b1 b2 c1", False),  # three are not enough
        ((5, 3, 3), "d1 a3 e2 b3 a3 a1 a2", False),  # the same on a diagonal: d1, e2, then off the board
        ((4, 4, 4), "a1 a2 b1 b2 d1 d2 c1", True),  # the gap closes
        ((3, 7, 4), "a1 b4 b1 a5 c1 b5 b2 c5", False),  # rows are too short for a line
        ((3, 7, 4), "b4 a1 b5 b1 b6 c1 b7", True),  # columns are not
    ],
)
def test_lines(shape: tuple[int, int, int], line: str, over: bool) -> None:
    assert tried(loaded(*shape), line).over == over


def test_a_line_of_the_second_player() -> None:
    assert tried(loaded(3, 3, 3), "a1 b1 a2 b2 c3 b3").returns() == [-1.0, 1.0]


DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)


def test_longest_game_is_a_draw_with_every_try_refused_once() -> None:
    game = loaded(3, 3, 3)
    state = game.start()
    length = 0
    for turn, square in enumerate(DRAWN):
        for attempt in (*DRAWN[max(turn - 1, 0) : turn], square):  # the other's latest mark first
            state.play(attempt).play(state.moves()[0])
            length += 2
    assert state.over and state.returns() == [0.0, 0.0]
    assert length == game.max_length == 34


def test_unfinished_games_are_worth_nothing() -> None:
    assert tried(loaded(), "a1").returns() == [0.0, 0.0]


# ---- what is seen -------------------------------------------------------------------------------------------------


def test_only_accepted_tries_are_noticed() -> None:
    state = tried(loaded(3, 3, 3), "a1 b1 a2 b2")
    assert state.observe(2, 1) == NOTHING_SEEN  # a try
    assert state.observe(2, 0) == 2
    for square, answer, seen in ((2, "accepted", 0), (6, "accepted", 1), (1, "refused", NOTHING_SEEN)):
        waiting = loaded(3, 3, 3).start()
        waiting._block[:] = state._block
        waiting.play(square)
        move = waiting.parse(answer)
        assert waiting.observe(move, 1) == seen  # a turn that ended, one that made a line, nothing
        assert waiting.observe(move, 0) == move


def test_view_hides_tries_and_marks() -> None:
    state = tried(loaded(3, 3, 3), "b2 b2 a1")
    assert state.view(0) == "x knows\n  a b c\n1 . . .\n2 . x .\n3 . . .\nmarks placed: x 1, o 1\nx to play"
    assert state.view(1) == "o knows\n  a b c\n1 o . .\n2 . x .\n3 . . .\nmarks placed: x 1, o 1\nx to play"
    waiting = State(state.game, state._block).copy().play(2)
    assert waiting.view(1) == state.view(1)
    assert waiting.view(0) == state.view(0) + ", has tried c1"


# ---- guesses ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shape", "games"), [((3, 3, 3), 20), ((4, 4, 4), 15), ((5, 3, 3), 10), ((8, 8, 5), 1)])
def test_guesses_cannot_be_told_from_the_truth(shape: tuple[int, int, int], games: int) -> None:
    assert check_determinizations(loaded(*shape), games, per_state=4) > games


World = tuple[frozenset[int], frozenset[int], int]
"""The other's marks, the squares that have refused the other, the square it has tried (or NO_TRY)."""


def squares_of(board: Any) -> frozenset[int]:
    return frozenset(square for square in range(64) if int(board) >> square & 1)


def subsets(squares: Any) -> list[frozenset[int]]:
    squares = sorted(squares)
    return [frozenset(s) for s in chain.from_iterable(combinations(squares, n) for n in range(len(squares) + 1))]


def lines(m: int, n: int, k: int) -> list[frozenset[int]]:
    """All lines of a board, the obvious way."""
    found = []
    for row, column in np.ndindex(n, m):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(row + i * down, column + i * right) for i in range(k)]
            if all(r < n and 0 <= c < m for r, c in cells):
                found.append(frozenset(r * m + c for r, c in cells))
    return found


def worlds(state: State, observer: int, shape: tuple[int, int, int]) -> set[World]:
    """Every world that `observer` cannot tell from the true one, by trying all."""
    record = state.game.backend.record(state._block)
    other = 1 - observer
    own, known = squares_of(record.marks[observer]), squares_of(record.refused[observer])
    board = frozenset(range(shape[0] * shape[1]))
    hidden = len(squares_of(record.marks[other])) - len(known)
    unseen_try = record.tried != phantom.NO_TRY and record.placed % 2 == other
    found = set()
    for more in combinations(sorted(board - own - known), hidden):
        marks = known.union(more)
        if not any(line <= marks for line in lines(*shape)):
            for refused in subsets(own):
                tries = board - marks - refused if unseen_try else [int(record.tried)]
                found |= {(marks, refused, square) for square in tries}
    return found


def guesses(state: State, observer: int, n: int, seed: int = 1) -> Counter[World]:
    game = state.game
    block, rng = game.backend.new(), random_numbers.new(seed)
    guess = prototype(3)(game.backend.table.determinize)
    record, other = game.backend.record(block), 1 - observer
    found: Counter[tuple[Any, ...]] = Counter()
    for _ in range(n):
        block[:] = state._block
        assert guess(block.ctypes.data, observer, rng.ctypes.data) == 0
        found[record.marks[other], record.refused[other], int(record.tried)] += 1
    return Counter({(squares_of(marks), squares_of(refused), t): n for (marks, refused, t), n in found.items()})


def surprise(found: Counter[World], possible: set[World]) -> float:
    """Chi-square against equal frequencies, in standard deviations from its mean."""
    expected = found.total() / len(possible)
    freedom = len(possible) - 1
    chi_square = sum((found[world] - expected) ** 2 / expected for world in possible)
    return float((chi_square - freedom) / np.sqrt(2 * max(freedom, 1)))


SITUATIONS = [
    # shape, tries, a try that still waits, observer, number of worlds
    ((3, 3, 3), "b2", None, 1, 9),  # anywhere, and o has no mark that x could know of
    ((3, 3, 3), "b2 b2 a1", None, 0, 8 * 2),  # 8 squares; b2 may have refused o or not
    ((3, 3, 3), "b2 a1 a1 c3 b1", None, 0, 6 * 4),  # a1 is known, the second mark on one of 6; x has two marks
    ((3, 3, 3), "a1 b1 a2 b2 c3", None, 1, 32 * 4),  # of 35 triples the a-file, the c-file and row 3 would be lines
    ((3, 3, 3), "a1 b1", "c3", 0, 8 * 2),  # x waits for the answer: o may be on c3
    ((3, 3, 3), "a1 b1", "c3", 1, 8 * (7 * 2 + 1)),  # unseen: one of 7 empty squares, or b1 unless x knows of it
    ((4, 4, 4), "a1 b2 b2 d3 c2 c2 a4 a3 c4 d1", None, 0, 44 * 16),  # b2 and c2 are known: not both a2 and d2
]


@pytest.mark.parametrize(("shape", "line", "waiting", "observer", "count"), SITUATIONS)
def test_guesses_are_uniform_over_all_worlds(
    shape: tuple[int, int, int], line: str, waiting: str | None, observer: int, count: int
) -> None:
    state: State = tried(loaded(*shape), line)
    if waiting is not None:
        state = State(state.game, state._block)
        state.play(state.parse(waiting))
    possible = worlds(state, observer, shape)
    found = guesses(state, observer, 60 * len(possible))
    assert len(possible) == count
    assert set(found) == possible
    assert abs(surprise(found, possible)) < 4


def test_guesses_by_random_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phantom, "DRAWS", 0)
    shape = (3, 3, 3)
    game = phantom.game(*shape)
    state = tried(game, "a1 b1 a2 b2 c3")
    possible = worlds(state, 1, shape)
    found = guesses(state, 1, 60 * len(possible))
    assert set(found) == possible
    assert abs(surprise(found, possible)) < 4


def test_guesses_find_the_only_squares_without_a_line() -> None:
    state = tried(loaded(3, 3, 3), "a1 b1 c1 a2 a3 c2 c3 b3")  # x has the corners: o on b2 would have made a line
    assert {marks for marks, _, _ in guesses(state, 0, 1000)} == {frozenset({1, 3, 5, 7})}


def test_a_finished_game_is_left_alone() -> None:
    state = tried(loaded(3, 3, 3), "a1 b1 a2 b2 a3")
    assert all(state.determinize(observer, seed=1) == state for observer in (0, 1))


# ---- the playout --------------------------------------------------------------------------------------------------


def playouts(state: State, n: int, limit: int | None = None, seed: int = 1) -> tuple[float, set[int]]:
    """Player 0's mean payoff over `n` playouts from `state`, and the lengths they reported."""
    game = state.game
    table, block = game.backend.table, game.backend.new()
    run = prototype(6)(table.playout)
    rng, out = random_numbers.new(seed), np.zeros(2)
    moves, weights = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves)
    arguments = [array.ctypes.data for array in (block, rng, out, moves, weights)]
    total, lengths = 0.0, set()
    for _ in range(n):
        block[:] = state._block
        lengths.add(run(*arguments, game.max_length if limit is None else limit))
        assert out[0] == -out[1]
        total += out[0]
    return total / n, lengths


@cache
def without_own_playout(game: Game) -> Game:
    rules = {rule: function for rule, function in game.rules.items() if rule != "playout"}
    facts: dict[str, Any] = {"max_moves": game.max_moves, "max_length": game.max_length, "trusted": True}
    return Game(name="phantom_generic", state=game.state, players=2, **facts, **rules)


@pytest.mark.parametrize(
    ("shape", "line"),
    [((4, 4, 4), ""), ((4, 4, 4), "a1 b1 a2 a2 b2 b1 a3"), ((3, 3, 3), "a1 a1 b2"), ((5, 3, 3), "c2")],
)
def test_playout_agrees_with_the_generic_one(shape: tuple[int, int, int], line: str) -> None:
    state = tried(loaded(*shape), line)
    n = 20_000
    ours, _ = playouts(state, n)
    theirs, _ = playouts(State(without_own_playout(loaded(*shape)), state._block), n)
    assert abs(ours - theirs) <= 4 * np.sqrt((2 - ours**2 - theirs**2) / n)


def test_playout_is_random_tic_tac_toe() -> None:
    n = 20_000
    mean, lengths = playouts(loaded(3, 3, 3).start(), n)
    exact = 737 / 1260 - 121 / 420  # the odds that random moves win for the first and for the second player
    assert abs(mean - exact) <= 4 * np.sqrt((1 - 8 / 63 - exact**2) / n)
    assert lengths == {10, 12, 14, 16, 18}


def test_playout_answers_the_try_that_waits() -> None:
    waiting = State(loaded(3, 3, 3), tried(loaded(3, 3, 3), "a1 b1 a2 b2")._block)
    winning = waiting.copy().play(6)
    assert playouts(winning, 5) == (1.0, {1})
    assert playouts(winning, 5, limit=0)[1] == {TOO_LONG}
    refused = waiting.copy().play(1)
    assert min(playouts(refused, 200)[1]) == 3  # the answer, another try, its answer


def test_playout_respects_its_limit() -> None:
    state = loaded(3, 3, 3).start()
    assert playouts(state, 500, limit=10)[1] == {10, TOO_LONG}
    assert playouts(state, 50, limit=9)[1] == {TOO_LONG}


def test_playout_uncompiled_is_the_same() -> None:
    game = loaded()
    for seed in range(20):
        state = game.start()
        record, out = game.backend.record(state.copy()._block), np.zeros(2)
        with np.errstate(over="ignore"):
            game.rules["playout"](record, random_numbers.new(seed), out, game.max_length)
        assert playouts(state, 1, seed=seed)[0] == out[0]


def test_guesses_uncompiled_are_the_same() -> None:
    game = loaded()
    state = tried(game, "a1 b2 b2 d3 c2 c2 a4 a3 c4 d1")
    for seed in range(20):
        record = game.backend.record(state.copy()._block)
        with np.errstate(over="ignore"):
            game.rules["determinize"](record, 0, random_numbers.new(seed))
        world = (squares_of(record.marks[1]), squares_of(record.refused[1]), int(record.tried))
        assert guesses(state, 0, 1, seed) == Counter([world])


# ---- for people ---------------------------------------------------------------------------------------------------


def test_names_and_parsing_round_trip() -> None:
    for state in (loaded().start(), loaded().start().play(5), tried(loaded(8, 8, 5), "h3 h3")):
        for move in state.moves():
            name = state.name(move)
            assert state.parse(name) == state.parse(name.upper()) == state.parse(str(move)) == move
    assert [loaded().start().name(move) for move in (0, 3, 4, 15)] == ["a1", "d1", "a2", "d4"]


def test_picture() -> None:
    assert str(tried(loaded(3, 3, 3), "b2 b2 a1 c1")).split("\n") == [
        "board     x knows   o knows",
        "  a b c     a b c     a b c",
        "1 o . x   1 . . x   1 o . .",
        "2 . x .   2 . x .   2 . x .",
        "3 . . .   3 . . .   3 . . .",
        "o to play",
    ]


@pytest.mark.parametrize("option", ["m", "n"])
@pytest.mark.parametrize("value", [2, 9, 0, -4, 3.0, "4", True, None])
def test_bad_sides(option: str, value: Any) -> None:
    with pytest.raises(OptionError, match=f"{option} must be a whole number from 3 to 8, not "):
        phantom.game(**{option: value})


@pytest.mark.parametrize("value", [2, 6, 4.0, "3", True, None])
def test_bad_lengths(value: Any) -> None:
    with pytest.raises(OptionError, match=r"k must be a whole number from 3 to 5 \(the longer side\), not "):
        phantom.game(m=4, n=5, k=value)
