"""Tree parallelization: all threads in one tree (core/sharing.py says how they keep out of each other's way)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ...core import loop
from .team import Team


class TreeTeam(Team):
    """Every thread does whole iterations."""

    def jobs(self) -> list[Callable[[], int]]:
        search = self.search
        work = search.loop.kernel(loop.work)
        table, policy = search.table, search.policy
        return [
            partial(work, search.tree, table, policy, mine.scratch, control)
            for mine, control in zip(self.works, self.controls, strict=True)
        ]
