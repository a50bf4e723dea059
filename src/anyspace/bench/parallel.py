"""`anyspace bench parallel`: Tables I to III of Sephton, Cowling, Powley and Whitehouse 2014, for this machine.

Decision times for one to as many threads as there are processors, and the efficiency t1 / (n tn), every scheme, UCT
(which sees everything) and ISMCTS, 5,000 iterations, the paper's exploration, with its figures beside ours.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from .. import games
from ..parts.parallel import cores
from ..parts.select.ucb1 import UCB1
from ..rules.game import State
from ..search.parallel import hands
from ..search.search import Search
from .timing import Row

ITERATIONS = 5_000
PUBLISHED_C = 1.4
"""The paper's C, in X + C sqrt(2 ln n / n_i)."""

EXPLORATION = PUBLISHED_C * math.sqrt(2)
"""The same as our c, in X + c sqrt(ln n / n_i): 1.98."""

SCHEMES = {
    "root": "root:threads={n}",
    "tree": "tree:threads={n},virtual_loss=0",
    "tree, virtual loss": "tree:threads={n},virtual_loss=1",
    "tree, node locks": "tree:threads={n},lock=node",
    "tree, global lock": "tree:threads={n},lock=global",
    "leaf, handed out": "leaf:threads={n}",
    "leaf, together": "leaf:threads={n},mode=together",
}
SEPARATE = "separate searches"
"""No scheme: n plain searches at once, each for itself, until the last is done. What the machine gives to threads that
neither wait for each other nor take work off a slower one."""

KINDS = {"UCT": "cheating", "ISMCTS": "single"}

PUBLISHED = {
    ("UCT", "root"): (505.74, 253.47, 191.71, 154.77, 135.94, 113.21, 104.41, 91.74),
    ("UCT", "tree"): (514.09, 299.13, 207.51, 163.61, 133.19, 109.64, 105.74, 98.05),
    ("UCT", "tree, virtual loss"): (511.58, 297.60, 198.75, 152.99, 131.45, 110.64, 105.86, 98.42),
    ("UCT", "leaf, handed out"): (1226.18, 676.75, 615.35, 618.23, 630.62, 619.71, 626.06, 634.27),
    ("ISMCTS", "root"): (1061.07, 533.23, 376.74, 341.36, 273.27, 259.20, 220.66, 194.92),
    ("ISMCTS", "tree"): (1057.69, 768.74, 528.83, 432.33, 348.83, 291.88, 282.98, 259.58),
    ("ISMCTS", "tree, virtual loss"): (1056.35, 751.91, 531.36, 444.21, 344.75, 295.64, 283.22, 264.05),
    ("ISMCTS", "leaf, handed out"): (1885.77, 1087.50, 981.75, 1019.97, 975.29, 987.03, 1049.48, 1005.02),
}
"""The paper's Tables I and II: milliseconds for 1 to 8 agents."""

BARS = {"root": 0.97, "tree": 0.92, "tree, virtual loss": 0.92, "leaf, handed out": 0.92}
"""Efficiency that two threads should reach."""


@dataclass(frozen=True)
class Timed:
    """One line of Table I or II: a scheme, with one thread and more."""

    kind: str
    scheme: str
    times: list[list[float]]
    """seconds of a decision, turn by turn: those of n threads at n - 1"""

    @property
    def counts(self) -> range:
        """How many threads were timed."""
        return range(1, len(self.times) + 1)

    def milliseconds(self, n: int) -> float:
        """Of a decision by n threads: the median."""
        return ms(self.times[n - 1])

    def efficiency(self, n: int) -> float:
        """t1 / (n tn): the median of the turns' own."""
        return ratio_of(self.times[0], self.times[n - 1]) / n

    @property
    def published(self) -> tuple[float, ...]:
        """The paper's milliseconds for one agent and more; none for a scheme that it does not have."""
        return PUBLISHED.get((self.kind, self.scheme), ())


def timings(state: State, kind: str, rounds: int) -> Iterator[Timed]:
    """Every scheme in this kind of search, for one to as many threads as there are processors, all in turns; and
    separate searches."""
    counts = range(1, cores() + 1)
    texts = [text.format(n=n) for text in SCHEMES.values() for n in counts]
    times = alternated(state, KINDS[kind], [*texts, *counts], ITERATIONS, rounds)
    for i, scheme in enumerate([*SCHEMES, SEPARATE]):
        yield Timed(kind, scheme, times[i * len(counts) : (i + 1) * len(counts)])


def position() -> State:
    """Of the paper's game: the one whose decision is timed."""
    return games.load("skirmish").start(seed=1)


