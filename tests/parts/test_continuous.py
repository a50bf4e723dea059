"""Continuous actions: HOO on numbers worked by hand and against a twin that computes every bound anew, less regret than
bins, widening of actions and outcomes, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import everything
import numpy as np
import pytest
from uncompiled import plain_search, slowed, uncompiled

import anyspace
from anyspace import OVER
from anyspace.core.check import check
from anyspace.core.tree import NO_NODE
from anyspace.errors import OptionError
from anyspace.games import trap
from anyspace.rules.game import declare
from anyspace.rules.vectors import coordinate, grid, last_level, level_of


def once(payoff: Any, axes: int = 1, room: int = 512) -> Any:
    """One decision, and a payoff from 0 to 1 for it."""

    def start(state: Any, rng: Any) -> None:
        state.made = 0
        state.pays = 0.0

    def mover(state: Any) -> int:
        return OVER if state.made else 0

    def moves(state: Any, out: Any) -> int:
        return grid(out, 3, axes)

    def play(state: Any, move: int) -> None:
        state.made = 1
        state.pays = payoff(move)

    def returns(state: Any, out: Any) -> None:
        out[0] = state.pays

    kind = np.dtype([("made", np.int8), ("pays", np.float64)])
    facts: Any = dict(name="once", state=kind, players=1, payoffs=(0, 1), max_moves=room, max_length=1)
    return uncompiled(declare({}, locals(), box=((0.0, 1.0),) * axes, **facts))


def at(move: int) -> float:
    return coordinate(move, 0, 1, 0.0, 1.0)


def bumpy(move: int) -> float:
    """Of Bubeck et al.: several hills, the highest near 0.868."""
    x = at(move)
    return 0.5 * (math.sin(13.0 * x) * math.sin(27.0 * x) + 1.0)


def cells(search: Any) -> list[tuple[float, int, int, float, float]]:
    """Of the root's children, oldest first: action, level, plays, rewards, bound."""
    tree, found = search.tree, []
    child = tree.nodes[tree.roots[0]].child
    while child != NO_NODE:
        extra = tree.extras[child]
        numbers = (int(extra.cell_level), int(extra.cell_plays), float(extra.cell_reward), float(extra.cell_bound))
        found.append((at(int(tree.nodes[child].move)), *numbers))
        child = tree.nodes[child].sibling
    return found[::-1]


def test_hoo_on_numbers_worked_by_hand() -> None:
    """Payoffs are the action itself. First the middle; then both halves, in either order; then a quarter of the upper
    half, which paid more."""
    game = once(at)

    def after(plays: int) -> list[Any]:
        search = plain_search(game, "hoot:c=1,nu=1,rho=0.5", seed=1)
        search.run(game.start(), iterations=plays)
        return cells(search)

    assert after(1) == [(0.5, 0, 1, 0.5, pytest.approx(0.5 + 0.0 + 1.0))]  # ln 1 = 0
    (root, low, high) = sorted(after(3), key=lambda cell: (cell[1], cell[0]))
    assert (low[0], high[0]) == (pytest.approx(0.25), pytest.approx(0.75))
    width = math.sqrt(2.0 * math.log(4.0))  # of 3 plays, rounded up to 4
    assert low[4] == pytest.approx(0.25 + width + 0.5) and high[4] == pytest.approx(0.75 + width + 0.5)
    assert root[2:4] == (3, pytest.approx(1.5))
    assert root[4] == pytest.approx(min(0.5 + width / math.sqrt(3.0) + 1.0, high[4]))  # 2.4614 and 2.9151
    assert root[4] == pytest.approx(0.5 + 1.6651 / 1.7321 + 1.0, abs=1e-3)
    newest = after(4)[-1]
    assert newest[0] in (pytest.approx(0.625), pytest.approx(0.875)) and newest[1] == 2
    assert newest[4] == pytest.approx(newest[0] + width + 0.25)


