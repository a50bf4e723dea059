"""The documents as a site: README, docs/, and the reference from the docstrings.

    pip install ".[docs]"
    python docs/site/build.py OUT

Everything is copied first and the reference is written beside it, so that docs/ stays what it is: pages that can be
read as they are. A link that leads nowhere fails the build."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SITE = Path(__file__).parent
ROOT = SITE.parents[1]
COPIED = ("README.md", "CHANGELOG.md", "LICENSE", "docs", "examples", "benchmarks")

CHAPTERS: dict[str, list[str]] = {
    "Tutorials": ["docs/tutorials/student", "docs/tutorials/game_developer", "docs/tutorials/researcher"],
    "Using it": ["docs/running", "docs/positions", "docs/notebooks", "docs/memory", "docs/hidden_information",
                 "docs/parallel", "docs/default", "docs/levels", "docs/commands"],
    "Reference": ["docs/reference", "docs/parts", "docs/adding_a_game", "docs/extending", "docs/lab_statistics",
                  "docs/lab"],
}  # fmt: skip
"""What stands at the side of every page, in this order; pages that are not named here come after them."""


def prepare(source: Path) -> None:
    """All that the site is made of, in an empty folder."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("site", "__pycache__", "*.pyc"))
        else:
            shutil.copy(ROOT / name, source / name)
    sys.path.insert(0, str(SITE))
    import reference

    (source / "docs" / "reference.md").write_text(reference.page(), "utf-8")
    docs = source / "docs"
    for folder in sorted({path.parent for path in docs.rglob("*.md")} - {docs, docs / "tutorials"}):
        write_index(folder)
    for page in source.rglob("*.md"):
        page.write_text(with_folders_as_pages(page), "utf-8")
    readme = source / "README.md"
    readme.write_text(readme.read_text("utf-8") + contents(source), "utf-8")


def write_index(folder: Path) -> None:
    """A page for a folder: those that are in it."""
    pages = sorted(path for path in folder.glob("*.md") if path.stem != "index")
    titles = {path: path.read_text("utf-8").partition("\n")[0].lstrip("# ") for path in pages}
    name = folder.name.replace("_", " ").capitalize()
    lines = [f"# {name}", "", *(f"- [{titles[path]}]({path.name})" for path in pages)]
    hidden = ["", "```{toctree}", ":hidden:", "", *(path.stem for path in pages), "```"]
    (folder / "index.md").write_text("\n".join([*lines, *hidden]) + "\n", "utf-8")


def with_folders_as_pages(page: Path) -> str:
    """The text of a page, in which links to folders lead to the folders' pages, and those to sources nowhere."""
    text = re.sub(r"\[([^\]]+)\]\((?:\.\./)*src/[^)]*\)", r"\1", page.read_text("utf-8"))
    for folder in sorted(page.parents[0].rglob("index.md")) + sorted(page.parents[1].glob("*/index.md")):
        for written in {_relative(folder.parent, page.parent), _relative(folder.parent, page.parent) + "/"}:
            text = text.replace(f"]({written})", f"]({_relative(folder, page.parent)})")
    return text


def _relative(path: Path, start: Path) -> str:
    return Path(os.path.relpath(path, start)).as_posix()


def contents(source: Path) -> str:
    """The tables of contents for the side, which README itself does not show."""
    named = {page for pages in CHAPTERS.values() for page in pages}
    every = [path.relative_to(source).with_suffix("").as_posix() for path in (source / "docs").glob("*.md")]
    folders = [path.relative_to(source).with_suffix("").as_posix() for path in (source / "docs").glob("*/index.md")]
    others = sorted(set(every) - named) + sorted(folders) + ["CHANGELOG"]
    text = ""
    for title, pages in {**CHAPTERS, "More": others}.items():
        text += "\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", "", *pages, "```", ""])
    return text


def build(out: Path) -> int:
    """The site, in `out`. Returns what Sphinx does: 0 if there is nothing to complain of."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        prepare(source)
        words = ["-m", "sphinx", "-W", "--keep-going", "-q", "-c", str(SITE), "-d", str(source / ".doctrees")]
        return subprocess.run([sys.executable, *words, str(source), str(out)], check=False).returncode


def main() -> int:
    """As a command."""
    parser = argparse.ArgumentParser(description="Make a site of the documents.")
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder to write it to")
    out = parser.parse_args().out
    failed = build(out)
    if not failed:
        print(out / "README.html")
    return failed


if __name__ == "__main__":
    sys.exit(main())
