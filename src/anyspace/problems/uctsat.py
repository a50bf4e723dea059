"""UCTSAT: satisfiability by tree search with random playouts (Previti, Ramanujan, Schaerf and Selman 2011).

A formula is a game for one player. A move gives the variable that occurs most often in the clauses that are still
open the value true or false, and what follows by unit propagation is done at once. A position in which every clause
is satisfied pays 1 and is the end, one in which a clause cannot be satisfied any more pays 0 and is the end too. The
search is UCT with the part `solver`: a node both of whose values fail is closed, so that the search is complete: it
ends with a solution, or with the proof that there is none.

What an open node is worth at first, one of three:

- `cp`: the share of clauses that are satisfied when all free variables get random values (complete playout)
- `sbs`: the same, where variables get random values one by one, with propagation, until a clause fails (step by step)
- `h`: the share of clauses that are satisfied already: no playout (heuristic)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import OptionError
from ..rng import bits
from ..rules.game import OVER, Game, declare
from ..search.search import Search
from .dimacs import Formula

MODES = ("cp", "sbs", "h")
OPEN, SATISFIED, FAILED = 0, 1, 2
LOWEST_BIT = np.uint64(1)


@dataclass(frozen=True)
class SatAnswer:
    """What UCTSAT found."""

    satisfiable: bool | None
    """None: the budget was spent before it was known"""
    values: tuple[bool, ...] | None
    """one for every variable"""
    nodes: int
    """of the tree"""
    iterations: int
    seconds: float


def sat_game(given: Formula, mode: str = "sbs") -> Game:
    """The formula as a game. Clauses are part of its states, which all formulas of one size share code with."""
    if mode not in MODES:
        raise OptionError(f"uctsat: mode must be one of {', '.join(MODES)}, not {mode!r}")
    literals = np.array([literal for clause in given.clauses for literal in clause] or [0], np.int16)
    ends = np.cumsum([0, *map(len, given.clauses)]).astype(np.int32)
    variables, clauses, size = given.variables, len(given.clauses), len(literals)
    state_type = np.dtype(
        [
            ("clause_ends", np.int32, clauses + 1),
            ("literals", np.int16, size),
            ("branch", np.int16),  # the variable that is next
            ("satisfied", np.int32),  # clauses
            ("status", np.int8),
            ("truth", np.int8, variables + 1),  # 1, -1, or 0 where it is free
        ]
    )

    def start(state: Any, rng: Any) -> None:
        state.clause_ends[:] = ends
        state.literals[:] = literals
        state.truth[:] = 0
        settle(state)

    def settle(state: Any) -> None:
        """Unit propagation; then how it stands, and which variable is next."""
        state.status = OPEN
        state.branch = 0
        changed = True
        while changed:
            changed = False
            state.satisfied = 0
            for clause in range(clauses):
                left, holds = 0, False
                last: Any = 0
                for at in range(state.clause_ends[clause], state.clause_ends[clause + 1]):
                    literal = np.int64(state.literals[at])
                    truth = state.truth[abs(literal)]
                    if truth == 0:
                        left += 1
                        last = literal
                    elif (truth > 0) == (literal > 0):
                        holds = True
                        break
                if holds:
                    state.satisfied += 1
                elif left == 0:
                    state.status = FAILED
                    return
                elif left == 1:
                    state.truth[abs(last)] = 1 if last > 0 else -1
                    state.satisfied += 1
                    changed = True
        if state.satisfied == clauses:
            state.status = SATISFIED
        else:
            choose(state)

    def choose(state: Any) -> None:
        counts = np.zeros(variables + 1, np.int32)
        for clause in range(clauses):
            holds = False
            for at in range(state.clause_ends[clause], state.clause_ends[clause + 1]):
                literal = np.int64(state.literals[at])
                truth = state.truth[abs(literal)]
                holds |= truth != 0 and (truth > 0) == (literal > 0)
            if not holds:
                for at in range(state.clause_ends[clause], state.clause_ends[clause + 1]):
                    free = abs(np.int64(state.literals[at]))
                    counts[free] += state.truth[free] == 0
        best = 0
        for variable in range(1, variables + 1):
            if counts[variable] > counts[best]:
                best = variable
        state.branch = best

    def mover(state: Any) -> int:
        return OVER if state.status != OPEN else 0

    def moves(state: Any, out: Any) -> int:
        out[0] = 2 * np.int64(state.branch) + 1
        out[1] = 2 * np.int64(state.branch)
        return 2

    def play(state: Any, move: int) -> None:
        state.truth[move // 2] = 1 if move & 1 else -1
        settle(state)

    def share(state: Any) -> float:
        """Of all clauses, those that are satisfied; a little less than 1, which only a solution is."""
        return min(state.satisfied / max(clauses, 1), 0.9999)

    def returns(state: Any, out: Any) -> None:
        out[0] = 1.0 if state.status == SATISFIED else 0.0 if state.status == FAILED else share(state)

    def assign_all(state: Any, rng: Any, out: Any, limit: int) -> int:
        """cp. What is free gets a random value; nothing is propagated."""
        for variable in range(1, variables + 1):
            if state.truth[variable] == 0:
                state.truth[variable] = 1 if bits(rng) & LOWEST_BIT else -1
        state.satisfied = 0
        for clause in range(clauses):
            for at in range(state.clause_ends[clause], state.clause_ends[clause + 1]):
                literal = np.int64(state.literals[at])
                if (state.truth[abs(literal)] > 0) == (literal > 0):
                    state.satisfied += 1
                    break
        out[0] = share(state)
        return 1

    def assign_step_by_step(state: Any, rng: Any, out: Any, limit: int) -> int:
        """sbs. The variable that is next gets a random value, until nothing is open; a failure is worth what was
        satisfied by then."""
        length = 0
        while state.status == OPEN and length < limit:
            play(state, 2 * np.int64(state.branch) + np.int64(bits(rng) & LOWEST_BIT))  # type: ignore[arg-type]
            length += 1
        out[0] = share(state)
        return length

    def weigh(state: Any, rng: Any, out: Any, limit: int) -> int:
        """h. As it stands."""
        out[0] = share(state)
        return 1

    def move_name(state: Any, move: int) -> str:
        return f"{'' if move & 1 else '-'}{move // 2}"

    def render(state: Any) -> str:
        values = " ".join(f"{'-' if truth < 0 else ''}{v}" for v, truth in enumerate(state.truth) if truth)
        status = ("open", "satisfied", "failed")[state.status]
        return f"{values or 'nothing is decided'}\n{state.satisfied} of {clauses} clauses satisfied, {status}"

    return declare(
        locals(),
        name="sat",
        state=state_type,
        players=1,
        payoffs=(0.0, 1.0),
        max_moves=2,
        max_length=variables + 1,
        actions=2 * (variables + 1),
        trusted=True,
        playout={"cp": assign_all, "sbs": assign_step_by_step, "h": weigh}[mode],
    )


def uctsat(
    given: Formula,
    mode: str = "sbs",
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    c: float = 0.3,
) -> SatAnswer:
    """Whether the formula can be satisfied, and by what. `c` is UCB's constant."""
    state = sat_game(given, mode).start(seed=0)
    if state.over:
        return SatAnswer(bool(state["status"] == SATISFIED), solution(state), 1, 0, 0.0)
    search = Search(state.game, f"ucb1:c={c}", "solver", seed=seed)
    return answer(search.run(state, iterations=iterations, seconds=seconds), state)


def answer(result: Any, state: Any) -> SatAnswer:
    """What the result of a search from this position says."""
    found = result.value == 1.0 if result.proven else None
    values = None
    if found:
        end = state.copy()
        for move in result.line:  # proven all along
            end.play(move)
        values = solution(end)
    return SatAnswer(found, values, result.stats.nodes, result.stats.iterations, result.stats.seconds)


def solution(state: Any) -> tuple[bool, ...] | None:
    """The values of a position that satisfies everything; what is free there is false."""
    return tuple(bool(truth > 0) for truth in state["truth"][1:]) if state["status"] == SATISFIED else None
