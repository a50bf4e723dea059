"""MC-AIXI: an agent that knows nothing of its world but its actions, learns as it acts, and plans in what it has learnt
(Veness, Ng, Hutter, Uther and Silver, A Monte-Carlo AIXI approximation, 2011).

A cycle: choose an action, by rho-UCT or, less and less often, at random; see what comes of it; learn it. There is no
end, no training before and no playing afterwards.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ... import numeric
from ...errors import OptionError
from ...search.interrupt import Interruptible
from .model import Model
from .rho_uct import RhoUCT
from .worlds import World


@dataclass
class Life:
    """What became of some cycles."""

    rewards: list[float] = field(default_factory=list)
    """of every cycle"""
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def cycles(self) -> int:
        return len(self.rewards)

    @property
    def mean(self) -> float:
        """The average reward of a cycle."""
        return sum(self.rewards) / max(1, len(self.rewards))


Progress = Callable[[Life], object]


@dataclass
class Agent:
    """Acts in a world. depth: how many bits back the model looks. horizon, simulations, c: of rho-UCT. explore: how
    often its first action is a random one; with every cycle that is `decay` times as often. One seed, one life."""

    world: World
    depth: int = 32
    horizon: int = 6
    simulations: int = 300
    c: float = 0.5
    explore: float = 0.99
    decay: float = 0.999
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("explore", "decay"):
            given = numeric.finite(getattr(self, name))
            if given is None or not 0 <= given <= 1:
                raise OptionError(f"aixi: {name} must be a number from 0 to 1, not {getattr(self, name)!r}")
        self.seed = numeric.seed(self.seed) or 0
        self.model = Model(self.world.actions, self.world.observations, tuple(self.world.rewards), self.depth)
        self.planner = RhoUCT(self.model, self.horizon, self.simulations, self.c, self.seed)
        self.age = 0
        """Cycles so far."""
        self._random = random.Random(self.seed)
        self.world.reset(self._random.getrandbits(60))

    def act(self, stopped: Callable[[], bool] = lambda: False) -> int:
        """The best action, as far as is known. `stopped` is asked now and then whether to think no longer."""
        return self.planner.search(stopped)[0].action

    def run(
        self, cycles: int, *, greedy: bool = False, on_progress: Progress | None = None, every: float = 1.0
    ) -> Life:
        """So many more cycles, learning all the while; `greedy` ones without random actions. Ctrl-C ends it after the
        cycle under way, and what was learnt stays. `on_progress` is told how it goes `every` so many seconds."""
        if numeric.whole(cycles) is None or cycles < 1:
            raise OptionError(f"aixi: cycles must be a whole number, 1 or more, not {cycles!r}")
        life, started, told = Life(), time.perf_counter(), 0.0
        with Interruptible() as interrupt:
            while life.cycles < cycles and not interrupt.requested:
                life.rewards.append(self._cycle(greedy, lambda: interrupt.requested))
                life.seconds = time.perf_counter() - started
                if on_progress is not None and life.seconds - told >= every:
                    told = life.seconds
                    on_progress(life)
        life.interrupted = interrupt.requested
        return life

    def _cycle(self, greedy: bool, stopped: Callable[[], bool]) -> float:
        """Act, see, learn; what it paid."""
        wild = not greedy and self._random.random() < self.explore * self.decay**self.age
        action = self._random.randrange(self.world.actions) if wild else self.act(stopped)
        observation, reward = self.world.step(action)
        self.model.learn(action, observation, reward)
        self.age += 1
        return float(reward)
