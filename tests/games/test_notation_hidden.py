"""Texts of games with hidden information: they hold all that is hidden and all that is known; nobody is shown one."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import anyspace
from anyspace import Match, PositionError, Search, State
from anyspace.cli import main
from anyspace.games.confrontation_notation import PHASES

GAMES = ["confrontation", "phantom", "skirmish"]
PAGES = Path(__file__).parents[2] / "docs" / "games"
load = cache(anyspace.load)

PHANTOM = "4/x2x/2xO/3o o"
SKIRMISH = "7/7/4,vG,2/2,^G,4/7/7 ^ 2 C1,H4!,R1 V5,S3 - - 1f,2e deploy"
FIRING = "7/7/4,vR4,2/7/3,^E4,^H4,2/7 ^ 10 G!,C1,S3 G!,C2 - - 1f,2e fire - d2"
CONFRONTATION = "b4,c4,d4,c3,d2,d3,d4,d4,d4 a1,a1,a1,a1,c1,a3,b1,b2,a2 - - all all dark 0 move"
BATTLE = "c3,c4,d4,d2,d4,b4,d3,d2,c4 a1,b2,a1,a1,a1,c1,c1,a3,c3 horde:c3 captain:c3 all all light 9"


def walk(name: str, seed: int) -> list[State]:
    source = random.Random(seed)
    state = load(name).start(seed)
    found = [state.copy()]
    while not state.over:
        found.append(state.play(source.choice(state.moves())).copy())
    return found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("phantom", PHANTOM),
        ("phantom", PHANTOM + " c3"),
        ("skirmish", SKIRMISH),
        ("confrontation", CONFRONTATION),
        ("confrontation", BATTLE + " show c3 horde,captain 3,3 - -"),
    ],
)
def test_the_page_of_a_game_shows_its_text(name: str, text: str) -> None:
    assert load(name).position(text).notation() == text
    assert text in (PAGES / f"{name}.md").read_text(encoding="utf-8")


def test_capitals_are_marks_that_were_run_into() -> None:
    game = load("phantom")
    state = game.after("a2 accepted d4 accepted d2 accepted d3 accepted d3 refused c3 accepted")
    assert state.notation() == PHANTOM and game.position(PHANTOM) == state
    assert game.after("a1").notation() == "4/4/4/4 x a1"


def test_a_deck_is_what_is_nowhere_else_and_keeps_its_order() -> None:
    game = load("skirmish")
    state = game.start(seed=7)
    back = game.position(state.notation())
    assert str(back) == str(state)  # the order in which cards will be drawn is part of the picture
    free = game.position(SKIRMISH.replace("1f,2e", "-"))
    assert free["deck"][0] == game.position(SKIRMISH)["deck"][0] == 2**36 - 1 - sum(1 << k for k in (0, 1, 9, 28))
    assert free["known"][0] == 1 << 9


def test_archers_are_asked_up_to_the_one_who_is_now() -> None:
    game = load("skirmish")
    first = game.position(FIRING)
    assert first.names(first.moves()) == ["fire-e4", "hold"]
    second = game.position(FIRING.replace("fire - d2", "fire - e2"))
    assert game.position(FIRING).play(first.parse("hold")) == second


def test_what_each_side_knows_is_kept() -> None:
    game = load("confrontation")
    seen = "giant:d3,rider:c4|giant:c4,rider:d3"
    text = "b4,d4,d4,c3,d2,d3,d4,c4,d4 a1,a1,a1,a1,c1,a3,b1,b2,a2 " + seen + " - all all dark 40 move"
    state = game.position(text)
    assert state.notation() == text and list(state["guesses"]) == [2, 1]
    places = set()
    for seed in range(40):
        guess = state.copy()
        game.backend.determinize(guess._block, 1, seed)
        places.add((int(guess["where"][0, 7]), int(guess["where"][0, 5])))
    assert places == {(14, 11), (11, 14)}


def test_random_games_of_confrontation_have_nearly_all_phases() -> None:
    """So that the round trip over random games is one over these."""
    words = {state.notation().split()[8] for seed in range(60) for state in walk("confrontation", seed)}
    assert words >= {*PHASES.values(), "dark-won", "light-won"} - {"target"}


def test_the_choice_between_a_shown_bearer_and_others() -> None:
    places = "b4,c4,d4,c3,d2,d3,d4,a1,d4 a1,-,a1,a1,c1,a3,b1,b2,a2"
    text = places + " rider:a1 bearer:a1 1,2 3,4 dark 30 target a1 rider,- -,- - "
    state = load("confrontation").position(text + "later,exposed")
    assert state.names(state.moves()) == ["attack-another", "attack-bearer"]
    assert state.notation() == text + "later,exposed"
    with pytest.raises(PositionError, match="a shown bearer beside others"):
        load("confrontation").position(text + "exposed")


def test_a_game_that_was_too_long_ends_in_any_phase() -> None:
    game, source, ended = load("confrontation"), random.Random(1), set()
    for seed in range(20):
        state = game.position(game.start(seed), plies=480)
        while not state.over:
            state.play(source.choice(state.moves()))
            assert game.position(state.notation()) == state
        words = state.notation().split()
        ended.add((words[8], len(words)))
    assert {("drawn", 9), ("drawn", 14)} <= ended


@pytest.mark.parametrize("name", GAMES)
def test_guesses_have_texts_too(name: str) -> None:
    """What a search guesses is a position like any other."""
    game = load(name)
    for seed in range(3):
        for state in walk(name, seed)[:-1:5]:
            for observer in (0, 1):
                guess = state.copy()
                game.backend.determinize(guess._block, observer, seed)
                assert game.position(guess.notation()) == guess


@pytest.mark.parametrize("name", GAMES)
def test_a_search_finds_the_same_from_the_text(name: str) -> None:
    game = load(name)
    for state in [one for one in walk(name, 2)[:-1] if one.mover >= 0][3:30:9]:
        back = game.position(state.notation())
        results = [Search(game, seed=5).run(at, iterations=200) for at in (state, back)]
        assert results[0].table == results[1].table


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("phantom", "4/x2x/2xO/3o", "expected 'cells turn [try]'"),
        ("phantom", "4/x2x/2xO/3o x", "x cannot be to move: there are 3 x and 2 o"),
        ("phantom", "4/x2x/2xZ/3o o", "row 3 has 'Z'"),
        ("phantom", "4/4/4/xX2 o", "o cannot be to move"),
        ("phantom", PHANTOM + " d3", "o cannot have tried 'd3'; it may try a1 b1"),
        ("phantom", "XXXX/ooo1/4/4 o", "no mark of x can be the one that ended the game"),
        ("phantom", "xxxx/ooo1/4/4 o a4", "o cannot have tried 'a4'; it may try nothing"),
        ("skirmish", SKIRMISH.replace("^ 2", "v 2"), "v cannot be to move after 2 turns"),
        ("skirmish", SKIRMISH.replace("2,^G,4", "2,^G,3"), "rank 3 has 6 squares, not 7"),
        ("skirmish", SKIRMISH.replace("2,^G,4", "2,^X9,4"), "there is no card 'X9'"),
        ("skirmish", SKIRMISH.replace("2,^G,4", "2,G,4"), "rank 3 has 'G', neither a card such as ^G nor"),
        ("skirmish", SKIRMISH.replace("C1,H4", "G,H4"), "^ has the card G more than once"),
        ("skirmish", SKIRMISH.replace("C1,", "C1,C2,C3,C4,C5,"), "^ has 7 cards in hand, more than 6"),
        ("skirmish", SKIRMISH.replace("1f,2e", "1f"), "two hexadecimal numbers such as 1f,2e, not '1f'"),
        ("skirmish", SKIRMISH.replace("deploy", "think"), "the phase must be deploy, fire, end or over"),
        ("skirmish", SKIRMISH.replace("deploy", "over"), "the game is not over by its rules"),
        ("skirmish", SKIRMISH.replace("V5,S3 -", "V5,S3 C2,C3,C4,C5"), "the game is over by its rules"),
        ("skirmish", SKIRMISH.replace("deploy", "deploy e4"), "nothing follows 'deploy', but there is 'e4'"),
        ("skirmish", SKIRMISH.replace("deploy", "fire"), "'fire' needs where this turn's card went"),
        ("skirmish", SKIRMISH.replace("deploy", "fire - c3"), "c3 holds no archer who is asked now"),
        ("skirmish", SKIRMISH.replace("deploy", "end e4 -"), "^ cannot have deployed a card on e4"),
        ("skirmish", SKIRMISH.replace("deploy", "end - e4"), "e4 holds no card that ^ may recall"),
        ("skirmish", SKIRMISH.replace("deploy", "end - -"), "nothing to choose: a turn ends by itself"),
        ("skirmish", SKIRMISH.replace("4,vG,2", "3,vR2,3"), None),
        ("skirmish", SKIRMISH.replace("4,vG,2/2,^G,4", "2,vR4,4/2,^S3,4"), "the card on c4 is attacked by more"),
        ("skirmish", FIRING + " e2>e4", "e2 cannot have aimed before d2 is asked"),
        ("skirmish", FIRING.replace("- d2", "- e2 d2>d3"), "d2 cannot aim at d3"),
        ("skirmish", FIRING + " d2>e4>e5", "expected who aims at whom"),
        ("confrontation", CONFRONTATION.replace("b4,", ""), "Dark needs 9 regions with commas between them, not 8"),
        ("confrontation", CONFRONTATION.replace("b4", "e5"), "there is no region 'e5'; there are a1 b1"),
        ("confrontation", CONFRONTATION.replace("b4,c4", "d3,d3"), "Dark has 3 characters in d3, which holds 2"),
        ("confrontation", CONFRONTATION.replace("dark 0", "dusk 0"), "the side to move must be dark or light"),
        ("confrontation", CONFRONTATION.replace("all all", "1,2 1"), "both sides have as many cards, not 2 and 1"),
        ("confrontation", CONFRONTATION.replace("all all", "1,1 1,2"), "Dark has a card twice"),
        ("confrontation", CONFRONTATION.replace("all all", "- -"), "a hand that is empty gets all its cards back"),
        ("confrontation", CONFRONTATION.replace(" - - ", " giant:c4 - "), "what is seen of Dark leaves out the truth"),
        ("confrontation", CONFRONTATION.replace(" - - ", " giant:d3|rider:d4 - "), "guesses of the same characters"),
        ("confrontation", CONFRONTATION.replace(" - - ", " giant:d3|giant:d3 - "), "says the same twice"),
        ("confrontation", CONFRONTATION.replace(" - - ", " giant:d3|giant:a1 - "), "a guess that cannot be"),
        ("confrontation", CONFRONTATION.replace("a1,a1,a1,a1", "-,a1,a1,a1"), "the game is over by its rules"),
        ("confrontation", CONFRONTATION.replace("move", "light-won"), "the game is not over, or not won by this side"),
        ("confrontation", CONFRONTATION.replace("move", "draw"), "this phase needs a battle"),
        ("confrontation", CONFRONTATION.replace("move", "tea"), "there is no phase 'tea'; there are move ambush"),
        ("confrontation", BATTLE + " move", "no region with characters of both sides"),
        ("confrontation", BATTLE + " show c3 horde,captain 3,3 - -", None),
        ("confrontation", BATTLE + " show c3 horde,captain 3,- - -", "a card of Light's if it has played one"),
        ("confrontation", BATTLE + " show c3 horde,captain", "a battle needs 'site fighters cards retreat remarks'"),
        ("confrontation", BATTLE + " draw c3 horde,captain -,- - -", "a defender, but before one is drawn"),
        ("confrontation", BATTLE + " show c4 horde,captain 3,3 - -", "where characters of both sides are"),
        ("confrontation", BATTLE + " show c3 giant,captain 3,3 - -", "the giant there, and seen to be there"),
        ("confrontation", BATTLE + " silence c3 horde,captain -,- - -", "this phase needs the schemer"),
        ("confrontation", BATTLE + " dark-card c3 horde,captain -,- - exposed", "an exposed bearer attacked"),
        ("confrontation", BATTLE + " dark-card c3 horde,captain -,- - supported", "a bearer beside who is supported"),
    ],
)  # fmt: skip
def test_what_is_no_position(name: str, text: str, message: str | None) -> None:
    game = load(name)
    if message is None:
        assert game.position(text).notation() == text
        return
    with pytest.raises(PositionError) as raised:
        game.position(text)
    assert message in str(raised.value) and "\n" not in str(raised.value)


@settings(max_examples=80, deadline=None)
@given(data=st.data(), name=st.sampled_from(GAMES))
def test_a_text_with_a_word_of_another_can_be_played_on_or_is_refused(data: st.DataObject, name: str) -> None:
    """Out of bounds would end the process: guesses and playouts from what was read must go through."""
    game = load(name)
    words, others = (data.draw(st.sampled_from(walk(name, seed))).notation().split() for seed in (1, 2))
    at = data.draw(st.integers(0, min(len(words), len(others)) - 1))
    words[at] = others[at]
    try:
        state = game.position(" ".join(words))
    except PositionError:
        return
    assert state.notation() == " ".join(words)
    source = random.Random(1)
    for observer in (0, 1):
        guess = state.copy()
        if not guess.over:
            game.backend.determinize(guess._block, observer, 3)
        while not guess.over:
            guess.play(source.choice(guess.moves()))


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_shown_the_text(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    state = next(one for one in walk(name, 4)[8:] if one.mover >= 0)
    text = state.notation()
    for more in (["--json"], []):
        assert main(["think", name, "--position", text, "--iterations", "50", "--seed", "1", *more]) == 0
        said = capsys.readouterr()
        assert text not in said.out + said.err
        if more:
            assert "notation" not in json.loads(said.out)["position"]
    assert text not in state._repr_html_() and text not in repr(state)


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_match_holds_a_text_only_if_it_began_there(name: str) -> None:
    game, state = load(name), walk(name, 4)[8]
    assert json.loads(Match(game, seed=1).to_json())["start"] is None
    match = Match(game, start=state)
    assert json.loads(match.to_json())["start"] == state.notation()
    assert Match.from_json(match.to_json()) == match
