"""Parts that narrow a choice down: decisive and anti-decisive moves, move groups."""

from __future__ import annotations

import math
from typing import Any

import everything
import pytest
from toys import nim
from twin import FIRST, Node, Twin, tree_of, tree_of_twin, ucb1
from uncompiled import plain_search

import anyspace
from anyspace import Decisive, MoveGroups, OptionError
from anyspace.core.check import check
from anyspace.errors import GameError
from anyspace.parts.registry import from_text
from anyspace.rules.game import State


def tic_tac_toe() -> anyspace.Game:
    game = anyspace.load("tic_tac_toe")
    assert isinstance(game, anyspace.Game)
    game.rules.pop("playout", None)
    return game


def after_moves(game: anyspace.Game, *moves: int) -> State:
    state = game.start()
    for move in moves:
        state.play(move)
    return state


def greatest(state: State, player: int) -> bool:
    return state.over and state.returns()[player] >= state.game.payoffs[1]


def allowed(state: State, anti: bool = True) -> set[int]:
    """By trying everything: the moves that are left."""
    mover, moves = state.mover, state.moves()
    wins = [move for move in moves if greatest(state.copy().play(move), mover)]
    if wins:
        return {wins[0]}
    safe = set()
    for move in moves:
        after = state.copy().play(move)
        enemy = after.mover
        replies = [after.copy().play(reply) for reply in after.moves()] if enemy >= 0 and enemy != mover else []
        if not any(greatest(reply, enemy) and not greatest(reply, mover) for reply in replies):
            safe.add(move)
    return safe if anti and safe else set(moves)


def verify(search: Any, state: State, anti: bool, every: bool) -> int:
    """Every node's children are of the moves that are left; with `every`, all of them once it was visited often enough.
    Returns at how many nodes fewer than all are left."""
    narrowed = 0
    waiting = [(search.root, state.copy())]
    while waiting:
        node, position = waiting.pop()
        if position.over:
            continue
        left, tried = allowed(position, anti), {child.move for child in node.children}
        assert tried <= left
        assert tried == left or node.visits <= len(left) or not every
        narrowed += bool(tried) and len(left) < len(position.moves())
        waiting += [(child, position.copy().play(child.move)) for child in node.children]
    return narrowed


# ---- decisive --------------------------------------------------------------------------------------------------------


def test_who_can_win_does() -> None:
    game = tic_tac_toe()
    search = plain_search(game, Decisive(), seed=1)
    state = after_moves(game, 0, 3, 1, 4)  # X at 0 and 1, to move
    result = search.run(state, iterations=30)
    assert result.move == 2 and result.value == 1.0
    assert [child.move for child in search.root.children] == [2]


def test_who_is_about_to_lose_prevents_it() -> None:
    game = tic_tac_toe()
    search = plain_search(game, Decisive(), seed=1)
    state = after_moves(game, 0, 4, 8, 2)  # O at 4 and 2: it threatens 6
    search.run(state, iterations=30)
    assert [child.move for child in search.root.children] == [6]
    search = plain_search(game, Decisive(anti=False), seed=1)
    search.run(state, iterations=30)
    assert len(search.root.children) == 5


@pytest.mark.parametrize("parts", [[], ["fpu"]], ids=str)
@pytest.mark.parametrize("anti", [True, False])
@pytest.mark.parametrize(
    ("game", "moves"),
    [(tic_tac_toe(), (0, 3, 2)), (nim(9), ()), (nim(9, players=3), ()), (everything.game(hides=False), ())],
    ids=["tic-tac-toe", "nim", "nim of three", "two heaps"],
)
def test_only_moves_that_are_left_get_a_node(
    game: anyspace.Game, moves: tuple[int, ...], anti: bool, parts: list[str]
) -> None:
    search = plain_search(game, Decisive(anti), *parts, seed=2)
    search.run(after_moves(game, *moves), iterations=200)
    check(search.tree)
    assert verify(search, after_moves(game, *moves), anti, every=not parts) > 0


def test_several_moves_may_be_left() -> None:
    """Of 6 stones, to take three lets the other take the last three."""
    game = nim(6)
    search = plain_search(game, Decisive(), seed=2)
    search.run(game.start(), iterations=60)
    assert {child.move for child in search.root.children} == {1, 2}


