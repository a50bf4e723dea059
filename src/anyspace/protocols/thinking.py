"""Searching for somebody else: within the budget that was asked for and the time that there is, on the opponent's time
if that is wanted, with the tree kept from move to move."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..errors import NothingToSearch
from ..search.budget import Budget
from ..search.clock import Clock

if TYPE_CHECKING:
    from ..rules.game import AnyGame, State
    from ..search.handle import Handle
    from ..search.result import Result
    from ..search.search import Search

MOST_BYTES = 2**30
"""A search without an end rests when its tree is so large. One with a bound of its own never is."""
LOOK_SECONDS = 0.25
"""How often that is looked at."""

USUAL = Budget(seconds=1.0)
"""For a move where nothing was said of its time."""

MakeSearch = Callable[["AnyGame"], "Search"]


class Thinker:
    """One search at a time, for whichever game is played just now."""

    def __init__(self, make: MakeSearch, budget: Budget | None = None, ponders: bool = False) -> None:
        self._make, self.budget, self.ponders = make, budget, ponders
        self._search: Search | None = None
        self._handle: Handle | None = None

    def search_of(self, game: AnyGame) -> Search:
        """The search for a game: the one there is, or a new one."""
        if self._search is None or self._search.game is not game:
            self.rest()
            self._search = self._make(game)
        return self._search

    def remake(self, make: MakeSearch) -> None:
        """From now on search otherwise."""
        self.rest()
        self._make, self._search = make, None

    # ---- searching

    def think(self, state: State, time: Clock | float | None = None, budget: Budget | None = None) -> Handle:
        """Search for a move, within the budget and, if given, within a clock's time or so many seconds."""
        given = budget or self.budget or (USUAL if time is None else None)
        search = self.search_of(state.game)
        self.rest()
        iterations, seconds = (None, None) if given is None else (given.iterations, given.seconds)
        clock = None
        if isinstance(time, Clock):
            clock = time if seconds is None else None
            seconds = None if seconds is None else min(seconds, time.most)
        elif time is not None:
            seconds = time if seconds is None else min(seconds, time)
        self._handle = search.start(state, iterations=iterations, seconds=seconds, clock=clock)
        return self._handle

    def analyse(self, state: State) -> Handle:
        """Search until somebody stops it, or the tree is very large."""
        search = self.search_of(state.game)
        self.rest()
        handles: list[Handle] = []

        def look(result: Result) -> None:
            if result.stats.bytes >= MOST_BYTES and handles:
                handles[0].stop()

        handles.append(search.start(state, on_progress=look, every=LOOK_SECONDS))
        self._handle = handles[0]
        return handles[0]

    def ponder(self, state: State) -> None:
        """Search on the opponent's time, if that is wanted and there is something to search."""
        if self.ponders and state.mover >= 0:
            self.analyse(state)

    def rest(self) -> None:
        """Stop whatever is under way."""
        if self._handle is not None:
            with self._handle:
                pass
            self._handle = None

    # ---- following the game

    def follow(self, before: State, move: Any) -> None:
        """A move was played: keep what is known of what follows it, if that position was searched."""
        search = self._search
        self.rest()
        if search is None or search.game is not before.game:
            return
        try:
            known = search.position == before
        except NothingToSearch:
            return
        if known:
            search.advance(move)
