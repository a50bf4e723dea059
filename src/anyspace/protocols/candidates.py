"""What a search thinks of every move just now, as programs show it: the share of wins, how sure that is, what is to
follow."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..rules.game import State
    from ..search.result import Result
    from ..search.search import Search

NODES = 1000
"""How many of the most visited nodes are looked at for lines."""
LONGEST_LINE = 12
SURE = 1.96
"""Standard errors below the mean where the lower bound is."""

Speak = Callable[[str], str]
"""From a move's name in the game to what the other side calls it."""


@dataclass(frozen=True)
class Candidate:
    """One move."""

    move: Any
    name: str
    visits: int
    winrate: float
    """expected result of whoever moves, 0 (lost) to 1 (won)"""
    lcb: float
    """a lower bound of it"""
    prior: float
    """before any search: all moves are alike"""
    line: list[str]
    """the move and what is to follow it"""
    line_visits: list[int]


def candidates(search: Search, state: State, result: Result, speak: Speak, most: int | None = None) -> list[Candidate]:
    """Every move that was tried, or the first `most`: what would be played now comes first, then by visits."""
    rows = sorted(result.table, key=lambda row: row.move != result.move)[:most]
    lines = _Lines(search, state, speak)
    least, greatest = state.game.payoffs
    prior = 1.0 / max(1, len(state.moves()))
    found = []
    for row in rows:
        winrate = min(1.0, max(0.0, (row.value - least) / (greatest - least)))
        error = (
            0.0 if row.proven else math.sqrt(max(winrate * (1 - winrate), 1 / (row.visits + 1)) / max(1, row.visits))
        )
        line, visits = lines.after(row.move, row.visits)
        if row.move == result.move and len(result.line_names) > len(line):
            line = [speak(name) for name in result.line_names[:LONGEST_LINE]]
            visits += [1] * (len(line) - len(visits))
        found.append(
            Candidate(row.move, line[0], row.visits, winrate, max(0.0, winrate - SURE * error), prior, line, visits)
        )
    return found


def root_winrate(result: Result, payoffs: tuple[float, float]) -> float:
    """The expected result of whoever moves, over all that was searched."""
    least, greatest = payoffs
    visits = sum(row.visits for row in result.table)
    mean = sum(row.visits * row.value for row in result.table) / max(1, visits)
    return min(1.0, max(0.0, (mean - least) / (greatest - least)))


class _Lines:
    """The most visited replies, from a copy of the tree."""

    def __init__(self, search: Search, state: State, speak: Speak) -> None:
        self._state, self._speak = state, speak
        self._top = top = search.top(NODES)
        self._best: dict[int, int] = {}  # a row to that of its most visited child: these come in order
        for row in range(1, len(top)):
            self._best.setdefault(int(top.parents[row]), row)
        self._first = {top.moves[row]: row for row in range(1, len(top)) if top.parents[row] == 0}

    def after(self, move: Any, visits: int) -> tuple[list[str], list[int]]:
        """A move and what is to follow it, and how often each was visited."""
        state, rules = self._state.copy(), self._state.game.backend
        row = self._first.get(move)
        names: list[str] = []
        counts: list[int] = []
        while move in state.moves() and len(names) < LONGEST_LINE:
            names.append(self._speak(rules.move_name(state._block, move)))
            counts.append(visits)
            rules.play(state._block, move)
            row = None if row is None else self._best.get(row)
            if row is None:
                break
            move, visits = self._top.moves[row], int(self._top.visits[row])
        return names, counts
