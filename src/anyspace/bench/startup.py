"""Start-up: how long a person waits before anything happens, with and without compiled code on disk."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from .timing import Row, seconds

THINK = [sys.executable, "-m", "anyspace", "think", "connect_four", "--iterations", "1000", "--json"]
HELP = [sys.executable, "-m", "anyspace", "--help"]
SECTION = "start-up"


def measure(rounds: int, quick: bool) -> Iterator[Row]:
    """--help; a search in a second process; the same with an empty cache."""

    def run(command: list[str], cache: str) -> float:
        environment = {**os.environ, "ANYSPACE_CACHE_DIR": cache, "ANYSPACE_QUIET": "1"}
        quietly = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return seconds(lambda: subprocess.run(command, env=environment, check=True, **quietly))  # type: ignore[call-overload]

    with tempfile.TemporaryDirectory() as cache:
        helped = statistics.median(run(HELP, cache) for _ in range(rounds))
        yield Row(SECTION, "anyspace --help", helped, None, None, "s", "at most 0.3")
        if not quick:
            yield Row(SECTION, "first search, nothing compiled", run(THINK, cache), None, None, "s", "at most 40")
        else:
            run(THINK, cache)
        warm = statistics.median(run(THINK, cache) for _ in range(rounds))
        yield Row(SECTION, "search in a new process, compiled before", warm, None, None, "s", "at most 1.5")
