"""`anyspace gtp GAME`: an engine for Sabaki, Lizzie, GoGui, HexGui and other programs that speak GTP."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .common import add_game, number
from .engines import QUIET, add_engine, converse, given_budget, maker, share

if TYPE_CHECKING:
    from ..protocols.lines import Lines

EXAMPLES = f"""\
{QUIET}
Time settings of the other program are kept to; without any, a move takes --seconds (1) or --iterations.

examples:
  anyspace gtp go
  anyspace gtp "go(size=19)" --parallel tree --ponder
  anyspace gtp "hex(size=11)" --seconds 5
  anyspace gtp go --level 4
  anyspace gtp mygame.py:gomoku
  printf 'boardsize 9\\ngenmove b\\nshowboard\\nquit\\n' | anyspace gtp go --iterations 2000
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, the search, and how to behave."""
    parser.epilog = EXAMPLES
    add_game(parser)
    add_engine(parser)
    parser.add_argument("--ponder", action="store_true", help="go on searching while the other side thinks")
    parser.add_argument(
        "--resign-below",
        metavar="X",
        type=number,
        help="give up when the expected result, 0 (lost) to 1 (won), is below this (default: never)",
    )
    parser.add_argument(
        "--letters",
        choices=["gtp", "all"],
        help="whether columns skip the letter i (gtp) or use it (all); the default is what programs for the game do",
    )


def run(args: argparse.Namespace) -> int:
    """Answer until told to quit."""
    budget, below = given_budget(args), share(args.resign_below, "--resign-below")

    from ..games.own import load_game
    from ..protocols.fitting import check_game
    from ..protocols.gtp import Session
    from ..protocols.thinking import Thinker

    thinker = Thinker(maker(args), budget, args.ponder)

    def serve(lines: Lines) -> None:
        game = load_game(args.game, Path())
        check_game(game, "GTP")
        Session(lines, game, thinker, args.letters, below).serve()

    return converse(serve)
