"""The page on what games are like and whether that tells what helps there: made from its two tables."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..parameters import COLUMNS, HEADINGS, Parameters
from ..statistics import Interval, holm
from . import default
from .game_trees import (
    ADDED,
    FILE,
    FROM_DEFAULT,
    GAIN_TITLES,
    GAINS,
    GAINS_FILE,
    GAMES,
    HIDDEN,
    OPEN,
    Gained,
    Gains,
    load,
    load_gains,
)
from .markdown import counted, paragraph, percent, table, write
from .verdicts import LEVEL

LEAST = 5
"""Games, for a correlation to be computed."""

SHUFFLES = 10_000


def reproduce(folder: Path) -> list[Path]:
    """Write the page from the folder's tables. Returns the files."""
    return write(folder, {f"{FILE}.md": page(load(folder), load_gains(folder))})


def page(measured: Mapping[str, Parameters], gains: Gains) -> str:
    """All of it."""
    found = correlations(measured, gains)
    parts = [
        "# What games are like, and what helps there",
        paragraph(
            "Long, Sturtevant, Buro and Furtak (2010) describe game trees by three numbers, leaf correlation, bias and",
            "disambiguation, and show with synthetic trees that these decide whether search by guesses does well. The",
            "survey (VI-D2) hopes that they predict the success of tree search in new games. Here they are measured in",
            "ours, and tried as predictors of what four ways to play gain there. What the columns mean exactly is in",
            "[docs/lab.md](../lab.md#what-games-are-like). Made by",
            f"`anyspace lab reproduce {FILE}`, which measures and plays what is missing; with `--no-play` it writes",
            f"this page again from [{FILE}.csv]({FILE}.csv) and [{GAINS_FILE}.csv]({GAINS_FILE}.csv). Games, methods,",
            "budgets, numbers of games, predictors and tests were fixed before any game was measured or played for it;",
            "what the default gains was known. The middle from which bias counts was put right for Hearts when its",
            "parameters, but no gains, had been seen.",
        ),
        "## The parameters",
        paragraph(
            "By uniformly random games, with 95 % intervals; a game is one observation. A dash: the games say nothing,",
            "for example where only one move ends a game. Disambiguation is 1 by definition where nothing is hidden.",
            "Where only a win ends a game, as in Breakthrough and Atarigo, all moves that end it are alike by rule.",
            f"The last {len(ADDED)} games were measured later, and are no part of the tests below. Where moves are",
            "made at the same time, as in Goofspiel, they are taken one after the other, and a move that is not shown",
            "yet does not count as hidden. The P-game is one of them, `tree=0`. Games for one player are left out:",
            "with nobody to win against there is no bias, and there are no others' secrets to guess.",
        ),
        parameters_table(measured),
        "## What was gained",
        gains_text(),
        gains_table(gains),
        "## Do the parameters tell what helps?",
        paragraph(
            "Spearman's rank correlation over games between a parameter and what was gained above what equal players",
            "score; bias counts as its distance from that, on either side. Intervals of 95 % by Fisher's",
            "transformation (standard error 1.03/√(n-3)), which for so few games are rough; p-values by",
            f"{SHUFFLES:,} shuffles of the games, two-sided, and with Holm's correction for all of them.",
        ),
        correlations_table(found),
        conclusion(found),
        paragraph(
            "What this cannot show: both numbers are estimates, which pulls every correlation towards 0; games are not",
            "a sample of any population, and relatives (Hex and Havannah, Breakthrough and Knightthrough, Go, NoGo and",
            "Atarigo) do not count as two; the parameters are those of random games, which strong players leave at",
            "once; the default is another combination of parts in every game, so that its gain says as much about the",
            "rules that a game has as about its tree; and two searches against each other show less of what guessing",
            "costs than a player would who knew how to punish it. `determinized` divides its iterations among ten",
            "guesses, which leaves ten for each: where a decision has more moves than that, as in Skirmish, its score",
            "says that rather than what guessing does. Early termination scores near 100 in many games, where ranks",
            "are mostly luck.",
        ),
    ]
    return "\n\n".join(parts)


def parameters_table(measured: Mapping[str, Parameters]) -> str:
    """A row a game."""
    rows = []
    for game in GAMES:
        if each := measured.get(game):
            rows.append([game, f"{each.games:,}", *(_shown(getattr(each, column)) for column in COLUMNS)])
    return table(["game", "games", *HEADINGS], rows)


def _shown(value: Interval | None) -> str:
    if value is None:
        return "-"
    if value.low == value.high:
        return f"{value.estimate:g}"
    return f"{value.estimate:.2f} ({value.low:.2f} to {value.high:.2f})"


def gains_text() -> str:
    """Who plays whom."""
    slow = default.STAGES["slow"]
    played = "; ".join(f"*{gain.title}* is {gain.words}" for gain in GAINS.values())
    return paragraph(
        "Scores in per cent, with 95 % intervals over deals, each played in every seating, and the number of games.",
        f"*{GAIN_TITLES[FROM_DEFAULT].capitalize()}* is what `Search(game)` is made of against plain UCT,",
        f"{1000 * (slow.seconds or 0):g} ms of processor time a move ([default.md](default.md)); {played}, where a",
        "game has the rules that it asks for. What `determinized` meets is one tree for all guesses, or, where moves",
        "are hidden, one for each player. Equal players score 50, in Hearts 25, in hide_and_seek 33.",
    )


