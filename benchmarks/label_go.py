"""Positions of Go 9x9 with what a strong network says of them: what the network that ships with anyspace learnt from.

    python benchmarks/label_go.py TEACHER.onnx GAMES.npz OUT --positions 300000

TEACHER.onnx is KataGo's g170-b6c96 for 9x9 with the inputs `x` [n, 22, 9, 9] and `g` [n, 19]. GAMES.npz has games of
people: `moves` (row * 9 + column, 81 to pass) one after another, and `offsets`. Games begin like one of these, up to a
move drawn at random; then there may be some moves at random, so that bad positions are learnt too; then the teacher
plays on by its own odds. Whatever it is asked is kept: OUT/labels_0000.npz and so on, each with the moves of whole
games and the teacher's odds and values from the first labelled move on. A file is there whole or not at all.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numba import njit

import anyspace

SIZE, POINTS, PASS = 9, 81, 81
KOMI = 7.5
TOGETHER = 64
"""games at once"""


@njit(cache=False)
def count_liberties(board: Any) -> Any:
    """Of every stone, up to 4; 0 on empty points. `board` is 9x9 of 0, 1 and 2."""
    found = np.zeros((SIZE, SIZE), np.int8)
    chain, marked = np.zeros((POINTS, 2), np.int64), np.zeros((SIZE, SIZE), np.int32)
    stamp = 0
    for row in range(SIZE):
        for column in range(SIZE):
            if board[row, column] == 0 or found[row, column] != 0:
                continue
            stamp += 1
            colour, n, done, liberties = board[row, column], 1, 0, 0
            chain[0, 0], chain[0, 1] = row, column
            marked[row, column] = stamp
            while done < n:
                r, c = chain[done]
                done += 1
                for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    y, x = r + dr, c + dc
                    if not (0 <= y < SIZE and 0 <= x < SIZE) or marked[y, x] == stamp:
                        continue
                    if board[y, x] == 0:
                        marked[y, x] = stamp
                        liberties += 1
                    elif board[y, x] == colour:
                        marked[y, x] = stamp
                        chain[n, 0], chain[n, 1] = y, x
                        n += 1
            for i in range(n):
                found[chain[i, 0], chain[i, 1]] = min(liberties, 4)
    return found


def write_inputs(state: Any, played: list[int], x: Any, g: Any) -> None:
    """What the teacher takes, from the mover's view."""
    cells = state["cells"]
    board = cells[: (SIZE + 1) * (SIZE + 2)].reshape(SIZE + 2, SIZE + 1)[1 : SIZE + 1, 1:]
    mine = 1 + (len(played) & 1)
    x[:], g[:] = 0.0, 0.0
    x[0] = 1.0
    x[1], x[2] = board == mine, board == 3 - mine
    liberties = count_liberties(board)
    for k in (1, 2, 3):
        x[2 + k] = liberties == k
    if ko := state["ko"]:
        x[6, ko // (SIZE + 1) - 1, ko % (SIZE + 1) - 1] = 1.0
    for k, move in enumerate(reversed(played[-5:])):
        if move == PASS:
            g[k] = 1.0
        else:
            x[9 + k, move // SIZE, move % SIZE] = 1.0
    x[18], x[19] = x[1], x[2]
    g[5] = (KOMI if mine == 2 else -KOMI) / 20.0
    g[6], g[7] = 1.0, 0.5


class Teacher:
    """KataGo's network behind ONNX Runtime."""

    def __init__(self, path: str) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def __call__(self, games: list[tuple[Any, list[int]]]) -> tuple[Any, Any]:
        """Odds of all moves that are legal, and values from -1 to 1, for the movers."""
        x, g = np.zeros((len(games), 22, SIZE, SIZE), np.float32), np.zeros((len(games), 19), np.float32)
        legal = np.zeros((len(games), POINTS + 1), bool)
        for i, (state, played) in enumerate(games):
            write_inputs(state, played, x[i], g[i])
            legal[i, state.moves()] = True
        logits, outcome = self.session.run(["p", "v"], {"x": x, "g": g})
        logits = np.where(legal, logits, -np.inf)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        outcome = np.exp(outcome - outcome.max(axis=1, keepdims=True))
        outcome /= outcome.sum(axis=1, keepdims=True)
        return odds / odds.sum(axis=1, keepdims=True), outcome[:, 0] - outcome[:, 1]


def begin(game: Any, record: list[int], source: Any) -> tuple[Any, list[int]]:
    """Some moves of a record; now and then, a few that nobody would play."""
    while True:
        state, played = game.start(seed=0), []
        for move in record[: source.integers(0, min(len(record), 60))]:
            if state.over or move not in state.moves():
                break
            state.play(move)
            played.append(move)
        if source.random() < 0.4:
            for _ in range(source.integers(1, 5)):
                if not state.over:
                    played.append(int(source.choice(state.moves())))
                    state.play(played[-1])
        if not state.over:
            return state, played
        record = record[: len(record) // 2]


def main() -> None:
    """Play and write until there are enough."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("teacher")
    parser.add_argument("games", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--positions", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    data = np.load(args.games)
    moves, offsets = data["moves"], data["offsets"]
    files = len(list(args.out.glob("labels_*.npz")))
    game, teacher = anyspace.load("go", size=SIZE, komi=KOMI), Teacher(args.teacher)
    source, total, started = np.random.default_rng(args.seed + files), 0, time.perf_counter()

    def another() -> list[Any]:
        number = int(source.integers(len(offsets) - 1))
        state, played = begin(game, moves[offsets[number] : offsets[number + 1]].tolist(), source)
        return [state, played, len(played), [], [], float(source.choice([0.3, 0.6, 1.0]))]

    at_work, finished = [another() for _ in range(TOGETHER)], []
    while total < args.positions:
        odds, values = teacher([(slot[0], slot[1]) for slot in at_work])
        for i, slot in enumerate(at_work):
            state, played, _, policies, outcomes, temperature = slot
            policies.append(odds[i].astype(np.float16))
            outcomes.append(values[i])
            sharp = odds[i].astype(np.float64) ** (1 / temperature)
            played.append(int(source.choice(POINTS + 1, p=sharp / sharp.sum())))
            state.play(played[-1])
            if state.over:
                finished.append(slot)
                at_work[i] = another()
        waiting = sum(len(slot[3]) for slot in finished)
        if waiting >= 10_000:
            path = args.out / f"labels_{files:04}.npz"
            with open(path.with_suffix(".part"), "wb") as file:
                np.savez_compressed(
                    file,
                    moves=np.array([move for slot in finished for move in slot[1]], np.uint8),
                    lengths=np.array([len(slot[1]) for slot in finished]),
                    first=np.array([slot[2] for slot in finished]),
                    policy=np.array([row for slot in finished for row in slot[3]]),
                    value=np.array([row for slot in finished for row in slot[4]], np.float32),
                )
            os.replace(path.with_suffix(".part"), path)
            files, total, finished = files + 1, total + waiting, []
            print(f"{total:,} positions, {total / (time.perf_counter() - started):,.0f} a second", flush=True)


if __name__ == "__main__":
    main()
