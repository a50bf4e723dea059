"""The turn handed to the other player: GTP lets a colour move twice in a row, which is how positions are set up, and
goes on after two passes. Our states alternate and end.

In Go neither is a move: the turn is handed over without a pass, so that nothing ends by it and no position counts as
repeated. In Hex and Havannah whose turn it is does not depend on the stones, either. Where a position may be written
with the other one to move, that is the position that is meant.
"""

from __future__ import annotations

from typing import Any

from ..errors import IllegalMove, PositionError
from ..rules.game import State
from .vertices import COLOURS

BY_PLAYER = ("hex", "havannah")
"""Games with a field `player`, which the rules do not hold against the number of stones."""


def with_turn(state: State, player: int) -> State:
    """The same position with `player` to move: itself if that is so, or else another state. Raises `IllegalMove` where
    there is no such position."""
    mover = state.mover
    if mover == player:
        return state
    origin = state.game.origin
    name = "" if origin is None else origin.name
    found = None
    if name == "go":
        found = _go(state, player)
    elif mover >= 0 and name in BY_PLAYER:
        found = state.copy()
        _record(found)["player"] = player
    elif mover >= 0 and "turn" in state.game.backend.field_names:
        try:
            found = state.game.position(state, turn=player)
        except PositionError:
            found = None
    if found is None or found.mover != player:
        over = f"{state.game.name}: the game is over"
        raise IllegalMove(over if mover < 0 else f"{COLOURS[1 - player]} is to move")
    return found


def moves_counted(state: State, player: int) -> int:
    """How many moves a game of Go has had once the turn is handed to a player: as few as there is a position kept of,
    since there is room for no more positions than moves. A turn that is handed over is no move."""
    stones_put = int(state["positions"]) - 1
    return stones_put + (stones_put & 1 != player)


def _go(state: State, player: int) -> State | None:
    after = moves_counted(state, player)
    if after >= state.game.max_length:
        return None
    found = state.copy()
    record = _record(found)
    record["ply"], record["passes"], record["ko"] = after, 0, 0
    return found


def _record(state: State) -> Any:
    """What the state consists of, to be written to."""
    return state.game.backend.record(state._block)
