"""Rows 23, 45 and 47 on the puzzles that they were published on, or near them: Morpion Solitaire, left moves."""

from __future__ import annotations

from functools import partial

from ....games import load
from ....rules.game import State
from ..survey_rows import BETTER, WORSE
from .outcome import Check, Size
from .puzzles import BOARDS, compared

SEEDS = 20

FEW = 20_000
"""Playouts; two whole runs of NRPA, or of its beam."""

FLAT = "sp_mcts:nodes=3,insert=False"


def again(size: Size, name: str) -> list[State]:
    """One start as often as there are seeds."""
    start = load(name).start(seed=0)
    return [start] * size.times(SEEDS)


MORPION = partial(again, name="morpion_solitaire(variant=5D)")
LEFT = partial(again, name="left_move")


def setting(playouts: int) -> str:
    """What is done with Morpion Solitaire."""
    return f"Morpion Solitaire 5D, {SEEDS} seeds, {playouts:,} playouts, one thread"


CHECKS = [
    Check(
        "23", "the greatest score instead of the mean: left moves", BETTER,
        "ahead for paraphrases; left moves are ours",
        f"60 steps, {SEEDS} seeds, 10,000 playouts, one thread",
        partial(compared, method="sp_mcts:maximum=1,insert=False", others=["sp_mcts:maximum=0,insert=False"],
                playouts=10_000, starts=LEFT),
    ),
    Check(
        "45", "reflexive search against flat Monte Carlo", BETTER, "78 moves, ahead of all programs before",
        setting(FEW), partial(compared, method="reflexive:level=2", others=[FLAT], playouts=FEW, starts=MORPION),
    ),
    Check(
        "45", "reflexive search against NMCS", WORSE, "78 moves; NMCS 80", setting(FEW),
        partial(compared, method="reflexive:level=2", others=["nmcs:level=2"], playouts=FEW, starts=MORPION),
    ),
    Check(
        "47", "a beam of positions on Morpion Solitaire", BETTER, "ahead of NMCS", setting(FEW),
        partial(compared, method="beam_nmcs:level=1,width=4", others=["nmcs:level=1"], playouts=FEW, starts=MORPION),
    ),
    Check(
        "47", "a beam of policies on Morpion Solitaire", BETTER, "ahead of NRPA", setting(FEW),
        partial(compared, method="beam_nrpa:level=2,n=25", others=["nrpa:level=2"], playouts=FEW, starts=MORPION),
    ),
    Check(
        "47", "swarm tree search (HGSTS) against NMCS", BETTER, "82,604 on the 20 boards; NMCS, level 3, 77,934",
        f"SameGame, {BOARDS} drawn boards, {FEW:,} playouts, one thread",
        partial(compared, method="hgsts:width=4,playouts=4", others=["nmcs:level=2"], playouts=FEW),
    ),
]  # fmt: skip
