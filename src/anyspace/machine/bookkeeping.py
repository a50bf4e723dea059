"""What Numba does again and again while it compiles, done once: a tenth of the compiler's time, and the same answers.

Numba asks of every call to a function of its own (an operator, an index, a cast) which of dozens of templates fits, and
writes down why the others do not; it compares all options of a compilation, of which nearly all are defaults, to find
what it has typed before; and it looks for variables in every value of every instruction, by its type. This replaces
these three by functions that remember. Where Numba looks different from what is expected, nothing is changed, and
compiling merely takes longer.
"""

from __future__ import annotations

import functools
import weakref
from typing import Any

OPTIONS_HASH = {"hash", "tuple", "sorted", "values"}
OPTIONS_EQUAL = {"isinstance", "TargetConfig", "values", "NotImplemented"}
LISTING = {"isinstance", "Var", "Inst", "list_vars", "list", "tuple", "extend", "_rec_list_vars", "dict", "values"}
RESOLVING = {"_ResolutionFailures", "templates", "apply", "_impl_keys", "get_impl_key", "raise_error"}
"""The names that functions which are replaced use: all of them, or (the last) these among others."""


@functools.cache
def register() -> tuple[str, ...]:
    """Teach Numba. What was changed."""
    return tuple(change.__name__ for change in (compare_options, list_variables, resolve_once) if change())


def used_by(function: Any) -> set[str]:
    """What a function uses, by name."""
    return set(function.__code__.co_names)


def compare_options() -> bool:
    """Options of a compilation: those that were set are compared first; all have the hash of their names, as before."""
    try:
        from numba.core.targetconfig import TargetConfig
    except ImportError:
        return False
    kind: Any = TargetConfig
    if used_by(kind.__hash__) != OPTIONS_HASH or used_by(kind.__eq__) != OPTIONS_EQUAL:
        return False
    if "_values" not in used_by(kind.is_set):
        return False

    hashes: dict[Any, int] = {}

    def hash_of(self: Any) -> int:
        found = hashes.get(type(self))
        return hashes.setdefault(type(self), hash(tuple(sorted(self.options)))) if found is None else found

    def is_equal(self: Any, other: Any) -> Any:
        if self is other:
            return True
        if not isinstance(other, kind):
            return NotImplemented
        return (type(self) is type(other) and self._values == other._values) or self.values() == other.values()

    kind.__hash__, kind.__eq__ = hash_of, is_equal
    return True


def list_variables() -> bool:
    """Variables of an instruction, found by a table of types."""
    try:
        from numba.core.ir import Inst, Var
    except ImportError:
        return False
    listing: Any = Inst
    if used_by(listing._rec_list_vars) != LISTING:
        return False
    nothing, variable, instruction, several, by_name = range(5)
    kinds: dict[Any, int] = {}

    def kind_of(owner: Any) -> int:
        bases = ((Var, variable), (Inst, instruction), ((list, tuple), several), (dict, by_name))
        return kinds.setdefault(owner, next((kind for base, kind in bases if issubclass(owner, base)), nothing))

    def gather(value: Any, found: list[Any]) -> None:
        kind = kinds.get(type(value))
        if kind is None:
            kind = kind_of(type(value))
        if kind == nothing:
            return
        if kind == variable:
            found.append(value)
        elif kind == instruction:
            found.extend(value.list_vars())
        else:
            for each in value if kind == several else value.values():
                gather(each, found)

    def list_all(self: Any, value: Any) -> list[Any]:
        found: list[Any] = []
        gather(value, found)
        return found

    listing._rec_list_vars = list_all
    return True


def resolve_once() -> bool:
    """Which template of a function of Numba's fits these types under these options."""
    try:
        from numba.core.targetconfig import ConfigStack
        from numba.core.types.functions import BaseFunction
    except ImportError:
        return False
    function: Any = BaseFunction
    if not used_by(function.get_call_type) >= RESOLVING:
        return False
    resolve = function.get_call_type
    known: dict[int, dict[Any, Any]] = {}
    """What was found, by the identity of a function's type, as long as that lives."""

    def begun(owner: Any) -> dict[Any, Any]:
        weakref.finalize(owner, known.pop, id(owner), None).atexit = False
        return known.setdefault(id(owner), {})

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not all(each.is_precise() for each in args):
            return resolve(self, context, args, kws)
        found = known.get(id(self))
        if found is None:
            found = begun(self)
        key = (context, tuple(args), ConfigStack.top_or_none())
        signature = found.get(key)
        if signature is None:
            signature = found[key] = resolve(self, context, args, kws)
        return signature

    function.get_call_type = get_call_type
    return True
