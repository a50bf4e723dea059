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
from ..machine.blocks import aligned_bytes
from ..neural.evaluator import Answers, Fitted
from ..rules.game import AnyGame, State
from .scratch import Workspace, apart

if TYPE_CHECKING:
    from .search import Search


def new_batch(game: AnyGame, evaluator: Fitted, size: int, searches: int = 1) -> Batch:
    """Room for so many leaves in all, of one search or several, one behind the other; `facts` are a row a search."""
    cells = prod(game.plane_shape or (0,))
    planes = apart((size, cells + cells % 2), np.float32)
    batch = Batch(
        planes=planes,
        words=planes.view(np.int64),
        policy=apart((size, game.actions or 0), np.float32),
        value=apart((size, evaluator.widths.get("value", 1)), np.float32),
        rewards=apart((size, game.players), np.float64),
        trunk=apart((size, max(1, evaluator.features)), np.float32),
        leaves=apart((size,), np.uint32),
        movers=apart((size,), np.int64),
        keys=apart((size,), np.uint64),
        heard=apart((size,), np.int8),
        facts=apart((searches, 7), np.int64),
    )
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
    time, so that a network may read and write where they lie."""

    def __init__(self, batch: Batch, evaluator: Fitted, n: int, shape: tuple[int, ...]) -> None:
        self._planes = batch.planes[:n, : prod(shape)]
        self._lies_well = self._planes.flags.c_contiguous
        self._shown = self._planes if self._lies_well else np.empty(self._planes.shape, np.float32)
        self._shown = self._shown.reshape(n, *shape)
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


class Station:
    """What one thread works with."""

    def __init__(self, search: Search, work: Workspace, evaluator: Fitted, size: int) -> None:
        game = search.game
        self.work, self.evaluator, self.shape = work, evaluator, game.plane_shape or (0, 0, 0)
        self.cells, self.size = prod(self.shape), size
        scratch = work.scratch
        self._states = [game.backend.copy(search.position._block) for _ in range(size)]
        self.desks = Desks(
            states=np.array([state.ctypes.data for state in self._states], np.int64),
            paths=apart((size, *scratch.paths.shape), np.uint32),
            depths=apart((size, *scratch.depths.shape), np.int64),
            payoffs=apart((size, -(-game.players // 8) * 8), np.float64),
            lengths=apart((size, 8), np.int64),
            flags=apart((size, 16), np.int32),
            traces=apart((size, len(scratch.trace)), np.int32),
            told=apart((size, 16), np.int64),
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
        self._views = [Views(batch, self.evaluator, n, self.shape) for n in range(self.size + 1)]
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
