"""FAST, the features-to-action sampling technique: playouts by what they have taught of features of positions, by
temporal differences (Finnsson and Björnsson 2010).

The features are what is true of a position: there is a white pawn on c4, it is Black's turn (the game's rule
`predicates`, or else its state: rules/predicates.py). Every player has a weight for each, 0 at first, and

    V(s) = 1/2 + the sum of the weights of what is true of s

is what it expects to get, 0 to 1. When a playout is over, its positions are gone through from the last to the first,
t, and with n features true of s each of their weights takes a step of TD(lambda):

    w += rate / n (G(t) - V(s(t)))
    G(last) = the reward,  G(t) = (1 - lambda) V(s(t+1)) + lambda G(t+1)

A move of a playout is worth the change of V that it brings, tried on a copy of the state; where it ends the game, what
is paid instead of V, as nothing can be learnt of positions that nobody moves from. It is drawn with odds
exp(change / temperature). At most `sample` of the moves are tried, drawn at random.

The paper learns weights of pieces and cells that it recognises in a game's description; predicates are what there is of
that here. What it has learnt did not show in Breakthrough (6x6 cells, 500 iterations): with rate=0, when all it sees
are the ends of the game, it won as often against plain UCT.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...rng import uniform
from ...rules.codes import OVER
from ...rules.compiled import SLACK
from ...rules.predicates import MOST_PREDICATES
from ..options import number, whole
from ..part import Part
from ..winning import play_copy
from .grams import NOTHING, check_entries, context_of, slot_of
from .looking_ahead import mover_at, some_of, value_at
from .truths import ROOM, true_at

EVEN = 0.5
"""What is expected of a position that nothing is known of."""

MOST_POSITIONS = 1024
"""Of a playout that is longer, the last are learnt from."""


@dataclass(frozen=True)
class Fast(Part):
    """Playouts towards positions whose features were followed by rewards.

    rate: how far a position's value moves towards what followed. lam: 1, that is the reward in the end; 0, the value of
    the next position. temperature: the smaller the greedier. sample: how many moves are tried, drawn at random; 0 for
    all. entries: how many weights a player has, a power of two. kept: share of what was learnt that stays after each
    move of the game, 0 to 1.
    """

    rate: float = 0.01
    lam: float = 0.9
    temperature: float = 0.1
    sample: int = 8
    entries: int = 1 << 14
    kept: float = 1.0
    kind = "playout"
    needs = ("predicates",)
    steps = True
    reference = "Finnsson and Björnsson 2010; survey, VI-A5"

    def __post_init__(self) -> None:
        number(self, "rate", 0, 1)
        number(self, "lam", 0, 1)
        number(self, "temperature", 0.001)
        whole(self, "sample", 0, 2**31 - 1)
        check_entries(self, self.entries, 1)
        number(self, "kept", 0, 1)

    def bind(self, loop: Loop) -> None:
        rate, lam, sample = loop.number(self.rate), loop.number(self.lam), loop.number(self.sample)
        coldness, game = loop.number(1.0 / self.temperature), loop.setup.game
        weights = loop.table(np.float32, (game.players, self.entries), kept=self.kept)
        order, spare = loop.note(np.int32, (game.max_moves + SLACK,)), loop.spare()
        found = loop.note(np.int32, (ROOM,))
        positions = min(game.max_length + 1, MOST_POSITIONS)
        places = loop.note(np.int32, (positions, MOST_PREDICATES))  # in `weights`, a row for each position of a playout
        counts = loop.note(np.int32, (positions,))
        passed = loop.note(np.int64, (1,))  # how many positions the playout has had
        starts, next_move, play_out = loop.starts, loop.next_move, loop.play_out

        def start_anew(tree: Any, policy: Any, scratch: Any) -> None:
            starts(tree, policy, scratch)
            scratch.notes[passed][0] = 0

        def look_and_move(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, ply: int) -> int:
            notes = scratch.notes
            n = true_at(game, scratch, scratch.state, notes[found])
            if n < 0:
                return n
            row = notes[passed][0] % len(notes[counts])
            for i in range(n):
                notes[places][row, i] = place_of(notes[found][i], tree.tables[weights].shape[1])
            notes[counts][row] = n
            notes[passed][0] += 1
            return next_move(tree, game, policy, scratch, mover, ply)

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> Any:
            own, tried, state = tree.tables[weights][mover], scratch.notes[order], scratch.spares[spare]
            chosen, total = np.int64(0), 0.0
            if n == 1:
                return chosen
            for k in range(some_of(scratch.rng, tried, n, np.int64(policy.numbers[sample]))):
                i = np.int64(tried[k])
                value = value_after(game, scratch, own, state, scratch.notes[found], scratch.moves[i], mover)
                if value < 0.0:
                    return np.int64(value)
                # where they come from they have in common: the change decides, and so does the value
                odds = math.exp((value - 1.0) * policy.numbers[coldness])
                total += odds
                if uniform(scratch.rng) * total < odds:  # in place of those before, by its share of the odds so far
                    chosen = i
            return chosen

        def play_and_learn(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            length = play_out(tree, game, policy, scratch)
            if length >= 0:
                notes, known = scratch.notes, tree.tables[weights]
                for player in range(game.players):
                    learn_positions(
                        known[player],
                        notes[places],
                        notes[counts],
                        notes[passed][0],
                        scratch.payoffs[player],
                        policy.numbers[rate],
                        policy.numbers[lam],
                    )
                notes[passed][0] = 0
            return length

        loop.starts, loop.next_move, loop.choose, loop.play_out = start_anew, look_and_move, choose, play_and_learn


def place_of(predicate: Any, entries: int) -> Any:
    """Where the weight of a predicate is. (Some share a place: with a few thousand features, hardly any.)"""
    return slot_of(context_of(predicate, NOTHING), entries)


def value_of(weights: Any, places: Any, n: int) -> float:
    """V of a position: the first `n` of `places` are where the weights of what is true of it are."""
    value = EVEN
    for i in range(n):
        value += np.float64(weights[places[i]])
    return value


def value_after(game: Any, scratch: Any, weights: Any, state: int, found: Any, move: int, player: int) -> float:
    """What the position after `move` is worth to `player`, within [0, 1], or what went wrong. Tried at `state`."""
    status = play_copy(game, state, scratch.state, move)
    mover = mover_at(game, scratch, state) if status >= 0 else status
    if mover < OVER:
        return float(mover)
    if mover == OVER:
        return value_at(game, scratch, state, mover, player)
    n = true_at(game, scratch, state, found)
    if n < 0:
        return float(n)
    for i in range(n):
        found[i] = place_of(found[i], len(weights))
    return min(max(value_of(weights, found, n), 0.0), 1.0)


def learn_positions(
    weights: Any, places: Any, counts: Any, passed: Any, reward: float, rate: float, lam: float
) -> None:
    """One player's weights learn from a playout that passed so many positions, the last of which are in `places`, row
    after row and round again. (Threads may lose each other's steps now and then.)"""
    rows, target = len(counts), reward
    for k in range(passed - 1, max(0, passed - rows) - 1, -1):
        row = k % rows
        n = counts[row]
        value = value_of(weights, places[row], n)
        step = rate * (target - value) / max(1, n)
        for i in range(n):
            weights[places[row, i]] = np.float64(weights[places[row, i]]) + step
        target = (1.0 - lam) * value + lam * target
