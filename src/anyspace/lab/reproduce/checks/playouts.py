"""Rows 39, 42 and 43: patterns learnt from games, playouts whose errors cancel, and rewards that decay."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ....games import load
from ....learn.balancing import Balancer, balance, find_targets, mean_squared_error
from ....learn.balancing import positions as random_positions
from ....learn.ratings import as_weights, every, fit, gather, log_likelihood, self_play, uniform_likelihood
from ....learn.sampling import Sampler
from ....parts.playout.move_weights import MoveWeights
from ....rules.game import AnyGame, State
from ...statistics import Interval, mean_interval, score_interval
from ..survey_rows import BETTER
from . import searching
from .outcome import Check, Outcome, Progress, Size, direction, gained, point, saved
from .pairs import pairs_won
from .searching import think

# ---- patterns learnt from games --------------------------------------------------------------------------------------

LESSONS, PAIRS, BUDGET = 400, 200, 500
"""Games to learn from, pairs of games to be judged by, iterations of all their decisions."""


def learnt_patterns(progress: Progress, size: Size) -> Outcome:
    """What patterns score in playouts whose odds are Elo ratings (Coulom 2007) from games of plain searches."""
    game, budget = load("go(size=7)"), size.visits(BUDGET)
    decisions = gather(
        self_play(game, size.times(LESSONS), budget, 39, lambda done: progress(f"game {done}") if done % 50 == 0 else 0)
    )
    learning, held_out = every(decisions, 5)
    found = fit(learning, game.players * (game.actions or 1), game.move_features or 1, by="features")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "patterns.npz"
        as_weights(game, found, "features").save(file)
        limit = f"iterations={budget}"
        scores = pairs_won(progress, game, f"weighted_moves:file={file} {limit}", f"plain {limit}", size.times(PAIRS))
    share = score_interval(scores)
    figures = {
        "decisions": point(len(decisions)),
        "log likelihood held out, uniform": point(uniform_likelihood(held_out)),
        "log likelihood held out, rated": point(log_likelihood(held_out, found.moves, found.features)),
        "patterns against uniform playouts": share,
    }
    return Outcome(figures, direction(Interval(share.estimate - 0.5, share.low - 0.5, share.high - 0.5)))


# ---- simulation balancing --------------------------------------------------------------------------------------------

POSITIONS, STEPS, SEEDS, MOST_LEFT = 4_000, 1_500, range(10, 16), 0.6


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


HURRIED = 30
"""Iterations: too few to tell one sure win from another by the mean alone."""


def win_at_hand(progress: Progress, size: Size) -> Outcome:
    """How often the win at hand is taken, where there is a later one as sure and little time."""
    budget, seeds = size.visits(HURRIED), size.times(8)
    progress("positions")
    asked = choices(size.times(400), 44)
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


MOST_MOVES = 20
"""Own moves that a game counts at most, and where it is not won."""


def proven_wins(game: AnyGame, seed: int, iterations: int) -> Iterator[State]:
    """Positions of random games in which no move wins at once, and a search proves that the game is won."""
    judge, best = searching.search(game, "solver"), game.payoffs[1]
    for state in random_positions(game, seed):
        if not wins_at_once(state):
            found = think(judge, state, iterations)
            if found.proven and found.value >= best:
                yield state


def moves_until_won(attacker: Any, defender: Any, start: State, budget: int, seed: int) -> int:
    """How many moves the player to move makes until it has won."""
    state, player, made = start.copy(), start.mover, 0
    while not state.over:
        looker = attacker if state.mover == player else defender
        made += state.mover == player
        looker.seed = seed
        state.play(think(looker, state, budget).move)
    return min(made, MOST_MOVES) if state.returns()[player] > 0 else MOST_MOVES


def sooner_win(progress: Progress, size: Size) -> Outcome:
    """How many moves a won game takes, against a plain search."""
    game, budget, seeds = load("breakthrough(rows=6,columns=6)"), size.visits(500), size.times(2)
    progress("positions")
    won = proven_wins(game, 45, size.visits(2_000))
    asked = [next(won) for _ in range(size.times(300))]
    took: dict[str, list[float]] = {}
    for name, words in (("decay", "decay"), ("UCT", "")):
        progress(name)
        attacker, defender = searching.search(game, words), searching.search(game, "")
        took[name] = []
        for place, state in enumerate(asked):
            times = [moves_until_won(attacker, defender, state, budget, place * seeds + seed) for seed in range(seeds)]
            took[name].append(sum(times) / seeds)
    figures = {f"moves to the win, {name}": mean_interval(values) for name, values in took.items()}
    return Outcome(figures, direction(saved(took["decay"], took["UCT"])))


CHECKS = [
    Check("39", "learnt 3x3 patterns against uniform playouts", BETTER, "Crazy Stone: large (Coulom 2007)",
          f"go(size=7), Elo ratings of patterns from {LESSONS} games of plain searches, {BUDGET} iterations a move; "
          f"`weighted_moves` with them against plain UCT, {BUDGET} iterations a move, {PAIRS} pairs of games",
          learnt_patterns),
    Check("42", "simulation balancing", BETTER, "Go 5x5, 6x6: half of the mean squared error (Silver and Tesauro 2009)",
          f"hex(size=5), {POSITIONS:,} positions of random games, exact values, one in five held out; {STEPS:,} steps, "
          f"{len(SEEDS)} seeds; agrees if less than {MOST_LEFT} of the error of uniform playouts is left", balancing),
    Check("43", "decaying reward takes the win at hand", BETTER, "an early win is worth more",
          "connect_four, 400 positions in which one move wins at once and another surely with the next; "
          f"{HURRIED} iterations, 8 seeds", win_at_hand),
    Check("43", "decaying reward wins sooner", BETTER, "an early win is worth more",
          "breakthrough(rows=6,columns=6), 300 positions in which no move wins at once and a solver proves with 2,000 "
          "iterations that the game is won; played out against plain UCT, 500 iterations a move, 2 seeds; own moves "
          f"until the win, {MOST_MOVES} at most and where it is not won", sooner_win),
]  # fmt: skip
