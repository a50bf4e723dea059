"""A solution as a page: every position of its line, one after the other, or the picture that the game draws of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..numeric import as_score
from .markup import escape, framed, heading, quiet


def solution_page(solution: Any, picture: Callable[..., str] | None = None) -> str:
    """A page of HTML. A game's own `picture(positions, names)` draws SVG or HTML from the states of the line and the
    names of its moves."""
    match = solution.match
    names, positions = match.names, list(match.positions())
    title = f"{escape(match.game.name)}: {as_score(solution.score)} in {len(names)} moves"
    body = picture(positions, names) if picture is not None else _frames(positions, names)
    found = f"{solution.method}, {solution.playouts:,} playouts in {solution.seconds:.1f} s" if solution.method else ""
    page = framed(heading(title), body, quiet(escape(found)))
    return f'<!doctype html><meta charset="utf-8"><title>{title}</title>\n{page}\n'


def _frames(positions: list[Any], names: list[str]) -> str:
    frames = [
        f'<div><p class="as-quiet">{escape(name)}</p><pre class="as-text">{escape(state)}</pre></div>'
        for name, state in zip(["start", *names], positions, strict=True)
    ]
    return f'<div class="as-sides">{"".join(frames)}</div>'
