from __future__ import annotations

import random

import numpy as np
import pytest
from playout_helpers import all_payoffs, expected, without_playout
from spades_helpers import MATCH, NO_BREAK, ROUND, last_trick, play, position, record

from anyspace.machine.native import prototype
from anyspace.rng import new as new_rng
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import Game, State


def first_payoffs(state: State, n: int, seed: int) -> np.ndarray:
    """Player 0's payoffs of `n` playouts to the end of the round; partners share them, the others lose them."""
    payoffs, lengths = all_payoffs(state, n, limit=56, seed=seed)
    assert lengths.min() > 0 and lengths.max() <= 56
    first = payoffs[:, 0]
    assert (payoffs == np.column_stack([first, -first, first, -first])).all()
    return first


@pytest.mark.parametrize("line", [0, 4, 5, 23, 40])
def test_playouts_are_as_random_as_the_generic_one(line: int) -> None:
    state = ROUND.start(seed=6)
    source = random.Random(line)
    for _ in range(line):
        state.play(source.choice(state.moves()))
    ours = first_payoffs(state, 10_000, seed=1)
    generic = first_payoffs(State(without_playout(ROUND), state._block), 10_000, seed=2)
    for a, b in ((ours, generic), (ours**2, generic**2), (ours > ours.mean(), generic > ours.mean())):
        assert abs(a.mean() - b.mean()) <= 4 * (a.var() / len(a) + b.var() / len(b)) ** 0.5


@pytest.mark.parametrize("game", [ROUND, NO_BREAK], ids=["breaking", "never_break"])
@pytest.mark.parametrize("lead", ["", "9C", "9C 2S"], ids=["trick ahead", "one card", "two cards"])
def test_playouts_are_right_on_average(game: Game, lead: str) -> None:
    # the exact mean over all ways to play three tricks; spades may break in the first
    hands = ("9C 4S AS", "8D 2S 2D", "TC 3D KS", "5C 6C 9D")
    state = play(position(game, hands, bids=(2, 1, 3, 1), taken=(4, 1, 0, 5)), lead)
    sample = first_payoffs(state, 10_000, seed=3)
    assert abs(sample.mean() - expected(state)) <= 4 * sample.std() / 100


def test_playouts_of_a_match_end_with_the_round() -> None:
    state = last_trick(MATCH, (100, -20))
    assert first_payoffs(state, 1, seed=1)[0] == pytest.approx((150 - 51) / 850)


@pytest.mark.parametrize("limit", [0, 1, 4, 9, 55])
def test_a_playout_keeps_to_its_limit(limit: int) -> None:
    state = ROUND.start(seed=2)
    run = prototype(6)(ROUND.backend.table.playout)
    rng, out = new_rng(1), np.zeros(4)
    assert run(state._block.ctypes.data, rng.ctypes.data, out.ctypes.data, 0, 0, limit) == TOO_LONG
    assert record(state).step == limit
    left = 56 - limit
    assert run(state._block.ctypes.data, rng.ctypes.data, out.ctypes.data, 0, 0, left) == left
    assert out.tolist() == state.returns() and state.over


@pytest.mark.parametrize("game", [ROUND, MATCH], ids=["round", "match"])
def test_python_and_machine_code_agree(game: Game) -> None:
    source, rules = random.Random(9), game.rules
    run = prototype(6)(game.backend.table.playout)
    state = game.start(seed=5)
    twin = record(state).copy().view(np.recarray)
    buffer, out, out_twin = np.zeros(64, np.int64), np.zeros(4), np.zeros(4)
    with np.errstate(over="ignore"):
        while not state.over and record(state).rounds < 2:
            assert buffer[: rules["moves"](twin, buffer)].tolist() == state.moves()
            guess, ours = twin.copy().view(np.recarray), state.determinize(1, seed=7)
            rules["determinize"](guess, 1, new_rng(7))
            assert guess.tobytes() == ours._block.tobytes()
            rng = new_rng(8)
            length = run(ours._block.ctypes.data, rng.ctypes.data, out.ctypes.data, 0, 0, 56)
            assert rules["playout"](guess, new_rng(8), out_twin, 56, None) == length
            assert guess.tobytes() == ours._block.tobytes() and (out == out_twin).all()
            move = source.choice(state.moves())
            state.play(move)
            rules["play"](twin, move)
            assert twin.tobytes() == state._block.tobytes()
