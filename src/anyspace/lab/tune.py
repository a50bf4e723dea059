"""Tuning: options of a player that play best, found by games. The survey's section V-B9 (Browne et al., 2012).

Values are proposed by Optuna's tree-structured Parzen estimator: Bergstra et al. (2011), "Algorithms for
hyper-parameter optimization", NIPS 24; or by the cross-entropy method (lab/cross_entropy.py). What a proposal is worth
is known only through games, and the best of many noisy numbers flatters. Therefore three sets of deals:

1. *tuning*: all proposals play the same deals, in every seating. One is given up early when the 99 % interval of its
   score lies below the best score so far.
2. *finalists*: the best few play again, on new deals, and the best of them is chosen.
3. *held out*: the chosen one plays on deals that had no part in choosing it. That score, with its interval, is honest.

Games and proposals are in one database: a run that was ended goes on where it stopped, and one that was ended and
continued proposes what an uninterrupted one would have.
"""

from __future__ import annotations

import contextlib
import random
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import MissingDependency, StoreError
from .cross_entropy import propose
from .hashing import seed_of
from .lock import only_runner
from .players import Table
from .results import PointResults
from .runner import Run, run
from .scoring import SHARES
from .search_space import Parameter
from .statistics import Difference, Interval, mean_interval, paired_difference, score_interval
from .store import Store
from .tune_task import CROSS_ENTROPY, FINALS, HELD_OUT, TUNING, Task

if TYPE_CHECKING:
    import optuna

FINALISTS = 4
STARTUP = 8
"""Proposals at random before the estimator has something to estimate from."""

LOOK_EVERY = 20
"""Deals after which it is asked whether a proposal should be given up."""

SURENESS = 0.99
"""Of the interval whose upper end must lie below the best mean for a proposal to be given up."""


class Tried(NamedTuple):
    """A proposal and what it scored on the tuning deals."""

    values: dict[str, Any]
    score: float
    deals: int
    given_up: bool


@dataclass(frozen=True)
class Tuned:
    """What came of it."""

    values: dict[str, Any]
    """the chosen options"""
    tried: list[Tried]
    finalists: list[tuple[dict[str, Any], Interval]]
    """on new deals, the best first"""
    held_out: Interval
    """the chosen one's score against the opponent, on deals that had no part in choosing it"""
    gain: Difference | None
    """over the untuned player on the same deals; None where that one is the opponent, was chosen, or cannot play"""


Watch = Callable[[int, dict[str, Any], Run], object]
"""Called after every commit: the number of the proposal, its values, and the run."""


