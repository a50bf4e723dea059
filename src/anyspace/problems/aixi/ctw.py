"""Context-tree weighting: the next bit, from all trees of contexts at once (Willems, Shtarkov and Tjalkens 1995).

A context tree says how the next bit depends on those before it: its leaves are the ends of histories, and each leaf
counts the bits that came after its own. Which tree is right is not known, so all trees up to a depth are mixed, small
ones with more weight, and that costs no more than the way down the largest of them: a node seen in a context is worth

    P = 1/2 KT + 1/2 P(below, after a 0) P(below, after a 1),      at full depth KT

where KT is what its own counts say (Krichevsky and Trofimov 1981): the next bit is 1 with (ones + 1/2) / (all + 1).

A node does not keep P, which soon is too small for a number, but the *ratio* of its two terms: the odds of the next
bit are a mean of KT's and those from below, with weights ratio and 1, and no logarithm is needed. A ratio is never
large (at most 16 times the bits that were seen) but may be as small as P: then it is kept without a factor of 2^-512,
or several, which are counted. Of a node that was met once both terms are 1/2, whatever is below it: it has nothing
below until it is met again, and remembers when that was. That saves most nodes, and is exact.

Every record is put on a log before it is changed, and new ones come last: so what was learnt can be taken back, bit
for bit, as far as the log goes. Several trees may share one history, as those of a percept's bits do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from ... import numeric
from ...errors import OptionError
from ...machine.jit import compile_kernel

NODE = np.dtype(
    [
        ("ratio", np.float64),  # of what was seen here: its probability by KT, over that from below; without its shift
        ("shift", np.int32),  # 0, or below it: how many factors of 2^512 the ratio is kept without
        ("zeros", np.int32),
        ("ones", np.int32),
        ("after_0", np.int32),  # the nodes below, or NO_NODE
        ("after_1", np.int32),
        ("first", np.int32),  # how long the history was when it was met first
    ]
)

NO_NODE, FIRST_ROOT = 0, 1

USED, LENGTH, LOGGED, LEVEL = range(4)
"""Facts: records in use, bits of the history, records on the log, where the latest way down ended."""

LARGE, SMALL = 2.0**256, 2.0**-256
STEP_UP, STEP_DOWN = 2.0**512, 2.0**-512
MOST_DEPTH = 10_000
MOST_BITS = 2**31 - 2**24
FIRST_NODES, FIRST_BITS = 1 << 12, 1 << 12


class Trees(NamedTuple):
    """Context trees over one history, and what was changed in them lately."""

    nodes: Any
    """NODE [room]; the roots come first"""
    history: Any
    """uint8 [room]: bits"""
    depths: Any
    """int64 [trees]"""
    path: Any
    """int32 [deepest + 1]: the latest way down"""
    own: Any
    """float64 [deepest + 1]: odds of a 1 by the counts of each node on it"""
    below: Any
    """float64 [deepest + 1]: and by the nodes below"""
    changed: Any
    """int32 [room of the log]: which node"""
    earlier: Any
    """NODE [room of the log]: and what it was"""
    facts: Any
    """int64 [4]"""


class Mark(NamedTuple):
    """A moment to go back to."""

    used: int
    length: int
    logged: int


def look(trees: Trees, tree: int) -> float:
    """The odds that the next bit is a 1. Makes the nodes that it passes; `settle` or `back` has to follow."""
    length, depth = trees.facts[LENGTH], trees.depths[tree]
    node: Any = np.int64(FIRST_ROOT + tree)
    level = 0
    while True:
        note(trees, node)
        trees.path[level] = node
        record = trees.nodes[node]
        seen = record.zeros + record.ones
        trees.own[level] = (record.ones + 0.5) / (seen + 1.0)
        if seen == 0 or level == depth:
            break
        if seen == 1 and record.after_0 == NO_NODE and record.after_1 == NO_NODE:
            other = add(trees, node, trees.history[record.first - 1 - level])
            trees.nodes[other].zeros = record.zeros
            trees.nodes[other].ones = record.ones
            trees.nodes[other].first = record.first
        bit = trees.history[length - 1 - level]
        node = np.int64(record.after_1 if bit else record.after_0)
        if node == NO_NODE:
            node = add(trees, trees.path[level], bit)
        level += 1
    trees.facts[LEVEL] = level
    odds = trees.own[level]
    for i in range(level - 1, -1, -1):
        trees.below[i] = odds
        odds += (trees.own[i] - odds) * share_of(trees.nodes[trees.path[i]])
    return odds


def note(trees: Trees, node: int) -> None:
    """Put a record on the log."""
    place = trees.facts[LOGGED]
    trees.changed[place] = node
    trees.earlier[place] = trees.nodes[node]
    trees.facts[LOGGED] = place + 1


def add(trees: Trees, parent: int, bit: int) -> Any:
    """A new node below another."""
    made = trees.facts[USED]
    trees.facts[USED] = made + 1
    record = trees.nodes[made]
    record.ratio, record.shift, record.zeros, record.ones = 1.0, 0, 0, 0
    record.after_0, record.after_1 = NO_NODE, NO_NODE
    if bit:
        trees.nodes[parent].after_1 = made
    else:
        trees.nodes[parent].after_0 = made
    return made


def share_of(record: Any) -> float:
    """How much a node's own counts have to say, from 0 to 1; the rest have the nodes below."""
    return record.ratio / (record.ratio + 1.0) if record.shift == 0 else 0.0


