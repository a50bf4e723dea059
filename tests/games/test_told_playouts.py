"""Playouts that tell their moves, of games with chance, hidden cards or shortcuts: what is told is what was played."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from playout_helpers import without_playout
from trace_helpers import check_traces, plain_traced, traced

from anyspace.games import confrontation, hearts, load, phantom, pig, skirmish, spades, twenty_forty_eight
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import CHANCE, Game, State

loaded = cache(load)


def told(state: State, seed: int, limit: int | None = None) -> tuple[int, list[float], list[tuple[int, int]]]:
    """The number of moves, the payoffs, and who made which move; (CHANCE, 0) for a move of chance."""
    length, payoffs, entries, _ = traced(state, seed, limit)
    return length, payoffs, pairs(entries[: max(length, 0)], state.game.actions or 0)


def pairs(entries: list[int], actions: int) -> list[tuple[int, int]]:
    return [(CHANCE, 0) if entry < 0 else divmod(entry, actions) for entry in entries]


def replay(state: State, moves: list[tuple[int, int]]) -> State:
    """Every move is its mover's and legal; what chance does has one outcome."""
    state = state.copy()
    for player, move in moves:
        assert state.mover == player
        state.play(state.moves()[0] if player == CHANCE else move)
    return state


def after_random_moves(game: Game, moves: int, seed: int) -> State:
    source, state = random.Random(seed), game.start(seed=seed)
    for _ in range(moves):
        state.play(source.choice(state.moves()))
    return state


# ---- cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [0, 2, 4, 7, 30, 55])
@pytest.mark.parametrize(
    "options", [{}, pytest.param({"never_break": True}, marks=pytest.mark.slow)], ids=["breaking", "never"]
)
def test_spades(begun: int, options: dict[str, Any]) -> None:
    game = loaded("spades", **options)
    for seed in range(6):
        state = after_random_moves(game, begun, seed)
        length, payoffs, moves = told(state, seed)
        assert length == len(moves) == 56 - begun
        end = replay(state, moves)
        assert end.over and end.returns() == payoffs


@pytest.mark.slow
def test_a_match_of_spades_is_played_to_the_end_of_the_round() -> None:
    state = spades.game(target=500).start(seed=3)
    length, _, moves = told(state, seed=1)
    end = replay(state, moves)
    assert length == 56 and not end.over
    assert str(end).startswith("round 2")


@pytest.mark.parametrize("begun", [0, 5, 12, 13, 16, 40, 63])
def test_hearts(begun: int) -> None:
    for seed in range(6):
        state = after_random_moves(loaded("hearts"), begun, seed)
        length, payoffs, moves = told(state, seed)
        assert length == len(moves) == 64 - begun
        assert [player for player, _ in moves].count(CHANCE) == (begun <= 12)  # who leads the two of clubs
        end = replay(state, moves)
        assert end.over and end.returns() == payoffs


def test_hearts_without_passing() -> None:
    state = hearts.game(passing="hold").start(seed=1)
    length, payoffs, moves = told(state, seed=2)
    assert length == 52 and replay(state, moves).returns() == payoffs


@pytest.mark.parametrize("name", ["spades", "hearts"])
def test_card_games_cut_short_and_uncompiled(name: str) -> None:
    state = after_random_moves(loaded(name), 3, seed=5)
    whole = traced(state, seed=5)[2]
    for limit in (1, 9, 14, 30):
        length, _, entries, _ = traced(state, seed=5, limit=limit)
        assert (length, entries) == (TOO_LONG, traced(state, seed=5, limit=limit + 1)[2][:limit])
    assert plain_traced(state, seed=5)[2] == whole


# ---- armies --------------------------------------------------------------------------------------------------------


def test_skirmish() -> None:
    check_traces(skirmish.game().start(seed=2), 8)
    state = loaded("skirmish", cards=3, commanders=1).start(seed=2)
    check_traces(state, 8)
    assert traced(state, seed=1)[:3] == plain_traced(state, seed=1)


def test_confrontation() -> None:
    """One that is cut short leaves its position: from one to the next leads the move that was told."""
    game = confrontation.game()
    for seed in range(4):
        state = game.start(seed=seed)
        length, payoffs, moves = told(state, seed)
        assert CHANCE in [player for player, _ in moves]
        here = state
        for ply, (player, move) in enumerate(moves):
            assert here.mover == player
            following = traced(state, seed, limit=ply + 1)[3]
            ways = here.moves() if player == CHANCE else [move]
            assert any(same(here.copy().play(way), following) for way in ways)
            here = following
        assert here.over and here.returns() == payoffs and length == len(moves)
        assert plain_traced(state, seed)[2] == traced(state, seed)[2]


