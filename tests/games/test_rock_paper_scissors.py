"""Rock, paper, scissors: against pyspiel's matrix games, and its equilibrium."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from matrix_games import joint_matrix, matrix_value
from oracle import cross_check
from uncompiled import uncompiled

from anyspace.errors import OptionError, PositionError
from anyspace.games import rock_paper_scissors


def made(**options: Any) -> Any:
    return uncompiled(rock_paper_scissors.game(**options))


@pytest.mark.parametrize(
    ("options", "theirs"), [({}, "matrix_brps"), ({"rock": 1, "paper": 1, "scissors": 1}, "matrix_rps")], ids=str
)
def test_agrees_with_open_spiel(options: dict[str, Any], theirs: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    assert cross_check(made(**options), pyspiel.convert_to_turn_based(pyspiel.load_game(theirs)), 40) == 120


def test_the_equilibrium_is_as_the_page_says() -> None:
    for rock, paper, scissors in ((50, 25, 5), (1, 1, 1), (3, 2, 7)):
        matrix = joint_matrix(made(rock=rock, paper=paper, scissors=scissors).start(), {})
        value, played = matrix_value(matrix)
        expected = np.array([scissors, rock, paper]) / (rock + paper + scissors)
        assert value == pytest.approx(0.0, abs=1e-9) and played == pytest.approx(expected, abs=1e-6)


def test_nobody_sees_a_choice_before_the_other() -> None:
    game = made()
    state = game.start().play(1)
    assert state.withdrawn() == game.start() and state.view(1) == game.start().play(2).view(1)
    assert state.copy().play(0).withdrawn() == state.copy().play(0), "what is decided stays"


def test_positions_as_text() -> None:
    game = made()
    for text in ("- -", "paper -", "rock scissors"):
        assert game.position(text).notation() == text
    for text in ("- paper", "rock", "stone paper"):
        with pytest.raises(PositionError):
            game.position(text)


@pytest.mark.parametrize("given", [0, -1, True, "much"])
def test_bad_options(given: Any) -> None:
    with pytest.raises(OptionError, match="rock_paper_scissors: paper must be"):
        rock_paper_scissors.game(paper=given)
