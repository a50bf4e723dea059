"""Thoughts of self-play: searches of many positions in lockstep (search/lockstep.py), one evaluation for all at a time.

What is learnt follows from the selection: with Gumbel (Danihelka et al. 2022) softmax(logits + sigma(completed q)),
with PUCT (Silver et al. 2018) the visits, with Dirichlet noise at the root. A tree begins anew with every position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..neural.evaluator import open_evaluator
from ..parts.bias.root_noise import RootNoise
from ..parts.leaf.network import Network
from ..parts.part import Part
from ..parts.select.gumbel import Gumbel
from ..parts.select.puct import PUCT
from ..rules.game import AnyGame, State
from ..search.lockstep import Lockstep, what_was_learnt
from ..search.search import Search
from .everybodys import EverybodysMean
from .learner import Evaluator
from .self_play import Thought
from .settings import Settings
from .shape import shape_of

SCALE = 0.3
"""Of Gumbel: the usual 0.1 is for values that are stretched to all of [0, 1]."""

C = 0.625
"""Of PUCT: AlphaZero's 1.25 is for values from -1 to 1."""

GUESSES = 4
"""Of a position in which something is hidden; each is searched with all simulations."""


class Planner:
    """A `Thinker`: the searches of many positions, with one evaluator."""

    def __init__(self, game: AnyGame, evaluate: Evaluator, settings: Settings, seed: int) -> None:
        self.game, self.settings = game, settings
        self.shape = shape_of(game)
        self.source = np.random.default_rng(seed)
        self._network = Network(open_evaluator(evaluate, game, None), batch=1, cache=0)
        self._everybodys = EverybodysMean() if self.shape.values > 1 else None
        self._known: dict[bool, Lockstep] = {}

    def think(self, states: Sequence[State], explore: bool) -> list[Thought]:
        """Search them all; where something is hidden, guesses of them, so that nobody peeks."""
        if not self.game.hides:
            return self._search(states, explore)
        seeds = self.source.integers(1 << 62, size=(len(states), GUESSES))
        guesses = [
            state.determinize(state.mover, int(s)) for state, row in zip(states, seeds, strict=True) for s in row
        ]
        found = self._search(guesses, explore)
        return [self._mean(found[k : k + GUESSES], explore) for k in range(0, len(found), GUESSES)]

    def _mean(self, thoughts: list[Thought], explore: bool) -> Thought:
        """What all guesses say together; the move is drawn by it, or the best of it."""
        policy = np.mean([thought.policy for thought in thoughts], axis=0)
        odds = policy.astype(np.float64) / policy.sum(dtype=np.float64)
        move = int(self.source.choice(len(odds), p=odds)) if explore else int(odds.argmax())
        return Thought(policy, np.mean([thought.value for thought in thoughts], axis=0), move)

    def _search(self, states: Sequence[State], explore: bool) -> list[Thought]:
        together = self._lockstep(len(states), explore)
        searches = together.searches[: len(states)]
        for search, seed in zip(searches, self.source.integers(1 << 62, size=len(states)).tolist(), strict=True):
            search.seed = seed
        moves = together.choose(states, iterations=self.settings.simulations)
        return [self._thought(search, move, explore) for search, move in zip(searches, moves, strict=True)]

    def _lockstep(self, count: int, explore: bool) -> Lockstep:
        """So many searches at least, those of earlier thoughts among them."""
        known = self._known.get(explore)
        if known is None or len(known.searches) < count:
            kept = [] if known is None else known.searches
            information = "sequential" if self.game.simultaneous else "cheating" if self.game.hides else None
            new = [Search(self.game, *self._parts(explore), information=information) for _ in range(count - len(kept))]
            known = self._known[explore] = Lockstep([*kept, *new])
        return known

    def _parts(self, explore: bool) -> list[Part]:
        """Noise where games are to differ, and none where the best is to be played."""
        everybodys = [] if self._everybodys is None else [self._everybodys]
        if self.settings.target == "gumbel":
            return [self._network, Gumbel(scale=SCALE, noise=1.0 if explore else 0.0), *everybodys]
        return [self._network, PUCT(c=C), *([RootNoise(alpha=0.0)] if explore else []), *everybodys]

    def _thought(self, search: Search, best: int, explore: bool) -> Thought:
        """As it is learnt from. Gumbel's noise has drawn the move already; PUCT's is drawn by its visits."""
        odds, worth = what_was_learnt(search)
        moves = search.position.moves()
        policy = np.zeros(self.shape.actions, np.float32)
        policy[moves] = odds
        value: Any = worth if self._everybodys is None else self._everybodys.means(search)
        is_drawn = explore and self.settings.target == "puct"
        move = moves[int(self.source.choice(len(moves), p=odds))] if is_drawn else best
        return Thought(policy, 2.0 * value - 1.0, move)
