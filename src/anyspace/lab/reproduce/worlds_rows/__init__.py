"""The survey's other worlds as experiments: chance, partial sight, moves made at the same time, many players,
continuous actions. A file a topic, each with a list `CHECKS` of `Check` (checks/outcome.py):

    Check("56", "POMCP in RockSample(7, 8)", BETTER, "20.7", "200 episodes, 10,000 iterations a move", run)

where `run(progress, size)` says what it does (`progress("episode 20")`), takes its numbers from `size.times(200)` and
`size.visits(10_000)`, and gives an `Outcome`: figures by name (`mean_interval(returns)`, `point(7)`), and which way
they point. Numbers are of rows of `ROWS`; a file that is put here is found by itself.

`anyspace lab reproduce survey_worlds --only 56 --output docs/results` runs a row and writes table and page. A method of
the list that has no experiment yet is said to be missing on the page.
"""

from __future__ import annotations

import importlib
import pkgutil

from ..checks.outcome import Check

ROWS = {
    "4": "EXP3",
    "5": "decoupled UCT",
    "6": "regret matching",
    "7": "HOO, HOOT",
    "8": "double progressive widening",
    "54": "HOP-UCT, sparse UCT, ensembles",
    "55": "ISUCT, MMCTS",
    "56": "POMCP",
    "57": "rho-UCT, MC-AIXI",
    "58": "Monte Carlo CFR, online outcome sampling",
    "59": "online outcome sampling against ISMCTS",
    "60": "UCT+, opponent models, inference",
    "61": "maxⁿ, paranoid, alliances, confident, best reply, coalition reduction",
}
"""The methods, by number."""


def checks() -> list[Check]:
    """Those of all files here, in the order of the rows."""
    found: list[Check] = []
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda each: each.name):
        found += importlib.import_module(f"{__name__}.{module.name}").CHECKS
    order = list(ROWS)
    return sorted(found, key=lambda check: order.index(check.number))