def same(one: State, other: State) -> bool:
    """As far as the rules can tell: what players know of each other is not kept in playouts."""
    if (one.mover, one.moves(), one.returns()) != (other.mover, other.moves(), other.returns()):
        return False
    ours, theirs = (state.game.backend.record(state._block) for state in (one, other))
    return all(
        (ours[field] == theirs[field]).all() for field in ("where", "hand", "table", "fighter", "phase", "plies")
    )


# ---- phantom -------------------------------------------------------------------------------------------------------


def test_phantom_tells_accepted_tries() -> None:
    game = phantom.game()
    for begun in (0, 1, 5):
        for seed in range(10):
            state = after_random_moves(game, begun, seed)
            length, payoffs, moves = told(state, seed)
            assert length == len(moves)
            end = replay(state, moves)
            assert end.over and end.returns() == payoffs
            assert plain_traced(state, seed)[2] == traced(state, seed)[2]


@pytest.mark.parametrize("limit", [1, 2, 3, 6])
def test_phantom_cut_short(limit: int) -> None:
    state = phantom.game().start()
    whole = traced(state, seed=1)[2]
    length, _, entries, _ = traced(state, seed=1, limit=limit)
    assert length == TOO_LONG
    assert entries == whole[: limit // 2 * 2] + [-1] * (limit % 2)  # a try without its answer is not made


# ---- dice and tiles ------------------------------------------------------------------------------------------------


def test_2048_slides_as_it_tells() -> None:
    game = twenty_forty_eight.game(target=64)
    for seed in range(3):
        state = after_random_moves(game, 2, seed)
        length, payoffs, moves = told(state, seed)
        here = state
        for ply, (player, move) in enumerate(moves):
            assert here.mover == player
            following = traced(state, seed, limit=ply + 1)[3]
            if ply + 1 < length:  # at the end the board is not written back
                assert following in [here.copy().play(way) for way in (here.moves() if player == CHANCE else [move])]
            else:
                assert payoffs in [
                    here.copy().play(way).returns() for way in (here.moves() if player == CHANCE else [move])
                ]
            here = following
        assert [player for player, _ in moves] == [0, CHANCE] * (length // 2) + [0] * (length % 2)
        assert plain_traced(state, seed)[2] == traced(state, seed)[2]


PIGS = {
    "two": {},
    "a short horizon": {"horizon": 12, "players": 3},
    "piglet": {"piglet": True, "target": 5, "die": 3},
    "a large die": {"die": 20, "target": 60},
}


@pytest.mark.parametrize(
    "options",
    [pytest.param(options, marks=[] if name == "two" else pytest.mark.slow) for name, options in PIGS.items()],
    ids=PIGS,
)
def test_pig_rolls_and_holds_as_it_tells(options: dict[str, Any]) -> None:
    game = loaded("pig", **options)
    for seed in range(60):
        length, payoffs, moves = told(game.start(), seed)
        assert length == len(moves)
        turn, at = 0, 0
        while at < length:
            player, move = moves[at]
            if player != turn:  # the other rolled a 1
                assert player == (turn + 1) % game.players and moves[at - 1] == (CHANCE, 0)
                turn = player
            assert move in (pig.ROLL, pig.HOLD)
            if move == pig.ROLL:
                assert moves[at + 1] == (CHANCE, 0)
                at += 2
            else:
                last_to_hold, turn, at = turn, (turn + 1) % game.players, at + 1
        if max(payoffs) > 0:
            assert moves[-1] == (payoffs.index(1.0), pig.HOLD) and last_to_hold == payoffs.index(1.0)


@pytest.mark.parametrize(
    "options",
    [pytest.param(options, marks=[] if name == "two" else pytest.mark.slow) for name, options in PIGS.items()],
    ids=PIGS,
)
def test_pig_tells_what_random_play_does(options: dict[str, Any]) -> None:
    """The numbers of rolls and holds of each player are distributed as in random games played move by move."""
    game, n = loaded("pig", **options), 1500
    means, variances = [], []
    for played in (game, without_playout(game)):
        counts = []
        for seed in range(n):
            count = Counter(move for move in told(played.start(), seed)[2] if move[0] != CHANCE)
            counts.append([count[player, move] for player in range(game.players) for move in (pig.ROLL, pig.HOLD)])
        means.append(np.mean(counts, axis=0))
        variances.append(np.var(counts, axis=0))
    error = np.sqrt((variances[0] + variances[1]) / n)
    assert (np.abs(means[0] - means[1]) <= 4 * error + 1e-9).all()


def test_pig_in_the_air_and_uncompiled() -> None:
    state = loaded("pig").start().play(pig.ROLL)
    for seed in range(20):
        length, _, moves = told(state, seed)
        assert moves[0] == (CHANCE, 0) and moves[1][0] in (0, 1)
        assert plain_traced(state, seed)[2][:length] == traced(state, seed)[2][:length]
