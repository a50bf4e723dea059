"""A decision every frame, in time: for games that do not wait (the survey's IV-G).

Frames begin at fixed moments, `frame` seconds apart. A decision takes what is left of its frame, less a margin, which
is learnt: whenever a decision is done later than planned (a slow iteration, reading the answer, a system that gave the
processor to somebody else), the margin becomes a little more than that, and forgets it slowly. The tree is carried on
from frame to frame. Python's garbage collector works when it is told to, at the beginning of a frame, where it takes
time from the search and not from the deadline. What has to be compiled is compiled before the first frame.
"""

from __future__ import annotations

import gc
import time
from array import array
from typing import TYPE_CHECKING, Any

from .. import numeric
from ..errors import BudgetError, NothingToSearch

if TYPE_CHECKING:
    from ..rules.game import State
    from .result import Result
    from .search import Search

SHORTEST, LONGEST = 0.002, 10.0
"""Seconds of a frame."""

LEAST_MARGIN = 0.0005
MOST_MARGIN = 0.5
"""Of a frame: at least half of it is searched, however late decisions were."""
MORE = 1.25
"""The margin is so much more than the delay that it was learnt from."""
KEPT = 0.998
"""Of the margin, from frame to frame: half of it is forgotten in 350 frames."""

COLLECTED = 64
"""Frames from one garbage collection to the next."""

REHEARSED = 8
"""Decisions made before the first frame."""


class RealTime:
    """Decisions of a search, one a frame. As a context: what is prepared on the way in is undone on the way out.

    with RealTime(search, frame=0.02) as live:
        live.prepare(state)
        while not state.over:
            result = live.decide(state)     # is back before the frame ends
            ...                             # moves are played; live.played(move) for each
            late = live.wait()              # until the frame ends: how late that was noticed, in seconds
    """

    def __init__(self, search: Search, frame: float) -> None:
        seconds = numeric.finite(frame)
        if seconds is None or not SHORTEST <= seconds <= LONGEST:
            raise BudgetError(f"a frame is from {SHORTEST} to {LONGEST:g} seconds long, not {numeric.shown(frame)}")
        self.search = search
        self.frame = seconds
        self._first_margin = min(0.1 * seconds, 0.002)
        self.margin = self._first_margin
        """Seconds that a decision leaves of its frame."""
        self.deadline = 0.0
        """When this frame ends, by `time.perf_counter`; 0 before the first."""
        self.frames = 0
        self.skipped = 0
        """Frames that were over before they began."""
        self.after = array("d")
        """How long after its deadline each decision was back, in seconds; below 0: before it."""
        self.away = array("d")
        """How long this thread was without a processor in each frame before it waited, in seconds: somebody else's
        doing."""
        self._began = (0.0, 0.0)
        self.iterations = array("q")
        self._collects = False

    def __enter__(self) -> RealTime:
        self._collects = gc.isenabled()
        gc.collect()
        gc.freeze()  # what is there already is never looked through again
        gc.disable()
        return self

    def __exit__(self, *_: object) -> None:
        gc.unfreeze()
        if self._collects:
            gc.enable()

    def prepare(self, state: State) -> None:
        """Compile what is to be compiled, and decide a few times as in a frame, so that the first is as quick as the
        others: with moves of everybody, for the tree is to be carried on. Nothing of it is kept."""
        rehearsed, player = state.copy(), state.mover
        self.search.run(rehearsed, iterations=1)
        for _ in range(REHEARSED):
            self._start()
            move = self.decide(rehearsed).move
            while True:
                self.played(move)
                rehearsed.play(move)
                if rehearsed.over or rehearsed.mover == player:
                    break
                move = rehearsed.moves()[0]
            if rehearsed.over:
                rehearsed = state.copy()
        self.search.forget()
        self.search.run(state, iterations=1)
        self.margin = self._first_margin
        self.deadline, self.frames, self.skipped = 0.0, 0, 0
        self.after, self.away, self.iterations = array("d"), array("d"), array("q")

    def decide(self, state: State) -> Result:
        """Search until shortly before the frame ends. The tree is kept if `played` led to this position."""
        if state.mover < 0:
            raise NothingToSearch(f"{state.game.name}: nothing to decide in this frame")
        if self.deadline == 0.0:
            self._start()
        if self.frames % COLLECTED == COLLECTED - 1:
            gc.collect()
        planned = self.deadline - self.margin
        left = planned - time.perf_counter()
        result = self.search.run(state, seconds=left) if left > 0 else self.search.run(state, iterations=1)
        done = time.perf_counter()
        self._learn(done - planned)
        self.after.append(done - self.deadline)
        self.iterations.append(result.stats.iterations)
        return result

    def played(self, move: Any) -> None:
        """A move was played in the position that was decided: the tree is carried on."""
        self.search.advance(move)

    def wait(self) -> float:
        """Until this frame ends, and the next begins; how late it is then, in seconds. Frames that are over by then are
        skipped."""
        if self.deadline == 0.0:
            self._start()
        begun, worked = self._began
        self.away.append(max(0.0, time.perf_counter() - begun - (time.thread_time() - worked)))
        late = sleep_until(self.deadline)
        self._begin()
        self.frames += 1
        over = int(late / self.frame)
        self.skipped += over
        self.deadline += self.frame * (over + 1)
        return late

    def _start(self) -> None:
        self.deadline = time.perf_counter() + self.frame
        self._begin()

    def _begin(self) -> None:
        self._began = (time.perf_counter(), time.thread_time())

    def _learn(self, delay: float) -> None:
        """A decision was back so much later than planned."""
        self.margin = max(self.margin * KEPT, MORE * delay, LEAST_MARGIN)
        self.margin = min(self.margin, MOST_MARGIN * self.frame)


def sleep_until(moment: float) -> float:
    """Sleep by the system's timer until `time.perf_counter` is there; how late it was then, in seconds."""
    left = moment - time.perf_counter()
    while left > 0:
        time.sleep(left)
        left = moment - time.perf_counter()
    return -left
