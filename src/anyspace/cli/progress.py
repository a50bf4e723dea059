"""One line on standard error, rewritten in place while a search runs."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from ..search.budget import Budget

if TYPE_CHECKING:
    from ..rules.game import State
    from ..search.clock import Clock
    from ..search.result import Result
    from ..search.search import Search


class StatusLine:
    """Text on a line that is overwritten by what comes next."""

    def __init__(self) -> None:
        self._width = 0

    def put(self, text: str) -> None:
        """Replace what stands on the line."""
        shown = text[: shutil.get_terminal_size().columns - 1]
        self._write(shown.ljust(self._width))
        self._width = len(shown)

    def clear(self) -> None:
        """Leave an empty line. A terminal may have added `^C` to it."""
        if self._width:
            self._write(" " * min(self._width + 2, shutil.get_terminal_size().columns - 1) + "\r")
            self._width = 0

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text)
        sys.stderr.flush()


class ProgressLine(StatusLine):
    """How far the search is and what it would play now."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget

    def show(self, result: Result) -> None:
        """Replace what stands on the line."""
        self.put(describe(result, self.budget))


def describe(result: Result, budget: Budget) -> str:
    """`42%  423,112 iterations  1,012,334/s  best d  value 0.085`."""
    stats = result.stats
    spent = max(
        stats.iterations / budget.iterations if budget.iterations else 0.0,
        stats.seconds / budget.seconds if budget.seconds else 0.0,
    )
    return (
        f"{min(spent, 1.0):4.0%}  {stats.iterations:,} iterations  {stats.iterations_per_second:,.0f}/s  "
        f"best {result.name}  value {result.value:.3f}"
    )


def search_with_progress(
    search: Search, state: State | None, budget: Budget, even_if_forced: bool = False, clock: Clock | None = None
) -> Result:
    """`search.run`, with the line if standard error is a terminal. Without `state` the search goes on where it is; with
    a `clock` it goes by that, and not by the budget."""
    line = ProgressLine(budget if clock is None else Budget(seconds=clock.share()))
    try:
        return search.run(
            state,
            iterations=budget.iterations if clock is None else None,
            seconds=budget.seconds if clock is None else None,
            clock=clock,
            even_if_forced=even_if_forced,
            on_progress=line.show if sys.stderr.isatty() else None,
        )
    finally:
        line.clear()
