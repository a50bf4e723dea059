"""Leduc poker: every deal and course against pyspiel, payoffs made by hand, and guesses of the unseen card."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from guess_helpers import guessed, surprise
from hidden import check_determinizations
from oracle import cross_check
from playout_helpers import expected, playouts
from poker_helpers import compare

from anyspace import rng as random_numbers
from anyspace.errors import IllegalMove
from anyspace.games import leduc_poker
from anyspace.rules.game import CHANCE, Game, State

CARDS = range(6)


@cache
def loaded() -> Game:
    return leduc_poker.game()


def dealt(hands: tuple[int, ...]) -> State:
    state = loaded().start(seed=0)
    loaded().backend.record(state._block).hands[:] = hands
    return state


def hands_of(state: State) -> tuple[int, ...]:
    return tuple(loaded().backend.record(state._block).hands.tolist())


def played(hands: str, moves: str) -> State:
    """The position after these moves, for hands like "Ja Kb"; the card in the middle is a move like any other."""
    state = dealt(tuple(leduc_poker.CARD_NAMES.index(card) for card in hands.split()))
    for name in moves.split():
        state.play(state.parse(name))
    return state


# ---- against others ----------------------------------------------------------------------------------------------


class SameDeal:
    """Our game and pyspiel's, started together: what ours deals, chance deals there."""

    hands: tuple[int, ...]

    def __init__(self) -> None:
        pyspiel = pytest.importorskip("pyspiel")
        self.theirs = pyspiel.load_game("leduc_poker")

    def start(self, seed: int) -> State:
        state = loaded().start(seed)
        self.hands = hands_of(state)
        return state

    def new_initial_state(self) -> Any:
        state = self.theirs.new_initial_state()
        for card in self.hands:
            state.apply_action(card)
        return state


def test_random_games_agree_with_pyspiel() -> None:
    both: Any = SameDeal()
    assert cross_check(both, both, 1000) > 1000


def test_all_games_agree_with_pyspiel() -> None:
    both = SameDeal()
    pairs: set[tuple[str, str]] = set()  # what the mover sees, here and there
    ends = 0
    for both.hands in permutations(CARDS, 2):
        ends += compare(dealt(both.hands), both.new_initial_state(), pairs)
    assert ends == 5520
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs}) == 936


# ---- courses made by hand -------------------------------------------------------------------------------------------

CHECKS = "call call"
WAR = "raise raise call"


@pytest.mark.parametrize(
    ("hands", "moves", "first"),
    [
        ("Ja Kb", f"{CHECKS} Qa {CHECKS}", -1),  # the higher card takes the ante
        ("Ja Kb", f"{CHECKS} Jb {CHECKS}", 1),  # a pair beats a king
        ("Ka Kb", f"{WAR} Ja {WAR}", 0),  # equal ranks share
        ("Qa Ja", f"{WAR} Qb {WAR}", 13),  # the most there is to win
        ("Ja Qa", f"{WAR} Qb {WAR}", -13),
        ("Ka Ja", "raise raise fold", -3),  # ante and 2 are lost
        ("Ka Ja", f"{CHECKS} Jb raise fold", 1),  # the second round's raise comes back
        ("Ka Ja", "raise call Jb raise raise fold", -7),
        ("Ka Ja", "call raise call Qa call raise call", 7),
    ],
)
def test_payoffs(hands: str, moves: str, first: int) -> None:
    state = played(hands, moves)
    assert state.over and state.returns() == [first, -first]


@pytest.mark.parametrize(
    ("moves", "legal"),
    [
        ("", "call raise"),  # nothing to pay: no fold
        ("call", "call raise"),
        ("raise", "fold call raise"),
        ("raise raise", "fold call"),  # two raises a round
        ("call raise raise", "fold call"),
        ("call call", "Jb Qb Ka Kb"),  # all that nobody holds
        ("raise raise call Ka", "call raise"),  # raises count anew, and player 0 acts first again
    ],
)
def test_legal_moves(moves: str, legal: str) -> None:
    state = played("Ja Qa", moves)
    assert [state.name(move) for move in state.moves()] == legal.split()
    assert state.mover == (CHANCE if "J" in legal else len(moves.split()) % 2 if "Ka" not in moves else 0)


