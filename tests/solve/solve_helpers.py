"""Positions, and a Ctrl-C that comes by itself."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
from collections.abc import Iterator

from anyspace.rules.game import AnyGame, State


def bytes_of(state: State) -> bytes:
    """The position itself."""
    thing = getattr(state.game.backend, "objects", {}).get(state._block.ctypes.data)
    return state._block.tobytes() if thing is None else thing.tobytes()


def positions(game: AnyGame, count: int, most: int, seed: int = 1) -> list[State]:
    """After a few random moves, somebody to move."""
    source, found = random.Random(seed), []
    while len(found) < count:
        state = game.start(seed=source.getrandbits(32))
        for _ in range(source.randrange(most + 1)):
            if not state.over:
                state.play(source.choice(state.moves()))
        if not state.over:
            found.append(state)
    return found


@contextlib.contextmanager
def interrupted(seconds: float) -> Iterator[None]:
    """Somebody presses Ctrl-C after so long."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
