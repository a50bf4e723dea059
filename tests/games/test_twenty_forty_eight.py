from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from oracle import cross_check
from playout_helpers import all_payoffs, without_playout
from uncompiled_helpers import check_rules

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import twenty_forty_eight
from anyspace.machine.native import prototype
from anyspace.rng import new as new_rng
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import CHANCE, Game, State

GAME = twenty_forty_eight.game()
SMALL = twenty_forty_eight.game(target=64)
STEPS = {"up": -4, "right": 1, "down": 4, "left": -1}
ENDS = {"up": range(4), "right": range(3, 16, 4), "down": range(12, 16), "left": range(0, 16, 4)}
"""By direction: the cells along the side that tiles slide to."""


class Naive:
    """The tiles as sixteen numbers, slid one by one."""

    def __init__(self) -> None:
        self.tiles = [0] * 16
        self.score = 0
        self.merged: set[int] = set()
        """Cells in which tiles have merged in the last slide."""

    def slid(self, direction: str) -> tuple[list[int], set[int]]:
        tiles, merged = [0] * 16, set()
        for end in ENDS[direction]:
            line = [end - STEPS[direction] * i for i in range(4)]
            free = 0
            for tile in (self.tiles[cell] for cell in line if self.tiles[cell]):
                last = line[free - 1]
                if free and tiles[last] == tile and last not in merged:
                    tiles[last] *= 2
                    merged.add(last)
                else:
                    tiles[line[free]] = tile
                    free += 1
        return tiles, merged

    def open(self) -> list[int]:
        return [i for i, direction in enumerate(STEPS) if self.slid(direction)[0] != self.tiles]

    def open_to_open_spiel(self) -> list[int]:
        """A merge with a tile that came of the last slide does not open a direction there, though it may be played."""
        directions = []
        for i, (direction, step) in enumerate(STEPS.items()):
            for cell in range(16):
                ahead = cell
                while ahead not in ENDS[direction]:
                    ahead += step
                    if self.tiles[ahead]:
                        break
                moves = self.tiles[cell] and ahead != cell
                blocked = self.tiles[ahead] and (self.tiles[ahead] != self.tiles[cell] or ahead in self.merged)
                if moves and not (blocked and ahead - step == cell):
                    directions.append(i)
                    break
        return directions

    def slide(self, direction: str) -> None:
        self.tiles, self.merged = self.slid(direction)
        self.score += sum(self.tiles[cell] for cell in self.merged)


