"""Row 51: UCTSAT's trees beside DPLL's, which decides the same variable in the same position."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache, partial

from ....problems.dimacs import Formula, colouring, random_3sat
from ....problems.dpll import dpll
from ....problems.uctsat import MODES, uctsat
from ...statistics import mean_interval
from ..survey_rows import BETTER, NULL
from .outcome import Check, Outcome, Progress, Size, direction, point, saved

NODES = 2_000
"""At most, of either side."""

ON_PAR = round(math.log10(1.5), 3)
"""Trees that differ by a factor of less than one and a half are on par."""

VARIABLES, RATIO, FORMULAS = 50, 4.26, 30
COLOURED, EDGES, GRAPHS = 50, 115, 15
"""As the graphs `flat50-115` of SATLIB: nodes, edges, and how many graphs."""


def unstructured(number: int) -> Formula:
    """Random 3-SAT where it is hardest, with a solution."""
    return random_3sat(VARIABLES, RATIO, seed=101 + number)


def structured(number: int) -> Formula:
    """Three colours for a random graph that has a colouring."""
    source = random.Random(201 + number)
    colour = [source.randrange(3) for _ in range(COLOURED)]
    edges: set[tuple[int, int]] = set()
    while len(edges) < EDGES:
        one, other = sorted(source.sample(range(COLOURED), 2))
        if colour[one] != colour[other]:
            edges.add((one, other))
    return colouring(sorted(edges), COLOURED, 3)


@cache
def effort_of_dpll(given: Formula, most: int) -> float:
    """Its nodes, as a power of ten."""
    found = dpll(given, most)
    return math.log10(most if found is None else found.nodes)


def tree_sizes(
    progress: Progress, size: Size, mode: str, draw: Callable[[int], Formula], count: int, equal: float = 0.0
) -> Outcome:
    """Nodes of either tree as powers of ten; where nothing is found in time, as many as there may be."""
    most = size.visits(NODES)
    mine: list[float] = []
    theirs: list[float] = []
    unknown = 0
    for number in range(size.times(count)):
        progress(f"formula {number + 1}")
        given = draw(number)
        found = uctsat(given, mode, iterations=most, seed=number)
        unknown += found.satisfiable is None
        mine.append(math.log10(most if found.satisfiable is None else min(most, found.nodes)))
        theirs.append(effort_of_dpll(given, most))
    figures = {mode: mean_interval(mine), "DPLL": mean_interval(theirs), f"not found by {mode}": point(unknown)}
    return Outcome(figures, direction(saved(mine, theirs), equal=equal))


RANDOM = (
    f"{FORMULAS} satisfiable formulas of {VARIABLES} variables, {RATIO} clauses a variable; nodes as a power of ten, "
    f"{NODES:,} at most; on par: within a factor of 1.5"
)
GRAPH = (
    f"{GRAPHS} random graphs of {COLOURED} nodes and {EDGES} edges, c = 0.3; nodes as a power of ten, {NODES:,} at most"
)

CHECKS = [
    *(
        Check(
            "51", f"UCTSAT {mode} against DPLL, random 3-SAT", NULL, "on par where there is no structure", RANDOM,
            partial(tree_sizes, mode=mode, draw=unstructured, count=FORMULAS, equal=ON_PAR),
        )
        for mode in MODES
    ),
    *(
        Check(
            "51", f"UCTSAT {mode} against DPLL, 3-colouring", BETTER, "good where there is structure", GRAPH,
            partial(tree_sizes, mode=mode, draw=structured, count=GRAPHS),
        )
        for mode in MODES
    ),
]  # fmt: skip
