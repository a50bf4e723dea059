"""What a network takes and gives: planes in, odds of moves and values out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import OptionError
from ..parts.playout.move_weights import numbers_its_moves
from ..rules.constant_sum import constant_sum
from ..rules.game import AnyGame


@dataclass(frozen=True)
class Shape:
    """The outside of a network for one game."""

    planes: tuple[int, int, int]
    """how many, rows, columns"""
    actions: int
    values: int
    """1: the mover's, where what one gains the other loses; else one for every player, in their order"""

    @property
    def inputs(self) -> int:
        """Numbers that describe a position."""
        return int(np.prod(self.planes))

    def as_text(self) -> str:
        """JSON, for stores and files."""
        return json.dumps({"planes": list(self.planes), "actions": self.actions, "values": self.values})


def shape_of(game: AnyGame) -> Shape:
    """What a network for this game looks like from outside. Raises `OptionError` where there can be none."""
    if game.plane_shape is None:
        raise OptionError(f"{game.name}: a network needs the rule 'planes', a position as a picture (plane_shape=)")
    if game.actions is None or not numbers_its_moves(game):
        raise OptionError(f"{game.name}: a network needs actions=, and moves that are numbers below it")
    if not np.isfinite(game.payoffs).all():
        raise OptionError(f"{game.name}: a network needs payoffs with bounds, payoffs=(least, greatest)")
    is_one = game.players == 1 or constant_sum(game.start(seed=0)) is not None
    return Shape(game.plane_shape, game.actions, 1 if is_one else game.players)


def values_of(payoffs: Any, mover: int, game: AnyGame, shape: Shape) -> Any:
    """Payoffs as a network gives them: from -1 to 1, the mover's or all players'."""
    least, greatest = game.payoffs
    scaled = 2.0 * (np.asarray(payoffs, np.float64) - least) / (greatest - least) - 1.0
    if shape.values == 1 and len(scaled) == 2 and abs(float(scaled.sum())) > 1e-6:
        told = " and ".join(f"{payoff:g}" for payoff in payoffs)
        raise OptionError(f"{game.name}: a game that paid {told}: one value cannot stand for both players")
    return scaled[mover : mover + 1] if shape.values == 1 else scaled


def description(game: AnyGame, shape: Shape) -> dict[str, str]:
    """What stands inside a file, so that it is never used for another game."""
    origin = game.origin
    options = dict(origin.options) if origin is not None else {}
    return {
        "anyspace.game": game.name if origin is None else origin.name,
        "anyspace.options": json.dumps(options),
        "anyspace.planes": json.dumps(list(shape.planes)),
    }
