"""Bitboards of 64 cells: counting and choosing bits, for the rules of games.

Boards are uint64, and so must be all that meets them: mixed with a signed integer they would turn into floats.
"""

from __future__ import annotations

from typing import Any

import numpy as np

ONE, TWO, THREE, FOUR, EIGHT, TOP_BYTE = (np.uint64(number) for number in (1, 2, 3, 4, 8, 56))
LOW_BYTE = np.uint64(0xFF)
PAIRS, NIBBLES, BYTES, EACH_BYTE, BYTE_TOPS = (
    np.uint64(mask)
    for mask in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101, 0x8080808080808080)
)


def popcount(board: Any) -> Any:
    """The number of bits set (uint64), in the words that compilers know as their machine's own instruction."""
    return (byte_counts(board) * EACH_BYTE) >> TOP_BYTE


def byte_counts(board: Any) -> Any:
    """The number of bits set in each byte, in that byte."""
    board = board - ((board >> ONE) & PAIRS)
    board = (board & NIBBLES) + ((board >> TWO) & NIBBLES)
    return (board + (board >> FOUR)) & BYTES


def bits_of_bytes() -> Any:
    """A table: [k, byte] is the position of the k-th lowest bit set in a byte."""
    table = np.zeros((8, 256), dtype=np.uint8)
    for byte in range(256):
        for k, position in enumerate(position for position in range(8) if byte >> position & 1):
            table[k, byte] = position
    return table


BIT_OF_BYTE = bits_of_bytes()


def nth_bit(board: Any, k: Any) -> Any:
    """The k-th lowest of the bits set, counting from 0. Running totals over the bytes tell in which byte it lies,
    a table where in that byte (after Vigna, Broadword implementation of rank/select queries, 2008)."""
    totals = byte_counts(board) * EACH_BYTE  # in each byte: bits set there and below
    passed = ((k * EACH_BYTE | BYTE_TOPS) - totals) & BYTE_TOPS  # marks the bytes whose total is at most k
    shift = popcount(passed) << THREE
    before = ((totals << EIGHT) >> shift) & LOW_BYTE
    return ONE << (shift + np.uint64(BIT_OF_BYTE[k - before, (board >> shift) & LOW_BYTE]))
