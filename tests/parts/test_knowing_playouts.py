"""Playouts that know: heavy, greedy, αβ, several agents, decisive moves. Their numbers by hand, what they choose
against brute force, and compiled against uncompiled."""

from __future__ import annotations

import math
from typing import Any

import everything
import numpy as np
import pytest
from further import further
from positions import choose, drawn, is_likely, searching
from toys import PythonNim
from twin import tree_of
from uncompiled import plain_search, uncompiled

from anyspace import (
    Agents,
    AlphaBetaPlayouts,
    DecisivePlayouts,
    GameError,
    GreedyPlayouts,
    Heavy,
    OptionError,
    PythonGame,
    Search,
    load,
)
from anyspace.core.check import check
from anyspace.parts.playout.agents import odds_of
from anyspace.parts.playout.looking_ahead import some_of
from anyspace.rng import new
from anyspace.rules.game import Game, State, declare

GAME = uncompiled(everything.game(hides=False))
PRIORS = {0: 1.0, 1: 2.0, 2: 3.0, 3: 1.0, 4: 2.0, 5: 3.0}
"""Of the moves at its start."""


WAYS: dict[tuple[int, int], list[int]] = {(4, 3): [], (2, 3): [1], (1, 1): [2, 4], (0, 2): [2, 0, 3]}


def heaps(first: int, second: int) -> State:
    """A position with so many stones."""
    state = GAME.start(seed=1)
    for move in WAYS[first, second]:
        state.play(move)
    return state


def with_rules(**rules: Any) -> Game:
    return declare(
        {**vars(everything), "determinize": None, "observe": None, "features": None, "planes": None, **rules},
        name="with_rules", state=everything.STATE, players=2, max_moves=6, max_length=7, actions=6,
    )  # fmt: skip


# ---- heavy


@pytest.mark.parametrize("power", [0.0, 1.0, 2.0])
def test_heavy_draws_by_the_prior(power: float) -> None:
    found = drawn(searching(GAME, Heavy(power)), GAME.start(seed=1), 3000)
    assert is_likely(found, {move: weight**power for move, weight in PRIORS.items()})


def test_heavy_with_any_move_now_and_then() -> None:
    found = drawn(searching(GAME, Heavy(epsilon=0.5)), GAME.start(seed=1), 3000)
    assert is_likely(found, {move: 0.5 * weight / 12 + 0.5 / 6 for move, weight in PRIORS.items()})


def test_a_prior_of_zeros_is_no_prior() -> None:
    def prior(state: Any, listed: Any, n: int, out: Any) -> None:
        out[:n] = 0.0

    game = uncompiled(with_rules(prior=prior))
    for power in (1.0, 3.0):
        assert is_likely(drawn(searching(game, Heavy(power)), game.start(seed=1), 1500), dict.fromkeys(range(6), 1.0))


@pytest.mark.parametrize("power", [1.0, 2.0])
def test_a_prior_that_makes_no_sense(power: float) -> None:
    def prior(state: Any, listed: Any, n: int, out: Any) -> None:
        out[:n] = -1.0

    game = with_rules(prior=prior)
    with pytest.raises(GameError, match="'prior'"):
        plain_search(game, Heavy(power)).run(game.start(), iterations=5)


# ---- decisive moves


def test_a_win_is_taken_and_a_loss_prevented() -> None:
    game = uncompiled(load("tic_tac_toe"))
    wins, threatened = game.start(), game.start()
    for move in (0, 3, 1, 4):
        wins.play(move)  # both could end a row; it is X's turn
    for move in (0, 8, 1):
        threatened.play(move)
    both = searching(game, DecisivePlayouts())
    assert drawn(both, wins, 30) == {2: 30}
    assert drawn(both, threatened, 30) == {2: 30}
    only_wins = searching(game, DecisivePlayouts(anti=False))
    assert drawn(only_wins, wins, 30) == {2: 30}
    assert len(drawn(only_wins, threatened, 100)) > 3
    first = searching(game, DecisivePlayouts(plies=2))
    assert drawn(first, wins, 30, ply=1) == {2: 30} and len(drawn(first, wins, 100, ply=2)) > 3


def test_safe_moves_are_as_likely_as_they_were() -> None:
    """Of heaps of 2 and 3, to take a whole one lets the other player take the other."""
    search = searching(GAME, DecisivePlayouts())
    assert is_likely(drawn(search, heaps(2, 3), 3000), {0: 1.0, 3: 1.0, 4: 1.0})
    assert set(drawn(search, heaps(1, 1), 50)) == {0, 3}, "all lose: any"
    assert set(drawn(search, heaps(0, 2), 50)) == {4}


