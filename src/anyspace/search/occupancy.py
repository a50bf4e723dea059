"""Who uses a search just now: one thread that changes it, or any number that read. Who comes in between is told so at
once; only who wants to change it waits a moment for those that read: a last look at a tree is soon over."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import Busy

PATIENCE = 0.5
"""Seconds that who wants to change a search waits for those that read it."""


class Occupancy:
    """Of one search. Whoever changes it may read it as well: callbacks of a run do."""

    def __init__(self) -> None:
        self._gate = threading.Condition()  # held for an instant only
        self._doing = ""
        self._thread = 0
        self._readers = 0
        self._is_searching = False

    def take(self, doing: str) -> None:
        """From now on this thread changes the search, until `leave`. Raises `Busy`."""
        with self._gate:
            self._gate.wait_for(lambda: self._doing or not self._readers, PATIENCE)
            if self._doing or self._readers:
                raise Busy(self._complaint(doing))
            self._doing, self._thread, self._is_searching = doing, threading.get_ident(), False

    def leave(self) -> None:
        """Whoever had it is done."""
        with self._gate:
            self._doing, self._thread, self._is_searching = "", 0, False

    def searching(self) -> None:
        """This thread goes on with what was taken, and only searches from now on: what can be read meanwhile, may."""
        with self._gate:
            self._thread, self._is_searching = threading.get_ident(), True

    @contextmanager
    def changed(self, doing: str) -> Iterator[None]:
        """`take` and `leave`."""
        self.take(doing)
        try:
            yield
        finally:
            self.leave()

    @contextmanager
    def read(self, doing: str, even_searching: bool = False) -> Iterator[None]:
        """Nobody changes the search meanwhile, but this thread; `even_searching`: kernels may. Raises `Busy`."""
        with self._gate:
            is_ours = self._thread == threading.get_ident()
            if self._doing and not is_ours and not (even_searching and self._is_searching):
                raise Busy(self._complaint(doing))
            counted = not self._doing
            self._readers += counted
        try:
            yield
        finally:
            if counted:
                with self._gate:
                    self._readers -= 1
                    self._gate.notify_all()

    def _complaint(self, wanted: str) -> str:
        if not self._doing:
            return f"this search is busy: no `{wanted}` while another thread reads its tree; try again"
        if self._thread == threading.get_ident():
            return f"this search is busy: no `{wanted}` within its own `{self._doing}`, which is not over"
        under_way = f"this search is busy: no `{wanted}` while `{self._doing}` is under way in another thread"
        return f"{under_way}; wait for its end, stop it, or use a search for each thread"
