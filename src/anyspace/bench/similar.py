"""The memory of similar positions: what one question costs, and how many of the true neighbours it finds.

10,000 entries and the leaves that are asked about are of real searches of Go 9x9, by the trunk of the network that
comes with anyspace, hashed to 256 numbers. Times are of the processor, in turns, medians.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import numpy as np

from .. import games
from ..core.binding import Loop, Setup
from ..machine.jit import Function, compile_kernel
from ..neural.shipped import SHIPPED
from ..parts.leaf.network import Network
from ..parts.similar.entries import USED
from ..parts.similar.indices import Index, Places, all_compared, by_buckets, by_signs
from ..parts.similar.nearest import STEPS, shortened
from ..parts.similar.reading import Remembered, remembered
from ..parts.value.similar import Similar
from ..search.search import Search
from .timing import Row

SECTION = "the memory of similar positions, 10,000 entries of 256 features, leaves of Go 9x9"
ENTRIES, SIZE, NEIGHBOURS, QUESTIONS = 10_000, 256, 50, 300
LOOK = Similar.look


class Tree(NamedTuple):
    """As much of a tree as an index asks for."""

    tables: Any


class Scratch(NamedTuple):
    """The same of a thread's working memory."""

    notes: Any


class Policy(NamedTuple):
    """The same of a search's numbers."""

    numbers: Any


class Asked:
    """An index over some entries, by itself."""

    def __init__(self, make: Callable[[Loop, Places], Index], held: Remembered, neighbours: int = NEIGHBOURS) -> None:
        loop, (entries, size) = Loop(Setup(games.load("tic_tac_toe"))), held.vectors.shape
        at = Places(
            loop.table(np.int16, (entries + 1, size)),
            loop.table(np.int8, (entries + 1,)),
            loop.table(np.int64, (2,)),
            loop.note(np.float64, (size,)),
            loop.note(np.int16, (size,)),
            loop.note(np.int32, (neighbours,)),
            loop.note(np.float64, (neighbours,)),
        )
        index = make(loop, at)
        tables = [np.zeros(shape, kind) for kind, shape in loop.tables]
        for place, begins in loop.filled.items():
            tables[place][...] = begins
        tables[at.vectors][1:] = np.floor(held.vectors * STEPS + 0.5)
        tables[at.seats][1:], tables[at.facts][USED] = held.seats, entries
        notes = tuple(np.zeros(shape, kind) for kind, shape in loop.notes)
        self._things = Tree(tuple(tables)), Policy(np.array([*loop.numbers, 0.0])), Scratch(notes)
        put, find, own, short, found = index.put, index.find, at.own, at.short, at.found

        def put_all(tree: Any, policy: Any, scratch: Any, vectors: Any) -> None:
            for entry in range(len(vectors)):
                for k in range(vectors.shape[1]):
                    scratch.notes[own][k] = vectors[entry, k]
                put(tree, scratch, entry + 1)

        def ask_all(tree: Any, policy: Any, scratch: Any, questions: Any, seats: Any, out: Any) -> None:
            for i in range(len(questions)):
                for k in range(questions.shape[1]):
                    scratch.notes[own][k] = questions[i, k]
                shortened(scratch.notes[own], scratch.notes[short])
                n = find(tree, policy, scratch, seats[i])
                for j in range(out.shape[1]):
                    out[i, j] = scratch.notes[found][j] if j < n else 0

        self._ask = compile_kernel(cast(Function, ask_all), "a memory's index")
        compile_kernel(cast(Function, put_all), "a memory's index")(*self._things, held.vectors)
        self.neighbours = neighbours

    def answers(self, asked: Remembered) -> Any:
        """The entries, from 1, that are found for each; 0 for none."""
        out = np.zeros((len(asked.seats), self.neighbours), np.int32)
        self._ask(*self._things, asked.vectors, asked.seats.astype(np.int64), out)
        return out


INDICES: dict[str, Callable[[Loop, Places], Index]] = {
    "signs": lambda loop, at: by_signs(loop, at, ENTRIES, SIZE, LOOK, 1.0),
    "exact": all_compared,
    "simhash": lambda loop, at: by_buckets(loop, at, ENTRIES, SIZE, Similar.tables, Similar.bits, 1.0),
}


def leaves(seed: int, iterations: int, centre: bool = True) -> Remembered:
    """Of a search of a position some moves into a game."""
    game = games.load("go")
    network = Network(SHIPPED, mix=0.0, nodes=100)
    part = Similar(phi="network", size=SIZE, entries=ENTRIES, index="signs", look=64, centre=centre)
    search = Search(game, network, part, "prior_seeding", "ucb1:c=0.1", seed=seed)
    state = game.start()
    for name in ("E5", "C3", "G7", "D7"):
        state.play(state.parse(name))
    search.run(state, iterations=iterations)
    return remembered(search)


def recall(found: Any, true: Any) -> float:
    """How many of the true neighbours are among those found, on average."""
    shares = [
        len({*a.tolist()} & {*b[b > 0].tolist()}) / max(1, int((b > 0).sum())) for a, b in zip(found, true, strict=True)
    ]
    return statistics.fmean(shares)


def measure(rounds: int, entries: int = ENTRIES, questions: int = QUESTIONS) -> Iterator[Row]:
    """A row an index."""
    held, others = leaves(1, entries + 200), leaves(2, 2 * questions)
    held = Remembered(*(each[:entries] for each in held))
    asked = Remembered(*(each[-questions:] for each in others))
    memories = {name: Asked(make, held) for name, make in INDICES.items()}
    found = {name: memory.answers(asked) for name, memory in memories.items()}
    spent: dict[str, list[float]] = {name: [] for name in memories}
    for _ in range(rounds):
        for name, memory in memories.items():
            before = time.process_time()
            memory.answers(asked)
            spent[name].append((time.process_time() - before) / len(asked.seats))
    exact = 1e6 * statistics.median(spent["exact"])
    for name in memories:
        ours = 1e6 * statistics.median(spent[name])
        share = recall(found[name], found["exact"])
        bar = "at most 25, recall at least 0.8" if name == "signs" else ""
        note = f"{', ' if bar else ''}{share:.3f} of the {NEIGHBOURS} nearest found"
        yield Row(SECTION, f"a question, index={name}, against exact", ours, exact, exact / ours, "us", bar, note)
