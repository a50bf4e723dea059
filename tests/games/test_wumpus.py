"""The wumpus world: against a twin of sets, guesses against all caves, and a search against exact values."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hidden import check_determinizations
from uncompiled import plain_search, uncompiled
from wumpus_twin import Agent, World, actions, believed, percepts, step, values, worlds

from anyspace import Search
from anyspace.errors import OptionError
from anyspace.games import wumpus
from anyspace.rules.game import CHANCE, State


def made(**options: Any) -> Any:
    return uncompiled(wumpus.game(**options))


def place(cell: int, size: int) -> tuple[int, int]:
    return int(cell) % size, int(cell) // size


def world_of(state: State, size: int) -> World:
    pits = frozenset(place(cell, size) for cell in range(size * size) if state["pits"][cell])
    return World(size, pits, place(state["wumpus"], size), place(state["gold"], size))


def perceived(state: State) -> frozenset[str]:
    """What the awaited answer says."""
    (answer,) = state.moves()
    return frozenset(state.name(answer).split("-")) - {"nothing"}


def cross_check(games: int, size: int) -> int:
    """Random games beside the twin: actions, what is perceived and paid. Returns the steps."""
    source, compared, game = random.Random(6), 0, made(size=size, horizon=25, discount=0.9)
    for seed in range(games):
        state, agent, total, factor = game.start(seed=seed), Agent(), 0.0, 1.0
        world, seen = world_of(state, size), frozenset[str]()
        seen = frozenset(percepts(world, agent))
        while not state.over:
            assert state.names(state.moves()) == actions(agent, seen)
            name = source.choice([*state.names(state.moves()), "forward"])
            if name == "climb" and source.random() < 0.8:
                name = "right"
            state.play(state.parse(name))
            assert state.mover == CHANCE
            agent, seen, reward = step(world, agent, name)
            assert perceived(state) == seen
            total, factor = total + factor * reward, factor * 0.9
            state.play(state.moves()[0])
            assert state.returns() == pytest.approx([total])
            compared += 1
        assert state["ended"] == ("end" in seen) and (state["ended"] or state["moved"] == 25)
    return compared


def test_agrees_with_the_twin() -> None:
    assert cross_check(40, size=4) > 200


def test_guesses_cannot_be_told_from_the_truth() -> None:
    assert check_determinizations(made(size=3, horizon=12), games=4, per_state=2) > 10


FAR = "forward left forward left forward"


@pytest.mark.parametrize(
    ("names", "draws"),
    [
        *[("", 200), ("forward", 200), ("shoot forward", 200), (FAR, 200), ("left shoot forward forward", 200)],
        (FAR, 0),  # pits changed one by one
    ],
)
def test_guesses_are_what_is_known(names: str, draws: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """How likely pits, the wumpus and the gold are in each cell, from all caves in which the same is perceived."""
    monkeypatch.setattr(wumpus, "DRAWS", draws)
    monkeypatch.setattr(wumpus, "SWEEPS", 12)
    game, caves = made(size=3, horizon=12), worlds(3, 0.2)
    state, seed = None, 0
    while state is None:  # one that lives
        state = game.start(seed=seed)
        for name in names.split():
            state = state.play(state.parse(name)).play(state.moves()[0]) if not state.over else state
        state, seed = None if state.over else state, seed + 1
    truth, agent = world_of(game.start(seed=seed - 1), 3), Agent()
    caves = {cave: share for cave, share in caves.items() if percepts(cave, agent) == percepts(truth, agent)}
    for name in names.split():
        after, seen, _ = step(truth, agent, name)
        caves = {cave: share for cave, share in caves.items() if step(cave, agent, name)[:2] == (after, seen)}
        agent = after
    odds, exact, found = sum(caves.values()), Counter[Any](), Counter[Any]()
    n = 150
    for cave, share in caves.items():
        for thing in ("wumpus", cave.wumpus), ("gold", cave.gold), *(("pit", cell) for cell in cave.pits):
            exact[thing] += share / odds
    for number in range(n):
        guess = world_of(state.determinize(0, seed=number), 3)
        assert guess in caves
        for thing in ("wumpus", guess.wumpus), ("gold", guess.gold), *(("pit", cell) for cell in guess.pits):
            found[thing] += 1
    for thing, share in exact.items():
        assert abs(found[thing] / n - share) <= 4 * (max(share * (1 - share), 0.0) / n) ** 0.5 + 1e-9, thing


def regret(game: Any, smelt: frozenset[str], search: Any, iterations: int) -> float:
    """How much less than the best of all plans a search's choice is worth: in four cells, within seven steps."""
    exact = values(Agent(), frozenset(), believed(worlds(2, 0.2), smelt), 7, 0.95)
    starts = (game.start(seed=seed) for seed in range(999))
    state = next(state for state in starts if percepts(world_of(state, 2), Agent()) == smelt)
    return max(exact.values()) - exact[search.run(state, iterations=iterations).name]


SMELLS = [frozenset[str](), frozenset({"stench"}), frozenset({"stench", "breeze"})]


def test_a_search_does_what_is_worth_most() -> None:
    game = made(size=2, horizon=7, discount=0.95)
    assert regret(game, SMELLS[0], plain_search(game, "ucb1:c=0.1", seed=1), 300) < 30  # death and gold are 2,000 apart


@pytest.mark.slow
@pytest.mark.parametrize("smelt", SMELLS)
def test_a_longer_search_finds_the_best_of_all_plans(smelt: frozenset[str]) -> None:
    game = wumpus.game(size=2, horizon=7, discount=0.95)
    assert regret(game, smelt, Search(game, "ucb1:c=0.1", seed=1), 20_000) < 1e-6


def test_exact_values_by_hand() -> None:
    """Without stench and breeze the wumpus is in the far cell, and what is beside is safe. With one step left it is
    best to lose 1. With six, gold in the east is fetched: there, grab, twice about, back, out."""
    safe = believed(worlds(2, 0.2), frozenset())
    assert max(values(Agent(), frozenset(), safe, 1, 1.0).values()) == pytest.approx(-1)
    east = next(cave for cave, _ in safe if cave.gold == (1, 0))
    assert max(values(Agent(), frozenset(), ((east, 1.0),), 6, 1.0).values()) == 1000 - 6


def test_what_is_heard_of_a_shot_stays_known() -> None:
    game = made(size=3, pit=0.0)
    state = next(state for seed in range(99) if (state := game.start(seed=seed))["wumpus"] == 2)
    state.play(state.parse("shoot"))
    assert perceived(state) >= {"scream"}
    state.play(state.moves()[0])
    assert "the wumpus is dead" in state.view(0) and "shoot" not in state.names(state.moves())
    assert {int(state.determinize(0, seed=seed)["wumpus"]) for seed in range(20)} == {2}  # beside a1 it would smell


def test_pictures_and_playouts() -> None:
    game = made()
    state = next(state for seed in range(99) if (state := game.start(seed=seed))["breezes"][0])
    assert state.view(0).split("\n")[3].startswith("1 >") and "?" in state.view(0) and "W" not in state.view(0)
    assert "W" in str(state) and "G" in str(state)
    weights = dict(zip(state.names(state.moves()), state.prior(), strict=True))
    assert weights["forward"] == wumpus.UNSAFE and weights["climb"] == wumpus.USELESS


@pytest.mark.parametrize("options", [{"size": 1}, {"size": 9}, {"pit": 1.0}, {"horizon": 0}, {"discount": 0}])
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="wumpus"):
        wumpus.game(**options)