def gains_table(gains: Gains) -> str:
    """A row a game, a column a way to play."""
    rows = [
        [game, *(_score(gains.get((gain, game))) for gain in GAIN_TITLES)]
        for game in GAMES
        if any((gain, game) in gains for gain in GAIN_TITLES)
    ]
    return table(["game", *GAIN_TITLES.values()], rows)


def _score(gained: Gained | None) -> str:
    return "" if gained is None else f"{percent(gained.score)}, {gained.games:,}"


# ---- correlations


@dataclass(frozen=True)
class Correlation:
    """Of a parameter with a gain, over games."""

    gain: str
    parameter: str
    games: int
    rho: Interval
    p: float


def correlations(measured: Mapping[str, Parameters], gains: Gains) -> list[Correlation]:
    """All that can be computed: of what is hidden for games that hide something, of the rest for all others."""
    found = []
    for gain in GAIN_TITLES:
        hidden = gain == "determinized"
        for column in COLUMNS if hidden else COLUMNS[:-1]:
            pairs = [
                (_predictor(measured[game], column, gains[gain, game].even), gains[gain, game].over_even)
                for game in (HIDDEN if hidden else OPEN)
                if game in measured and getattr(measured[game], column) is not None and (gain, game) in gains
            ]
            if len(pairs) >= LEAST and all(len(set(values)) > 1 for values in zip(*pairs, strict=True)):
                found.append(Correlation(gain, column, len(pairs), *spearman(pairs)))
    return found


def _predictor(measured: Parameters, column: str, even: float) -> float:
    value: Interval = getattr(measured, column)
    return abs(value.estimate - even) if column == "bias" else value.estimate


def spearman(pairs: Sequence[tuple[float, float]], shuffles: int = SHUFFLES) -> tuple[Interval, float]:
    """The rank correlation with its interval, and how often shuffled games are as far from 0."""
    left, right = (_centred(ranks(values)) for values in zip(*pairs, strict=True))
    scale = math.sqrt(sum(x * x for x in left) * sum(x * x for x in right))
    rho = sum(x * y for x, y in zip(left, right, strict=True)) / scale
    source, extreme = random.Random(len(pairs)), 0
    for _ in range(shuffles):
        source.shuffle(right)
        extreme += abs(sum(x * y for x, y in zip(left, right, strict=True))) / scale >= abs(rho) - 1e-9
    middle, margin = math.atanh(max(-0.999, min(0.999, rho))), 1.96 * 1.03 / math.sqrt(len(pairs) - 3)
    return Interval(rho, min(rho, math.tanh(middle - margin)), max(rho, math.tanh(middle + margin))), (extreme + 1) / (
        shuffles + 1
    )


def ranks(values: Sequence[float]) -> list[float]:
    """From 1; equals share the mean of theirs."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) + 1) / 2 for value in values]


def _centred(values: Sequence[float]) -> list[float]:
    mean = sum(values) / len(values)
    return [value - mean for value in values]


def correlations_table(found: Sequence[Correlation]) -> str:
    """A row a pair."""
    corrected = holm([each.p for each in found]) if found else []
    return table(
        ["gain of", "parameter", "games", "Spearman", "p", "p (Holm)"],
        [
            [
                GAIN_TITLES[each.gain],
                HEADINGS[COLUMNS.index(each.parameter)] + (", from even" if each.parameter == "bias" else ""),
                f"{each.games}",
                f"{each.rho.estimate:+.2f} ({each.rho.low:+.2f} to {each.rho.high:+.2f})",
                f"{each.p:.3f}",
                f"{p:.3f}",
            ]
            for each, p in zip(found, corrected, strict=True)
        ],
        left=2,
    )


def conclusion(found: Sequence[Correlation]) -> str:
    """What the tests say, in words."""
    if not found:
        return paragraph("Nothing was measured and played yet.")
    shown = [each for each, p in zip(found, holm([each.p for each in found]), strict=True) if p < LEVEL]
    alone = [each for each in found if each.p < LEVEL]
    told = "; ".join(
        f"{HEADINGS[COLUMNS.index(each.parameter)]} with the gain of {GAIN_TITLES[each.gain]}, "
        f"{'more' if each.rho.estimate > 0 else 'less'} where it is greater"
        for each in shown
    )
    if not shown:
        told = (
            "**A null**: in these games, with these numbers of games, no parameter is shown to tell where any of these "
            "ways to play helps. Correlations inside of the intervals are not ruled out"
        )
    return paragraph(
        f"Of {counted([len(found)], 'correlation')}, {len(alone)} have a p-value below {LEVEL:g} by themselves, where",
        f"{LEVEL * len(found):.1f} would by luck alone; after the correction {len(shown)}{':' if shown else '.'}",
        f"{told}.",
    )
