"""What a search found: the decision, why, and what it cost."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Candidate:
    """One move of the root."""

    move: Any
    name: str
    visits: int
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
    seconds: float
    iterations_per_second: float
    nodes: int
    bytes: int
    """of the nodes in the tree"""
    recycled: int
    """nodes taken from the tree to make room"""
    mean_depth: float
    max_depth: int
    mean_playout: float
    """moves a playout"""
    reused: int
    """visits that the root already had"""
    interrupted: bool
    information: str
    """what the search looked at: perfect, single, multi, determinized or cheating"""
    threads: int = 1
    """how many threads (or processes) searched"""
    parts: str = ""
    """what the search did otherwise than plain UCT, as text that `Search` takes"""
    combination: str = "plain"
    """`default` if these parts were chosen by what the game declares, `plain` if they are those that were named"""


@dataclass(frozen=True)
class Result:
    """The decision of one search."""

    game: str
    player: int
    move: Any
    name: str
    value: float
    """expected payoff of the move to `player`, in the game's own units"""
    line: list[Any]
    """the principal variation: the most visited moves from here on, the chosen one first"""
    line_names: list[str]
    table: list[Candidate]
    """every move that was tried, most visited first"""
    stats: Stats
    seed: int
    proven: bool = False
    """whether `value` is certain: the move leads there against any play (needs a part that proves, such as `solver`)"""
    forced: bool = False
    """whether the move is the only legal one: then it was answered at once, unless the search was told otherwise"""

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain dictionaries, lists, strings and numbers (Python games: moves as they are)."""
        return asdict(self)

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
            f"line  {'  '.join(self.line_names)}",
            f"{stats.iterations:,} iterations in {stats.seconds:.2f} s ({stats.iterations_per_second:,.0f}/s), "
            f"{stats.nodes:,} nodes, {stats.bytes / 2**20:.1f} MiB, depth {stats.mean_depth:.1f} "
            f"(at most {stats.max_depth}), playouts of {stats.mean_playout:.1f} moves"
            + (", interrupted" if stats.interrupted else "")
            + (f"\nparts {stats.parts}" if stats.parts else "")
            + (" (the default for this game)" if stats.parts and stats.combination == "default" else ""),
        ]
        return "\n".join(lines)
