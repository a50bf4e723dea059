"""Guesses of hidden things where pyspiel makes none: they agree with what was seen, and come as often as is right."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import pytest

import anyspace
from anyspace import CHANCE, OVER, OptionError, Search
from anyspace.bridges.open_spiel.histories import Chain

pytest.importorskip("pyspiel")


def loaded(name: str) -> Any:
    return anyspace.load(f"open_spiel:{name}")


def after(game: Any, plies: int, seed: int) -> Any:
    """pyspiel's state after so many random moves."""
    source, state = random.Random(seed), game.spiel.new_initial_state()
    while len(state.history()) < plies or state.is_chance_node():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(source.choices(outcomes, odds)[0])
        else:
            state.apply_action(source.choice(state.legal_actions()))
    return state


def heard_along(game: Any, history: list[int], observer: int) -> tuple[list[str], list[int]]:
    """What a player is told on the way, each thing once, and what it does."""
    state = game.spiel.new_initial_state()
    told, made = [game.backend.known(state, observer)], []
    for action in history:
        if state.current_player() == observer:
            made.append(action)
        state.apply_action(action)
        if (now := game.backend.known(state, observer)) != told[-1]:
            told.append(now)
    return told, made


def all_that_look_the_same(game: Any, truth: Any, observer: int) -> dict[tuple[int, ...], float]:
    """By trying everything: the histories that the observer cannot tell from the true one, and their odds."""
    told, made = heard_along(game, truth.history(), observer)
    found: dict[tuple[int, ...], float] = {}

    def explore(state: Any, odds: float) -> None:
        heard, did = heard_along(game, state.history(), observer)
        if heard != told[: len(heard)] or did != made[: len(did)]:
            return
        if (heard, did) == (told, made) and state.current_player() == truth.current_player():
            found[tuple(state.history())] = odds
            if state.current_player() == observer:
                return
        if state.is_chance_node():
            options = state.chance_outcomes()
        else:
            legal = state.legal_actions()
            options = [(action, 1.0 if state.current_player() == observer else 1 / len(legal)) for action in legal]
        for action, chance in options:
            after = state.clone()
            after.apply_action(action)
            if not after.is_terminal():
                explore(after, odds * chance)

    explore(game.spiel.new_initial_state(), 1.0)
    total = sum(found.values())
    return {history: odds / total for history, odds in found.items()}


@pytest.mark.parametrize(
    ("name", "plies", "seed"),
    [
        ("liars_dice(dice_sides=4)", 4, 1),
        ("goofspiel(num_cards=4,points_order=descending)", 5, 2),
        ("phantom_ttt", 5, 3),
        ("phantom_ttt", 6, 12),
        ("dark_hex", 4, 5),
        ("kuhn_poker", 3, 1),
        ("leduc_poker", 6, 4),
        ("first_sealed_auction", 3, 2),
        ("tiny_bridge_2p", 3, 1),
    ],
)
def test_guesses_come_as_often_as_they_should(name: str, plies: int, seed: int) -> None:
    """Every history that looks the same, by its odds: G-test against all of them, found by trying everything."""
    game = loaded(name)
    truth = after(game, plies, seed)
    observer = truth.current_player()
    expected = all_that_look_the_same(game, truth, observer)
    chain = Chain(game.spiel.new_initial_state(), truth, observer, game.backend.known, random.Random(seed))
    draws = 3000
    found = Counter(tuple(chain.guess().history()) for _ in range(draws))
    assert set(found) <= set(expected)
    likely = [history for history, odds in expected.items() if draws * odds >= 8]
    assert len(expected) > 1 and set(likely) <= set(found)
    groups = [(found[history], expected[history]) for history in likely]
    groups.append((draws - sum(n for n, _ in groups), max(1e-9, 1 - sum(odds for _, odds in groups))))
    surprise = 2 * sum(n * math.log(n / (draws * odds)) for n, odds in groups if n)
    freedom = len(groups) - 1
    assert surprise < 2 * (freedom + 6 * math.sqrt(freedom)), (surprise, freedom)  # draws are not independent


def test_cards_are_anywhere_they_may_be() -> None:
    """Skat, before the bids: what is not in one's own hand is with each other player, or in the skat, equally often."""
    game = loaded("skat")
    truth = after(game, 32, 4)
    observer = truth.current_player()
    chain = Chain(game.spiel.new_initial_state(), truth, observer, game.backend.known, random.Random(1))
    chain.thinning = 40
    deals = [chain.guess().history()[:32] for _ in range(300)]
    where: dict[int, Counter[int]] = {}
    for deal in deals:
        for place, card in enumerate(deal):
            where.setdefault(card, Counter())[place] += 1
    own = [card for card, places in where.items() if len(places) <= 10]
    assert len(own) == 10
    for card, places in where.items():
        if card not in own:  # in which order one's own came is forgotten, and does not matter
            assert len(places) == 22 and max(places.values()) < 3 * 300 / 22


