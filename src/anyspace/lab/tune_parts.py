"""Finding the parts of a search, and their numbers, within a given time: the best against plain UCT at equal time.

1. *alone*: every part that goes with the game's rules, by itself. Successive halving: all play the same deals for a
   while, the better half goes on (Karnin, Koren and Somekh, 2013, "Almost optimal exploration in multi-armed bandits").
2. *together*: combinations of the best of these, and they themselves, halved likewise.
3. *numbers*: of the best, by the tuner of lab/tune.py.
4. *finalists*: the best few settings of the numbers, and the defaults, on new deals.
5. *held out*: the chosen one on deals that had no part in choosing it. That score, with its interval, is honest.

Each has a share of the time; compiling counts. Games are kept in the database under one name, so the same command adds
to what it found before.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from ..errors import AnyspaceError, ExperimentError
from ..rules.game import AnyGame
from .experiment import Experiment, Plan, build
from .hashing import name_of, seed_of
from .machine import cores
from .own_games import load_game
from .part_space import Combination, candidates, parameters_of, table_of, together
from .players import Player, Table
from .results import PointResults
from .runner import Run, run
from .seating import sides_of
from .statistics import Interval
from .store import Store
from .tune import Tuner
from .tune_task import METHODS, Task
from .worker import WarmUp, warm_up

SHARES_OF_TIME = {"alone": 0.35, "together": 0.2, "numbers": 0.2, "finalists": 0.1, "held out": 0.15}
COMPILING = 0.5
"""The share of the first two stages' time in which parts may be compiled; those not ready then are left out."""

SURVIVORS = 4
COMBINATIONS = 6
LEAST_DEALS = 2
"""Nobody is left behind after less than this."""

MOST_DEALS = 1000
FINALISTS = 3
TRIALS, FEWEST_TRIALS = 100, 6
"""Proposals for the numbers: at most; and so many must fit into the time, or none is made."""

TRIAL_OVERHEAD = 3.0
"""Seconds that it takes to start a proposal's worker processes."""

PLAIN: Combination = ()


@dataclass(frozen=True)
class PartsTask:
    """What is to be tuned, and in which games."""

    game: str
    minutes: float
    seconds: float = 0.05
    """for a decision, of everybody"""
    only: Sequence[str] = ()
    """parts to try, instead of all that go with the game"""
    method: str = METHODS[0]
    """who proposes numbers"""
    seed: int = 0
    scoring: str | None = None
    lineup: str = "one"
    folder: Path = field(default_factory=Path)

    @cached_property
    def loaded(self) -> AnyGame:
        """The game itself."""
        return load_game(self.game, self.folder)

    @property
    def name(self) -> str:
        """In the database; the time that it may take is no part of it."""
        digest = name_of("tune parts", self.game, self.seconds, list(self.only), self.seed, self.scoring, self.lineup)
        return f"tune {self.game} parts {digest[:6]}"

    @property
    def budget(self) -> Table:
        """Of everybody, and all of plain UCT."""
        return {"seconds": self.seconds}

    @property
    def even(self) -> float | None:
        """The score of equals, where it is known."""
        return 0.5 if len(sides_of(self.loaded)) == 2 else None

    def check(self) -> PartsTask:
        """The task itself, once it is known to make sense. Raises `ExperimentError`."""
        if not (self.minutes > 0 and math.isfinite(self.minutes)):
            raise ExperimentError(f"minutes must be a number above 0, not {self.minutes:g}")
        if not (self.seconds > 0 and math.isfinite(self.seconds)):
            raise ExperimentError(f"seconds must be a number above 0, not {self.seconds:g}")
        self.experiment("alone", [table_of(PLAIN, self.budget)])
        if self.only:
            candidates(self.loaded, self.only)
        return self

    def experiment(self, stage: str, tables: Sequence[Table]) -> Experiment:
        """Players with these tables against plain UCT, on the deals of a stage; "alone" and "together" share theirs."""
        plans = []
        alone = len(sides_of(self.loaded)) == 1
        for table in tables:
            entrants = [Player("player", table)] + ([] if alone else [Player("plain", table_of(PLAIN, self.budget))])
            varied = {key: " ".join(table[key]) if key == "parts" else table[key] for key in table if key != "seconds"}
            plans.append(Plan(tuple(entrants), self.lineup, varied))
        stage = "race" if stage in ("alone", "together") else stage
        given: dict[str, Any] = dict(game=self.game, folder=self.folder, loaded=self.loaded, scoring=self.scoring)
        seed = self.seed if stage == "race" else seed_of(stage, self.seed)
        seatings = len(build(name="", points=plans[:1], **given).points[0].seatings)
        return build(name=f"{self.name} ({stage})", points=plans, seed=seed, games=MOST_DEALS * seatings, **given)


