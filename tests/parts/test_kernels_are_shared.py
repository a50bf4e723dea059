"""Searches with the same parts share their compiled kernels, whatever the game and whatever the parts' numbers: what
they share must be the same code. (Where it is not, a search runs another one's, or calls a rule that is not there.)"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields
from typing import Any

import everything
import pytest
from toys import gamble, nim
from uncompiled import uncompiled

from anyspace.core import batches, loop
from anyspace.errors import OptionError
from anyspace.machine.jit import fingerprint
from anyspace.parts.registry import CATALOGUE, find, names
from anyspace.search.assembly import Assembly

RULES: dict[str, Any] = {
    "actions": everything.HEAPS * everything.MOST,
    **{name: getattr(everything, name) for name in ("key", "evaluate", "prior", "group", "prune")},
}
GAMES = [uncompiled(game) for game in (everything.game(), nim(6, players=3, **RULES), gamble(), nim(6))]
BOXED = [uncompiled(everything.boxed())]

PARTS = [name for kind in CATALOGUE for name in names(kind) if kind not in ("information", "parallel", "memory")]


def other_numbers(part: Any) -> dict[str, Any]:
    """Every option that is a number, changed to another that the part takes."""
    changed: dict[str, Any] = {}
    for field in fields(part):
        if isinstance(field.default, bool | str):
            continue
        number = field.default
        for value in (7, 0.25) if number is None else (number + 1, number / 2 + 0.01, number + 2):
            try:
                part(**{field.name: value})
            except OptionError:
                continue
            changed[field.name] = value
            break
    return changed


@pytest.mark.parametrize("name", PARTS)
def test_what_is_shared_is_the_same(name: str) -> None:
    part = find(name)
    needed = {"path": everything.network} if name == "network" else {}
    games = BOXED if name in everything.BOXED else GAMES
    given = [(game, part(**needed)) for game in games]
    if other := other_numbers(part):
        given.append((games[0], part(**needed, **other)))
    found = defaultdict(set)
    structures = []
    for game, made in given:
        try:
            others = everything.named(name)[:1] if name in everything.NETWORKED else []
            assembly = Assembly(game, [*others, made], information="single" if name == "particles" else "cheating")
        except OptionError:  # not for this game
            continue
        structures.append(tuple(assembly.loop.structure))
        kernel = loop.run if assembly.loop.evaluator is None else batches.turn
        found[structures[-1]].add(fingerprint(assembly.loop.plain(kernel)))
    assert all(len(codes) == 1 for codes in found.values())
    assert not other or structures[-1] == structures[0], "another number is not compiled anew"