# ---- by evaluation


def best_moves(state: State, depth: int, player: int) -> set[Any]:
    """By brute force: those after which the evaluation is best for `player`, after the worst reply if depth is 2."""
    values = {move: value_of(state.copy().play(move), depth - 1, player) for move in state.moves()}
    return {move for move, value in values.items() if value >= max(values.values()) - 1e-12}


def value_of(state: State, depth: int, player: int) -> float:
    if depth == 0 or state.over:
        return state.evaluate()[player]
    values = [value_of(state.copy().play(move), depth - 1, player) for move in state.moves()]
    return max(values) if state.mover == player else min(values)


def test_greedy_takes_the_best_and_any_of_equals() -> None:
    """Of heaps of 4 and 3, to make them equal modulo 4."""
    assert is_likely(drawn(searching(GAME, GreedyPlayouts(epsilon=0)), heaps(4, 3), 1000), {0: 1.0, 5: 1.0})
    one = searching(GAME, GreedyPlayouts(epsilon=0, sample=1))
    assert is_likely(drawn(one, heaps(4, 3), 1500), dict.fromkeys(range(6), 1.0))
    any_move = searching(GAME, GreedyPlayouts(epsilon=1))
    assert is_likely(drawn(any_move, heaps(4, 3), 1500), dict.fromkeys(range(6), 1.0))


def test_mixed_draws_first_and_is_greedy_then() -> None:
    search = searching(GAME, GreedyPlayouts(epsilon=0, mixed=2, temperature=0.5))
    good = math.exp((0.75 - 0.25) / 0.5)  # the evaluations are +-0.5 of +-1
    odds = {0: good, 1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0, 5: good}
    assert is_likely(drawn(search, heaps(4, 3), 3000, ply=1), odds)
    assert set(drawn(search, heaps(4, 3), 100, ply=2)) == {0, 5}


@pytest.mark.parametrize("name", ["connect_four", "kalah"])
def test_alpha_beta_finds_what_brute_force_finds(name: str) -> None:
    """In Kalah, a player may be to move again."""
    game = uncompiled(load(name))
    shallow, deep = (searching(game, AlphaBetaPlayouts(depth, epsilon=0)) for depth in (1, 2))
    generator, differ = np.random.default_rng(3), 0
    for length in range(0, 24, 3):
        state = game.start(seed=1)
        for _ in range(length):
            if not state.over:
                state.play(state.moves()[generator.integers(len(state.moves()))])
        if state.over:
            continue
        found = [best_moves(state, depth, state.mover) for depth in (1, 2)]
        for search, best in zip((shallow, deep), found, strict=True):
            assert {choose(search, state) for _ in range(6)} <= best
        differ += found[0] != found[1]
    assert differ > 0, "or depth 2 was not tested"


def test_some_of() -> None:
    order, rng = np.zeros(5, np.int32), new(1)
    assert some_of(rng, order, 5, 0) == 5 and sorted(order) == [0, 1, 2, 3, 4]
    assert some_of(rng, order, 4, 9) == 4
    seen = set()
    for _ in range(200):
        assert some_of(rng, order, 5, 2) == 2 and sorted(order) == [0, 1, 2, 3, 4]
        seen.add((int(order[0]), int(order[1])))
    assert len(seen) == 20


def test_an_evaluation_out_of_range() -> None:
    def evaluate(state: Any, out: Any) -> None:
        out[0], out[1] = 3.0, -3.0

    game = with_rules(evaluate=evaluate)
    for part in (GreedyPlayouts(), AlphaBetaPlayouts()):
        with pytest.raises(GameError, match="'evaluate' gave"):
            plain_search(game, part, seed=1).run(game.start(), iterations=20)


# ---- several agents


def test_agents_are_drawn_at_every_move() -> None:
    search = searching(GAME, Agents("heavy:power=0;epsilon=1+greedy_playouts:epsilon=0"))
    assert is_likely(drawn(search, heaps(4, 3), 3000), {0: 4.0, 1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0, 5: 4.0})


