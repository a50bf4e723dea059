"""`anyspace likeness`: features for the memory of similar positions, learnt for it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .common import UsageError, add_game, game_of, whole

EPILOG = """\
A search with the part `similar` plays games against itself; what its memory knows at the end of each is learnt from: a
matrix through which positions go before they are compared, such that positions alike by it are worth the same. Every
fourth game is kept for measuring. The file is for the option `learned` of `similar`, with the same phi, size, first and
blur, or layer and network; it says which. The memory comes before `prior_seeding` and `seeding`, wherever these are
named: virtual visits are added to what it says.

examples:
  anyspace likeness othello --phi planes --out othello.npz
  anyspace think othello --with similar:phi=planes,learned=othello.npz
  anyspace likeness "go(size=9)" --network shipped --with prior_seeding --with ucb1:c=0.1 --phi network --out go.npz
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EPILOG
    add_game(parser)
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="where the features go (.npz)")
    parser.add_argument(
        "--with", dest="parts", metavar="PART", action="append", default=[], help="a part of the search"
    )
    parser.add_argument("--network", metavar="FILE", help="short for --with network:path=FILE,mix=0,nodes=100")
    parser.add_argument("--phi", default="planes", help="as of `similar`: predicates, planes or network (planes)")
    parser.add_argument("--layer", default="trunk", help="phi=network: the network's output that is taken (trunk)")
    parser.add_argument(
        "--first", metavar="N", type=whole, default=0, help="phi=planes: of these the first N; 0 for all (0)"
    )
    parser.add_argument("--blur", metavar="N", type=whole, default=2, help="phi=planes: how often it is blurred (2)")
    parser.add_argument("--size", metavar="N", type=whole, default=256, help="features that are hashed to (256)")
    parser.add_argument("--width", metavar="N", type=whole, default=64, help="features that are left (64)")
    parser.add_argument("--games", metavar="N", type=whole, default=24, help="to play (24)")
    parser.add_argument("--iterations", metavar="N", type=whole, default=1_000, help="of a decision (1,000)")
    parser.add_argument("--visits", metavar="N", type=whole, default=16, help="positions with fewer do not count (16)")
    parser.add_argument("--steps", metavar="N", type=whole, default=600, help="of learning (600)")
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="decides all that is drawn (0)")


def run(args: argparse.Namespace) -> int:
    """Play, learn, and say how much better it is."""
    from ..parts.value.similar import Similar
    from ..training.likeness import learn_likeness

    if args.out.suffix != ".npz":
        raise UsageError(f"--out must end in .npz, not {args.out.name!r}")
    similar = Similar(phi=args.phi, layer=args.layer, first=args.first, blur=args.blur, size=args.size)
    game = game_of(args)
    parts = [*([f"network:path={args.network},mix=0,nodes=100"] if args.network else []), *args.parts]
    found = learn_likeness(
        game, args.out, *parts, similar=similar, games=args.games, iterations=args.iterations,
        visits=args.visits, width=args.width, steps=args.steps, seed=args.seed,
        tell=lambda line: print(line, file=sys.stderr, flush=True),
    )  # fmt: skip
    print(f"{found.positions:,} positions learnt from; on {found.held_out:,} of other games:")
    for name, each in (("as they are", found.before), ("learnt", found.after)):
        print(
            f"  {name:<12} off by {each.error:.4f}, correlation {each.correlation:.3f}, "
            f"distance and difference of values {each.rank:+.3f} (Spearman)"
        )
    print(f"wrote {args.out}", file=sys.stderr)
    return 0
