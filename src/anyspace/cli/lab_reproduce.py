"""`anyspace lab reproduce`: the papers' experiments, one command each. Imports nothing heavy until it runs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ExperimentError
from .common import whole
from .lab_common import INTERRUPTED, add_processes, check_positive, database
from .lab_play import run_with_progress
from .progress import StatusLine

if TYPE_CHECKING:
    from ..lab.store import Store

GAMES = ("spades", "hearts", "confrontation")
"""As in lab/reproduce/experiments.py, which is not imported for a help text."""

ROUNDS = 15

OPTIONS = {
    "memory_bounded": ("games", "processes", "game", "no_play", "database", "table"),
    "survey_trees": ("games", "processes", "no_play", "database", "table", "only"),
    "survey_playouts": ("games", "processes", "no_play", "database", "table", "only"),
    "survey_one_player": ("no_play", "only"),
    "survey_worlds": ("no_play", "only"),
    "game_trees": ("game", "no_play"),
    "default": ("games", "processes", "game", "no_play", "database", "table", "only"),
    "memory_augmented": ("games", "processes", "no_play", "database", "table", "only"),
    "parallel": ("rounds",),
    "cost": ("database", "table"),
}
"""Which options an experiment takes, besides --output."""


def add_reproduce(parser: argparse.ArgumentParser) -> None:
    """The arguments of `reproduce`."""
    parser.epilog = (
        "memory_bounded  Figure 2 of Powley, Cowling and Whitehouse (2017): plays what the database lacks (many\n"
        "                CPU-hours; can be stopped and resumed), then decides the paper's claims\n"
        "survey_trees    the survey's tree policies, a row a method: what was published, and what our games say\n"
        "survey_playouts the same for its playouts and backups\n"
        "survey_one_player  its methods for one player, on puzzles\n"
        "survey_worlds   chance, partial sight, moves made at the same time, many players, continuous actions\n"
        "game_trees      Long's parameters of game trees, measured in our games and tried as predictors of what helps\n"
        "memory_augmented  Figure 2 of Xiao, Mei and Müller (2018), Go 9x9, and beyond: plays what the database lacks\n"
        "                stage by stage (days; can be stopped and resumed; --only STAGE ...), then writes the page\n"
        "default         what Search(game) is made of, against plain UCT and outside opponents, in every game\n"
        "parallel        Tables I to III of Sephton et al. (2014): decision times for one thread to one a core\n"
        "cost            what the games of memory_bounded cost, next to the paper's 4 CPU-months\n"
    )
    parser.add_argument("experiment", metavar="EXPERIMENT", choices=OPTIONS, help=", ".join(OPTIONS))
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole,
        help="games a point (default: as the experiment's file or row says)",
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        nargs="+",
        help=f"play only these: of memory_bounded {', '.join(GAMES)}; of default and game_trees any",
    )
    parser.add_argument(
        "--no-play", action="store_true", default=None, help="play nothing: write what the database has"
    )
    parser.add_argument(
        "--table", metavar="FILE", type=Path, help="begin with the games of a table, such as docs/results/*.parquet"
    )
    parser.add_argument(
        "--only",
        metavar="ROW",
        nargs="+",
        help="surveys: only these rows, by number or name; default and memory_augmented: only these stages",
    )
    add_processes(parser)
    parser.add_argument("--rounds", metavar="N", type=whole, help=f"parallel: turns, medians are taken ({ROUNDS})")
    parser.add_argument(
        "--output", metavar="FOLDER", type=Path, default=Path("results"), help="where pages and figures go (results)"
    )


def run_reproduce(args: argparse.Namespace) -> int:
    """One of them."""
    every = dict.fromkeys(option for options in OPTIONS.values() for option in options)
    for option in every:
        if getattr(args, option) is not None and option not in OPTIONS[args.experiment]:
            raise ExperimentError(f"--{option.replace('_', '-')} has no meaning for {args.experiment}")
    check_positive(args, "games", "processes", "rounds")
    commands = {"memory_bounded": _memory_bounded, "default": _default, "parallel": _parallel, "cost": _cost}
    commands |= dict.fromkeys(("survey_one_player", "survey_worlds"), _experiments)
    commands |= {"memory_augmented": _memory_augmented, "game_trees": _game_trees}
    return commands.get(args.experiment, _survey)(args)


def _open(args: argparse.Namespace) -> Store:
    """The database, with the games of the table in it; one in memory where a table is all that is to be shown."""
    from ..lab.game_table import restore
    from ..lab.store import Store

    shown_only = args.table is not None and args.database is None and (args.no_play or args.experiment == "cost")
    path = None if shown_only else database(args)
    store = Store(path, create=args.table is not None or not (args.no_play or args.experiment == "cost"))
    return store if args.table is None else restore(args.table, store)


def _survey(args: argparse.Namespace) -> int:
    from ..lab.reproduce import survey

    page = survey.SURVEYS[args.experiment]
    rows = [] if args.no_play else survey.chosen(page, args.only)  # a mistake leaves no file behind
    with _open(args) as store:
        for row in rows:
            experiment = survey.experiment(row, store)
            if experiment is None:
                print(f"{row.id}: cannot be played: {survey.missing(row)}", file=sys.stderr)
                continue
            done = run_with_progress(experiment, store, args, games=args.games)
            if done is None:
                print("anyspace: with --no-play it writes the page from what is there", file=sys.stderr)
                return INTERRUPTED
            print(f"{row.id}: {survey.in_words(row, store)}", flush=True)
        if not args.no_play:
            try:
                survey.run_checks(page, args.output, args.only, _say)
            except KeyboardInterrupt:
                print("anyspace: with --no-play it writes the page from what is there", file=sys.stderr)
                return INTERRUPTED
        return _wrote(survey.reproduce(page, store, args.output))


def _experiments(args: argparse.Namespace) -> int:
    from ..lab.reproduce import one_player, worlds

    page = worlds if args.experiment == worlds.FILE else one_player
    if not args.no_play:
        try:
            page.run(args.output, args.only, _say)
        except KeyboardInterrupt:
            print("anyspace: with --no-play it writes the page from what is there", file=sys.stderr)
            return INTERRUPTED
    return _wrote(page.reproduce(args.output))


def _game_trees(args: argparse.Namespace) -> int:
    from ..lab.reproduce import game_trees, game_trees_page

    if not args.no_play:
        try:
            game_trees.run(args.output, args.game, _say)
        except KeyboardInterrupt:
            print("anyspace: with --no-play it writes the page from what is there", file=sys.stderr)
            return INTERRUPTED
    return _wrote(game_trees_page.reproduce(args.output))


def _default(args: argparse.Namespace) -> int:
    from ..lab.early_stop import UntilDecided
    from ..lab.reproduce import default, default_page
    from ..lab.reproduce.stages import chosen
    from ..lab.statistics import Sprt

    stages = [] if args.no_play else chosen(default.STAGES, args.only)
    _check_games(args, default.SEEN + default.OTHERS)
    with _open(args) as store:
        for stage, game in [(each, game) for each in stages for game in each.games_of]:
            experiment = default.experiment(stage, game) if args.game is None or game in args.game else None
            if experiment is None:
                continue
            stop = UntilDecided(Sprt.elo(*stage.test)) if stage.test else None
            if run_with_progress(experiment, store, args, games=args.games, stop=stop) is None:
                print("anyspace: with --no-play it writes the page from what is there", file=sys.stderr)
                return INTERRUPTED
            for point in default_page.points_of(stage, game, store):
                score = point.score()
                print(f"{game}, {stage.name}: {point.values['player']}: {score.shown() if score else ''}", flush=True)
        return _wrote(default_page.reproduce(store, args.output))


def _memory_augmented(args: argparse.Namespace) -> int:
    from ..lab.reproduce import memory_augmented, memory_augmented_page
    from ..lab.reproduce.markdown import need_figures
    from ..lab.reproduce.stages import chosen

    need_figures()
    stages = [] if args.no_play else chosen(memory_augmented.STAGES, args.only)
    with _open(args) as store:
        for stage in stages:
            if run_with_progress(memory_augmented.experiment(stage), store, args, games=args.games) is None:
                print("anyspace: with --no-play it writes the page from what is there", file=sys.stderr)
                return INTERRUPTED
            for point in memory_augmented.points_of(stage, store):
                score = point.score()
                told = memory_augmented_page.told(point)
                print(f"{stage.name}: {told}: {score.shown() if score else ''}", flush=True)
        return _wrote(memory_augmented_page.reproduce(store, args.output))


def _memory_bounded(args: argparse.Namespace) -> int:
    from ..lab.reproduce import experiments, memory_bounded
    from ..lab.reproduce.markdown import need_figures
    from ..lab.text_report import aligned

    need_figures()
    _check_games(args, GAMES)
    with _open(args) as store:
        for game in () if args.no_play else args.game or GAMES:
            experiment = experiments.experiment(game)
            # a point of the figure belongs to one side where the sides have panels of their own
            games = None if args.games is None else args.games * len(experiments.SIDES[game])
            done = run_with_progress(experiment, store, args, games=games)
            if done is None:
                print("anyspace: with --no-play it writes the page from what is there", file=sys.stderr)
                return INTERRUPTED
            print(f"{game}: {done.played:,} games played, {done.done:,} of {done.wanted:,} in {store.name}")
        files, claims = memory_bounded.reproduce(store, args.output)
    print("\n".join(aligned([[claim.heading, claim.outcome] for claim in claims], 2)))
    return _wrote(files)


def _check_games(args: argparse.Namespace, known: Sequence[str]) -> None:
    from ..lab.suggest import unknown

    for game in args.game or ():
        if game not in known:
            raise ExperimentError(unknown("game", game, [*known]))


def _parallel(args: argparse.Namespace) -> int:
    from ..lab.reproduce import parallel

    line, timed = StatusLine(), []
    try:
        for each in parallel.measure(args.rounds or ROUNDS):
            timed.append(each)
            if sys.stderr.isatty():
                line.put(f"{each.kind}, {each.scheme}: {each.milliseconds(1):.1f} ms with one thread")
    finally:
        line.clear()
    return _wrote(parallel.write_all(timed, args.output))


def _cost(args: argparse.Namespace) -> int:
    from ..lab.reproduce import cost

    with _open(args) as store:
        return _wrote(cost.reproduce(store, args.output))


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _wrote(files: Sequence[Path]) -> int:
    print("\n".join(f"wrote {path}" for path in files), file=sys.stderr)
    return 0
