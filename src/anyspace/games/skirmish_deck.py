"""The 36 cards of `skirmish`: an army generated here, once, after the statistics of armies of this kind. No rules.

Seven ranks, the higher the stronger, and five classes; each rank has its mix of classes. How many arrows a card has,
what they add up to and how well it is defended are drawn around the means of its rank, weighed by its class. Arrows
point ahead more often than back. Of two cards of a rank and class the second mirrors the first, unless that is
symmetric. No two cards have the same arrows, so a card is named by rank and number: `V3`.

Armies of this kind have half as many arrows again, of less value each, and more support cards. With those a player in
the middle of a game would have about 60 ways to deploy a card; here it is 25 to 50, as the literature has it.

Directions are as the card's owner sees them, ahead first and then clockwise:

    7 0 1
    6   2
    5 4 3
"""

from __future__ import annotations

import random
from typing import NamedTuple

DIRECTIONS = 8
INFANTRY, CAVALRY, BERSERKER, SPEAR, RANGED = range(5)
CLASSES = ("infantry", "cavalry", "berserker", "spear", "ranged")
SUPPORT = (SPEAR, RANGED)
"""Classes that may be deployed beside an own card, out of combat."""

SEED = 1099
"""Of the army: one whose means are close to those asked for, with different missiles and ranges."""


class Rank(NamedTuple):
    """What the cards of a rank are like: means over the rank, and the range of defence (berserkers have less)."""

    name: str
    classes: str  # the class of each card, by its initial
    defence: float
    least: int
    greatest: int
    arrows: float
    strength: float  # the sum of a card's arrows


class Card(NamedTuple):
    """A card as its owner sees it."""

    name: str
    rank: int
    kind: int  # its class
    defence: int
    arrows: tuple[int, ...]  # [direction]: 1 .. 5, 0 where there is no arrow
    missile: int  # 0 unless ranged
    grid: tuple[tuple[int, int], ...]  # the squares within its range: (to the right, ahead)


RANKS = (
    Rank("general", "i", 6.8, 6, 8, 3.3, 12.7),
    Rank("captain", "iiccs", 5.4, 5, 7, 3.2, 13.2),
    Rank("hero", "iicr", 4.6, 4, 6, 3.1, 13.3),
    Rank("elite", "icsr", 4.1, 3, 5, 3.1, 9.5),
    Rank("veteran", "iicbsr", 4.1, 3, 9, 2.4, 7.5),
    Rank("soldier", "iicccbbr", 3.3, 2, 5, 1.9, 5.5),
    Rank("recruit", "iiicccbr", 2.25, 1, 3, 1.4, 5.4),
)
GENERAL, CAPTAIN = 0, 1
"""The ranks in command."""

ARROWS_OF_CLASS = (4.0, 3.9, 2.3, 3.5, 3.3)
STRENGTH_OF_CLASS = (1.0, 0.97, 0.85, 0.55, 0.5)
STRONGEST = 5
"""The greatest value of an arrow, and that of all arrows of a berserker."""
BERSERKER_ARROWS, BERSERKER_DEFENCE = 2, 1.45

WEIGHTS = (1.0, 1.0, 0.75, 0.52, 0.41, 0.52, 0.75, 1.0)
"""[direction]: how often an arrow points there."""
SYMMETRIC = 0.6
MISSILES, MISSILE_WEIGHTS = (2, 3, 4, 5), (4, 22, 10, 11)
BLOCK = tuple((right, ahead) for ahead in (1, 2, 3) for right in (-1, 0, 1))
DOME = tuple((right, ahead) for right, ahead in BLOCK if right == 0 or ahead < 3)
GRIDS, GRID_WEIGHTS = (BLOCK, DOME), (26, 10)


def mirrored(arrows: tuple[int, ...]) -> tuple[int, ...]:
    """Left and right exchanged."""
    return tuple(arrows[-direction % DIRECTIONS] for direction in range(DIRECTIONS))


