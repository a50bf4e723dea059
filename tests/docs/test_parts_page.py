"""docs/parts.md says what the parts say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from anyspace.cli import main
from anyspace.cli.parts_page import Anything, built_in, excluded, page, refusal
from anyspace.parts.registry import CATALOGUE

PAGE = Path(__file__).parents[2] / "docs" / "parts.md"


@pytest.fixture(scope="module")
def text() -> str:
    return page()


def test_the_page_is_up_to_date(text: str) -> None:
    assert PAGE.read_text("utf-8") == text, "write it again: anyspace parts --markdown > docs/parts.md"


def test_every_part_is_there(text: str) -> None:
    for part in built_in():
        assert f"\n### {part.name}\n" in text and f"[{part.reference}]" in " ".join(text.split())
    for kind in CATALOGUE:
        assert f"\n## {kind}\n" in text
    lines = [line for line in text.splitlines() if not line.startswith(("|", "`"))]  # tables, and all a part takes
    assert all(len(line) <= 120 for line in lines)


def test_the_table_has_a_row_a_part_and_explains_what_it_refuses(text: str) -> None:
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("| part |"))
    table = [line.strip("|").split("|") for line in lines[start + 2 :] if line.startswith("|")]
    cells = {re.findall(r"\[(.+)\]", row[0])[0]: [each.strip() for each in row[1:]] for row in table}
    assert list(cells) == [part.name for part in built_in() if part.kind not in ("combination", "information")]
    assert {len(row) for row in cells.values()} == {10}
    numbers = {int(n) for row in cells.values() for cell in row[:9] for n in re.findall(r"\d+", cell)}
    assert numbers == {int(n) for n in re.findall(r"^(\d+)\. ", "\n".join(lines), re.MULTILINE)}
    assert cells["ucb1"][:9] == ["yes"] * 9 and cells["recycle"][4] == ""
    assert cells["solver"][1] == cells["solver"][2] != "yes" and cells["solver"][3] == "yes"
    assert cells["grave"][-1] == "amaf, rave, permutation_amaf, killer_rave"


def test_refusals_are_those_of_a_search() -> None:
    assert refusal(["ucb1"], 2, {"information": "single"}, "ucb1") is None
    assert refusal(["solver"], 2, {"information": "multi"}, "solver") == (
        "what holds in one guess of what is hidden does not hold in another"
    )
    others = ["paranoid", "confident", "coalition", "alliance", "coalition_reduction"]  # rewards are not what is won
    assert excluded()["solver"] == ["graph", "best_reply", *others, "score_bounded"]
    assert Anything(3).hides and Anything(3).backend.has("prior")


def test_the_command_prints_it(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parts", "--markdown"]) == 0
    assert capsys.readouterr().out == text
    others: list[list[Any]] = [["grave"], ["--kind", "value"], ["--json"]]
    for words in others:
        assert main(["parts", "--markdown", *words]) == 2
        assert "--markdown prints all parts" in capsys.readouterr().err
