"""Positions made from what describes them: named fields, a record, bytes, text, an object; and checked.

A compiled game trusts its states: a field that is out of range may make machine code write where it should not. So
what somebody else wrote is first put to the rules as plain Python, which raises instead.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import PositionError
from .codes import CHANCE, OVER

if TYPE_CHECKING:
    from .game import AnyGame
    from .state import State


def position(game: AnyGame, source: Any, fields: Mapping[str, Any]) -> State:
    """The state that `source` describes, with `fields` in place of what it says of them. Raises `PositionError`."""
    from .state import State

    backend = game.backend
    if source is None:
        if not fields:
            raise PositionError(f"{game.name}: name the position's fields, or give its text, bytes, record or object")
        state = game.start(seed=0)
    elif isinstance(source, State):
        if source.game != game:
            raise PositionError(f"{game.name}: {source!r} is a state of another game")
        state = source.of(game).copy()
    elif isinstance(source, str):
        state = State(game, backend.from_notation(source))
    else:
        state = State(game, backend.restore(backend.understood(source)))
    return changed(state, fields)


def changed(state: State, fields: Mapping[str, Any]) -> State:
    """The same state, its fields written and the whole checked. Raises `PositionError`."""
    backend = state.game.backend
    for name, value in fields.items():
        if name not in backend.field_names:
            raise backend.no_field(name)
        record = backend.record(state._block)
        record[name] = fitted(state.game.name, name, record.dtype[name], value)
    check_sense(state)
    return state


# ---- fields


def fitted(game: str, field: str, kind: np.dtype[Any], value: Any) -> Any:
    """`value` as what a field of this type holds. Raises `PositionError` where it has another shape, or numbers that
    the type has not."""
    base, shape = kind.subdtype or (kind, ())
    if base.kind not in "biuf":
        return _other(game, field, base, shape, value)
    numbers = np.array(value, dtype=object)
    if numbers.shape != shape:
        wanted = f"an array of shape {shape}" if shape else "one number"
        given = f"one of shape {numbers.shape}" if numbers.shape else repr(value)
        raise PositionError(f"{game}: field {field!r} is {wanted}, not {given}")
    found = np.empty(shape, base)
    for place in np.ndindex(shape):
        found[place] = _number(game, field, base, numbers[place])
    return found


def _number(game: str, field: str, base: np.dtype[Any], number: Any) -> Any:
    if base.kind == "f":
        if isinstance(number, int | float | np.number):
            return number
        raise PositionError(f"{game}: field {field!r} holds numbers, not {number!r}")
    lowest, highest = (0, 1) if base.kind == "b" else (int(np.iinfo(base).min), int(np.iinfo(base).max))
    if not isinstance(number, int | np.integer | np.bool_) or not lowest <= int(number) <= highest:
        raise PositionError(f"{game}: field {field!r} holds whole numbers from {lowest} to {highest}, not {number!r}")
    return int(number)


def _other(game: str, field: str, base: np.dtype[Any], shape: tuple[int, ...], value: Any) -> Any:
    """Records and texts: whatever NumPy makes of them."""
    try:
        found = np.asarray(value, dtype=base)
    except (TypeError, ValueError) as error:
        raise PositionError(f"{game}: field {field!r} is {base}, not {value!r} ({error})") from None
    if found.shape != shape:
        raise PositionError(f"{game}: field {field!r} has shape {shape}, not {found.shape}")
    return found


# ---- what the rules make of it


def check_sense(state: State) -> None:
    """Raises `PositionError` unless the rules name somebody who is to move and has moves, or say that it is over, and
    give payoffs within their range."""
    game, backend, block = state.game, state.game.backend, state._block
    with _as_position_error(game):
        mover = backend.first_look("mover", block)
    if mover not in (CHANCE, OVER) and not 0 <= mover < game.players:
        raise PositionError(f"{game.name}: by its rules player {mover} is to move; it has {game.players}, from 0")
    with _as_position_error(game):
        moves = [] if mover == OVER else backend.first_look("moves", block)
        payoffs = backend.first_look("returns", block)
    if mover != OVER:
        _check_moves(game, moves)
    least, greatest = game.payoffs
    if not all(math.isfinite(payoff) and least <= payoff <= greatest for payoff in payoffs):
        raise PositionError(f"{game.name}: it would pay {payoffs}; payoffs are from {least:g} to {greatest:g}")
    with _as_position_error(game):
        read = backend.reread(block)
        agrees = read is None or (mover, moves, payoffs) == (
            (found := backend.first_look("mover", read)),
            [] if found == OVER else backend.first_look("moves", read),
            backend.first_look("returns", read),
        )
    if not agrees:
        raise PositionError(f"{game.name}: its fields contradict each other")


@contextlib.contextmanager
def _as_position_error(game: AnyGame) -> Iterator[None]:
    """Whatever a rule raises, it cannot make sense of the position."""
    try:
        with np.errstate(all="ignore"):
            yield
    except PositionError:
        raise
    except Exception as error:
        raise PositionError(
            f"{game.name}: the rules cannot make sense of it: {type(error).__name__}: {error}"
        ) from error


def _check_moves(game: AnyGame, moves: list[Any]) -> None:
    if not moves:
        raise PositionError(f"{game.name}: somebody is to move, and has no move")
    if len(moves) > game.max_moves:
        raise PositionError(f"{game.name}: it has {len(moves)} moves; no position has more than {game.max_moves}")
    if len(set(moves)) < len(moves):
        raise PositionError(f"{game.name}: its rules list the same move twice")
    if not _are_numbers(moves):
        raise PositionError(f"{game.name}: its rules list moves that are no numbers from 0 to 2**31 - 1")


def _are_numbers(moves: Iterable[Any]) -> bool:
    """Whether moves that are numbers are ones that kernels can hold."""
    return all(0 <= move < 2**31 for move in moves if isinstance(move, int))
