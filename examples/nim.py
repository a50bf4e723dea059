"""A game of your own: Nim. Take one to three stones; who takes the last one wins."""

import numpy as np

import anyspace

STATE = np.dtype([("stones", np.int32), ("turn", np.int8)])


def start(state, rng):
    state.stones = 21
    state.turn = 0


def mover(state):
    return anyspace.OVER if state.stones == 0 else state.turn


def moves(state, out):
    n = min(3, state.stones)
    for i in range(n):
        out[i] = i + 1
    return n


def play(state, take):
    state.stones -= take
    state.turn = 1 - state.turn


def returns(state, out):
    loser = state.turn  # the other one took the last stone
    out[loser] = -1.0
    out[1 - loser] = 1.0


nim = anyspace.Game(
    name="nim", state=STATE, players=2, max_moves=3, max_length=21,
    start=start, mover=mover, moves=moves, play=play, returns=returns,
)  # fmt: skip

result = anyspace.Search(nim, seed=1).run(nim.start(), iterations=300_000)
print(f"take {result.move}, worth {result.value:+.2f}")  # one: it leaves a multiple of four
