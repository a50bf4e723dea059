from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from oracle import cross_check
from playout_helpers import all_payoffs, playouts, without_playout
from uncompiled import uncompiled

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import pig
from anyspace.rng import new as new_rng
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import CHANCE, OVER, Game, State

GAME = pig.game()
SHORT = pig.game(players=3, target=20, horizon=40)
PIGLET = pig.game(target=10, die=2, piglet=True)


def play(state: State, moves: str) -> State:
    for name in moves.split():
        state.play(state.parse(name))
    return state


def record(state: State) -> Any:
    return state.game.backend.record(state._block)


@pytest.mark.parametrize(
    ("game", "theirs", "games"),
    [
        (GAME, "pig", 400),
        (SHORT, "pig(players=3,winscore=20,horizon=40)", 600),
        (PIGLET, "pig(winscore=10,diceoutcomes=2,piglet=true)", 200),
    ],
    ids=["default", "three players, short", "piglet"],
)
def test_agrees_with_open_spiel(game: Game, theirs: str, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    cross_check(game, pyspiel.load_game(theirs), games)


def test_rolled_points_wait_until_held() -> None:
    state = play(GAME.start(), "roll 4 roll 6")
    assert (record(state).points, list(record(state).scores)) == (10, [0, 0])
    play(state, "hold")
    assert (record(state).points, list(record(state).scores)) == (0, [10, 0])
    assert state.mover == 1


def test_one_loses_the_turn() -> None:
    state = play(GAME.start(), "roll 4 roll 1")
    assert (record(state).points, list(record(state).scores)) == (0, [0, 0])
    assert state.mover == 1


def test_die_is_fair_and_the_other_player_waits() -> None:
    state = play(GAME.start(), "roll")
    assert state.mover == CHANCE
    assert state.weights() == pytest.approx([1 / 6] * 6)
    assert [state.name(move) for move in state.moves()] == list("123456")


def test_piglet_tells_a_one_from_the_rest() -> None:
    game = uncompiled(pig.game(piglet=True))
    state = play(game.start(), "roll")
    assert state.weights() == pytest.approx([1 / 6, 5 / 6])
    assert record(play(state, "more")).points == 1


def test_turn_goes_around() -> None:
    state = SHORT.start()
    for player in (0, 1, 2, 0):
        assert state.mover == player
        play(state, "hold")


def test_enough_points_leave_nothing_but_to_hold() -> None:
    state = play(SHORT.start(), "roll 6 roll 6 roll 6 roll 2")
    assert [state.name(move) for move in state.moves()] == ["hold"]
    play(state, "hold")
    assert state.over
    assert state.returns() == [1.0, -0.5, -0.5]


def test_nobody_wins_beyond_the_horizon() -> None:
    """The last choice counts even if it is to roll: the die does not land any more."""
    game = pig.game(horizon=3)
    state = play(game.start(), "roll 6 roll 6")
    assert not state.over
    assert play(state, "roll").mover == OVER
    assert state.returns() == [0.0, 0.0]
    assert "nobody has won" in str(state)


def test_optimal_piglet_to_two_points() -> None:
    """The first player wins four games out of seven: Neller and Presser, Optimal Play of the Dice Game Pig (2004)."""
    rules = pig.game(target=2, die=2, piglet=True, horizon=60).rules
    fields = pig.game(target=2, die=2, piglet=True, horizon=60).state
    known: dict[bytes, float] = {}

    def value(state: Any) -> float:
        """Of the game to player 0, if both play as well as can be."""
        key = state.tobytes()
        if key not in known:
            mover = int(rules["mover"](state[0]))
            out, moves = np.zeros(2), np.zeros(2, np.int32)
            if mover == OVER:
                rules["returns"](state[0], out)
                known[key] = out[0]
            else:
                values = []
                for move in moves[: rules["moves"](state[0], moves)]:
                    after = state.copy()
                    rules["play"](after[0], move)
                    values.append(value(after))
                known[key] = np.mean(values) if mover == CHANCE else max(values) if mover == 0 else min(values)
        return known[key]

    first = np.zeros(1, fields).view(np.recarray)
    rules["start"](first[0], new_rng(0))
    assert (1 + value(first)) / 2 == pytest.approx(4 / 7, abs=1e-4)


@pytest.mark.parametrize(("game", "target"), [(GAME, 100), (SHORT, 20), (PIGLET, 10)])
def test_own_playout_has_the_means_of_the_generic_one(game: Game, target: int) -> None:
    """From the start, and from a position near the end with the die in the air."""
    near = game.start()
    record(near).scores[:] = target - 5
    near.play(pig.ROLL)
    count = 20_000
    for state in (game.start(), near):
        own = all_payoffs(state, count, seed=1)
        generic = all_payoffs(State(without_playout(game), state._block), count, seed=2)
        for ours, theirs in zip(own, generic, strict=True):
            error = np.sqrt((ours.var(axis=0) + theirs.var(axis=0)) / count)
            assert (abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 4 * error).all()


def test_course_table() -> None:
    """Two choices with a three-sided die: 36 lines, the first choice in the low digit."""
    table = pig.courses(die=3, piglet=False, choices=2)
    assert len(table) == 36
    hold, one, two, three = 3, 0, 1, 2
    first, second = 1, 6
    columns = [pig.POINTS, pig.KEPT, pig.ENDED, pig.CHOICES, pig.PLIES]
    assert table[hold * first, columns].tolist() == [0, 1, 1, 1, 1]
    assert table[one * first + three * second, columns].tolist() == [0, 0, 1, 1, 2]
    assert table[two * first + hold * second, columns].tolist() == [2, 1, 1, 2, 3]
    assert table[two * first + three * second, columns].tolist() == [5, 1, 0, 2, 4]
    assert table[three * first + one * second, columns].tolist() == [3, 0, 1, 2, 4]


def test_large_dice_play_out_choice_by_choice() -> None:
    game = pig.game(die=20, horizon=100)
    _, lengths = playouts(game.start(), 100, seed=3)
    assert lengths.min() > 0
    assert lengths.max() <= game.max_length


def test_playout_keeps_to_its_limit() -> None:
    _, lengths = playouts(GAME.start(), 300, limit=150, seed=5)
    assert (lengths == TOO_LONG).any()
    assert ((lengths == TOO_LONG) | ((lengths > 0) & (lengths <= 150))).all()


def test_names() -> None:
    state = GAME.start()
    assert [state.name(move) for move in state.moves()] == ["roll", "hold"]
    assert state.parse("HOLD") == state.parse("1") == pig.HOLD
    play(state, "roll")
    assert [state.parse(state.name(move)) for move in state.moves()] == state.moves()
    with pytest.raises(IllegalMove, match="'7' names no legal move"):
        state.parse("7")


def test_picture() -> None:
    state = play(GAME.start(), "roll 6 hold roll 3")
    assert str(state) == "player 0:    6\nplayer 1:    0 + 3\nplayer 1 to choose"
    assert str(play(state, "roll")).endswith("the die is rolling")


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("players", 1, "a whole number from 2 to 10"),
        ("players", 11, "a whole number from 2 to 10"),
        ("target", 0, "a whole number from 1 to 1,000"),
        ("target", 99.5, "a whole number from 1 to 1,000"),
        ("die", 1, "a whole number from 2 to 100"),
        ("horizon", 10_001, "a whole number from 1 to 10,000"),
        ("piglet", 1, "true or false"),
    ],
)
def test_bad_options(option: str, value: Any, allowed: str) -> None:
    with pytest.raises(OptionError, match=f"pig: {option} must be {allowed}, not {value!r}"):
        pig.game(**{option: value})
