"""`anyspace lab tune GAME --minutes M`: find the parts of a search, and their numbers, within a given time."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from ..errors import ExperimentError
from .common import number
from .lab_common import INTERRUPTED, database
from .progress import StatusLine

if TYPE_CHECKING:
    from ..lab.parts_task import Entry, Found
    from ..lab.runner import Run
    from ..lab.statistics import Interval

LINE_SECONDS = 0.2
"""How often progress is shown."""

SECONDS = 0.05
"""For a decision, unless told otherwise."""

SHOWN = 8
"""Combinations in the table of the race."""


def add_parts(parser: argparse.ArgumentParser) -> None:
    """--minutes and --try."""
    parser.add_argument("--minutes", metavar="M", type=number, help="find parts and numbers within this time")
    parser.add_argument(
        "--try", dest="only", metavar="PART", nargs="+", default=[], help="only these parts (default: all that fit)"
    )


def run_parts(args: argparse.Namespace) -> int:
    """Find parts and numbers, and print the line to paste."""
    for name in ("parameter", "player", "against", "iterations"):
        if getattr(args, name):
            raise ExperimentError(f"--minutes finds parts and numbers by itself: leave out --{name}")

    from ..lab.parts_task import PartsTask
    from ..lab.store import Store
    from ..lab.tune_parts import PartsTuner
    from ..lab.tune_task import METHODS

    if args.method not in METHODS:
        raise ExperimentError(f"--method must be {' or '.join(METHODS)}, not {args.method!r}")
    task = PartsTask(
        game=args.game,
        minutes=args.minutes,
        seconds=SECONDS if args.seconds is None else args.seconds,
        only=tuple(args.only),
        method=args.method,
        seed=args.seed,
        scoring=args.scoring,
        lineup=args.lineup,
    ).check()
    show = Shown(args.minutes)
    with Store(database(args), create=True) as store:
        tuner = PartsTuner(task, store, processes=args.processes, watch=show)
        interrupted = False
        try:
            found = tuner.run()
        except KeyboardInterrupt:
            interrupted, found = True, tuner.found()
        finally:
            show.line.clear()
    if interrupted:
        print(f"anyspace: interrupted; the best so far. All is kept in {store.path}", file=sys.stderr)
    print(json.dumps(as_json(found), indent=2) if args.json else text(found))
    return INTERRUPTED if interrupted else 0


class Shown:
    """A line on the terminal about what is being done."""

    def __init__(self, minutes: float) -> None:
        self.line, self._minutes, self._last, self._start = StatusLine(), minutes, 0.0, time.monotonic()

    def __call__(self, stage: str, state: Run | None, what: str) -> None:
        now = time.monotonic()
        if not sys.stderr.isatty() or (state is not None and now - self._last < LINE_SECONDS):
            return
        self._last = now
        games = "" if state is None else f"  {state.done:,} games"
        spent = (now - self._start) / 60.0
        self.line.put(f"{spent:.1f} of {self._minutes:g} minutes  {stage}{'  ' + what if what else ''}{games}")


# ---- what came of it


def text(found: Found) -> str:
    """The result in words."""
    from ..lab.part_space import line_to_paste

    lines = [line_to_paste(found.table), ""]
    if found.beats_default is False:
        lines = ["Search(game)", "", "No line is needed: nothing was found that is clearly better than the default."]
        if not found.is_default:
            lines.append(f"best       {line_to_paste(found.table)}; more --minutes say more")
    lines += _held_out(found)
    if found.race:
        lines.append("parts      on the deals they were chosen by:")
        lines += [f"  {_parts(entry)}  {_score(entry)}" for entry in found.race[:SHOWN]]
    if found.left_out:
        names = ", ".join("+".join(parts) for parts in found.left_out)
        lines.append(f"left out   no time to compile them: {names}")
    if found.proposals:
        lines.append(f"numbers    {found.proposals} proposals")
    if found.finalists:
        lines.append("finalists  on new deals:")
        lines += [f"  {_parts(entry)}  {_score(entry)}" for entry in found.finalists]
    return "\n".join(lines)


def _held_out(found: Found) -> list[str]:
    """How the chosen one did on deals that had no part in choosing it."""
    if found.held_out is None:
        return ["held out   nothing: there was no time for deals that had no part in choosing it"]
    lines = [f"held out   {_score(found.held_out)} against plain UCT, on deals that had no part in choosing it"]
    if found.is_better is False:
        lines.append("           which is not clearly better than plain UCT: more --minutes say more")
    if (beside := found.beside_default) is not None:
        how = "more than the default scores" if found.even is None else "against the default"
        lines.append(f"           {_interval(beside.score, beside.deals)} {how}")
    return lines


def as_json(found: Found) -> dict[str, Any]:
    """The result as plain dictionaries, lists and numbers."""
    from ..lab.part_space import line_to_paste, words

    def plain(entry: Entry) -> dict[str, Any]:
        return {"parts": words(entry.table), "score": entry.score._asdict(), "deals": entry.deals}

    beside = found.beside_default
    return {
        "line": line_to_paste(found.table),
        "parts": words(found.table),
        "player": dict(found.table),
        "held_out": None if found.held_out is None else plain(found.held_out),
        "beats_default": found.beats_default,
        "beside_default": None if beside is None else {"score": beside.score._asdict(), "deals": beside.deals},
        "race": [plain(entry) for entry in found.race],
        "left_out": [list(parts) for parts in found.left_out],
        "proposals": found.proposals,
        "finalists": [plain(entry) for entry in found.finalists],
    }


def _parts(entry: Entry) -> str:
    from ..lab.part_space import words

    return " ".join(words(entry.table)) or "plain UCT"


def _score(entry: Entry) -> str:
    return _interval(entry.score, entry.deals)


def _interval(score: Interval, deals: int) -> str:
    return f"{score.estimate:.3f} ({score.low:.3f} to {score.high:.3f}; {deals:,} deals)"