def test_agents_learn_who_does_well() -> None:
    assert odds_of(0.25, 2.0) == math.exp(-0.5)
    search = plain_search(GAME, Agents("heavy+greedy_playouts", learn=True), seed=1)
    search.run(GAME.start(seed=1), iterations=80)
    sums, odds = search.tree.tables
    assert sums[..., 1].sum() == search.workspaces[0].counts["playout_moves"]
    assert (sums[..., 0] <= sums[..., 1]).all() and (sums[..., 1] > 0).all()
    assert np.allclose(odds, np.exp(-(1 - sums[..., 0] / sums[..., 1]) / 0.1) - 1, atol=1e-6)
    sums[:], odds[:] = 0, 0
    odds[0, 0] = -1.0  # player 0 never asks the first of them
    assert set(drawn(search, heaps(4, 3), 40)) <= {0, 1, 2, 3, 4, 5}
    asked = search.workspaces[0].scratch.notes[-1]
    assert asked[0, 1] >= 40 > asked[0, 0]


@pytest.mark.parametrize("kept", [1.0, 0.5, 0.0])
def test_what_was_learnt_of_agents_fades(kept: float) -> None:
    search = plain_search(GAME, Agents("heavy+greedy_playouts", learn=True, kept=kept), seed=1)
    result = search.run(GAME.start(seed=1), iterations=40)
    sums, odds = (table.copy() for table in search.tree.tables)
    search.advance(result.move)
    assert np.allclose(search.tree.tables[0], kept * sums)
    assert np.array_equal(search.tree.tables[1], odds if kept else 0 * odds), "of means nothing fades but all"


# ---- in general


@pytest.mark.parametrize(
    "make",
    [
        lambda: Heavy(power=-1),
        lambda: Heavy(epsilon=2),
        lambda: DecisivePlayouts(plies=-1),
        lambda: GreedyPlayouts(epsilon=-0.1),
        lambda: GreedyPlayouts(sample=-1),
        lambda: GreedyPlayouts(mixed=0.5),  # type: ignore[arg-type]
        lambda: GreedyPlayouts(temperature=0),
        lambda: AlphaBetaPlayouts(depth=3),
        lambda: AlphaBetaPlayouts(sample=-2),
        lambda: Agents("mast"),
        lambda: Agents("mast+nobody"),
        lambda: Agents("mast+ucb1"),
        lambda: Agents("mast+agents"),
        lambda: Agents(7),  # type: ignore[arg-type]
        lambda: Agents(temperature=0),
        lambda: Agents("mast+lgr"),
        lambda: Agents(kept=1.5),
        lambda: Search(load("tic_tac_toe"), Heavy()),
        lambda: Search(load("tic_tac_toe"), "greedy_playouts"),
        lambda: Search(load("tic_tac_toe"), Agents("heavy+random")),
    ],
)
def test_bad_options(make: Any) -> None:
    with pytest.raises(OptionError):
        make()


TOGETHER = [
    [
        "heavy:power=2,epsilon=0.1",
        "decisive_playouts",
        "cut:clear=0.7",
        "several:count=2",
        "weighted:short=0.1",
        "decay",
    ],
    ["alpha_beta_playouts:sample=3", "score_bonus:source=evaluate"],
    ["agents:of=mast+greedy_playouts:mixed=1+heavy,learn=true", "score_bonus:steepness=1"],
]
COMPILED = everything.game(hides=False)


@pytest.mark.parametrize("parts", [TOGETHER[0], *further(TOGETHER[1]), TOGETHER[2]], ids=str)
def test_compiled_and_uncompiled_agree(parts: list[str]) -> None:
    found = []
    for game, made in ((COMPILED, Search), (GAME, plain_search)):
        search = made(game, *parts, seed=11)
        search.run(game.start(seed=1), iterations=150)
        check(search.tree)
        found.append(tree_of(search))
    assert found[0] == found[1]


class KnowingNim(PythonNim):
    """Nim that knows what is good."""

    def evaluate(self) -> list[float]:
        good = 0.5 if self.left % 4 else -0.5
        return [good, -good] if self.turn == 0 else [-good, good]

    def prior(self) -> list[float]:
        return [3.0 if (self.left - take) % 4 == 0 else 1.0 for take in range(1, len(self.moves()) + 1)]


@pytest.mark.parametrize("parts", TOGETHER[:2], ids=str)
def test_a_python_game(parts: list[str]) -> None:
    """Its states are objects: copies are made by the game. Of ten, to take two leaves eight, which loses."""
    game = PythonGame(KnowingNim, players=2)
    search = Search(game, *parts, seed=1)
    result = search.run(game.start(), iterations=300)
    check(search.tree)
    assert result.move == "two"


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["tree:threads=2", "leaf:threads=2"])
def test_several_threads(scheme: str) -> None:
    search = Search(COMPILED, *TOGETHER[0][:4], "decay", "score_bonus", parallel=scheme, seed=1)
    result = search.run(COMPILED.start(seed=1), iterations=5_000)
    check(search.tree)
    assert result.stats.iterations >= 5_000
