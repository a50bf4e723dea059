"""What a search may look at, and how it deals with what it may not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..core.binding import Loop, Setup
from ..core.hidden import descend_hidden
from ..core.policy import MULTI, PERFECT, SINGLE
from ..core.questions import deal_guess
from ..core.together import descend_together
from ..errors import OptionError
from ..rules.game import AnyGame
from .options import whole
from .part import Part
from .registry import as_parts


@dataclass(frozen=True)
class Information(Part):
    """A mode."""

    kind = "information"
    reference = "Cowling, Powley and Whitehouse 2012; survey, IV-H"
    view: ClassVar[int] = PERFECT
    """PERFECT, SINGLE or MULTI, as kernels know it"""
    guesses: ClassVar[int] = 0
    """how many determinizations share the budget; 0: none, or a fresh one every iteration"""
    guesses_what_is_hidden: ClassVar[bool] = True
    withdraws: ClassVar[bool] = True
    """whether moves of which the others are still to be made are taken back before the search: nobody has seen them"""

    def refusal(self, setup: Setup) -> str | None:
        game = setup.game
        if setup.guesses:
            return None  # by particles
        if self.guesses_what_is_hidden and game.unguessable is not None:
            seeing = "information='cheating' searches with all of it open"
            return f"{game.name} hides what nothing can guess: {game.unguessable}; {seeing}"
        if self.guesses_what_is_hidden and not game.hides:
            needs = f"which {self.name!r} needs to guess what is hidden"
            otherwise = "use 'perfect' or 'auto', or the part 'particles'"
            return f"{game.name} has no rule 'determinize', {needs}; {otherwise}"
        return None

    def bind(self, loop: Loop) -> None:
        if self.view != PERFECT:
            loop.descend = descend_hidden
            if loop.setup.game.hides and not loop.setup.game.needs_following:
                loop.deal = deal_guess

    @property
    def structure(self) -> Any:
        return (self.view,)


@dataclass(frozen=True)
class Perfect(Information):
    """The game hides nothing (UCT)."""

    reference = "survey, III-C"
    guesses_what_is_hidden = False

    def refusal(self, setup: Setup) -> str | None:
        name = setup.game.name
        if setup.game.simultaneous:
            return f"{name} has moves made at the same time: 'perfect' would look at them; use 'multi' or 'sequential'"
        if setup.game.hides:
            return f"{name} hides information: 'perfect' would look at it; say 'cheating' if that is meant"
        return None


@dataclass(frozen=True)
class Single(Information):
    """One tree over the mover's information sets (SO-ISMCTS)."""

    view = SINGLE


@dataclass(frozen=True)
class Multi(Information):
    """One tree for each player (MO-ISMCTS). Moves made at the same time are chosen by each in its own (decoupled)."""

    view = MULTI

    def refusal(self, setup: Setup) -> str | None:
        return None if setup.game.simultaneous else super().refusal(setup)

    def bind(self, loop: Loop) -> None:
        super().bind(loop)
        game = loop.setup.game
        if not game.simultaneous:
            return
        news = loop.note(np.int64, (game.players, game.players + 1))

        def descend(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            return descend_together(tree, game, policy, scratch, scratch.notes[news])

        loop.descend = descend
        loop.structure.append((news, game.hides))


@dataclass(frozen=True)
class Determinized(Information):
    """Several guesses of what is hidden, each searched as if it were open; root statistics are summed.

    count: how many guesses share the budget.
    """

    count: int = 10
    reference = "survey, IV-H1"

    def refusal(self, setup: Setup) -> str | None:
        if setup.game.simultaneous:
            return (
                f"{setup.game.name} has moves made at the same time: use 'multi', or 'sequential' if nothing is hidden"
            )
        return super().refusal(setup)

    def __post_init__(self) -> None:
        whole(self, "count", 1, 2**31 - 1)

    @property
    def guesses(self) -> int:  # type: ignore[override]
        return self.count


@dataclass(frozen=True)
class Sequential(Information):
    """Moves made at the same time as if each player saw those before its own: plain UCT, for comparison."""

    reference = "survey, IV-H10; Samothrakis, Robles and Lucas 2010"
    guesses_what_is_hidden = False

    def refusal(self, setup: Setup) -> str | None:
        if setup.game.hides:
            return f"{setup.game.name} hides information: 'sequential' would look at it; use 'multi'"
        return None if setup.game.simultaneous else f"no moves of {setup.game.name} are made at the same time"


@dataclass(frozen=True)
class Cheating(Information):
    """Look at what is hidden, for comparison."""

    guesses_what_is_hidden = False
    withdraws = False


@dataclass(frozen=True)
class Auto(Information):
    """What the game calls for: multi if moves are hidden or made at the same time, single if only the position is
    hidden, perfect if nothing is."""

    guesses_what_is_hidden = False

    def resolved(self, game: AnyGame) -> Information:
        """The mode that the game calls for."""
        return Multi() if game.hides_moves or game.simultaneous else Single() if game.hides else Perfect()


def resolve(given: str | Information, game: AnyGame, particles: bool = False) -> Information:
    """The mode for `game`, for which `particles` may be kept. Raises `OptionError` where the game lacks what the mode
    needs."""
    (mode,) = as_parts(given, "information")
    if not isinstance(mode, Information):
        raise OptionError(f"information must be a mode such as Determinized(10) or 'single', not {given!r}")
    if isinstance(mode, Auto):
        mode = mode.resolved(game)
        if particles and isinstance(mode, Perfect):
            mode = Single()
    particles = (particles or game.needs_following) and mode.guesses_what_is_hidden
    if reason := mode.refusal(Setup(game, guesses=particles)):
        raise OptionError(reason)
    return mode
