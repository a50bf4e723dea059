"""Rows of other worlds with many players and with models: each runs, on small games, and says what it found."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from uncompiled import uncompiled

from anyspace.games import load
from anyspace.lab.reproduce.checks.outcome import Outcome, Size
from anyspace.lab.reproduce.worlds_rows import equilibria, opponents, partial_sight, phantom_go, players
from anyspace.rules.game import State

TINY = Size(1e-9, 1e-9)
"""Two of everything, 16 iterations."""


def said(outcome: Outcome, figures: int) -> None:
    assert len(outcome.figures) == figures and outcome.direction
    assert all(each.low <= each.estimate <= each.high for each in outcome.figures.values())


@pytest.mark.slow
def test_tables_and_hunts() -> None:
    said(players.at_one_table(print, TINY, "chinese_checkers(size=1,rounds=2)", "plain", "paranoid"), 1)
    small = "hide_and_seek(seekers=2,rows=3,columns=3,rounds=2)"
    said(players.hunted(print, TINY, small, "coalition_reduction:bias=0.1", "plain"), 3)


@pytest.mark.slow
def test_models_in_leduc() -> None:
    for learned in (False, True):
        said(opponents.against_habit(print, TINY, learned), 4)
    said(opponents.against_itself(print, TINY), 1)


def test_the_bot_bets_as_its_cards_are() -> None:
    game = uncompiled(load("leduc_poker"))
    king = game.position(game.start(seed=1), hands=[4, 0])
    assert opponents.honest(king) == pytest.approx({1: 0.1, 2: 0.9})
    jack = king.copy().play(2)
    assert opponents.honest(jack) == pytest.approx({0: 0.9, 1: 0.05, 2: 0.05})


class FirstPoint:
    """Tries the first point that it may, and passes late in the game."""

    def __init__(self, name: str) -> None:
        self.game, self.seed, self.asked = uncompiled(load(name)), 0, list[State]()

    def run(self, state: State, iterations: int) -> Any:
        assert state.game is self.game and iterations == 7
        self.asked.append(state.copy())
        return SimpleNamespace(move=state.moves()[-1 if state["ply"] > 6 else 0])


def test_players_of_phantom_go_follow_it_in_games_of_their_own() -> None:
    early, late = FirstPoint("phantom_go(size=3)"), FirstPoint("phantom_go(size=3,guessing=late)")
    white_won = phantom_go.won(early, late, 7, number=1)  # type: ignore[arg-type]
    assert white_won in (0.0, 0.5, 1.0)
    assert [state.mover for state in early.asked] == [0] * len(early.asked)
    assert [state.mover for state in late.asked] == [1] * len(late.asked)
    assert any(state["refusals"][1] for state in late.asked)  # white began where black had


@pytest.mark.slow
def test_guesses_early_and_late_in_phantom_go() -> None:
    for check in phantom_go.CHECKS:
        said(check.run(print, TINY), 1)


def test_episodes_of_one_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    game = uncompiled(load("rock_sample(size=3,rocks=1)"))
    monkeypatch.setattr(partial_sight, "load", lambda name: game)
    outcome = partial_sight.beside_random(print, TINY, "rocks", partial_sight.discounted, ("ucb1:c=0.05",), 20, 2)
    said(outcome, 2)
    assert all(-10.0 <= each.estimate <= 20.0 for each in outcome.figures.values())
    said(partial_sight.reaches(print, TINY, "rocks", ("ucb1:c=0.05",), 20, 2, bar=-100.0), 2)


@pytest.mark.slow
def test_openspiels_solvers_beside_ours() -> None:
    pytest.importorskip("pyspiel")
    for method in ("external", "outcome"):
        said(equilibria.beside_openspiel(print, Size(0.1, 0.1), method, 100), 4)
