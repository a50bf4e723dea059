"""Reading a search: from the tree (and the ledger of discarded trees) to a `Result`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.tree import NO_NODE, POOL, Tree
from ..errors import NothingToSearch
from ..parts.final import FromTree, MaxAmaf, Mixed
from .budget import Stopwatch
from .naming import guesses, meant, starts
from .result import Candidate, Result, Stats
from .together import made_before, nodes_of_choice, strategies_of, strategy_of
from .walk import MOVE, MOVER, REWARD, VISITS, children_of

GUESSED_LINES = 4
"""Guesses of what is hidden that are asked whether they allow a line."""

if TYPE_CHECKING:
    from .crew import Crew
    from .search import Search


Choice = Callable[[Sequence[float], Sequence[float]], int]
"""From visits and means to the index of the chosen child."""


@dataclass(slots=True)
class RootMove:
    """One move of the root: what the tree and the ledger say of it together."""

    move: Any
    visits: int = 0
    reward: float = 0.0
    low: float = 0.0
    """Proven: at least this, in [0, 1]."""
    high: float = 1.0
    """Proven: at most this."""
    tree: Tree | None = None
    """Where the move has most visits, if it has a node at all."""
    node: int = NO_NODE

    @property
    def proven(self) -> bool:
        """Whether the reward is certain."""
        return self.low >= self.high

    @property
    def mean(self) -> float:
        """Mean reward in [0, 1], or what is certain."""
        return self.low if self.proven else self.reward / self.visits


def root_statistics(search: Search, crew: Crew) -> list[RootMove]:
    """Every root move that was visited, most visited first. Guesses that are not quite right may have led to
    moves that the true position does not allow: they are left out."""
    return put_together(crew.plies(), crew.noted(), search)


def first_ply(search: Search, tree: Tree) -> list[RootMove]:
    """The root's moves in one tree."""
    move_of = search.game.backend.move
    return [
        RootMove(move_of(record[MOVE]), record[VISITS], record[REWARD], *proven_bounds(search, tree, node), tree, node)
        for choice in nodes_of_choice(search, tree, made_before(search.position), search.own)
        for node, record in children_of(tree, choice)
    ]


def proven_bounds(search: Search, tree: Tree, node: int) -> tuple[float, float]:
    """What the player at the root is sure to get from a node, at least and at most. Nothing is certain in a guess."""
    if search.loop.bounds is None or search.information.guesses:
        return 0.0, 1.0
    row = tree.rows[search.loop.bounds][node]
    player = search.position.mover
    return float(row[2 * player]), float(1.0 - row[2 * player + 1])


def put_together(plies: list[list[RootMove]], noted: list[RootMove], search: Search) -> list[RootMove]:
    """One row a move, from several trees and from what was noted of trees that are gone."""
    legal = set(search.position.moves())
    rows: dict[Any, RootMove] = {}
    for found in sorted((row for ply in [noted, *plies] for row in ply), key=lambda row: -row.visits):
        row = rows.setdefault(found.move, RootMove(found.move))
        row.visits += found.visits
        row.reward += found.reward
        row.low, row.high = max(row.low, found.low), min(row.high, found.high)
        if row.tree is None:
            row.tree, row.node = found.tree, found.node
    tried = [row for row in rows.values() if row.visits > 0 and search.position.allows(row.move, legal)]
    return sorted(tried, key=lambda row: (-row.visits, -row.mean))


def decide(search: Search, crew: Crew, tried: list[RootMove], seed: int = 0) -> int:
    """Which of the rows to play, by the search's criterion; where several trees vote, by the vote."""
    choose, vote = search.final.seeded(seed), search.vote
    if search.loop.bounds is not None:
        return decide_by_proof(choose, tried)
    if isinstance(search.final, MaxAmaf):
        worth = search.final.worth(search, [row.move for row in tried], [row.mean for row in tried])
        return choose([row.visits for row in tried], worth)
    if isinstance(search.final, FromTree):
        best = search.final.pick(search, [row.move for row in tried])
        return choose([row.visits for row in tried], [row.mean for row in tried]) if best is None else best
    if isinstance(search.final, Mixed):
        mixture = strategy_of(search, made_before(search.position), search.position.mover)
        weights = [mixture.get(row.move, 0.0) for row in tried]
        return choose(weights if sum(weights) > 0 else [row.visits for row in tried], [row.mean for row in tried])
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


