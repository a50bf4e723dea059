"""`anyspace check GAME`: plays a game at random and under a search, and tells what is wrong in its rules."""

from __future__ import annotations

import argparse
import json
import sys

from .common import add_game, game_of, number, whole
from .progress import StatusLine

EXAMPLES = """\
Exit code 0 if nothing is wrong, 1 if something is (with --strict also if something is doubtful).

examples:
  anyspace check mygame.py:game
  anyspace check "mygame.py:make(size=5)" --seconds 30
  anyspace check mygame.py:MyClass --json
  anyspace check "hex(size=5)"
"""

FOUND = 1
"""Exit code where something is wrong."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, how long, the form of the answer."""
    parser.epilog = EXAMPLES
    add_game(parser)
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=number,
        default=10.0,
        help="look for about this long, compiling aside (default 10)",
    )
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="play other random games (default 0)")
    parser.add_argument("--strict", action="store_true", help="what is doubtful counts as wrong for the exit code")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def run(args: argparse.Namespace) -> int:
    """Check and print."""
    from ..checking.check import check
    from ..checking.findings import DOUBTFUL

    line = StatusLine()
    try:
        report = check(
            game_of(args),
            args.seconds,
            args.seed,
            (lambda what: line.put(f"looking at {what}")) if sys.stderr.isatty() else None,
        )
    finally:
        line.clear()
    print(json.dumps(report.as_dict(), indent=2) if args.json else report)
    wrong = not report.ok or (args.strict and bool(report.of(DOUBTFUL)))
    return FOUND if wrong else 0
