"""Playouts that mind a coalition: its members make no move that harms it, if they can help it (Cazenave 2008; survey,
IV-E).

Harm is what the game's `evaluate` says: the move leaves the members with less, all together, than they have now. What
one of them takes from another is no harm. A move that would harm is drawn anew, up to `tries` times; then it is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop, Setup
from ...core.loop import scale_payoffs
from ...machine.native import call
from ...rng import below
from ...rules.codes import OVER
from ..options import whole
from ..part import Part
from ..playout.looking_ahead import mover_at
from ..winning import play_copy

EVEN = 1e-9
"""Less than this is no harm: rounding."""


@dataclass(frozen=True)
class Sparing(Part):
    """In playouts, members of a coalition spare it.

    first, second: two who are allied; -1 and -1: all but the player who searches. tries: how often a move that harms is
    drawn anew.
    """

    first: int = -1
    second: int = -1
    tries: int = 3
    kind = "reply"
    needs = ("evaluate",)
    steps = True
    reference = "Cazenave 2008; survey, IV-E"

    def __post_init__(self) -> None:
        whole(self, "first", -1, 126)
        whole(self, "second", -1, 126)
        whole(self, "tries", 0, 1000)

    def refusal(self, setup: Setup) -> str | None:
        first, second, players = self.first, self.second, setup.game.players
        if (first, second) != (-1, -1) and (not 0 <= min(first, second) < max(first, second) < players):
            return f"two players of 0 to {players - 1} are allied, or -1 and -1: all others; not {first} and {second}"
        return None

    def bind(self, loop: Loop) -> None:
        first, second, tries = loop.number(self.first), loop.number(self.second), loop.number(self.tries)
        spare, inner = loop.spare(), loop.choose
        loop.one_sided |= self.first < 0

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            choice = inner(tree, game, policy, scratch, mover, n, ply)
            one, other = int(policy.numbers[first]), int(policy.numbers[second])
            if choice < 0 or n == 1 or not is_member(policy.observer, one, other, mover):
                return choice
            now = held_by_members(game, policy, scratch, scratch.state, one, other)
            if now < 0.0:
                return int(now)
            for _ in range(int(policy.numbers[tries])):
                status = play_copy(game, scratch.spares[spare], scratch.state, scratch.moves[choice])
                if status < 0:
                    return status
                then = held_by_members(game, policy, scratch, scratch.spares[spare], one, other)
                if then < 0.0:
                    return int(then)
                if then >= now - EVEN:
                    return choice
                choice = below(scratch.rng, n)
            return choice

        loop.choose = choose


def is_member(observer: int, one: int, other: int, player: int) -> bool:
    """Whether a player belongs to the coalition."""
    return player in (one, other) if one >= 0 else player != observer


def held_by_members(game: Any, policy: Any, scratch: Any, state: int, one: int, other: int) -> float:
    """What the members of the coalition have at `state`, in all, 0 to 1 each; or what went wrong."""
    mover = mover_at(game, scratch, state)
    if mover < OVER:
        return float(mover)
    status = call(game.returns if mover == OVER else game.evaluate, (state, scratch.payoffs_at))
    if status >= 0:
        status = scale_payoffs(game, scratch)
    if status < 0:
        return float(status)
    total = 0.0
    for player in range(game.players):
        if is_member(policy.observer, one, other, player):
            total += scratch.payoffs[player]
    return total
