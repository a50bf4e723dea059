"""What a part is: one published idea, its options, and the functions that it puts into the loop."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from ..core.binding import Loop, Setup

KINDS = {
    "combination": "which parts there are where none are named",
    "information": "what the search may look at",
    "guess": "how what is hidden is guessed",
    "parallel": "who works on the tree",
    "memory": "how large the tree may grow, and what happens then",
    "select": "how a child is chosen",
    "urgency": "what a move is worth that was never tried",
    "value": "what a child is worth, before exploration",
    "bias": "what is added to a child's bound",
    "expand": "which children a node gets, and when",
    "playout": "how positions outside the tree are valued",
    "reply": "which moves of a playout come before those",
    "leaf": "where playouts end, and how many there are",
    "backup": "what nodes learn from a playout",
    "prove": "what is known for certain",
    "final": "which move to play in the end",
}
"""The questions, in the order in which their parts are bound: a later part wraps an earlier one."""

ONE_OF_A_KIND = ("combination", "information", "guess", "parallel", "memory", "select", "playout", "final")
"""A search has one part of each of these, and any number of the others."""

SURROUNDINGS = ("combination", "information", "guess", "parallel", "memory", "final")
"""Kinds of parts that say what is searched with and what is made of it; all others say how."""


@dataclass(frozen=True)
class Part:
    """An option of a search that puts functions into its loop. Subclasses are frozen dataclasses whose fields are
    numbers, texts or functions; numbers are read when the search runs (`loop.number`), all else when it is compiled."""

    kind: ClassVar[str] = ""
    """one of KINDS"""
    name: ClassVar[str] = ""
    """in text: `grave` in `grave:ref=100`"""
    reference: ClassVar[str] = ""
    """who published it"""
    needs: ClassVar[tuple[str, ...]] = ()
    """rules of the game that it asks for: actions, key, evaluate, prior, group, prune, predicates, playout_traced"""
    consistent: ClassVar[str] = "yes"
    """whether the search finds the best move given enough time, whatever priors and playouts say; if not, why"""
    bounded: ClassVar[bool] = False
    """whether it has to know the least and the greatest payoff"""
    steps: ClassVar[bool] = False
    """whether it has a say in playouts, so that these are played move by move"""
    suggests: ClassVar[Mapping[str, str]] = {}
    """parts of other kinds that go well with it, by kind: taken where the search's options name none"""
    excludes: ClassVar[tuple[str, ...]] = ()
    """names of parts that it cannot be combined with"""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "name" not in cls.__dict__:  # `KLUCB` is klucb, `FirstPlayUrgency` first_play_urgency
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()

    @property
    def brings(self) -> tuple[Part, ...]:
        """Parts of other kinds that it cannot do without."""
        return ()

    def refusal(self, setup: Setup) -> str | None:
        """Why it cannot be part of this search; None if it can."""
        return None

    def bind(self, loop: Loop) -> None:
        """Put its functions into the loop."""

    def mixture(self, tree: Any, children: Sequence[int]) -> list[float]:
        """For parts that select: how often each child of a node is to be played by who plays at random, as weights."""
        return [float(tree.nodes[child].visits) for child in children]

    def begin(self, search: Any, seed: int, iterations: int | None) -> Sequence[int]:
        """A run begins, and a network has looked at the root. Returns after how many iterations none may wait."""
        return ()

    @property
    def structure(self) -> Hashable:
        """What it is compiled with: kernels are shared between parts that agree in this. Numbers are not part of it."""
        return (type(self), *(given for given in self.options.values() if not _is_number(given)))

    @property
    def options(self) -> dict[str, Any]:
        """Its fields and what they are."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __str__(self) -> str:
        changed = [
            f"{field.name}={given}"
            for field in fields(self)
            if (given := getattr(self, field.name)) != field.default and given is not None
        ]
        return ":".join(filter(None, [self.name, ",".join(changed)]))


def _is_number(given: Any) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool)
