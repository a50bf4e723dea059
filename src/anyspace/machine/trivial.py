"""Functions that do nothing but return a constant or one of their arguments: most of the loop's questions are answered
so in most searches, and a compiler spends as long on such a function as on any other. What calls them gets the answer.
"""

from __future__ import annotations

import dis
import types
from typing import Any

_SILENT = ("RESUME", "NOP", "COPY_FREE_VARS", "CACHE", "PRECALL")


def answer_of(function: types.FunctionType) -> tuple[str, Any] | None:
    """`("constant", value)` or `("argument", index)` for such a function; None for one that does anything."""
    code = function.__code__
    if code.co_flags & 0x0C or code.co_kwonlyargcount or function.__defaults__:  # *args, **kwargs
        return None
    steps = [step for step in dis.get_instructions(code) if step.opname not in _SILENT]
    if len(steps) == 1 and steps[0].opname == "RETURN_CONST":
        return _constant(steps[0].argval)
    if len(steps) != 2 or steps[1].opname != "RETURN_VALUE":
        return None
    if steps[0].opname == "LOAD_CONST":
        return _constant(steps[0].argval)
    if steps[0].opname in ("LOAD_FAST", "LOAD_FAST_BORROW"):
        return "argument", code.co_varnames.index(steps[0].argval)
    if steps[0].opname == "LOAD_GLOBAL":
        return _constant(function.__globals__.get(steps[0].argval, ...))
    return None


def _constant(value: Any) -> tuple[str, Any] | None:
    return ("constant", value) if value is None or type(value) in (bool, int, float) else None


def stand_in(arguments: int, kind: str, value: Any) -> Any:
    """What a compiled function may call in place of one with that many arguments and that answer."""
    from numba import types as numba_types
    from numba.extending import intrinsic

    known = {bool: numba_types.boolean, int: numba_types.int64, float: numba_types.float64}

    def typed(given: tuple[Any, ...]) -> Any:
        if kind == "constant":
            answer = known.get(type(value), numba_types.none)
        else:
            answer = numba_types.unliteral(given[value])

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            if kind == "argument":
                return context.cast(builder, values[value], given[value], answer)
            return context.get_dummy_value() if value is None else context.get_constant(answer, value)

        return answer(*given), generate

    names = ", ".join(f"a{i}" for i in range(arguments))
    scope: dict[str, Any] = {"typed": typed}
    exec(f"def answer(context, {names}):\n    return typed(({names}{',' if arguments else ''}))", scope)
    return intrinsic(scope["answer"])
