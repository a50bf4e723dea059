"""Hearts: what the rule `prior` likes best, on positions made by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest
from games.hearts_helpers import GAMES, ROUND, bits, deal, ending, play
from knowledge_helpers import heaviest

from anyspace.games.hearts_round import LEFT
from anyspace.rules.game import CHANCE, State


def favourite(state: State) -> str:
    return state.name(heaviest(state))


def passing(hand: str) -> State:
    """Player 0 has this hand, and chooses what to pass."""
    held = bits(hand)
    rest = [card for card in range(52) if not held >> card & 1]
    return deal(ROUND, [held, *(sum(1 << card for card in rest[seat::3]) for seat in range(3))], LEFT)


@pytest.mark.parametrize("name", GAMES)
def test_all_odds_are_positive_and_say_something(name: str) -> None:
    source, state, differ = random.Random(3), GAMES[name].start(seed=7), 0
    for _ in range(64):
        if state.over:
            break
        odds = state.prior()
        assert len(odds) == len(state.moves()) and all(0 < weight < np.inf for weight in odds)
        assert state.mover != CHANCE or odds == [1.0]
        differ += len(set(odds)) > 1
        state.play(source.choice(state.moves()))
    assert differ > 20


def test_the_odds_are_those_of_the_own_hand() -> None:
    # what is guessed of the others does not matter
    source = random.Random(5)
    state = ROUND.start(seed=8)
    while not state.over:
        if state.mover != CHANCE:
            assert all(state.determinize(state.mover, seed).prior() == state.prior() for seed in range(3))
        state.play(source.choice(state.moves()))


def test_passes_what_takes_points() -> None:
    state = passing("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H AH AS QS")
    passed = []
    for _ in range(3):
        passed.append(favourite(state))
        state.play(heaviest(state))
    assert set(passed) == {"QS", "AS", "AH"}


def test_the_queen_goes_under_an_ace_and_not_over_a_jack() -> None:
    hands = ["AS 2C", "QS 2S", "3S 3C", "4S 4C"]
    assert favourite(play(ending(ROUND, hands, leader=0), "AS")) == "QS"
    assert favourite(play(ending(ROUND, ["JS 2C", *hands[1:]], leader=0), "JS")) == "2S"


def test_the_king_of_spades_waits_for_the_queen_to_be_gone() -> None:
    hands = ["JS 2C", "KS 2S", "QS 3C", "4S 4C"]
    assert favourite(play(ending(ROUND, hands, leader=0), "JS")) == "2S"  # the queen may be behind
    hands = ["JS 2C", "4S 4C", "3S QS", "KS 2S"]
    assert favourite(play(ending(ROUND, hands, leader=0), "JS 4S 3S")) == "KS"  # the last one takes a clean trick


def test_the_highest_card_under_a_trick_with_points() -> None:
    hands = ["TD 2C 5C 6C", "AH 3C 7C 8C", "3D 4C 9C TC", "2D 9D JD KD"]
    assert favourite(play(ending(ROUND, hands, leader=0), "TD AH 3D")) == "9D"


def test_the_highest_card_of_all_takes_a_clean_trick_that_it_ends() -> None:
    state = play(ending(ROUND, ["TD 2C 3C", "8D 3H 4H", "3D 4C 5C", "JD KD AD"], leader=0), "TD 8D 3D")
    assert favourite(state) == "AD"


def test_throws_the_queen_then_the_ace_of_spades_then_high_hearts() -> None:
    for held, best in (("QS AH 2C", "QS"), ("AS 5S 2C", "AS"), ("AH 3S 2C", "AH")):
        hands = ["9D KD 2S", "3D JD 2H", "QD 4D QS" if held[0] == "A" else "QD 4D 3H", held]
        assert favourite(play(ending(ROUND, hands, leader=0), "9D 3D QD")) == best, held


def test_leads_low_hearts_and_spades_that_fish_for_the_queen() -> None:
    assert favourite(ending(ROUND, ["2H KH", "3H 4H", "5H 6H", "7H 8H"], leader=0)) == "2H"
    hands = ["KS 9S", "QS 4H", "5S 6H", "7S 8H"]
    assert favourite(ending(ROUND, hands, leader=0)) == "9S"


def test_nobody_leads_a_suit_that_the_others_do_not_have() -> None:
    hands = ["2C 9D", "3D 4H", "TD 6H", "JD 8H"]
    assert favourite(ending(ROUND, hands, leader=0)) == "9D"


def lead_over_random(seed: int) -> float:
    """How many points less than random players those two take who follow the odds."""
    source, state = random.Random(seed), ROUND.start(seed=seed)
    while not state.over:
        state.play(heaviest(state) if state.mover in (0, 2) else source.choice(state.moves()))
    payoffs = state.returns()
    return (payoffs[0] + payoffs[2] - payoffs[1] - payoffs[3]) / 2


def test_who_follows_the_odds_beats_random_players() -> None:
    assert np.mean([lead_over_random(seed) for seed in range(30)]) > 5
