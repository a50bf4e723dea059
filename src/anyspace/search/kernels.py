"""Kernels, compiled once for all games and kept for the life of the process."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from ..machine.jit import compile_kernel


@functools.cache
def kernel(function: Callable[..., Any], **switches: bool) -> Callable[..., Any]:
    """The compiled form of a kernel; under NUMBA_DISABLE_JIT the function itself. `switches` are set, in it and in
    all that it calls, for constants of those names."""
    assert isinstance(function, FunctionType)
    return compile_kernel(function, f"the search: kernel {function.__name__!r}", switches)
