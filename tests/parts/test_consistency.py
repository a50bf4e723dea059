"""Consistency: whatever the game's own knowledge, AMAF values and random playouts say against it, the only winning move
is found in the end. Every part says whether that holds; those that say yes are put to the test, and of some that say no
it is shown why."""

from __future__ import annotations

from typing import Any

import pytest
from uncompiled import plain_search, uncompiled

from anyspace.core.check import check
from anyspace.lab.reproduce.checks import misleading
from anyspace.lab.reproduce.checks.consistency import KINDS
from anyspace.parts.registry import find, names

GAME = uncompiled(misleading.game())
PARTS = [name for kind in KINDS for name in names(kind)]

UNDER_THEIR_CONDITIONS: dict[str, list[list[str]]] = {
    "fpu": [["fpu"], ["fpu:value=2"]],
    "rave": [[f"rave:schedule={schedule}", "ucb1:c=0.3"] for schedule in ("mse", "hand", "linear")],
    "grave": [["grave:ref=20", "ucb1:c=0.3"]],
    "amaf": [["amaf:alpha=0", "ucb1:c=1"]],
    "permutation_amaf": [["permutation_amaf:alpha=0", "ucb1:c=1"]],
    "killer_rave": [["killer_rave", "ucb1:c=0.3"], ["killer_rave:moves=1,least=0,schedule=linear", "ucb1:c=0.3"]],
    "relative_pruning": [["relative_pruning:share=1"]],
    "seeding": [["seeding"], ["seeding:visits=20,source=evaluate"], ["seeding:fades=true,fade=50"]],
    "progressive_bias": [["progressive_bias:weight=3"], ["progressive_bias:source=evaluate,weight=3"]],
    "implicit_minimax": [["implicit_minimax:alpha=0.8"]],
    "widening": [["widening:first=1"], ["widening:schedule=widening,first=1"], ["widening:schedule=power,first=1"]],
    "transpositions": [[f"transpositions:method={method}"] for method in ("uct1", "uct2", "uct3")],
    "graph": [["graph"], ["graph:mean=0,child=0"], ["graph:mean=2,parent=1"]],
    "decisive": [["decisive"], ["decisive:anti=false"]],
    "knowledge_pruning": [["knowledge_pruning"], ["knowledge_pruning:visits=0", "solver"]],
    "solver": [["solver"], ["solver:threshold=5"]],
}
"""Several ways to be put to the test, or the one that their `consistent` asks for; others are as they come."""

WITH_A_NETWORK = ("network", "prior_seeding", "root_noise")
"""They go with a network, which the game has no picture for: tests/neural."""

OF_ANOTHER_KIND = ("action_widening", "maximum")
"""Consistent where moves are vectors; where there is one player."""

MOST = 3_000


def says_yes(name: str) -> bool:
    return find(name).consistent.startswith("yes")


def finds_the_winner(parts: list[str], most: int) -> bool:
    """Within so many iterations, looked at now and then."""
    search = plain_search(GAME, *parts, seed=1)
    iterations = 250
    while iterations <= most:
        result = search.run(GAME.start(), iterations=iterations)  # anew: some parts go by the whole budget
        check(search.tree)
        if result.move == misleading.WINNER:
            return True
        iterations *= 2
    return False


CONSISTENT = [
    parts
    for name in PARTS
    if (says_yes(name) and name not in WITH_A_NETWORK) or name in UNDER_THEIR_CONDITIONS
    for parts in UNDER_THEIR_CONDITIONS.get(name, [[name]])
]


@pytest.mark.parametrize("parts", CONSISTENT, ids=" ".join)
def test_the_winner_is_found_in_the_end(parts: list[str]) -> None:
    assert finds_the_winner(parts, MOST)


@pytest.mark.parametrize("name", PARTS)
def test_every_part_says_whether_it_is_consistent(name: str) -> None:
    said = find(name).consistent
    if name in UNDER_THEIR_CONDITIONS:
        assert said.startswith(("yes", "only", "with")), said
    elif name in OF_ANOTHER_KIND:
        assert said.startswith("only for"), said
    else:
        assert said.startswith(("yes", "no:")), said


def test_knowledge_and_playouts_speak_against_the_winner() -> None:
    state = GAME.start()
    looks: list[Any] = state.prior()
    assert min(looks) == looks[misleading.WINNER] < min(looks[1:])
    estimates = [state.copy().play(move).evaluate()[0] for move in state.moves()]
    assert estimates == [0.0, 1.0, 1.0, 1.0, 1.0]
    search = plain_search(GAME, "uniform", "depth_limit:plies=1", final="max-amaf", seed=1)
    means = {row.move: row.value for row in search.run(state, iterations=400).table}
    assert means[misleading.WINNER] == min(means.values()) < 0.4
    worth = search.final.worth(search, list(range(5)), [0.5] * 5)  # type: ignore[attr-defined]
    assert worth[misleading.WINNER] == min(worth) < 0.2


@pytest.mark.parametrize("name", ["rave", "grave", "amaf", "uniform", "win_rate", "puct"])
def test_where_no_is_said_there_is_a_reason(name: str) -> None:
    """Without exploration, AMAF values keep a move from being tried for ever (MoGo lost a game like that)."""
    assert not says_yes(name)
    assert not finds_the_winner([name], 1_000)
