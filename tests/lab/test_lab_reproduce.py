"""The papers' experiments: claims are decided by the numbers, and pages say what is in the database."""

from __future__ import annotations

import getpass
import json
import random
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from paper_games import fill, played

from anyspace.bench import parallel as bench
from anyspace.cli import lab_reproduce, main
from anyspace.lab.reproduce import cost, experiments, memory_bounded
from anyspace.lab.reproduce.claims import claims
from anyspace.lab.reproduce.experiments import BOUNDS, GAMES, GAMES_A_POINT, SIDES
from anyspace.lab.reproduce.markdown import counted, listed, span
from anyspace.lab.reproduce.panels import Panel, baseline, panels
from anyspace.lab.reproduce.verdicts import AGREES, DIFFERS, OPEN, decide, less, mean_of
from anyspace.lab.results import Game, PointResults, load
from anyspace.lab.statistics import Interval
from anyspace.lab.store import Store

Level = Callable[[str, str, int], float]
"""What a bound scores on average: by game, bound and size."""

SIZES = {"spades": (20, 50, 100, 500, 1000), "hearts": (20, 50, 100, 500, 1000), "confrontation": (50, 100, 500, 1000)}


def panel(game: str, side: str, level: Level, deals: int, spread: float) -> Panel:
    """Scores around a level: as far above it as below, so that their mean is the level and not luck."""
    source = random.Random(f"{game} {side}")

    def scores(middle: float) -> dict[int, float]:
        largest = min(spread, middle, 1 - middle)
        above = [source.uniform(0, largest) for _ in range(deals // 2)]
        mixed = [*(middle + each for each in above), *(middle - each for each in above)]
        source.shuffle(mixed)
        return dict(enumerate(mixed))

    points = {bound: {size: scores(level(game, bound, size)) for size in SIZES[game]} for bound in BOUNDS}
    even = None if side else 0.5
    return Panel(game, side, "win", points, scores(0.5), even, [2 * deals])


def all_panels(level: Level, deals: int = 400, spread: float = 0.2) -> list[Panel]:
    return [panel(game, side, level, deals, spread) for game in GAMES for side in SIDES[game]]


def as_published(game: str, bound: str, size: int) -> float:
    if bound in ("recycle", "collect"):
        return 0.35 if game == "confrontation" and size == 50 else 0.5
    if bound == "stunt":
        return 0.4 if size == 20 else 0.25
    return 0.1 if bound == "stop" else 0.3


def contrary(game: str, bound: str, size: int) -> float:
    if bound == "stunt":
        return 0.2 if size == 20 else 0.35
    if size == 20:
        return 0.2
    return {"stop": 0.5, "recycle": 0.3, "collect": 0.3}.get(bound, 0.4)


def all_the_same(game: str, bound: str, size: int) -> float:
    return 0.5


@pytest.mark.parametrize(
    ("level", "deals", "spread", "verdict"),
    [(as_published, 400, 0.2, AGREES), (contrary, 400, 0.2, DIFFERS), (all_the_same, 12, 0.5, OPEN)],
    ids=["agrees", "does not agree", "not decided"],
)
def test_claims_are_decided_by_the_games(level: Level, deals: int, spread: float, verdict: str) -> None:
    found = claims(all_panels(level, deals, spread))
    assert {claim.heading: claim.outcome for claim in found} == {claim.heading: verdict for claim in found}
    assert len(found) == 6 and all(claim.evidence for claim in found)


def test_a_handful_of_deals_decides_nothing() -> None:
    for claim in claims(all_panels(as_published, deals=6)):
        assert claim.verdict == OPEN and claim.missing
        assert claim.outcome.startswith("not decided by this many games (without Spades")


def test_a_small_but_certain_loss_contradicts_the_first_claim() -> None:
    def level(game: str, bound: str, size: int) -> float:
        return 0.47 if game == "hearts" else 0.5

    first = claims(all_panels(level, deals=2000, spread=0.1))[0]
    assert first.verdict == DIFFERS
    assert re.search(r"\| Hearts \| 47\..* \| < 0\.001 \| yes \|", first.evidence[0])  # within the margin, and yet


def test_one_game_that_stops_well_leaves_the_third_claim_open_or_refuted() -> None:
    def level(game: str, bound: str, size: int) -> float:
        return as_published(game, "recycle" if game == "hearts" and bound == "stop" else bound, size)

    assert claims(all_panels(level))[2].verdict == DIFFERS


def test_what_was_not_played_is_named() -> None:
    some = [each for each in all_panels(as_published) if each.game == "spades" or each.side == "Dark"]
    first, lead, worst, cards, confrontation, stunting = claims(some)
    for claim in (first, lead, worst):
        assert claim.outcome == "agrees so far (without Hearts and Confrontation (Light): too few games, or none)"
    assert cards.outcome == "agrees so far (without Hearts: too few games, or none)"
    assert confrontation.verdict == OPEN
    assert stunting.outcome == AGREES
    assert [claim.verdict for claim in claims([])] == [OPEN] * 6


def test_bounds_are_ranked_over_the_same_sizes() -> None:
    """A size that only one bound was played at has no part in the means."""
    (spades,) = [each for each in all_panels(as_published) if each.game == "spades"]
    more = {**spades.points, "stop": {**spades.points["stop"], 200: dict.fromkeys(range(400), 1.0)}}
    changed = Panel("spades", "", "win", more, spades.baseline, 0.5, [800])
    assert changed.common_sizes(20, 500) == [20, 50, 100, 500]
    assert claims([changed])[1].evidence == claims([spades])[1].evidence


def test_both_games_of_a_deal_tell_what_a_side_is_worth() -> None:
    """Three deals between players without a bound, in both seatings; the last one was not finished."""
    point = PointResults("unbounded", {}, [{}, {}], (0, 1), "win", 6)
    for deal, seating, score in ((0, 0, 1.0), (0, 1, 0.0), (1, 0, 1.0), (1, 1, 1.0), (2, 0, 1.0)):
        point.add(Game(deal, seating, [score, 1 - score], [score, 1 - score], 9, 0.1))
    assert baseline(point, 0) == {0: 1.0, 1: 0.5}
    assert baseline(point, 1) == {0: 0.0, 1: 0.5}
    assert baseline(point, None) == {0: 0.5, 1: 1.0}


def test_verdicts_and_sums() -> None:
    assert decide([], []) == OPEN and decide([True, True], [False]) == AGREES
    assert decide([True, False], [False]) == OPEN and decide([True], [True]) == DIFFERS
    one, other = Interval(0.5, 0.2, 0.6), Interval(0.3, 0.2, 0.7)
    assert mean_of([one]) == pytest.approx(one)
    assert mean_of([one, other]) == pytest.approx((0.4, 0.4 - 0.1**0.5 / 2, 0.4 + 0.17**0.5 / 2))
    assert less(one, other) == pytest.approx((0.2, 0.2 - 0.5, 0.2 + 0.02**0.5))
    assert [span([3, 3]), span([1200, 3]), counted([1], "deal"), counted([1, 2], "deal")] == [
        "3", "3 to 1,200", "1 deal", "1 to 2 deals",
    ]  # fmt: skip
    assert [listed(["a"]), listed(["a", "b", "c"])] == ["a", "a, b and c"]


# ---- pages from a database


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All three games; only read."""
    path = tmp_path_factory.mktemp("reproduce") / "lab.db"
    with Store(path, create=True) as store:
        fill(store, *GAMES)
    return path


def test_the_page_says_what_is_in_the_database(database: Path, tmp_path: Path) -> None:
    with Store(database) as store:
        files, decided = memory_bounded.reproduce(store, tmp_path / "out")
        score = load(store, experiments.name("spades")).points[0].score()
    assert [path.name for path in files] == [f"memory_bounded.{kind}" for kind in ("md", "png", "svg", "parquet")]
    assert all(path.stat().st_size > 1000 for path in files)
    text = files[0].read_text(encoding="utf-8")
    assert score is not None
    shown = f"{100 * score.estimate:.1f} ({100 * score.low:.1f} to {100 * score.high:.1f})"
    assert f"| bound | 20 nodes | 50 nodes | 1,000 nodes |\n| --- | ---: | ---: | ---: |\n| stop | {shown} |" in text
    assert (
        "Games a point: Spades 12 to 24; Hearts 12 to 24; Confrontation (Dark) 6 to 12; Confrontation (Light)" in text
    )
    assert "1,260 games, 2,520,000 iterations, 10.5 min of CPU time" in text
    assert (
        "on Abacus 3000 with 2 cores" in text
        and "not every move has a node" in " ".join(text.split())
        and "](memory_bounded.png)" in text
    )
    for claim in decided:
        assert f"| {claim.heading} | {claim.outcome} |" in text and f"### {claim.heading}" in text
    assert "Not played yet" not in text
    for secret in (str(tmp_path), str(Path.home()), socket.gethostname(), f"/{getpass.getuser()}/", "202"):
        assert secret not in text.replace("2017", "")
    assert all(len(line) <= 120 or line.startswith("|") for line in text.splitlines())


def test_the_same_games_give_the_same_files(database: Path, tmp_path: Path) -> None:
    with Store(database) as store:
        one, other = (memory_bounded.reproduce(store, tmp_path / name)[0] for name in ("a", "b"))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


def test_panels_of_sides_and_of_games(database: Path) -> None:
    with Store(database) as store:
        found = panels(experiments.stored(store))
    titles = ["Spades", "Hearts", "Confrontation (Dark)", "Confrontation (Light)"]
    assert [each.title for each in found] == titles
    assert [each.even for each in found] == [0.5, 0.5, None, None]
    assert len(found[0].points["stop"][20]) == 6 and len(found[2].points["recycle"][20]) == 12
    drawn = memory_bounded.figure(found)
    assert [axes.get_title() for axes in drawn.axes] == titles
    legend = [text.get_text() for text in drawn.legends[0].get_texts()]
    assert legend == [*BOUNDS, "unbounded, 95 % interval"]


def test_sizes_and_games_that_were_not_played_are_left_out(tmp_path: Path) -> None:
    with Store(None) as store:
        fill(store, "spades", unplayed=50)
        store.register(played("hearts", tmp_path))  # known, but without a game
        (page, *_), _ = memory_bounded.reproduce(store, tmp_path)
        text = page.read_text(encoding="utf-8")
        assert "| bound | 20 nodes | 1,000 nodes |" in text
        assert "Not played yet: Hearts and Confrontation." in text and "### Hearts" not in text
        (page,) = cost.reproduce(store, tmp_path)
        text = page.read_text(encoding="utf-8")
        assert "Not played yet: Hearts and Confrontation." in text and "times less" not in text


# ---- cost


def test_a_workload_takes_the_time_of_its_settings() -> None:
    seconds: dict[cost.Setting, float] = {(bound, size): 1.0 for bound in BOUNDS for size in (20, 1000)}
    seconds["recycle", 1000] = 3.0
    seconds["unbounded", None] = 2.0
    found = cost.workload(seconds, [20, 100, 1000, 5000], panels=2)
    assert found.games == (6 * 4 + 1) * GAMES_A_POINT * 2
    assert found.measured == (6 * 2 + 1) * GAMES_A_POINT * 2
    # 100 lies nearer to 20 than to 1000 by ratio; 5000 is taken from 1000
    assert found.seconds == pytest.approx(GAMES_A_POINT * 2 * (5 * 4 * 1.0 + (1 + 1 + 3 + 3) + 2))
    del seconds["unbounded", None]
    assert cost.workload(seconds, [20], panels=1).seconds == pytest.approx(1000 * (6 + 14 / 12))


def test_the_cost_of_all_games(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "reproduce", "cost", "--database", str(database), "--output", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().err == f"wrote {tmp_path / 'out' / 'cost.md'}\n"
    text = (tmp_path / "out" / "cost.md").read_text(encoding="utf-8")
    # every fabricated game lasts half a second, and has two decisions of 1,000 iterations
    assert "| Spades | 420 | 0.500 | 2.0 | 2,000 | 14,400,000 | 0.06 |" in text
    assert "| all | 1,260 | 0.500 | 2.0 | 2,000 | 14,400,000 | 0.17 |" in text
    assert "6 bounds x 8 sizes x 1,000 games x 4 panels are 192,000 games, with the 4 baselines 196,000." in text
    # 3 of 8 sizes and the baseline were played: 30 of 49 settings were not
    assert "| Confrontation | 98,000 | 13.6 | 61 % |" in text and "| together | 196,000 | 27.2 | 61 % |" in text
    assert "2,922 CPU-hours. Here: 27.2 CPU-hours, **107 times less**." in " ".join(text.split())


# ---- parallel


@pytest.mark.slow
def test_the_tables_of_the_parallel_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def alternated(state: Any, information: str, schemes: list[Any], iterations: int, rounds: int) -> list[list[float]]:
        def seconds(scheme: Any) -> float:
            if isinstance(scheme, int):
                return 0.1
            threads = int(re.findall(r"threads=(\d)", scheme)[0])
            return 0.1 / threads * (2 if threads > 1 and "root" in scheme else 1)

        return [[seconds(scheme)] * rounds for scheme in schemes]

    monkeypatch.setattr(bench, "alternated", alternated)
    monkeypatch.setattr(bench, "cores", lambda: 3)
    assert main(["lab", "reproduce", "parallel", "--rounds", "5", "--output", str(tmp_path)]) == 0
    assert capsys.readouterr().err.count("wrote ") == 4
    text = (tmp_path / "parallel.md").read_text(encoding="utf-8")
    assert "| root | 100.00 | 505.74 | 100.00 | 253.47 | 66.67 | 191.71 |" in text
    assert (
        "| ISMCTS, tree | 1.00 | 0.69 | 1.00 | 0.67 |" in text and "| UCT, root | 0.50 | 1.00 | 0.50 | 0.88 |" in text
    )
    assert "| UCT, tree, node locks | 1.00 |  | 1.00 |  |" in text and "Medians of 5 turns" in text
    kept = json.loads((tmp_path / "parallel.json").read_text(encoding="utf-8"))
    assert len(kept["timings"]) == 2 * (len(bench.SCHEMES) + 1) * 3
    assert "| UCT, separate searches | 0.50 |  | 0.33 |  |" in text
    root = kept["timings"][1]
    assert (root["search"], root["scheme"], root["threads"], root["published_milliseconds"]) == (
        "UCT",
        "root",
        2,
        253.47,
    )
    assert root["efficiency"] == pytest.approx(0.5) and len(root["milliseconds"]) == 5


# ---- the command

TINY = """
game = "tic_tac_toe"
games = 4
[base]
iterations = 30
[[player]]
memory = ["stop", "recycle"]
nodes = [20, 40]
[[player]]
memory = "unbounded"
[opponent]
memory = "unbounded"
"""


def test_the_files_are_part_of_the_package() -> None:
    assert lab_reproduce.GAMES == GAMES
    for game in GAMES:
        this = experiments.experiment(game)
        assert this.name == f"memory_bounds_{game}" and experiments.FOLDER.parent.name == "lab"
        assert len(this.sides) >= len(SIDES[game])
        assert {point.values["nodes"] for point in this.points if "nodes" in point.values} >= {20, 1000, 5000}
        if game != "confrontation":
            assert {this.deals(point) * len(point.seatings) for point in this.points} == {GAMES_A_POINT}


def test_play_stop_and_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in GAMES:
        extra = "separate_sides = true\n" * (game == "confrontation")
        (tmp_path / f"memory_bounds_{game}.toml").write_text(extra + TINY)
    monkeypatch.setattr(experiments, "FOLDER", tmp_path)
    kept = f"in {tmp_path / 'lab.db'}"
    words = ["lab", "reproduce", "memory_bounded", "--database", str(tmp_path / "lab.db"), "--output", str(tmp_path)]
    assert main([*words, "--processes", "1", "--games", "2", "--game", "spades", "confrontation"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(
        f"spades: 10 games played, 10 of 10 {kept}\nconfrontation: 20 games played, 20 of 20 {kept}\n"
    )
    assert said.err.count("wrote ") == 4 and "Stopping is the worst" in said.out
    assert "Not played yet: Hearts." in (tmp_path / "memory_bounded.md").read_text(encoding="utf-8")
    (tmp_path / "memory_bounded.md").unlink()
    assert main([*words, "--processes", "1", "--game", "spades"]) == 0  # as many as the file says
    assert f"spades: 10 games played, 20 of 20 {kept}" in capsys.readouterr().out
    assert main([*words, "--no-play"]) == 0
    assert "games played" not in capsys.readouterr().out
    assert "Spades 4;" in (tmp_path / "memory_bounded.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["memory"], 2, "invalid choice: 'memory'"),
        ([], 2, "required: EXPERIMENT"),
        (["cost", "--rounds", "3"], 2, "--rounds has no meaning for cost"),
        (["parallel", "--no-play"], 2, "--no-play has no meaning for parallel"),
        (["parallel", "--rounds", "0"], 2, "--rounds must be 1 or more, not 0"),
        (["memory_bounded", "--games", "0"], 2, "--games must be 1 or more, not 0"),
        (["memory_bounded", "--game", "bridge"], 2, "unknown game 'bridge'. Known: spades"),
        (["default", "--game", "otello"], 2, "unknown game 'otello'; did you mean 'othello'?"),
        (["memory_bounded", "--no-play", "--database", "none.db"], 1, "there is no results database none.db"),
        (["cost", "--database", "none.db"], 1, "there is no results database none.db"),
        (["memory_bounded", "--no-play", "--database", "empty.db"], 1, "no finished deal of memory_bounds_spades"),
        (["cost", "--database", "empty.db"], 1, "has no game of memory_bounds_spades, memory_bounds_hearts and"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    words: list[str], code: int, message: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Store(Path("empty.db"), create=True).close()
    assert main(["lab", "reproduce", *words]) == code
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("anyspace: error: ") and said.err.count("\n") == 1
    assert message in said.err
    assert not (tmp_path / "results").exists() and not (tmp_path / "none.db").exists()


def test_a_folder_that_cannot_be_written(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    words = ["--no-play", "--database", str(database), "--output", str(tmp_path / "file")]
    assert main(["lab", "reproduce", "memory_bounded", *words]) == 1
    assert re.fullmatch(r"anyspace: error: cannot write to .*file: File exists\n", capsys.readouterr().err)
