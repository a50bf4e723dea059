"""Spades: what the rule `prior` likes best, on positions made by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest
from knowledge_helpers import heaviest
from spades_helpers import MATCH, ROUND, play, position, record

from anyspace.games.cards import hand_of
from anyspace.rules.game import Game, State


def favourite(state: State) -> str:
    return state.name(heaviest(state))


def bid(hand: str) -> str:
    """What the first bidder bids."""
    state = ROUND.start(seed=0)
    record(state).hands[0] = hand_of(hand)
    return favourite(state)


@pytest.mark.parametrize("game", [ROUND, MATCH], ids=["round", "match"])
def test_all_odds_are_positive_and_those_of_the_own_hand(game: Game) -> None:
    source, state, differ = random.Random(3), game.start(seed=7), 0
    for _ in range(56):
        odds = state.prior()
        assert len(odds) == len(state.moves()) and all(0 < weight < np.inf for weight in odds)
        assert all(state.determinize(state.mover, seed).prior() == odds for seed in range(3))
        differ += len(set(odds)) > 1
        state.play(source.choice(state.moves()))
    assert differ > 20


def test_bids_what_the_hand_is_worth() -> None:
    assert bid("2C 3C 4C 2D 3D 4D 5D 2H 3H 4H 5H 2S 3S") == "nil"
    assert bid("9C JC QC 5D 6D TD JD 5H 6H TH JH 9S TS") in ("nil", "bid-1")
    assert bid("AC KC 4C AD 3D 4D 5D 7H 8H 9H AS KS 3S") in ("bid-4", "bid-5")
    assert bid("AC KC AD AH KH 4H AS KS QS JS TS 9S 8S") in ("bid-10", "bid-11", "bid-12")


def test_takes_a_trick_as_cheaply_as_may_be() -> None:
    hands = ("TC 2D 3D", "9C 4D 5D", "2C 6D 7D", "JC AC 8D")
    assert favourite(play(position(ROUND, hands), "TC 9C 2C")) == "JC"
    hands = ("TC 2D 3D", "9C 4D 5D", "2C 6D 7D", "4S AS 8D")
    assert favourite(play(position(ROUND, hands), "TC 9C 2C")) == "4S"


def test_leaves_the_trick_to_the_partner() -> None:
    hands = ("9C 2D 3D", "AC 4D 5D", "2C 6D 7D", "4S AS 8D")
    assert favourite(play(position(ROUND, hands), "9C AC 2C")) == "8D"
    hands = ("9C 2D 3D", "QC 4D 5D", "2C 6D 7D", "3C KC 8D")
    assert favourite(play(position(ROUND, hands), "9C QC 2C")) == "3C"


def test_leads_the_best_card_of_a_suit() -> None:
    assert favourite(position(ROUND, ("9C AD 3D", "TC 4D 5D", "2C 6D 7D", "3C KC 8D"))) == "AD"


def test_who_bid_nil_goes_under_with_the_highest_card() -> None:
    hands = ("9C 2D 3D", "3C 8C TC", "2C 6D 7D", "4C KC 8D")
    assert favourite(play(position(ROUND, hands, bids=(3, 0, 4, 3)), "9C")) == "8C"
    hands = ("9C 2D 3D", "2S 8D AD", "2C 6D 7D", "4C KC 8H")
    assert favourite(play(position(ROUND, hands, bids=(3, 0, 4, 3)), "9C")) == "AD"


def test_takes_the_trick_from_a_partner_who_bid_nil() -> None:
    hands = ("9C 2D 3D", "3C 8D TD", "2C KC 7D", "4C AC 8H")
    assert favourite(play(position(ROUND, hands, bids=(0, 3, 4, 3)), "9C 3C")) == "KC"


def test_who_bid_nil_may_keep_the_trick_of_the_others() -> None:
    hands = ("9C 2D 3D", "3C TC 5D", "2C 6D 7D", "4C AC 8H")
    assert favourite(play(position(ROUND, hands, bids=(0, 3, 4, 3)), "9C")) == "3C"


def gain(seed: int) -> float:
    """How many points the players 0 and 2 are ahead, who follow the odds, of random ones."""
    source, state = random.Random(seed), ROUND.start(seed=seed)
    while not state.over:
        state.play(heaviest(state) if state.mover in (0, 2) else source.choice(state.moves()))
    return state.returns()[0]


def test_who_follows_the_odds_beats_random_players() -> None:
    assert np.mean([gain(seed) for seed in range(30)]) > 60
