"""What commands share that are started by other programs: the search they use, and the conversation itself."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from .common import UsageError, add_budget, add_level, add_search, budget_of, final_of

if TYPE_CHECKING:
    from ..protocols.lines import Lines
    from ..protocols.thinking import MakeSearch
    from ..rules.game import AnyGame
    from ..search.budget import Budget
    from ..search.search import Search

QUIET = "Standard output carries the protocol alone; what is compiled is announced on standard error."


def add_engine(parser: argparse.ArgumentParser) -> None:
    """The budget of a move, and what the search is made of."""
    add_budget(parser)
    add_search(parser)
    add_level(parser)


def given_budget(args: argparse.Namespace) -> Budget | None:
    """The budget that was asked for; None where nothing was said of it. Raises `BudgetError`."""
    if args.iterations is None and args.seconds is None and args.level is None:
        return None
    return budget_of(args)


def maker(args: argparse.Namespace) -> MakeSearch:
    """How to make a search for a game. Raises `OptionError` for parts that there are not."""
    from ..parts.registry import from_text

    for text in args.parts:
        from_text(text)
    final = final_of(args)

    def make(game: AnyGame) -> Search:
        from ..search.search import Search

        return Search(
            game,
            *args.parts,
            final=final,
            memory=args.memory,
            parallel=args.parallel,
            information=args.information,
            seed=args.seed,
        )

    return make


def converse(serve: Callable[[Lines], None]) -> int:
    """Talk over standard input and output until the other side has had enough. A person's own game is to be loaded
    within: what it prints must not come between."""
    from ..protocols.lines import standard_lines
    from . import INTERRUPTED, OK

    try:
        with standard_lines() as lines:
            serve(lines)
    except KeyboardInterrupt:  # nobody is there to be told
        return INTERRUPTED
    return OK


def share(given: float | None, option: str) -> float:
    """A number from 0 to 1. Raises `UsageError`."""
    if given is not None and not 0 <= given <= 1:
        raise UsageError(f"{option} must be a number from 0 to 1, not {given:g}")
    return given or 0.0
