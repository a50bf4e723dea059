"""Both ends of a conversation in one process. Nothing is compiled: rules and kernels run as plain Python."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from uncompiled import plain_search, uncompiled

import anyspace
from anyspace.protocols import gtp, shelf, ugi
from anyspace.protocols.lines import Lines
from anyspace.protocols.thinking import Thinker
from anyspace.protocols.ugi_options import usual_settings
from anyspace.search.budget import Budget

PATIENCE = 30.0
"""Seconds until an answer is missing."""


def load_uncompiled(name: str, **options: Any) -> Any:
    game = anyspace.load(name, **options)
    return game if name.startswith("open_spiel:") else uncompiled(game)


def thinker(iterations: int | None = 30, **options: Any) -> Thinker:
    budget = None if iterations is None else Budget(iterations)
    return Thinker(lambda game: plain_search(game, seed=1), budget, **options)


class Said:
    """A session whose lines are handed to it one by one; nothing is waiting while it answers."""

    def __init__(self) -> None:
        self.text = ""
        self._ready = threading.Event()
        self.lines = Lines(self._nothing, self._write)

    def _nothing(self) -> bytes:
        self._ready.wait()
        return b""

    def _write(self, text: str) -> None:
        self.text += text

    def close(self) -> None:
        self._ready.set()


class Gtp(Said):
    """A GTP session."""

    def __init__(self, game: str = "go(size=5,komi=0.5)", iterations: int | None = 30, **options: Any) -> None:
        super().__init__()
        self.session = gtp.Session(self.lines, load_uncompiled(game), thinker(iterations), **options)

    def hear(self, line: str) -> str:
        """All that is answered to a line."""
        self.text = ""
        self.session.hear(line)
        return self.text

    def ask(self, line: str) -> str:
        """The answer to a command that succeeds."""
        answer = self.hear(line)
        assert answer.startswith("=") and answer.endswith("\n\n"), (line, answer)
        return answer[1:].strip()

    def refuses(self, line: str) -> str:
        """The answer to a command that fails."""
        answer = self.hear(line)
        assert answer.startswith("?") and answer.endswith("\n\n") and "internal" not in answer, (line, answer)
        return answer[1:].strip()


class Ugi(Said):
    """A UGI session."""

    def __init__(self, game: str = "tic_tac_toe", iterations: int | None = 30) -> None:
        super().__init__()
        self.session = ugi.Session(self.lines, load_uncompiled(game), thinker(iterations), usual_settings())

    def ask(self, line: str) -> list[str]:
        self.text = ""
        self.session.hear(line)
        return self.text.splitlines()


class Talk:
    """The other side of a session that is served in a thread: says lines, and hears what comes."""

    def __init__(self, serve: Callable[[Lines], None]) -> None:
        source, self._speak = os.pipe()
        self._heard: queue.SimpleQueue[str] = queue.SimpleQueue()
        lines = Lines(lambda: os.read(source, 65536), self._hear)
        self._thread = threading.Thread(target=serve, args=(lines,), daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        os.write(self._speak, (line + "\n").encode())

    def _hear(self, text: str) -> None:
        assert text.endswith("\n")
        for line in text[:-1].split("\n"):
            self._heard.put(line)

    def line(self) -> str:
        return self._heard.get(timeout=PATIENCE)

    def until(self, last: str) -> list[str]:
        """Lines up to the first one that begins so, with it; up to an empty one if that is what is waited for."""
        found = [self.line()]
        while not found[-1].startswith(last) or (last == "" != found[-1]):
            found.append(self.line())
        return found

    def silence(self, seconds: float) -> bool:
        """Whether nothing is said for so long."""
        time.sleep(seconds)
        return self._heard.empty()

    def close(self) -> None:
        os.close(self._speak)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


def talk_gtp(game: str = "go(size=5,komi=0.5)", iterations: int | None = 30, ponders: bool = False) -> Talk:
    return Talk(lambda lines: gtp.Session(lines, load_uncompiled(game), thinker(iterations, ponders=ponders)).serve())


def talk_ugi(game: str = "tic_tac_toe", iterations: int | None = 30) -> Talk:
    return Talk(lambda lines: ugi.Session(lines, load_uncompiled(game), thinker(iterations), usual_settings()).serve())


def nothing_compiled(monkeypatch: Any) -> None:
    """Boards of another size, or with another komi, are not compiled either."""
    monkeypatch.setattr(shelf, "load", load_uncompiled)
