"""Where names and seeds come from: hashes of what they stand for, the same on every machine and in every run."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def canonical(value: Any) -> str:
    """JSON in one spelling: equal values have equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def name_of(*parts: Any) -> str:
    """Sixteen hexadecimal digits that stand for `parts`."""
    return hashlib.blake2b(canonical(parts).encode(), digest_size=8).hexdigest()


def seed_of(*parts: Any) -> int:
    """A seed of 63 bits that depends on all of `parts`, and on nothing else."""
    return int(name_of("seed", *parts), 16) >> 1
