"""Blocks of raw memory: zeroed, aligned, on large pages where that helps."""

from __future__ import annotations

import contextlib
import mmap
from typing import Any

import numpy as np

Block = np.ndarray[Any, np.dtype[np.uint8]]
ALIGNMENT = 64
HUGE_PAGE = 1 << 21


def aligned_bytes(count: int) -> Block:
    """Zeroed bytes on cache lines of their own; many of them on pages of 2 MiB where the system has such: a tree is
    read here and there, and small pages would miss the address cache every time."""
    if count >= HUGE_PAGE and hasattr(mmap, "MADV_HUGEPAGE"):
        try:
            # private: Python's default is memory that a forked process shares, of which systems make no large pages
            region = mmap.mmap(-1, count + HUGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except OSError as error:
            raise MemoryError(f"{count:,} bytes: {error}") from error
        with contextlib.suppress(OSError):
            region.madvise(mmap.MADV_HUGEPAGE)
        raw = np.frombuffer(region, dtype=np.uint8)
        offset = -raw.ctypes.data % HUGE_PAGE
    else:
        raw = np.zeros((-(-count // ALIGNMENT) + 1) * ALIGNMENT, dtype=np.uint8)
        offset = -raw.ctypes.data % ALIGNMENT
    return raw[offset : offset + count]


def whole_pages(count: int) -> int:
    """What `aligned_bytes` takes of the system's memory at most once all of it was written to."""
    return -(-count // HUGE_PAGE) * HUGE_PAGE if count >= HUGE_PAGE else count
