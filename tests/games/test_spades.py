from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hidden import check_determinizations
from oracle import cross_check
from spades_helpers import MATCH, NO_BREAK, ROUND, last_trick, names, play, position, record

from anyspace.errors import IllegalMove, OptionError
from anyspace.games import spades
from anyspace.games.cards import DECK, card_name
from anyspace.rules.game import Game, State


def cards_of(hand: Any) -> set[str]:
    return {card_name(card) for card in range(52) if int(hand) >> card & 1}


# ---- against another implementation ---------------------------------------------------------------------------------


class SameDeal:
    """Their rounds begin with our deal: card after card, to each player in turn. Cards have the same numbers."""

    def __init__(self, spiel_game: Any) -> None:
        self.spiel_game = spiel_game

    def start(self, seed: int) -> State:
        self.dealt = NO_BREAK.start(seed)  # in their rules, spades never break
        return self.dealt

    def new_initial_state(self) -> Any:
        hands = [[card for card in range(52) if int(hand) >> card & 1] for hand in record(self.dealt).hands]
        theirs = self.spiel_game.new_initial_state()
        for i in range(52):
            theirs.apply_action(hands[i % 4].pop())
        return theirs


def difference(scores: list[float]) -> list[float]:
    return [scores[seat] - scores[seat ^ 1] for seat in range(4)]


def test_agrees_with_open_spiel() -> None:
    both: Any = SameDeal(pytest.importorskip("pyspiel").load_game("spades"))
    assert cross_check(both, both, 1000, their_returns=difference, seed=1) == 57_000


def test_scores_low_bids_as_open_spiel_does() -> None:
    # low bids, and partners 0 and 2 playing high: nils, made and lost, and ten bags, which random games seldom see
    both = SameDeal(pytest.importorskip("pyspiel").load_game("spades"))
    source = random.Random(4)
    seen: Counter[str] = Counter()
    for seed in range(300):
        ours, theirs = both.start(seed), both.new_initial_state()
        while not ours.over:
            moves = ours.moves()
            move = source.choice(moves[:3]) if record(ours).step < 4 else moves[0 if ours.mover % 2 else -1]
            ours.play(move)
            theirs.apply_action(move)
        assert ours.returns() == difference(theirs.returns())
        end = record(ours)
        for side in range(2):
            over = end.taken[side] + end.taken[side + 2] - end.bids[side] - end.bids[side + 2]
            seen["ten bags"] += int(over >= 10)
        for bid, taken in zip(end.bids, end.taken, strict=True):
            seen["nil lost" if taken else "nil made"] += int(bid == 0)
    assert min(seen[event] for event in ("ten bags", "nil lost", "nil made")) > 10


# ---- bidding --------------------------------------------------------------------------------------------------------


def test_everybody_bids_once_and_the_first_bidder_leads() -> None:
    state = ROUND.start(seed=1)
    movers = []
    for bid in ("nil", "bid-13", "bid-2", "nil"):
        movers.append(state.mover)
        play(state, bid)
    assert movers == [0, 1, 2, 3] and state.mover == 0
    assert record(state).bids.tolist() == [0, 13, 2, 0]


def test_partners_never_bid_more_than_all_tricks() -> None:
    state = ROUND.start(seed=1)
    assert names(state) == {"nil", *(f"bid-{n}" for n in range(1, 14))}
    play(state, "bid-9 bid-13")
    assert names(state) == {"nil", "bid-1", "bid-2", "bid-3", "bid-4"}
    play(state, "nil")
    assert names(state) == {"nil"}


# ---- play -----------------------------------------------------------------------------------------------------------


def test_no_spade_is_led_before_one_was_played() -> None:
    state = position(ROUND, ("2C AS KS", "3C 4D 5D", "4C 6D 7D", "5C 8D 9D"))
    assert names(state) == {"2C"}
    record(state).broken = 1
    assert names(state) == {"2C", "AS", "KS"}