def test_no_truth_is_left_in_a_guess() -> None:
    """Two true states that look the same are guessed alike: by how often each of the opponent's dice is met."""
    game = loaded("liars_dice")
    tables = []
    for theirs in (1, 5):
        state = game.spiel.new_initial_state()
        for action in (2, theirs):
            state.apply_action(action)
        chain = Chain(game.spiel.new_initial_state(), state, 0, game.backend.known, random.Random(7))
        tables.append(Counter(chain.guess().history()[1] for _ in range(1200)))
    for face in range(6):
        assert abs(tables[0][face] - tables[1][face]) < 100, tables


GAMES = [
    "phantom_ttt",
    "dark_hex",
    "liars_dice",
    "goofspiel(imp_info=true,num_cards=6,points_order=descending)",
    "skat",
]


@pytest.mark.parametrize("name", GAMES)
def test_hidden_games_are_searched_without_peeking(name: str) -> None:
    game = loaded(name)
    assert game.hides and game.hides_moves and not game.resamples
    search = Search(game, "plain", seed=1)
    assert search.information.name == "multi"
    state, source = game.start(seed=2), random.Random(2)
    decisions = 0
    while not state.over and decisions < 12:
        if state.mover == CHANCE:
            state.play(source.choices(state.moves(), state.weights())[0])
            continue
        decisions += 1
        guess = state.determinize(state.mover, seed=decisions)
        assert guess.view(state.mover) == state.view(state.mover) and guess.moves() == state.moves()
        if decisions % 4 == 1:
            assert search.run(state, iterations=20).move in state.moves()
        state.play(source.choice(state.moves()))


@pytest.mark.parametrize("information", ["single", "multi", "determinized", "cheating"])
def test_every_mode_runs(information: str) -> None:
    game = loaded("liars_dice")
    state = game.position(after(game, 3, 1))
    result = Search(game, "plain", information=information, seed=1).run(state, iterations=60)
    assert result.move in state.moves()
    assert result == result


def test_one_seed_one_answer() -> None:
    game = loaded("phantom_ttt")
    state = game.position(after(game, 4, 1))
    visits = [
        {row.move: row.visits for row in Search(game, "plain", seed=5).run(state, iterations=120).table} for _ in "ab"
    ]
    assert visits[0] == visits[1]
    assert state.determinize(0, seed=3) == state.determinize(0, seed=3)


@pytest.mark.parametrize(("name", "plies"), [("kuhn_poker", 3), ("goofspiel(imp_info=true)", 4), ("phantom_ttt", 5)])
def test_a_guess_has_a_past(name: str, plies: int) -> None:
    """By which models of opponents weigh it: from pyspiel's start, the deal included, to the guess itself."""
    state, source = anyspace.load(f"open_spiel:{name}").start(), random.Random(1)
    for _ in range(plies):
        state.play(source.choice(state.moves()))
    for here in (state, *(state.determinize(observer, seed=3) for observer in (0, 1))):
        then, moves = here.past()
        assert moves == here.object.history() and then.object.history() == []
        for move in moves:
            then.play(move)
        assert then == here


def test_what_is_dealt_out_of_sight_is_refused() -> None:
    game = loaded("negotiation")
    assert game.hides and game.unguessable
    for information in ("auto", "single", "multi", "determinized"):
        with pytest.raises(OptionError, match=r"nothing can guess: it is dealt inside pyspiel.*cheating"):
            Search(game, information=information)
    with pytest.raises(OptionError, match="say 'cheating' if that is meant"):
        Search(game, information="perfect")
    state = game.start(seed=1)
    while state.mover == CHANCE:
        state.play(state.moves()[0])
    assert Search(game, "plain", information="cheating", seed=1).run(state, iterations=20).move in state.moves()


def test_who_moves_second_at_the_same_time_does_not_know_better() -> None:
    """Matching pennies: the second player wins always if it peeks, and half of the time if not."""
    game = loaded("matrix_mp")
    state = game.start(seed=1).play(0)
    peeking = Search(game, "plain", information="cheating", seed=1).run(state, iterations=400)
    honest = Search(game, seed=1).run(state, iterations=400)
    assert peeking.value > 0.9 and abs(honest.value) < 0.3


def test_a_view_is_never_the_whole_picture() -> None:
    game = loaded("liars_dice")
    state = game.start(seed=1)
    while not state.over:
        for player in range(game.players):
            assert str(state) == "" or state.view(player) != str(state) or state.mover == OVER
        state.play(state.moves()[0])
    assert state.view(0) == str(state)
