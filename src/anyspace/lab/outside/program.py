"""Another program, in a process group of its own: lines in, lines out, each answer within a time."""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from pathlib import Path
from typing import IO

from ...errors import ExperimentError

LINES_KEPT = 20
"""Of what it writes to stderr."""

LEAVE_SECONDS = 0.5
"""How long a program may take to end by itself once it was told to."""

RUNNING: set[Program] = set()
"""All that this process has started and not ended."""


class ProgramFailed(Exception):
    """It ended, or does not answer."""


class Program:
    """A running program. `folder` is where it runs."""

    def __init__(self, command: str, folder: Path) -> None:
        self.words = words(command)
        if not _exists(self.words[0], folder):
            raise ExperimentError(f"there is no program {self.words[0]!r}")
        try:
            self._process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                start_new_session=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except OSError as error:
            raise ExperimentError(f"cannot run {self.words[0]!r}: {error.strerror or error}") from None
        RUNNING.add(self)
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._said: deque[str] = deque(maxlen=LINES_KEPT)
        assert self._process.stdout is not None and self._process.stderr is not None
        self._readers = [
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._listen, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def send(self, line: str) -> None:
        """Write a line. Raises `ProgramFailed` if nobody reads it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise ProgramFailed(self._ended()) from None

    def line(self, until: float) -> str:
        """The next line, without its end, by the monotonic clock `until`. Raises `ProgramFailed`."""
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise ProgramFailed(f"did not answer in time{self._last_words()}") from None
        if line is None:
            raise ProgramFailed(self._ended())
        return line

    def close(self) -> None:
        """End it and all that it started. Its group's number stays taken until it is waited for, so the group is ended
        first."""
        if self not in RUNNING:
            return
        RUNNING.discard(self)
        with contextlib.suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._readers[0].join(LEAVE_SECONDS)  # its output ends when it does
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        for reader in self._readers:
            reader.join(LEAVE_SECONDS)
        for stream in (self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError, ValueError):
                assert stream is not None
                stream.close()

    # ---- reading, in threads of their own

    def _read(self, stream: IO[str]) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in stream:
                self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def _listen(self, stream: IO[str]) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in stream:
                if line.strip():
                    self._said.append(line.strip())

    # ---- what became of it

    def _ended(self) -> str:
        end = time.monotonic() + LEAVE_SECONDS
        while self in RUNNING and not _has_ended(self._process.pid) and time.monotonic() < end:
            time.sleep(0.01)
        self.close()
        return f"ended (exit code {self._process.returncode}){self._last_words()}"

    def _last_words(self) -> str:
        return f"; it said: {self._said[-1][:200]}" if self._said else ""


def words(command: str) -> list[str]:
    """A command's words, as a shell would split them. Raises `ExperimentError`."""
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise ExperimentError(f"{command!r} is no command: {str(error).lower()}") from None
    if not found:
        raise ExperimentError("the command is empty")
    return found


def _exists(name: str, folder: Path) -> bool:
    return (folder / name).is_file() if os.sep in name else shutil.which(name) is not None


def _has_ended(pid: int) -> bool:
    """Whether a child has ended, which it stays until somebody waits for it."""
    if not hasattr(os, "waitid"):
        return False
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def end_all() -> None:
    """End every program that this process has started."""
    for program in list(RUNNING):
        program.close()


atexit.register(end_all)
