"""`anyspace think GAME`: search one position and print what was found."""

from __future__ import annotations

import argparse
import contextlib
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import GameError, NothingToSearch
from ..parts.registry import names
from .common import (
    UsageError,
    add_budget,
    add_game,
    add_level,
    add_search,
    board,
    budget_of,
    final_of,
    game_of,
    number,
    payoffs_in_words,
    shows,
    whole,
)
from .progress import search_with_progress

if TYPE_CHECKING:
    from ..rules.game import State
    from ..search.result import Result

EXAMPLES = """\
Ctrl-C ends the search early and prints the best so far.

examples:
  anyspace think connect_four --moves "d e d" --seconds 5
  anyspace think pig --moves "roll 4 roll 6" --iterations 100000 --seed 7
  anyspace think spades --memory recycle:nodes=1000 --information single --iterations 5000
  anyspace think go --with grave:ref=100 --iterations 20000
  anyspace think connect_four --with solver --moves "d d d d d c"
  anyspace think connect_four --position "7/7/7/7/3x3/3xo2 o"
  anyspace think othello --ownership --picture whose.svg
  anyspace think open_spiel:chess --moves "e4 e5" --playout-limit 40 --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The position, the budget, the search's options, the form of the answer."""
    parser.epilog = EXAMPLES
    add_game(parser)
    parser.add_argument(
        "--moves",
        metavar="NAMES",
        default="",
        help="moves played so far, by name, with blanks or commas between them; chance outcomes too",
    )
    parser.add_argument(
        "--position",
        metavar="TEXT",
        help="begin at this position, as `state.notation()` or --json writes it, instead of a new game",
    )
    add_budget(parser)
    add_search(parser)
    add_level(parser)
    parser.add_argument("--c", metavar="X", type=number, help="exploration constant of UCB1 (default 1)")
    parser.add_argument("--final", choices=names("final"), help="which move to choose in the end (default robust)")
    parser.add_argument(
        "--playout-limit", metavar="N", type=whole, help="cut playouts after N moves and score them as they stand"
    )
    parser.add_argument("--even-if-forced", action="store_true", help="search though only one move is legal")
    parser.add_argument(
        "--ownership",
        metavar="N",
        type=whole,
        nargs="?",
        const=1000,
        help="show too whose the cells are in the end, by N random playouts (1000); for games with a rule `owner`",
    )
    parser.add_argument("--picture", metavar="FILE", type=Path, help="write that map too, as an SVG picture")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--show-board", action="store_true", default=True, help="show the position (the default)")
    parser.add_argument("--no-board", action="store_false", dest="show_board", help="do not show it")


def run(args: argparse.Namespace) -> int:
    """Search and print."""
    if args.picture is not None and args.ownership is None:
        raise UsageError("--picture draws whose the cells are in the end: give --ownership as well")
    budget = budget_of(args)  # what is wrong with the options is said before anything is compiled

    from ..parts.playout.random import Random
    from ..parts.select.ucb1 import UCB1
    from ..rules.moves_by_name import play_moves
    from ..search.search import Search

    search = Search(
        game_of(args),
        *args.parts,
        select=None if args.c is None else UCB1(args.c),
        playout=None if args.playout_limit is None else Random(args.playout_limit),
        final=final_of(args, args.final),
        memory=args.memory,
        parallel=args.parallel,
        information=args.information,
        seed=args.seed,
    )
    state = search.game.start(args.seed) if args.position is None else search.game.position(args.position)
    played = [name for _, name in play_moves(state, args.moves, " of --moves")]
    drawn, told = draw_what_is_due(state, args.seed)
    if state.over:
        raise NothingToSearch(f"the game is over, nothing to search; payoffs: {payoffs_in_words(state.returns())}")
    if args.ownership is not None:
        from ..search.ownership import heat_map, owners, ownership

        if args.ownership < 1:
            raise UsageError(f"--ownership must be 1 or more, not {args.ownership}")
        owners(state)  # raises where the game cannot say
    if not args.json:
        introduce(args, state, told, len(drawn) - len(told))
    try:
        result = search_with_progress(search, state, budget, even_if_forced=args.even_if_forced)
    except NothingToSearch:  # somebody is to move, so this can only mean: interrupted before the first iteration
        raise KeyboardInterrupt from None
    means = None if args.ownership is None else ownership(state, args.ownership, args.seed)
    if args.json:
        found = as_json(args, state, played + drawn, result)
        if means is not None:
            found["ownership"] = means.tolist()
        print(json.dumps(found, indent=2, allow_nan=False))
    else:
        print(result)
        if means is not None:
            print(f"\nwhose the cells are in the end, by {args.ownership:,} random playouts\n\n{heat_map(means)}")
    if args.picture is not None:
        draw_ownership(args.picture, state, means)
        if not args.json:
            print(f"\npicture written to {args.picture}")
    return 0


def draw_ownership(path: Path, state: State, means: Any) -> None:
    """Write the map as an SVG picture. What is hidden is not shown."""
    from ..files import write_whole
    from ..views.owners import ownership_picture

    text = "" if state.game.hides else str(state)
    try:
        write_whole(path, ownership_picture(text, means.tolist()))
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


# ---- the position


def draw_what_is_due(state: State, seed: int | None) -> tuple[list[str], list[str]]:
    """Play out chance events until somebody has a decision to make; returns the names of the outcomes, all of them and
    those that who decides has seen."""
    from ..matches.match import draw
    from ..rules.game import CHANCE

    source = random.Random(seed)
    drawn = []
    while state.mover == CHANCE:
        before, outcome = state.copy(), draw(state, source)
        drawn.append((before, outcome, state.name(outcome)))
        state.play(outcome)
    everything = not state.game.hides or state.over
    told = [name for before, outcome, name in drawn if everything or shows(before, outcome, state.mover)]
    return [name for *_, name in drawn], told


# ---- the answer


def introduce(args: argparse.Namespace, state: State, drawn: list[str], hidden: int) -> None:
    """Say what is about to be searched, and what chance has drawn for it, as far as who decides may know."""
    if drawn or hidden:
        words = ", ".join([*drawn, *([f"{hidden} hidden"] if hidden else [])])
        print(f"chance: {words}  (drawn now; name it in --moves to choose)")
    print(f"{args.game}: player {state.mover} to move", end="\n\n", flush=True)
    if args.show_board:
        print(board(state, state.mover), end="\n\n", flush=True)


def as_json(args: argparse.Namespace, state: State, played: list[str], result: Result) -> dict[str, Any]:
    """The result in plain JSON, with the position it is about. Moves that JSON cannot express become their names."""

    def plain(move: Any, name: str) -> Any:
        return move if isinstance(move, int | float | str) else name

    found = result.as_dict()
    found["game"] = args.game
    found["move"] = plain(result.move, result.name)
    found["line"] = [plain(move, name) for move, name in zip(result.line, result.line_names, strict=True)]
    for row, candidate in zip(found["table"], result.table, strict=True):
        row["move"] = plain(candidate.move, candidate.name)
    position: dict[str, Any] = {"moves": played}
    if not state.game.hides:  # a text tells everything, also what who decides may not know
        with contextlib.suppress(GameError):  # not every game has a text
            position["notation"] = state.notation()
    if args.show_board:
        position["board"] = board(state, state.mover)
    return {"position": position, **found}
