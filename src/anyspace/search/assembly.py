"""From the options of a search to its parts, checked against the game and each other, and the loop they make."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from ..core.binding import Loop, Setup
from ..errors import OptionError
from ..parts.combination import Default, Plain, suited
from ..parts.final import Criterion, Mixed, Robust
from ..parts.information import Auto, Information, resolve
from ..parts.leaf.network import Network
from ..parts.level import Level
from ..parts.memory import Memory, Unbounded
from ..parts.parallel import Parallel
from ..parts.part import KINDS, ONE_OF_A_KIND, SURROUNDINGS, Part
from ..parts.particles import Particles
from ..parts.playout.random import Random
from ..parts.registry import as_parts, catalogue, from_text, names, options_of
from ..parts.select.ucb1 import UCB1
from ..rules.game import AnyGame

HINTS = {
    "memory": "a memory bound such as anyspace.Recycle(nodes=1000)",
    "parallel": "a scheme such as anyspace.Tree(threads=2)",
    "select": "a formula such as anyspace.UCB1(c=1.4)",
    "playout": "a way to play out such as anyspace.Random(limit=100)",
    "final": "a criterion such as anyspace.Robust()",
    "information": "a mode such as anyspace.Determinized(10)",
}
RULE_HINTS = {
    "actions": "how many different moves there are; declare actions=...",
    "playout_traced": "the moves of its playouts; its own playout must tell them",
}


class Assembly:
    """The parts of one search, and its loop. Where no part says how to search, the game's own default does."""

    combination: Part

    memory: Memory
    final: Criterion
    information: Information
    parallel: Parallel | None
    playout: Part
    select: Part

    def __init__(self, game: AnyGame, parts: Iterable[Any], level: int | None = None, **named: Any) -> None:
        chosen: dict[str, Part] = {}
        others: list[Part] = []
        for part in as_parts(parts):
            if part.kind not in KINDS:
                raise OptionError(f"{part!r} is of no known kind: {part.kind!r} is not one of {', '.join(KINDS)}")
            if part.kind not in ONE_OF_A_KIND:
                others.append(part)
            elif part.kind in chosen:
                raise OptionError(f"a search has one part of kind {part.kind}, not {chosen[part.kind]} and {part}")
            else:
                chosen[part.kind] = part
        for kind, given in named.items():
            if given is None:
                continue
            if kind in chosen:
                raise OptionError(f"a search has one part of kind {kind}, not {chosen[kind]} and {given}")
            chosen[kind] = _of_kind(kind, given)
        if level is not None:
            if "final" in chosen:
                does = f"level={level} draws the final move, {chosen['final']} chooses it otherwise"
                raise OptionError(f"{does}: leave one of them out")
            chosen["final"] = Level(level)
        for part in [*others]:
            for more in part.brings:
                if more.kind in chosen:
                    raise OptionError(f"{part.name} has its own way of working: not {chosen[more.kind]} beside it")
                chosen[more.kind] = more
        self.game = game
        named_none = all(part.kind in SURROUNDINGS for part in [*chosen.values(), *others])
        self.combination = chosen.pop("combination", Default() if named_none else Plain())
        networks = any(isinstance(part, Network) for part in others)
        mode: Any = chosen.pop("information", "auto")
        if networks and game.hides and mode in ("auto", Auto()):
            mode = "single"  # a network looks at one player's view
        self.information = resolve(mode, game, "guess" in chosen)
        guesses = self.information.guesses_what_is_hidden
        if guesses and game.needs_following:
            chosen.setdefault("guess", Particles())
        self.parallel = chosen.get("parallel")  # type: ignore[assignment]
        shares_tree = self.parallel is not None and self.parallel.shares_tree
        followed = guesses and "guess" in chosen
        self.setup = Setup(game, self.information.view, shares_tree, networks, followed)
        if isinstance(self.combination, Default):
            self._add_suited(chosen, others)
        defaults: dict[str, Part] = {
            "memory": Unbounded(),
            "select": UCB1(),
            "playout": Random(),
            "final": Robust(),
        }
        named_parts = sorted([*chosen.values(), *others], key=lambda part: not isinstance(part, Network))
        suggested = {kind: from_text(text, kind) for part in named_parts for kind, text in part.suggests.items()}
        if game.simultaneous:
            suggested.setdefault("final", Mixed())
        for kind, default in {**defaults, **suggested}.items():
            setattr(self, kind, chosen.setdefault(kind, default))
        self.parts = sorted([self.information, *chosen.values(), *others], key=lambda part: [*KINDS].index(part.kind))
        self._check(self.parts)
        self.loop = self._bind()

    def _add_suited(self, chosen: dict[str, Part], others: list[Part]) -> None:
        """What suits the game, as far as it goes with the parts that were named."""
        for part in suited(self.setup):
            try:
                self._check([*chosen.values(), *others, part])
            except OptionError:
                continue
            if part.kind not in ONE_OF_A_KIND:
                others.append(part)
            else:
                chosen.setdefault(part.kind, part)

    def _check(self, parts: list[Part]) -> None:
        names = [part.name for part in parts]
        steps = any(part.steps for part in parts)
        for part in parts:
            if names.count(part.name) > 1:
                raise OptionError(f"{part.name} is there twice")
            for rule in part.needs:
                if rule == "playout_traced" and steps:
                    continue
                if self.game.actions is None if rule == "actions" else not self.game.backend.has(rule):
                    what = RULE_HINTS.get(rule, f"a rule {rule!r}, which it does not have")
                    raise OptionError(f"{part.name} asks {self.game.name} for {what}")
            if clash := [name for name in part.excludes if name in names and name != part.name]:
                raise OptionError(f"{part.name} cannot be combined with {clash[0]}")
            if part.bounded and self.game.open_ended:
                raise OptionError(f"{part.name}: {self.game.name} leaves open how much it pays, so nothing is certain")
            if reason := part.refusal(self.setup):
                raise OptionError(f"{part.name}: {reason}" if part.kind not in ("information",) else reason)

    def _bind(self) -> Loop:
        loop = Loop(self.setup)
        for part in self.parts:
            loop.rules |= {rule for rule in part.needs if rule != "actions"}
            loop.structure.append(part.structure)
            try:
                part.bind(loop)
            except ValueError as error:
                raise OptionError(f"{part.name}: {error}") from error
        loop.finish()
        return loop


