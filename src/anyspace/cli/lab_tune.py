"""`anyspace lab tune`: find the options with which a player plays best."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from ..errors import ExperimentError
from .common import add_game, number, whole
from .lab_common import INTERRUPTED, add_processes, check_positive, database
from .lab_tune_parts import add_parts, run_parts
from .progress import StatusLine

if TYPE_CHECKING:
    from ..lab.players import Table
    from ..lab.runner import Run
    from ..lab.statistics import Interval
    from ..lab.tune import Tried, Tuned
    from ..lab.tune_task import Task

LINE_SECONDS = 0.2
"""How often progress is shown."""


def add_tune(parser: argparse.ArgumentParser) -> None:
    """The arguments of `tune`."""
    parser.epilog = (
        "A parameter is NAME=LOW:HIGH (whole numbers stay whole), NAME=LOW:HIGH:log or NAME=ONE|OTHER:\n"
        "  --parameter c=0.1:2.0   --parameter nodes=50:5000:log   --parameter final=robust|max|secure\n"
        "Proposals that are clearly worse are given up early. The best few play again on new deals, and the chosen\n"
        "one on deals that had no part in choosing it: that score is the one to believe. After Ctrl-C the same\n"
        "command goes on.\n\n"
        "With --minutes M instead of parameters, parts and their numbers are found within that time, by games against\n"
        "plain UCT at --seconds for every decision (default 0.05), and the line to paste is printed, or that none is\n"
        "needed, where nothing is clearly better than the default, Search(game):\n"
        "  anyspace lab tune hex --minutes 5        anyspace lab tune FILE.py:NAME --minutes 5 --try grave solver"
    )
    add_game(parser)
    parser.add_argument(
        "--parameter", metavar="RANGE", action="append", help="what to tune; may be given several times"
    )
    add_parts(parser)
    parser.add_argument("--player", metavar="WORDS", default="", help="the player's other options, as in `lab match`")
    parser.add_argument("--against", metavar="WORDS", help="the opponent (default: the same player, untuned)")
    parser.add_argument("--iterations", metavar="N", type=whole, help="of both, for every decision (default 1000)")
    parser.add_argument("--seconds", metavar="S", type=number, help="of both, for every decision")
    parser.add_argument("--method", metavar="NAME", default="tpe", help="who proposes numbers: tpe (default) or cem")
    parser.add_argument("--trials", metavar="N", type=whole, default=50, help="proposals in all (default 50)")
    parser.add_argument("--deals", metavar="N", type=whole, default=100, help="for each proposal (default 100)")
    parser.add_argument(
        "--held-out", metavar="N", type=whole, default=400, help="deals for the last word (default 400)"
    )
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="decides deals and proposals (default 0)")
    parser.add_argument("--scoring", metavar="RULE", help="win (default), placing or payoff")
    parser.add_argument("--lineup", metavar="STYLE", default="one", help="one (default) or alternate")
    add_processes(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def run_tune(args: argparse.Namespace) -> int:
    """Tune."""
    check_positive(args, "trials", "deals", "held_out", "processes")
    if args.minutes is not None:
        return run_parts(args)
    if not args.parameter:
        raise ExperimentError("say what to tune: numbers by --parameter c=0.1:2.0, or parts and all by --minutes 5")
    if args.only:
        raise ExperimentError("--try names parts for --minutes: give that as well")

    from ..lab.store import Store
    from ..lab.tune import Tuner

    task, show = task_of(args).check(), Shown(args.trials)
    with Store(database(args), create=True) as store:
        tuner = Tuner(task, store, processes=args.processes, watch=show)
        try:
            found = tuner.run(args.trials)
        except KeyboardInterrupt:
            show.line.clear()
            print(f"anyspace: interrupted; {so_far(tuner.tried(), tuner.best())}", file=sys.stderr)
            print(f"anyspace: all is kept in {store.path}; the same command goes on", file=sys.stderr)
            return INTERRUPTED
        finally:
            show.line.clear()
    print(json.dumps(as_json(found), indent=2) if args.json else text(found, task))
    return 0


def task_of(args: argparse.Namespace) -> Task:
    """What was asked for."""
    from ..lab.players import from_words
    from ..lab.search_space import read
    from ..lab.tune_task import Task

    budget = {name: value for name in ("iterations", "seconds") if (value := getattr(args, name)) is not None}

    def table(words: str) -> Table:
        given = from_words(words)
        return given if given.get("kind") == "random" else {**(budget or {"iterations": 1000}), **given}

    return Task(
        game=args.game,
        parameters=[read(each) for each in args.parameter],
        player=table(args.player),
        opponent=None if args.against is None else table(args.against),
        deals=args.deals,
        held_out=args.held_out,
        seed=args.seed,
        scoring=args.scoring,
        lineup=args.lineup,
        method=args.method,
    )


class Shown:
    """A line on the terminal about the proposal that is being played."""

    def __init__(self, trials: int) -> None:
        self.line, self._trials, self._last = StatusLine(), trials, 0.0

    def __call__(self, which: int, values: dict[str, Any], state: Run) -> None:
        if not sys.stderr.isatty() or time.monotonic() - self._last < LINE_SECONDS:
            return
        self._last = time.monotonic()
        what = f"trial {which + 1} of {self._trials}: {words(values)}" if which >= 0 else values["stage"]
        estimate = state.latest.score()
        score = "" if estimate is None else f"  score {estimate.shown()}"
        self.line.put(f"{what}  {state.done:,} of {state.wanted:,} games{score}")


# ---- what came of it


def words(values: dict[str, Any]) -> str:
    """As a player's options are typed."""
    return " ".join(f"{key}={value}" for key, value in values.items())


def so_far(tried: list[Tried], best: Tried | None) -> str:
    """How far it was."""
    if best is None:
        return "no proposal was finished"
    return f"{len(tried)} proposals; best so far {words(best.values)}, {best.score:.3f} on the deals it was chosen by"


def text(found: Tuned, task: Task) -> str:
    """The result in words."""
    given_up = sum(each.given_up for each in found.tried)
    best = max(each.score for each in found.tried if not each.given_up)
    lines = [
        f"best       {words(found.values)}",
        f"held out   {_interval(found.held_out)} on {task.held_out:,} deals that had no part in choosing it",
    ]
    if found.gain is not None:
        gain = found.gain
        lines.append(f"gain       {_interval(gain.interval)} over the untuned player, p = {gain.p_value:.3g}")
    lines += [
        f"tuning     {len(found.tried)} proposals, {given_up} given up early; the best scored {best:.3f} on the deals "
        "it was chosen by",
        "finalists  on new deals:",
        *(f"  {words(values)}  {_interval(score)}" for values, score in found.finalists),
    ]
    return "\n".join(lines)


def as_json(found: Tuned) -> dict[str, Any]:
    """The result as plain dictionaries, lists and numbers."""
    gain = found.gain
    return {
        "values": found.values,
        "held_out": found.held_out._asdict(),
        "gain": None if gain is None else {**gain.interval._asdict(), "p_value": gain.p_value},
        "finalists": [{"values": values, "score": score._asdict()} for values, score in found.finalists],
        "tried": [each._asdict() for each in found.tried],
    }


def _interval(value: Interval) -> str:
    return f"{value.estimate:.3f} ({value.low:.3f} to {value.high:.3f})"
