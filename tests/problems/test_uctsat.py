"""UCTSAT: DIMACS in and out, answers against DPLL and brute force, tree sizes."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from uncompiled import plain_search

from anyspace.errors import OptionError
from anyspace.problems.dimacs import (
    Formula,
    colouring,
    formula,
    load_dimacs,
    pigeons,
    random_3sat,
    read_dimacs,
    write_dimacs,
)
from anyspace.problems.dpll import dpll, propagated
from anyspace.problems.uctsat import MODES, SatAnswer, answer, sat_game, solution


def asked(given: Formula, mode: str, iterations: int = 2000, seed: int = 1) -> SatAnswer:
    """The same search, uncompiled."""
    search = plain_search(sat_game(given, mode), "ucb1:c=0.3", "solver", seed=seed)
    state = search.game.start(seed=0)
    if state.over:
        return SatAnswer(bool(state["status"] == 1), solution(state), 1, 0, 0.0)
    return answer(search.run(state, iterations=iterations), state)


def brute_force(given: Formula) -> bool:
    return any(given.satisfied_by(values) for values in itertools.product([False, True], repeat=given.variables))


FORMULAS = st.lists(st.lists(st.integers(1, 6).flatmap(lambda v: st.sampled_from([v, -v])), min_size=1, max_size=3),
                    min_size=1, max_size=26)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(clauses=FORMULAS, mode=st.sampled_from(MODES))
def test_small_formulas_against_brute_force(clauses: list[list[int]], mode: str) -> None:
    small = formula(clauses)
    found, plain = asked(small, mode), dpll(small)
    assert plain is not None
    assert found.satisfiable == brute_force(small) == (plain.values is not None)
    if found.values is not None and plain.values is not None:
        assert small.satisfied_by(found.values) and small.satisfied_by(plain.values)


@pytest.mark.parametrize("mode", MODES)
def test_random_and_structured_formulas(mode: str) -> None:
    uniform = random_3sat(20, 4.26, seed=2)
    ring = colouring([(i, (i + 1) % 7) for i in range(7)], 7, 3)
    for each in (uniform, ring):
        found, plain = asked(each, mode), dpll(each)
        assert found.values is not None and each.satisfied_by(found.values)
        assert plain is not None and found.nodes <= 20 * plain.nodes, "no more than a small multiple of DPLL's tree"
    odd_ring = colouring([(i, (i + 1) % 5) for i in range(5)], 5, 2)
    assert asked(odd_ring, mode).satisfiable is False


@pytest.mark.parametrize("mode", MODES)
def test_a_proof_that_there_is_none_is_as_large_as_dpll_s(mode: str) -> None:
    """Both decide the same variables, and both have to close everything."""
    plain = dpll(pigeons(3))
    assert plain is not None and plain.values is None
    found = asked(pigeons(3), mode)
    assert found.satisfiable is False and found.nodes == plain.nodes


def test_a_budget_that_is_spent() -> None:
    found = asked(pigeons(4), "h", iterations=3)
    assert found.satisfiable is None and found.values is None
    assert dpll(pigeons(4), most_nodes=3) is None


def test_propagation() -> None:
    chain = formula([[1], [-1, 2], [-2, 3], [-3, -4]])
    assert propagated(chain, {}) == {1: True, 2: True, 3: True, 4: False}
    assert asked(chain, "sbs") == SatAnswer(True, (True, True, True, False), 1, 0, 0.0)
    assert asked(formula([[1], [-1]]), "sbs").satisfiable is False
    assert asked(formula([]), "cp").satisfiable is True


def test_dimacs(tmp_path: Path) -> None:
    text = "c a remark\np cnf 3 2\n1 -3 0\n2 3\n-1 0\n"
    read = read_dimacs(text)
    assert read == Formula(3, ((1, -3), (2, 3, -1))) and read_dimacs(write_dimacs(read)) == read
    assert read_dimacs("p cnf 2 1\n1 2 0\n%\n0\n").clauses == ((1, 2),)
    file = tmp_path / "f.cnf"
    file.write_text(text)
    assert load_dimacs(file) == read


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "there is no 'p cnf"),
        ("1 2 0\n", "line 1: a clause before"),
        ("p cnf x 2\n", "line 1: expected one"),
        ("p cnf 2 1\n1 3 0\n", "line 2: literal 3"),
        ("p cnf 2 1\n1 y 0\n", "line 2: 'y' is no literal"),
        ("p cnf 2 1\n1 2\n", "does not end with 0"),
        ("p cnf 2 2\n1 2 0\n", "there are 1 clauses, not 2"),
    ],
)
def test_what_is_no_dimacs(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        read_dimacs(text)
    file = tmp_path / "bad.cnf"
    file.write_text(text)
    with pytest.raises(OptionError, match=r"bad\.cnf"):
        load_dimacs(file)


def test_bad_input(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot read"):
        load_dimacs(tmp_path / "nowhere.cnf")
    with pytest.raises(OptionError, match="mode must be one of cp, sbs, h"):
        sat_game(pigeons(2), "dpll")
    wrong: Any = [[1, 0]]
    with pytest.raises(OptionError, match="clause 1: a literal"):
        formula(wrong)
