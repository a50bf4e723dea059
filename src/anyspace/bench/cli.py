"""`anyspace bench`: arguments, and the table it prints. Imports nothing heavy until it runs."""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..errors import OptionError

if TYPE_CHECKING:
    from .timing import Row

SECTIONS = ("openspiel", "c", "python", "startup", "memory", "ismcts", "parallel", "parts", "playouts", "neural")
USUAL = ("openspiel", "c", "python", "startup")
"""What runs unless something else is asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `anyspace bench`."""
    parser.add_argument(
        "sections",
        nargs="*",
        metavar="SECTION",
        help=f"which parts to run: {', '.join(SECTIONS)}; without any: {', '.join(USUAL)}",
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        help="measure this game instead, your own perhaps (FILE.py:NAME): rules, playouts, searches",
    )
    parser.add_argument("--games", default="", metavar="A,B", help="only these games against OpenSpiel")
    parser.add_argument(
        "--rounds", type=int, default=9, metavar="N", help="turns of each side, medians are taken (default 9)"
    )
    parser.add_argument("--quick", action="store_true", help="leave out the 10,000,000-iteration and cold-cache parts")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print; returns the exit code."""
    unknown = [section for section in arguments.sections if section not in SECTIONS]
    if unknown or arguments.rounds < 1:
        what = (
            f"unknown section {unknown[0]!r}; known: {', '.join(SECTIONS)}"
            if unknown
            else "--rounds must be at least 1"
        )
        raise OptionError(what)
    rows = []
    section = None
    for row in measure(arguments):
        rows.append(row)
        if arguments.json:
            continue
        if row.section != section:
            section = row.section
            print(f"\n{section}\n  {'':<44} {'ours':>12} {'peer':>12} {'ratio':>8}   bar")
        print(_line(row), flush=True)
    if arguments.json:
        print(json.dumps({"machine": platform.processor() or platform.machine(), "python": platform.python_version(),
                          "rounds": arguments.rounds, "rows": [row.as_dict() for row in rows]}, indent=1))  # fmt: skip
    return 0


def measure(arguments: argparse.Namespace) -> Iterator[Row]:
    """Every row asked for, as soon as it is known."""
    chosen = arguments.sections or (() if arguments.game else USUAL)
    parts: list[Iterable[Row]] = []
    if arguments.game:
        from . import one_game

        parts.append(one_game.measure(arguments.rounds, arguments.game))
    if "openspiel" in chosen:
        from . import open_spiel

        parts.append(open_spiel.measure(arguments.rounds, [name for name in arguments.games.split(",") if name]))
    if "c" in chosen:
        from . import plain_c

        parts.append(plain_c.measure(arguments.rounds, arguments.quick))
    if "python" in chosen:
        from . import python_objects

        parts.append(python_objects.measure(arguments.rounds))
    if "startup" in chosen:
        from . import startup

        parts.append(startup.measure(max(3, arguments.rounds // 3), arguments.quick))
    if "memory" in chosen:
        from . import memory

        parts.append(memory.measure(arguments.rounds, arguments.quick))
    if "ismcts" in chosen:
        from . import ismcts

        parts.append(ismcts.measure(arguments.rounds))
    if "parallel" in chosen:
        from . import parallel

        parts.append(parallel.measure(arguments.rounds))
    if "playouts" in chosen:
        from . import playouts

        parts.append(playouts.measure(arguments.rounds))
    if "parts" in chosen:
        from . import parts as parts_of_a_search

        parts.append(parts_of_a_search.measure(arguments.rounds, arguments.quick))
    if "neural" in chosen:
        from . import neural

        parts.append(neural.measure(arguments.rounds))
    for part in parts:
        yield from part


def _line(row: Row) -> str:
    def number(value: float | None) -> str:
        if value is None:
            return ""
        return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"

    ratio = f"{row.ratio:.2f}x" if row.ratio is not None else ""
    unit = f" {row.unit}" if row.unit else ""
    said = "; ".join(filter(None, [row.bar, row.note]))
    return f"  {row.what:<44} {number(row.ours):>12} {number(row.theirs):>12} {ratio:>8}   {said}{unit}"