def test_a_hand_of_spades_may_lead_one_and_shows_itself() -> None:
    state = position(ROUND, ("QS AS KS", "3C 4D 2S", "4C 6D 7D", "5C 8D 9D"))
    assert names(state) == {"QS", "AS", "KS"}
    play(state, "AS")
    assert record(state).broken == 1
    assert record(state).voids.tolist() == [0b0111, 0, 0, 0]  # no clubs, diamonds, hearts
    play(state, "2S 4C 5C")
    assert record(state).voids.tolist() == [0b0111, 0, 0b1000, 0b1000]


def test_a_spade_led_after_breaking_tells_nothing() -> None:
    state = position(ROUND, ("2C AS KS", "3C 4D 5D", "4C 6D 7D", "5C 8D 9D"), broken=1)
    assert record(play(state, "KS")).voids.tolist() == [0, 0, 0, 0]


def test_follow_suit_or_play_anything() -> None:
    state = position(ROUND, ("2C 3D", "3C 9S", "4D 5S", "5C AH"))
    play(state, "2C")
    assert names(state) == {"3C"}
    play(state, "3C")
    assert names(state) == {"4D", "5S"}  # nobody has to trump
    play(state, "4D")
    assert record(state).voids.tolist() == [0, 0, 0b0001, 0] and not record(state).broken


def test_discarding_a_spade_breaks_them() -> None:
    state = position(ROUND, ("2C AS", "3C 9S", "4D 5S", "5C AH"))
    play(state, "2C 3C 5S 5C")
    assert record(state).broken == 1
    assert record(play(position(NO_BREAK, ("2C AS", "3C 9S", "4D 5S", "5C AH")), "2C 3C 5S 5C")).broken == 0


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("9C TC 2C 3C", 1),  # the highest of the suit led
        ("9C AD 2C AD", 0),  # other suits never win
        ("9C 2S AC 3C", 1),  # but any spade does
        ("9C 2S AC 3S", 3),  # and the highest of them
        ("9D TC JC 2S", 3),
        ("2D 3C 4C 5C", 0),
        ("9S TS 2S AD", 1),  # spades led
    ],
)
def test_who_takes_the_trick(trick: str, winner: int) -> None:
    hands = tuple(f"{card} {heart}" for card, heart in zip(trick.split(), ("5H", "6H", "7H", "8H"), strict=True))
    state = play(position(ROUND, hands, broken=1), trick)
    assert state.mover == winner
    assert record(state).taken.tolist() == [int(seat == winner) for seat in range(4)]
    assert record(state).trick.tolist() == [-1] * 4


# ---- scores ---------------------------------------------------------------------------------------------------------


def settled(bids: tuple[int, ...], taken: tuple[int, ...], bags: tuple[int, int] = (0, 0)) -> Any:
    end = np.zeros(1, spades.STATE).view(np.recarray)[0]
    end.bids[:], end.taken[:], end.bags[:] = bids, taken, bags
    spades.settle(end)
    return end


@pytest.mark.parametrize(
    ("bids", "taken", "scores"),
    [
        ((3, 4, 2, 3), (4, 4, 2, 3), [51, 70]),  # one bag; exactly made
        ((3, 4, 2, 3), (2, 5, 2, 4), [-50, 72]),  # one short
        ((0, 4, 5, 3), (0, 4, 6, 3), [151, 70]),  # nil made
        ((0, 4, 5, 3), (1, 4, 5, 3), [-49, 70]),  # nil lost, its trick counts: 100 less, 5 made, one bag
        ((0, 4, 5, 3), (1, 4, 4, 4), [-50, 71]),  # nil lost, but its trick makes the contract
        ((0, 4, 0, 9), (0, 5, 0, 8), [200, 130]),  # two nils
        ((0, 4, 0, 9), (3, 5, 0, 5), [3, -130]),  # one of two: every trick a bag
        ((1, 0, 1, 0), (6, 0, 7, 0), [-69, 200]),  # 20 and 11 bags, the tenth costs 100
        ((0, 0, 13, 0), (0, 0, 13, 0), [230, 200]),
    ],
)
def test_scores(bids: Any, taken: Any, scores: list[int]) -> None:
    assert settled(bids, taken).score.tolist() == scores


