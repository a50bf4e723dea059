"""Proofs: they agree with brute force, end the search, and survive everything that drops nodes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from brute_force import exact
from further import further
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace import OVER, GameError, OptionError, Search, Solver
from anyspace.core.check import check
from anyspace.parts.prove.bounds import is_settled
from anyspace.rules.game import Game, declare


def test_tic_tac_toe_is_a_draw() -> None:
    game = anyspace.load("tic_tac_toe")
    search = Search(game, "solver", seed=1)
    result = search.run(game.start(), iterations=200_000)
    assert result.proven and result.value == 0
    assert result.stats.iterations < 100_000, "a decided search ends early"
    assert len(result.line) == 9
    check(search.tree)


BOUNDS = ["unbounded", "recycle:nodes=60", *further("collect:nodes=60,threshold=2", "flatten:nodes=60")]


@pytest.mark.parametrize("memory", BOUNDS)
def test_what_is_proven_is_true(memory: str) -> None:
    game = anyspace.load("tic_tac_toe")
    known: dict[bytes, tuple[float, ...]] = {}
    search = Search(game, "solver", memory=memory, seed=3)
    source = np.random.default_rng(5)
    proven = 0
    for _ in range(30):
        state = game.start()
        for _ in range(3):
            if not state.over:
                state.play(int(source.choice(state.moves())))
        if state.over:
            continue
        result = search.run(state, iterations=2_000)
        check(search.tree)
        for row in result.table:
            if row.proven:
                proven += 1
                assert row.value == exact(state.copy().play(row.move), known)[state.mover]
        if result.proven:
            assert result.value == exact(state, known)[state.mover]
    assert proven > 40


def test_a_game_to_its_end_where_what_proved_it_is_dropped() -> None:
    """A proven root may have lost the child that proved it: a move is wanted all the same, one that keeps it."""
    game = uncompiled(anyspace.load("tic_tac_toe"))
    known: dict[bytes, tuple[float, ...]] = {}
    search, state = plain_search(game, "ucb1", "solver", memory="collect:nodes=60", seed=1), game.start()
    while not state.over:
        before, mover = exact(state, known), state.mover
        result = search.run(state, iterations=600)
        state.play(result.move)
        search.advance(result.move)
        if result.proven:
            assert result.value == before[mover] == exact(state, known)[mover]


def test_with_threads_too() -> None:
    game = anyspace.load("tic_tac_toe")
    search = Search(game, "solver", parallel="tree:threads=2", seed=3)
    result = search.run(game.start(), iterations=300_000)
    assert result.proven and result.value == 0


def three_player_race(stones: int = 7) -> Game:
    """Three players take one or two stones in turn; who takes the last one wins, the others lose alike."""

    def start(state: Any, rng: Any) -> None:
        state.stones = stones
        state.turn = 0

    def mover(state: Any) -> int:
        return OVER if state.stones == 0 else state.turn

    def moves(state: Any, out: Any) -> int:
        n = min(2, state.stones)
        for i in range(n):
            out[i] = i + 1
        return n

    def play(state: Any, take: int) -> None:
        state.stones -= take
        state.turn = (state.turn + 1) % 3

    def returns(state: Any, out: Any) -> None:
        for player in range(3):
            out[player] = 1.0 if player == (state.turn + 2) % 3 else 0.0

    return declare(
        locals(),
        name="race",
        state=[("stones", np.int8), ("turn", np.int8)],
        players=3,
        payoffs=(0.0, 1.0),
        max_moves=2,
        max_length=stones,
    )


def winners(stones: int, turn: int) -> set[int]:
    """Everybody who may win if each takes a win where there is one, and anything else otherwise."""
    if stones == 0:
        return {(turn + 2) % 3}
    after = [winners(stones - take, (turn + 1) % 3) for take in (1, 2) if take <= stones]
    sure = [found for found in after if found == {turn}]
    return sure[0] if sure else set().union(*after)


@pytest.mark.parametrize("stones", range(1, 9))
def test_three_players_by_the_standard_rule(stones: int) -> None:
    game = three_player_race(stones)
    search = plain_search(game, "solver", seed=1)
    search.run(game.start(), iterations=400)
    row = search.tree.rows[0][search.tree.roots[0]]
    possible = winners(stones, 0)
    for player in range(3):
        low, high = row[2 * player], 1 - row[2 * player + 1]
        assert low <= high
        if low == 1:
            assert possible == {player}
        if high == 0:
            assert player not in possible
    if possible == {0}:
        assert row[0] == 1, "a win of the mover is found"


@pytest.mark.parametrize("rule", ["paranoid", "first_winner"])
def test_other_rules_prove_no_less(rule: str) -> None:
    for stones in range(1, 8):
        game = three_player_race(stones)
        settled = []
        for each in ("standard", rule):
            search = plain_search(game, Solver(rule=each), seed=1)
            search.run(game.start(), iterations=300)
            settled.append(is_settled(search.tree.rows[0], search.tree.roots[0]))
        assert settled[1] >= settled[0]


def lottery(first: float) -> Game:
    """One decision: take `first` for sure, or a draw between 1 (odds 3) and 0 (odds 1)."""

    def start(state: Any, rng: Any) -> None:
        state.at = 0

    def mover(state: Any) -> int:
        return 0 if state.at == 0 else anyspace.CHANCE if state.at == 1 else OVER

    def moves(state: Any, out: Any) -> int:
        out[0] = 0
        out[1] = 1
        return 2

    def weights(state: Any, out: Any) -> None:
        out[0] = 3.0
        out[1] = 1.0

    def play(state: Any, move: int) -> None:
        state.at = (1 if move == 1 else 2) if state.at == 0 else 3 + move

    def returns(state: Any, out: Any) -> None:
        out[0] = first if state.at == 2 else 1.0 if state.at == 3 else 0.0

    return declare(
        locals(), name="lottery", state=[("at", np.int8)], players=1, payoffs=(0.0, 1.0), max_moves=2, max_length=2
    )


@pytest.mark.parametrize(("first", "best"), [(0.5, 1), (0.9, 0)])
def test_chance_is_weighed_by_its_odds(first: float, best: int) -> None:
    game = lottery(first)
    search = plain_search(game, "solver", seed=1)
    result = search.run(game.start(), iterations=500)
    assert result.move == best
    rows = search.tree.rows[0]
    gamble = next(node for node in search.root.children if node.move == 1)
    assert rows[gamble._index, 0] == pytest.approx(0.75, abs=1e-4)
    assert 1 - rows[gamble._index, 1] == pytest.approx(0.75, abs=1e-4)


def test_a_game_whose_payoffs_do_not_add_up() -> None:
    race = three_player_race(4)

    def returns(state: Any, out: Any) -> None:
        out[0] = out[1] = 1.0

    def mover(state: Any) -> int:
        return OVER if state.stones <= 0 else state.turn % 2

    rules = {**race.rules, "returns": returns, "mover": mover}
    game = Game(name="both", state=race.state, players=2, payoffs=(0.0, 1.0), max_moves=2, **rules)
    search = plain_search(game, "solver", seed=1)
    with pytest.raises(GameError, match="cannot be solved"):
        search.run(game.start(), iterations=50)


def test_hidden_information_proves_nothing() -> None:
    with pytest.raises(OptionError, match="guess"):
        Search(anyspace.load("kuhn_poker"), "solver", information="single")
    game = anyspace.load("kuhn_poker")
    search = plain_search(game, "solver", information="determinized:count=3", seed=1)
    assert not search.run(game.start(seed=2), iterations=100).proven


def test_bad_options() -> None:
    with pytest.raises(OptionError, match="rule must be one of"):
        Solver(rule="kind")
    with pytest.raises(OptionError, match="threshold must be"):
        Solver(threshold=-1)
