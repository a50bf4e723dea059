"""A small game that has every rule a part may ask for: Nim with stones in two heaps. Its `determinize` has nothing to
guess and its `observe` nothing to hide, so every information mode can be tried on it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from anyspace import CHANCE, OVER
from anyspace.rng import below
from anyspace.rules.game import Game, declare
from anyspace.rules.vectors import coordinate, grid

STATE = np.dtype([("heaps", np.int8, 2), ("turn", np.int8)])
HEAPS, MOST = 2, 3


def start(state: Any, rng: Any) -> None:
    state.heaps[0] = 4
    state.heaps[1] = 3
    state.turn = 0


def mover(state: Any) -> int:
    return OVER if state.heaps[0] + state.heaps[1] == 0 else state.turn


def moves(state: Any, out: Any) -> int:
    """`heap * MOST + take - 1`."""
    n = 0
    for heap in range(HEAPS):
        for take in range(1, min(MOST, state.heaps[heap]) + 1):
            out[n] = heap * MOST + take - 1
            n += 1
    return n


def play(state: Any, move: int) -> None:
    state.heaps[move // MOST] -= move % MOST + 1
    state.turn = 1 - state.turn


def returns(state: Any, out: Any) -> None:
    loser = state.turn
    out[loser] = -1.0
    out[1 - loser] = 1.0


def key(state: Any) -> int:
    return np.int64(state.heaps[0]) * 64 + state.heaps[1] * 2 + state.turn


def evaluate(state: Any, out: Any) -> None:
    """Who moves wins if the heaps, modulo 4, differ."""
    good = 0.5 if state.heaps[0] % 4 != state.heaps[1] % 4 else -0.5
    out[state.turn] = good
    out[1 - state.turn] = -good


def prior(state: Any, listed: Any, n: int, out: Any) -> None:
    for i in range(n):
        out[i] = 1.0 + listed[i] % MOST


def group(state: Any, move: int) -> int:
    return move // MOST


def prune(state: Any, listed: Any, n: int, keep: Any) -> int:
    """Who can leave two equal heaps, modulo 4, does so and wins; who cannot has lost, and tries the first heap."""
    wins = 0
    for i in range(n):
        heap, take = listed[i] // MOST, listed[i] % MOST + 1
        keep[i] = (state.heaps[heap] - take) % 4 == state.heaps[1 - heap] % 4
        wins += keep[i] != 0
    if wins == 0:
        for i in range(n):
            keep[i] = listed[i] // MOST == 0
    return int(state.turn) if wins > 0 else 1 - int(state.turn)


def reply(state: Any, last: int, rng: Any) -> int:
    """Two equal heaps, modulo 4, if the other heap than the last move's allows it."""
    heap = 1 - last // MOST if last >= 0 else int(below(rng, HEAPS))
    take = (state.heaps[heap] - state.heaps[1 - heap]) % 4
    return heap * MOST + take - 1 if 0 < take <= state.heaps[heap] else -1


def features(state: Any, listed: Any, n: int, out: Any) -> None:
    for i in range(n):
        out[i] = listed[i] % MOST


def planes(state: Any, observer: int, out: Any) -> None:
    for heap in range(HEAPS):
        out[0, 0, heap] = state.heaps[heap]


def network(planes: Any) -> Any:
    """Larger moves look better, larger heaps worse."""
    n = len(planes)
    return np.tile(np.arange(6) % MOST / 2.0, (n, 1)), np.tanh(1.0 - 0.3 * planes.sum(axis=(1, 2, 3)))[:, None]


def named(name: str) -> Any:
    """A part by its name, given what it cannot do without."""
    from anyspace.parts.leaf.network import Network

    looks = Network(network, cache=64)
    return looks if name == "network" else [looks, name] if name in NETWORKED else name


NETWORKED = ("gumbel", "prior_seeding", "root_noise")
"""Parts that say something of what a network says."""


def determinize(state: Any, observer: int, rng: Any) -> None:
    below(rng, 2)


def observe(state: Any, move: int, observer: int) -> int:
    return move


BOXED = ("bins", "action_widening", "hoot")
"""Parts for games whose moves are vectors."""


def game_for(*names: str) -> Game:
    """This game, or one whose moves are vectors where a part asks for it."""
    return _made(bool(set(names) & set(BOXED)))


@cache
def _made(vectors: bool) -> Game:
    return boxed() if vectors else game()


def boxed() -> Game:
    """Three times a step from 0 to 1, by two in turn, and a drift of chance after the first; who began wins if the
    steps end in the first half of a unit."""

    def start(state: Any, rng: Any) -> None:
        state.total = 0.0
        state.made = 0

    def mover(state: Any) -> int:
        return OVER if state.made == 4 else CHANCE if state.made == 1 else int(state.made == 2)

    def moves(state: Any, out: Any) -> int:
        return grid(out, 3, 1)

    def play(state: Any, move: int) -> None:
        state.total += coordinate(move, 0, 1, 0.0, 1.0)
        state.made += 1

    def returns(state: Any, out: Any) -> None:
        out[0] = 1.0 if state.total % 1.0 < 0.5 else -1.0
        out[1] = -out[0]

    kind = np.dtype([("total", np.float64), ("made", np.int8)])
    facts: Any = dict(name="boxed", state=kind, players=2, max_moves=16, max_length=4, box=((0.0, 1.0),))
    return declare({}, locals(), **facts)


def game(hides: bool = True) -> Game:
    """`hides`: with the rules that let ISMCTS search it."""
    less: dict[str, Any] = {} if hides else {"determinize": None, "observe": None}
    return declare(
        globals(),
        name="everything",
        state=STATE,
        players=2,
        max_moves=HEAPS * MOST,
        max_length=7,
        actions=HEAPS * MOST,
        move_features=MOST,
        plane_shape=(1, 1, HEAPS),
        **less,
    )
