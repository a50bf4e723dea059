"""The table of games beside a page: what comes out is what went in, as far as results depend on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from fabricated import VERSIONS, fabricate, fill
from lab_helpers import small

from anyspace.errors import StoreError
from anyspace.lab.game_table import restore, save
from anyspace.lab.reproduce import survey
from anyspace.lab.reproduce.survey_rows import ROWS
from anyspace.lab.results import load
from anyspace.lab.store import Store
from anyspace.lab.text_report import text

pytest.importorskip("pyarrow")


@pytest.fixture
def filled(tmp_path: Path) -> Store:
    """Two experiments, by machines of two kinds; of one point half the deals, of another none."""
    store = Store(None)
    fill(small(tmp_path, player={"iterations": [20, 30]}), store, lambda table: 0.6)
    other = small(tmp_path, name="other", player={"c": [0.5, 1.0, 2.0], "iterations": 9}, games=8)
    store.register(other)
    places = [place for place in other.schedule() if place[0] is not other.points[2]]
    some = [place for place in places if place[0] is other.points[0] or place[1] < 2]
    store.add(
        [fabricate(other, *place, lambda table: 0.3) for place in some],
        store.version_number({**VERSIONS, "processor": "Abacus 4000"}),
    )
    return store


def test_results_are_the_same(filled: Store, tmp_path: Path) -> None:
    path = save(filled, tmp_path / "games.parquet")
    with restore(path, Store(None)) as again:
        assert again.experiments() == filled.experiments() == ["small", "other"]
        for name in again.experiments():
            assert load(again, name) == load(filled, name)
            assert text(load(again, name)) == text(load(filled, name))
            assert again.finished(name) == filled.finished(name)
        assert [len(point.games) for point in load(again, "other").points] == [8, 4, 0]
        assert load(again, "other").wanted == 24
        assert save(again, tmp_path / "again.parquet").read_bytes() == path.read_bytes()


def test_the_table_is_small_and_has_no_moves(filled: Store, tmp_path: Path) -> None:
    path = save(filled, tmp_path / "games.parquet")
    with restore(path, Store(None)) as again:
        assert {(row["moves"], row["seat_seeds"], row["finished"]) for row in again.rows("SELECT * FROM games")} == {
            (b"", "[]", "")
        }
    assert path.stat().st_size < 30_000


def test_a_run_goes_on_from_it(filled: Store, tmp_path: Path) -> None:
    """The same experiment fits, and only what is missing is left to play."""
    path = save(filled, tmp_path / "games.parquet")
    other = small(tmp_path, name="other", player={"c": [0.5, 1.0, 2.0], "iterations": 9}, games=8)
    with restore(path, Store(tmp_path / "lab.db", create=True)) as again:
        again.register(other)
        missing = [place for place in other.schedule() if (place[0].id, *place[1:]) not in again.finished("other")]
        assert len(missing) == 12
        again.add([fabricate(other, *place, lambda table: 0.3) for place in missing], again.version_number(VERSIONS))
        assert load(again, "other").done == 24


def test_restoring_twice_changes_nothing(filled: Store, tmp_path: Path) -> None:
    path = save(filled, tmp_path / "games.parquet")
    with restore(path, restore(path, Store(None))) as again:
        assert load(again, "other") == load(filled, "other")


def test_what_is_no_table(tmp_path: Path) -> None:
    with Store(None) as store:
        with pytest.raises(StoreError, match="the database in memory has no games"):
            save(store, tmp_path / "none.parquet")
        store.register(small(tmp_path))
        with pytest.raises(StoreError, match="has no games"):
            save(store, tmp_path / "none.parquet")
        for path in (tmp_path / "missing.parquet", Path(__file__)):
            with pytest.raises(StoreError, match="is no table of games"):
                restore(path, store)
        fill(small(tmp_path), store, lambda table: 0.5)
        with pytest.raises(StoreError, match="cannot write"):
            save(store, tmp_path / "nowhere" / "games.parquet")


# ---- a page from it --------------------------------------------------------------------------------------------------


def test_the_page_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "measured_speed", lambda row: 0.75)
    rows = [row for row in ROWS if row.number in ("24b", "27")]
    with Store(None) as store:
        for row in rows:
            experiment = survey.experiment(row, store)
            assert experiment is not None and len(experiment.points) == 2
            store.register(experiment, 20)
            one = [
                place for place in experiment.schedule(20) if row.number == "24b" or place[0].values["equal"] != "time"
            ]
            store.add(
                [fabricate(experiment, *place, lambda table: 0.9) for place in one], store.version_number(VERSIONS)
            )
        page, table = survey.reproduce(survey.SURVEYS["survey_trees"], store, tmp_path / "one")
    with restore(table, Store(None)) as again:
        assert survey.known_speed(rows[0], again) == 0.75
        page_again, _ = survey.reproduce(survey.SURVEYS["survey_trees"], again, tmp_path / "two")
    assert page_again.read_text("utf-8") == page.read_text("utf-8")
    text = page.read_text("utf-8")
    claims = [row for row in ROWS if not row.asks]
    assert f"2 of {len(claims)} rows were played, 60 games on Abacus 3000" in text
    line = next(line for line in text.splitlines() if line.startswith("| 27 |"))
    assert "| 0.75 |" in line and "agrees" in line
