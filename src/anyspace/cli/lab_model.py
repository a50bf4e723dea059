"""`anyspace lab model`: a model of a player, counted from the games that were kept."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..errors import ExperimentError
from .lab_common import DATABASE
from .lab_learn import check_writable
from .progress import StatusLine

USE = 'use it: anyspace think "{game}" --with "opponents:model={file}"'


def add_model(parser: argparse.ArgumentParser) -> None:
    """The arguments of `model`."""
    parser.epilog = (
        "Every decision of the player in the games of the database is counted by what it knew then (the game's rule\n"
        "information_key, else features). A search with the part `opponents` takes the others to play like that, and\n"
        "infers from their moves what they hold. Ctrl-C keeps what was counted.\n"
        "  anyspace lab match leduc_poker iterations=20 iterations=300 --database games.sqlite\n"
        "  anyspace lab model iterations=20 --out weak.json --database games.sqlite"
    )
    parser.add_argument("player", metavar="PLAYER", help="its name in the database")
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="where the model goes: FILE.json")
    parser.add_argument("--game", metavar="NAME", help="which game, where the player has played several")
    parser.add_argument(
        "--doubt", metavar="X", type=float, default=2.0, help="decisions until the model is half sure (default 2)"
    )


def run_model(args: argparse.Namespace) -> int:
    """Count, write the file, and say how much it knows."""
    if args.out.suffix != ".json":
        raise ExperimentError(f"--out must be FILE.json, not {args.out}")
    check_writable(args.out)
    from ..lab.opponents import counted
    from ..lab.store import Store

    line = StatusLine()

    def told(now: int, all_: int) -> None:
        if sys.stderr.isatty():
            line.put(f"game {now:,} of {all_:,}")

    with Store(args.database or Path(DATABASE)) as store:
        try:
            counts = counted(store, args.player, args.game, args.doubt, told)
        finally:
            line.clear()
    counts.save(args.out)
    kinds = "positions" if counts.by == "information_key" else "features"
    print(f"{args.player}: {counts.decisions:,} decisions in {counts.game.name}, {len(counts.made):,} {kinds} known")
    print(USE.format(game=counts.game.name, file=args.out))
    return 0
