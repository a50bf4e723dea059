"""Gymnasium environments that can be copied as games for one player: what `env.step` does is a move.

An environment is copied for every iteration (`copy.deepcopy`, or a function of yours that is faster), and its rewards
are added up. Where what a step does is random, the search must not know what will be drawn: with `random=True` the
generator of every copy is another one (as a guess of what is hidden), and the search is over plans of actions, whatever
comes of them.
"""

from __future__ import annotations

import copy
import random as random_numbers
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import GameError, OptionError
from ..rules.game import OVER
from ..rules.objects import PythonGame
from .spaces import needed

SHARED = ("P", "spec", "metadata", "action_space", "observation_space", "initial_state_distrib")
"""Attributes of an environment that steps do not change: copies share them."""

LONGEST = 1000
"""Steps of an episode, where the environment does not say."""


def game_of_env(
    make: Callable[[], Any],
    *,
    random: bool,
    payoffs: tuple[float, float] | None = None,
    max_length: int | None = None,
    copied: Callable[[Any], Any] | None = None,
    shared: Sequence[str] = SHARED,
    name: str | None = None,
) -> PythonGame:
    """The environment that `make()` makes, as a game for one player whose payoff is the sum of rewards.

    random: whether steps or resets draw at random (FrozenLake with slippery ice); said, since it cannot be seen.
    payoffs: least and greatest sum of rewards; without it the search goes by what it meets.
    max_length: most steps of an episode; as the environment says, or 1,000. Unfinished ones count as they stand.
    copied: how to copy an environment, if there is a quicker way than `copy.deepcopy` with `shared` attributes shared.

    Actions must be Discrete; an `action_mask` in the info of `reset` and `step` says which are legal. Raises
    `OptionError`, and `GameError` for an environment that cannot be copied."""
    spaces = needed("gymnasium.spaces")
    probe = make()
    space = probe.action_space
    if not isinstance(space, spaces.Discrete):
        raise OptionError(f"actions must be Discrete to be moves of a game, not {space}")
    longest = max_length or getattr(probe.spec, "max_episode_steps", None) or LONGEST
    copy_one = copied or (lambda env: deep_copy(env, shared))
    try:
        probe.reset(seed=0)
        copy_one(probe)
    except Exception as error:
        raise GameError(f"{probe}: it cannot be copied: {type(error).__name__}: {error}; give copied=...") from error
    label = name or (probe.spec.id if probe.spec is not None else type(probe.unwrapped).__name__)

    def start(source: random_numbers.Random) -> Episode:
        env = make()
        _, info = env.reset(seed=source.getrandbits(31))
        return kind(env, info, 0.0, 0, False)

    actions = range(int(space.start), int(space.start + space.n))
    facts = {"actions_": actions, "longest": longest, "copy_one": staticmethod(copy_one)}
    kind: Any = type("Episode", (_RandomEpisode if random else Episode,), facts)
    return PythonGame(
        type(label, (), {"start": staticmethod(start)})(),
        name=label,
        players=1,
        payoffs=(None, None) if payoffs is None else payoffs,
        max_moves=len(actions),
        max_length=longest,
        actions=int(space.start + space.n),
    )


class Episode:
    """An environment in the middle of an episode, as a state of a game."""

    actions_: range
    longest: int
    copy_one: Callable[[Any], Any]

    def __init__(self, env: Any, info: dict[str, Any], total: float, steps: int, done: bool) -> None:
        self.env, self.info, self.total, self.steps, self.done = env, info, total, steps, done

    def mover(self) -> int:
        return OVER if self.done or self.steps >= self.longest else 0

    def moves(self) -> list[int]:
        mask = self.info.get("action_mask")
        legal = [action for place, action in enumerate(self.actions_) if mask is None or mask[place]]
        return legal or list(self.actions_)

    def play(self, move: int) -> None:
        _, reward, terminated, truncated, self.info = self.env.step(move)
        self.total += float(reward)
        self.steps += 1
        self.done = bool(terminated or truncated)

    def returns(self) -> list[float]:
        return [self.total]

    def copy(self) -> Episode:
        return type(self)(type(self).copy_one(self.env), self.info, self.total, self.steps, self.done)

    def __str__(self) -> str:
        unwrapped = self.env.unwrapped
        at = next((f", at {getattr(unwrapped, name)}" for name in ("s", "state") if hasattr(unwrapped, name)), "")
        return f"after {self.steps} steps, {self.total:g} so far{at}"


class _RandomEpisode(Episode):
    """One whose steps draw: what they will draw nobody knows."""

    def determinize(self, observer: int, source: random_numbers.Random) -> None:
        numpy = needed("numpy")
        self.env.unwrapped.np_random = numpy.random.default_rng(source.getrandbits(63))

    def view(self, observer: int) -> str:
        return str(self)


def deep_copy(env: Any, shared: Sequence[str]) -> Any:
    """A copy of an environment and its wrappers that shares what no step changes."""
    memo: dict[int, Any] = {}
    layer = env
    while layer is not None:
        for name in shared:
            value = vars(layer).get(name)
            if value is not None:
                memo[id(value)] = value
        layer = vars(layer).get("env")
    return copy.deepcopy(env, memo)
