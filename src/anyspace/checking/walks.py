"""Random games of the game that is checked, and what to say where one of them breaks off."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ..errors import AnyspaceError
from ..machine.complaint import raised_at
from ..rules.game import CHANCE, OVER, AnyGame, State
from .findings import WRONG, Checked, Finding

SHOWN = 40
"""How many moves of a game are printed."""


@dataclass
class Walk:
    """A random game so far."""

    game: AnyGame
    seed: int
    moves: list[Any] = field(default_factory=list)

    @property
    def where(self) -> str:
        """How to get there again."""
        if len(self.moves) > SHOWN:
            return f"game.after({self.moves[:SHOWN]!r}..., seed={self.seed}), after {len(self.moves)} moves"
        return f"game.after({self.moves!r}, seed={self.seed})"


class Broken(Exception):
    """There is no use in going on: a rule failed."""


class Inspection:
    """A check under way: the game, what was found, how much time is left, and positions to look at."""

    def __init__(self, game: AnyGame, seconds: float, seed: int) -> None:
        self.game, self.seconds = game, seconds
        self.source = random.Random(seed)
        self.report = Checked(game.name)
        self.positions: list[tuple[State, Walk]] = []
        """of the random games: somebody is to move in each"""
        self.ends: list[list[float]] = []
        """payoffs of the random games"""
        self.began = time.perf_counter()

    def say(self, kind: str, topic: str, words: str, walk: Walk | None = None) -> None:
        """Add a finding; of the same kind, topic and words the first counts."""
        if any((kind, topic, words) == (old.kind, old.topic, old.words) for old in self.report.findings):
            return
        self.report.findings.append(Finding(kind, topic, words, walk.where if walk else ""))

    def failed(self, topic: str, kind: str = WRONG) -> bool:
        """Whether there is a finding like that."""
        return any((finding.kind, finding.topic) == (kind, topic) for finding in self.report.findings)

    @contextmanager
    def asking(self, topic: str, walk: Walk | None = None) -> Iterator[None]:
        """Whatever is raised in here is the rule's doing, and the end."""
        try:
            yield
        except Broken:
            raise
        except Exception as error:
            self.say(WRONG, rule_of(error) or topic, in_words(error, self.game), walk)
            raise Broken from error


def rule_of(error: BaseException) -> str:
    """The rule that our own errors name."""
    named = re.search(r"rule '(\w+)'|\d (moves) in one position", str(error))
    return named[1] or named[2] if named and isinstance(error, AnyspaceError) else ""


def in_words(error: BaseException, game: AnyGame) -> str:
    """An exception that a rule raised, or that was raised about a rule, without what the report says anyway."""
    text = " ".join(str(error).split())
    if isinstance(error, AnyspaceError):
        return text.removeprefix(f"{game.name}: ")
    return f"{type(error).__name__}: {text} ({raised_at(error)})"


def random_games(inspection: Inspection, game: AnyGame, seconds: float, most: int) -> Iterator[tuple[State, Walk]]:
    """The positions of random games, the last ones too: so many games, for so long, but one at least. Each is played on
    when the next is asked for."""
    end = time.perf_counter() + seconds
    for number in range(most):
        walk = Walk(game, number)
        with inspection.asking("start", walk):
            state = game.start(seed=number)
        while True:
            yield state, walk
            with inspection.asking("mover", walk):
                mover = state.mover
            if not CHANCE <= mover < game.players and mover != OVER:
                known = f"a player 0 to {game.players - 1}, CHANCE or OVER"
                inspection.say(WRONG, "mover", f"gave {mover}; expected {known}", walk)
                raise Broken
            if mover == OVER or (number > 0 and time.perf_counter() > end):
                break
            with inspection.asking("moves", walk):
                moves = state.moves()
            if not moves:
                inspection.say(WRONG, "moves", "gave 0 moves in a position where somebody is to move", walk)
                raise Broken
            odds = None
            if mover == CHANCE:
                with inspection.asking("weights", walk):
                    odds = state.weights()
            move = inspection.source.choices(moves, odds)[0]
            if len(walk.moves) >= game.max_length:
                declared = f"the game declares max_length={game.max_length:,}"
                inspection.say(WRONG, "max_length", f"a game goes on after {len(walk.moves):,} moves; {declared}", walk)
                raise Broken
            with inspection.asking("play", walk):
                state.play(move)
            walk.moves.append(move)
        if time.perf_counter() > end:
            return


def in_time(positions: Sequence[tuple[State, Walk]], seconds: float, least: int = 3) -> Iterator[tuple[State, Walk]]:
    """Some of these at least, and more for so long."""
    end = time.perf_counter() + seconds
    for number, pair in enumerate(positions):
        if number >= least and time.perf_counter() > end:
            return
        yield pair
