"""For all tests of protocols."""

from __future__ import annotations

import pytest
from protocols.talking import nothing_compiled


@pytest.fixture(autouse=True)
def uncompiled_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing_compiled(monkeypatch)
