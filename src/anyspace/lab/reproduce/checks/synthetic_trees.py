"""Row 74: game trees that are made to have a leaf correlation and a disambiguation factor, and how far search by
guesses is from an equilibrium there (after Long, Sturtevant, Buro and Furtak 2010).

Two players move in turn, six plies, two moves each. Each has a card of two bits that the other does not see. After
every ply one more bit of a card comes out with the probability `disambiguation`, for either card by itself: what the
other knows of it breaks in half. What a leaf pays is drawn for every pair of cards by itself; the two leaves below a
last decision pay the same with the probability `correlation`, and else the opposite. `forest` trees are one game: which
it is is drawn at the start and seen by both, so that what comes to pass in one says nothing of another.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....rng import below
from ....rules.game import OVER, Game, declare
from ....solve.equilibria.response import best_answer
from ....solve.equilibria.strategy import tabulated
from ....solve.equilibria.unfolded import Unfolded, unfolded
from ...exploit import searching
from ...statistics import mean_interval
from ..survey_rows import BETTER
from .outcome import Check, Outcome, Progress, Size, direction, saved

PLIES, BITS = 6, 2
CARDS = 1 << BITS
BIAS = 0.5
TREES, ITERATIONS = 12, 300
LOW, MIDDLE, HIGH = 0.1, 0.5, 0.9

STATE = np.dtype([("tree", np.int32), ("path", np.int32), ("ply", np.int8), ("cards", np.int8, 2)])


def drawn(tree: Any, place: Any, what: Any) -> float:
    """A number from 0 to 1 that follows from these: what a tree has at a place."""
    word = np.uint64(tree) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(place) * np.uint64(0xBF58476D1CE4E5B9)
    word += np.uint64(what + 1) * np.uint64(0x94D049BB133111EB)
    for _ in range(3):
        word ^= word >> np.uint64(32)
        word *= np.uint64(0xD6E8FEB86659FD93)
    word ^= word >> np.uint64(32)
    return float(word >> np.uint64(11)) / 9007199254740992.0


def game(correlation: float, disambiguation: float, forest: int = TREES) -> Game:
    """`forest` trees with these parameters."""

    def start(state: Any, rng: Any) -> None:
        state.path = 1
        state.ply = 0
        state.tree = below(rng, forest)
        state.cards[0] = below(rng, CARDS)
        state.cards[1] = below(rng, CARDS)

    def mover(state: Any) -> int:
        return OVER if state.ply == PLIES else state.ply % 2

    def moves(state: Any, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 2

    def play(state: Any, move: int) -> None:
        state.path = 2 * state.path + move
        state.ply += 1

    def returns(state: Any, out: Any) -> None:
        place = ((np.int64(state.path) >> 1) * CARDS + state.cards[0]) * CARDS + state.cards[1]
        won = drawn(state.tree, place, 0) < BIAS
        if state.path & 1 and not drawn(state.tree, place, 1) < correlation:
            won = not won
        out[0] = 1.0 if won else -1.0
        out[1] = -out[0]

    def shown(state: Any, player: int) -> int:
        """How many bits of a player's card are out."""
        bits = 0
        for ply in range(1, state.ply + 1):
            if drawn(state.tree, ply, 2 + player) < disambiguation:
                bits += 1
        return min(bits, BITS)

    def determinize(state: Any, observer: int, rng: Any) -> None:
        other = 1 - observer
        hidden = 1 << (BITS - shown(state, other))
        state.cards[other] = state.cards[other] // hidden * hidden + below(rng, hidden)

    def information_key(state: Any, observer: int) -> int:
        other = 1 - observer
        hidden = 1 << (BITS - shown(state, other))
        word = ((np.int64(state.tree) << PLIES + 1) + state.path) * CARDS + state.cards[observer]
        return (word * CARDS + state.cards[other] // hidden) * 2 + observer

    return declare(
        {
            "start": start,
            "mover": mover,
            "moves": moves,
            "play": play,
            "returns": returns,
            "determinize": determinize,
            "information_key": information_key,
        },
        name="synthetic_trees",
        state=STATE,
        players=2,
        payoffs=(-1.0, 1.0),
        max_moves=2,
        max_length=PLIES,
        actions=2,
    )


# ---- how far from an equilibrium, tree by tree


def worth(unfolded_: Unfolded, strategy: Any, player: int, forest: int) -> list[float]:
    """What each tree of the forest is worth to a player, if all play by a strategy."""
    nodes = unfolded_.nodes
    values = unfolded_.payoffs[:, player].copy()
    parents, edges, groups = nodes["parent"], nodes["edge"], unfolded_.infoset
    owners, shares = groups[parents], nodes["odds"].copy()
    decided = owners >= 0
    shares[decided] = strategy[unfolded_.first[owners[decided]] + edges[decided]]
    for node in range(len(nodes) - 1, 0, -1):
        if parents[node] != 0:
            values[parents[node]] += shares[node] * values[node]
    found, count = np.zeros(forest), np.zeros(forest)
    for node in np.flatnonzero(parents == 0)[1:]:
        tree = unfolded_.starts[int(nodes["move"][node])][0]["tree"]
        found[tree] += values[node]
        count[tree] += 1.0
    return [float(each) for each in found / count]


def nash_conv(unfolded_: Unfolded, strategy: Any, forest: int) -> Any:
    """What both players together would gain, each by its best answer: a number a tree."""
    total = np.zeros(forest)
    for player in (0, 1):
        answer = best_answer(unfolded_, strategy, player)
        total += np.subtract(worth(unfolded_, answer, player, forest), worth(unfolded_, strategy, player, forest))
    return total


def shares_left(
    progress: Progress, correlation: float, disambiguation: float, forest: int, iterations: int
) -> list[float]:
    """NashConv of search by guesses by that of uniformly random moves, tree by tree."""
    progress(f"correlation {correlation}, disambiguation {disambiguation}")
    whole = unfolded(game(correlation, disambiguation, forest))
    numbers = tabulated(whole, searching(whole.game, "determinized", iterations, seed=74))
    left = nash_conv(whole, numbers, forest) / nash_conv(whole, whole.uniform(), forest)
    return [float(each) for each in left]


def where_guessing_works(progress: Progress, size: Size) -> Outcome:
    """Low against high leaf correlation, low against high disambiguation."""
    forest, iterations = size.times(TREES), size.visits(ITERATIONS)
    settings = {
        f"correlation {LOW}": (LOW, MIDDLE),
        f"correlation {HIGH}": (HIGH, MIDDLE),
        f"disambiguation {LOW}": (MIDDLE, LOW),
        f"disambiguation {HIGH}": (MIDDLE, HIGH),
    }
    left = {name: shares_left(progress, *setting, forest, iterations) for name, setting in settings.items()}
    gains = [saved(left[f"{what} {HIGH}"], left[f"{what} {LOW}"], of=2) for what in ("correlation", "disambiguation")]
    return Outcome({name: mean_interval(values) for name, values in left.items()}, direction(*gains))


CHECKS = [
    Check("74", "search by guesses where leaves are correlated and secrets come out", BETTER,
          "close to an equilibrium with both high, far from it with either low (Long et al. 2010)",
          f"{TREES} synthetic trees of {PLIES} plies, cards of {BITS} bits, parameters {LOW} or {HIGH} and the other "
          f"{MIDDLE}; `determinized`, {ITERATIONS} iterations a decision: exact NashConv by that of random moves",
          where_guessing_works),
]  # fmt: skip
