"""Sum of Switches: against a slow twin and full minimax, komi, the solver, the playout."""

from __future__ import annotations

import functools
import itertools
import random
from typing import Any

import numpy as np
import pytest
from further import further
from oracle import cross_check, perft
from playout_helpers import expected, playouts, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import GameError, IllegalMove, OptionError
from anyspace.games import load, sum_of_switches
from anyspace.games.sum_of_switches import solve
from anyspace.rules.game import Game, State


@functools.cache
def build(n: int, komi: float | None = None, order: int = 0) -> Game:
    return sum_of_switches.game(n, komi, order)


def played(game: Game, *moves: int) -> State:
    state = game.start(seed=0)
    for move in moves:
        state.play(move)
    return state


class Twin:
    """The rules once more, by lists; with the interface of pyspiel's games."""

    def __init__(self, values: list[int], komi: float) -> None:
        self.values, self.komi = values, komi
        self.taken: list[int] = []

    def new_initial_state(self) -> Twin:
        return Twin(self.values, self.komi)

    def is_terminal(self) -> bool:
        return len(self.taken) == len(self.values)

    def is_chance_node(self) -> bool:
        return False

    def current_player(self) -> int:
        return len(self.taken) % 2

    def legal_actions(self) -> list[int]:
        return [move for move in range(len(self.values)) if move not in self.taken]

    def apply_action(self, move: int) -> None:
        self.taken.append(move)

    def returns(self) -> list[float]:
        first, second = (sum(self.values[move] for move in self.taken[player::2]) for player in (0, 1))
        return [1.0, -1.0] if first - second >= self.komi else [-1.0, 1.0]


