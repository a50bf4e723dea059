"""Guesses of what is hidden that are kept from move to move, for games that cannot guess or may not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.binding import Loop, Setup
from ..core.particles import deal_particle
from ..core.policy import PERFECT
from .options import number, whole
from .part import Part


@dataclass(frozen=True)
class Particles(Part):
    """A bag of positions that might be the true one; each iteration begins with any of them (POMCP). After a move those
    are kept in which the player would have seen what it saw; the bag is filled again by copies, by the game's rule
    `perturb`, and by games from the start in which the same was seen.

    count: how many there are at most.
    tries: how often, for each, one is drawn to go through what happened, before the bag is filled otherwise.
    share: of the bag, that is changed by `perturb` after every move, if the game has that rule.
    changes: how often each of these is changed.
    paid: whether a game's only player sees what it was paid: a particle that was paid otherwise is dropped.
    """

    count: int = 1000
    tries: int = 16
    share: float = 0.1
    changes: int = 8
    paid: bool = True
    kind = "guess"
    reference = "Silver and Veness 2010; survey, VII-D2"

    def __post_init__(self) -> None:
        whole(self, "count", 1, 10_000_000)
        whole(self, "tries", 1, 1_000_000)
        number(self, "share", 0.0, 1.0)
        whole(self, "changes", 1, 1_000_000)

    def refusal(self, setup: Setup) -> str | None:
        name = setup.game.name
        if setup.game.simultaneous:
            return f"{name} has moves made at the same time, which particles do not follow"
        if setup.game.unguessable is not None:
            return f"{name} hides what nothing can guess: {setup.game.unguessable}"
        return None if setup.guesses else "nothing is guessed where the search looks at everything"

    def bind(self, loop: Loop) -> None:
        if loop.setup.game.backend.has("perturb"):
            loop.rules.add("perturb")
        loop.particles = self.count
        if loop.setup.information == PERFECT:
            return  # several guesses are searched one after the other, each as if it were open
        place = loop.bag = loop.note(np.int64, (self.count + 1,))

        def deal(game: Any, policy: Any, scratch: Any) -> int:
            return deal_particle(game, scratch, scratch.notes[place])

        loop.deal = deal
        loop.structure.append(("bag", place))
