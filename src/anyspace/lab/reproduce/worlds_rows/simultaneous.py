"""Rows 4 to 6: moves made at the same time. How far players are from the equilibrium, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ....games import load
from ...statistics import Interval, mean_interval, score_interval
from ..checks.outcome import Check, Outcome, Progress, Size, direction, saved
from ..checks.pairs import pairs_won
from ..survey_rows import BETTER, WORSE
from .equilibria import errors

SEEDS, PAIRS = 10, 200
TIES = ("plain random_ties", "plain")


def in_order(progress: Progress, size: Size, name: str, players: Sequence[str], iterations: int) -> Outcome:
    """Whether each player's error is less than the next one's."""
    found = [errors(progress, size, name, player, [iterations], SEEDS)[0] for player in players]
    figures = {player: mean_interval(each) for player, each in zip(players, found, strict=True)}
    gains = [saved(found[i], found[i + 1], len(players) - 1) for i in range(len(players) - 1)]
    return Outcome(figures, direction(*gains))


def ten_times(progress: Progress, size: Size, name: str, players: Sequence[str], iterations: int) -> Outcome:
    """Whether the first player's error is a tenth of the second one's, or less."""
    mine, theirs = (errors(progress, size, name, player, [iterations], SEEDS)[0] for player in players)
    figures = {players[0]: mean_interval(mine), players[1]: mean_interval(theirs)}
    figures["a tenth of the second less the first"] = saved(mine, [0.1 * each for each in theirs])
    return Outcome(figures, direction(figures["a tenth of the second less the first"]))


def match(progress: Progress, size: Size, name: str, player: str, opponent: str) -> Outcome:
    """PAIRS pairs of games at 1,000 iterations a move."""
    budget = f" iterations={size.visits(1_000)}"
    scores = pairs_won(progress, load(name), player + budget, opponent + budget, size.times(PAIRS))
    share = score_interval(scores)
    gain = Interval(share.estimate - 0.5, share.low - 0.5, share.high - 0.5)
    return Outcome({f"{player} against {opponent}": share}, direction(gain))


CHECKS = [
    Check(
        "4", "EXP3 and regret matching in goofspiel", WORSE, "Goofspiel-13, 1 s: 41.1 % of the games",
        "goofspiel(cards=8), 1,000 iterations a move, 200 pairs",
        partial(match, name="goofspiel(cards=8)", player="exp3", opponent="regret_matching"),
    ),
    Check(
        "4", "EXP3 and decoupled UCT in tron", WORSE, "35 %, the weakest of its kind",
        "tron(rows=7,columns=7), 1,000 iterations a move, 200 pairs",
        partial(match, name="tron(rows=7,columns=7)", player="exp3", opponent="plain"),
    ),
    Check(
        "5", "decoupled UCT: ties within 0.01 broken at random", BETTER, "error 0.01 to 0.05, without 0.5 to 0.8",
        f"biased rock, paper, scissors, NashConv at 1,000,000 iterations, {SEEDS} seeds: a tenth, at least",
        partial(ten_times, name="rock_paper_scissors", players=TIES, iterations=1_000_000),
    ),
    Check(
        "6", "regret matching, EXP3, decoupled UCT: errors", BETTER, "in this order",
        f"goofspiel(cards=4), NashConv at 10,000 iterations a decision, {SEEDS} seeds",
        partial(in_order, name="goofspiel(cards=4)", players=("regret_matching", "exp3", "plain"), iterations=10_000),
    ),
    Check(
        "6", "the same with five cards", BETTER, "in this order",
        "goofspiel(cards=5), NashConv at 1,000 iterations a decision, 10 seeds",
        partial(in_order, name="goofspiel(cards=5)", players=("regret_matching", "exp3", "plain"), iterations=1_000),
    ),
    Check(
        "6", "regret matching and EXP3 in tron", BETTER, "ahead",
        "tron(rows=7,columns=7), 1,000 iterations a move, 200 pairs",
        partial(match, name="tron(rows=7,columns=7)", player="regret_matching", opponent="exp3"),
    ),
]  # fmt: skip
