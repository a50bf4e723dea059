"""Which parts are worth a try in a game, by the rules that it has, and the numbers that each of them is tuned by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, zip_longest
from typing import Any

from ..errors import ExperimentError, OptionError
from ..parts.combination import Default, Plain
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
    "playout": ("mast", "nst", "heavy", "greedy_playouts", "ppa", "agents:learn=true"),
    "reply": ("knowing_replies", "lgr", "decisive_playouts", "contextual"),
    "leaf": ("cut",),
    "bias": ("progressive_bias", "progressive_history"),
    "expand": ("decisive",),
    "odds": ("puct", "seeding"),
}
"""Parts that are tried, the more promising first. A combination has one of a group at most."""

FURTHER: dict[str, tuple[str, ...]] = {
    "urgency": ("fpu:mode=reduction",),
    "formula": ("ucb1_tuned", "adaptive_c"),
    "sharing": ("transpositions",),
    "leaf": ("several",),
    "reply": ("pool_rave",),
    "backup": ("score_bonus:source=evaluate", "decay", "weighted"),
}
"""Parts of these groups and of others that seldom gain much, tried after all of the above. Those with which a search of
ours had a twenty-fifth of the iterations (alpha_beta_playouts, past, fast: docs/results/survey_playouts.md) are not."""

NUMBERS: dict[str, tuple[str, ...]] = {
    "ucb1": ("c=0.0:2.0",),
    "puct": ("puct.c=0.3:5.0:log",),
    "grave": ("grave.ref=10:1000:log",),
    "rave": ("rave.bias=0.00001:0.1:log",),
    "implicit_minimax": ("implicit_minimax.alpha=0.0:1.0",),
    "mast": ("mast.epsilon=0.0:1.0",),
    "nst": ("nst.epsilon=0.0:1.0",),
    "heavy": ("heavy.power=0.25:4.0:log",),
    "greedy_playouts": ("greedy_playouts.epsilon=0.0:0.5",),
    "ppa": ("ppa.alpha=0.1:5.0:log",),
    "knowing_replies": ("knowing_replies.often=0.1:1.0",),
    "contextual": ("contextual.p=0.1:1.0",),
    "seeding": ("seeding.visits=5:500:log",),
    "fpu": ("fpu.reduction=-0.2:0.6",),
    "ucb1_tuned": ("ucb1_tuned.c=0.0:2.0",),
    "adaptive_c": ("adaptive_c.low=0.02:0.5:log",),
    "transpositions": ("transpositions.method=uct1|uct2",),
    "several": ("several.count=2:16:log",),
    "pool_rave": ("pool_rave.p=0.1:1.0",),
    "score_bonus": ("score_bonus.gamma=0.5:1.0",),
    "decay": ("decay.gamma=0.9:1.0",),
    "weighted": ("weighted.late=0.1:3.0:log",),
    "cut": ("cut.moves=2:60:log",),
    "progressive_bias": ("progressive_bias.weight=0.1:10.0:log",),
    "progressive_history": ("progressive_history.weight=0.3:10.0:log",),
}
"""The numbers of each that matter most; of all others the defaults are kept."""

Combination = tuple[str, ...]
"""Names of parts, or texts such as `grave:ref=50`; empty for plain UCT."""

PLAIN: Combination = ()
DEFAULT: Combination = (Default.name,)
"""What a search has whose parts nobody names; more may stand beside it."""


def candidates(game: AnyGame, only: Sequence[str] = ()) -> list[Combination]:
    """Every part that goes with this game, alone; of `only` these if there are any. Raises `ExperimentError` where one
    that was asked for does not go."""
    for text in only:
        if name_of(text) not in names():
            raise ExperimentError(unknown("part", name_of(text), names()))
        if complaint := why_not(game, (text,)):
            raise ExperimentError(f"{text} cannot be tried: {complaint}")
    if only:
        return [(text,) for text in dict.fromkeys(only)]
    return [(text,) for text in tried() if _has_a_use(game, text) and why_not(game, (text,)) is None]


def tried() -> list[str]:
    """All that is tried in a game with every rule, in this order: the first of every group, the second of every group,
    and so on; then those that seldom gain much likewise."""
    rounds = [zip_longest(*groups.values()) for groups in (GROUPS, FURTHER)]
    return [text for one in rounds for texts in one for text in texts if text is not None]


def together(game: AnyGame, chosen: Iterable[Combination], most: int) -> list[Combination]:
    """Combinations of what is given, that named first preferred, that this game can be searched with; each another
    search than all others and than those given."""
    given = list(chosen)
    texts = list(dict.fromkeys(text for one in given for text in one))
    found: list[tuple[int, Combination]] = []
    for size in range(2, len(texts) + 1):
        for places in combinations(range(len(texts)), size):
            combined = tuple(texts[place] for place in places)
            groups = [group_of(text) for text in combined]
            if len(set(groups)) == len(groups) and why_not(game, combined) is None:
                found.append((sum(places), combined))
    known, different = {spelled_out(game, one) for one in given}, dict[str, Combination]()
    for _, combined in sorted(found, key=lambda each: (each[0], -len(each[1]))):
        different.setdefault(spelled_out(game, combined), combined)
    return [combined for text, combined in different.items() if text not in known][:most]


def group_of(text: str) -> str:
    """What a part competes with; one that no group has stands alone."""
    name = name_of(text)
    groups = [*GROUPS.items(), *FURTHER.items()]
    return next((group for group, parts in groups if name in map(name_of, parts)), name)


def name_of(text: str) -> str:
    """The part that a text names, without its options."""
    return text.partition(":")[0]


def why_not(game: AnyGame, parts: Combination) -> str | None:
    """Why this game cannot be searched with these parts; None if it can. Compiles no search."""
    try:
        _search(game, parts)
    except OptionError as error:
        return str(error)
    return None


def spelled_out(game: AnyGame, parts: Sequence[str]) -> str:
    """All that such a search does otherwise than plain UCT: the same text for the same search."""
    return _search(game, parts).parts_text


def _search(game: AnyGame, parts: Sequence[str]) -> Search:
    says = Default.name in parts or Plain.name in parts
    return Search(game, *([] if says else [Plain()]), *parts)


USES = {"cut": "evaluate", "puct": "prior"}
"""Parts that could do without a rule of the game, but are worth something only with it."""


def _has_a_use(game: AnyGame, text: str) -> bool:
    rule = USES.get(name_of(text))
    return rule is None or game.backend.has(rule)


def table_of(parts: Combination, budget: Table) -> dict[str, Any]:
    """The player with these parts. What they suggest for exploration is written down, for it is tuned from there."""
    named = [find(name_of(text)) for text in parts]
    has_its_own = any(part.kind == "select" for part in named)
    suggested = [] if has_its_own else [part.suggests.get("select") for part in named]
    select = [from_text(text) for text in suggested if text is not None]
    found: dict[str, Any] = {**budget}
    if parts:
        found["parts"] = list(parts)
    if select and isinstance(select[0], UCB1):
        found["c"] = select[0].c
    return found


def parameters_of(game: AnyGame, parts: Combination) -> list[Parameter]:
    """The numbers that are to be tuned: those of all parts of the search, except those that were given."""
    given = {f"{name_of(text)}.{option}" for text in parts for option in _options_in(text)}
    found = [read(text) for part in _search(game, parts).parts for text in NUMBERS.get(part.name, ())]
    return [parameter for parameter in found if parameter.name not in given]


def _options_in(text: str) -> list[str]:
    return [piece.partition("=")[0].strip() for piece in text.partition(":")[2].split(",")]


def untuned(game: AnyGame, parts: Combination) -> dict[str, Any]:
    """What these numbers are before they are tuned."""
    having = {part.name: part for part in _search(game, parts).parts}
    places = [(parameter.name, parameter.name.rpartition(".")) for parameter in parameters_of(game, parts)]
    return {name: getattr(having[part or UCB1.name], option) for name, (part, _, option) in places}


def words(table: Table) -> list[str]:
    """The parts of a player with all their options, as `Search` takes them."""
    options = search_options(table)
    shown = [str(part) for part in options["parts"] if part != Plain()]
    suggested = [text for part in options["parts"] if (text := part.suggests.get("select"))]
    usual = None if Default() in options["parts"] else from_text(suggested[0]) if suggested else UCB1()
    if options.get("select", usual) != usual:
        shown.append(str(options["select"]))
    return shown or [Plain.name]


def line_to_paste(table: Table) -> str:
    """The search in Python."""
    said = words(table)
    named = [] if said == [Default.name] else [f'"{text}"' for text in said]
    return f"Search({', '.join(['game', *named])})"
