"""Solo: one game for one player and one method, run on all cores; the best line found is the result."""

from __future__ import annotations

import dataclasses
import math
import secrets
from collections.abc import Callable
from typing import Any

import numpy as np

from ... import numeric
from ...errors import GameError, OptionError
from ...machine.jit import compile_kernel
from ...machine.waiting import compiling
from ...parts.parallel import MOST_THREADS, cores
from ...rules.callbacks import CallbackBackend
from ...rules.contract import GAMES, SECONDS, look_into
from ...rules.game import CHANCE, AnyGame, Game, State
from ...search.budget import Budget, Stopwatch
from ...search.failure import failure
from ...search.result import Result
from ...search.running import check_interval
from ..crew import Crew, Look, seeds
from ..face import as_result, check_state
from .desk import CULPRIT, DONE, FULL, MOVES_PLAYED, PAUSED, PLAYOUTS, WHICH, Station
from .playing import MEETS_CHANCE, SENSIBLE, STEPS, WHOLE
from .registry import DEFAULT, as_method

Progress = Callable[[Result], object]

REPORT_SECONDS = 0.1

SLICE = 100_000
"""Playouts of one run between two looks at it."""


class Solo:
    """A method for one player over one game.

    method: an object such as `NRPA(level=4)`, or text, "nmcs:level=3"; `anyspace solve --methods` lists them.
    threads: each searches on its own, with a seed of its own; None for as many as there are cores, but for one where a
    seed is given (one seed and one thread, one answer) and where rules live in Python.
    """

    def __init__(
        self, game: AnyGame, method: Any = DEFAULT, *, threads: int | None = None, seed: int | None = None
    ) -> None:
        if not isinstance(game, AnyGame):
            raise OptionError(f"game must be loaded with anyspace.load, or an anyspace.PythonGame, not {game!r}")
        self.game, self.method, self.seed = game, as_method(method), numeric.seed(seed)
        if game.players != 1:
            raise OptionError(f"{self.method.name} is for one player, and {game.name} has {game.players}")
        if game.hides:
            raise OptionError(f"{self.method.name} looks at everything, and {game.name} hides information")
        missing = [rule for rule in self.method.needs if not game.backend.has(rule)]
        if missing:
            raise OptionError(f"{self.method.name} asks {game.name} for a rule {missing[0]!r}, which it does not have")
        if reason := self.method.refusal(game):
            raise OptionError(f"{self.method.name}: {reason}")
        options = self.method.options
        self._weighed = bool(options.get("prior", False))
        if self._weighed and not game.backend.has("prior"):
            raise OptionError(f"{self.method.name}: prior asks {game.name} for a rule 'prior', which it does not have")
        self._way = self._how_to_play(bool(options.get("tabu", True)))
        if threads is not None and (numeric.whole(threads) is None or not 1 <= threads <= MOST_THREADS):
            raise OptionError(f"threads must be a whole number from 1 to {MOST_THREADS}, not {threads!r}")
        if self.method.alone and (threads or 1) > 1:
            raise OptionError(f"{self.method.name}: more threads would all do the same; it takes one, not {threads}")
        alone = self.method.alone or seed is not None or isinstance(game.backend, CallbackBackend)
        self.threads = threads or (1 if alone else cores())
        self.restarts = 0
        """How often the latest run came to an end and began anew."""

    def _how_to_play(self, tabu: bool) -> int:
        """In one call where that says all: playouts of the game's own, or uniformly random ones."""
        has = self.game.backend.has
        if self._weighed:
            return SENSIBLE if tabu and has("playout_moves") else STEPS
        if tabu and has("playout_moves"):
            return SENSIBLE
        if not isinstance(self.game, Game) or (not tabu and "playout" in self.game.rules):
            return STEPS
        numbers_last = self.game.actions is not None or not isinstance(self.game.backend, CallbackBackend)
        return WHOLE if numbers_last else STEPS

    def run(
        self,
        state: State | None = None,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        target: float | None = None,
        on_progress: Progress | None = None,
        every: float = REPORT_SECONDS,
    ) -> Result:
        """Look for the line that pays most. A budget of iterations is one of playouts. It ends early where nothing can
        pay more: at the game's greatest payoff, or at `target`. Ctrl-C ends it with the best so far; `on_progress` is
        told that `every` so many seconds."""
        check_interval(every)
        budget = Budget(iterations, seconds)
        state = self.game.start() if state is None else state
        if isinstance(state, State) and state.mover == CHANCE:
            raise self.chance()
        return Attempt(self, check_state(self.game, state), budget, target).run(on_progress, every)

    def chance(self) -> OptionError:
        """Nobody decides everything here."""
        return OptionError(f"{self.method.name}: there is chance in {self.game.name}")

    @property
    def rules(self) -> list[str]:
        """What the kernel asks the game for, beside what every game has."""
        has = self.game.backend.has
        asked = [*self.method.needs, *filter(has, self.method.uses), *(["prior"] if self._weighed else [])]
        asked += {SENSIBLE: ["playout_moves"], WHOLE: ["playout_traced"], STEPS: []}[self._way]
        return [*asked, *(["code"] if self.method.uses_codes and has("code") else [])]

    def station(self, state: State, seed: int, which: int) -> Station:
        """A desk for one thread, of that number."""
        made = Station(self.game, state, self.method.positions(), seed, self._way, self._weighed)
        made.desk.control[WHICH] = which
        return made


