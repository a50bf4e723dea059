"""Searches with a network: evaluations a second inside a search against the network alone, many games in step, and
DeepMind's mctx beside both.

The network is the one that comes with anyspace for Go 9x9 (4x32, eight bits), and the same in 32 bits. A session alone
is bound to its memory, as it is in a search. Times are of the processor: what else the machine does does not count.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from .. import games
from ..errors import MissingDependency
from ..neural.evaluator import Fitted, open_evaluator
from ..neural.shipped import SHIPPED
from ..parts.leaf.network import Network
from ..search.lockstep import Lockstep
from ..search.search import Search
from . import mctx_peer, similar
from .float_twin import float_evaluator
from .timing import Row, alternate

SECTION = "networks, go 9x9, the 4x32 network in eight bits, by processor time"
BATCH, ITERATIONS = 8, 1_600
TOGETHER = 64


def measure(rounds: int) -> Iterator[Row]:
    """The rows."""
    game = games.load("go")
    evaluator = open_evaluator(SHIPPED, game, None)
    yield inside(game, evaluator, rounds, BATCH, "at least 0.9")
    yield inside(game, evaluator, rounds, 1, "")
    yield in_step(game, evaluator, rounds)
    yield from similar.measure(rounds)
    try:
        exact = float_evaluator(game)
        yield replace(inside(game, exact, rounds, BATCH, "at least 0.9"), section=mctx_peer.SECTION)
        yield from mctx_peer.measure(rounds, exact)
    except MissingDependency as missing:
        yield Row(mctx_peer.SECTION, str(missing), None, None, None, "")


def inside(game: Any, evaluator: Fitted, rounds: int, batch: int, bar: str) -> Row:
    """Evaluations in a search, and as many by the session alone, in batches of that size."""
    search = Search(game, Network(evaluator, batch=batch, cache=0), seed=1)
    state = game.start()
    search.run(state, iterations=2 * batch)
    shown = np.repeat(state.planes()[None], batch, axis=0)
    looked = [0]

    def ours() -> None:
        search.run(state, iterations=ITERATIONS)
        looked[0] = search.looks["looked_at"] + 1

    look = evaluator.looking_at(shown, evaluator.evaluate(shown))

    def alone() -> None:
        for _ in range(looked[0] // batch):
            look()

    ours()
    mine, theirs, ratio = alternate(ours, alone, rounds, time.process_time)
    what = f"evaluations/s, batches of {batch}, against the session alone"
    note = f"{search.looks['met']} batches ended early"
    return Row(SECTION, what, looked[0] / mine, looked[0] / theirs, ratio, "evaluations/s", bar, note)


def in_step(game: Any, evaluator: Fitted, rounds: int) -> Row:
    """Simulations of many games in lockstep, and as many evaluations by the session alone."""
    searches = [
        Search(game, Network(evaluator, batch=1, cache=0), "gumbel", memory="unbounded:reserve=64", seed=i)
        for i in range(TOGETHER)
    ]
    together, iterations = Lockstep(searches), 16
    states = [game.start() for _ in searches]
    shown = np.repeat(states[0].planes()[None], TOGETHER, axis=0)

    def ours() -> None:
        together.run(states, iterations=iterations)

    look = evaluator.looking_at(shown, evaluator.evaluate(shown))

    def alone() -> None:
        for _ in range(iterations + 1):
            look()

    ours()
    mine, theirs, ratio = alternate(ours, alone, rounds, time.process_time)
    count = TOGETHER * iterations
    what = f"simulations/s, gumbel, {TOGETHER} games in lockstep"
    return Row(SECTION, what, count / mine, count / theirs, ratio, "simulations/s", "", "the session alone")
