"""SimHash (Charikar 2002), as the paper uses it: entries in the same bucket of some table are likely to be alike.

A table cuts space by so many planes through the middle, drawn once: the sides on which a vector lies are the bits of
its bucket. A position is looked up in its own bucket of every table and in those that differ in one bit (multi-probe).
Buckets are lists linked both ways, so that an entry that goes is taken out at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .phi import stirred

NONE = 0
"""No entry: these are numbered from 1."""


def planes_through_the_middle(tables: int, bits: int, size: int) -> Any:
    """Normals of the planes, components of 1 and -1, the same for everybody: int8 [tables * bits, size]."""
    with np.errstate(over="ignore"):
        words = stirred(np.arange(tables * bits * size))
    return np.where(words >> np.uint64(63) != 0, 1, -1).astype(np.int8).reshape(tables * bits, size)


def bucket_numbers(normals: Any, vector: Any, codes: Any) -> None:
    """The bucket of a vector in every table, into `codes`."""
    bits = len(normals) // len(codes)
    for table in range(len(codes)):
        code = 0
        for bit in range(bits):
            normal = normals[table * bits + bit]
            side = 0.0
            for k in range(len(vector)):
                side += normal[k] * vector[k]
            code = 2 * code + (1 if side > 0.0 else 0)
        codes[table] = code


def put(first: Any, after: Any, before: Any, codes: Any, entry: Any) -> None:
    """An entry into its buckets, `codes[entry]`."""
    for table in range(first.shape[0]):
        code = codes[entry, table]
        head = first[table, code]
        after[table, entry], before[table, entry] = head, NONE
        if head != NONE:
            before[table, head] = entry
        first[table, code] = entry


def taken_out(first: Any, after: Any, before: Any, codes: Any, entry: Any) -> None:
    """An entry out of its buckets."""
    for table in range(first.shape[0]):
        following, leading = after[table, entry], before[table, entry]
        if leading == NONE:
            first[table, codes[entry, table]] = following
        else:
            after[table, leading] = following
        if following != NONE:
            before[table, following] = leading


def gathered(first: Any, after: Any, codes: Any, seen: Any, ticket: Any, out: Any) -> int:
    """Entries in the buckets `codes` of all tables and in those one bit away, each once, into `out`; how many. `seen`
    holds the ticket of the last time each was gathered."""
    n, bits = 0, 0
    while (1 << bits) < first.shape[1]:
        bits += 1
    for table in range(first.shape[0]):
        for probe in range(bits + 1):
            code = np.int64(codes[table]) ^ (0 if probe == 0 else 1 << (probe - 1))
            entry = np.int64(first[table, code])
            while entry != NONE:
                if seen[entry] != ticket:
                    seen[entry] = ticket
                    out[n] = entry
                    n += 1
                entry = np.int64(after[table, entry])
    return n
