"""States that are records, seen from outside: their fields, their bytes and the text that stands for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import GameError, PositionError
from ..machine.blocks import Block
from .backend import Backend
from .diagnose import record_of

if TYPE_CHECKING:
    from .game import Game


class Records(Backend):
    """What the backends of `Game` share, compiled or not. A subclass says where a block's record is (`record`)."""

    game: Game

    @property
    def field_names(self) -> tuple[str, ...]:
        return self.game.state.names or ()

    def no_field(self, name: Any) -> PositionError:
        return PositionError(f"{self.game.name} has no field {name!r}; it has {', '.join(self.field_names)}")

    def live(self, block: Block) -> Any:
        raise GameError(f"{self.game.name}: its states are records and no objects; see state.fields")

    def content(self, block: Block) -> bytes:
        return self.record(block).tobytes()

    def digest(self, block: Block) -> bytes:
        return self.content(block)

    def understood(self, source: Any) -> bytes:
        name, wanted = self.game.name, self.game.state
        if isinstance(source, bytes | bytearray | memoryview):
            given = bytes(source)
            if len(given) != wanted.itemsize:
                raise PositionError(f"{name}: a state is {wanted.itemsize} bytes, not {len(given)}")
            return given
        if isinstance(source, np.void | np.ndarray) and source.dtype.names is not None:
            if source.size != 1 or source.dtype.fields != wanted.fields:
                what = f"{source.dtype.names} of {source.dtype.itemsize} bytes"
                raise PositionError(f"{name}: that is no record of its states, but {source.size} of {what}")
            return source.tobytes()
        raise PositionError(f"{name}: a state is made of named fields, text, bytes or a record, not of {source!r}")

    def first_look(self, rule: str, block: Block) -> Any:
        function = getattr(self.game.rules[rule], "py_func", self.game.rules[rule])
        record = record_of(self.game, self.content(block))
        if rule == "mover":
            return int(function(record))
        if rule == "moves":
            listed = np.zeros(self.game.max_moves + 1, np.int32)
            return listed[: max(0, int(function(record, listed)))].tolist()
        payoffs = np.zeros(self.game.players)
        function(record, payoffs)
        return payoffs.tolist()

    def reread(self, block: Block) -> Block | None:
        if self.game.notation is None or self.game.from_notation is None:
            return None
        return self.from_notation(self.notation(block))

    def rewind(self, block: Block) -> list[Any] | None:
        if self.game.rewind is None:
            return None
        with np.errstate(all="ignore"):
            made = self.game.rewind(self.record(block))
        return None if made is None else [int(move) for move in made]

    def notation(self, block: Block) -> str:
        if self.game.notation is None:
            raise GameError(f"{self.game.name} has no rule 'notation'")
        with np.errstate(all="ignore"):
            return self.game.notation(self.record(block))

    def from_notation(self, text: str) -> Block:
        name, rule = self.game.name, self.game.from_notation
        if rule is None:
            raise PositionError(f"{name} has no rule 'from_notation': its positions cannot be read from text")
        block = self.new()
        self.start(block, 0)
        try:
            with np.errstate(all="ignore"):
                rule(self.record(block), text.strip())
        except ValueError as error:
            raise PositionError(f"{name}: {text!r} is no position: {error}") from None
        except Exception as error:
            raise GameError(f"{name}: rule 'from_notation' raised: {type(error).__name__}: {error}") from error
        return block
