"""`anyspace lab balance` and `anyspace lab ratings`: weights of moves for playouts, learnt before the game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ExperimentError, StoreError
from .common import add_game, whole
from .lab_common import check_positive
from .progress import StatusLine

if TYPE_CHECKING:
    from ..parts.playout.move_weights import MoveWeights
    from ..rules.game import AnyGame, State

GAMES, ITERATIONS = 200, 1000
"""That ratings are from, and of a decision of theirs, unless told otherwise."""

USE = 'use it: anyspace think "{game}" --with "weighted_moves:file={file}"'


def positive(text: str) -> float:
    """A number above 0."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


def add_common(parser: argparse.ArgumentParser) -> None:
    """What both commands take."""
    add_game(parser)
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="where the weights go")
    parser.add_argument(
        "--seed", metavar="N", type=whole, default=0, help="decides everything that is drawn (default 0)"
    )


def add_balance(parser: argparse.ArgumentParser) -> None:
    """The arguments of `balance`."""
    parser.epilog = (
        "Positions of random games are valued by a search with a solver, exactly where it proves them. Weights of\n"
        "moves are then learnt with which playouts come to that value on average (Silver and Tesauro 2009). One\n"
        "position in five is held out, and says how well it went. Ctrl-C stops early and keeps what was learnt."
    )
    add_common(parser)
    parser.add_argument("--positions", metavar="N", type=whole, default=2000, help="how many (default 2,000)")
    parser.add_argument("--iterations", metavar="N", type=whole, default=20_000, help="to value one (default 20,000)")
    parser.add_argument("--exact", action="store_true", help="only positions whose value was proven")
    parser.add_argument("--steps", metavar="N", type=whole, default=1000, help="changes of the weights (default 1,000)")
    parser.add_argument("--batch", metavar="N", type=whole, default=16, help="positions a step (default 16)")
    parser.add_argument("--playouts", metavar="N", type=whole, default=100, help="twice so many each (default 100)")
    parser.add_argument("--rate", metavar="X", type=positive, default=0.03, help="size of a step (default 0.03)")


def run_balance(args: argparse.Namespace) -> int:
    """Value positions, learn, write the file, and say how well it went."""
    check_positive(args, "iterations", "steps", "batch", "playouts")
    if args.positions < 5:
        raise ExperimentError(f"--positions must be 5 or more, not {args.positions}")
    check_writable(args.out)
    from ..lab.own_games import load_game
    from ..learn.balancing import Balancer, Target, balance, find_targets, mean_squared_error
    from ..learn.sampling import Sampler
    from ..parts.playout.move_weights import MoveWeights

    game, line, targets = load_game(args.game, Path()), Progress(), list[Target]()
    try:
        for target in find_targets(game, args.positions, args.iterations, args.seed, args.exact):
            targets.append(target)
            line.put(f"valued {len(targets):,} of {args.positions:,} positions")
    except KeyboardInterrupt:
        if len(targets) < 5:
            raise
    finally:
        line.clear()
    if len(targets) < 5:
        raise ExperimentError(f"{args.game}: there are not enough positions whose value could be proven; search longer")
    exact = sum(target.exact for target in targets)
    print(f"{args.game}: {len(targets):,} positions, the values of {exact:,} exact", flush=True)
    weights, held_out = MoveWeights.none_yet(game), targets[::5]
    learning = [target for k, target in enumerate(targets) if k % 5]
    before = mean_squared_error(game, weights, held_out, 4 * args.playouts, args.seed)
    sampler = Sampler(game, weights, args.seed)
    balancer = Balancer(weights, learning, sampler, args.playouts, args.batch, args.rate, args.seed)
    try:
        balance(balancer, args.steps, lambda step: line.put(f"step {step:,} of {args.steps:,}"))
    finally:
        line.clear()
    save(weights, args.out)
    after = mean_squared_error(game, weights, held_out, 4 * args.playouts, args.seed)
    print(
        f"squared error of playouts, {len(held_out):,} positions held out: {before:.4f} uniform, {after:.4f} learnt",
        end="",
    )
    print(f" ({after / before:.2f} of it)" if before > 0 else "", USE.format(game=args.game, file=args.out), sep="\n")
    return 0


