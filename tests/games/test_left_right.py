"""LeftRight: against a slow twin, its graph, the playout of 64 steps at a time."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from further import further
from oracle import cross_check, perft
from playout_helpers import all_payoffs, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import IllegalMove, OptionError
from anyspace.games import left_right
from anyspace.rules.game import Game, State


@functools.cache
def build(steps: int) -> Game:
    return left_right.game(steps)


def played(steps: int, moves: str) -> State:
    state = build(steps).start()
    for move in moves:
        state.play("lr".index(move))
    return state


class Twin:
    """The rules once more, by the list of all steps; with the interface of pyspiel's games."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.path: list[str] = []

    def new_initial_state(self) -> Twin:
        return Twin(self.steps)

    def is_terminal(self) -> bool:
        return len(self.path) == self.steps

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> int:
        return 0

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply_action(self, move: int) -> None:
        self.path.append(["left", "right"][move])

    def returns(self) -> list[float]:
        return [float(self.path.count("left"))]


@pytest.mark.parametrize(("steps", "games"), [(5, 100), *further((150, 20))])
def test_agrees_with_a_slow_twin(steps: int, games: int) -> None:
    assert cross_check(build(steps), Twin(steps), games, seed=steps) == games * (steps + 1)


def test_perft() -> None:
    assert [perft(build(5).start(), depth) for depth in range(1, 7)] == [2, 4, 8, 16, 32, 0]


def test_the_graph_is_small() -> None:
    layer, seen = [build(5).start()], set()
    for _ in range(6):
        seen |= {(state.key(), state._block.tobytes()) for state in layer}
        layer = [state.copy().play(move) for state in layer for move in state.moves()]
    assert len(seen) == len({key for key, _ in seen}) == 1 + 2 + 3 + 4 + 5 + 6
    assert played(5, "lrr") == played(5, "rrl") != played(5, "lr")


@pytest.mark.parametrize("steps", [5, *further(150)])
def test_own_playout_is_uniformly_random(steps: int) -> None:
    state, count = played(steps, "lr"), 20_000
    payoffs, lengths = all_payoffs(state, count, seed=2)
    rest = steps - 2
    assert set(lengths) == {rest}
    assert abs(payoffs.mean() - (1 + rest / 2)) < 4 * np.sqrt(rest / 4 / count)  # binomial
    assert abs(payoffs.var() / (rest / 4) - 1) < 4 * np.sqrt(2 / count)
    listed, _ = all_payoffs(State(without_playout(build(steps)), state._block), count, seed=3)
    assert abs(payoffs.mean() - listed.mean()) < 4 * np.sqrt(rest / 2 / count)
    check_traces(state, 20)


def test_every_step_is_a_fair_coin() -> None:
    lefts = np.zeros(150)
    for seed in range(2000):
        lefts += 1 - np.array(traced(build(150).start(), seed)[2])
    chi_squared = ((lefts - 1000) ** 2 / 500).sum()
    assert chi_squared < 209.3  # 150 degrees of freedom: one seed in a thousand lies beyond


def test_evaluation_is_the_mean_of_playouts() -> None:
    state = played(5, "llr")
    assert state.evaluate() == [3.0]
    assert build(150).start().evaluate() == [75.0]
    least, greatest = played(5, "rrrr").evaluate(), played(5, "llll").evaluate()
    assert least[0] > 0.0 and greatest[0] < 5.0


def test_a_search_steps_left() -> None:
    state = build(5).start()
    search = anyspace.Search(state.game, "plain", seed=1)
    while not state.over:
        state.play(search.run(state, iterations=500).move)
    assert state.returns() == [5.0]


def test_uncompiled_rules_agree() -> None:
    check_rules(build(5), games=5, seed=2)
    state = played(150, "lrl")
    assert plain_traced(state, 4) == traced(state, 4)[:3]
    game: Any = build(150)
    out, record = np.zeros(1), game.backend.record(state._block)
    with np.errstate(over="ignore"):
        game.rules["evaluate"](record, out)
        assert out.tolist() == state.evaluate()
        assert np.uint64(game.rules["key"](record)).astype(np.int64) == state.key()


def test_names_and_picture() -> None:
    state = played(5, "lrl")
    assert state.names(state.moves()) == ["left", "right"]
    assert str(state) == "3 of 5 steps, 2 to the left"
    assert state.returns() == [2.0]  # as it stands
    assert (state.parse("Left"), state.parse("1")) == (0, 1)
    with pytest.raises(IllegalMove):
        state.parse("up")


@pytest.mark.parametrize("steps", [0, 10_001, 5.0, True, "many"])
def test_bad_options(steps: Any) -> None:
    with pytest.raises(OptionError, match=r"^left_right: steps must be a whole number from 1 to 10000, not "):
        left_right.game(steps)
