"""Dou Di Zhu: the playout against the generic one, against the list of moves, and cut short; uncompiled rules."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from dou_di_zhu_helpers import DECK, in_order, loaded, played, position
from playout_helpers import all_payoffs, without_playout

from anyspace import rng as random_numbers
from anyspace.machine.native import prototype
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import State


class Playouts:
    """A game's C playout, from one position again and again."""

    def __init__(self, state: State, seed: int) -> None:
        self.game, self.state = state.game, state
        self.block, self.rng = state.game.backend.new(), random_numbers.new(seed)
        self.out = np.zeros(3)
        self.buffers = np.zeros(self.game.max_moves, np.int32), np.zeros(self.game.max_moves)
        self.addresses = [array.ctypes.data for array in (self.block, self.rng, self.out, *self.buffers)]
        self.run = prototype(6)(self.game.backend.table.playout)

    def __call__(self, limit: int | None = None, again: bool = True) -> int:
        if again:
            self.block[:] = self.state._block
        return int(self.run(*self.addresses, self.game.max_length if limit is None else limit))


TRICKY = [
    ("", ""),
    ("333444555666 7777 bR 8 9", "333444+1"),  # kickers are due, with a choice to make
    ("3456789TJ 333 444 bR 99", "3456789"),  # runs, quadplexes and the nuke
    ("333 444 555 3 4 88 99 TT", ""),
]


@pytest.mark.parametrize("quadplex", [True, False])
@pytest.mark.parametrize(("hand", "line"), TRICKY)
def test_playout_agrees_with_the_generic_one(hand: str, line: str, quadplex: bool) -> None:
    game = loaded(quadplex=quadplex)
    n = 20_000
    state = game.start(seed=5)
    if hand:
        rest = in_order((Counter(DECK) - Counter(hand.replace(" ", ""))).elements())
        random.Random(1).shuffle(shuffled := list(rest))
        state = played(position(hand, "".join(shuffled[:17]), "".join(shuffled[17:34]), game=game), line)
    samples = []
    for played_game in (game, without_playout(game)):
        payoffs, lengths = all_payoffs(State(played_game, state._block), n, seed=7)
        samples.append(np.column_stack([lengths, payoffs[:, 0]]))
    error = np.sqrt((samples[0].var(axis=0) + samples[1].var(axis=0)) / n)
    assert (np.abs(samples[0].mean(axis=0) - samples[1].mean(axis=0)) <= 4 * error).all()


def test_playout_draws_every_lead_equally_often() -> None:
    for hand in ("333444 5 66 7777 bR", "34567889TJQ 99", "3333 4444 5 6"):
        state = position(hand, "3", "3")
        moves, n = state.moves(), 20_000
        playouts = Playouts(state, seed=1)
        found: Counter[int] = Counter()
        for _ in range(n):
            assert playouts(limit=1) == TOO_LONG
            found[int(loaded().backend.record(playouts.block).to_beat)] += 1
        assert set(found) == set(moves)
        square = sum((seen - n / len(moves)) ** 2 for seen in found.values()) / (n / len(moves))
        assert square < len(moves) + 6 * (2 * len(moves)) ** 0.5


def test_playout_respects_its_limit_and_can_go_on() -> None:
    for seed in range(200):
        state = loaded().start(seed=seed)
        whole, parts = Playouts(state, seed), Playouts(state, seed)
        length, cut = whole(), random.Random(seed).randrange(1, 30)
        assert 0 < length <= loaded().max_length
        assert whole(limit=0) == TOO_LONG
        done, again = 0, True
        while (last := parts(limit=min(cut, length - done), again=again)) == TOO_LONG:
            done, again = done + cut, False
        assert done + last == length
        whole.rng[:] = random_numbers.new(seed)
        whole()
        assert whole.out.tolist() == parts.out.tolist()


def test_uncompiled_rules_are_the_same() -> None:
    game, source = loaded(), random.Random(4)
    for seed in range(6):
        state = game.start(seed=seed)
        record, out = game.backend.record(state.copy()._block), np.zeros(game.max_moves, np.int32)
        with np.errstate(over="ignore"):
            game.rules["start"](record, random_numbers.new(seed))
            assert record.tobytes() == state._block.tobytes()
            while not state.over:
                n = game.rules["moves"](record, out)
                assert out[:n].tolist() == state.moves()
                if source.random() < 0.05:
                    guess, observer = game.backend.record(state.copy()._block), source.randrange(3)
                    game.rules["determinize"](guess, observer, random_numbers.new(seed))
                    assert guess.tobytes() == state.determinize(observer, seed=seed)._block.tobytes()
                if source.random() < 0.02:
                    playouts, payoffs = Playouts(state, seed), np.zeros(3)
                    twin = game.backend.record(state.copy()._block)
                    length = game.rules["playout"](twin, random_numbers.new(seed), payoffs, game.max_length)
                    assert playouts() == length
                    assert playouts.out.tolist() == payoffs.tolist()
                move = source.choice(state.moves())
                state.play(move)
                game.rules["play"](record, move)
                assert record.tobytes() == state._block.tobytes()
