"""PAST, the predicate-average sampling technique: in playouts, moves that did well where the same things were true
(Finnsson and Björnsson 2010).

A position is a list of predicates that are true of it: there is a white pawn on c4, it is Black's turn. For every
predicate p and move a (of one player), Q(p, a) is the mean reward of all playouts in which the player made a while p
was true. In a position a move is worth

    the greatest Q(p, a) over the predicates p that are true there, of those seen at least `least` times with a;
    if there is none, MAST's Q(a): its mean wherever it was made, 1 if it never was

and moves are chosen by that as in MAST: the greatest with probability 1 - epsilon, else any (greedy); or with odds
exp(value / temperature) (gibbs, as in the paper).

What is true of a position says the game's rule `predicates`, or else its state (rules/predicates.py).
Only `sample` of them are looked at, drawn anew at each move of a playout; those are also what is learnt of. Pairs are
learnt from playouts, where they are used; Q(a) from moves in the tree as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...rng import below, uniform
from ...rules.predicates import MOST_PREDICATES
from ..options import number, one_of, whole
from ..tracing import trace_moves
from .codes import LearningPlayout, code_of, codes_of, player_of
from .grams import UNKNOWN, added, check_entries, context_of, slot_of, tag_of
from .mast import METHODS
from .nst import any_greatest, soft_choice
from .truths import ROOM, draw_some, true_at


@dataclass(frozen=True)
class Past(LearningPlayout):
    """Moves that did well where the same was true of the position are preferred in playouts.

    method: "greedy" or "gibbs". epsilon: greedy, how often any move is played. temperature: gibbs, the smaller the
    greedier. sample: how many of the things that are true of a position are looked at. least: how often a move must
    have been made where such a thing was true. entries: how many pairs are remembered, a power of two. kept: share of
    what was learnt that stays after each move of the game, 0 to 1.
    """

    method: str = "greedy"
    epsilon: float = 0.4
    temperature: float = 0.1
    sample: int = 16
    least: float = 7
    entries: int = 1 << 17
    kept: float = 1.0
    kind = "playout"
    needs = ("actions", "predicates")
    reference = "Finnsson and Björnsson 2010; survey, VI-A5"

    def __post_init__(self) -> None:
        one_of(self, "method", METHODS)
        number(self, "epsilon", 0, 1)
        number(self, "temperature", 0.001)
        whole(self, "sample", 1, MOST_PREDICATES)
        number(self, "least", 1)
        check_entries(self, self.entries, 1)
        self.check_kept()

    def bind(self, loop: Loop) -> None:
        trace_moves(loop)
        greedy, codes = self.method == "greedy", codes_of(loop)
        epsilon, coldness = loop.number(self.epsilon), loop.number(1.0 / self.temperature)
        least, stays = loop.number(self.least), 1.0 if self.kept else 0.0
        sums = loop.table(np.float32, (codes, 2), kept=self.kept)  # rewards, and how often
        singles = loop.table(np.float32, (codes,), kept=stays)  # the mean, less 1: 0 for a move that was never made
        tags = loop.table(np.uint32, (self.entries,), kept=stays)
        pair_sums = loop.table(np.float32, (self.entries, 2), kept=self.kept)
        means = loop.table(np.float32, (self.entries,), kept=stays)  # 1 more, or UNKNOWN
        longest = loop.setup.game.max_length + 1
        found = loop.note(np.int32, (ROOM,))
        truths = loop.note(np.int32, (longest, self.sample))  # a row for each move of a playout
        counts = loop.note(np.int32, (longest,))
        ready = loop.note(np.int64, (1,))  # the row that was written last, plus 1
        teach, play_out, next_move, moved = loop.teach, loop.play_out, loop.next_move, loop.moved

        def look_and_move(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, ply: int) -> int:
            row, notes = scratch.told[1] - scratch.told[0], scratch.notes
            if mover >= 0 and row < len(notes[counts]):
                n = true_at(game, scratch, scratch.state, notes[found])
                if n < 0:
                    return n
                notes[counts][row] = draw_some(scratch.rng, notes[found], n, notes[truths][row])
                notes[ready][0] = row + 1
            return next_move(tree, game, policy, scratch, mover, ply)

        def forget_row(game: Any, policy: Any, scratch: Any, mover: int, move: int) -> None:
            row, notes = scratch.told[1] - scratch.told[0], scratch.notes
            if row < len(notes[counts]) and notes[ready][0] != row + 1:  # nobody looked: chance, or a part of its own
                notes[counts][row] = 0
            notes[ready][0] = 0
            moved(game, policy, scratch, mover, move)

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            if greedy and uniform(scratch.rng) < policy.numbers[epsilon]:
                return below(scratch.rng, n)
            row, notes, tables = scratch.told[1] - scratch.told[0], scratch.notes, tree.tables
            true = np.int64(notes[counts][row]) if notes[ready][0] == row + 1 else np.int64(0)
            row = min(row, len(notes[counts]) - 1)
            best = value_moves(
                game, scratch, tables[singles], tables[tags], tables[means], notes[truths][row], true, mover, n
            )
            if best < 0:
                return best
            return any_greatest(scratch, n, best) if greedy else soft_choice(scratch, n, best, policy.numbers[coldness])

        def play_and_learn(tree: Any, game: Any, policy: Any, scratch: Any) -> int:
            length = play_out(tree, game, policy, scratch)
            if length < 0:
                return length
            notes, tables, first = scratch.notes, tree.tables, scratch.told[0]
            for k in range(first, min(scratch.told[1], first + len(notes[counts]))):
                code = np.int64(scratch.trace[k])
                if code >= 0:
                    reward = scratch.payoffs[player_of(game, code)]
                    for i in range(notes[counts][k - first]):
                        learn_pair(
                            tables[tags],
                            tables[pair_sums],
                            tables[means],
                            context_of(code, notes[truths][k - first, i]),
                            reward,
                            policy.numbers[least],
                        )
            return length

        def learn_moves(tree: Any, game: Any, policy: Any, scratch: Any, payoffs: Any) -> None:
            teach(tree, game, policy, scratch, payoffs)
            for k in range(scratch.told[1]):
                code = np.int64(scratch.trace[k])
                if code >= 0:
                    mean = added(tree.tables[sums][code], payoffs[player_of(game, code)])
                    tree.tables[singles][code] = mean - 1.0

        loop.choose, loop.next_move, loop.moved = choose, look_and_move, forget_row
        loop.play_out, loop.teach = play_and_learn, learn_moves


def learn_pair(tags: Any, sums: Any, means: Any, context: Any, reward: float, least: float) -> None:
    """A pair, by its context, was followed by a reward. In the table the newer of two that want one place has it.
    (Threads that share a tree may mix them up: one wrong estimate, now and then, of a playout's move.)"""
    slot, tag = slot_of(context, len(tags)), tag_of(context)
    if tags[slot] != tag:
        tags[slot] = tag
        means[slot] = UNKNOWN
        sums[slot, 0] = sums[slot, 1] = 0.0
    mean = added(sums[slot], reward)
    if sums[slot, 1] >= least:
        means[slot] = 1.0 + mean


def value_of(single: Any, tags: Any, means: Any, truths: Any, true: Any, code: Any) -> float:
    """What a move is worth where the first `true` of `truths` hold: the greatest mean that is known, else its own,
    1 more than `single`."""
    greatest = UNKNOWN
    for i in range(true):
        context = context_of(code, truths[i])
        slot = slot_of(context, len(tags))
        if tags[slot] == tag_of(context) and means[slot] > greatest:
            greatest = means[slot]
    return np.float64(greatest) - 1.0 if greatest != UNKNOWN else np.float64(single) + 1.0


def value_moves(
    game: Any, scratch: Any, singles: Any, tags: Any, means: Any, truths: Any, true: Any, mover: int, n: int
) -> int:
    """The value of each of the `n` moves listed, into `scratch.weights`; returns the first of the greatest, or what
    went wrong."""
    best, best_value = 0, -1.0
    for i in range(n):
        code = code_of(game, scratch, mover, scratch.moves[i])
        if code < 0:
            return code
        value = value_of(singles[code], tags, means, truths, true, code)
        scratch.weights[i] = value
        if value > best_value:
            best, best_value = i, value
    return best
