"""What a run does of itself when nothing but the hours is given: openings, the rate, who is accepted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from toys import nim
from training.boards import three
from uncompiled import uncompiled

from anyspace.errors import OptionError
from anyspace.training.gate import Gate, verdict
from anyspace.training.learning import Learning
from anyspace.training.opening import MOST, random_length, usual_opening
from anyspace.training.self_play import Thought
from anyspace.training.settings import Settings

SMALL: dict[str, Any] = dict(kind="table", simulations=2, together=4, round=8, batch=16, reuse=1.0, rate=0.3)


class AnyMove:
    """Plays at random."""

    def __init__(self, seed: int) -> None:
        self.source = random.Random(seed)

    def think(self, states: Any, explore: bool) -> list[Thought]:
        return [Thought(np.full(9, 1 / 9, np.float32), 0.0, self.source.choice(state.moves())) for state in states]


def at_random(game: Any, evaluate: Any, settings: Settings, seed: int) -> AnyMove:
    return AnyMove(seed)


@pytest.mark.parametrize(("length", "opening"), [(0.0, 0), (1.9, 0), (9.0, 4), (29.4, 14), (32.0, 16), (400.0, MOST)])
def test_half_of_a_game_and_no_more_than_sixteen(length: float, opening: int) -> None:
    assert usual_opening(length) == opening


def test_how_long_random_games_are() -> None:
    assert 7 < random_length(three(), 0) < 9 and random_length(three(), 0) == random_length(three(), 0)
    assert random_length(uncompiled(nim(1000, 2)), 0) == 2 * MOST  # a long game is not counted to its end


def test_games_begin_with_half_of_the_last_rounds_length(tmp_path: Path) -> None:
    said = list[str]()
    learning = Learning(three(), tmp_path, Settings(**SMALL, gate=None), said.append)
    assert learning.opening() == 3 or learning.opening() == 4
    learning.run(1.0, at_random, networks=1)
    assert said[0].endswith(f"openings of up to {usual_opening(random_length(three(), 0))} random moves")
    assert " of them random" in said[1]
    learning.store.note(length=5.2)
    assert learning.opening() == 2
    again = Learning(three(), tmp_path, Settings(**SMALL, gate=None))
    assert again.opening() == 2
    asked = Learning(three(), tmp_path, Settings(**SMALL, gate=None, opening=0))
    assert asked.opening() == 0


def test_the_rate_falls_with_the_hours_and_stays_so(tmp_path: Path) -> None:
    """The store knows how long the run has been at work: who goes on with it goes on with the same rate."""
    settings, said = Settings(**SMALL, gate=None, cool=0.25), list[str]()
    learning = Learning(three(), tmp_path, settings, said.append)
    learning.run(1.0, at_random, networks=1)
    assert learning.rate(3600.0) == 0.3
    learning.store._before = 2690.0  # as if it had taken so long
    learning.store.note(later=0.0)
    learning.store.close()
    again = Learning(three(), tmp_path, settings, said.append)
    assert again.rate(3600.0) == 0.3 and again.rate(3580.0) == pytest.approx(0.1)
    again.run(3580.0 / 3600, at_random, networks=3)
    assert sum("from here on steps are of size 0.1, not 0.3" in line for line in said) == 1
    assert [rate for _, rate in again.store.figures("rate")] == pytest.approx([0.3, 0.1, 0.1])


def test_a_long_round_is_told_of_and_its_time_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anyspace.training.learning.OFTEN", 0.0)
    said = list[str]()
    learning = Learning(three(), tmp_path, Settings(**SMALL, gate=None), said.append)
    learning.run(1.0, at_random, networks=1)
    assert said[1].endswith("  1 of 8 games") and len(learning.store.figures("played")) == 7


@pytest.mark.parametrize(("cool", "early", "late"), [(0.0, 0.3, 0.3), (1.0, 0.1, 0.1)])
def test_a_rate_that_stays(cool: float, early: float, late: float, tmp_path: Path) -> None:
    learning = Learning(three(), tmp_path, Settings(**SMALL, cool=cool))
    assert learning.rate(3600.0) == pytest.approx(early)
    learning.store._before = 3599.0
    assert learning.rate(3600.0) == pytest.approx(late)


@pytest.mark.parametrize("cool", [-0.1, 1.5, float("nan")])
def test_a_share_of_the_hours(cool: float) -> None:
    with pytest.raises(OptionError, match="cool must be from 0 to 1"):
        Settings(cool=cool)


def test_who_is_not_found_worse_is_accepted() -> None:
    gate = Gate(pairs=40)
    assert verdict([0.5] * 40, gate) == "accepted"
    assert verdict([0.5, 0.0, 1.0, 0.25, 0.75, 0.5, 0.5] * 3, gate) is None
    assert verdict([0.0, 0.5, 0.25, 0.0, 0.5, 0.25] * 4, gate) == "refused"
    between = ([0.0, 1.0] * 18 + [0.25] * 4)[:40]  # a mean of 0.475, and much scatter: nothing is shown
    assert verdict(between, gate) == "accepted" and verdict(between[:-1], gate) is None


def test_who_is_worse_is_refused_and_learns_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(game: Any, challenger: Any, last: Any, gate: Gate, first: int, seed: int) -> Iterator[tuple[int, float]]:
        return ((pair, 0.5 * (pair % 2)) for pair in range(first, gate.pairs))

    monkeypatch.setattr("anyspace.training.learning.scores", lost)
    said = list[str]()
    learning = Learning(three(), tmp_path, Settings(**SMALL, gate=Gate(pairs=60)), said.append)
    learning.run(1.0, at_random, networks=3)
    assert sum("refused, worse than the last one: 0." in line for line in said) == 3
    best, latest = learning.store.latest("accepted"), learning.store.latest()
    assert best is not None and best.number == 1 and latest is not None and latest.steps > best.steps
