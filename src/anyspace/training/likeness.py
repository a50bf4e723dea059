"""Features learnt for the memory of similar positions: games are played, what the memory held is learnt from.

    anyspace likeness "go(size=9)" --network shipped --with prior_seeding --with ucb1:c=0.1 --phi network --out go.npz
    Search(game, Network("shipped"), "similar:phi=network,learned=go.npz")

The search plays games against itself with `similar` as one of its parts, and of every entry of the memory that was
visited often enough there is known what it looks like and what it is worth. A matrix is fitted to that (metric.py), on
most of the games; how much better the memory's answers become is measured on the others. The file says how the
features were made that it was learnt from, and is for no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import OptionError
from ..parts.leaf.network import Network
from ..parts.part import Part
from ..parts.registry import as_parts
from ..parts.similar.identity import identity_of
from ..parts.similar.learned import Learned, made_by, write
from ..parts.similar.reading import Remembered, remembered
from ..parts.value.similar import Similar
from ..rules.game import AnyGame
from ..search.search import Search
from .metric import Measure, Sample, fitted, measure, unit

Tell = Callable[[str], None]

FIRST_DRAWN = 8
"""Moves at the beginning of a game that are drawn by their visits, so that games differ."""

HELD_OUT = 4
"""Every so many-th game is for measuring."""


VIRTUAL = ("seeding", "prior_seeding")
"""Parts that are named after the memory: their virtual visits are added to what playouts and memory say."""


class Found(NamedTuple):
    """What came of it."""

    learned: Learned
    before: Measure
    after: Measure
    positions: int
    held_out: int


def learn_likeness(
    game: AnyGame,
    file: str | Path,
    *parts: Any,
    similar: Similar | None = None,
    games: int = 24,
    iterations: int = 1_000,
    visits: int = 16,
    width: int = 64,
    steps: int = 600,
    seed: int = 0,
    tell: Tell = lambda line: None,
) -> Found:
    """Learn features for `similar` (its phi and what belongs to that) in a game, and write them to a file.

    parts: those of the search that plays, a network among them where phi is one's; the memory takes its place before
    virtual visits. games, iterations: how many it plays, and how long it thinks. visits: entries with fewer are not
    learnt from. width: features that are left.
    """
    if width % 8 or not 8 <= width <= 1 << 12:
        raise OptionError(f"width must be a multiple of 8 from 8 to 4096, not {width}")
    if games < HELD_OUT or iterations < 1 or steps < 1 or visits < 1:
        raise OptionError(f"at least {HELD_OUT} games (some are for measuring), and 1 iteration, step and visit")
    part = replace(similar or Similar(), centre=False, learned="")
    searched = with_memory(parts, part)
    network = network_of(game, searched, part)
    found = gathered(game, searched, games, iterations, visits, seed, tell)
    is_held = found.games % HELD_OUT == HELD_OUT - 1
    if (~is_held).sum() < 2 * width or is_held.sum() < 50:
        many = len(found.values)
        raise OptionError(f"only {many} positions were visited {visits} times: more games, or more iterations")
    middle = found.features[~is_held].mean(axis=0)
    found = found._replace(features=unit(found.features - middle))
    taught, held = found.chosen(~is_held), found.chosen(is_held)
    before = measure(held.features, held, part.tau, part.weigh)
    each = max(1, steps // 10)

    def report(step: int, error: float) -> None:
        if step % each == 0:
            tell(f"step {step} of {steps}: the memory is off by {error**0.5:.4f}")

    matrix = fitted(taught, width, tau=part.tau, weigh=part.weigh, steps=steps, seed=seed, tell=report)
    after = measure(unit(held.features @ matrix), held, part.tau, part.weigh)
    about = {**made_by(part, game, network), "tau": part.tau, "weigh": part.weigh, "parts": [*map(str, searched)]}
    about |= {"positions": len(taught.values), "games": games, "iterations": iterations, "visits": visits, "seed": seed}
    learned = Learned(matrix.astype(np.float32), middle, about)
    write(Path(file), learned)
    return Found(learned, before, after, len(taught.values), len(held.values))


def with_memory(parts: Sequence[Any], part: Similar) -> list[Part]:
    """Parts of a search with the memory among them, before the first that has virtual visits."""
    known = as_parts(parts)
    at = next((i for i, each in enumerate(known) if each.name in VIRTUAL), len(known))
    return [*known[:at], part, *known[at:]]


def network_of(game: AnyGame, parts: Sequence[Part], part: Similar) -> str | None:
    """Which network the features are of, where they are one's."""
    if part.phi != "network":
        return None
    network = next((each for each in parts if isinstance(each, Network)), None)
    return None if network is None else identity_of(network.open(game, part.layer))


def gathered(
    game: AnyGame, parts: Sequence[Any], games: int, iterations: int, least: int, seed: int, tell: Tell
) -> Sample:
    """What the memory holds after every search of so many games. Ctrl-C ends it, where there are games enough to learn
    from."""
    source = np.random.default_rng(seed)
    found: list[Sample] = []
    known = searches = number = 0
    try:
        for number in range(games):
            for held in played(game, parts, iterations, source):
                enough = held.visits >= least
                n = int(enough.sum())
                features = unit(held.vectors[enough].astype(np.float64))
                of = np.full(n, searches), np.full(n, number)
                found.append(Sample(features, held.seats[enough], held.values()[enough], held.visits[enough], *of))
                known, searches = known + n, searches + 1
            tell(f"game {number + 1} of {games}: {searches:,} searches, {known:,} positions")
    except KeyboardInterrupt:
        if number < HELD_OUT:
            raise
        tell(f"stopped: {known:,} positions are learnt from")
    return Sample(*(np.concatenate(column) for column in zip(*found, strict=True)))


def played(game: AnyGame, parts: Sequence[Any], iterations: int, source: Any) -> Iterator[Remembered]:
    """The memory after every search of a game that is played."""
    search = Search(game, *parts, seed=int(source.integers(1 << 31)))
    state, made = game.start(seed=int(source.integers(1 << 31))), 0
    while not state.over:
        if state.mover < 0:
            moves, odds = state.moves(), np.array(state.weights())
            move = moves[int(source.choice(len(moves), p=odds / odds.sum()))]
        else:
            result = search.run(state, iterations=iterations)
            yield remembered(search)
            move, made = result.move, made + 1
            if made <= FIRST_DRAWN:
                shares = np.array([row.visits for row in result.table], np.float64)
                move = result.table[int(source.choice(len(shares), p=shares / shares.sum()))].move
        state.play(move)
        search.forget()