def settle(trees: Trees, bit: int) -> None:
    """The bit has come that was looked for."""
    last = trees.facts[LEVEL]
    for i in range(last + 1):
        record = trees.nodes[trees.path[i]]
        if i < last:
            own, below = trees.own[i], trees.below[i]
            weigh(record, own / below if bit else (1.0 - own) / (1.0 - below))
        elif record.zeros + record.ones == 0:
            record.first = trees.facts[LENGTH]
        if bit:
            record.ones += 1
        else:
            record.zeros += 1
    tell(trees, bit)


def weigh(record: Any, factor: float) -> None:
    """One more factor of a node's ratio."""
    ratio = record.ratio * factor
    if ratio < SMALL:
        ratio *= STEP_UP
        record.shift -= 1
    elif ratio > LARGE:
        ratio *= STEP_DOWN
        record.shift += 1
    record.ratio = ratio


def tell(trees: Trees, bit: int) -> None:
    """A bit that nobody has to foresee: the history is one longer."""
    trees.history[trees.facts[LENGTH]] = bit
    trees.facts[LENGTH] += 1


def back(trees: Trees, used: int, length: int, logged: int) -> None:
    """Everything as it was at that moment."""
    for i in range(trees.facts[LOGGED] - 1, logged - 1, -1):
        trees.nodes[trees.changed[i]] = trees.earlier[i]
    trees.facts[USED] = used
    trees.facts[LENGTH] = length
    trees.facts[LOGGED] = logged


def has_room(trees: Trees, looks: int, bits: int) -> bool:
    """Whether so many bits may be looked for, and so many told, without more memory."""
    most = looks * (len(trees.path) + 1)
    return (
        trees.facts[USED] + most <= len(trees.nodes)
        and trees.facts[LOGGED] + most <= len(trees.changed)
        and trees.facts[LENGTH] + bits <= len(trees.history)
    )


def follow(trees: Trees, bits: Any, odds: Any) -> None:
    """Learn these bits by the first tree; `odds` gets how likely a 1 was before each of them."""
    for i in range(len(bits)):
        odds[i] = look(trees, 0)
        settle(trees, bits[i])


# ---- in Python -----------------------------------------------------------------------------------------------------