def decide_by_proof(choose: Choice, tried: list[RootMove]) -> int:
    """The criterion's choice among moves that may be better than what is certain; that, if none looks better."""
    surest = max(range(len(tried)), key=lambda i: (tried[i].low, tried[i].high, tried[i].visits))
    hopeful = [i for i, row in enumerate(tried) if row.high > tried[surest].low]
    if not hopeful:
        return surest
    best = hopeful[choose([tried[i].visits for i in hopeful], [tried[i].mean for i in hopeful])]
    return best if tried[best].mean >= tried[surest].low else surest


def read_result(search: Search, crew: Crew, clock: Stopwatch, reused: int, seed: int, interrupted: bool) -> Result:
    """The decision and all that goes with it."""
    position, game = search.position, search.game
    tried = root_statistics(search, crew)
    if not tried:
        raise NothingToSearch("interrupted before the first iteration was done")
    least, greatest = search.payoffs
    total = sum(row.visits for row in tried)

    def value(row: RootMove) -> float:
        return least + row.mean * (greatest - least)

    called = game.backend.move_names(position._block, [row.move for row in tried])  # all legal: no need to ask again
    table = [
        Candidate(row.move, name, row.visits, row.visits / total, value(row), row.proven)
        for row, name in zip(tried, called, strict=True)
    ]
    index = decide(search, crew, tried, seed)
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
        proven=chosen.proven,
        forced=len(position.moves()) == 1,
        payoffs=search.payoffs,
        strategies=strategies_of(search),
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
        bytes=nodes * sum(search.layout.node_sizes),
        recycled=sum(pool["recycled"] for pool in pools),
        mean_depth=sum(each["nodes_on_paths"] for each in counts) / max(1, iterations) - 1,
        max_depth=max(0, *(int(each["deepest"]) - 1 for each in counts)),
        mean_playout=sum(each["playout_moves"] for each in counts) / max(1, iterations),
        reused=reused,
        interrupted=interrupted,
        information=search.information.name,
        threads=crew.size,
        parts=search.parts_text,
        combination=search.combination.name,
    )


def _line(search: Search, chosen: RootMove) -> tuple[list[Any], list[str]]:
    """The principal variation and its names: from the chosen move on, always the most visited child.

    Where information is hidden it goes as far as some guess allows: whether it fits the true position would say what
    the others hold. It ends, too, where a move may be one of several. Where nodes share a list of children, a line may
    come back to where it was."""
    backend, position = search.game.backend, search.position
    observer = position.mover if guesses(search) else None
    states = starts(search, position, position.mover, GUESSED_LINES)
    line, names = [chosen.move], [backend.move_name(position._block, chosen.move)]
    if observer is not None:
        states = [state for state in states if chosen.move in state.moves()]
    for state in states:
        backend.play(state._block, chosen.move)
    tree, node = chosen.tree, chosen.node
    if search.game.simultaneous:  # what follows is drawn, by several
        return line, names
    passed: set[int] = set()
    while tree is not None:
        node = int(search.home(tree, node))
        if node in passed:
            break
        passed.add(node)
        children = children_of(tree, node)
        surest = _surest(search, tree, node)
        node, record = max(
            children, key=lambda child: (surest(child[0]), child[1][VISITS], child[1][REWARD]), default=(NO_NODE, ())
        )
        if node == NO_NODE or record[VISITS] == 0:
            break
        move = backend.move(record[MOVE])
        fits = [played for state in states if (played := meant(state, move, observer))]
        fits = [played for played in fits if played.alike == 1 and any(played.state is state for state in states)]
        if not fits:
            break
        line.append(fits[0].move)
        names.append(fits[0].name)
        states = [played.state for played in fits]
        for played in fits:
            backend.play(played.state._block, played.move)
    return line, names


def _surest(search: Search, tree: Tree, node: int) -> Callable[[int], float]:
    """How certain it is that a child of `node` is its mover's best: 0 where nothing is proven."""
    bounds, mover = search.loop.bounds, int(tree.nodes.item(node)[MOVER])
    if bounds is None or mover < 0:
        return lambda child: 0.0
    row = tree.rows[bounds]
    exact = row[node, 2 * mover] + row[node, 2 * mover + 1] >= 1.0
    return lambda child: float(row[child, 2 * mover]) if exact else 0.0
