"""The function table: all the engine ever sees of a game.

A table holds the addresses of C functions over an opaque block of bytes, and a few numbers. The kernels are
compiled once against it; where the functions come from (compiled rules, callbacks into Python objects) they
cannot tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import entries, playout
from .jit import bind, compile_c

if TYPE_CHECKING:
    from ..game import Game


class Table(NamedTuple):
    """Addresses and facts, all integers and floats: kernels take it as it is. 0 stands for an absent function."""

    start: int
    mover: int
    moves: int
    play: int
    returns: int
    weights: int
    playout: int
    copy: int
    """0: a state is copied by copying its bytes."""
    determinize: int
    """0: nothing is hidden."""
    observe: int
    """0: every move is seen by all."""
    state_bytes: int
    players: int
    max_moves: int
    lowest: float
    """Least payoff; rewards are (payoff - lowest) * scale, in [0, 1]."""
    scale: float


FUNCTIONS = Table._fields[: Table._fields.index("state_bytes")]
"""The fields that are addresses."""


def signatures(state: Any) -> dict[str, Any]:
    """The C signatures of the entries, for states of the Numba record type `state`."""
    from numba import types

    word, record = types.int64, types.CPointer(state)
    rng, floats, moves = types.CPointer(types.uint64), types.CPointer(types.float64), types.CPointer(types.int32)
    return {
        "start": word(record, rng),
        "mover": word(record),
        "moves": word(record, moves),
        "play": word(record, word),
        "returns": word(record, floats),
        "weights": word(record, floats),
        "playout": word(record, rng, floats, moves, floats, word),
        "determinize": word(record, word, rng),
        "observe": word(record, word, word),
    }


def compile_rules(game: Game) -> dict[str, Any]:
    """Every rule of `game` as a compiled C function, by its name in the table."""
    import numba

    facts: dict[str, Any] = {"carray": numba.carray, "MAX_MOVES": game.max_moves, "PLAYERS": game.players}
    own = game.rules
    loop_rules = {name: own[name] for name in ("mover", "moves", "play", "returns")}
    if "playout" in own:
        run = bind(entries.own_playout, rule=own["playout"], mover=own["mover"], returns=own["returns"], **facts)
    elif "weights" in own:
        loop = bind(playout.random_playout_weighted, **loop_rules, weights=own["weights"], MAX_MOVES=game.max_moves)
        run = bind(entries.playout_weighted, rule=loop, **facts)
    else:
        loop = bind(playout.random_playout, **loop_rules, MAX_MOVES=game.max_moves)
        run = bind(entries.playout, rule=loop, **facts)
    faces = {
        "start": bind(entries.start, rule=own["start"], **facts),
        "mover": bind(entries.mover_of, rule=own["mover"], **facts),
        "moves": bind(entries.moves_into, rule=own["moves"], **facts),
        "play": bind(entries.play, rule=own["play"], **facts),
        "returns": bind(entries.returns_into, rule=own["returns"], **facts),
        "playout": run,
    }
    for name, face in (("determinize", entries.determinize), ("observe", entries.observe)):
        if name in own:
            faces[name] = bind(face, rule=own[name], **facts)
    if "weights" in own:
        faces["weights"] = bind(entries.weights_into, rule=own["weights"], **facts)
    types = signatures(numba.from_dtype(game.state))
    return {
        name: compile_c(face, types[name], f"{game.name}: rule {name!r}", checked=not game.trusted)
        for name, face in faces.items()
    }


def table(game: Game, addresses: dict[str, int]) -> Table:
    """The table of a game, given the addresses of its C functions."""
    lowest, highest = game.payoffs
    return Table(
        **{name: addresses.get(name, 0) for name in FUNCTIONS},
        state_bytes=np.dtype(game.state).itemsize,
        players=game.players,
        max_moves=game.max_moves,
        lowest=float(lowest),
        scale=1.0 / (float(highest) - float(lowest)),
    )