def add_ratings(parser: argparse.ArgumentParser) -> None:
    """The arguments of `ratings`."""
    parser.epilog = (
        "Games of plain searches against themselves. Every decision is a competition that the chosen move has won\n"
        "against all others; what is rated are moves and what they look like (Coulom 2007). Every fifth decision is\n"
        "held out. Ctrl-C stops early and rates what was played. With --records the games are yours."
    )
    add_common(parser)
    parser.add_argument(
        "--records",
        metavar="FILE",
        nargs="+",
        help="rate the choices of these games, saved as .json or .sgf (or folders of them), and play none",
    )
    parser.add_argument("--games", metavar="N", type=whole, help="how many are played (default 200)")
    parser.add_argument("--iterations", metavar="N", type=whole, help="of a decision (default 1,000)")
    parser.add_argument(
        "--by", choices=["both", "moves", "features"], default="both", help="what is rated (default both)"
    )
    parser.add_argument("--prior", metavar="X", type=positive, default=1.0, help="wins and losses to begin with (1)")


def run_ratings(args: argparse.Namespace) -> int:
    """Play or read games, rate, write the file, and say how well it predicts."""
    check_positive(args, "games", "iterations")
    for name in ("games", "iterations"):
        if args.records and getattr(args, name) is not None:
            raise ExperimentError(f"--records are games that were played: leave out --{name}")
    check_writable(args.out)
    from ..lab.own_games import load_game
    from ..learn.ratings import (
        as_weights,
        every,
        fit,
        gather,
        log_likelihood,
        uniform_likelihood,
        what_to_rate,
    )

    game, line = load_game(args.game, Path()), Progress()
    by = what_to_rate(game, args.by)
    try:
        decisions = gather(games_of(args, game, line))
    finally:
        line.clear()
    learning, held_out = every(decisions, 5)
    if not len(learning) or not len(held_out):
        raise ExperimentError(f"{args.game}: too few decisions; {'give' if args.records else 'play'} more games")
    codes, kinds = game.players * (game.actions or 1), game.move_features or 1
    found = fit(learning, codes, kinds, args.prior, by=by)
    save(as_weights(game, found, by), args.out)
    print(f"{args.game}: {len(decisions):,} decisions, {found.rounds} rounds")
    uniform, rated = uniform_likelihood(held_out), log_likelihood(held_out, found.moves, found.features)
    print(f"log likelihood of the {len(held_out):,} held out: {uniform:.3f} uniform, {rated:.3f} rated")
    print(USE.format(game=args.game, file=args.out))
    return 0


def games_of(args: argparse.Namespace, game: AnyGame, line: Progress) -> Iterator[tuple[State, Any]]:
    """The decisions to be rated: of records, or of games that are played now."""
    from ..learn.ratings import recorded, self_play
    from ..training.records import files_in, matches_in

    if args.records:
        files = files_in(args.records)
        fitting = matches_in(game, files, lambda said: print(said, file=sys.stderr))
        return recorded(game, fitting, lambda done: line.put(f"game {done:,} of {len(files):,}"))
    games, iterations = args.games or GAMES, args.iterations or ITERATIONS
    return self_play(game, games, iterations, args.seed, lambda done: line.put(f"game {done:,} of {games:,}"))


class Progress(StatusLine):
    """Only where somebody looks."""

    def put(self, text: str) -> None:
        if sys.stderr.isatty():
            super().put(text)


def check_writable(path: Path) -> None:
    """Raises before hours of work, not after."""
    if not path.parent.is_dir():
        raise StoreError(f"cannot write {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise StoreError(f"cannot write {path}: it is a folder")


def save(weights: MoveWeights, path: Path) -> None:
    """Write the file."""
    try:
        weights.save(path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from None
