"""Walking the tree after a search: `search.root` and its children."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .core.tree import NO_NODE
from .errors import AnyspaceError
from .game import State

if TYPE_CHECKING:
    from .search import Search


class Node:
    """A look at one node. Valid until the search runs or advances again."""

    __slots__ = ("_age", "_index", "_search", "parent")

    def __init__(self, search: Search, index: int, parent: Node | None) -> None:
        self._search, self._index, self.parent = search, index, parent
        self._age = search.age

    @property
    def _record(self) -> Any:
        if self._age != self._search.age:
            raise AnyspaceError("this node belongs to an earlier search; ask search.root again")
        return self._search.tree.nodes[self._index]

    @property
    def move(self) -> Any:
        """The move into this node; None at the root."""
        return None if self.parent is None else self._search.game.backend.move(int(self._record.move))

    @property
    def visits(self) -> int:
        """How many iterations passed through."""
        return int(self._record.visits)

    @property
    def player(self) -> int:
        """Who moved into this node (at the root: who moves from it), and whose `value` it keeps."""
        return int(self._record.player)

    @property
    def mean(self) -> float:
        """Mean reward of `player`, in [0, 1]; 0.5 without a visit."""
        record = self._record
        return float(record.reward / record.visits) if record.visits > 0 else 0.5

    @property
    def value(self) -> float:
        """Mean payoff of `player`, in the game's own units."""
        least, greatest = self._search.game.payoffs
        return least + self.mean * (greatest - least)

    @property
    def children(self) -> list[Node]:
        """Most visited first."""
        found = []
        index = int(self._record.child)
        while index != NO_NODE:
            found.append(Node(self._search, index, self))
            index = int(self._search.tree.nodes[index].sibling)
        return sorted(found, key=lambda node: (-node.visits, -node.mean))

    def child(self, move: Any) -> Node | None:
        """The child that `move` leads to, if it is in the tree."""
        return next((node for node in self.children if node.move == move), None)

    def state(self) -> State:
        """The position of this node."""
        if self.parent is None:
            return self._search.position.copy()
        return self.parent.state().play(self.move)

    @property
    def name(self) -> str:
        """The name of the move into this node; empty at the root."""
        return "" if self.parent is None else self.parent.state().name(self.move)

    def __repr__(self) -> str:
        return f"<Node {self.name or 'root'}: {self.visits} visits, value {self.value:.3f} for player {self.player}>"
