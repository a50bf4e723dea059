"""The function table: all the engine ever sees of a game.

A table holds the addresses of C functions over an opaque block of bytes, and a few numbers. The kernels are
compiled once against it; where the functions come from (compiled rules, callbacks into Python objects) they
cannot tell.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from ..machine.jit import bind, compile_c, plain
from . import entries, playout
from .predicates import elements_of, read_predicates

if TYPE_CHECKING:
    from .game import AnyGame, Game


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
    together: int
    """0: no moves are made at the same time."""
    withdraw: int
    playout_traced: int
    """This and the following: 0 unless a part of the search asked for them."""
    key: int
    evaluate: int
    prior: int
    group: int
    playout_moves: int
    prune: int
    reply: int
    playout_replying: int
    features: int
    predicates: int
    planes: int
    code: int
    """0: a move is its own code."""
    heuristic: int
    information_key: int
    perturb: int
    state_bytes: int
    players: int
    max_moves: int
    lowest: float
    """Least payoff; rewards are (payoff - lowest) * scale, in [0, 1]. Both NaN where payoffs have no bounds: who
    searches such a game by rewards has to say what they are (`scaled`)."""
    scale: float
    actions: int
    """All moves are below this; 0: the game does not say."""


ON_REQUEST = (
    *("playout_traced", "key", "evaluate", "prior", "group"),
    *("playout_moves", "prune", "reply", "playout_replying", "features", "predicates", "planes"),
    *("code", "heuristic", "information_key", "perturb"),
)
"""Functions that most searches do not need: compiled when a part asks for them."""


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
        "playout_traced": word(record, rng, floats, moves, floats, word, moves),
        "key": word(record, types.CPointer(types.int64)),
        "evaluate": word(record, floats),
        "prior": word(record, moves, word, floats),
        "group": word(record, word),
        "playout_moves": word(record, moves),
        "prune": word(record, moves, word, floats),
        "reply": word(record, word, rng),
        "playout_replying": word(record, rng, floats, moves, floats, word, moves, word, word),
        "features": word(record, moves, word, moves),
        "predicates": word(record, moves),
        "planes": word(record, word, types.CPointer(types.float32)),
        "code": word(record, moves, word, types.CPointer(types.int64)),
        "heuristic": word(record, floats),
        "together": word(record),
        "withdraw": word(record),
        "information_key": word(record, word, types.CPointer(types.int64)),
        "perturb": word(record, word, rng),
        "predicates_of_bytes": word(types.CPointer(types.uint8), moves),
    }


def compile_rules(game: Game, wanted: Collection[str]) -> dict[str, Any]:
    """Those of the `wanted` functions that `game` has the rules for, compiled to C, by their names in the table."""
    import numba

    facts: dict[str, Any] = {"carray": numba.carray, "MAX_MOVES": game.max_moves, "PLAYERS": game.players}
    facts |= {"MAX_LENGTH": game.max_length, "ACTIONS": game.actions or 0}
    facts |= {"PLANES": game.plane_shape, "CELLS": prod(game.plane_shape or (0,))}
    faces = {name: face for name, face in _faces(game, facts).items() if name in wanted}
    types = signatures(numba.from_dtype(game.state))
    if "predicates" not in game.rules:
        types["predicates"] = types["predicates_of_bytes"]
    return {
        name: compile_c(face, types[name], f"{game.name}: rule {name!r}", not game.trusted, game.rules.get(name))
        for name, face in faces.items()
    }


ENTRIES: dict[str, Any] = {
    "start": entries.start,
    "mover": entries.mover_of,
    "moves": entries.moves_into,
    "play": entries.play,
    "returns": entries.returns_into,
    "weights": entries.weights_into,
    "determinize": entries.determinize,
    "observe": entries.observe,
    "key": entries.key_into,
    "evaluate": entries.returns_into,
    "prior": entries.prior_into,
    "group": entries.group_of,
    "playout_moves": entries.moves_into,
    "prune": entries.prune_into,
    "reply": entries.reply_to,
    "features": entries.prior_into,
    "predicates": entries.predicates_into,
    "planes": entries.planes_into,
    "code": entries.codes_into,
    "heuristic": entries.heuristic_into,
    "together": entries.mover_of,
    "withdraw": entries.withdraw,
    "information_key": entries.information_key_into,
    "perturb": entries.reply_to,
}
"""The C face of every rule but the playouts."""


def _faces(game: Game, facts: dict[str, Any]) -> dict[str, Any]:
    """Every function that the game's rules make, not compiled yet."""
    own = game.rules
    faces = {name: bind(face, rule=own[name], **facts) for name, face in ENTRIES.items() if name in own}
    loop = {name: own[name] for name in ("mover", "play", "returns")} | {"ACTIONS": game.actions or 0}
    loop["draw"] = playout.how_to_draw(own, {"MAX_MOVES": game.max_moves}, bind)
    if "playout" in own:
        bound = {"rule": own["playout"], "mover": own["mover"], "returns": own["returns"], **facts}
        silent = entries.own_playout_silent if tells_moves(own["playout"]) else entries.own_playout
        faces["playout"] = bind(silent, **bound)
    else:
        faces["playout"] = bind(entries.playout, rule=bind(playout.random_playout, **loop), **facts)
    if tells_moves(own.get("playout")):
        faces["playout_traced"] = bind(entries.own_playout_traced, **bound)
    else:
        faces["playout_traced"] = bind(
            entries.playout_traced, rule=bind(playout.random_playout_traced, **loop), **facts
        )
    if "playout_replying" in own:
        bound = {"rule": own["playout_replying"], "mover": own["mover"], "returns": own["returns"], **facts}
        faces["playout_replying"] = bind(entries.own_playout_replying, **bound)
    elif "reply" in own:
        replying = bind(playout.random_playout_replying, **loop, reply=own["reply"])
        faces["playout_replying"] = bind(entries.playout_replying, rule=replying, **facts)
    if "predicates" not in own:
        known = {"ELEMENTS": elements_of(game.state), "BYTES": game.state.itemsize}
        faces["predicates"] = bind(entries.predicates_of_bytes, rule=read_predicates, **known, **facts)
    return faces


def tells_moves(rule: Any) -> bool:
    """Whether a game's own playout can tell its moves: it has a parameter for them."""
    return rule is not None and plain(rule).__code__.co_argcount == OWN_PLAYOUT_ARGUMENTS + 1


OWN_PLAYOUT_ARGUMENTS = 4


def table(game: AnyGame, addresses: Mapping[str, int], state_bytes: int) -> Table:
    """The table of a game, given the addresses of its C functions and the size of a state."""
    return Table(
        **{name: addresses.get(name, 0) for name in FUNCTIONS},
        state_bytes=state_bytes,
        players=game.players,
        max_moves=game.max_moves,
        **_scale(math.nan if game.open_ended else game.payoffs[0], game.payoffs[1]),
        actions=game.actions or 0,
    )


def scaled(table: Table, payoffs: tuple[float, float]) -> Table:
    """The same table with rewards for payoffs of this range."""
    return table._replace(**_scale(*payoffs))


def _scale(least: float, greatest: float) -> Any:
    return {"lowest": float(least), "scale": 1.0 / (float(greatest) - float(least))}
