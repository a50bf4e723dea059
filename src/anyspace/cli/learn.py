"""`anyspace learn`: a network for a game, by self-play, from records, or from another network."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .common import UsageError, add_game, number, whole

if TYPE_CHECKING:
    from ..training.learning import Learning
    from ..training.settings import Settings

EPILOG = """\
By self-play: the best network so far plays games against itself, the latest games are learnt from, and the network
that comes of it replaces the last one unless a match (the lab's sequential test) finds it worse. With --records or
--teacher it learns from games that are there, or from what another network says. Everything is kept in the folder as
soon as it is finished: the same command goes on after Ctrl-C, a crash or a kill. At the end the folder has NAME.onnx,
NAME.int8.onnx (calibrated, two to three times as fast) and a picture of how it went.

examples:
  anyspace learn connect_four --hours 2 --out runs/four
  anyspace learn tic_tac_toe --learner table --hours 0.01 --out runs/three
  anyspace learn MYGAME.py:game --hours 8 --blocks 6 --channels 64 --out runs/mine
  anyspace learn "go(size=9)" --records games/ --hours 1 --out runs/go
  anyspace learn othello --teacher big.onnx --positions 200000 --hours 1 --out runs/small
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EPILOG
    add_game(parser)
    parser.add_argument(
        "--hours", metavar="H", type=number, required=True, help="how long, all runs of this folder together"
    )
    parser.add_argument("--out", metavar="FOLDER", type=Path, required=True, help="where everything is kept")
    parser.add_argument(
        "--learner", default="residual", help="residual (needs torch), linear or table (default residual)"
    )
    parser.add_argument("--blocks", metavar="N", type=whole, default=4, help="of a residual network (default 4)")
    parser.add_argument("--channels", metavar="N", type=whole, default=32, help="of a residual network (default 32)")
    parser.add_argument(
        "--records", metavar="PATH", nargs="+", help="learn from these games: files, or folders of them"
    )
    parser.add_argument("--teacher", metavar="FILE", help="learn from this network (ONNX)")
    parser.add_argument(
        "--positions", metavar="N", type=whole, default=100_000, help="to ask a teacher about (default 100,000)"
    )
    play = parser.add_argument_group("self-play")
    play.add_argument("--target", default="gumbel", help="what moves are learnt: gumbel or puct (default gumbel)")
    play.add_argument("--simulations", metavar="N", type=whole, default=48, help="of a decision (default 48)")
    play.add_argument("--together", metavar="N", type=whole, default=32, help="games in lockstep (default 32)")
    play.add_argument(
        "--opening",
        metavar="N",
        type=whole,
        help="games begin with up to so many random moves (default half of a game's usual length, 16 at most)",
    )
    play.add_argument("--round", metavar="N", type=whole, default=256, help="games between two networks (default 256)")
    play.add_argument(
        "--pairs",
        metavar="N",
        type=whole,
        default=100,
        help="pairs of games of a match, at most; 0: every network replaces the last one (default 100)",
    )
    train = parser.add_argument_group("training")
    train.add_argument("--batch", metavar="N", type=whole, default=256, help="positions a step (default 256)")
    train.add_argument("--rate", metavar="X", type=number, default=2e-3, help="size of a step (default 0.002)")
    train.add_argument(
        "--cool",
        metavar="X",
        type=number,
        default=0.4,
        help="share of the hours, the last ones, in which steps are a third as large (default 0.4)",
    )
    train.add_argument(
        "--reuse", metavar="X", type=number, default=8.0, help="how often a position is used (default 8)"
    )
    train.add_argument("--window", metavar="N", type=whole, default=250_000, help="latest positions (default 250,000)")
    train.add_argument("--half", action="store_true", help="in 16 bits (quicker where the processor has bfloat16)")
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="decides all that is drawn (default 0)")


def settings_of(args: argparse.Namespace) -> Settings:
    """The numbers that were asked for, checked."""
    from ..training.gate import Gate
    from ..training.settings import Settings

    same = (
        "blocks",
        "channels",
        "seed",
        "target",
        "simulations",
        "together",
        "opening",
        "round",
        "batch",
        "rate",
        "cool",
        "reuse",
        "window",
        "half",
    )
    gate = Gate(pairs=args.pairs, together=max(1, args.together // 2)) if args.pairs > 0 else None
    return Settings(kind=args.learner, gate=gate, **{name: getattr(args, name) for name in same})


def run(args: argparse.Namespace) -> int:
    """Learn, export, draw."""
    if not args.hours > 0:
        raise UsageError(f"--hours must be more than 0, not {args.hours:g}")
    if args.pairs < 0:
        raise UsageError(f"--pairs must be 0 or more, not {args.pairs}")
    if args.positions < 1:
        raise UsageError(f"--positions must be 1 or more, not {args.positions}")
    from ..lab.own_games import load_game
    from ..training.face import file_name, teach
    from ..training.learning import Learning

    game = load_game(args.game, Path())
    learning = Learning(game, args.out, settings_of(args), tell=tell)
    with contextlib.closing(learning.store), learning.lock:
        stopped = False
        try:
            teach(learning, args.hours, args.records or [], args.teacher, args.positions)
        except KeyboardInterrupt:
            stopped = True
            print("stopped; the same command goes on from here", file=sys.stderr)
        finish(learning, file_name(game))
    return 130 if stopped else 0


def finish(learning: Learning, name: str) -> None:
    """Write what was learnt, and the picture where matplotlib is there."""
    if learning.store.latest("accepted") is None:
        print("nothing is written: the time was up before anything was learnt; give it more hours", file=sys.stderr)
        return
    files = learning.export(name)
    try:
        from ..training.picture import write_picture

        files += write_picture(
            learning.store, f"{learning.game.name}, {learning.learner.kind}", learning.folder / "progress"
        )
    except ModuleNotFoundError as error:
        print(f"no picture: it needs {error.name} (pip install 'anyspace[lab]')", file=sys.stderr)
    print(*(f"written: {file}" for file in files), sep="\n")


def tell(line: str) -> None:
    """Progress, line by line."""
    print(line, flush=True)
