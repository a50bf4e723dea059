"""How a search makes up its mind: what moves were worth, and how often they were visited, as iterations went by."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import numeric
from ..errors import NothingToSearch, OptionError

if TYPE_CHECKING:
    from ..rules.game import State
    from .result import Result
    from .search import Search


@dataclass(frozen=True)
class Look:
    """The root's moves at one moment."""

    iterations: int
    """since the tree was new, so far as the root remembers"""
    seconds: float
    best: str
    """the move that would have been played"""
    visits: dict[str, int]
    """by the names of moves"""
    values: dict[str, float]
    """mean payoffs to who moves, in the game's own units"""


class Convergence:
    """Takes down what a search finds as it goes on: `Convergence().follow(search, state, 100_000)`. Or at moments of
    time, `search.run(state, seconds=1, on_progress=convergence, every=0.05)`; give it the final result then, too."""

    def __init__(self) -> None:
        self.looks: list[Look] = []
        """In the order of their iterations."""
        self.title = ""
        """The game, and whose values these are."""

    def follow(self, search: Search, state: State, iterations: int, per_decade: int = 8) -> Result:
        """Search from `state` for so many iterations and take down what is found on the way: after one, and then so
        often for every tenfold number of them. With a seed the answer is always the same, but not that of a single
        run: from look to look the search draws from another seed."""
        total, often = numeric.whole(iterations), numeric.whole(per_decade)
        if total is None or total < 1 or often is None or often < 1:
            raise OptionError("follow takes whole numbers from 1 on: iterations, and looks per_decade")
        plan = sorted({min(total, round(10 ** (i / often))) for i in range(math.ceil(math.log10(total) * often) + 1)})
        seed, result = search.seed, None
        try:
            for turn, wanted in enumerate(plan):
                done = self.looks[-1].iterations if result else 0
                search.seed = None if seed is None else seed + turn
                start = state if result is None else None
                result = search.run(start, iterations=wanted - done, even_if_forced=True)
                self(result)
                if self.looks[-1].iterations < wanted:
                    break  # it is decided, or somebody pressed Ctrl-C
        finally:
            search.seed = seed
        assert result is not None
        return result

    def __call__(self, result: Result) -> None:
        iterations = result.stats.reused + result.stats.iterations
        if self.looks and iterations <= self.looks[-1].iterations:
            if iterations == self.looks[-1].iterations:
                return  # the last report and the result are often the same
            raise OptionError(
                f"{iterations:,} iterations after {self.looks[-1].iterations:,}: this is another search; it needs a "
                "Convergence of its own"
            )
        self.title = f"{result.game}, player {result.player}"
        visits = {row.name: row.visits for row in result.table}
        values = {row.name: row.value for row in result.table}
        self.looks.append(Look(iterations, result.stats.seconds, result.name, visits, values))

    def moves(self, most: int = 6) -> list[str]:
        """The names of the moves that were visited most in the end."""
        self._check()
        last = self.looks[-1].visits
        return sorted(last, key=lambda name: -last[name])[:most]

    def settled(self) -> int:
        """After how many iterations the choice was what it is now, and stayed so at every look."""
        self._check()
        since = self.looks[-1].iterations
        for look in reversed(self.looks):
            if look.best != self.looks[-1].best:
                break
            since = look.iterations
        return since

    def lines(self, what: str = "value", most: int = 6) -> dict[str, list[tuple[int, float]]]:
        """For each of the most visited moves its points: iterations, and its `value` or its `share` of the visits."""
        if what not in ("value", "share"):
            raise OptionError(f"a line shows 'value' or 'share', not {what!r}")
        found: dict[str, list[tuple[int, float]]] = {}
        for name in self.moves(most):
            points = found.setdefault(name, [])
            for look in self.looks:
                if name in look.visits:
                    share = look.visits[name] / sum(look.visits.values())
                    points.append((look.iterations, look.values[name] if what == "value" else share))
        return found

    def rows(self) -> list[dict[str, Any]]:
        """A dictionary for each move at each look: iterations, seconds, name, visits, share, value, best."""
        return [
            dict(
                iterations=look.iterations,
                seconds=look.seconds,
                name=name,
                visits=visits,
                share=visits / sum(look.visits.values()),
                value=look.values[name],
                best=name == look.best,
            )
            for look in self.looks
            for name, visits in look.visits.items()
        ]

    def to_frame(self) -> Any:
        """These rows as a pandas DataFrame. Needs pandas (`pip install "anyspace[notebook]"`)."""
        from ..views.frames import frame

        return frame(self.rows())

    def _check(self) -> None:
        if not self.looks:
            raise NothingToSearch("nothing was taken down yet: search with on_progress=convergence")

    def __repr__(self) -> str:
        if not self.looks:
            return "<Convergence, nothing taken down yet>"
        done = f"{len(self.looks)} looks at {self.looks[-1].iterations:,} iterations"
        return f"<Convergence of {self.title}: {done}, {self.looks[-1].best} since {self.settled():,}>"

    def _repr_html_(self) -> str:
        from ..views.charts import line_chart
        from ..views.markup import escape, framed, heading, quiet

        if not self.looks:
            return framed(quiet("nothing taken down yet"))
        last = self.looks[-1]
        told = f"{escape(self.title)}: <b>{escape(last.best)}</b> since {self.settled():,} of {last.iterations:,}"
        charts = line_chart(self.lines("value"), "value") + line_chart(self.lines("share"), "share of visits")
        return framed(heading(f"{told} iterations"), f'<div class="as-sides">{charts}</div>')
