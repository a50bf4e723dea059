"""Searches in lockstep: wins are seen, what is learnt is better than what was known, and one seed is one answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from toys import nim
from training.boards import three
from uncompiled import plain_search, uncompiled

from anyspace import CHANCE, Game, load
from anyspace.training import planning
from anyspace.training.planning import Planner
from anyspace.training.settings import Settings
from anyspace.training.shape import shape_of


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "Search", plain_search)


def knows_nothing(planes: Any) -> tuple[Any, Any]:
    return np.zeros((len(planes), 9), np.float32), np.zeros((len(planes), 1), np.float32)


@pytest.mark.parametrize("target", ["gumbel", "puct"])
def test_a_win_at_once_is_seen(target: str) -> None:
    game = three()
    wins, blocks = game.after("a1 a2 b1 b2"), game.after("a1 b2 b1")
    planner = Planner(game, knows_nothing, Settings(target=target, simulations=96), 0)
    won, blocked = planner.think([wins, blocks], False)
    assert wins.name(won.move) == "c1" and won.policy.argmax() == won.move
    assert blocks.name(blocked.move) == "c1" and blocked.policy.argmax() == blocked.move
    assert won.value > 0.3
    for thought, state in ((won, wins), (blocked, blocks)):
        assert thought.policy.sum() == pytest.approx(1.0)
        assert set(np.flatnonzero(thought.policy)) <= set(state.moves())


def test_one_seed_one_answer() -> None:
    game = three()
    states = [game.start(seed=0), game.after("a1")] * 4

    def thoughts(seed: int) -> list[Any]:
        return Planner(game, knows_nothing, Settings(simulations=16), seed).think(states, True)

    one, two, other = thoughts(3), thoughts(3), thoughts(4)
    assert all(np.array_equal(a.policy, b.policy) and a.move == b.move for a, b in zip(one, two, strict=True))
    assert [each.move for each in one] != [each.move for each in other]


def test_several_players_and_chance() -> None:
    """Nim of three players: everybody maximizes their own; and where chance moves, values are means."""

    def planes(state: Any, observer: int, out: Any) -> None:
        out[0, 0, 0] = state.left

    three_players = nim(4, 3)
    game = uncompiled(Game(**{**three_players.facts(), "actions": 4, "planes": planes, "plane_shape": (1, 1, 1)}))
    shape = shape_of(game)
    assert shape.values == 3

    def evaluate(given: Any) -> tuple[Any, Any]:
        return np.zeros((len(given), 4), np.float32), np.zeros((len(given), 3), np.float32)

    state = game.start(seed=0)
    (thought,) = Planner(game, evaluate, Settings(simulations=60), 0).think([state], False)
    assert thought.move in (1, 2, 3) and thought.value.shape == (3,)
    assert thought.value.sum() == pytest.approx(0.0, abs=0.2)  # what one wins the others lose, but for guesses of 0
    last = game.after("1 1")  # player 2 can take the rest
    (won,) = Planner(game, evaluate, Settings(simulations=30), 0).think([last], False)
    assert won.move == 2 and won.policy[2] > 0.9


def test_nobody_peeks_and_nobody_needs_an_opponent() -> None:
    """Leduc poker as its players see it: the same thoughts whatever the other one holds."""
    game = uncompiled(load("leduc_poker"))
    shape = shape_of(game)

    def evaluate(planes: Any) -> tuple[Any, Any]:
        return np.zeros((len(planes), shape.actions), np.float32), np.zeros((len(planes), shape.values), np.float32)

    state = next(state for seed in range(99) if (state := game.start(seed=seed)).mover >= 0 or _dealt(state))
    twins = [state.determinize(state.mover, seed) for seed in range(6)]
    assert len({str(twin) for twin in twins}) > 1
    thoughts = [Planner(game, evaluate, Settings(simulations=12), 5).think([twin], False)[0] for twin in twins]
    assert all(np.array_equal(thought.policy, thoughts[0].policy) for thought in thoughts)


def _dealt(state: Any) -> bool:
    """Play what chance has to do; whether somebody decides then."""
    while state.mover == CHANCE:
        state.play(state.moves()[0])
    return not state.over
