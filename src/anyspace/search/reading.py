"""Reading a search: from the tree (and the ledger of discarded trees) to a `Result`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.tree import NO_NODE, POOL, Tree
from ..errors import NothingToSearch
from .budget import Stopwatch
from .pool import node_bytes
from .result import Candidate, Result, Stats
from .walk import MOVE, REWARD, VISITS, children_of

if TYPE_CHECKING:
    from .crew import Crew
    from .search import Search


@dataclass(slots=True)
class RootMove:
    """One move of the root: what the tree and the ledger say of it together."""

    move: Any
    visits: int = 0
    reward: float = 0.0
    tree: Tree | None = None
    """Where the move has most visits, if it has a node at all."""
    node: int = NO_NODE

    @property
    def mean(self) -> float:
        """Mean reward in [0, 1]."""
        return self.reward / self.visits


def root_statistics(search: Search, crew: Crew) -> list[RootMove]:
    """Every root move that was visited, most visited first. Guesses that are not quite right may have led to
    moves that the true position does not allow: they are left out."""
    return put_together(crew.plies(), crew.noted(), search)


def first_ply(search: Search, tree: Tree) -> list[RootMove]:
    """The root's moves in one tree."""
    move_of = search.game.backend.move
    return [
        RootMove(move_of(record[MOVE]), record[VISITS], record[REWARD], tree, node)
        for node, record in children_of(tree, int(tree.roots[search.own]))
    ]


def put_together(plies: list[list[RootMove]], noted: list[RootMove], search: Search) -> list[RootMove]:
    """One row a move, from several trees and from what was noted of trees that are gone."""
    legal = set(search.position.moves())
    rows: dict[Any, RootMove] = {}
    for found in sorted((row for ply in [noted, *plies] for row in ply), key=lambda row: -row.visits):
        row = rows.setdefault(found.move, RootMove(found.move))
        row.visits += found.visits
        row.reward += found.reward
        if row.tree is None:
            row.tree, row.node = found.tree, found.node
    tried = [row for row in rows.values() if row.visits > 0 and row.move in legal]
    return sorted(tried, key=lambda row: (-row.visits, -row.mean))


def decide(search: Search, crew: Crew, tried: list[RootMove]) -> int:
    """Which of the rows to play, by the search's criterion; where several trees vote, by the vote."""
    choose, vote = search.final.choose, search.vote
    if vote == "sum":
        return choose([row.visits for row in tried], [row.mean for row in tried])
    place = {row.move: i for i, row in enumerate(tried)}
    plies = [[row for row in ply if row.visits > 0 and row.move in place] for ply in crew.plies()]
    plies = [ply for ply in plies if ply]
    if vote == "majority":
        choices = [ply[choose([row.visits for row in ply], [row.mean for row in ply])].move for ply in plies]
        votes = Counter(place[move] for move in choices)
        return min(votes, key=lambda i: (-votes[i], i))  # of equals the one with more visits
    shares = [0.0] * len(tried)
    means: list[list[float]] = [[] for _ in tried]
    for ply in plies:
        total = sum(row.visits for row in ply)
        for row in ply:
            shares[place[row.move]] += row.visits / total
            means[place[row.move]].append(row.mean)
    return choose(shares, [sum(each) / len(each) if each else 0.0 for each in means])


def read_result(search: Search, crew: Crew, clock: Stopwatch, reused: int, seed: int, interrupted: bool) -> Result:
    """The decision and all that goes with it."""
    position, game = search.position, search.game
    tried = root_statistics(search, crew)
    if not tried:
        raise NothingToSearch("interrupted before the first iteration was done")
    least, greatest = game.payoffs
    total = sum(row.visits for row in tried)

    def value(row: RootMove) -> float:
        return least + row.mean * (greatest - least)

    called = position.names([row.move for row in tried])
    table = [
        Candidate(row.move, name, row.visits, row.visits / total, value(row))
        for row, name in zip(tried, called, strict=True)
    ]
    index = decide(search, crew, tried)
    chosen = tried[index]
    line, names = _line(search, chosen)
    return Result(
        game=game.name,
        player=position.mover,
        move=chosen.move,
        name=table[index].name,
        value=value(chosen),
        line=line,
        line_names=names,
        table=table,
        stats=_stats(search, crew, clock.elapsed, reused, interrupted),
        seed=seed,
    )


def _stats(search: Search, crew: Crew, seconds: float, reused: int, interrupted: bool) -> Stats:
    counts = [work.counts for work in crew.works]
    pools = [dict(zip(POOL.names or (), tree.pool.item(0), strict=True)) for tree in search.forest]
    iterations = crew.done
    nodes = sum(pool["used"] for pool in pools)
    return Stats(
        iterations=iterations,
        seconds=seconds,
        iterations_per_second=iterations / seconds,
        nodes=nodes,
        bytes=nodes * node_bytes(search.memory, search.shares_tree),
        recycled=sum(pool["recycled"] for pool in pools),
        mean_depth=sum(each["nodes_on_paths"] for each in counts) / max(1, iterations) - 1,
        max_depth=max(0, *(int(each["deepest"]) - 1 for each in counts)),
        mean_playout=sum(each["playout_moves"] for each in counts) / max(1, iterations),
        reused=reused,
        interrupted=interrupted,
        information=search.information.name,
        threads=crew.size,
    )


def _line(search: Search, chosen: RootMove) -> tuple[list[Any], list[str]]:
    """The principal variation and its names: from the chosen move on, always the most visited child.

    Where information is hidden the tree's later moves need not fit the true position, nor each other: the line ends
    with the first one that does not."""
    backend, state = search.game.backend, search.position.copy()
    line = [chosen.move]
    names = [state.name(chosen.move)]
    backend.play(state._block, chosen.move)
    tree, node = chosen.tree, chosen.node
    while tree is not None:
        children = children_of(tree, node)
        node, record = max(children, key=lambda child: (child[1][VISITS], child[1][REWARD]), default=(NO_NODE, ()))
        if node == NO_NODE or record[VISITS] == 0:
            break
        move = backend.move(record[MOVE])
        if move not in state.moves():
            break
        line.append(move)
        names.append(state.name(move))
        backend.play(state._block, move)
    return line, names
