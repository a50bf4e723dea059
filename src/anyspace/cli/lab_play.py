"""`anyspace lab match` and `anyspace lab run`: games are played, and a line shows how far they are."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ExperimentError
from .common import add_game, number, whole
from .lab_common import INTERRUPTED, add_processes, check_positive, database
from .progress import StatusLine

if TYPE_CHECKING:
    from ..lab.experiment import Experiment
    from ..lab.runner import Run
    from ..lab.store import Store

LINE_SECONDS, LOG_SECONDS = 0.2, 60.0
"""How often progress is shown: on a terminal, and elsewhere as a line of its own."""

USUAL_ITERATIONS = 1_000
"""Of a match, for a player who says neither iterations nor seconds."""


def add_run(parser: argparse.ArgumentParser) -> None:
    """The arguments of `run`."""
    parser.epilog = (
        "Games that the database has are not played again: after Ctrl-C, a crash or a change of the file the same\n"
        "command goes on. docs/lab.md describes the file."
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the experiment, a TOML file")
    parser.add_argument("--games", metavar="N", type=whole, help="games a point, instead of what the file says")
    add_processes(parser)


def run_file(args: argparse.Namespace) -> int:
    """Play what is missing of an experiment, and report."""
    check_positive(args, "processes", "games")
    from ..lab.file import read
    from ..lab.results import load
    from ..lab.store import Store
    from ..lab.text_report import text

    experiment = read(args.file)
    with Store(database(args), create=True) as store:
        done = run_with_progress(experiment, store, args, games=args.games)
        if done is None:
            return INTERRUPTED
        print(f"{done.played:,} games played, {done.done:,} of {done.wanted:,} in {store.name}", end="\n\n")
        print(text(load(store, experiment.name)))
    return 0


def add_match(parser: argparse.ArgumentParser) -> None:
    """The arguments of `match`."""
    parser.epilog = (
        "A player is a line of words: option=value as in an experiment's file, the name of an information mode or a\n"
        'memory bound, or random: "single recycle:nodes=1000 c=0.7", "random", "iterations=2000 final=max"; others:\n'
        "'gtp:\"gnugo --mode gtp\"', open_spiel_bot:mcts, FILE.py:NAME.\n"
        "Every deal is played in every seating. A sits on one side; where a game has more than two, B has all others."
    )
    add_game(parser)
    parser.add_argument("a", metavar="A", help="the first player")
    parser.add_argument("b", metavar="B", help="the second player")
    parser.add_argument("--deals", metavar="N", type=whole, default=200, help="how many deals (default 200)")
    parser.add_argument(
        "--iterations",
        metavar="N",
        type=whole,
        help=f"of both, for every decision (default {USUAL_ITERATIONS}, for who says no budget)",
    )
    parser.add_argument("--seconds", metavar="S", type=number, help="of both, for every decision")
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="decides deals and draws (default 0)")
    parser.add_argument("--scoring", metavar="RULE", help="win (default), placing or payoff")
    parser.add_argument("--lineup", metavar="STYLE", default="one", help="one (default) or alternate: A B A B")
    parser.add_argument(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        type=number,
        nargs=2,
        help="stop as soon as A is shown to be ELO1 stronger rather than ELO0 (errors of 5 %% each), --deals at most",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    add_processes(parser)


def run_match(args: argparse.Namespace) -> int:
    """Two players against each other."""
    check_positive(args, "processes", "deals")
    from ..lab.early_stop import UntilDecided
    from ..lab.experiment import build, tournament
    from ..lab.own_games import load_game
    from ..lab.players import BUDGET, Player, from_words, over
    from ..lab.results import load
    from ..lab.scoring import SHARES
    from ..lab.seating import sides_of
    from ..lab.store import Store
    from ..lab.text_report import as_json, text

    both = {
        key: value for key, value in (("iterations", args.iterations), ("seconds", args.seconds)) if value is not None
    }
    players = []
    for words in (args.a, args.b):
        own = from_words(words)
        usual = both or ({} if any(name in own for name in BUDGET) else {"iterations": USUAL_ITERATIONS})
        players.append(Player(words or "search", over(usual, own)))
    game = load_game(args.game, Path())
    plans = list(tournament(players, args.lineup, len(sides_of(game))))[: 1 if game.players > 1 else 2]
    experiment = build(
        name=" against ".join(player.name for player in players),
        game=args.game,
        folder=Path(),
        loaded=game,
        points=plans,
        scoring=args.scoring,
        seed=args.seed,
    )
    if args.sprt and experiment.scoring not in SHARES:
        raise ExperimentError(f"--sprt needs scoring {' or '.join(SHARES)}, not {experiment.scoring}")
    stop = UntilDecided(sprt(*args.sprt)) if args.sprt else None
    games = args.deals * len(experiment.points[0].seatings)
    with Store(args.database, create=True) as store:
        done = run_with_progress(experiment, store, args, games=games, stop=stop)
        if done is None and (args.database is not None or not store.experiments()):
            return INTERRUPTED
        results = load(store, experiment.name)
        verdict = {"sprt": str(stop.test)} if stop else {}
        print(json.dumps(as_json(results) | verdict, indent=2) if args.json else text(results))
        if stop and not args.json:
            print(f"\nSPRT {args.sprt[0]:g} or {args.sprt[1]:g} Elo: {stop.test}, {stop.test.count:,} deals")
    return 0 if done is not None else INTERRUPTED


def sprt(null: float, alternative: float) -> Any:
    """The test of two differences in Elo."""
    from ..lab.statistics import Sprt

    return Sprt.elo(null, alternative)


def run_with_progress(experiment: Experiment, store: Store, args: argparse.Namespace, **options: Any) -> Run | None:
    """`runner.run` with a line that shows how far it is; None if Ctrl-C ended it."""
    from ..lab.machine import cores
    from ..lab.results import need_statistics
    from ..lab.runner import run

    need_statistics()  # said now, and not after the last game
    thinks_in_time = any("seconds" in player.table for point in experiment.points for player in point.entrants)
    if thinks_in_time and (args.processes or 1) > cores():
        note = f"{args.processes} processes share {cores()} cores: a budget in seconds buys less than it should"
        print(f"anyspace: note: {note}", file=sys.stderr)
    line, shown, terminal = StatusLine(), time.monotonic(), sys.stderr.isatty()
    if terminal:
        line.put("starting ...")

    def watch(state: Run) -> None:
        nonlocal shown
        if time.monotonic() - shown < (LINE_SECONDS if terminal else LOG_SECONDS):
            return
        shown = time.monotonic()
        if terminal:
            line.put(str(state.progress()))
        else:
            print(f"anyspace: {state.progress()}", file=sys.stderr)

    try:
        return run(experiment, store, processes=args.processes, watch=watch, **options)
    except KeyboardInterrupt:
        line.clear()
        kept = f"all finished games are in {store.path}; the same command goes on" if store.path else "nothing is kept"
        print(f"anyspace: interrupted; {kept}", file=sys.stderr)
        return None
    finally:
        line.clear()
