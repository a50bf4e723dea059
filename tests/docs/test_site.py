"""The site: every public name explained, every link alive, and a build without a complaint."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SITE = ROOT / "docs" / "site"
LINK = re.compile(r"\]\(([^)\s#]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.fixture(scope="module")
def reference() -> Any:
    sys.path.insert(0, str(SITE))
    try:
        import reference
    finally:
        sys.path.remove(str(SITE))
    return reference


def test_every_public_name_and_field_is_explained(reference: Any) -> None:
    assert reference.missing() == [], "say what they are: a docstring, or a text after the field"


def test_the_reference_has_every_public_name(reference: Any) -> None:
    page = reference.page()
    for name in reference.HOME:
        assert f"\n### {name}\n" in page or f"\n| `{name}` |" in page, name
    assert "- **`visits: int`** How many iterations passed through." in page  # a field
    assert "- **`to_json(nodes=500, *, player=None, indent=None)`**" in page  # a method that was inherited
    assert "(not explained)" not in page.partition("## Parts of a search")[0]


def without_code(text: str) -> str:
    return re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """What GitHub makes of headings."""
    titles = (
        re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        for title in HEADING.findall(without_code(page.read_text("utf-8")))
    )
    return {re.sub(r"[^\w\- ]", "", title.replace("`", "").lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    dead = []
    for target, place in LINK.findall(without_code(page.read_text("utf-8"))):
        if target.startswith(("http:", "https:")):
            continue
        path = (page.parent / target) if target else page
        if not path.exists() or (place and path.suffix == ".md" and place not in anchors(path)):
            dead.append(f"{target}#{place}")
    assert dead == []


@pytest.mark.slow
def test_it_is_built_without_a_complaint(tmp_path: Path) -> None:
    for name in ("sphinx", "furo", "myst_parser"):
        pytest.importorskip(name)
    done = subprocess.run(
        [sys.executable, str(SITE / "build.py"), str(tmp_path / "site")], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    page = (tmp_path / "site" / "docs" / "reference.html").read_text("utf-8")
    assert 'id="search"' in page and "most visited nodes as JSON" in page
    elsewhere = re.findall(r'(?:src|href)="(https?://[^"]+\.(?:js|css|woff2?))"', page)
    assert elsewhere == []  # nothing is loaded from other people's machines
