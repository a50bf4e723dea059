"""`anyspace check-solution FILE`: play a saved line again, move by move, and compare what it pays."""

from __future__ import annotations

import argparse

from .common import board

EXAMPLES = """\
Exit code 0 if every move is legal, the game ends, and the line pays what the file says; else 2, with the reason.

example:
  anyspace check-solution line.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files."""
    parser.epilog = EXAMPLES
    parser.add_argument("files", metavar="FILE", nargs="+", help="what `anyspace solve --save` wrote")
    parser.add_argument("--show", action="store_true", help="show every position of the line")


def run(args: argparse.Namespace) -> int:
    """Replay them all; the first that is wrong ends it."""
    from ..matches.solution import read_solution

    for path in args.files:
        solution = read_solution(path)
        if args.show:
            names = ["start", *solution.match.names]
            for name, state in zip(names, solution.match.positions(), strict=True):
                print(f"{name}\n{board(state, None)}\n")
        match = solution.match
        print(f"{path}: {match.game.name}, {len(match):,} moves, pays {solution.score:g} as it says")
    return 0
