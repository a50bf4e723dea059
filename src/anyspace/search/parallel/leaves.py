"""Leaf parallelization: the leader has the tree, the others play out (core/leaf.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core import leaf
from ...core.leaf import Desks
from ...core.rations import CLOSED
from ...parts.parallel import DESKS_EACH, Leaf
from ..budget import Stopwatch
from ..scratch import apart
from .team import Team

if TYPE_CHECKING:
    from ..search import Search


class LeafTeam(Team):
    """The first thread leads."""

    scheme: Leaf

    def __init__(self, search: Search, seed: int, scheme: Leaf) -> None:
        super().__init__(search, seed, scheme)
        self.controls = self.controls[:1] * len(self.works)  # one thread takes iterations: there is nothing to split
        together = scheme.mode == "together"
        self.desks_each = 1 if together else DESKS_EACH
        self._states, self.desks = self._furnish(self.desks_each * (len(self.works) - 1))

    def _furnish(self, count: int) -> tuple[list[Any], Desks]:
        game, scratch = self.search.game, self.works[0].scratch
        states = [game.backend.copy(self.search.position._block) for _ in range(count)]
        desks = Desks(
            states=np.array([state.ctypes.data for state in states], np.int64),
            paths=apart((count, *scratch.paths.shape), np.uint32),
            depths=apart((count, *scratch.depths.shape), np.int64),
            payoffs=apart((count, -(-game.players // 8) * 8), np.float64),
            lengths=apart((count, 8), np.int64),
            flags=apart((count, 16), np.int32),
            traces=apart((count, len(scratch.trace)), np.int32),
            told=apart((count, 16), np.int64),
        )
        return states, desks

    def _chunk(self, limit: int, clock: Stopwatch) -> int:
        """Playouts of one leaf."""
        return len(self.works) if self.scheme.mode == "together" else 1

    def _parts(self) -> int:
        return 1

    def compile(self) -> None:
        self.controls[0][CLOSED] = 1
        for job in self.jobs():
            job()

    def jobs(self) -> list[Callable[[], int]]:
        search = self.search
        table, policy = search.table, search.policy
        together = self.scheme.mode == "together"
        self.desks.flags[:] = leaf.EMPTY
        lead = search.loop.kernel(leaf.play_together if together else leaf.hand_out)
        simulate = search.loop.kernel(leaf.simulate)
        desks, control, each = self.desks, self.controls[0], self.desks_each
        return [
            partial(lead, search.tree, table, policy, self.works[0].scratch, desks, control),
            *(
                partial(
                    simulate,
                    search.tree,
                    table,
                    policy,
                    work.scratch,
                    desks,
                    i * each,
                    (i + 1) * each,
                    not together,
                    control,
                )
                for i, work in enumerate(self.works[1:])
            ),
        ]
