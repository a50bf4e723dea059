"""Fill the board: where it plays, and that it leaves all else as it is."""

from __future__ import annotations

from typing import Any

import everything
import numpy as np
import pytest
from positions import drawn, is_likely, searching
from toys import PythonNim
from twin import tree_of
from uncompiled import plain_search, uncompiled

from anyspace import FillBoard, OptionError, PythonGame, Search, load
from anyspace.core.check import check
from anyspace.parts.reply.fill_board import is_open


def test_surroundings_by_hand() -> None:
    """On a board of 3 x 4 where all but the first cell may be played on."""
    marks = np.array([4, *range(5, 16)])
    found = [cell for cell in range(12) if is_open(marks, 5, cell // 4, cell % 4, 3, 4)]
    assert found == [2, 3, 6, 7, 8, 9, 10, 11]


def test_it_goes_where_nothing_is() -> None:
    game = uncompiled(load("mnk(rows=5,columns=5,k=4)"))
    search = searching(game, FillBoard(tries=200))
    state = game.start().play(0).play(13)
    taken = {0, 1, 5, 6} | {row * 5 + column for row in (1, 2, 3) for column in (2, 3, 4)}
    assert is_likely(drawn(search, state, 800), {cell: 1.0 for cell in range(25) if cell not in taken})


def test_where_there_is_no_room_the_choice_is_as_ever() -> None:
    game = uncompiled(load("tic_tac_toe"))
    found = drawn(searching(game, FillBoard()), game.start().play(4), 800)
    assert is_likely(found, {cell: 1.0 for cell in range(9) if cell != 4})


def test_a_board_that_is_not_square() -> None:
    game = uncompiled(load("mnk(rows=3,columns=6,k=3)"))
    search = searching(game, FillBoard(tries=200, columns=6))
    assert is_likely(drawn(search, game.start().play(7), 300), {cell: 1.0 for cell in range(18) if cell % 6 > 2})


def test_without_tries_it_is_plain_uct() -> None:
    game, found = uncompiled(everything.game(hides=False)), []
    for parts in ([], [FillBoard(tries=0)]):
        search = plain_search(game, *parts, seed=5)
        search.run(game.start(seed=1), iterations=100)
        found.append(tree_of(search))
    assert found[0] == found[1]


def test_compiled_and_uncompiled_agree() -> None:
    found = []
    for made in (Search, plain_search):
        game = load("mnk(rows=5,columns=5,k=4)")
        search = made(game, FillBoard(), seed=11)
        search.run(game.start(), iterations=60)
        check(search.tree)
        found.append(tree_of(search))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "make",
    [
        lambda: FillBoard(tries=-1),
        lambda: FillBoard(columns=-1),
        lambda: FillBoard(tries=0.5),  # type: ignore[arg-type]
        lambda: plain_search(load("tic_tac_toe"), FillBoard(columns=10)),
        lambda: plain_search(load("connect_four"), FillBoard(columns=8)),
        lambda: plain_search(load("breakthrough"), FillBoard()),
        lambda: Search(PythonGame(PythonNim, players=2), FillBoard()),
    ],
)
def test_bad_options(make: Any) -> None:
    with pytest.raises(OptionError):
        make()
