"""Whether `bytes=` means bytes: how much a process grows over tens of millions of iterations under a bound."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from .. import games
from ..parts.memory import Recycle
from ..search.search import Search
from .timing import Row

BOUNDS = {"64 KiB": 1 << 16, "1 MiB": 1 << 20, "64 MiB": 1 << 26}
ITERATIONS = 50_000_000
STATUS = Path("/proc/self/status")


def measure(quick: bool) -> Iterator[Row]:
    """A fresh process for each bound: what it grew by, beside the bound."""
    if not STATUS.exists():
        yield Row("bytes= in a process", "skipped", None, None, None, "", note="this system does not tell")
        return
    iterations = ITERATIONS // 100 if quick else ITERATIONS
    for label, bound in BOUNDS.items():
        command = [sys.executable, "-m", __name__, str(bound), str(iterations)]
        done = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        what = f"{label}, {iterations:,} iterations, {done['nodes']:,} nodes"
        yield Row("bytes= in a process", what, done["grown"], bound, done["grown"] / bound, "bytes", "at most 1.00")


def resident() -> int:
    """Bytes of memory that this process has now."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmRSS"))
    return 1024 * int(line.split()[1])


def main() -> None:
    """In the fresh process: a small search loads all there is to load, then the real one runs."""
    bound, iterations = map(int, sys.argv[1:])
    game = games.load("connect_four")
    state = game.start()
    small = Search(game, "plain", memory=Recycle(nodes=20), seed=1)
    small.run(state, iterations=1_000)
    before = resident()
    search = Search(game, "plain", memory=Recycle(bytes=bound), seed=1)
    stats = search.run(state, iterations=iterations).stats
    print(json.dumps({"grown": resident() - before, "nodes": stats.nodes}))


if __name__ == "__main__":
    main()
