"""Pruning by a rule of the game: what is dropped gets no visits, what is decided is proven, and proofs stay true."""

from __future__ import annotations

from typing import Any

import everything
import numpy as np
import pytest
from test_solver import exact, three_player_race
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace import OVER, GameError, KnowledgePruning, OptionError, PythonGame, Search
from anyspace.core.check import check
from anyspace.parts.prove.bounds import is_settled, winner_of
from anyspace.rules.game import Game


def silent(state: Any, listed: Any, n: int, keep: Any) -> int:
    """A rule that says nothing."""
    return -1


def drops_odd(state: Any, listed: Any, n: int, keep: Any) -> int:
    """Drops every other move, as listed; of a single one all."""
    for i in range(n):
        keep[i] = 0.0 if n == 1 else 1.0 - i % 2
    return -1


def heaps(prune: Any = everything.prune, **changes: Any) -> Game:
    game = everything.game(hides=False)
    game.rules["prune"] = prune
    game.rules.update(changes)
    return uncompiled(game)


def dropped(search: Search) -> set[int]:
    """The root's moves that were."""
    return {child.move for child in search.root.children if search.tree.extras[child._index].dropped}


# ---- dropping --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parts", [[], ["solver"], ["rave"], ["fpu"], ["widening:order=prior,first=2"]])
def test_a_rule_that_says_nothing_changes_nothing(parts: list[str]) -> None:
    game = heaps(silent)
    plain = plain_search(game, *parts, seed=2).run(game.start(), iterations=150)
    pruned = plain_search(game, *parts, KnowledgePruning(visits=3), seed=2).run(game.start(), iterations=150)
    assert pruned.table == plain.table


@pytest.mark.parametrize("parts", [[], ["rave"], ["fpu"], ["widening:order=prior,first=2"], ["widening:first=3"]])
@pytest.mark.parametrize("visits", [0, 4, 30])
def test_what_is_dropped_gets_no_more_visits(parts: list[str], visits: int) -> None:
    game = heaps(drops_odd)
    search = plain_search(game, *parts, KnowledgePruning(visits=visits), seed=4)
    state = game.start()
    gone = set(state.moves()[1::2])
    before: dict[int, int] = {}
    for _ in range(150):
        search.run(None if search.forest else state, iterations=1)
        now = {child.move: child.visits for child in search.root.children}
        if search.root.visits > visits:
            before = before or now
            assert all(now.get(move, 0) == before.get(move, 0) for move in gone)
        check(search.tree)
    assert set(now) >= set(state.moves()) - gone, "every other move has a node"
    assert dropped(search) == gone & set(now)
    assert visits > 0 or not gone & set(now), "asked at once, it has none at all"
    extras = search.tree.extras[search.tree.roots[0]]
    assert extras.kept == 3 and extras.pruned == 3


def test_if_all_are_dropped_none_is() -> None:
    def drops_all(state: Any, listed: Any, n: int, keep: Any) -> int:
        keep[:n] = 0.0
        return -1

    game = heaps(drops_all)
    plain = plain_search(game, seed=2).run(game.start(), iterations=150)
    assert (
        plain_search(game, "knowledge_pruning:visits=0", seed=2).run(game.start(), iterations=150).table == plain.table
    )


def test_the_rule_is_asked_once_a_node_and_not_too_early() -> None:
    asked: list[bytes] = []

    def counts(state: Any, listed: Any, n: int, keep: Any) -> int:
        asked.append(bytes([int(search.tree.nodes[search.tree.roots[0]].visits)]))
        return drops_odd(state, listed, n, keep)

    game = heaps(counts)
    search = plain_search(game, "knowledge_pruning:visits=20", seed=2)
    search.run(game.start(), iterations=200)
    nodes = [node for node in range(1, int(search.tree.pool[0].next)) if search.tree.extras[node].pruned]
    assert len(asked) == len(nodes) > 2 and asked[0] == bytes([20])
    assert all(search.tree.nodes[node].visits > 20 for node in nodes)


