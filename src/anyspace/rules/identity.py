"""When two games are the same, and how a game is copied and pickled."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from functools import partial
from typing import Any

from ..errors import GameError
from .origin import Origin


class Identity(ABC):
    """What is made of the same is equal; what was loaded comes back by being loaded again."""

    name: str
    notes: dict[str, Any]

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """What the game is made of, by the names that its class takes."""

    @property
    @abstractmethod
    def origin(self) -> Origin | None:
        """How `load` makes this game; None for a game of one's own, and for one that was changed since."""

    def __copy__(self) -> Any:
        """The same game once more, to be changed: its rules are put to work anew."""
        twin = object.__new__(type(self))
        twin.__dict__ |= {name: value for name, value in self.__dict__.items() if name != "backend"}
        twin.notes = dict(self.notes)
        return twin

    def __deepcopy__(self, memo: Any) -> Any:
        return self  # what has a game is copied, but goes on with the same game

    def __reduce__(self) -> tuple[Any, ...]:
        if (origin := self.origin) is not None:
            return origin.load, (origin.name, origin.options)
        for name, fact in self.facts().items():
            try:
                pickle.dumps(fact)
            except Exception as error:
                raise GameError(
                    f"{self.name} cannot be pickled because of its {name!r}: {error}; what is defined at the top of a "
                    "module can be"
                ) from None
        return partial(type(self), **self.facts()), ()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Identity) or type(self) is not type(other):
            return False
        origin = self.origin
        return (origin is not None and origin == other.origin) or self.facts() == other.facts()

    def __hash__(self) -> int:
        return hash((type(self), self.name))
