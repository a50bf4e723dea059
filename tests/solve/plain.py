"""Methods for one player that run as plain Python: nothing is compiled."""

from __future__ import annotations

import numpy as np
import pytest

from anyspace.solve.one_player import solo


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels are the Python that they are written in; games must be `uncompiled`."""
    monkeypatch.setattr(solo, "kernel_of", lambda method: np.errstate(all="ignore")(type(method).kernel))
