"""Long's parameters of game trees for our games, and whether they tell what helps there (survey, VI-D2; Long,
Sturtevant, Buro and Furtak 2010).

Two tables are kept beside the page: what games are like, by random games, and what was gained there, by matches. Games,
methods, budgets and numbers of games are fixed here, before anything is played.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import ExperimentError, StoreError
from ...files import write_whole
from .. import parameters
from ..game_table import restore
from ..hashing import seed_of
from ..match import Fixture, Seeds, play
from ..parameters import Parameters
from ..players import from_words
from ..scoring import side_payoffs, win
from ..seating import lineup_of_two, seatings, sides_of
from ..statistics import Interval, score_interval
from ..store import Store
from ..suggest import unknown
from . import default, default_page
from .stages import loaded

FILE = "game_trees"
GAINS_FILE = f"{FILE}_gains"

CHANCE = ("backgammon", "einstein", "pig")
OPEN = (*default.SEEN, "tic_tac_toe", *CHANCE)
"""Two players who see everything."""

HIDDEN = (
    *("kuhn_poker", "leduc_poker", "spades", "hearts", "dou_di_zhu", "skirmish", "phantom", "hide_and_seek"),
    *("phantom_go", "confrontation"),
)
ADDED = ("chinese_checkers", "goofspiel", "tron", "rock_paper_scissors", "p_game", "sum_of_switches")
"""Measured when all others had been measured, played and tested: the rest of the games for two or more. They are not
part of the tests."""

GAMES = OPEN + HIDDEN + ADDED

RANDOM_GAMES = {**dict.fromkeys(OPEN + ADDED, 200), **dict.fromkeys(HIDDEN, 60)}
"""By which a game is measured."""

SEED = 2010


@dataclass(frozen=True)
class Gain:
    """A way to play, against another, in many games."""

    name: str
    title: str
    player: str
    deals: dict[str, int]
    """of every game; each is played once in every seating"""
    opponent: str = default.PLAIN
    iterations: int = 100

    @property
    def words(self) -> str:
        """Who plays whom."""
        return f"`{self.player}` against `{self.opponent}`, {self.iterations:,} iterations a move of both"


FROM_DEFAULT = "default"
"""A gain that is not played here: that of the default with 100 ms a move."""

GAINS = {
    gain.name: gain
    for gain in (
        Gain("mast", "MAST", "mast", dict.fromkeys(OPEN, 20)),
        Gain("cut", "early termination", "cut:moves=4", dict.fromkeys(OPEN, 20)),
        Gain(
            "determinized",
            "determinized",
            "determinized",
            {
                **dict.fromkeys(("kuhn_poker", "leduc_poker", "phantom"), 100),
                **dict.fromkeys(("spades", "dou_di_zhu", "hide_and_seek"), 50),
                **dict.fromkeys(("hearts", "confrontation", "skirmish"), 25),
                "phantom_go": 20,
            },
        ),
    )
}
"""What is tried here: in the games that have the rules it asks for."""

GAIN_TITLES = {FROM_DEFAULT: "default", **{name: gain.title for name, gain in GAINS.items()}}


@dataclass(frozen=True)
class Gained:
    """What a way to play scored in a game."""

    score: Interval
    even: float
    """what equal players score: a half, a quarter where one of four is meant"""
    games: int

    @property
    def over_even(self) -> float:
        """What was gained."""
        return self.score.estimate - self.even


Gains = dict[tuple[str, str], Gained]
"""By way to play and game."""


# ---- what is missing


def run(
    folder: Path,
    only: Sequence[str] | None,
    say: Callable[[str], None],
    games: int | None = None,
    deals: int | None = None,
) -> None:
    """What the folder's tables lack, of all games or of those named; each game is kept as soon as it is done. What the
    default gained is taken from its table, if the folder has it."""
    for name in only or ():
        if name not in GAMES:
            raise ExperimentError(unknown("game", name, [*GAMES]))
    wanted = [game for game in GAMES if only is None or game in only]
    measured = load(folder)
    for game in wanted:
        if game not in measured:
            say(f"{game}: random games")
            count = games or RANDOM_GAMES[game]
            measured[game] = parameters.measure(loaded(game), count, seed=SEED, name=game)
            save(measured, folder)
    gains = load_gains(folder)
    gains |= of_default(folder)
    save_gains(gains, folder)
    for gain in GAINS.values():
        for game in wanted:
            if (gain.name, game) not in gains and can_be_played(gain, game):
                say(f"{game}: {gain.player} against {gain.opponent}")
                gains[gain.name, game] = matched(gain, game, deals)
                save_gains(gains, folder)
                say(f"{game}: {gain.player}: {gains[gain.name, game].score.shown()}")


def can_be_played(gain: Gain, game: str) -> bool:
    """Whether the game is one of its own, and has the rules that it asks for."""
    return game in gain.deals and (gain.player == "determinized" or default.fits(gain.player, game))


def matched(gain: Gain, game: str, deals: int | None = None) -> Gained:
    """Play it. A deal is one observation: the mean over its seatings."""
    rules = loaded(game)
    sides = sides_of(rules)
    tables = [{**from_words(words), "iterations": gain.iterations} for words in (gain.player, gain.opponent)]
    turns, scores, count = seatings(lineup_of_two("one", len(sides))), [], deals or gain.deals[game]
    for deal in range(count):
        total = 0.0
        for turn, seating in enumerate(turns):
            who = [seating[next(k for k, side in enumerate(sides) if seat in side)] for seat in range(rules.players)]
            drawn = [seed_of(FILE, game, deal, turn, seat) for seat in range(rules.players)]
            seeds = Seeds(seed_of(FILE, game, deal), seed_of(FILE, game, deal, "chance"), tuple(drawn))
            record = play(rules, Fixture(f"{deal}.{turn}", tuple(tables[each] for each in who), seeds))
            total += win(side_payoffs(record.payoffs, sides))[seating.index(0)]
        scores.append(total / len(turns))
    return Gained(score_interval(scores), 1 / len(sides), count * len(turns))


def of_default(folder: Path) -> Gains:
    """What the default gained with 100 ms a move, as far as the folder's table of it knows."""
    table = folder / f"{default_page.FILE}.parquet"
    if not table.exists():
        return {}
    found: Gains = {}
    with Store(None, create=True) as store:
        restore(table, store)
        for game in OPEN:
            for point in default_page.points_of(default.STAGES["slow"], game, store)[:1]:
                score = point.score()
                assert score is not None
                found[FROM_DEFAULT, game] = Gained(score, 1 / len(point.lineup), len(point.games))
    return found


