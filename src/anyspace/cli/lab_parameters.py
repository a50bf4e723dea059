"""`anyspace lab parameters`: leaf correlation, bias and disambiguation of games."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..errors import StoreError
from .common import whole
from .lab_common import check_positive
from .progress import StatusLine


def add_parameters(parser: argparse.ArgumentParser) -> None:
    """The arguments of `parameters`."""
    parser.epilog = (
        "By games of random moves, with 95 % intervals; a game is one observation.\n"
        "  leaf correlation  at the last decision, how likely all moves that end the game bring the same payoffs\n"
        "  bias              the share of leaves that player 0 wins\n"
        "  agreement         how likely two leaves below an inner node pay player 0 alike\n"
        "  disambiguation    the share of a player's information set that is ruled out from one of its moves to the\n"
        "                    next; 1 where nothing is hidden\n"
        "Search by guesses does well where leaf correlation and disambiguation are high (Long et al. 2010)."
    )
    parser.add_argument("games_to_measure", metavar="GAME", nargs="+", help="names, or FILE.py:NAME")
    parser.add_argument("--games", metavar="N", type=whole, default=200, help="random games of each (default 200)")
    parser.add_argument("--guesses", metavar="N", type=whole, default=20, help="of an information set (default 20)")
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="decides what is drawn (default 0)")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the table there too, as CSV")


def run_parameters(args: argparse.Namespace) -> int:
    """Measure, and print a row a game."""
    check_positive(args, "games", "guesses")
    from ..lab.own_games import load_game
    from ..lab.parameters import measure, text_rows, to_csv
    from ..lab.results import need_statistics
    from ..lab.text_report import aligned

    need_statistics()
    games = {name: load_game(name, Path()) for name in args.games_to_measure}
    found, line = [], StatusLine()
    try:
        for name, game in games.items():
            if sys.stderr.isatty():
                line.put(f"{name}: {args.games:,} games")
            found.append(measure(game, args.games, args.guesses, args.seed, name))
    finally:
        line.clear()
    print("\n".join(aligned(text_rows(found), 1)))
    if args.out:
        try:
            with args.out.open("w", encoding="utf-8", newline="") as out:
                to_csv(found, out)
        except OSError as error:
            raise StoreError(f"cannot write {args.out}: {error.strerror or error}") from None
    return 0
