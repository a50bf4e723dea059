"""`anyspace lab calibrate`: what searches expect, against what comes of it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..errors import ExperimentError, StoreError
from .common import add_game, whole
from .lab_common import check_positive
from .progress import StatusLine

ITERATIONS = [100, 1000]


def add_calibrate(parser: argparse.ArgumentParser) -> None:
    """The arguments of `calibrate`."""
    parser.epilog = (
        "Games of a player against itself. What it expects (the value of its move, from 0 for the least payoff to 1\n"
        "for the greatest) is put into bins, and each bin compared with what the games came to. A game is one\n"
        "observation. A mean prediction outside of the result's interval is marked: too high, or too low. Above a\n"
        "table stands how deep its searches looked: the moves from the root to where playouts began, on average."
    )
    add_game(parser)
    parser.add_argument(
        "--iterations", metavar="N", type=whole, nargs="+", default=ITERATIONS, help="of a decision (default 100 1000)"
    )
    parser.add_argument("--games", metavar="N", type=whole, default=100, help="for each of them (default 100)")
    parser.add_argument("--player", metavar="WORDS", default="", help="the player's other options, as in `lab match`")
    parser.add_argument("--bins", metavar="N", type=whole, default=10, help="how many bins (default 10)")
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="decides deals and draws (default 0)")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the bins there too, as CSV")


def run_calibrate(args: argparse.Namespace) -> int:
    """Play, and print a table for every number of iterations."""
    check_positive(args, "games", "bins")
    from ..lab.calibrate import Calibration, as_json, calibration, heading, self_play, summary, text_rows, to_csv
    from ..lab.own_games import load_game
    from ..lab.players import checked, from_words
    from ..lab.results import need_statistics
    from ..lab.text_report import aligned

    need_statistics()
    given = from_words(args.player)
    if extra := [key for key in ("iterations", "seconds", "level") if key in given]:
        raise ExperimentError(f"--player has {extra[0]}: give the budget as --iterations")
    tables = {number: checked({**given, "iterations": number}, "--player") for number in args.iterations}
    game = load_game(args.game, Path())
    found: dict[int, Calibration] = {}
    for iterations, table in tables.items():
        line = StatusLine()
        forecasts = []
        try:
            for forecast in self_play(game, table, args.games, args.seed, Path()):
                forecasts.append(forecast)
                if sys.stderr.isatty():
                    line.put(f"{iterations:,} iterations: game {forecast.game + 1:,} of {args.games:,}")
        finally:
            line.clear()
        found[iterations] = calibration(forecasts, args.bins)
        one = found[iterations]
        if args.json:
            continue
        if len(found) > 1:
            print()
        print(f"{args.game}, {iterations:,} iterations: {heading(one)}\n")
        print("\n".join(aligned(text_rows(one), 1)), f"\n{summary(one)}", sep="\n", flush=True)
    if args.json:
        shown = [as_json(iterations, one) for iterations, one in found.items()]
        print(json.dumps({"game": args.game, "tables": shown}, indent=2, allow_nan=False))
    if args.out:
        try:
            with args.out.open("w", encoding="utf-8", newline="") as out:
                to_csv(found, out)
        except OSError as error:
            raise StoreError(f"cannot write {args.out}: {error.strerror or error}") from None
    return 0
