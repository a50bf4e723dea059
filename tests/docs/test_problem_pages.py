"""The pages of problems: their code runs, as plain Python, so that nothing has to be compiled for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from docs.test_docs import ROOT, python_blocks

PAGES = sorted((ROOT / "docs" / "problems").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    code = "\n".join(block.code for block in python_blocks(page.read_text(encoding="utf-8")) if block.run)
    assert code, "a page without an example"
    paths = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-W", "ignore::RuntimeWarning", "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_every_problem_has_a_page() -> None:
    assert len(PAGES) >= 6
