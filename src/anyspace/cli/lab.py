"""`anyspace lab`: matches, experiments, and what is kept of them. The subcommands, by name; the work is in lab/."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from .lab_calibrate import add_calibrate, run_calibrate
from .lab_common import DATABASE
from .lab_exploit import add_exploit, run_exploit
from .lab_learn import add_balance, add_ratings, run_balance, run_ratings
from .lab_look import add_export, add_names, add_replay, add_report, run_export, run_replay, run_report, run_status
from .lab_model import add_model, run_model
from .lab_parameters import add_parameters, run_parameters
from .lab_play import add_match, add_run, run_file, run_match
from .lab_race import add_race, run_race
from .lab_reproduce import add_reproduce, run_reproduce
from .lab_tune import add_tune, run_tune

EXAMPLES = """\
examples:
  anyspace lab match spades "single" "determinized" --deals 400 --iterations 500
  anyspace lab match connect_four "c=0.7" "c=1.4" --iterations 1000 --sprt 0 30
  anyspace lab run examples/exploration.toml --processes 2
  anyspace lab reproduce memory_bounded --games 100
  anyspace lab calibrate connect_four --iterations 100 1000 --games 100
  anyspace lab ratings "go(size=7)" --games 200 --out go7.npz
  anyspace lab tune hex --minutes 5
  anyspace lab parameters kuhn_poker hearts connect_four
  anyspace lab exploit kuhn_poker cfr external single --budgets 100 1000
  anyspace lab model iterations=20 --out weak.json
  anyspace lab report
  anyspace lab export csv --output games.csv
  anyspace lab replay 3f9a
"""


class Command(NamedTuple):
    """A subcommand."""

    summary: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    keeps: bool = True
    """whether it has to do with a database"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The subcommands and their arguments."""
    parser.epilog = EXAMPLES
    parser.set_defaults(subcommand=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, command in COMMANDS.items():
        sub = commands.add_parser(
            name,
            help=command.summary,
            description=f"{command.summary[0].upper()}{command.summary[1:]}.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_arguments(sub)
        if command.keeps:
            sub.add_argument(
                "--database",
                metavar="FILE",
                type=Path,
                help="where results are kept"
                + (" (default: nowhere)" if name == "match" else f" (default {DATABASE} in this folder)"),
            )
        sub.set_defaults(subcommand=command.run, parser=sub)


def run(args: argparse.Namespace) -> int:
    """Run the subcommand."""
    if args.subcommand is None:
        args.parser.print_help()
        return 0
    return int(args.subcommand(args))


COMMANDS = {
    "match": Command("two players against each other, every deal with the seats swapped", add_match, run_match),
    "run": Command("play an experiment, or go on with it", add_run, run_file),
    "status": Command("how far experiments are", add_names, run_status),
    "report": Command("what the games say: scores with intervals", add_report, run_report),
    "tune": Command("find the options with which a player plays best", add_tune, run_tune),
    "calibrate": Command("what searches expect, against what comes of it", add_calibrate, run_calibrate, False),
    "ratings": Command("weights of moves for playouts, from games", add_ratings, run_ratings, False),
    "balance": Command("weights with which playouts come to the right value", add_balance, run_balance, False),
    "race": Command("weights of what moves look like, raced by games", add_race, run_race, False),
    "parameters": Command("what games are like: leaves, bias, secrets", add_parameters, run_parameters, False),
    "exploit": Command("how far players are from an equilibrium", add_exploit, run_exploit, False),
    "model": Command("a model of a player, from the games that were kept", add_model, run_model),
    "reproduce": Command("the papers' experiments: play or measure, and write the page", add_reproduce, run_reproduce),
    "export": Command("every game as a row of a table", add_export, run_export),
    "replay": Command("play one stored game again, and compare", add_replay, run_replay),
}
"""By name, in the order of the help."""
