"""Rows 23 and 44 to 47: methods for one player, on puzzles with fixed boards, budgets and seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ....games import load
from ....rules.game import State
from ....search.budget import Budget
from ....solve.one_player.solo import Attempt, Solo
from ...statistics import mean_interval
from ..survey_rows import BETTER
from .outcome import UNDECIDED, Check, Outcome, Progress, Size, direction, gained, point

BOARDS = 20
"""Of SameGame: 15 by 15 cells, five colours, drawn by the seeds 1001 and on."""

PLAYOUTS = 20_000


def boards(size: Size) -> list[State]:
    """SameGame's boards."""
    game = load("samegame", board=0)
    return [game.start(seed=1001 + number) for number in range(size.times(BOARDS))]


def score(state: State, method: str, playouts: int, seed: int) -> float:
    """What the best line pays that one thread finds."""
    return Solo(state.game, method, threads=1, seed=seed).run(state, iterations=playouts).value


def own_game(state: State, method: str, playouts: int, seed: int) -> float:
    """What the game pays that one run of a nested search plays itself, whatever its playouts have seen and however many
    that takes."""
    levels = Attempt(Solo(state.game, method, threads=1, seed=seed), state, Budget(playouts, None), None).one_run()
    return float(levels.scores[-1])


def compared(
    progress: Progress,
    size: Size,
    method: str,
    others: Sequence[str],
    playouts: int = PLAYOUTS,
    measure: Callable[[State, str, int, int], float] = score,
    starts: Callable[[Size], list[State]] | None = None,
) -> Outcome:
    """A method and others, on SameGame's boards unless `starts` says where, by default at equal playouts; the seed is a
    start's number."""
    states, budget = (starts or boards)(size), size.visits(playouts)

    def scores(which: str) -> list[float]:
        progress(which)
        return [measure(state, which, budget, seed) for seed, state in enumerate(states)]

    mine = scores(method)
    figures, gains = {method: mean_interval(mine)}, []
    for other in others:
        theirs = scores(other)
        figures[other] = mean_interval(theirs)
        figures[f"{method} by {other}"] = point(round(sum(mine) / max(1.0, sum(theirs)), 3))
        gains.append(gained(mine, theirs, of=len(others)))
    return Outcome(figures, direction(*gains))


def share_found(progress: Progress, size: Size, name: str, method: str, playouts: int, seeds: int) -> Outcome:
    """How often the best line, which pays 60, is found: BETTER if always."""
    state, times = load(name).start(seed=0), size.times(seeds)
    progress(f"{method}, {times} seeds")
    share = sum(score(state, method, playouts, seed) >= 60.0 for seed in range(times)) / times
    return Outcome({"found": point(share)}, BETTER if share == 1.0 else UNDECIDED)


def sudoku(progress: Progress, size: Size) -> Outcome:
    """16 by 16 cells, two thirds empty: how many of these level 1 solves within so many playouts."""
    grids, solved, most = size.times(5), 0, size.visits(200_000)
    for board in range(1, grids + 1):
        progress(f"grid {board}")
        game = load("sudoku", size=16, board=board)
        result = Solo(game, "nmcs:level=1", threads=1, seed=board).run(game.start(seed=0), iterations=most)
        solved += result.proven
    return Outcome({"solved": point(solved), "of": point(grids)}, BETTER if solved == grids else UNDECIDED)


def setting(playouts: int = PLAYOUTS) -> str:
    """What is done with SameGame."""
    return f"SameGame, {BOARDS} drawn boards, {playouts:,} playouts, one thread"


SETTING = setting()
FEW, MANY = 2_000, 300_000
"""Playouts: as the published runs of a second may have had; as a whole run of NMCS of level 2 has."""

CHECKS = [
    Check(
        "23", "the greatest score instead of the mean (MCPG)", BETTER, "ahead for paraphrases; SameGame is ours",
        SETTING, partial(compared, method="sp_mcts:maximum=1,insert=False",
                         others=["sp_mcts:maximum=0,insert=False"]),
    ),
    Check(
        "44", "SP-MCTS against UCT and flat Monte Carlo", BETTER, "73,998 on the standard 20 boards, ahead of both",
        SETTING, partial(compared, method="sp_mcts", others=["sp_mcts:c=0.5,d=0,maximum=0,insert=False",
                                                             "sp_mcts:nodes=3,insert=False"]),
    ),
    Check(
        "45", "NMCS: the best line remembered", BETTER, "65,937 with, 44,731 without (level 2)",
        SETTING, partial(compared, method="nmcs:level=2", others=["nmcs:level=2,memory=False"]),
    ),
    Check(
        "45", "NMCS: the best line remembered, in whole runs", BETTER, "65,937 with, 44,731 without (level 2)",
        setting(MANY), partial(compared, method="nmcs:level=2", others=["nmcs:level=2,memory=False"], playouts=MANY),
    ),
    Check(
        "45", "NMCS: the best line remembered, playouts without a tabu colour", BETTER,
        "65,937 with, 44,731 without (level 2)",
        setting(MANY), partial(compared, method="nmcs:level=2,tabu=False",
                               others=["nmcs:level=2,memory=False,tabu=False"], playouts=MANY),
    ),
    Check(
        "45", "NMCS: the best line remembered, by the game that a run plays itself", BETTER,
        "65,937 with, 44,731 without (level 2)", f"SameGame, {BOARDS} drawn boards, one run of level 2, one thread",
        partial(compared, method="nmcs:level=2", others=["nmcs:level=2,memory=False"], measure=own_game),
    ),
    Check(
        "45", "the left-most path by level 1", BETTER, "always best", "60 steps, one run of level 1, 50 seeds",
        partial(share_found, name="leftmost_path", method="nmcs:level=1", playouts=120, seeds=50),
    ),
    Check(
        "45", "Sudoku, 16 by 16 cells, two thirds empty", BETTER, "level 1 in 1.3 s on average",
        "5 drawn grids, 200,000 playouts at most", sudoku,
    ),
    Check(
        "46", "left moves by NRPA of level 2", BETTER, "60 of 60", "60 steps, one run, 20 seeds",
        partial(share_found, name="left_move", method="nrpa:level=2", playouts=10_000, seeds=20),
    ),
    Check(
        "46", "NRPA: a tabu colour", BETTER, "1,648 with, 807 without in 1.3 s; 1,886 and 1,286 in 10 s",
        SETTING, partial(compared, method="nrpa:level=2", others=["nrpa:level=2,tabu=False"]),
    ),
    Check(
        "46", "NRPA: a tabu colour, after few playouts", BETTER, "1,648 with, 807 without in 1.3 s",
        setting(FEW), partial(compared, method="nrpa:level=2", others=["nrpa:level=2,tabu=False"], playouts=FEW),
    ),
    Check(
        "47", "a beam of positions", BETTER, "ahead of NMCS on Morpion; SameGame is ours",
        SETTING, partial(compared, method="beam_nmcs:width=16", others=["nmcs:level=1"]),
    ),
    Check(
        "47", "a beam of policies", BETTER, "ahead of NRPA on Morpion; SameGame is ours",
        SETTING, partial(compared, method="beam_nrpa:level=2,n=50", others=["nrpa:level=2"]),
    ),
    Check(
        "52", "threshold ascent (TAG)", BETTER, "ahead of random search for libraries; SameGame is ours",
        SETTING, partial(compared, method="tag", others=["sp_mcts:nodes=3,insert=False"]),
    ),
]  # fmt: skip
"""In the order of the table."""
