"""Networks that say only what positions are worth, and what they are worth to each of several players, searched."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from neural.puct_twin import Twin, noisy, visits_in, visits_of
from neural.strip import strip
from uncompiled import plain_search, uncompiled

from anyspace import OVER, Game, OptionError, Search
from anyspace.core.check import check
from anyspace.parts.leaf.network import Network

# ---- games of one to three players: each move puts one's number into a cell ------------------------------------------


def strip_for(players: int, **changes: Any) -> Game:
    """Planes are of the player to move, of the next one, and so on. Whoever has the largest sum of cells wins; one
    player alone fills cells in turn for two sides, and wants the first to have more."""
    sides = max(2, players)

    def mover(state: Any) -> int:
        for i in range(6):
            if state.cell[i] < 0:
                return state.turn % players
        return OVER

    def play(state: Any, move: int) -> None:
        state.cell[move] = state.turn
        state.turn = (state.turn + 1) % sides

    def returns(state: Any, out: Any) -> None:
        sums = np.zeros(3, np.int64)
        for i in range(6):
            sums[state.cell[i]] += i + 1
        for player in range(players):
            out[player] = 1.0 if sums[player] == sums.max() else -1.0

    def planes(state: Any, observer: int, out: Any) -> None:
        for i in range(6):
            if state.cell[i] >= 0:
                out[(state.cell[i] - observer) % sides, i // 3, i % 3] = 1.0

    rules = dict(mover=mover, play=play, returns=returns, planes=planes)
    return strip(players=players, plane_shape=(sides, 2, 3), **{**rules, **changes})


def by_player(said: Any, planes: Any, players: int) -> Any:
    """What was said to the player to move, the next one and so on, in the order of players: as many moves were made as
    cells are full, so it is known whose turn it is."""
    turns = planes.reshape(len(planes), -1).sum(axis=1).astype(int) % players
    return np.stack([np.roll(each, turn) for each, turn in zip(said, turns, strict=True)])


def some(players: int, has_policy: bool, each: bool) -> Any:
    """Numbers that have nothing to do with the game: to who moves, or to each."""
    drawn = noisy(6 + players)

    def network(planes: Any) -> Any:
        found, value = drawn(planes)
        if each:
            value = by_player(np.tanh(found[:, 6:]), planes, players)
        return found[:, :6] if has_policy else None, value

    return network


@pytest.mark.parametrize(
    ("players", "has_policy", "each"),
    [(1, True, False), (1, False, False), (2, False, False), (2, True, True), (2, False, True), (3, True, True),
     (3, False, True)],
)  # fmt: skip
def test_every_kind_agrees_with_an_obvious_twin_visit_for_visit(players: int, has_policy: bool, each: bool) -> None:
    game, network = uncompiled(strip_for(players)), some(players, has_policy, each)
    search = plain_search(game, Network(network, batch=1), seed=3)
    search.run(game.start(), iterations=200)
    assert visits_in(search.root) == visits_of(Twin(network, 3).run(game.start(), 200))
    assert search.loop.evaluator.has_policy == has_policy and search.loop.evaluator.has_value


# ---- values by hand --------------------------------------------------------------------------------------------------


def owners_of(planes: Any, players: int) -> Any:
    """Of each position who owns which cell; -1 for nobody."""
    n, sides = planes.shape[:2]
    flat = planes.reshape(n, sides, 6)
    turns = (flat.sum(axis=(1, 2)).astype(int) % players)[:, None]
    return np.where(flat.any(axis=1), (flat.argmax(axis=1) + turns) % players, -1)


def has_own_cell(planes: Any) -> Any:
    """It says nothing of moves. A position is good for those of three who own the cell of their number."""
    return None, np.where(owners_of(planes, 3)[:, :3] == np.arange(3), 0.8, -0.4)


def one_move_each(state: Any) -> int:
    filled = 0
    for i in range(6):
        filled += state.cell[i] >= 0
    return state.turn if filled < 3 else OVER


def own_cell_wins(state: Any, out: Any) -> None:
    for player in range(3):
        out[player] = 1.0 if state.cell[player] == player else -1.0


def favourites(node: Any, least: int) -> list[tuple[list[int], int]]:
    """The moves to every node that was visited so often, and the most visited move there."""
    found = []
    if node.visits >= least and node.children:
        best = max(node.children, key=lambda child: child.visits)
        found = [([], best.move)]
        for child in node.children:
            found += [([child.move, *line], move) for line, move in favourites(child, least)]
    return found


@pytest.mark.parametrize(("select", "batch"), [("puct", 1), ("puct", 4), ("gumbel", 4)])
def test_each_of_three_players_wants_its_own(select: str, batch: int) -> None:
    """Nobody gains by what another loses: to take the cell that somebody else wants is worth nothing."""
    game = uncompiled(strip_for(3, mover=one_move_each, returns=own_cell_wins))
    search = plain_search(game, Network(has_own_cell, batch=batch, cache=0), select, seed=2)
    result = search.run(game.start(), iterations=300)
    check(search.tree)
    known = [(line, move) for line, move in favourites(search.root, 25) if len(line) < 3 and len(line) not in line]
    assert result.move == 0 and {len(line) for line, _ in known} == {0, 1, 2}
    assert all(move == len(line) for line, move in known), known


@pytest.mark.parametrize("batch", [1, 4])
def test_a_value_without_odds_is_followed(batch: int) -> None:
    """Two players, and what is good for one is bad for the other: the cell that one wants is taken by who comes first.
    Odds are equal, and no playout is played."""

    def network(planes: Any) -> Any:
        flat = planes.reshape(len(planes), 2, 6)
        return None, (0.7 * (flat[:, 0, 4] - flat[:, 1, 4]))[:, None]

    game = uncompiled(strip_for(2))
    search = plain_search(game, Network(network, batch=batch), seed=1)
    result = search.run(game.start(), iterations=150)
    assert result.move == 4 and result.table[0].share > 0.5 and result.stats.mean_playout == 0
    odds = search.tree.rows[search.loop.priors.row][int(search.tree.roots[0])]
    np.testing.assert_allclose(odds, 1 / 6)
    replies = [child for child in search.root.children if child.move != 4 and child.visits > 15]
    assert all(max(child.children, key=lambda each: each.visits).move == 4 for child in replies)


def test_one_value_is_not_enough_for_three() -> None:
    with pytest.raises(OptionError, match=r"value has shape \[2, 1\].*strip has 3 players: \[2, 3\]"):
        Search(uncompiled(strip_for(3)), Network(some(3, False, False)))
