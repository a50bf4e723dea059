"""Battleship: an independent twin, every sea of a small board counted, the best play of the smallest one worked out."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import pytest
from scipy.stats import chisquare
from uncompiled import plain_search, slowed, uncompiled

import anyspace
from anyspace.errors import OptionError
from anyspace.games import battleship
from anyspace.rules.game import CHANCE

LIKELY = 0.001

Cells = frozenset[tuple[int, int]]


def made(**options: Any) -> Any:
    return uncompiled(battleship.game(**options))


@cache
def seas(size: int, ships: int) -> list[tuple[Cells, ...]]:
    """Every way to place the ships, the longest first, none touching another."""
    found: list[tuple[Cells, ...]] = [()]
    for length in range(ships + 1, 1, -1):
        places = {
            frozenset((row + i * down, column + i * (1 - down)) for i in range(length))
            for row, column, down in product(range(size), range(size), (0, 1))
            if (row if down else column) + length <= size
        }
        found = [(*sea, place) for sea in found for place in places if not any(touch(place, other) for other in sea)]
    return found


def touch(one: Cells, other: Cells) -> bool:
    return any(abs(r - s) <= 1 and abs(c - d) <= 1 for r, c in one for s, d in other)


def sea_of(state: Any) -> Cells:
    size = int(len(state["sea"]) ** 0.5)
    return frozenset(divmod(cell, size) for cell, here in enumerate(state["sea"]) if here)


class Twin:
    """The game as a Python object, written anew; it only says what is hidden, so that it is searched by particles."""

    players, payoffs, max_moves, size, ships = 1, (-20.0, 20.0), 9, 3, 1

    def __init__(self, sea: Cells) -> None:
        self.sea, self.asked, self.answers = sea, (), ()  # type: ignore[var-annotated]

    @classmethod
    def start(cls, source: random.Random) -> Twin:
        return cls(frozenset().union(*source.choice(seas(cls.size, cls.ships))))

    def copy(self) -> Twin:
        twin = type(self)(self.sea)
        twin.asked, twin.answers = self.asked, self.answers
        return twin

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Twin) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def mover(self) -> int | None:
        if len(self.asked) > len(self.answers):
            return CHANCE
        return None if sum(self.answers) == len(self.sea) else 0

    def moves(self) -> list[int]:
        if self.mover() == CHANCE:
            return [int(divmod(self.asked[-1], self.size) in self.sea)]
        return [cell for cell in range(self.size**2) if cell not in self.asked]

    def play(self, move: int) -> None:
        if self.mover() == CHANCE:
            self.answers += (move,)
        else:
            self.asked += (move,)

    def returns(self) -> list[float]:
        return [(self.size**2 if sum(self.answers) == len(self.sea) else 0) - len(self.asked)]

    def perturb(self, observer: int, source: random.Random) -> bool:
        """Any other sea in which the same was seen."""
        self.sea = frozenset().union(*source.choice(seas(self.size, self.ships)))
        shot = [divmod(cell, self.size) for cell in self.asked]
        return [int(cell in self.sea) for cell in shot] == list(self.answers)

    def view(self, observer: int) -> str:
        return f"{self.asked} {self.answers}"


def cross_check(games: int, size: int, ships: int) -> int:
    """Random games beside the twin: movers, moves, answers, payoffs. Returns the shots compared."""
    source, shots = random.Random(5), 0
    twins = type("Larger", (Twin,), {"size": size, "ships": ships})
    for seed in range(games):
        state = made(size=size, ships=ships).start(seed=seed)
        twin = twins(sea_of(state))
        while not state.over:
            assert (state.mover, state.moves(), state.returns()) == (twin.mover(), twin.moves(), twin.returns())
            move = source.choice(state.moves())
            shots += state.mover == 0
            state.play(move)
            twin.play(move)
        assert twin.mover() is None and state.returns() == twin.returns() == [size**2 - len(twin.asked)]
    return shots


def test_agrees_with_a_twin_written_anew() -> None:
    assert cross_check(3, 10, 4) > 200
    assert cross_check(6, 5, 2) > 60


def test_every_sea_is_as_likely() -> None:
    game = made(size=4, ships=2)
    every = [frozenset().union(*sea) for sea in seas(4, 2)]
    counts = Counter(sea_of(game.start(seed=seed)) for seed in range(12 * len(every)))
    assert counts.keys() == set(every)
    assert chisquare([counts[sea] for sea in every]).pvalue > LIKELY


def test_changing_seas_leaves_all_that_fit_as_likely() -> None:
    """A long walk by `perturb` from one sea, after some shots: every sea in which they were answered so, as often."""
    game = made(size=4, ships=2)
    state = game.start(seed=3)
    sea = sea_of(state)
    hit = min(row * 4 + column for row, column in sea)
    for cell in (hit, *[cell for cell in (0, 5, 10, 15) if divmod(cell, 4) not in sea][:1]):
        state.play(cell).play(state.moves()[0])
    shown = {divmod(cell, 4): mark == 2 for cell, mark in enumerate(state["shown"]) if mark}
    fitting = {
        together
        for together in (frozenset().union(*sea) for sea in seas(4, 2))
        if all((cell in together) == struck for cell, struck in shown.items())
    }
    counts: Counter[Cells] = Counter()
    walker = state.copy()
    for step in range(400 * len(fitting)):
        changed = walker.copy()
        if game.backend.perturb(changed._block, 0, step):
            walker = changed
            assert walker.view(0) == state.view(0)
        counts[sea_of(walker)] += 1
    assert set(counts) == fitting and len(fitting) > 8
    expected = counts.total() / len(fitting)
    assert all(expected / 3 < counts[sea] < 3 * expected for sea in fitting)


@cache
def shots_to_come(fits: frozenset[Cells], shot: Cells) -> float:
    """The least, on average, where one of these seas of nine cells is the true one."""
    return 0.0 if any(sea <= shot for sea in fits) else min(by_first_shot(fits, shot).values())


def by_first_shot(fits: frozenset[Cells], shot: Cells) -> dict[tuple[int, int], float]:
    """The same for each shot that can tell something, or is sure to hit."""
    costs = {}
    for cell in product(range(3), range(3)):
        parts = [frozenset(sea for sea in fits if (cell in sea) == hit) for hit in (True, False)]
        if cell not in shot and parts[0]:
            later = [len(part) / len(fits) * shots_to_come(part, shot | {cell}) for part in parts if part]
            costs[cell] = 1 + sum(later)
    return costs


def test_the_smallest_sea_is_shot_at_as_well_as_can_be() -> None:
    """A ship of two cells among nine: the first shot is one of the best, and worth about what it is worth."""
    costs = by_first_shot(frozenset(sea for (sea,) in seas(3, 1)), frozenset())
    game = made(size=3, ships=1)
    search = plain_search(game, "particles:count=60", "ucb1:c=0.2", seed=2)
    result = search.run(game.start(seed=1), iterations=700)
    assert costs[divmod(result.move, 3)] == pytest.approx(min(costs.values()))
    assert 0 <= 9 - min(costs.values()) - result.value < 0.8  # it still explores


@pytest.mark.slow
def test_the_smallest_sea_is_found_by_nearly_as_few_shots_as_can_be() -> None:
    exact = shots_to_come(frozenset(sea for (sea,) in seas(3, 1)), frozenset())
    game, games = anyspace.load("battleship(size=3,ships=1)"), 300
    shots = 0
    for seed in range(games):
        search = anyspace.Search(game, "ucb1:c=0.2", seed=seed)
        state = game.start(seed=seed)
        while not state.over:
            move = state.moves()[0] if state.mover == CHANCE else search.run(state, iterations=1000).move
            search.advance(move)
            state.play(move)
        shots += int(state["shots"])
    assert shots / games <= exact + 0.3  # three standard errors


def test_the_twin_is_searched_by_particles() -> None:
    game = anyspace.PythonGame(Twin)
    search = slowed(anyspace.Search(game, "particles:count=40", "ucb1:c=0.3", seed=1))
    state = game.start(seed=2)
    while not state.over:
        move = state.moves()[0] if state.mover == CHANCE else search.run(state, iterations=60).move
        if state.mover == 0:
            assert all(each.view(0) == state.view(0) for each in search.particles)
        search.advance(move)
        state.play(move)
    assert state.returns()[0] >= 1


def test_playouts_shoot_where_something_can_be() -> None:
    game = made(size=6, ships=2)
    random_shots, playouts = 0.0, 0.0
    source = random.Random(1)
    for seed in range(40):
        state = game.start(seed=seed)
        _, payoffs = game.backend.finish(game.backend.twin(game.backend.thing(state._block)), _stream(seed), 200)
        playouts += payoffs[0]
        while not state.over:
            state.play(source.choice(state.moves()))
        random_shots += state.returns()[0]
    assert playouts / 40 > random_shots / 40 + 3


def _stream(seed: int) -> int:
    from anyspace import rng as random_numbers

    KEPT.append(random_numbers.new(seed))
    return int(KEPT[-1].ctypes.data)


KEPT: list[Any] = []


@pytest.mark.parametrize("options", [{"size": 2}, {"ships": 0}, {"size": 4, "ships": 4}, {"size": True}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="battleship"):
        battleship.game(**options)
