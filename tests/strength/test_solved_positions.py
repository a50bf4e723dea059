"""Strength on positions whose value is known exactly."""

from __future__ import annotations

import json
from pathlib import Path

import anyspace
from anyspace import Search

POSITIONS = json.loads((Path(__file__).parent / "connect_four_positions.json").read_text())
ITERATIONS = 20_000


def test_solved_positions() -> None:
    """At least 0.87 of the decisions keep the exact outcome (win or draw) of the position."""
    game = anyspace.load("connect_four")
    good = 0
    for seed, position in enumerate(POSITIONS):
        state = game.start()
        for letter in position["moves"]:
            state.play(state.parse(letter))
        result = Search(game, "plain", seed=seed).run(state, iterations=ITERATIONS)
        good += result.move in position["best"]
    assert good / len(POSITIONS) >= 0.87, f"{good} of {len(POSITIONS)}"
