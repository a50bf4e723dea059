"""The network for Go 9x9 that ships with anyspace, from the labels of label_go.py: one folder, resumed at will.

    python benchmarks/learn_go.py LABELS RUN --hours 1 [--blocks 4 --channels 32]

The labels become examples (the game's own planes, the teacher's odds and values), once; then they are learnt from until
the hours are used up. RUN/go.int8.onnx is the network.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import anyspace
from anyspace.training.examples import Examples, Gathering
from anyspace.training.learning import Learning
from anyspace.training.settings import Settings
from anyspace.training.shape import Shape
from anyspace.training.studying import gather, study


def chunks(game: anyspace.AnyGame, shape: Shape, files: list[Path]) -> Iterator[Examples]:
    """The labels of each file as examples."""
    for file in files:
        data = np.load(file)
        gathering, at, label = Gathering(shape), 0, 0
        policies, values = data["policy"].astype(np.float32), data["value"]
        for length, first in zip(data["lengths"].tolist(), data["first"].tolist(), strict=True):
            state = game.start(seed=0)
            for k, move in enumerate(data["moves"][at : at + length].tolist()):
                if k >= first:
                    gathering.add(state, state.moves(), policies[label], values[label : label + 1])
                    label += 1
                state.play(move)
            at += length
        yield gathering.examples()


def main() -> None:
    """Gather and study."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--channels", type=int, default=32)
    parser.add_argument("--half", action="store_true", help="train in 16 bits")
    args = parser.parse_args()
    game = anyspace.load("go", size=9)
    settings = Settings(blocks=args.blocks, channels=args.channels, rate=3e-3, half=args.half)
    learning = Learning(game, args.run, settings, tell=lambda line: print(line, flush=True))
    with learning.lock:
        done, _ = learning.store.count_games()
        gather(learning, chunks(game, learning.shape, sorted(args.labels.glob("labels_*.npz"))[done:]))
        study(learning, args.hours)
        print(*learning.export("go"), sep="\n")


if __name__ == "__main__":
    main()
