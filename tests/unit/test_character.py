"""What random games tell of a game."""

from __future__ import annotations

import pytest

from anyspace import load
from anyspace.rules.character import KEPT, PLIES, REPEATED, character

STONES_STAY = ["hex", "go", "havannah", "atarigo", "nogo", "mnk", "phantom"]
OTHERS = ["connect_four", "kalah", "oware", "breakthrough", "amazons", "othello", "lines_of_action", "pig", "spades"]


@pytest.mark.parametrize("name", STONES_STAY)
def test_where_stones_stay(name: str) -> None:
    found = character(load(name))
    assert found.moves_last
    assert found.kept > (1 + KEPT) / 2 and found.repeated < REPEATED - 0.1  # not by a hair


@pytest.mark.parametrize("name", OTHERS)
def test_where_they_do_not(name: str) -> None:
    found = character(load(name))
    assert not found.moves_last
    assert found.kept < KEPT - 0.03 or found.repeated > REPEATED + 0.1


def test_hex_by_hand() -> None:
    """Every free cell stays free until it is taken, and is taken once; a game of n moves has 25, 24, ... to choose."""
    found = character(load("hex", size=5))
    assert (found.kept, found.repeated) == (1.0, 0.0)
    assert found.length < 25 and found.width == pytest.approx(25 - (found.length - 1) / 2, abs=0.5)


def test_long_games_are_not_played_to_the_end() -> None:
    assert character(load("lines_of_action")).length <= PLIES


def test_one_game_one_answer() -> None:
    game, again = load("go", size=7), load("go", size=7)
    assert character(game) is character(game) and character(game) == character(again)
