"""P-games: against a slow twin, the numbers on the edges, traps, groups and transpositions, the solver."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from oracle import cross_check, perft
from p_game_twin import Twin
from playout_helpers import expected, playouts, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled import uncompiled
from uncompiled_helpers import check_rules

import anyspace
from anyspace.errors import GameError, IllegalMove, OptionError
from anyspace.games import load, p_game, p_game_solver
from anyspace.games.p_game_solver import solve
from anyspace.games.p_game_values import DECIDED
from anyspace.rules.game import Game, State

TREE = dict(branching=3, depth=6)
GROUPS = dict(branching=5, depth=5, groups=2)
TRAPS = dict(branching=2, depth=9, traps=0.3, trap_level=3)
GRAPH = dict(branching=3, depth=7, transpositions=True)
STRETCHES = dict(branching=3, depth=7, transpositions=2, groups=2)
KINDS = {"tree": TREE, "groups": GROUPS, "traps": TRAPS, "graph": GRAPH, "stretches": STRETCHES}
each_kind = pytest.mark.parametrize("kind", KINDS)


@functools.cache
def build(kind: str, tree: int = 0) -> Game:
    return p_game.game(**KINDS[kind], tree=tree)


def record_of(state: State) -> Any:
    return state.game.backend.record(state._block)  # type: ignore[attr-defined]


def total(state: State) -> int:
    return int(record_of(state).total)


def edges(state: State) -> list[int]:
    return [total(state.copy().play(move)) - total(state) for move in state.moves()]


# ---- against the twin --------------------------------------------------------------------------------------------


@each_kind
@pytest.mark.parametrize("tree", [1, 77])
def test_agrees_with_a_slow_twin(kind: str, tree: int) -> None:
    options = dict(KINDS[kind])
    depth = options["depth"]
    turns = {False: 0, True: depth, 2: 2}[options.pop("transpositions", False)]
    level = options.pop("trap_level", 1)
    twin = Twin(**options, tree=tree, turns=turns, level=level)
    assert cross_check(build(kind, tree), twin, 150, seed=tree) > 150 * 4
    source = random.Random(tree)
    for _ in range(40):
        ours, theirs = build(kind, tree).start(), twin.new_initial_state()
        while not ours.over:
            move = source.choice(ours.moves())
            ours.play(move)
            theirs.apply_action(move)
            assert total(ours) == theirs.total()


@each_kind
def test_perft(kind: str) -> None:
    branching = KINDS[kind]["branching"]
    state = build(kind).start(seed=1)
    assert [perft(state, depth) for depth in (1, 2, 3)] == [branching, branching**2, branching**3]


# ---- the numbers on the edges ------------------------------------------------------------------------------------


@functools.cache
def wide() -> Game:
    return uncompiled(p_game.game(branching=64, depth=2))


def test_edges_are_uniform_and_signed() -> None:
    game = wide()
    for ply, sign in ((0, 1), (1, -1)):
        seen: Counter[int] = Counter()
        for seed in range(100):
            state = game.start(seed=seed)
            if ply:
                state.play(seed % 64)
            seen.update(sign * edge for edge in edges(state))
        assert set(seen) == set(range(128))
        chi_squared = sum((seen[size] - 50) ** 2 / 50 for size in range(128))
        assert chi_squared < 181.99  # 127 degrees of freedom: one hash in a thousand lies beyond


def test_the_sum_decides() -> None:
    seen, source = set(), random.Random(1)
    for seed in range(1200):
        state = wide().start(seed=seed).play(source.randrange(64)).play(source.randrange(64))
        assert state.over
        assert state.returns() == [float(np.sign(total(state))), -float(np.sign(total(state)))]
        seen.add(int(np.sign(total(state))))
    assert seen == {-1, 0, 1}


def test_a_tree_is_a_seed_or_an_option() -> None:
    free = build("tree")
    assert edges(free.start(seed=1)) == edges(free.start(seed=1)) != edges(free.start(seed=2))
    fixed = build("tree", tree=5)
    assert edges(fixed.start(seed=1)) == edges(fixed.start(seed=2)) != edges(build("tree", tree=6).start(seed=1))
    assert load("p_game(branching=3,depth=6,tree=5)").start(seed=9)._block.tolist() == fixed.start()._block.tolist()


# ---- groups ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["groups", "stretches"])
def test_numbers_of_a_group_are_alike(kind: str) -> None:
    within, across = [], []
    for seed in range(200):
        state = build(kind).start(seed=seed)
        numbers = edges(state)
        assert min(numbers) >= 0 and max(numbers) <= 127
        same = [number for move, number in enumerate(numbers) if state.group(move) == 0]
        assert max(same) - min(same) <= 32
        within.append((same[0] - same[1]) ** 2)
        across.append((same[0] - numbers[-1]) ** 2)
    assert 8 * np.mean(within) < np.mean(across)


def test_groups_of_uneven_size() -> None:
    state = build("groups").start(seed=1)
    assert [state.group(move) for move in state.moves()] == [0, 0, 0, 1, 1]
    assert state.names(state.moves()) == ["a0", "a1", "a2", "b3", "b4"]
    with pytest.raises(GameError, match="no rule 'group'"):
        build("tree").start().group(0)


# ---- traps -------------------------------------------------------------------------------------------------------


@functools.cache
def trapped(level: int) -> Game:
    """Every move of player 0 walks into a trap, while there is time to strike."""
    return uncompiled(p_game.game(branching=4, depth=6, traps=1.0, trap_level=level))


@pytest.mark.parametrize("level", [1, 3])
def test_a_trap_takes_the_right_moves(level: int) -> None:
    """The second player wins by one reply, or by one reply after each answer."""

    def wins_in(state: State, plies: int) -> bool:
        """Whether player 1 can end the game within so many plies."""
        if state.over or plies == 0:
            return state.over and state.returns() == [-1.0, 1.0] and abs(total(state)) == DECIDED
        choices = [wins_in(state.copy().play(move), plies - 1) for move in state.moves()]
        if state.mover == 1:
            assert sum(choices) <= 1, "no more than one move is right"
        return any(choices) if state.mover == 1 else all(choices)

    for seed in range(5):
        for move in range(4):
            state = trapped(level).start(seed=seed).play(move)
            assert record_of(state).trap == level
            assert wins_in(state, level) and not wins_in(state, level - 1)
        assert solve(trapped(level).start(seed=seed)).payoff == -1.0


def test_a_missed_strike_lets_go() -> None:
    state = trapped(1).start(seed=1).play(0)
    after = [state.copy().play(move) for move in state.moves()]
    assert sorted(position.over for position in after) == [False, False, False, True]
    assert all(record_of(position).trap == 0 for position in after)
    assert "a trap has sprung" in str(next(position for position in after if position.over))


def test_no_trap_without_time_to_strike() -> None:
    source, entered = random.Random(1), set()
    for seed in range(50):
        state = trapped(3).start(seed=seed)
        while not state.over:
            before = record_of(state).trap
            state.play(source.choice(state.moves()))
            if before == 0 and record_of(state).trap > 0:
                entered.add(int(record_of(state).ply))
    assert entered == {1, 3}  # by ply 2 the first trap is not over, or has just been let go


def test_traps_are_as_frequent_as_asked() -> None:
    game = uncompiled(p_game.game(branching=64, depth=2, traps=0.25))
    count = sum(int(record_of(game.start(seed=seed).play(move)).trap) for seed in range(50) for move in range(64))
    assert abs(count / 3200 - 0.25) < 4 * np.sqrt(0.25 * 0.75 / 3200)


# ---- transpositions ----------------------------------------------------------------------------------------------


def after(game: Game, moves: str) -> State:
    state = game.start(seed=3)
    for move in moves:
        state.play(int(move))
    return state


def test_own_moves_in_any_order_are_one_position() -> None:
    one, other = after(build("graph"), "02211"), after(build("graph"), "11220")  # 0 2 1 and 2 1; 1 2 0 and 1 2
    assert one == other and one.key() == other.key()
    for different in ("02221", "00211", "0221", "20121"):  # the players' moves exchanged is another one
        assert after(build("graph"), different).key() != one.key()


def test_order_counts_between_stretches() -> None:
    game = build("stretches")  # of two turns each
    assert after(game, "0112") == after(game, "1201")
    assert after(game, "011220").key() != after(game, "201120").key()


@pytest.mark.parametrize("kind", ["tree", "graph", "stretches"])
def test_keys_tell_positions_apart(kind: str) -> None:
    game = build(kind)
    known: dict[int, bytes] = {}
    ways = 0
    for depth in range(6):
        for moves in itertools.product("012", repeat=depth):
            state = after(game, "".join(moves))
            block = state._block.tobytes()
            assert known.setdefault(state.key(), block) == block
            ways += 1
    merged = {"tree": ways, "graph": 1 + 3 + 9 + 18 + 36 + 60, "stretches": 1 + 3 + 9 + 18 + 36 + 108}
    assert len(known) == merged[kind] and len({*known.values()}) == merged[kind]


# ---- the solver --------------------------------------------------------------------------------------------------


def minimax(state: State, score: Any) -> float:
    if state.over:
        return score(state)
    values = [minimax(state.copy().play(move), score) for move in state.moves()]
    return max(values) if state.mover == 0 else min(values)


@each_kind
def test_the_solver_agrees_with_minimax(kind: str) -> None:
    for seed in range(6):
        state = build(kind).start(seed=seed)
        for ply in range(2 + seed % 3):
            if not state.over:
                state.play((seed + ply) % KINDS[kind]["branching"])
        if state.over:
            continue
        solution = solve(state)
        below = [state.copy().play(move) for move in state.moves()]
        payoffs = [minimax(position, lambda leaf: leaf.returns()[0]) for position in below]
        assert solution.payoff == (max if state.mover == 0 else min)(payoffs)
        assert list(solution.moves) == [move for move, payoff in enumerate(payoffs) if payoff == solution.payoff]
        assert list(solution.totals) == [minimax(position, total) for position in below]
        assert solution.total == (max if state.mover == 0 else min)(solution.totals)


def test_the_solver_splits_large_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [build(kind).start(seed=4) for kind in KINDS]
    whole = [solve(state) for state in states]
    monkeypatch.setattr(p_game_solver, "AT_ONCE", 16)
    assert [solve(state) for state in states] == whole


def test_what_the_solver_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GameError, match="not a p_game"):
        solve(load("tic_tac_toe").start())
    with pytest.raises(GameError, match="nothing to solve"):
        solve(after(build("tree"), "000000"))
    monkeypatch.setattr(p_game_solver, "MOST", 100)
    for kind in ("tree", "graph"):
        with pytest.raises(GameError, match="too many to solve"):
            solve(build(kind).start(seed=1))


def test_a_search_finds_the_best_move() -> None:
    wrong = 0
    for seed in range(30):
        state = build("tree").start(seed=seed)
        wrong += (
            anyspace.Search(state.game, "plain", seed=1).run(state, iterations=20_000).move not in solve(state).moves
        )
    assert wrong == 0


# ---- knowledge and playouts --------------------------------------------------------------------------------------


@each_kind
def test_evaluation_and_prior(kind: str) -> None:
    source = random.Random(1)
    agree = []
    for seed in range(30):
        state = build(kind).start(seed=seed)
        while not state.over:
            first, second = state.evaluate()
            assert first == -second and -1.0 < first < 1.0
            agree.append((first, state.copy()))
            sign = 1 if state.mover == 0 else -1
            if kind != "traps":
                assert state.prior() == [1.0 + max(sign * edge, 0) for edge in edges(state)]
            assert all(weight >= 1.0 for weight in state.prior())
            state.play(source.choice(state.moves()))
    last = [(value, state) for value, state in agree if record_of(state).ply == KINDS[kind]["depth"] - 1]
    right = np.mean([value * expected(state) >= 0 for value, state in last])
    assert right > 0.8, "one ply before the end the sum says nearly all"


@each_kind
def test_own_playout_is_uniformly_random(kind: str) -> None:
    state, count = build(kind).start(seed=5), 10_000
    payoffs, _ = playouts(state, count, seed=2)
    assert abs(payoffs.mean() - expected(state)) < 4 * payoffs.std() / np.sqrt(count)
    check_traces(state, 20)


def test_own_playouts_are_as_long_as_listed_ones() -> None:
    state, count = build("traps").start(seed=5), 10_000
    ours = playouts(state, count, seed=2)
    theirs = playouts(State(without_playout(build("traps")), state._block), count, seed=3)
    for own, listed in zip(ours, theirs, strict=True):
        assert own.var() > 0
        assert abs(own.mean() - listed.mean()) < 4 * np.sqrt((own.var() + listed.var()) / count)


@each_kind
def test_uncompiled_rules_agree(kind: str) -> None:
    game = build(kind, tree=1)
    check_rules(game, games=3, seed=2)
    state = game.start().play(1)
    assert plain_traced(state, 4) == traced(state, 4)[:3]
    record, branching = record_of(state), game.max_moves
    out, weights = np.zeros(2), np.zeros(branching)
    with np.errstate(over="ignore"):
        game.rules["evaluate"](record, out)
        game.rules["prior"](record, np.arange(branching, dtype=np.int32), branching, weights)
        assert (out.tolist(), weights.tolist()) == (state.evaluate(), state.prior())
        assert np.uint64(game.rules["key"](record)).astype(np.int64) == state.key()


# ---- the rest ----------------------------------------------------------------------------------------------------


def test_names_and_picture() -> None:
    state = build("tree", tree=1).start()
    numbers = edges(state)
    listed = [f"{move}: +{number}" for move, number in enumerate(numbers)]
    assert str(state).splitlines() == ["ply 0 of 6, sum +0, MAX to move", *listed]
    state.play(state.parse("1"))
    assert str(state).splitlines()[0] == f"ply 1 of 6, sum +{numbers[1]}, MIN to move"
    with pytest.raises(IllegalMove):
        state.parse("3")
    for _ in range(5):
        state.play(0)
    assert str(state).endswith("the game is over")


@pytest.mark.parametrize(
    "options",
    [
        {"branching": 1},
        {"branching": 65},
        {"branching": 2.0},
        {"depth": 0},
        {"depth": 65},
        {"tree": -1},
        {"tree": "oak"},
        {"groups": 1},
        {"groups": 3},
        {"groups": True},
        {"transpositions": 1},
        {"transpositions": 33},
        {"transpositions": "yes"},
        {"traps": -0.1},
        {"traps": 1.5},
        {"traps": True},
        {"trap_level": 2},
        {"trap_level": 0},
        {"traps": 0.1, "transpositions": True},
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=rf"^p_game: {next(iter(options))} "):
        p_game.game(**options)
