"""The page about environments, and the one about OpenSpiel: their blocks run, in order."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGES = Path(__file__).parents[2] / "docs" / "bridges"


@pytest.mark.parametrize(
    ("page", "packages"), [("environments.md", ["pettingzoo", "gymnasium"]), ("open_spiel.md", ["pyspiel"])]
)
@pytest.mark.filterwarnings("ignore")
def test_blocks_run(page: str, packages: list[str]) -> None:
    for package in packages:
        pytest.importorskip(package)
    blocks = re.findall(r"^```python\n(.*?)^```", (PAGES / page).read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 3
    names: dict[str, Any] = {"__name__": page}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
