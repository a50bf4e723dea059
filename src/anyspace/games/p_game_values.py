"""The numbers on the edges of a `p_game`: made by hashing the way to them, so that nothing is stored.

All functions take single numbers, compiled or not, and NumPy arrays of them: the rules use the former, the solver the
latter. Words are uint64, and arithmetic on them wraps.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..rng import BITS_27, BITS_30, BITS_31, BITS_32, GOLDEN, MIX_1, MIX_2

LARGEST_EDGE = 127
OFFSETS, NOISES = 96, 33
"""With groups an edge is the sum of two numbers, 0 to 95 for its group and 0 to 32 of its own: 0 to 127 again."""

PAIR = 63
"""The greatest number, up or down, that a move of each player make together, where positions are shared."""

DECIDED = 1 << 20
"""What a sprung trap is worth: no sum of edges comes near it."""

TOP_7 = np.uint64(57)
GROUP, TRAP, STRIKE = (np.uint64(word) for word in (0x6C62272E07BB0142, 0x9AE16A3B2F90404F, 0xC949D7C7509E6557))
"""Different hashes of one node."""


class Shape(NamedTuple):
    """The options of a game that its rules and its solver need."""

    branching: int
    depth: int
    turns: int
    """How many turns of a player in a row may come in any order; 0: none."""
    groups: int
    traps: float
    trap_level: int


def mix(word: Any) -> Any:
    """A random-looking word, another one for every word (the last step of SplitMix64, see `rng`)."""
    word = (word ^ (word >> BITS_30)) * MIX_1
    word = (word ^ (word >> BITS_27)) * MIX_2
    return word ^ (word >> BITS_31)


def child_of(node: Any, number: Any) -> Any:
    """The node that a move, or any number from 0 on, leads to."""
    return mix(node + GOLDEN * np.uint64(number + 1))


def scaled(word: Any, n: int) -> Any:
    """A whole number from 0 to n - 1, uniform if the word is."""
    return np.int64(((word >> BITS_32) * np.uint64(n)) >> BITS_32)


def group_of(move: Any, groups: int, branching: int) -> Any:
    """Moves are in groups of neighbours, all as large as can be."""
    return move * groups // branching


def edge_size(node: Any, move: Any, groups: int, branching: int) -> Any:
    """The number on an edge, 0 to 127, without its sign."""
    child = child_of(node, move)
    if groups == 0:
        return np.int64(child >> TOP_7)
    offset = child_of(node ^ GROUP, group_of(move, groups, branching))
    return scaled(offset, OFFSETS) + scaled(child, NOISES)


def is_trap(child: Any, threshold: int) -> Any:
    """Whether the move to `child` walks into a trap; `threshold` is the share of such moves times 2**32."""
    return np.int64(mix(child ^ TRAP) >> BITS_32) < threshold


def strike(node: Any, branching: int) -> Any:
    """The one move that makes use of a trap."""
    return scaled(mix(node ^ STRIKE), branching)


def token(player: Any, move: Any, time: Any) -> Any:
    """A number for a player's making a move for the first (1), second, ... time."""
    return (player * 64 + move) * 64 + time


def token_size(root: Any, player: Any, move: Any, time: Any, groups: int, branching: int) -> Any:
    """What a move is worth by itself where positions are shared, 0 to 127: `edge_size`, but known from the root."""
    alone = child_of(root, token(player, move, time))
    if groups == 0:
        return np.int64(alone >> TOP_7)
    offset = child_of(root ^ GROUP, token(player, group_of(move, groups, branching), time))
    return scaled(offset, OFFSETS) + scaled(alone, NOISES)


def after_counts(root: Any, counts: Any, branching: int) -> Any:
    """The hash of a position that is told by how often each player made each move since `root`."""
    word = root
    for player in range(2):
        for move in range(branching):
            word = child_of(word, counts[player, move])
    return word


def pair_value(root: Any, first: Any, second: Any) -> Any:
    """What a token of player 0 and one of player 1 are worth together, to player 0: -63 to 63."""
    return scaled(child_of(child_of(root, first), second), 2 * PAIR + 1) - PAIR
