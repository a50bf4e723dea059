"""A few outcomes of every chance event: sparse UCT, its ensemble, hindsight optimisation, widening of outcomes."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import everything
import pytest
from toys import gamble
from twin import tree_of
from uncompiled import plain_search

import anyspace
from anyspace import OptionError, PythonGame, Search, Sparse
from anyspace.core.check import check
from anyspace.games import pig
from anyspace.parts.registry import from_text


class Guess:
    """Take 0.6 for sure, or guess how a coin will fall for 1 or 0. Who knew how it will fall would not take 0.6."""

    players, max_moves, max_length, payoffs = 1, 2, 3, (0.0, 1.0)

    def __init__(self, said: tuple[str, ...] = ()) -> None:
        self.said = said

    def mover(self) -> Any:
        return (0, 0, anyspace.CHANCE, anyspace.OVER)[len(self.said)]

    def moves(self) -> list[str]:
        return [] if self.mover() == anyspace.OVER else ["heads", "tails"] if self.said else ["safe", "bet"]

    def play(self, move: str) -> None:
        self.said = (move,) * 3 if move == "safe" else (*self.said, move)

    def returns(self) -> list[float]:
        if self.said[:1] == ("safe",):
            return [0.6]
        return [float(len(self.said) == 3 and self.said[1] == self.said[2])]

    def copy(self) -> Guess:
        return Guess(self.said)


def chance_nodes(node: Any) -> list[Any]:
    below = [each for child in node.children for each in chance_nodes(child)]
    return [node, *below] if node.state().mover == anyspace.CHANCE else below


def grown(game: Any, *parts: Any, iterations: int = 400, **options: Any) -> Search:
    search = plain_search(game, *parts, seed=7, **options)
    search.run(game.start(seed=1), iterations=iterations)
    for tree in search.forest:
        check(tree)
    return search


@pytest.mark.parametrize("w", [1, 3])
def test_at_most_so_many_outcomes_are_kept(w: int) -> None:
    """A die has six."""
    events = chance_nodes(grown(pig.game(target=12), Sparse(w)).root)
    assert max(len(event.children) for event in events) == w
    for event in events:
        followed = sum(child.visits for child in event.children)
        assert followed in (event.visits, event.visits - 1)  # the first may have been played out


def test_kept_outcomes_come_up_as_often_as_they_were_drawn() -> None:
    """Of eight draws of a coin that falls well three times in four, k are heads, and so is k/8 of what follows."""
    search = grown(gamble(odds=0.75), Sparse(8), "uniform", iterations=800)
    coin = next(child for child in search.root.children if child.move == 1)
    draws = {int(search.tree.nodes[child].move): int(search.tree.extras[child].draws) for child in outcomes(search)}
    assert sum(draws.values()) == 8
    shares = Counter({child.move: child.visits / (coin.visits - 1) for child in coin.children})
    for move, drawn in draws.items():
        assert shares[move] == pytest.approx(drawn / 8, abs=0.08)


def outcomes(search: Search) -> list[int]:
    """The nodes of the coin's outcomes."""
    nodes, found = search.tree.nodes, []
    for parent in range(1, len(nodes)):
        if nodes[parent].mover == anyspace.CHANCE:
            child = int(nodes[parent].child)
            while child:
                found.append(child)
                child = int(nodes[child].sibling)
    return found


def test_more_outcomes_as_an_event_is_met_more_often() -> None:
    events = chance_nodes(grown(pig.game(target=12), Sparse(1, a=0.5)).root)
    assert all(len(event.children) <= max(1, math.sqrt(event.visits)) for event in events)
    assert max(len(event.children) for event in events) > 2


def test_with_room_for_all_draws_it_is_plain_uct() -> None:
    plain, sparse = (tree_of(grown(pig.game(target=12), *parts)) for parts in ((), (Sparse(1e9),)))
    assert plain == sparse


def test_who_knows_the_future_would_bet() -> None:
    """In a tree with one future for each guess one of the two wins in three cases of four: hindsight says 0.75, and
    bets; a tree with all outcomes says 0.5, and does not."""
    game = PythonGame(Guess)
    ensemble = {"parallel": "root:threads=60,split=static", "final": "max", "seed": 3}
    search = plain_search(game, "sparse:w=1", "ucb1:c=1.5", **ensemble)
    assert search.run(game.start(), iterations=60 * 40).move == "bet"
    best = [max(tree.nodes[node].reward / tree.nodes[node].visits for node in guesses(tree)) for tree in search.forest]
    assert len(best) == 60 and sum(best) / 60 == pytest.approx(0.75, abs=0.12)
    assert plain_search(game, "ucb1:c=1.5", **ensemble).run(game.start(), iterations=60 * 40).move == "safe"


def guesses(tree: Any) -> list[int]:
    """The nodes after a guess: those that chance moves from."""
    return [node for node in range(1, len(tree.nodes)) if tree.nodes[node].mover == anyspace.CHANCE]


def test_compiled_and_uncompiled_agree() -> None:
    found = []
    for made in (Search, plain_search):
        game = pig.game(target=12) if made is plain_search else anyspace.load("pig(target=12)")
        search = made(game, "sparse:w=2,a=0.2", "uct_plus", seed=5)
        search.run(game.start(seed=1), iterations=200)
        found.append(tree_of(search))
    assert found[0] == found[1]


def test_options_and_refusals() -> None:
    assert from_text("sparse:w=3,a=0.5") == Sparse(3, 0.5) and str(Sparse(3)) == "sparse:w=3"
    for make, message in (
        (lambda: Sparse(0), "w must be"),
        (lambda: Sparse(a=2), "a must be"),
        (lambda: plain_search(everything.game(), Sparse(), information="single"), "where chance is seen"),
    ):
        with pytest.raises(OptionError, match=message):
            make()
