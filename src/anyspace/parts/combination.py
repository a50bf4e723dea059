"""Which parts a search has where none are named: those that suit the game, by what it declares; or plain UCT.

Which parts suit which game was found by tournaments at equal time (docs/default.md). A line of the table below adds its
parts if it fits the game; a part that cannot be part of the search at hand (hidden information, several threads, a rule
that the game does not have) is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..core.binding import Setup
from ..core.policy import PERFECT
from .part import Part
from .registry import from_text


@dataclass(frozen=True)
class Plain(Part):
    """UCT, and nothing else but what is named."""

    kind = "combination"
    reference = "Kocsis and Szepesvári 2006; survey, III"


@dataclass(frozen=True)
class Default(Part):
    """What suits the game by what it declares; parts that are named take the place of those of their kind."""

    kind = "combination"
    reference = "docs/default.md"
    consistent = "as the parts are that it chooses: `result.stats.parts`"


@dataclass(frozen=True)
class Choice:
    """One line of the table."""

    when: str
    fits: Callable[[Setup], bool]
    parts: tuple[str, ...]


def is_open(setup: Setup) -> bool:
    """Whether the game is for two and both see everything."""
    return setup.game.players == 2 and setup.information == PERFECT


def judges(setup: Setup) -> bool:
    """Whether the game can tell what a position is worth."""
    return is_open(setup) and setup.game.backend.has("evaluate")


CHOICES: tuple[Choice, ...] = (
    Choice("two players, everything is seen", is_open, ("ucb1:c=0.5", "solver")),
    Choice("... and the game has a rule `evaluate`", judges, ("implicit_minimax",)),
)
"""In order. Of parts of which a search has one, the first."""


def suited(setup: Setup) -> list[Part]:
    """The parts for a game, by what it declares. Those that it cannot be searched with are left out by who asks."""
    found: dict[str, Part] = {}
    for choice in CHOICES:
        if choice.fits(setup):
            for text in choice.parts:
                part = from_text(text)
                found.setdefault(part.name, part)
    return [*found.values()]
