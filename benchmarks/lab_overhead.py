"""What the lab adds to a game's own time: the same games played by a bare loop and by the lab, in turns.

    python benchmarks/lab_overhead.py spades --deals 6 --rounds 5
    python benchmarks/lab_overhead.py connect_four --deals 30 --rounds 5 --processes 2

Both sides play the same fixtures (so the same moves) in processes of their own, and both note how long the searches
took. The bare loop asks the search and plays its move; the lab also takes notes, sends them to the process that keeps
the database, and waits for work. A game's own time is what it takes the bare loop. On a busy machine the searches
themselves scatter by a tenth and more, though they are the same code on both sides; so what is compared is the rest,
as a share of the time that was spent searching:

    overhead = (1 + lab beside searching) / (1 + bare loop beside searching) - 1

The process that keeps the database works while the others play. What it takes is shown as well, as a share of all that
the machine did: where all cores play, it takes that much from them.
"""

from __future__ import annotations

import argparse
import dataclasses
import multiprocessing
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from anyspace.lab.experiment import Experiment, build, tournament
from anyspace.lab.match import Fixture
from anyspace.lab.own_games import load_game
from anyspace.lab.players import Player
from anyspace.lab.runner import Run, run
from anyspace.lab.seating import sides_of
from anyspace.lab.store import Store
from anyspace.rules.game import CHANCE, AnyGame
from anyspace.search.search import Search


def bare(game_text: str, fixtures: list[Fixture], iterations: int, answer: Any) -> None:
    """Play fixtures with nothing around them; sends the seconds by the clock, and those spent searching."""
    game = load_game(game_text, Path())
    search = Search(game, "plain", seed=0)
    play_bare(game, search, fixtures[0], 1)  # everything is loaded
    started = time.perf_counter()
    searching = sum(play_bare(game, search, fixture, iterations) for fixture in fixtures)
    answer.put((time.perf_counter() - started, searching))


def play_bare(game: AnyGame, search: Search, fixture: Fixture, iterations: int) -> float:
    """One game; returns the seconds spent searching."""
    searching = 0.0
    sources = [random.Random(seed) for seed in fixture.seeds.seats]
    chance = random.Random(fixture.seeds.chance)
    state = game.start(seed=fixture.seeds.start)
    while (mover := state.mover) >= CHANCE:
        moves = state.moves()
        if mover == CHANCE:
            state.play(chance.choices(moves, state.weights())[0])
        elif len(moves) == 1:
            state.play(moves[0])
        else:
            search.seed = sources[mover].getrandbits(63)
            before = time.perf_counter()
            result = search.run(state, iterations=iterations)
            searching += time.perf_counter() - before
            state.play(result.move)
    return searching


def time_bare(experiment: Experiment, iterations: int, processes: int) -> float:
    """What the bare loop does beside searching, as a share of that."""
    fixtures = [experiment.fixture(*place) for place in experiment.schedule()]
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    crew = [
        context.Process(target=bare, args=(experiment.game, fixtures[i::processes], iterations, answer))
        for i in range(processes)
    ]
    for process in crew:
        process.start()
    seconds, searching = map(sum, zip(*(answer.get() for _ in crew), strict=True))
    for process in crew:
        process.join()
    return seconds / searching - 1


def time_lab(experiment: Experiment, processes: int) -> tuple[float, float, float]:
    """What the lab's workers do beside searching and what the process around them does, as shares of the searching;
    and the seconds of a game."""
    first = last = None

    def watch(state: Run) -> None:
        nonlocal first, last
        last = (time.perf_counter(), time.process_time(), state.played)
        first = first or last

    with tempfile.TemporaryDirectory(dir=".") as folder, Store(Path(folder, "lab.db"), create=True) as store:
        done = run(experiment, store, processes=processes, watch=watch)
        searching = store.rows("SELECT sum(thinking) AS total FROM games")[0]["total"]
    assert first is not None and last is not None
    # with several processes the last games leave some of them idle: long runs, for little of that
    clock = (last[0] - done.started) * processes
    keeping = (last[1] - first[1]) / (last[2] - first[2]) * last[2]
    return clock / searching - 1, keeping / searching, clock / done.played


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--deals", type=int, default=6)
    parser.add_argument("--iterations", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    game = load_game(arguments.game, Path())
    players = [Player(name, {"iterations": arguments.iterations}) for name in ("a", "b")]
    plans = list(tournament(players, "one", len(sides_of(game))))[:1]
    overheads, keepings = [], []
    for turn in range(arguments.rounds):
        one = build(name="overhead", game=arguments.game, folder=Path(), loaded=game, points=plans, seed=turn, games=1)
        experiment = dataclasses.replace(one, games=arguments.deals * one.wanted())
        own = time_bare(experiment, arguments.iterations, arguments.processes)
        lab, keeping, seconds = time_lab(experiment, arguments.processes)
        overheads.append((1 + lab) / (1 + own) - 1)
        keepings.append(keeping)
        print(
            f"  {experiment.wanted()} games of {seconds:.3f} s; beside searching: bare {own:.2%}, lab {lab:.2%}; "
            f"overhead {overheads[-1]:+.2%}; keeping the database {keeping:.2%}",
            flush=True,
        )
    print(
        f"{arguments.game}, {arguments.iterations:,} iterations, {arguments.processes} processes, medians of "
        f"{arguments.rounds}: overhead {statistics.median(overheads):+.2%}, database {statistics.median(keepings):.2%}"
    )


if __name__ == "__main__":
    main()
