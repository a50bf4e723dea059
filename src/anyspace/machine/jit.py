"""From plain Python functions to machine code: what a function reaches, its fingerprint, its compilation.

Rules and kernels are undecorated functions. `compile_c` and `compile_kernel` follow every function they call
(through globals and closures), compile the whole family together and cache the result under a fingerprint of all
that went in: bytecode, constants, captured values, compiler options, versions. No source text is needed, so
rules typed into a notebook are cached like any other.
"""

from __future__ import annotations

import builtins
import dis
import functools
import hashlib
import os
import pickle
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import GameError
from . import cache, inlined, trivial
from .complaint import in_our_words

Function = types.FunctionType


def checked_by_default() -> bool:
    """`ANYSPACE_CHECKED=1` compiles everything with bounds checks: the debug switch."""
    return os.environ.get("ANYSPACE_CHECKED", "") not in ("", "0")


def quickly() -> bool:
    """`ANYSPACE_QUICK=1` compiles rules a quarter sooner, to run up to a tenth slower: for tests."""
    return os.environ.get("ANYSPACE_QUICK", "") not in ("", "0")


# ---- what a function reaches -------------------------------------------------------------------------------------


def names_in(code: types.CodeType) -> set[str]:
    """Names that `code`, or a function defined inside it, looks up as globals; attributes of the same name are not."""
    found = {step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= names_in(constant)
    return found


def _references(function: Function) -> Iterator[tuple[str, Any]]:
    """The globals and captured variables that `function` uses, by name."""
    for name in sorted(names_in(function.__code__)):
        if name in function.__globals__:
            value = function.__globals__[name]
            yield name, value
            if isinstance(value, types.ModuleType) and not _is_known(value.__name__):
                for inner in function.__code__.co_names:  # `settings.SIZE` compiles to the number behind it
                    constant = getattr(value, inner, None)
                    if isinstance(constant, bool | int | float | tuple | np.generic | np.ndarray):
                        yield f"{name}.{inner}", constant
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def plain(value: Any) -> Any:
    """The Python function behind a Numba dispatcher; anything else as it is."""
    return value.py_func if hasattr(value, "py_func") else value


def _is_known(module: str | None) -> bool:
    """Whether Numba has its own lowering for what is in a module."""
    return (module or "").split(".")[0] in ("numba", "numpy", "math")


def is_rule(value: Any) -> bool:
    """Whether `value` is a Python function that must be compiled along. Natives and the functions of Numba and
    NumPy themselves are not: Numba has its own lowering for them."""
    return isinstance(value, Function) and not hasattr(value, "__anyspace_native__") and not _is_known(value.__module__)


# ---- the fingerprint ---------------------------------------------------------------------------------------------


def _describe(value: Any, seen: dict[int, int]) -> bytes:
    """Bytes that change whenever `value` would compile to something else."""
    value = plain(value)
    if isinstance(value, Function) and not is_rule(value):
        lowering = getattr(value, "__anyspace_native__", None)  # its source, where that is in no kernel but its users'
        return f"{value.__module__}.{value.__qualname__}".encode() + (lowering if isinstance(lowering, bytes) else b"")
    if isinstance(value, Function):
        if id(value) in seen:
            return b"function#%d" % seen[id(value)]
        seen[id(value)] = len(seen)
        parts = [_describe(value.__code__, seen), _describe(value.__defaults__, seen)]
        parts += [name.encode() + b"=" + _describe(target, seen) for name, target in _references(value)]
        return b"function(" + b";".join(parts) + b")"
    if isinstance(value, types.CodeType):
        inner = b",".join(_describe(constant, seen) for constant in value.co_consts)
        names = repr((value.co_names, value.co_varnames, value.co_freevars, value.co_argcount)).encode()
        return b"code(" + value.co_code + names + inner + b")"
    if isinstance(value, np.ndarray):
        return b"array" + repr((value.dtype.descr, value.shape)).encode() + value.tobytes()
    if isinstance(value, np.dtype):
        return b"dtype" + repr((value.descr, value.itemsize)).encode()
    if isinstance(value, tuple | list):
        return b"[" + b",".join(_describe(item, seen) for item in value) + b"]"
    if isinstance(value, types.ModuleType | type | types.BuiltinFunctionType):
        return getattr(value, "__qualname__", value.__name__).encode()
    if value is None or isinstance(value, bool | int | float | str | bytes | np.generic):
        return type(value).__name__.encode() + repr(value).encode()
    try:
        return pickle.dumps(value)
    except Exception:
        return repr(value).encode()


@functools.cache
def _toolchain() -> bytes:
    """Versions, and the sources that lower natives: part of every fingerprint."""
    import numba

    from . import answer_types, atomic, native

    lowering = (native, atomic, trivial, answer_types)
    sources = b"".join(Path(module.__file__ or "").read_bytes() for module in lowering)
    return repr((numba.__version__, np.__version__, sys.version_info[:2])).encode() + sources


def fingerprint(function: Any, *also: Any) -> str:
    """A short hash of everything `function` compiles from."""
    seen: dict[int, int] = {}
    content = b"|".join([_toolchain(), _describe(function, seen), *(_describe(item, seen) for item in also)])
    return hashlib.sha256(content).hexdigest()[:16]


# ---- compilation -------------------------------------------------------------------------------------------------


def bind(function: Callable[..., Any], **values: Any) -> Function:
    """A copy of `function` that sees `values` in place of globals of those names."""
    assert isinstance(function, Function)
    scope = {**function.__globals__, **values}
    return Function(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)


def _compiled_family(
    function: Function, tag: str, options: dict[str, Any], is_kernel: bool, only_inlined: bool
) -> Function:
    """A copy of `function` all of whose callees are jitted. `tag` goes into every name: compiled symbols of two
    processes meet in one cache, and equal names would link to each other's code. Callees may be `only_inlined`: then
    there is no code of their own."""
    import numba

    jitted: dict[int, Any] = {}
    under_way: set[int] = set()

    def copy_of(function: Function) -> Function:
        scope: dict[str, Any] = {"__builtins__": builtins, "__name__": __name__}
        cells = tuple(types.CellType() for _ in function.__closure__ or ())
        name = f"{function.__name__}_{len(jitted)}_{tag}"
        copy = types.FunctionType(function.__code__, scope, name, function.__defaults__, cells or None)
        copy.__qualname__ = name
        if jitted and only_inlined:  # all but the outermost
            inlined.register(name)
        jitted[id(function)] = numba.njit(**options)(copy)
        under_way.add(id(function))
        for cell, original in zip(cells, function.__closure__ or (), strict=True):
            cell.cell_contents = compiled(original.cell_contents)
        for used in names_in(function.__code__):
            if used in function.__globals__:
                scope[used] = compiled(function.__globals__[used])
        under_way.remove(id(function))
        return copy

    def compiled(value: Any) -> Any:
        value = plain(value)
        if not is_rule(value):
            return value
        if id(value) in under_way:  # Numba would inline it for ever, and a cached one aborts the process that loads it
            raise RecursionError(f"{value.__name__!r} calls itself; write a loop instead")
        if id(value) not in jitted:
            answer = trivial.answer_of(value) if is_kernel else None
            if answer is not None:
                jitted[id(value)] = trivial.stand_in(value.__code__.co_argcount, *answer)
            else:
                copy_of(value)
        return jitted[id(value)]

    return copy_of(function)


def _prepare(function: Function, checked: bool, also: Any, **more: bool) -> tuple[Function, str, dict[str, Any]]:
    from . import answer_types, bookkeeping, handing, native

    bookkeeping.register()
    native.register()
    answer_types.register()
    handing.register()
    # forceinline: kernels pass tuples of arrays, dozens of words, to small functions; inlined they cost nothing
    options = {"error_model": "numpy", "boundscheck": checked, "nogil": True, "forceinline": True, **more}
    is_kernel = also is None
    only_inlined = is_kernel or quickly()  # rules came out a tenth slower, and are small
    tag = fingerprint(function, sorted(options.items()), also, only_inlined)
    # nobody calls the inner functions but the compiler: what Python or C would need to call them was half of its time
    inner = {**options, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return _compiled_family(function, tag, inner, is_kernel, only_inlined), tag, options


def compile_c(function: Function, signature: Any, what: str, checked: bool = False, author: Any = None) -> Any:
    """Compile `function` to a C function (a Numba `CFunc`: keep it alive, use `.address`). `author` is the function
    inside it that somebody wrote, for the message if it does not compile."""
    from numba.core.ccallback import CFunc

    try:
        copy, tag, options = _prepare(function, checked or checked_by_default(), str(signature))
        del options["nogil"], options["forceinline"]
        compiled = CFunc(copy, (signature.args, signature.return_type), {}, options)
        cache.attach(compiled, copy, tag, what)
        compiled.compile()
    except Exception as error:  # mostly Numba's own, but a field that does not exist is a KeyError
        raise GameError(f"{what} does not compile: {in_our_words(error, author)}") from error
    return compiled


def compile_kernel(function: Function, what: str) -> Callable[..., Any]:
    """Compile a kernel, specialised on first call to the types it is given."""
    import numba

    if numba.config.DISABLE_JIT:
        return np.errstate(all="ignore")(function)  # integers wrap around, as in machine code
    # _nrt=False: kernels own no memory, and to count references to their arrays was up to a third of their time
    copy, tag, options = _prepare(function, checked_by_default(), None, _nrt=False)
    del options["forceinline"]
    compiled = numba.njit(**options)(copy)
    cache.attach(compiled, copy, tag, what)
    return compiled


def compiler_error(error: BaseException) -> str | None:
    """What a compiler complains of, in one line; None if it is not a compiler's error."""
    if type(error).__module__.startswith("numba."):
        return in_our_words(error)
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    module = where.tb_frame.f_globals.get("__name__", "") if where is not None else ""
    if module == __name__ or module.startswith("numba."):  # a field that does not exist is a KeyError
        return f"{type(error).__name__}: {in_our_words(error)}"
    return None
