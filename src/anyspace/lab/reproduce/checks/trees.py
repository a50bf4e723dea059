"""Rows 3, 9, 12, 13 and 23: trees with known values, and how far searches are off."""

from __future__ import annotations

import math
from collections.abc import Callable

from ....games import load
from ....games.p_game_solver import solve
from ....rules.game import AnyGame, Game
from ...statistics import Interval, mean_interval
from ..survey_rows import BETTER
from . import searching
from .arms import astray, bandit_tree, chain, smooth, smooth_at, true_value
from .outcome import Check, Outcome, Progress, Size, direction, gained, saved
from .searching import Problem, think

UCB1 = f"ucb1:c={math.sqrt(2)}"

Run = Callable[[Progress, Size], Outcome]

# ---- Bayesian UCT ----------------------------------------------------------------------------------------------------


def off_the_root(game: Game, words: str, branching: int, depth: int, trees: int, iterations: int) -> list[float]:
    """How far what is believed of the root is from its value, for every tree."""
    looker, off = searching.search(game, words, seed=5), []
    for seed in range(trees):
        state = game.start(seed=seed)
        think(looker, state, iterations)
        root = looker.tree.roots[0]
        believed = looker.tree.extras[root].belief_mean if words.startswith("bayesian") else looker.root.mean
        off.append(abs(float(believed) - true_value(state, branching, depth)))
    return off


def nearer(words: str, other: str, branching: int, depth: int, iterations: int = 1_000, trees: int = 300) -> Run:
    """An experiment: which of two knows the root of trees of bandits better."""

    def run(progress: Progress, size: Size) -> Outcome:
        game, off = bandit_tree(branching, depth), []
        for each in (words, other):
            progress(each)
            off.append(off_the_root(game, each, branching, depth, size.times(trees), size.visits(iterations)))
        names = ["uct" if each == UCB1 else each for each in (words, other)]
        figures = {f"error of {name}": mean_interval(values) for name, values in zip(names, off, strict=True)}
        return Outcome(figures, direction(saved(off[0], off[1])))

    return run


# ---- bounds ----------------------------------------------------------------------------------------------------------


def lost_a_visit(game: Game, words: str, iterations: int, seeds: int, best: float) -> list[float]:
    """Regret by the number of visits, for every seed."""
    looker, lost = searching.search(game, words), []
    for seed in range(seeds):
        looker.seed = seed
        think(looker, game.start(), iterations)
        lost.append(best - looker.root.mean)
    return lost


def on_a_smooth_function(progress: Progress, size: Size) -> Outcome:
    """BAST knows how smooth it is, flat UCB does not."""
    best = max(smooth_at((i + 0.5) / 1024) for i in range(1024))
    return _three(smooth(10), f"bast:smoothness={2 * math.pi + 0.5}", "flat_ucb", best, progress, size)


def on_a_chain(progress: Progress, size: Size) -> Outcome:
    """UCT takes the early reward."""
    return _three(chain(10), "flat_ucb", UCB1, 1.0, progress, size)


def _three(game: Game, method: str, other: str, best: float, progress: Progress, size: Size) -> Outcome:
    lost = {}
    for name, words in {"bast": f"bast:smoothness={2 * math.pi + 0.5}", "flat_ucb": "flat_ucb", "uct": UCB1}.items():
        progress(name)
        lost[words] = lost_a_visit(game, words, size.visits(10_000), size.times(10), best)
    figures = {
        f"regret a visit, {name}": mean_interval(values)
        for name, values in zip(("bast", "flat_ucb", "uct"), lost.values(), strict=True)
    }
    return Outcome(figures, direction(saved(lost[method], lost[other])))


# ---- P-games ---------------------------------------------------------------------------------------------------------


def problems(game: AnyGame, wanted: int, most: int) -> list[Problem]:
    """Starts with at most `most` right moves, in the order of their seeds."""
    found: list[Problem] = []
    for seed in range(100 * wanted):
        state = game.start(seed=seed)
        right = solve(state).moves
        if len(right) <= most:
            found.append((state, right))
        if len(found) == wanted:
            break
    return found


def in_groups(progress: Progress, size: Size) -> Outcome:
    """UCB1 over groups and then within, at two budgets."""
    game = load("p_game(branching=16,depth=4,groups=4)")
    asked = problems(game, size.times(200), 8)
    figures, gains = {}, []
    for budget in (300, 1_000):
        wrong = {}
        for name, words in (("groups", "groups"), ("uct", "")):
            progress(f"{name}, {budget:,} iterations")
            wrong[name] = searching.errors(game, words, asked, [size.visits(budget)], seeds=2)
            figures[f"error of {name}, {budget:,}"] = mean_interval(wrong[name])
        gains.append(saved(wrong["groups"], wrong["uct"], of=2))
    return Outcome(figures, direction(*gains))


