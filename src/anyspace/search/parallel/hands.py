"""Threads that wait a moment for more work before they end: a decision takes milliseconds, and to start a thread for it
a tenth of one; a new one may also wait for its processor while one that was there already has it."""

from __future__ import annotations

import os
from _thread import LockType, allocate_lock, start_new_thread
from collections.abc import Callable

PATIENCE = 1.0
"""Seconds that a thread waits for more work."""

Job = Callable[[], object]


class Hand:
    """One thread: what it is to do, and the locks by which it is called and tells that it is done."""

    __slots__ = ("call", "done", "job")

    done: LockType

    def __init__(self) -> None:
        self.job: Job | None = None
        self.call = allocate_lock()
        self.call.acquire()


_waiting: list[Hand] = []  # taken from and added to by single, indivisible operations
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_waiting.clear)  # a child process has none of its parent's threads


def start(job: Job) -> LockType:
    """Have a thread do `job`, which must not raise. The lock that is returned is released when it is done."""
    try:
        hand = _waiting.pop()
    except IndexError:
        hand = Hand()
        start_new_thread(_serve, (hand,))  # threading.Thread would wait until it has come up
    hand.done = allocate_lock()
    hand.done.acquire()
    hand.job = job
    hand.call.release()
    return hand.done


def _serve(hand: Hand) -> None:
    while hand.call.acquire(timeout=PATIENCE) or not _retire(hand):
        job, done = hand.job, hand.done
        assert job is not None
        job()
        job = hand.job = None  # what a job knows of is large
        _waiting.append(hand)
        done.release()


def _retire(hand: Hand) -> bool:
    """Whether `hand` may go. If it was taken just now, it is about to be called."""
    try:
        _waiting.remove(hand)
    except ValueError:
        hand.call.acquire()
        return False
    return True
