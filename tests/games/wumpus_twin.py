"""The wumpus world, slow and obvious: cells as pairs, worlds as sets; and its exact values by trying everything."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import chain, combinations, product
from typing import NamedTuple

WAYS = [(1, 0), (0, 1), (-1, 0), (0, -1)]  # east, north, west, south: left is the next one
Cell = tuple[int, int]


class World(NamedTuple):
    size: int
    pits: frozenset[Cell]
    wumpus: Cell
    gold: Cell


class Agent(NamedTuple):
    at: Cell = (0, 0)
    facing: int = 0
    arrow: bool = True
    holds: bool = False
    killed: bool = False


def around(cell: Cell) -> set[Cell]:
    return {(cell[0] + dx, cell[1] + dy) for dx, dy in WAYS}


def percepts(world: World, agent: Agent) -> set[str]:
    found = {"stench"} if world.wumpus in around(agent.at) | {agent.at} else set()
    found |= {"breeze"} if world.pits & (around(agent.at) | {agent.at}) else set()
    return found | ({"glitter"} if world.gold == agent.at and not agent.holds else set())


def step(world: World, agent: Agent, action: str) -> tuple[Agent, frozenset[str], float]:
    """What the agent is then, what it perceives, what that pays."""
    (x, y), (dx, dy) = agent.at, WAYS[agent.facing]
    if action == "climb":
        return agent, frozenset({"end"}), 999.0 if agent.holds else -1.0
    if action == "forward":
        to = (x + dx, y + dy)
        if not all(0 <= part < world.size for part in to):
            return agent, frozenset(percepts(world, agent) | {"bump"}), -1.0
        agent = agent._replace(at=to)
        if to in world.pits or (to == world.wumpus and not agent.killed):
            return agent, frozenset(percepts(world, agent) | {"end"}), -1001.0
    if action in ("left", "right"):
        agent = agent._replace(facing=(agent.facing + (1 if action == "left" else -1)) % 4)
    if action == "grab":
        agent = agent._replace(holds=True)
    if action == "shoot":
        line = {(x + i * dx, y + i * dy) for i in range(1, world.size)}
        hit = world.wumpus in line and not agent.killed
        agent = agent._replace(arrow=False, killed=agent.killed or hit)
        return agent, frozenset(percepts(world, agent) | ({"scream"} if hit else set())), -11.0
    return agent, frozenset(percepts(world, agent)), -1.0


def actions(agent: Agent, seen: frozenset[str]) -> list[str]:
    more = {"grab": "glitter" in seen, "shoot": agent.arrow, "climb": agent.at == (0, 0)}
    return ["forward", "left", "right", *(name for name, can in more.items() if can)]


def worlds(size: int, pit: float) -> dict[World, float]:
    """Every cave and how likely it is."""
    cells = [cell for cell in product(range(size), repeat=2) if cell != (0, 0)]
    sets = chain.from_iterable(combinations(cells, n) for n in range(len(cells) + 1))
    odds = {frozenset(pits): pit ** len(pits) * (1 - pit) ** (len(cells) - len(pits)) for pits in sets}
    return {
        World(size, pits, wumpus, gold): share / len(cells) ** 2
        for (pits, share), wumpus, gold in product(odds.items(), cells, cells)
    }


Belief = tuple[tuple[World, float], ...]


@cache
def values(agent: Agent, seen: frozenset[str], belief: Belief, left: int, discount: float) -> dict[str, float]:
    """What every action is worth to an agent that believes this and plays on as well as can be."""
    found = {}
    for action in actions(agent, seen):
        total, after = 0.0, defaultdict[tuple[Agent, frozenset[str]], dict[World, float]](dict)
        for world, share in belief:
            then, noticed, reward = step(world, agent, action)
            total += share * reward
            if "end" not in noticed:
                after[then, noticed][world] = share
        for (then, noticed), caves in after.items():
            if left > 1:
                odds = sum(caves.values())
                held = tuple((world, share / odds) for world, share in caves.items())
                known = noticed & {"glitter"}
                total += discount * odds * max(values(then, known, held, left - 1, discount).values())
        found[action] = total
    return found


def believed(caves: dict[World, float], seen: frozenset[str]) -> Belief:
    """At the start, having perceived this."""
    fitting = {world: share for world, share in caves.items() if percepts(world, Agent()) == set(seen)}
    odds = sum(fitting.values())
    return tuple((world, share / odds) for world, share in fitting.items())