def new_trees(depths: list[int]) -> Trees:
    """Trees of these depths that have seen nothing. Before the first bit there were zeros."""
    for depth in depths:
        found = numeric.whole(depth)
        if found is None or not 1 <= found <= MOST_DEPTH:
            raise OptionError(f"aixi: depth must be a whole number from 1 to {MOST_DEPTH:,}, not {depth!r}")
    deepest = max(depths)
    nodes = np.zeros(FIRST_NODES + len(depths), NODE).view(np.recarray)
    nodes.ratio[: FIRST_ROOT + len(depths)] = 1.0
    return Trees(
        nodes=nodes,
        history=np.zeros(FIRST_BITS + deepest, np.uint8),
        depths=np.array(depths, np.int64),
        path=np.zeros(deepest + 1, np.int32),
        own=np.zeros(deepest + 1),
        below=np.zeros(deepest + 1),
        changed=np.zeros(FIRST_NODES, np.int32),
        earlier=np.zeros(FIRST_NODES, NODE).view(np.recarray),
        facts=np.array([FIRST_ROOT + len(depths), deepest, 0, 0], np.int64),
    )


def with_room(trees: Trees, looks: int, bits: int) -> Trees:
    """The same, with room for so many more bits, looked for and told. The old ones must not be used any more."""
    most = looks * (len(trees.path) + 1)
    used, length, logged = (int(trees.facts[which]) for which in (USED, LENGTH, LOGGED))
    if length + bits > MOST_BITS:
        raise OptionError(f"aixi: a history has at most {MOST_BITS:,} bits")
    return trees._replace(
        nodes=_longer(trees.nodes, used + most).view(np.recarray),
        history=_longer(trees.history, length + bits),
        changed=_longer(trees.changed, logged + most),
        earlier=_longer(trees.earlier, logged + most).view(np.recarray),
    )


def _longer(array: Any, least: int) -> Any:
    """The same array if it is long enough, else one that is twice as long or more."""
    if len(array) >= least:
        return array
    longer = np.zeros(max(least, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer


def mark_of(trees: Trees) -> Mark:
    """This moment."""
    return Mark(*(int(trees.facts[which]) for which in (USED, LENGTH, LOGGED)))


class ContextTree:
    """One tree over a history of bits: what comes next? Zeros came before the first bit. depth: how many bits back it
    looks."""

    def __init__(self, depth: int) -> None:
        self.trees = new_trees([depth])
        self._marks: list[Mark] = []

    def update(self, bits: int | Iterable[int]) -> float:
        """Learn a bit, or several; the logarithm of how likely they were."""
        given = [bits] if not isinstance(bits, Iterable) else list(bits)
        if any(numeric.whole(bit) not in (0, 1) for bit in given):
            raise OptionError(f"aixi: bits must be 0 or 1, not {numeric.shown(bits)}")
        self.trees = with_room(self.trees, len(given), len(given))
        self._marks.append(mark_of(self.trees))
        values, odds = np.array(given, np.uint8), np.zeros(len(given))
        kernel("follow", follow)(self.trees, values, odds)
        return float(np.log(np.where(values == 1, odds, 1.0 - odds)).sum())

    def revert(self) -> None:
        """Take the latest update back, bit for bit; those before it can be, too."""
        if not self._marks:
            raise OptionError("aixi: there is nothing to take back")
        kernel("back", back)(self.trees, *self._marks.pop())

    def keep(self) -> None:
        """What was learnt so far is not taken back any more, and the log is empty."""
        self._marks.clear()
        self.trees.facts[LOGGED] = 0

    @property
    def odds(self) -> float:
        """The probability that the next bit is a 1."""
        log = self.update(1)
        self.revert()
        return math.exp(log)

    def __len__(self) -> int:
        """Nodes, without those that nobody needs to tell apart."""
        return int(self.trees.facts[USED]) - FIRST_ROOT


def kernel(name: str, function: Any) -> Any:
    """A kernel of this folder, compiled when it is first asked for."""
    if name not in _made:
        _made[name] = compile_kernel(function, f"context trees: {name}")
    return _made[name]


_made: dict[str, Any] = {}
