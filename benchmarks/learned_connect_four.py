"""How strong a learnt network for Connect Four is: moves that keep the value, in positions that were solved.

    python benchmarks/learned_connect_four.py NETWORK.onnx [--simulations 400] [--limit 300]
    python benchmarks/learned_connect_four.py RUN --curve [--simulations 400]

Positions are those of tests/strength (solved exactly, ply 12 to 20), where some moves keep the value and some do not.
It counts how often a move keeps it: of the network's likeliest move, and after so many simulations of PUCT
in lockstep (training/planning.py). With --curve, RUN is the folder of `anyspace learn`, and every accepted network is
judged, with the hours that it took.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import anyspace
from anyspace.lab.statistics import wilson
from anyspace.training.learning import Learning
from anyspace.training.planning import Planner
from anyspace.training.settings import Settings

POSITIONS = Path(__file__).parents[1] / "tests" / "strength" / "connect_four_positions.json"


def read(game: Any, limit: int) -> list[tuple[Any, set[int]]]:
    """Positions, and the moves that keep their value."""
    found = []
    for entry in json.loads(POSITIONS.read_text()):
        state = game.after(" ".join(entry["moves"]))
        if len(entry["best"]) < len(state.moves()):
            found.append((state, set(entry["best"])))
    return found[:limit]


def judge(game: Any, evaluate: Any, positions: list[tuple[Any, set[int]]], simulations: int) -> list[float]:
    """The shares of moves that keep the value: without a search, and with one."""
    states = [state for state, _ in positions]
    planes = np.stack([state.planes() for state in states])
    logits, _ = evaluate(planes)
    likeliest = [max(state.moves(), key=lambda move: row[move]) for state, row in zip(states, logits, strict=True)]
    planner = Planner(game, evaluate, Settings(kind="linear", target="puct", simulations=simulations), 0)
    searched = [thought.move for k in range(0, len(states), 64) for thought in planner.think(states[k : k + 64], False)]
    return [
        float(np.mean([move in keeping for move, (_, keeping) in zip(moves, positions, strict=True)]))
        for moves in (likeliest, searched)
    ]


def accepted(run: Path) -> Iterator[tuple[str, Any]]:
    """The networks that were accepted, with their steps."""
    learning = Learning(anyspace.load("connect_four"), run)
    for kept in learning.store.accepted():
        learning.learner.load_bytes(kept.weights)
        yield f"network {kept.number:3}, {kept.games:6,} games, {kept.steps:6,} steps", learning.learner.evaluator()


def main() -> None:
    """Judge one network, or all of a run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", type=Path)
    parser.add_argument("--curve", action="store_true")
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--limit", type=int, default=300)
    args = parser.parse_args()
    game = anyspace.load("connect_four")
    positions = read(game, args.limit)
    if args.curve:
        networks = accepted(args.what)
    else:
        opened = anyspace.open_evaluator(args.what, game)
        networks = iter([(args.what.name, lambda planes: opened.evaluate(planes)[:2])])
    for name, evaluate in networks:
        alone, searched = judge(game, evaluate, positions, args.simulations)
        interval = wilson(searched * len(positions), len(positions))
        print(
            f"{name}: likeliest move {alone:.3f}, {args.simulations} simulations {searched:.3f} ({interval.low:.3f} to "
            f"{interval.high:.3f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
