"""How a run learns: all its numbers, checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .. import numeric
from ..errors import OptionError
from .gate import Gate

KINDS = ("residual", "linear", "table")
TARGETS = ("gumbel", "puct")


@dataclass(frozen=True)
class Settings:
    """The numbers of a run. Those of the first part belong to the run; the others may change when it goes on."""

    kind: str = "residual"
    blocks: int = 4
    channels: int = 32
    seed: int = 0

    target: str = "gumbel"
    """what moves are learnt: of a Gumbel root, or of PUCT's visits"""
    simulations: int = 48
    """of a decision"""
    together: int = 32
    """games in lockstep"""
    mix: float = 0.25
    """how much of a position's value is what the search expected, and not how the game ended"""
    opening: int | None = None
    """games begin with up to so many random moves, so that they do not all become the same; None: half of a game's
    length, see opening.py"""
    round: int = 256
    """games between two networks"""
    batch: int = 256
    half: bool = False
    """train in 16 bits (bfloat16): 1.6 times as fast on a processor that has them, slower on one that has not"""
    rate: float = 2e-3
    cool: float = 0.4
    """share of the hours, the last ones, in which the rate is a third of itself"""
    reuse: float = 8.0
    """how often a position is learnt from while it is in the window"""
    window: int = 250_000
    """positions that are learnt from: the latest"""
    gate: Gate | None = field(default_factory=Gate)
    """the match that a network must not lose; None: every network replaces the last one"""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise OptionError(f"a learner is {', '.join(KINDS[:-1])} or {KINDS[-1]}, not {self.kind!r}")
        if self.target not in TARGETS:
            raise OptionError(f"targets are {' or '.join(TARGETS)}, not {self.target!r}")
        for name in ("blocks", "channels", "simulations", "together", "round", "batch", "window"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} must be 1 or more, not {getattr(self, name)!r}")
        opening = 0 if self.opening is None else numeric.whole(self.opening)
        if opening is None or opening < 0:
            raise OptionError(f"opening must be a whole number, 0 or more, not {self.opening!r}")
        seed = numeric.whole(self.seed)
        if seed is None or seed < 0:
            raise OptionError(f"seed must be a whole number, 0 or more, not {self.seed!r}")
        for name in ("mix", "cool"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name} must be from 0 to 1, not {getattr(self, name)!r}")
        if not 0 < self.rate < 1:
            raise OptionError(f"rate must be between 0 and 1, not {self.rate!r}")
        if not 0 < self.reuse < float("inf"):
            raise OptionError(f"reuse must be more than 0, not {self.reuse!r}")

    @property
    def lasting(self) -> dict[str, Any]:
        """What cannot change when a run goes on."""
        size = {"blocks": self.blocks, "channels": self.channels} if self.kind == "residual" else {}
        return {"kind": self.kind, **size}