def rounded(draw: random.Random, mean: float) -> int:
    """One of the two whole numbers around `mean`, so that it is the mean."""
    return int(mean + draw.random())


def pointing(draw: random.Random, count: int, symmetric: bool) -> list[int]:
    """`count` different directions."""
    while True:
        chosen: set[int] = set()
        while len(chosen) < count:
            chosen.update(draw.choices(range(DIRECTIONS), WEIGHTS))
        if not symmetric or chosen == {-direction % DIRECTIONS for direction in chosen}:
            return sorted(chosen)


def values(draw: random.Random, directions: list[int], strength: int, symmetric: bool) -> tuple[int, ...]:
    """Arrows that add up to `strength`, or to one more where that takes a pair."""
    arrows = [int(direction in directions) for direction in range(DIRECTIONS)]
    while sum(arrows) < strength:
        direction = draw.choice([direction for direction in directions if arrows[direction] < STRONGEST])
        for one in {direction, -direction % DIRECTIONS} if symmetric else {direction}:
            arrows[one] += 1
    return tuple(arrows)


class Means(NamedTuple):
    """What the cards of a rank must be like on average, besides its berserkers, so that the rank is as declared."""

    defence: float
    arrows: float  # times ARROWS_OF_CLASS
    strength: float  # times STRENGTH_OF_CLASS


def means_of(rank: Rank, kinds: list[int]) -> Means:
    others = [kind for kind in kinds if kind != BERSERKER]
    berserkers = len(kinds) - len(others)
    return Means(
        (rank.defence * len(kinds) - BERSERKER_DEFENCE * berserkers) / len(others),
        (rank.arrows * len(kinds) - BERSERKER_ARROWS * berserkers) / sum(ARROWS_OF_CLASS[kind] for kind in others),
        (rank.strength * len(kinds) - BERSERKER_ARROWS * STRONGEST * berserkers)
        / sum(STRENGTH_OF_CLASS[kind] for kind in others),
    )


def arrows_of(draw: random.Random, kind: int, mean: Means) -> tuple[int, ...]:
    """The arrows of a new card."""
    count, strength = BERSERKER_ARROWS, BERSERKER_ARROWS * STRONGEST
    if kind != BERSERKER:
        strength = rounded(draw, mean.strength * STRENGTH_OF_CLASS[kind])
        count = rounded(draw, mean.arrows * ARROWS_OF_CLASS[kind])
        count = max(1, -(-strength // STRONGEST), min(count, strength, DIRECTIONS))
    symmetric = draw.random() < SYMMETRIC
    return values(draw, pointing(draw, count, symmetric), strength, symmetric)


def defence_of(draw: random.Random, rank: Rank, kind: int, mean: Means) -> int:
    if kind == BERSERKER:
        return rounded(draw, BERSERKER_DEFENCE)
    return min(max(rounded(draw, mean.defence + draw.gauss(0.0, 0.4)), rank.least), rank.greatest)


def army(seed: int) -> tuple[Card, ...]:
    """All cards, by rank: the general first, then the captains."""
    draw = random.Random(seed)
    cards: list[Card] = []
    for number, rank in enumerate(RANKS):
        kinds = ["icbsr".index(initial) for initial in rank.classes]
        mean = means_of(rank, kinds)
        for k, kind in enumerate(kinds):
            name = rank.name[0].upper() + (str(k + 1) if len(kinds) > 1 else "")
            arrows = arrows_of(draw, kind, mean)
            if k > 0 and kinds[k - 1] == kind:
                arrows = mirrored(cards[-1].arrows)
            while any(arrows == card.arrows for card in cards):
                arrows = arrows_of(draw, kind, mean)
            missile = draw.choices(MISSILES, MISSILE_WEIGHTS)[0] if kind == RANGED else 0
            grid = draw.choices(GRIDS, GRID_WEIGHTS)[0] if kind == RANGED else ()
            cards.append(Card(name, number, kind, defence_of(draw, rank, kind, mean), arrows, missile, grid))
    return tuple(cards)


DECK = army(SEED)
