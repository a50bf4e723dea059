"""The widget in JupyterLab itself, as people see it: started, watched, stopped by its button."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from views.browser import browser

CELL = """import anyspace
game = anyspace.load("connect_four")
search = anyspace.Search(game, "plain", seed=1)
widget = search.live(game.after("d d e"), every=0.2)
widget"""


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """JupyterLab with a notebook of one cell; its address."""
    for name in ("jupyterlab", "anywidget", "ipykernel"):
        pytest.importorskip(name)
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": CELL, "id": "one"}
    spec = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": [cell], "metadata": {"kernelspec": spec}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "watched.ipynb").write_text(json.dumps(notebook), "utf-8")
    words = ["-m", "jupyter", "lab", "--no-browser", "--allow-root", "--ServerApp.port=0", "--ServerApp.token=t"]
    server = subprocess.Popen(
        [sys.executable, *words, f"--ServerApp.root_dir={tmp_path}"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert server.stdout is not None
        for line in server.stdout:
            if "http://127.0.0.1:" in line or "http://localhost:" in line:
                yield line[line.index("http://") :].split("/lab")[0] + "/lab/tree/watched.ipynb?token=t&reset"
                break
        else:
            pytest.fail("JupyterLab did not start")
    finally:
        server.terminate()
        server.wait(20)


@pytest.mark.slow
def test_stopped_by_its_button_in_jupyterlab(lab: str) -> None:
    with browser() as started:
        page: Any = started.new_page(viewport={"width": 1200, "height": 1000})
        page.goto(lab)
        page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=120_000)
        page.get_by_text("Python 3 (ipykernel)").first.wait_for(timeout=60_000)
        page.locator(".jp-Notebook .jp-Cell").first.click()
        page.keyboard.press("Shift+Enter")
        page.locator(".as-live .as-tree svg").first.wait_for(timeout=120_000)
        stop, go_on = page.get_by_role("button", name="Stop"), page.get_by_role("button", name="Go on")
        assert stop.is_enabled() and go_on.is_disabled()
        stop.click()
        page.locator(".as-live:not(.as-running)").wait_for(timeout=20_000)
        told = page.locator(".as-status").inner_text()
        page.wait_for_timeout(800)
        assert page.locator(".as-status").inner_text() == told and "iterations" in told
        assert stop.is_disabled() and go_on.is_enabled()
