"""Walking the tree after a search: `search.root` and its children."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..core.tree import NO_NODE, NODE, Tree
from ..errors import AnyspaceError
from ..rules.game import State

if TYPE_CHECKING:
    from .search import Search

REWARD, VISITS, CHILD, SIBLING, MOVE, PLAYER, MOVER = (
    (NODE.names or ()).index(field) for field in ("reward", "visits", "child", "sibling", "move", "player", "mover")
)


def children_of(tree: Tree, node: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Index and record of every child, newest first. (A record as a tuple: attributes of numpy's take ten times as
    long, and a short search is over in milliseconds.)"""
    fetch = tree.nodes.item
    child = fetch(node)[CHILD]
    while child != NO_NODE:
        record = fetch(child)
        yield child, record
        child = record[SIBLING]


class Node:
    """One node as it was when it was asked for. Its children, its name and its position can be asked for until the
    search runs again; then it is `stale`, and asking raises `AnyspaceError`."""

    __slots__ = ("_age", "_index", "_search", "_tree", "mean", "move", "parent", "player", "visits")

    visits: int
    """How many iterations passed through."""
    player: int
    """Who moved into this node (at the root: who moves from it), and whose `value` it keeps."""
    mean: float
    """Mean reward of `player`, in [0, 1]; 0.5 without a visit."""
    move: Any
    """The move into this node; None at the root."""

    def __init__(self, search: Search, tree: Tree, index: int, parent: Node | None) -> None:
        record = tree.nodes.item(index)
        self._search, self._tree, self._age, self.parent = search, tree, search.age, parent
        self._index = index
        self.visits, self.player = record[VISITS], record[PLAYER]
        self.mean = record[REWARD] / self.visits if self.visits > 0 else 0.5
        self.move = None if parent is None else search.game.backend.move(record[MOVE])

    @property
    def value(self) -> float:
        """Mean payoff of `player`, in the game's own units."""
        least, greatest = self._search.payoffs
        return least + self.mean * (greatest - least)

    @property
    def children(self) -> list[Node]:
        """Most visited first."""
        with self._search.occupancy.read("children"):
            self._check()
            home = self._search.home(self._tree, self._index)
            found = [Node(self._search, self._tree, index, self) for index, _ in children_of(self._tree, int(home))]
        return sorted(found, key=lambda node: (-node.visits, -node.mean))

    def child(self, move: Any) -> Node | None:
        """The child that `move` leads to, if it is in the tree."""
        return next((node for node in self.children if node.move == move), None)

    def state(self) -> State:
        """The position of this node. Where something is hidden the true position is played on: it may not allow the
        moves that lead here (then this raises `IllegalMove`), and is not for the players to see."""
        self._check()
        if self.parent is None:
            return self._search.position.copy()
        return self.parent.state().play(self.move)

    @property
    def name(self) -> str:
        """The name of the move into this node; empty at the root. Where something is hidden it is that of a guess."""
        from .showing import names_to

        if self.parent is None:
            return ""
        self._check()
        return names_to(self)[-1]

    @property
    def stale(self) -> bool:
        """Whether the search has gone on or elsewhere since: then the node has neither children nor a position."""
        return self._age != self._search.age

    def _repr_html_(self) -> str:
        from .showing import node_page

        return node_page(self)

    def _check(self) -> None:
        if self.stale:
            raise AnyspaceError("this node belongs to an earlier search; ask search.root again")

    def __repr__(self) -> str:
        called = "root" if self.parent is None else f"of an earlier search, {self.move!r}" if self.stale else self.name
        return f"<Node {called}: {self.visits} visits, value {self.value:.3f} for player {self.player}>"
