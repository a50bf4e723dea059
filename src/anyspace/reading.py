"""Reading a search: from the tree (and the ledger of discarded trees) to a `Result`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .budget import Stopwatch
from .errors import NothingToSearch
from .memory.sweep import LEDGER
from .pool import node_bytes
from .result import Candidate, Result, Stats
from .scratch import Workspace
from .walk import Node

if TYPE_CHECKING:
    from .search import Search


@dataclass
class RootMove:
    """One move of the root: what the tree and the ledger say of it together."""

    move: Any
    visits: int = 0
    reward: float = 0.0
    node: Node | None = None

    @property
    def mean(self) -> float:
        """Mean reward in [0, 1]."""
        return self.reward / self.visits


def root_statistics(search: Search, work: Workspace) -> list[RootMove]:
    """Every root move that was visited, most visited first. Guesses that are not quite right may have led to
    moves that the true position does not allow: they are left out."""
    legal = set(search.position.moves())
    rows: dict[Any, RootMove] = {}
    for entry in work.scratch.ledger.view(LEDGER, np.ndarray):
        if entry["visits"] == 0:
            break
        move = search.game.backend.move(int(entry["move"]))
        rows[move] = RootMove(move, int(entry["visits"]), float(entry["reward"]))
    for node in search.root.children:
        row = rows.setdefault(node.move, RootMove(node.move))
        row.visits += node.visits
        row.reward += node.mean * node.visits
        row.node = node
    tried = [row for row in rows.values() if row.visits > 0 and row.move in legal]
    return sorted(tried, key=lambda row: (-row.visits, -row.mean))


def read_result(search: Search, work: Workspace, clock: Stopwatch, reused: int, seed: int, interrupted: bool) -> Result:
    """The decision, by the search's criterion, and all that goes with it."""
    position, game = search.position, search.game
    tried = root_statistics(search, work)
    if not tried:
        raise NothingToSearch("interrupted before the first iteration was done")
    least, greatest = game.payoffs
    total = sum(row.visits for row in tried)

    def value(row: RootMove) -> float:
        return least + row.mean * (greatest - least)

    table = [Candidate(row.move, position.name(row.move), row.visits, row.visits / total, value(row)) for row in tried]
    index = search.final.choose([row.visits for row in tried], [row.mean for row in tried])
    chosen = tried[index]
    line, names = _line(search, chosen)
    seconds = clock.elapsed
    tally = work.scratch.tally[0]
    done = max(1, int(tally.iterations))
    nodes = int(search.tree.pool[0].used)
    return Result(
        game=game.name,
        player=position.mover,
        move=chosen.move,
        name=table[index].name,
        value=value(chosen),
        line=line,
        line_names=names,
        table=table,
        stats=Stats(
            iterations=int(tally.iterations),
            seconds=seconds,
            iterations_per_second=float(tally.iterations / seconds),
            nodes=nodes,
            bytes=nodes * node_bytes(search.memory),
            recycled=int(search.tree.pool[0].recycled),
            mean_depth=float(tally.nodes_on_paths / done - 1),
            max_depth=max(0, int(tally.deepest) - 1),
            mean_playout=float(tally.playout_moves / done),
            reused=reused,
            interrupted=interrupted,
            information=search.information.name,
        ),
        seed=seed,
    )


def _line(search: Search, chosen: RootMove) -> tuple[list[Any], list[str]]:
    """The principal variation and its names: from the chosen move on, always the most visited child.

    Where information is hidden the tree's later moves need not fit the true position, nor each other: the line ends
    with the first one that does not."""
    state = search.position.copy()
    line = [chosen.move]
    names = [state.name(chosen.move)]
    state.play(chosen.move)
    node = next(iter(chosen.node.children), None) if chosen.node is not None else None
    while node is not None and node.visits > 0 and node.move in state.moves():
        line.append(node.move)
        names.append(state.name(node.move))
        state.play(node.move)
        node = next(iter(node.children), None)
    return line, names
