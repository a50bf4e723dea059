"""Whether a game's moves last."""

from __future__ import annotations

import pytest

from anyspace import load
from anyspace.rules.lasting import KEPT, REPEATED, lasting

STONES_STAY = ["hex", "go", "havannah", "atarigo", "nogo", "mnk", "phantom"]
OTHERS = ["connect_four", "kalah", "oware", "breakthrough", "amazons", "othello", "lines_of_action", "pig", "spades"]


@pytest.mark.parametrize("name", STONES_STAY)
def test_where_stones_stay(name: str) -> None:
    found = lasting(load(name))
    assert found.enough
    assert found.kept > (1 + KEPT) / 2 and found.repeated < REPEATED - 0.1  # not by a hair


@pytest.mark.parametrize("name", OTHERS)
def test_where_they_do_not(name: str) -> None:
    found = lasting(load(name))
    assert not found.enough
    assert found.kept < KEPT - 0.03 or found.repeated > REPEATED + 0.1


def test_hex_by_hand() -> None:
    """Every free cell stays free until it is taken, and is taken once."""
    found = lasting(load("hex", size=5))
    assert (found.kept, found.repeated) == (1.0, 0.0)


def test_one_game_one_answer() -> None:
    game, again = load("go", size=7), load("go", size=7)
    assert lasting(game) is lasting(game) and lasting(game) == lasting(again)
