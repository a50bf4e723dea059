"""Ways to turn a board that leave the game as it is: a network may look at a position turned in any of them."""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np

from ..errors import GameError
from ..rules.game import AnyGame
from .evaluator import Answers, Evaluator


class Symmetry(NamedTuple):
    """One of them."""

    cells: Any
    """int [rows * columns]: where a cell of a plane goes"""
    actions: Any
    """int [actions]: which move a move becomes"""


def symmetries_of(game: AnyGame) -> list[Symmetry]:
    """All that a game declares, the one that changes nothing first; that alone if it declares none."""
    if game.plane_shape is None or game.actions is None:
        return []
    sizes = prod(game.plane_shape[1:]), game.actions
    same = Symmetry(*(np.arange(size) for size in sizes))
    found = [same]
    for given in game.symmetries() if game.symmetries is not None else ():
        try:
            turn = Symmetry(*(np.array(each, np.int64) for each in given))
        except (TypeError, ValueError) as error:
            raise GameError(f"{game.name}: each of 'symmetries' must be (cells, moves), not {given!r}") from error
        for what, each, size in zip(("cells", "moves"), turn, sizes, strict=True):
            if each.shape != (size,) or (np.sort(each) != np.arange(size)).any():
                raise GameError(f"{game.name}: one of 'symmetries' does not send {size} {what} to {size} others")
        if not all((a == b).all() for a, b in zip(turn, same, strict=True)):
            found.append(turn)
    return found


def turn_planes(planes: Any, turn: Symmetry) -> Any:
    """Positions with their boards turned."""
    n, count = planes.shape[:2]
    turned = np.empty((n, count, len(turn.cells)), np.float32)
    turned[:, :, turn.cells] = planes.reshape(n, count, -1)
    return turned.reshape(planes.shape)


def turn_policy_back(policy: Any, turn: Symmetry) -> Any:
    """What a policy for turned boards says of the boards as they are."""
    return policy[..., turn.actions]


class Averaged(Evaluator):
    """The mean of what a network says of all the ways to see a position: of probabilities, and of values."""

    def __init__(self, inner: Evaluator, turns: list[Symmetry]) -> None:
        self.inner, self.turns = inner, turns
        self.name, self.made_for = inner.name, inner.made_for

    def showing(self, layer: str | None) -> Averaged:
        inner = self.inner.showing(layer)
        return self if inner is self.inner else Averaged(inner, self.turns)

    def another(self) -> Averaged:
        return Averaged(self.inner.another(), self.turns)

    def evaluate(self, planes: Any) -> Answers:
        n, ways = len(planes), len(self.turns)
        found = self.inner.evaluate(np.concatenate([turn_planes(planes, turn) for turn in self.turns]))
        policy, value, trunk = (None if each is None else np.asarray(each).reshape(ways, n, -1) for each in found)
        if policy is not None:
            back = np.stack([turn_policy_back(each, turn) for each, turn in zip(policy, self.turns, strict=True)])
            odds = np.exp(back - back.max(axis=2, keepdims=True))
            odds /= odds.sum(axis=2, keepdims=True)
            policy = np.log(odds.mean(axis=0) + 1e-30).astype(np.float32)
        return Answers(policy, None if value is None else value.mean(axis=0), None if trunk is None else trunk[0])


class Drawn(Evaluator):
    """What a network says of each position, turned in a way that is drawn."""

    def __init__(self, inner: Evaluator, turns: list[Symmetry], seed: int = 0) -> None:
        self.inner, self.turns = inner, turns
        self.name, self.made_for = inner.name, inner.made_for
        self.draw_from(seed)

    def draw_from(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def another(self) -> Drawn:
        return Drawn(self.inner.another(), self.turns, int(self._random.integers(1 << 62)))

    def evaluate(self, planes: Any) -> Answers:
        drawn = self._random.integers(len(self.turns), size=len(planes))
        turned = np.concatenate([turn_planes(planes[i : i + 1], self.turns[way]) for i, way in enumerate(drawn)])
        found = self.inner.evaluate(turned)
        if found.policy is None:
            return found
        back = [turn_policy_back(each, self.turns[way]) for each, way in zip(found.policy, drawn, strict=True)]
        return found._replace(policy=np.stack(back))