def measure(rounds: int) -> Iterator[Row]:
    """The paper's game; then the hardest case, the cost of sharing alone, and a shared tree in a bounded pool."""
    state = position()
    most = cores()
    for kind, information in KINDS.items():
        section = f"skirmish, {kind}: ms a decision, t1 and tn; efficiency t1 / (n tn)"
        for timed in timings(state, kind, rounds):
            for n in timed.counts[1:]:
                yield efficiency_row(section, timed, n)
        plain, one = alternated(state, information, [None, "tree:threads=1"], ITERATIONS, rounds)
        ratio = ratio_of(plain, one)
        yield Row(section, "one thread: plain search / shared tree", ms(plain), ms(one), ratio, "ms", "0.95")
    for scheme in ("root", "tree, virtual loss", "leaf, handed out") if most > 1 else ():
        texts = [SCHEMES[scheme].format(n=n) for n in (1, 2)]
        times = alternated(state, "single", texts, 10 * ITERATIONS, rounds)
        what = f"skirmish ISMCTS, {scheme}, 2 threads, {10 * ITERATIONS:,} iterations"
        yield Row("other cases", what, *two(*times), "ms, efficiency")
    hardest = games.load("connect_four").start()
    texts = ["tree:threads=1", f"tree:threads={min(2, most)}"]
    times = alternated(hardest, "perfect", texts, 100_000, rounds)
    if most > 1:
        yield Row("other cases", "connect_four, tree, 2 threads", *two(*times), "ms, efficiency", "0.75")
        spades = games.load("spades").start(seed=1)
        times = alternated(spades, "single", texts, 20_000, rounds, "recycle:nodes=1000")
        yield Row("other cases", "spades single, recycle 1,000, tree, 2 threads", *two(*times), "ms, efficiency", "0.8")
    beyond = f"this machine has {most} processor{'s' * (most > 1)}; more threads than that were not measured"
    yield Row("other cases", beyond, None, None, None, "")


def alternated(
    state: State,
    information: str,
    schemes: Sequence[str | int | None],
    iterations: int,
    rounds: int,
    memory: str | None = None,
) -> list[list[float]]:
    """Seconds of a decision under each scheme, turn by turn. A number stands for so many plain searches at once, each
    for itself: how long all take together, divided by their number."""
    deciders = [decider(state, information, scheme, memory) for scheme in schemes]
    times: list[list[float]] = [[] for _ in schemes]
    for decide in deciders:
        decide(50)
    for turn in range(rounds):
        for i in range(len(schemes)):
            which = (i + turn) % len(schemes)
            scheme = schemes[which]
            started = time.perf_counter()
            deciders[which](iterations)
            times[which].append((time.perf_counter() - started) / (scheme if isinstance(scheme, int) else 1))
    return times


def decider(state: State, information: str, scheme: str | int | None, memory: str | None) -> Callable[[int], None]:
    """What takes a decision, given a number of iterations."""
    count, parallel = (scheme, None) if isinstance(scheme, int) else (1, scheme)
    searches = [
        Search(state.game, parallel=parallel, information=information, memory=memory, select=UCB1(EXPLORATION), seed=i)
        for i in range(1, count + 1)
    ]

    def decide(iterations: int) -> None:
        others = [hands.start(partial(search.run, state, iterations=iterations)) for search in searches[1:]]
        searches[0].run(state, iterations=iterations)
        for over in others:
            over.acquire()

    return decide


def ms(times: list[float]) -> float:
    """The median in milliseconds."""
    return 1000 * statistics.median(times)


def ratio_of(times: list[float], others: list[float]) -> float:
    """The median of the turns' own ratios."""
    return statistics.median(one / other for one, other in zip(times, others, strict=True))


def two(alone: list[float], together: list[float]) -> tuple[float, float, float]:
    """Times of one and of two threads, and the efficiency."""
    return ms(alone), ms(together), ratio_of(alone, together) / 2


def efficiency_row(section: str, timed: Timed, n: int) -> Row:
    """One cell of Table III."""
    published = timed.published
    note = ""
    if n <= len(published):
        note = (
            f"; the paper {published[0]:.0f} and {published[n - 1]:.0f} ms, {published[0] / n / published[n - 1]:.2f}"
        )
    bar = f"{BARS[timed.scheme]:g}" if n == 2 and timed.scheme in BARS else ""
    what = f"{timed.scheme}, {n} threads"
    return Row(section, what, timed.milliseconds(1), timed.milliseconds(n), timed.efficiency(n), "", bar, note)
