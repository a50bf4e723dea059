"""`anyspace solve GAME`: a game for one player, the best line that is found."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import OptionError, StoreError
from ..solve.one_player.registry import DEFAULT, METHODS, find, options_of
from .common import UsageError, add_budget, board, budget_of, number, whole
from .progress import StatusLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..matches.match import Match
    from ..matches.solution import Solution
    from ..rules.game import AnyGame, State
    from ..search.budget import Budget
    from ..search.result import Result
    from ..solve.one_player.solo import Solo

EXAMPLES = """\
Ctrl-C ends the search early and prints the best so far. A budget of iterations is one of playouts.

examples:
  anyspace solve samegame --board 3 --seconds 60
  anyspace solve morpion_solitaire --with nrpa:level=4 --seconds 600 --save line.json
  anyspace solve left_move --with nmcs:level=2 --iterations 10000 --seed 1
  anyspace solve --methods
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The puzzle, the method, the budget, the form of the answer."""
    parser.epilog = EXAMPLES
    parser.set_defaults(level=None)  # a puzzle is solved as well as can be
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game for one player: 'samegame(board=3)'")
    parser.add_argument("--board", metavar="N", type=whole, help="which instance: short for the game's option board=N")
    parser.add_argument("--position", metavar="TEXT", help="begin at this position, as the game's notation writes it")
    parser.add_argument(
        "--with",
        dest="method",
        metavar="METHOD",
        default=DEFAULT,
        help=f"how to search, 'nrpa:level=3', 'nmcs:level=2,memory=false' (default {DEFAULT}); --methods lists them",
    )
    parser.add_argument("--methods", action="store_true", help="list the methods with their options, and end")
    add_budget(parser)
    parser.add_argument("--threads", metavar="N", type=whole, help="how many (default: all cores; one with --seed)")
    parser.add_argument("--target", metavar="X", type=number, help="end as soon as a line pays as much")
    parser.add_argument("--save", metavar="FILE", help="write the best line to a file that `check-solution` replays")
    parser.add_argument("--picture", metavar="FILE", help="write every position of the line to an HTML page")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--no-board", action="store_false", dest="show_board", help="do not show the final position")


def run(args: argparse.Namespace) -> int:
    """Search, print, save."""
    if args.methods:
        print(list_methods())
        return 0
    if args.game is None:
        raise UsageError("which game? `anyspace games` lists them (see anyspace solve --help)")
    budget = budget_of(args)

    from ..games.own import file_of, load_game
    from ..matches.match import Match
    from ..matches.solution import Solution
    from ..solve.one_player.solo import Solo

    text = args.game if args.board is None else with_option(args.game, f"board={args.board}")
    game = load_game(text)
    solo = Solo(game, args.method, threads=args.threads, seed=args.seed)
    match = Match(game, 0 if args.seed is None else args.seed) if args.position is None else _at(game, args.position)
    if match.over:
        reason = verdict(match.state)
        raise OptionError(f"{game.name}: nothing to solve, the game is over{reason and f': {reason}'}")
    result = search(solo, match.state, budget, args.target)
    match.play_all(result.line)
    solution = Solution(match, result.value, str(solo.method), result.stats.iterations, result.stats.seconds)
    if args.json:
        print(json.dumps(as_json(args, result, match.state), indent=2, allow_nan=False))
    else:
        print(described(result, match.state, args.show_board))
    for what, path, write in (("line saved to", args.save, save), ("picture written to", args.picture, draw)):
        if path:  # only now: a file that cannot be written must not cost the line
            _written(write, solution, path)
            if not args.json:
                print(f"{what} {path}")
    if args.save and not args.json and file_of(text, Path()) is not None:
        print(f"replay it: anyspace check-solution {shlex.quote(args.save)} --game {shlex.quote(text)}")
    return 0


def with_option(text: str, option: str) -> str:
    """A game's text with one option more: `samegame(rows=9)` and `board=3` are `samegame(rows=9,board=3)`."""
    text = text.strip()
    if not text.endswith(")"):
        return f"{text}({option})"
    return f"{text[:-1]}{'' if text.endswith('()') else ','}{option})"


def verdict(end: State) -> str:
    """Why a game that has ended is no solution, if its game says so; nothing where it is one."""
    from ..games.extras import extra

    says = extra(end.game, "verdict")
    return (says(end) or "") if says is not None else ""


def _at(game: AnyGame, text: str) -> Match:
    from ..matches.match import Match

    return Match(game, start=game.position(text))


def search(solo: Solo, state: State, budget: Budget, target: float | None) -> Result:
    """Run it, with a line of progress if standard error is a terminal."""
    from ..numeric import as_score

    line = StatusLine() if sys.stderr.isatty() else None

    def show(result: Result) -> None:
        stats = result.stats
        if line is not None:
            line.put(
                f"{stats.seconds:6.1f} s  best {as_score(result.value)}  {len(result.line)} moves  "
                f"{stats.iterations:,} playouts  {stats.iterations_per_second:,.0f}/s"
            )

    try:
        watch = None if line is None else show
        return solo.run(state, iterations=budget.iterations, seconds=budget.seconds, target=target, on_progress=watch)
    finally:
        if line is not None:
            line.clear()


def described(result: Result, end: State, show_board: bool) -> str:
    """The answer for people."""
    from ..numeric import as_score

    stats, reason = result.stats, verdict(end)
    lines = [f"{result.game}: {as_score(result.value)}" + (" (no line can pay more)" if result.proven else "")]
    if reason:
        lines.append(reason + (", and there is none: proven" if result.proven else ""))
    if show_board:
        lines += ["", board(end, None), ""]
    lines.append(f"line ({len(result.line)} moves): {'  '.join(result.line_names)}")
    threads = f", {stats.threads} threads" if stats.threads > 1 else ""
    lines.append(
        f"{stats.parts}: {stats.iterations:,} playouts of {stats.mean_playout:.1f} moves in {stats.seconds:.2f} s "
        f"({stats.iterations_per_second:,.0f}/s){threads}, seed {result.seed}"
        + (", interrupted" if stats.interrupted else "")
    )
    return "\n".join(lines)


def as_json(args: argparse.Namespace, result: Result, end: State) -> dict[str, object]:
    """The answer for programs."""
    stats = result.stats
    return {
        "game": args.game,
        "board": args.board,
        "method": stats.parts,
        "score": result.value,
        "proven": result.proven,
        "verdict": verdict(end) or None,
        "line": result.line_names,
        "playouts": stats.iterations,
        "seconds": stats.seconds,
        "threads": stats.threads,
        "seed": result.seed,
        "interrupted": stats.interrupted,
    }


def _written(write: Callable[[Solution, str], None], solution: Solution, path: str) -> None:
    try:
        write(solution, path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from None


def save(solution: Solution, path: str) -> None:
    """For `check-solution`."""
    solution.save(path)


def draw(solution: Solution, path: str) -> None:
    """Every position of a solution, on a page."""
    from ..games.extras import extra
    from ..views.solution import solution_page

    page = solution_page(solution, extra(solution.match.game, "picture"))
    Path(path).write_text(page, encoding="utf-8")


def list_methods() -> str:
    """Every method with its options and who published it."""
    lines = []
    for name, (_, what) in METHODS.items():
        method = find(name)
        options = ", ".join(f"{option}={default}" for option, default in options_of(method).items())
        lines += [f"{name:<12} {what}", f"{'':<12} {options or 'no options'}", f"{'':<12} {method.reference}"]
    return "\n".join(lines)
