"""The parts as a page, docs/parts.md: what each is, and what goes with what, as the search itself says."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Mapping, Sequence
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..errors import OptionError
from ..parts.combination import Plain
from ..parts.leaf.network import Network
from ..parts.part import KINDS, ONE_OF_A_KIND, Part
from ..parts.registry import CATALOGUE, find, options_of
from ..rules.game import AnyGame
from ..search.assembly import Assembly
from .parts import in_words, summary

INTRODUCTION = """\
A search is the loop and its parts, each one published idea: `Search(game, "grave:ref=50", "solver")`, or with objects
`Search(game, Grave(ref=50), Solver())`; `anyspace think go --with grave:ref=50 --with solver`; in the lab's files
`parts = ["grave:ref=50", "solver"]`. A part's text is its name and the options that differ from its defaults, which are
shown here. `anyspace parts NAME` says more of one, with its formula; [extending.md](extending.md) adds a part of your
own.

*Consistent* says whether the search finds the best move given enough time, whatever priors, evaluations and playouts
say against it. *Asks for* are rules of the game ([adding_a_game.md](adding_a_game.md)) that a part cannot do without.

This page is made by `anyspace parts --markdown`, from the parts themselves.
"""

PAIRS = """\
## What goes with what

Every part with every information mode, memory bound and parallel scheme, as the search itself answers before it runs: a
number is the reason why it refuses. *Others* are parts that it cannot be combined with. All that is not refused is
searched by our tests.
"""

SURROUNDINGS = ("information", "parallel", "memory")
"""Kinds that a part is to go with; they have nothing to say on what is found in the end."""

NETWORKED = ("gumbel", "prior_seeding", "root_noise")
"""Parts that say something of what a network says."""

OPEN = {"information": "cheating"}
"""Everything is seen: as `perfect`, in a game that hides something."""

MODES: dict[str, dict[str, str]] = {
    "open": OPEN,
    **{mode: {"information": mode} for mode in ("single", "multi", "determinized")},
}
SCHEMES = {scheme: {**OPEN, "parallel": scheme} for scheme in CATALOGUE["parallel"]}
BOUNDED = "nodes=100"


class Anything(AnyGame):
    """A game that has every rule that a part may ask for, as far as one can tell without playing it."""

    def __init__(self, players: int) -> None:
        facts: Any = dict(max_moves=16, max_length=16, actions=8, plane_shape=(1, 1, 8), box=((0.0, 1.0),))
        super().__init__("the game", players, (0.0, 1.0), **facts)

    def _new_backend(self) -> Any:
        return SimpleNamespace(has=lambda rule: True, facts=SimpleNamespace(determinize=1, observe=1, together=0))

    def start(self, seed: int | None = None) -> Any:
        """Every move is legal."""
        return SimpleNamespace(moves=lambda: list(range(self.max_moves)))


def built_in() -> list[type[Part]]:
    """The parts that come with anyspace."""
    return [find(name, kind) for kind, parts in CATALOGUE.items() for name in parts]


def page() -> str:
    """All of it."""
    sections = ["# Parts", INTRODUCTION.rstrip()]
    for kind, question in KINDS.items():
        parts = [part for part in built_in() if part.kind == kind]
        if parts:
            one = " A search has one of these." if kind in ONE_OF_A_KIND else ""
            sections += [f"## {kind}", f"{question[0].upper()}{question[1:]}.{one}", *map(entry, parts)]
    return "\n\n".join([*sections, PAIRS.rstrip(), *pairs()]) + "\n"


def entry(part: type[Part]) -> str:
    """One part."""
    given = ",".join(f"{name}={in_words(default)}" for name, default in options_of(part).items())
    about = [
        f"`{part.name}{':' if given else ''}{given}`",
        f"{summary(part)} [{part.reference}]" if part.reference else summary(part),
        *(" ".join(rest.split()) for rest in inspect.cleandoc(part.__doc__ or "").split("\n\n")[1:]),
    ]
    facts = {
        "Asks for": ", ".join(f"`{rule}`" for rule in part.needs),
        "Suggests": ", ".join(f"`{text}`" for text in part.suggests.values()),
        "Consistent": part.consistent if part.kind not in SURROUNDINGS else "",
    }
    lines = "\n".join(filled(f"- {fact}: {said}", "  ") for fact, said in facts.items() if said)
    return "\n\n".join([f"### {part.name}", *map(filled, about), *([lines] if lines else [])])


def filled(text: str, indent: str = "") -> str:
    """A paragraph of the page."""
    return textwrap.fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


# ---- what goes with what


def pairs() -> list[str]:
    """The table, and the reasons that it names."""
    reasons: dict[str, int] = {}

    def cell(answers: list[str | None]) -> str:
        refused = [answer for answer in dict.fromkeys(answers) if answer is not None]
        return ", ".join(str(reasons.setdefault(answer, len(reasons) + 1)) for answer in refused) or "yes"

    bounds = [{**OPEN, "memory": sample(name)} for name in CATALOGUE["memory"]]
    bounds.append({**OPEN, "memory": f"recycle:{BOUNDED},keep_refutations=true"})
    columns: dict[str, list[Any]] = {name: [context] for name, context in MODES.items()} | {"bounds": bounds}
    columns |= {name: [context] for name, context in SCHEMES.items()}
    lines = [[*("part", *columns, "3 players"), "others"]]
    clashes = excluded()
    for part in [part for part in built_in() if part.kind not in ("combination", "information")]:
        tried = sample(part.name)
        cells = [
            ""  # of this kind there is one
            if part.kind in contexts[-1]
            else cell([refusal([tried], 2, context, part.name) for context in contexts])
            for contexts in columns.values()
        ]
        cells.append(cell([refusal([tried], 3, OPEN, part.name)]))
        lines.append([f"[{part.name}](#{part.name})", *cells, ", ".join(clashes.get(part.name, []))])
    table = "\n".join("| " + " | ".join(line) + " |" for line in [lines[0], ["---"] * len(lines[0]), *lines[1:]])
    return [table, "\n".join(filled(f"{number}. {reason}", "   ") for reason, number in reasons.items())]


def sample(name: str) -> Any:
    """A part, or its text, with the least that it takes, and those that it cannot do without."""
    part = find(name)
    if part is Network:
        return Network(lambda planes: (np.zeros((len(planes), 8)), None))
    if name in NETWORKED:
        return [sample("network"), name]
    return f"{name}:{BOUNDED}" if part.kind == "memory" and "nodes" in options_of(part) else name


def refusal(parts: Sequence[Any], players: int, context: Mapping[str, Any], name: str) -> str | None:
    """Why a search cannot be made of these; None if it can."""
    try:
        Assembly(Anything(players), [Plain(), *parts], **context)
    except OptionError as error:
        return str(error).removeprefix(f"{name}: ")
    return None


def excluded() -> dict[str, list[str]]:
    """By part, those that it cannot be combined with. (Of some kinds there is only one in any case.)"""
    free = [name for kind, parts in CATALOGUE.items() if kind not in ONE_OF_A_KIND for name in parts]
    found: dict[str, list[str]] = {}
    for one, other in combinations(free, 2):
        if refusal([sample(one), sample(other)], 2, OPEN, one) is not None:
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    return found
