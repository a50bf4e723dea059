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
from ..rules.limits import MOST_MOVES
from ..rules.objects import PythonGame
from ..rules.vector_names import Box, vector_of
from ..rules.vectors import MOST_AXES, grid_move
from .spaces import needed

SHARED = ("P", "spec", "metadata", "action_space", "observation_space", "initial_state_distrib")
"""Attributes of an environment that steps do not change: copies share them."""

LONGEST = 1000
"""Steps of an episode, where the environment does not say."""

ROOM = 1024
"""Actions that a node of a search may have, where they are vectors."""


def game_of_env(
    make: Callable[[], Any],
    *,
    random: bool,
    payoffs: tuple[float, float] | None = None,
    max_length: int | None = None,
    copied: Callable[[Any], Any] | None = None,
    shared: Sequence[str] = SHARED,
    name: str | None = None,
    bins: int = 5,
) -> PythonGame:
    """The environment that `make()` makes, as a game for one player whose payoff is the sum of rewards.

    random: whether steps or resets draw at random (FrozenLake with slippery ice); said, since it cannot be seen.
    payoffs: least and greatest sum of rewards; without it the search goes by what it meets.
    max_length: most steps of an episode; as the environment says, or 1,000. Unfinished ones count as they stand.
    copied: how to copy an environment, if there is a quicker way than `copy.deepcopy` with `shared` attributes shared.
    bins: where actions are vectors, how many an axis are listed as moves; parts such as hoot draw others
    (docs/continuous.md).

    Actions must be Discrete, or a Box of 1 to 6 bounded numbers; an `action_mask` in the info of `reset` and `step`
    says which discrete ones are legal. Raises `OptionError`, and `GameError` for an environment that cannot be
    copied."""
    spaces = needed("gymnasium.spaces")
    probe = make()
    space = probe.action_space
    box = _box_of(space) if isinstance(space, spaces.Box) else None
    if box is None and not isinstance(space, spaces.Discrete):
        wanted = f"Discrete, or a Box of 1 to {MOST_AXES} bounded numbers,"
        raise OptionError(f"actions must be {wanted} to be moves of a game, not {space}")
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

    actions: Sequence[int]
    if box is None:
        actions = range(int(space.start), int(space.start + space.n))
    else:
        actions = _bins_of(bins, len(box))
    facts = {"actions_": actions, "longest": longest, "copy_one": staticmethod(copy_one), "box": box}
    kind: Any = type("Episode", (_RandomEpisode if random else Episode,), facts)
    return PythonGame(
        type(label, (), {"start": staticmethod(start)})(),
        name=label,
        players=1,
        payoffs=(None, None) if payoffs is None else payoffs,
        max_moves=len(actions) if box is None else max(ROOM, len(actions)),
        max_length=longest,
        actions=int(space.start + space.n) if box is None else None,
        box=box,
    )


def _box_of(space: Any) -> Box | None:
    """A Box as a game has it; None where it is no vector, or has no ends."""
    numpy = needed("numpy")
    ends = numpy.array([space.low, space.high], numpy.float64)
    if len(space.shape) != 1 or not 1 <= space.shape[0] <= MOST_AXES or not numpy.isfinite(ends).all():
        return None
    return tuple((float(low), float(high)) for low, high in ends.T) if (ends[0] < ends[1]).all() else None


def _bins_of(bins: int, axes: int) -> list[int]:
    if isinstance(bins, bool) or not isinstance(bins, int) or bins < 2 or bins**axes > MOST_MOVES:
        raise OptionError(f"bins must be a whole number from 2 on, with at most {MOST_MOVES:,} in all, not {bins!r}")
    return [grid_move(place, bins, axes) for place in range(bins**axes)]


class Episode:
    """An environment in the middle of an episode, as a state of a game."""

    actions_: Sequence[int]
    longest: int
    box: Box | None
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
        action: Any = move
        if self.box is not None:
            action = needed("numpy").array(vector_of(self.box, move), self.env.action_space.dtype)
        _, reward, terminated, truncated, self.info = self.env.step(action)
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
