"""Progressive bias, history, progressive history and seeding: formulas by hand, slow twins, limit cases."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import everything
import numpy as np
import pytest
from twin import FIRST, Node, Twin, tree_of, tree_of_twin, ucb1
from uncompiled import plain_search

import anyspace
from anyspace import FirstPlayUrgency, HistoryHeuristic, OptionError, ProgressiveBias, ProgressiveHistory, Seeding
from anyspace.core.check import check
from anyspace.errors import GameError
from anyspace.parts.bias.move_table import NEVER_PLAYED, add_move, mean_of_move
from anyspace.parts.bias.progressive_bias import fading
from anyspace.parts.bias.progressive_history import bonus
from anyspace.parts.registry import from_text
from anyspace.parts.value.seeding import blend, virtual_visits

ITERATIONS = 150
GAME = everything.game(hides=False)


def small_mnk() -> anyspace.Game:
    game = anyspace.load("mnk(columns=3,rows=3,k=3)")
    assert isinstance(game, anyspace.Game)
    game.rules.pop("playout", None)
    return game


# ---- formulas --------------------------------------------------------------------------------------------------------


def test_progressive_bias_by_hand() -> None:
    assert fading(2.0, 0.75, 0) == 1.5
    assert fading(2.0, 0.75, 5) == pytest.approx(2 * 0.75 / 6)


def test_progressive_history_by_hand() -> None:
    # 10 visits of which 6 were won; the move elsewhere: 30 of 40
    assert bonus(3.0, 30 / 40, 0.6, 10) == pytest.approx(3 * 0.75 / (4 + 1))
    assert bonus(3.0, 30 / 40, 1.0, 10) == pytest.approx(3 * 0.75)
    assert bonus(3.0, 0.5, 1.0 + 1e-12, 10) == pytest.approx(1.5), "rounding does not turn it round"


def test_seeding_by_hand() -> None:
    assert virtual_visits(50.0, 10, 4.6e18) == 50
    assert virtual_visits(50.0, 10, 40.0) == 38  # 37.5
    assert virtual_visits(50.0, 41, 40.0) == 0
    assert blend(0.2, 10, 0.8, 30) == pytest.approx((30 * 0.8 + 10 * 0.2) / 40)
    assert blend(0.2, 10, 0.8, 0) == 0.2


def test_the_table_of_moves_by_hand() -> None:
    table = np.zeros((2, 3, 2))
    assert mean_of_move(table, 1, 2) == NEVER_PLAYED
    for reward in (1.0, 0.0, 0.5):
        add_move(table, 1, 2, reward)
    assert mean_of_move(table, 1, 2) == 0.5
    assert table[1, 2].tolist() == [1.5, 3.0]
    add_move(table, 0, 3, 1.0)  # beyond what the game declares: nowhere to put it
    assert mean_of_move(table, 0, 3) == NEVER_PLAYED
    add_move(table, 0, (1 << 30) + 1, 1.0)  # a Python game's named moves count from there
    assert table[0, 1].tolist() == [1.0, 1.0]


# ---- twins -----------------------------------------------------------------------------------------------------------


def log_root(visits: int) -> float:
    return math.sqrt(math.log(max(1, visits)))


def prior_of(node: Node) -> dict[int, float]:
    looks = node.state.prior()
    return {move: look / max(looks) for move, look in zip(node.state.moves(), looks, strict=True)}


def estimate_of(child: Node) -> float:
    """What the game thinks of a position, to who moved there, as a reward."""
    return (child.state.evaluate()[child.player] + 1) / 2


def same_tree(game: Any, part: Any, twin: Twin) -> None:
    search = plain_search(game, part, seed=twin.seed)
    search.run(game.start(), iterations=ITERATIONS)
    check(search.tree)
    assert tree_of(search) == tree_of_twin(twin.run(game.start(), ITERATIONS))


@pytest.mark.parametrize("after", [0, 7])
@pytest.mark.parametrize("game", [GAME, small_mnk()], ids=lambda game: game.name)
def test_progressive_bias_by_prior(game: Any, after: int) -> None:
    def heuristic(node: Node, move: int) -> float:
        return prior_of(node)[move] if node.visits >= after else 0.0

    def score(node: Node, child: Node) -> float:
        # a child that was there before its time gets its H when the node is next reached, which is before this
        return ucb1(node, child) + 0.7 * float(np.float32(heuristic(node, child.move))) / (child.visits + 1)

    def unvisited(node: Node, move: int) -> float:
        return FIRST + 0.7 * heuristic(node, move)

    same_tree(game, ProgressiveBias(0.7, after=after), Twin(game, 3, score, unvisited))


@pytest.mark.parametrize("after", [0, 9])
@pytest.mark.parametrize("game", [GAME, small_mnk()], ids=lambda game: game.name)
def test_progressive_bias_by_evaluation(game: Any, after: int) -> None:
    asked = 0

    def look(node: Node) -> None:
        nonlocal asked
        if node.parent is not None and "H" not in node.extra and node.parent.visits >= after:
            node.extra["H"] = float(np.float32(estimate_of(node)))
            asked += 1

    def score(node: Node, child: Node) -> float:
        return ucb1(node, child) + 0.7 * child.extra.get("H", 0.0) / (child.visits + 1)

    twin = Twin(game, 3, score, arrived=look, reached=look, competes=False)
    same_tree(game, ProgressiveBias(0.7, source="evaluate", after=after), twin)
    assert asked > 10


def test_history() -> None:
    table: Any = defaultdict(lambda: [0.0, 0])

    def learn(path: list[Node], moves: list[tuple[int, int]], rewards: list[float]) -> None:
        for player, move in moves[: len(path) - 1]:
            table[player, move][0] += rewards[player]
            table[player, move][1] += 1

    def mean(player: int, move: int) -> float:
        total, count = table[player, move]
        return total / count if count else 0.5

    def score(node: Node, child: Node) -> float:
        return ucb1(node, child) + 0.3 * mean(child.player, child.move)

    def unvisited(node: Node, move: int) -> float:
        return FIRST + 0.3 * mean(node.state.mover, move)

    same_tree(GAME, HistoryHeuristic(0.3), Twin(GAME, 4, score, unvisited, learn=learn))


def test_progressive_history() -> None:
    table: Any = defaultdict(lambda: [0.0, 0])

    def learn(path: list[Node], moves: list[tuple[int, int]], rewards: list[float]) -> None:
        for player, move in moves:  # those of the playout too
            table[player, move][0] += rewards[player]
            table[player, move][1] += 1

    def mean(player: int, move: int) -> float:
        total, count = table[player, move]
        return total / count if count else 0.5

    def score(node: Node, child: Node) -> float:
        return ucb1(node, child) + 2.0 * mean(child.player, child.move) / ((1 - child.mean) * child.visits + 1)

    def unvisited(node: Node, move: int) -> float:
        return FIRST + 2.0 * mean(node.state.mover, move)

    same_tree(GAME, ProgressiveHistory(2.0), Twin(GAME, 4, score, unvisited, learn=learn))


@pytest.mark.parametrize("fade", [None, 12])
def test_seeding_by_prior(fade: int | None) -> None:
    def virtual(child: Node) -> int:
        return 8 if fade is None else int(8 * max(0.0, 1 - child.visits / fade) + 0.5)

    def score(node: Node, child: Node) -> float:
        seeds, heuristic = virtual(child), float(np.float32(prior_of(node)[child.move]))
        worth = child.mean if seeds == 0 else (seeds * heuristic + child.visits * child.mean) / (seeds + child.visits)
        return worth + log_root(node.visits) / math.sqrt(seeds + child.visits)

    def unvisited(node: Node, move: int) -> float:
        return prior_of(node)[move] + log_root(node.visits) / math.sqrt(8)

    part = Seeding(8) if fade is None else Seeding(8, fades=True, fade=fade)
    same_tree(GAME, part, Twin(GAME, 6, score, unvisited))


def test_seeding_by_evaluation_keeps_what_positions_are_worth() -> None:
    game = everything.game(hides=False)
    search = plain_search(game, Seeding(20, source="evaluate"), seed=3)
    search.run(game.start(), iterations=60)
    for child in search.root.children:
        value = (game.start().play(child.move).evaluate()[0] + 1) / 2
        assert search.tree.extras[child._index].seed == pytest.approx(value)
    assert sum(child.visits for child in search.root.children) == 60, "virtual visits are not counted as visits"


# ---- limit cases -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [ProgressiveBias(0), HistoryHeuristic(0), ProgressiveHistory(0), Seeding(0)], ids=str)
def test_weight_0_is_uct(part: Any) -> None:
    """Where the order of moves that were never tried is drawn in the same way."""
    trees = []
    for given in (part, FirstPlayUrgency(FIRST)):
        search = plain_search(GAME, given, seed=8)
        search.run(GAME.start(), iterations=ITERATIONS)
        trees.append(tree_of(search))
    assert trees[0] == trees[1]


@pytest.mark.parametrize("part", [ProgressiveBias(0, source="evaluate"), Seeding(0, source="evaluate")], ids=str)
def test_weight_0_by_evaluation_is_plain_uct(part: Any) -> None:
    trees = []
    for parts in ([part], []):
        search = plain_search(GAME, *parts, seed=8)
        search.run(GAME.start(), iterations=ITERATIONS)
        trees.append(tree_of(search))
    assert trees[0] == trees[1]


def test_moves_that_look_good_are_tried_first() -> None:
    game = everything.game(hides=False)
    search = plain_search(game, ProgressiveBias(1.0), seed=1)
    search.run(game.start(), iterations=2)
    assert {child.move % 3 for child in search.root.children} == {2}, "by its prior, to take three looks best"


# ---- what is refused, what goes wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "options"),
    [
        (ProgressiveBias, {"weight": -1}),
        (ProgressiveBias, {"source": "intuition"}),
        (ProgressiveBias, {"after": 1.5}),
        (HistoryHeuristic, {"weight": float("inf")}),
        (ProgressiveHistory, {"weight": "much"}),
        (Seeding, {"visits": -1}),
        (Seeding, {"source": ""}),
        (Seeding, {"fade": 0}),
    ],
)
def test_bad_options(part: Any, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        part(**options)


def test_games_must_have_the_rule_that_is_asked() -> None:
    game = anyspace.load("tic_tac_toe")
    for part in ("progressive_bias", "progressive_bias:source=evaluate", "seeding", "seeding:source=evaluate"):
        with pytest.raises(OptionError, match="asks tic_tac_toe for a rule"):
            anyspace.Search(game, part)


def test_waiting_is_refused_where_moves_differ_from_guess_to_guess() -> None:
    with pytest.raises(OptionError, match="guess"):
        plain_search(everything.game(), ProgressiveBias(after=5), information="single")
    plain_search(everything.game(), ProgressiveBias(after=5, source="evaluate"), information="single")


def test_a_prior_that_makes_no_sense_is_an_error() -> None:
    game = everything.game(hides=False)

    def prior(state: Any, listed: Any, n: int, out: Any) -> None:
        for i in range(n):
            out[i] = -1.0

    def evaluate(state: Any, out: Any) -> None:
        out[0] = out[1] = 5.0

    game.rules |= {"prior": prior, "evaluate": evaluate}
    for source in ("prior", "evaluate"):
        with pytest.raises(GameError, match="rule 'prior' or 'evaluate' gave"):
            plain_search(game, ProgressiveBias(source=source)).run(game.start(), iterations=9)


def test_text() -> None:
    assert from_text("seeding:visits=9,fades=true,fade=30") == Seeding(9, fades=True, fade=30)
    assert from_text("history:weight=0.2") == HistoryHeuristic(0.2)
    assert from_text("progressive_history:weight=5") == ProgressiveHistory(5)
    assert str(ProgressiveBias(after=30)) == "progressive_bias:after=30"
