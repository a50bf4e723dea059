"""Online outcome sampling: what it samples is weighed without bias, and its strategies near an equilibrium."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from uncompiled import uncompiled

import anyspace
from anyspace import OptionError
from anyspace.games import goofspiel
from anyspace.lab.exploit import measure
from anyspace.machine.jit import compile_kernel
from anyspace.solve.equilibria.oos import OOS
from anyspace.solve.equilibria.targeting import MISSED, play_aimed
from anyspace.solve.equilibria.unfolded import unfolded

CALL = 1


@cache
def compiled() -> Any:
    function: Any = play_aimed
    return compile_kernel(function, "one game")


def games_from(solver: OOS, count: int) -> tuple[float, float]:
    """Of so many games, aimed as often as they should be: the mean of how much each counts, if nobody has learnt
    anything; and the share of those that led to the position."""
    desk, aim, play = solver._desk, solver._aim, compiled()
    weights, there = 0.0, 0
    for number in range(count):
        is_aimed = number % 10 < 10 * aim.targeting
        depth = play(solver._table, solver._sets, desk, aim, number % 2, 0.4, is_aimed)
        if depth == MISSED:
            continue
        there += aim.odds[1] > 0.0
        weights += desk.reach[0] * desk.reach[1] / desk.reach[2]
    return weights / count, there / count


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
@pytest.mark.parametrize("targeting", [0.0, 0.5, 0.9])
def test_games_count_for_one_on_average(name: str, targeting: float) -> None:
    """Whatever is sampled more often counts for less: the mean is 1, with chance on the way or without."""
    game = anyspace.load(name)
    state = game.start(seed=1)
    if name == "kuhn_poker":
        state.play(0).play(1)
    else:
        state = game.position(state, hands=[0, 5]).play(CALL).play(CALL).play(3).play(CALL)
    mean, there = games_from(OOS(game, targeting, seed=3).at(state), 5_000)
    assert mean == pytest.approx(1.0, abs=0.1) and there > 0.6 * targeting


def test_kuhn_poker_at_every_position() -> None:
    """As a player who is asked at every information set: less exploitable with time."""
    tree = unfolded(anyspace.load("kuhn_poker"))
    early, late = measure(tree, "oos", [300, 60_000], 1, lambda said: None)
    assert late.nash_conv < 0.12 < early.nash_conv


def test_what_was_learnt_stays() -> None:
    game = anyspace.load("kuhn_poker")
    solver = OOS(game, seed=1)
    state = game.start(seed=1)
    solver.at(state).run(iterations=500)
    known = solver.sets
    state.play(0)
    solver.at(state).run(iterations=500)
    assert solver.done == 1000 and solver.sets >= known
    assert sum(solver.strategy(state).values()) == pytest.approx(1.0)


class NoMemory:
    """A game that does not remember its moves."""

    def mover(self) -> int:
        return 0

    def moves(self) -> list[int]:
        return [0]

    def play(self, move: int) -> None: ...

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def copy(self) -> Any:
        return NoMemory()

    def information_key(self, observer: int) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NoMemory)

    __hash__ = None  # type: ignore[assignment]


def test_what_cannot_be_aimed_at() -> None:
    for targeting in (1.0, -0.1, "x"):
        with pytest.raises(OptionError, match="targeting"):
            OOS(anyspace.load("kuhn_poker"), targeting)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="not seen by all"):
        OOS(uncompiled(goofspiel.game(cards=3)))
    game = anyspace.PythonGame(NoMemory, name="no_memory")
    with pytest.raises(OptionError, match="rewind"):
        OOS(game).at(game.start())
    kuhn = anyspace.load("kuhn_poker")
    with pytest.raises(OptionError, match="a player is to move"):
        OOS(kuhn).at(kuhn.after("pass pass", seed=1))
