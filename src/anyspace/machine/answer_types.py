"""What a rule may return, held to at compile time: a rule's C face asks for `whole(...)` or `nothing(...)`.

Numba would convert what it can: half a player becomes player 0, and a list of payoffs that was to be written to `out`
is thrown away. Here anything else is refused, in words that machine/complaint.py finds in Numba's long messages.
"""

from __future__ import annotations

import functools
import operator
from typing import Any


def whole(answer: Any) -> int:
    """An answer that must be a whole number."""
    return operator.index(answer)


def nothing(answer: Any) -> None:
    """An answer that must be none: the rule writes to what it was given. (The state itself may be handed back.)"""


@functools.cache
def register() -> None:
    """Teach Numba the functions above. Idempotent."""
    from numba import types
    from numba.core.errors import TypingError
    from numba.extending import intrinsic, overload

    from .complaint import marked

    @intrinsic
    def as_word(typing: Any, answer: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return context.cast(builder, values[0], signature.args[0], types.int64)

        return types.int64(answer), generate

    @overload(whole, strict=False)
    def _whole(answer: Any) -> Any:
        if isinstance(answer, types.Integer | types.Boolean):
            return lambda answer: as_word(answer)
        raise TypingError(marked(f"it returns {_called(answer)}; it must return a whole number{_cure(answer)}"))

    @overload(nothing, strict=False)
    def _nothing(answer: Any) -> Any:
        if isinstance(answer, types.NoneType | types.Record):
            return lambda answer: None
        cure = "write to what it is given, and return nothing"
        raise TypingError(marked(f"it returns {_called(answer)}, which nobody reads; {cure}"))

    def _called(answer: Any) -> str:
        kinds = (
            (types.NoneType, "nothing"),
            (types.Optional, "nothing (or None) on some paths"),
            (types.Float, "a float"),
            (types.List | types.ListType, "a list"),
            (types.BaseTuple, "a tuple"),
            (types.Set, "a set"),
            (types.DictType, "a dictionary"),
            (types.Array, "an array"),
            (types.Generator, "a generator"),
            (types.Integer | types.Boolean, "a number"),
            (types.UnicodeType, "text"),
        )
        return next((words for kind, words in kinds if isinstance(answer, kind)), f"{answer}"[:80])

    def _cure(answer: Any) -> str:
        if isinstance(answer, types.Float):
            return ": int(...) makes one"
        return " on every path" if isinstance(answer, types.NoneType | types.Optional) else ""


whole.__anyspace_native__ = True  # type: ignore[attr-defined]
nothing.__anyspace_native__ = True  # type: ignore[attr-defined]
