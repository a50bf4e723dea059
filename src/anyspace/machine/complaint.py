"""What a compiler complains of, in one line for the author of a rule: Numba's own messages run to eighty-five."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parents[1]
NOT_YOURS = tuple(str(Path(HOME.name) / inside) for inside in ("machine", "rules", "core"))
"""Folders of ours that stand in Numba's messages and tell an author nothing."""

LONGEST = 300

NOISE = (
    *("Failed in nopython mode pipeline", "This is not usually a problem with Numba", "For more information"),
    *("Overload", "During:", "File ", "<source elided>", "^", "No implementation of function", "There are ", ">>>"),
    *("Rejected as the implementation raised", "raised from", "- Of which", "- Resolution failure", "def ", "@"),
)

CONTAINER = re.compile(r"(?:list|set|dict)\S*.*? type, assigned to variable '(\w+)' in (?:globals|freevars?)", re.S)


def marked(words: str) -> str:
    """Words of our own, to be found again in the compiler's message."""
    return f"<<{words}>>"


def place(function: Any) -> str:
    """Where a function was written; empty if that is not known."""
    code = getattr(getattr(function, "py_func", function), "__code__", None)
    return "" if code is None else f"{Path(code.co_filename).name}, line {code.co_firstlineno}"


def raised_at(error: BaseException) -> str:
    """Where an exception was raised."""
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    return "" if where is None else f"{Path(where.tb_frame.f_code.co_filename).name}, line {where.tb_lineno}"


def in_our_words(error: BaseException, culprit: Any = None) -> str:
    """The complaint in one line, with the place in the author's own file as far as it is known."""
    text = str(error)
    where = _place_in(text) or place(culprit)
    return f"{_words(error, text)}{f' ({where})' if where else ''}"


def _words(error: BaseException, text: str) -> str:
    if own := re.search(r"<<(.+?)>>", text, re.S):
        return " ".join(own[1].split())
    if isinstance(error, KeyError):  # an attribute of a record: Numba looks it up and says no more
        return f"the state has no field {error.args[0]!r}"
    if found := CONTAINER.search(text):
        return f"{found[1]!r} is a list, a set or a dictionary, which may change: make it a tuple or a NumPy array"
    if "yield in a closure" in text:
        return "generator expressions are not compiled: write a loop"
    lines = [" ".join(line.split()) for line in text.splitlines()]
    told = [line for line in lines if line and not line.startswith(NOISE)]
    first = told[0] if told else type(error).__name__
    if found := re.match(r"Unknown attribute '(\w+)' of type Module\(<module '([\w.]+)'", first):
        return f"functions are found by their names, not in modules: from {found[2]} import {found[1]}"
    if found := re.match(r"Untyped global name '(\w+)': Cannot determine Numba type of <class '(.+)'>", first):
        return f"{found[1]!r} is of type {found[2]}, which is not compiled: use numbers, tuples and NumPy arrays"
    return first if len(first) <= LONGEST else f"{first[:LONGEST]}..."


def _place_in(text: str) -> str:
    """The first place that the message names in a file that is the author's."""
    named = [*re.finditer(r'File "([^"]+)", line (\d+)', text), *re.finditer(r"at (\S+\.py) \((\d+)\)", text)]
    for found in sorted(named, key=lambda each: each.start()):
        if not any(inside in found[1] for inside in NOT_YOURS):
            return f"{Path(found[1]).name}, line {found[2]}"
    return ""
