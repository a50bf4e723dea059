"""A model of the others in the search: what is hidden is inferred from their moves, and they move as it says (survey,
IV-I; Ponsen, Gerritsen and Chaslot 2010).

Of a guess g of what is hidden, and the moves that the others have made so far, the model says how likely these are,

    w(g) = product of P(move | what its maker knew then, if g is true).

Guesses are drawn anew until one is kept: each with probability w(g), so that those which are kept are as likely as they
should be (rejection). After `tries` in vain, one of as many others is drawn in proportion to w. The past of a guess is
told by the game's rule `rewind`. Particles (core/particles.py) have lived through it: there the others moved by the
model, and nothing is to be weighed.

In the tree, where another player is to move, its move is drawn by the model's odds instead of by the formula; in
playouts too. What the model does not know (models.py) the formula decides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.binding import Loop
from ...core.policy import PERFECT
from ...core.questions import ask_mover, copy_state, list_moves
from ...core.tree import NO_NODE
from ...machine.atomic import address_of
from ...machine.native import call
from ...rng import uniform
from ...rules.codes import OK
from ...rules.compiled import SLACK
from ..options import number, whole
from ..part import Part
from ..playout.heavy import draw_by_odds
from ..select.draws import positive
from .asking import Asking
from .models import UNIFORM, as_model

ODDS, WEIGHT = 0, 1
"""Places of the model's two functions."""

NEVER = -1e200
"""Less than the score of any move that the model knows."""


