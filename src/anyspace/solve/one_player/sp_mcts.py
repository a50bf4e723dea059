"""Single-player Monte Carlo tree search (Schadd, Winands, van den Herik, Chaslot and Uiterwijk 2008).

    mean + c sqrt(ln N / n) + sqrt(variance + d / n)

where scores are scaled to [0, 1] by the range of those met so far: without an opponent, children that scatter are worth
another look, and the third term lets rarely tried ones scatter more. Beside the mean a child has its greatest score
(`maximum`, the weight of it). The best line is kept, and put into the tree whole. A run that has grown its tree begins
anew with other random numbers (the randomized restarts of the meta-search); the best line of all counts. What was seen
to the end is not looked at again, and a search that has seen everything ends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...machine.jit import bind
from ...parts.options import number, whole
from ...rules.game import AnyGame
from ...rules.table import Table
from . import descending
from .desk import BEST, DONE, PAUSED, SCORE, SPARE, STAGE, Desk
from .method import Method
from .nodes import (
    CLOSED,
    LOWEST,
    NO_NODE,
    ROOT,
    USED,
    Nodes,
    close,
    credit,
    insert_line,
    new_nodes,
    plant,
    span,
)
from .playing import play_out

BEGINS, GOES_ON = range(2)

EXPLORE, DEVIATE, MAXIMUM, INSERT, RESTART = range(5)


def best_child(own: Nodes, node: int) -> int:
    """By the formula above."""
    numbers, log = own.numbers, math.log(max(1, own.records[node].visits))
    lowest, width = own.facts[LOWEST], span(own)
    best, most = NO_NODE, -math.inf
    child = own.records[node].child
    while child != NO_NODE:
        record = own.records[child]
        if record.untried == CLOSED:
            child = record.sibling
            continue
        n = max(1, record.visits)
        mean = (1.0 - numbers[MAXIMUM]) * record.total / n + numbers[MAXIMUM] * record.most
        scatter = record.squares / (n * width * width)
        score = (mean - lowest) / width + numbers[EXPLORE] * math.sqrt(log / n)
        score += math.sqrt(max(0.0, scatter) + numbers[DEVIATE] / n)
        if score > most:
            best, most = child, score
        child = record.sibling
    return best


descend = bind(descending.descend, best_child=best_child)


def search_on(game: Table, desk: Desk, own: Nodes, limit: int) -> int:
    """So many playouts at most. DONE when a run has grown its tree, PAUSED, or what went wrong."""
    control = desk.control
    if control[STAGE] == BEGINS:
        plant(own)
        control[STAGE], control[SPARE] = GOES_ON, 0
    for _ in range(limit):
        if own.records[ROOT].untried == CLOSED:
            control[STAGE] = BEGINS
            return DONE
        depth = descend(game, desk, own)
        if depth < 0:
            return depth
        before = desk.scores[BEST]
        length = play_out(game, desk, 1, depth)
        if length < 0:
            return length
        score = desk.scores[SCORE]
        credit(own, depth, score)
        if score > before and own.numbers[INSERT] != 0.0:
            insert_line(own, desk, depth, length, score)
        if length == depth:
            close(own, depth)
        control[SPARE] += 1
        is_full = int(own.facts[USED]) >= len(own.records)
        if is_full or (own.numbers[RESTART] > 0.0 and control[SPARE] >= own.numbers[RESTART]):
            control[STAGE] = BEGINS
            return DONE
    return PAUSED


@dataclass(frozen=True)
class SPMCTS(Method):
    """Single-player Monte Carlo tree search.

    c: exploration. d: how much children that were rarely tried may scatter. maximum: the weight of a child's greatest
    score, the mean counting for the rest. insert: whether a best line becomes part of the tree whole. restart: playouts
    after which a run begins anew; 0 for when its tree is full. nodes: how many the tree has. tabu, prior: as for NRPA,
    in playouts.
    """

    c: float = 0.1
    d: float = 0.001
    maximum: float = 0.02
    insert: bool = True
    restart: int = 0
    nodes: int = 500_000
    prior: bool = False
    tabu: bool = True
    name = "sp_mcts"
    reference = "Schadd, Winands, van den Herik, Chaslot and Uiterwijk 2008; survey, IV-C"
    states = 2

    def __post_init__(self) -> None:
        number(self, "c")
        number(self, "d")
        number(self, "maximum", 0, 1)
        whole(self, "restart", 0, 10**9)
        whole(self, "nodes", 3, 10**8)

    kernel = staticmethod(search_on)

    def complete(self, own: Any) -> bool:
        return int(own.records[ROOT].untried) == CLOSED

    def own(self, game: AnyGame) -> Any:
        return new_nodes(
            self.nodes, game.max_length, [self.c, self.d, self.maximum, float(self.insert), float(self.restart)]
        )
