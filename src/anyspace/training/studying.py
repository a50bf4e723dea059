"""Learning from examples that are there: records of games, or what another evaluator says of positions.

The examples go into the run's store first, once; then they are learnt from until the time is up. One chunk in twenty is
held out, and says how well it goes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from ..errors import OptionError
from .examples import Examples, joined
from .learner import batches
from .learning import EXAMINED, Learning, in_words
from .window import Window

HELD_OUT = 20
"""One chunk of so many is not learnt from."""

TELL = 200
"""Chunks between two lines."""

CHECKPOINT = 60.0
"""Seconds of training that a kill can cost, at most."""


def gather(learning: Learning, chunks: Iterable[Examples]) -> None:
    """Put chunks of examples into the store, each as soon as it is there."""
    _, positions = learning.store.count_games()
    for number, chunk in enumerate(chunks, 1):
        learning.store.add_game(0, chunk)
        positions += len(chunk)
        if number % TELL == 0:
            learning.line(f"{positions:,} positions gathered")


def study(learning: Learning, hours: float) -> None:
    """Learn from what is in the store, until the run has taken so many hours. The rate falls to a hundredth on a cosine
    (Loshchilov and Hutter 2017)."""
    window, held_out = _split(learning)
    deadline, settings, learner = 3600.0 * hours, learning.settings, learning.learner
    first = learning.store.spent() if learner.steps == 0 else next(iter(learning.store.figures("began")), (0.0, 0.0))[1]
    if learner.steps == 0:
        learning.store.note(began=first)
    source = np.random.default_rng([settings.seed, learner.steps])
    learning.line(f"learning from {len(window):,} positions, {len(held_out):,} held out")
    kept, sums, count = learning.store.spent(), {"policy": 0.0, "value": 0.0}, 0
    while (now := learning.store.spent()) < deadline:
        share = (now - first) / max(deadline - first, 1e-9)
        rate = settings.rate * max(0.01, 0.5 * (1.0 + math.cos(math.pi * min(share, 1.0))))
        for batch in batches(window, 10, settings.batch, learning.ways, source):
            told = learner.train(batch, rate)
            sums, count = {name: sums[name] + told[name] for name in sums}, count + 1
        if learning.store.spent() - kept > CHECKPOINT:
            _keep(learning, held_out, {name: total / count for name, total in sums.items()})
            kept, sums, count = learning.store.spent(), {"policy": 0.0, "value": 0.0}, 0
    if count:
        _keep(learning, held_out, {name: total / count for name, total in sums.items()})


def _split(learning: Learning) -> tuple[Window, Examples]:
    """What is learnt from, and what is not."""
    chunks = list(learning.store.chunks())
    if len(chunks) < 2:
        raise OptionError(f"{learning.folder}: there is nothing to learn from")
    step = min(HELD_OUT, len(chunks))
    window = Window(1 << 62)
    out: list[Examples] = []
    for number, chunk in enumerate(chunks):
        if number % step == step - 1:
            out.append(chunk)
        else:
            window.add(chunk)
    learning.window = window  # eight bits are calibrated on it
    held_out = joined(out)
    some = np.random.default_rng(0).permutation(len(held_out))[: 2 * EXAMINED]
    return window, held_out[np.sort(some)]


def _keep(learning: Learning, held_out: Examples, trained: dict[str, float]) -> None:
    """A network, and how good it is."""
    found = learning.examine(held_out)
    store = learning.store
    with store.together():
        before = store.latest()
        if before is not None:
            store.decide(before.number, "refused")  # it has done its part: only the last one is kept whole
        store.add_network(learning.learner.steps, 0, learning.learner.to_bytes(), "accepted")
        store.note(**trained, **{f"ahead_{name}": value for name, value in found.items()})
    learning.line(f"{learning.learner.steps:,} steps: {in_words(trained)}; held out: {in_words(found)}")
