"""The survey's methods as pages: a row a method, with what was published and what our games say."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...bench.timing import alternate
from ...errors import AnyspaceError, ExperimentError
from ...search.search import Search
from ..experiment import Experiment, Plan, build
from ..game_table import save
from ..own_games import load_game
from ..players import Player, from_words, search_options
from ..results import PointResults, load
from ..statistics import Interval
from ..store import Store
from ..suggest import unknown
from . import survey_checks, survey_playouts, survey_rows
from .checks import costs, playouts, synthetic_trees
from .checks.outcome import Check
from .markdown import machines, paragraph, percent, table, write
from .survey_rows import BETTER, NULL, Row, Survey
from .verdicts import AGREES, DIFFERS, OPEN

SURVEYS: dict[str, Survey] = {each.file: each for each in (survey_rows.TREES, survey_playouts.PLAYOUTS)}

CHECKS: dict[str, tuple[str, str, list[Check]]] = {
    survey_rows.TREES.file: (
        survey_checks.FILE,
        "Regret on arms, errors on trees whose values are known, proofs, nodes",
        survey_checks.CHECKS,
    ),
    survey_playouts.PLAYOUTS.file: (
        survey_playouts.PLAYOUTS.file,
        "Speeds, errors of playouts, moves chosen, distances from an equilibrium",
        [*costs.CHECKS, *playouts.CHECKS, *synthetic_trees.CHECKS],
    ),
}
"""Claims that are no matches: the name of their table, what they measure, and the claims."""

NO_DIFFERENCE = 0.07
"""How far from a half a score's interval may reach for the two to count as equal."""

ROUNDS, TIMED = 7, 2_000
"""Turns and iterations by which the speeds of two players are compared."""


def chosen(survey: Survey, only: Sequence[str] | None) -> list[Row]:
    """The rows that were asked for, by number, title or id; all without a list."""
    if only is None:
        return survey.rows
    for word in only:
        if not any(_is_meant(row, word) for row in survey.rows) and not _checks_meant(survey, [word]):
            raise ExperimentError(unknown("row", word, [row.number for row in survey.rows]))
    return [row for row in survey.rows if any(_is_meant(row, word) for word in only)]


def _checks_meant(survey: Survey, only: Sequence[str] | None) -> list[Check]:
    return [check for check in CHECKS[survey.file][2] if only is None or check.number in only]


def run_checks(survey: Survey, folder: Path, only: Sequence[str] | None, say: Callable[[str], None]) -> None:
    """Run the claims that are no matches and that the folder's table lacks: all, or those of these numbers."""
    file, _, everything = CHECKS[survey.file]
    survey_checks.run_missing(folder, _checks_meant(survey, only), say, file_name=file, order=everything)


def _is_meant(row: Row, word: str) -> bool:
    return word in (row.number, row.number.rstrip("abcdefgh"), row.id) or word == row.player.partition(":")[0]


def name(row: Row) -> str:
    """Under which a row's games are kept."""
    return f"{row.survey}_{row.id}"


def missing(row: Row) -> str:
    """Why a row cannot be played; empty if it can."""
    try:
        game = load_game(row.game, Path())
        for words in (row.player, row.opponent):
            options = search_options(from_words(words))
            Search(game, *options.pop("parts"), **options)
    except AnyspaceError as error:
        return str(error)
    return ""


def experiment(row: Row, store: Store) -> Experiment | None:
    """Two points: equal iterations, and equal time (iterations by the players' speeds, measured once and kept). None if
    the row cannot be played."""
    if missing(row):
        return None
    game = load_game(row.game, Path())
    speed = known_speed(row, store) or measured_speed(row)
    points = [
        Plan(
            (_player(row.player, iterations), _player(row.opponent, row.iterations)),
            "one",
            {"equal": equal, "speed": speed},
        )
        for equal, iterations in (("iterations", row.iterations), ("time", max(10, round(row.iterations * speed))))
    ]
    if points[0].entrants == points[1].entrants:
        points.pop()
    return build(name=name(row), game=row.game, folder=Path(), loaded=game, points=points, seed=2012, games=row.games)


def _player(words: str, iterations: int) -> Player:
    return Player(words or "plain UCT", {**from_words(words), "iterations": iterations})


def known_speed(row: Row, store: Store) -> float | None:
    """The speed by which earlier games were played."""
    if name(row) not in store.experiments():
        return None
    return next((float(point.values["speed"]) for point in load(store, name(row)).points), None)


def measured_speed(row: Row) -> float:
    """Iterations a second of the player, times the opponent's: the median over alternated turns, from the start. In
    processor time, for the machine may be busy, unless a player has several threads."""
    game = load_game(row.game, Path())
    state = game.start(seed=1)
    searches = []
    for words in (row.player, row.opponent):
        options = search_options(from_words(words))
        searches.append(Search(game, *options.pop("parts"), **options, seed=1))
    for search in searches:
        search.run(state, iterations=10)
    player, opponent = (lambda search=search: search.run(state, iterations=TIMED) for search in searches)
    timer = time.perf_counter if "threads" in row.player + row.opponent else time.process_time
    return round(alternate(player, opponent, ROUNDS, timer)[2], 3)


# ---- what the games say


@dataclass(frozen=True)
class Found:
    """A row and its games."""

    row: Row
    iterations: PointResults | None
    time: PointResults | None
    speed: float | None

    @property
    def score(self) -> Interval | None:
        """At equal iterations."""
        return self.iterations.score() if self.iterations is not None else None

    @property
    def verdict(self) -> str:
        """By the score at equal iterations, as most of the literature reports."""
        return verdict(self.score, self.row.published)


