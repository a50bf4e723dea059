"""Rows 42 and 43: playouts whose errors cancel, and rewards that decay."""

from __future__ import annotations

from typing import Any

from ....games import load
from ....learn.balancing import Balancer, balance, find_targets, mean_squared_error
from ....learn.balancing import positions as random_positions
from ....learn.sampling import Sampler
from ....parts.playout.move_weights import MoveWeights
from ....rules.game import State
from ...statistics import mean_interval
from ..survey_rows import BETTER
from . import searching
from .outcome import Check, Outcome, Progress, Size, direction, gained, point, saved
from .searching import think

# ---- simulation balancing --------------------------------------------------------------------------------------------

POSITIONS, STEPS, SEEDS, MOST_LEFT = 1_500, 1_200, range(10, 13), 0.6


def balancing(progress: Progress, size: Size) -> Outcome:
    """The mean squared error of playouts on positions held out, learnt weights next to none."""
    game, count = load("hex(size=5)"), size.times(POSITIONS)
    before, after = [], []
    for seed in SEEDS[: size.times(len(SEEDS))]:
        progress(f"seed {seed}: positions")
        targets = list(find_targets(game, count, size.visits(20_000), seed, only_exact=True))
        held_out, learning = targets[: count // 5 or 1], targets[count // 5 or 1 :]
        weights = MoveWeights.none_yet(game)
        before.append(mean_squared_error(game, weights, held_out, size.visits(400), seed))
        progress(f"seed {seed}: learning")
        sampler = Sampler(game, weights, seed)
        balance(Balancer(weights, learning, sampler, size.visits(100), 16, 0.03, seed), size.times(STEPS))
        after.append(mean_squared_error(game, weights, held_out, size.visits(400), seed))
    figures = {
        "error, uniform": mean_interval(before),
        "error, learnt": mean_interval(after),
        "what is left of it": mean_interval([new / old for new, old in zip(after, before, strict=True)]),
        "at most": point(MOST_LEFT),
    }
    return Outcome(figures, direction(saved(after, [MOST_LEFT * old for old in before])))


# ---- decaying reward -------------------------------------------------------------------------------------------------


def wins_at_once(state: State) -> list[Any]:
    """The moves that win on the spot."""
    found = []
    for move in state.moves():
        after = state.copy().play(move)
        if after.over and after.returns()[state.mover] > 0:
            found.append(move)
    return found


def wins_next(state: State, move: Any) -> bool:
    """Whether a move wins, not at once, but whatever the answer is: with the next one."""
    after = state.copy().play(move)
    if after.over:
        return False
    for answer in after.moves():
        then = after.copy().play(answer)
        if then.over or not wins_at_once(then):
            return False
    return True


def choices(count: int, seed: int) -> list[tuple[State, list[Any]]]:
    """Positions of random games of Connect Four in which some move wins at once, and another with the next one; and the
    moves that win at once."""
    found: list[tuple[State, list[Any]]] = []
    for state in random_positions(load("connect_four"), seed):
        shortest = wins_at_once(state)
        if shortest and any(wins_next(state, move) for move in state.moves() if move not in shortest):
            found.append((state, shortest))
        if len(found) == count:
            break
    return found


def shorter_win(progress: Progress, size: Size) -> Outcome:
    """How often the win at hand is taken, where there is a later one as sure."""
    budget, seeds = size.visits(1_000), size.times(4)
    progress("positions")
    asked = choices(size.times(200), 43)
    taken: dict[str, list[float]] = {}
    for name, words in (("decay", "decay"), ("UCT", "")):
        progress(name)
        looker = searching.search(load("connect_four"), words)
        taken[name] = []
        for place, (state, shortest) in enumerate(asked):
            hits = 0
            for seed in range(seeds):
                looker.seed = place * seeds + seed
                hits += think(looker, state, budget).move in shortest
            taken[name].append(hits / seeds)
    figures = {f"wins at once, {name}": mean_interval(values) for name, values in taken.items()}
    return Outcome(figures, direction(gained(taken["decay"], taken["UCT"])))


CHECKS = [
    Check("42", "simulation balancing", BETTER, "Go 5x5, 6x6: half of the mean squared error (Silver and Tesauro 2009)",
          f"hex(size=5), {POSITIONS:,} positions of random games, exact values, one in five held out; {STEPS:,} steps, "
          f"{len(SEEDS)} seeds; agrees if less than {MOST_LEFT} of the error of uniform playouts is left", balancing),
    Check("43", "decaying reward finds the shorter win", BETTER, "an early win is worth more",
          "connect_four, 200 positions in which one move wins at once and another surely with the next; 1,000 "
          "iterations, 4 seeds", shorter_win),
]  # fmt: skip
