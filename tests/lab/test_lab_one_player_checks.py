"""Experiments of the page of methods for one player at toy size: they are run, and figures are what they should be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from solve.plain import plainly
from uncompiled import plain_search, uncompiled

from anyspace.errors import ExperimentError
from anyspace.games import load
from anyspace.lab.reproduce import long_runs, one_player
from anyspace.lab.reproduce.checks import asking, books, learnt_values, morpion, satisfiability, ways
from anyspace.lab.reproduce.checks.outcome import UNDECIDED, Check, Size
from anyspace.lab.reproduce.survey_rows import BETTER, NULL, WORSE
from anyspace.problems.dimacs import Formula
from anyspace.problems.dpll import dpll
from anyspace.problems.paths import PARTS, GridMap, Way, path_game, way_from
from anyspace.problems.td import Values
from anyspace.problems.uctsat import SatAnswer, answer, sat_game
from anyspace.solve import fsss, opening_book

__all__ = ["plainly"]

TINY = Size(0.01, 0.001)


def plain_load(name: str, **options: Any) -> Any:
    return uncompiled(load(name, **options))


def silent(what: str) -> None:
    """No progress."""


def of_row(checks: list[Check], number: str) -> list[Check]:
    return [check for check in checks if check.number == number]


# ---- 51


def plain_uctsat(given: Formula, mode: str, *, iterations: int, seed: int) -> SatAnswer:
    search = plain_search(sat_game(given, mode), "ucb1:c=0.3", "solver", seed=seed)
    state = search.game.start(seed=0)
    return answer(search.run(state, iterations=iterations), state)


def test_trees_of_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(satisfiability, "uctsat", plain_uctsat)
    monkeypatch.setattr(satisfiability, "VARIABLES", 8)
    for check in of_row(satisfiability.CHECKS, "51")[:3]:
        found = check.run(silent, Size(0.05, 0.1))
        assert found.direction in (BETTER, NULL, WORSE, UNDECIDED)
        assert found.figures["DPLL"].estimate >= 0.0 and len(found.figures) == 3


def test_graphs_have_a_colouring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(satisfiability, "COLOURED", 10)
    monkeypatch.setattr(satisfiability, "EDGES", 15)
    given = satisfiability.structured(0)
    assert given == satisfiability.structured(0) != satisfiability.structured(1)
    assert given.variables == 30 and len(given.clauses) == 10 + 30 + 3 * 15
    found = dpll(given)
    assert found is not None and found.values is not None
    assert satisfiability.effort_of_dpll(given, 10**6) == np.log10(found.nodes)


# ---- 52, 72: what to ask


@pytest.mark.parametrize("check", asking.CHECKS, ids=lambda check: check.title)
def test_askers_are_run(check: Check) -> None:
    found = check.run(silent, Size(0.01, 0.02))
    assert all(np.isfinite(value.estimate) for value in found.figures.values())


def test_what_a_set_of_features_is_worth() -> None:
    assert [asking.share_of(found) for found in ([1, 0, 2], [0, 2, 1], [5], [])] == [1.0, 0.5, 0.0, 0.0]
    assert [asking.fitness(found) for found in ([1, 0], [0, 1, 7, 8], [0], [4])] == [1.0, 4 / 6, 2 / 3, 0.0]
    assert asking.fitness([]) == 0.0


def test_a_tree_without_the_stopping_feature_goes_on() -> None:
    x, y = asking.xor_problem(60, 4, 0)
    search = asking.Endless(x, y, seed=0)
    search.run(200)
    assert all(asking.STOP not in node.arms or len(node.arms) > 4 - len(at) for at, node in search.nodes.items())


# ---- 50, 53, 72: ways


@pytest.mark.usefixtures("plainly")
def test_walks_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "load", plain_load)
    monkeypatch.setattr(ways, "PROBLEMS", ["gripper(balls=1)", "hanoi(disks=2)"])
    found = ways.walks_against(silent, Size(1.0, 0.002), ways.A_STAR, "A*")
    assert set(found.figures) == {"walks", "A*"}
    assert 0.0 <= found.figures["walks"].estimate <= np.log10(60)


def test_learning_is_planned_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "load", plain_load)
    monkeypatch.setattr(fsss, "_kernel", lambda: np.errstate(all="ignore")(fsss.search_on))
    found = ways.learning_is_planning(silent, Size(0.4, 0.01), horizon=3)
    best = found.figures["the best there is"].estimate
    assert found.figures["plan by what was seen"].estimate <= best + 1e-12
    assert found.figures["BFS3"].estimate <= best + 1e-12


def test_a_plan_by_what_was_seen() -> None:
    """One move left: at the last place `on` pays ten if it is meant, `back` if it slips."""
    state = plain_load("unknown_chain", places=3, horizon=8).start()
    state["place"], state["made"] = 2, 7
    state["seen"] = [[3, 0], [0, 0]]
    assert ways.greedy(state) == 0
    state["seen"] = [[0, 3], [0, 0]]
    assert ways.greedy(state) == 1


def plain_way(given: GridMap, *, iterations: int, seed: int) -> Way:
    search = plain_search(path_game(given), *PARTS, seed=seed)
    return way_from(search, search.game.start(seed=0), given.columns, iterations)


def test_ways_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "uct_way", plain_way)
    for what in (0, 1):
        found = ways.paths(silent, Size(0.05, 0.02), what, rows=6)
        assert found.figures["maps"].estimate >= 2 and found.figures["UCT"].estimate > 0


# ---- 72: values


def test_learners_play(monkeypatch: pytest.MonkeyPatch) -> None:
    def shortened(*given: Any) -> float:
        return 0.25 if isinstance(given[0], learnt_values.Fresh) else 0.75

    monkeypatch.setattr(learnt_values, "match", shortened)
    monkeypatch.setattr(learnt_values, "learnt", lambda *given: Values())
    assert learnt_values.targets(silent, TINY).direction == BETTER
    assert learnt_values.memories(silent, TINY).direction == WORSE


def test_a_new_game_empties_the_transient_memory() -> None:
    game = load("othello")
    player = learnt_values.Fresh(Values(), seed=0)
    player.player.simulations = 0
    player.player.transient[:] = 5.0
    early, late = game.start(seed=0), game.start(seed=0)
    for number in range(12):
        late.play(late.moves()[0])
        if number == 5:
            early = late.copy()
    player(late)
    assert (player.player.transient == 5.0).all()
    player(early)
    assert (player.player.transient == 0.0).all()


# ---- 49


@pytest.fixture
def plain_books(monkeypatch: pytest.MonkeyPatch) -> None:
    def searching(game: Any, seed: int | None = None) -> Any:
        return plain_search(game, seed=seed)

    monkeypatch.setattr(books, "Search", searching)
    monkeypatch.setattr(opening_book, "Search", searching)
    monkeypatch.setattr(books, "load", lambda name: plain_load("tic_tac_toe"))


@pytest.mark.usefixtures("plain_books")
@pytest.mark.parametrize("policy", ["qbf", "beta"])
def test_a_book_is_asked_first(policy: str) -> None:
    found = books.with_and_without(silent, Size(0.03, 0.16), policy)
    assert 0.0 <= found.figures["with the book"].estimate <= 1.0
    known = found.figures["moves of the book, a game"].estimate
    assert known > 0.0 or policy == "beta", "which tries all nine moves before it has enough of one"


@pytest.mark.usefixtures("plain_books")
def test_ctrl_c_is_no_book(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_short(*given: Any, on_game: Callable[..., object], **options: Any) -> Any:
        on_game(1, None)

    monkeypatch.setattr(books, "make_book", cut_short)
    with pytest.raises(KeyboardInterrupt):
        books.written(silent, TINY, plain_load("tic_tac_toe"), "qbf")


# ---- 23, 45, 47


@pytest.mark.usefixtures("plainly")
def test_puzzles_of_one_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(morpion, "load", lambda name: plain_load("left_move", depth=4))
    for check in [check for check in morpion.CHECKS if "SameGame" not in check.setting]:
        found = check.run(silent, TINY)
        assert len(found.figures) == 3


# ---- 48


def test_tours_are_counted(tmp_path: Path) -> None:
    assert long_runs.tours(tmp_path) is None
    cost = long_runs.COSTS
    runs = [
        long_runs.Run("tsptw", "rc_201.1", "nrpa", 1, 10, 1.0, -cost["rc_201.1"], "1 2 3"),
        long_runs.Run("tsptw", "rc_208.1", "nrpa", 1, 10, 1.0, -cost["rc_208.1"] - 1, " ".join(["1"] * 29)),
    ]
    long_runs.save(runs, tmp_path)
    found = long_runs.tours(tmp_path)
    assert found is not None and found.direction == NULL
    assert [value.estimate for value in found.figures.values()] == [1, 1, 1, 2]
    long_runs.save([runs[0]._replace(score=-999.0)], tmp_path)
    found = long_runs.tours(tmp_path)
    assert found is not None and found.direction == WORSE
    one_player.run(tmp_path, ["48"], print)
    assert not (tmp_path / f"{one_player.FILE}.csv").exists(), "nothing is to be run"
    with pytest.raises(ExperimentError, match="long_runs"):
        long_runs.TOURS.run(silent, TINY)
