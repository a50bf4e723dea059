"""Connect Four here and in a plain C program compiled by gcc: speed, and how it falls as the tree grows."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from .. import games
from ..parts.memory import Unbounded
from ..parts.select.ucb1 import UCB1
from ..search.search import Search
from .timing import Row

SECTION = "plain C program, Connect Four"
C = 1.0
SMALL, LARGE = 100_000, 10_000_000


def source() -> Path | None:
    """The C program: beside the package in a checkout, inside it when installed."""
    installed = Path(str(resources.files("anyspace"))) / "bench" / "connect_four.c"
    checkout = Path(__file__).resolve().parents[3] / "benchmarks" / "connect_four.c"
    return next((path for path in (checkout, installed) if path.is_file()), None)


def measure(rounds: int, quick: bool) -> Iterator[Row]:
    """Equal iterations, alternated; then the growth from 100,000 to 10,000,000 iterations of both."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    program = source()
    if compiler is None or program is None:
        missing = "no C compiler found" if compiler is None else "connect_four.c not found"
        yield Row(SECTION, "skipped", None, None, None, "", note=missing)
        return
    with tempfile.TemporaryDirectory() as place:
        binary = str(Path(place) / "connect_four")
        build = [compiler, "-O3", "-march=native", "-o", binary, str(program), "-lm"]
        subprocess.run(build, check=True)
        sizes = [SMALL] if quick else [SMALL, LARGE]
        pace: dict[int, tuple[float, float]] = {}
        for size in sizes:
            turns = rounds if size == SMALL else max(3, rounds // 3)
            pace[size] = _pace(binary, size, turns)
            ours, theirs = pace[size]
            yield Row(SECTION, f"{size:,} iterations", 1 / ours, 1 / theirs, theirs / ours, "iterations/s", "0.9")
        if LARGE in pace:
            ours = pace[LARGE][0] / pace[SMALL][0]
            theirs = pace[LARGE][1] / pace[SMALL][1]
            what = "growth of time an iteration, 10^5 to 10^7"
            yield Row(SECTION, what, ours, theirs, theirs / ours, "x", "ours no more than theirs; aim 1.6")


def _pace(binary: str, iterations: int, rounds: int) -> tuple[float, float]:
    """Median seconds an iteration, ours and theirs, both with the pool allocated before."""
    game = games.load("connect_four")
    state = game.start()
    search = Search(game, select=UCB1(C), memory=Unbounded(reserve=iterations + 1), seed=1)
    search.run(state, iterations=100)
    ours, theirs = [], []
    for turn in range(rounds):
        ours.append(search.run(state, iterations=iterations).stats.seconds / iterations)
        words = [binary, str(iterations), str(C), str(turn + 1)]
        output = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
        theirs.append(float(output[1]) / iterations)
    return statistics.median(ours), statistics.median(theirs)
