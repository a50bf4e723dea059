"""What the optional rules of every built-in game must keep: actions, key, evaluate, prior, group, prune, told
playouts."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from further import further

import anyspace
from anyspace import CHANCE, GAMES
from anyspace import rng as random_numbers
from anyspace.machine.native import prototype
from anyspace.rules.compiled import SLACK
from anyspace.rules.game import Game, State
from anyspace.rules.predicates import MOST_PREDICATES, elements_of, read_predicates
from anyspace.rules.table import tells_moves

FURTHER = ("kalah(pits=8,seeds=3)", "pig(players=3,piglet=true)")
VARIANTS = [
    *[*GAMES, "hex(size=5,swap=true)", "go(size=5)"],
    *further(*FURTHER),
]

WITHOUT_ACTIONS = {"dou_di_zhu", "double_integrator", "pendulum", "trap"}
"""Whose moves have numbers too far apart."""

MANY = 300


def positions(game: Game, games: int, most: int = MANY) -> Iterator[State]:
    """The unfinished positions of random games, up to so many."""
    source, seen = random.Random(2), 0
    for round_ in range(games):
        state = game.start(seed=round_)
        while not state.over and seen < most:
            yield state
            seen += 1
            state.play(source.choice(state.moves()))


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_are_below_the_number_of_actions(name: str) -> None:
    game = anyspace.load(name)
    assert (game.actions is None) == (game.name in WITHOUT_ACTIONS)
    if game.actions is not None:
        assert all(move < game.actions for state in positions(game, 20) for move in state.moves())


@pytest.mark.parametrize("name", VARIANTS)
def test_keys_tell_positions_apart(name: str) -> None:
    game = anyspace.load(name)
    if not game.backend.has("key"):
        return
    by_position: dict[bytes, int] = {}
    by_key: dict[int, tuple[int, str]] = {}
    for state in positions(game, 20):
        key = state.key()
        assert by_position.setdefault(state._block.tobytes(), key) == key, "one position, one key"
        assert by_key.setdefault(key, (state.mover, str(state))) == (state.mover, str(state)), "two with one key"
        assert -(2**63) <= key < 2**63
    halves = {key & 0xFFFFFFFF for key in by_key}, {key >> 32 for key in by_key}
    assert all(len(half) >= len(by_key) - 1 for half in halves), "all bits differ"


@pytest.mark.parametrize("name", VARIANTS)
def test_estimates_are_within_the_payoffs(name: str) -> None:
    game = anyspace.load(name)
    if not game.backend.has("evaluate"):
        return
    least, greatest = game.payoffs
    estimates = [state.evaluate() for state in positions(game, 10)]
    assert all(len(estimate) == game.players for estimate in estimates)
    assert all(least < value < greatest for estimate in estimates for value in estimate)
    if game.players == 2 and least == -greatest:  # what one wins the other loses, in all of these
        assert all(first == -second for first, second in estimates)
    assert len({tuple(estimate) for estimate in estimates}) > 5, "it says something"


@pytest.mark.parametrize("name", VARIANTS)
def test_no_legal_move_is_ruled_out_by_the_prior(name: str) -> None:
    game = anyspace.load(name)
    if not game.backend.has("prior"):
        return
    differ = 0
    for state in positions(game, 10):
        if state.mover != CHANCE:
            weights = state.prior()
            assert len(weights) == len(state.moves())
            assert all(0 < weight < 1e300 for weight in weights)
            differ += len(set(weights)) > 1
    assert differ > 5, "it says something"


@pytest.mark.parametrize("name", VARIANTS)
def test_groups_are_small_numbers(name: str) -> None:
    game = anyspace.load(name)
    if game.backend.has("group"):
        groups = [[state.group(move) for move in state.moves()] for state in positions(game, 3, most=60)]
        assert all(0 <= group <= 255 for found in groups for group in found)
        assert max(len(set(found)) for found in groups) > 1, "it says something"


@pytest.mark.parametrize("name", VARIANTS)
def test_some_moves_may_be_dropped_and_a_winner_named(name: str) -> None:
    game = anyspace.load(name)
    if not game.backend.has("prune"):
        return
    dropped = decided = 0
    for state in positions(game, 20):
        if state.mover != CHANCE:
            winner, keep = state.prune()
            assert len(keep) == len(state.moves()) and any(keep), "something is left"
            assert -1 <= winner < game.players
            dropped += not all(keep)
            decided += winner >= 0
            check_winner(state, winner)
    assert dropped + decided > 5, "it says something"


def check_winner(state: State, winner: int) -> None:
    """Who is to move and wins at once is not called a loser, and has such a move left."""
    ends = [state.copy().play(move) for move in state.moves()]
    best = [end.over and end.returns()[state.mover] == state.game.payoffs[1] for end in ends]
    if any(best):
        found, keep = state.prune()
        assert winner == found and winner in (-1, state.mover)
        assert any(won and stays for won, stays in zip(best, keep, strict=True))


@pytest.mark.parametrize("name", VARIANTS)
def test_features_are_below_their_number(name: str) -> None:
    game = anyspace.load(name)
    assert (game.move_features is not None) == game.backend.has("features")
    if game.move_features is not None:
        looks = [state.features() for state in positions(game, 10) if state.mover != CHANCE]
        assert all(0 <= look < game.move_features for found in looks for look in found)
        assert len({look for found in looks for look in found}) > 5, "it says something"


@pytest.mark.parametrize("name", VARIANTS)
def test_replies_are_legal(name: str) -> None:
    game = anyspace.load(name)
    if not game.backend.has("reply"):
        return
    source, found = random.Random(3), 0
    for number in range(20):
        state, last = game.start(seed=number), None
        while not state.over:
            answer = state.reply(last, seed=number)
            assert answer is None or answer in state.moves()
            assert answer == state.reply(last, seed=number)
            found += answer is not None
            last = source.choice(state.moves())
            state.play(last)
    assert found > 20, "it says something"


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_true_differs_from_position_to_position(name: str) -> None:
    """As each game's record has it. (`predicates` compiled: tests/parts/test_predicates.py.)"""
    game: Any = anyspace.load(name)
    elements, out = elements_of(game.state), np.zeros(MOST_PREDICATES, np.int32)
    seen = set()
    for state in positions(game, 1, most=6):
        n = read_predicates(state._block, elements, out)
        assert 0 < n <= MOST_PREDICATES and (out[:n] >= 0).all() and len(set(out[:n].tolist())) == n
        seen.add(out[:n].tobytes())
    assert len(seen) > 1, "it says something"


