"""Which children a node gets, and when: slow creation, a limit in plies, widening."""

from __future__ import annotations

import math
from typing import Any

import everything
import pytest
from toys import gamble, nim
from twin import tree_of
from uncompiled import plain_search

import anyspace
from anyspace import DepthLimit, OptionError, Search, SlowCreation, Widening
from anyspace.core.check import check
from anyspace.errors import GameError
from anyspace.games import phantom
from anyspace.parts.expand.widening import by_power, unpruned, widened
from anyspace.parts.registry import from_text

ITERATIONS = 120


def two_heaps() -> anyspace.Game:
    return everything.game(hides=False)


def grown(game: Any, *parts: Any, iterations: int = ITERATIONS, **options: Any) -> Search:
    search = plain_search(game, *parts, seed=7, **options)
    search.run(game.start(seed=1), iterations=iterations)
    for tree in search.forest:
        check(tree)
    return search


def nodes_by_depth(node: Any, depth: int = 0) -> list[tuple[int, Any]]:
    return [(depth, node), *(each for child in node.children for each in nodes_by_depth(child, depth + 1))]


def depth_of_trees(search: Search) -> int:
    """Of all trees: one a player under MO-ISMCTS."""
    tree = search.tree

    def depth(node: int) -> int:
        child, deepest = int(tree.nodes[node].child), 0
        while child:
            deepest = max(deepest, 1 + depth(child))
            child = int(tree.nodes[child].sibling)
        return deepest

    return max(depth(int(root)) for root in tree.roots)


# ---- limit cases -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "part",
    [
        SlowCreation(visits=1),
        DepthLimit(plies=1000),
        Widening(first=1000, order="random"),
        Widening("widening", first=1000, order="random"),
        Widening("power", c=1000, order="random"),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    ("game", "information"),
    [(two_heaps(), "perfect"), (everything.game(), "single"), (anyspace.load("pig(target=12)"), "perfect")],
    ids=["two heaps", "hidden", "pig"],
)
def test_no_limit_is_plain_uct(game: Any, information: str, part: Any) -> None:
    assert tree_of(grown(game, part, information=information)) == tree_of(grown(game, information=information))


# ---- slow creation ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [anyspace.load("tic_tac_toe"), anyspace.load("pig(target=20)")], ids=["board", "dice"])
@pytest.mark.parametrize("visits", [2, 5, 10])
def test_a_node_is_visited_often_before_it_gets_a_child(game: Any, visits: int) -> None:
    search = grown(game, SlowCreation(visits=visits))
    used, parents = 0, 0
    for depth, node in nodes_by_depth(search.root):
        used += 1
        if depth > 0 and node.children:
            parents += 1
            below = sum(child.visits for child in node.children)
            assert node.visits - below >= visits, "so many iterations ended here before any went on"
    assert parents > 0 and used - 1 + parents * (visits - 1) <= search.root.visits == ITERATIONS
    assert used < grown(game).tree.pool[0].used * (0.9 if visits == 2 else 0.6)


def test_slow_creation_under_hidden_information() -> None:
    game = phantom.game(3, 3, 3)
    for mode in ("single", "multi"):
        slow, plain = (
            grown(game, *parts, information=mode, iterations=100).tree.pool[0].used for parts in ([SlowCreation(5)], [])
        )
        assert slow < plain / 2


# ---- depth limit -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plies", [1, 2, 3])
@pytest.mark.parametrize(
    ("game", "information"),
    [
        (two_heaps(), "perfect"),
        (anyspace.load("pig(target=12)"), "perfect"),
        (everything.game(), "single"),
        (everything.game(), "multi"),
        (phantom.game(3, 3, 3), "multi"),
    ],
    ids=["two heaps", "pig", "single", "multi", "unseen moves"],
)
def test_nothing_is_deeper_than_the_limit(game: Any, information: str, plies: int) -> None:
    search = grown(game, DepthLimit(plies), information=information)
    assert depth_of_trees(search) == plies
    assert search.root.visits == ITERATIONS


def test_chance_at_the_limit_is_played_out() -> None:
    """The coin has no nodes, and is worth what it pays on average."""
    game = gamble(odds=0.75)
    search = grown(game, DepthLimit(1), iterations=400)
    coin = next(child for child in search.root.children if child.move == 1)
    assert not coin.children
    assert coin.mean == pytest.approx(0.75, abs=0.08)


# ---- widening: how many ----------------------------------------------------------------------------------------------


def test_unpruning_by_hand() -> None:
    """Five at first; at 50 visits the sixth, at 65 the seventh, at 84.5 the eighth."""
    for visits, children in ((0, 5), (49, 5), (51, 6), (64, 6), (66, 7), (84, 7), (85, 8), (109, 8), (110, 9)):
        assert unpruned(visits, 5.0, 50.0, 1.3) == children, visits


def test_widening_by_hand() -> None:
    """t = 0, 40, 96, 174.4, 284.16, ..."""
    for visits, children in ((0, 1), (39, 1), (41, 2), (95, 2), (97, 3), (174, 3), (175, 4), (284, 4), (285, 5)):
        assert widened(visits, 1.0, 40.0, 1.4) == children, visits


