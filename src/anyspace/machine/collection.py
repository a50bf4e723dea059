"""Python's garbage collector, told to wait while something is compiled.

A compiler makes millions of objects and lets go of few that only the collector could find: to look through them again
and again was a sixth of the time that a search takes to compile.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Within this context nothing is collected; afterwards as before."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
