"""Rows 1, 2 and 68: what selections lose on arms by not always pulling the best one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ....rules.game import Game
from ....rules.interpreted import InterpretedBackend
from ...statistics import mean_interval
from ..survey_rows import BETTER, WORSE
from . import searching
from .arms import coins, narrow
from .outcome import UNSAID, Check, Outcome, Progress, Size, direction, saved
from .searching import think

UCB1 = f"ucb1:c={math.sqrt(2)}"
"""As first published."""

TEN = (0.9, 0.8, 0.8, 0.8, 0.7, 0.7, 0.7, 0.6, 0.6, 0.6)
"""Auer, Cesa-Bianchi and Fischer 2002, their distribution 13."""

ALIKE = (0.55, 0.5, 0.5, 0.45)
WIDTH = 0.05
HALVES = (0.2,) * 8 + (0.6,) * 4 + (0.7,) * 4
ONE_OF_20 = (0.5,) + (0.4,) * 19
"""Audibert, Bubeck and Munos 2010, their experiment 1."""

PULLS, SEEDS = 10_000, 30


def regrets(game: Game, means: Sequence[float], words: str, pulls: int, seeds: int) -> list[float]:
    """What was lost, for every seed."""
    player, found = searching.search(game, words), []
    for seed in range(seeds):
        player.seed = seed
        think(player, game.start(), pulls)
        found.append(sum((max(means) - means[arm.move]) * arm.visits for arm in player.root.children))
    return found


def less_regret(
    words: str, against: str = UCB1, means: Sequence[float] = TEN, build: Callable[[Sequence[float]], Game] = coins
) -> Callable[[Progress, Size], Outcome]:
    """An experiment: the regret of a selection and that of another."""

    def run(progress: Progress, size: Size) -> Outcome:
        game, found = build(means), {}
        for each in (words, against):
            progress(each)
            found[_short(each)] = regrets(game, means, each, size.visits(PULLS), size.times(SEEDS))
        method, other = found.values()
        figures = {f"regret of {name}": mean_interval(values) for name, values in found.items()}
        return Outcome(figures, direction(saved(method, other)))

    return run


def _short(words: str) -> str:
    return "ucb1" if words == UCB1 else words


def _narrow(means: Sequence[float]) -> Game:
    return narrow(means, WIDTH)


def best_arm(progress: Progress, size: Size) -> Outcome:
    """How often the arm with the greatest mean is not the best: UCB-E with a = 25 n / 36 H, and equal shares."""
    pulls, seeds = size.visits(2_000), size.times(300)
    hardness = sum(1.0 / (0.5 - mean) ** 2 for mean in ONE_OF_20[1:])
    a = 25.0 / 36.0 * (pulls - len(ONE_OF_20)) / hardness
    game = coins(ONE_OF_20)
    wrong: dict[str, list[float]] = {}
    for name, words in (("ucb_e", f"ucb_e:a={max(a, 0.01)}"), ("equal shares", "uniform")):
        progress(name)
        player, wrong[name] = searching.search(game, words), []
        for seed in range(seeds):
            player.seed = seed
            think(player, game.start(), pulls)
            wrong[name].append(float(max(player.root.children, key=lambda arm: arm.mean).move != 0))
    figures = {f"wrong arm, {name}": mean_interval(values) for name, values in wrong.items()}
    return Outcome(figures, direction(saved(wrong["ucb_e"], wrong["equal shares"])))


def failing_arm(progress: Progress, size: Size) -> Outcome:
    """The best arm fails half-way: how often it is pulled afterwards. Rules that change are not compiled."""
    before, after, seeds = size.visits(1_000), size.visits(600), size.times(6)
    late: dict[str, list[float]] = {}
    for words in ("meta_bandit", "ucb1_tuned"):
        progress(words)
        late[words] = []
        for seed in range(seeds):
            odds = [0.8, 0.4]
            game = coins(odds.__getitem__, 2)
            player = plain(game, words, seed)
            think(player, game.start(), before)
            pulled = _visits(player, 0)
            odds[0] = 0.1
            think(player, None, after)
            late[words].append((_visits(player, 0) - pulled) / after)
    figures = {f"share of the failed arm, {name}": mean_interval(values) for name, values in late.items()}
    return Outcome(figures, direction(saved(late["meta_bandit"], late["ucb1_tuned"])))


def _visits(player: Any, arm: int) -> int:
    return next((child.visits for child in player.root.children if child.move == arm), 0)


def plain(game: Any, words: str, seed: int = 1) -> Any:
    """A search that is not compiled, nor are the game's rules: it must have no states yet that are."""
    if not isinstance(game.__dict__.get("backend"), InterpretedBackend):
        game.__dict__["backend"] = InterpretedBackend(game)
    found = searching.search(game, words, seed)
    loop, made = found.loop, {}

    def kernel(function: Any) -> Callable[..., Any]:
        if function not in made:
            made[function] = np.errstate(all="ignore")(loop.plain(function))
        return made[function]

    loop.kernel = kernel  # type: ignore[method-assign]
    return found


ON_TEN = f"10 coins (0.9 to 0.6), {PULLS:,} pulls, {SEEDS} seeds"
ON_NARROW = f"4 arms (0.55 to 0.45) that vary by {WIDTH}, {PULLS:,} pulls, {SEEDS} seeds"

CHECKS = [
    Check("01", "UCB1-tuned", BETTER, "less regret than UCB1 in every experiment (Auer et al. 2002)", ON_TEN,
          less_regret("ucb1_tuned")),
    Check("02", "KL-UCB", BETTER, "less regret than UCB1", ON_TEN, less_regret("kl_ucb")),
    Check("02", "Thompson sampling", BETTER, "less regret than UCB1", ON_TEN, less_regret("thompson")),
    Check("02", "UCB-V", BETTER, "less regret where arms vary little", ON_NARROW,
          less_regret("ucb_v", means=ALIKE, build=_narrow)),
    Check("02", "PAC-UCB", BETTER, "less regret where arms vary little", ON_NARROW,
          less_regret("pac_ucb", means=ALIKE, build=_narrow)),
    Check("02", "Gaussian UCB (UCB1-normal)", BETTER, "knows the variance", ON_NARROW,
          less_regret("gaussian_ucb", means=ALIKE, build=_narrow)),
    Check("68", "UCB-E", BETTER, "names the best arm more often than equal shares (Audibert et al. 2010)",
          "20 coins (one 0.5, others 0.4), 2,000 pulls, 300 seeds", best_arm),
    Check("68", "sampling by the win rate", WORSE, "the lecture notes' argument for UCB", ON_TEN,
          less_regret("win_rate")),
    Check("68", "Coulom's selection of 2006", UNSAID, "in the tree, before UCB", ON_TEN, less_regret("coulom")),
    Check("68", "meta-bandit", BETTER, "forgets when the best arm fails (Hartland et al. 2006)",
          "2 coins, 0.8 becomes 0.1 beside 0.4: 1,000 pulls and 600, 6 seeds; against UCB1-tuned", failing_arm),
    Check("68", "hierarchical bandit", BETTER, "bad halves are left early",
          f"16 coins, the good ones in one half, {PULLS:,} pulls, {SEEDS} seeds; against UCB1, c = 1",
          less_regret("hierarchical_bandit", "ucb1", HALVES)),
]  # fmt: skip
