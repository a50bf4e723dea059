"""MC-AIXI: what rho-UCT finds in a model that is right, an agent that learns, worlds as they should be, bad input."""

from __future__ import annotations

import heapq
import math
import signal
from collections.abc import Callable
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from uncompiled import uncompiled

import anyspace
from anyspace.errors import OptionError
from anyspace.games import grid_world, tiger
from anyspace.games.cheese_maze import CHEESE, WALLS
from anyspace.problems.aixi import rho_uct
from anyspace.problems.aixi.agent import Agent, Life
from anyspace.problems.aixi.game_world import GameWorld
from anyspace.problems.aixi.model import Model
from anyspace.problems.aixi.rho_uct import RhoUCT
from anyspace.problems.aixi.worlds import BiasedRockPaperScissors, CheeseMaze, Grid, KuhnPoker, Tiger, World


class Spring:
    """Winding it (1) costs 1 and is seen; letting it go (0) pays 3 if it was wound, else nothing."""

    actions, observations, rewards = 2, 2, (-1.0, 0.0, 3.0)

    def __init__(self) -> None:
        self.wound = 0

    def reset(self, seed: int) -> None:
        self.wound = 0

    def step(self, action: int) -> tuple[int, float]:
        reward = -1.0 if action else 3.0 * self.wound
        self.wound = action
        return self.wound, reward


@pytest.fixture(scope="module")
def learnt() -> Model:
    """The spring, known by 500 random cycles; it is not wound."""
    model, world, source = Model(2, 2, Spring.rewards, depth=8), Spring(), np.random.default_rng(1)
    for action in [*source.integers(2, size=500).tolist(), 0]:
        model.learn(action, *world.step(action))
    return model


def test_it_plans_ahead_in_a_model_that_is_right(learnt: Model) -> None:
    """One cycle ahead it is best to do nothing; from two on, to wind the spring: -1 + 3."""
    near = RhoUCT(learnt, horizon=1, simulations=100, seed=1).search()
    assert near[0].action == 0 and [choice.value for choice in near] == pytest.approx([0, -1], abs=0.1)
    far = RhoUCT(learnt, horizon=2, simulations=400, seed=1).search()
    assert far[0].action == 1 and far[0].value == pytest.approx(2, abs=0.3)
    assert sum(choice.visits for choice in far) == 399, "all but the first, which was random"
    farther = RhoUCT(learnt, horizon=6, simulations=1500, c=0.5, seed=1).search()
    assert farther[0].action == 1 and farther[0].value == pytest.approx(6, abs=0.8)


def test_the_model_is_taken_back_bit_for_bit(learnt: Model) -> None:
    used, length, logged, _ = learnt.trees.facts.tolist()
    before = learnt.trees.nodes[:used].tobytes(), learnt.trees.history[:length].tobytes()
    RhoUCT(learnt, horizon=5, simulations=50).search()
    assert learnt.trees.facts[:3].tolist() == [used, length, logged] and logged == 0
    assert before == (learnt.trees.nodes[:used].tobytes(), learnt.trees.history[:length].tobytes())


def test_compiled_or_not_and_again_it_is_the_same(learnt: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> list[rho_uct.Choice]:
        return RhoUCT(learnt, horizon=3, simulations=40, seed=5).search()

    compiled = found()
    assert compiled == found()
    assert compiled != RhoUCT(learnt, horizon=3, simulations=40, seed=6).search()
    monkeypatch.setattr(rho_uct, "kernel", lambda name, function: np.errstate(all="ignore")(function))
    assert compiled == found()


def test_an_agent_learns() -> None:
    """The best that can be had of a spring is 1 a cycle."""
    agent = Agent(Spring(), depth=8, horizon=4, simulations=60, decay=0.98, seed=3)
    early = agent.run(100)
    late = agent.run(300, greedy=True)
    assert early.mean < 0.8 < 0.97 < late.mean <= 1.01
    assert agent.age == 400 and late.cycles == 300 and not late.interrupted and late.seconds > 0
    twin = Agent(Spring(), depth=8, horizon=4, simulations=60, decay=0.98, seed=3)
    assert twin.run(100).rewards == early.rewards, "one seed, one life"


def test_an_agent_finds_the_hole_in_biased_play() -> None:
    agent = Agent(BiasedRockPaperScissors(), depth=14, horizon=2, simulations=60, c=0.2, decay=0.9985, seed=1)
    agent.run(4000)
    assert agent.run(600, greedy=True).mean > 0.12, "random play gets nothing, the best 0.25"


def test_progress_and_stopping() -> None:
    class Impatient(Spring):
        steps = 0

        def step(self, action: int) -> tuple[int, float]:
            self.steps += 1
            if self.steps == 5:
                signal.raise_signal(signal.SIGINT)
            return super().step(action)

    told: list[int] = []
    agent = Agent(Impatient(), depth=4, horizon=2, simulations=10, explore=0.5, seed=1)
    life = agent.run(50, on_progress=lambda life: told.append(life.cycles), every=0.0)
    assert life.interrupted and life.cycles == agent.age == 5 and told == [1, 2, 3, 4, 5]
    assert agent.run(3).cycles == 3 and agent.age == 8, "what was learnt stays, and it goes on"
    assert Life().mean == 0.0


def played(world: World, policy: Callable[[int, float], int], cycles: int) -> float:
    """The mean reward of a policy that is told the latest percept."""
    world.reset(1)
    seen, reward, total = 0, 0.0, 0.0
    for _ in range(cycles):
        seen, reward = world.step(policy(seen, reward))
        total += reward
    return total / cycles


def test_the_best_that_worlds_pay() -> None:
    """Policies that are known to be best, and what they are worth by calculation."""
    steps = {"now": cycle([0, 1])}

    def right_and_down(seen: int, reward: float) -> int:
        if reward > 0:
            steps["now"] = cycle([0, 1])
        return next(steps["now"])

    assert played(Grid(), right_and_down, 30_000) == pytest.approx(15 / 62, abs=0.005)
    mean = played(BiasedRockPaperScissors(), lambda seen, reward: 1 if seen == 0 and reward < 0 else 2, 30_000)
    assert mean == pytest.approx(1 / 4, abs=0.02)
    lead = {"now": 0}

    def sure_by_two(seen: int, reward: float) -> int:
        lead["now"] = 0 if seen == 2 else lead["now"] + (1 if seen == 1 else -1)
        return 0 if abs(lead["now"]) < 2 else 1 if lead["now"] > 0 else 2

    assert played(Tiger(), sure_by_two, 60_000) == pytest.approx(1.0836, abs=0.25)
    for bluff in (0.0, 1 / 6, 1 / 3):  # with a sure hand bet and call, else pass and fold: an equilibrium answers so
        mean = played(KuhnPoker(bluff), lambda seen, reward: int(seen % 3 == 2), 60_000)
        assert mean == pytest.approx(1 / 18, abs=0.025)


def test_nobody_blind_is_faster_on_the_grid() -> None:
    """Steps to the corner, summed over the 15 cells that one may be in: the shortest way over all that may be left."""
    start = tuple(range(15))
    waiting, done = [(0, start)], set()
    while waiting[0][1]:
        steps, left = heapq.heappop(waiting)
        if left not in done:
            done.add(left)
            for action in range(4):
                after = tuple(sorted(moved for cell in left if (moved := stepped(cell, action)) != 15))
                heapq.heappush(waiting, (steps + len(left), after))
    assert waiting[0][0] == 62


def stepped(cell: int, action: int) -> int:
    """Where a step leads on the grid; 15 is the corner."""
    y, x = divmod(cell, 4)
    x, y = ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))[action]
    return 4 * min(max(y, 0), 3) + min(max(x, 0), 3)


