"""The same tests once more in other modes: without the compiler, and with bounds checks compiled in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SMALL = "tic_tac_toe or connect_four or pig or leduc_poker or kuhn_poker"


@pytest.mark.parametrize(
    ("variable", "arguments"),
    [
        pytest.param("NUMBA_DISABLE_JIT", ["naive/test_uct_twin.py", "unit/test_formulas.py"], marks=pytest.mark.slow),
        ("NUMBA_DISABLE_JIT", ["contract/test_every_game.py", "-k", f"search_runs and ({SMALL})"]),
        ("ANYSPACE_CHECKED", ["contract/test_every_game.py", "-k", "search_runs and (connect_four or leduc_poker)"]),
        ("ANYSPACE_CHECKED", ["naive/test_uct_twin.py", "naive/test_ismcts_twin.py"]),
        pytest.param("ANYSPACE_CHECKED", ["unit/test_memory.py"], marks=pytest.mark.slow),
    ],
    ids=[
        *("no compiler: twins", "no compiler: games", "bounds checks: games", "bounds checks: twins"),
        "bounds checks: memory",
    ],
)
def test_mode(variable: str, arguments: list[str]) -> None:
    words = [str(TESTS / word) if word.endswith(".py") else word for word in arguments]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        env={**os.environ, variable: "1", "PYTEST_ADDOPTS": ""},
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]


SAME = """
import anyspace
game = anyspace.load("connect_four")
result = anyspace.Search(game, seed=3).run(game.start(), iterations=200)
print([(row.move, row.visits) for row in result.table])
"""


def test_compiled_or_not_the_visits_are_the_same() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SAME], env={**os.environ, **extra}, check=True, capture_output=True
        ).stdout
        for extra in ({}, {"NUMBA_DISABLE_JIT": "1"})
    }
    assert len(outputs) == 1
