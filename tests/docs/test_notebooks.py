"""The example notebooks run, and show what they say they show."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples").glob("*.ipynb"))
NEEDED = ("nbclient", "nbformat", "ipykernel", "anywidget", "pandas", "networkx", "matplotlib")


def executed(path: Path, folder: Path) -> Any:
    """The notebook after a run in a kernel of its own, by this very Python."""
    for name in NEEDED:
        pytest.importorskip(name)
    import nbformat
    from jupyter_client.manager import KernelManager
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    manager = KernelManager()
    manager.kernel_spec.argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    client = NotebookClient(notebook, timeout=240, km=manager, resources={"metadata": {"path": str(folder)}})
    path_then = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    try:
        return client.execute()
    finally:
        os.environ.pop("PYTHONPATH") if path_then is None else os.environ.update(PYTHONPATH=path_then)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_without_output(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert cells and all(not cell.outputs and cell.execution_count is None for cell in cells)


def test_a_search_looked_at(tmp_path: Path) -> None:
    (path,) = (path for path in NOTEBOOKS if path.stem == "a_search_looked_at")
    shown = [
        (cell.source, output.get("data", {}))
        for cell in executed(path, tmp_path).cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if output.output_type in ("display_data", "execute_result")
    ]
    pages = {source: data["text/html"] for source, data in shown if "text/html" in data}
    assert sum("anyspace" in page for page in pages.values()) >= 9
    assert any('aria-label="the search tree of connect_four' in page for page in pages.values())
    widgets = [data for _, data in shown if "application/vnd.jupyter.widget-view+json" in data]
    assert len(widgets) == 1
    hand = next(page for source, page in pages.items() if source.endswith("hand"))
    assert "as player 0 sees it" in hand and "player 1: ?" in hand
