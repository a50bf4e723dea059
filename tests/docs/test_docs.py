"""What the documents say is true: their Python blocks run, and so do the examples."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    *(f"docs/tutorials/{name}.md" for name in ("student", "game_developer", "researcher")),
    *("README.md", "docs/adding_a_game.md", "docs/default.md", "docs/extending.md", "docs/positions.md"),
    *("docs/networks_learning.md", "docs/running.md", "docs/notebooks.md", "docs/protocols.md", "docs/one_player.md"),
    *("docs/simultaneous.md", "docs/equilibria.md", "docs/rewards.md", "docs/continuous.md"),
]
LONG = ("championship_othello", "fewest_labels", "map_colouring", "noisy_tuning")
"""Examples that learn, or compile, for many seconds."""

EXAMPLES = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in LONG else [])
    for path in sorted((ROOT / "examples").glob("*.py"))
]

NOT_RUN = "<!-- not run -->"
"""Before a block: it needs what is not there when it is tested."""

FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\S*) *$")


class Block(NamedTuple):
    line: int
    """of its first line of code in the document, counting from 1"""
    code: str
    run: bool


def python_blocks(text: str) -> list[Block]:
    """Every fenced Python block of a document, in order."""
    blocks = []
    before = ""  # the last line that was not blank
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        fence = FENCE.match(line)
        if fence is None:
            before = line.strip() or before
            continue
        code = []
        for _, inside in lines:
            if inside.strip() == "```":
                break
            code.append(inside.removeprefix(fence["indent"]))
        else:
            raise ValueError(f"the block at line {number} is never closed")
        if fence["language"] == "python":
            blocks.append(Block(number + 1, "\n".join(code) + "\n", before != NOT_RUN))
        before = ""
    return blocks


@pytest.mark.parametrize("document", DOCUMENTS)
def test_blocks_run_in_order(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some write files
    path = ROOT / document
    if not path.is_file():
        pytest.skip(f"there is no {document}")
    blocks = [block for block in python_blocks(path.read_text(encoding="utf-8")) if block.run]
    assert blocks, "a document without code"
    namespace: dict[str, object] = {"__name__": "__main__"}  # as in a script
    for block in blocks:
        padded = "\n" * (block.line - 1) + block.code  # tracebacks name the document's own lines
        exec(compile(padded, str(path), "exec"), namespace)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(example: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(example)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.strip(), "an example shows something"


def test_blocks_are_found() -> None:
    text = """one
```python
a = 1

b = 2
```
```
not Python
```
<!-- not run -->

```python
missing()
```
- two
  ```python
  if a:
      c = 3
  ```
"""
    assert python_blocks(text) == [
        Block(3, "a = 1\n\nb = 2\n", True),
        Block(13, "missing()\n", False),
        Block(17, "if a:\n    c = 3\n", True),
    ]
    with pytest.raises(ValueError, match="line 1 "):
        python_blocks("```python\na = 1\n")