OWN = (*HINTS, "level", "seed")
"""What `Search` takes by name."""

ELSEWHERE = {
    "iterations": "a budget is given to run: search.run(state, iterations=...)",
    "seconds": "a budget is given to run: search.run(state, seconds=...)",
    "time": "a budget is given to run: search.run(state, seconds=...)",
}


def unknown_option(given: Mapping[str, Any]) -> OptionError:
    """For an option that `Search` does not have: where it is to be given."""
    name, value = next(iter(given.items()))
    if name in ELSEWHERE:
        return OptionError(f"Search has no option {name!r}; {ELSEWHERE[name]}")
    close = difflib.get_close_matches(name, OWN, n=1)
    if close:
        return OptionError(f"Search has no option {name!r}; did you mean {close[0]!r}?")
    if name in names():
        return OptionError(f'Search has no option {name!r}; {name} is a part: Search(game, "{name}")')
    having = [part for part in catalogue() if name in options_of(part)]
    plainest = next((part for part in having if isinstance(UCB1(), part)), having[0] if having else None)
    if plainest is None:
        return OptionError(f"Search has no option {name!r}; it takes parts, and {', '.join(OWN)}")
    as_object, as_text = f"anyspace.{plainest.__name__}({name}={value!r})", f'"{plainest.name}:{name}={value}"'
    named = f"{plainest.kind}={as_object}" if plainest.kind in HINTS else as_object
    return OptionError(f"Search has no option {name!r}; {plainest.name} has: {named}, or the text {as_text}")


def _of_kind(kind: str, given: Any) -> Part:
    """An option of `Search` that has a name of its own: a part of that kind, or its text."""
    if isinstance(given, str):
        (part,) = as_parts(given, kind)
        return part
    if not isinstance(given, Part) or given.kind != kind:
        raise OptionError(f"{kind} must be {HINTS[kind]}, not {given!r}")
    return given
