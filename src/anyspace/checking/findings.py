"""What a check has to say, and how it says it."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import Any

WRONG, DOUBTFUL, POSSIBLE, FINE = "wrong", "doubtful", "possible", "fine"
KINDS = {
    WRONG: "a search of this game fails, or finds something that is not so",
    DOUBTFUL: "may be meant; if not, it makes play weak or slow",
    POSSIBLE: "what the game could have besides, and what that would bring",
    FINE: "was looked at, and nothing was found",
}
"""How findings are told apart, the gravest first."""

WIDTH = 112


@dataclass(frozen=True)
class Finding:
    """One thing that was found."""

    kind: str
    """one of KINDS"""
    topic: str
    """a rule, or what was looked at"""
    words: str
    """what was found, and the cure if there is one"""
    where: str = ""
    """the Python expression for the position in which it was found"""


@dataclass
class Checked:
    """What is known of a game after it was checked. Printed, it is a report; `ok` says whether anything is wrong."""

    game: str
    """its name"""
    findings: list[Finding] = field(default_factory=list)
    """what is wrong, what is doubtful, what more there could be"""
    facts: dict[str, Any] = field(default_factory=dict)
    """what random games are like: how many, their positions, moves, lengths and payoffs"""
    speed: dict[str, float] = field(default_factory=dict)
    """nanoseconds a call of each rule; `playouts` and `iterations` a second"""
    seconds: float = 0.0
    """that it took"""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong; what is doubtful does not count."""
        return not self.of(WRONG)

    def of(self, kind: str) -> list[Finding]:
        """The findings of a kind."""
        return [finding for finding in self.findings if finding.kind == kind]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "game": self.game,
            "ok": self.ok,
            "findings": [vars(finding) for finding in self.findings],
            "facts": self.facts,
            "speed": self.speed,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        parts = [self._opening(), *(self._section(kind) for kind in (WRONG, DOUBTFUL, POSSIBLE))]
        fine = ", ".join(finding.topic for finding in self.of(FINE))
        parts += [f"fine: {fine}" if fine else "", self._speeds(), self._verdict()]
        return "\n\n".join(filter(None, parts))

    def _opening(self) -> str:
        facts = self.facts
        if "games" not in facts:
            return self.game
        players = f"{facts['players']} player{'s' * (facts['players'] != 1)}"
        return "\n".join(
            [
                f"{self.game}: {players}; {facts['games']:,} random games, {facts['positions']:,} positions, "
                f"{self.seconds:.1f} s",
                f"moves to choose from: {facts['mean_moves']:.1f} on average, {facts['most_moves']} at most"
                f" (declared: {facts['max_moves']:,})",
                f"moves of a game: {facts['mean_length']:.1f} on average, {facts['most_length']} at most"
                f" (declared: {facts['max_length']:,})",
                f"payoffs: {facts['payoffs']}",
            ]
        )

    def _section(self, kind: str) -> str:
        found = self.of(kind)
        if not found:
            return ""
        lines = [f"{kind}: {KINDS[kind]}"]
        for finding in found:
            lines.append(textwrap.fill(f"{finding.topic}: {finding.words}", WIDTH, **INDENT))
            if finding.where:
                lines.append(f"      in {finding.where}")
        return "\n".join(lines)

    def _speeds(self) -> str:
        if not self.speed:
            return ""
        rules = ", ".join(
            f"{rule} {in_time(ns)}" for rule, ns in self.speed.items() if rule not in ("playouts", "iterations")
        )
        rates = " and ".join(
            f"{self.speed[what]:,.0f} {what}" for what in ("playouts", "iterations") if what in self.speed
        )
        return textwrap.fill(f"speed: {rates} a second; {rules}", WIDTH)

    def _verdict(self) -> str:
        wrong, doubtful = len(self.of(WRONG)), len(self.of(DOUBTFUL))
        said = f"{wrong} wrong" if wrong else "nothing wrong"
        return f"{said}, {doubtful} doubtful"


INDENT: dict[str, Any] = {"initial_indent": "  - ", "subsequent_indent": "    "}


def in_time(nanoseconds: float) -> str:
    """`85 ns`, `1.2 us`, `3.4 ms`."""
    for unit, size in (("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.1f} {unit}"
    return f"{nanoseconds:.0f} ns"
