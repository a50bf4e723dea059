"""What the others are after, where there are more than two (survey, IV-E: max^n, paranoid, alliances, confident).

A search takes it that everybody plays for the own reward (max^n). These parts take it otherwise: after each playout the
rewards of all but the player who searches are replaced, r being the rewards of the playout and s the searcher,

    paranoid    r_i = 1 - r_s                    all are against the one who searches
    confident   r_i = r_s                        all help
    coalition   r_i = mean of r_j, j not s       the others share what they get
    alliance    r_a = r_b = mean of r_a and r_b  two of all, whoever searches
    coalition_reduction, of all but one, who share one goal: with m the most that a member gets
                r_i = m                          for a member that does not search
                r_s = max(r_s, (1 - bias) m)     for one that does: it is not to leave the work to the others

and the tree does the rest: every node keeps the reward of who moved into it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...core.binding import Loop, Setup
from ..options import number, whole
from ..part import Part


def replace_rewards(loop: Loop, changed: Callable[[Any, Any], None], one_sided: bool = True) -> None:
    """Have `changed(policy, payoffs)` change the rewards of every playout; `one_sided`: by who searches."""
    inner = loop.play_out
    loop.one_sided |= one_sided

    def play_out(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
        length = inner(tree, game, policy, scratch)
        if length >= 0:
            changed(policy, scratch.payoffs)
        return length

    loop.play_out = play_out


def against_the_searcher(policy: Any, payoffs: Any) -> None:
    """All others get what the searcher does not."""
    for player in range(len(payoffs)):
        if player != policy.observer:
            payoffs[player] = 1.0 - payoffs[policy.observer]


@dataclass(frozen=True)
class Paranoid(Part):
    """All others are against the player who searches."""

    kind = "backup"
    reference = "Sturtevant and Korf 2000; survey, IV-E"
    consistent = "no: with three players or more others play for themselves"
    excludes = ("solver", "score_bounded", "confident", "coalition", "alliance", "coalition_reduction")

    def bind(self, loop: Loop) -> None:
        replace_rewards(loop, against_the_searcher)


@dataclass(frozen=True)
class Confident(Part):
    """All others help the player who searches."""

    kind = "backup"
    reference = "Cazenave 2008; survey, IV-E"
    consistent = "no: others play for themselves"
    excludes = ("solver", "score_bounded", "graph", "paranoid", "coalition", "alliance", "coalition_reduction")

    def bind(self, loop: Loop) -> None:
        def changed(policy: Any, payoffs: Any) -> None:
            for player in range(len(payoffs)):
                payoffs[player] = payoffs[policy.observer]

        replace_rewards(loop, changed)


@dataclass(frozen=True)
class Coalition(Part):
    """All others share what they get among them: it is all the same to them who wins, if the searcher does not."""

    kind = "backup"
    reference = "Nijssen and Winands 2011; survey, IV-E"
    consistent = "no: with three players or more others play for themselves"
    excludes = ("solver", "score_bounded", "paranoid", "confident", "alliance", "coalition_reduction")

    def bind(self, loop: Loop) -> None:
        def changed(policy: Any, payoffs: Any) -> None:
            total = 0.0
            for player in range(len(payoffs)):
                if player != policy.observer:
                    total += payoffs[player]
            for player in range(len(payoffs)):
                if player != policy.observer:
                    payoffs[player] = total / max(1, len(payoffs) - 1)

        replace_rewards(loop, changed)


@dataclass(frozen=True)
class Alliance(Part):
    """Two players share what they get.

    first, second: who they are.
    """

    first: int = 0
    second: int = 1
    kind = "backup"
    reference = "Cazenave 2008; survey, IV-E"
    consistent = "no: players play for themselves, not for two"
    excludes = ("solver", "score_bounded", "graph", "paranoid", "confident", "coalition", "coalition_reduction")

    def __post_init__(self) -> None:
        whole(self, "first", 0, 126)
        whole(self, "second", 0, 126)

    def refusal(self, setup: Setup) -> str | None:
        players = setup.game.players
        if max(self.first, self.second) >= players or self.first == self.second:
            named = f"not {self.first} and {self.second}"
            return f"{setup.game.name} has players 0 to {players - 1}, two of them are allied, {named}"
        return None

    def bind(self, loop: Loop) -> None:
        first, second = loop.number(self.first), loop.number(self.second)

        def changed(policy: Any, payoffs: Any) -> None:
            one, other = int(policy.numbers[first]), int(policy.numbers[second])
            shared = 0.5 * (payoffs[one] + payoffs[other])
            payoffs[one] = shared
            payoffs[other] = shared

        replace_rewards(loop, changed, one_sided=False)


@dataclass(frozen=True)
class CoalitionReduction(Part):
    """All players but one share one goal, whoever of them reaches it; the one who searches prefers to do it itself.

    bias: how much less a goal is worth to the member who searches if another one reaches it, 0 to 1: 0 is one team, at
    1 the searcher plays for itself. alone: the player who is not a member.
    """

    bias: float = 0.1
    alone: int = 0
    kind = "backup"
    reference = "Nijssen and Winands 2011, 2012; survey, IV-E1"
    consistent = "no: players play for what they get themselves"
    excludes = ("solver", "score_bounded", "graph", "paranoid", "confident", "coalition", "alliance")

    def __post_init__(self) -> None:
        number(self, "bias", 0.0, 1.0)
        whole(self, "alone", 0, 126)

    def refusal(self, setup: Setup) -> str | None:
        players = setup.game.players
        if self.alone >= players:
            return (
                f"{setup.game.name} has players 0 to {players - 1}: none of them is number {self.alone}, who is alone"
            )
        return None

    def bind(self, loop: Loop) -> None:
        bias, alone = loop.number(self.bias), loop.number(self.alone)

        def changed(policy: Any, payoffs: Any) -> None:
            outside, most = int(policy.numbers[alone]), 0.0
            for player in range(len(payoffs)):
                if player != outside:
                    most = max(most, payoffs[player])
            for player in range(len(payoffs)):
                if player == outside:
                    continue
                if player == policy.observer:
                    payoffs[player] = max(payoffs[player], (1.0 - policy.numbers[bias]) * most)
                else:
                    payoffs[player] = most

        replace_rewards(loop, changed)
