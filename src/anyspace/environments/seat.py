"""anyspace's games as Gymnasium environments: one seat is the learner's, a search plays the others."""

from __future__ import annotations

from typing import Any

from ..errors import IllegalMove, OptionError
from ..rules.game import CHANCE, AnyGame, State
from ..search.search import Search
from .spaces import Moves, Sight, as_game, least_payoff, needed

ILLEGAL = ("lose", "raise")
MOST_STARTS = 1000
"""How many games may end before the seat has moved, until it is given up."""


def seat_env(
    game: AnyGame | str,
    seat: int = 0,
    *parts: Any,
    iterations: int = 100,
    opponents: str = "search",
    observation: str | None = None,
    illegal: str = "lose",
    render_mode: str | None = None,
    **options: Any,
) -> Any:
    """The game, or the one of this name, as a `gymnasium.Env` for player `seat`.

    Other players are `opponents`: "search", made of `parts` and `options` as `Search` takes them, with `iterations` a
    move; or "random". Observations are `{"observation": array, "action_mask": int8}`; the reward is the seat's payoff,
    at the end; `action_masks()` is for libraries that ask for it. An illegal action loses (`illegal="lose"`: the least
    payoff, and the episode is over), or raises. Raises `MissingDependency` without Gymnasium."""
    found = as_game(game)
    if not 0 <= seat < found.players:
        raise OptionError(f"seat must be 0 to {found.players - 1}, not {seat!r}")
    if opponents not in ("search", "random"):
        raise OptionError(f"opponents must be 'search' or 'random', not {opponents!r}")
    if illegal not in ILLEGAL:
        raise OptionError(f"illegal must be 'lose' or 'raise', not {illegal!r}")
    made = _environment_class()(found, seat, Sight(found, observation), illegal, render_mode)
    if opponents == "search" and found.players > 1:
        made.opponent = lambda seed: Search(found, *parts, seed=seed, **options)
        made.iterations = iterations
        made.opponent(0)  # what is wrong with the options is said now
    return made


def _environment_class() -> type:
    gymnasium = needed("gymnasium")

    class Environment(gymnasium.Env):  # type: ignore[misc, name-defined]
        """One seat of a game."""

        metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

        def __init__(self, game: AnyGame, seat: int, sight: Sight, illegal: str, render_mode: str | None) -> None:
            self.game, self.seat, self.render_mode = game, seat, render_mode
            self.opponent: Any = None
            self.iterations = 1
            self._illegal, self._sight, self._moves = illegal, sight, Moves(game)
            self.action_space = self._moves.space()
            self.observation_space = gymnasium.spaces.Dict(
                {
                    "observation": sight.space(),
                    "action_mask": gymnasium.spaces.Box(0, 1, (self._moves.count,), "int8"),
                }
            )
            self._search: Search | None = None
            self._state: State | None = None
            self._lost = False

        @property
        def state(self) -> State:
            """The position."""
            assert self._state is not None, "reset comes first"
            return self._state

        def reset(
            self, *, seed: int | None = None, options: dict[str, Any] | None = None
        ) -> tuple[dict[str, Any], dict[str, Any]]:
            """A new game, in which the seat is to move."""
            super().reset(seed=seed)
            self._lost = False
            for _ in range(MOST_STARTS):
                self._search = self.opponent(self._draw(2**62)) if self.opponent is not None else None
                self._state = self.game.start(seed=self._draw(2**62))
                self._go_on()
                if not self.state.over:
                    return self._observed(), {}
            raise OptionError(f"{self.game.name}: player {self.seat} never gets to move")

        def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
            state = self.state
            if state.over or self._lost:
                raise IllegalMove(f"{self.game.name}: the episode is over; reset comes next")
            try:
                move = self._moves.move(state, action)
            except IllegalMove:
                if self._illegal == "raise":
                    raise
                self._lost = True
                return self._observed(), float(least_payoff(self.game)), True, False, {"illegal": True}
            state.play(move)
            self._go_on()
            if self.render_mode == "human":
                self.render()
            reward = float(state.returns()[self.seat]) if state.over else 0.0
            return self._observed(), reward, state.over, False, {}

        def action_masks(self) -> Any:
            """What is legal, as booleans."""
            return self._moves.mask(self.state, not self.state.over and not self._lost).astype(bool)

        def _go_on(self) -> None:
            """Chance and the others, until the seat is to move, or it is over."""
            state = self.state
            while not state.over and state.mover != self.seat:
                moves = state.moves()
                if state.mover == CHANCE:
                    state.play(moves[int(self.np_random.choice(len(moves), p=state.weights()))])
                elif len(moves) == 1 or self._search is None:
                    state.play(moves[self._draw(len(moves))])
                else:
                    state.play(self._search.run(state, iterations=self.iterations).move)

        def _draw(self, most: int) -> int:
            return int(self.np_random.integers(most))

        def _observed(self) -> dict[str, Any]:
            state = self.state
            return {
                "observation": self._sight.look(state, self.seat),
                "action_mask": self._moves.mask(state, not state.over and not self._lost),
            }

        def render(self) -> str | None:
            """The position as the seat sees it: printed (human), or as text (ansi)."""
            shown = self.state.settled()
            text = shown.view(self.seat) if self.game.hides and not shown.over else str(shown)
            if self.render_mode == "human":
                print(text)
                return None
            return text if self.render_mode == "ansi" else None

    return Environment