def test_power_by_hand() -> None:
    for visits, children in ((0, 1), (1, 1), (2, 2), (4, 2), (5, 3), (9, 3), (10, 4), (100, 10), (101, 11)):
        assert by_power(visits, 1.0, 1.0, 0.5) == children, visits
    assert by_power(100, 1.0, 0.5, 0.5) == 5
    assert by_power(100, 7.0, 0.5, 0.5) == 7, "`first` at least"
    assert by_power(5, 1.0, 3.0, 0.0) == 3


@pytest.mark.parametrize(
    ("part", "most"),
    [
        (Widening(first=1, base=10, order="random"), lambda n: unpruned(n, 1.0, 10.0, 1.3)),
        (Widening("widening", first=1, base=10, order="random"), lambda n: widened(n, 1.0, 10.0, 1.4)),
        (Widening("power", first=1, order="random"), lambda n: by_power(n, 1.0, 1.0, 0.5)),
    ],
    ids=["unpruning", "widening", "power"],
)
def test_a_node_has_as_many_children_as_its_visits_allow(part: Widening, most: Any) -> None:
    search = plain_search(two_heaps(), part, seed=3)
    state = search.game.start()
    for iterations in range(1, 80):
        if iterations == 1:
            search.run(state, iterations=1)
        else:
            search.run(iterations=1)
        allowed = most(iterations - 1)  # it was asked before the visit was counted
        assert len(search.root.children) == min(6, allowed), iterations
    for _, node in nodes_by_depth(search.root):
        assert len(node.children) <= most(node.visits)


# ---- widening: which -------------------------------------------------------------------------------------------------


def test_the_best_looking_come_first() -> None:
    """By its prior, taking three looks best, then two; heaps of 4 and 3."""
    game = two_heaps()
    search = grown(game, Widening(first=2), iterations=20)
    assert {child.move % 3 for child in search.root.children} == {2}
    search = grown(game, Widening(first=4), iterations=20)
    assert {child.move % 3 for child in search.root.children} == {1, 2}
    search = grown(game, Widening(first=2, order="random"), iterations=20)
    assert {child.move % 3 for child in search.root.children} != {2}


def test_every_move_is_considered_in_the_end() -> None:
    search = grown(two_heaps(), Widening(first=1, base=5, factor=1.5), iterations=100)
    assert len(search.root.children) == 6


@pytest.mark.parametrize("weight", [-1.0, float("nan")])
def test_a_bad_prior_is_reported(weight: float) -> None:
    game = two_heaps()

    def prior(state: Any, listed: Any, n: int, out: Any) -> None:
        for i in range(n):
            out[i] = weight

    game.rules["prior"] = prior
    with pytest.raises(GameError, match="prior"):
        plain_search(game, Widening(), seed=1).run(game.start(), iterations=10)


# ---- double widening -------------------------------------------------------------------------------------------------


def test_double_widening_limits_outcomes() -> None:
    """A die has six; of a node with N visits at most ceil(sqrt N) are looked at."""
    game = anyspace.load("pig(target=12)")
    part = Widening("power", double=True, order="random")
    search = grown(game, part, iterations=400)
    at_chance = [node for _, node in nodes_by_depth(search.root) if node.state().mover == anyspace.CHANCE]
    assert len(at_chance) > 10
    for node in at_chance:
        assert len(node.children) <= max(1, math.ceil(math.sqrt(node.visits)))
    plain = grown(game, iterations=400)
    wide = [node for _, node in nodes_by_depth(plain.root) if node.state().mover == anyspace.CHANCE]
    assert any(len(node.children) > max(1, math.ceil(math.sqrt(node.visits))) for node in wide)


def test_outcomes_that_came_up_before_do_so_in_proportion() -> None:
    """With one outcome kept, it is the first one for ever; with both, their shares stay near the odds."""
    game = gamble(odds=0.75)
    narrow = grown(game, Widening("power", c=1e-6, a=0, first=2, double=True), iterations=300)
    coin = next(child for child in narrow.root.children if child.move == 1)
    assert len(coin.children) == 1 and coin.children[0].visits == coin.visits - 1


# ---- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: SlowCreation(visits=0), "visits must be"),
        (lambda: DepthLimit(plies=0), "plies must be"),
        (lambda: DepthLimit(plies=1.5), "plies must be"),  # type: ignore[arg-type]
        (lambda: Widening("slowly"), "schedule must be one of"),
        (lambda: Widening(order="alphabetic"), "order must be one of"),
        (lambda: Widening(first=0), "first must be"),
        (lambda: Widening(base=-1), "base must be"),
        (lambda: Widening(factor=1), "factor must be"),
        (lambda: Widening(factor=-2), "factor must be"),
        (lambda: Widening(c=0), "c must be"),
        (lambda: Widening(a=2), "a must be"),
        (lambda: Widening(double=True), "double widening goes by schedule=power"),
        (lambda: plain_search(nim(), "widening:order=prior"), "widening: order=prior asks nim for a rule 'prior'"),
        (
            lambda: plain_search(everything.game(), Widening("power", double=True), information="single"),
            "double widening is for chance that is seen",
        ),
    ],
)
def test_bad_options(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()


def test_text() -> None:
    assert from_text("widening:schedule=power,c=2,a=0.3,double=true") == Widening("power", c=2, a=0.3, double=True)
    assert str(DepthLimit(2)) == "depth_limit:plies=2" and from_text("slow_creation:visits=3") == SlowCreation(3)
