"""Backgammon: against pyspiel turn by turn, the longest plays by brute force, and positions by hand."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace.errors import OptionError, PositionError
from anyspace.games import backgammon
from anyspace.rules.game import CHANCE, State

load = cache(anyspace.load)
PLAIN = uncompiled(backgammon.game())

Board = tuple[tuple[int, ...], tuple[int, ...]]
THEIR_BAR = 100

# ---- against pyspiel ----------------------------------------------------------------------------------------------


def our_board(state: State) -> Board:
    first, second = (tuple(int(count) for count in row[1:]) for row in state["board"])
    return first, second


def their_board(state: Any) -> Board:
    """Their x, who has its 24 where their points begin, is our player 0."""
    points = [[24 - point for point in range(1, 25)], [point - 1 for point in range(1, 25)]]
    first, second = (tuple(state.board(player, place) for place in [*points[player], THEIR_BAR]) for player in range(2))
    return first, second


def halves(state: State) -> dict[Board, State]:
    """What can be on the board after two checkers of this player, or as many as can be played."""
    found: dict[Board, State] = {}
    for move in state.moves():
        once = state.copy().play(move)
        if once.mover != state.mover:
            found[our_board(once)] = once
        else:
            for second in once.moves():
                twice = once.copy().play(second)
                found[our_board(twice)] = twice
    return found


def dice_of(theirs: Any, action: int) -> tuple[str, str]:
    said = theirs.action_to_string(-1, action)
    dice = said.rstrip(")").rsplit(" ", 1)[1]
    return ("O" if "O starts" in said else "X" if "X starts" in said else ""), "-".join(sorted(dice))


def roll_both(ours: State, theirs: Any, source: random.Random) -> None:
    """The same odds, and the same roll."""
    assert ours.mover == CHANCE
    odds: dict[Any, float] = {}
    for action, share in theirs.chance_outcomes():
        odds[dice_of(theirs, action)] = odds.get(dice_of(theirs, action), 0.0) + share
    named: dict[Any, float] = {}
    moves: dict[Any, Any] = {}
    for move, share in zip(ours.moves(), ours.weights(), strict=True):
        one, two = ours.name(move).split("-")
        starter = "" if ours["turn"] >= 0 else "X" if one > two else "O"
        key = (starter, "-".join(sorted((one, two))))
        named[key] = named.get(key, 0.0) + share
        moves[key] = move
    assert named == pytest.approx(odds)
    action = source.choice(theirs.chance_outcomes())[0]
    ours.play(moves[dice_of(theirs, action)])
    theirs.apply_action(action)


def cross_check(games: int, scoring: str, theirs_name: str) -> int:
    """Random games in both: odds, what can be on the board after each half turn, payoffs. Returns the positions."""
    pyspiel = pytest.importorskip("pyspiel")
    source, compared = random.Random(5), 0
    for _ in range(games):
        ours: State = load("backgammon", scoring=scoring).start()
        theirs = pyspiel.load_game(f"backgammon(scoring_type={theirs_name})").new_initial_state()
        while not theirs.is_terminal():
            compared += 1
            assert our_board(ours) == their_board(theirs)
            if theirs.is_chance_node():
                roll_both(ours, theirs, source)
                continue
            children = {their_board(theirs.child(action)): action for action in theirs.legal_actions()}
            if ours.mover != theirs.current_player():  # the second half of a double that nothing is left of
                assert children.keys() == {their_board(theirs)}
                theirs.apply_action(theirs.legal_actions()[0])
                continue
            found = halves(ours)
            assert found.keys() == children.keys(), f"\n{ours}\n{theirs}"
            chosen = source.choice(sorted(children))
            theirs.apply_action(children[chosen])
            ours = found[chosen]
        assert ours.over and ours.returns() == theirs.returns()
    return compared


def test_agrees_with_pyspiel() -> None:
    assert cross_check(2, "win", "winloss_scoring") > 150


@pytest.mark.slow
@pytest.mark.parametrize(("ours", "theirs"), [("gammons", "enable_gammons"), ("full", "full_scoring")])
def test_agrees_with_pyspiel_where_more_is_won(ours: str, theirs: str) -> None:
    assert cross_check(10, ours, theirs) > 1000


# ---- by brute force and by hand -----------------------------------------------------------------------------------


def longest(state: State) -> int:
    """How many checkers can be moved in this turn at most, by every legal step in every order."""
    best, player = 0, state.mover
    for die in range(1, 7):
        if state["left"][die]:
            top = max(point for point in range(1, 26) if state["board"][player, point])
            record = state.game.backend.record(state._block)  # type: ignore[attr-defined]
            for point in range(1, 26):
                if backgammon.may_step(record, player, point, die, top):
                    after = state.copy().play((point - 1) * 6 + die - 1)
                    best = max(best, 1 + (longest(after) if after.mover == player else 0))
    return best


@pytest.mark.parametrize(
    ("text", "names"),
    [
        # the six alone or the one alone, not both: the greater
        ("10:1 24:2,19:2,16:2,14:1,1:2 x 6,1", "10/4"),
        # only the one can be played
        ("10:1 24:2,21:2,16:1 x 6,1", "10/9*"),
        # 10/9 would keep the six from being played
        ("10:1,2:1 22:2 x 6,1", "10/4 2/1"),
        # nothing comes in from the bar
        ("bar:1,13:1 6:2,5:2,4:2,3:2,2:2,1:2 x 6,1", "pass"),
        # borne off by a greater number from the highest point only, by the exact one from any
        ("5:1,3:1,2:1 1:2 x 6,3", "5/off(6) 5/2 3/off"),
        # not while one is outside
        ("7:1,3:1 1:2 x 3", "7/4"),
    ],
)
def test_what_may_be_played(text: str, names: str) -> None:
    state = PLAIN.position(text)
    assert set(state.names(state.moves())) == set(names.split())


@pytest.mark.slow
def test_doubles_played_in_any_order_use_as_many_dice() -> None:
    source, checked = random.Random(3), 0
    while checked < 60:
        state = load("backgammon").start(seed=1)
        for _ in range(source.randrange(1, 400)):
            if not state.over:
                state.play(source.choices(state.moves(), state.weights() if state.mover == CHANCE else None)[0])
        if state.over or state.mover != CHANCE or state["turn"] < 0:
            continue
        state.play(state.parse(f"{(face := source.randrange(1, 7))}-{face}"))
        most, player, played = longest(state), state.mover, 0
        while state.mover == player:
            move = source.choice(state.moves())
            played += state.name(move) != "pass"
            state.play(move)
        assert played == most
        checked += 1


def test_hits_the_bar_and_names() -> None:
    state = PLAIN.position("24:2 24:14,7:1 x 6,1")
    assert "24/18*" in state.names(state.moves())
    state.play(state.parse("24/18*"))
    assert state["board"][1, 25] == 1 and state.mover == 0
    state.play(state.parse("24/23"))
    assert state.mover == CHANCE
    state.play(state.parse("2-5"))
    assert set(state.names(state.moves())) == {"bar/20", "bar/23"}


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("1:1 6:14 x 1", {"win": 1, "gammons": 1, "full": 1}),  # one of o's is off
        ("1:1 6:15 x 1", {"win": 1, "gammons": 2, "full": 2}),
        ("1:1 19:1,6:14 x 1", {"win": 1, "gammons": 2, "full": 3}),  # in x's home
        ("1:1 18:1,6:14 x 1", {"win": 1, "gammons": 2, "full": 2}),
        ("1:1 bar:1,6:14 x 1", {"win": 1, "gammons": 2, "full": 3}),
        ("bar:1,6:14 1:1 o 1", {"full": -3}),
    ],
)
def test_what_is_won(text: str, worth: dict[str, int]) -> None:
    for scoring, won in worth.items():
        state = uncompiled(backgammon.game(scoring=scoring)).position(text)
        assert state.play(state.parse("1/off")).returns() == [won, -won]


def test_too_many_turns_are_a_draw() -> None:
    state = uncompiled(backgammon.game(turns=3)).start()
    source = random.Random(1)
    while not state.over:
        state.play(source.choice(state.moves()))
    assert state["turns"] == 3 and state.returns() == [0, 0]


def test_pips_and_weights() -> None:
    state = PLAIN.position("24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:4,5:1 x 3,1")
    assert backgammon.pips(PLAIN.backend.record(state._block), 0) == 167
    assert state.evaluate() == pytest.approx([-1 / 60, 1 / 60])
    weights = dict(zip(state.names(state.moves()), state.prior(), strict=True))
    assert weights["13/10"] == 1.0 and weights["24/21"] == 0.5 and weights["6/5"] == 1.0


def test_picture() -> None:
    assert str(PLAIN.start()).split("\n") == [
        " 13  14  15  16  17  18  | 19  20  21  22  23  24",
        " x5   .   .   .  o3   .  | o5   .   .   .   .  x2",
        " o5   .   .   .  x3   .  | x5   .   .   .   .  o2",
        " 12  11  10   9   8   7  |  6   5   4   3   2   1",
        "bar: x 0, o 0; off: x 0, o 0",
        "pips: x 167, o 167",
        "both throw a die",
    ]


@pytest.mark.parametrize(
    "text", ["6:16 6:1 x", "6:1 19:1 x", "6:1 6:1 x 1,2,3", "6:1 6:1 - 3", "- - x", "6:1,6:2 6:1 x", "6:1 6:1 z"]
)
def test_no_positions(text: str) -> None:
    with pytest.raises(PositionError):
        PLAIN.position(text)


def test_a_search_sees_what_is_certain_and_what_is_not() -> None:
    search = plain_search(PLAIN, "ucb1:c=0.7", seed=1)
    won = PLAIN.position("2:1,1:1 1:1 x 2,1")  # both are off at once
    assert search.run(won, iterations=60).value == pytest.approx(1.0, abs=0.01)
    lost = PLAIN.position("2:2,1:1 1:1 x 2,1")  # one is left, and o bears off by any roll
    assert search.run(lost, iterations=60).value == pytest.approx(-1.0, abs=0.01)


@pytest.mark.parametrize("options", [{"scoring": "cube"}, {"turns": 0}, {"turns": True}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="backgammon"):
        backgammon.game(**options)
