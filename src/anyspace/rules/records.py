"""States that are records, seen from outside: their fields, their bytes and the text that stands for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import GameError, PositionError
from ..machine.blocks import Block
from .backend import Backend
from .codes import OVER
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

    def first_look(self, block: Block) -> tuple[int, list[Any], list[float]]:
        rules = {name: getattr(rule, "py_func", rule) for name, rule in self.game.rules.items()}
        record = record_of(self.game, self.content(block))
        mover = int(rules["mover"](record))
        out, payoffs = np.zeros(self.game.max_moves + 1, np.int32), np.zeros(self.game.players)
        n = 0 if mover == OVER else int(rules["moves"](record, out))
        rules["returns"](record, payoffs)
        return mover, out[: max(n, 0)].tolist(), payoffs.tolist()

    def agrees(self, block: Block) -> bool:
        if self.game.notation is None or self.game.from_notation is None:
            return True
        return self.first_look(self.from_notation(self.notation(block))) == self.first_look(block)

    def notation(self, block: Block) -> str:
        if self.game.notation is None:
            raise GameError(f"{self.game.name} has no rule 'notation'")
        with np.errstate(all="ignore"):
            return self.game.notation(self.record(block))

    def from_notation(self, text: str) -> Block:
        name, rule = self.game.name, self.game.from_notation
        if rule is None:
            raise GameError(f"{name} has no rule 'from_notation': its positions cannot be read from text")
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
