"""NST, the N-gram selection technique: in playouts, moves that did well after the moves just played are played more
often (Tak, Winands and Björnsson 2012).

For every sequence of one, two or three moves that came one after the other, R is the mean reward of who made the last
of them. A move's value in a playout is the average of R over the sequences that it would complete: itself alone, with
the move before it, with the two before it. Those of two and three count from `least` samples on; a move that nobody
made yet has R = 1 by itself. Then, as MAST does,

    greedy   with probability 1 - epsilon the move with the greatest value, else any move
    gibbs    a move with odds exp(value / temperature)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...rng import below, uniform
from ..options import number, one_of
from ..tracing import trace_moves
from .codes import LearningPlayout, code_of, codes_of, player_of
from .grams import (
    NOTHING,
    UNKNOWN,
    WAYS,
    added,
    check_entries,
    context_of,
    learn_pair,
    learn_triple,
    owner_of,
    pair_tables,
    row_of,
    spread_out,
    triple_tables,
)
from .mast import METHODS

SHARES = np.array([1.0, 1.0 / 2.0, 1.0 / 3.0])


@dataclass(frozen=True)
class NST(LearningPlayout):
    """Moves that did well after the one or two moves before them are preferred in playouts.

    method: "greedy" or "gibbs". epsilon: greedy, how often any move is played. temperature: gibbs, the smaller the
    greedier. least: how often a sequence of two or three moves must have been seen. entries: how many of three are
    remembered, a power of two. kept: share of what was learnt that stays after each move of the game, 0 to 1.
    """

    method: str = "greedy"
    epsilon: float = 0.1
    temperature: float = 0.1
    least: float = 7
    entries: int = 1 << 17
    kept: float = 1.0
    kind = "playout"
    reference = "Tak, Winands and Björnsson 2012; survey, VI-A4"

    def __post_init__(self) -> None:
        one_of(self, "method", METHODS)
        number(self, "epsilon", 0, 1)
        number(self, "temperature", 0.001)
        number(self, "least", 1)
        check_entries(self, self.entries, WAYS)
        self.check_kept()

    def bind(self, loop: Loop) -> None:
        trace_moves(loop)
        greedy = self.method == "greedy"
        epsilon, coldness = loop.number(self.epsilon), loop.number(1.0 / self.temperature)
        least, codes = loop.number(self.least), codes_of(loop)
        sums = loop.table(np.float32, (codes, 2), kept=self.kept)
        singles = loop.table(np.float32, (codes,), kept=1.0 if self.kept else 0.0)  # the mean less 1: 0 for a new move
        pairs, triples = pair_tables(loop, self.kept), triple_tables(loop, self.entries, self.kept)
        owners, pair_sums, pair_means = pairs
        tags, members, triple_sums, triple_means = triples
        spread, spread_codes = loop.note(np.float32, (codes,)), loop.note(np.int32, (WAYS,))
        teach = loop.teach

        def learn_sequences(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any) -> None:
            teach(tree, game, policy, scratch, payoffs)
            tables, enough = tree.tables, policy.numbers[least]
            last, before = np.int64(NOTHING), np.int64(NOTHING)
            for k in range(scratch.told[1]):
                code = np.int64(scratch.trace[k])
                if code >= 0:
                    player = player_of(game, code)
                    reward = payoffs[player]
                    tables[singles][code] = added(tables[sums][code], reward) - 1.0
                    if k >= 1:
                        learn_pair(
                            tables[owners],
                            tables[pair_sums],
                            tables[pair_means],
                            last,
                            code - player * game.actions,
                            player,
                            reward,
                            enough,
                        )
                    if k >= 2:
                        learn_triple(
                            tables[tags],
                            tables[members],
                            tables[triple_sums],
                            tables[triple_means],
                            context_of(last, before),
                            code,
                            reward,
                            enough,
                        )
                before, last = last, code

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            if greedy and uniform(scratch.rng) < policy.numbers[epsilon]:
                return below(scratch.rng, n)
            told, tables = scratch.told[1], tree.tables
            means, found = scratch.notes[spread], scratch.notes[spread_codes]
            last = np.int64(scratch.trace[told - 1]) if told >= 1 else np.int64(NOTHING)
            before = np.int64(scratch.trace[told - 2]) if told >= 2 else np.int64(NOTHING)
            row, context = row_of(len(tables[owners]), last), context_of(last, before)
            has_pairs = tables[owners][row] == owner_of(last, mover)
            known = spread_out(tables[tags], tables[members], tables[triple_means], context, means, found)
            after = tables[pair_means][row]
            best = value_moves(game, scratch, tables[singles], after, has_pairs, means, known > 0, mover, n)
            for i in range(known):
                means[found[i]] = UNKNOWN
            if best < 0:
                return best
            return any_greatest(scratch, n, best) if greedy else soft_choice(scratch, n, best, policy.numbers[coldness])

        loop.teach, loop.choose = learn_sequences, choose


def sequence_value(single: Any, pair: Any, triple: Any) -> float:
    """The average of what is known: of a move alone (`single` is 1 less), with the one before it and with the two
    before it (each 1 more; or UNKNOWN, which is 0). Without a branch, for no processor can predict what is known."""
    known = np.int64(pair != UNKNOWN) + np.int64(triple != UNKNOWN)
    return (1.0 + np.float64(single) + np.float64(pair) + np.float64(triple) - known) * SHARES[known]


def value_moves(
    game: Any,
    scratch: Any,
    singles: Any,
    pairs: Any,
    has_pairs: bool,
    triples: Any,
    has_triples: bool,
    mover: int,
    n: int,
) -> int:
    """The value of each of the `n` moves listed, into `scratch.weights`; returns the first of the greatest, or what
    went wrong. `pairs` goes by action, the others by code."""
    values, base = scratch.weights, mover * game.actions
    best, best_value = 0, -1.0
    for i in range(n):
        code = code_of(game, scratch, mover, scratch.moves[i])
        if code < 0:
            return code
        pair = pairs[code - base] if has_pairs else UNKNOWN
        triple = triples[code] if has_triples else UNKNOWN
        value = sequence_value(singles[code], pair, triple)
        values[i] = value
        if value > best_value:
            best, best_value = i, value
    return best


def any_greatest(scratch: Any, n: int, best: int) -> int:
    """A random one of the moves whose value, in `scratch.weights`, is that of the first of them, `best`."""
    values = scratch.weights
    ties = 0
    for i in range(best, n):
        ties += values[i] == values[best]
    if ties == 1:
        return best
    skip = below(scratch.rng, ties)
    for i in range(best, n):
        if values[i] == values[best]:
            if skip == 0:
                return i
            skip -= 1
    return best


def soft_choice(scratch: Any, n: int, best: int, coldness: float) -> int:
    """A move with odds exp(value * coldness), values in `scratch.weights`, the greatest that of `best`."""
    odds, greatest = scratch.weights, scratch.weights[best]
    total = 0.0
    for i in range(n):
        total += math.exp((odds[i] - greatest) * coldness)
        odds[i] = total
    drawn = uniform(scratch.rng) * total
    for i in range(n):
        if drawn < odds[i]:
            return i
    return n - 1