class Entry(NamedTuple):
    """A player and its score so far."""

    table: Table
    score: Interval
    deals: int


@dataclass(frozen=True)
class Found:
    """What came of it."""

    table: Table
    """the chosen player"""
    race: list[Entry]
    """combinations of parts, the best first: flattering numbers"""
    proposals: int
    """for the numbers"""
    finalists: list[Entry]
    held_out: Entry | None
    """on deals that had no part in choosing; None if there was no time"""
    even: float | None
    """the score of equals, where it is known"""
    left_out: list[Combination] = field(default_factory=list)
    """for want of time to compile them"""

    @property
    def is_better(self) -> bool | None:
        """Whether it is clearly better than plain UCT; None where that cannot be told."""
        if self.held_out is None or self.even is None:
            return None
        return self.held_out.score.low > self.even


Watch = Callable[[str, Run | None, str], object]
"""Called now and then: the stage, its run if games are played, and a word on what is being done."""


class PartsTuner:
    """The race, and what is known so far."""

    def __init__(
        self,
        task: PartsTask,
        store: Store,
        *,
        processes: int | None = None,
        watch: Watch | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.task, self.store = task.check(), store
        self._processes, self._watch, self._clock = processes, watch, clock
        self._start = self._clock()
        self._scores: dict[str, tuple[Combination, Entry]] = {}
        self._chosen: Table = table_of(PLAIN, task.budget)
        self._proposals, self._seconds_a_deal = 0, 0.0
        self._finalists: list[Entry] = []
        self._held_out: Entry | None = None
        self._left_out: list[Combination] = []

    def run(self) -> Found:
        """All stages. Ctrl-C leaves as `KeyboardInterrupt`; `found` has the best so far."""
        task = self.task
        self._start = self._clock()
        entrants = candidates(task.loaded, task.only)
        if task.even is None:
            entrants = [PLAIN, *entrants]
        chosen = PLAIN
        if entrants:
            best = self._race("alone", self._ready("alone", entrants), SURVIVORS)
            more = together(task.loaded, best, COMBINATIONS)
            if more:
                more = self._ready("together", more)
                best = self._race("together", [*best[:2], *more], 1)
            chosen = best[0] if self._beats_plain(best[0]) else PLAIN
        self._chosen = table_of(chosen, task.budget)
        self._tune_numbers(chosen)
        self._hold_out()
        return self.found()

    def found(self) -> Found:
        """All that is known so far."""
        race = sorted((entry for _, entry in self._scores.values()), key=lambda entry: -entry.score.estimate)
        return Found(
            self._chosen, race, self._proposals, self._finalists, self._held_out, self.task.even, self._left_out
        )

    # ---- time

    def _end_of(self, stage: str) -> float:
        """When a stage must be over. What earlier ones left is the next one's."""
        stages = list(SHARES_OF_TIME)
        share = sum(SHARES_OF_TIME[each] for each in stages[: stages.index(stage) + 1])
        return self._start + 60.0 * self.task.minutes * share

    # ---- parts

    def _ready(self, stage: str, wanted: list[Combination]) -> list[Combination]:
        """Those that could be compiled in time, at least one of them."""
        until = self._clock() + COMPILING * (self._end_of(stage) - self._clock())
        ready: list[Combination] = []
        for parts in wanted:
            if ready and self._clock() > until:
                self._left_out.append(parts)
                continue
            self._tell(stage, None, f"preparing {' '.join(parts) or 'plain UCT'}")
            player = Player(" ".join(parts) or "plain", table_of(parts, self.task.budget))
            try:
                prepare(self.task.loaded, player)
            except AnyspaceError:
                if not parts or self.task.only:  # not a part's fault, or one that was asked for
                    raise
                continue
            ready.append(parts)
        return ready

    def _race(self, stage: str, entrants: list[Combination], survivors: int) -> list[Combination]:
        """Successive halving until so many are left; the best first."""
        rounds = max(1, math.ceil(math.log2(max(1.0, len(entrants) / survivors))))
        for number in range(rounds):
            left = self._end_of(stage) - self._clock()
            until = self._clock() + left / (rounds - number)
            scored = self._play(stage, [table_of(parts, self.task.budget) for parts in entrants], until, LEAST_DEALS)
            if not scored:
                raise ExperimentError("no deal was finished in time: give more --minutes, or less --seconds")
            places = {repr(table_of(parts, self.task.budget)): parts for parts in entrants}
            ranked = [places[repr(dict(entry.table))] for entry in scored]
            entrants = (
                ranked[: max(survivors, math.ceil(len(ranked) / 2))] if number < rounds - 1 else ranked[:survivors]
            )
        return entrants

    def _beats_plain(self, parts: Combination) -> bool:
        scores = {repr(each): entry.score.estimate for each, entry in self._scores.values()}
        even = self.task.even
        return scores[repr(parts)] > (scores.get(repr(PLAIN), -math.inf) if even is None else even) or not parts

    # ---- numbers

    def _tune_numbers(self, parts: Combination) -> None:
        until = self._end_of("numbers")
        left = until - self._clock()
        deals = self._deals_a_trial(left)
        tables = [self._chosen]
        if deals >= LEAST_DEALS:
            task = Task(
                game=self.task.game,
                parameters=parameters_of(parts),
                player=table_of(parts, self.task.budget),
                opponent=table_of(PLAIN, self.task.budget),
                deals=deals,
                seed=seed_of("numbers", self.task.seed),
                scoring=self.task.scoring,
                lineup=self.task.lineup,
                folder=self.task.folder,
                method=self.task.method,
            )

            def watch(which: int, values: dict[str, Any], state: Run) -> None:
                self._tell("numbers", state, " ".join(f"{key}={value}" for key, value in values.items()))

            tuner = Tuner(task, self.store, processes=self._processes, watch=watch)
            tried = tuner.explore(TRIALS, lambda: self._clock() > until)
            self._proposals = len(tried)
            ranked = sorted((each for each in tried if not each.given_up), key=lambda each: -each.score)
            tables += [task.table(each.values) for each in ranked[:FINALISTS]]
        distinct = list({repr(sorted(_told(table).items())): table for table in tables}.values())
        if len(distinct) > 1:
            self._finalists = self._play("finalists", distinct, self._end_of("finalists"), LEAST_DEALS)
            if self._finalists:
                self._chosen = self._finalists[0].table

    def _deals_a_trial(self, seconds: float) -> int:
        """So many that a fair number of proposals fit into this time; 0 if none do."""
        if self._seconds_a_deal <= 0:
            return 0
        for trials in range(2 * FEWEST_TRIALS, FEWEST_TRIALS - 1, -1):
            deals = int((seconds / trials - TRIAL_OVERHEAD) / self._seconds_a_deal)
            if deals >= 2 * LEAST_DEALS:
                return min(deals, 100)
        return 0

    def _hold_out(self) -> None:
        if self._clock() < self._end_of("held out"):
            found = self._play("held out", [self._chosen], self._end_of("held out"), 1)
            self._held_out = found[0] if found else None

    # ---- games

    def _play(self, stage: str, tables: Sequence[Table], until: float, least: int) -> list[Entry]:
        """Let these play until then, the best first; those without a finished deal are left out."""
        experiment = self.task.experiment(stage, tables)
        by_id = {point.id: table for point, table in zip(experiment.points, tables, strict=True)}
        last = self._end_of("held out")

        def enough(state: Run) -> bool:
            now = self._clock()
            if now <= until:
                return False
            return now > last or all(len(point.scores_by_deal()) >= least for point in state.points.values())

        def watch(state: Run) -> None:
            self._note(stage, by_id, state)
            self._tell(stage, state, "")

        state = run(experiment, self.store, processes=self._processes, watch=watch, stop=enough)
        self._note(stage, by_id, state)
        if seconds := [game.seconds for point in state.points.values() for game in point.games]:
            seatings = len(experiment.points[0].seatings)
            self._seconds_a_deal = fmean(seconds) * seatings / (self._processes or cores())
        found = [_entry(by_id[name], point) for name, point in state.points.items() if name in by_id]
        return sorted((entry for entry in found if entry is not None), key=lambda entry: -entry.score.estimate)

    def _note(self, stage: str, by_id: dict[str, Table], state: Run) -> None:
        """What is known is kept at once, for who ends it early."""
        for name, point in state.points.items():
            entry = _entry(by_id[name], point) if name in by_id else None
            if entry is None:
                continue
            if stage in ("alone", "together"):
                self._scores[name] = (tuple(entry.table.get("parts", ())), entry)
            elif stage == "held out":
                self._held_out = entry
        if stage in ("alone", "together") and self._scores:
            parts, entry = max(self._scores.values(), key=lambda each: (each[1].score.low, each[1].score.estimate))
            better = self._beats_plain(parts) and entry.deals >= LEAST_DEALS
            self._chosen = entry.table if better else table_of(PLAIN, self.task.budget)

    def _tell(self, stage: str, state: Run | None, what: str) -> None:
        if self._watch is not None:
            self._watch(stage, state, what)


def prepare(game: AnyGame, player: Player) -> None:
    """Compile what a player needs; the worker processes find it in the cache."""
    warm_up(game, WarmUp((player,)))


def _entry(table: Table, point: PointResults) -> Entry | None:
    score = point.score()
    return None if score is None else Entry(table, score, len(point.scores_by_deal()))


def _told(table: Table) -> dict[str, Any]:
    """What makes players the same."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