def verdict(score: Interval | None, published: str) -> str:
    """Undecided is not agreement."""
    if score is None:
        return "not played"
    if published == NULL:
        within = score.low >= 0.5 - NO_DIFFERENCE and score.high <= 0.5 + NO_DIFFERENCE
        return AGREES if within else DIFFERS if 0.5 not in score else OPEN
    if 0.5 in score:
        return OPEN
    return AGREES if (score.estimate > 0.5) == (published == BETTER) else DIFFERS


def found(row: Row, store: Store) -> Found:
    """What a database has of a row."""
    if name(row) not in store.experiments():
        return Found(row, None, None, None)
    points = {point.values["equal"]: point for point in load(store, name(row)).points}
    by_iterations = points.get("iterations")
    speed = float(by_iterations.values["speed"]) if by_iterations is not None else None
    return Found(row, by_iterations, points.get("time", by_iterations), speed)


def in_words(row: Row, store: Store) -> str:
    """One line on a row."""
    result = found(row, store)
    score = result.score
    return f"{score.shown() if score else 'no complete deal'}: {result.verdict} (published: {row.published})"


def reproduce(survey: Survey, store: Store, folder: Path) -> list[Path]:
    """Write the page and the table of games; the checks are those of the folder's table. Returns the files."""
    everything = [found(row, store) for row in survey.rows]
    versions = [each for result in everything if result.iterations for each in load(store, name(result.row)).versions]
    text = page(survey, everything, machines(versions))
    file, what, checks = CHECKS[survey.file]
    text = "\n\n".join([text, survey_checks.section(survey_checks.load(folder, file), checks, file, what)])
    files = write(folder, {f"{survey.file}.md": text})
    return [*files, save(store, folder / f"{survey.file}.parquet")]


def page(survey: Survey, everything: Sequence[Found], machine: str) -> str:
    """All of it."""
    looks = [result for result in everything if result.row.asks]
    everything = [result for result in everything if not result.row.asks]
    played = [result for result in everything if result.score is not None]
    counts = {outcome: sum(result.verdict == outcome for result in played) for outcome in (AGREES, DIFFERS, OPEN)}
    games = sum(len(point.games) for result in played for point in {id(p): p for p in _points(result)}.values())
    parts = [
        f"# {survey.title}",
        paragraph(
            f"{survey.section} of Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012), and its",
            "successors: each method as a part of the one search, against plain UCT (c = 1) or the opponent that",
            "is named. Made by",
            f"`anyspace lab reproduce {survey.file}`, which plays what is missing; with `--no-play --table",
            f"{survey.file}.parquet` it writes this page again from [{survey.file}.parquet]({survey.file}.parquet), a",
            "row a game. Game, budget and number of games were fixed before playing; every deal is played with the",
            "seats swapped, and is one observation.",
            survey.note,
        ),
        paragraph(
            f"{len(played)} of {len(everything)} rows were played, {games:,} games on {machine}: {counts[AGREES]}",
            f"agree with what was published in direction, {counts[DIFFERS]} do not, {counts[OPEN]} are not decided by",
            "this many games. A row agrees if its 95 % interval lies wholly on the published side of one half; where",
            f"no difference was published, if it lies within {100 * NO_DIFFERENCE:g} points of it.",
        ),
        table(
            ["row", "method", "published", "game, iterations", "score, equal iterations", "score, equal time", "speed",
             "games", "verdict"],
            [_line(result) for result in everything],
            left=4,
        ),
        paragraph(
            "Scores are the player's in per cent, with 95 % intervals. Speed is iterations a second next to the",
            f"opponent's, the median of {ROUNDS} alternated turns of {TIMED:,} iterations from the start; at equal",
            "time the player has that many times the iterations.",
        ),
    ]  # fmt: skip
    return "\n\n".join([*parts, *closer_looks(looks)])


def closer_looks(looks: Sequence[Found]) -> list[str]:
    """Matches that were played to find out why a row is not as published."""
    if not looks:
        return []
    return [
        "## Closer looks",
        paragraph("Where a row does not agree, or decides nothing: what was played to find out why."),
        table(
            ["row", "asks", "player", "game, iterations", "score, equal iterations", "games"],
            [_look(result) for result in looks],
            left=4,
        ),
    ]


def _look(result: Found) -> list[str]:
    row = result.row
    against = f" against `{row.opponent}`" if row.opponent else ""
    games = len(result.iterations.games) if result.iterations is not None else 0
    setting = f"{row.game}, {row.iterations:,}"
    return [row.number, row.asks, f"`{row.player}`{against}", setting, percent(result.score), f"{games}"]


def _points(result: Found) -> list[PointResults]:
    return [point for point in (result.iterations, result.time) if point is not None]


def _line(result: Found) -> list[str]:
    row = result.row
    against = f" against {row.opponent}" if row.opponent else ""
    games = statistics.median(len(point.games) for point in _points(result)) if _points(result) else 0
    return [
        row.number,
        f"{row.title} (`{row.player}`{against})",
        f"{row.published}: {row.figure}",
        f"{row.game}, {row.iterations:,}",
        percent(result.score),
        percent(result.time.score() if result.time else None),
        "" if result.speed is None else f"{result.speed:.2f}",
        f"{games:.0f}",
        result.verdict,
    ]
