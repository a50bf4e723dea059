"""One list of children a position: whoever holds it, whatever is recycled, and whatever is kept after a move."""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import Any

import everything
import numpy as np
import pytest
from twin import tree_of
from uncompiled import plain_search, uncompiled

import anyspace
from anyspace import OVER, Game, Graph, Search
from anyspace.core.check import check
from anyspace.core.tree import NO_NODE
from anyspace.parts.value.shared_lists import find_place

KEYS, HOLDERS, ENDINGS, ENDED, MEMBERS = range(5)
"""Places of the part's tables."""


def board() -> Game:
    game = anyspace.load("tic_tac_toe")
    assert isinstance(game, Game)
    game.rules.pop("playout", None)
    return game


def two_heaps() -> Game:
    return everything.game(hides=False)


def positions_of(search: Search) -> dict[int, dict[int, tuple[int, float]]]:
    """Every position that the root leads to, by key, and its moves: visits and rewards."""
    found: dict[int, dict[int, tuple[int, float]]] = {}
    waiting = [(search.root, search.position.copy())]
    while waiting:
        node, state = waiting.pop()
        key, children = state.key(), node.children
        moves = {child.move: (child.visits, round(child.mean, 9)) for child in children}
        if key not in found:
            waiting += [(child, state.copy().play(child.move)) for child in children]
        assert found.setdefault(key, moves) == moves, "whoever asks"
    return found


def nodes_of(search: Search, top: int = NO_NODE) -> dict[int, list[int]]:
    """The nodes below `top`, or all, that stand for a position, by its place in the table (0: those of none)."""
    found: dict[int, list[int]] = defaultdict(list)
    waiting = [top or int(search.tree.roots[0])]
    while waiting:
        node = waiting.pop()
        found[int(search.tree.extras[node].entry)].append(node)
        waiting += children(search, node)
    return found


def check_lists(search: Search, exact: bool) -> None:
    """One holder a position; `exact`: nothing was lost, so that what came to a position ended there or went on."""
    check(search.tree)
    tree = search.tree
    members = nodes_of(search)
    assert np.count_nonzero(tree.tables[KEYS]) == len(set(members) - {0})
    for entry, nodes in members.items():
        if entry == 0:
            continue
        assert tree.tables[MEMBERS][entry] == len(nodes)
        holder = int(tree.tables[HOLDERS][entry])
        assert holder in nodes
        assert all(tree.nodes[node].child == NO_NODE for node in nodes if node != holder)
        if exact:
            came = sum(int(tree.nodes[node].visits) for node in nodes)
            went = sum(record[1] for record in map(tree.nodes.item, children(search, holder)))
            assert came == tree.tables[ENDINGS][entry] + went
        assert tree.tables[ENDED][entry].sum() == pytest.approx(tree.tables[ENDINGS][entry]), "two share what there is"


def children(search: Search, node: int) -> list[int]:
    found, child = [], int(search.tree.nodes[node].child)
    while child != NO_NODE:
        found.append(child)
        child = int(search.tree.nodes[child].sibling)
    return found


@pytest.mark.parametrize("game", [board(), two_heaps()], ids=["board", "heaps"])
def test_a_position_has_one_list(game: Game) -> None:
    search = plain_search(game, Graph(), seed=2)
    result = search.run(game.start(), iterations=300)
    check_lists(search, exact=True)
    known = positions_of(search)
    assert np.count_nonzero(search.tree.tables[KEYS]) == len(known) < result.stats.nodes
    state = game.start()
    for i, move in enumerate(result.line):  # always the most visited move, through whoever holds it
        moves = known[state.key()]
        assert i == 0 or moves[move][0] == max(visits for visits, _ in moves.values())
        state.play(move)
    assert not known[state.key()], "it goes on as long as anything is known"


def test_one_player_who_passes_all_positions() -> None:
    game = uncompiled(anyspace.load("left_right(steps=5)"))
    search = plain_search(game, Graph(), select="ucb1:c=5", seed=2)
    search.run(game.start(), iterations=200)
    check(search.tree)
    assert np.count_nonzero(search.tree.tables[KEYS]) == sum(steps + 1 for steps in range(6))
    assert search.tree.pool[0].used == 1 + 2 * sum(steps + 1 for steps in range(5)), "a node an edge, and the root"


@pytest.mark.parametrize("memory", [None, "recycle:nodes=60"])
def test_what_is_known_of_what_follows_is_kept(memory: str | None) -> None:
    """After a move all is there that could be reached by it, also what hung elsewhere; and nothing else."""
    game = uncompiled(two_heaps())
    moved = 0
    for seed, index in itertools.product(range(3), (0, -1)):  # by the last move not much came: others hold what follows
        search = plain_search(game, Graph(), memory=memory, seed=seed)
        result = search.run(game.start(), iterations=200)
        for _ in range(2):
            move = result.table[index].move
            kept = search.root.child(move)
            assert kept is not None
            hanging = sum(map(len, nodes_of(search, kept._index).values()))
            before = positions_from(search, move)
            search.advance(move)
            check_lists(search, exact=False)
            after = positions_of(search)
            assert after == before
            assert np.count_nonzero(search.tree.tables[KEYS]) == len(after)
            moved += search.tree.pool[0].used > hanging
            if search.position.over:
                break
            result = search.run(iterations=40)
            check_lists(search, exact=False)
    assert moved > 3, "some of it hung elsewhere"


