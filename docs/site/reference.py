"""The reference, from the docstrings: every public name, its fields and methods, as a page of Markdown.

build.py puts it into the site; `python docs/site/reference.py` prints it."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

import anyspace
from anyspace.cli.parts_page import built_in
from anyspace.names import HOME

BESIDES = {"Candidate": "search.result", "Stats": "search.result", "Node": "search.walk", "TreeShape": "search.shape",
           "Frozen": "rules.state", "Interval": "lab.statistics.intervals"}  # fmt: skip
"""What is not imported by name, but is given by what is."""

ROOMS = {
    "Games and positions": ("rules", "games", "matches", "checking"),
    "Searching": ("search",),
    "Other ways to search": ("solve",),
    "Networks": ("neural", "training"),
    "Parts of a search": ("parts",),
    "Statistics": ("lab",),
    "Errors": ("errors",),
}
"""Chapters, by the folders that their names come from; what comes from others stands in a chapter at the end."""

OTHERS = "Besides"


@dataclass
class Entry:
    """Something with a name and an explanation."""

    name: str
    signature: str
    text: str
    is_field: bool = False


@cache
def tree_of(module: str) -> ast.Module:
    """A module's source, parsed."""
    return ast.parse(inspect.getsource(importlib.import_module(module)))


def class_body(kind: type) -> list[ast.stmt]:
    """What a class says, statement by statement."""
    for node in ast.walk(tree_of(kind.__module__)):
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            return node.body
    return []


def explained(statements: list[ast.stmt]) -> Iterator[tuple[str, str, str]]:
    """Fields: name, type as it is written, and the text that follows."""
    for i, node in enumerate(statements):
        following = statements[i + 1] if i + 1 < len(statements) else None
        text = ""
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            text = inspect.cleandoc(str(following.value.value))
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, ast.unparse(node.annotation), text
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
            yield node.target.attr, ast.unparse(node.annotation), text
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute) and text:
            yield node.targets[0].attr, "", text


def fields_of(kind: type) -> Iterator[Entry]:
    """Those that the class declares, and those with an explanation that it makes when it is made."""
    body = class_body(kind)
    made = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    for name, annotation, text in [*explained(body), *(each for node in made for each in explained(node.body))]:
        if not name.startswith("_") and not annotation.startswith("ClassVar"):
            yield Entry(name, f"{name}: {annotation}" if annotation else name, text, is_field=True)


def methods_of(kind: type) -> Iterator[Entry]:
    """Methods and properties that people call."""
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        plain = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if isinstance(plain, property):
            yield Entry(name, name, inspect.getdoc(plain.fget) or "", is_field=True)
        elif type(plain).__name__ == "cached_property":
            yield Entry(name, name, inspect.getdoc(plain.func) or "", is_field=True)
        elif isinstance(plain, FunctionType):
            yield Entry(name, f"{name}{signature(plain)}", inspect.getdoc(plain) or "")


def signature(function: Any) -> str:
    """As it is called: without `self`, without types."""
    try:
        taken = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return "(...)"
    if taken and taken[0].name in ("self", "cls"):
        taken = taken[1:]
    bare = [each.replace(annotation=inspect.Parameter.empty) for each in taken if each.kind is not each.VAR_KEYWORD]
    return str(inspect.Signature(bare))


def entries_of(kind: type) -> list[Entry]:
    """Of the class and of those of ours that it comes from, each name once."""
    found: dict[str, Entry] = {}
    for each in kind.__mro__:
        if each.__module__.startswith("anyspace"):
            for entry in [*fields_of(each), *methods_of(each)]:
                known = found.get(entry.name)
                if known is None or (not known.text and entry.text):
                    found[entry.name] = entry
    return list(found.values())


def public() -> dict[str, Any]:
    """Every public name and what it is."""
    names = HOME | BESIDES
    return {name: getattr(importlib.import_module(f"anyspace.{home}"), name) for name, home in names.items()}


def chapter(name: str) -> str:
    """Where a name stands."""
    room = (HOME | BESIDES)[name].split(".")[0]
    return next((title for title, rooms in ROOMS.items() if room in rooms), OTHERS)


def missing() -> list[str]:
    """What nobody has explained."""
    found = []
    for name, thing in public().items():
        if (inspect.isclass(thing) or inspect.isfunction(thing)) and not inspect.getdoc(thing):
            found.append(name)
        if inspect.isclass(thing) and not is_part(thing) and not issubclass(thing, BaseException):
            said = options_in(inspect.getdoc(thing) or "")
            found += [f"{name}.{each.name}" for each in entries_of(thing) if not each.text and each.name not in said]
    return found