def test_a_node_may_be_looked_at_later() -> None:
    game = nim(6)
    search = plain_search(game, Decisive(after=20), select="ucb1:c=3", seed=2)
    search.run(game.start(), iterations=20)
    before = {child.move: child.visits for child in search.root.children}
    assert set(before) == {1, 2, 3}
    search.run(iterations=100)
    check(search.tree)
    later = {child.move: child.visits for child in search.root.children}
    assert later[3] == before[3] and later[1] > before[1] and later[2] > before[2]


def test_never_looked_at_is_plain_uct() -> None:
    game = tic_tac_toe()
    trees = []
    for parts in ([], [Decisive(after=1000)]):
        search = plain_search(game, *parts, seed=7)
        search.run(game.start(), iterations=150)
        trees.append(tree_of(search))
    assert trees[0] == trees[1]


def test_with_chance_and_several_moves_in_a_row() -> None:
    game = anyspace.load("pig(target=12)")
    search = plain_search(game, Decisive(), seed=1)
    search.run(game.start(seed=1), iterations=100)
    check(search.tree)


def test_a_rule_that_fails_on_a_copy_is_reported() -> None:
    game = nim(6)
    returns = game.rules["returns"]

    def fails(state: Any, out: Any) -> None:
        if state.turn == 1:
            raise ValueError("no such payoff")
        returns(state, out)

    game.rules["returns"] = fails
    with pytest.raises(ValueError, match="no such payoff"):
        plain_search(game, Decisive(), seed=1).run(game.start(), iterations=50)


def test_decisive_options() -> None:
    with pytest.raises(OptionError):
        Decisive(after=-1)
    with pytest.raises(OptionError, match="guess"):
        plain_search(everything.game(), Decisive(), information="single")
    assert from_text("decisive:anti=false,after=3") == Decisive(False, 3)


# ---- groups ----------------------------------------------------------------------------------------------------------


class TwinInGroups(Twin):
    def choose(self, node: Node) -> int:
        state = node.state
        group = {move: state.group(move) for move in state.moves()}
        untried = [move for move in state.moves() if move not in node.children]
        scored = []
        for g in sorted(set(group.values())):
            inside = [child for move, child in node.children.items() if group[move] == g]
            visits = sum(child.visits for child in inside)
            bound = 1e300
            if visits > 0:
                mean = sum(child.reward for child in inside) / visits
                bound = mean + math.sqrt(math.log(node.visits)) / math.sqrt(visits)
            scored.append((bound, g))
        chosen = self.first_of_best(scored)
        inside = [child for child in reversed(node.children.values()) if group[child.move] == chosen]
        layer = Node(state.mover, state, visits=sum(child.visits for child in inside))
        fresh = [(FIRST, move) for move in untried if group[move] == chosen]
        return self.first_of_best([*((ucb1(layer, child), child.move) for child in inside), *fresh])


def grouped_tic_tac_toe() -> anyspace.Game:
    game = tic_tac_toe()
    game.rules["group"] = lambda state, move: move % 4
    return game


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", [grouped_tic_tac_toe(), everything.game(hides=False)], ids=["tic-tac-toe", "nim"])
def test_groups_as_a_slow_twin_says(game: anyspace.Game, seed: int) -> None:
    search = plain_search(game, MoveGroups(), seed=seed)
    search.run(game.start(), iterations=200)
    check(search.tree)
    twin = TwinInGroups(game, seed).run(game.start(), 200)
    assert tree_of(search) == tree_of_twin(twin)


def test_every_group_is_tried_before_any_is_tried_again() -> None:
    game = grouped_tic_tac_toe()
    search = plain_search(game, MoveGroups(), seed=1)
    search.run(game.start(), iterations=4)
    assert {child.move % 4 for child in search.root.children} == {0, 1, 2, 3}


def test_groups_are_refused_where_they_make_no_sense() -> None:
    with pytest.raises(OptionError, match="available"):
        plain_search(everything.game(), MoveGroups(), information="single")
    with pytest.raises(OptionError, match="group"):
        plain_search(tic_tac_toe(), MoveGroups())
    with pytest.raises(OptionError, match="combined"):
        plain_search(everything.game(hides=False), MoveGroups(), Decisive())


def test_a_group_that_fails_is_reported() -> None:
    game = everything.game(hides=False)

    def fails(state: Any, move: int) -> int:
        raise ValueError("no group")

    game.rules["group"] = fails
    with pytest.raises((ValueError, GameError), match="no group"):
        plain_search(game, MoveGroups(), seed=1).run(game.start(), iterations=5)
