"""The `anyspace` command: `main`, its parser, and what an error looks like. One file per command.

A command is a module with `add_arguments(parser)` and `run(args) -> exit code`. Only the module of the command that
is asked for is imported, and it imports NumPy and Numba no earlier than in `run`: help is instant.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from .. import __version__
from ..errors import AnyspaceError, GameError, MissingDependency, StoreError
from .common import UsageError
from .completion import SHELLS, PrintCompletion

OK, FAILED, BAD_INPUT, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141
"""Exit codes. The last two are what a shell reports of a program that SIGINT or SIGPIPE ended."""

COMMANDS = {
    "games": ("anyspace.cli.games", "list the games and their options"),
    "think": ("anyspace.cli.think", "search a position: the best move, the table, the line, the statistics"),
    "play": ("anyspace.cli.play", "play against it in the terminal"),
    "realtime": ("anyspace.cli.realtime", "a decision every frame, and how late frames are next to the system's timer"),
    "solve": ("anyspace.cli.solve", "solve a puzzle: the best line of a game for one player"),
    "check-solution": ("anyspace.cli.check_solution", "replay a line that `solve` saved, and compare what it pays"),
    "gtp": ("anyspace.cli.gtp", "an engine for programs that speak GTP: Sabaki, Lizzie, GoGui, HexGui"),
    "analysis": ("anyspace.cli.analysis", "analyse games of Go for KaTrain and others that speak KataGo's JSON"),
    "ugi": ("anyspace.cli.ugi", "an engine for programs that speak UGI, for any game of two players"),
    "check": ("anyspace.cli.check", "play your own game at random and under a search: what is wrong in its rules"),
    "parts": ("anyspace.cli.parts", "list what a search can be made of, with options and references"),
    "learn": ("anyspace.cli.learn", "learn a network for a game: by self-play, from records, from another network"),
    "likeness": ("anyspace.cli.likeness", "learn by what positions are compared: features for the part `similar`"),
    "lab": ("anyspace.cli.lab", "matches and experiments: who plays better, and how surely"),
    "bench": ("anyspace.bench.cli", "measure how fast it is, next to other programs"),
    "cache": ("anyspace.cli.cache", "where compiled code lives; clear it"),
}
"""Name to the module that implements it, and what it does in one line."""

EXTRAS = {
    **dict.fromkeys(("matplotlib", "optuna", "pyarrow", "scipy", "tomli"), "lab"),
    **dict.fromkeys(("onnx", "torch"), "learn"),
    "pyspiel": "openspiel",
    "shtab": "completion",
}
"""Packages that only some commands need, and the extra that brings each."""

EXAMPLES = """\
examples:
  anyspace games
  anyspace think connect_four --moves "d e d" --seconds 2
  anyspace think "hex(size=9)" --iterations 100000 --json
  anyspace play tic_tac_toe
"""


class Parser(argparse.ArgumentParser):
    """Argparse, but a mistake is an exception: `main` prints it in one line, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def make_parser(argv: Sequence[str], everything: bool = False) -> Parser:
    """The parser for `argv`. A command gets its arguments only if its name occurs there; `everything`: all do."""
    parser = Parser(
        prog="anyspace",
        description="Monte Carlo Tree Search: plays any game whose rules it is given.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"anyspace {__version__}")
    parser.add_argument(
        "--print-completion",
        metavar="SHELL",
        choices=list(SHELLS),
        action=PrintCompletion,
        help=f"print a script that makes a shell complete commands and games: {' or '.join(SHELLS)}",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, (module, summary) in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if everything or name in argv:
            implementation = importlib.import_module(module)
            implementation.add_arguments(command)
            command.set_defaults(run=implementation.run, parser=command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code. Only what nobody foresaw shows a traceback."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except AnyspaceError as error:
        print(f"anyspace: error: {' '.join(str(error).split())}", file=sys.stderr)
        return FAILED if isinstance(error, GameError | MissingDependency | StoreError) else BAD_INPUT
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in EXTRAS:
            raise
        command = " ".join(words[: 2 if words[0] == "lab" else 1])
        print(f"anyspace: error: {command} needs {package}: pip install 'anyspace[{EXTRAS[package]}]'", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        start_of_line = "\n" if sys.stderr.isatty() else ""  # the terminal has just shown ^C
        print(f"{start_of_line}anyspace: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE


def _run(words: list[str]) -> int:
    parser = make_parser(words)
    try:
        args, unknown = parser.parse_known_args(words)
    except SystemExit as done:  # --help and --version have printed what was asked for
        return int(done.code or OK)
    if unknown:
        getattr(args, "parser", parser).error(f"unknown argument {' '.join(unknown)}")
    if "run" not in args:
        parser.print_help()
        return OK
    return int(args.run(args))
