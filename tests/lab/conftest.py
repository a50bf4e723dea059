"""Noise that is the same in every run."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def noise() -> np.random.Generator:
    return np.random.default_rng(20240229)