@pytest.mark.parametrize("name", VARIANTS)
def test_asking_changes_nothing_and_plain_python_answers_the_same(name: str) -> None:
    game: Any = anyspace.load(name)
    rules, has = game.rules, game.backend.has
    moves, weights, payoffs = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves), np.zeros(game.players)
    for state in positions(game, 2, most=25):
        before, record = state.copy(), game.backend.record(state.copy()._block)
        n = len(state.moves())
        moves[:n] = state.moves()
        with np.errstate(all="ignore"):
            if has("key"):
                assert np.array([state.key()]).view(np.uint64)[0] == np.uint64(int(rules["key"](record)) % 2**64)
            if has("evaluate"):
                rules["evaluate"](record, payoffs)
                assert state.evaluate() == pytest.approx(payoffs.tolist(), abs=1e-12)
            if has("prior") and state.mover != CHANCE:
                rules["prior"](record, moves, n, weights)
                assert state.prior() == pytest.approx(weights[:n].tolist(), rel=1e-9)
            if has("group"):
                assert [state.group(move) for move in moves[:n]] == [rules["group"](record, int(m)) for m in moves[:n]]
            if has("features") and state.mover != CHANCE:
                looks = np.zeros(game.max_moves, np.int32)
                rules["features"](record, moves, n, looks)
                assert state.features() == looks[:n].tolist()
            if has("prune") and state.mover != CHANCE:
                weights[:n] = 1.0
                winner = rules["prune"](record, moves, n, weights)
                assert state.prune() == (winner, [weight != 0 for weight in weights[:n]])
        assert state == before
        assert record.tobytes() == before._block.tobytes()


class Playouts:
    """Of a game, told or silent, from copies of a state."""

    def __init__(self, game: Game) -> None:
        self.game, self.block = game, game.backend.new()
        table = game.backend.provide(["playout_traced"])
        self.silent, self.telling = prototype(6)(table.playout), prototype(7)(table.playout_traced)
        self.out = np.zeros(game.players)
        self.moves, self.weights = np.zeros(game.max_moves + SLACK, np.int32), np.zeros(game.max_moves + SLACK)
        self.trace = np.zeros(game.max_length + 1 + SLACK, np.int32)

    def run(self, state: State, seed: int, tells: bool, limit: int | None = None) -> tuple[int, list[float], bytes]:
        """Number of moves, payoffs, and the generator as it is left."""
        rng = random_numbers.new(seed)
        self.block[:] = state._block
        self.out[:] = math.nan
        self.trace[:] = -7
        at = [array.ctypes.data for array in (self.block, rng, self.out, self.moves, self.weights)]
        limit = self.game.max_length if limit is None else limit
        length = self.telling(*at, limit, self.trace.ctypes.data) if tells else self.silent(*at, limit)
        return length, self.out.tolist(), rng.tobytes()


GENERIC = ("hanoi", "kuhn_poker")
"""Of the games that are played out by the generic playout, those with which it is compiled here: it is one for all,
and the others are for who waits."""


@pytest.mark.parametrize("name", VARIANTS)
def test_playouts_that_tell_their_moves_are_the_same_playouts(name: str) -> None:
    game: Any = anyspace.load(name)
    if tells_moves(game.rules.get("playout")) or name in GENERIC:
        check_telling(game)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if name not in GENERIC])
def test_generic_playouts_that_tell_their_moves_are_the_same_playouts(name: str) -> None:
    game: Any = anyspace.load(name)
    if "playout" not in game.rules:
        check_telling(game)


def check_telling(game: Any) -> None:
    if game.actions is None:
        return
    playouts, most = Playouts(game), game.players * game.actions
    for number, state in enumerate(positions(game, 3, most=90)):
        if number % 3:
            continue
        told = playouts.run(state, number, tells=True)
        trace = playouts.trace.copy()
        entries, beyond = trace[: told[0]], trace[game.max_length + 1 :]
        assert told == playouts.run(state, number, tells=False)
        assert 0 < told[0] <= game.max_length
        assert ((entries >= -1) & (entries < most)).all()
        assert (beyond == -7).all(), "no more than is there"
        check_first(state, int(entries[0]), game.actions)
        cut = min(3, told[0] - 1)
        playouts.run(state, number, tells=True, limit=cut)
        assert ((playouts.trace[:cut] >= -1) & (playouts.trace[:cut] < most)).all(), "all that is read was written"


def check_first(state: State, entry: int, actions: int) -> None:
    """The first move told is one that the mover may make; in Hex, whose playout has no order, either player's."""
    if entry < 0:
        assert state.mover == CHANCE
    else:
        player, move = divmod(entry, actions)
        assert move in state.moves()
        assert player == state.mover or state.game.name == "hex"
