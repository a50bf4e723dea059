"""The database: what it keeps, and what is said of one that cannot be used."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from lab_helpers import games_in, small

from anyspace.errors import StoreError
from anyspace.lab.experiment import Experiment
from anyspace.lab.lock import is_running, only_runner
from anyspace.lab.match import Record, Seeds
from anyspace.lab.results import load
from anyspace.lab.store import FORMAT, MARK, Played, Store


def game(found: Experiment, deal: int, seating: int, payoffs: list[float], moves: int = 5) -> Played:
    """A made-up game of the first point."""
    point = found.points[0]
    scores = [payoffs[0] > 0, payoffs[1] > 0] if seating == 0 else [payoffs[1] > 0, payoffs[0] > 0]
    record = Record(f"{deal:08x}{seating:08x}", payoffs, [0] * moves, moves, moves, 10, 0.5, 0.4)
    return Played(point, deal, seating, Seeds(deal, deal, (1, 2)), record, list(map(float, scores)))


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store(tmp_path / "lab.db", create=True) as found:
        yield found


@pytest.fixture
def filled(store: Store, tmp_path: Path) -> Store:
    """Three games: a deal and a half."""
    found = small(tmp_path)
    store.register(found)
    number = store.version_number({"python": "3"})
    store.add([game(found, 0, 0, [1.0, -1.0]), game(found, 0, 1, [1.0, -1.0]), game(found, 1, 0, [1.0, -1.0])], number)
    return store


def test_rows_come_back(filled: Store, tmp_path: Path) -> None:
    found = filled.find("00000001")
    assert (found["deal"], found["seating"], found["moves"]) == (1, 0, [0, 0, 0, 0, 0])
    assert found["experiment"] == "small"
    assert filled.experiments() == ["small"]
    assert filled.finished("small") == {(small(tmp_path).points[0].id, *place) for place in ((0, 0), (0, 1), (1, 0))}
    with pytest.raises(StoreError, match="the beginning of several ids, such as 0000000000000000 and 000000000000000"):
        filled.find("0")
    for missing in ("ffff", ""):
        with pytest.raises(StoreError, match="has no game"):
            filled.find(missing)


def test_results_by_hand(filled: Store) -> None:
    (point,) = load(filled, "small").points
    assert point.scores_by_deal() == {0: 0.5}  # won once, lost once; the second deal is not complete
    assert point.payoffs_by_deal(1) == {0: 0.0}
    assert point.scores_on_side(0) == {0: 1.0, 1: 1.0}
    assert point.scores_on_side(1) == {0: 0.0}
    assert point.scores_on_side(1, entrant=1) == {0: 0.0, 1: 0.0}
    score = point.score()
    assert score is not None
    assert score.estimate == 0.5
    assert load(filled, "small").done == 3


def test_a_game_is_kept_once(filled: Store, tmp_path: Path) -> None:
    before = games_in(tmp_path / "lab.db")
    again = game(small(tmp_path), 0, 0, [-1.0, 1.0])
    filled.add([again, game(small(tmp_path), 1, 1, [0.0, 0.0])], 1)
    assert [row for row in games_in(tmp_path / "lab.db") if row in before] == before
    assert len(games_in(tmp_path / "lab.db")) == 4


def test_points_may_change_and_what_is_fixed_may_not(filled: Store, tmp_path: Path) -> None:
    filled.register(small(tmp_path, player={"iterations": [20, 30]}), games=8)
    assert [(point.wanted, len(point.games)) for point in load(filled, "small").points] == [(8, 3), (8, 0)]
    filled.register(small(tmp_path, player={"iterations": 30}))
    assert [(point.wanted, len(point.games)) for point in load(filled, "small").points] == [(4, 0)]
    with pytest.raises(StoreError, match=r"that was different \(seed 0, now 1\): give another name or another"):
        filled.register(small(tmp_path, seed=1))
    filled.register(small(tmp_path, seed=1, name="another"))


# ---- databases that cannot be used


def test_a_newer_database(store: Store, tmp_path: Path) -> None:
    store.connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(StoreError, match=r"written by a newer anyspace \(format 2; this version knows 1\): upgrade"):
        Store(tmp_path / "lab.db")


def test_other_files(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no results database"):
        Store(tmp_path / "missing.db")
    text = tmp_path / "text.db"
    text.write_text("not a database, but long enough to be taken for something" * 100)
    with pytest.raises(StoreError, match="no results database, or damaged"):
        Store(text)
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE songs (title)")
    connection.close()
    with pytest.raises(StoreError, match="a database of another program"):
        Store(other)
    with pytest.raises(StoreError, match="unable to open"):
        Store(tmp_path / "no folder" / "lab.db", create=True)


def test_an_interrupted_creation_is_made_good(tmp_path: Path) -> None:
    (tmp_path / "lab.db").touch()
    with Store(tmp_path / "lab.db") as store:
        assert store.experiments() == []
        assert store.connection.execute("PRAGMA application_id").fetchone() == (MARK,)


def test_a_full_disk_keeps_what_was_there(filled: Store, tmp_path: Path) -> None:
    pages = filled.connection.execute("PRAGMA page_count").fetchone()[0]
    filled.connection.execute(f"PRAGMA max_page_count = {pages}")
    found = small(tmp_path)
    before = games_in(tmp_path / "lab.db")
    with pytest.raises(
        StoreError, match=r"the disk is full, or cannot be written .*; what was finished before is kept"
    ):
        filled.add([game(found, 1, 1, [0.0, 0.0], moves=50_000)], 1)
    assert games_in(tmp_path / "lab.db") == before
    filled.connection.execute(f"PRAGMA max_page_count = {pages + 1000}")  # somebody makes room
    filled.add([game(found, 1, 1, [0.0, 0.0], moves=50_000)], 1)
    assert len(games_in(tmp_path / "lab.db")) == len(before) + 1


def test_one_runner_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    assert not is_running(path)
    with only_runner(path):
        assert is_running(path)
        with pytest.raises(StoreError, match=r"another run is at work on .*lab\.db: wait"), only_runner(path):
            pass
        with only_runner(tmp_path / "other.db"):
            pass
    assert not is_running(path)
    with only_runner(path):
        pass
