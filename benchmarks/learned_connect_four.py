"""How strong a learnt network for Connect Four is: moves that keep the value, in positions that were solved.

    python benchmarks/learned_connect_four.py NETWORK.onnx [--simulations 400] [--limit 436]
    python benchmarks/learned_connect_four.py RUN --curve [--every 10] [--simulations 400]

Positions are those of tests/strength (random play, solved exactly, ply 8 to 20), where some moves keep the value and
some do not. It counts how often a move keeps it: of the network's likeliest move, and after so many simulations of
`Search(game, Network(...), "solver")`. With --curve, RUN is the folder of `anyspace learn`, and every so many-th
accepted network is judged.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import anyspace
from anyspace.lab.statistics import wilson
from anyspace.training.learning import Learning

STRENGTH = Path(__file__).parents[1] / "tests" / "strength"
FILES = ("connect_four_early_positions.json", "connect_four_positions.json")
PLIES = ((8, 11), (12, 14), (15, 17), (18, 20))
"""Told apart in what is printed."""


class Position(NamedTuple):
    """A solved position."""

    state: Any
    keeping: set[int]
    """moves that keep its value"""
    ply: int


def read(game: Any, limit: int | None) -> list[Position]:
    """Positions, and the moves that keep their value."""
    found = []
    for entry in (entry for file in FILES for entry in json.loads((STRENGTH / file).read_text())):
        state = game.after(" ".join(entry["moves"]))
        if len(entry["best"]) < len(state.moves()):
            found.append(Position(state, set(entry["best"]), entry["ply"]))
    return found[:limit]


def judge(game: Any, evaluate: Any, positions: list[Position], simulations: int) -> list[Any]:
    """Which moves keep the value: without a search, and with one."""
    states = [position.state for position in positions]
    planes = np.stack([state.planes() for state in states])
    logits, _ = evaluate(planes)
    likeliest = [max(state.moves(), key=lambda move: row[move]) for state, row in zip(states, logits, strict=True)]
    searched = [
        anyspace.Search(game, anyspace.Network(evaluate, batch=1), "solver", seed=k)
        .run(state, iterations=simulations)
        .move
        for k, state in enumerate(states)
    ]
    return [
        np.array([move in position.keeping for move, position in zip(moves, positions, strict=True)])
        for moves in (likeliest, searched)
    ]


def accepted(run: Path, every: int) -> Iterator[tuple[str, Any]]:
    """Networks that were accepted, with their steps."""
    learning = Learning(anyspace.load("connect_four"), run)
    for kept in [*learning.store.accepted()][::every]:
        learning.learner.load_bytes(kept.weights)
        yield f"network {kept.number:3}, {kept.games:6,} games, {kept.steps:6,} steps", learning.learner.evaluator()


def main() -> None:
    """Judge one network, or all of a run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", type=Path)
    parser.add_argument("--curve", action="store_true")
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    game = anyspace.load("connect_four")
    positions = read(game, args.limit)
    if args.curve:
        networks = accepted(args.what, args.every)
    else:
        opened = anyspace.open_evaluator(args.what, game)
        networks = iter([(args.what.name, lambda planes: opened.evaluate(planes)[:2])])
    for name, evaluate in networks:
        alone, searched = judge(game, evaluate, positions, args.simulations)
        interval = wilson(int(searched.sum()), len(positions))
        told = [
            f"{first} to {last}: {searched[which].mean():.3f}"
            for first, last in PLIES
            if any(which := [first <= position.ply <= last for position in positions])
        ]
        print(
            f"{name}: likeliest move {alone.mean():.3f}, {args.simulations} simulations {searched.mean():.3f} "
            f"({interval.low:.3f} to {interval.high:.3f}); ply {', '.join(told)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
