"""What one thread works with where a network looks at leaves: desks, a session of the network, a batch; and all of that
where kernels find it (core/in_step.py)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.batches import COUNT, HAS_POLICY, HAS_VALUE, MOST, UNSAID, Batch
from ..core.in_step import HAND
from ..core.leaf import Desks
from ..core.policy import Policy
from ..core.questions import Scratch
from ..core.tree import Tree
from ..machine.blocks import aligned_bytes, whole_pages
from ..neural.evaluator import Answers, Fitted
from ..rules.game import AnyGame, State
from ..rules.table import Table
from .scratch import LINES, Column, Workspace, apart, bytes_together, columns

if TYPE_CHECKING:
    from .search import Search


KEPT = 11 * 8
"""Bytes in a hand of an array of three dimensions; of fewer it takes less, and so does a number."""


def batch_columns(game: AnyGame, evaluator: Fitted, size: int, searches: int = 1) -> dict[str, Column]:
    """The arrays of a `Batch`, shape and type."""
    cells = prod(game.plane_shape or (0,))
    return {
        "planes": ((size, cells + cells % 2), np.float32),
        "policy": ((size, game.actions or 0), np.float32),
        "value": ((size, evaluator.widths.get("value", 1)), np.float32),
        "rewards": ((size, game.players), np.float64),
        "trunk": ((size, max(1, evaluator.features)), np.float32),
        "leaves": ((size,), np.uint32),
        "movers": ((size,), np.int64),
        "keys": ((size,), np.uint64),
        "heard": ((size,), np.int8),
        "facts": ((searches, 7), np.int64),
    }


def desk_columns(game: AnyGame, own: dict[str, Column], size: int) -> dict[str, Column]:
    """The arrays of `Desks` but `states`; `own` are those of a thread's `Scratch`."""
    (paths, _), (depths, _), (trace, _) = own["paths"], own["depths"], own["trace"]
    return {
        "paths": ((size, *paths), np.uint32),
        "depths": ((size, *depths), np.int64),
        "payoffs": ((size, -(-game.players // 8) * 8), np.float64),
        "lengths": ((size, 8), np.int64),
        "flags": ((size, 16), np.int32),
        "traces": ((size, *trace), np.int32),
        "told": ((size, 16), np.int64),
    }


def station_bytes(search: Search, capacity: int, size: int) -> int:
    """How much memory a `Station` takes beside its workspace, in a tree of so many nodes."""
    game, loop, evaluator = search.game, search.loop, search.loop.evaluator
    own = columns(game, search.layout.trees, capacity, loop)
    wanted = [*batch_columns(game, evaluator, size).values(), *desk_columns(game, own, size).values()]
    copies, states = 4 * prod((size, *(game.plane_shape or (0,)))), size * max(LINES, game.backend.facts.state_bytes)
    fields = [kind._fields for kind in (Tree, Table, Policy, Scratch, Desks, Batch)]
    hand = KEPT * sum(map(len, [*fields, loop.numbers, loop.rows, loop.tables, loop.notes]))
    return sum(whole_pages(bytes_together([each])) for each in wanted) + copies + states + 8 * size + hand


def new_batch(game: AnyGame, evaluator: Fitted, size: int, searches: int = 1) -> Batch:
    """Room for so many leaves in all, of one search or several, one behind the other; `facts` are a row a search."""
    made = {name: apart(*each) for name, each in batch_columns(game, evaluator, size, searches).items()}
    batch = Batch(words=made["planes"].view(np.int64), **made)
    batch.rewards[:] = UNSAID  # and so they stay where the network says nothing of them
    return batch


def part_of(batch: Batch, search: int, start: int, end: int) -> Batch:
    """One search's: the leaves from `start` to `end`."""
    return batch._replace(
        **{name: each[start:end] for name, each in batch._asdict().items() if name != "facts"},
        facts=batch.facts[search],
    )


class Views:
    """The first `n` leaves of a batch: what is shown of them, and where it is said what they are. The same arrays every
    time, so that a network may read and write where they lie; `copies` is room for planes that do not lie well."""

    def __init__(
        self, batch: Batch, evaluator: Fitted, n: int, shape: tuple[int, ...], copies: Any | None = None
    ) -> None:
        self._planes = batch.planes[:n, : prod(shape)]
        self._lies_well = self._planes.flags.c_contiguous
        copied = np.empty(self._planes.shape, np.float32) if copies is None else copies[:n]
        self._shown = (self._planes if self._lies_well else copied).reshape(n, *shape)
        places = {"policy": batch.policy, "value": batch.value, "trunk": batch.trunk}
        self.said = Answers(**{name: each[:n] for name, each in places.items() if name in evaluator.widths})
        self._evaluator = evaluator
        self._looking: Callable[[], object] = self._first

    def look(self) -> None:
        """Have the network look at them."""
        if not self._lies_well:
            self._shown.reshape(self._planes.shape)[...] = self._planes
        self._looking()

    def _first(self) -> None:
        self._looking = self._evaluator.looking_at(self._shown, self.said)
        self._looking()


def views_of(batch: Batch, evaluator: Fitted, shape: tuple[int, ...]) -> list[Views]:
    """Of no leaf, of one, and so on to all: one of them at a time is looked at, so they share the room for copies."""
    copies = np.empty((len(batch.planes), prod(shape)), np.float32)
    return [Views(batch, evaluator, n, shape, copies) for n in range(len(batch.planes) + 1)]


class Station:
    """What one thread works with."""

    def __init__(self, search: Search, work: Workspace, evaluator: Fitted, size: int) -> None:
        game = search.game
        self.work, self.evaluator, self.shape = work, evaluator, game.plane_shape or (0, 0, 0)
        self.cells, self.size = prod(self.shape), size
        self._states = [game.backend.copy(search.position._block) for _ in range(size)]
        wanted = desk_columns(game, columns(game, *work.size, search.loop), size)
        self.desks = Desks(
            states=np.array([state.ctypes.data for state in self._states], np.int64),
            **{name: apart(*each) for name, each in wanted.items()},
        )
        self.use(part_of(new_batch(game, evaluator, size), 0, 0, size))
        self.hands = apart((1,), HAND)
        """itself, as kernels are told of it"""
        self.limits, self.statuses = self.hands["limit"].view(np.ndarray), self.hands["status"].view(np.ndarray)
        self._hand = aligned_bytes(0)
        self._handed: tuple[Any, ...] = ()

    def use(self, batch: Batch) -> None:
        """From now on its leaves are shown and spoken of here."""
        self.batch = batch
        self._views = views_of(batch, self.evaluator, self.shape)
        self.restart()

    def restart(self) -> None:
        """For another run."""
        self.batch.facts[:] = 0
        self.batch.facts[HAS_POLICY] = self.evaluator.has_policy
        self.batch.facts[HAS_VALUE] = self.evaluator.has_value

    def hand_over(self, kernel: Any, arguments: tuple[Any, ...]) -> None:
        """All that it works with lies in its hand from now on; it is kept alive here."""
        if len(self._handed) == len(arguments) and all(map(operator.is_, self._handed, arguments)):
            return
        while (size := int(kernel(*arguments, self._hand, len(self._hand)))) > len(self._hand):
            self._hand = aligned_bytes(size)
        self._handed = arguments
        self.hands["at"] = self._hand.ctypes.data

    # ---- leaves that wait

    @property
    def count(self) -> int:
        """How many."""
        return int(self.batch.facts[COUNT])

    def look(self) -> None:
        """Have the network look at them."""
        self._views[self.batch.facts.item(COUNT)].look()

    def complain(self) -> None:
        """Raise what is wrong with what was said of them."""
        self.evaluator.complain(self._views[self.count].said, self.count)

    # ---- the root

    def show_root(self, position: State, is_looked_at: bool) -> None:
        """On the first desk, so that there is something to choose by. Not an iteration."""
        batch = self.batch
        batch.facts[COUNT] = batch.facts[HAS_POLICY] = 0
        batch.movers[0], batch.rewards[0] = position.mover, UNSAID
        if is_looked_at:
            batch.planes[0, : self.cells] = position.planes(position.mover).ravel()
            batch.facts[COUNT], batch.facts[HAS_POLICY] = 1, self.evaluator.has_policy

    def begin(self, most: int) -> None:
        """The root was seated; so many leaves may wait from now on."""
        self.batch.facts[COUNT] = 0
        self.batch.facts[HAS_POLICY] = self.evaluator.has_policy
        self.batch.facts[MOST] = most
