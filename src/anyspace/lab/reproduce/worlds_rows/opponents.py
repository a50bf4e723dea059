"""Row 60: a model of the opponent in Leduc poker, against a bot with a habit and against the same search."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from ....games import load
from ....parts.opponents.modelled import Opponents
from ....parts.opponents.models import Counts, Model
from ....rules.game import CHANCE, AnyGame, State
from ....search.search import Search
from ...hashing import seed_of
from ...statistics import mean_interval
from ..checks.outcome import UNSAID, Check, Outcome, Progress, Size, direction, gained
from ..survey_rows import BETTER

HANDS, WATCHED, BUDGET = 1_000, 1_000, 300
FOLD, CALL, RAISE = 0, 1, 2
GOOD_RANK, FAIR_RANK = 2, 1

Decides = Callable[[State, int], Any]
"""From a state and a seed to a move."""


def honest(state: State) -> dict[int, float]:
    """Nine times of ten as its cards are: raises with a king or a pair, calls with a queen, else folds what it must
    pay for."""
    own, middle, moves = int(state["hands"][state.mover]) // 2, int(state["middle"]), state.moves()
    if own == GOOD_RANK or (middle >= 0 and middle // 2 == own):
        wanted = RAISE if RAISE in moves else CALL
    elif own == FAIR_RANK:
        wanted = CALL
    else:
        wanted = FOLD if FOLD in moves else CALL
    return {move: 0.9 if move == wanted else 0.1 / max(1, len(moves) - 1) for move in moves}


def by_model(model: Model) -> Decides:
    """A player that plays as a model says."""

    def decides(state: State, seed: int) -> Any:
        shares = model(state)
        return random.Random(seed).choices([*shares], [*shares.values()])[0]

    return decides


def by_search(game: AnyGame, iterations: int, *parts: Any) -> Decides:
    """A search, ISMCTS."""
    search = Search(game, *(parts or ["plain"]), information="single")

    def decides(state: State, seed: int) -> Any:
        search.seed = seed
        return search.run(state, iterations=iterations).move

    return decides


def hand(game: AnyGame, seats: list[Decides], number: int) -> tuple[list[float], State, list[Any]]:
    """One hand: payoffs, where it began, its moves. `number` decides the cards, whoever plays."""
    state = game.start(seed=seed_of("deal", number))
    first, moves = state.copy(), list[Any]()
    cards = random.Random(seed_of("cards", number))
    while not state.over:
        if state.mover == CHANCE:
            move = cards.choices(state.moves(), state.weights())[0]
        else:
            move = seats[state.mover](state, seed_of("thinks", number, len(moves)))
        moves.append(move)
        state.play(move)
    return state.returns(), first, moves


def both_seats(game: AnyGame, player: Decides, opponent: Decides, number: int) -> float:
    """What a player earns a hand, the same cards dealt once to either seat."""
    first = hand(game, [player, opponent], number)[0][0]
    second = hand(game, [opponent, player], number)[0][1]
    return 0.5 * (first + second)


def counted(game: AnyGame, watched: Decides, hands: int) -> Counts:
    """A model learned from so many hands that somebody played against itself."""
    counts = Counts(game)
    for number in range(hands):
        _, first, moves = hand(game, [watched, watched], 10_000_000 + number)
        counts.watch(first, moves)
    return counts


def against_habit(progress: Progress, size: Size, learned: bool) -> Outcome:
    """Chips a hand against the bot: with a model of it, and without; the same deals."""
    game, iterations = load("leduc_poker"), size.visits(BUDGET)
    bot = by_model(honest)
    model: Model = counted(game, bot, size.times(WATCHED)) if learned else honest
    players = {
        "with the model": by_search(game, iterations, Opponents(model)),
        "guesses weighed only": by_search(game, iterations, Opponents(model, trust=0.0, playouts=False)),
        "without": by_search(game, iterations),
    }
    earned: dict[str, list[float]] = {name: [] for name in players}
    for number in range(size.times(HANDS)):
        if number % 100 == 0:
            progress(f"Leduc against a habit: hand {number}")
        for name, player in players.items():
            earned[name].append(both_seats(game, player, bot, number))
    figures = {name: mean_interval(each) for name, each in earned.items()}
    figures["gained by the model"] = gained(earned["with the model"], earned["without"])
    return Outcome(figures, direction(figures["gained by the model"]))


def against_itself(progress: Progress, size: Size) -> Outcome:
    """Chips a hand against the plain search, with a model learned from its hands: 0 if the model changes nothing."""
    game, iterations = load("leduc_poker"), size.visits(BUDGET)
    plain = by_search(game, iterations)
    progress("watching the search")
    model = counted(game, plain, size.times(WATCHED))
    player = by_search(game, iterations, Opponents(model))
    earned = []
    for number in range(size.times(HANDS)):
        if number % 100 == 0:
            progress(f"Leduc against itself: hand {number}")
        earned.append(both_seats(game, player, plain, number))
    found = mean_interval(earned)
    return Outcome({"with the model, against without": found}, direction(found))


SETTING = f"leduc_poker, {BUDGET} iterations a decision, {HANDS:,} deals, each in both seats"

CHECKS = [
    Check(
        "60", "a model of the opponent, given as a function", BETTER, "ahead of none (no figure)",
        f"{SETTING}, against a bot that bets as its cards are nine times of ten",
        partial(against_habit, learned=False),
    ),
    Check(
        "60", "a model of the opponent, learned from records", BETTER, "ahead of none (no figure)",
        f"{SETTING}, the same bot, counts of {WATCHED:,} hands", partial(against_habit, learned=True),
    ),
    Check(
        "60", "a model of a search, learned from its records, against that search", UNSAID, "is not to hurt",
        f"{SETTING}, counts of {WATCHED:,} hands", against_itself,
    ),
]  # fmt: skip
