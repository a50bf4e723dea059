"""Ctrl-C during a search, or somebody's word, means: stop and say what you have. Ctrl-C pressed again means: stop all
of it."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

PAUSE_SECONDS = 1.0
"""A search that begins sooner than this after another ended is its sequel in some loop: no person asked for it."""


class _Presses:
    """What searches of this process know of each other. Signals arrive in one thread, so there is one of these."""

    def __init__(self) -> None:
        self.pressed = False
        """Whether a search was stopped, and those since were sequels."""
        self.ended = -PAUSE_SECONDS
        """When the latest search ended."""


_presses = _Presses()


def forget_presses() -> None:
    """Take the next Ctrl-C for a first one, however soon it comes."""
    _presses.pressed = False


class Interruptible:
    """Within this context the first Ctrl-C only sets `requested`; a second one raises KeyboardInterrupt as usual.

    The second one may come in a later search: a loop of searches in which one was stopped goes on with the next, and
    there Ctrl-C raises at once. Only where a person had time to look at the result is the next press a first one again.
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
            if time.monotonic() - _presses.ended > PAUSE_SECONDS:
                _presses.pressed = False
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, number: int, frame: FrameType | None) -> None:
        if _presses.pressed:
            _presses.pressed = False  # it was heard: whoever catches it starts afresh
            raise KeyboardInterrupt
        _presses.pressed = True
        self.stop()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None
            _presses.ended = time.monotonic()
