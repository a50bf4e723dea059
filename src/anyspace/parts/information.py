"""What a search may look at, and how it deals with what it may not."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.policy import MULTI, PERFECT, SINGLE
from ..errors import OptionError
from ..rules.game import AnyGame


@dataclass(frozen=True)
class Determinized:
    """Guess what is hidden, search the guess as if it were open, and do it again: root statistics are summed.

    count: how many guesses share the budget.
    """

    count: int = 10

    def __post_init__(self) -> None:
        if not isinstance(self.count, int) or isinstance(self.count, bool) or self.count < 1:
            raise OptionError(f"Determinized: count must be a whole number, 1 or more, not {self.count!r}")


NAMES = {
    "auto": "what the game calls for: multi if moves are hidden, single if only the position is, perfect if nothing",
    "perfect": "the game hides nothing (UCT)",
    "single": "one tree over the mover's information sets (SO-ISMCTS)",
    "multi": "one tree for each player (MO-ISMCTS)",
    "determinized": "several guesses, each searched as if it were open",
    "cheating": "look at what is hidden, for comparison",
}


@dataclass(frozen=True)
class Information:
    """A mode, resolved for a game."""

    name: str
    kind: int
    """PERFECT, SINGLE or MULTI, as kernels know it"""
    guesses: int = 0
    """how many determinizations share the budget; 0: none, or a fresh one every iteration"""


def resolve(given: str | Determinized, game: AnyGame) -> Information:
    """The mode for `game`. Raises `OptionError` where the game lacks what the mode needs."""
    if isinstance(given, str) and given not in NAMES:
        raise OptionError(f"information must be one of {', '.join(NAMES)}, not {given!r}")
    if not isinstance(given, str | Determinized):
        raise OptionError(f"information must be a Determinized or one of {', '.join(NAMES)}, not {given!r}")
    hides, hides_moves = game.hides, game.hides_moves
    if given == "auto":
        given = "multi" if hides_moves else "single" if hides else "perfect"
    if given == "cheating" or (given == "perfect" and not hides):
        return Information(given, PERFECT)
    if given == "perfect":
        raise OptionError(f"{game.name} hides information: 'perfect' would look at it; say 'cheating' if that is meant")
    if not hides:
        needs = f"which {given!r} needs to guess what is hidden"
        raise OptionError(f"{game.name} has no rule 'determinize', {needs}; use 'perfect' or 'auto'")
    if given == "determinized":
        given = Determinized()
    if isinstance(given, Determinized):
        return Information("determinized", PERFECT, given.count)
    return Information(given, SINGLE if given == "single" else MULTI)
