"""Every method by name, and from text to method: `nrpa:level=3`, written like a part of a search."""

from __future__ import annotations

import importlib
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ...errors import OptionError
from ...parts.registry import closest, read_options

if TYPE_CHECKING:
    from .method import Method

METHODS: dict[str, tuple[str, str]] = {
    "nrpa": ("nrpa:NRPA", "nested rollout policy adaptation"),
    "nmcs": ("nested:NMCS", "nested Monte Carlo search, with or without memory, with AMAF"),
    "reflexive": ("nested:Reflexive", "reflexive Monte Carlo search"),
    "sp_mcts": ("sp_mcts:SPMCTS", "single-player Monte Carlo tree search, with restarts"),
    "beam_nrpa": ("beam_nrpa:BeamNRPA", "nested rollout policy adaptation with a beam of lines and policies"),
    "tag": ("tag:TAG", "threshold ascent in a tree of decisions"),
    "beam_nmcs": ("beam:BeamNMCS", "nested Monte Carlo search with a beam of positions"),
    "mhsp": ("mhsp:MHSP", "mean-based heuristic search for planning"),
    "walks": ("walks:RandomWalks", "Monte Carlo random walks with local search"),
    "a_star": ("mhsp:AStar", "A*, to compare with"),
    "hgsts": ("beam:HGSTS", "heuristically guided swarm tree search"),
}
"""By name: the module in this folder and the class in it; what it is."""

DEFAULT = "nrpa"


def find(name: str) -> type[Method]:
    """The method of that name. Raises `OptionError` with what it may have meant."""
    if name not in METHODS:
        raise OptionError(f"a method must be one of {', '.join(METHODS)}, not {name!r}{closest(name, METHODS)}")
    module, _, cls = METHODS[name][0].partition(":")
    found: type[Method] = getattr(importlib.import_module(f"{__package__}.{module}"), cls)
    return found


def as_method(given: Any) -> Method:
    """A method, or its text."""
    from .method import Method

    if isinstance(given, Method):
        return given
    if not isinstance(given, str):
        raise OptionError(f"expected a method, or its text such as 'nrpa:level=3', not {given!r}")
    name, _, rest = given.strip().partition(":")
    method = find(name.strip())
    return method(**read_options(method, rest, f"method {name.strip()}"))


def options_of(method: type[Method]) -> dict[str, Any]:
    """What a method takes, and its defaults."""
    return {field.name: field.default for field in fields(method)}
