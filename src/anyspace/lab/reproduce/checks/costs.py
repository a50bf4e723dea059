"""Rows 34, 36 and 37: what it costs playouts to learn. Nothing was published; the bars are our own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import comb
from statistics import median

from ....bench.playouts import BARS, GAMES, PLAYOUTS, ratios
from ...statistics import Interval
from ..verdicts import LEVEL
from .outcome import UNSAID, Check, Outcome, Progress, Size, direction, point

PAIRS = 31

TITLES = {"mast": ("34", "MAST"), "nst": ("36", "NST"), "lgr:memory=1": ("37", "LGRF-1"), "lgr": ("37", "LGRF-2")}


def median_interval(values: Sequence[float], confidence: float = 1.0 - LEVEL) -> Interval:
    """The median, and the two of the values between which it lies with at least this probability (all, if few)."""
    order, n, tail, outside = sorted(values), len(values), 0.0, 0
    while tail + comb(n, outside) / 2**n <= (1.0 - confidence) / 2:
        tail += comb(n, outside) / 2**n
        outside += 1
    outside = max(outside - 1, 0)
    return Interval(median(order), order[outside], order[n - 1 - outside])


def speed(progress: Progress, size: Size, part: str) -> Outcome:
    """Playouts a second next to uniform ones through the same code, in each game, and the bar."""
    figures, over, bar = {}, [], BARS[part]
    for game in GAMES:
        progress(game)
        found = ratios(game, part, size.times(PAIRS), size.visits(PLAYOUTS))
        figures[game] = median_interval(found)
        shared = median_interval(found, 1.0 - LEVEL / len(GAMES))
        over.append(Interval(*(each - bar for each in shared)))
    return Outcome({**figures, "at least": point(bar)}, direction(*over))


CHECKS = [
    Check(
        number, f"what it costs to learn: {title}", UNSAID, f"a bar of our own: {BARS[part]:g} of the speed",
        f"playouts a second of `{part}` next to uniformly random ones move by move through the same code, "
        f"median of {PAIRS} pairs of new searches, 3 alternated turns of {PLAYOUTS:,} each, processor time of one "
        "thread on a busy machine; playouts that end sooner, for they play better, count as faster; better: above the "
        "bar in both games",
        partial(speed, part=part),
    )
    for part, (number, title) in TITLES.items()
]  # fmt: skip
