"""Values that are backed up by minimax: the one step, implicit minimax, max backup."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import everything
import numpy as np
import pytest
from toys import nim
from twin import Node, Twin, tree_of, tree_of_twin
from uncompiled import plain_search

import anyspace
from anyspace import CHANCE, OVER, Game, ImplicitMinimax, MaxBackup, OptionError
from anyspace.core.check import check
from anyspace.core.tree import NODE
from anyspace.errors import GameError
from anyspace.parts.backup.minimax import minimax_over_children

# ---- one step, by hand -----------------------------------------------------------------------------------------------


def family(mover: int, player: int, *children: tuple[float, int]) -> tuple[Any, Any]:
    """A node that `player` moved into and `mover` moves from, and what is read of its children: worth and visits."""
    nodes = np.zeros(len(children) + 2, NODE).view(np.recarray)
    nodes[1].mover, nodes[1].player, nodes[1].child = mover, player, 2
    for i, (_, visits) in enumerate(children, 2):
        nodes[i].visits, nodes[i].sibling = visits, i + 1 if i < len(children) + 1 else 0
    return SimpleNamespace(nodes=nodes), minimax_over_children(lambda tree, child: children[child - 2][0])


def test_the_other_player_chooses() -> None:
    tree, backed_up = family(1, 0, (0.25, 10), (0.75, 1), (0.5, 3))
    assert backed_up(tree, 1) == 0.25, "player 1 takes what is worth 0.75 to it; to player 0 that is a quarter"


def test_the_same_player_moves_again() -> None:
    tree, backed_up = family(0, 0, (0.25, 10), (0.75, 1), (0.5, 3))
    assert backed_up(tree, 1) == 0.75


def test_chance_is_a_mean() -> None:
    tree, backed_up = family(CHANCE, 0, (0.25, 6), (0.75, 2))
    assert backed_up(tree, 1) == (6 * 0.25 + 2 * 0.75) / 8


# ---- against slow twins ----------------------------------------------------------------------------------------------


def board() -> Game:
    game = anyspace.load("mnk(columns=3,rows=3,k=3)")
    assert isinstance(game, Game)
    game.rules.pop("playout", None)
    return game


def kalah() -> Game:
    """Who ends in his own store moves again."""
    game = anyspace.load("kalah(pits=3,seeds=2)")
    assert isinstance(game, Game)
    game.rules.pop("playout", None)
    return game


def minimax_of(node: Node, read: Any) -> float:
    """What a node is worth to who moved into it, by its children."""
    best = max(read(child) for child in node.children.values())
    return best if node.state.mover == node.player else 1.0 - best


def is_complete(node: Node) -> bool:
    return not node.state.over and len(node.children) == len(node.state.moves())


@pytest.mark.parametrize("alpha", [0.3, 1.0])
@pytest.mark.parametrize("game", [board(), kalah(), everything.game(hides=False)], ids=lambda game: game.name)
def test_implicit_minimax_as_a_slow_twin_says(game: Game, alpha: float) -> None:
    least, greatest = game.payoffs

    def arrived(node: Node) -> None:
        payoffs = node.state.returns() if node.state.over else node.state.evaluate()
        node.extra["v"] = float(np.float32((payoffs[node.player] - least) / (greatest - least)))

    def learn(path: list[Node], moves: Any, rewards: list[float]) -> None:
        for node in reversed(path):
            if is_complete(node):
                node.extra["v"] = float(np.float32(minimax_of(node, lambda child: child.extra["v"])))

    def score(node: Node, child: Node) -> float:
        value = (1.0 - alpha) * child.mean + alpha * child.extra["v"]
        return value + math.sqrt(math.log(node.visits)) * (1 / math.sqrt(child.visits))

    search = plain_search(game, ImplicitMinimax(alpha), seed=3)
    search.run(game.start(seed=1), iterations=150)
    check(search.tree)
    twin = Twin(game, 3, score, arrived=arrived, learn=learn, competes=False).run(game.start(seed=1), 150)
    assert tree_of(search) == tree_of_twin(twin)


@pytest.mark.parametrize("threshold", [1, 8])
@pytest.mark.parametrize("game", [board(), kalah(), everything.game(hides=False)], ids=lambda game: game.name)
def test_max_backup_as_a_slow_twin_says(game: Game, threshold: int) -> None:
    def learn(path: list[Node], moves: Any, rewards: list[float]) -> None:
        for node in reversed(path):
            speaks = node.visits >= threshold and is_complete(node)
            backed = minimax_of(node, lambda child: child.extra["backed"]) if speaks else node.mean
            node.extra["backed"] = float(np.float32(backed))

    def score(node: Node, child: Node) -> float:
        value = child.mean if child.visits < threshold else child.extra["backed"]
        return value + math.sqrt(math.log(node.visits)) * (1 / math.sqrt(child.visits))

    search = plain_search(game, MaxBackup(threshold), seed=3)
    search.run(game.start(seed=1), iterations=150)
    check(search.tree)
    twin = Twin(game, 3, score, learn=learn, competes=False).run(game.start(seed=1), 150)
    assert tree_of(search) == tree_of_twin(twin)


# ---- limit cases -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [ImplicitMinimax(alpha=0), MaxBackup(threshold=1e9)], ids=str)
@pytest.mark.parametrize("game", [board(), kalah(), everything.game(hides=False)], ids=lambda game: game.name)
def test_without_weight_it_is_plain_uct(game: Game, part: Any) -> None:
    trees = []
    for parts in ([], [part]):
        search = plain_search(game, *parts, seed=5)
        search.run(game.start(seed=1), iterations=150)
        trees.append(tree_of(search))
    assert trees[0] == trees[1]


# ---- chance ----------------------------------------------------------------------------------------------------------

DRAW = np.dtype([("at", np.int8), ("reward", np.float64)])


def draw_and_choose() -> Game:
    """One player: stop for 0.55 (0), or draw: three times in four the choice between 0.8 and 0.1, else that between 0.2
    and 0."""

    def start(state: Any, rng: Any) -> None:
        state.at = 0
        state.reward = 0.0

    def mover(state: Any) -> int:
        return 0 if state.at in (0, 2, 3) else CHANCE if state.at == 1 else OVER

    def moves(state: Any, out: Any) -> int:
        out[0], out[1] = 0, 1
        return 2

    def weights(state: Any, out: Any) -> None:
        out[0], out[1] = 3.0, 1.0

    def play(state: Any, move: int) -> None:
        if state.at == 0:
            state.at = 1 if move == 1 else 4
            state.reward = 0.0 if move == 1 else 0.55
        elif state.at == 1:
            state.at = 2 + move
        else:
            good = 0.8 if state.at == 2 else 0.2
            bad = 0.1 if state.at == 2 else 0.0
            state.reward = good if move == 0 else bad
            state.at = 4

    def returns(state: Any, out: Any) -> None:
        out[0] = state.reward

    def evaluate(state: Any, out: Any) -> None:
        out[0] = 0.0

    return Game(
        name="draw_and_choose", state=DRAW, players=1, max_moves=2, max_length=3, payoffs=(0.0, 1.0), start=start,
        mover=mover, moves=moves, weights=weights, play=play, returns=returns, evaluate=evaluate,
    )  # fmt: skip


def test_what_is_known_of_chance_goes_on_with_its_visits() -> None:
    """Long after the last value below has settled, outcomes come up, and weigh."""
    game = draw_and_choose()
    search = plain_search(game, ImplicitMinimax(alpha=1), select="ucb1:c=1", seed=2)
    result = search.run(game.start(), iterations=600)
    check(search.tree)
    drawing = next(child for child in search.root.children if child.move == 1)
    shares = {child.move: child.visits for child in drawing.children}
    expected = (shares[0] * 0.8 + shares[1] * 0.2) / (shares[0] + shares[1])
    assert search.tree.extras[drawing._index].estimate == pytest.approx(expected, abs=1e-6)
    assert expected == pytest.approx(0.65, abs=0.05) and result.move == 1


# ---- what it is for --------------------------------------------------------------------------------------------------


def test_an_evaluation_that_knows_the_game_shortens_the_search() -> None:
    """The evaluation of two heaps is right about who wins, and 30 random playouts are not."""
    game = everything.game(hides=False)
    winning = [move for move in game.start().moves() if game.start().play(move).evaluate()[0] > 0]
    wrong = dict.fromkeys((0.0, 0.5), 0)
    for alpha in wrong:
        for seed in range(8):
            result = plain_search(game, ImplicitMinimax(alpha), seed=seed).run(game.start(), iterations=30)
            wrong[alpha] += result.move not in winning
    assert wrong[0.5] < wrong[0.0]


# ---- options ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ImplicitMinimax(alpha=1.1), "alpha must be"),
        (lambda: MaxBackup(threshold=0), "threshold must be"),
        (lambda: plain_search(nim(), "implicit_minimax"), "asks nim for a rule 'evaluate'"),
        (
            lambda: plain_search(nim(players=3, evaluate=everything.evaluate), "implicit_minimax"),
            "minimax is for two players, and nim has 3",
        ),
        (lambda: plain_search(nim(players=3), "max_backup"), "minimax is for two players, and nim has 3"),
        (lambda: plain_search(everything.game(), "max_backup", information="single"), "not all legal at once"),
    ],
)
def test_bad_options(make: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()


@pytest.mark.parametrize("estimate", [3.0, float("nan")])
def test_an_evaluation_out_of_range_is_reported(estimate: float) -> None:
    game = everything.game(hides=False)

    def evaluate(state: Any, out: Any) -> None:
        out[0] = out[1] = estimate

    game.rules["evaluate"] = evaluate
    with pytest.raises(GameError, match="rule 'prior' or 'evaluate' gave"):
        plain_search(game, ImplicitMinimax(), seed=1).run(game.start(), iterations=10)
