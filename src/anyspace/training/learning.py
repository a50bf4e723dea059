"""Learning by self-play: games, training, a match; again and again, until the time is up.

    played by the best network so far  ->  learnt from, the latest games  ->  a network  ->  better?  ->  the best

Each step ends in the store (store.py), and the next follows from what stands there: after any end a run goes on with
the step that was not finished. Only the games that were still being played, and training that was not done, are lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import OptionError
from ..lab.lock import only_runner
from ..rules.game import AnyGame
from .examples import Examples
from .gate import scores, verdict
from .learner import Evaluator, Learner, batches, losses, new_learner
from .opening import random_length, usual_opening
from .self_play import Thinker, self_play
from .settings import Settings
from .shape import description, shape_of
from .store import Kept, Store
from .turning import ways_to_turn
from .window import Window

DATABASE = "run.db"
CALIBRATION = 512
"""Positions that eight bits are calibrated on."""

EXAMINED = 4096
"""Positions, at most, that predictions are compared with."""

AT_ONCE = 256

COOLED = 1 / 3
"""Of the rate, what is left of it in the last part of the hours."""

OFTEN = 60.0
"""Seconds, about, between two lines, and of which a kill makes the store forget that they were spent."""

Tell = Callable[[str], object]
MakeThinker = Callable[[AnyGame, Evaluator, Settings, int], Thinker]


class Learning:
    """A run in a folder, with its store: begun, or gone on with."""

    def __init__(
        self, game: AnyGame, folder: str | Path, settings: Settings | None = None, tell: Tell = lambda line: None
    ) -> None:
        self.game, self.folder, self.tell = game, Path(folder), tell
        self.settings = settings or Settings()
        self.shape = shape_of(game)
        self.ways = ways_to_turn(game, self.shape)
        names = ("blocks", "channels", "half") if self.settings.kind == "residual" else ()
        options = {name: getattr(self.settings, name) for name in names}
        self._new: Callable[[], Learner] = lambda: new_learner(
            self.settings.kind, self.shape, self.ways, self.settings.seed, **options
        )
        self.learner = self._new()  # before a folder is made: torch may be missing
        self.store = Store(self.folder / DATABASE)
        self.store.settle({"game": description(game, self.shape), **self.settings.lasting})
        self.window = Window(self.settings.window)
        self._read = 0
        if (latest := self.store.latest()) is not None:
            self.learner.load_bytes(latest.weights)

    @property
    def lock(self) -> Any:
        """Held while the run is at work: no second process works on it."""
        return only_runner(self.folder / DATABASE, "--out")

    def line(self, text: str) -> None:
        """Tell something, with the time spent."""
        seconds = int(self.store.spent())
        self.tell(f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}  {text}")

    # ---- self-play

    def run(self, hours: float, make_thinker: MakeThinker, networks: int | None = None) -> None:
        """Learn by self-play until the run has taken so many hours, in all its lives together, or has decided about so
        many networks."""
        if not hours > 0:
            raise OptionError(f"hours must be more than 0, not {hours!r}")
        if self.store.latest("accepted") is None:
            self.store.add_network(0, 0, self.learner.to_bytes(), "accepted")
        self.line(f"{self.game.name}: {self._summary()}; openings of up to {self.opening()} random moves")
        deadline = 3600.0 * hours
        try:
            while self.store.spent() < deadline and (networks is None or self.store.count_decided() < networks):
                undecided = self.store.latest(None)
                if undecided is not None:
                    self._decide(undecided, make_thinker, deadline)
                elif self._play_round(make_thinker, deadline):
                    self._learn_round(self.rate(deadline))
        finally:
            self.store.note(stopped=self.store.count_decided())  # the store knows the time by its figures

    def opening(self) -> int:
        """How many random moves, at most, the games of the next round begin with: what was asked for, or half of the
        length that games of the last round had."""
        if self.settings.opening is not None:
            return self.settings.opening
        lengths = self.store.figures("length")
        return usual_opening(lengths[-1][1] if lengths else random_length(self.game, self.settings.seed))

    def rate(self, deadline: float) -> float:
        """Size of a step now, by the time that the run has taken in all its lives."""
        is_late = self.store.spent() >= (1.0 - self.settings.cool) * deadline
        return self.settings.rate * (COOLED if is_late else 1.0)

    def _summary(self) -> str:
        games, positions = self.store.count_games()
        latest = self.store.latest()
        number = 0 if latest is None else latest.number
        turned = f"{len(self.ways) + 1} ways to turn the board" if self.ways else "no symmetry"
        return f"{games:,} games, {positions:,} positions, network {number}; {turned}"

    def _best(self) -> tuple[Kept, Evaluator]:
        best = self.store.latest("accepted")
        assert best is not None
        learner = self._new()
        learner.load_bytes(best.weights)
        return best, learner.evaluator(self._calibration())

    def _play_round(self, make_thinker: MakeThinker, deadline: float) -> bool:
        """Games of the best network. Whether the round was played to its end."""
        best, evaluator = self._best()
        latest = self.store.latest()
        games, _ = self.store.count_games()
        missing = (latest.games if latest is not None else 0) + self.settings.round - games
        if missing <= 0:
            return True
        seed = self.settings.seed + 1_000_003 * games
        thinker = make_thinker(self.game, evaluator, self.settings, seed)
        source = np.random.default_rng(seed)
        since, positions, lengths, firsts = time.monotonic(), 0, 0, 0.0
        how, opening, soon = self.settings, self.opening(), since + OFTEN
        played_games = self_play(self.game, self.shape, thinker, how.together, how.mix, source, opening)
        for number, played in enumerate(played_games, 1):
            self.store.add_game(best.number, played.examples)
            positions += len(played.examples)
            lengths += played.moves
            firsts += played.payoffs[0]
            if number == missing:
                break
            if self.store.spent() > deadline:
                return False
            if time.monotonic() > soon:
                soon = time.monotonic() + OFTEN
                self.store.note(played=number)
                self.line(f"{number:,} of {missing:,} games")
        pace = positions / (time.monotonic() - since)
        with self.store.together():
            self.store.note(pace=pace, length=lengths / missing, first=firsts / missing)
        told = f"{lengths / missing:.1f} moves a game, up to {opening} of them random"
        self.line(f"{missing:,} games: {pace:,.0f} positions/s, {told}")
        return True

    # ---- training

    def _fill(self) -> Examples | None:
        """Read the games that were not yet read; returns those."""
        self._read, new = self.store.examples(self._read, self.settings.window)
        if new is not None:
            self.window.add(new)
        return new

    def _learn_round(self, rate: float) -> None:
        """Learn from the latest games; a network comes of it."""
        rates = self.store.figures("rate")
        if rates and rates[-1][1] != rate:
            self.line(f"from here on steps are of size {rate:.2g}, not {rates[-1][1]:.2g}")
        before, new = self.learner.steps, self._fill()
        latest, (games, _) = self.store.latest(), self.store.count_games()
        fresh = self.store.positions_since(latest.games if latest is not None else 0)
        found = {}
        if new is not None:  # what was not yet learnt from tells how well it predicts
            found = self.examine(new[-min(fresh, EXAMINED) :])
        trained = self._train(max(int(fresh * self.settings.reuse / self.settings.batch), 1), rate)
        with self.store.together():
            verdict = None if self.settings.gate else "accepted"
            number = self.store.add_network(self.learner.steps, games, self.learner.to_bytes(), verdict)
            self.store.note(**{f"ahead_{name}": value for name, value in found.items()}, **trained, rate=rate)
        ahead = f"; new games before: {in_words(found)}" if found else ""
        self.line(f"network {number}: {self.learner.steps - before:,} steps, {in_words(trained)}{ahead}")

    def _train(self, steps: int, rate: float) -> dict[str, float]:
        """So many steps; mean losses of the last half."""
        source = np.random.default_rng([self.settings.seed, self.learner.steps])
        sums: dict[str, float] = {"policy": 0.0, "value": 0.0}
        drawn = batches(self.window, steps, self.settings.batch, self.ways, source)
        for number, batch in enumerate(drawn):
            told = self.learner.train(batch, rate)
            if number >= steps // 2:
                sums = {name: sums[name] + told[name] for name in sums}
        return {name: total / (steps - steps // 2) for name, total in sums.items()}

    def examine(self, examples: Examples) -> dict[str, float]:
        """How well the learner predicts these, as it is."""
        evaluate = self.learner.evaluator()
        pieces = [examples.planes[i : i + AT_ONCE] for i in range(0, len(examples), AT_ONCE)]
        found = [evaluate(np.ascontiguousarray(piece, np.float32)) for piece in pieces]
        logits, value = (np.concatenate(each) for each in zip(*found, strict=True))
        return losses(examples, logits, value)

    # ---- matches

    def _decide(self, candidate: Kept, make_thinker: MakeThinker, deadline: float) -> None:
        """Play the match of a network against the best, or go on with it."""
        gate = self.settings.gate
        known, (_, champion) = self.store.scores(candidate.number), self._best()
        said = "accepted" if gate is None else verdict(known, gate)
        if gate is not None and said is None:
            learner = self._new()
            learner.load_bytes(candidate.weights)
            seed = self.settings.seed + 7919 * candidate.number
            challenger = make_thinker(self.game, learner.evaluator(self._calibration()), self.settings, seed)
            last = make_thinker(self.game, champion, self.settings, seed)
            for pair, score in scores(self.game, challenger, last, gate, len(known), seed):
                self.store.add_score(candidate.number, pair, score)
                known.append(score)
                if (said := verdict(known, gate)) is not None or self.store.spent() > deadline:
                    break
        if said is None:
            return  # the time is up; the match goes on when the run does
        mean = sum(known) / len(known) if known else 0.5
        with self.store.together():
            self.store.decide(candidate.number, said)
            self.store.note(score=mean, accepted=said == "accepted")
        why = ", worse than the last one" if said == "refused" else ""
        self.line(f"network {candidate.number} {said}{why}: {mean:.2f} of {len(known)} pairs of games")

    # ---- the end

    def export(self, name: str | None = None) -> list[Path]:
        """Write the best network for searches, the file to use first; eight bits are calibrated on the latest games."""
        best = self.store.latest("accepted")
        if best is None:
            raise OptionError(f"{self.folder}: nothing has been learnt yet")
        if best.steps == 0:
            self.line("what is written has learnt nothing yet: give it more hours, or fewer games a round")
        learner = self._new()
        learner.load_bytes(best.weights)
        return learner.export(self.game, self.folder / (name or self.game.name), self._calibration())

    def _calibration(self) -> Any:
        """Planes of the games that are learnt from; None before there are any."""
        if len(self.window):
            return self.window.draw(CALIBRATION, np.random.default_rng(0)).planes
        _, found = self.store.examples(0, CALIBRATION)
        return None if found is None else found.planes


def in_words(found: dict[str, float]) -> str:
    """`policy 0.412 value 0.310`."""
    return " ".join(f"{name.replace('_', ' ')} {value:.3f}" for name, value in found.items())
