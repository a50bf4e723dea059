from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

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
)
from hidden import check_determinizations

from anyspace.games.cards import RANKS, SUITS
from anyspace.games.hearts_round import HOLD, LEFT, UNSEEN
from anyspace.rules.game import CHANCE, Game, State


@pytest.mark.parametrize("name", GAMES)
def test_guesses_look_the_same_to_the_observer(name: str) -> None:
    games, share = (1, 0.03) if name == "match" else (2, 0.3)
    assert check_determinizations(GAMES[name], games=games, per_state=3, seed=1, share=share) > 100


def history_allows(game: Game, hands: list[int], moves: list[int]) -> bool:
    """Whether the cards could have been played as they were, had these been the hands after the passing."""
    state = deal(game, hands)
    for move in moves:
        if move not in state.moves():
            return False
        state.play(move)
    return True


def deals(cards: list[int], sizes: list[int]) -> Iterator[list[int]]:
    """All ways to deal `cards` to hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in deals(rest, sizes[1:]):
            yield [sum(1 << card for card in hand), *others]


def consistent_hands(game: Game, state: State, moves: list[int], observer: int) -> set[tuple[int, ...]]:
    """By trying all: the hands that the play so far and what `observer` passed allow."""
    now = record(state)
    hands, played = [int(hand) for hand in now["hands"]], [int(cards) for cards in now["played"]]
    others = [seat for seat in range(4) if seat != observer]
    hidden = [card for card in range(52) if any(hands[seat] >> card & 1 for seat in others)]
    mine, receiver = int(now["passed"][observer]), (observer + int(now["direction"])) % 4
    worlds = set()
    for dealt in deals(hidden, [hands[seat].bit_count() for seat in others]):
        guess = dict(zip(others, dealt, strict=True)) | {observer: hands[observer]}
        whole = [guess[seat] | played[seat] for seat in range(4)]
        if mine & ~whole[receiver] == 0 and history_allows(game, whole, moves):
            worlds.add(tuple(guess[seat] for seat in range(4)))
    return worlds


@pytest.mark.parametrize(("name", "left"), [("left", 8), ("right", 7), ("across", 9), ("hold", 8), ("left", 11)])
def test_guesses_are_all_and_only_the_worlds_that_fit(name: str, left: int) -> None:
    game, source = GAMES[name], random.Random(left)
    constrained = 0
    for seed in range(3):
        state = game.start(seed=100 + seed)
        moves = random_game(state, source, until=left)
        moves = moves[12:] if len(moves) > 52 - left else moves  # the cards played, without those passed
        observer = source.randrange(4)
        worlds = consistent_hands(game, state, moves, observer)
        now = record(state)
        assert tuple(now["hands"].tolist()) in worlds
        seen = Counter(
            tuple(record(state.determinize(observer, seed=i))["hands"].tolist()) for i in range(30 * len(worlds))
        )
        assert_uniform(seen, worlds)
        constrained += bool(now["lacks"].any())
    assert constrained > 0


def test_guesses_fit_the_history_at_any_time() -> None:
    source = random.Random(3)
    for seed in range(60):
        game = GAMES[source.choice(["left", "right", "across", "hold"])]
        state = game.start(seed=seed)
        moves = random_game(state, source, until=source.randrange(1, 52))
        moves = moves[0 if record(state)["direction"] == HOLD else 12 :]
        for observer in range(4):
            guess = record(state.determinize(observer, seed=seed))
            assert history_allows(game, (guess["hands"] | guess["played"]).tolist(), moves)


def test_what_others_passed_is_guessed_too() -> None:
    # player 0 passed to 1 and got its cards from 3; of what 1 gave to 2 and 2 to 3 it knows nothing
    state = ROUND.start(seed=8)
    random_game(state, random.Random(5), until=14)
    now = record(state)
    between: dict[int, Counter[int]] = {1: Counter(), 2: Counter()}
    for i in range(20 * 286):
        guess = record(state.determinize(0, seed=i))
        assert guess["passed"][0] == now["passed"][0] and guess["passed"][3] == now["passed"][3]
        for giver in (1, 2):
            had = int(guess["hands"][giver + 1] | guess["played"][giver + 1])
            passed = int(guess["passed"][giver])
            assert passed.bit_count() == 3 and passed & ~had == 0
            ranks = [card for card in range(52) if had >> card & 1]
            between[giver][sum(1 << ranks.index(card) for card in range(52) if passed >> card & 1)] += 1
    threes = {sum(1 << card for card in three) for three in combinations(range(13), 3)}
    for seen in between.values():
        assert_uniform(seen, threes)


def test_guesses_while_cards_are_chosen() -> None:
    # two cards each, to keep it small; 0 has chosen one of its two, 1 is choosing
    hands = [bits(text) for text in ("2C 3D", "4H 5S", "6C 7D", "8H 9S")]
    state = play(deal(ROUND, hands, LEFT), "2C")
    record(state)["chosen"] = 3
    worlds = {
        (*dealt, 1 << card)
        for dealt in deals([number(name) for name in ["2C", "3D", "6C", "7D", "8H", "9S"]], [2, 2, 2])
        for card in range(52)
        if dealt[0] >> card & 1
    }
    assert len(worlds) == 90 * 2
    seen: Counter[Any] = Counter()
    for i in range(40 * len(worlds)):
        guess = record(state.determinize(1, seed=i))
        assert guess["hands"][1] == hands[1]
        seen[(*(int(guess["hands"][seat]) for seat in (0, 2, 3)), int(guess["passed"][0]))] += 1
    assert_uniform(seen, worlds)
    assert record(state.determinize(0, seed=1))["passed"][0] == bits("2C")  # its own choice it knows


@pytest.mark.parametrize(
    ("cards", "seat", "lacking"),
    [
        ("9D KS", 1, "D"),  # did not follow diamonds
        ("3H", 0, "C D S"),  # led a heart before hearts were broken
        ("9D KD", 1, ""),  # followed
    ],
)
def test_what_a_card_gives_away(cards: str, seat: int, lacking: str) -> None:
    first = "3H 4H" if cards == "3H" else "9D 4H"
    state = ending(ROUND, [first, "KD KS" if "KD" in cards else "2S KS", "3D 3C", "4D 4C"], leader=0, broken=False)
    play(state, cards)
    suits = "".join(suit + " " for suit in "CDHS" if int(record(state)["lacks"][seat]) & bits(f"2{suit}")).strip()
    assert suits == lacking
    assert (f"has no {lacking}" in state.view(2)) == bool(lacking)


def test_points_in_the_first_trick_give_all_away() -> None:
    # twelve hearts and the queen of spades: whoever plays a heart there holds nothing else
    ranks = {suit: [rank + suit for rank in RANKS] for suit in SUITS}
    points = [*ranks["H"][:12], "QS"]
    rest = [name for suit in "CDS" for name in ranks[suit] if name != "QS"] + ["AH"]
    hands = [bits(" ".join(part)) for part in (rest[:13], points, rest[13:26], rest[26:])]
    state = play(deal(ROUND, hands), "0:2C 2H")
    for observer in (0, 2, 3):
        for i in range(50):
            guess = record(state.determinize(observer, seed=i))
            assert int(guess["hands"][1]) & ~bits(" ".join([*ranks["H"], "QS"])) == 0
    assert "has no C D 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS" in state.view(2)


def test_the_deals_to_come_are_hidden() -> None:
    state = GAMES["match"].start(seed=1)
    random_game(state, random.Random(1), until=4)
    after = set()
    for i in range(20):
        guess = state.determinize(0, seed=i)
        while record(guess)["rounds"] == 0:
            guess.play(guess.moves()[0])
        after.add(tuple(record(guess)["hands"].tolist()))
    assert len(after) == 20


def test_passed_cards_are_not_seen() -> None:
    state = ROUND.start(seed=1)
    for _ in range(12):
        for observer in range(4):
            seen = {state.observe(move, observer) for move in state.moves()}
            assert seen == (set(state.moves()) if observer == state.mover else {UNSEEN})
        state.play(state.moves()[-1])
    while not state.over:
        for observer in range(4):
            assert [state.observe(move, observer) for move in state.moves()] == state.moves()
        state.play(state.moves()[0])
    assert "observe" not in GAMES["hold"].rules  # nothing is passed: every move is public


def test_view_shows_what_the_player_knows_and_no_more() -> None:
    state = play(ROUND.start(seed=11), "")
    mine = names(state).split()
    play(state, f"{mine[0]} {mine[4]} {mine[12]}")
    assert f"you passed {mine[0]} {mine[4]} {mine[12]} to 1" in state.view(0)
    assert mine[12] not in state.view(2) and "received" not in state.view(1)
    while state.mover != CHANCE:
        state.play(state.moves()[0])
    assert f"you received {mine[0]} {mine[4]} {mine[12]} from 0" in state.view(1)
    assert "received" not in str(state) and "passed" in str(state)
