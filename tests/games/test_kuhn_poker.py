"""Kuhn poker: every deal and course against pyspiel, Kuhn's own solution, and guesses of the unseen cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from further import further
from guess_helpers import guessed, surprise
from hidden import check_determinizations
from oracle import cross_check
from playout_helpers import all_payoffs, expected
from poker_helpers import compare

from anyspace import rng as random_numbers
from anyspace.errors import OptionError
from anyspace.games import kuhn_poker
from anyspace.rules.game import Game, State

loaded = cache(kuhn_poker.game)  # every variant is built once in this file


def dealt(game: Game, cards: tuple[int, ...]) -> State:
    """A start with these cards; the last is left over."""
    state = game.start(seed=0)
    game.backend.record(state._block).cards[:] = cards
    return state


def cards_of(state: State) -> tuple[int, ...]:
    return tuple(state.game.backend.record(state._block).cards.tolist())


def played(cards: tuple[int, ...], moves: str) -> State:
    state = dealt(loaded(len(cards) - 1), cards)
    for name in moves.split():
        state.play(state.parse(name))
    return state


# ---- against others ----------------------------------------------------------------------------------------------


class SameDeal:
    """Our game and pyspiel's, started together: what ours deals, chance deals there."""

    def __init__(self, players: int) -> None:
        pyspiel = pytest.importorskip("pyspiel")
        self.ours, self.theirs = loaded(players), pyspiel.load_game(f"kuhn_poker(players={players})")
        self.players = players

    def start(self, seed: int) -> State:
        state = self.ours.start(seed)
        self.cards = cards_of(state)
        return state

    def new_initial_state(self) -> Any:
        state = self.theirs.new_initial_state()
        for card in self.cards[: self.players]:
            state.apply_action(card)
        return state


@pytest.mark.parametrize(("players", "games"), [(2, 500), (3, 500), *further((10, 100))])
def test_random_games_agree_with_pyspiel(players: int, games: int) -> None:
    both: Any = SameDeal(players)
    assert cross_check(both, both, games) > games


@pytest.mark.parametrize("players", [2, 3, *further(4)])
def test_all_games_agree_with_pyspiel(players: int) -> None:
    both = SameDeal(players)
    pairs: set[tuple[str, str]] = set()  # what the mover sees, here and there
    ends = 0
    deals = list(permutations(range(players + 1)))
    for both.cards in deals:
        ends += compare(dealt(both.ours, both.cards), both.new_initial_state(), pairs)
    assert ends == len(deals) * {2: 5, 3: 13, 4: 33}[players]
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs}), "one to one"
    assert len(pairs) == {2: 12, 3: 48, 4: 160}[players]


# ---- Kuhn's solution ------------------------------------------------------------------------------------------------

Strategy = Callable[[int, str], Fraction]
"""The probability of a bet, given the card and the moves so far."""
J, Q, K = range(3)
PASS, BET = kuhn_poker.PASS, kuhn_poker.BET


def first_player(alpha: Fraction) -> Strategy:
    odds = {(J, ""): alpha, (K, ""): 3 * alpha, (Q, "pb"): alpha + Fraction(1, 3), (K, "pb"): Fraction(1)}
    return lambda card, moves: odds.get((card, moves), Fraction(0))


def second_player() -> Strategy:
    third, one = Fraction(1, 3), Fraction(1)
    odds = {(J, "p"): third, (K, "p"): one, (Q, "b"): third, (K, "b"): one}
    return lambda card, moves: odds.get((card, moves), Fraction(0))


def value(strategies: tuple[Strategy, Strategy]) -> Fraction:
    """What player 0 wins on average, exactly."""

    def follow(state: State, moves: str) -> Fraction:
        if state.over:
            return Fraction(state.returns()[0])
        bet = strategies[state.mover](cards_of(state)[state.mover], moves)
        odds = ((PASS, "p", 1 - bet), (BET, "b", bet))
        return sum((odd * follow(state.copy().play(move), moves + tag) for move, tag, odd in odds if odd), Fraction(0))

    deals = list(permutations((J, Q, K)))
    return sum((follow(dealt(loaded(2), deal), "") for deal in deals), Fraction(0)) / len(deals)


def pure_strategies(histories: tuple[str, str]) -> Iterator[Strategy]:
    situations = [(card, moves) for card in (J, Q, K) for moves in histories]
    for choices in product((0, 1), repeat=len(situations)):
        table = dict(zip(situations, map(Fraction, choices), strict=True))
        yield lambda card, moves, table=table: table[card, moves]  # type: ignore[misc]


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 7), Fraction(1, 3)])
def test_the_first_player_loses_an_eighteenth_of_a_chip(alpha: Fraction) -> None:
    assert value((first_player(alpha), second_player())) == Fraction(-1, 18)


def test_nothing_does_better_against_the_solution() -> None:
    answers = (value((first_player(Fraction(1, 3)), reply)) for reply in pure_strategies(("p", "b")))
    assert min(answers) == Fraction(-1, 18)
    answers = (value((reply, second_player())) for reply in pure_strategies(("", "pb")))
    assert max(answers) == Fraction(-1, 18)