def options_in(text: str) -> set[str]:
    """Options that a docstring explains: `name: what it is`, or `one, other: what both are`."""
    return {name for names in re.findall(r"((?:\w+,\s+)*\w+):\s", text) for name in re.split(r",\s+", names)}


def is_part(thing: Any) -> bool:
    """Whether docs/parts.md tells of it, and more."""
    return inspect.isclass(thing) and issubclass(thing, anyspace.Part) and thing is not anyspace.Part


def page() -> str:
    """The reference, as Markdown."""
    chapters: dict[str, list[str]] = {title: [] for title in [*ROOMS, OTHERS]}
    for name in sorted(public(), key=str.lower):
        chapters[chapter(name)].append(name)
    lines = [
        "# Reference",
        "",
        "Every public name, from its docstring, and what functions give. A name stands in `anyspace` itself unless a",
        "module is named with it.",
        "",
    ]
    shown = {title: names for title, names in chapters.items() if names}
    lines += [f"- [{title}](#{title.lower().replace(' ', '-')})" for title in shown]
    for title, names in shown.items():
        lines += ["", f"## {title}", ""]
        if title == "Parts of a search":
            lines += parts_table(names)
        for name in names:
            if title != "Parts of a search" or not is_part(public()[name]):
                lines += told(name, public()[name])
    return "\n".join(lines) + "\n"


def parts_table(names: list[str]) -> list[str]:
    """Parts in a line each: docs/parts.md has their options and references."""
    known = {part.name for part in built_in()}
    rows = ["| class | text | is |", "| --- | --- | --- |"]
    for name in names:
        thing = public()[name]
        if is_part(thing):
            first = (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
            text = getattr(thing, "name", "") if isinstance(getattr(thing, "name", ""), str) else ""
            link = f"[`{text}`](parts.md#{text})" if text in known else ""
            rows.append(f"| `{name}` | {link} | {first} |")
    return [*rows, ""]


def told(name: str, thing: Any) -> list[str]:
    """One name."""
    lines = [f"### {name}", ""] + ([f"In `anyspace.{BESIDES[name]}`.", ""] if name in BESIDES else [])
    if inspect.isclass(thing):
        if not issubclass(thing, BaseException):
            lines += ["```text", *wrapped(f"{name}{signature(thing)}"), "```", ""]
        lines += [*described(inspect.getdoc(thing) or ""), ""]
        if issubclass(thing, BaseException):
            return lines
        entries = entries_of(thing)
        for entry in [entry for entry in entries if entry.is_field and entry.text]:
            lines += bullet(entry)
        for entry in [entry for entry in entries if not entry.is_field]:
            lines += bullet(entry)
        return [*lines, ""]
    if inspect.isfunction(thing):
        return [
            *lines,
            "```text",
            *wrapped(f"{name}{signature(thing)}"),
            "```",
            "",
            *described(inspect.getdoc(thing) or ""),
            "",
        ]
    texts = {at: text for home in ("rules.codes", HOME[name]) for at, _, text in constants(home)}
    return [*lines, texts.get(name) or f"`{type(thing).__name__}`", ""]


def constants(home: str) -> Iterator[tuple[str, str, str]]:
    """Those of a module, with the text that follows."""
    body = tree_of(f"anyspace.{home}").body
    for i, node in enumerate(body[:-1]):
        following = body[i + 1]
        names = [target.id for target in getattr(node, "targets", []) if isinstance(target, ast.Name)]
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names = [node.target.id]
        if names and isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            yield names[0], "", inspect.cleandoc(str(following.value.value))


def described(text: str) -> list[str]:
    """A docstring: tables and paragraphs as they are, options (`name: words`) as a list would be too much."""
    return text.splitlines()


def wrapped(text: str) -> list[str]:
    """A signature over several lines."""
    return textwrap.wrap(text, 110, subsequent_indent="    ", break_long_words=False) or [text]


def bullet(entry: Entry) -> list[str]:
    """A field or a method with its explanation, in a list."""
    text = " ".join(entry.text.split("\n\n")[0].split()) if entry.text else "(not explained)"
    return textwrap.wrap(f"- **`{entry.signature}`** {text}", 120, subsequent_indent="  ", break_long_words=False,
                         break_on_hyphens=False)  # fmt: skip


if __name__ == "__main__":
    sys.stdout.write(page())
