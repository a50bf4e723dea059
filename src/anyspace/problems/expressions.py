"""Expressions found by nested search: formulas through points, polynomials that give primes (Cazenave 2010; survey,
VII-H2).

An expression is written down in prefix order, sign by sign; a move is the next sign. What is left open is counted, so
that every expression comes to an end within `longest` signs. The score is up to the problem, a function of the
expression: how near it comes to given points, how many primes it gives in a row, or any function of one's own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import OptionError
from ..rules.game import OVER
from ..rules.objects import PythonGame
from ..solve.one_player.solo import Solo
from .arrays import array_of

OPERATORS: dict[str, tuple[int, Callable[..., Any]]] = {
    "+": (2, np.add),
    "-": (2, np.subtract),
    "*": (2, np.multiply),
    "/": (2, np.divide),
    "sin": (1, np.sin),
    "exp": (1, np.exp),
    "abs": (1, np.abs),
}
"""Arity and meaning."""


@dataclass(frozen=True)
class Language:
    """The signs that expressions are made of: operators, and atoms, which are `x` or numbers."""

    operators: tuple[str, ...] = ("+", "-", "*")
    atoms: tuple[str, ...] = ("x", "1", "2", "3")
    longest: int = 15

    def __post_init__(self) -> None:
        unknown = [sign for sign in self.operators if sign not in OPERATORS]
        if unknown:
            raise OptionError(f"expressions: an operator must be one of {' '.join(OPERATORS)}, not {unknown[0]!r}")
        if not self.atoms or len({*self.operators, *self.atoms}) != len(self.operators) + len(self.atoms):
            raise OptionError("expressions: there must be atoms, and no sign twice")
        for atom in self.atoms:
            if atom != "x" and not _is_number(atom):
                raise OptionError(f"expressions: an atom is x or a number, not {atom!r}")
        if isinstance(self.longest, bool) or not isinstance(self.longest, int) or not 1 <= self.longest <= 200:
            raise OptionError(f"expressions: longest must be from 1 to 200, not {self.longest!r}")

    def arity(self, sign: str) -> int:
        return OPERATORS[sign][0] if sign in self.operators else 0


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def value_of(signs: Sequence[str], x: Any) -> Any:
    """What an expression is worth where x is a number or an array of them."""
    x = np.asarray(x, float)
    values: list[Any] = []
    with np.errstate(all="ignore"):
        for sign in reversed(signs):
            if sign in OPERATORS:
                arity, meaning = OPERATORS[sign]
                values.append(meaning(*(values.pop() for _ in range(arity))))
            else:
                values.append(x if sign == "x" else np.full_like(x, float(sign)))
    return values[0]


def written(signs: Sequence[str]) -> str:
    """As people write it, with brackets."""
    rest = list(signs)

    def next_one() -> str:
        sign = rest.pop(0)
        if sign not in OPERATORS:
            return sign
        if OPERATORS[sign][0] == 1:
            inside = next_one()
            return f"{sign}{inside}" if inside.startswith("(") else f"{sign}({inside})"
        left, right = next_one(), next_one()
        return f"({left} {sign} {right})"

    return next_one()


Score = Callable[[tuple[str, ...]], float]
"""Of a complete expression: the more the better; -inf for what is out of the question."""

WORST = -1e300
"""What -inf counts as: payoffs are finite."""


class Rules:
    """The game of a language and a score, for `PythonGame`."""

    def __init__(self, language: Language, score: Score) -> None:
        self.language, self.score = language, score
        self.signs = (*language.atoms, *language.operators)
        self.players, self.max_moves, self.max_length = 1, len(self.signs), language.longest

    def start(self) -> Growing:
        return Growing(self, ())

    def worth(self, signs: tuple[str, ...]) -> float:
        """What a complete expression scores. Raises `OptionError` where that is no number."""
        found = self.score(signs)
        try:
            score = float(found)
        except (TypeError, ValueError):
            score = math.nan
        if math.isnan(score) or score == math.inf:
            wanted = "expected a number, or -inf for what is out of the question"
            raise OptionError(f"expressions: the score of {written(signs)} is {found!r}; {wanted}")
        return max(score, WORST)


class Growing:
    """The beginning of an expression."""

    def __init__(self, rules: Rules, signs: tuple[str, ...], left: int = 1) -> None:
        self.rules, self.signs, self.left = rules, signs, left

    def mover(self) -> int:
        return OVER if self.left == 0 else 0

    def moves(self) -> list[str]:
        """All signs after which there is room to fill what is left open."""
        room = self.rules.language.longest - len(self.signs) - self.left
        return [sign for sign in self.rules.signs if self.rules.language.arity(sign) <= room]

    def play(self, sign: str) -> None:
        self.signs += (sign,)
        self.left += self.rules.language.arity(sign) - 1

    def returns(self) -> list[float]:
        """What is not complete yet is filled up with the first atom."""
        return [self.rules.worth(self.signs + self.rules.language.atoms[:1] * self.left)]

    def copy(self) -> Growing:
        return Growing(self.rules, self.signs, self.left)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Growing) and self.signs == other.signs

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return " ".join([*self.signs, *["_"] * self.left])


@dataclass(frozen=True)
class Found:
    """The best expression."""

    signs: tuple[str, ...]
    score: float
    playouts: int

    @property
    def text(self) -> str:
        return written(self.signs)


def discover(
    score: Score, language: Language = Language(), *, method: str = "nmcs:level=2", iterations: int = 20_000,
    seconds: float | None = None, seed: int | None = None, target: float | None = None,
) -> Found:  # fmt: skip
    """The best expression that a method for one player finds. `target`: good enough."""
    game = PythonGame(Rules(language, score), payoffs=(None, None))
    result = Solo(game, method, seed=seed).run(game.start(), iterations=iterations, seconds=seconds, target=target)
    return Found(tuple(result.line), result.value, result.stats.iterations)


# ---- problems


def through(points: Iterable[tuple[float, float]]) -> Score:
    """How near an expression comes to points: minus the mean distance; 0 is through all of them."""
    complaint = "expressions: points must be pairs of finite numbers"
    given = array_of(list(points), complaint)
    if given.ndim != 2 or given.shape[1] != 2 or not np.isfinite(given).all():
        raise OptionError(complaint)

    def score(signs: tuple[str, ...]) -> float:
        distance = np.abs(value_of(signs, given[:, 0]) - given[:, 1]).mean()
        return -float(distance) if np.isfinite(distance) else -math.inf

    return score


def primes_in_a_row(most: int = 100) -> Score:
    """How many different primes an expression gives for x = 0, 1, 2, ... before it gives something else."""

    def score(signs: tuple[str, ...]) -> float:
        seen: set[int] = set()
        for value in value_of(signs, np.arange(most)).tolist():
            number = abs(value)
            if not (number.is_integer() and 2 <= number < 1e12 and number not in seen and is_prime(int(number))):
                break
            seen.add(int(number))
        return float(len(seen))

    return score


def is_prime(number: int) -> bool:
    """By trial."""
    return number >= 2 and all(number % divisor for divisor in range(2, math.isqrt(number) + 1))
