"""Rows 54 and 57: where chance has much to say. Klondike's deals won, and how much of the optimum a search earns."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ....games import load
from ....games.klondike_table import RETURN, rank_of_move
from ....rules.game import CHANCE, State
from ....search.search import Search
from ...statistics import Interval, mean_interval
from ..checks import exact_values as exact
from ..checks.outcome import Check, Outcome, Progress, Size, direction, gained, point
from ..survey_rows import BETTER

DEALS, COMPARED, TREES = 500, 200, 8
ITERATIONS = 400
"""For Klondike, of all trees together."""
ENSEMBLE = f"root:threads={TREES},split=static"

PLAYERS: dict[str, dict[str, Any]] = {
    "UCT": {"parts": ("ucb1:c=1",)},
    "sparse UCT, w = 5": {"parts": ("ucb1:c=1", "sparse:w=5")},
    f"HOP-UCT, {TREES} trees": {"parts": ("ucb1:c=1", "sparse:w=1"), "parallel": ENSEMBLE},
    f"ensemble of sparse UCT, w = 2, {TREES} trees": {"parts": ("ucb1:c=1", "sparse:w=2"), "parallel": ENSEMBLE},
}

FIRST = 5_000
"""The seed of the first episode: not one of those that c was looked for with."""

BAR = 0.9
"""Of the optimum."""


# ---- Klondike ----------------------------------------------------------------------------------------------------


def patience(deal: int, chosen: Callable[[State], Any]) -> float:
    """What a player gets in a deal. Cards are turned up in an order of the deal's own: of two players who turn up as
    many, both see the same."""
    state = load("klondike", playouts="random").start(seed=deal)
    order = list(range(52))
    random.Random(deal).shuffle(order)
    while not state.over:
        moves = state.moves()
        if state.mover == CHANCE:
            state.play(min(moves, key=order.index))
        elif state["unseen"] == 0 and state["deck_size"] == 0:
            return 1.0  # all that is left is to play it out
        else:
            state.play(moves[0] if len(moves) == 1 else chosen(state))
    return state.returns()[0]


def by_rank(source: random.Random, best_only: bool, state: State) -> Any:
    """The published baselines: the best kind of move, or any, those back from a foundation where there is no other."""
    ranks = {move: rank_of_move(state.record, move) for move in state.moves()}
    if not best_only:
        ranks = {move: int(rank == RETURN) for move, rank in ranks.items()}
    return source.choice([move for move, rank in ranks.items() if rank == min(ranks.values())])


def searching(parts: Sequence[str], iterations: int, **options: Any) -> Callable[[State], Any]:
    """A player who searches; the move with the greatest mean is played, as published."""
    search = Search(load("klondike", playouts="random"), *parts, seed=1, final="max", **options)
    return lambda state: search.run(state, iterations=iterations).move


def deals_won(progress: Progress, name: str, player: Callable[[State], Any], deals: int) -> list[float]:
    """What a player gets, deal by deal."""
    won = []
    for deal in range(deals):
        if deal % 20 == 0:
            progress(f"{name}: deal {deal} of {deals}")
        won.append(patience(deal, player))
    return won


def all_players(progress: Progress, size: Size) -> Outcome:
    """Everybody on the same deals: random behind greedy, greedy behind every kind of UCT."""
    deals, visits = size.times(COMPARED), size.visits(ITERATIONS)
    won = {
        name: deals_won(progress, name, partial(by_rank, random.Random(1), name == "greedy"), deals)
        for name in ("random", "greedy")
    }
    for name, player in PLAYERS.items():
        options = {option: given for option, given in player.items() if option != "parts"}
        won[name] = deals_won(progress, name, searching(player["parts"], visits, **options), deals)
    figures = {name: mean_interval(each) for name, each in won.items()}
    hindsight, ensemble = list(PLAYERS)[-2:]
    figures["ensemble of sparse UCT less HOP-UCT"] = gained(won[ensemble], won[hindsight])
    gains = [gained(won["greedy"], won["random"], 5)]
    gains += [gained(won[name], won["greedy"], 5) for name in PLAYERS]
    return Outcome(figures, direction(*gains))


def wins(progress: Progress, size: Size) -> Outcome:
    """Whether what an ensemble wins reaches 35 %."""
    name, player = list(PLAYERS.items())[-1]
    chosen = searching(player["parts"], size.visits(ITERATIONS), parallel=player["parallel"])
    share = mean_interval(deals_won(progress, name, chosen, size.times(DEALS)))
    return Outcome({"deals won": share}, direction(point(share.high - 0.35 + 1e-12)))


# ---- the optimum -------------------------------------------------------------------------------------------------


def tiger_worth(state: State) -> list[float]:
    """What each move is worth, by what was heard."""
    return exact.tiger_moves(10 - int(state["moved"]), int(state["lead"]))


def cheese_worth(state: State) -> list[float]:
    """What each way is worth, by what the mouse knows."""
    return exact.cheese_moves(12 - int(state["moved"]), exact.rounded(list(state["odds"])))


def grid_worth(state: State) -> list[float]:
    """What each way is worth."""
    values = exact.grid_values(exact.Grid(), 49 - int(state["moved"]))
    return exact.grid_moves(exact.Grid(), values[-1], (int(state["cell"]) % 4, int(state["cell"]) // 4))


def sailing_worth(costs: Any, state: State) -> dict[int, float]:
    """What each heading is worth."""
    x, y, wind = (int(state[field]) for field in ("x", "y", "wind"))
    then = costs[50 - int(state["moved"]) - 1]
    return {heading: -cost for heading, cost in exact.sailing_moves(then, x, y, wind, 0.95).items()}


def of_the_optimum(
    progress: Progress,
    size: Size,
    name: str,
    parts: Sequence[str],
    iterations: int,
    episodes: int,
    worth: Callable[[State], Any],
) -> Outcome:
    """How much of the optimum a search earns. What a move gives away is known exactly, so episodes are not counted by
    what luck brought but by the optimum of their start less all that was given away: the same mean, and far less
    scatter."""
    game = load(name)
    search = Search(game, *parts, seed=1)
    best, given_away, source = [], [], random.Random(11)
    for episode in range(size.times(episodes)):
        progress(f"{name}: episode {episode}")
        state, lost, first = game.start(seed=FIRST + episode), 0.0, None
        while not state.over:
            if state.mover == CHANCE:
                state.play(source.choices(state.moves(), state.weights())[0])
                continue
            values = worth(state)
            greatest = max(values.values() if isinstance(values, dict) else values)
            first = greatest if first is None else first
            factor = float(state["factor"])
            move = search.run(state, iterations=size.visits(iterations)).move
            lost += factor * (greatest - values[move])
            state.play(move)
        best.append(float(first or 0.0))
        given_away.append(lost)
    optimum, away = sum(best) / len(best), mean_interval(given_away)
    earned = Interval(optimum - away.estimate, optimum - away.high, optimum - away.low)
    share = Interval(*(1.0 - (optimum - each) / abs(optimum) for each in earned))
    over = Interval(*(each - BAR for each in share))
    return Outcome({"optimum": point(optimum), "earned": earned, "share": share}, direction(over))


def sailed(progress: Progress, size: Size) -> Outcome:
    """The lake, from a random wind."""
    costs = exact.sailing_costs(5, 0.95)
    return of_the_optimum(
        progress, size, "sailing", ("ucb1:c=0.2",), 10_000, 20, partial(sailing_worth, costs)
    )  # fmt: skip


def row(name: str, what: str, published: str, parts: str, iterations: int, episodes: int, worth: Any) -> Check:
    """A check of a share of the optimum."""
    return Check(
        "57", what, BETTER, published, f"{name}, `{parts}`, {iterations:,} iterations a move, {episodes} episodes",
        partial(of_the_optimum, name=name, parts=(parts,), iterations=iterations, episodes=episodes, worth=worth),
    )  # fmt: skip


CHECKS = [
    Check(
        "54", "Klondike: random, greedy, kinds of UCT", BETTER,
        "7.1 %, 13.0 %; UCT 34.2, HOP-UCT 35.5, sparse 34.0, ensembles 35.3 to 37.0 %",
        f"{COMPARED} deals, the same for all; {ITERATIONS} iterations a move", all_players,
    ),
    Check(
        "54", "Klondike: an ensemble of sparse UCT reaches 35 %", BETTER, "35.3 %",
        f"{DEALS} deals, w = 2, {TREES} trees, {ITERATIONS} iterations a move", wins,
    ),
    row("cheese_maze(horizon=12)", "the cheese maze: above 90 % of the optimum", "1.28 of 1.33 a step",
        "ucb1:c=1", 10_000, 60, cheese_worth),
    row("tiger(horizon=10)", "the tiger: above 90 % of the optimum", "1.12 a step (undiscounted), all of it",
        "ucb1:c=0.1", 20_000, 60, tiger_worth),
    row("grid_world", "a grid world: above 90 % of the optimum", "0.24 of 0.25 a step (another grid)",
        "ucb1:c=0.5", 4_000, 30, grid_worth),
    Check("57", "sailing: above 90 % of the optimum", BETTER, "within 0.1 of the least cost",
          "5 x 5 cells, `ucb1:c=0.2`, 10,000 iterations a move, 20 episodes", sailed),
]  # fmt: skip
