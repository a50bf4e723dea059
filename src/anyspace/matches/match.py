"""A game that is being played: its moves so far, back and forth, saved and loaded."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import IllegalMove, OptionError
from ..files import write_whole
from ..rules.game import CHANCE, AnyGame, State
from ..rules.moves_by_name import play_moves

MOST_SEED = 2**53
"""Seeds that are drawn here stay below this, which every reader of JSON can hold."""


class Step(NamedTuple):
    """One move of a match."""

    player: int
    """who made it, or CHANCE"""
    move: Any
    name: str


class Match:
    """A game from its start to where it is now.

    `seed` decides what the rules draw at the start; without it one is drawn, and kept. `start` is a position to begin
    with instead of a new game.
    """

    def __init__(self, game: AnyGame, seed: int | None = None, *, start: State | None = None) -> None:
        if start is not None and (seed is not None or not isinstance(start, State) or start.game != game):
            raise OptionError(f"a match of {game.name} starts from a seed or from a state of that game, not {start!r}")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise OptionError(f"seed must be a whole number, not {seed!r}")
        self.game = game
        self.seed = secrets.randbelow(MOST_SEED) if seed is None and start is None else seed
        """None where the match began at a given position."""
        self._first = game.start(self.seed) if start is None else start.of(game).copy()
        self._state = self._first.copy()
        self._steps: list[Step] = []

    # ---- where it is

    @property
    def state(self) -> State:
        """The position, a copy: what is played there is not played here."""
        return self._state.copy()

    @property
    def start(self) -> State:
        """The position at the beginning, a copy."""
        return self._first.copy()

    @property
    def mover(self) -> int:
        """The player to act, or `CHANCE`, or `OVER`."""
        return self._state.mover

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @property
    def history(self) -> tuple[Step, ...]:
        """Every move so far: who made it, the move and its name."""
        return tuple(self._steps)

    @property
    def moves(self) -> list[Any]:
        """The moves so far."""
        return [step.move for step in self._steps]

    @property
    def names(self) -> list[str]:
        """What people call the moves so far."""
        return [step.name for step in self._steps]

    def positions(self) -> Iterator[State]:
        """Every position from the start to this one."""
        state = self._first.copy()
        yield state.copy()
        for step in self._steps:
            yield state.play(step.move).copy()

    def __len__(self) -> int:
        return len(self._steps)

    # ---- back and forth

    def play(self, move: Any) -> Match:
        """Play a move, by its name or as what it is; returns this same match. Raises `IllegalMove`."""
        chosen = self._state.parse(move) if isinstance(move, str) else move
        return self._go_on([(chosen, self._state.name(chosen) if self._state.allows(chosen) else "")])

    def play_all(self, moves: str | Iterable[Any]) -> Match:
        """Play several moves: a list, or a text with blanks or commas between them. Raises `IllegalMove`, and then none
        of them is played."""
        return self._go_on(play_moves(self._state.copy(), moves))

    def _go_on(self, moves: list[tuple[Any, str]]) -> Match:
        for move, name in moves:
            player = self._state.mover
            self._state.play(move)
            self._steps.append(Step(player, move, name))
        return self

    def draw(self, source: random.Random | None = None) -> Any:
        """Play an outcome of the chance event that is due, by its odds; returns it. Raises `IllegalMove` where none is
        due."""
        outcome = draw(self._state, source or random.Random())
        self.play(outcome)
        return outcome

    def undo(self, count: int = 1) -> Match:
        """Take back the last moves; returns this same match. Raises `IllegalMove` where there are not so many."""
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= len(self._steps):
            raise IllegalMove(f"{self.game.name}: {len(self._steps)} moves were played, {count!r} cannot be taken back")
        self._steps = self._steps[: len(self._steps) - count]
        self._state = self._first.copy()
        for step in self._steps:
            self._state.game.backend.play(self._state._block, step.move)  # they were legal
        return self

    # ---- kept

    def to_json(self) -> str:
        """The match as JSON: the game with its options, the seed, the moves by name."""
        from .saving import to_json

        return to_json(self)

    @classmethod
    def from_json(cls, text: str, game: AnyGame | None = None) -> Match:
        """The match that `to_json` wrote. `game` is needed for a game that `anyspace.load` does not know. Raises
        `PositionError` for what does not fit."""
        from .saving import from_json

        return from_json(text, game)

    def to_sgf(self) -> str:
        """The match as SGF (FF[4]), for go and hex."""
        from .sgf_games import to_sgf

        return to_sgf(self)

    @classmethod
    def from_sgf(cls, text: str) -> Match:
        """The main line of the first game of an SGF file, go or hex. Raises `PositionError` for what does not fit."""
        from .sgf_games import from_sgf

        return from_sgf(text)

    def save(self, path: str | Path) -> None:
        """Write the match to a file: SGF if its name ends in .sgf, else JSON."""
        text = self.to_sgf() if Path(path).suffix.lower() == ".sgf" else self.to_json()
        write_whole(path, text + "\n")

    @classmethod
    def load(cls, path: str | Path, game: AnyGame | None = None) -> Match:
        """Read what `save` wrote. Raises `PositionError` for what is no match, `OSError` for no file."""
        from .saving import text_of

        text = text_of(Path(path))
        return cls.from_sgf(text) if Path(path).suffix.lower() == ".sgf" else cls.from_json(text, game)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self._first == other._first and self.moves == other.moves

    __hash__ = None  # type: ignore[assignment]  # matches change

    def __str__(self) -> str:
        return str(self._state)

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}, {len(self)} moves, mover {self.mover}>"


def draw(state: State, source: random.Random) -> Any:
    """An outcome of the chance event that is due. Raises `IllegalMove` where none is."""
    if state.mover != CHANCE:
        raise IllegalMove(f"{state.game.name}: chance does not move here")
    return source.choices(state.moves(), state.weights())[0]
