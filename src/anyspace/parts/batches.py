"""Who works on a tree whose leaves a network looks at: it comes with the network (parts/leaf/network.py).

Leaves that are being looked at have been visited and have brought nothing yet. With "loss" these visits count like any
others, as losses, so that the next descents look elsewhere (virtual loss); with "visits" they count where the search
explores and not in what a move is worth (Liu et al. 2020, WU-UCT). Two descents that meet end the batch: the second is
as if it had not been.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.binding import Loop
from ..core.tree import RECORD, VISITS_AT
from ..machine.atomic import add32, address_of
from .parallel import Parallel, share

UNKNOWN = 0.5
"""What a move is worth all of whose visits are under way."""


@dataclass(frozen=True)
class Batches(Parallel):
    """Descents in one tree, several under way at once.

    size: leaves a batch. virtual_loss: visits that a descent leaves on its way. waiting: "loss" or "visits".
    """

    size: int = 8
    virtual_loss: int = 1
    waiting: str = "loss"
    name = "batches"

    @property
    def shares_tree(self) -> bool:  # type: ignore[override]
        return self.size * self.count > 1

    @property
    def count(self) -> int:
        return self.threads or 1

    @property
    def structure(self) -> tuple[object, ...]:
        return ("batches", self.shares_tree, self.waiting)

    def bind(self, loop: Loop) -> None:
        if not self.shares_tree:
            return
        share(loop)
        loop.given_up = wipe
        if self.waiting == "visits":
            count_visits_only(loop)


def wipe(tree: Any, policy: Any, node: Any) -> None:
    """For `given_up`."""
    if policy.virtual_loss != 0:
        add32(address_of(tree.nodes) + np.int64(node) * RECORD + VISITS_AT, -policy.virtual_loss)


def count_visits_only(loop: Loop) -> None:
    """What is under way has no say in what a move is worth."""
    loop.field("under_way", np.int32)
    entered, credit, value, given_up = loop.entered, loop.credit, loop.value, loop.given_up

    def enter(tree: Any, policy: Any, scratch: Any, which: int, depth: int, node: Any) -> None:
        entered(tree, policy, scratch, which, depth, node)
        if depth > 0:
            tree.extras[node].under_way += policy.virtual_loss

    def credited(tree: Any, policy: Any, scratch: Any, which: int, i: int, node: Any, payoffs: Any) -> None:
        credit(tree, policy, scratch, which, i, node, payoffs)
        if i > 0:
            tree.extras[node].under_way -= policy.virtual_loss

    def without(tree: Any, policy: Any, scratch: Any, node: Any, child: Any, reward: float, visits: Any) -> float:
        done = np.int64(visits) - np.int64(tree.extras[child].under_way)
        return value(tree, policy, scratch, node, child, reward, done) if done > 0 else UNKNOWN

    def wipe_both(tree: Any, policy: Any, node: Any) -> None:
        given_up(tree, policy, node)
        tree.extras[node].under_way -= policy.virtual_loss

    loop.entered, loop.credit, loop.value, loop.given_up = enter, credited, without, wipe_both
