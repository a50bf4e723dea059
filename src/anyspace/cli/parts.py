"""`anyspace parts`: what a search can be made of, with options and references."""

from __future__ import annotations

import argparse
import inspect
import json
import textwrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..parts.part import Part

HOW_TO = """\
a search is made of parts:  anyspace think go --with grave:ref=100 --with solver
one part with all it takes:  anyspace parts grave
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """A name, --kind, --json and --markdown."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="say all about one part")
    parser.add_argument("--kind", metavar="KIND", help="only those of one kind (select, value, memory, ...)")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--markdown", action="store_true", help="print a page of all parts and what goes with what")


def run(args: argparse.Namespace) -> int:
    """Print the list, or one of them."""
    from ..errors import OptionError
    from ..parts.part import KINDS
    from ..parts.registry import catalogue, find

    if args.markdown:
        if args.name or args.kind or args.json:
            raise OptionError("--markdown prints all parts: it goes with neither a name nor --kind nor --json")
        from .parts_page import page

        print(page(), end="")
        return 0
    if args.kind is not None and args.kind not in KINDS:
        raise OptionError(f"there is no kind {args.kind!r}; kinds: {', '.join(KINDS)}")
    parts = [find(args.name)] if args.name else [part for part in catalogue() if args.kind in (None, part.kind)]
    if args.json:
        print(json.dumps({"parts": [described(part) for part in parts]}, indent=2))
    elif args.name:
        print(in_full(parts[0]))
    else:
        for kind in [kind for kind in KINDS if any(part.kind == kind for part in parts)]:
            print(f"{kind}: {KINDS[kind]}")
            print("\n".join(in_short(part) for part in parts if part.kind == kind), end="\n\n")
        print(HOW_TO, end="")
    return 0


def described(part: type[Part]) -> dict[str, Any]:
    """A part as plain data."""
    from ..parts.registry import options_of

    return {
        "name": part.name,
        "kind": part.kind,
        "what": summary(part),
        "options": options_of(part),
        "needs": list(part.needs),
        "consistent": part.consistent,
        "reference": part.reference,
    }


def summary(part: type[Part]) -> str:
    """What it is, in a sentence."""
    return " ".join(inspect.cleandoc(part.__doc__ or "").split("\n\n")[0].split())


def in_short(part: type[Part]) -> str:
    """In the list."""
    about = described(part)
    given = ",".join(f"{name}={in_words(default)}" for name, default in about["options"].items())
    name = f"  {part.name}{':' if given else ''}{given}"
    asks = f"; asks the game for {', '.join(part.needs)}" if part.needs else ""
    rest = textwrap.fill(
        f"{about['what']} [{part.reference}]{asks}", 110, initial_indent="      ", subsequent_indent="      "
    )
    return f"{name}\n{rest}"


def in_full(part: type[Part]) -> str:
    """By itself."""
    module = inspect.getmodule(part)
    about = inspect.cleandoc((module.__doc__ if module else None) or "")
    lines = [
        in_short(part).strip(),
        "",
        inspect.cleandoc(part.__doc__ or ""),
        "",
        f"consistent: {part.consistent}",
        "",
        about,
    ]
    return "\n".join(lines).rstrip()


def in_words(value: Any) -> str:
    """A default as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)
