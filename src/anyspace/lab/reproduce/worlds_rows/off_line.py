"""Row 55: trees of bandits off line, and how far the policy that is read from them is from an equilibrium."""

from __future__ import annotations

from functools import partial

from ...statistics import mean_interval
from ..checks.outcome import Check, Outcome, Progress, Size, direction, point, saved
from ..survey_rows import BETTER
from .equilibria import SEEDS, errors

BUDGETS = [1_000, 30_000, 1_000_000]


def nears(progress: Progress, size: Size, name: str, player: str, most: float) -> Outcome:
    """Whether NashConv falls, and below `most` in the end."""
    found = errors(progress, size, name, player, BUDGETS, SEEDS)
    figures = {f"{budget:,} iterations": mean_interval(each) for budget, each in zip(BUDGETS, found, strict=True)}
    figures["at most"] = point(most)
    gains = (saved(found[-1], found[0], 2), saved(found[-1], [most] * len(found[-1]), 2))
    return Outcome(figures, direction(*gains))


CHECKS = [
    Check(
        "55", "MMCTS with EXP3 off line: its policy nears an equilibrium", BETTER, "converges in phantom tic-tac-toe",
        f"kuhn_poker, NashConv below 0.1 at a million iterations, {SEEDS} seeds",
        partial(nears, name="kuhn_poker", player="mmcts:exp3", most=0.1),
    ),
]  # fmt: skip
