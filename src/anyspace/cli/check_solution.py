"""`anyspace check-solution FILE`: play a saved line again, move by move, and compare what it pays."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..errors import PositionError
from .common import board

if TYPE_CHECKING:
    from ..matches.solution import Solution
    from ..rules.game import AnyGame

EXAMPLES = """\
Exit code 0 if every move is legal, the game ends, and the line pays what the file says; else 2, with the reason.

examples:
  anyspace check-solution line.json
  anyspace check-solution mine.json --game 'mygame.py:make(size=5)'
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files."""
    parser.epilog = EXAMPLES
    parser.add_argument("files", metavar="FILE", nargs="+", help="what `anyspace solve --save` wrote")
    parser.add_argument("--game", metavar="FILE.py:NAME", help="the game of all of them, where it is one of your own")
    parser.add_argument("--show", action="store_true", help="show every position of the line")


def run(args: argparse.Namespace) -> int:
    """Replay them all; the first that is wrong ends it."""
    from ..games.own import load_game
    from ..numeric import as_score

    game = None if args.game is None else load_game(args.game)
    for path in args.files:
        solution = read(path, game)
        if args.show:
            names = ["start", *solution.match.names]
            for name, state in zip(names, solution.match.positions(), strict=True):
                print(f"{name}\n{board(state, None)}\n")
        match = solution.match
        print(f"{path}: {match.game.name}, {len(match):,} moves, pays {as_score(solution.score)} as it says")
    return 0


def read(path: str, game: AnyGame | None) -> Solution:
    """The solution in a file, played again. Raises `PositionError` where it is none."""
    from ..matches.saving import OwnGame
    from ..matches.solution import read_solution

    try:
        return read_solution(path, game)
    except OwnGame:
        raise PositionError(f"{path}: its game is one of your own; say which: --game FILE.py:NAME") from None
