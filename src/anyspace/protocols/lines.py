"""A conversation by lines: what the other side says is read in a thread of its own, so that a search can go on until
something is said; what we say is sent at once."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout

CHUNK = 65_536
LONGEST = 1_000_000
"""Characters of a line; what is longer is cut off there. Nobody means such a line."""

Read = Callable[[], bytes]
"""Some of what was said, as soon as there is some; nothing at the end."""
Write = Callable[[str], object]


class Lines:
    """What two programs say to each other."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read, self._write = read, write
        self._waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._held: list[str | None] = []
        self._ended = False
        threading.Thread(target=self._listen, name="anyspace input", daemon=True).start()

    def _listen(self) -> None:
        rest, too_long = b"", False
        while chunk := self._next_chunk():
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                if not too_long:  # else the end of a line that was heard already
                    self._waiting.put(_text(line))
                too_long = False
            if len(rest) > LONGEST:
                if not too_long:
                    self._waiting.put(_text(rest))
                rest, too_long = b"", True
        if rest and not too_long:
            self._waiting.put(_text(rest))
        self._waiting.put(None)

    def _next_chunk(self) -> bytes:
        try:
            return self._read()
        except (OSError, ValueError):  # closed under our hands: nothing more will come
            return b""

    def next(self, timeout: float | None = None) -> str | None:
        """The next line, None when there is none to come. With a `timeout` in seconds, raises `queue.Empty`."""
        if self._held:
            return self._held.pop()
        if self._ended:
            return None
        line = self._waiting.get(timeout=timeout) if timeout is None or timeout > 0 else self._waiting.get_nowait()
        self._ended = line is None
        return line

    def hold(self, line: str | None) -> None:
        """Give a line back: it is the next one."""
        self._held.append(line)

    def heard(self, timeout: float) -> bool:
        """Whether something is said within so many seconds, be it that there is nothing to come. It is not taken."""
        try:
            self.hold(self.next(timeout))
        except queue.Empty:
            return False
        return True

    def say(self, text: str) -> None:
        """Send text and the end of its line."""
        self._write(text + "\n")


def _text(line: bytes) -> str:
    return line[:LONGEST].decode("utf-8", "replace").rstrip("\r")


@contextmanager
def standard_lines() -> Iterator[Lines]:
    """Standard input and output. Whatever else is printed meanwhile goes to standard error."""
    out = sys.stdout

    def write(text: str) -> None:
        out.write(text)
        out.flush()

    with redirect_stdout(sys.stderr):
        yield Lines(lambda: os.read(sys.stdin.fileno(), CHUNK), write)
