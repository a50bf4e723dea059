"""Replies that a game knows: played when it is asked, by one call or move by move, and learnt by nobody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import everything
import numpy as np
import pytest
from further import further
from uncompiled import plain_search

from anyspace import OVER, KnowingReplies, OptionError, Part, PythonGame, Search, load
from anyspace.core.check import check
from anyspace.core.playing import play_on
from anyspace.parts.reply.knowing_replies import action_at


@dataclass(frozen=True)
class Watcher(Part):
    """Has a say in playouts, and says nothing: they are played move by move."""

    kind = "leaf"
    name = "watcher"
    reference = "-"
    steps = True

    def bind(self, loop: Any) -> None:
        inner = loop.cuts

        def cuts(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, ply: int) -> bool:
            return inner(tree, game, policy, scratch, mover, ply)

        loop.cuts = cuts


def visits(search: Search, iterations: int = 60) -> list[tuple[Any, int, float]]:
    result = search.run(search.game.start(seed=1), iterations=iterations)
    check(search.tree)
    return [(child.move, child.visits, child.value) for child in result.table]


@pytest.mark.parametrize("often", [-0.1, 1.5, float("nan"), "often"])
def test_bad_options(often: Any) -> None:
    with pytest.raises(OptionError):
        KnowingReplies(often=often)


def test_a_game_that_knows_none_is_refused() -> None:
    with pytest.raises(OptionError, match="knowing_replies asks tic_tac_toe for a rule 'reply'"):
        Search(load("tic_tac_toe"), "knowing_replies")


@pytest.mark.parametrize("often", [0.0, 0.5, 1.0])
def test_one_call_plays_what_the_loop_would(often: float) -> None:
    part = KnowingReplies(often=often)
    at_once = plain_search(everything.game(), part, information="cheating", seed=5)
    step_by_step = plain_search(everything.game(), part, Watcher(), information="cheating", seed=5)
    assert "playout_replying" in at_once.loop.rules and at_once.loop.playout_call is not play_on
    assert "playout_replying" not in step_by_step.loop.rules and step_by_step.loop.playout_call is play_on
    assert visits(at_once) == visits(step_by_step)


def test_never_is_the_plain_playout() -> None:
    never = plain_search(everything.game(), "knowing_replies:often=0", information="cheating", seed=5)
    assert visits(never) == visits(plain_search(everything.game(), information="cheating", seed=5))


def test_always_replies_as_it_is_told() -> None:
    """Whoever has two heaps that differ, modulo 4, and may take from the other heap than the last one, does so."""
    search = plain_search(everything.game(), "knowing_replies", information="cheating", seed=1)
    game, scratch = search.game, None
    replied = 0
    for seed in range(40):
        search.forget()
        search.run(game.start(seed=1), iterations=1 + seed % 3)
        scratch = search.workspaces[0].scratch
        codes = scratch.trace[: scratch.told[1]].tolist()
        state, last = game.start(seed=1), None
        for k, code in enumerate(codes):
            player, move = divmod(code, game.actions)
            assert player == state.mover
            known = state.reply(last, seed=0) if last is not None else None
            if k >= scratch.told[0] and known is not None:
                assert move == known
                replied += 1
            state.play(move)
            last = move
        assert state.over
    assert replied > 20


def test_the_last_move_is_known_from_the_trace() -> None:
    search = plain_search(everything.game(), "knowing_replies", information="cheating", seed=1)
    search.run(search.game.start(seed=1), iterations=1)
    scratch, actions = search.workspaces[0].scratch, search.game.actions
    scratch.trace[:3] = [4, actions + 2, -1]
    assert [int(action_at(search.table, scratch, k)) for k in (-1, 0, 1, 2)] == [-1, 4, 2, -1]


class Ladder:
    """Ten rungs, one or two at a time ("one", "two"); who takes the last one wins. Three are answered to any three."""

    players, max_moves, max_length, actions = 2, 2, 10, 2
    asked: ClassVar[list[Any]] = []

    def __init__(self, left: int = 10, turn: int = 0) -> None:
        self.left, self.turn = left, turn

    def mover(self) -> int:
        return OVER if self.left == 0 else self.turn

    def moves(self) -> list[str]:
        return ["one", "two"] if self.left > 1 else ["one"]

    def play(self, move: str) -> None:
        self.left -= 1 if move == "one" else 2
        self.turn = 1 - self.turn

    def returns(self) -> list[float]:
        return [-1.0, 1.0] if self.turn == 0 else [1.0, -1.0]

    def copy(self) -> Ladder:
        return Ladder(self.left, self.turn)

    def reply(self, last: str | None, random: Any) -> str | None:
        self.asked.append(last)
        if last is None:
            return None
        answer = "two" if last == "one" else "one"
        return answer if answer in self.moves() else None


def test_a_python_game_replies_too() -> None:
    game = PythonGame(Ladder)
    search = Search(game, "knowing_replies", seed=1)
    result = search.run(game.start(), iterations=200)
    assert result.move == "one"  # leaves nine, and every two moves are answered to three
    assert {"one", "two"} <= set(Ladder.asked)
    assert game.start().reply("one") == "two" and game.start().reply() is None


@pytest.mark.parametrize("name", ["hex(size=5)", "go(size=5)", *further("havannah(size=3)", "go(size=4,komi=0.5)")])
def test_compiled_and_uncompiled_searches_agree(name: str) -> None:
    found = []
    for search in (Search(load(name), "knowing_replies", seed=2), plain_search(load(name), "knowing_replies", seed=2)):
        found.append(visits(search, 30))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["go(size=5)", *further("havannah(size=4)")])
def test_own_playouts_that_never_reply_are_the_plain_ones(name: str) -> None:
    game = load(name)
    found = [visits(Search(game, *parts, seed=2), 300) for parts in (("plain",), ("knowing_replies:often=0",))]
    assert found[0] == found[1]


def test_with_parts_that_learn_from_moves() -> None:
    game = load("hex(size=3)")
    search = plain_search(game, "knowing_replies", "grave:ref=20", seed=2)
    result = search.run(game.start(), iterations=200)
    check(search.tree)
    assert sum(child.visits for child in result.table) >= 199
    assert np.isfinite(result.value)
