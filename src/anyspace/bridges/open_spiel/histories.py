"""Guessing what a player does not know, where pyspiel cannot: other histories that would look the same to that player.

A player knows what it did and what it was told along the way. All histories that agree with that are possible; those
that chance and players who move at random are likelier to make are likelier. They are walked through by Metropolis and
Hastings' chain: some moves and outcomes of others are changed, the whole is played again, and what the player would
have noticed is rejected. Three ways of changing a history:

- two moves (or outcomes) of the same mover change places: how hands of cards are shuffled;
- one move is replaced by another legal one: a deal from a deck that is not used up, a stone put down in the dark;
- a stretch is played anew, move by move, each drawn from those after which the player would know what it does know.
  The number of moves may change by it: attempts that nobody saw.

Which of the three, and where, is learnt from what was not rejected on the way to the first guess, and no longer changed
after it: the chain is to be the same in both directions.

The chain begins with a history that is played anew from the start, if one is soon found, so that nothing of the true
one is left; else with the true one, and goes far before the first guess.
"""

from __future__ import annotations

import math
import random
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from ...errors import GameError

TRIES, MOST_TRIED = 10, 1000
"""How often a history is played anew from the start to begin with; no more often when so many moves were tried."""

LEAST_BURN_IN, MOST_BURN_IN, STEPS_A_PLY = 40, 400, 6
"""Steps before the first guess: so many for each move of others, within bounds."""

LEAST_THINNING, MOST_THINNING = 4, 16
"""Steps between two guesses, by the same number."""

COSTS = (1, 1, 6)
"""About what a step of each kind takes."""

LAST = 4
"""How many of the last moves are changed oftener than others."""

MOST_OPTIONS = 256
"""Where a mover has more to choose from, no stretch is played anew: every choice would have to be tried."""

Knows = Callable[[Any, int], str]
"""What a player is told in a state."""


class Ply(NamedTuple):
    """A move of another, or of chance."""

    actor: int
    action: int
    likelihood: float
    """logarithm of how likely it was to be made, there"""
    place: int
    """how many moves were made before it"""
    told: int
    """how much the observer had been told before it"""
    own: int
    """how many moves the observer had made before it"""


class Walk:
    """A history in the making, and whether the observer would notice that it is not the true one."""

    __slots__ = ("actions", "chain", "own", "plies", "state", "told")

    def __init__(self, chain: Chain, state: Any, actions: list[int], plies: list[Ply], told: int, own: int) -> None:
        self.chain, self.state, self.actions, self.plies = chain, state, actions, plies
        self.told, self.own = told, own

    def copy(self) -> Walk:
        """Another one from here on."""
        return Walk(self.chain, self.state.clone(), self.actions[:], self.plies[:], self.told, self.own)

    def options(self) -> list[tuple[int, float]]:
        """What can be done here, and how likely each is."""
        if self.state.is_chance_node():
            return [(outcome, odds) for outcome, odds in self.state.chance_outcomes() if odds > 0]
        legal = self.state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def go(self, action: int, odds: float) -> bool:
        """Make a move for another, and then the observer's own, if it is its turn; whether it notices nothing."""
        actor = self.state.current_player()
        self.plies.append(Ply(actor, action, math.log(odds), len(self.actions), self.told, self.own))
        if not self._apply(action):
            return False
        return self.answer()

    def answer(self) -> bool:
        """Make the observer's moves while it is to move; whether they can be made, and turn out as they did."""
        chain = self.chain
        while self.own < len(chain.made) and self.state.current_player() == chain.observer:
            told, action = chain.made[self.own]
            if told != self.told or action not in self.state.legal_actions():
                return False
            self.own += 1
            if not self._apply(action):
                return False
        return True

    def _apply(self, action: int) -> bool:
        state, chain = self.state, self.chain
        state.apply_action(action)
        self.actions.append(action)
        if state.is_terminal():
            return False
        hears = chain.knows(state, chain.observer)
        if hears == chain.heard[self.told]:
            return True
        self.told += 1
        return self.told < len(chain.heard) and hears == chain.heard[self.told]

    @property
    def arrived(self) -> bool:
        """Whether the observer could take this for where the true history has got to."""
        chain = self.chain
        done = self.own == len(chain.made) and self.told == len(chain.heard) - 1
        return done and self.state.current_player() == chain.last_mover


