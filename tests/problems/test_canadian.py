"""The Canadian traveller: exact values by hand, UCT between exact and optimistic."""

from __future__ import annotations

import itertools
import random
import statistics

import pytest

from anyspace import CHANCE, OVER
from anyspace.errors import OptionError
from anyspace.problems.canadian import (
    BLOCKED,
    OPEN,
    Network,
    Road,
    Traveller,
    distances,
    exact,
    optimistic,
    random_network,
    travel,
    uct,
    weathers,
)

# a near bridge that is mostly closed, seen only on its far side of a detour, and a sure road
TRAP = Network((Road(0, 1, 4), Road(1, 2, 1, 0.8), Road(0, 2, 6)), 0, 2)


def test_by_hand() -> None:
    """Over the bridge: 4 + 0.2 * 1 + 0.8 * (4 + 6) = 12.2; by the sure road 6."""
    value, policy = exact(TRAP)
    assert value == 6.0 and policy(Traveller(TRAP)) == 2
    assert optimistic(Traveller(TRAP)) == 1
    costs = [travel(TRAP, optimistic, blocked) for blocked in ([], [1])]
    assert costs == [5.0, 14.0]
    assert uct(iterations=200)(Traveller(TRAP)) == 2


def test_a_bridge_that_is_worth_a_look() -> None:
    near = Network((Road(0, 1, 1), Road(1, 2, 1, 0.3), Road(0, 2, 6)), 0, 2)
    value, policy = exact(near)
    assert value == pytest.approx(1 + 0.7 * 1 + 0.3 * (1 + 6)) and policy(Traveller(near)) == 1
    assert uct(iterations=200)(Traveller(near)) == 1


def expected(network: Network, policy: object) -> float:
    """Over all weathers, by their odds."""
    risky = [number for number, road in enumerate(network.roads) if road.blocked > 0]
    total = 0.0
    for closed in itertools.product([False, True], repeat=len(risky)):
        odds = 1.0
        for number, is_closed in zip(risky, closed, strict=True):
            odds *= network.roads[number].blocked if is_closed else 1 - network.roads[number].blocked
        blocked = [number for number, is_closed in zip(risky, closed, strict=True) if is_closed]
        total += odds * travel(network, policy, blocked)  # type: ignore[arg-type]
    return total


@pytest.mark.parametrize("seed", [0, 3])
def test_the_exact_policy_has_the_exact_value(seed: int) -> None:
    network = random_network(6, seed)
    value, policy = exact(network)
    assert expected(network, policy) == pytest.approx(value)
    assert expected(network, optimistic) >= value - 1e-9


def test_uct_is_ahead_of_optimism() -> None:
    network = random_network(7, 3)
    snow = weathers(network, 12, seed=5)
    _, best = exact(network)
    means = [statistics.mean(travel(network, policy, each) for each in snow) for policy in (best, uct(150), optimistic)]
    assert means[1] < means[2], "ahead of optimism"
    assert means[1] < means[0] * 1.15, "and near the best"


def test_the_rules() -> None:
    source = random.Random(1)
    for seed in range(5):
        state = Traveller(random_network(7, seed))
        while (mover := state.mover()) != OVER:
            moves = state.moves()
            if mover == CHANCE:
                assert moves == [BLOCKED, OPEN] and sum(state.weights()) == pytest.approx(1)
            twin = state.copy()
            move = source.choice(moves)
            state.play(move)
            assert state != twin
            twin.play(move)
            assert state == twin
        assert state.place == state.network.goal and str(state).startswith("at ")
        assert state.paid >= distances(state.network, 0, {}, optimistic=True)[state.network.goal] - 1e-9


@pytest.mark.parametrize(
    "roads", [(Road(0, 1, 1, 0.5),), (Road(0, 1, -1),), (Road(0, 1, 1, 1.0),), (Road(0, 0, 1),), ()]
)
def test_bad_networks(roads: tuple[Road, ...]) -> None:
    with pytest.raises(OptionError):
        Network(roads, 0, 1)