def test_free_cards_fit_the_buffer() -> None:
    out = np.zeros(loaded().max_moves, np.int32)  # an IndexError where one too many is written
    record = loaded().backend.record(played("Ja Qa", CHECKS)._block)
    assert loaded().rules["moves"](record, out) == 4 and out.tolist() == [1, 3, 4, 5]


def test_longest_game() -> None:
    line = f"call {WAR} Jb call {WAR}"
    assert played("Ja Qa", line).over
    assert len(line.split()) == loaded().max_length == 9


def test_unfinished_games_are_worth_nothing() -> None:
    assert played("Ja Qa", "raise").returns() == [0.0, 0.0]


# ---- deals and guesses ----------------------------------------------------------------------------------------------


def test_every_deal_is_as_likely() -> None:
    possible = set(permutations(CARDS, 2))
    found = Counter(hands_of(loaded().start(seed=seed)) for seed in range(3000))
    assert set(found) == possible
    assert abs(surprise(found, possible)) < 4


def guesses(state: State, observer: int, n: int, seed: int = 1) -> Counter[tuple[int, ...]]:
    """The guessed hands, both players'."""
    return Counter(tuple(record.hands.tolist()) for record in guessed(state, observer, n, seed))


@pytest.mark.parametrize("observer", [0, 1])
@pytest.mark.parametrize("middle", [None, *CARDS])
def test_guesses_are_uniform_over_the_unseen_cards(observer: int, middle: int | None) -> None:
    for hands in permutations(CARDS, 2):
        if middle in hands:
            continue
        state = dealt(hands)
        if middle is not None:
            state.play(1).play(1).play(middle)
        own = hands[observer]
        possible = {deal for deal in permutations(CARDS, 2) if deal[observer] == own and middle not in deal}
        assert len(possible) == (5 if middle is None else 4)
        found = guesses(state, observer, 400)
        assert set(found) == possible
        assert abs(surprise(found, possible)) < 5


def test_guesses_while_the_card_is_turned_up() -> None:
    state = played("Qa Kb", CHECKS)
    assert state.mover == CHANCE
    assert set(guesses(state, 0, 200)) == {(2, card) for card in (0, 1, 3, 4, 5)}


def test_guesses_cannot_be_told_from_the_truth() -> None:
    assert check_determinizations(loaded(), games=150, per_state=5) > 150


def test_guesses_uncompiled_are_the_same() -> None:
    state = played("Qa Kb", f"{CHECKS} Ja")
    for seed in range(10):
        record = loaded().backend.record(state.copy()._block)
        with np.errstate(over="ignore"):
            loaded().rules["determinize"](record, 1, random_numbers.new(seed))
        assert guesses(state, 1, 1, seed) == Counter([tuple(record.hands.tolist())])


# ---- the playout --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", ["Ja Qa", "Ka Qb", "Ka Kb"])
def test_playout_has_the_expectation_of_random_moves(hands: str) -> None:
    state, n = played(hands, ""), 20_000
    payoffs, lengths = playouts(state, n)
    assert lengths.min() >= 2 and lengths.max() <= loaded().max_length
    assert abs(payoffs.mean() - expected(state)) <= 4 * payoffs.std() / np.sqrt(n)


# ---- for people ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", ["", "raise", CHECKS, f"{CHECKS} Jb"])
def test_names_and_parsing_round_trip(moves: str) -> None:
    state = played("Ja Qa", moves)
    for move in state.moves():
        name = state.name(move)
        assert state.parse(name) == state.parse(name.upper()) == state.parse(str(move)) == move
    with pytest.raises(IllegalMove):
        state.parse("Ja")  # somebody holds it


def test_picture() -> None:
    assert str(played("Ja Qb", "raise call Ka call")).split("\n") == [
        "middle Ka, pot 6",
        "player 0: Ja, paid 3",
        "player 1: Qb, paid 3 <- to act",
        "first round: raise call",
        "second round: call",
    ]


def test_view_shows_cards_only_when_they_are_shown() -> None:
    for moves, seen in (
        ("raise", False),
        ("raise fold", False),
        (f"{CHECKS} Ka call", False),
        (f"{CHECKS} Ka {CHECKS}", True),
    ):
        state = played("Ja Qb", moves)
        assert "Ja" in state.view(0) and "Qb" in state.view(1)
        assert ("Qb" in state.view(0)) == ("Ja" in state.view(1)) == seen
