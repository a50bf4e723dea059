"""What can be set over UGI."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..errors import ProtocolError

MULTI_PV, THREADS, LEVEL = "MultiPV", "Threads", "Level"


@dataclass(frozen=True)
class Option:
    """A whole number with a name."""

    name: str
    usual: int
    least: int
    most: int

    def declaration(self, now: int) -> str:
        """As UGI declares it."""
        return f"option name {self.name} type spin default {now} min {self.least} max {self.most}"

    def read(self, text: str) -> int:
        """The value that was given. Raises `ProtocolError`."""
        if not re.fullmatch(r"[0-9]{1,9}", text) or not self.least <= int(text) <= self.most:
            raise ProtocolError(f"{self.name} must be a whole number from {self.least} to {self.most}")
        return int(text)


OPTIONS = (
    Option(MULTI_PV, 1, 1, 500),  # how many moves are told of
    Option(THREADS, 1, 1, 256),
    Option(LEVEL, 0, 0, 10),  # 0 plays as well as it can
)


def usual_settings() -> dict[str, int]:
    """Every option as it is to begin with."""
    return {option.name: option.usual for option in OPTIONS}
