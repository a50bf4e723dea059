"""How a game came to be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Origin:
    """How a game came to be, and comes to be again: by its name and all its options."""

    load: Callable[..., Any]
    """called with the name and the options"""
    name: str
    options: tuple[tuple[str, Any], ...]
