"""FUSE as a part of scikit-learn's pipelines. Needs scikit-learn."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ..errors import MissingDependency
from .fuse import Fuse


@cache
def selector_class() -> Any:
    """The class, made when scikit-learn is there."""
    try:
        from sklearn.base import BaseEstimator
        from sklearn.feature_selection import SelectorMixin
    except ImportError:
        raise MissingDependency("a selector needs scikit-learn: pip install 'anyspace[problems]'") from None

    class FuseSelector(SelectorMixin, BaseEstimator):  # type: ignore[misc]
        """Keeps the features of FUSE's path, or the first `keep` of its ranking."""

        def __init__(
            self,
            playouts: int = 2000,
            keep: int = 0,
            sample: int = 50,
            neighbours: int = 5,
            most: int = 0,
            seed: int = 0,
        ) -> None:
            self.playouts, self.keep, self.sample = playouts, keep, sample
            self.neighbours, self.most, self.seed = neighbours, most, seed

        def fit(self, x: Any, y: Any) -> Any:
            search = Fuse(x, y, sample=self.sample, neighbours=self.neighbours, most=self.most, seed=self.seed)
            self.result_ = search.run(self.playouts)
            self.n_features_in_ = search.features
            return self

        def _get_support_mask(self) -> Any:
            kept = self.result_.ranking[: self.keep] if self.keep else self.result_.features
            mask = np.zeros(self.n_features_in_, bool)
            mask[kept] = True
            return mask

    return FuseSelector