# ---- courses made by hand -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "moves", "returns"),
    [
        ((J, K, Q), "pass pass", [-1, 1]),  # shown for the antes
        ((J, K, Q), "bet pass", [1, -1]),  # a bluff that works
        ((J, K, Q), "bet bet", [-2, 2]),  # a bluff that does not
        ((K, J, Q), "pass bet pass", [-1, 1]),  # the better card folds
        ((K, J, Q), "pass bet bet", [2, -2]),
        ((3, 2, 1, 0), "pass bet bet pass", [-1, 3, -2]),  # player 0 folds the best card; 1 and 2 show theirs
        ((0, 1, 2, 3), "pass pass bet pass pass", [-1, -1, 2]),  # nobody answers
        ((0, 1, 2, 3), "bet bet bet", [-2, -2, 4]),  # the most there is to win
    ],
)
def test_payoffs(cards: tuple[int, ...], moves: str, returns: list[int]) -> None:
    state = played(cards, moves)
    assert state.over and state.returns() == returns


def test_longest_game() -> None:
    assert played((0, 1, 2, 3), "pass pass bet bet bet").over
    assert loaded(3).max_length == 5


def test_unfinished_games_are_worth_nothing() -> None:
    assert played((J, K, Q), "bet").returns() == [0.0, 0.0]


# ---- deals and guesses ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_every_deal_is_as_likely(players: int) -> None:
    game = loaded(players)
    possible = set(permutations(range(players + 1)))
    found = Counter(cards_of(game.start(seed=seed)) for seed in range(3000))
    assert set(found) == possible
    assert abs(surprise(found, possible)) < 4


def guesses(state: State, observer: int, n: int, seed: int = 1) -> Counter[tuple[int, ...]]:
    return Counter(tuple(record.cards.tolist()) for record in guessed(state, observer, n, seed))


@pytest.mark.parametrize(
    ("cards", "moves"),
    [((J, K, Q), ""), ((Q, J, K), "pass bet"), ((1, 2, 0, 3), "bet"), *further(((4, 0, 3, 1, 2), "pass pass"))],
)
def test_guesses_are_uniform_over_all_deals(cards: tuple[int, ...], moves: str) -> None:
    state = played(cards, moves)
    for observer in range(len(cards) - 1):
        possible = {deal for deal in permutations(range(len(cards))) if deal[observer] == cards[observer]}
        found = guesses(state, observer, 200 * len(possible))
        assert set(found) == possible
        assert abs(surprise(found, possible)) < 4


@pytest.mark.parametrize(("players", "games"), [(2, 200), (3, 60)])
def test_guesses_cannot_be_told_from_the_truth(players: int, games: int) -> None:
    assert check_determinizations(loaded(players), games, per_state=5) > games


def test_guesses_uncompiled_are_the_same() -> None:
    game = loaded(4)
    state = played((4, 0, 3, 1, 2), "pass")
    for seed in range(10):
        record = game.backend.record(state.copy()._block)
        with np.errstate(over="ignore"):
            game.rules["determinize"](record, 2, random_numbers.new(seed))
        assert guesses(state, 2, 1, seed) == Counter([tuple(record.cards.tolist())])


# ---- the playout --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [(J, K, Q), (K, Q, J), (2, 3, 1, 0)])
def test_playout_has_the_expectation_of_random_moves(cards: tuple[int, ...]) -> None:
    state = dealt(loaded(len(cards) - 1), cards)
    n = 20_000
    payoffs, lengths = all_payoffs(state, n)
    assert lengths.min() >= 2 and lengths.max() <= state.game.max_length
    assert abs(payoffs[:, 0].mean() - expected(state)) <= 4 * payoffs[:, 0].std() / np.sqrt(n)


# ---- for people ---------------------------------------------------------------------------------------------------


def test_names_and_parsing_round_trip() -> None:
    state = loaded().start(seed=1)
    assert [state.name(move) for move in state.moves()] == ["pass", "bet"]
    assert [state.parse(text) for text in ("pass", "BET", "0", "1")] == [0, 1, 0, 1]


def test_picture() -> None:
    assert str(played((Q, K, J), "pass bet")) == ("pot 3, left over J\nplayer 0: Q pass <- to act\nplayer 1: K bet")


def test_view_shows_cards_only_when_they_are_shown() -> None:
    assert played((Q, K, J), "pass bet").view(0) == "pot 3\nplayer 0: Q pass <- to act\nplayer 1: ? bet"
    assert played((Q, K, J), "pass bet pass").view(0) == "pot 3\nplayer 0: Q pass pass\nplayer 1: ? bet"
    assert played((Q, K, J), "pass bet bet").view(0) == "pot 4\nplayer 0: Q pass bet\nplayer 1: K bet"
    assert played((Q, K, J), "pass pass").view(1) == "pot 2\nplayer 0: Q pass\nplayer 1: K pass"


@pytest.mark.parametrize("players", [1, 11, 0, 2.0, "2", True, None])
def test_bad_players(players: Any) -> None:
    with pytest.raises(OptionError, match="players must be a whole number from 2 to 10, not "):
        kuhn_poker.game(players)
