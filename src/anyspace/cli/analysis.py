"""`anyspace analysis`: KataGo's JSON analysis engine, for programs that review games of Go."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from .engines import QUIET, add_engine, converse, given_budget, maker

if TYPE_CHECKING:
    from ..protocols.lines import Lines

EXAMPLES = f"""\
{QUIET}
A query's `maxVisits` is the budget of a position; queries without one get --iterations or --seconds (1).

examples:
  anyspace analysis --parallel tree
  echo '{{"id":"a","moves":[["B","E5"]],"rules":"chinese","komi":7.5,"boardXSize":9,"boardYSize":9,"maxVisits":500}}' \\
    | anyspace analysis
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The search."""
    parser.epilog = EXAMPLES
    add_engine(parser)
    for option in ("-model", "-human-model", "-config", "-override-config", "-analysis-threads"):
        # programs that think they start KataGo say these; there is no such thing here
        parser.add_argument(option, dest="of_katago", metavar="X", action="append", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Answer until nothing more is asked."""
    budget = given_budget(args)

    from ..protocols.katago import Engine
    from ..protocols.thinking import Thinker

    thinker = Thinker(maker(args), budget)

    def serve(lines: Lines) -> None:
        Engine(lines, thinker).serve()

    return converse(serve)