def sharing(words: str, other: str) -> Run:
    """An experiment: P-games in which positions are shared and one of three moves is right."""

    def run(progress: Progress, size: Size) -> Outcome:
        game = load("p_game(branching=3,depth=12,transpositions=true)")
        asked, wrong = problems(game, size.times(200), 1), {}
        for each in (words, other):
            progress(each or "a tree")
            budgets = [size.visits(1_000), size.visits(4_000)]
            wrong[each or "a tree"] = searching.errors(game, f"{each} ucb1:c=0.4", asked, budgets, seeds=3)
        figures = {f"error of {name}": mean_interval(values) for name, values in wrong.items()}
        method, tree = wrong.values()
        return Outcome(figures, direction(saved(method, tree)))

    return run


def to_the_left(progress: Progress, size: Size) -> Outcome:
    """LeftRight, 60 steps, 20 iterations each: the share of steps to the left."""
    steps = size.visits(60)
    game = load(f"left_right(steps={steps})")
    share: dict[str, list[float]] = {}
    for words in ("graph:mean=1,parent=0,child=1", "graph:mean=0,parent=0,child=0", ""):
        progress(words or "a tree")
        looker, share[words or "a tree"] = searching.search(game, f"{words} ucb1:c=0.3"), []
        for seed in range(size.times(20)):
            state = game.start()
            for step in range(steps):
                looker.seed = seed * steps + step
                state.play(think(looker, state, size.visits(20)).move)
            share[words or "a tree"].append(state.returns()[0] / steps)
    figures = {f"share to the left, {_depths(name)}": mean_interval(values) for name, values in share.items()}
    below, edges, _ = share.values()
    return Outcome(figures, direction(gained(below, edges)))


def _depths(words: str) -> str:
    return f"({', '.join(each.split('=')[1] for each in words.split(','))})" if "=" in words else words


def best_found(progress: Progress, size: Size) -> Outcome:
    """One player: how often the one line that pays is begun."""
    game, found = astray(8), {}
    for name, words in (("maximum", "maximum"), ("mean", "")):
        progress(name)
        looker, right = searching.search(game, words), []
        for seed in range(size.times(400)):
            looker.seed = seed
            right.append(float(think(looker, game.start(), size.visits(1_000)).move == 0))
        found[name] = right
    figures: dict[str, Interval] = {f"right first move, {name}": mean_interval(each) for name, each in found.items()}
    return Outcome(figures, direction(gained(found["maximum"], found["mean"])))


_TREES = "trees of bandits, {} moves, {} plies, {:,} iterations, 300 trees"
_SHARED = "P-games with shared positions, 3 moves, 12 plies, 1,000 and 4,000 iterations, 200 trees, 3 seeds"

CHECKS = [
    Check("03", "Bayesian UCT by visits, against UCT", BETTER, "ahead of UCT on bandit trees (Tesauro et al. 2010)",
          _TREES.format(4, 4, 1_000), nearer("bayesian_uct:sigma=False", UCB1, 4, 4)),
    Check("03", "Bayesian UCT by sigma, against by visits", BETTER, "ahead on bandit trees",
          _TREES.format(4, 4, 1_000), nearer("bayesian_uct", "bayesian_uct:sigma=False", 4, 4)),
    Check("03", "the same on trees that are soon complete", BETTER, "ahead on bandit trees",
          _TREES.format(5, 2, 1_000), nearer("bayesian_uct", "bayesian_uct:sigma=False", 5, 2)),
    Check("09", "BAST against flat UCB", BETTER, "less regret where leaves are smooth (Coquelin and Munos 2007)",
          "a smooth function, 2^10 leaves, 10,000 samples, 10 seeds", on_a_smooth_function),
    Check("09", "flat UCB against UCT", BETTER, "UCT is misled for very long (Coquelin and Munos 2007)",
          "the chain of depth 10, 10,000 samples, 10 seeds", on_a_chain),
    Check("12", "move groups", BETTER, "better in P-games (Childs et al. 2008)",
          "P-games, 16 moves in 4 groups, 4 plies, at most half of the moves right; 300 and 1,000 iterations, "
          "200 trees, 2 seeds", in_groups),
    Check("13", "UCT1 against a tree", BETTER, "each better than the last (Childs et al. 2008)", _SHARED,
          sharing("transpositions:method=uct1", "")),
    Check("13", "UCT2 against UCT1", BETTER, "each better than the last", _SHARED,
          sharing("transpositions:method=uct2", "transpositions:method=uct1")),
    Check("13", "UCT3 against UCT2", BETTER, "each better than the last, and costly", _SHARED,
          sharing("transpositions:method=uct3", "transpositions:method=uct2")),
    Check("13", "UCD (1, 0, 1) against (0, 0, 0)", BETTER, "ahead on LeftRight (Saffidine et al. 2010)",
          "LeftRight, 60 steps, 20 iterations a step, 20 games", to_the_left),
    Check("23", "selection by the maximum (MCPG)", BETTER, "no figure; for one player",
          "one player, 8 steps, one line of 256 pays and the mean leads away; 1,000 iterations, 400 seeds", best_found),
]  # fmt: skip
