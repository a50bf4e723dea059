"""Moves made at the same time, and what players know: the callbacks of rules that live in Python."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from ..machine.blocks import Block
from .answered import number_of, signed
from .answers import Answers
from .codes import OK


class AtOnce(Answers):
    """The rules `together`, `withdraw` and `information_key`, for kernels and for Python."""

    objects: dict[int, Any]

    def at_once_rules(self) -> list[Callable[..., int]]:
        """The first two as callbacks; none where all moves are made alone."""

        def together(at: int) -> int:
            return self._others(self.objects[at])

        def withdraw(at: int) -> int:
            self.objects[at] = self.taken_back(self.objects[at])
            return OK

        return [together, withdraw] if self.at_once else []

    def information_rule(self) -> Callable[..., int]:
        """The third."""

        def information_key(at: int, observer: int, out: int) -> int:
            ctypes.c_int64.from_address(out).value = signed(self.known_by(self.objects[at], observer))
            return OK

        return information_key

    def _others(self, thing: Any) -> int:
        return number_of(self.game, "together", self.others(thing))

    def together(self, block: Block) -> int:
        return self._others(self.objects[block.ctypes.data]) if self.at_once else 0

    def withdraw(self, block: Block) -> None:
        if self.at_once:
            self.objects[block.ctypes.data] = self.taken_back(self.objects[block.ctypes.data])

    def information_key(self, block: Block, observer: int) -> int:
        return signed(self.known_by(self.objects[block.ctypes.data], observer))
