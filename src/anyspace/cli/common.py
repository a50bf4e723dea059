"""What several commands share: arguments, and what they mean. Imports nothing heavy."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import AnyspaceError
from ..search.budget import Budget

if TYPE_CHECKING:
    from ..parts.final import Criterion
    from ..rules.game import AnyGame, State

DEFAULT_SECONDS = 1.0
"""For a search whose budget was not given."""


class UsageError(AnyspaceError):
    """The command line, or what was typed at a prompt, makes no sense."""


def whole(text: str) -> int:
    """A whole number as people write it: 1000, 1_000, 1,000 or 1e3."""
    plain = text.replace(",", "")
    try:
        return int(plain)
    except ValueError:
        pass
    try:
        number = float(plain)
    except ValueError:
        number = 0.5
    if not number.is_integer():
        raise argparse.ArgumentTypeError(f"expected a whole number, not {text!r}")
    return int(number)


def number(text: str) -> float:
    """A number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, not {text!r}") from None


def add_game(parser: argparse.ArgumentParser) -> None:
    """The argument GAME."""
    parser.add_argument(
        "game",
        metavar="GAME",
        help="a name that `anyspace games` lists, with options 'hex(size=9)'; open_spiel:NAME; your own, FILE.py:NAME",
    )


def game_of(args: argparse.Namespace) -> AnyGame:
    """The game that was asked for: by its name, or one's own in a file. Raises `UnknownGame`."""
    from ..games.own import load_game

    return load_game(args.game)


def add_budget(parser: argparse.ArgumentParser) -> None:
    """--iterations, --seconds and --seed."""
    parser.add_argument("--iterations", metavar="N", type=whole, help="search this many iterations")
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=number,
        help=f"search this long (default {DEFAULT_SECONDS:g}; with --iterations, whichever ends first)",
    )
    parser.add_argument("--seed", metavar="N", type=whole, help="make the search and every chance event repeatable")


def add_search(parser: argparse.ArgumentParser) -> None:
    """--with, --network, --memory, --information and --parallel."""
    parser.add_argument(
        "--with",
        dest="parts",
        metavar="PART",
        action="append",
        default=[],
        help="make the search of this part too, 'grave:ref=100' or 'solver'; may be given several times; `anyspace "
        "parts` lists them",
    )
    parser.add_argument(
        "--network",
        dest="parts",
        metavar="FILE",
        action="append",
        type="network:path={}".format,
        help="have a network look at the leaves: an ONNX file, or 'shipped'; short for --with network:path=FILE",
    )
    parser.add_argument(
        "--memory",
        metavar="BOUND",
        help="bound the tree: stop, stunt, ensemble, flatten, recycle or collect, with how much: 'recycle:nodes=1000', "
        "'collect:bytes=65536,threshold=8' (default unbounded)",
    )
    parser.add_argument(
        "--information",
        metavar="MODE",
        help="what the search may look at: auto, perfect, single, multi, determinized or cheating (default auto)",
    )
    parser.add_argument(
        "--parallel",
        metavar="SCHEME",
        help="use several cores: root, tree or leaf, with options if need be: 'tree', 'tree:threads=4,lock=node', "
        "'root:vote=majority', 'leaf:mode=together' (default one thread)",
    )


def add_level(parser: argparse.ArgumentParser) -> None:
    """--level."""
    parser.add_argument(
        "--level",
        metavar="K",
        type=whole,
        help="play this strongly, 1 (hardly better than random) to 10: sets the iterations, unless a budget is given, "
        "and draws moves the more at random the lower it is",
    )


def final_of(args: argparse.Namespace, given: str | None = None) -> Criterion | str | None:
    """The criterion that was asked for, by name or by --level. Raises `OptionError` or `UsageError`."""
    if args.level is None:
        return given
    if given is not None:
        raise UsageError("--level draws the final move, --final chooses it otherwise: leave one of them out")
    from ..parts.level import Level

    return Level(args.level)


def budget_of(args: argparse.Namespace) -> Budget:
    """The budget that was asked for, checked. Raises `BudgetError`."""
    if args.iterations is None and args.seconds is None and args.level is not None:
        from ..parts.level import Level

        return Budget(Level(args.level).iterations)
    if args.iterations is None and args.seconds is None:
        return Budget(seconds=DEFAULT_SECONDS)
    return Budget(args.iterations, args.seconds)


def board(state: State, observer: int | None) -> str:
    """The position as text: as `observer` may see it, or all of it where nobody in particular looks on."""
    if observer is None or observer < 0:
        return str(state).rstrip("\n")
    shown = state.settled()  # what others choose at the same time is not known yet
    return (shown.view(observer) if state.game.hides else str(shown)).rstrip("\n")


def shows(state: State, move: Any, observer: int) -> bool:
    """Whether a player sees which move it is that is about to be made."""
    backend = state.game.backend
    if observer != state.mover and state.game.simultaneous and backend.together(state._block) > 0:
        return False  # who moves at the same time learns it afterwards
    return observer == state.mover or backend.shows(state._block, move, observer)


def notices(state: State, move: Any, observer: int) -> bool:
    """Whether a player sees that a move is made at all."""
    from ..rules.codes import NOTHING_SEEN

    return bool(state.observe(move, observer) != NOTHING_SEEN)


def payoffs_in_words(payoffs: list[float]) -> str:
    """`player 0: 1, player 1: -1`."""
    return ", ".join(f"player {player}: {payoff:g}" for player, payoff in enumerate(payoffs))
