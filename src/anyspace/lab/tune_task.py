"""What is to be tuned, checked before anything is played, and the experiments that it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..errors import ExperimentError
from ..rules.game import AnyGame
from .experiment import Experiment, Plan, build
from .hashing import name_of, seed_of
from .own_games import load_game
from .players import Player, Table, checked
from .search_space import Parameter, starting_values
from .seating import sides_of
from .suggest import unknown

TUNING, FINALS, HELD_OUT = "tuning", "finalists", "held out"
"""Stages, each with deals of its own."""

CROSS_ENTROPY = "cem"
METHODS = ("tpe", CROSS_ENTROPY)
"""Who proposes: the tree-structured Parzen estimator, or the cross-entropy method."""


@dataclass(frozen=True)
class Task:
    """What is to be tuned, and in which games."""

    game: str
    parameters: Sequence[Parameter]
    player: Table
    """its other options"""
    opponent: Table | None = None
    """whom it plays; itself, untuned, if None"""
    deals: int = 100
    """for each proposal, and for each finalist"""
    held_out: int = 400
    """deals for the last word"""
    seed: int = 0
    scoring: str | None = None
    lineup: str = "one"
    folder: Path = field(default_factory=Path)
    method: str = METHODS[0]
    """one of METHODS"""

    @property
    def name(self) -> str:
        """Of the study: another task is another study."""
        what = [str(parameter) for parameter in self.parameters]
        who = [dict(self.player), dict(self.opponent) if self.opponent is not None else None]
        how = [] if self.method == METHODS[0] else [self.method]
        digest = name_of("tune", self.game, what, who, self.deals, self.seed, self.scoring, self.lineup, *how)
        return f"tune {self.game} {' '.join(what)} {digest[:6]}"

    @cached_property
    def loaded(self) -> AnyGame:
        """The game itself."""
        return load_game(self.game, self.folder)

    @property
    def alone(self) -> bool:
        """Whether nobody plays against it."""
        return len(sides_of(self.loaded)) == 1

    def check(self) -> Task:
        """The task itself, once it is known to make sense. Raises `ExperimentError`."""
        if self.method not in METHODS:
            raise ExperimentError(unknown("method", self.method, METHODS))
        if not self.parameters:
            raise ExperimentError("there is nothing to tune: give a parameter such as c=0.1:2.0")
        if len({parameter.name for parameter in self.parameters}) < len(self.parameters):
            raise ExperimentError("a parameter is given twice")
        if self.opponent is None and not self.alone:
            try:
                checked(self.player, "the player")
            except ExperimentError as error:
                why = "untuned it cannot be its own opponent: say against whom it plays"
                raise ExperimentError(f"{error}; {why}") from error
        # if the least and the greatest values make sense, all between do
        ends = [parameter.choices or (parameter.low, parameter.high) for parameter in self.parameters]
        names = [parameter.name for parameter in self.parameters]
        for values in ([end[0] for end in ends], [end[-1] for end in ends]):
            self.experiment(TUNING, [self.table(dict(zip(names, values, strict=True)))], self.deals)
        return self

    def table(self, values: dict[str, Any]) -> Table:
        """The player with these values."""
        return {**self.player, **values}

    def starting_values(self) -> dict[str, Any] | None:
        """What the player has before it is tuned, if all of it is known and within the ranges."""
        found = starting_values(self.parameters, self.player)
        return found if len(found) == len(self.parameters) else None

    def compares_with_untuned(self, chosen: Table) -> bool:
        """Whether the untuned player shall play the held-out deals too: it can, is not the opponent, nor the chosen."""
        if self.opponent is None and not self.alone:
            return False
        start = starting_values(self.parameters, self.player)
        try:
            return {**start, **checked(self.player, "")} != {**start, **chosen}
        except ExperimentError:
            return False

    def experiment(self, stage: str, tables: Sequence[Table], deals: int) -> Experiment:
        """Players with these tables against the opponent, on the deals of a stage."""
        plans = []
        for table in tables:
            entrants = [Player("player", table)]
            if not self.alone:
                entrants.append(Player("opponent", self.player if self.opponent is None else self.opponent))
            varied = {parameter.name: table.get(parameter.name, "untuned") for parameter in self.parameters}
            plans.append(Plan(tuple(entrants), self.lineup, varied))
        parts: dict[str, Any] = dict(game=self.game, folder=self.folder, loaded=self.loaded, scoring=self.scoring)
        seed = self.seed if stage == TUNING else seed_of(stage, self.seed)
        seatings = len(build(name="", points=plans[:1], **parts).points[0].seatings)
        return build(name=f"{self.name} ({stage})", points=plans, seed=seed, games=deals * seatings, **parts)
