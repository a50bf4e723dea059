"""The page: what it says is in the database, it needs nothing from outside, and it does not tell where it was made."""

from __future__ import annotations

import getpass
import re
import socket
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fabricated import fabricate, fill
from lab_helpers import small

from anyspace.cli import main
from anyspace.errors import ExperimentError, StoreError
from anyspace.lab.experiment import Experiment
from anyspace.lab.file import experiment
from anyspace.lab.report import page, write
from anyspace.lab.report.cost import cost, duration
from anyspace.lab.report.plan import even_score, figures, planned, reference_of, title
from anyspace.lab.report.tables import comparisons, number
from anyspace.lab.results import load
from anyspace.lab.store import Store

GOOD = {"recycle": 0.5, "stop": 0.2, "unbounded": 0.5}


def strength(table: Mapping[str, Any]) -> float:
    return GOOD[str(table.get("memory", "unbounded"))]


def sweep(folder: Path, name: str = "bounds", **given: Any) -> Experiment:
    """Two bounds at three sizes, and no bound at all."""
    bounded = {"memory": ["recycle", "stop"], "nodes": [20, 200, 2000]}
    table = {
        "game": "tic_tac_toe",
        "games": 120,
        "base": {"iterations": 1000},
        "player": [bounded, {"memory": "unbounded"}],
        "opponent": {"memory": "unbounded"},
    }
    return experiment({**table, **given}, name=name, folder=folder)


def tournament(folder: Path) -> Experiment:
    players = {"<b>strong</b>": {"iterations": 100}, "middling": {"iterations": 50}, "fool": "random"}
    return experiment({"game": "tic_tac_toe", "games": 60, "players": players}, name="who is best", folder=folder)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "lab.db", create=True)
    fill(sweep(tmp_path), store, strength)
    fill(tournament(tmp_path), store, lambda table: 0.7 if table.get("iterations") == 100 else 0.6)
    return store


