"""DPLL, as plain as it gets: what UCTSAT is compared with, and what its answers are checked by."""

from __future__ import annotations

from typing import NamedTuple

from .dimacs import Formula


class Answer(NamedTuple):
    """What was found, and with how much effort."""

    values: tuple[bool, ...] | None
    """one for every variable, or None: there are none"""
    nodes: int
    """partial assignments looked at"""


def dpll(given: Formula, most_nodes: int = 10**9) -> Answer | None:
    """Decide the variable that occurs most often in the clauses that are still open, true first, with unit
    propagation; None when `most_nodes` were not enough."""
    stack: list[dict[int, bool]] = [{}]
    nodes = 0
    while stack:
        if nodes >= most_nodes:
            return None
        nodes += 1
        values = propagated(given, stack.pop())
        if values is None:
            continue
        variable = most_frequent(given, values)
        if variable == 0:
            return Answer(tuple(values.get(v, False) for v in range(1, given.variables + 1)), nodes)
        stack.append({**values, variable: False})
        stack.append({**values, variable: True})
    return Answer(None, nodes)


def propagated(given: Formula, values: dict[int, bool]) -> dict[int, bool] | None:
    """The values with all that follows from clauses with one literal left; None where a clause has none."""
    values = dict(values)
    changed = True
    while changed:
        changed = False
        for clause in given.clauses:
            if any(values.get(abs(literal)) == (literal > 0) for literal in clause):
                continue
            left = [literal for literal in clause if abs(literal) not in values]
            if not left:
                return None
            if len(left) == 1:
                values[abs(left[0])] = left[0] > 0
                changed = True
    return values


def most_frequent(given: Formula, values: dict[int, bool]) -> int:
    """The free variable that occurs most often in clauses that are not satisfied, the first of several; 0: all are."""
    counts = [0] * (given.variables + 1)
    for clause in given.clauses:
        if not any(values.get(abs(literal)) == (literal > 0) for literal in clause):
            for literal in clause:
                counts[abs(literal)] += abs(literal) not in values
    best = max(range(given.variables + 1), key=lambda variable: (counts[variable], -variable))
    return best if counts[best] else 0
