"""`anyspace lab status`, `report`, `export` and `replay`: what is in the database."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ExperimentError, StoreError
from .lab_common import database

if TYPE_CHECKING:
    from ..lab.players import Decision
    from ..lab.store import Store
    from ..rules.game import State

DIFFERS = 1
"""Exit code of a replay that went another way."""


def add_names(parser: argparse.ArgumentParser) -> None:
    """Which experiments."""
    parser.add_argument(
        "experiments", metavar="EXPERIMENT", nargs="*", help="a name, or its TOML file (default: all in the database)"
    )


def chosen(args: argparse.Namespace, store: Store) -> list[str]:
    """The names of the experiments that were asked for. Raises `StoreError` for one that is not there."""
    from ..lab.file import read
    from ..lab.suggest import unknown

    known = store.experiments()
    names = [read(Path(each)).name if each.endswith(".toml") else each for each in args.experiments]
    for name in names:
        if name not in known:
            raise StoreError(f"{store.name}: {unknown('experiment', name, known)}")
    return names or known


def run_status(args: argparse.Namespace) -> int:
    """How far every experiment is."""
    from ..lab.lock import is_running
    from ..lab.results import label, load
    from ..lab.store import Store
    from ..lab.text_report import aligned

    with Store(database(args)) as store:
        print(f"{store.name}: {'a run is at work' if is_running(database(args)) else 'no run is at work'}")
        for name in chosen(args, store):
            results = load(store, name)
            print(f"\n{name}: {results.done:,} of {results.wanted:,} games")
            cells = [
                [f"  {label(point.values)}", f"{len(point.games):,}", f"of {point.wanted:,}"]
                for point in results.points
            ]
            print("\n".join(aligned(cells, 1)))
    return 0


def add_report(parser: argparse.ArgumentParser) -> None:
    """The arguments of `report`."""
    add_names(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object an experiment and nothing else")
    parser.add_argument("--html", metavar="FILE", type=Path, help="write a page: tables, figures, cost, versions")
    parser.add_argument("--figures", metavar="FOLDER", type=Path, help="write the figures there, as PNG and SVG")


def run_report(args: argparse.Namespace) -> int:
    """What is known."""
    from ..lab.results import load
    from ..lab.store import Store
    from ..lab.text_report import as_json, text

    with Store(database(args)) as store:
        names = chosen(args, store)
        reports = [load(store, name) for name in names]
        if args.html or args.figures:
            from ..lab.report import write

            print("\n".join(f"wrote {path}" for path in write(store, names, args.html, args.figures)), file=sys.stderr)
            return 0
    if args.json:
        print(json.dumps([as_json(results) for results in reports], indent=2))
    else:
        print("\n\n".join(map(text, reports)) or "there are no experiments yet")
    return 0


def add_export(parser: argparse.ArgumentParser) -> None:
    """The arguments of `export`."""
    parser.add_argument("format", choices=["csv", "parquet"], help="parquet needs --output and pyarrow")
    add_names(parser)
    parser.add_argument("--output", metavar="FILE", type=Path, help="where to (csv: standard output without it)")


def run_export(args: argparse.Namespace) -> int:
    """Every game as a row."""
    from ..lab.export import games, to_csv, to_parquet
    from ..lab.store import Store

    with Store(database(args)) as store:
        rows = [row for name in chosen(args, store) for row in games(store, name)]
    if args.format == "parquet":
        if args.output is None:
            raise ExperimentError("parquet is not for terminals: give --output FILE")
        to_parquet(rows, args.output)
    elif args.output is None:
        to_csv(rows, sys.stdout)
    else:
        try:
            with args.output.open("w", encoding="utf-8", newline="") as out:
                to_csv(rows, out)
        except OSError as error:
            raise StoreError(f"cannot write {args.output}: {error.strerror or error}") from None
    return 0


def add_replay(parser: argparse.ArgumentParser) -> None:
    """The arguments of `replay`."""
    parser.epilog = (
        "Players with a budget of iterations think again, and decide as they did: moves and payoffs are compared with\n"
        "what is stored. Where somebody had seconds, or threads, the stored moves are shown and the payoffs compared."
    )
    parser.add_argument("id", metavar="ID", help="the game's id, or enough of its beginning")
    parser.add_argument("--boards", action="store_true", help="show the position before every move")


def run_replay(args: argparse.Namespace) -> int:
    """One game again, move by move."""
    from ..lab.replay import play_again, stored_game
    from ..lab.results import label
    from ..lab.store import Store
    from ..rules.game import CHANCE
    from .common import payoffs_in_words

    with Store(database(args)) as store:
        stored = stored_game(store, args.id)
    row = stored.row
    about = filter(None, [row["experiment"], label(json.loads(row["varied"]))])
    print(f"game {row['id']}: {', '.join(about)}, deal {row['deal']}, seating {row['seating']}")
    for seat, (name, table) in enumerate(zip(stored.names, stored.fixture.seats, strict=True)):
        print(f"  player {seat}: {name} ({label(dict(table))})")
    if stored.changed:
        print(f"  note: it was played by another version ({'; '.join(stored.changed)})")
    count = 0

    def show(state: State, mover: int, move: Any, decision: Decision | None) -> None:
        nonlocal count
        count += 1
        if args.boards:
            print(f"\n{str(state).rstrip()}")
        who = "chance" if mover == CHANCE else f"player {mover}"
        value = f"  (value {decision.value:.3f})" if decision is not None and decision.value is not None else ""
        print(f"{count:4}  {who}  {state.name(move)}{value}", flush=True)

    print()
    verdict = play_again(stored, show)
    if stored.forfeit:
        print(f"\nplayer {stored.forfeit.seat} forfeits: {stored.forfeit.reason}", end="")
    print(f"\npayoffs  {payoffs_in_words(verdict.payoffs)}")
    if verdict.agrees:
        print("the same moves and payoffs as stored" if stored.repeatable else "the same payoffs as stored")
        return 0
    parted = f"another move than stored at number {verdict.parted}; " if verdict.parted else ""
    print(f"it went otherwise: {parted}payoffs stored were {payoffs_in_words(verdict.stored)}")
    return DIFFERS
