"""Proof-number search decides as brute force does, and with playouts sooner."""

from __future__ import annotations

from typing import Any

import pytest
from solve_helpers import bytes_of, interrupted, positions
from toys import gamble, nim
from uncompiled import uncompiled

import anyspace
from anyspace import NothingToSearch, OptionError, ProofNumbers
from anyspace.errors import BudgetError
from anyspace.rules.game import AnyGame, State

ALWAYS = 10**9


def wins(state: State, player: int, known: dict[bytes, bool]) -> bool:
    """Whether `player` can force a win, by trying everything."""
    at = bytes_of(state)
    if at not in known:
        if state.over:
            known[at] = state.returns()[player] >= state.game.payoffs[1]
        else:
            choose = any if state.mover == player else all
            known[at] = choose(wins(state.copy().play(move), player, known) for move in state.moves())
    return known[at]


@pytest.mark.parametrize("playouts", [0, 3])
@pytest.mark.parametrize(
    ("name", "count", "most"),
    [("tic_tac_toe", 25, 5), ("hex(size=3)", 8, 3), ("breakthrough(rows=5,columns=2)", 8, 4), ("nim", 0, 0)],
)
def test_it_decides_as_brute_force_does(name: str, count: int, most: int, playouts: int) -> None:
    game: AnyGame = uncompiled(nim(13)) if name == "nim" else anyspace.load(name)
    decided = set()
    for state in [game.start(), *positions(game, count, most, seed=2)]:
        mover = state.mover
        known: dict[bytes, bool] = {}
        proof = ProofNumbers(game, playouts).run(state, iterations=ALWAYS)
        assert proof.wins == wins(state, mover, known), str(state)
        assert not proof.interrupted and proof.nodes > 0
        if proof.wins:
            assert wins(state.copy().play(proof.move), mover, known), "the move that was named wins"
        decided.add(proof.wins)
    assert decided == ({True} if name == "nim" else {True, False})


@pytest.mark.parametrize(("name", "share"), [("breakthrough(rows=5,columns=3)", 0.6), ("hex(size=4)", 0.2)])
def test_playouts_show_where_to_look_first(name: str, share: float) -> None:
    game = anyspace.load(name)
    plain = ProofNumbers(game, nodes=1_000_000).run(game.start(), iterations=ALWAYS)
    for seed in range(3):
        guided = ProofNumbers(game, playouts=10, seed=seed).run(game.start(), iterations=ALWAYS)
        assert guided.wins is True
        assert guided.nodes < share * plain.nodes
    assert plain.wins in (True, None), "None: it has used all its nodes"


def test_one_seed_one_answer() -> None:
    game = anyspace.load("hex(size=3)")
    found = [ProofNumbers(game, playouts=2, seed=seed).run(game.start(), iterations=ALWAYS).nodes for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


# ---- budgets ---------------------------------------------------------------------------------------------------------


def test_a_budget_or_too_few_nodes_leave_it_open() -> None:
    game = anyspace.load("hex(size=4)")
    for search, budget in ((ProofNumbers(game), 50), (ProofNumbers(game, nodes=200), ALWAYS)):
        proof = search.run(game.start(), iterations=budget)
        assert proof.wins is None and proof.move in game.start().moves()
    assert ProofNumbers(game).run(game.start(), iterations=1).nodes == 1 + 16, "one expansion: all moves of the root"
    assert ProofNumbers(game, nodes=200).run(game.start(), iterations=ALWAYS).nodes <= 200


def test_seconds_and_ctrl_c() -> None:
    game = anyspace.load("connect_four")
    search = ProofNumbers(game, playouts=2, nodes=3_000_000)
    proof = search.run(game.start(), seconds=0.1)
    assert proof.wins is None and proof.seconds < 5 and not proof.interrupted
    with interrupted(0.2):
        proof = search.run(game.start(), seconds=60)
    assert proof.wins is None and (proof.interrupted or proof.nodes > 2_000_000) and proof.seconds < 20


# ---- other input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (
            lambda: ProofNumbers(uncompiled(nim()), playouts=-1),
            OptionError,
            "playouts must be a whole number, 0 or more, not -1",
        ),
        (
            lambda: ProofNumbers(uncompiled(nim()), nodes=4),
            OptionError,
            "nodes must be a whole number, 5 or more, not 4",
        ),
        (lambda: ProofNumbers(uncompiled(nim(players=3))), OptionError, "for two players who see everything"),
        (lambda: ProofNumbers(uncompiled(gamble())), OptionError, "for two players who see everything"),
        (
            lambda: ProofNumbers(uncompiled(anyspace.load("kuhn_poker"))),
            OptionError,
            "for two players who see everything",
        ),
        (lambda: run(uncompiled(anyspace.load("pig(target=12)"))), OptionError, "ProofNumbers: there is chance in pig"),
        (lambda: run(uncompiled(nim()), uncompiled(nim()).start()), OptionError, "not a state of that same game"),
        (lambda: ProofNumbers(game := uncompiled(nim())).run(game.start()), BudgetError, "a search needs a budget"),
        (lambda: run(game := uncompiled(nim(1)), game.start().play(1)), NothingToSearch, "the game is over"),
    ],
)
def test_bad_input(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def run(game: AnyGame, state: State | None = None) -> Any:
    return ProofNumbers(game).run(state or game.start(seed=1), iterations=ALWAYS)