@pytest.mark.parametrize(
    "memory", ["recycle:nodes=12", "recycle:nodes=12,keep_refutations=true", "collect:nodes=15,threshold=2"]
)
def test_dropped_children_may_be_recycled(memory: str) -> None:
    game = heaps(drops_odd)
    search = plain_search(game, "knowledge_pruning:visits=8", memory=memory, seed=3)
    gone = set(game.start().moves()[1::2])
    search.run(game.start(), iterations=60)
    visits = sum(child.visits for child in search.root.children if child.move not in gone)
    search.run(iterations=200)
    check(search.tree)
    assert sum(child.visits for child in search.root.children if child.move not in gone) > visits


# ---- proving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [["solver", "knowledge_pruning:visits=3"], ["knowledge_pruning:visits=3", "solver"]])
def test_what_is_decided_is_proven(order: list[str]) -> None:
    """The rule knows every winner: a few visits of every child settle the root. By itself the solver needs more."""
    game = heaps()
    alone = plain_search(game, "solver", seed=1).run(game.start(), iterations=3000)
    search = plain_search(game, *order, seed=1)
    result = search.run(game.start(), iterations=3000)
    assert alone.proven and result.proven and alone.value == result.value == 1
    assert result.stats.iterations < 0.5 * alone.stats.iterations
    known: dict[bytes, tuple[float, ...]] = {}
    for row in result.table:
        if row.proven:
            assert row.value == exact(game.start().play(row.move), known)[0]
    check(search.tree)


def test_without_a_solver_a_decided_node_has_no_children() -> None:
    game = heaps()
    search = plain_search(game, "knowledge_pruning:visits=5", seed=1)
    result = search.run(game.start(), iterations=300)
    check(search.tree)
    kept = [move for move, stays in zip(game.start().moves(), game.start().prune()[1], strict=True) if stays]
    winning = [row for row in result.table if row.move in kept]
    nodes, extras = search.tree.nodes, search.tree.extras
    decided = [n for n in range(2, int(search.tree.pool[0].next)) if extras[n].wins]
    assert decided and all(count(search, n) <= 5 for n in decided), "what it had before it was asked"
    assert sum(row.visits for row in winning) > 250 and min(row.value for row in winning) > 0.9
    assert nodes[search.tree.roots[0]].child != 0, "the root is searched all the same"


def count(search: Search, node: int) -> int:
    found, child = 0, search.tree.nodes[node].child
    while child:
        found, child = found + 1, search.tree.nodes[child].sibling
    return found


@pytest.mark.parametrize("parts", [["knowledge_pruning:visits=2"], ["solver", "knowledge_pruning:visits=2"]])
def test_a_decided_node_that_becomes_the_root_is_searched(parts: list[str]) -> None:
    game = heaps()
    search = plain_search(game, *parts, seed=1)
    state = game.start()
    while not state.over:
        result = search.run(state, iterations=60)
        assert result.move in state.moves()
        check(search.tree)
        winner, keep = state.prune()
        if winner == state.mover:
            assert keep[state.moves().index(result.move)]
        search.advance(result.move)
        state.play(result.move)
    assert state.returns() == [1, -1]


def test_dropped_moves_need_no_proof() -> None:
    """All moves that stay lose; those that were dropped were never tried. The position is lost."""

    def one_heap(state: Any, listed: Any, n: int, keep: Any) -> int:
        everything.prune(state, listed, n, keep)
        return -1

    game = heaps(one_heap)
    state = game.start().play(0)  # of 3 and 3 stones: lost to who moves
    search = plain_search(game, "solver", "knowledge_pruning:visits=0", seed=1)
    result = search.run(state, iterations=2000)
    check(search.tree)
    rows, root = search.tree.rows[search.loop.bounds or 0], search.tree.roots[0]
    assert is_settled(rows, root) and winner_of(rows, root) == 0 and result.value == -1
    assert search.tree.nodes[root].untried == 3 and result.stats.iterations < 2000


def test_three_players() -> None:
    race = three_player_race(7)

    def prune(state: Any, listed: Any, n: int, keep: Any) -> int:
        return int(state.turn) if state.stones <= 2 else -1

    game = Game(
        name="race", state=race.state, players=3, payoffs=(0.0, 1.0), max_moves=2, **{**race.rules, "prune": prune}
    )
    search = plain_search(game, "solver", "knowledge_pruning:visits=1", seed=1)
    search.run(game.start(), iterations=400)
    plain = plain_search(race, "solver", seed=1)
    plain.run(race.start(), iterations=400)
    assert (search.tree.rows[search.loop.bounds or 0][1] == plain.tree.rows[plain.loop.bounds or 0][1]).all()
    check(search.tree)


