"""Expressions: the game of writing one, what it is worth, Euler's primes."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solve.plain import plainly

from anyspace import PythonGame
from anyspace.errors import OptionError
from anyspace.problems.expressions import (
    Language,
    Rules,
    discover,
    is_prime,
    primes_in_a_row,
    through,
    value_of,
    written,
)

__all__ = ["plainly"]

EULER = ("+", "*", "x", "+", "x", "1", "41")


def test_values_and_texts() -> None:
    assert written(EULER) == "((x * (x + 1)) + 41)"
    assert value_of(EULER, [0, 1, 2]).tolist() == [41, 43, 47]
    assert value_of(("-", "x", "3"), 5) == 2 and value_of(("/", "1", "x"), 0) == np.inf
    assert written(("sin", "+", "x", "1")) == "sin(x + 1)" and written(("exp", "x")) == "exp(x)"


def test_primes() -> None:
    assert [number for number in range(20) if is_prime(number)] == [2, 3, 5, 7, 11, 13, 17, 19]
    assert primes_in_a_row()(EULER) == 40
    assert primes_in_a_row()(("2",)) == 1, "a prime counts once"
    assert primes_in_a_row()(("+", "x", "2")) == 2


@settings(max_examples=40, deadline=None)
@given(longest=st.integers(1, 12), source=st.randoms(use_true_random=False))
def test_every_expression_comes_to_an_end(longest: int, source: random.Random) -> None:
    language = Language(("+", "*", "sin"), ("x", "2"), longest)
    state = Rules(language, through([(1, 2), (2, 4)])).start()
    while state.mover() == 0:
        assert np.isfinite(state.returns()[0]) and str(state)
        state.play(source.choice(state.moves()))
    assert len(state.signs) <= longest
    text = written(state.signs).replace("sin", "np.sin")
    assert value_of(state.signs, 1.5) == pytest.approx(eval(text, {"np": np, "x": 1.5}))


def test_a_formula_is_found() -> None:
    """By random play that keeps the best, where nothing has to be compiled: x + 2 is short enough for that."""
    game = PythonGame(Rules(Language(("+", "*"), ("x", "2"), 3), through([(0, 2), (3, 5)])), payoffs=(None, None))
    source, best = random.Random(1), -np.inf
    for _ in range(200):
        state = game.start()
        while not state.over:
            state.play(source.choice(state.moves()))
        best = max(best, state.returns()[0])
    assert best == 0.0


@pytest.mark.parametrize(
    "options",
    [dict(operators=("?",)), dict(atoms=()), dict(atoms=("x", "x")), dict(atoms=("y",)), dict(longest=0)],
)
def test_bad_languages(options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="expressions: "):
        Language(**options)  # type: ignore[arg-type]


def test_bad_points() -> None:
    for points in ([], [(1, float("nan"))]):
        with pytest.raises(OptionError, match="points must be pairs"):
            through(points)
    with pytest.raises(OptionError, match="points must be pairs"):
        through([(1, "two")])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("gives", "says"), [(math.nan, "nan"), (math.inf, "inf"), ("high", "'high'"), (None, "None"), (np.nan, "nan")]
)
@pytest.mark.usefixtures("plainly")
def test_a_score_that_is_no_number_is_told(gives: Any, says: str) -> None:
    def score(signs: tuple[str, ...]) -> float:
        return gives if signs == ("/", "x", "x") else 0.0

    complaint = rf"^expressions: the score of \(x / x\) is {says}; expected a number, or -inf for what is out of the"
    with pytest.raises(OptionError, match=complaint):
        discover(score, Language(("/",), ("x",), 3), method="reflexive:level=1,games=1", iterations=50, seed=1)


@pytest.mark.usefixtures("plainly")
def test_what_is_out_of_the_question_is_never_the_best() -> None:
    found = discover(
        lambda signs: -math.inf if len(signs) == 1 else -5.0,
        Language(("/",), ("x",), 3),
        method="reflexive:level=1,games=1",
        iterations=50,
        seed=1,
    )
    assert (found.text, found.score) == ("(x / x)", -5.0)
