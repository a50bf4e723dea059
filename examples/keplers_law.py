"""Kepler's third law from figures of the planets: nested search looks for a formula of the distance."""

import random

import numpy as np

from anyspace.problems.expressions import Language, Rules, Score, discover, value_of, written

PLANETS = {  # mean distance from the sun in that of the earth, time of a turn around it in years
    "Mercury": (0.387, 0.241),
    "Venus": (0.723, 0.615),
    "Earth": (1.000, 1.000),
    "Mars": (1.524, 1.881),
    "Jupiter": (5.203, 11.862),
    "Saturn": (9.537, 29.447),
    "Uranus": (19.191, 84.017),
    "Neptune": (30.069, 164.79),
}
DISTANCES, PERIODS = np.array(list(PLANETS.values())).T
LANGUAGE = Language(("+", "-", "*", "/"), ("x", "1", "2", "3"), longest=7)
PLAYOUTS = 3000


def closeness_to(wanted: np.ndarray) -> Score:
    """Minus the mean relative error over all planets, so that Mercury counts as much as Neptune."""

    def score(signs: tuple[str, ...]) -> float:
        with np.errstate(all="ignore"):
            error = float(np.abs(value_of(signs, DISTANCES) / wanted - 1).mean())
        return -error if np.isfinite(error) else -np.inf

    return score


def best_of_random_formulas(score: Score, count: int, seed: int) -> tuple[str, float]:
    """What comes of random signs: what nested search is compared with."""
    source, found = random.Random(seed), []
    for _ in range(count):
        formula = Rules(LANGUAGE, score).start()
        while formula.left:
            formula.play(source.choice(formula.moves()))
        found.append(formula)
    best = max(found, key=lambda formula: formula.returns()[0])
    return written(best.signs), best.returns()[0]


print(f"A formula of the distance x, up to {LANGUAGE.longest} signs, for ...")
for name, power in {"the period": 1, "the period squared": 2, "the period cubed": 3}.items():
    score = closeness_to(PERIODS**power)
    nested = discover(score, LANGUAGE, method="nmcs:level=2", iterations=PLAYOUTS, seed=1)
    drawn, value = best_of_random_formulas(score, PLAYOUTS, seed=1)
    print(f"{name}:")
    print(f"    nested search    {nested.text:32} {-nested.score:7.2%} off")
    print(f"    random formulas  {drawn:32} {-value:7.2%} off")