class Attempt:
    """One run."""

    def __init__(self, solo: Solo, state: State, budget: Budget, target: float | None) -> None:
        self.solo, self.state, self.budget = solo, state, budget
        self.seed = secrets.randbits(63) if solo.seed is None else solo.seed
        greatest = solo.game.payoffs[1]
        if target is not None and numeric.finite(target) is None:
            raise OptionError(f"target must be a number, not {target!r}")
        self.target = greatest if target is None else min(greatest, float(target))
        checked = solo.game.notes.setdefault("checked_for_one_player", set())
        if unseen := {"code", "heuristic"}.intersection(solo.rules) - checked:
            look_into(solo.game, None, GAMES, SECONDS, unseen)
            checked |= unseen
        drawn = seeds(self.seed, solo.threads)
        self.stations = [solo.station(state, seed, which) for which, seed in enumerate(drawn)]
        try:
            self.owns = [solo.method.own(solo.game) for _ in drawn]
        except MemoryError as error:
            raise OptionError(f"{solo.method} takes more memory than this machine gives") from error
        self.table = solo.game.backend.provide(solo.rules)
        self.kernel = kernel_of(solo.method)
        with compiling:
            self._check(int(self.kernel(self.table, self.stations[0].desk, self.owns[0], 0)), 0)
        self.crew = Crew(solo.game.backend, solo.threads, self.seed, self._go_on)
        self.found: list[tuple[float, list[int]]] = [(-math.inf, [])] * solo.threads
        """What each thread has shown of its best line: its desk is its own while it works."""
        self.seen_all = False
        """Whether some thread knows that no line pays more."""
        solo.restarts = 0
        self.clock = Stopwatch(budget)

    def run(self, on_progress: Progress | None, every: float) -> Result:
        """Until the budget is spent, somebody says stop, or nothing better can be found."""

        def report() -> None:
            if on_progress is not None and self._best()[2]:
                on_progress(self.result(False))

        return self.result(self.crew.run(report, every))

    def one_run(self) -> Any:
        """The method once from its beginning to its end, however many playouts that takes; what it knows then."""
        status = PAUSED
        while status != DONE:
            status = int(self.kernel(self.table, self.stations[0].desk, self.owns[0], SLICE))
            if status == FULL:
                self.owns[0] = self.solo.method.grown(self.solo.game, self.owns[0])
            self._check(status, 0)
        return self.owns[0]

    def _go_on(self, which: int, look: Look | None) -> None:
        """Slices of the kernel; one playout is always done."""
        desk, clock = self.stations[which].desk, Stopwatch(self.crew.share(self.budget, which))
        while not (self.crew.stopped.is_set() and desk.control[PLAYOUTS] > 0):
            todo = clock.next_slice()
            if todo == 0 or self.stations[which].score >= self.target:
                break
            played = int(desk.control[PLAYOUTS])
            status = int(self.kernel(self.table, desk, self.owns[which], todo))
            clock.did(int(desk.control[PLAYOUTS]) - played)
            if self.stations[which].score > self.found[which][0]:
                self.found[which] = self.stations[which].score, self.stations[which].line()
            if status == FULL:
                self.owns[which] = self.solo.method.grown(self.solo.game, self.owns[which])
            elif status == DONE:
                self.solo.restarts += 1
                if self.solo.method.complete(self.owns[which]):
                    self.seen_all |= self.solo.method.certain(self.owns[which])
                    if self.seen_all:
                        self.crew.stopped.set()
                    break
            self._check(status, which)
            if look is not None:
                look()
        if self.stations[which].score >= self.target:
            self.crew.stopped.set()

    def _check(self, status: int, which: int) -> None:
        if status == MEETS_CHANCE:
            raise self.solo.chance()
        if status < 0:
            works: Any = [_Culprit(float(self.stations[which].desk.scores[CULPRIT]))]
            raise failure(self.state, status, works, self.solo.rules)

    @property
    def playouts(self) -> int:
        """Of all threads."""
        return sum(int(station.desk.control[PLAYOUTS]) for station in self.stations)

    def result(self, interrupted: bool) -> Result:
        """The best line of all threads, played once more through the rules."""
        game = self.solo.game
        best, score, line = self._best()
        end = self.state.copy()
        moves = [game.backend.move(number) for number in line]
        for move in moves:
            end.play(move)
        if not end.over or not math.isclose(end.returns()[0], score, rel_tol=1e-12, abs_tol=1e-12):
            raise GameError(f"{game.name}: the best line does not pay {score:g} when it is played again")
        played = sum(int(station.desk.control[MOVES_PLAYED]) for station in self.stations)
        certain = score >= game.payoffs[1] or self.seen_all
        size = sum(array.nbytes for array in _arrays((self.stations[best].desk, self.owns[best]))) * len(self.stations)
        found = as_result(
            self.state, [(moves[0], self.playouts, score, certain)], self.clock, self.playouts, size, len(moves),
            interrupted, self.seed, moves,
        )  # fmt: skip
        stats = dataclasses.replace(
            found.stats,
            nodes=0,
            threads=len(self.stations),
            parts=str(self.solo.method),
            mean_playout=played / max(1, self.playouts),
        )
        shown = (min(0.0, score), max(0.0, score) or 1.0) if game.open_ended else game.payoffs
        return dataclasses.replace(found, stats=stats, payoffs=shown)

    def _best(self) -> tuple[int, float, list[int]]:
        """Which thread has the best line, its score, and the line."""
        best = max(range(len(self.found)), key=lambda i: self.found[i][0])
        return best, *self.found[best]


@dataclasses.dataclass
class _Culprit:
    culprit: float


def _arrays(parts: Any) -> list[Any]:
    """All arrays in tuples of tuples."""
    return [parts] if isinstance(parts, np.ndarray) else [array for part in parts for array in _arrays(part)]


def kernel_of(method: Any) -> Callable[..., Any]:
    """The method's kernel, compiled once."""
    function = type(method).kernel
    if function not in _made:
        _made[function] = compile_kernel(function, method.name)
    return _made[function]


_made: dict[Any, Callable[..., Any]] = {}
