"""Which parts are worth a try in a game, by the rules that it has, and the numbers that each of them is tuned by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from ..errors import ExperimentError, OptionError
from ..parts.combination import Plain
from ..parts.registry import find, from_text, names
from ..parts.select.ucb1 import UCB1
from ..rules.game import AnyGame
from ..search.search import Search
from .players import Table, search_options
from .search_space import Parameter, read
from .suggest import unknown

GROUPS: dict[str, tuple[str, ...]] = {
    "amaf": ("grave", "rave"),
    "proof": ("solver",),
    "values": ("implicit_minimax",),
    "playout": ("mast", "nst", "heavy", "greedy_playouts", "ppa"),
    "reply": ("knowing_replies", "lgr", "decisive_playouts"),
    "leaf": ("cut",),
    "bias": ("progressive_bias", "progressive_history"),
    "expand": ("decisive",),
}
"""Parts that are tried, the more promising first. A combination has one of a group at most."""

NUMBERS: dict[str, tuple[str, ...]] = {
    "grave": ("grave.ref=10:1000:log",),
    "rave": ("rave.bias=0.00001:0.1:log",),
    "implicit_minimax": ("implicit_minimax.alpha=0.0:1.0",),
    "mast": ("mast.epsilon=0.0:1.0",),
    "nst": ("nst.epsilon=0.0:1.0",),
    "heavy": ("heavy.power=0.25:4.0:log",),
    "greedy_playouts": ("greedy_playouts.epsilon=0.0:0.5",),
    "ppa": ("ppa.alpha=0.1:5.0:log",),
    "knowing_replies": ("knowing_replies.often=0.1:1.0",),
    "cut": ("cut.moves=2:60:log",),
    "progressive_bias": ("progressive_bias.weight=0.1:10.0:log",),
    "progressive_history": ("progressive_history.weight=0.3:10.0:log",),
}
"""The numbers of each that matter most; of all others the defaults are kept."""

EXPLORATION = "c=0.0:2.0"

Combination = tuple[str, ...]
"""Names of parts, or texts such as `grave:ref=50`; empty for plain UCT."""


def candidates(game: AnyGame, only: Sequence[str] = ()) -> list[Combination]:
    """Every part that goes with this game, alone; of `only` these if there are any. Raises `ExperimentError` where one
    that was asked for does not go."""
    for text in only:
        if text.partition(":")[0] not in names():
            raise ExperimentError(unknown("part", text.partition(":")[0], names()))
        if complaint := why_not(game, (text,)):
            raise ExperimentError(f"{text} cannot be tried: {complaint}")
    if only:
        return [(text,) for text in dict.fromkeys(only)]
    # round robin: the first of every group, the second of every group, ...
    most = max(map(len, GROUPS.values()))
    ordered = [group[place] for place in range(most) for group in GROUPS.values() if place < len(group)]
    return [(name,) for name in ordered if _has_a_use(game, name) and why_not(game, (name,)) is None]


def together(game: AnyGame, chosen: Iterable[Combination], most: int) -> list[Combination]:
    """Combinations of what is given, that named first preferred, that this game can be searched with."""
    texts = list(dict.fromkeys(text for one in chosen for text in one))
    found: list[tuple[int, Combination]] = []
    for size in range(2, len(texts) + 1):
        for places in combinations(range(len(texts)), size):
            combined = tuple(texts[place] for place in places)
            groups = [group_of(text) for text in combined]
            if len(set(groups)) == len(groups) and why_not(game, combined) is None:
                found.append((sum(places), combined))
    return [combined for _, combined in sorted(found, key=lambda each: (each[0], -len(each[1])))[:most]]


def group_of(text: str) -> str:
    """What a part competes with; one that no group has stands alone."""
    name = text.partition(":")[0]
    return next((group for group, parts in GROUPS.items() if name in parts), name)


def why_not(game: AnyGame, parts: Combination) -> str | None:
    """Why this game cannot be searched with these parts; None if it can. Compiles no search."""
    try:
        Search(game, Plain(), *parts)
    except OptionError as error:
        return str(error)
    return None


def _has_a_use(game: AnyGame, name: str) -> bool:
    """Playouts that are cut are worth something only if somebody can tell what."""
    return name != "cut" or game.backend.has("evaluate")


def table_of(parts: Combination, budget: Table) -> dict[str, Any]:
    """The player with these parts. What they suggest for exploration is written down, for it is tuned from there."""
    suggested = [find(text.partition(":")[0]).suggests.get("select") for text in parts]
    select = [from_text(text) for text in suggested if text is not None]
    found: dict[str, Any] = {**budget}
    if parts:
        found["parts"] = list(parts)
    if select and isinstance(select[0], UCB1):
        found["c"] = select[0].c
    return found


def parameters_of(parts: Combination) -> list[Parameter]:
    """The numbers that are to be tuned: exploration, and those of the parts that were named without options."""
    return [
        read(text)
        for text in (EXPLORATION, *(each for part in parts if ":" not in part for each in NUMBERS.get(part, ())))
    ]


def words(table: Table) -> list[str]:
    """The parts of a player with all their options, as `Search` takes them."""
    options = search_options(table)
    shown = [str(part) for part in options["parts"] if part != Plain()]
    suggested = [text for part in options["parts"] if (text := part.suggests.get("select"))]
    usual = from_text(suggested[0]) if suggested else UCB1()
    if options.get("select", usual) != usual:
        shown.append(str(options["select"]))
    return shown or [Plain.name]


def line_to_paste(table: Table) -> str:
    """The search in Python."""
    return "Search(" + ", ".join(["game", *(f'"{text}"' for text in words(table))]) + ")"
