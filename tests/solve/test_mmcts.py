"""Multiple-tree MCTS off line: its bandits by hand, its trees, and how far its policy is from an equilibrium."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import anyspace
from anyspace import OptionError
from anyspace import rng as random_numbers
from anyspace.cli import main
from anyspace.solve.equilibria.bandits import EXP3, REGRETS, UCB, credit, greatest, softened
from anyspace.solve.equilibria.mccfr import MMCTS
from anyspace.solve.equilibria.memory import matched, new_sets
from anyspace.solve.equilibria.unfolded import unfolded


class OneGame:
    """As much of a desk as a node that learns looks at: move 1 of two was made, with probability 0.25."""

    places, tried, counts = np.array([0]), np.array([1]), np.array([2])
    values = np.array([[0.75, 0.25]])


def row(*regrets: float, averages: tuple[float, ...] = (0.0, 0.0)) -> Any:
    sets = new_sets(2, 2)
    sets.regrets[0], sets.averages[0] = regrets, averages
    return sets


def test_exp3_by_hand() -> None:
    """Gains 2 and 0 at gamma / K = 0.25: e^0.5 to 1. What was made at 1/4 for a reward of 0.5 gains 2."""
    sets, out = row(2.0, 0.0), np.zeros(2)
    softened(sets, 0, 2, 0.25, out)
    assert out == pytest.approx([math.exp(0.5) / (1 + math.exp(0.5)), 1 / (1 + math.exp(0.5))])
    credit(sets, OneGame, 0, 0.5, EXP3)  # type: ignore[arg-type]
    assert sets.regrets[0] == pytest.approx([2.0, 2.0])


def test_regret_matching_by_hand() -> None:
    """A reward of 0.5 for a move made at 1/4: worth 2 - 0.5 more than what was earned, the other 0.5 less."""
    sets, out = row(0.0, 0.0), np.zeros(2)
    credit(sets, OneGame, 0, 0.5, REGRETS)  # type: ignore[arg-type]
    assert sets.regrets[0] == pytest.approx([-0.5, 1.5])
    matched(sets, 0, 2, out)
    assert out == pytest.approx([0.0, 1.0])


def test_ucb_by_hand() -> None:
    """Means 0.5 after 4 and 0.45 after 1: the second at c = 1; at c = 0 the first. What was never made comes first."""
    rng = random_numbers.new(1)
    sets = row(2.0, 0.45, averages=(4.0, 1.0))
    assert greatest(sets, 0, 2, 1.0, rng) == 1 and greatest(sets, 0, 2, 0.0, rng) == 0
    assert greatest(row(9.0, 0.0, averages=(9.0, 0.0)), 0, 2, 1.0, rng) == 1
    credit(sets, OneGame, 0, 0.5, UCB)  # type: ignore[arg-type]
    assert sets.regrets[0] == pytest.approx([2.0, 0.95]) and sets.averages[0] == pytest.approx([4.0, 2.0])


def test_kuhn_poker_off_line() -> None:
    tree = unfolded(anyspace.load("kuhn_poker"))
    solver = MMCTS(tree.game, "exp3", seed=1)
    solver.run(iterations=1)
    assert solver.sets == 2, "a game adds a node to the tree of each player"
    early = solver.run(iterations=999).exploited(tree).nash_conv
    found = solver.run(iterations=199_000).exploited(tree)
    assert solver.done == 200_000 and solver.sets == 12
    assert found.nash_conv < 0.1 < early and found.values[0] == pytest.approx(-1 / 18, abs=0.02)
    again = MMCTS(tree.game, "exp3", seed=1).run(iterations=1000)
    assert again.exploited(tree).nash_conv == pytest.approx(early), "one seed, one answer"


@pytest.mark.slow
@pytest.mark.parametrize(("bandit", "most"), [("regret_matching", 0.1), ("ucb", 0.1), ("exp3", 0.1)])
def test_every_bandit_comes_near_in_kuhn_poker(bandit: str, most: float) -> None:
    tree = unfolded(anyspace.load("kuhn_poker"))
    assert MMCTS(tree.game, bandit, seed=3).run(iterations=500_000).exploited(tree).nash_conv < most


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"bandit": "thompson"}, "bandit must be one of exp3"),
        ({"gamma": 0.0}, "above 0"),
        ({"gamma": 2.0}, "at most 1"),
        ({"bandit": "ucb", "gamma": 11}, "at most 10"),
    ],
)
def test_bad_options(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        MMCTS(anyspace.load("kuhn_poker"), **options)


def test_one_figure_for_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "kuhn.svg"
    words = ["lab", "exploit", "kuhn_poker", "cfr", "mmcts:exp3", "uniform", "--budgets", "10", "1000"]
    assert main([*words, "--figure", str(file)]) == 0
    assert "mmcts:exp3" in capsys.readouterr().out
    assert file.read_text("utf-8").startswith("<?xml")
    assert main([*words, "--figure", str(tmp_path / "no" / "such.svg")]) != 0
    assert "cannot write" in capsys.readouterr().err
