"""Options, budgets, moves and nodes that people give: taken for what is meant, or refused in one line."""

from __future__ import annotations

import copy
import mmap
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from toys import PythonNim, nim

import anyspace
from anyspace import (
    UCB1,
    AnyspaceError,
    BudgetError,
    IllegalMove,
    OptionError,
    ProofNumbers,
    PythonGame,
    Recycle,
    Search,
    State,
    UnknownGame,
)
from anyspace.search.walk import Node


@pytest.mark.parametrize(
    "budget", [{"iterations": np.int64(100)}, {"seconds": np.float32(0.02)}, {"iterations": np.uint8(50), "seconds": 1}]
)
def test_budgets_of_numpy(budget: dict[str, Any]) -> None:
    game = nim()
    result = Search(game, "plain", seed=1).run(game.start(), **budget)
    assert result.stats.iterations == budget.get("iterations", result.stats.iterations) > 0


def test_seeds_of_numpy() -> None:
    game = nim()
    by_numpy = Search(game, "plain", seed=np.int64(3))  # type: ignore[arg-type]
    assert type(by_numpy.seed) is int
    plain = Search(game, "plain", seed=3).run(game.start(), iterations=200)
    assert by_numpy.run(game.start(), iterations=200).table == plain.table
    deal = anyspace.load("spades")
    assert deal.start(np.uint64(7)) == deal.start(7)  # type: ignore[arg-type]
    assert PythonGame(PythonNim).start(np.int32(7)).moves() == ["one", "two", "three"]  # type: ignore[arg-type]
    assert ProofNumbers(game, seed=np.int64(1), playouts=np.int16(2)).playouts == 2  # type: ignore[arg-type]
    for seed in ("x", 1.5, True):
        with pytest.raises(OptionError, match="seed must be a whole number or None"):
            game.start(seed)  # type: ignore[arg-type]
        with pytest.raises(OptionError, match="seed must be a whole number or None"):
            Search(game, seed=seed)  # type: ignore[arg-type]


def test_options_of_numpy_are_written_as_text() -> None:
    assert str(Recycle(nodes=np.int64(1000))) == "recycle:nodes=1000"  # type: ignore[arg-type]
    assert str(UCB1(np.float64(0.5))) == str(UCB1(0.5)) and UCB1(np.float64(0.5)) == UCB1(0.5)


