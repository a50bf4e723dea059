"""What the games were played on: facts that explain a time, and none that identify a machine."""

from __future__ import annotations

import os
import platform
from functools import cache
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")


@cache
def processor() -> str:
    """The processor's model, as far as the system tells."""
    try:
        lines = CPUINFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, colon, value = line.partition(":")
        if colon and key.strip() == "model name":
            return " ".join(value.split())
    return platform.processor() or platform.machine() or "unknown"


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
