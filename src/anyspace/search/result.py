"""What a search found: the decision, why, and what it cost."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Candidate:
    """One move of the root."""

    move: Any
    """as `state.play` takes it"""
    name: str
    """what people call it"""
    visits: int
    """iterations that began with it"""
    share: float
    """of all visits, 0 to 1"""
    value: float
    """mean payoff to the player who moves, in the game's own units; the exact one if `proven`"""
    proven: bool = False
    """whether the value is certain, not estimated"""


@dataclass(frozen=True)
class Stats:
    """What the search did and what it cost."""

    iterations: int
    """playouts, each with its descent through the tree"""
    seconds: float
    """by the clock on the wall, without what was compiled before"""
    iterations_per_second: float
    """of all threads together"""
    nodes: int
    """in the tree when it ended"""
    bytes: int
    """of the nodes in the tree"""
    recycled: int
    """nodes taken from the tree to make room"""
    mean_depth: float
    """moves from the root to where playouts began, on average"""
    max_depth: int
    """and at most"""
    mean_playout: float
    """moves a playout"""
    reused: int
    """visits that the root already had"""
    interrupted: bool
    """whether somebody ended it before its budget was spent"""
    information: str
    """what the search looked at: perfect, single, multi, determinized or cheating"""
    threads: int = 1
    """how many threads (or processes) searched"""
    parts: str = ""
    """what the search did otherwise than plain UCT, as text that `Search` takes"""
    combination: str = "plain"
    """`default` if these parts were chosen by what the game declares, `plain` if they are those that were named"""


@dataclass(frozen=True, repr=False)
class Result:
    """The decision of one search."""

    game: str
    """its name"""
    player: int
    """who is to move"""
    move: Any
    """what to play"""
    name: str
    """what people call that move"""
    value: float
    """expected payoff of the move to `player`, in the game's own units"""
    line: list[Any]
    """the principal variation: the most visited moves from here on, the chosen one first"""
    line_names: list[str]
    """what people call these moves"""
    table: list[Candidate]
    """every move that was tried, most visited first"""
    stats: Stats
    """what the search did and what it cost"""
    seed: int
    """that the search drew from: the same one gives the same result again"""
    proven: bool = False
    """whether `value` is certain: the move leads there against any play (needs a part that proves, such as `solver`)"""
    forced: bool = False
    """whether the move is the only legal one: then it was answered at once, unless the search was told otherwise"""
    payoffs: tuple[float, float] = (-1.0, 1.0)
    """least and greatest payoff of the game: between them all values are"""
    strategies: list[list[tuple[Any, float]]] = field(default_factory=list)
    """where moves are made at the same time: for each player its moves and how often to play them; empty for those who
    do not choose now"""

    @property
    def strategy(self) -> dict[Any, float]:
        """How often `player` is to play each move: its mixed strategy where moves are made at the same time, elsewhere
        the shares of the visits."""
        if self.strategies and self.strategies[self.player]:
            return dict(self.strategies[self.player])
        return {row.move: row.share for row in self.table}

    def sample(self, seed: int | None = None) -> Any:
        """A move drawn by `strategy`."""
        return random.Random(seed).choices([*self.strategy], [*self.strategy.values()])[0]

    def _mixed(self) -> list[str]:
        names, strategy = {row.move: row.name for row in self.table}, self.strategy
        likely = [(move, share) for move, share in strategy.items() if move in names and share > 0]
        shown = [f"{names[move]} {share:.1%}" for move, share in likely[:20]]
        return [f"mixed {'  '.join(shown)}"] if self.strategies else []

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain dictionaries, lists, strings and numbers (Python games: moves as they are)."""
        return asdict(self)

    def to_frame(self) -> Any:
        """The table as a pandas DataFrame, a row a move. Needs pandas (`pip install "anyspace[notebook]"`)."""
        from ..views.frames import frame

        return frame([asdict(row) for row in self.table])

    def __repr__(self) -> str:
        stats = self.stats
        sure = ", proven" if self.proven else ", the only legal move" if self.forced else ""
        return (
            f"<Result of {self.game}: {self.name}, value {self.value:.3f} for player {self.player}{sure}; "
            f"{stats.iterations:,} iterations in {stats.seconds:.2f} s>"
        )

    def _repr_html_(self) -> str:
        from ..views.pages import result_page

        return result_page(self)

    def __str__(self) -> str:
        width = max([4, *(len(row.name) for row in self.table[:20])])
        lines = [f"{'move':<{width}}  {'visits':>11}  {'share':>6}  {'value':>8}"]
        lines += [
            f"{row.name:<{width}}  {row.visits:>11,}  {row.share:>6.1%}  {row.value:>8.3f}" for row in self.table[:20]
        ]
        if len(self.table) > 20:
            lines.append(f"... and {len(self.table) - 20} more")
        stats = self.stats
        lines += [
            "",
            f"best  {self.name}  (value {self.value:.3f} for player {self.player}{', proven' if self.proven else ''}"
            f"{', the only legal move' if self.forced else ''})",
            *self._mixed(),
            f"line  {'  '.join(self.line_names)}",
            f"{stats.iterations:,} iterations in {stats.seconds:.2f} s ({stats.iterations_per_second:,.0f}/s), "
            f"{stats.nodes:,} nodes, {stats.bytes / 2**20:.1f} MiB, depth {stats.mean_depth:.1f} "
            f"(at most {stats.max_depth}), playouts of {stats.mean_playout:.1f} moves"
            + (", interrupted" if stats.interrupted else "")
            + (f"\nparts {stats.parts}" if stats.parts else "")
            + (" (the default for this game)" if stats.parts and stats.combination == "default" else ""),
        ]
        return "\n".join(lines)