def test_bags_are_carried_over() -> None:
    end = settled((1, 6, 1, 7), (2, 5, 1, 5), bags=(9, 4))
    assert end.score.tolist() == [21 - 100, -130] and end.bags.tolist() == [0, 4]
    end = settled((0, 6, 0, 7), (5, 0, 8, 0), bags=(9, 0))
    assert end.score.tolist() == [-200 + 13 - 200, -130] and end.bags.tolist() == [2, 0]  # 22 bags: two tens


def test_the_declared_range_is_reached_and_never_left() -> None:
    pairs = [(a, b) for a in range(14) for b in range(14 - a)]
    best, worst = [-999] * 14, [999] * 14  # a partnership's scores by the tricks it takes
    for bid in pairs:
        for took in pairs:
            score = int(settled((bid[0], 0, bid[1], 0), (took[0], 0, took[1], 0)).score[0])
            best[sum(took)], worst[sum(took)] = max(best[sum(took)], score), min(worst[sum(took)], score)
    widest = max(best[tricks] - worst[13 - tricks] for tricks in range(14))
    assert ROUND.payoffs == (-widest, widest)


# ---- the match ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_match_goes_on_with_the_next_first_bidder() -> None:
    state = play(last_trick(MATCH, (100, -20), bags=(3, 9)), "AC 2C 3C 4C")
    after = record(state)
    assert after.score.tolist() == [150, -20 + 71 - 100] and after.bags.tolist() == [3, 0]
    assert not state.over and state.mover == 1 and after.rounds == 1 and after.step == 0
    assert names(state) >= {"nil", "bid-13"}
    hands = [int(hand) for hand in after.hands]
    assert [hand.bit_count() for hand in hands] == [13] * 4 and sum(hands) == int(DECK)
    assert state.returns() == pytest.approx([199 / 850, -199 / 850] * 2)
    again = play(last_trick(MATCH, (100, -20), bags=(3, 9)), "AC 2C 3C 4C")
    assert again == state  # the next deal is drawn from the state


@pytest.mark.parametrize(
    ("score", "payoff"),
    [
        ((450, 0), 1.0),  # 500: enough
        ((460, 480), -1.0),  # both beyond: the higher wins
        ((471, 450), 0.0),  # 521 each: a draw
        ((-370, -421), 1.0),  # -350: mercy
    ],
)
def test_the_end_of_a_match(score: tuple[int, int], payoff: float) -> None:
    state = play(last_trick(MATCH, score), "AC 2C 3C 4C")
    assert state.over and state.returns() == [payoff, -payoff] * 2


@pytest.mark.parametrize("score", [(449, 428), (-399, -420)])
def test_a_match_goes_on_one_point_from_its_end(score: tuple[int, int]) -> None:
    assert not play(last_trick(MATCH, score), "AC 2C 3C 4C").over


def test_no_match_goes_on_for_ever() -> None:
    state = play(last_trick(MATCH, (10, 0), rounds=spades.MOST_ROUNDS - 1), "AC 2C 3C 4C")
    assert state.over and state.returns() == [-1.0, 1.0, -1.0, 1.0]  # 60 against 71


def test_a_guess_ends_with_its_round() -> None:
    guess = last_trick(MATCH, (100, -20)).determinize(0, seed=1)
    guess.play(guess.parse("AC"))
    while not guess.over:
        guess.play(guess.moves()[0])
    assert guess.returns()[0] == pytest.approx((150 - 51) / 850)