class Twin:
    """HOO with dictionaries: every bound computed anew before every play."""

    def __init__(self, c: float, nu: float, rho: float) -> None:
        self.c, self.nu, self.rho = c, nu, rho
        self.plays: dict[tuple[int, int], list[float]] = {}

    def bound(self, level: int, place: int, n: int) -> float:
        """B of the `place`-th cell of a level."""
        rewards = self.plays.get((level, place))
        if not rewards:
            return math.inf
        power = 2 ** math.ceil(math.log2(n))
        own = np.mean(rewards) + self.c * math.sqrt(2 * math.log(power) / len(rewards)) + self.nu * self.rho**level
        return min(float(own), max(self.bound(level + 1, 2 * place + half, n) for half in (0, 1)))

    def follow(self, x: float, level: int, reward: float) -> None:
        """Check that a play of x, in a cell of that level, is what HOO does; then learn from it."""
        n, place = len(self.plays.get((0, 0), ())), 0
        for each in range(level):
            low, high = self.bound(each + 1, 2 * place, n), self.bound(each + 1, 2 * place + 1, n)
            upper = int(x * 2 ** (each + 1)) == 2 * place + 1
            assert low == pytest.approx(high) or upper == (high > low)
            place = 2 * place + upper
        assert (level, place) not in self.plays, "a cell that was never played"
        for each in range(level + 1):
            self.plays.setdefault((each, int(x * 2**each)), []).append(reward)


@pytest.mark.parametrize(("c", "nu", "rho"), [(1.0, 1.0, 0.5), (0.2, 0.5, 0.7), (0.1, 2.0, 0.6)])
def test_hoo_plays_as_its_twin(c: float, nu: float, rho: float) -> None:
    game = once(bumpy)
    search = plain_search(game, f"hoot:c={c},nu={nu},rho={rho},depth=20", seed=2)
    search.run(game.start(), iterations=100)
    check(search.tree)
    twin = Twin(c, nu, rho)
    for action, level, _, _, _ in cells(search):
        twin.follow(action, level, bumpy(round(action * last_level(1))))
    assert len(twin.plays[0, 0]) == 100


def test_hoo_has_less_regret_than_bins() -> None:
    """Mean payoff of 400 plays, and of the action chosen in the end, next to UCT with 5, 10 and 20 bins."""
    game, best = once(bumpy), 0.97560

    def regret(*parts: str) -> tuple[float, float]:
        search = plain_search(game, *parts, seed=1)
        result = search.run(game.start(), iterations=400)
        return best - search.root.value, best - bumpy(result.move)

    mine = regret("hoot:c=0.1,nu=1,rho=0.7")  # the hills are steep
    for bins in (5, 10, 20):
        theirs = regret("ucb1:c=0.1", f"bins:count={bins}")
        assert mine[0] < theirs[0] and mine[1] < theirs[1]
    assert mine[1] < 0.002


def test_cells_of_two_axes_are_halved_in_turn() -> None:
    def far(move: int) -> float:
        x, y = (coordinate(move, axis, 2, 0.0, 1.0) for axis in range(2))
        return 1.0 - 0.5 * (abs(x - 0.3) + abs(y - 0.8))

    game = once(far, axes=2)
    search = plain_search(game, "hoot:c=0.05,nu=0.5,rho=0.8,depth=14", seed=1)
    result = search.run(game.start(), iterations=400)
    check(search.tree)
    moves = [row.move for row in result.table]
    assert len(set(moves)) == len(moves)
    x, y = game.start().vector(result.move)
    assert abs(x - 0.3) < 0.05 and abs(y - 0.8) < 0.05
    first = sorted({level_of(move, 0, 2) for move in moves})
    assert first[0] >= 0 and first[-1] <= last_level(2)


