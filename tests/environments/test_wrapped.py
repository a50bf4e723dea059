"""Gymnasium environments as games: copies are copies, sums of rewards are payoffs, and chance is not foreseen."""

from __future__ import annotations

from typing import Any

import pytest
from uncompiled import slowed

from anyspace import CHANCE, GameError, OptionError, Random, Search, check
from anyspace.environments import game_of_env

gymnasium = pytest.importorskip("gymnasium")


class Corridor(gymnasium.Env):  # type: ignore[misc]
    """Six cells; right is 1, left is 0; the last cell pays 1, every step costs 0.1. With `slips` a step may fail."""

    def __init__(self, slips: float = 0.0, masked: bool = False) -> None:
        self.action_space, self.observation_space = gymnasium.spaces.Discrete(2), gymnasium.spaces.Discrete(6)
        self.slips, self.masked, self.state = slips, masked, 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[int, dict[str, Any]]:
        super().reset(seed=seed)
        self.state = 2
        return self.state, self.told()

    def told(self) -> dict[str, Any]:
        return {"action_mask": [self.state > 0, True]} if self.masked else {}

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        if self.np_random.random() >= self.slips:
            self.state = max(0, self.state + (1 if action else -1))
        done = self.state == 5
        return self.state, float(done) - 0.1, done, False, self.told()


def test_a_search_finds_the_way() -> None:
    game = game_of_env(Corridor, random=False, payoffs=(-3.0, 1.0), max_length=20)
    state = game.start(seed=1)
    search = Search(game, "plain", seed=1)
    while not state.over:
        state.play(search.run(state, iterations=200).move)
    assert state.returns() == [pytest.approx(0.7)] and state.object.steps == 3
    assert game.name == "Corridor" and game.players == 1 and "after 3 steps" in str(state)


def test_copies_are_independent_and_moves_repeat() -> None:
    game = game_of_env(lambda: Corridor(0.5), random=False, payoffs=(-3.0, 1.0), max_length=20)
    state = game.start(seed=3)
    twin = state.copy()
    for move in (1, 1, 0, 1):
        state.play(move)
    assert twin.object.steps == 0 and twin.object.env.state == 2
    for move in (1, 1, 0, 1):
        twin.play(move)
    assert str(twin) == str(state)  # the generator was copied too


def test_what_will_be_drawn_is_not_known() -> None:
    """With random=True a search guesses the draws anew; without it all iterations meet the same slips."""
    sure = game_of_env(lambda: Corridor(0.5), random=False, payoffs=(-3.0, 1.0), max_length=20)
    fair = game_of_env(lambda: Corridor(0.5), random=True, payoffs=(-3.0, 1.0), max_length=20)
    assert fair.hides and not sure.hides and Search(fair, "plain").information.name == "single"
    state = fair.start(seed=1)
    ends = {str(state.determinize(0, seed=n).play(1).play(1).play(1)) for n in range(12)}
    assert len(ends) > 1
    same = sure.start(seed=1)
    assert len({str(same.copy().play(1).play(1).play(1)) for _ in range(6)}) == 1
    assert Search(fair, "plain", seed=1).run(state, iterations=150).move == 1


def test_masks_are_kept_to() -> None:
    game = game_of_env(lambda: Corridor(masked=True), random=False, payoffs=(-3.0, 1.0), max_length=20)
    state = game.start(seed=1).play(0).play(0)
    assert state.moves() == [1] and state.mover != CHANCE


def test_it_is_a_game_like_any_other() -> None:
    game = game_of_env(Corridor, random=False, payoffs=(-3.0, 1.0), max_length=20)
    report = check(game, seconds=0.5)
    assert report.ok, str(report)


@pytest.mark.parametrize("name", ["FrozenLake-v1", "Taxi-v3", "CliffWalking-v1"])
def test_gymnasiums_own(name: str) -> None:
    try:
        gymnasium.make(name)
    except Exception as error:
        pytest.skip(f"Gymnasium does not make it here: {error}")
    game = game_of_env(lambda: gymnasium.make(name), random=name == "FrozenLake-v1", payoffs=(-2000.0, 20.0))
    state = game.start(seed=1)
    search = Search(game, "plain", playout=Random(limit=5), seed=1)
    assert search.run(state, iterations=20).move in state.moves()
    assert game.max_length >= 100


def test_a_box_of_actions() -> None:
    """Gymnasium's own pendulum: actions are vectors, bins of them are listed, others are played as well."""
    game = game_of_env(lambda: gymnasium.make("Pendulum-v1"), random=False, payoffs=(-3300.0, 0.0), bins=3)
    assert game.box == ((-2.0, 2.0),) and game.max_length == 200
    state = game.start(seed=1)
    assert [state.vector(move)[0] for move in state.moves()] == [-2.0, 0.0, 2.0]
    env = gymnasium.make("Pendulum-v1")
    env.unwrapped.state = state.object.env.unwrapped.state.copy()
    twin = env.unwrapped
    twin.last_u = None
    _, reward, *_ = twin.step([1.5])
    state.play(state.move_of(1.5))
    assert state.returns() == [pytest.approx(float(reward))]
    for parts in (["hoot"], ["action_widening"], ["bins:count=4"]):
        search = slowed(Search(game, *parts, playout=Random(limit=2), seed=1))
        found = search.run(state, iterations=8)
        assert state.allows(found.move) and len(found.table) >= 2
    with pytest.raises(OptionError, match="bins must be"):
        game_of_env(lambda: gymnasium.make("Pendulum-v1"), random=False, bins=1)


def test_what_cannot_be_a_game() -> None:
    class Steered(Corridor):
        def __init__(self) -> None:
            super().__init__()
            self.action_space = gymnasium.spaces.Box(0.0, float("inf"))

    class Open(Corridor):
        def __init__(self) -> None:
            super().__init__()
            self.file = open(__file__)  # noqa: SIM115

    with pytest.raises(OptionError, match="must be Discrete"):
        game_of_env(Steered, random=False)
    with pytest.raises(GameError, match=r"cannot be copied: TypeError: .*give copied="):
        game_of_env(Open, random=False)
