"""What is to be tuned where parts are sought, and what came of it: against plain UCT, and beside the default."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import ExperimentError
from ..rules.game import AnyGame
from .experiment import Experiment, Plan, build
from .hashing import name_of, seed_of
from .own_games import load_game
from .part_space import DEFAULT, PLAIN, Combination, candidates, spelled_out, table_of
from .players import Player, Table
from .seating import sides_of
from .statistics import Interval
from .tune_task import METHODS

MOST_DEALS = 1000


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

    @cached_property
    def default_is_plain(self) -> bool:
        """Whether nothing was found for such games that is better than plain UCT."""
        return spelled_out(self.loaded, DEFAULT) == spelled_out(self.loaded, PLAIN)

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

    def experiment(
        self, stage: str, tables: Sequence[Table], opponents: Sequence[Combination] = (PLAIN,)
    ) -> Experiment:
        """Each of these players against each opponent, on the deals of a stage; "alone" and "together" share theirs."""
        plans = [self._plan(table, opponent) for table in tables for opponent in opponents]
        stage = "race" if stage in ("alone", "together") else stage
        given: dict[str, Any] = dict(game=self.game, folder=self.folder, loaded=self.loaded, scoring=self.scoring)
        seed = self.seed if stage == "race" else seed_of(stage, self.seed)
        seatings = len(build(name="", points=plans[:1], **given).points[0].seatings)
        return build(name=f"{self.name} ({stage})", points=plans, seed=seed, games=MOST_DEALS * seatings, **given)

    def _plan(self, table: Table, opponent: Combination) -> Plan:
        varied = {key: " ".join(table[key]) if key == "parts" else table[key] for key in table if key != "seconds"}
        entrants = [Player("player", table)]
        if len(sides_of(self.loaded)) > 1:
            entrants.append(Player(" ".join(opponent) or "plain", table_of(opponent, self.budget)))
        if opponent != PLAIN:
            varied["opponent"] = entrants[-1].name
        return Plan(tuple(entrants), self.lineup, varied)


class Entry(NamedTuple):
    """A player and its score so far."""

    table: Table
    score: Interval
    deals: int


class Comparison(NamedTuple):
    """How the chosen player did beside the default on the same deals: its score against it, or where not two sides
    play, how much more than the default it scored."""

    score: Interval
    even: float
    """the score of equals"""
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
    is_default: bool
    """whether the chosen player is what `Search(game)` is anyway"""
    default_is_plain: bool
    """whether that is plain UCT"""
    beside_default: Comparison | None
    """on held-out deals; None if the default was chosen, or there was no time"""
    left_out: list[Combination] = field(default_factory=list)
    """for want of time to compile them"""

    @property
    def is_better(self) -> bool | None:
        """Whether it is clearly better than plain UCT; None where that cannot be told."""
        if self.held_out is None or self.even is None:
            return None
        return self.held_out.score.low > self.even

    @property
    def beats_default(self) -> bool | None:
        """Whether it is clearly better than `Search(game)`; None where that cannot be told."""
        if self.is_default:
            return False
        if self.beside_default is None:
            return self.is_better if self.default_is_plain else None
        return self.beside_default.score.low > self.beside_default.even
