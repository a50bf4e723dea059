"""What the compiler remembers is what it would have found: the same variables, the same equality, the same types."""

from __future__ import annotations

from typing import Any

import pytest
from numba import njit, types
from numba.core import ir
from numba.core.compiler import Flags
from numba.core.typing import Context

from anyspace.machine import bookkeeping


@pytest.fixture(autouse=True)
def changed() -> tuple[str, ...]:
    found = bookkeeping.register()
    if len(found) < 3:
        pytest.skip(f"this Numba is another one than was expected: only {found} could be changed")
    return found


def test_options_are_equal_if_all_their_values_are() -> None:
    one, other = Flags(), Flags()
    assert one == other and hash(one) == hash(other)
    one.nrt = True
    assert one != other and hash(one) == hash(other)
    other.nrt = True
    assert one == other
    one.boundscheck = Flags().boundscheck  # set to what it is anyway
    assert one == other and one.copy() == one and one != "flags"


def test_variables_are_found_wherever_they_are() -> None:
    place = ir.Loc("here", 1)
    scope = ir.Scope(None, place)
    a, b, c = (ir.Var(scope, name, place) for name in "abc")
    call = ir.Expr.call(a, [b, c], {"k": b}, place)
    names = [var.name for var in ir.Assign(call, c, place).list_vars()]
    assert sorted(names) == sorted(["c", "a", "b", "c", "b"])
    assert ir.Expr.build_tuple([], place).list_vars() == []
    assert ir.Return(a, place).list_vars() == [a]


def test_a_call_is_typed_once_and_as_before() -> None:
    import operator

    context = Context()
    context.refresh()
    add = context.resolve_value_type(operator.add)
    first = add.get_call_type(context, (types.int64, types.float64), {})
    assert first.return_type == types.float64
    assert add.get_call_type(context, (types.int64, types.float64), {}) is first
    assert add.get_call_type(context, (types.int64, types.int64), {}).return_type == types.int64


def test_what_does_not_fit_is_said_every_time() -> None:
    def wrong(x: Any) -> Any:
        return x + "a"

    for _ in range(2):
        with pytest.raises(Exception, match="No implementation of function"):
            njit(wrong)(1)
