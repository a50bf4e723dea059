"""For all tests."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that take minutes first, so that no worker is left with one of them at the end."""
    items.sort(key=lambda item: item.path.name != "test_modes.py")
