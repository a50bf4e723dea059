"""Asking a game what is true of a position (rules/predicates.py), from kernels: what PAST and FAST share."""

from __future__ import annotations

from typing import Any

from ...core.questions import Scratch
from ...machine.atomic import address_of
from ...machine.native import call
from ...rng import below
from ...rules.codes import BAD_PREDICATES, UNANSWERED
from ...rules.compiled import SLACK
from ...rules.predicates import MOST_PREDICATES
from ...rules.table import Table

ROOM = MOST_PREDICATES + SLACK
"""Entries of an array that a rule writes predicates to."""


def true_at(game: Table, scratch: Scratch, state: int, found: Any) -> int:
    """What is true of the position at `state`, into `found`; how many, or what went wrong."""
    n = call(game.predicates, (state, address_of(found)))
    if n < 0 or n > MOST_PREDICATES:
        scratch.tally[0].culprit = n
        return BAD_PREDICATES if n > UNANSWERED else n
    for i in range(n):
        if found[i] < 0:
            scratch.tally[0].culprit = found[i]
            return BAD_PREDICATES
    return n


def draw_some(rng: Any, found: Any, n: int, drawn: Any) -> int:
    """Random ones of the `n` in `found`, as many as `drawn` has room for; how many. Changes their order."""
    wanted = min(n, len(drawn))
    for i in range(wanted):
        j = i + below(rng, n - i) if wanted < n else i
        drawn[i] = found[j]
        found[j] = found[i]
    return wanted
