"""What one thread works with where a network looks at leaves: desks, a session of the network, a batch; and all of that
where kernels find it (core/in_step.py)."""

from __future__ import annotations

import operator
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.batches import COUNT, HAS_POLICY, MOST, Batch
from ..core.in_step import HAND
from ..core.leaf import Desks
from ..machine.blocks import aligned_bytes
from ..neural.evaluator import Answers, Fitted
from ..parts.batches import UNKNOWN
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
        rewards=apart((size, game.players), np.float64),
        trunk=apart((size, max(1, evaluator.features)), np.float32),
        leaves=apart((size,), np.uint32),
        movers=apart((size,), np.int64),
        keys=apart((size,), np.uint64),
        heard=apart((size,), np.int8),
        facts=apart((searches, 6), np.int64),
    )
    batch.rewards[:] = UNKNOWN  # and so they stay where the network says nothing of them
    return batch


def part_of(batch: Batch, search: int, start: int, end: int) -> Batch:
    """One search's: the leaves from `start` to `end`."""
    return batch._replace(
        **{name: each[start:end] for name, each in batch._asdict().items() if name != "facts"},
        facts=batch.facts[search],
    )


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
        self.restart()

    def restart(self) -> None:
        """For another run."""
        self.batch.facts[:] = 0
        self.batch.facts[HAS_POLICY] = self.evaluator.has_policy

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

    def take(self, said: Answers) -> None:
        """What was said of them."""
        n, batch = self.count, self.batch
        if said.policy is not None:
            batch.policy[:n] = said.policy
        if said.value is not None:
            batch.rewards[:n] = self.evaluator.rewards(said.value, batch.movers[:n])
        if said.trunk is not None:
            batch.trunk[:n] = said.trunk

    def look(self) -> None:
        """Have the network look at them."""
        n = self.count
        shown = np.ascontiguousarray(self.batch.planes[:n, : self.cells]).reshape(n, *self.shape)
        self.take(self.evaluator.evaluate_in_place(shown))

    # ---- the root

    def show_root(self, position: State, is_looked_at: bool) -> None:
        """On the first desk, so that there is something to choose by. Not an iteration."""
        batch = self.batch
        batch.facts[COUNT] = batch.facts[HAS_POLICY] = 0
        batch.movers[0], batch.rewards[0] = position.mover, UNKNOWN
        if is_looked_at:
            batch.planes[0, : self.cells] = position.planes(position.mover).ravel()
            batch.facts[COUNT], batch.facts[HAS_POLICY] = 1, self.evaluator.has_policy

    def begin(self, most: int) -> None:
        """The root was seated; so many leaves may wait from now on."""
        self.batch.facts[COUNT] = 0
        self.batch.facts[HAS_POLICY] = self.evaluator.has_policy
        self.batch.facts[MOST] = most
