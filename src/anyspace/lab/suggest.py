"""What to say about a word that is not known: the nearest one that is, and all of them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def unknown(what: str, given: object, known: Iterable[str]) -> str:
    """`unknown key 'scorring'; did you mean 'scoring'? Known: game, scoring, ...`."""
    names = list(known)
    close = difflib.get_close_matches(str(given), names, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else "."
    return f"unknown {what} {given!r}{hint} Known: {', '.join(names)}"
