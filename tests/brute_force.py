"""What positions are worth, by trying everything: for small games."""

from __future__ import annotations

from anyspace.rules.game import State


def exact(state: State, known: dict[bytes, tuple[float, ...]]) -> tuple[float, ...]:
    """Every player's payoff if all play for themselves; of equals the first. `known` is filled on the way."""
    at = bytes_of(state)
    if at not in known:
        if state.over:
            known[at] = tuple(state.returns())
        else:
            mover = state.mover
            known[at] = max((exact(state.copy().play(move), known) for move in state.moves()), key=lambda p: p[mover])
    return known[at]


def bytes_of(state: State) -> bytes:
    """The position itself."""
    backend = state.game.backend
    thing = getattr(backend, "objects", {}).get(state._block.ctypes.data)
    return state._block.tobytes() if thing is None else thing.tobytes()


def best_moves(state: State, known: dict[bytes, tuple[float, ...]]) -> list[int]:
    """Those that lose nothing."""
    mover = state.mover
    value = exact(state, known)[mover]
    return [move for move in state.moves() if exact(state.copy().play(move), known)[mover] == value]
