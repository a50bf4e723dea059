"""Finding the parts of a search, and their numbers, within a given time: the best against plain UCT at equal time, and
whether that is better than what `Search(game)` is anyway.

1. *alone*: every part that goes with the game's rules, by itself. Successive halving: all play the same deals for a
   while, the better half goes on (Karnin, Koren and Somekh, 2013, "Almost optimal exploration in multi-armed bandits").
2. *together*: the game's default, combinations of it and of the best of these, and they themselves, halved likewise.
3. *numbers*: of the best, by the tuner of lab/tune.py.
4. *finalists*: the best few settings of the numbers, the parts as they were, and the game's default, on new deals.
5. *held out*: the chosen one on deals that had no part in choosing it, against plain UCT and against the default. These
   scores, with their intervals, are honest.

Each has a share of the time; compiling counts. Games are kept in the database under one name, so the same command adds
to what it found before.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

from ..errors import AnyspaceError, ExperimentError
from ..rules.game import AnyGame
from .hashing import seed_of
from .machine import cores
from .part_space import (
    DEFAULT,
    PLAIN,
    Combination,
    candidates,
    parameters_of,
    spelled_out,
    table_of,
    together,
    untuned,
    words,
)
from .parts_task import Comparison, Entry, Found, PartsTask
from .players import Player, Table
from .results import PointResults
from .runner import Run, run
from .statistics import paired_difference
from .store import Store
from .tune import Tuner
from .tune_task import Task
from .worker import WarmUp, warm_up

SHARES_OF_TIME = {"alone": 0.35, "together": 0.2, "numbers": 0.2, "finalists": 0.1, "held out": 0.15}
COMPILING = 0.5
"""The share of the first two stages' time in which parts may be compiled; those not ready then are left out."""

SURVIVORS = 4
COMBINATIONS = 6
LEAST_DEALS = 2
"""Nobody is left behind after less than this."""

FINALISTS = 3
TRIALS, FEWEST_TRIALS = 100, 6
"""Proposals for the numbers: at most; and so many must fit into the time, or none is made."""

TRIAL_OVERHEAD = 3.0
"""Seconds that it takes to start a proposal's worker processes."""

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
        self._beside_default: Comparison | None = None
        self._left_out: list[Combination] = []

    def run(self) -> Found:
        """All stages. Ctrl-C leaves as `KeyboardInterrupt`; `found` has the best so far."""
        task = self.task
        self._start = self._clock()
        entrants = candidates(task.loaded, task.only)
        if task.even is None:
            entrants = [PLAIN, *entrants]
        best = self._race("alone", self._ready("alone", entrants), SURVIVORS) if entrants else []
        rivals = self._rivals
        more = together(task.loaded, [*best[:2], *rivals, *best[2:]], COMBINATIONS)
        chosen = best[0] if best else PLAIN
        if rivals or more:
            more = self._ready("together", [*rivals, *more])
            chosen = self._race("together", list(dict.fromkeys([*best[:2], *more])), 1)[0]
        chosen = chosen if self._beats_plain(chosen) else PLAIN
        self._chosen = table_of(chosen, task.budget)
        self._tune_numbers(chosen)
        self._hold_out()
        return self.found()

    def found(self) -> Found:
        """All that is known so far."""
        race = sorted((entry for _, entry in self._scores.values()), key=lambda entry: -entry.score.estimate)
        task = self.task
        return Found(
            self._chosen,
            race,
            self._proposals,
            self._finalists,
            self._held_out,
            task.even,
            self._spelled(self._chosen) == spelled_out(task.loaded, DEFAULT),
            task.default_is_plain,
            self._beside_default,
            self._left_out,
        )

    @property
    def _rivals(self) -> list[Combination]:
        """The game's default, where it is not plain UCT, which everybody plays anyway."""
        return [] if self.task.default_is_plain else [DEFAULT]

    def _spelled(self, table: Table) -> str:
        """The same for players that search alike."""
        return spelled_out(self.task.loaded, words(table))

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
        parameters = parameters_of(self.task.loaded, parts)
        if deals >= LEAST_DEALS and parameters:
            task = Task(
                game=self.task.game,
                parameters=parameters,
                player={**table_of(parts, self.task.budget), **untuned(self.task.loaded, parts)},
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
        tables += [table_of(rival, self.task.budget) for rival in self._rivals]
        distinct = list({self._spelled(table): table for table in reversed(tables)}.values())[::-1]
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
        """The chosen one on new deals: against plain UCT, and beside the default where that is another search."""
        if self._clock() >= self._end_of("held out"):
            return
        found = self.found()
        tables, opponents = [self._chosen], [PLAIN]
        if not found.is_default and found.even is None:
            tables.append(table_of(DEFAULT, self.task.budget))
        elif not found.is_default and not found.default_is_plain:
            opponents.append(DEFAULT)
        self._play("held out", tables, self._end_of("held out"), 1, opponents)

    # ---- games

    def _play(
        self, stage: str, tables: Sequence[Table], until: float, least: int, opponents: Sequence[Combination] = (PLAIN,)
    ) -> list[Entry]:
        """Let these play until then, the best first; those without a finished deal are left out."""
        experiment = self.task.experiment(stage, tables, opponents)
        by_id = {point.id: point.entrants[0].table for point in experiment.points}
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
        if stage == "held out":
            self._note_held_out([state.points[name] for name in by_id])
        if stage not in ("alone", "together"):
            return
        for name, point in state.points.items():
            entry = _entry(by_id[name], point) if name in by_id else None
            if entry is not None:
                self._scores[name] = (tuple(entry.table.get("parts", ())), entry)
        if self._scores:
            parts, entry = max(self._scores.values(), key=lambda each: (each[1].score.low, each[1].score.estimate))
            better = self._beats_plain(parts) and entry.deals >= LEAST_DEALS
            self._chosen = entry.table if better else table_of(PLAIN, self.task.budget)

    def _note_held_out(self, points: list[PointResults]) -> None:
        """The first point is the chosen one against plain UCT; a second has to do with the default."""
        self._held_out = _entry(self._chosen, points[0])
        if len(points) < 2:
            return
        mine, other = (point.scores_by_deal() for point in points)
        if self.task.even is not None:
            score = points[1].score()
            self._beside_default = None if score is None else Comparison(score, self.task.even, len(other))
        elif shared := [deal for deal in mine if deal in other]:
            more = paired_difference([mine[deal] for deal in shared], [other[deal] for deal in shared])
            self._beside_default = Comparison(more.interval, 0.0, len(shared))

    def _tell(self, stage: str, state: Run | None, what: str) -> None:
        if self._watch is not None:
            self._watch(stage, state, what)


def prepare(game: AnyGame, player: Player) -> None:
    """Compile what a player needs; the worker processes find it in the cache."""
    warm_up(game, WarmUp((player,)))


def _entry(table: Table, point: PointResults) -> Entry | None:
    score = point.score()
    return None if score is None else Entry(table, score, len(point.scores_by_deal()))
