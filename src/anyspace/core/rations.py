"""Handing out iterations to the threads of a team, a few at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..machine.atomic import add64, address_of, load64
from ..machine.blocks import aligned_bytes
from ..machine.native import call

HANDED, LIMIT, CHUNK, PARTS, STOP, CLOSED, YIELD_AT, CLOCK_AT, CLOCK, DEADLINE = 0, *range(8, 17)
"""Places in the control words of a team of threads: iterations handed out so far; how many there are; how many are
handed out at a time, and into how many parts what is left is divided at least, so that all threads end together;
whether to stop; whether there will be no more leaves to play out; the system's function that gives the processor away,
or 0; its function that tells the time, or 0; which of its clocks; when to stop by that clock, in nanoseconds, or 0."""
CONTROL_WORDS = 24

SECONDS, NANOSECONDS, TURN = range(3)
"""Places in a thread's `watch`."""


def new_control() -> Any:
    """Control words, all 0, on cache lines of their own."""
    return aligned_bytes(8 * CONTROL_WORDS).view(np.int64)


def next_ration(control: Any, watch: Any) -> int:
    """How many iterations this thread is to do next; 0 for none. However little time there is, some are done. (Threads
    look at the clock themselves: the leader looks for them only between its turns.)"""
    at = address_of(control)
    if load64(at + 8 * STOP) != 0 or watch[TURN] <= 0:
        return 0
    handed = load64(at + 8 * HANDED)
    if control[DEADLINE] != 0 and handed > 0:
        call(control[CLOCK_AT], (control[CLOCK], address_of(watch)))
        if watch[SECONDS] * 1_000_000_000 + watch[NANOSECONDS] >= control[DEADLINE]:
            return 0
    chunk = min(control[CHUNK], max(1, (control[LIMIT] - handed) // control[PARTS]))
    ration = max(0, min(chunk, control[LIMIT] - add64(at + 8 * HANDED, chunk)))
    watch[TURN] -= ration
    return ration
