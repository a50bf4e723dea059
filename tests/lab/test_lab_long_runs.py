"""Long runs: kept with their lines, the best of each instance on the page, lines that pay something else found."""

from __future__ import annotations

from pathlib import Path

import pytest

from anyspace.errors import StoreError
from anyspace.lab.reproduce import long_runs
from anyspace.lab.reproduce.long_runs import COSTS, Run, best, checked, load, save, section

RUNS = [
    Run("samegame", "10", "nrpa", 1, 1_000, 1.5, 2_557.0, "a1 b2"),
    Run("samegame", "2", "nrpa", 1, 1_000, 1.5, 3_000.0, "a1"),
    Run("samegame", "2", "nrpa", 2, 1_000, 1.5, 3_100.0, "a2"),
    Run("morpion_solitaire", "5D", "nrpa:level=4,n=40", 1, 10, 0.5, 79.0, "x"),
    Run("tsptw", "rc_201.1", "nrpa", 1, 10, 3_600.0, -444.5421, "1 2"),
    Run("tsptw", "rc_208.1", "nrpa", 1, 10, 3_600.0, -1_000_812.5, "2 1"),
]


def test_runs_are_kept_in_order(tmp_path: Path) -> None:
    assert load(tmp_path) == []
    save(RUNS, tmp_path)
    kept = load(tmp_path)
    assert sorted(kept) == sorted(RUNS)
    assert [run.instance for run in kept if run.game == "samegame"] == ["2", "2", "10"]
    (tmp_path / long_runs.FILE).write_text("game,instance\nsamegame,1\n", "utf-8")
    with pytest.raises(StoreError, match="not a table of runs"):
        load(tmp_path)


def test_the_page_has_the_best_of_each(tmp_path: Path) -> None:
    assert "None" in section(tmp_path)
    save(RUNS, tmp_path)
    text = " ".join(section(tmp_path).split())
    assert "2 of the 20 standard boards: 5,657 points" in text
    assert "| 2 | 3,100 | `nrpa` | 1,000 |" in text and "| 2 | 3,000 |" not in text
    assert "| 5D | 79 | `nrpa:level=4,n=40` | 10 | 82 |" in text
    assert "the least known cost in 1 of 2 instances" in text and "kept in 1" in text
    assert "2.00 hours" in text
    assert list(best(RUNS[:3])) == ["2", "10"]


def test_a_line_that_pays_something_else_is_found() -> None:
    played = {run: run.score for run in RUNS}
    assert checked(RUNS, played) == []
    played[RUNS[0]] += 1
    assert checked(RUNS, played) == ["samegame 10: 2557 was kept, 2558 is what it pays"]


def test_thirty_instances_are_known() -> None:
    assert len(COSTS) == 30 and all(100 < cost < 900 for cost in COSTS.values())
