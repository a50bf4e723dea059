"""Which examples should be given a label first? BAAL beside random questions, on the irises and the handwritten digits
of scikit-learn."""

import numpy as np
from sklearn.datasets import load_digits, load_iris
from sklearn.decomposition import PCA
from sklearn.utils import Bunch

from anyspace.problems.baal import Baal, ask_at_random

SEEDS = range(10)


def two_classes(data: Bunch, first: int, second: int) -> tuple[np.ndarray, np.ndarray]:
    """Examples of two classes and their labels: three main components of what was measured, and a 1, so that the
    plane between the classes may lie anywhere."""
    chosen = np.isin(data.target, (first, second))
    x = PCA(3, whiten=True, random_state=0).fit_transform(data.data[chosen])
    return np.hstack([x, np.ones((len(x), 1))]), np.where(data.target[chosen] == first, 1, -1)


def told_wrong(x: np.ndarray, labels: np.ndarray, budget: int, seed: int) -> list[float]:
    """The share of all examples, after so many labels: by BAAL, by random questions."""

    def oracle(example: int) -> int:
        return int(labels[example])

    baal = Baal(x, budget=budget, simulations=150, seed=seed).learn(oracle)
    by_chance = ask_at_random(x, budget, oracle, seed=seed)
    return [float((np.sign(x @ plane) != labels).mean()) for plane in (baal, by_chance)]


irises, digits = load_iris(), load_digits()
PROBLEMS = {
    "irises: setosa or versicolor": (two_classes(irises, 0, 1), 5),
    "irises: setosa or virginica": (two_classes(irises, 0, 2), 5),
    "digits: 0 or 1": (two_classes(digits, 0, 1), 8),
    "digits: 4 or 6": (two_classes(digits, 4, 6), 8),
    "digits: 3 or 4": (two_classes(digits, 3, 4), 8),
}
print(f"Examples told wrong, mean of {len(SEEDS)} runs      labels    BAAL  random questions")
for name, ((x, labels), budget) in PROBLEMS.items():
    baal, by_chance = np.mean([told_wrong(x, labels, budget, seed) for seed in SEEDS], axis=0)
    print(f"{name:28} {budget:9} of {len(x)} {baal:7.1%} {by_chance:17.1%}")
