"""Commands whose packages are not installed: one line that names the extra, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fabricated import fill

from anyspace.lab.file import experiment
from anyspace.lab.store import Store

WITHOUT = """
import sys
for package in {packages!r}:
    sys.modules[package] = None  # what is imported from now on is not found
from anyspace.cli import main
sys.exit(main({words!r}))
"""

LAB = ["scipy", "matplotlib", "optuna", "pyarrow"]


@pytest.mark.parametrize(
    ("command", "packages", "wanted"),
    [
        ("lab report", LAB, "need SciPy: pip install 'anyspace[lab]'"),
        ("lab tune tic_tac_toe --minutes 0.1", LAB, "lab tune needs scipy: pip install 'anyspace[lab]'"),
        ("lab tune tic_tac_toe --parameter c=0.1:2.0", ["optuna"], "needs optuna: pip install 'anyspace[lab]'"),
        ("lab calibrate tic_tac_toe --games 2", LAB, "lab calibrate needs scipy: pip install 'anyspace[lab]'"),
        ("lab parameters tic_tac_toe", LAB, "lab parameters needs scipy: pip install 'anyspace[lab]'"),
        ("think open_spiel:chess --iterations 1", ["pyspiel"], 'pip install "anyspace[openspiel]"'),
    ],
)
def test_the_extra_is_named(command: str, packages: list[str], wanted: str, tmp_path: Path) -> None:
    players = {"a": {"iterations": 2}, "b": {"iterations": 3}}
    table = {"game": "tic_tac_toe", "games": 20, "players": players}
    with Store(tmp_path / "anyspace-lab.db", create=True) as store:
        fill(experiment(table, name="two", folder=tmp_path), store, lambda player: 0.5)
    program = WITHOUT.format(packages=packages, words=command.split())
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=os.environ, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 1, done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("anyspace: error: ")
    assert wanted in done.stderr
