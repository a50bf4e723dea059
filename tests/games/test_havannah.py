"""Havannah: against pyspiel, rings, bridges and forks by hand, the swap, the knowledge, the playout."""

from __future__ import annotations

import functools
import random
from typing import Any

import numpy as np
import pytest
from further import further
from oracle import cross_check, perft
from playout_helpers import expected, playouts, without_playout
from trace_helpers import check_traces, plain_traced, traced
from uncompiled_helpers import check_rules

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import havannah
from anyspace.games.havannah_board import WAYS, coordinates
from anyspace.rules.game import Game, State


@functools.cache
def build(size: int, swap: bool = False) -> Game:
    return havannah.game(size, swap)


def played(size: int, names: str, swap: bool = False) -> State:
    state = build(size, swap).start(seed=0)
    for name in names.split():
        state.play(state.parse(name))
    return state


def alternate(size: int, first: str, second: str) -> State:
    """The position after the stones of both in turn; the game may only end with the last of them."""
    stones = [name for pair in zip(first.split(), second.split(), strict=False) for name in pair]
    longer = first.split()[len(second.split()) :]
    return played(size, " ".join(stones + longer))


# ---- against others ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "games"),
    [(3, 1000), (4, 400), *further((5, 150), (10, 5))],
)
def test_agrees_with_pyspiel(size: int, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    actions = [y * (2 * size - 1) + x for x, y in coordinates(size)]
    theirs = pyspiel.load_game(f"havannah(board_size={size})")
    assert cross_check(build(size), theirs, games, action=lambda _, move: actions[move], seed=size) > games


def test_swap_agrees_with_pyspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    actions = [y * 5 + x for x, y in coordinates(3)]

    def action(state: State, move: int) -> int:
        """Their swap is a move to the cell that is taken."""
        return actions[move if move < 19 else ({*range(19)} - {*state.moves()}).pop()]

    theirs = pyspiel.load_game("havannah(board_size=3,swap=true)")
    assert cross_check(build(3, swap=True), theirs, 1000, action=action) > 1000


def has_won(size: int, stones: set[int]) -> bool:
    """The obvious way: walk along chains for bridges and forks; a ring cuts a cell off from the world around the board,
    or fills the six cells around one."""
    places = coordinates(size)
    own = {places[cell] for cell in stones}

    def around(place: tuple[int, int]) -> list[tuple[int, int]]:
        return [(place[0] + right, place[1] + down) for right, down in WAYS]

    def reached(start: tuple[int, int], ground: set[tuple[int, int]]) -> set[tuple[int, int]]:
        seen, edge = {start}, [start]
        while edge:
            for place in around(edge.pop()):
                if place in ground and place not in seen:
                    seen.add(place)
                    edge.append(place)
        return seen

    last = 2 * size - 2
    for start in own:
        chain = reached(start, own)
        met = [{0: y, 1: last - x, 2: x - y + size - 1, 3: last - y, 4: x, 5: y - x + size - 1} for x, y in chain]
        zeros = [[side for side in range(6) if distance[side] == 0] for distance in met]
        if len({tuple(sides) for sides in zeros if len(sides) == 2}) >= 2:
            return True
        if len({sides[0] for sides in zeros if len(sides) == 1}) >= 3:
            return True
    world = {(x, y) for x in range(-1, last + 2) for y in range(-1, last + 2)}  # the board and all around it
    outside = reached((-1, -1), world - own)
    return (set(places) - own) - outside != set() or any(own.issuperset(around(place)) for place in own)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_games_end_when_the_obvious_way_says_so(size: int) -> None:
    source, cells = random.Random(size), len(coordinates(size))
    for _ in range(60):
        state = build(size).start(seed=0)
        stones: tuple[set[int], set[int]] = (set(), set())
        for turn, cell in enumerate(source.sample(range(cells), cells)):
            state.play(cell)
            stones[turn % 2].add(cell)
            won = has_won(size, stones[turn % 2])
            assert state.over == (won or turn == cells - 1)
            if state.over:
                assert state.returns()[turn % 2] == float(won)
                break


@pytest.mark.parametrize(("size", "counts"), [(4, [37, 1332, 46620]), (3, [19, 342, 5814])])
def test_perft(size: int, counts: list[int]) -> None:
    assert [perft(build(size).start(seed=0), depth) for depth in range(1, len(counts) + 1)] == counts


# ---- what wins ---------------------------------------------------------------------------------------------------

FAR = "g6 e7 g4 e5 d6 f5 f7"  # stones of player 1 that take no part, size 4


@pytest.mark.parametrize(
    ("size", "stones", "wins"),
    [
        (4, "b2 c2 b3 d3 c4 d4", True),  # around the empty c3
        (4, "d4 b2 c2 d3 c4 b3", True),  # in another order
        (4, "b2 c2 b3 d3 c4", False),  # five of the six
        (4, "b2 c2 d2 b3 e3 c4 d4 e4", True),  # around two cells, c3 and d3
        (4, "b2 c2 d2 b3 e3 c4 d4", False),  # with a gap
        (4, "b2 c2 b3 c3 d3 c4", False),  # a clump that encloses nothing: one short of a filled hexagon
        (4, "a1 b1 c1 d1", True),  # a bridge along the top side
        (4, "a1 b1 d1 c1", True),  # closed in the middle
        (4, "b1 c1 a2 a3", False),  # two sides, no chain of three
        (4, "b1 b2 b3 a2", False),  # joins the top and the upper left side only
        (4, "a1 b1 c1 e2", False),  # one corner and the top side: corners are of no side
    ],
)
def test_wins_by_hand(size: int, stones: str, wins: bool) -> None:
    count = len(stones.split()) - 1
    state = alternate(size, stones, " ".join(FAR.split()[:count]))
    assert state.over == wins
    assert state.returns() == ([1.0, -1.0] if wins else [0.0, 0.0])


def test_what_a_ring_encloses_does_not_matter() -> None:
    ring = "b2 c2 d2 b3 e3 c4 d4 e4"  # around c3 and d3
    assert alternate(4, ring, "c3 g6 e7 g4 e5 d6 f5").returns() == [1.0, -1.0]
    assert alternate(4, "c3 " + ring, "d3 " + FAR).returns() == [1.0, -1.0]


def test_a_filled_hexagon_is_a_ring() -> None:
    # the last stone is on the rim, the middle has been there for long: no second arc, yet a ring
    state = alternate(4, "c3 b2 c2 b3 d3 c4 d4", "g6 e7 g4 e5 d6 f5")
    assert state.over and state.returns() == [1.0, -1.0]
    # without a rim stone it is not: the last one is the middle of a hexagon with a gap
    state = alternate(4, "b2 c2 b3 d3 c4 c3", "g6 e7 g4 e5 d6")
    assert not state.over


def test_a_fork_joins_three_sides() -> None:
    # the top by b1, the upper left side by a3, then down to the lower left side at b5
    branches = "b1 b2 b3 a2 b4"
    assert not alternate(4, branches, "g6 e7 g4 e5").over
    assert alternate(4, branches + " b5", "g6 e7 g4 e5 d6").returns() == [1.0, -1.0]


def test_a_corner_is_of_no_side() -> None:
    # from the top through a1, the corner with the upper left side, and on to a4, the next corner, would be a bridge
    state = alternate(4, "b1 a1 b2 b3 b4", "g6 e7 g4 e5")
    assert not state.over  # the top and a corner
    state.play(state.parse("d6")).play(state.parse("b5"))
    assert not state.over  # the top, the lower left side and a corner: a fork needs another side


def test_player_1_wins_too() -> None:
    state = played(4, "g7 a1 g6 b1 f7 c1 f6 d1")
    assert state.over and state.returns() == [-1.0, 1.0]


def test_a_full_board_is_a_draw() -> None:
    source = random.Random(3)
    for _ in range(20_000):
        order = source.sample(range(19), 19)
        if not has_won(3, set(order[0::2])) and not has_won(3, set(order[1::2])):
            break
    state = build(3).start(seed=0)
    for cell in order:
        assert not state.over
        state.play(cell)
    assert state.over and state.returns() == [0.0, 0.0]
    assert str(state).endswith("a draw")


# ---- the swap ----------------------------------------------------------------------------------------------------


def test_swap_changes_the_owner_once() -> None:
    state = played(3, "c3", swap=True)
    assert len(state.moves()) == 19 and state.name(19) == "swap"
    state.play(state.parse("swap"))
    assert state.mover == 0 and "o" in str(state).splitlines()[3]
    assert 19 not in state.moves() and len(state.moves()) == 18
    state.play(state.parse("a1"))
    assert 19 not in state.moves() and state.mover == 1
    assert 19 not in played(3, "c3 a1", swap=True).moves()
    assert 19 not in played(3, "c3").moves()
    assert played(3, "c3 swap a1", swap=True).key() != played(3, "a1 c3", swap=True).key()  # another one to move


# ---- keys, bytes and knowledge -----------------------------------------------------------------------------------


def test_equal_boards_have_equal_bytes_and_keys() -> None:
    source = random.Random(5)
    keys: dict[int, bytes] = {}
    for _ in range(150):
        order = source.sample(range(61), 24)
        first, second = order[0::2], order[1::2]
        positions = []
        for _ in range(2):
            state = build(5).start(seed=0)
            for pair in zip(first, second, strict=True):
                for cell in pair:
                    if not state.over:
                        state.play(cell)
            positions.append(state)
            source.shuffle(first)
            source.shuffle(second)
        if not any(state.over for state in positions):
            assert positions[0] == positions[1]
            assert positions[0].key() == positions[1].key()
        board = str(positions[0]).encode()
        assert keys.setdefault(positions[0].key(), board) == board
    assert len(keys) > 100


@pytest.mark.parametrize("size", [5, *further(3)])
def test_the_prior_knows_what_wins(size: int) -> None:
    source = random.Random(size)
    seen = set()
    for _ in range(30):
        state = build(size).start(seed=0)
        while not state.over:
            for move, weight in zip(state.moves(), state.prior(), strict=True):
                after = state.copy().play(move)
                if after.over and after.returns()[state.mover] == 1.0:
                    assert weight == havannah.WINNING
                    seen.add("win")
                else:
                    assert 1.0 <= weight <= havannah.SAVING
                    seen.add("saves" if weight == havannah.SAVING else "other")
            state.play(source.choice(state.moves()))
    assert seen == {"win", "saves", "other"}


def test_the_prior_sees_what_the_other_threatens() -> None:
    state = played(4, "a1 g7 b1 g6 c1")
    weights = dict(zip(state.names(state.moves()), state.prior(), strict=True))
    assert [name for name, weight in weights.items() if weight == havannah.SAVING] == ["d1"]
    assert weights["f6"] > weights["d5"] == 1.0  # next to own stones, or to none


# ---- playouts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "swap", "moves"), [(3, True, ""), (3, True, "c3"), (5, False, ""), *further((3, False, ""))]
)
def test_own_playout_is_uniformly_random(size: int, swap: bool, moves: str) -> None:
    count, state = 20_000, played(size, moves, swap)
    listed = State(without_playout(build(size, swap)), state._block)
    for ours, theirs in zip(playouts(state, count, seed=2), playouts(listed, count, seed=3), strict=True):
        error = np.sqrt((ours.var() + theirs.var()) / count)
        assert abs(ours.mean() - theirs.mean()) < 4 * error


