"""Several agents in one playout: every move is chosen by one of several ways to choose (Marcolino and Matsubara 2011;
survey, IV-F).

Which of them is drawn anew at every move: all alike; or, with `learn`, agent a of player p with odds

    exp(Q(p, a) / temperature)

where Q(p, a) is the mean reward of p over all moves that a chose for p, 1 before it chose one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop, Setup
from ...errors import OptionError
from ...rng import below, uniform
from ..options import number
from ..part import Part
from ..registry import from_text


@dataclass(frozen=True)
class Agents(Part):
    """Moves of playouts are chosen by several agents in turn, drawn at random.

    of: the agents, parts of kind playout joined by "+"; an agent's options are separated by ";", as in
    "mast:method=gibbs;kept=0.5+heavy+random". Parts of kind reply (lgr, knowing_replies, decisive_playouts) are not
    agents: named beside this part they come before all of them. learn: agents whose moves did well are drawn more
    often. temperature: of that draw, the smaller the greedier. kept: share of what was learnt of agents that stays
    after each move of the game, 0 to 1.
    """

    of: str = "mast+random"
    learn: bool = False
    temperature: float = 0.1
    kept: float = 1.0
    kind = "playout"
    steps = True
    reference = "Marcolino and Matsubara 2011; survey, IV-F"

    def __post_init__(self) -> None:
        number(self, "temperature", 0.001)
        number(self, "kept", 0, 1)
        if not isinstance(self.of, str) or len(self.agents) < 2:
            raise OptionError(f"Agents: of must name two parts or more, joined by '+', not {self.of!r}")
        if any(isinstance(agent, Agents) for agent in self.agents):
            raise OptionError("Agents: an agent cannot be made of agents")

    @property
    def agents(self) -> list[Part]:
        """The parts that `of` names."""
        return [from_text(text.replace(";", ","), "playout") for text in self.of.split("+")]

    @property
    def structure(self) -> tuple[Any, ...]:
        return (type(self), self.learn, *(agent.structure for agent in self.agents))

    def refusal(self, setup: Setup) -> str | None:
        for agent in self.agents:
            for rule in agent.needs:
                if setup.game.actions is None if rule == "actions" else not setup.game.backend.has(rule):
                    return f"{agent.name} asks {setup.game.name} for {rule!r}, which it does not have"
            if reason := agent.refusal(setup):
                return f"{agent.name}: {reason}"
        return None

    def bind(self, loop: Loop) -> None:
        agents, plain = self.agents, loop.choose
        choices = []
        for agent in agents:
            loop.choose = plain
            loop.rules |= {rule for rule in agent.needs if rule != "actions"}
            agent.bind(loop)
            choices.append(loop.choose)
        ask = asking(choices)
        count = len(agents)

        def choose_by_any(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            which = below(scratch.rng, count)
            return ask(tree, game, policy, scratch, mover, n, ply, which)

        loop.choose = choose_by_any
        if self.learn:
            self._learn(loop, ask, count)

    def _learn(self, loop: Loop, ask: Any, count: int) -> None:
        """Draw agents by what came of their moves. (Threads that share a tree may lose each other's additions.)"""
        coldness, players = loop.number(1.0 / self.temperature), loop.setup.game.players
        sums = loop.table(np.float32, (players, count, 2), kept=self.kept)  # rewards, and of how many moves
        stays = 1.0 if self.kept else 0.0
        odds = loop.table(np.float32, (players, count), kept=stays)  # less 1: 0 for an agent that has not chosen yet
        asked = loop.note(np.int64, (players, count))
        starts, play_out = loop.starts, loop.play_out

        def start(tree: Any, policy: Any, scratch: Any) -> None:
            starts(tree, policy, scratch)
            moves = scratch.notes[asked]
            for player in range(moves.shape[0]):
                for agent in range(count):
                    moves[player, agent] = 0

        def choose_by_odds(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            liked, total = tree.tables[odds], 0.0
            for agent in range(count):
                total += 1.0 + np.float64(liked[mover, agent])
            rest = uniform(scratch.rng) * total
            which = 0
            while which < count - 1 and rest >= 1.0 + np.float64(liked[mover, which]):
                rest -= 1.0 + np.float64(liked[mover, which])
                which += 1
            scratch.notes[asked][mover, which] += 1
            return ask(tree, game, policy, scratch, mover, n, ply, which)

        def play_and_learn(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            length = play_out(tree, game, policy, scratch)
            if length > 0:
                known, liked, moves = tree.tables[sums], tree.tables[odds], scratch.notes[asked]
                for player in range(game.players):
                    for agent in range(count):
                        if moves[player, agent] > 0:
                            known[player, agent, 0] += np.float32(moves[player, agent] * scratch.payoffs[player])
                            known[player, agent, 1] += np.float32(moves[player, agent])
                            lacks = 1.0 - np.float64(known[player, agent, 0]) / np.float64(known[player, agent, 1])
                            liked[player, agent] = odds_of(lacks, policy.numbers[coldness]) - 1.0
            return length

        loop.starts, loop.choose, loop.play_out = start, choose_by_odds, play_and_learn


def odds_of(lacks: float, coldness: float) -> float:
    """The odds of an agent whose mean reward lacks so much of 1."""
    return math.exp(-lacks * coldness)


def asking(choices: list[Any]) -> Any:
    """A function that asks one of several functions, which takes one more argument: which one."""
    if len(choices) == 1:
        (only,) = choices

        def ask_only(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int, which: int) -> int:
            return only(tree, game, policy, scratch, mover, n, ply)

        return ask_only
    *others, last = choices
    ask_others, number_of_last = asking(others), len(others)

    def ask(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int, which: int) -> int:
        if which == number_of_last:
            return last(tree, game, policy, scratch, mover, n, ply)
        return ask_others(tree, game, policy, scratch, mover, n, ply, which)

    return ask
