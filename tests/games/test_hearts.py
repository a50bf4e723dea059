from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from games.hearts_helpers import (
    GAMES,
    ROUND,
    assert_uniform,
    bits,
    deal,
    ending,
    names,
    number,
    play,
    random_game,
    record,
    uncompiled_returns,
)
from oracle import perft
from playout_helpers import all_payoffs, without_playout

from anyspace import Search
from anyspace.errors import IllegalMove, OptionError
from anyspace.games import hearts
from anyspace.games.cards import DECK, RANKS
from anyspace.games.hearts_round import ALL_POINTS, OPENING
from anyspace.machine.native import prototype
from anyspace.rng import new as new_rng
from anyspace.rules.codes import TOO_LONG
from anyspace.rules.game import CHANCE, Game, State
from anyspace.rules.interpreted import InterpretedBackend

# ---- the rules -----------------------------------------------------------------------------------------------------


def cross_check_rounds(game: Game, their_game: Any, games: int, seed: int) -> tuple[int, int]:
    """Random rounds in both, from the deal on: their chance moves deal, ours leads the two of clubs.
    Returns the number of positions compared, and of moons."""
    source = random.Random(seed)
    ours_of = [card % 4 * 13 + card // 4 for card in range(52)]  # their card is rank * 4 + suit
    theirs_of = [ours_of.index(card) for card in range(52)]
    compared = moons = 0
    for _ in range(games):
        theirs = their_game.new_initial_state()
        while theirs.is_chance_node():
            theirs.apply_action(source.choice(theirs.legal_actions()))
        direction, *dealt = theirs.history()
        hands = [sum(1 << ours_of[card] for card in dealt[seat::4]) for seat in range(4)]
        ours = deal(game, hands, direction)
        while not theirs.is_terminal():
            compared += 1
            moves = ours.moves()
            if ours.mover == CHANCE:
                assert moves == [OPENING + theirs.current_player()]
                assert theirs.legal_actions() == [0]
                ours.play(moves[0])
                theirs.apply_action(0)
                continue
            assert ours.mover == theirs.current_player()
            assert sorted(theirs_of[move] for move in moves) == sorted(theirs.legal_actions()), f"{ours}\n{theirs}"
            move = source.choice(moves)
            ours.play(move)
            theirs.apply_action(theirs_of[move])
        assert ours.over
        assert ours.returns() == theirs.returns()
        moons += sum(ours.returns()) == ALL_POINTS
    return compared, moons


@pytest.mark.parametrize("queen_breaks", [True, False])
def test_agrees_with_open_spiel(queen_breaks: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = hearts.game(queen_breaks_hearts=queen_breaks)
    theirs = pyspiel.load_game("hearts", {"qs_breaks_hearts": queen_breaks})
    compared, moons = cross_check_rounds(game, theirs, games=700, seed=1)
    assert compared > 52 * 700
    assert moons > 0


def test_perft() -> None:
    state = ROUND.start(seed=0)
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [13, 13 * 12, 13 * 12 * 11, 13 * 12 * 11 * 13]


@pytest.mark.parametrize(("passing", "receiver"), [("left", 1), ("across", 2), ("right", 3)])
def test_cards_change_hands_together(passing: str, receiver: int) -> None:
    state = GAMES[passing].start(seed=5)
    before = [int(hand) for hand in record(state)["hands"]]
    source = random.Random(1)
    for chooser in range(4):
        for _ in range(3):
            assert state.mover == chooser
            assert [int(hand) for hand in record(state)["hands"]] == before, "nothing arrives before all have chosen"
            state.play(source.choice(state.moves()))
    passed = [int(cards) for cards in record(state)["passed"]]
    for seat in range(4):
        taker = (seat + receiver) % 4
        assert passed[seat].bit_count() == 3 and passed[seat] & before[seat] == passed[seat]
        assert int(record(state)["hands"][taker]) == before[taker] & ~passed[taker] | passed[seat]


def test_the_two_of_clubs_is_led_by_chance() -> None:
    # nobody chooses, and until then nobody knows who has it
    state = GAMES["hold"].start(seed=3)
    assert state.mover == CHANCE
    holder = next(seat for seat in range(4) if int(record(state)["hands"][seat]) & 1)
    assert names(state) == f"{holder}:2C"
    assert state.weights() == [1.0]
    others = {names(state.determinize((holder + 1) % 4, seed=i)) for i in range(50)}
    assert others == {f"{seat}:2C" for seat in range(4) if seat != (holder + 1) % 4}
    state.play(state.moves()[0])
    assert state.mover == (holder + 1) % 4
    assert "trick 1: " + f"{holder}:2C" in str(state)


def test_no_points_in_the_first_trick() -> None:
    hearts_only = bits(" ".join(rank + "H" for rank in RANKS))
    clubs, diamonds, spades = (bits(" ".join(rank + suit for rank in RANKS)) for suit in "CDS")
    state = deal(ROUND, [clubs, diamonds, spades, hearts_only])
    play(state, "0:2C 3D")
    assert "QS" not in names(state).split() and len(state.moves()) == 12  # the queen waits
    state.play(state.parse("2S"))
    assert len(state.moves()) == 13  # nothing but points: anything goes, and hearts are broken
    play(state, "2H")
    assert record(state)["broken"] == 1
    assert record(state)["points"].tolist() == [1, 0, 0, 0]
    assert state.mover == 0


def test_follow_suit_and_take_with_the_highest_of_it() -> None:
    state = ending(ROUND, ["9D 2S", "KD AH", "3D JD", "AS QS"], leader=0)
    play(state, "9D")
    assert names(state) == "KD"
    play(state, "KD JD")
    assert names(state) == "QS AS"  # no diamond: anything, the queen too once the first trick is over
    play(state, "QS")
    assert record(state)["points"].tolist() == [0, 13, 0, 0]
    assert state.mover == 1
    play(state, "AH 3D AS 2S")  # nobody follows: the ace of hearts takes its own trick
    assert state.over and state.returns() == [26, 12, 26, 26]


def test_hearts_are_led_when_broken_or_when_nothing_else_is_left() -> None:
    hands = ["2H QS", "3H 3D", "4H 4D", "5H 5D"]
    state = ending(ROUND, hands, leader=0, broken=False)
    assert names(state) == "QS"
    assert names(ending(ROUND, hands, leader=0, broken=True)) == "2H QS"
    assert names(ending(ROUND, ["2H AH", *hands[1:3], "QS 5D"], leader=0, broken=False)) == "2H AH"
    # the queen leads, nobody has a heart to spare: only with the option does she break hearts
    hands = ["2H QS", "3H 3S", "4H 4S", "5H 5S"]
    for queen_breaks, led in ((False, 0), (True, 1)):
        state = ending(hearts.game(queen_breaks_hearts=queen_breaks), hands, leader=0, broken=False)
        assert record(play(state, "QS 3S 4S 5S"))["broken"] == led


@pytest.mark.parametrize(
    ("moon", "payoffs"), [("others", [26, 0, 0, 0]), ("shooter", [52, 26, 26, 26]), ("off", [0, 26, 26, 26])]
)
def test_shooting_the_moon(moon: str, payoffs: list[float]) -> None:
    state = ending(ROUND, ["AH", "2D", "3D", "4D"], leader=0)
    for points, expected in (([25, 0, 0, 0], payoffs), ([24, 1, 0, 0], [1, 25, 26, 26])):  # the second is a heart short
        final = state.copy()
        record(final)["points"] = points
        play(final, "AH 2D 3D 4D")
        assert final.over and uncompiled_returns(hearts.game(moon=moon), final) == expected


# ---- matches -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_match_goes_on_to_the_target() -> None:
    source = random.Random(2)
    directions, games = Counter(), 0
    for seed in range(20):
        state = GAMES["match"].start(seed=seed)
        scores = np.zeros(4, int)
        for round_ in range(16):
            assert record(state)["rounds"] == round_
            assert record(state)["direction"] == (1, 3, 2, 0)[round_ % 4]
            directions[int(record(state)["direction"])] += 1
            single = deal(ROUND, record(state)["hands"].tolist(), int(record(state)["direction"]))
            while not single.over:
                move = source.choice(state.moves())
                single.play(move)
                state.play(move)
            scores += ALL_POINTS - np.array(single.returns(), int)
            assert state.over == (scores.max() >= 100)
            if state.over:
                break
            assert record(state)["scores"].tolist() == scores.tolist()
            assert np.bitwise_or.reduce(record(state)["hands"]) == DECK
        lowest = scores == scores.min()
        assert state.over and state.returns() == (lowest / lowest.sum()).tolist()
        games += 1
    assert games == 20 and len(directions) == 4


def test_chances_of_a_match() -> None:
    def chances(scores: list[int], game: Game = GAMES["match"]) -> list[float]:
        state = ROUND.start(seed=1)
        record(state)["scores"] = scores
        return uncompiled_returns(game, state)

    assert chances([0, 0, 0, 0]) == [0.25] * 4
    early, late = chances([10, 0, 0, 0]), chances([95, 85, 85, 85])
    assert sum(early) == pytest.approx(1) and early[0] < early[1] == early[2]
    assert late[0] < early[0]  # a lead counts more when there is less time to lose it
    assert chances([120, -40, 0, 0], hearts.game(target=100, moon="shooter"))[1] > 0.99


def test_playouts_of_a_match_end_with_the_round() -> None:
    state = GAMES["match"].start(seed=4)
    record(state)["scores"] = [40, 50, 60, 70]
    payoffs, lengths = all_payoffs(state, 2000, limit=64)
    assert set(lengths) == {64}
    assert payoffs.sum(axis=1) == pytest.approx(np.ones(2000))
    assert payoffs.mean(axis=0).tolist() == sorted(payoffs.mean(axis=0), reverse=True)


# ---- playouts, names, options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "length"), [(None, 64), (0, 52), (2, 50), (7, 45), (24, 28)])
def test_own_playout_is_the_random_playout(cards: int | None, length: int) -> None:
    state = ROUND.start(seed=6)
    if cards is not None:
        random_game(state, random.Random(1), until=52 - cards)
    own, own_lengths = all_payoffs(state, 20_000, limit=64, seed=1)
    random_, random_lengths = all_payoffs(State(without_playout(ROUND), state._block), 20_000, limit=64, seed=2)
    assert set(own_lengths) == set(random_lengths) == {length}
    error = np.sqrt((own.var(axis=0) + random_.var(axis=0)) / 20_000)
    assert (abs(own.mean(axis=0) - random_.mean(axis=0)) < 4 * error).all()
    assert (abs((own**2).mean(axis=0) - (random_**2).mean(axis=0)) < 4 * 40 * error).all()


@pytest.mark.parametrize("limit", [0, 1, 12, 13, 30, 63])
def test_a_playout_that_is_cut_leaves_its_position(limit: int) -> None:
    run = prototype(6)(ROUND.backend.table.playout)
    state = ROUND.start(seed=6)
    rng, out, moves = new_rng(3), np.zeros(4), np.zeros(99, np.int32)
    assert run(state._block.ctypes.data, rng.ctypes.data, out.ctypes.data, moves.ctypes.data, 0, limit) == TOO_LONG
    assert record(state)["chosen"] + record(state)["cards"] == limit
    assert all(0 <= payoff <= 26 for payoff in state.returns())
    random_game(state, random.Random(1))
    assert sum(state.returns()) in (26, 78)


@pytest.mark.parametrize("name", GAMES)
def test_rules_run_without_a_compiler(name: str) -> None:
    game, source = GAMES[name], random.Random(4)
    plain = InterpretedBackend(game)
    state = game.start(seed=9)
    block = plain.new()
    plain.start(block, 9)
    for _ in range(70 if name == "match" else 64):
        if state.over:
            break
        assert plain.mover(block) == state.mover and plain.moves(block) == state.moves()
        assert plain.objects[block.ctypes.data].tobytes() == state._block.tobytes()
        move = source.choice(state.moves())
        plain.play(block, move)
        state.play(move)
    assert plain.returns(block) == state.returns()


def test_names_and_pictures() -> None:
    state = ROUND.start(seed=2)
    source = random.Random(1)
    while not state.over:
        assert [state.parse(state.name(move)) for move in state.moves()] == state.moves()
        assert len(str(state).splitlines()) < 12 and all(len(line) < 100 for line in str(state).splitlines())
        state.play(source.choice(state.moves()))
    assert "the game is over" in str(state)
    state = ending(ROUND, ["9D 2S", "KD AH", "3D JD", "AS QS"], leader=0)
    assert state.parse("9d") == number("9D") == 20
    with pytest.raises(IllegalMove):
        state.parse("QS")
    play(state, "9D KD")
    assert str(state).splitlines() == [
        "round 1, no passing",
        "trick 12: 0:9D 1:KD",
        "hearts are broken",
        "player points  hand",
        "   0       0   C:- D:- H:- S:2",
        "   1       0   C:- D:- H:A S:-",
        "   2       0   C:- D:J3 H:- S:-",
        "   3       0   C:- D:- H:- S:AQ",
    ]


def test_random_passing_draws_all_directions() -> None:
    game = hearts.game(passing="random")
    drawn = Counter(int(record(game.start(seed=seed))["direction"]) for seed in range(4000))
    assert_uniform(drawn, {0, 1, 2, 3})


def test_search_finds_the_safe_discard() -> None:
    # the queen goes on a diamond that another takes; kept, she would take the next trick, which is spades
    state = ending(ROUND, ["9D 2C", "KD 3S", "3D JD", "QS 2S"], leader=0)
    play(state, "9D KD JD")
    assert state.name(Search(ROUND, "plain", seed=1).run(state, iterations=500).move) == "QS"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"passing": "up"}, "passing must be one of left, right, across, hold, cycle, random, not 'up'"),
        ({"target": -1}, "target must be a whole number from 0 to 400, not -1"),
        ({"target": 401}, "not 401"),
        ({"target": True}, "not True"),
        ({"target": 50.0}, "not 50.0"),
        ({"passing": "random", "target": 100}, "single round"),
        ({"queen_breaks_hearts": 1}, "queen_breaks_hearts must be true or false, not 1"),
        ({"moon": "sun"}, "moon must be one of others, shooter, off, not 'sun'"),
    ],
)
def test_bad_options(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(OptionError, match="hearts: ") as caught:
        hearts.game(**options)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