class Page(HTMLParser):
    """What a reader sees: rows of tables, pictures, text; and whether every element is closed."""

    VOID = ("meta", "img", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.images: list[dict[str, str | None]] = []
        self.addresses: list[str] = []
        self.feed(text)
        assert self.open == [], "elements that are never closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.addresses += [value or "" for key, value in attrs if key in ("src", "href")]
        if tag == "img":
            self.images.append(given)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


def test_the_page_says_what_is_in_the_database(store: Store) -> None:
    found = Page(page(store, ["bounds", "who is best"]))
    results = load(store, "bounds")
    score = results.points[0].score()
    assert score is not None
    row = next(row for row in found.rows if row[:4] == ["recycle", "20", "120", "60"])
    assert row[4] == f"{100 * score.estimate:.1f}"
    assert row[5] == f"{100 * score.low:.1f} to {100 * score.high:.1f}"
    assert ["processor", "Abacus 3000"] not in found.rows and "Abacus 3000" in page(store, ["bounds"])


def test_the_page_needs_nothing_from_outside_and_is_safe(store: Store) -> None:
    text = page(store, ["bounds", "who is best"])
    found = Page(text)
    assert all(address.startswith(("data:image/svg+xml;base64,", "#")) for address in found.addresses)
    assert len(found.images) == 2 and all(image["alt"] for image in found.images)
    assert "url(" not in text and "<script" not in text and "@import" not in text
    assert "<b>strong</b>" not in text and "&lt;b&gt;strong&lt;/b&gt;" in text


def test_the_page_does_not_tell_where_it_was_made(store: Store, tmp_path: Path) -> None:
    text = re.sub(r"base64,[A-Za-z0-9+/=]*", "", page(store, ["bounds", "who is best"]))
    for secret in (str(tmp_path), str(Path.home()), socket.gethostname(), f"/{getpass.getuser()}/"):
        assert secret not in text


def test_the_same_results_give_the_same_page(store: Store) -> None:
    assert page(store, ["bounds"]) == page(store, ["bounds"])


def test_comparisons_find_the_weak_and_only_them(store: Store) -> None:
    found = {(each.about[0].text, each.about[1].text): each for each in comparisons(load(store, "bounds"))}
    assert len(found) == 7
    for (memory, _), each in found.items():
        weak = memory == "stop"
        assert (each.difference.p_value < 0.001) == weak
        assert each.difference.interval.high < 0 or not weak


def test_single_sides_are_compared_with_the_reference(tmp_path: Path) -> None:
    with Store(None) as store:
        fill(sweep(tmp_path, separate_sides=True), store, strength)
        found = list(comparisons(load(store, "bounds")))
        sides = [each.about[2].text for each in found]
        assert sides.count("all") == 7 and sides.count("seat 0") == sides.count("seat 1") == 6
        text = page(store, ["bounds"])
        assert "on single sides with unbounded, on the same deals" in text


def test_plans(store: Store, tmp_path: Path) -> None:
    results = load(store, "bounds")
    plan = planned(results)
    assert plan is not None and plan.axis == "nodes" and list(plan.lines) == ["recycle", "stop"]
    assert plan.reference is not None and plan.reference.values == {"memory": "unbounded"}
    assert even_score(results) == 0.5
    best = load(store, "who is best")
    assert planned(best) is None and reference_of(best) is None
    hearts = small(tmp_path, game="hearts", scoring="placing")
    fours = small(tmp_path, game="hearts", name="other")
    with Store(None) as other:
        for each in (hearts, fours):
            fill(each, other, lambda table: 0.5)
        assert even_score(load(other, "small")) == 0.5
        assert even_score(load(other, "other")) == 0.25


def test_a_reference_on_the_axis_is_a_point_like_others(tmp_path: Path) -> None:
    with Store(None) as store:
        swept = small(tmp_path, player={"iterations": [5, 10, 20]})
        fill(swept, store, lambda table: 0.5)
        results = load(store, "small")
        plan = planned(results)
        assert plan is not None and plan.reference is None and len(plan.lines["player"]) == 3
        panel = figures([results])["small"]
        assert [text.get_text() for text in panel.legends[0].get_texts()] == ["player", "an equal player"]


def test_titles(tmp_path: Path) -> None:
    with Store(None) as store:
        store.register(small(tmp_path, game="hex(size=5)"))
        assert title(load(store, "small")) == "Hex"


def test_games_over_one_axis_share_a_figure(store: Store, tmp_path: Path) -> None:
    fill(sweep(tmp_path, name="more", game="connect_four", separate_sides=True), store, strength)
    fill(sweep(tmp_path, name="again", seed=5), store, strength)
    drawn = figures([load(store, name) for name in ("bounds", "more", "again", "who is best")])
    assert list(drawn) == ["bounds and more", "again", "who is best"]
    titles = [panel.get_title() for panel in drawn["bounds and more"].axes]
    assert titles == ["Tic tac toe", "Connect four, seat 0", "Connect four, seat 1"]
    legend = [text.get_text() for text in drawn["bounds and more"].legends[0].get_texts()]
    assert legend == ["recycle", "stop", "unbounded, 95 % interval"]


def test_a_game_for_one_and_an_unfinished_experiment(tmp_path: Path) -> None:
    """Payoffs instead of shares, no opponent, and a point without a single game."""
    table = {"game": "twenty_forty_eight", "games": 20, "player": {"iterations": [10, 20, 30]}}
    alone = experiment(table, name="alone", folder=tmp_path)
    with Store(None) as store:
        store.register(alone)
        assert "none yet" in page(store, ["alone"])
        first = [place for place in alone.schedule() if place[0] is alone.points[0]]
        store.add([fabricate(alone, *place, lambda table: 0.5) for place in first], store.version_number({"a": "b"}))
        found = Page(page(store, ["alone"]))
        assert ["iterations", "games", "deals", "payoff", "95 % interval"] in found.rows
        assert next(row for row in found.rows if row[:2] == ["20", "0"])[2:] == ["0", "", ""]


def test_cost(store: Store) -> None:
    spent = cost(store, "bounds")
    assert spent is not None
    assert (spent.games, spent.decisions, spent.iterations) == (840, 1680, 1_680_000)
    assert spent.seconds == pytest.approx(420) and spent.overhead == pytest.approx(0.2)
    assert spent.rate == pytest.approx(1_680_000 / 336)
    assert [duration(seconds) for seconds in (3.14, 90, 7200)] == ["3.1 s", "1.5 min", "2.00 h"]


def test_numbers_are_printed_as_people_do() -> None:
    infinity, minus = "\N{INFINITY}", "\N{MINUS SIGN}"
    assert number(-1234.5, 1) == f"{minus}1,234.5"
    assert number(-0.0001, 2) == "0.00"
    assert number(float("-inf"), 0) == f"{minus}{infinity}"


def test_the_command_writes_page_and_figures(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, out, folder = str(tmp_path / "lab.db"), tmp_path / "out.html", tmp_path / "pictures"
    words = ["lab", "report", "bounds", "--database", database]
    assert main([*words, "--html", str(out), "--figures", str(folder)]) == 0
    assert out.read_text(encoding="utf-8") == page(store, ["bounds"])
    assert sorted(path.name for path in folder.iterdir()) == ["bounds.png", "bounds.svg"]
    capsys.readouterr()
    assert main([*words, "--html", str(tmp_path / "nowhere" / "out.html")]) == 1
    assert re.fullmatch(
        r"anyspace: error: cannot write .*out\.html: No such file or directory\n", capsys.readouterr().err
    )


def test_bad_input(store: Store, tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="no experiments"):
        page(store, [])
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(StoreError, match="cannot write figures to"):
        write(store, ["bounds"], figures=blocked)
