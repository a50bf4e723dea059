"""What a game declares, checked before anything is compiled: facts, the fields of its state, what its rules take."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping
from types import FunctionType
from typing import Any

import numpy as np

from .. import numeric
from ..errors import GameError
from ..machine.complaint import place
from ..machine.jit import plain

PARAMETERS = {
    "start": "state, rng",
    "mover": "state",
    "moves": "state, out",
    "play": "state, move",
    "returns": "state, out",
    "weights": "state, out",
    "pick": "state, rng",
    "playout": "state, rng, out, limit",
    "determinize": "state, observer, rng",
    "observe": "state, move, observer",
    "key": "state",
    "evaluate": "state, out",
    "prior": "state, moves, n, out",
    "group": "state, move",
    "playout_moves": "state, out",
    "prune": "state, moves, n, keep",
    "reply": "state, last, rng",
    "playout_replying": "state, rng, out, limit, trace, last, often",
    "features": "state, moves, n, out",
    "predicates": "state, out",
    "planes": "state, observer, out",
    "code": "state, move",
    "heuristic": "state",
    "together": "state",
    "withdraw": "state",
    "information_key": "state, observer",
    "perturb": "state, observer, rng",
}
"""What each rule is given; a `playout` perhaps a `trace` as well."""

FACTS = (
    *("name", "players", "payoffs", "max_moves", "max_length"),
    *("actions", "move_features", "plane_shape", "pass_move", "box", "learnt_prior"),
)
"""What every game declares."""

PAIRS = (
    ("features", "move_features", "the rule 'features' and the number move_features= come together"),
    ("planes", "plane_shape", "the rule 'planes' and plane_shape= come together"),
    ("together", "withdraw", "the rules 'together' and 'withdraw' come together"),
)
"""What a game has both of, or neither."""

MOST_CELLS = 1 << 20
"""Of all planes of a position together."""


def whole_fact(game: str, fact: str, given: Any, least: int, most: int) -> int:
    """A whole number that a game declares, within bounds."""
    found = numeric.whole(given)
    if found is None or not least <= found <= most:
        raise GameError(f"{game}: {fact} must be a whole number from {least:,} to {most:,}, not {given!r}")
    return found


def flag_fact(game: str, fact: str, given: Any) -> bool:
    """What a game declares to be so or not."""
    if not isinstance(given, bool | np.bool_):
        raise GameError(f"{game}: {fact} must be True or False, not {given!r}")
    return bool(given)


def payoff_range(game: str, given: Any, players: int) -> tuple[float, float]:
    """Least and greatest payoff; infinite at an end that the game leaves open (None), which one player may."""
    ends = (None, None) if given is None else given
    if isinstance(ends, tuple | list | np.ndarray) and len(ends) == 2:
        least = -math.inf if ends[0] is None else numeric.finite(ends[0])
        greatest = math.inf if ends[1] is None else numeric.finite(ends[1])
        if least is not None and greatest is not None and least < greatest:
            if players > 1 and (ends[0] is None or ends[1] is None):
                why = "only a game for one player may leave an end open"
                raise GameError(f"{game}: payoffs must be (least, greatest), two numbers; {why}")
            return float(least), float(greatest)
    raise GameError(f"{game}: payoffs must be (least, greatest), two numbers in that order, not {given!r}")


def shape_of_planes(game: str, given: Any) -> tuple[int, int, int]:
    """How many planes, their rows and columns."""
    found = [numeric.whole(each) for each in given] if isinstance(given, tuple | list) else []
    if len(found) == 3 and all(each is not None and each >= 1 for each in found):
        planes, rows, columns = (each or 0 for each in found)
        if planes * rows * columns <= MOST_CELLS:
            return planes, rows, columns
    wanted = f"(planes, rows, columns), whole numbers, at most {MOST_CELLS:,} cells in all"
    raise GameError(f"{game}: plane_shape must be {wanted}, not {given!r}")


def check_fields(game: str, state: np.dtype[Any]) -> None:
    """Raises where a field is called like an attribute that NumPy's records have already: compiled rules would read
    the field, and the same rules run by Python (and `render`, and `move_name`) the attribute."""
    for field in state.names or ():
        if hasattr(np.record, field):
            raise GameError(
                f"{game}: a field of the state cannot be called {field!r}: NumPy's records have an attribute of that "
                f"name; call it {field + '_'!r}, say"
            )
        inner: np.dtype[Any] = state[field].base
        check_fields(game, inner)


def check_rules(game: str, rules: Mapping[str, Any], declared: Mapping[str, Any]) -> None:
    """Raises where a rule is no function that can be compiled, cannot take what it is given, or lacks what goes with
    it."""
    for one, other, complaint in PAIRS:
        if (declared[one] is None) != (declared[other] is None):
            raise GameError(f"{game}: {complaint}")
    for rule, given in rules.items():
        function = plain(given)
        if not isinstance(function, FunctionType):
            raise GameError(f"{game}: rule {rule!r} must be a function written with def, not {given!r}")
        wanted = PARAMETERS[rule].split(", ")
        signature = inspect.signature(function)
        more = [["trace"]] if rule == "playout" else []
        if not any(_takes(signature, [*wanted, *extra]) for extra in [[], *more]):
            takes = ", ".join(signature.parameters)
            raise GameError(
                f"{game}: rule {rule!r} takes ({takes}), but it is given ({', '.join(wanted)}) ({place(function)})"
            )
        if inspect.isgeneratorfunction(function) or inspect.iscoroutinefunction(function):
            kind = "a generator, it has yield in it" if inspect.isgeneratorfunction(function) else "async"
            raise GameError(f"{game}: rule {rule!r} is {kind}; it must be an ordinary function ({place(function)})")


def _takes(signature: inspect.Signature, arguments: list[str]) -> bool:
    try:
        signature.bind(*arguments)
    except TypeError:
        return False
    return True
