"""Telling the person who waits: what is being compiled, and about how long it will take on this machine.

How long compilations took lately is kept beside the compiled code, one number a kind, a moving average.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from pathlib import Path

FIRST_GUESS = {"kernel": 5.0, "rule": 0.4}
"""Seconds, where nothing is known of this machine."""

RULES_OF_A_GAME = 7
"""A game is announced with its first rule: about so many follow."""

compiling = threading.RLock()
"""Held while something is compiled for keeps: who comes second finds it done, and nothing that runs is replaced."""

_said: set[str] = set()


def announce(what: str, folder: Path) -> None:
    """Say once, on standard error, what is being compiled; `ANYSPACE_QUIET=1` silences it. `what` is "GAME: rule
    'NAME'" or "the search: kernel 'NAME'"."""
    subject = what.split(":")[0]
    if subject in _said or os.environ.get("ANYSPACE_QUIET", "") not in ("", "0"):
        return
    _said.add(subject)
    seconds = expected(kind_of(what), folder) * (RULES_OF_A_GAME if kind_of(what) == "rule" else 1)
    wait = f"about {max(1, round(seconds))} s, once; then loaded from {folder}"
    print(f"anyspace: compiling {subject} ({wait})", file=sys.stderr, flush=True)


def kind_of(what: str) -> str:
    """Rules are many and small."""
    return "rule" if ": rule " in what else "kernel"


def expected(kind: str, folder: Path) -> float:
    """Seconds that a compilation is likely to take."""
    return _known(folder).get(kind, FIRST_GUESS[kind])


def took(kind: str, seconds: float, folder: Path) -> None:
    """One more compilation is done."""
    known = _known(folder)
    known[kind] = seconds if kind not in known else 0.7 * known[kind] + 0.3 * seconds
    with contextlib.suppress(OSError):
        (folder / "seconds.json").write_text(json.dumps(known), encoding="utf-8")


def _known(folder: Path) -> dict[str, float]:
    try:
        found = json.loads((folder / "seconds.json").read_text(encoding="utf-8"))
        return {kind: float(found[kind]) for kind in FIRST_GUESS if kind in found}
    except (OSError, ValueError, TypeError):
        return {}
