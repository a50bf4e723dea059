"""Who sits where: seats, the sides that share a result, and the turns that a lineup takes around the table.

A *seat* is a player of the game's rules. A *side* is the seats that win or lose together: partners, or a single seat.
A *lineup* names an entrant for every side, by number: `(0, 1, 1, 1)` is one of the first kind among three of the
second. Each deal is played once in every *seating*, a rotation of the lineup: the luck of cards and chairs is shared.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import ExperimentError
from ..rules.game import AnyGame

Sides = tuple[tuple[int, ...], ...]
Lineup = tuple[int, ...]

PARTNERS: dict[str, Sides] = {"spades": ((0, 2), (1, 3)), "dou_di_zhu": ((0,), (1, 2))}
"""Games in which seats play together; in all others everybody plays alone."""

UNEQUAL = ("confrontation", "dou_di_zhu")
"""Games whose sides have different tasks: results are shown for each side as well."""

LINEUPS = {
    "one": "one of the first kind, everybody else of the second",
    "alternate": "the two kinds in turn around the table",
    "together": "all players at one table, each on a side of its own",
}


def sides_of(game: AnyGame, given: Sequence[Sequence[int]] | None = None) -> Sides:
    """The sides of a game: as given, or as it is known to be played. Raises `ExperimentError`."""
    if given is None:
        return PARTNERS.get(game.name) or tuple((seat,) for seat in range(game.players))
    try:
        sides = tuple(tuple(side) for side in given)
        seats = sorted(seat for side in sides for seat in side)
    except TypeError:
        seats = []
    if seats != list(range(game.players)) or not all(sides):
        raise ExperimentError(
            f"sides must name each of the seats 0 to {game.players - 1} of {game.name} once, "
            f"as in [[0, 2], [1, 3]], not {given!r}"
        )
    return sides


def lineup_of_two(style: str, sides: int) -> Lineup:
    """The lineup of a first entrant against a second; alone where there is one side only."""
    if style == "alternate":
        return tuple(side % 2 for side in range(sides))
    return (0,) + (1,) * (sides - 1)


def seatings(lineup: Lineup) -> list[Lineup]:
    """Every rotation of a lineup, each once: the entrant of every side. In the first one entrant 0 has side 0."""
    turned = [tuple(lineup[(side - turn) % len(lineup)] for side in range(len(lineup))) for turn in range(len(lineup))]
    return list(dict.fromkeys(turned))


def entrants_of_seats(seating: Lineup, sides: Sequence[Sequence[int]]) -> list[int]:
    """The entrant on every seat."""
    entrant_of = {seat: entrant for entrant, seats in zip(seating, sides, strict=True) for seat in seats}
    return [entrant_of[seat] for seat in range(len(entrant_of))]
