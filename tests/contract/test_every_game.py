"""What every built-in game must keep, whatever its rules; and that each one is complete."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import anyspace
from anyspace import CHANCE, GAMES, OVER, Search
from anyspace.core.check import check

ROOT = Path(__file__).parents[2]
FURTHER = ("breakthrough(rows=6,columns=6)", "kalah(pits=4,seeds=3)")
VARIANTS = [
    *[*GAMES, "hex(size=5,swap=true)", "go(size=5)"],
    *(pytest.param(name, marks=pytest.mark.slow) for name in FURTHER),
]


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_keep_the_contract(name: str) -> None:
    game = anyspace.load(name)
    source = random.Random(1)
    for round_ in range(6):
        state = game.start(seed=round_)
        assert game.start(seed=round_) == state, "one seed, one start"
        length = 0
        while not state.over:
            mover, moves = state.mover, state.moves()
            assert mover == CHANCE or 0 <= mover < game.players
            assert 1 <= len(moves) <= game.max_moves
            assert len(set(moves)) == len(moves)
            assert all(0 <= move < 2**31 for move in moves)
            if mover == CHANCE:
                assert sum(state.weights()) == pytest.approx(1)
            if length % 7 == 0:
                names = [state.name(move) for move in moves]
                assert len(set(names)) == len(names), "names tell moves apart"
                assert all(" " not in text and text for text in names)
                assert [state.parse(text) for text in names] == moves
                assert str(state).strip()
            before, twin = state.copy(), state.copy()
            move = source.choice(moves)
            state.play(move)
            assert twin == before, "a copy is independent"
            assert twin.play(move) == state, "play is deterministic"
            length += 1
            assert length <= game.max_length
        assert state.mover == OVER and state.moves() == []
        least, greatest = game.payoffs
        payoffs = state.returns()
        assert len(payoffs) == game.players
        assert all(math.isfinite(payoff) and least <= payoff <= greatest for payoff in payoffs)
        assert str(state).strip()


def is_legal(state: anyspace.State, line: list[Any]) -> bool:
    walked = state.copy()
    for move in line:
        if walked.over or move not in walked.moves():
            return False
        walked.play(move)
    return True


@pytest.mark.parametrize("name", VARIANTS)
def test_search_runs_and_keeps_its_invariants(name: str) -> None:
    game = anyspace.load(name)
    state = game.start(seed=3)
    while state.mover == CHANCE:
        state.play(state.moves()[0])
    search = Search(game, "plain", seed=1)
    result = search.run(state, iterations=300)
    check(search.tree)
    assert result.move in state.moves()
    visits = sum(row.visits for row in result.table)
    assert visits == 300 or (game.open_ended and 0 < visits < 300)  # begun anew when a payoff was outside its range
    if not game.hides:
        assert is_legal(state, result.line)
    else:  # the true position has no say in what is shown: it is legal in what might be the position
        guesses = search.particles or (state.determinize(state.mover, seed) for seed in range(300))
        assert any(is_legal(guess, result.line) for guess in guesses)
    assert Search(game, "plain", seed=1).run(state, iterations=300).table == result.table


@pytest.mark.parametrize("name", VARIANTS)
def test_cut_playouts_are_scored(name: str) -> None:
    game = anyspace.load(name)
    state = game.start(seed=3)
    while state.mover == CHANCE:
        state.play(state.moves()[0])
    result = Search(game, playout=anyspace.Random(limit=3), seed=1).run(state, iterations=50)
    assert np.isfinite(result.value)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_complete(name: str) -> None:
    page = ROOT / "docs" / "games" / f"{name}.md"
    assert page.is_file(), "no page in docs/games"
    assert f"anyspace think {name}" in page.read_text()
    assert (ROOT / "tests" / "games" / f"test_{name}.py").is_file(), "no tests of its own"
    assert "cross_check" in (ROOT / "tests" / "games" / f"test_{name}.py").read_text(), "no independent oracle"
