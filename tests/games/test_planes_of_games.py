"""Games as pictures: what the planes show, and that turned games are turned pictures."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from uncompiled import uncompiled

from anyspace import CHANCE, load
from anyspace.neural.symmetry import symmetries_of, turn_planes
from anyspace.rules.compiled import CompiledBackend

GAMES = [
    *(
        "tic_tac_toe",
        "connect_four",
        "othello",
        "hex(size=4)",
        "hex(size=3,swap=True)",
        "breakthrough(rows=5,columns=4)",
    ),
    *("breakthrough", "go(size=4)", "kalah", "kalah(pits=7)", "leduc_poker", "phantom", "phantom(m=3,n=4,k=3)"),
]
TURNS = {"tic_tac_toe": 8, "connect_four": 2, "othello": 4, "hex": 2, "breakthrough": 2, "go": 8, "kalah": 1,
         "leduc_poker": 1, "phantom": 8}  # fmt: skip


def games_of(name: str) -> Any:
    return uncompiled(load(name))


@pytest.mark.parametrize("name", GAMES)
def test_a_turned_game_is_a_turned_picture(name: str) -> None:
    game, source = games_of(name), random.Random(name)
    turns = symmetries_of(game)
    assert len(turns) == (4 if name.startswith("phantom(") else TURNS[game.name])
    for turn in turns:
        state, turned = game.start(seed=5), game.start(seed=5)
        while not state.over:
            moves = state.moves()
            assert sorted(turn.actions[moves]) == sorted(turned.moves())
            for observer in (0, 1):
                expected = turn_planes(state.planes(observer)[None], turn)[0]
                assert (turned.planes(observer) == expected).all()
            move = source.choice(moves)
            state.play(move)
            turned.play(int(turn.actions[move]))
        assert state.returns() == turned.returns()


@pytest.mark.parametrize("name", ["connect_four", "go(size=4)"])
def test_compiled_or_not(name: str) -> None:
    compiled, plain = load(name), games_of(name)
    assert isinstance(compiled.backend, CompiledBackend)
    source = random.Random(1)
    one, other = compiled.start(), plain.start()
    while not one.over:
        for observer in (0, 1):
            assert (one.planes(observer) == other.planes(observer)).all()
        move = source.choice(one.moves())
        one.play(move)
        other.play(move)


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "connect_four", "othello", "hex(size=4)", "breakthrough", "go(size=5)"]
)
def test_stones_are_where_the_board_shows_them(name: str) -> None:
    game, source = games_of(name), random.Random(2)
    _, rows, columns = game.plane_shape
    for _ in range(3):
        state = game.start()
        for _ in range(source.randrange(12)):
            if not state.over:
                state.play(source.choice(state.moves()))
        lines = [[c for c in line if c in ".xowbXO"] for line in game.render(state.record).splitlines()]
        board = np.array([line[-columns:] for line in lines if len(line) >= columns and "joins" not in "".join(line)])
        board = board[-rows:] if len(board) > rows else board
        if game.name == "go":
            board = board[::-1]
        for player, marks in ((0, "xwX"), (1, "obO")):
            shown = np.isin(board, [*marks])
            assert (state.planes(player)[0] == shown).all() and (state.planes(1 - player)[1] == shown).all()


def test_liberties_and_ko_in_go() -> None:
    """By hand: Black A1 B1 (liberties A2 B2 C1), White C2 alone with four, Black's stone D3 takes one of them."""
    state = games_of("go(size=4)").after("A1 C2 B1 pass D3")
    found = state.planes(1)  # White moves
    own, other = found[0], found[1]
    assert [*zip(*np.nonzero(own), strict=True)] == [(1, 2)] and other.sum() == 3
    assert found[2:5, 1, 2].tolist() == [0, 0, 1]  # own: four liberties
    assert found[5:8, 0, 0].tolist() == [0, 0, 1] == found[5:8, 0, 1].tolist()  # theirs: A2, B2, C1
    assert found[5:8, 2, 3].tolist() == [0, 0, 1]  # D3: C3, D2, D4
    assert found[10].all() and found[11].all() and not found[9].any() and not found[8].any()
    ko = games_of("go(size=4)").after("B1 C1 A2 D2 B3 C3 C2 B2")  # White takes C2
    assert [*zip(*np.nonzero(ko.planes(0)[8]), strict=True)] == [(1, 2)]
    assert ko.planes(0)[2:8].sum() == ko.planes(0)[:2].sum()  # every stone's chain has liberties


@pytest.mark.parametrize("name", ["leduc_poker", "phantom"])
def test_a_player_sees_only_what_it_knows(name: str) -> None:
    game, source = games_of(name), random.Random(3)
    for seed in range(10):
        state = game.start(seed=seed)
        while not state.over:
            for observer in (0, 1):
                if state.mover != CHANCE:
                    guess = state.determinize(observer, seed=source.randrange(1000))
                    assert (guess.planes(observer) == state.planes(observer)).all()
            state.play(source.choice(state.moves()))


def test_kalah_shows_the_own_row_first() -> None:
    state = games_of("kalah").after(["C"])  # four seeds from the third pit: the last falls into the store, again
    south, north = state.planes(0), state.planes(1)
    assert (south[0] * 8).tolist() == [[4, 4, 0, 5, 5, 5, 1], [4, 4, 4, 4, 4, 4, 0]]
    assert (south[:2] == north[:2, ::-1]).all() and south[1, 0, 2] == 1 and south[2, 1, 2] == 1
