"""A solution as a page: every position of its line, one after the other, or the picture that the game draws of it."""

from __future__ import annotations

import importlib
from typing import Any

from .markup import escape, framed, heading, quiet


def solution_page(solution: Any) -> str:
    """A page of HTML. A game whose module has a function `picture(positions, names)` draws its own: SVG or HTML, from
    the states of the line and the names of its moves."""
    match = solution.match
    names, positions = match.names, list(match.positions())
    title = f"{escape(match.game.name)}: {solution.score:g} in {len(names)} moves"
    own = _own_picture(match.game)
    body = own(positions, names) if own is not None else _frames(positions, names)
    found = f"{solution.method}, {solution.playouts:,} playouts in {solution.seconds:.1f} s" if solution.method else ""
    page = framed(heading(title), body, quiet(escape(found)))
    return f'<!doctype html><meta charset="utf-8"><title>{title}</title>\n{page}\n'


def _own_picture(game: Any) -> Any:
    """What the game's module draws with, if it does."""
    origin = game.origin
    if origin is None or ":" in origin.name:
        return None
    return getattr(importlib.import_module(f"anyspace.games.{origin.name}"), "picture", None)


def _frames(positions: list[Any], names: list[str]) -> str:
    frames = [
        f'<div><p class="as-quiet">{escape(name)}</p><pre class="as-text">{escape(state)}</pre></div>'
        for name, state in zip(["start", *names], positions, strict=True)
    ]
    return f'<div class="as-sides">{"".join(frames)}</div>'