@pytest.mark.parametrize(
    "seconds",
    [10**400, 10**6000, -(10**400), np.float64("nan"), np.float32("inf"), np.True_],
    ids=lambda given: type(given).__name__,
)
def test_seconds_beyond_numbers(seconds: Any) -> None:
    game = nim()
    with pytest.raises(BudgetError, match="seconds must be a finite number greater than 0"):
        Search(game).run(game.start(), seconds=seconds)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"c": 1.4}, r'no option \'c\'; ucb1 has: select=anyspace.UCB1\(c=1.4\), or the text "ucb1:c=1.4"'),
        ({"ref": 50}, r'no option \'ref\'; grave has: anyspace.Grave\(ref=50\), or the text "grave:ref=50"'),
        ({"nodes": 1000}, r"memory=anyspace.\w+\(nodes=1000\)"),
        ({"iterations": 100}, r"a budget is given to run: search.run\(state, iterations=...\)"),
        ({"seconds": 1}, r"search.run\(state, seconds=...\)"),
        ({"solver": True}, r'solver is a part: Search\(game, "solver"\)'),
        ({"paralel": None}, "did you mean 'parallel'"),
        ({"xyzzy": 1}, "it takes parts, and memory, parallel, select"),
    ],
)
def test_options_that_belong_elsewhere(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Search(nim(), **options)


def test_the_text_that_is_suggested_is_right() -> None:
    game = nim()
    assert Search(game, "ucb1:c=1.4").select == Search(game, select=UCB1(c=1.4)).select == UCB1(1.4)


def test_memory_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    game = nim()

    def full(*arguments: Any, **options: Any) -> Any:
        raise OSError(12, "Cannot allocate memory")

    search = Search(game, "plain", memory=Recycle(nodes=3 * 10**9))
    with monkeypatch.context() as patch:
        patch.setattr(mmap, "mmap", full)
        with pytest.raises(OptionError, match=r"3,000,000,000 nodes take 111\.8 GiB, more than this machine gives"):
            search.run(game.start(), iterations=10)
    with pytest.raises(AnyspaceError, match="give a state"):  # nothing of that attempt is left
        search.run(iterations=10)
    with pytest.raises(OptionError, match="nodes must be a whole number from 1 to"):
        Recycle(nodes=10**12)


@pytest.mark.parametrize("name", [None, 3, b"hex", nim()])
def test_games_are_loaded_by_name(name: Any) -> None:
    with pytest.raises(UnknownGame, match="loaded by its name, text such as 'connect_four'"):
        anyspace.load(name)


# ---- moves


def test_names_are_not_moves() -> None:
    game = anyspace.load("connect_four")
    state = game.start()
    for name in ("d", "D", " d "):
        with pytest.raises(IllegalMove, match=rf"is the name of a move; state.parse\('{name}'\) is the move itself"):
            state.play(name)
    search = Search(game, "plain", seed=1)
    search.run(state, iterations=100)
    with pytest.raises(IllegalMove, match=r"state\.parse"):
        search.advance("d")
    assert state.play(state.parse("d")).moves() == [0, 1, 2, 3, 4, 5, 6]
    assert state.play(np.int64(3)).mover == 0
    for nothing in (99, None, "z", np.array([1, 2]), -1):
        with pytest.raises(IllegalMove, match="is not a legal move here; legal: a b c"):
            state.play(nothing)


@pytest.mark.parametrize("game", ["connect_four", "tic_tac_toe"])
def test_only_legal_moves_have_names(game: str) -> None:
    state = anyspace.load(game).start()
    for move in (99, -1, "x", None):
        with pytest.raises(IllegalMove, match="is not a legal move here"):
            state.name(move)
        with pytest.raises(IllegalMove, match="is not a legal move here"):
            state.names([0, move])
    assert state.names(state.moves()) == [state.name(move) for move in state.moves()]
    with pytest.raises(IllegalMove, match="parse takes text"):
        state.parse(3)  # type: ignore[arg-type]


def test_observers_are_players() -> None:
    state = anyspace.load("kuhn_poker").start(1)
    for observer in (2, -1, 0.0, None):
        for ask in (state.view, state.determinize):
            with pytest.raises(OptionError, match="observer must be a player, 0 to 1"):
                ask(observer)  # type: ignore[operator]


# ---- copies and nodes


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, State.copy])
def test_copies_are_independent(twin_of: Callable[[State], State]) -> None:
    for game, move in (nim(), 1), (PythonGame(PythonNim), "one"):
        state = game.start()
        twin = twin_of(state)
        assert twin is not state and twin == state and twin.game is game
        twin.play(move)
        assert state.mover == 0 and twin.mover == 1 and twin != state
    several = copy.deepcopy({"now": state, "then": [twin]})
    several["now"].play(move)  # type: ignore[union-attr]
    assert state.mover == 0


def test_nodes_of_an_earlier_search() -> None:
    game = anyspace.load("tic_tac_toe")
    search, state = Search(game, "plain", seed=1), game.start()

    def look() -> Any:
        search.run(state, iterations=300)
        return search.root.children[0].children[0]

    def elsewhere() -> None:
        search.run(state.copy().play(4), iterations=10)

    for change in (elsewhere, lambda: search.advance(0), search.forget, lambda: search.run(iterations=1)):
        node = look()
        visits, move = node.visits, node.move
        assert node.state().moves() and node.name and not node.stale
        change()
        questions: list[Callable[[Any], Any]] = [Node.state, lambda node: node.name, lambda node: node.children]
        for ask in [*questions, lambda node: node.child(0)]:
            with pytest.raises(AnyspaceError, match=r"belongs to an earlier search; ask search\.root again"):
                ask(node)
        assert node.stale and (node.visits, node.move) == (visits, move)
        assert "of an earlier search" in repr(node)


def test_a_node_seen_while_the_search_goes_on() -> None:
    game = nim()
    search = Search(game, "plain", seed=1)
    seen: list[Any] = []
    search.run(game.start(), seconds=0.35, on_progress=lambda _: seen.append(search.root))
    with pytest.raises(AnyspaceError, match="earlier search"):
        _ = seen[0].children
    assert search.root.children