# ---- compiled, and in Python -----------------------------------------------------------------------------------------


def test_hex_is_solved_sooner() -> None:
    """Compiled; and the same visits uncompiled."""
    game = anyspace.load("hex(size=3)")
    search = Search(game, "solver", "knowledge_pruning:visits=4", seed=1)
    result = search.run(game.start(), iterations=20_000)
    assert result.proven and result.value == 1 and result.name in ("c1", "a2", "b2", "c2", "a3")
    check(search.tree)
    game, plain = anyspace.load("hex(size=3)"), anyspace.load("hex(size=3)")
    short = search.run(search.game.start(), iterations=300)
    twin = plain_search(plain, "solver", "knowledge_pruning:visits=4", seed=1).run(plain.start(), iterations=300)
    assert twin.table == short.table


@pytest.mark.slow  # threads and parts, quickly: test_compiled_learning_playouts.py
def test_threads_prove_nothing_wrong() -> None:
    game = anyspace.load("hex(size=3)")
    for seed in range(5):
        search = Search(game, "solver", "knowledge_pruning:visits=2", parallel="tree:threads=2", seed=seed)
        result = search.run(game.start().play(0), iterations=20_000)  # a1 loses
        assert result.proven and result.value == 1
        check(search.tree)


class Countdown:
    """Take one or two of seven; who takes the last wins. The rule knows all about it."""

    players, max_moves, max_length = 2, 2, 7

    def __init__(self, left: int = 7, turn: int = 0) -> None:
        self.left, self.turn = left, turn

    def mover(self) -> int:
        return OVER if self.left == 0 else self.turn

    def moves(self) -> list[str]:
        return ["one", "two"][: self.left]

    def play(self, move: str) -> None:
        self.left -= ["one", "two"].index(move) + 1
        self.turn = 1 - self.turn

    def returns(self) -> list[float]:
        return [-1.0, 1.0] if self.turn == 0 else [1.0, -1.0]

    def copy(self) -> Countdown:
        return Countdown(self.left, self.turn)

    def prune(self) -> tuple[int | None, list[bool]]:
        if self.left % 3 == 0:
            return None, [True] * len(self.moves())
        return self.turn, [self.left % 3 == take for take in range(1, len(self.moves()) + 1)]


def test_a_game_in_python() -> None:
    game = PythonGame(Countdown)
    assert game.start().prune() == (0, [True, False])
    assert game.start().play("one").prune() == (-1, [True, True])
    search = Search(game, "solver", "knowledge_pruning:visits=0", seed=1)
    result = search.run(game.start(), iterations=200)
    assert result.proven and result.move == "one" and [row.move for row in result.table] == ["one"]
    check(search.tree)


# ---- what goes wrong -------------------------------------------------------------------------------------------------


def test_a_winner_who_does_not_exist() -> None:
    game = heaps(lambda state, listed, n, keep: 2)
    with pytest.raises(GameError, match="rule 'prune' says that player 2 wins"):
        plain_search(game, "knowledge_pruning", seed=1).run(game.start(), iterations=50)


def test_a_rule_that_raises() -> None:
    def fails(state: Any, listed: Any, n: int, keep: Any) -> int:
        raise ZeroDivisionError("no idea")

    game = heaps(fails)
    with pytest.raises(ZeroDivisionError, match="no idea"):
        plain_search(game, "knowledge_pruning", seed=1).run(game.start(), iterations=50)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: KnowledgePruning(visits=-1), "visits must be"),
        (lambda: KnowledgePruning(visits=np.nan), "visits must be"),
        (lambda: Search(anyspace.load("connect_four"), "knowledge_pruning"), "asks connect_four for a rule 'prune'"),
        (lambda: Search(everything.game(), "knowledge_pruning", information="single"), "guess"),
        (lambda: Search(heaps(), "knowledge_pruning", "decisive"), "cannot be combined"),
    ],
)
def test_bad_options(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()