# ---- the tables


def load(folder: Path) -> dict[str, Parameters]:
    """What games are like, as far as a folder's table knows."""
    path = folder / f"{FILE}.csv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {each.game: each for each in parameters.from_csv(file, str(path))}


def save(found: dict[str, Parameters], folder: Path) -> Path:
    """Write that table, in the order of the games."""
    text = io.StringIO(newline="")
    parameters.to_csv([found[game] for game in GAMES if game in found], text, digits=5)
    return _write(folder / f"{FILE}.csv", text.getvalue())


COLUMNS = ("gain", "game", "score", "low", "high", "even", "games")


def load_gains(folder: Path) -> Gains:
    """What was gained, as far as a folder's table knows."""
    path = folder / f"{GAINS_FILE}.csv"
    if not path.exists():
        return {}
    found: Gains = {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                score = Interval(*(float(row[column]) for column in COLUMNS[2:5]))
                found[row["gain"], row["game"]] = Gained(score, float(row["even"]), int(row["games"]))
    except (KeyError, TypeError, ValueError, csv.Error) as error:
        raise StoreError(f"{path} is not a table of gains: {error!r}") from None
    return found


def save_gains(gains: Gains, folder: Path) -> Path:
    """Write that table, in the order of the page."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for gain in GAIN_TITLES:
        for game in GAMES:
            if each := gains.get((gain, game)):
                writer.writerow([gain, game, *(f"{x:.5g}" for x in (*each.score, each.even)), each.games])
    return _write(folder / f"{GAINS_FILE}.csv", text.getvalue())


def _write(path: Path, text: str) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from None
    return path
