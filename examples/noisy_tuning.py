"""Tuning the width of a support vector machine's kernel by few and noisy measurements: UNLEO beside random search."""

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.model_selection import ShuffleSplit, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils import Bunch

from anyspace.problems.unleo import Unleo, hills, measure_at_random

GAMMAS = np.logspace(-5, 1, 19)
BUDGET, SPLITS, SEEDS = 6, 10, range(10)


def accuracies(data: Bunch) -> np.ndarray:
    """Of every gamma, a row, on every split: learnt from 40 examples, tried on 40 others."""
    splits = ShuffleSplit(SPLITS, train_size=40, test_size=40, random_state=0)
    models = [make_pipeline(StandardScaler(), SVC(gamma=gamma)) for gamma in GAMMAS]
    return np.array([cross_val_score(model, data.data, data.target, cv=splits) for model in models])


def likely_curves(guessing: float) -> np.ndarray:
    """What is believed beforehand: one hill, anywhere, of three widths and three heights above what guessing gives."""
    shapes = np.vstack([hills(60, len(GAMMAS), width, seed=1) for width in (1.5, 2.5, 4.0)])
    return guessing + (1 - guessing) * np.vstack([height * shapes for height in (0.5, 0.75, 1.0)])


def shortfalls(measured: np.ndarray, prior: np.ndarray, seed: int) -> list[float]:
    """How far the recommended gamma falls short of the best one, in the mean over all splits."""
    source, mean, noise = np.random.default_rng(seed), measured.mean(1), float(measured.std(1).mean())

    def one_split(point: int) -> float:
        return float(measured[point, source.integers(SPLITS)])

    chosen = (
        Unleo(prior, noise, BUDGET, simulations=150, c=0.05, seed=seed).optimise(one_split),
        measure_at_random(prior, noise, BUDGET, one_split, seed=seed),
    )
    return [float(mean.max() - mean[point]) for point in chosen]


DATA = {"wine": load_wine(), "breast cancer": load_breast_cancer(), "digits": load_digits()}
print(f"Accuracy lost against the best gamma, {BUDGET} measurements, mean of {len(SEEDS)} runs:")
for name, data in DATA.items():
    prior = likely_curves(np.bincount(data.target).max() / len(data.target))
    measured = accuracies(data)
    unleo, by_chance = np.mean([shortfalls(measured, prior, seed) for seed in SEEDS], axis=0)
    print(f"    {name:14} UNLEO {unleo:.3f}, random search {by_chance:.3f} (the best has {measured.mean(1).max():.3f})")
