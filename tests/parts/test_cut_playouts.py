"""Playouts that end early, and several a leaf."""

from __future__ import annotations

from typing import Any

import everything
import pytest
from positions import put, searching, trees_of
from toys import nim
from twin import Twin, tree_of, tree_of_twin
from uncompiled import plain_search, uncompiled

from anyspace import Cut, GameError, OptionError, Several
from anyspace.core.check import check
from anyspace.rules.game import declare

GAME = uncompiled(everything.game(hides=False))


def test_a_playout_that_is_never_cut_is_as_ever() -> None:
    plain, cut = trees_of(GAME, [], [Cut(moves=7)])
    assert plain == cut


def test_without_a_playout_leaves_are_evaluated() -> None:
    search = plain_search(GAME, Cut(moves=0), seed=2)
    search.run(GAME.start(seed=1), iterations=6)  # each move once
    assert search.workspaces[0].counts["playout_moves"] == 0
    for child in search.root.children:
        estimate = GAME.start(seed=1).play(child.move).evaluate()[0]
        assert child.visits == 1 and child.value == pytest.approx(estimate)


def test_no_more_moves_than_asked_for() -> None:
    for most in (1, 2, 3):
        search = plain_search(GAME, Cut(moves=most), seed=2)
        search.run(GAME.start(seed=1), iterations=40)
        assert 0 < search.workspaces[0].counts["playout_moves"] <= 40 * most


def test_a_clear_position_is_not_played_on() -> None:
    """The evaluation is 0.75 of 1 for one of the two, always."""
    for clear, every, ply, ends in ((0.7, 1, 1, True), (0.8, 1, 1, False), (0.7, 2, 1, False), (0.7, 2, 2, True)):
        search = searching(GAME, Cut(clear=clear, every=every))
        put(search, GAME.start(seed=1))
        scratch = search.workspaces[0].scratch
        assert search.loop.cuts(search.tree, search.table, search.policy, scratch, 0, ply) == ends


def test_without_an_evaluation_the_position_is_scored_as_it_stands() -> None:
    game = nim(6)
    search = plain_search(game, Cut(moves=0), seed=1)
    search.run(game.start(), iterations=10)
    check(search.tree)
    for child in search.root.children:
        state = game.start().play(child.move)
        assert child.value == pytest.approx(state.returns()[0]) or child.visits > 1
    with pytest.raises(OptionError, match="evaluate"):
        plain_search(nim(6), Cut(clear=0.9))


def test_an_evaluation_out_of_range() -> None:
    def evaluate(state: Any, out: Any) -> None:
        out[0], out[1] = 1.5, -1.5

    left_out = dict.fromkeys(("determinize", "observe", "features", "planes"))
    game = declare(
        {**vars(everything), **left_out, "evaluate": evaluate},
        name="boasting", state=everything.STATE, players=2, max_moves=6, max_length=7, actions=6,
    )  # fmt: skip
    for part in (Cut(moves=1), Cut(moves=9, clear=0.9)):
        with pytest.raises(GameError, match=r"'evaluate' gave 1\.5"):
            plain_search(game, part, seed=1).run(game.start(), iterations=5)


def test_one_playout_is_as_ever() -> None:
    plain, one = trees_of(GAME, [], [Several(1)])
    assert plain == one


def test_the_mean_of_several_as_a_slow_twin_says() -> None:
    class Thrice(Twin):
        def play_out(self, state: Any, told: Any) -> list[float]:
            if state.over:
                return super().play_out(state, told)
            rewards = [super(Thrice, self).play_out(state.copy(), []) for _ in range(3)]
            return [sum(player) / 3 for player in zip(*rewards, strict=True)]

    search = plain_search(GAME, Several(3), seed=4)
    search.run(GAME.start(seed=1), iterations=100)
    check(search.tree)
    twin = Thrice(GAME, 4, competes=False).run(GAME.start(seed=1), 100)
    assert tree_of(search) == tree_of_twin(twin)
    plain = plain_search(GAME, seed=4)
    plain.run(GAME.start(seed=1), iterations=100)
    assert search.workspaces[0].counts["playout_moves"] > 2 * plain.workspaces[0].counts["playout_moves"]


@pytest.mark.parametrize("learner", ["mast", "nst", "past"])
@pytest.mark.parametrize("count", [1, 3])
def test_playouts_learn_from_each_before_the_next(learner: str, count: int) -> None:
    search = plain_search(GAME, learner, Several(count), seed=4)
    starts, moved, told, due = search.loop.starts, search.loop.moved, [], [0]

    def start(tree: Any, policy: Any, scratch: Any) -> None:
        starts(tree, policy, scratch)
        told.append((tree.tables[0][:, 1].sum(), due[0]))
        due[0] += scratch.told[0]

    def move(game: Any, policy: Any, scratch: Any, mover: int, move: int) -> None:
        moved(game, policy, scratch, mover, move)
        due[0] += 1

    search.loop.starts, search.loop.moved = start, move
    search.run(GAME.start(seed=1), iterations=40)
    assert len(told) > 30 * count and all(known == moves for known, moves in told)
    assert search.tree.tables[0][:, 1].sum() == due[0]


def test_where_nothing_is_played_out_the_way_is_learnt_from() -> None:
    """A leaf where the game is over, or that is proven: the moves that led to it are told, once."""
    search = plain_search(GAME, "mast", "solver", Several(3), seed=4)
    learn, lengths = search.loop.learn, []

    def watch(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any, length: int) -> int:
        before = tree.tables[0][:, 1].sum()
        status = learn(tree, game, policy, scratch, payoffs, length)
        assert tree.tables[0][:, 1].sum() - before == (scratch.told[0] if length == 0 else 0)
        lengths.append(length)
        return int(status)

    search.loop.learn = watch
    search.run(GAME.start(seed=1), iterations=60)
    assert 0 < lengths.count(0) < len(lengths)


@pytest.mark.parametrize("options", [{"moves": -1}, {"moves": 1.5}, {"clear": 2}, {"clear": -1}, {"every": 0}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Cut(**options)


@pytest.mark.parametrize("count", [0, -1, 1.5, "many"])
def test_bad_counts(count: Any) -> None:
    with pytest.raises(OptionError):
        Several(count)