def test_the_last_cells_reach_the_ends_and_are_played_again() -> None:
    game = once(at)
    search = plain_search(game, "hoot:c=0.02,nu=0.1,depth=3", seed=1)
    result = search.run(game.start(), iterations=100)
    assert len(result.table) <= 15 and game.start().vector(result.move) == (1.0,)
    assert result.table[0].visits > 50
    search = plain_search(game, "hoot:plays=5", seed=1)
    counts = [row.visits for row in search.run(game.start(), iterations=60).table]
    assert sorted(counts)[-2] == 5 and sum(counts) == 60


@pytest.mark.parametrize(("c", "a"), [(1.0, 0.5), (2.0, 0.35)])
def test_actions_and_outcomes_widen_by_the_power_of_visits(c: float, a: float) -> None:
    game = uncompiled(trap.game())
    search = plain_search(game, f"action_widening:c={c},a={a},double=true", seed=1)
    search.run(game.start(seed=1), iterations=200)
    check(search.tree)
    seen = {0: 0, anyspace.CHANCE: 0}
    tree = search.tree
    for node in range(1, int(tree.pool[0].next)):
        record = tree.nodes[node]
        if record.mover in seen and record.visits > 1:
            count, child = 0, record.child
            while child != NO_NODE:
                count, child = count + 1, tree.nodes[child].sibling
            assert count <= math.ceil(c * record.visits**a)
            seen[int(record.mover)] += 1
    assert min(seen.values()) > 3


def test_bins_are_the_moves_that_are_listed() -> None:
    game = uncompiled(trap.game(bins=7))
    result = plain_search(game, "bins:count=7", seed=1).run(game.start(seed=1), iterations=40)
    assert sorted(row.move for row in result.table) == sorted(game.start(seed=1).moves())


def test_python_objects_have_boxes_too() -> None:
    class Guess:
        players, max_moves, max_length, payoffs, box = 1, 64, 1, (-1.0, 0.0), ((-3.0, 3.0),)

        def __init__(self) -> None:
            self.said: float | None = None

        def mover(self) -> int:
            return 0 if self.said is None else OVER

        def moves(self) -> list[int]:
            return [0, last_level(1) // 2, last_level(1)]

        def play(self, move: int) -> None:
            self.said = coordinate(move, 0, 1, -3.0, 3.0)

        def returns(self) -> list[float]:
            return [-abs((self.said or 0.0) - 1.1) / 5.0]

        def copy(self) -> Any:
            twin = Guess()
            twin.said = self.said
            return twin

    game = anyspace.PythonGame(Guess)
    assert game.box == ((-3.0, 3.0),)
    search = slowed(anyspace.Search(game, "hoot:c=0.05,nu=0.5", seed=1))
    result = search.run(game.start(), iterations=64)
    assert game.start().vector(result.move)[0] == pytest.approx(1.1, abs=0.2)


def test_what_is_refused() -> None:
    boxed, discrete = everything.boxed(), everything.game()
    for part in everything.BOXED:
        with pytest.raises(OptionError, match="declares no box"):
            plain_search(discrete, part, information="cheating")
    for parts, reason in (
        (["bins:count=17"], "17 bins are more than boxed has room for, 16"),
        (["hoot", "bins"], "cannot be combined"),
        (["action_widening", "bins"], "cannot be combined"),
        (["hoot", "recycle:nodes=100"], "cannot be combined"),
        (["hoot", "tree:threads=1"], "cells are changed by every playout"),
        (["hoot:depth=0"], "depth"),
        (["action_widening:a=2"], "a must be"),
    ):
        with pytest.raises(OptionError, match=reason):
            plain_search(boxed, *parts)


@pytest.mark.slow
def test_double_widening_gets_out_of_the_trap() -> None:
    """METHODS' row: above 80 of 100 at 10,000 iterations, about 70 by widening of actions alone."""
    from anyspace.lab.reproduce.checks.outcome import Size
    from anyspace.lab.reproduce.worlds_rows.continuous import trapped

    found = trapped(print, Size(0.4, 1.0))
    alone, double = (figure.estimate for figure in found.figures.values())
    assert 65 <= alone <= 75 and double > 80
