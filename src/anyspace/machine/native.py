"""The few things Python cannot say and kernels need: calling a C address, copying raw bytes.

Each is a plain function that works through ctypes, so kernels also run uncompiled. `register()` tells Numba how
to lower them to one machine instruction sequence each; it is called before the first compilation.
"""

from __future__ import annotations

import ctypes
import functools
import time
from typing import Any

WORD = ctypes.c_int64


@functools.cache
def prototype(arity: int) -> Any:
    """The C type of every rule: 64-bit integers and addresses in, a 64-bit integer out."""
    return ctypes.CFUNCTYPE(WORD, *[WORD] * arity)


@functools.lru_cache(maxsize=4096)
def _function_at(address: int, arity: int) -> Any:
    return prototype(arity)(address)


def call(address: int, arguments: tuple[int, ...]) -> int:
    """Call the C function at `address`. No exception crosses it: rules answer with codes."""
    return int(_function_at(int(address), len(arguments))(*map(int, arguments)))


def copy_bytes(target: int, source: int, count: int) -> None:
    """memcpy between two addresses."""
    ctypes.memmove(int(target), int(source), int(count))


def zero_bytes(target: int, count: int) -> None:
    """memset to zero."""
    ctypes.memset(int(target), 0, int(count))


@functools.cache
def register() -> None:
    """Teach Numba the functions above, and the atomic ones. Idempotent."""
    from . import atomic

    atomic.register()
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    word = ir.IntType(64)

    @intrinsic
    def call_address(typing: Any, address: Any, arguments: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            target, packed = values
            arguments_type = signature.args[1]
            words = [
                context.cast(builder, builder.extract_value(packed, i), kind, types.int64)
                for i, kind in enumerate(arguments_type)
            ]
            function = ir.FunctionType(word, [word] * len(words))
            return builder.call(builder.inttoptr(target, function.as_pointer()), words)

        return types.int64(types.int64, arguments), generate

    @intrinsic
    def copy_memory(typing: Any, target: Any, source: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            byte_pointer = ir.IntType(8).as_pointer()
            target, source, count = values
            memcpy = builder.module.declare_intrinsic("llvm.memcpy", [byte_pointer, byte_pointer, word])
            builder.call(
                memcpy,
                [
                    builder.inttoptr(target, byte_pointer),
                    builder.inttoptr(source, byte_pointer),
                    count,
                    ir.Constant(ir.IntType(1), 0),
                ],
            )
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), generate

    @intrinsic
    def zero_memory(typing: Any, target: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            byte = ir.IntType(8)
            target, count = values
            memset = builder.module.declare_intrinsic("llvm.memset", [byte.as_pointer(), word])
            pointer = builder.inttoptr(target, byte.as_pointer())
            builder.call(memset, [pointer, ir.Constant(byte, 0), count, ir.Constant(ir.IntType(1), 0)])
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    @overload(call, strict=False)
    def _call(address: Any, arguments: Any) -> Any:
        return lambda address, arguments: call_address(address, arguments)

    @overload(copy_bytes, strict=False)
    def _copy_bytes(target: Any, source: Any, count: Any) -> Any:
        return lambda target, source, count: copy_memory(target, source, count)

    @overload(zero_bytes, strict=False)
    def _zero_bytes(target: Any, count: Any) -> Any:
        return lambda target, count: zero_memory(target, count)


call.__anyspace_native__ = True  # type: ignore[attr-defined]
copy_bytes.__anyspace_native__ = True  # type: ignore[attr-defined]
zero_bytes.__anyspace_native__ = True  # type: ignore[attr-defined]


@functools.cache
def yield_address() -> int:
    """Where the system's function is that gives the processor to another thread; 0 if it has none that we know."""
    windows = getattr(ctypes, "windll", None)
    return _address(windows.kernel32, "SwitchToThread") if windows is not None else _address(None, "sched_yield")


@functools.cache
def clock_address() -> int:
    """Where the system's function is that tells the time as `time.clock_gettime` does; 0 if it has none."""
    return _address(None, "clock_gettime") if hasattr(time, "clock_gettime_ns") else 0


def _address(library: Any, name: str) -> int:
    function = getattr(library or ctypes.CDLL(None), name, None)
    return ctypes.cast(function, ctypes.c_void_p).value or 0 if function is not None else 0
