"""Phantom (m,n,k): what players see, against pyspiel and by hand, and their guesses, against all worlds."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from guess_helpers import guessed, surprise
from hidden import check_determinizations
from phantom_helpers import loaded, tried

from anyspace import rng as random_numbers
from anyspace.games import phantom
from anyspace.rules.codes import NOTHING_SEEN
from anyspace.rules.game import State

# ---- what is seen -------------------------------------------------------------------------------------------------

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
    other, found = 1 - observer, Counter[tuple[Any, ...]]()
    for record in guessed(state, observer, n, seed):
        found[record.marks[other], record.refused[other], int(record.tried)] += 1
    return Counter({(squares_of(marks), squares_of(refused), t): n for (marks, refused, t), n in found.items()})


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


def test_guesses_uncompiled_are_the_same() -> None:
    game = loaded()
    state = tried(game, "a1 b2 b2 d3 c2 c2 a4 a3 c4 d1")
    for seed in range(20):
        record = game.backend.record(state.copy()._block)
        with np.errstate(over="ignore"):
            game.rules["determinize"](record, 0, random_numbers.new(seed))
        world = (squares_of(record.marks[1]), squares_of(record.refused[1]), int(record.tried))
        assert guesses(state, 0, 1, seed) == Counter([world])
