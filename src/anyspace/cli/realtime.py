"""`anyspace realtime GAME`: a decision every frame, and how late frames were next to the system's own timer."""

from __future__ import annotations

import argparse
import json
import random
import sys
from typing import TYPE_CHECKING, Any

from ..errors import OptionError
from .common import UsageError, add_game, add_search, game_of, number, whole
from .progress import StatusLine

if TYPE_CHECKING:
    from ..rules.game import State
    from ..search.realtime import RealTime

FRAME, FRAMES, WITHIN = 20.0, 500, 2.0
"""Milliseconds of a frame; how many there are; how late one may be beyond what the timer itself was at worst."""

BLOCK = 50
"""Frames with decisions, then as many empty ones, in turn: both see the same load."""

SHARES = (50.0, 90.0, 99.0, 99.9, 100.0)

MEMORY = "recycle:nodes=200000"
"""A pool that never grows: to copy a large tree takes longer than a frame."""

EXAMPLES = """\
Frames in which the search decides take turns with empty ones, in which the program only sleeps until
the frame ends: what is late there is the system's timer. The exit code is 1 if a frame was later than the timer's
worst and --within-ms. Our player sits in seat 0; the others move at random. A game that is over is followed by the
next. Ctrl-C ends it early and prints what there is.

examples:
  anyspace realtime tron --frame-ms 20 --frames 10000
  anyspace realtime "tron(rows=20,columns=20)" --frame-ms 16 --frames 1000 --with ucb1_tuned
  anyspace realtime pendulum --frame-ms 40 --frames 500 --with "hoot:c=0.05,nu=0.05,depth=3" --memory unbounded --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, the frames, the search's options, the form of the answer."""
    parser.epilog = EXAMPLES
    add_game(parser)
    parser.add_argument("--frame-ms", metavar="MS", type=number, default=FRAME, help=f"length of a frame ({FRAME:g})")
    parser.add_argument("--frames", metavar="N", type=whole, default=FRAMES, help=f"frames with a decision ({FRAMES})")
    parser.add_argument(
        "--within-ms", metavar="MS", type=number, default=WITHIN,
        help=f"how much later than the timer's worst a frame may be ({WITHIN:g})",
    )  # fmt: skip
    parser.add_argument("--seed", metavar="N", type=whole, help="of the games and of what others play")
    add_search(parser)
    parser.set_defaults(memory=MEMORY)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def run(args: argparse.Namespace) -> int:
    """Play so many frames and say how late they were."""
    if args.frames < 1 or args.within_ms < 0:
        raise UsageError("--frames must be 1 or more, and --within-ms 0 or more")

    from ..search.realtime import RealTime
    from ..search.search import Search

    game = game_of(args)
    options = {name: getattr(args, name) for name in ("memory", "information", "parallel")}
    search = Search(game, *args.parts, seed=args.seed, **options)
    source = random.Random(args.seed)
    told: dict[str, Any] = {"games": 0, "won": 0.0}
    timer: list[float] = []
    frames: list[float] = []
    away: list[float] = []
    with RealTime(search, args.frame_ms / 1000.0) as live:
        state = to_our_turn(game.start(seed=source.getrandbits(31)), source, None)
        if state.over:
            raise OptionError(f"{game.name}: player 0 has nothing to decide")
        live.prepare(state)
        try:
            _play(live, state, source, args.frames, frames, away, timer, told)
        except KeyboardInterrupt:
            if not frames or not timer:
                raise
    return report(args, live, frames[: len(away)], away, timer, told)


def _play(
    live: RealTime,
    state: State,
    source: random.Random,
    count: int,
    frames: list[float],
    away: list[float],
    timer: list[float],
    told: dict[str, Any],
) -> None:
    """Blocks of frames with decisions and of empty ones, in turn."""
    line, game, earned = StatusLine(), state.game, None
    try:
        while len(frames) < count:
            for _ in range(min(BLOCK, count - len(frames))):
                result = live.decide(state)
                if result.stats.interrupted:
                    raise KeyboardInterrupt
                state.play(result.move)
                live.played(result.move)
                to_our_turn(state, source, live)
                if state.over:
                    earned = state.returns()[0]
                    state = to_our_turn(game.start(seed=source.getrandbits(31)), source, None)
                    told["games"] += 1
                    told["won"] += earned
                frames.append(live.wait())
                away.append(live.away[-1])
            for _ in range(min(BLOCK, len(frames) - len(timer))):
                timer.append(live.wait())
            if sys.stderr.isatty():
                worst = f"latest {1000 * max(frames):.2f} ms, timer {1000 * max(timer):.2f} ms"
                line.put(f"frame {len(frames):,} of {count:,}, {worst}")
    finally:
        line.clear()


def to_our_turn(state: State, source: random.Random, live: RealTime | None) -> State:
    """Others and chance move until player 0 is to decide; returns this same state."""
    while not state.over and state.mover != 0:
        moves = state.moves()
        move = source.choices(moves, state.weights())[0] if state.mover < 0 else source.choice(moves)
        if live is not None:
            live.played(move)
        state.play(move)
    return state


def report(
    args: argparse.Namespace,
    live: RealTime,
    frames: list[float],
    away: list[float],
    timer: list[float],
    told: dict[str, Any],
) -> int:
    """Percentiles in milliseconds; 1 if frames were too late."""
    import numpy as np

    worst = 1000.0 * max(timer)
    late = sum(1000.0 * each > worst + args.within_ms for each in frames)
    rows = {"timer alone": timer, "with decisions": frames}
    shares = {name: np.percentile(np.multiply(1000.0, each), SHARES).tolist() for name, each in rows.items()}
    decided = np.multiply(1000.0, live.after)
    own = sum(1000.0 * (each - lost) > worst + args.within_ms for each, lost in zip(frames, away, strict=True))
    said = {
        "game": args.game,
        "frame_ms": args.frame_ms,
        "frames": len(frames),
        "late_ms": {name: dict(zip(map(str, SHARES), each, strict=True)) for name, each in shares.items()},
        "too_late": int(late),
        "too_late_with_a_processor": int(own),
        "within_ms": args.within_ms,
        "skipped": live.skipped,
        "decisions_after_their_deadline": int((decided > 0).sum()),
        "margin_ms": 1000.0 * live.margin,
        "iterations": float(np.median(live.iterations)),
        "games": told["games"],
        "mean_payoff": told["won"] / told["games"] if told["games"] else None,
    }
    if args.json:
        print(json.dumps(said))
        return int(late > 0)
    print(f"{args.game}: {len(frames):,} frames of {args.frame_ms:g} ms, as many empty ones between them")
    print("late by, in ms" + "".join(f"{'worst' if share == 100 else f'{share:g} %':>10}" for share in SHARES))
    for name, each in shares.items():
        print(f"{name:14}" + "".join(f"{value:10.3f}" for value in each))
    beyond = f"more than {args.within_ms:g} ms later than the timer's worst"
    print(f"{late if late else 'none'} of them {beyond}; skipped: {live.skipped}")
    if late:
        print(f"{own if own else 'none'} of these but for the time without a processor: the machine is busy")
    print(
        f"decisions back after their deadline: {said['decisions_after_their_deadline']}; margin in the end "
        f"{said['margin_ms']:.2f} ms; iterations a frame: {said['iterations']:,.0f} (median)"
    )
    if told["games"]:
        print(f"games: {told['games']:,}, mean payoff {said['mean_payoff']:+.3f} against random moves")
    return int(late > 0)