def test_random_matches_end() -> None:
    source = random.Random(1)
    rounds = []
    for seed in range(30):
        state = MATCH.start(seed)
        while not state.over:
            state.play(source.choice(state.moves()))
        assert sorted(set(state.returns())) == [-1.0, 1.0]
        rounds.append(int(record(state).rounds) + 1)
    assert 1 < max(rounds) < 20


# ---- what is hidden -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "games"), [(ROUND, 4), (MATCH, 2)], ids=["round", "match"])
def test_guesses_cannot_be_told_from_the_truth(game: Game, games: int) -> None:
    assert check_determinizations(game, games=games, per_state=3, seed=2) > 100


def test_every_consistent_deal_is_guessed_equally_often() -> None:
    # player 0 leads clubs, 1 and 2 cannot follow: 1 showed no clubs and (earlier) no hearts, 2 no clubs
    state = position(ROUND, ("AC 2H 3S", "4D 5D 6S", "7D 8H 9S", "TC JC QH"), voids=(0, 0b0100, 0, 0))
    play(state, "AC 4D 7D")
    pool = ["5D", "6S", "8H", "9S", "TC", "JC", "QH"]  # 2 cards for player 1, 2 for player 2, 3 for player 3
    expected = set()
    for one in combinations(pool, 2):
        for two in combinations(sorted(set(pool) - set(one)), 2):
            if not {"TC", "JC", "8H", "QH"} & set(one) and not {"TC", "JC"} & set(two):
                expected.add((frozenset(one), frozenset(two)))
    assert len(expected) == 3 * 3  # two of 5D 6S 9S; two of the third, 8H and QH
    seen: Counter[Any] = Counter()
    for seed in range(9_000):
        hands = record(state.determinize(0, seed)).hands
        assert cards_of(hands[0]) == {"2H", "3S"}
        seen[frozenset(cards_of(hands[1])), frozenset(cards_of(hands[2]))] += 1
    assert set(seen) == expected
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 8 + 5 * 16**0.5


def test_view_shows_what_a_player_knows() -> None:
    state = play(position(ROUND, ("AC 2H 3S", "4D 5D 6S", "7D 8H 9S", "TC JC QH")), "AC 4D")
    seen = state.view(3)
    assert "C:JT D:- H:Q S:-" in seen and "trick: 0:AC 1:4D" in seen and "void C" in seen
    assert "other hands together: C:- D:75 H:82 S:963" in seen
    assert "C:- D:7 H:8 S:9" not in seen  # player 2's hand
    assert "C:- D:7 H:8 S:9" in str(state)


def test_what_will_be_dealt_is_no_part_of_a_guess() -> None:
    state = MATCH.start(seed=3)
    assert record(state).future[0] != 0 and record(state.determinize(1, seed=1)).future[0] == 0


# ---- for people -----------------------------------------------------------------------------------------------------


def test_names_are_parsed_in_any_case() -> None:
    state = ROUND.start(seed=1)
    assert [state.name(move) for move in state.moves()[:3]] == ["nil", "bid-1", "bid-2"]
    for text in ("bid-3", "bid-4", "bid-2", "bid-3"):
        state.play(state.parse(text.upper()))
    for move in state.moves():
        assert state.parse(state.name(move)) == state.parse(state.name(move).lower()) == move
    with pytest.raises(IllegalMove):
        state.parse("bid-3")


def test_render_shows_all_hands() -> None:
    text = str(play(ROUND.start(seed=1), "bid-3 nil"))
    assert text.splitlines()[0] == "round 1, score 0 : 0, bags 0 : 0"
    assert len(text.splitlines()) == 6 and text.count("C:") == 4 and "bid nil" in text and "> player 2" in text


@pytest.mark.parametrize(
    "options",
    [*({"target": value} for value in (10, -500, 9000, 500.0, True)), {"mercy": 5}, {"mercy": "x"}, {"never_break": 1}],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=f"spades: {next(iter(options))} must be .*, not "):
        spades.game(**options)
