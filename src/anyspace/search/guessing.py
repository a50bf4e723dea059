"""Determinized search: several guesses of what is hidden, searched one after the other."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ..parts.memory.sweep import start_over
from .bag import guesses_of
from .budget import Stopwatch
from .crew import Crew, Report
from .interrupt import Interruptible

if TYPE_CHECKING:
    from .search import Search


def run_guesses(
    search: Search, clock: Stopwatch, crew: Crew, interrupt: Interruptible, seed: int, report: Report
) -> None:
    """Each guess gets its share of the budget; root statistics add up in the ledger."""
    budget, count = clock.budget, search.information.guesses
    source = random.Random(seed)
    seeds = [source.getrandbits(63) for _ in range(count)]
    for i, guess in enumerate(guesses_of(search, search.position, search.observer, seeds)):
        if i > 0:
            for tree, work in zip(search.forest, crew.works, strict=False):
                search.loop.kernel(start_over)(tree, search.own, work.scratch.ledger)
        crew.start_from(guess)
        clock.budget = budget.part(i + 1, count)
        crew.iterate(clock, interrupt, report)
        if crew.ends():
            break