class Mended:
    """A state of OpenSpiel's 2048, its list of moves first predicted and then put right."""

    def __init__(self, state: Any) -> None:
        self.state, self.naive = state, Naive()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def legal_actions(self) -> list[int]:
        assert self.state.legal_actions() == self.naive.open_to_open_spiel()
        return self.naive.open()

    def apply_action(self, move: int) -> None:
        if self.state.is_chance_node():
            self.naive.tiles[move // 2] = 4 if move % 2 else 2
        else:
            self.naive.slide(list(STEPS)[move])
        self.state.apply_action(move)
        assert self.state.observation_tensor(0) == self.naive.tiles
        assert self.state.returns() == [self.naive.score]


class MendedGame:
    def __init__(self, game: Any) -> None:
        self.game = game

    def new_initial_state(self) -> Mended:
        return Mended(self.game.new_initial_state())


def position(game: Game, tiles: list[int], due: int = 0) -> State:
    """Sixteen tiles row by row, as if all were made of twos."""
    state = game.start(seed=0)
    record: Any = game.backend.record(state._block)
    record.board = np.uint64(sum((tile.bit_length() - 1) << 4 * cell for cell, tile in enumerate(tiles) if tile))
    record.due = due
    return state


def tiles_of(state: State) -> list[int]:
    board = int(state.game.backend.record(state._block).board)
    return [1 << exponent if exponent else 0 for exponent in (board >> 4 * cell & 15 for cell in range(16))]


@pytest.mark.parametrize(("game", "theirs", "games"), [(GAME, "2048", 60), (SMALL, "2048(max_tile=64)", 200)])
def test_agrees_with_open_spiel(game: Game, theirs: str, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    assert cross_check(game, MendedGame(pyspiel.load_game(theirs)), games) > 10_000


def test_agrees_with_a_naive_twin() -> None:
    """Also on boards of large tiles, which random games do not reach."""
    source = random.Random(1)
    for _ in range(500):
        naive = Naive()
        naive.tiles = [source.choice([0, 2, 4, 256, 512, 1024]) for _ in range(16)]
        state = position(GAME, naive.tiles)
        if not naive.open():
            continue
        assert state.moves() == naive.open()
        move = source.choice(state.moves())
        before = state.returns()[0]
        naive.slide(list(STEPS)[move])
        assert tiles_of(state.play(move)) == naive.tiles
        assert state.returns()[0] - before == naive.score
        assert state.over == (2048 in naive.tiles)


@pytest.mark.parametrize(
    ("row", "left", "right"),
    [
        ([2, 2, 2, 2], [4, 4, 0, 0], [0, 0, 4, 4]),  # two pairs, and the fours do not merge again
        ([2, 2, 2, 0], [4, 2, 0, 0], [0, 0, 2, 4]),  # the pair that is further ahead
        ([4, 2, 2, 0], [4, 4, 0, 0], [0, 0, 4, 4]),  # a new tile does not merge with the old one ahead of it
        ([2, 0, 0, 2], [4, 0, 0, 0], [0, 0, 0, 4]),  # across a gap
        ([2, 4, 0, 2], [2, 4, 2, 0], [0, 2, 4, 2]),  # not across another tile
        ([0, 8, 4, 4], [8, 8, 0, 0], [0, 0, 8, 8]),
    ],
)
def test_slides(row: list[int], left: list[int], right: list[int]) -> None:
    for direction, expected in (("left", left), ("right", right)):
        state = position(GAME, row + [0] * 12)
        assert tiles_of(state.play(state.parse(direction))) == expected + [0] * 12
    for direction, expected in (("up", left), ("down", right)):
        state = position(GAME, [tile for cell in row for tile in (0, cell, 0, 0)])
        assert tiles_of(state.play(state.parse(direction)))[1::4] == expected


def test_begins_with_two_tiles() -> None:
    state = GAME.start()
    for expected in (32, 30):
        assert state.mover == CHANCE
        assert len(state.moves()) == expected
        assert sum(state.weights()[::2]) == pytest.approx(0.9)
        state.play(state.moves()[-1])
    assert state.mover == 0
    assert state.returns() == [0.0]
    assert [state.name(move) for move in state.moves()] == ["up", "right", "left"]


def test_closed_direction_is_not_legal() -> None:
    state = position(GAME, [2, 4, 8, 16] + [0] * 12)
    assert [state.name(move) for move in state.moves()] == ["down"]
    with pytest.raises(IllegalMove, match="not a legal move"):
        state.play(twenty_forty_eight.LEFT)


def test_target_ends_the_game_before_the_next_tile() -> None:
    state = position(SMALL, [32, 32, 0, 2] + [0] * 12)
    state.play(twenty_forty_eight.LEFT)
    assert state.over
    assert state.returns() == [5 * 64.0]


def test_full_board_without_pairs_ends_the_game() -> None:
    state = position(GAME, [0, 4, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2], due=1)
    assert state.copy().play(0).over
    assert not state.copy().play(1).over  # a 4 meets the 4 to its right


def test_tile_of_four_from_chance_scores_nothing() -> None:
    state = GAME.start().play(1).play(3)
    assert tiles_of(state)[:2] == [4, 4]
    assert state.returns() == [0.0]
    assert state.play(twenty_forty_eight.LEFT).returns() == [8.0]


def test_payoff_range_covers_the_largest_boards() -> None:
    """Eight tiles of 1024, then 512 and so on down to 4; after them, one slide that could merge everything."""
    assert twenty_forty_eight.highest(2048) == [10] * 8 + [9, 8, 7, 6, 5, 4, 3, 2]
    assert twenty_forty_eight.highest(32768)[:5] == [14, 14, 14, 14, 13]
    assert twenty_forty_eight.highest(8) == [2] * 16
    assert GAME.payoffs == (0.0, 90_112.0)


def test_compiled_and_plain_rules_agree() -> None:
    check_rules(SMALL, games=5, seed=5)


@pytest.mark.parametrize("game", [GAME, SMALL])
def test_own_playout_has_the_means_of_the_generic_one(game: Game) -> None:
    count = 10_000
    own = all_payoffs(game.start(), count, seed=1)
    generic = all_payoffs(without_playout(game).start(), count, seed=2)
    for ours, theirs in zip(own, generic, strict=True):
        assert abs(ours.mean() - theirs.mean()) < 4 * np.sqrt((ours.var() + theirs.var()) / count)


def test_playout_keeps_to_its_limit_and_leaves_the_position_it_reached() -> None:
    _, lengths = all_payoffs(GAME.start(), 300, limit=200, seed=5)
    assert (lengths == TOO_LONG).any()
    assert ((lengths == TOO_LONG) | (lengths <= 200)).all()
    state = GAME.start()
    arrays = (state._block, new_rng(3), np.zeros(1))
    run = prototype(6)(GAME.backend.table.playout)
    assert run(*(array.ctypes.data for array in arrays), 0, 0, 20) == TOO_LONG
    assert state.mover == 0
    assert sum(tiles_of(state)) >= 22


def test_names_and_picture() -> None:
    state = GAME.start()
    assert [state.name(move) for move in (0, 1, 9, 31)] == ["2@a1", "4@a1", "4@a2", "4@d4"]
    assert [state.parse(state.name(move)) for move in state.moves()] == state.moves()
    state.play(state.parse("2@B1")).play(state.parse("4@d4"))
    assert str(state) == "\n".join(
        [
            "       a     b     c     d",
            "1      .     2     .     .",
            "2      .     .     .     .",
            "3      .     .     .     .",
            "4      .     .     .     4",
            "score 0, to slide",
        ]
    )
    assert state.parse("LEFT") == twenty_forty_eight.LEFT


@pytest.mark.parametrize("target", [4, 100, 65536, "2048", 2048.0])
def test_bad_options(target: Any) -> None:
    with pytest.raises(OptionError, match=f"target must be a power of two from 8 to 32768, not {target!r}"):
        twenty_forty_eight.game(target=target)