class Tuner:
    """A study: proposals so far, and the next ones."""

    def __init__(self, task: Task, store: Store, *, processes: int | None = None, watch: Watch | None = None) -> None:
        self.task, self.store = task.check(), store
        self._processes, self._watch = processes, watch
        with _storage_errors(store):
            self._study = _study(task.name, store)

    # ---- proposals

    def run(self, trials: int) -> Tuned:
        """Go on until there are so many proposals, then choose. Ctrl-C leaves as `KeyboardInterrupt`; all is kept."""
        with _only_tuner(self.store), _storage_errors(self.store):
            self._explore(trials, lambda: False)
            return self._choose()

    def explore(self, trials: int, enough: Callable[[], bool]) -> list[Tried]:
        """Go on until there are so many proposals, or until it is `enough`, and choose none: all proposals so far. One
        that is being played when it is enough does not count."""
        with _only_tuner(self.store), _storage_errors(self.store):
            self._explore(trials, enough)
            return self.tried()

    def _explore(self, trials: int, enough: Callable[[], bool]) -> None:
        self._take_up_the_dropped()
        while (done := len(self.tried())) < trials and not enough():
            if self.task.method == CROSS_ENTROPY:
                self._draw(done)
            else:
                self._study.sampler = self._sampler(done)
            self._try(self._study.ask(), enough)

    def _draw(self, done: int) -> None:
        """Let the next proposal be one by the cross-entropy method, unless one is waiting."""
        if not any(trial.state.name == "WAITING" for trial in self._study.get_trials(deepcopy=False)):
            before = [(each.values, each.score) for each in self.tried()]
            source = random.Random(seed_of("propose", self.task.name, done))
            self._study.enqueue_trial(propose(self.task.parameters, before, source))

    def tried(self) -> list[Tried]:
        """All proposals that were played, in their order."""
        return [
            Tried(
                self._tidy(trial.params),
                trial.user_attrs["score"],
                trial.user_attrs["deals"],
                trial.state.name == "PRUNED",
            )
            for trial in self._study.get_trials(deepcopy=False)
            if "score" in trial.user_attrs
        ]

    def best(self) -> Tried | None:
        """The best so far on the tuning deals: a flattering number."""
        return max((each for each in self.tried() if not each.given_up), key=lambda each: each.score, default=None)

    def _take_up_the_dropped(self) -> None:
        """A proposal that a kill or Ctrl-C has left half played is proposed again; its games are in the database."""
        trials = self._study.get_trials(deepcopy=False)
        if not trials:
            start = self.task.starting_values()
            if start is not None:
                self._study.enqueue_trial(start)
        for trial in trials:
            if trial.state.name == "RUNNING":
                self._study.tell(trial.number, state=_state("FAIL"))
                if len(trial.params) == len(self.task.parameters):
                    self._study.enqueue_trial(trial.params)

    def _sampler(self, done: int) -> Any:
        """A sampler for the next proposal alone: what it draws depends on how many there are, not on this process."""
        import optuna

        seed = seed_of("propose", self.task.name, done) % 2**32
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # `multivariate` is marked as experimental
            return optuna.samplers.TPESampler(seed=seed, n_startup_trials=STARTUP, multivariate=True)

    def _try(self, trial: optuna.Trial, enough: Callable[[], bool]) -> None:
        for parameter in self.task.parameters:
            _suggest(trial, parameter)
        values = self._tidy(trial.params)
        best = self.best()
        goal = None if best is None else best.score

        def watch(state: Run) -> None:
            if self._watch is not None:
                self._watch(trial.number, values, state)

        done = run(
            self.task.experiment(TUNING, [self.task.table(values)], self.task.deals),
            self.store,
            processes=self._processes,
            watch=watch,
            stop=lambda state: self._hopeless_after(state.latest, goal) is not None or enough(),
        )
        given_up = self._hopeless_after(done.latest, goal)
        if given_up is None and done.done < done.wanted:
            self._study.tell(trial, state=_state("FAIL"))
            return
        scores = list(done.latest.scores_by_deal().values())[:given_up]
        trial.set_user_attr("deals", len(scores))
        trial.set_user_attr("score", fmean(scores))
        if given_up is None:
            self._study.tell(trial, fmean(scores))
        else:
            trial.report(fmean(scores), len(scores))
            self._study.tell(trial, state=_state("PRUNED"))

    def _hopeless_after(self, point: PointResults, goal: float | None) -> int | None:
        """After how many deals, taken in their order, a proposal was seen to stay below the goal; None if it was not.

        Deals are looked at in fixed steps, however games came in, so that the same games always decide the same."""
        if goal is None:
            return None
        scores = [score for i, (deal, score) in enumerate(point.scores_by_deal().items()) if deal == i]
        steps = range(LOOK_EVERY, min(len(scores), self.task.deals - 1) + 1, LOOK_EVERY)
        return next((deals for deals in steps if self._sure(scores[:deals], point.scoring).high < goal), None)

    def _tidy(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {parameter.name: parameter.tidy(values[parameter.name]) for parameter in self.task.parameters}

    @staticmethod
    def _sure(scores: list[float], scoring: str) -> Interval:
        return score_interval(scores, SURENESS) if scoring in SHARES else mean_interval(scores, SURENESS)

    # ---- choosing

    def _choose(self) -> Tuned:
        ranked = sorted((each for each in self.tried() if not each.given_up), key=lambda each: -each.score)
        distinct = list({repr(each.values): each.values for each in ranked}.values())[:FINALISTS]
        played = self._played(FINALS, [self.task.table(values) for values in distinct], self.task.deals)
        order = sorted(range(len(distinct)), key=lambda i: -played[i][1].estimate)
        winner = distinct[order[0]]

        tables = [self.task.table(winner)]
        if self.task.compares_with_untuned(tables[0]):
            tables.append(self.task.player)
        last = self._played(HELD_OUT, tables, self.task.held_out)
        gain = None
        if len(last) == 2:
            mine, before = (point.scores_by_deal() for point, _ in last)
            gain = paired_difference(list(mine.values()), [before[deal] for deal in mine])
        self._show_all()
        return Tuned(winner, self.tried(), [(distinct[i], played[i][1]) for i in order], last[0][1], gain)

    def _played(self, stage: str, tables: list[Table], deals: int) -> list[tuple[PointResults, Interval]]:
        """Points with their scores, on the deals of this stage."""
        experiment = self.task.experiment(stage, tables, deals)

        def watch(state: Run) -> None:
            if self._watch is not None:
                self._watch(-1, {"stage": stage}, state)

        done = run(experiment, self.store, processes=self._processes, watch=watch)
        found = [done.points[point.id] for point in experiment.points]
        return [(point, score) for point in found if (score := point.score()) is not None]

    def _show_all(self) -> None:
        """Make all proposals that were played to the end points of one experiment, for reports and figures."""
        tables = [self.task.table(each.values) for each in self.tried() if not each.given_up]
        distinct = list({repr(sorted(table.items())): table for table in tables}.values())
        self.store.register(self.task.experiment(TUNING, distinct, self.task.deals))


def _suggest(trial: optuna.Trial, parameter: Parameter) -> Any:
    if parameter.choices:
        return trial.suggest_categorical(parameter.name, parameter.choices)
    if parameter.whole:
        return trial.suggest_int(parameter.name, int(parameter.low), int(parameter.high), log=parameter.logarithmic)
    return trial.suggest_float(parameter.name, parameter.low, parameter.high, log=parameter.logarithmic)


def _state(name: str) -> Any:
    import optuna

    return optuna.trial.TrialState[name]


def _study(name: str, store: Store) -> optuna.Study:
    """The study of this name in the database; in memory where the database is."""
    try:
        import optuna
    except ImportError as error:
        raise MissingDependency(f"tuning needs {error.name}: pip install 'anyspace[lab]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    storage = None if store.path is None else f"sqlite:///{store.path.resolve()}"
    return optuna.create_study(study_name=name, storage=storage, direction="maximize", load_if_exists=True)


@contextlib.contextmanager
def _storage_errors(store: Store) -> Iterator[None]:
    """Optuna's complaints about the database in our words."""
    try:
        yield
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in ("optuna", "sqlalchemy", "alembic"):
            raise
        raise StoreError(f"{store.name}: {' '.join(str(error.__cause__ or error).split())}") from error


def _only_tuner(store: Store) -> contextlib.AbstractContextManager[object]:
    """Two at once would take each other's half-played proposals for dropped ones."""
    if store.path is None:
        return contextlib.nullcontext()
    return only_runner(store.path.with_name(f"{store.path.name}.tune"))
