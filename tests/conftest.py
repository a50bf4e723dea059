"""For all tests."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator

import pytest

from anyspace.search import interrupt

os.environ.setdefault("ANYSPACE_QUICK", "1")  # here rules are compiled once and asked little


def pytest_configure() -> None:
    """A shell lets what it starts in the background ignore Ctrl-C, and all that this starts: here it is pressed."""
    with contextlib.suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that take minutes first, so that no worker is left with one of them at the end."""
    items.sort(key=lambda item: item.path.name != "test_modes.py")


@pytest.fixture(autouse=True)
def nobody_has_pressed_yet() -> Iterator[None]:
    """Every test is another person: Ctrl-C in one is not the first of two presses for the next."""
    interrupt.forget_presses()
    yield
    interrupt.forget_presses()
