"""The page of the default: which parts it has in which game, and what they are worth there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from ..early_stop import UntilDecided
from ..game_table import save
from ..results import PointResults, load
from ..statistics import Interval, Sprt
from ..store import Store
from .default import CANDIDATES, CHOSEN_ON, FORMER, HELD_OUT, OTHERS, POOLS, SEEN, STAGES, Stage, name
from .markdown import counted, machines, paragraph, percent, table, write

FILE = "default"

SAID = {"accept H1": "ahead", "accept H0": "not ahead", "undecided": "not decided"}


def points_of(stage: Stage, game: str, store: Store) -> list[PointResults]:
    """What a database has of a stage in a game."""
    if name(stage, game) not in store.experiments():
        return []
    return [point for point in load(store, name(stage, game)).points if point.score() is not None]


def reproduce(store: Store, folder: Path) -> list[Path]:
    """Write the page and the table of games. Returns the files."""
    kept = [(stage, game) for stage in STAGES.values() for game in stage.games_of]
    versions = [
        each
        for stage, game in kept
        if name(stage, game) in store.experiments()
        for each in load(store, name(stage, game)).versions
    ]
    files = write(folder, {f"{FILE}.md": page(store, machines(versions))})
    return [*files, save(store, folder / f"{FILE}.parquet")]


def page(store: Store, machine: str) -> str:
    """All of it."""
    quick, slow = STAGES["quick"], STAGES["slow"]
    parts = [
        "# The default, played",
        paragraph(
            "What `Search(game)` is made of where no part is named, against plain UCT (c = 1) and against others,",
            f"on {machine}. Made by `anyspace lab reproduce {FILE}`, which plays what is missing; with `--no-play",
            f"--table {FILE}.parquet` it writes this page again from [{FILE}.parquet]({FILE}.parquet), a row a",
            "game. Every deal is played with the seats swapped, and is one observation; scores are in per cent,",
            "with 95 % intervals. How the default is chosen: [docs/default.md](../default.md).",
        ),
        "## Two players who see everything",
        verdict_on(store, quick, SEEN),
        verdict_on(store, slow, SEEN),
        comparison(store, SEEN),
        paragraph("Held out: games that had no say in the choice."),
        *sequential(store),
        *bounded(store),
        "## Chance, hidden information, more players",
        verdict_on(store, quick, OTHERS),
        verdict_on(store, slow, OTHERS),
        comparison(store, OTHERS),
        paragraph(
            "No longer the default: where moves are hidden less exploration was seen to lose with more time, and",
            "EinStein würfelt nicht and Skirmish say by now what a position is worth, Hearts and Spades which cards a",
            "player would pick. These games do not count above. Not in the table: where the default is plain UCT",
            "(phantom, confrontation, hide_and_seek).",
        ),
        "## What each part does alone",
        paragraph(
            f"Against plain UCT, {_time(STAGES['candidates'])}: which idea helps in which kind of game. A candidate is",
            "tried where a game has the rules that it asks for; games that are not here were not played yet. Of four",
            "players equals win 25.",
        ),
        candidates(store),
        *outside(store),
    ]
    return "\n\n".join(filter(None, parts))


def comparison(store: Store, games: Sequence[str]) -> str:
    """The default in these games."""
    rows = []
    for game in games:
        played = _by_parts(store, [STAGES["quick"], STAGES["slow"]], game)
        for parts, found in sorted(played.items(), key=lambda each: is_former(game, each[0])):
            about = ", no longer the default" if is_former(game, parts) else ", held out" if game in HELD_OUT else ""
            scores = [percent(point.score() if point else None) for point in found]
            counts = ", ".join(f"{len(point.games):,}" if point else "0" for point in found)
            rows.append([game + about, f"`{parts}`", *scores, counts])
    return table(["game", "parts", "10 ms a move", "100 ms a move", "games"], rows, left=2) if rows else ""


def _by_parts(store: Store, stages: Sequence[Stage], game: str) -> dict[str, list[PointResults | None]]:
    """What was played with each combination, stage by stage."""
    played: dict[str, list[PointResults | None]] = {}
    for column, stage in enumerate(stages):
        for point in points_of(stage, game, store):
            played.setdefault(str(point.values["player"]), [None] * len(stages))[column] = point
    return played


def is_former(game: str, parts: object) -> bool:
    """Whether the default is another one by now."""
    return FORMER.get(game) == parts


def verdict_on(store: Store, stage: Stage, games: Sequence[str]) -> str:
    """How often it is ahead, and how far."""
    points = {
        game: point
        for game in games
        for point in points_of(stage, game, store)
        if not is_former(game, point.values["player"])
    }
    known = {game: over_even(point) for game, point in points.items()}
    if not known:
        return paragraph(f"{_time(stage).capitalize()}: not played yet.")

    def told(name: str, games: Sequence[str]) -> str:
        of_these = [lead for game, lead in known.items() if game in games]
        if not of_these:
            return ""
        ahead, behind = sum(lead.low > 0 for lead in of_these), sum(lead.high < 0 for lead in of_these)
        mean = 100 * fmean(lead.estimate for lead in of_these)
        return (
            f"{name} it is ahead in {ahead} of {counted([len(of_these)], 'game')} (the whole interval above what "
            f"equal players score), behind in {behind}; {mean:+.1f} points on average."
        )

    kinds = [told("Among the games it was chosen on,", CHOSEN_ON), told("Among those held out,", HELD_OUT)]
    return paragraph(told(f"With {_time(stage)},", games), *(filter(None, kinds) if known.keys() & {*SEEN} else []))


def sequential(store: Store) -> list[str]:
    """Matches that ended when they were decided."""
    stage = STAGES["long"]
    assert stage.test is not None
    rows = []
    for game in stage.games_of:
        for point in points_of(stage, game, store):
            until = UntilDecided(Sprt.elo(*stage.test))
            until.heard(point)
            won = 100 * fmean(each.scores[0] for each in point.games)
            verdict = SAID[until.test.verdict]
            rows.append([game, f"`{point.values['player']}`", verdict, f"{won:.0f}", f"{len(point.games):,}"])
    if not rows:
        return []
    said = paragraph(
        f"With {_time(stage)}, until a sequential test has decided between no difference and {stage.test[1]:g} Elo",
        f"(errors of 5 % each), {stage.games} games at most. Scores of matches that ended early are biased: what",
        "counts is the verdict.",
    )
    return ["### A second a move", said, table(["game", "parts", "verdict", "score", "games"], rows, left=3)]


def bounded(store: Store) -> list[str]:
    """The same parts in little memory."""
    stages = [STAGES[f"pool_{nodes}"] for nodes in POOLS]
    rows = []
    for game in SEEN:
        for parts, found in sorted(_by_parts(store, stages, game).items()):
            scores = [percent(point.score() if point else None) for point in found]
            counts = ", ".join(f"{len(point.games):,}" if point else "0" for point in found)
            rows.append([game, f"`{parts}`", *scores, counts])
    if not rows:
        return []
    said = paragraph(
        f"Both keep within a pool of so many nodes, and recycle them; {_time(stages[0])}.",
    )
    heads = ["game", "parts", *(stage.title for stage in stages), "games"]
    return ["### In little memory", said, table(heads, rows, left=2)]


def candidates(store: Store) -> str:
    """A row a game, a column a candidate."""
    stage = STAGES["candidates"]
    rows = []
    for game in stage.games_of:
        points = {point.values["player"]: point for point in points_of(stage, game, store)}
        if points:
            scores = [_short(points[words].score() if words in points else None) for words in CANDIDATES]
            least, most = (count(len(point.games) for point in points.values()) for count in (min, max))
            rows.append([game, *scores, f"{least}" if least == most else f"{least} to {most}"])
    return table(["game", *(f"`{words}`" for words in CANDIDATES), "games"], rows) if rows else "Not played yet."


def outside(store: Store) -> list[str]:
    """Opponents that are not ours."""
    sections = []
    for stage in (STAGES["open_spiel"], STAGES["gnugo"]):
        rows = [
            [game, f"`{point.values['player']}`", percent(point.score()), f"{len(point.games):,}"]
            for game in stage.games_of
            for point in points_of(stage, game, store)
        ]
        if rows:
            sections += [f"## Against {stage.title}", paragraph(ABOUT[stage.name])]
            sections += [table(["game", "our parts", "score", "games"], rows, left=2)]
    return sections


ABOUT = {
    "open_spiel": "OpenSpiel's own search in C++ with its solver, uniformly random playouts and the exploration "
    f"constant that is ours of 1, {STAGES['open_spiel'].seconds} s a move of both.",
    "gnugo": f"GNU Go 3.8 at level 10 over GTP, Go 9x9, {STAGES['gnugo'].iterations:,} iterations a move of ours.",
}


def _time(stage: Stage) -> str:
    of = " of processor time" if stage.timer == "processor" else ""
    return f"{1000 * (stage.seconds or 0):g} ms{of} a move of both"


def _short(score: Interval | None) -> str:
    return "" if score is None else f"{100 * score.estimate:.0f} ({100 * score.low:.0f} to {100 * score.high:.0f})"


def over_even(point: PointResults) -> Interval:
    """How much better than equal players it scores: half of the games of two, a quarter of four."""
    score, even = point.score(), 1 / len(point.lineup)
    assert score is not None
    return Interval(*(each - even for each in score))
