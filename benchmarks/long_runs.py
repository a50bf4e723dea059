"""Long runs on published puzzles, kept with their lines in a table from which a page is made.

    python benchmarks/long_runs.py samegame BOARDS.txt --with nrpa:level=3 --playouts 1000000
    python benchmarks/long_runs.py tsptw FOLDER        every *.txt is an instance
    python benchmarks/long_runs.py morpion_solitaire   5D and 5T
    python benchmarks/long_runs.py samegame BOARDS.txt --set pairs=200    options of the game, kept with the method
    python benchmarks/long_runs.py samegame BOARDS.txt --replay

A run that the table has is not made again; Ctrl-C loses only the runs at work. Then `anyspace lab reproduce
survey_one_player --no-play --output docs/results` makes the page.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import anyspace
from anyspace.lab.reproduce.long_runs import Run, checked, load, save
from anyspace.rules.interpreted import InterpretedBackend

BOARDS = 20


def instances(game: str, path: str | None) -> dict[str, dict[str, object]]:
    """Options of the game, by the name of the instance."""
    if game == "morpion_solitaire":
        return {variant: {"variant": variant} for variant in ("5D", "5T")}
    if path is None:
        raise SystemExit(f"{game} asks for a path of its instances")
    if game == "samegame":
        return {str(board): {"board": board, "file": path} for board in range(1, BOARDS + 1)}
    return {file.stem: {"file": str(file)} for file in sorted(Path(path).glob("*.txt"))}


def run(game: str, instance: str, options: dict[str, object], method: str, seed: int, playouts: int) -> Run:
    """One of them, in one thread. What follows the method's first word are options of the game."""
    name, *settings = method.split()
    loaded = anyspace.load(
        game, **options, **{key: int(value) for key, value in (each.split("=") for each in settings)}
    )
    state, solo = loaded.start(seed=0), anyspace.Solo(loaded, name, seed=seed, threads=1)
    solo.run(state, iterations=1)  # compiled before the clock starts
    before = time.process_time()
    result = solo.run(state, iterations=playouts)
    seconds = time.process_time() - before
    names = []
    for move in result.line:
        names.append(state.name(move))
        state.play(move)
    return Run(game, instance, method, seed, result.stats.iterations, seconds, result.value, " ".join(names))


def replayed(kept: Run, options: dict[str, object]) -> float:
    """What a line pays, by rules that are not compiled for so little."""
    loaded = anyspace.load(kept.game, **options)
    loaded.__dict__["backend"] = InterpretedBackend(loaded)
    state = loaded.start(seed=0)
    for name in kept.line.split():
        state.play(state.parse(name))
    if not state.over:
        raise SystemExit(f"{kept.game} {kept.instance}: the line ends before the game")
    return state.returns()[0]


def main() -> None:
    """Run what is missing, or play again what is there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["samegame", "tsptw", "morpion_solitaire"])
    parser.add_argument("path", nargs="?")
    parser.add_argument("--with", dest="method", default="nrpa:level=3")
    parser.add_argument("--set", dest="settings", nargs="+", default=[], metavar="OPTION=NUMBER")
    parser.add_argument("--playouts", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", metavar="INSTANCE")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--output", type=Path, default=Path("docs/results"))
    parser.add_argument("--replay", action="store_true")
    args = parser.parse_args()
    known, method = instances(args.game, args.path), " ".join([args.method, *args.settings])
    runs = load(args.output)
    if args.replay:
        mine = [kept for kept in runs if kept.game == args.game]
        wrong = checked(mine, {kept: replayed(kept, known[kept.instance]) for kept in mine})
        print("\n".join(wrong) if wrong else f"{len(mine)} lines played again: all pay what was kept")
        raise SystemExit(bool(wrong))
    there = {(kept.game, kept.instance, kept.method, kept.seed) for kept in runs}
    wanted = [name for name in known if args.only is None or name in args.only]
    wanted = [name for name in wanted if (args.game, name, method, args.seed) not in there]
    with ProcessPoolExecutor(args.processes) as pool:
        jobs = [pool.submit(run, args.game, name, known[name], method, args.seed, args.playouts) for name in wanted]
        for job in as_completed(jobs):
            made = job.result()
            save([*load(args.output), made], args.output)
            print(f"{made.game} {made.instance}: {made.score:,.10g}, {made.seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
