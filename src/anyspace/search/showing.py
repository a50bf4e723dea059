"""A search and its nodes, shown and told: what `Search` and `Node` have for notebooks and for other programs."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any

from .. import numeric
from ..errors import Busy, OptionError
from ..parts.final import Robust
from ..parts.part import Part
from ..parts.playout.random import Random
from ..parts.select.ucb1 import UCB1
from ..rules.constant_sum import constant_sum
from ..rules.game import State
from ..views.tree import TreeRows, values_for
from .naming import guesses, names_of, starts

if TYPE_CHECKING:
    from .search import Search
    from .shape import TreeShape
    from .walk import Node

DRAWN = 400
"""Nodes of a picture."""

PLAIN = (UCB1(), Random(), Robust())
SHOWN_OTHERWISE = ("information", "parallel", "memory")
"""Kinds of parts that other statistics tell of."""


class Shown:
    """What a search can be asked for by people and programs. Where something is hidden, nothing here says more than the
    player knows who is to decide."""

    parts: list[Part]

    @cached_property
    def parts_text(self) -> str:
        """What it does otherwise than plain UCT, as text that `Search` takes."""
        return " ".join(str(part) for part in self.parts if part.kind not in SHOWN_OTHERWISE and part not in PLAIN)

    def to_json(self, nodes: int = 500, *, player: int | None = None, indent: int | None = None) -> str:
        """The most visited nodes as JSON: game, payoffs, and the tree as columns (parent, move, name, visits, value for
        `player`, mover, depth). `player` is who is to move unless another is named."""
        from ..views.graphs import as_json

        return as_json(rows_of(self, nodes, player), indent)

    def to_graphviz(self, nodes: int = 50, *, player: int | None = None) -> str:
        """The most visited nodes in the language of Graphviz, as text: `graphviz.Source(text)` draws it, or `dot`."""
        from ..views.graphs import as_dot

        return as_dot(rows_of(self, nodes, player))

    def to_networkx(self, nodes: int = 500, *, player: int | None = None) -> Any:
        """The most visited nodes as a `networkx.DiGraph`. Needs networkx (`pip install "anyspace[notebook]"`)."""
        from ..views.graphs import as_networkx

        return as_networkx(rows_of(self, nodes, player))

    def to_svg(self, nodes: int = DRAWN, *, player: int | None = None, width: int = 1000) -> str:
        """A picture of the tree, so many pixels wide: a row a ply, a box a node, as wide as it was visited often, blue
        where it is good for `player`, orange where it is bad."""
        from ..views.icicle import icicle

        return icicle(rows_of(self, nodes, player), width=str(width))

    def shape(self) -> TreeShape:
        """How deep, wide and lopsided the tree is, ply by ply."""
        from .shape import shape_of

        search: Any = self
        return shape_of(search)

    def live(self, state: State | None = None, *, nodes: int = DRAWN, every: float = 0.25, **budget: Any) -> Any:
        """Start a search as `start` does (`seconds=`, `iterations=`, ...) and give a widget to watch it by, in a
        notebook: moves and tree `every` so many seconds, and buttons to stop it and to go on. `widget.result` is what
        was found. Needs anywidget (`pip install "anyspace[notebook]"`)."""
        from .live import live

        search: Any = self
        return live(search, state, nodes, every, budget)

    def _repr_html_(self) -> str:
        from ..views.markup import escape
        from ..views.pages import move_rows, position, tree_page

        search: Any = self
        game, made_of = search.game, _parts(search)
        title = f"Search of <b>{escape(game.name)}</b>"
        if not search.forest:
            return tree_page(title, "", None, stale=f"nothing has been searched yet; parts {made_of}")
        rows = rows_of(search, DRAWN, None)
        told = f"{title}: {rows.visits[0]:,} visits, {rows.values[0]:+.3f} for player {rows.player}"
        drawn = position(search.position, game.players, game.hides, rows.player)
        return tree_page(told, drawn, rows, moves=move_rows(_first_ply(search)), note=f"parts {made_of}")

    def __repr__(self) -> str:
        search: Any = self
        visits = int(search.tree.nodes[search.tree.roots[search.own]]["visits"]) if search.forest else 0
        known = f"{visits:,} visits" if visits else "nothing searched yet"
        return f"<Search of {search.game.name}, {known}: {_parts(search)}>"


def seat(search: Any) -> int:
    """For whom the tree was searched: who is to move, or, where nobody is, who was."""
    return search.position.mover if search.position.mover >= 0 else max(0, search._observer)


def _parts(search: Any) -> str:
    return " ".join(str(part) for part in search.parts)


def _first_ply(search: Any) -> list[tuple[str, int, float]]:
    """Names, visits and values of the moves at the root; none while others search the tree."""
    legal = search.position.moves()
    try:
        found = [child for child in search.root.children if child.visits and search.position.allows(child.move, legal)]
    except Busy:
        return []
    names = search.position.names([child.move for child in found])
    return [(name, child.visits, child.value) for name, child in zip(names, found, strict=True)]


def rows_of(search: Any, nodes: int, player: int | None) -> TreeRows:
    """The most visited nodes of a search, with names, and values for one player."""
    top, state = search.top(nodes), search.position
    observer = seat(search)
    parents, visits = top.parents.tolist(), top.visits.tolist()
    names = names_of(search, starts(search, state, observer), parents, top.moves, observer)
    told = (parents, top.moves, names, visits, top.values.tolist(), top.players.tolist(), top.depths.tolist())
    return _rows(search, _player(search, player, observer), *told)


def rows_below(node: Node, nodes: int = DRAWN) -> TreeRows:
    """The same from a node on, for the player who is to move at the root."""
    search = node._search
    observer = seat(search)
    best, order = [(0, 0, -1, node)], count(1)
    found: list[Node] = []
    parents: list[int] = []
    while best and len(found) < nodes:
        _, _, parent, each = heapq.heappop(best)
        parents.append(parent)
        found.append(each)
        for child in each.children:
            if child.visits:
                heapq.heappush(best, (-child.visits, next(order), len(found) - 1, child))
    line = list(_line_to(node))
    chain = range(-1, len(line))  # the way from the root to the node, then what is below it
    deeper = [parent + len(line) for parent in parents[1:]]
    moves = [None, *line, *(each.move for each in found[1:])]
    roots = starts(search, search.position, observer)
    names = names_of(search, roots, [*chain, *deeper], moves, observer)[len(line) :]
    depths = [len(list(_line_to(each))) for each in found]
    told = ([each.move for each in found], names, [each.visits for each in found], [each.value for each in found])
    return _rows(search, observer, parents, *told, [each.player for each in found], depths)


def node_page(node: Node) -> str:
    """A node in a notebook. Its position is drawn only where nothing is hidden: to get there from the true position
    would say what the others hold."""
    from ..views.markup import escape, quiet
    from ..views.pages import position, tree_page

    search = node._search
    if node.stale:
        return tree_page("Node", "", None, stale=repr(node))
    rows = rows_below(node)
    way = rows.names[0] or "root"
    line = " ".join(names_to(node)) or "root"
    told = f"Node <b>{escape(line if len(line) < 200 else way)}</b>: {rows.visits[0]:,} visits, "
    told += f"{rows.values[0]:+.3f} for player {rows.player}"
    if not guesses(search) or node.parent is None:
        drawn = position(node.state(), search.game.players, search.game.hides, seat(search))
    else:
        drawn = quiet("what is hidden differs from guess to guess: there is no one position to draw here")
    return tree_page(told, drawn, rows)


def names_to(node: Node) -> list[str]:
    """The names of the moves from the root to a node."""
    search, line = node._search, list(_line_to(node))
    observer = seat(search)
    roots = starts(search, search.position, observer)
    return names_of(search, roots, range(-1, len(line)), [None, *line], observer)[1:]


def _rows(
    search: Search, player: int, parents: Sequence[int], moves: Sequence[Any], names: Sequence[str],
    visits: Sequence[int], own: Sequence[float], movers: Sequence[int], depths: Sequence[int],
) -> TreeRows:  # fmt: skip
    game = search.game
    total = constant_sum(search.position)
    values = values_for(player, own, movers, parents, visits, total)
    return TreeRows(
        game=game.name,
        player=player,
        players=game.players,
        payoffs=search.payoffs,
        middle=values[0] if total is None else total / 2,
        information=search.information.name,
        parents=parents,
        moves=moves,
        names=names,
        visits=visits,
        values=values,
        movers=movers,
        depths=depths,
    )


def _player(search: Search, given: int | None, usual: int) -> int:
    if given is None:
        return usual
    player, most = numeric.whole(given), search.game.players - 1
    if player is None or not 0 <= player <= most:
        raise OptionError(f"player must be a player of {search.game.name}, 0 to {most}, not {given!r}")
    return player


def _line_to(node: Node) -> Iterator[Any]:
    if node.parent is not None:
        yield from _line_to(node.parent)
        yield node.move
