"""What a method is: its options, its kernel, and the memory that it works with beside the desk."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from ...rules.game import AnyGame


@dataclass(frozen=True)
class Method(ABC):
    """A method for one player. Subclasses are frozen dataclasses whose fields are numbers, texts or truth values; as
    text it is its name and what differs from its defaults, `nrpa:level=3`, like a part of a search."""

    name: ClassVar[str] = ""
    kind: ClassVar[str] = "method"
    reference: ClassVar[str] = ""
    """who published it"""
    needs: ClassVar[tuple[str, ...]] = ()
    """rules of the game that it cannot do without"""
    uses: ClassVar[tuple[str, ...]] = ()
    """rules that it asks for where the game has them"""
    uses_codes: ClassVar[bool] = False
    """whether it knows moves by their codes"""
    alone: ClassVar[bool] = False
    """whether a second thread would do the same as the first, so that there is one"""
    states: ClassVar[int] = 2
    """how many positions a desk has for it, unless its options say otherwise"""
    kernel: ClassVar[Callable[..., int]]
    """`kernel(table, desk, own, playouts)`: DONE, PAUSED, FULL, or what went wrong"""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "name" not in cls.__dict__:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()

    def refusal(self, game: AnyGame) -> str | None:
        """Why it cannot play this game; None if it can."""
        return None

    def positions(self) -> int:
        """How many positions a desk has for it."""
        return self.states

    @abstractmethod
    def own(self, game: AnyGame) -> Any:
        """What its kernel works with: arrays in a named tuple."""

    def grown(self, game: AnyGame, own: Any) -> Any:
        """The same with more room, for a kernel that answers FULL."""
        raise AssertionError(f"{self.name} has no room left, and does not say how to get more")

    def complete(self, own: Any) -> bool:
        """Whether it is through once and for all; else it begins anew, with other random numbers."""
        return False

    def certain(self, own: Any) -> bool:
        """Whether, being through, it knows that no line pays more."""
        return self.complete(own)

    @property
    def options(self) -> dict[str, Any]:
        """Its fields and what they are."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __str__(self) -> str:
        changed = [
            f"{field.name}={getattr(self, field.name)}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        ]
        return ":".join(filter(None, [self.name, ",".join(changed)]))
