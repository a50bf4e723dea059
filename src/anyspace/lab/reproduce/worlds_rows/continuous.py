"""Rows 7 and 8: continuous actions. Returns of whole episodes; budgets and constants were tuned on other seeds."""

from __future__ import annotations

from functools import partial

from ....games import load
from ....rules.game import AnyGame
from ...hashing import seed_of
from ...match import Fixture, Seeds, play
from ...players import from_words
from ...statistics import mean_interval
from ..checks.outcome import Check, Outcome, Progress, Size, direction, gained
from ..survey_rows import BETTER

EPISODES, FIRST_SEED = 30, 1_000
BINS = (5, 10, 20)

HOOT_ROLLOUTS, TRAP_ROLLOUTS = 300, 10_000
TRAP_WIDENING = "action_widening:c=2,a=0.35"


def episodes(progress: Progress, game: AnyGame, player: str, count: int) -> list[float]:
    """What a player earns, episode by episode, each with seeds of its own."""
    earned: list[float] = []
    for number in range(FIRST_SEED, FIRST_SEED + count):
        if number % 10 == 0:
            progress(f"{player}: episode {number - FIRST_SEED} of {count}")
        seeds = Seeds(number, seed_of("chance", number), (seed_of("player", number),))
        earned.append(play(game, Fixture(str(number), (from_words(player),), seeds)).payoffs[0])
    return earned


def against_bins(progress: Progress, size: Size, name: str, hoot: str, ucb1: str) -> Outcome:
    """HOOT, and UCT with 5, 10 and 20 bins, on the same starts with the same playouts."""
    game, count = load(name), size.times(EPISODES)
    rest = f" random:limit=15 iterations={size.visits(HOOT_ROLLOUTS)}"
    mine = episodes(progress, game, hoot + rest, count)
    theirs = {f"UCT, {bins} bins": episodes(progress, game, f"{ucb1} bins:count={bins}{rest}", count) for bins in BINS}
    figures = {"HOOT": mean_interval(mine)} | {name: mean_interval(each) for name, each in theirs.items()}
    return Outcome(figures, direction(*(gained(mine, each, len(BINS)) for each in theirs.values())))


def trapped(progress: Progress, size: Size) -> Outcome:
    """Widening of actions alone, and of actions and outcomes, in the trap."""
    game, count = load("trap"), size.times(EPISODES)
    rest = f" iterations={size.visits(TRAP_ROLLOUTS)}"
    alone = episodes(progress, game, TRAP_WIDENING + rest, count)
    double = episodes(progress, game, f"{TRAP_WIDENING},double=true{rest}", count)
    figures = {"actions alone": mean_interval(alone), "actions and outcomes": mean_interval(double)}
    return Outcome(figures, direction(gained(double, alone)))


def _setting(name: str, hoot: str, ucb1: str) -> str:
    return f"{name}, {hoot} and {ucb1}, {HOOT_ROLLOUTS} rollouts of 15 moves a step, {EPISODES} episodes"


INTEGRATOR = ("double_integrator", "hoot:c=0.3,nu=0.3,depth=3", "ucb1:c=0.3")
PENDULUM = ("pendulum(discount=0.99,steps=50)", "hoot:c=0.05,nu=0.05,depth=3", "ucb1:c=0.1")

CHECKS = [
    Check(
        "7", "HOOT and UCT with bins: double integrator", BETTER, "meets or exceeds every number of bins",
        _setting(*INTEGRATOR),
        partial(against_bins, name=INTEGRATOR[0], hoot=INTEGRATOR[1], ucb1=INTEGRATOR[2]),
    ),
    Check(
        "7", "HOOT and UCT with bins: pendulum", BETTER, "meets or exceeds every number of bins",
        _setting(*PENDULUM),
        partial(against_bins, name=PENDULUM[0], hoot=PENDULUM[1], ucb1=PENDULUM[2]),
    ),
    Check(
        "8", "double progressive widening in the trap", BETTER, "alone 70 at any budget; double gets out",
        f"trap, {TRAP_WIDENING}, {TRAP_ROLLOUTS:,} iterations a move, {EPISODES} episodes", trapped,
    ),
]  # fmt: skip
