"""How long somebody who is not ours may take for a move: who takes longer has lost.

What runs in this process (functions, bots) is ended by the system's alarm clock: an exception in the middle of it. That
takes the main thread, which games are played in, and a system that has such a clock (not Windows). An exception reaches
Python code only: code of another language is not ended. If it answers, and too late, that is a loss as well.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from ...errors import ExperimentError
from ..decision import Forfeit, Table

TIMEOUT = 60.0
"""Seconds until a missing answer is a loss."""

GRACE = 10.0
"""The same beyond the time that somebody was given for a move."""

TOO_LATE = "did not answer in time"

AGAIN = 1.0
"""Seconds until the alarm rings once more, for who catches whatever is raised."""

Answer = TypeVar("Answer")


class OutOfTime(BaseException):
    """The alarm: no `except Exception` of a player's catches it."""


def timeout_of(table: Table) -> float:
    """What a table says, or the usual."""
    seconds = table.get("seconds")
    return float(table.get("timeout", TIMEOUT if seconds is None else seconds + GRACE))


def check_timeout(table: Table) -> None:
    """Raises `ExperimentError` where it is no number of seconds."""
    timeout = table.get("timeout")
    if timeout is not None and not (type(timeout) in (int, float) and 0 < timeout < float("inf")):
        raise ExperimentError(f"timeout must be a number of seconds, not {timeout!r}")


def in_time(seconds: float, ask: Callable[[], Answer]) -> Answer:
    """What somebody answers. Raises `Forfeit` if that takes longer."""
    began = time.monotonic()
    try:
        with _alarm(seconds):
            answer = ask()
    except OutOfTime:
        raise Forfeit(TOO_LATE) from None
    if time.monotonic() - began > seconds:
        raise Forfeit(TOO_LATE)
    return answer


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*signalled: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
