"""The entries of the memory: which there are, and which goes when there is no room.

Entries are numbered from 1. They stand in a ring by when they were last asked for or told something, 0 between the
newest and the oldest: `after[0]` is the newest, `before[0]` the oldest. All of it begins as zeros, an empty ring.
"""

from __future__ import annotations

from typing import Any

USED = 0
"""Where the number of entries is kept, in the table of facts."""


def unlinked(before: Any, after: Any, entry: Any) -> None:
    """Take an entry out of the ring."""
    after[before[entry]] = after[entry]
    before[after[entry]] = before[entry]


def made_newest(before: Any, after: Any, entry: Any) -> None:
    """Put one that is not in the ring where the newest stands."""
    first = after[0]
    before[entry], after[entry] = 0, first
    after[0] = entry
    before[first] = entry


def touched(before: Any, after: Any, entry: Any) -> None:
    """It was asked for, or told something."""
    if after[0] != entry:
        unlinked(before, after, entry)
        made_newest(before, after, entry)


def place_for_one_more(facts: Any, before: Any, after: Any) -> int:
    """A new entry, the newest; the oldest one's if all are taken."""
    size = len(before) - 1
    if facts[USED] < size:
        facts[USED] += 1
        entry = facts[USED]
    else:
        entry = before[0]
        unlinked(before, after, entry)
    made_newest(before, after, entry)
    return entry