def test_playouts_near_the_end_have_the_exact_mean() -> None:
    state = played(3, "a1 b2 c1 d4 e5 a3 c3 e4 b4 a2 c5")
    assert not state.over
    payoffs, _ = playouts(state, 20_000)
    assert abs(payoffs.mean() - expected(state)) < 4 * payoffs.std() / np.sqrt(20_000)


@pytest.mark.parametrize(
    ("size", "swap", "moves"), [(3, True, ""), (3, True, "c3"), (5, False, "e5 c3"), *further((10, False, ""))]
)
def test_playouts_tell_their_moves(size: int, swap: bool, moves: str) -> None:
    check_traces(played(size, moves, swap), 30)


def test_a_cut_playout_leaves_tidy_bytes() -> None:
    state = build(5).start(seed=0)
    for seed in range(20):
        _, _, entries, left = traced(state, seed, limit=20)
        replay = state.copy()
        for entry in entries:
            replay.play(entry % 61)
        assert left == replay


# ---- the rest ----------------------------------------------------------------------------------------------------


def test_uncompiled_rules_agree() -> None:
    check_rules(build(3, swap=True), games=4, seed=2)
    check_rules(build(5), games=1, seed=3)
    state = played(3, "c3", swap=True)
    for seed in range(3):
        length, payoffs, entries, _ = traced(state, seed)
        assert plain_traced(state, seed) == (length, payoffs, entries)
    game: Any = build(3, swap=True)
    record, moves = game.backend.record(state._block), np.array(state.moves(), np.int32)
    weights = np.zeros(len(moves))
    game.rules["prior"](record, moves, len(moves), weights)
    assert weights.tolist() == state.prior()
    assert np.uint64(game.rules["key"](record)).astype(np.int64) == state.key()


def test_names_and_picture() -> None:
    state = played(3, "c3 d2")
    assert str(state).splitlines() == [
        "      a b c",
        "   1 . . . d",
        "  2 . . . o e",
        " 3 . . x . .",
        "  4 . . . .",
        "   5 . . .",
        "x to move",
    ]
    assert [state.name(move) for move in (0, 3, 11, 12, 18)] == ["a1", "a2", "e3", "b4", "e5"]
    for move in state.moves():
        assert state.parse(state.name(move).upper()) == move
    for text in ("c3", "d1", "a4", "swap"):
        with pytest.raises(IllegalMove):
            state.parse(text)


@pytest.mark.parametrize(
    "options", [{"size": 2}, {"size": 11}, {"size": 5.0}, {"size": True}, {"size": "5"}, {"swap": 1}, {"swap": "no"}]
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=rf"^havannah: {next(iter(options))} must be "):
        havannah.game(**options)
