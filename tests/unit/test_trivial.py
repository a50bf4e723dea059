"""Functions that do nothing but answer: they are recognized, and what takes their place answers the same."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from anyspace.machine.jit import compile_kernel
from anyspace.machine.trivial import answer_of, stand_in

SEVEN = 7


def nothing(a, b):
    """Says nothing."""


def no(a):
    return False


def zero(a):
    return 0.0


def seven(a, b, c):
    return SEVEN


def second(a, b):
    return b


def busy(a):
    return a + 1


def defaulted(a=1):
    return a


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        (nothing, ("constant", None)),
        (no, ("constant", False)),
        (zero, ("constant", 0.0)),
        (seven, ("constant", 7)),
        (second, ("argument", 1)),
        (busy, None),
        (defaulted, None),
    ],
    ids=lambda given: getattr(given, "__name__", ""),
)
def test_recognized(function, answer):
    assert answer_of(function) == answer


@pytest.mark.parametrize("arguments", [(2, 5), (2.5, np.int8(3)), (1, True)], ids=["ints", "mixed", "bool"])
def test_what_is_handed_through(arguments):
    made = stand_in(2, "argument", 1)

    @numba.njit
    def ask(a, b):
        return made(a, b)

    assert ask(*arguments) == arguments[1]


def test_in_a_kernel():
    def kernel(a):
        nothing(a, a)
        return seven(a, a, a) + second(zero(a), a) if not no(a) else -1

    assert compile_kernel(kernel, "a test")(4) == 11
