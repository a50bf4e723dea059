"""anyspace's games as PettingZoo environments: agents move one after the other, chance is drawn inside."""

from __future__ import annotations

import random
from typing import Any

from ..rules.game import CHANCE, AnyGame, State
from .spaces import Moves, Sight, as_game, needed


def aec_env(game: AnyGame | str, observation: str | None = None, render_mode: str | None = None) -> Any:
    """The game, or the one of this name, as a PettingZoo `AECEnv` with the usual wrapper (order of calls).

    Agents are `player_0`, `player_1`, ...; observations are `{"observation": array, "action_mask": int8}`; rewards are
    payoffs, at the end. `observation`: planes, tensor, fields or text (`Sight`), the first that the game has if not
    given. Raises `MissingDependency` without PettingZoo."""
    wrappers = needed("pettingzoo.utils.wrappers")
    return wrappers.OrderEnforcingWrapper(_environment_class()(as_game(game), observation, render_mode))


def _environment_class() -> type:
    utils, spaces = needed("pettingzoo.utils.env"), needed("gymnasium.spaces")

    class Environment(utils.AECEnv):  # type: ignore[misc, name-defined]
        """One game."""

        def __init__(self, game: AnyGame, observation: str | None, render_mode: str | None) -> None:
            super().__init__()
            self.metadata = {"name": game.name, "render_modes": ["human", "ansi"], "is_parallelizable": False}
            self.game, self.render_mode = game, render_mode
            self._moves, self._sight = Moves(game), Sight(game, observation)
            self.possible_agents = [f"player_{player}" for player in range(game.players)]
            self._actions = {agent: self._moves.space() for agent in self.possible_agents}
            self._observations = {
                agent: spaces.Dict(
                    {
                        "observation": self._sight.space(),
                        "action_mask": spaces.Box(0, 1, (self._moves.count,), "int8"),
                    }
                )
                for agent in self.possible_agents
            }
            self._source = random.Random()
            self.state_: State | None = None

        def observation_space(self, agent: str) -> Any:
            return self._observations[agent]

        def action_space(self, agent: str) -> Any:
            return self._actions[agent]

        @property
        def _state(self) -> State:
            assert self.state_ is not None, "reset comes first"
            return self.state_

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            """A new game; without a seed the draws go on from where they were."""
            if seed is not None:
                self._source = random.Random(seed)
            self.agents = self.possible_agents[:]
            for kept, value in (("rewards", 0.0), ("_cumulative_rewards", 0.0)):
                setattr(self, kept, dict.fromkeys(self.agents, value))
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
            self.agent_selection = self.agents[0]
            self.state_ = self.game.start(seed=self._source.getrandbits(62))
            self._go_on()

        def step(self, action: Any) -> None:
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            move = self._moves.move(self._state, action)
            self._cumulative_rewards[agent] = 0.0
            self._clear_rewards()
            self._state.play(move)
            self._go_on()
            self._accumulate_rewards()
            if self.render_mode == "human":
                self.render()

        def _go_on(self) -> None:
            """Chance draws what is due; then somebody moves, or it is over."""
            state = self._state
            while state.mover == CHANCE:
                state.play(self._source.choices(state.moves(), state.weights())[0])
            if not state.over:
                self.agent_selection = self.possible_agents[state.mover]
                return
            self.rewards = dict(zip(self.possible_agents, state.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            after = self.possible_agents.index(self.agent_selection) + 1
            self.agent_selection = self.possible_agents[after % len(self.possible_agents)]

        def observe(self, agent: str) -> dict[str, Any]:
            """What an agent sees, and what it may do: nothing unless it is to move."""
            player = self.possible_agents.index(agent)
            state = self._state
            return {
                "observation": self._sight.look(state, player),
                "action_mask": self._moves.mask(state, not state.over and state.mover == player),
            }

        def render(self) -> str | None:
            """The position as who is to move sees it: printed (human), or as text (ansi)."""
            if self.render_mode is None:
                return None
            state = self._state
            text = state.settled().view(state.mover) if state.game.hides and not state.over else str(state.settled())
            if self.render_mode == "human":
                print(text)
                return None
            return text

        def close(self) -> None:
            """Nothing is open."""

    return Environment