@dataclass(frozen=True)
class Opponents(Part):
    """The others play as a model says, and what they hide is inferred from what they played.

    model: a function from a state to shares of its moves; "uniform"; FILE.json, counts that were saved; FILE.py:NAME.
    infer: whether guesses are drawn by it (the game needs the rule `rewind`, or the search `particles`). trust: how
    often the model decides at nodes and in playouts, 0 to 1. tries: guesses drawn before one of as many others must do.
    playouts: whether it decides there too.
    """

    model: Any = UNIFORM
    infer: bool = True
    trust: float = 1.0
    tries: int = 16
    playouts: bool = True
    kind = "bias"
    steps = True
    excludes = ("exp3", "best_reply")
    reference = "Southey et al. 2005; Ponsen, Gerritsen and Chaslot 2010; survey, IV-I"
    consistent = "no: it answers what the others are taken to play, not the best that they could"

    def __post_init__(self) -> None:
        number(self, "trust", 0.0, 1.0)
        whole(self, "tries", 1, 1_000_000)

    @property
    def structure(self) -> Any:
        return (type(self), self.infer, self.playouts)  # a model is an address, which is data

    def bind(self, loop: Loop) -> None:
        game = loop.setup.game
        asking = Asking(game, as_model(self.model, game))
        loop.alive.append(asking)
        loop.one_sided = True
        asked = loop.table(np.int64, (2,), filled=asking.addresses)
        trust, tries = loop.number(self.trust), loop.number(self.tries)
        most = game.max_moves + SLACK
        told, listed, shares = loop.note(np.int64, (1,)), loop.note(np.int32, (most,)), loop.note(np.float64, (most,))
        inner_reached, inner_bound, inner_unvisited = loop.reached, loop.bound, loop.unvisited

        def reached(tree: Any, game: Any, policy: Any, scratch: Any, which: int, node: Any) -> int:
            scratch.notes[told][0] = 0
            status = inner_reached(tree, game, policy, scratch, which, node)
            if status < 0:
                return status
            mover, chance = ask_mover(game, scratch), uniform(scratch.rng)
            if mover < 0 or mover == policy.observer or chance >= policy.numbers[trust]:
                return OK
            n = list_moves(game, scratch)
            if n < 0:
                return n
            where = tree.tables[asked][ODDS]
            status = call(where, (scratch.state, scratch.moves_at, n, scratch.weights_at))
            if status < 0:
                return status
            known = 0.0
            for i in range(n):
                scratch.notes[listed][i], scratch.notes[shares][i] = scratch.moves[i], scratch.weights[i]
                known += scratch.weights[i]
            if chance < known * policy.numbers[trust]:
                scratch.notes[told][0] = n
            return OK

        def bound(
            tree: Any, policy: Any, scratch: Any, node: Any, child: Any, worth: float, visits: Any, width: float
        ) -> float:
            if scratch.notes[told][0] == 0 or child == NO_NODE:
                return inner_bound(tree, policy, scratch, node, child, worth, visits, width)
            found = scratch.notes[listed], scratch.notes[shares]
            return drawn(scratch.rng, found[0], found[1], scratch.notes[told][0], tree.nodes[child].move)

        def unvisited(
            tree: Any, game: Any, policy: Any, scratch: Any, node: Any, mover: int, i: int, width: float
        ) -> float:
            if scratch.notes[told][0] == 0:
                return inner_unvisited(tree, game, policy, scratch, node, mover, i, width)
            found = scratch.notes[listed], scratch.notes[shares]
            return drawn(scratch.rng, found[0], found[1], scratch.notes[told][0], scratch.moves[i])

        loop.reached, loop.bound, loop.unvisited = reached, bound, unvisited
        if self.infer and loop.particles:
            loop.model = int(asking.addresses[ODDS])
        elif self.infer and game.hides and loop.setup.information != PERFECT:
            self._weigh(loop, asking.addresses, tries)
        if self.playouts:
            self._play_as_modelled(loop, asked, trust)

    def _weigh(self, loop: Loop, addresses: Any, tries: int) -> None:
        """Guesses by how likely they make what was played."""
        kept, weight, where = loop.spare(), loop.note(np.float64, (1,)), loop.number(float(addresses[WEIGHT]))
        inner = loop.deal

        def deal(game: Any, policy: Any, scratch: Any) -> int:
            most, out, at = int(policy.numbers[tries]), address_of(scratch.notes[weight]), int(policy.numbers[where])
            total = 0.0
            for k in range(2 * most):
                status = inner(game, policy, scratch)
                if status >= 0:
                    status = call(at, (scratch.state, policy.observer, out))
                if status < 0:
                    return status
                likely = scratch.notes[weight][0]
                if k < most:
                    if uniform(scratch.rng) < likely:
                        return OK
                    continue
                total += likely  # those that were rejected are not asked again: they were the unlikely ones
                if uniform(scratch.rng) * total < likely:
                    copy_state(game, scratch.spares[kept], scratch.state)
            if total > 0.0:  # else nothing that was guessed can be: the model is wrong, and the last guess will do
                return min(copy_state(game, scratch.state, scratch.spares[kept]), OK)
            return OK

        loop.deal = deal

    def _play_as_modelled(self, loop: Loop, asked: int, trust: int) -> None:
        inner = loop.choose

        def choose(tree: Any, game: Any, policy: Any, scratch: Any, mover: int, n: int, ply: int) -> int:
            chance = uniform(scratch.rng)
            if n == 1 or mover == policy.observer or chance >= policy.numbers[trust]:
                return inner(tree, game, policy, scratch, mover, n, ply)
            where = tree.tables[asked][ODDS]
            status = call(where, (scratch.state, scratch.moves_at, n, scratch.weights_at))
            if status < 0:
                return status
            known = 0.0
            for i in range(n):
                known += scratch.weights[i]
            if chance >= known * policy.numbers[trust]:
                return inner(tree, game, policy, scratch, mover, n, ply)
            return draw_by_odds(scratch, n)

        loop.choose = choose


def drawn(rng: Any, listed: Any, shares: Any, n: int, move: int) -> float:
    """The score of a move: of several numbers ln(u) / p the one of p is the greatest with probability p."""
    for i in range(n):
        if listed[i] == move and shares[i] > 0.0:
            return math.log(positive(rng)) / shares[i]
    return NEVER * (1.0 + uniform(rng))