@pytest.mark.parametrize(("n", "komi"), [(7, None), (7, 0.5), (10, None), *further((64, None))])
def test_agrees_with_a_slow_twin(n: int, komi: float | None) -> None:
    twin = Twin(list(range(n)), n // 2 if komi is None else komi)
    assert cross_check(build(n, komi), twin, 100, seed=n) == 100 * (n + 1)


def test_an_order_agrees_with_a_slow_twin() -> None:
    values = [played(build(10, order=3), move)._block for move in range(10)]
    leads = [int(build(10, order=3).backend.record(block).lead) for block in values]  # type: ignore[attr-defined]
    assert sorted(leads) == list(range(10)) != leads
    assert cross_check(build(10, order=3), Twin(leads, 5), 200, seed=2) == 200 * 11
    other = [played(load("sum_of_switches", n=10, order=4), move)._block.tolist() for move in range(10)]
    assert other != [block.tolist() for block in values]


def test_perft() -> None:
    assert [perft(build(7).start(), depth) for depth in range(1, 8)] == [7, 42, 210, 840, 2520, 5040, 5040]


# ---- perfect play ------------------------------------------------------------------------------------------------


def minimax(state: State, known: dict[bytes, float]) -> float:
    if state.over:
        return state.returns()[0]
    key = state._block.tobytes()
    if key not in known:
        values = [minimax(state.copy().play(move), known) for move in state.moves()]
        known[key] = max(values) if state.mover == 0 else min(values)
    return known[key]


@pytest.mark.parametrize(("n", "komi", "order"), [(7, None, 0), (7, 0.5, 0), *further((7, 4, 0))])
def test_the_solver_agrees_with_minimax(n: int, komi: float | None, order: int) -> None:
    known: dict[bytes, float] = {}
    source = random.Random(1)
    game = build(n, komi, order)
    for _ in range(20):
        state = game.start()
        while not state.over:
            found = solve(state)
            worth = [minimax(state.copy().play(move), known) for move in state.moves()]
            assert found.payoff == (max if state.mover == 0 else min)(worth)
            best = [move for move, value in zip(state.moves(), worth, strict=True) if value == found.payoff]
            assert list(found.moves) == best
            state.play(source.choice(state.moves()))


def test_the_greatest_number_is_best_and_komi_is_the_outcome() -> None:
    for n in (7, 10, 64):
        state = uncompiled(sum_of_switches.game(n)).start()
        assert solve(state).moves == (n - 1,), "with this komi nothing else wins"
        assert solve(state).total == n // 2
        while not state.over:
            assert state.moves()[-1] in solve(state).moves
            state.play(state.moves()[-1])
        assert state.returns() == [1.0, -1.0]
        assert f"leads by {n // 2} and needs {n // 2}" in str(state)


def test_one_more_is_too_much() -> None:
    assert solve(build(7, 4).start()).payoff == -1.0
    assert solve(build(7).start()).payoff == 1.0


def test_what_the_solver_refuses() -> None:
    with pytest.raises(GameError, match="not a sum_of_switches"):
        solve(load("tic_tac_toe").start())
    with pytest.raises(GameError, match="nothing to solve"):
        solve(played(build(7), *range(7)))


def test_a_search_finds_the_best_move() -> None:
    for order in (0, 3):
        state = build(10, order=order).start()
        result = anyspace.Search(state.game, "plain", seed=1).run(state, iterations=50_000)
        assert (result.move,) == solve(state).moves


# ---- keys, knowledge, playouts -----------------------------------------------------------------------------------


def test_keys_tell_positions_apart() -> None:
    known: dict[int, bytes] = {}
    for count in range(5):
        for moves in itertools.permutations(range(7), count):
            state = played(build(7), *moves)
            assert known.setdefault(state.key(), state._block.tobytes()) == state._block.tobytes()
    assert len(set(known.values())) == len(known) < 1 + 7 + 42 + 210 + 840
    assert played(build(7), 0, 1, 2) == played(build(7), 2, 1, 0)


def test_evaluation_and_prior() -> None:
    source = random.Random(1)
    for _ in range(30):
        state = build(10, order=3).start()
        while not state.over:
            first, second = state.evaluate()
            assert first == -second and -1.0 < first < 1.0
            weights = dict(zip(state.moves(), state.prior(), strict=True))
            assert max(weights, key=weights.__getitem__) in solve(state).moves
            assert min(weights.values()) >= 1.0
            state.play(source.choice(state.moves()))
    assert played(build(10), 9).evaluate()[0] > played(build(10), 8).evaluate()[0] > 0
    assert played(build(10), 0, 9).evaluate()[0] < 0


@pytest.mark.parametrize(("n", "moves"), [(7, ()), (7, (3, 6)), (10, ())])
def test_own_playout_is_uniformly_random(n: int, moves: tuple[int, ...]) -> None:
    state, count = played(build(n), *moves), 20_000
    payoffs, lengths = playouts(state, count, seed=2)
    assert set(lengths) == {n - len(moves)}
    if n == 7:
        assert abs(payoffs.mean() - expected(state)) < 4 * payoffs.std() / np.sqrt(count)
    listed, _ = playouts(State(without_playout(build(n)), state._block), count, seed=3)
    assert abs(payoffs.mean() - listed.mean()) < 4 * np.sqrt((payoffs.var() + listed.var()) / count)
    check_traces(state, 20)


def test_playouts_pick_every_move_equally_often() -> None:
    counts = np.zeros((7, 7))
    for seed in range(3500):
        _, _, entries, _ = traced(build(7).start(), seed)
        for ply, entry in enumerate(entries):
            counts[ply, entry % 7] += 1
    chi_squared = ((counts - 500) ** 2 / 500).sum()
    assert chi_squared < 67.99  # 36 degrees of freedom: one seed in a thousand lies beyond


def test_uncompiled_rules_agree() -> None:
    game = build(10, order=3)
    check_rules(game, games=5, seed=2)
    state = played(game, 4, 2, 9)
    assert plain_traced(state, 4) == traced(state, 4)[:3]
    record: Any = game.backend.record(state._block)  # type: ignore[attr-defined]
    out, weights, moves = np.zeros(2), np.zeros(7), np.array(state.moves(), np.int32)
    with np.errstate(over="ignore"):
        game.rules["evaluate"](record, out)
        game.rules["prior"](record, moves, 7, weights)
        assert (out.tolist(), weights.tolist()) == (state.evaluate(), state.prior())
        assert np.uint64(game.rules["key"](record)).astype(np.int64) == state.key()


# ---- the rest ----------------------------------------------------------------------------------------------------


def test_names_and_picture() -> None:
    state = played(build(7), 6, 5)
    assert str(state) == "0 1 2 3 4\nplayer 0 leads by 1 and needs 3, player 0 to move"
    assert state.parse("4") == 4
    with pytest.raises(IllegalMove):
        state.parse("5")
    for move in (0, 1, 2, 3, 4):
        state.play(move)
    assert str(state) == "player 0 leads by 3 and needs 3: player 0 has won"
    assert str(build(10, order=3).start()).startswith("0=")


@pytest.mark.parametrize(
    "options",
    [
        *({"n": 1}, {"n": 65}, {"n": 10.0}, {"n": True}, {"order": -1}, {"order": 0.5}),
        *({"komi": "x"}, {"komi": 1000}, {"komi": float("nan")}, {"komi": True}),
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=rf"^sum_of_switches: {next(iter(options))} must be a "):
        sum_of_switches.game(**options)
