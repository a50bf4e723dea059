"""Row 55: phantom Go. Flat Monte Carlo with AMAF against UCT over guesses, and guesses made early and late."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ....games import load
from ....rules.game import CHANCE, State
from ....search.search import Search
from ...hashing import seed_of
from ...statistics import Interval, mean_interval
from ..checks.outcome import Check, Outcome, Progress, Size, direction
from ..survey_rows import BETTER

GAME, LATE = "phantom_go", "phantom_go(guessing=late)"
PAIRS, BUDGET = 75, 200

UCT: tuple[Any, ...] = ("ucb1:c=0.5",)
PLAYERS: dict[str, Callable[[], Search]] = {
    "flat AMAF": lambda: Search(load(GAME), "uniform", "depth_limit:plies=1", information="single", final="max-amaf"),
    "determinized UCT": lambda: Search(load(GAME), *UCT, information="determinized"),
    "early guesses": lambda: Search(load(GAME), *UCT, information="single"),
    "late guesses": lambda: Search(load(LATE), *UCT, information="single"),
}
"""All but the last guess the unseen stones before an iteration, whole games that fit what was seen; `late guesses`
descends one tree without them and puts them anywhere when the playout begins."""


def won(black: Search, white: Search, budget: int, number: int) -> float:
    """What black wins of a game: 1, 1/2 or 0. Each player follows the game in its own, which may guess otherwise."""
    seats = (black, white)
    states: list[State] = [search.game.start() for search in seats]
    for move_number in range(states[0].game.max_length):
        if states[0].over:
            break
        mover = states[0].mover
        if mover == CHANCE:
            move = states[0].moves()[0]
        else:
            seats[mover].seed = seed_of("phantom_go", number, move_number, mover)
            move = seats[mover].run(states[mover], iterations=budget).move
        for state in states:
            state.play(move)
    return 0.5 + 0.5 * states[0].returns()[0]


def against(progress: Progress, size: Size, player: str, opponent: str) -> Outcome:
    """Pairs of games with seats changed: what the first wins of a pair is a half if both are alike."""
    budget, shares = size.visits(BUDGET), list[float]()
    ours, theirs = PLAYERS[player](), PLAYERS[opponent]()
    for pair in range(size.times(PAIRS)):
        progress(f"{player} against {opponent}: pair {pair}")
        as_black = won(ours, theirs, budget, 2 * pair)
        as_white = 1.0 - won(theirs, ours, budget, 2 * pair + 1)
        shares.append(0.5 * (as_black + as_white))
    share = mean_interval(shares)
    gain = Interval(share.estimate - 0.5, share.low - 0.5, share.high - 0.5)
    return Outcome({f"{player} against {opponent}: share of the wins": share}, direction(gain))


SETTING = f"phantom_go, 5 by 5 points, {BUDGET} iterations a try, {PAIRS} pairs of games with seats changed"

CHECKS = [
    Check(
        "55", "phantom Go: flat Monte Carlo with AMAF against determinized UCT", BETTER,
        "flat AMAF outperforms several techniques based on UCT with determinization",
        SETTING, partial(against, player="flat AMAF", opponent="determinized UCT"),
    ),
    Check(
        "55", "phantom Go: flat Monte Carlo with AMAF against one tree over early guesses", BETTER,
        "flat AMAF outperforms several techniques based on UCT with determinization",
        SETTING, partial(against, player="flat AMAF", opponent="early guesses"),
    ),
    Check(
        "55", "phantom Go: late random guesses against early ones", BETTER, "late significantly outperforms early",
        SETTING, partial(against, player="late guesses", opponent="early guesses"),
    ),
]  # fmt: skip
