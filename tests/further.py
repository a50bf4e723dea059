"""Cases for who waits: every one of them is compiled, and what they check others check at another size."""

from __future__ import annotations

from typing import Any

import pytest


def further(*cases: Any) -> list[Any]:
    """Further cases of a test, marked slow; several arguments are a tuple."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow) for case in cases]
