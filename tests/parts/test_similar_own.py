"""The memory of similar states: a function of one's own says what positions are compared by; how lambda falls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from further import further
from toys import PythonNim
from uncompiled import plain_search

from anyspace import GameError, OptionError, PythonGame, Search, load
from anyspace.parts.registry import from_text
from anyspace.parts.similar.formulas import SCHEDULES
from anyspace.parts.value.similar import Similar

# ---- lambda ----------------------------------------------------------------------------------------------------------


def test_lambda_by_every_schedule() -> None:
    """`lam` at first, half of it after `fade` visits; after three times as many a quarter, 0.316 of it, nothing."""
    found = {name: [of(0.8, 100.0, n) for n in (0, 100, 300)] for name, of in SCHEDULES.items()}
    assert found["fading"] == pytest.approx([0.8, 0.4, 0.2])
    assert found["hand"] == pytest.approx([0.8, 0.4, 0.8 * 0.1**0.5])
    assert found["linear"] == pytest.approx([0.8, 0.4, 0.0])
    assert found["constant"] == [0.8, 0.8, 0.8]


def table_of(part: Any) -> Any:
    game = load("tic_tac_toe")
    return plain_search(game, part, seed=3).run(game.start(), iterations=150).table


def test_schedules_differ_and_constant_is_fading_that_never_fades() -> None:
    by = {name: table_of(f"similar:size=64,fade=5,schedule={name}") for name in SCHEDULES}
    assert all(by[one] != by[other] for one in by for other in by if one < other)
    assert by["constant"] == table_of("similar:size=64,fade=1e30")
    with pytest.raises(OptionError, match="schedule must be one of fading, hand, linear, constant, not 'mse'"):
        Similar(schedule="mse")


# ---- phi -------------------------------------------------------------------------------------------------------------


def picture(state: Any, player: int, out: Any) -> None:
    """What tic_tac_toe's `planes` are, cell by cell."""
    for cell in range(9):
        out[cell] = state.marks[player] >> cell & 1
        out[9 + cell] = state.marks[1 - player] >> cell & 1
        out[18 + cell] = 1.0


def test_a_function_that_draws_what_the_planes_draw() -> None:
    """Visit for visit: the picture is not hashed where there is room for all of it."""
    assert table_of(Similar(phi=picture, size=32)) == table_of("similar:phi=planes,blur=0,size=32")


def stones(state: Any, player: int, out: Any) -> None:
    """The first two planes of them."""
    for cell in range(9):
        out[cell] = state.marks[player] >> cell & 1
        out[9 + cell] = state.marks[1 - player] >> cell & 1


def test_the_first_planes_alone() -> None:
    assert table_of(Similar(phi=stones, size=24)) == table_of("similar:phi=planes,first=2,blur=0,size=24")


def test_compiled_and_uncompiled_agree() -> None:
    found = []
    for made in (Search, plain_search):
        game = load("tic_tac_toe")
        search = made(game, Similar(phi=picture, size=32, entries=60, schedule="hand"), seed=11)
        found.append(search.run(game.start(), iterations=100).table)
    assert found[0] == found[1]


def test_it_is_a_part_that_has_a_text(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def first(state, player, out):\n    out[0] = state.placed & 1\n    out[1] = 1\n")
    part = from_text(f"similar:phi={tmp_path}/mine.py:first,size=8")
    assert isinstance(part, Similar) and part.source == "first"
    assert str(Similar(phi=picture, size=32)) == "similar:size=32,phi=picture"
    assert part.structure == Similar(phi=picture).structure != Similar().structure
    search = plain_search(game := load("tic_tac_toe"), part, seed=1)
    search.run(game.start(), iterations=60)
    vectors = search.tree.tables[0][1:30]
    assert len({tuple(vector) for vector in vectors.tolist()}) <= 3  # even, odd, or nothing


def stones_left(state: PythonNim, player: int, out: Any) -> None:
    out[0], out[1] = state.left, 1.0


def test_of_a_python_game_it_gets_the_object() -> None:
    search = Search(PythonGame(PythonNim), Similar(phi=stones_left, size=8), seed=1)
    assert search.run(search.game.start(), iterations=60).move in PythonNim.WORDS


def raises(state: Any, player: int, out: Any) -> None:
    out[state.marks[0] * 100] = 1.0


def gives_none(state: Any, player: int, out: Any) -> None:
    out[0] = np.nan


@pytest.mark.parametrize(
    ("phi", "said"),
    [(raises, "out of bounds"), (gives_none, "phi 'gives_none' gave what is not a number")],
)
@pytest.mark.parametrize("made", [plain_search, *further(Search)])
def test_what_goes_wrong_in_it(made: Any, phi: Any, said: str) -> None:
    game = load("tic_tac_toe")
    search = made(game, Similar(phi=phi, size=8), seed=1)
    with pytest.raises((GameError, IndexError), match=said):
        search.run(game.start(), iterations=60)


@pytest.mark.parametrize(
    ("phi", "said"),
    [
        ("shapes", "phi must be one of predicates, planes, network, FILE.py:NAME, not 'shapes'"),
        (7, "phi must be one of"),
        ("nowhere.py:phi", "there is no file nowhere.py"),
        (lambda state, out: None, "phi is a function of state, player and out; '<lambda>' takes 2"),
    ],
)
def test_what_is_no_function(phi: Any, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        plain_search(load("tic_tac_toe"), Similar(phi=phi), seed=1)
