"""What games tell of their past (the rule `rewind`) leads back to the very same position, and to a guess of it."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from uncompiled import uncompiled

import anyspace
from anyspace import GAMES, State
from anyspace.games.cards import hand_of

PAGE = Path(__file__).parents[2] / "docs" / "opponents.md"
TELL = ["dou_di_zhu", "goofspiel", "hearts", "kuhn_poker", "leduc_poker", "phantom_go", "spades"]
CLOSED = "goofspiel(cards=5,hidden=true)"
COMPILED = [name if name != "goofspiel" else CLOSED for name in TELL]
UNCOMPILED = [
    *COMPILED,
    "kuhn_poker(players=4)",
    "spades(target=50)",
    "spades(never_break=true)",
    "hearts(passing=hold)",
    "hearts(passing=across,target=20)",
    "dou_di_zhu(show_bottom=false)",
    "goofspiel(cards=5,hidden=true,order=random)",
]
MOST = {"phantom_go": 40}
"""Moves of a game that are looked at, where guesses take long in Python."""


def check_past(here: State) -> tuple[State, list[Any]]:
    """Played again from where it began, a game comes to the same bytes."""
    before = here.copy()
    past = here.past()
    assert past is not None and here == before
    then = past[0].copy()
    for move in past[1]:
        assert move in then.moves()
        then.play(move)
    assert then == here
    return past


def check_games(game: Any, games: int, most: int = 10_000) -> None:
    """Random games, some of their positions, the last always; guesses of every player."""
    source = random.Random(3)
    for seed in range(games):
        state, made = game.start(seed=seed), list[Any]()
        first = state.copy()
        while len(made) < most:
            if state.over or source.random() < 0.15:
                told = check_past(state)
                if game.name not in ("hearts", "spades"):  # these have matches; and what was passed has no order
                    assert told == (first, made)
                for observer in range(game.players):
                    check_past(state.determinize(observer, seed=source.getrandbits(30)))
            if state.over:
                break
            made.append(source.choices(state.moves(), state.weights() if state.mover < 0 else None)[0])
            state.play(made[-1])


@pytest.mark.parametrize("name", COMPILED)
def test_the_past_leads_to_the_position(name: str) -> None:
    check_games(anyspace.load(name), games=6)


@pytest.mark.parametrize("name", UNCOMPILED)
def test_the_past_leads_to_the_position_uncompiled(name: str) -> None:
    check_games(uncompiled(anyspace.load(name)), games=1, most=MOST.get(name, 160))


def test_where_nobody_passes_a_round_is_told_as_it_was_played() -> None:
    for name in ("hearts(passing=hold)", "spades"):
        state, source, made = uncompiled(anyspace.load(name)).start(seed=1), random.Random(1), []
        first = state.copy()
        while not state.over:
            made.append(source.choice(state.moves()))
            state.play(made[-1])
        assert state.past() == (first, made)


def test_a_position_that_was_made_does_not_tell() -> None:
    hands = [hand_of(card) for card in ("AC", "2C", "3C", "4C")]
    spades, hearts = (uncompiled(anyspace.load(name)) for name in ("spades", "hearts(passing=hold)"))
    landlord = uncompiled(anyspace.load("dou_di_zhu"))
    for made in (
        spades.position(spades.start(seed=1), hands=hands, step=52, bids=[3, 3, 3, 3]),
        hearts.position(hearts.start(seed=1), hands=hands, cards=48, leader=0),
        landlord.position(landlord.start(seed=1), hands=[1, 2, 4]),
        landlord.position(landlord.start(seed=1), turn=1),
    ):
        assert made.past() is None and made.play(made.moves()[0]).past() is None
    assert uncompiled(anyspace.load("phantom_go(guessing=late)")).start().past() is None
    assert uncompiled(anyspace.load("goofspiel")).start().past() is None


def test_the_page_lists_the_games_that_tell() -> None:
    games = [name for name in GAMES if "goofspiel" in name or anyspace.load(name).rewind is not None]
    assert sorted(games) == TELL
    table = PAGE.read_text("utf-8").partition("## Which games tell")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([a-z_, ]+?)(?: \(.*?\))? \| (yes|no)", table, re.M)
    listed = {name: told for names, told in rows for name in names.split(", ")}
    assert sorted(name for name, told in listed.items() if told == "yes") == TELL
    hidden = [name for name in GAMES if "determinize" in anyspace.load(name).rules]
    assert set(hidden) <= set(listed), "every game that can guess is in the table"
