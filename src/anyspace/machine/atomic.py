"""Atomic memory operations for kernels that several threads run at once, on addresses.

Each is a plain function that works through ctypes under one lock, so that kernels also run uncompiled; `register()`
tells Numba how to lower it to the machine's own instruction. All of them are sequentially consistent but `load` and
`store`, which acquire and release: what a thread wrote before its `store` is seen by whoever has `load`ed that value.
"""

from __future__ import annotations

import ctypes
import functools
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

_one_at_a_time = threading.Lock()


def address_of(array: Any) -> int:
    """Where the array's first byte is."""
    return int(array.ctypes.data)


def add16(address: Any, value: Any) -> int:
    """Add to an unsigned 16-bit integer; returns what it was."""
    return _add(ctypes.c_uint16, address, value)


def add32(address: Any, value: Any) -> int:
    """Add to a 32-bit integer; returns what it was."""
    return _add(ctypes.c_int32, address, value)


def add64(address: Any, value: Any) -> int:
    """Add to a 64-bit integer; returns what it was."""
    return _add(ctypes.c_int64, address, value)


def or32(address: Any, bits: Any) -> int:
    """Set bits of a 32-bit integer; returns what it was."""
    return _change(address, lambda word: word | int(bits))


def and32(address: Any, bits: Any) -> int:
    """Clear all other bits of a 32-bit integer; returns what it was."""
    return _change(address, lambda word: word & int(bits))


def add_float(address: Any, value: Any) -> None:
    """Add to a 64-bit floating-point number."""
    _add(ctypes.c_double, address, value)


def swap32(address: Any, expected: Any, new: Any) -> bool:
    """If the 32-bit integer at `address` is `expected`, make it `new`; returns whether it was."""
    with _one_at_a_time:
        place = ctypes.c_uint32.from_address(int(address))
        matches = place.value == int(expected) & 0xFFFFFFFF
        if matches:
            place.value = int(new) & 0xFFFFFFFF
        return matches


def load32(address: Any) -> int:
    """The 32-bit integer at `address`."""
    return ctypes.c_int32.from_address(int(address)).value


def load64(address: Any) -> int:
    """The 64-bit integer at `address`."""
    return ctypes.c_int64.from_address(int(address)).value


def store32(address: Any, value: Any) -> None:
    """Make the 32-bit integer at `address` `value`."""
    ctypes.c_int32.from_address(int(address)).value = int(value)


def fetch(address: Any) -> None:
    """What is at `address` will be written to soon: have the processor take hold of it meanwhile."""


def pause() -> None:
    """Within a loop that waits for another thread: let the processor breathe."""
    time.sleep(0)


def _add(kind: Any, address: Any, value: Any) -> Any:
    with _one_at_a_time:
        place = kind.from_address(int(address))
        before = place.value
        place.value = before + (float(value) if kind is ctypes.c_double else int(value))
        return before


def _change(address: Any, change: Callable[[int], int]) -> int:
    with _one_at_a_time:
        place = ctypes.c_int32.from_address(int(address))
        before = place.value
        place.value = change(before)
        return before


NATIVES = (address_of, add16, add32, add64, or32, and32, add_float, swap32, load32, load64, store32, fetch, pause)
for _function in NATIVES:
    setattr(_function, "__anyspace_native__", True)  # noqa: B010


@functools.cache
def register() -> None:
    """Teach Numba the functions above. Idempotent."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    def pointer(builder: Any, address: Any, kind: Any) -> Any:
        return builder.inttoptr(address, kind.as_pointer())

    def changing(operation: str, bits: int) -> Any:
        @intrinsic
        def change(typing: Any, address: Any, value: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                kind = ir.IntType(bits)
                operand = builder.trunc(values[1], kind) if bits < 64 else values[1]
                before = builder.atomic_rmw(operation, pointer(builder, values[0], kind), operand, "seq_cst")
                return builder.sext(before, ir.IntType(64)) if bits < 64 else before

            return types.int64(types.int64, types.int64), generate

        return change

    @intrinsic
    def add_double(typing: Any, address: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            place = pointer(builder, values[0], ir.DoubleType())
            builder.atomic_rmw("fadd", place, values[1], "seq_cst")
            return context.get_dummy_value()

        return types.void(types.int64, types.float64), generate

    @intrinsic
    def compare_and_swap(typing: Any, address: Any, expected: Any, new: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            kind = ir.IntType(32)
            place = pointer(builder, values[0], kind)
            old, fresh = (builder.trunc(value, kind) for value in values[1:])
            return builder.extract_value(builder.cmpxchg(place, old, fresh, "seq_cst", "seq_cst"), 1)

        return types.boolean(types.int64, types.int64, types.int64), generate

    def loading(bits: int) -> Any:
        @intrinsic
        def load(typing: Any, address: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                place = pointer(builder, values[0], ir.IntType(bits))
                value = builder.load_atomic(place, "acquire", bits // 8)
                return builder.sext(value, ir.IntType(64)) if bits < 64 else value

            return types.int64(types.int64), generate

        return load

    @intrinsic
    def store_word(typing: Any, address: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            kind = ir.IntType(32)
            builder.store_atomic(builder.trunc(values[1], kind), pointer(builder, values[0], kind), "release", 4)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    @intrinsic
    def prefetch_to_write(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
            prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            to_write, keep, data = (ir.Constant(word, value) for value in (1, 3, 1))
            builder.call(prefetch, [builder.inttoptr(values[0], byte), to_write, keep, data])
            return context.get_dummy_value()

        return types.void(types.int64), generate

    @intrinsic
    def breathe(typing: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            if builder.module.triple.split("-")[0] in ("x86_64", "i686", "amd64"):
                kind = ir.FunctionType(ir.VoidType(), [])
                builder.call(builder.module.declare_intrinsic("llvm.x86.sse2.pause", fnty=kind), [])
            return context.get_dummy_value()

        return types.void(), generate

    @intrinsic
    def data_of(typing: Any, array: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            from numba.core import cgutils

            proxy = cgutils.create_struct_proxy(signature.args[0])(context, builder, values[0])
            return builder.ptrtoint(proxy.data, ir.IntType(64))

        return types.int64(array), generate

    two: dict[Any, Any] = {
        add16: changing("add", 16),
        add32: changing("add", 32),
        add64: changing("add", 64),
        or32: changing("or", 32),
        and32: changing("and", 32),
        add_float: add_double,
        store32: store_word,
    }
    one: dict[Any, Any] = {address_of: data_of, load32: loading(32), load64: loading(64), fetch: prefetch_to_write}
    for function, lowered in two.items():
        _overload_two(overload, function, lowered)
    for function, lowered in one.items():
        _overload_one(overload, function, lowered)

    @overload(swap32, strict=False)
    def _swap(address: Any, expected: Any, new: Any) -> Any:
        return lambda address, expected, new: compare_and_swap(np.int64(address), np.int64(expected), np.int64(new))

    @overload(pause, strict=False)
    def _pause() -> Any:
        return lambda: breathe()


def _overload_two(overload: Any, function: Any, lowered: Any) -> None:
    if function is add_float:
        overload(function, strict=False)(
            lambda address, value: lambda address, value: lowered(np.int64(address), value)
        )
    else:
        overload(function, strict=False)(
            lambda address, value: lambda address, value: lowered(np.int64(address), np.int64(value))
        )


def _overload_one(overload: Any, function: Any, lowered: Any) -> None:
    overload(function, strict=False)(lambda address: lambda address: lowered(address))