class Chain:
    """Histories that `observer` cannot tell from that of `state`, one after the other.

    origin: the state at the start of the game.
    knows: what a player is told in a state.
    """

    def __init__(self, origin: Any, state: Any, observer: int, knows: Knows, source: random.Random) -> None:
        self.origin, self.observer, self.knows, self.source = origin, observer, knows, source
        self.heard: list[str] = [knows(origin, observer)]
        self.made: list[tuple[int, int]] = []
        self.last_mover: int = state.current_player()
        self._lock = threading.Lock()
        self._listen(state.history())
        self.now = self._true(state)
        hidden = len(self.now.plies)
        self._ways_to_change = (self._swapped, self._replaced, self._regrown)
        self._worth = [1 / cost for cost in COSTS]
        self._tried = 0  # moves
        self._fruitful: list[float] = []  # where changes were accepted, move by move of a history of that length
        self.thinning = max(LEAST_THINNING, min(MOST_THINNING, hidden // 4))
        if hidden:
            for _ in range(TRIES):
                if (anew := self._from_the_start()) is not None:
                    self.now = anew
                if anew is not None or self._tried > MOST_TRIED:
                    break
            self._burn_in(max(LEAST_BURN_IN, min(MOST_BURN_IN, STEPS_A_PLY * hidden)))

    def guess(self) -> Any:
        """The state at the end of the next history."""
        with self._lock:
            if self.now.plies:
                for _ in range(self.thinning + (self.source.random() < 0.5)):  # or it would go round in circles
                    self._step()
            return self.now.state.clone()

    # ---- the true history

    def _listen(self, history: list[int]) -> None:
        """What the observer was told, in order, and what it did."""
        state = self.origin.clone()
        for action in history:
            if state.current_player() == self.observer:
                self.made.append((len(self.heard) - 1, action))
            state.apply_action(action)
            hears = self.knows(state, self.observer)
            if hears != self.heard[-1]:
                self.heard.append(hears)

    def _true(self, state: Any) -> Walk:
        walk = self._beginning()
        history = state.history()
        agrees = walk.answer()
        while agrees and len(walk.actions) < len(history):
            action = history[len(walk.actions)]
            odds = dict(walk.options()).get(action, 0.0)
            agrees = odds > 0 and walk.go(action, odds)
        if not agrees or not walk.arrived or walk.actions != history:
            raise GameError(
                "OpenSpiel: the moves of this state, played again, do not lead to it; nothing can be guessed"
            )
        return walk

    def _beginning(self) -> Walk:
        return Walk(self, self.origin.clone(), [], [], 0, 0)

    # ---- steps

    def _burn_in(self, steps: int) -> None:
        tried, accepted = [0] * len(self._worth), [0] * len(self._worth)
        fruitful: dict[int, Counter[int]] = {}
        for _ in range(steps):
            length = len(self.now.plies)
            way, place = self._step()
            tried[way] += 1
            if place is not None:
                accepted[way] += 1
                fruitful.setdefault(length, Counter())[place] += 1
        rates = [(a + 0.1) / (t + 1) for a, t in zip(accepted, tried, strict=True)]
        self._worth = [rate / cost for rate, cost in zip(rates, COSTS, strict=True)]
        length = len(self.now.plies)
        if found := fruitful.get(length):
            self._fruitful = [0.2 / length + 0.8 * found[place] / found.total() for place in range(length)]

    def _step(self) -> tuple[int, int | None]:
        """Change the history, or not: which way was tried, and where, if it was changed."""
        (way,) = self.source.choices(range(len(self._worth)), self._worth)
        place = self._any(self.now.plies)
        proposed = self._ways_to_change[way](place)
        if proposed is None:
            return way, None
        walk, ratio = proposed
        if ratio < 0 and self.source.random() >= math.exp(ratio):
            return way, None
        changed = walk.actions != self.now.actions
        self.now = walk
        return way, place if changed else None

    def _swapped(self, first: int) -> tuple[Walk, float] | None:
        plies = self.now.plies
        alike = [place for place, ply in enumerate(plies) if ply.actor == plies[first].actor]
        other = alike[int(self.source.random() * len(alike))]
        if plies[other].action == plies[first].action:
            return None
        script = [ply.action for ply in plies]
        script[first], script[other] = script[other], script[first]
        start = min(first, other)
        return self._played(self._until(start), script[start:])

    def _replaced(self, place: int) -> tuple[Walk, float] | None:
        plies = self.now.plies
        walk = self._until(place)
        others = [option for option in walk.options() if option[0] != plies[place].action]
        if not others:
            return None
        action, _ = others[int(self.source.random() * len(others))]
        return self._played(walk, [action, *(ply.action for ply in plies[place + 1 :])])

    def _played(self, walk: Walk, script: list[int]) -> tuple[Walk, float] | None:
        """The history that goes on like this, by the same movers, and how likely it is beside the present one."""
        before = self.now.plies
        if not self._follow(walk, script) or [ply.actor for ply in walk.plies] != [ply.actor for ply in before]:
            return None
        return walk, sum(ply.likelihood for ply in walk.plies) - sum(ply.likelihood for ply in before)

    def _regrown(self, place: int) -> tuple[Walk, float] | None:
        """A stretch anew, as far as one of the observer's next moves, and the rest as it is."""
        plies = self.now.plies
        upto = plies[place].own + 1
        while self.source.random() < 0.5:
            upto += 1
        old = self._until(place)
        after = next((n for n in range(place, len(plies)) if plies[n].own >= upto), len(plies))
        mass_before = self._mass(old, [ply.action for ply in plies[place:after]])
        walk = self._until(place)
        mass = self._grow(walk, upto)
        if mass is None or mass_before is None:
            return None
        grown = len(walk.plies)
        if not self._follow(walk, [ply.action for ply in plies[after:]]):
            return None
        rest = sum(ply.likelihood for ply in walk.plies[grown:]) - sum(ply.likelihood for ply in plies[after:])
        there, back = self._how_often(place, len(plies)), self._how_often(place, len(walk.plies))
        return walk, mass - mass_before + rest + math.log(back / there)

    def _from_the_start(self) -> Walk | None:
        walk = self._beginning()
        grown = walk.answer() and self._grow(walk, len(self.made) + 1) is not None
        return walk if grown and walk.arrived else None

    def _any(self, plies: list[Ply]) -> int:
        """One of the moves, to be changed: where that was accepted before; or as often one of the last, which are the
        least known, as any."""
        n = len(plies)
        if n == len(self._fruitful):
            return self.source.choices(range(n), self._fruitful)[0]
        if self.source.random() < 0.5:
            return int(self.source.random() * n)
        return n - 1 - int(self.source.random() * min(n, LAST))

    def _how_often(self, place: int, n: int) -> float:
        """The probability that of so many moves the one at `place` is chosen."""
        if n == len(self._fruitful):
            return self._fruitful[place]
        last = min(n, LAST)
        return 0.5 / n + (0.5 / last if place >= n - last else 0.0)

    # ---- walking

    def _until(self, place: int) -> Walk:
        """The present history up to a move of another."""
        ply = self.now.plies[place]
        state = self.origin.clone()
        actions = self.now.actions[: ply.place]
        for action in actions:
            state.apply_action(action)
        return Walk(self, state, actions, self.now.plies[:place], ply.told, ply.own)

    def _follow(self, walk: Walk, script: list[int]) -> bool:
        """Make these moves for others; whether that can be, is not noticed and gets to the end."""
        for action in script:
            if walk.state.current_player() == self.observer:
                return False
            odds = next((odds for option, odds in walk.options() if option == action), 0.0)
            if odds <= 0 or not walk.go(action, odds):
                return False
        return walk.arrived

    def _grow(self, walk: Walk, upto: int) -> float | None:
        """Moves for others, drawn from those that are not noticed, until the observer has made `upto` moves, or to the
        end. Returns the logarithm of how likely such moves were altogether; None where there were none."""
        total, most = 0.0, 2 * len(self.now.plies) + 20
        silent = sum(ply.own == len(self.made) for ply in self.now.plies)
        while walk.own < upto and walk.state.current_player() != self.observer:
            at_last = walk.own == len(self.made) and self.last_mover != self.observer
            if at_last and sum(ply.own == len(self.made) for ply in walk.plies) == silent:
                break
            ways = self._ways(walk)
            if not ways or len(walk.plies) == most:
                return None
            mass = sum(odds for _, odds in ways)
            total += math.log(mass)
            chosen = self.source.choices(ways, [odds for _, odds in ways])[0][0]
            walk.state, walk.actions, walk.plies = chosen.state, chosen.actions, chosen.plies
            walk.told, walk.own = chosen.told, chosen.own
        return total

    def _mass(self, walk: Walk, script: list[int]) -> float | None:
        """The same for moves that were made."""
        total = 0.0
        for action in script:
            ways = self._ways(walk)
            made = [way for way, _ in ways if way.plies[-1].action == action]
            if not made:
                return None
            total += math.log(sum(odds for _, odds in ways))
            walk = made[0]
        return total

    def _ways(self, walk: Walk) -> list[tuple[Walk, float]]:
        """Every way to go on that the observer does not notice, and how likely it is."""
        options = walk.options()
        if len(options) > MOST_OPTIONS:
            return []
        self._tried += len(options)
        tried = ((walk.copy(), action, odds) for action, odds in options)
        return [(way, odds) for way, action, odds in tried if way.go(action, odds)]