def test_the_cheese_maze_is_that_of_the_game() -> None:
    world = CheeseMaze()
    world.cell = 6
    assert world.step(2) == (WALLS[world.cell], 10.0) and world.cell != CHEESE
    world.cell = 0
    assert world.step(0) == (9, -10.0) and world.cell == 0
    assert world.step(1) == (5, -1.0) and world.cell == 1


def test_a_game_as_a_world() -> None:
    world = GameWorld(uncompiled(tiger.game(horizon=4, discount=1.0)), rewards=Tiger.rewards)
    assert world.actions == 3 and world.observations == 4
    percepts = [world.step(action) for action in (0, 0, 1, 0, 0, 2)]  # the second game begins with the fifth
    assert {seen for seen, _ in percepts[:2]} <= {1, 2} and percepts[2][0] == 0
    assert [reward for _, reward in percepts[:2]] == [-1, -1] and percepts[2][1] in (10, -100)
    assert world.state["moved"] == 2
    seen = GameWorld(
        uncompiled(grid_world.game("S.+", noise=0, step=0)), (0, 1), lambda state: int(state["cell"]), observations=3
    )
    assert [seen.step(1) for _ in range(3)] == [(1, 0), (2, 1), (1, 0)]
    agent = Agent(world, depth=6, horizon=1, simulations=10, explore=0.5, seed=1)
    assert agent.run(6).cycles == 6


@pytest.mark.parametrize(
    ("percept", "complaint"),
    [
        ((2, 0.0), "an observation must be a whole number from 0 to 1, not 2"),
        ((-1, 0.0), "an observation must be"),
        ((0.5, 0.0), "an observation must be"),
        ((0, 1.5), "a reward must be one of -1, 0, 3, not 1.5"),
        ((0, math.nan), "a reward must be one of -1, 0, 3, not nan"),
    ],
)
def test_worlds_that_say_what_they_did_not_declare(percept: Any, complaint: str) -> None:
    class Broken(Spring):
        def step(self, action: int) -> Any:
            return percept

    agent = Agent(Broken(), depth=4, simulations=10, seed=1)
    with pytest.raises(OptionError, match=f"aixi: {complaint}"):
        agent.run(3)
    assert agent.age == 0


@pytest.mark.parametrize(
    "options",
    [dict(horizon=0), dict(simulations=1), dict(c=-1.0), dict(c=math.nan), dict(explore=1.5), dict(decay=-0.1)],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=f"aixi: {next(iter(options))} must be"):
        Agent(Spring(), **options)


def test_bad_worlds() -> None:
    for name, shape in (
        ("actions", (1, 2, (0.0, 1.0))),
        ("observations", (2, 0, (0.0, 1.0))),
        ("rewards", (2, 2, (1.0,))),
        ("rewards", (2, 2, (0.0, math.nan))),
        ("rewards", (2, 2, (0.0, 0.0))),
    ):
        with pytest.raises(OptionError, match=f"aixi: {name} must be"):
            Model(*shape)
    with pytest.raises(OptionError, match="must be a whole number, 1 or more, not 0"):
        Agent(Spring()).run(0)
    with pytest.raises(OptionError, match="for one player"):
        GameWorld(anyspace.load("tic_tac_toe"), rewards=(0.0, 1.0))
    with pytest.raises(OptionError, match="observations must say"):
        GameWorld(uncompiled(tiger.game()), Tiger.rewards, see=lambda state: 0)
