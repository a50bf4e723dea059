"""Several playouts a leaf, of which the mean is backed up: what leaf parallelization does (Cazenave and Jouandeau
2007), without threads. It pays where the way down costs more than a playout, or a leaf's first value counts for much.

Playouts that learn (MAST, NST, PPA and their kind) learn from each before the next is played. What else goes by the
moves of an iteration, such as RAVE, is told those of the last one, and of the mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.questions import copy_state
from ..options import whole
from ..part import Part


@dataclass(frozen=True)
class Several(Part):
    """Every leaf is played out several times.

    count: how often; an iteration, and a visit, is all of them together.
    """

    count: int = 4
    kind = "leaf"
    reference = "Cazenave and Jouandeau 2007; survey, VI-C1"

    def __post_init__(self) -> None:
        whole(self, "count", 1, 1_000_000)

    def bind(self, loop: Loop) -> None:
        count, teach = loop.number(self.count), loop.teach
        sums, leaf = loop.note(np.float64, (loop.setup.game.players,)), loop.spare()
        play_out = loop.play_out

        def play_out_again(tree: Any, game: Any, policy: Any, scratch: Any) -> Any:
            again = np.int64(policy.numbers[count]) - 1
            status = copy_state(game, scratch.spares[leaf], scratch.state) if again > 0 else 0
            length = play_out(tree, game, policy, scratch) if status >= 0 else status
            if length <= 0 or again == 0:  # nothing to play: it would be the same again
                return length
            teach(tree, game, policy, scratch, scratch.payoffs)
            total, rewards = length, scratch.notes[sums]
            for player in range(game.players):
                rewards[player] = scratch.payoffs[player]
            for _ in range(again):
                status = copy_state(game, scratch.state, scratch.spares[leaf])
                length = play_out(tree, game, policy, scratch) if status >= 0 else status
                if length < 0:
                    return length
                teach(tree, game, policy, scratch, scratch.payoffs)
                total += length
                for player in range(game.players):
                    rewards[player] += scratch.payoffs[player]
            for player in range(game.players):
                scratch.payoffs[player] = min(1.0, rewards[player] / (again + 1))
            mean = total // (again + 1)
            scratch.tally[0].playout_moves += total - mean  # the rest is counted by who asked
            scratch.told[TAUGHT] = 1
            return mean

        def teach_once(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any) -> None:
            if scratch.told[TAUGHT] == 0:  # there was no playout, or only one
                teach(tree, game, policy, scratch, payoffs)
            scratch.told[TAUGHT] = 0

        loop.play_out, loop.teach = play_out_again, teach_once


TAUGHT = 3
"""Place in `Scratch.told`, which goes with the leaf where others play it out: whether all playouts were learnt from."""
