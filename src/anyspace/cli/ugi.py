"""`anyspace ugi GAME`: an engine for programs that speak UGI, the Universal Game Interface."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from .common import add_game
from .engines import QUIET, add_engine, converse, given_budget, maker

if TYPE_CHECKING:
    from ..protocols.lines import Lines

EXAMPLES = f"""\
{QUIET}
Positions are the game's own notation (`query fen` shows it), moves its own names (`query moves` lists them).

examples:
  anyspace ugi breakthrough
  anyspace ugi open_spiel:chess --with cut:moves=40
  printf 'position startpos moves d d\\ngo nodes 5000\\n' | anyspace ugi connect_four
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game and the search."""
    parser.epilog = EXAMPLES
    add_game(parser)
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Answer until told to quit."""
    budget = given_budget(args)  # what is wrong with it is said at once

    from ..games.own import load_game
    from ..protocols.fitting import check_game
    from ..protocols.thinking import Thinker
    from ..protocols.ugi import Session
    from ..protocols.ugi_options import LEVEL, THREADS, usual_settings

    thinker, parallel = Thinker(maker(args), budget), args.parallel
    settings = {**usual_settings(), LEVEL: args.level or 0}

    def apply(changed: dict[str, int]) -> None:
        args.level = changed[LEVEL] or None
        args.parallel = f"tree:threads={changed[THREADS]}" if changed[THREADS] > 1 else parallel
        thinker.remake(maker(args))
        thinker.budget = given_budget(args)

    def serve(lines: Lines) -> None:
        game = load_game(args.game, Path())
        check_game(game, "UGI")
        session = Session(lines, game, thinker, settings)
        session.apply = apply
        session.serve()

    return converse(serve)
