"""Every way in which a game can begin, and how likely each is.

The rule `start` of a compiled game draws from a generator. Here it runs as plain Python, with every draw of a whole
number (`rng.below`, and `rng.shuffle` by it) answered from a script; the scripts count through all that can be drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import rng as random_numbers
from ...errors import GameError
from ...machine.specialize import specialize
from ...rules.game import AnyGame, Game, State

MOST_STARTS = 200_000
SEEDS_TRIED = 16


class Script:
    """What the next draws are to be, and how many possibilities each had."""

    def __init__(self) -> None:
        self.drawn: list[int] = []
        self.sizes: list[int] = []
        self.place = 0

    def draw(self, n: int) -> int:
        if self.place == len(self.drawn):
            self.drawn.append(0)
            self.sizes.append(n)
        self.place += 1
        return self.drawn[self.place - 1]

    def next(self) -> bool:
        """Go on to the next possibility; False if there is none."""
        while self.drawn and self.drawn[-1] == self.sizes[-1] - 1:
            self.drawn.pop()
            self.sizes.pop()
        if self.drawn:
            self.drawn[-1] += 1
        self.place = 0
        return bool(self.drawn)


def all_starts(game: AnyGame) -> list[tuple[State, float]]:
    """Every start and its probability. Raises `GameError` where they cannot be told."""
    first = game.start(seed=0)
    if all(game.start(seed=seed) == first for seed in range(1, SEEDS_TRIED)):
        return [(first, 1.0)]
    if not isinstance(game, Game):
        raise GameError(
            f"{game.name} deals at its start, in Python: for exact results let it begin the same way every time and "
            "deal by moves of CHANCE"
        )
    return _scripted(game)


def _scripted(game: Game) -> list[tuple[State, float]]:
    script = Script()

    def below(rng: Any, n: int) -> int:
        return script.draw(int(n))

    def refuse(rng: Any) -> float:
        raise GameError(f"{game.name}: its start draws more than whole numbers; not all of its starts can be listed")

    replaced: Any = {random_numbers.below: below, random_numbers.uniform: refuse, random_numbers.bits: refuse}
    rule = specialize(game.rules["start"], replaced)  # type: ignore[arg-type]
    found: dict[bytes, float] = {}
    count, goes_on = 0, True
    while goes_on:
        record = np.zeros(1, game.state).view(np.recarray)
        with np.errstate(all="ignore"):
            rule(record[0], random_numbers.new(0))
        odds = 1.0
        for size in script.sizes:
            odds /= size
        found[record.tobytes()] = found.get(record.tobytes(), 0.0) + odds
        count += 1
        if count > MOST_STARTS:
            raise GameError(f"{game.name} begins in more than {MOST_STARTS:,} ways: too many to list")
        goes_on = script.next()
    return [(State(game, game.backend.restore(content)), odds) for content, odds in found.items()]
