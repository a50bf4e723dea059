"""Best replies, coalition reduction and sparing playouts: on games for three with numbers worked by hand, and best
replies against a minimax over all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from uncompiled import plain_search, uncompiled

from anyspace import OVER, Game, OptionError
from anyspace.core.check import check
from anyspace.games import chinese_checkers
from anyspace.rules.game import State

STATE = np.dtype([("chosen", np.int8, 3), ("ply", np.int8)])
PASS = 2


def made(paid: Any, estimates: Any = None, passes: int | None = PASS) -> Game:
    """Three players choose one of two in turn, or pass if they are made to; `paid(chosen)` says who gets what."""

    def start(state: Any, rng: Any) -> None:
        state.chosen[:] = -1
        state.ply = 0

    def mover(state: Any) -> int:
        return OVER if state.ply == 3 else state.ply

    def moves(state: Any, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 2

    def play(state: Any, move: int) -> None:
        state.chosen[state.ply] = move
        state.ply += 1

    def returns(state: Any, out: Any) -> None:
        out[:] = paid(state.chosen)

    def evaluate(state: Any, out: Any) -> None:
        out[:] = estimates(state.chosen)

    game = Game(
        name="three", state=STATE, players=3, payoffs=(0.0, 1.0), max_moves=3, max_length=3, actions=3,
        pass_move=passes, start=start, mover=mover, moves=moves, play=play, returns=returns,
        evaluate=None if estimates is None else evaluate,
    )  # fmt: skip
    return uncompiled(game)


def two_are_needed(chosen: Any) -> list[float]:
    """Move 0 is worth 0.6, unless both others attack (1): then nothing. Move 1 is worth 0.4 whatever they do."""
    own = 0.4 if chosen[0] == 1 else 0.0 if list(chosen[1:]) == [1, 1] else 0.6
    return [own, 0.0, 0.0]


def test_one_reply_cannot_do_what_two_can() -> None:
    for part, move, value in (("paranoid", 1, 0.4), ("best_reply", 0, 0.6)):
        game = made(two_are_needed)
        result = plain_search(game, "ucb1:c=0.3", part, seed=1, final="max").run(game.start(), iterations=400)
        assert result.move == move and result.value == pytest.approx(value, abs=0.06), part


def test_each_opponent_plays_or_passes_and_one_of_them_replies() -> None:
    game = made(two_are_needed)
    search = plain_search(game, "best_reply", seed=1)
    search.run(game.start(), iterations=300)
    check(search.tree)
    for own in search.root.children:
        first = {child.move: child for child in own.children}
        assert set(first) == {0, 1, PASS}
        assert {child.move for child in first[PASS].children} == {0, 1}  # the last one cannot leave it to others
        for reply in (0, 1):
            assert [child.move for child in first[reply].children] == [PASS]  # one has replied


def best_reply_value(state: State, searcher: int, replied: bool, source: Any) -> float:
    """What a position is worth to the searcher if all opponents of whom one may play want it to get little."""
    if state.over:
        return state.returns()[searcher]
    game, after = state.game, []
    for move in state.moves():
        if state.mover == searcher or not replied:
            after.append(best_reply_value(state.copy().play(move), searcher, state.mover != searcher, source))
    if state.mover == searcher:
        return max(after)
    passed = state.copy()
    game.backend.play(passed._block, game.pass_move)
    if replied or (not passed.over and passed.mover != searcher):
        after.append(best_reply_value(passed, searcher, replied, source))
    return min(after)


def test_converges_to_minimax_over_single_replies() -> None:
    """Chinese checkers with one piece each and two rounds: all lines of best replies looked at."""
    game = uncompiled(chinese_checkers.game(players=3, size=1, rounds=2))
    search = plain_search(game, "best_reply", "ucb1:c=0.4", seed=2, final="max")
    state = game.start()
    exact = {m: best_reply_value(state.copy().play(m), 0, False, None) for m in state.moves()}
    result = search.run(state, iterations=1500)
    assert exact[result.move] == max(exact.values())
    assert result.value == pytest.approx(max(exact.values()), abs=0.15)


def test_who_cannot_pass_is_told_so() -> None:
    with pytest.raises(OptionError, match="pass_move"):
        plain_search(made(two_are_needed, passes=None), "best_reply")
    with pytest.raises(OptionError, match="cannot be combined"):
        plain_search(made(two_are_needed), "best_reply", "paranoid")


def caught_by(chosen: Any) -> list[float]:
    """Player 1 leaves the catch to player 2 (0) or has it itself (1)."""
    return [0.0, 0.0, 1.0] if chosen[1] == 0 else [0.0, 1.0, 0.0]


@pytest.mark.parametrize(("bias", "left_to_others"), [(0.0, 1.0), (0.1, 0.9), (1.0, 0.0)])
def test_what_others_reach_is_worth_less_to_who_searches(bias: float, left_to_others: float) -> None:
    game = made(caught_by)
    state = game.start().play(0)
    search = plain_search(game, f"coalition_reduction:bias={bias}", seed=1)
    rows = {row.move: row for row in search.run(state, iterations=100).table}
    assert rows[1].value == pytest.approx(1.0) and rows[0].value == pytest.approx(left_to_others)
    third = [child for own in search.root.children if own.move == 0 for child in own.children]
    assert all(child.value == pytest.approx(1.0) for child in third)  # player 2, who does not search, gets all


def test_the_one_outside_sees_a_team() -> None:
    """Player 0 searches: both others want a catch, whoever's it is."""
    game = made(lambda chosen: [1.0, 0.0, 0.0] if chosen[1] != chosen[0] else [0.0, 0.0, 1.0])
    alone = plain_search(game, "ucb1:c=0.3", seed=1).run(game.start(), iterations=200)
    team = plain_search(game, "ucb1:c=0.3", "coalition_reduction", seed=1).run(game.start(), iterations=200)
    assert team.value < 0.1 < alone.value  # on its own player 1 does not care
    with pytest.raises(OptionError, match="none of them is number 3"):
        plain_search(game, "coalition_reduction:alone=3")


def test_members_spare_their_coalition_in_playouts() -> None:
    """After player 0's move a playout: player 1 plays 0, by which the others lose all, as often as four draws in a row
    fall on it: 1/16 of the time. Player 0 gains then."""
    harmed = lambda chosen: [1.0, 0.0, 0.0] if chosen[1] == 0 else [0.0, 0.5, 0.5]  # noqa: E731
    even = lambda chosen: [0.0, 0.5, 0.5] if chosen[1] == -1 else harmed(chosen)  # noqa: E731
    for parts, often in ((["sparing"], 1 / 16), (["sparing:first=1,second=2,tries=1"], 1 / 4), ([], 1 / 2)):
        game = made(harmed, even)
        search = plain_search(game, "plain" if not parts else parts[0], "depth_limit:plies=1", seed=1)
        value = search.run(game.start(), iterations=700).value
        assert value == pytest.approx(often, abs=0.08), parts
    with pytest.raises(OptionError, match="are allied"):
        plain_search(made(harmed, even), "sparing:first=1,second=7")
