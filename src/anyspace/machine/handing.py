"""Values that kernels leave in memory and find there again: tuples of arrays, handed over once and not with every call.

What Python hands to a kernel is taken apart array by array, tens of microseconds for a search; a kernel that works on
many searches in turn, or is called often, finds it at an address instead. Whoever laid a value down keeps it alive.
Each is a plain function, so that kernels also run uncompiled: then what lies there is where the Python object is.
"""

from __future__ import annotations

import ctypes
import functools
from pathlib import Path
from typing import Any

POINTER = ctypes.sizeof(ctypes.c_void_p)


def bytes_of(value: Any) -> int:
    """How much room `value` takes."""
    return POINTER


def lay(address: int, value: Any) -> None:
    """Leave `value` at `address`, where there is room for it."""
    ctypes.c_void_p.from_address(int(address)).value = id(value)


def lying(address: int, like: Any) -> Any:
    """What was laid there, which is of the type of `like`."""
    return ctypes.py_object.from_address(int(address)).value


LOWERING = Path(__file__).read_bytes()
for _function in (bytes_of, lay, lying):
    setattr(_function, "__anyspace_native__", LOWERING)  # noqa: B010


@functools.cache
def register() -> None:
    """Teach Numba the functions above. Idempotent."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    def leaves(kind: Any, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
        """The paths to all words of a value."""
        if isinstance(kind, ir.LiteralStructType | ir.IdentifiedStructType):
            return [leaf for i, each in enumerate(kind.elements) for leaf in leaves(each, (*path, i))]
        if isinstance(kind, ir.ArrayType):
            return [leaf for i in range(kind.count) for leaf in leaves(kind.element, (*path, i))]
        return [path]

    def place(builder: Any, pointer: Any, path: tuple[int, ...]) -> Any:
        return builder.gep(pointer, [ir.Constant(ir.IntType(32), i) for i in (0, *path)], inbounds=True)

    @intrinsic
    def size(typing: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return ir.Constant(ir.IntType(64), context.get_abi_sizeof(values[0].type))

        return types.int64(value), generate

    @intrinsic
    def put(typing: Any, address: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            pointer = builder.inttoptr(values[0], values[1].type.as_pointer())
            for path in leaves(values[1].type):  # word by word: whole structures the compiler takes apart slowly
                word = builder.extract_value(values[1], path) if path else values[1]
                builder.store(word, place(builder, pointer, path))
            return context.get_dummy_value()

        return types.void(types.int64, value), generate

    @intrinsic
    def get(typing: Any, address: Any, like: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            kind = values[1].type
            pointer, found = builder.inttoptr(values[0], kind.as_pointer()), ir.Constant(kind, ir.Undefined)
            for path in leaves(kind):
                word = builder.load(place(builder, pointer, path))
                found = builder.insert_value(found, word, path) if path else word
            return found

        return like(types.int64, like), generate

    @overload(bytes_of, strict=False)
    def _bytes_of(value: Any) -> Any:
        return lambda value: size(value)

    @overload(lay, strict=False)
    def _lay(address: Any, value: Any) -> Any:
        return lambda address, value: put(address, value)

    @overload(lying, strict=False)
    def _lying(address: Any, like: Any) -> Any:
        return lambda address, like: get(address, like)