def positions_from(search: Search, move: int) -> dict[int, dict[int, tuple[int, float]]]:
    """What `positions_of` is to say after a move."""
    known = positions_of(search)
    state = search.position.copy().play(move)
    found: dict[int, dict[int, tuple[int, float]]] = {}
    waiting = [state]
    while waiting:
        state = waiting.pop()
        if state.key() not in found:
            found[state.key()] = known[state.key()]
            waiting += [state.copy().play(move) for move in known[state.key()]]
    return found


@pytest.mark.parametrize("depths", [(0, 0, 0), (2, 1, 1)], ids=str)
def test_nodes_are_recycled(depths: tuple[int, int, int]) -> None:
    """And positions with their last node, so that the table does not fill up. What was lost still counts."""
    game = uncompiled(board())
    search = plain_search(game, Graph(*depths, entries=128), memory="recycle:nodes=40", seed=5)
    result = search.run(game.start(), iterations=600)
    check_lists(search, exact=False)
    assert result.stats.recycled > 300 and search.tree.pool[0].used <= 40
    root = int(search.tree.tables[HOLDERS][search.tree.extras[search.tree.roots[0]].entry])
    above = sum(int(search.tree.nodes[child].visits) for child in children(search, root))
    assert search.tree.tables[ENDINGS][search.tree.extras[root].entry] + above == 600


def test_a_table_that_is_full() -> None:
    game = uncompiled(board())
    search = plain_search(game, Graph(entries=16), seed=5)
    result = search.run(game.start(), iterations=300)
    check_lists(search, exact=False)
    assert np.count_nonzero(search.tree.tables[KEYS]) <= 15 and len(nodes_of(search)[0]) > 100
    search.advance(result.move)
    check_lists(search, exact=False)
    search.run(iterations=40)
    check_lists(search, exact=False)


def test_a_new_tree_starts_with_an_empty_table() -> None:
    game = uncompiled(two_heaps())
    search = plain_search(game, Graph(), memory="ensemble:nodes=25", seed=5)
    search.run(game.start(), iterations=100)
    check_lists(search, exact=True)
    search.run(game.start(), iterations=10)
    check_lists(search, exact=True)


def test_places_are_found_behind_gaps() -> None:
    keys = np.zeros(16, np.int64)
    first, second = find_place(keys, 5), find_place(keys, 5 + 16)
    assert (first, second) == (5, 6)
    keys[first] = 0
    assert find_place(keys, 5 + 16) == second and find_place(keys, 5 + 32) == first
    full = np.arange(100, 116)
    assert find_place(full, 5) == 0


def test_compiled_as_uncompiled() -> None:
    found = []
    for game, made in ((two_heaps(), Search), (two_heaps(), plain_search)):
        search = made(game, Graph(2, 1, 1, entries=64), memory="recycle:nodes=30", seed=11)
        result = search.run(game.start(), iterations=150)
        search.advance(result.move)
        check_lists(search, exact=False)
        after = search.run(iterations=50)
        check_lists(search, exact=False)
        found.append((result.table, after.table, tree_of(search)))
    assert found[0] == found[1]


# ---- positions that come back ----------------------------------------------------------------------------------------

RING = np.dtype([("cell", np.int8), ("done", np.int8)])
CELLS, LEAVE = 5, 2


def ring() -> Game:
    """One player walks on a ring, one way (move 0) or the other (1), and leaves it (2) for what the cell pays."""

    def start(state: Any, rng: Any) -> None:
        state.cell = state.done = 0

    def mover(state: Any) -> int:
        return OVER if state.done else 0

    def moves(state: Any, out: Any) -> int:
        for i in range(3):
            out[i] = i
        return 3

    def play(state: Any, move: int) -> None:
        if move == LEAVE:
            state.done = 1
        else:
            state.cell = (state.cell + (1 if move == 0 else CELLS - 1)) % CELLS

    def returns(state: Any, out: Any) -> None:
        out[0] = state.cell / (CELLS - 1)

    def key(state: Any) -> int:
        return 1 + state.cell + CELLS * state.done

    rules = dict(start=start, mover=mover, moves=moves, play=play, returns=returns, key=key)
    return Game(name="ring", state=RING, players=1, payoffs=(0, 1), max_moves=3, max_length=400, **rules)  # type: ignore[arg-type]


@pytest.mark.parametrize("memory", [None, "recycle:nodes=12"])
def test_positions_that_come_back(memory: str | None) -> None:
    game = uncompiled(ring())
    search = plain_search(game, Graph(), memory=memory, seed=1)
    result = search.run(game.start(), iterations=400)
    check(search.tree)
    assert result.move == 1 and len(result.line) <= 2 * CELLS, "back by one is the best cell"
    assert np.count_nonzero(search.tree.tables[KEYS]) <= 2 * CELLS
    assert result.stats.max_depth <= CELLS + 1
    for move in (1, 0, 0, 1):  # there and back: what was the root is reached from it again
        search.advance(move)
        check(search.tree)
        search.run(iterations=60)
        check(search.tree)
