"""What a search keeps with rules that live in Python, while it runs: several may search one game at once."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable


class Session:
    """One search's: its random numbers, and what a rule raised."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.failure: BaseException | None = None


class Sessions(threading.local):
    """The session of each thread."""

    def __init__(self, new: Callable[[int], Session]) -> None:
        self.now = new(0)
