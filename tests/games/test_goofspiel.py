"""Goofspiel: against pyspiel, by hand, exactly for few cards, and guesses of hidden bids."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hidden import check_determinizations
from matrix_games import exact_value
from oracle import cross_check
from uncompiled import uncompiled

from anyspace.errors import OptionError, PositionError
from anyspace.games import goofspiel
from anyspace.rules.game import CHANCE, State


def made(**options: Any) -> Any:
    """A game of its own whose rules are not compiled."""
    return uncompiled(goofspiel.game(**options))


@pytest.mark.parametrize(
    ("options", "theirs"),
    [
        ({"cards": 5, "order": "random"}, "num_cards=5"),
        ({"cards": 4, "order": "ascending"}, "num_cards=4,points_order=ascending"),
        ({"cards": 6, "order": "descending", "payoffs": "points"},
         "num_cards=6,points_order=descending,returns_type=point_difference"),
        ({"cards": 4, "players": 3, "order": "random"}, "num_cards=4,players=3"),
    ],
    ids=str,
)  # fmt: skip
def test_agrees_with_open_spiel(options: dict[str, Any], theirs: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    spiel = pyspiel.convert_to_turn_based(pyspiel.load_game(f"goofspiel({theirs})"))
    assert cross_check(made(**options), spiel, 40) >= 280


def played(game: Any, bids: str) -> State:
    state = game.start(seed=0)
    for word in bids.split():
        if state.mover == CHANCE:
            state.play(state.moves()[0])
        state.play(state.parse(word))
    return state


def test_by_hand() -> None:
    state = played(made(cards=3, order="descending"), "1 3")
    assert list(state["points"]) == [0, 3] and state["prize"] == 1
    state.play(state.parse("2")).play(state.parse("1"))  # 2 to player 0; then 3 against 2 for the last
    assert state.over and list(state["points"]) == [3, 3] and state.returns() == [0.0, 0.0]


def test_moves_are_made_at_once() -> None:
    game = made(cards=4, order="ascending")
    start = game.start()
    assert game.simultaneous and start.together() == 1
    waiting = start.copy().play(2)
    assert (waiting.mover, waiting.together()) == (1, 0)
    assert waiting.withdrawn() == start and waiting.view(1) == start.copy().play(0).view(1)
    assert waiting.information_key(1) == start.copy().play(0).information_key(1)


def test_few_cards_are_worth_nothing_to_either_side() -> None:
    for order in ("ascending", "descending"):
        assert exact_value(made(cards=3, order=order).start()) == pytest.approx(0.0, abs=1e-9)


def test_guesses_of_hidden_bids() -> None:
    game = made(cards=4, hidden=True, order="random")
    assert check_determinizations(game, games=6, per_state=4) > 50


def test_guesses_are_uniform_over_all_that_fits() -> None:
    game = made(cards=5, order="descending", hidden=True)
    state = played(game, "2 4 5 1 3 3")  # lost, won, tied, as player 0 saw it
    expected = {
        bids
        for bids in permutations(range(1, 6), 3)
        if bids[0] > 2 and bids[1] < 5 and bids[2] == 3
    }  # fmt: skip
    counts = Counter(
        tuple(int(bid) + 1 for bid in state.determinize(0, seed=seed)["log"][:3, 1])
        for seed in range(120 * len(expected))
    )
    assert set(counts) == expected
    mean = 120
    assert sum((count - mean) ** 2 / mean for count in counts.values()) < 4 * len(expected) + 20


def test_hidden_bids_are_told_by_the_prize_alone() -> None:
    state = made(cards=4, order="ascending", hidden=True).start()
    assert state.observe(1, 1) == -1
    state.play(1).play(3)
    assert state.mover == CHANCE and len(state.moves()) == 1
    assert state.observe(1, 0) == state.observe(1, 1) == 2 * 4 + 1


@pytest.mark.parametrize("text", ["1,2,3/1,2,4 2 1,3 4/0 -/-", "2,3/1,4 - 1,2 3/4", "1,2,3/1,2,4 2 1,3 4/0 3/-"])
def test_positions_as_text(text: str) -> None:
    game = made(cards=4, order="random")
    state = game.position(text)
    assert state.notation().startswith(text) and game.position(state.notation()) == state


@pytest.mark.parametrize(
    "text",
    ["1,2,3/1,2 2 1,3 4/0", "1,2/3,4 5 1 0/0", "1,2/3,4 1 1 0/0", "1,2,3/1,2,4 2 1,3 9/0", "1,2,3/1,2,4 2 1,3 0/0 -/1",
     "1,2,3/1,2,4 2 1,3 0/0 4/-", "1/2 3 - 0/0", "nonsense"],
)  # fmt: skip
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        made(cards=4, order="random").position(text)


@pytest.mark.parametrize(
    "options",
    [{"cards": 1}, {"cards": True}, {"players": 9}, {"order": "up"}, {"payoffs": 3}, {"hidden": True, "players": 3}],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="goofspiel"):
        goofspiel.game(**options)
