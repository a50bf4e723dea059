"""The same functions with others in place of some: how parts get into the loop.

A kernel is written against functions that say what the plain search does. `specialize` makes copies of the kernel and
of all that it calls in which some of these are replaced, by identity, not by name. The copies are plain Python, so a
search runs the same code compiled and not.
"""

from __future__ import annotations

import builtins
import types
from collections.abc import Mapping
from typing import Any

from .jit import Function, is_rule, names_in, plain


def twin_of(function: Any) -> Function:
    """Another function that does the same. A wrapper calls the twin of what it replaces: to call the function itself
    would be to call the wrapper."""
    return Function(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )


def specialize(function: Function, replacements: Mapping[Function, Function]) -> Function:
    """A copy of `function` and of everything that it reaches, with `replacements` in it."""
    made: dict[int, Function] = {}

    def copy_of(original: Function) -> Function:
        if id(original) in made:
            return made[id(original)]
        scope: dict[str, Any] = {"__builtins__": builtins, "__name__": original.__module__}
        cells = tuple(types.CellType() for _ in original.__closure__ or ())
        copy = Function(original.__code__, scope, original.__name__, original.__defaults__, cells or None)
        copy.__qualname__ = original.__qualname__
        made[id(original)] = copy
        for cell, old in zip(cells, original.__closure__ or (), strict=True):
            cell.cell_contents = value_of(old.cell_contents)
        for name in names_in(original.__code__):
            if name in original.__globals__:
                scope[name] = value_of(original.__globals__[name])
        return copy

    def value_of(value: Any) -> Any:
        value = plain(value)
        return copy_of(replacements.get(value, value)) if is_rule(value) else value

    return copy_of(function)
