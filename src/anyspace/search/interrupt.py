"""Ctrl-C during a search, or somebody's word, means: stop and say what you have."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any


class Interruptible:
    """Within this context the first Ctrl-C only sets `requested`; a second one raises KeyboardInterrupt as usual.

    Elsewhere than in the main thread signals do not arrive. Other threads may `stop` or `ask` at any moment.
    """

    def __init__(self) -> None:
        self.requested = False
        self.asked = False
        """Whether somebody wants to know how far it is."""
        self.hurry: Callable[[], object] | None = None
        """Has those who work look here soon."""
        self._before: Any = None

    def stop(self) -> None:
        """Request an end."""
        self.requested = True
        if self.hurry is not None:
            self.hurry()

    def ask(self) -> None:
        """Request a report."""
        self.asked = True
        if self.hurry is not None:
            self.hurry()

    def __enter__(self) -> Interruptible:
        in_main_thread = threading.current_thread() is threading.main_thread()
        if in_main_thread and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            raise KeyboardInterrupt
        self.stop()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None
