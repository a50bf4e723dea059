"""Rows of chance: what is compared, small and uncompiled."""

from __future__ import annotations

import random
from functools import partial

import pytest
from solve.plain import plainly

from anyspace.games import load
from anyspace.lab.reproduce.checks import exact_values as exact
from anyspace.lab.reproduce.checks.outcome import Size
from anyspace.lab.reproduce.worlds_rows import chance
from anyspace.lab.reproduce.worlds_rows.chance import by_rank, of_the_optimum, patience, tiger_worth
from anyspace.rules.interpreted import InterpretedBackend

__all__ = ["plainly"]


@pytest.mark.usefixtures("plainly")
def test_a_deal_is_the_same_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("klondike", playouts="random")
    game.__dict__["backend"] = InterpretedBackend(game)  # type: ignore[arg-type]
    monkeypatch.setattr(chance, "load", lambda name, **options: game)
    greedy = partial(by_rank, random.Random(1), True)
    assert patience(3, greedy) in (0.0, 1.0)
    assert patience(5, partial(by_rank, random.Random(1), False)) in (0.0, 1.0)


def test_the_optimum_by_hand() -> None:
    """One move left: nobody listens who is sure enough; two sounds are."""
    assert exact.tiger_value(1) == pytest.approx(-1)
    assert exact.tiger_value(1, 2) == pytest.approx(10 - 110 / (1 + (0.85 / 0.15) ** 2))
    assert exact.sailing_costs(2, 0.95)[20, 1, 1].tolist() == [0] * 8
    assert exact.sailing_costs(2, 0.95)[20, 0, 0, 1] == 1.0  # north-east with the wind


@pytest.mark.usefixtures("plainly")
def test_what_is_given_away_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tiger(horizon=10)")
    game.__dict__["backend"] = InterpretedBackend(game)  # type: ignore[arg-type]
    monkeypatch.setattr(chance, "load", lambda name: game)
    found = of_the_optimum(lambda said: None, Size(0.001, 0.001), "tiger", ("ucb1:c=0.1",), 1, 2, tiger_worth)
    assert found.figures["optimum"].estimate == pytest.approx(exact.tiger_value(10))
    assert found.figures["earned"].estimate < found.figures["optimum"].estimate and found.direction != "better"
